"""Laws of IRIs: they map to URIs, and URIs back to them, and nothing is identified otherwise (RFC 3987 §3)."""

from __future__ import annotations

import html
import re
from unicodedata import normalize as unicode_form

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import urikit
from tests.laws.iris import (
    BIDI,
    KEEPS,
    SPEC,
    fixed_points,
    iri_reference_texts,
    iri_texts,
    keeps,
    texts_of_uris,
    uri_or_none,
)
from urikit import IRI, URI, IRIReference, URIReference
from urikit.strategies import uri_reference_texts


@given(iri_reference_texts)
def test_an_iri_maps_to_ascii_that_is_a_uri_and_maps_to_itself(text: str) -> None:
    for uri in (urikit.to_uri(text, host="percent"), uri_or_none(text)):
        if uri is not None:
            assert uri.isascii()
            assert urikit.is_uri_reference(uri)
            assert urikit.is_uri(uri) == urikit.is_iri(text)
            assert urikit.to_uri(uri) == uri
            assert len(uri) <= 3 * len(text.encode()) + 16


@given(uri_reference_texts(), st.sampled_from(["idna", "percent"]), st.booleans())
def test_mapping_is_the_identity_on_uris(text: str, host: str, fix: bool) -> None:
    assert urikit.to_uri(text, host=host, fix=fix) == text


@given(iri_reference_texts)
def test_a_host_is_all_that_idna_changes(text: str) -> None:
    uri = uri_or_none(text)
    assume(uri is not None)
    one, other = URIReference(str(uri)).pieces(), URIReference(urikit.to_uri(text, host="percent")).pieces()

    assert (one[:2], one[3:]) == (other[:2], other[3:])


@given(iri_reference_texts)
def test_every_part_maps_as_the_whole_does(text: str) -> None:
    iri, uri = IRIReference(text), URIReference(urikit.to_uri(text, host="percent"))

    for part in ("userinfo", "host", "path", "query", "fragment"):
        written = getattr(iri, part)
        if written is not None:
            assert urikit.to_uri(written, part=part, host="percent") == getattr(uri, part)
            assert urikit.to_iri(getattr(uri, part), part=part, host="keep") == getattr(
                IRIReference(urikit.to_iri(str(uri), host="keep")), part
            )


@given(iri_reference_texts, st.lists(st.tuples(st.integers(0, 40), st.sampled_from('<>" {}|\\^`')), max_size=4))
def test_fixing_encodes_ten_characters_and_no_others(text: str, places: list[tuple[int, str]]) -> None:
    broken = text
    for place, character in places:
        at = place % (len(broken) + 1)
        broken = broken[:at] + character + broken[at:]
    mended = re.sub('[<>" {}|\\\\^`]', lambda one: f"%{ord(one[0]):02X}", broken)
    assume(urikit.is_iri_reference(mended))

    assert urikit.to_uri(broken, host="percent", fix=True) == urikit.to_uri(mended, host="percent")
    if broken != text:
        with pytest.raises(urikit.URISyntaxError):
            urikit.to_uri(broken)


# --- and back


@given(iri_reference_texts)
def test_a_uri_made_of_an_iri_without_escapes_comes_back_as_it(text: str) -> None:
    """P: to_iri(to_uri(x, host="percent"), keep="none", host="keep") == x for x without decodable triplets."""
    assume(not re.search("%[89A-Fa-f]|%(?:2[DEde]|3[0-9]|[46][1-9A-Fa-f]|5[0-9AaFf]|7[0-9AaEe])", text))

    assert urikit.to_iri(urikit.to_uri(text, host="percent"), keep="none", host="keep") == text


@given(texts_of_uris, keeps)
def test_a_uri_made_an_iri_maps_back_at_rung_percent(text: str, keep: str) -> None:
    back = urikit.to_uri(urikit.to_iri(text, keep=keep, host="keep"), host="percent")

    assert urikit.normalize(back, "percent") == urikit.normalize(text, "percent")


@given(texts_of_uris, keeps)
@example("http://xn--4db1b.1a/", "recommended")
@example("http://xn--99zt52a.%CC%81a/", "none")
def test_a_uri_made_an_iri_with_its_host_maps_back_at_rung_scheme(text: str, keep: str) -> None:
    back = urikit.to_uri(urikit.to_iri(text, keep=keep))

    assert urikit.key(back, "scheme", **SPEC) == urikit.key(text, "scheme", **SPEC)


