"""Does every chain of redirects lead to its end, and no circle anywhere?"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from urikit import normalize
from urikit.clean.redirects import redirects

NODES = [f"http://{letter}/" for letter in "abcdef"]


def chain(pairs: list[tuple[str, str]], start: str) -> str | None:
    """Walk step by step, as a client does; None in a circle.  One that leads to itself was only told a cookie."""
    steps, seen = {source: target for source, target in pairs if source != target}, set()
    while start in steps:
        if start in seen:
            return None
        seen.add(start)
        start = steps[start]
    return start


@given(pairs=st.lists(st.tuples(st.sampled_from(NODES), st.sampled_from(NODES)), max_size=12))
def test_what_stands_for_what_is_where_a_client_ends(pairs: list[tuple[str, str]]) -> None:
    found = redirects(pairs)
    for node in NODES:
        end = chain(pairs, node)
        assert (end is None) == (node in found.circles)
        assert end is None or found.aliases.get(node, node) == end
        assert end is None or normalize(node, "protocol", aliases=found.aliases) == end


def test_a_hundred_thousand_steps_are_no_recursion() -> None:
    count = 100_000
    found = redirects([(f"http://h/{n}", f"/{n + 1}") for n in range(count)])

    assert found.longest == count
    assert set(found.aliases.values()) == {f"http://h/{count}"}


def test_texts_are_normalised_before_they_are_compared() -> None:
    found = redirects([("HTTP://A:80", "http://b/%7Ec#top"), ("http://b/~c#x", "d")])

    assert found.aliases == {"http://a/": "http://b/d#top", "http://b/~c": "http://b/d"}


def test_of_two_pairs_the_later_stands() -> None:
    assert redirects([("http://a/", "http://b/"), ("http://a/", "http://c/")]).aliases == {"http://a/": "http://c/"}


def test_what_is_no_uri_is_told() -> None:
    found = redirects([("a b", "http://c/"), ("http://a/", "http://[/"), ("/a", "/b")])

    assert found.aliases == {}
    assert [source for source, _, _ in found.unread] == ["a b", "http://a/", "/a"]


def test_nothing_leads_nowhere() -> None:
    assert redirects([]).longest == 0
