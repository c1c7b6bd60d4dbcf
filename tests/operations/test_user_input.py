"""Suffixes and user input: what is never guessed, and what is told (texts and readings are in vectors/)."""

from __future__ import annotations

import pickle
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import SCHEMES, Scheme, URIRuleError, URISyntaxError, from_suffix, from_user_input, is_uri
from urikit.operations.user_input import UserInput
from urikit.strategies import uri_reference_texts, uri_texts


@pytest.mark.parametrize(
    ("text", "uri"),
    [
        ("tel:5551234", "tel:5551234"),  # no dot before the ":" and not localhost: a scheme
        ("example.com:8080", "https://example.com:8080"),
        ("example.com:8080?q", "https://example.com:8080?q"),
        ("example.com:80a/", "example.com:80a/"),
        ("LOCALHOST:1", "https://LOCALHOST:1"),
        ("localhost:/a", "localhost:/a"),
    ],
)
def test_a_number_after_a_host_is_a_port(text: str, uri: str) -> None:
    assert from_suffix(text) == uri


def test_a_scheme_that_the_caller_knows_is_no_host() -> None:
    schemes = SCHEMES | [Scheme("my.app", "our wiki")]

    assert from_suffix("my.app:1", schemes=schemes) == "my.app:1"
    assert from_suffix("my.app:1") == "https://my.app:1"
    assert from_suffix("z39.50r:1") == "z39.50r:1"


@given(uri_texts())
def test_a_uri_is_left_alone_or_was_a_host_with_port(text: str) -> None:
    assert from_suffix(text) in (text, f"https://{text}")


@given(uri_reference_texts())
def test_a_suffix_gives_a_uri_or_is_refused(text: str) -> None:
    given_up = False
    try:
        uri = from_suffix(text)
    except (URIRuleError, URISyntaxError):
        given_up = True

    assert given_up or is_uri(uri)
    assert given_up or not text.startswith(("/a", "?", "#"))


@pytest.mark.parametrize("scheme", ["", "1", "a b", "a:"])
def test_the_default_scheme_must_be_one(scheme: str) -> None:
    with pytest.raises(ValueError, match="is no scheme"):
        from_suffix("example.com", scheme)


@given(st.text(st.sampled_from('<>" \n-aU:RLurl')))
def test_steps_end_at_the_last_reading(text: str) -> None:
    read = from_user_input(text)

    assert [step.text for step in read.steps][-1:] == ([read.readings[-1]] if read.steps else [])
    assert read.steps or read.readings == (text,)
    assert all(not reading or not set(reading) & set(" \n") for reading in read.readings)
    assert len(set(read.readings)) == len(read.readings) <= 2


@given(uri_reference_texts())
def test_what_text_puts_around_a_reference_comes_off(text: str) -> None:
    for around in ("{}", "<{}>", '"{}"', " <URL:{}> ", "<URL: {}>", "\t{}\n"):
        if not text.lower().startswith("url:"):
            assert from_user_input(around.format(text)).readings == (text,)


def test_a_few_layers_come_off_and_no_more() -> None:
    assert from_user_input('<URL:"a">').readings == ("a",)
    assert from_user_input("<" * 9 + "a" + ">" * 9).readings == ("<" * 6 + "a" + ">" * 6,)


def test_what_was_read_is_a_value() -> None:
    read = from_user_input("<a-\nb>")

    assert pickle.loads(pickle.dumps(read)) == read
    match read:
        case UserInput(readings, steps):
            assert readings == ("a-b", "ab")
            assert [step.name for step in steps] == ["delimiters", "white space", "hyphen"]


@given(st.text(st.sampled_from("a-/:ｈ：－ｶﾞﾊﾟe\u0301\u0338=é <>\n\u3000"), max_size=30))
def test_an_iri_typed_in_any_width_is_ascii_and_composed(text: str) -> None:
    typed = from_user_input(text, spec="rfc3987")
    changed = [step.text for step in typed.steps]

    assert not set("ｈ：－ｶﾞﾊﾟ") & set("".join(typed.readings))
    assert all(unicodedata.is_normalized("NFC", reading) for reading in typed.readings)
    assert changed == [] or typed.readings[-1] == changed[-1]
    assert from_user_input(text).steps == () or not text.isascii() or typed == from_user_input(text)


def test_there_are_two_rule_books_for_input() -> None:
    with pytest.raises(ValueError, match='spec is "rfc3986" or "rfc3987"'):
        from_user_input("a", spec="whatwg")  # type: ignore[arg-type]


def test_a_suffix_may_be_an_iri() -> None:
    assert from_suffix("bücher.example/ä", spec="rfc3987") == "https://bücher.example/ä"
    with pytest.raises(URISyntaxError):
        from_suffix("bücher.example/ä")
