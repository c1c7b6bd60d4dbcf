"""What single namespaces know besides: fields, transcriptions, keys."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import NAMESPACES, is_urn
from urikit.urns import epc, isbn
from urikit.urns.publicid import from_public_id, to_public_id


@pytest.mark.parametrize(
    ("nid", "nss", "fields"),
    [
        ("isbn", "0-486-27557-4", {"isbn": "0486275574", "isbn13": "9780486275574"}),
        ("isbn", "0-486-27557-5", {}),
        ("issn", "01676423", {"issn": "0167-6423"}),
        (
            "uuid",
            "017F22E2-79B0-7CC3-98C4-DC0C0C07398F",
            {"uuid": "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "version": "7"},
        ),
        ("uuid", "00000000-0000-0000-0000-000000000000", {"uuid": "00000000-0000-0000-0000-000000000000"}),
        ("ietf", "rfc:2648", {"rfc": "2648"}),
        ("nbn", "de:bvb:19-146642", {"country": "de", "subspace": "bvb:19", "string": "146642"}),
        (
            "lex",
            "eu:council:directive:2010-03-09;2010-19-UE",
            {"jurisdiction": "eu", "authority": "council", "measure": "directive", "details": "2010-03-09;2010-19-UE"},
        ),
        (
            "iso",
            "std:iso-iec:tr:9999:-1:ed-1:en",
            {
                "originator": "iso-iec",
                "type": "tr",
                "number": "9999",
                "part": "-1",
                "edition": "ed-1",
                "language": "en",
            },
        ),
        (
            "iso",
            "std:iso:9999:-1:ed-1:v1-amd1.v1:en,fr:amd:2:v2:en",
            {
                "originator": "iso",
                "number": "9999",
                "part": "-1",
                "edition": "ed-1",
                "version": "v1-amd1.v1",
                "language": "en,fr",
                "more": "amd:2:v2:en",
            },
        ),
        (
            "isan",
            "0000-0000-9E59-0000-O-0000-0000-2",
            {"root": "0000-0000-9E59", "episode": "0000", "version": "0000-0000"},
        ),
        (
            "gsma",
            "imei:90420156-025763-0;vers=0",
            {"tac": "90420156", "snr": "025763", "spare": "0", "parameters": "vers=0"},
        ),
        (
            "ogc",
            "def:crs:EPSG::4326",
            {"resource": "def", "type": "crs", "authority": "EPSG", "version": "0", "code": "4326"},
        ),
        ("ogc", "specification:a", {"resource": "specification"}),
        (
            "publicid",
            "-:OASIS:DTD+DocBook+XML+V4.1.2:EN",
            {"public_identifier": "-//OASIS//DTD DocBook XML V4.1.2//EN"},
        ),
        (
            "newsml",
            "iptc.org:20001006:NewsMLv1.0:1",
            {"provider": "iptc.org", "date": "20001006", "item": "NewsMLv1.0", "revision": "1"},
        ),
        ("example", "a", {}),
    ],
)
def test_the_fields_of_a_name(nid: str, nss: str, fields: dict[str, str]) -> None:
    assert NAMESPACES[nid].fields(nss) == fields


@pytest.mark.parametrize(
    ("nss", "key"),
    [
        ("id:sgtin:0614141.812345.6789", "80614141123458"),
        ("id:sscc:0614141.1234567890", "106141412345678908"),
        ("id:sgln:0614141.12345.400", "0614141123452"),
        ("id:gsrn:0614141.1234567890", "061414112345678902"),
        ("id:gdti:0614141.12345.400", "0614141123452"),
        ("id:gsin:0614141.123456789", "06141411234567890"),
    ],
)
def test_the_key_that_gs1_prints_has_the_check_digit(nss: str, key: str) -> None:
    assert epc.fields(nss)["gs1_key"] == key


@pytest.mark.parametrize(
    "nss",
    [
        "id:sgtin:06141.11234567.400",
        "id:sgtin:0614141.112345",
        "id:sgtin:0614141.112345.",
        "id:sscc:061414112345678901",
        "id:sgtin:061414a.112345.1",
    ],
)
def test_an_identity_without_the_right_digits_has_none(nss: str) -> None:
    assert [one.code for one in epc.findings(nss)] == ["urn-nss"]
    assert epc.fields(nss) == {}


def test_spellings_of_other_identities_are_left_alone() -> None:
    assert epc.findings("id:gid:95100000.12345.400") == epc.findings("raw:64.x01") == []


# RFC 3151 §2 and its examples.
PUBLIC = [
    ("ISO 8879:1986//ENTITIES Added Latin 1//EN", "ISO+8879%3A1986:ENTITIES+Added+Latin+1:EN"),
    ("-//OASIS//DTD DocBook XML V4.1.2//EN", "-:OASIS:DTD+DocBook+XML+V4.1.2:EN"),
    ("+//IDN example.org//DTD XML Bookmarks 1.0//EN//XML", "%2B:IDN+example.org:DTD+XML+Bookmarks+1.0:EN:XML"),
    ("-//ArborText::prod//DTD Help Document::19970708//EN", "-:ArborText;prod:DTD+Help+Document;19970708:EN"),
    ("foo", "foo"),
    ("3+3=6", "3%2B3=6"),
    ("a/b:c;d'e?f#g%h", "a%2Fb%3Ac%3Bd%27e%3Ff%23g%25h"),
]


@pytest.mark.parametrize(("identifier", "nss"), PUBLIC)
def test_public_identifiers_are_transcribed_both_ways(identifier: str, nss: str) -> None:
    assert from_public_id(identifier) == nss
    assert to_public_id(nss) == identifier
    assert NAMESPACES["publicid"].findings(nss) == []


@given(
    st.lists(
        st.sampled_from(["a", "B", "/", "//", ":", "::", ";", "+", " ", "'", "?", "#", "%", "-", "(", ")", "=", ","])
    ).map("".join)
)
def test_the_way_back_from_a_public_identifier(identifier: str) -> None:
    written = from_public_id(identifier)

    assert to_public_id(written) == " ".join(identifier.split())
    assert not written or is_urn(f"urn:publicid:{written}")


@given(st.from_regex(r"[0-9]{9}", fullmatch=True))
def test_an_isbn_and_its_other_spellings_are_one(nine: str) -> None:
    whole = nine + isbn.mod_11(nine)
    spelt = f"{nine[0]}-{nine[1:4]}-{nine[4:]}-{whole[-1].lower()}"

    assert isbn.normal(spelt) == isbn.normal(whole) == whole
    assert isbn.one_book(spelt) == isbn.to_isbn13(whole) == isbn.to_isbn13(spelt).replace("-", "")
    assert isbn.findings(isbn.to_isbn13(whole)) == []
