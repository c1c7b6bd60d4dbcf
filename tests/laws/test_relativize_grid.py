"""P6 on a fixed grid: every target reached from every base, none wrong, none refused."""

from __future__ import annotations

from itertools import product

import urikit

AUTHORITIES = ["http://a", "http://u@a:80", "http://b", "https://a", "file://"]
PATHS = ["", "/", "/b", "/b/", "/b/c", "/b/c/", "/b//c", "//b", "/b/c:d", "/:", "/b/c;p=1/e", "/%2E/b"]
TAILS = ["", "?", "?q", "?q=/../x", "#f", "?q#"]
ROOTLESS = [
    "urn:a:b",
    "urn:a:b/c",
    "urn:",
    "mailto:a@b",
    "a:b/c",
    "a:b/c:d",
    "a:/b",
    "a:/b/c",
    "a:/.//b",
    "a:?q",
    "a:b?q#f",
    "data:,x/y",
    "a:b//c",
]

# Bases and targets apart, so that the grid stays some tens of thousands of pairs.
BASES = [*map("".join, product(AUTHORITIES[:3], PATHS, ["", "?", "?q"])), *ROOTLESS]
TARGETS = [*map("".join, product(AUTHORITIES, PATHS, TAILS)), *ROOTLESS]


def test_the_grid_has_no_wrong_and_no_refused_pair() -> None:
    wrong: list[tuple[str, str, str]] = []
    pairs = 0
    for base, target in product(BASES, TARGETS):
        relative = urikit.relativize(base, target)  # an exception is a refusal, and fails
        pairs += 1
        if urikit.resolve(base, relative) != target:
            wrong.append((base, target, relative))

    assert pairs > 40_000
    assert wrong == []


def test_most_targets_below_the_same_authority_get_a_shorter_reference() -> None:
    """That a whole target is always right must not be all there is."""
    pairs = [
        (base, target)
        for base, target in product(BASES, TARGETS)
        if base.startswith("http://a") and target.startswith("http://a")
    ]
    whole = [pair for pair in pairs if urikit.relativize(*pair) == pair[1]]

    assert len(pairs) > 2000
    assert whole == []


def test_targets_that_no_reference_can_give_come_back_whole() -> None:
    """Dot segments in a target: resolving removes them, so the whole target is the best that can be said."""
    for target in ("http://a/./b", "http://a/b/..", "a:../b", "a:b/./c"):
        for base in ("http://a/b/c", "http://x/", "a:b/c"):
            assert urikit.relativize(base, target) == target
