"""Relativizing: the shortest reference, and nothing that does not lead back (most pairs are in vectors/ and laws/)."""

from __future__ import annotations

import pytest
from hypothesis import example, given

from urikit import URISyntaxError, relativize, resolve
from urikit.strategies import uri_texts

CORNERS = [
    "a:",
    "a:b",
    "a:/b",
    "a:/.//b",
    "a:b/c",
    "a:b/c:d",
    "a://h",
    "a://h/",
    "a://h//b",
    "a://h/b/",
    "a://h?q",
    "a:?q",
]


@given(uri_texts(), uri_texts())
@example("a:/b/c", "a:/.//d")
@example("a://h//x", "a://h//y")
@example("a://h", "a://h//b")
@example("a:b:c/", "a:b:c/d:e")
def test_what_is_given_leads_back_or_nothing_does(base: str, target: str) -> None:
    reference = relativize(base, target)

    assert resolve(base, reference) == target or (reference == target != resolve(base, target))


@pytest.mark.parametrize("base", CORNERS)
@pytest.mark.parametrize("target", CORNERS)
def test_corners_lead_back(base: str, target: str) -> None:
    for tail in ("", "?", "?x", "#f", "?x#"):
        text = target.partition("?")[0] + tail
        assert resolve(base, relativize(base, text)) == text


@pytest.mark.parametrize(
    ("base", "target", "reference"),
    [
        ("http://a/b/c#old", "http://a/b/c#new", "#new"),  # the base's fragment does not count
        ("http://a/b/c#f", "http://a/b/c", ""),
        ("http://a/b/c?q", "http://a/b/c?q#f", "#f"),
        ("http://a/b/c?q", "http://a/b/c#f", "c#f"),
        ("http://a/b/../c", "http://a/b/../c?y", "?y"),  # an empty path copies the base's, dots and all
        ("http://a/b/../c", "http://a/b/../c", ""),
        ("http://a/./b", "http://a/b", "b"),
        ("http://a/b/", "http://a/b/", ""),
        ("http://a/b/", "http://a/b/?", "?"),
        ("http://a/x/y/z", "http://a/x/y/", "./"),
        ("http://a/x/y/z", "http://a/x/", "../"),
        ("http://a/x/y/z", "http://a/", "/"),
        ("http://a/x/y/", "http://a/x/y//", ".//"),
    ],
)
def test_the_shortest_reference(base: str, target: str, reference: str) -> None:
    assert relativize(base, target) == reference


@pytest.mark.parametrize("pair", [("../b", "http://a/"), ("http://a/", "../b"), ("http://a b/", "http://a/")])
def test_both_must_be_uris(pair: tuple[str, str]) -> None:
    with pytest.raises(URISyntaxError):
        relativize(*pair)
