"""`check` by RFC 1738 and by Apple's two parsers: it agrees with the tables, and never raises."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.test_growth import LONG_ENOUGH, growth
from urikit import check, is_uri_reference, matches
from urikit.syntax.grammar_1738 import SCHEMES

PIECES = [*"/:?#@;=a%~[]*_é $-.\n", "//", "h.example", "1.2.3.4", "80", "%41", "%09", ";type=", "u:p@"]
TAILS = st.lists(st.sampled_from(PIECES), max_size=9).map("".join)
STARTS = {name: f"{name}:" if name in ("mailto", "news") else f"{name}://" for name in SCHEMES}
URLS = st.tuples(
    st.sampled_from(sorted(SCHEMES)), st.sampled_from(("", "h.example", "h.example/", "u:p@h.example/", "/")), TAILS
)


def errors(text: str, spec: str = "rfc1738") -> list[tuple[str, int, int]]:
    """The errors that `check` gives, with their places."""
    return [(one.code, one.start, one.end) for one in check(text, spec=spec) if one.level == "error"]  # type: ignore[arg-type]


@given(URLS)
def test_a_url_of_a_scheme_is_one_by_its_rule(drawn: tuple[str, str, str]) -> None:
    scheme, host, tail = drawn
    text = STARTS[scheme] + host + tail

    assert matches(SCHEMES[scheme], text, spec="rfc1738") == (errors(text) == [])


@given(st.sampled_from(("x:", "z39.50r://", "1a:")), TAILS)
def test_a_url_of_another_scheme_is_one_by_the_common_rule(start: str, tail: str) -> None:
    assert matches("genericurl", start + tail, spec="rfc1738") == (errors(start + tail) == [])


@given(st.sampled_from(("rfc1738", "nsurl", "nsurlcomponents")), st.one_of(st.text(), TAILS, URLS.map("".join)))
def test_no_text_raises_and_places_are_inside(spec: str, text: str) -> None:
    found = check(text, spec=spec)  # type: ignore[arg-type]

    assert len([one for one in found if one.level == "error"]) in (0, 1)
    assert all(0 <= one.start <= one.end <= len(text) for one in found)
    assert [one.start for one in found] == sorted(one.start for one in found)


@given(st.one_of(TAILS, URLS.map("".join)))
def test_the_newer_parser_is_rfc_3986_and_the_older_takes_more(text: str) -> None:
    assert (errors(text, "nsurlcomponents") == []) == is_uri_reference(text)
    if is_uri_reference(text):
        assert errors(text, "nsurl") == []
    if not errors(text, "nsurl"):
        plain = text.replace("[", "%5B").replace("]", "%5D")
        assert is_uri_reference(text) or is_uri_reference(plain) or "//[" in text or "@[" in text


@pytest.mark.parametrize(
    ("start", "unit"),
    [
        ("http://h/", "a/"),
        ("ftp://", "a:@"),
        ("http://", "a-."),
        ("wais://h/", "/?"),
        ("prospero://h/p", ";a=b"),
        ("news:", "a@"),
        ("http://", "[]"),
        ("x://h/;", "[;"),
    ],
)
@pytest.mark.parametrize("spec", ["rfc1738", "nsurl"])
def test_time_is_linear(start: str, unit: str, spec: str) -> None:
    look = partial(check, spec=spec, limit=None)  # type: ignore[arg-type]

    _, once, fourfold = growth(look, lambda n: start + unit * n)

    assert fourfold <= 5 * max(once, LONG_ENOUGH)
