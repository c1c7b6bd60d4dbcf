"""Comparing: what the options do (pairs and rungs are in vectors/ and in the laws)."""

from __future__ import annotations

import pytest

from urikit import SCHEMES, Scheme, URIRuleError, equivalence, equivalent, key, same_document

OBSERVED = {"http://h/data": "http://h/data/"}


def test_what_was_observed_makes_two_equivalent_at_rung_protocol() -> None:
    pair = ("http://h/data", "HTTP://h:80/data/")

    assert equivalence(*pair, aliases=OBSERVED) == "protocol"
    assert equivalence(*pair) is None
    assert equivalent(*pair, "protocol", aliases=OBSERVED)
    assert not equivalent(*pair, "scheme", aliases=OBSERVED)


def test_a_row_of_the_callers_counts() -> None:
    schemes = SCHEMES | [Scheme("myapp", "our wiki", default_port=7)]

    assert equivalence("myapp://h", "myapp://h:7", schemes=schemes) == "scheme"
    assert equivalence("myapp://h", "myapp://h:7") is None
    assert same_document("myapp://h", "myapp://h:7", "scheme", schemes=schemes)


def test_generic_schemes_when_asked() -> None:
    assert equivalence("x://h", "x://h/", assume_generic=True) == "scheme"


@pytest.mark.parametrize("wrong", ["", "drop", "Ignore"])
def test_a_fragment_is_compared_or_ignored(wrong: str) -> None:
    with pytest.raises(ValueError, match="fragment is"):
        key("http://h/", fragment=wrong)


def test_relative_references_are_one_text_or_need_a_base() -> None:
    assert equivalence("../a", "../a") == "simple"
    assert equivalence("../a", "../%61", base="http://h/b/c") == "percent"
    with pytest.raises(URIRuleError) as caught:
        equivalence("../a", "../b")

    assert caught.value.findings[0].code == "relative-without-base"
