"""Laws of the query: pairs come back as they went in, and an edit leaves its neighbours byte for byte (§3.4)."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import urikit
from tests.oracle.abnf import RFC3986
from urikit import URI, Query, URIRuleError
from urikit.strategies import queries, query_values, uris

words = st.text(max_size=5) | st.sampled_from(["", "a", "b", "a b", "a+b", "a&b", "a=b", "%41", "é", "a;b"])
# A key of no characters without a value cannot be told from no pair.
pairs = st.lists(st.tuples(words, st.none() | words).filter(lambda pair: pair != ("", None)), max_size=5)
forms = st.booleans()


@given(pairs, forms)
def test_pairs_written_as_a_query_are_read_as_those_pairs(wanted: list[tuple[str, str | None]], plus: bool) -> None:
    query = Query.from_pairs(wanted, plus)

    assert query.decoded() == tuple(wanted)
    assert Query(query.text, plus).decoded() == tuple(wanted)
    assert RFC3986.accepts("query", str(query))
    assert (query.text is None) == (wanted == [])


@given(pairs, pairs)
def test_a_pair_that_cannot_be_told_from_none_is_refused(
    before: list[tuple[str, str | None]], after: list[tuple[str, str | None]]
) -> None:
    with pytest.raises(URIRuleError):
        Query.from_pairs([*before, ("", None), *after])


@given(st.none() | queries() | st.text("a=b&+;%2", max_size=12), forms)
def test_the_text_of_a_query_is_kept(text: str | None, plus: bool) -> None:
    query = Query(text, plus)

    assert query.text == text
    assert str(query) == (text or "")
    assert query == Query(text, plus)
    assert pickle.loads(pickle.dumps(query)) == query
    assert "&".join(piece for piece in (text or "").split("&") if piece) == "&".join(
        key if value is None else f"{key}={value}" for key, value in query.pairs
    )


def neighbours(query: Query, key: str) -> list[str]:
    """The pairs of other keys, as they are written, in order."""
    plain = [read for read, _ in query.decoded("keep")]
    written = [piece for piece in str(query).split("&") if piece]
    return [piece for piece, read in zip(written, plain, strict=True) if read != key]


@given(query_values(), words, st.none() | words)
def test_setting_a_pair_leaves_its_neighbours(query: Query, key: str, value: str | None) -> None:
    assume((key, value) != ("", None))
    changed = query.set(key, value)

    assert neighbours(changed, key) == neighbours(query, key)
    assert changed.getall(key) == (value,)


@given(query_values(), words, st.none() | words)
def test_adding_a_pair_leaves_all_before_it(query: Query, key: str, value: str | None) -> None:
    assume((key, value) != ("", None))
    longer = query.add(key, value)

    assert str(longer).startswith(str(query))
    assert longer.decoded("keep") == (*query.decoded("keep"), (key, value))


@given(query_values(), words.filter(lambda word: not set(word) & set("*?")))
def test_dropping_a_key_leaves_its_neighbours(query: Query, key: str) -> None:
    shorter = query.drop(key)

    assert neighbours(shorter, key) == neighbours(query, key)
    assert key not in shorter
    assert shorter.drop(key) == shorter


@given(query_values())
def test_dropping_everything_leaves_no_query(query: Query) -> None:
    assert query.drop("*") == (Query(None) if len(query) else query)
    assert query.drop() == query


@given(query_values())
def test_sorting_keeps_every_pair_and_the_order_within_a_key(query: Query) -> None:
    ordered = query.sort()

    assert sorted(ordered.pairs, key=repr) == sorted(query.pairs, key=repr)
    assert [key for key, _ in ordered.decoded("keep")] == sorted(key for key, _ in query.decoded("keep"))
    assert ordered.sort() == ordered
    for key, _ in query.decoded("keep"):
        assert [pair for pair in ordered.decoded("keep") if pair[0] == key] == [
            pair for pair in query.decoded("keep") if pair[0] == key
        ]


@given(uris(), st.sampled_from(["a", "b", "é&="]), st.none() | words)
def test_an_edit_of_the_query_changes_nothing_else_of_a_uri(uri: URI, key: str, value: str | None) -> None:
    for changed in (uri.add_query(key, value), uri.drop_query(key), uri.sort_query()):
        assert urikit.is_uri(str(changed))
        assert changed.pieces()[:5] == uri.pieces()[:5]
        assert changed.fragment == uri.fragment
