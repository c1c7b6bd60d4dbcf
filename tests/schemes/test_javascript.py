"""A "javascript" URI is code: it is read, written and warned of, and neither run nor normalised."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, URIRuleError, check, normalize
from urikit.schemes.javascript import Javascript, build, from_code, parse

codes = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.text("/.?#%:@", max_size=8)


@given(codes)
def test_code_is_read_back(code: str) -> None:
    text = from_code(code)

    assert parse(text).text == code
    assert parse(normalize(text, "scheme")).text == code


@given(codes, st.sampled_from([None, "", "a"]))
def test_what_is_built_is_read_back(code: str, fragment: str | None) -> None:
    source = parse(from_code(code)).source
    text = build(source, fragment)

    assert parse(text) == Javascript(source, fragment)
    assert str(parse(text)) == text


@pytest.mark.parametrize(
    "source", ["", ";", "void(0)", "void%200;", "%20void%20(%200%20)%20;%20", "undefined", "0", "null"]
)
def test_what_does_nothing_is_not_warned_of(source: str) -> None:
    assert URI(f"javascript:{source}").javascript.idle
    assert "javascript-code" not in [one.code for one in check(f"javascript:{source}")]


@pytest.mark.parametrize("source", ["a", "void(a)", "void(0)a", "void%200,a()", "voida", "?", "%C3%A9", "void(0);/a/"])
def test_what_may_do_something_is(source: str) -> None:
    assert not parse(f"javascript:{source}").idle
    assert "javascript-code" in [one.code for one in check(f"javascript:{source}")]


def test_an_authority_is_an_error() -> None:
    with pytest.raises(URIRuleError) as caught:
        parse("javascript://a%0Aalert(1)")

    assert caught.value.findings[0].code == "authority-unexpected"


def test_a_lone_surrogate_is_no_code() -> None:
    with pytest.raises(URIRuleError) as caught:
        from_code("\ud800")

    assert caught.value.findings[0].code == "not-encodable"
