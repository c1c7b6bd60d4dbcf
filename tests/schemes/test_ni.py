"""RFC 6920: a name is the digest of what it names, and is read as it is written."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, URIRuleError, check, equivalent, normalize
from urikit.schemes.ni import Ni, build, from_bytes, parse

ALGORITHMS = ["sha-256", "sha-256-128", "sha-256-120", "sha-256-96", "sha-256-64", "sha-256-32", "sha-512", "sha3-384"]
tails = st.none() | st.sampled_from(["", "ct=text/plain", "a?/b"])


@given(st.binary(max_size=8), st.sampled_from(ALGORITHMS), st.sampled_from(["", "example.com", "h:80"]), tails, tails)
def test_what_is_built_is_read_back(
    data: bytes, algorithm: str, place: str, query: str | None, tail: str | None
) -> None:
    digest = parse(from_bytes(data, algorithm)).digest
    text = build(algorithm, digest, place, query, "ni", tail)

    assert parse(text) == Ni("ni", place, algorithm, digest, query, tail)
    assert str(parse(text)) == text == normalize(text, "scheme")


@given(st.binary(max_size=8), st.sampled_from(ALGORITHMS), st.integers(1, 5))
def test_hyphens_case_and_check_digit_do_not_matter(data: bytes, algorithm: str, step: int) -> None:
    text = from_bytes(data, algorithm, scheme="nih")
    digits = text.split(";")[1]
    parted = "-".join(digits[at : at + step] for at in range(0, len(digits), step))

    assert equivalent(f"nih:{algorithm};{parted.upper()}", text, "scheme")
    assert parse(text) == parse(f"NIH:{algorithm};{parted}")
    assert parse(text).same(parse(from_bytes(data, algorithm, "example.com")))
    assert parse(text).is_of(data)
    assert not parse(text).is_of(data + b"x")


@given(st.binary(min_size=4, max_size=4), st.integers(0, 7), st.integers(1, 15))
def test_the_check_digit_finds_each_wrong_digit(digest: bytes, place: int, more: int) -> None:
    whole = build("sha-256-32", digest, scheme="nih")
    name, digits, check_digit = whole.split(";")
    wrong = f"{(int(digits[place], 16) + more) % 16:x}"

    assert [one.code for one in check(f"{name};{digits[:place]}{wrong}{digits[place + 1 :]};{check_digit}")] == [
        "ni-check-digit"
    ]


def test_the_leftmost_octets_stay() -> None:
    assert parse(from_bytes(b"a", "sha-256-96")).digest == hashlib.sha256(b"a").digest()[:12]


def test_an_algorithm_that_is_not_known_says_nothing_of_octets() -> None:
    name = URI("ni:///sha-1;Kq5sNclPz7QV2-lfQIuc6R7oRu0").ni

    assert name.is_of(b"Hello World!") is None
    assert name.digest == bytes.fromhex("2aae6c35c94fcfb415dbe95f408b9ce91ee846ed")
    assert URI("nih:6;53269057").nih.algorithm == "sha-256-32"


@pytest.mark.parametrize(("number", "name"), [(1, "sha-256"), (5, "sha-256-64"), (8, "sha-512"), (12, "sha3-512")])
def test_a_number_stands_for_a_name(number: int, name: str) -> None:
    digest = parse(from_bytes(b"", name)).digest

    assert parse(build(str(number), digest, scheme="nih")).algorithm == name


def test_where_a_server_has_it() -> None:
    name = parse("ni:///sha-256-32;f4OxZQ")

    assert name.well_known("http", "h") == "http://h/.well-known/ni/sha-256-32/f4OxZQ"
    with pytest.raises(URIRuleError) as caught:
        name.well_known()
    assert caught.value.findings[0].code == "host-missing"


def test_the_media_type() -> None:
    assert parse("ni:///sha-256-32;f4OxZQ?x=ct&ct=image/svg%2Bxml").content_type == "image/svg+xml"
    assert parse("ni:///sha-256-32;f4OxZQ?ct").content_type is None
    assert parse("ni:///sha-256-32;f4OxZQ").content_type is None