@given(texts_of_uris, keeps, st.sampled_from(["unicode", "keep"]))
def test_no_escape_is_decoded_that_an_iri_needs(text: str, keep: str, host: str) -> None:
    iri = urikit.to_iri(text, keep=keep, host=host)
    pieces = IRIReference(iri).pieces()

    assert fixed_points("".join(pieces[:2] + pieces[4:])) == fixed_points(
        "".join(URI(text).pieces()[:2] + URI(text).pieces()[4:])
    )
    assert not re.search("[\x00-\x20\x7f-\x9f]", iri)
    assert not re.search("[\ue000-\uf8ff\U000f0000-\U0010ffff]", "".join(pieces[:5] + pieces[6:]))
    assert keep == "none" or not set(BIDI) & set(iri)
    assert [bool(piece) for piece in pieces] == [bool(piece) for piece in URI(text).pieces()]


@given(st.binary(max_size=12), keeps)
def test_octets_that_are_not_utf_8_stay_escaped(octets: bytes, keep: str) -> None:
    written = "".join(f"%{octet:02x}" for octet in octets)
    iri = urikit.to_iri(f"?{written}", keep=keep)

    assert urikit.decode_bytes(iri[1:]) == octets
    assert urikit.decode(iri, errors="replace") == urikit.decode(f"?{written}", errors="replace")
    for octet in octets.decode("utf-8", "surrogateescape"):
        if "\ud800" <= octet < "\ue000":
            assert f"%{ord(octet) - 0xDC00:02X}" in iri


@given(texts_of_uris, keeps, st.sampled_from(["unicode", "keep"]))
def test_to_iri_twice_is_to_iri_once(text: str, keep: str, host: str) -> None:
    once = urikit.to_iri(text, keep=keep, host=host)

    assert urikit.to_iri(once, keep=keep, host=host) == once


@given(texts_of_uris)
def test_each_set_keeps_what_a_smaller_one_keeps(text: str) -> None:
    none, minimal, recommended = (urikit.to_iri(text, keep=keep, host="keep") for keep in KEEPS)

    assert len(none) <= len(minimal) <= len(recommended)
    assert urikit.to_iri(recommended, keep="minimal", host="keep") == minimal
    assert urikit.to_iri(minimal, keep="none", host="keep") == none


@given(iri_reference_texts, keeps)
def test_explanations_end_in_what_the_functions_give(text: str, keep: str) -> None:
    assert urikit.explain_to_iri(text, keep=keep)[-1].text == urikit.to_iri(text, keep=keep)
    assert urikit.explain_to_uri(text, host="percent")[-1].text == urikit.to_uri(text, host="percent")
    uri = uri_or_none(text)
    if uri is not None:
        assert urikit.explain_to_uri(text)[-1].text == uri


@given(iri_texts)
def test_values_convert_as_the_functions_do(text: str) -> None:
    uri = uri_or_none(text)
    assume(uri is not None)

    assert IRI(text).to_uri() == URI(str(uri))
    assert str(URI(str(uri)).to_iri()) == urikit.to_iri(str(uri))


# --- transcribing


@given(st.text("aé&<>\"';#x1 日", max_size=20))
def test_what_markup_escapes_it_gives_back(text: str) -> None:
    numbered = "".join(f"&#{ord(one)};" for one in text)
    hexadecimal = "".join(f"&#x{ord(one):X};" for one in text)

    assert urikit.from_markup(html.escape(text), "html") == text
    for markup in ("html", "xml"):
        assert urikit.from_markup(numbered, markup) == urikit.from_markup(hexadecimal, markup) == text
    assert urikit.from_markup(text.replace("&", "&amp;").replace("<", "&lt;"), "xml") == text


@given(
    st.text("aé日本語ﾃｽﾄ/=~", min_size=1), st.sampled_from(["utf-8", "shift_jis", "euc_jp", "iso-8859-1", "gb18030"])
)
def test_a_reading_is_what_the_charset_wrote(text: str, charset: str) -> None:
    try:
        octets = text.encode(charset)
    except UnicodeEncodeError:
        assume(False)
    escapes = "".join(f"%{octet:02X}" for octet in octets)
    wanted = text.replace("/", "%2F").replace("=", "%3D")
    found = {one.charset: one.text for one in urikit.interpret(f"?{escapes}", [charset])}

    assert found == ({} if text.isascii() else {charset: unicode_form("NFC", wanted)})
