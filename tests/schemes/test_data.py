"""RFC 2397: a data URI is read, written and compared as its grammar says."""

from __future__ import annotations

import base64
import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from urikit import URI, URIRuleError, equivalent, normalize
from urikit.schemes.data import Data, build, from_bytes, parse

tokens = st.text("abz09!#$%&'*+-.^_`{|}~", min_size=1, max_size=5)
types = st.none() | st.builds("{}/{}".format, tokens, tokens)
parameters = st.lists(st.tuples(tokens, st.text('aB ;,=/"é%#?', min_size=1, max_size=6)), max_size=3).map(tuple)
fragments = st.none() | st.sampled_from(["", "a", "%23"])
data_values = st.builds(Data, types, parameters, st.binary(max_size=12), st.booleans(), fragments)


@given(data_values)
def test_what_is_built_is_read_back(value: Data) -> None:
    text = build(value.data, value.type, value.parameters, value.base64, value.fragment)

    assert parse(text) == value
    assert str(value) == text == normalize(text, "scheme")


@given(st.binary(max_size=40), st.sampled_from(["text/plain;charset=utf-8", "a/b"]))
def test_octets_come_out_as_they_went_in(octets: bytes, mediatype: str) -> None:
    text = from_bytes(octets, mediatype)
    others = [build(octets, *parts, base64=way) for way in (True, False) for parts in [split(mediatype)]]

    assert parse(text).data == octets
    assert parse(text).mediatype == mediatype
    assert len(text) == min(map(len, others))


def split(mediatype: str) -> tuple[str, list[tuple[str, str]]]:
    kind, *rest = mediatype.split(";")
    return kind, [(name, value) for name, _, value in (one.partition("=") for one in rest)]


@given(st.binary(max_size=12), st.booleans())
def test_another_spelling_of_the_same_octets_is_one_at_rung_scheme(octets: bytes, packed: bool) -> None:
    plain = build(octets, "text/plain", base64=packed)
    header, comma, data = plain.partition(",")
    escaped = (
        header.upper()
        + comma
        + re.sub("[^%]|%..", lambda one: one[0] if one[0][0] == "%" else f"%{ord(one[0]):02x}", data)
    )

    assert equivalent(escaped, plain, "scheme")
    assert parse(escaped) == parse(plain)


@given(st.binary(max_size=12), st.text("ABCab01+/=_- ", max_size=12))
def test_base64_is_read_as_others_read_it(octets: bytes, odd: str) -> None:
    packed = base64.b64encode(octets).decode()
    assert parse(f"data:;base64,{packed}").data == parse(f"data:;base64,{packed.rstrip('=')}").data == octets

    assume(len(odd.replace(" ", "")) % 4 == 0)  # Python takes more "=" than belong there
    try:
        wanted = base64.b64decode(odd.replace(" ", ""), validate=True)
    except ValueError:
        assume(False)
    assert parse(f"data:;base64,{odd.replace(' ', '%20')}").data == wanted


def test_white_space_in_base64_is_no_data() -> None:
    assert parse("data:;base64,Y%20%0D%0A%09Q%0C==").data == b"a"


def test_what_is_no_octets_is_refused() -> None:
    with pytest.raises(TypeError):
        build("text")  # type: ignore[arg-type]

    assert build(bytearray(b"a")) == build(memoryview(b"a")) == "data:,a"


@pytest.mark.parametrize("mediatype", ["text", "/", "a/b/c", "a b/c", "text/plain; charset", "text/plain;a=", "é/a"])
def test_what_is_no_media_type_is_refused(mediatype: str) -> None:
    with pytest.raises(URIRuleError) as caught:
        from_bytes(b"", mediatype)

    assert {one.code for one in caught.value.findings} <= {"data-type", "data-parameter"}


def test_the_media_type_has_what_is_left_out_filled_in() -> None:
    assert parse("data:,").mediatype == "text/plain;charset=US-ASCII"
    assert parse("data:;a=b,").mediatype == "text/plain;a=b"
    assert parse("data:text/plain,").mediatype == "text/plain"
    assert (parse("data:text/plain,").charset, parse("data:,").charset) == (None, "US-ASCII")


def test_a_uri_knows_its_data() -> None:
    assert URI("data:text/html,a#b").data == Data("text/html", (), b"a", False, "b")


def test_what_is_outside_the_grammar_is_left_as_it_is() -> None:
    for text in ("data:A,%2C", "data:a/B", "data://a/B,c", "data:A/b;c,%2C", "data:A/b;base64,%2B"):
        assert normalize(text, "scheme") == text
