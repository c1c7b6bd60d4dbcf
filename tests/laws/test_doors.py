"""Laws of every door: any text gets an answer or one of our errors, and nothing else (P3, P4)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import urikit
from tests.growth import FUNCTIONS, TEXTS
from tests.oracle.generate import NASTY, broken_texts
from urikit.strategies import authorities, hosts, queries, uri_reference_texts

HOSTS = st.lists(st.sampled_from([*NASTY, "[", "]", "[::1]"]), max_size=4).map("".join)
ANY = st.one_of(broken_texts(), uri_reference_texts(), hosts(), authorities(), queries(), HOSTS, st.text(max_size=6))
SHORT = [text(n) for text in TEXTS.values() for n in (0, 1, 3, 6, 24)]


def answers(name: str, text: str) -> bool:
    """Whether a function answers, or refuses with an error that can be shown."""
    try:
        FUNCTIONS[name](text)
    except urikit.UrikitError as error:
        return bool(str(error)) and bool(repr(error))
    return True


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_hostile_text_gets_an_answer_or_our_error(name: str) -> None:
    assert all(answers(name, text) for text in SHORT)


@pytest.mark.parametrize("name", FUNCTIONS)
@given(text=ANY)
@settings(max_examples=60)
def test_any_text_gets_an_answer_or_our_error(name: str, text: str) -> None:
    assert answers(name, text)


@given(ANY)
def test_check_never_raises_and_its_findings_are_drawn(text: str) -> None:
    for found in urikit.check(text):
        assert 0 <= found.start <= found.end <= len(text)
        assert found.code in urikit.CODES
        assert found.code in urikit.draw(text, found)


@given(ANY)
def test_check_finds_an_error_of_syntax_exactly_where_there_is_one(text: str) -> None:
    errors = [found for found in urikit.check(text) if found.source.startswith("RFC 3986") and found.level == "error"]

    assert urikit.is_uri_reference(text) or errors
    if not urikit.is_uri_reference(text):
        with pytest.raises(urikit.URISyntaxError) as caught:
            urikit.parse(text)

        assert urikit.check(text) == [caught.value.finding]
