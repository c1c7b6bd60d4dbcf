"""Pairs of a query: what is read, and what an edit leaves alone."""

from __future__ import annotations

import copy
import fnmatch
import pickle
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import UrikitError, URIRuleError
from urikit.strategies import queries
from urikit.syntax.glob import fits
from urikit.syntax.grammar import matches
from urikit.syntax.query import LIMIT, Query

keys = st.text(max_size=3)
values = st.none() | st.text(max_size=3)
pair = st.tuples(keys, values).filter(lambda one: one != ("", None))
pairs = st.lists(pair, max_size=5)


@given(pairs, st.booleans())
def test_pairs_read_back_as_they_were_built(given_pairs: list[tuple[str, str | None]], plus: bool) -> None:
    built = Query.from_pairs(given_pairs, plus)

    assert Query(built.text, plus).decoded() == tuple(given_pairs) == tuple(built)
    assert built.text is None or matches("query", built.text)
    assert len(built) == len(given_pairs)


def test_a_pair_of_nothing_is_refused() -> None:
    for edit in (
        lambda: Query.from_pairs([("", None)]),
        lambda: Query("a").add("", None),
        lambda: Query("=1").set("", None),
    ):
        with pytest.raises(URIRuleError) as caught:
            edit()
        assert [one.code for one in caught.value.findings] == ["empty-pair"]


@given(st.none() | queries(), keys.filter(bool), values)
def test_setting_a_pair_leaves_its_neighbours_byte_for_byte(text: str | None, key: str, value: str | None) -> None:
    before = Query(text)
    after = before.set(key, value)

    assert after.getall(key) == (value,)
    others = [piece for piece in (text or "").split("&") if not piece or key not in Query(piece)]
    left = [piece for piece in (after.text or "").split("&") if not piece or key not in Query(piece)]
    if key in before:
        assert left == others
    else:
        assert after == before.add(key, value)
        assert (after.text or "").startswith(text or "")


@given(st.none() | queries(), pair)
def test_adding_a_pair_leaves_the_others(text: str | None, one: tuple[str, str | None]) -> None:
    before, after = Query(text), Query(text).add(*one)

    assert (after.text or "").startswith(text or "")
    assert after.pairs[:-1] == before.pairs
    assert Query(after.text).decoded("keep")[-1] == one


@given(queries(), st.lists(st.text("ab*?", max_size=3), max_size=2))
def test_dropping_keeps_what_fits_no_glob(text: str, globs: list[str]) -> None:
    before = Query(text)
    after = before.drop(*globs)

    kept = [one for one in before.decoded("keep") if not any(fits(one[0], glob) for glob in globs)]
    assert list(after.decoded("keep")) == kept
    assert after is before if len(kept) == len(before) else len(after) < len(before)


@given(queries())
def test_sorting_is_stable_and_changes_no_pair(text: str) -> None:
    after = Query(text).sort()

    assert list(after.decoded("keep")) == sorted(Query(text).decoded("keep"), key=lambda one: one[0])
    assert sorted((after.text or "").split("&")) == sorted(text.split("&"))
    assert after.sort() == after


@pytest.mark.parametrize(
    ("text", "plus", "read_as"),
    [
        (None, False, ()),
        ("", False, ()),
        ("&&", False, ()),
        ("k", False, (("k", None),)),
        ("k=", False, (("k", ""),)),
        ("=", False, (("", ""),)),
        ("a=b=c", False, (("a", "b=c"),)),
        ("a&&b", False, (("a", None), ("b", None))),
        ("a=1;b=2", False, (("a", "1;b=2"),)),
        ("a=1+1", False, (("a", "1+1"),)),
        ("a+b=1+1%2B", True, (("a b", "1 1+"),)),
        ("p=Secret%250015", True, (("p", "Secret%0015"),)),
        ("type=a+b+%26+c&grape=wine", True, (("type", "a b & c"), ("grape", "wine"))),
    ],
)
def test_pairs_are_read(text: str | None, plus: bool, read_as: tuple[tuple[str, str | None], ...]) -> None:
    query = Query(text, plus)

    assert query.decoded() == read_as
    assert len(query) == len(read_as)
    assert bool(query) == bool(read_as)
    assert all(key in query and query.getall(key) for key, _ in read_as)


@pytest.mark.parametrize(
    ("edit", "text"),
    [
        (lambda: Query("a&&b").set("a", 1), "a=1&&b"),
        (lambda: Query("a=1&b=%7e&a=2&c").set("a", "x"), "a=x&b=%7e&c"),
        (lambda: Query("%61=1").set("a", "2"), "%61=2"),
        (lambda: Query("a+b=1", plus=True).set("a b", "c d+"), "a+b=c%20d%2B"),
        (lambda: Query("a=%FF&%zz=1").set("a", "b"), "a=b&%zz=1"),
        (lambda: Query("%zz=1").set("%zz", "2"), "%zz=2"),
        (lambda: Query(None).set("a", None), "a"),
        (lambda: Query("").add("a", "/?"), "a=/?"),
        (lambda: Query("a&").add("b"), "a&b"),
        (lambda: Query("a&&utm_x=1").drop("utm_*"), "a&"),
        (lambda: Query("utm_x=1").drop("utm_*"), None),
        (lambda: Query("&utm_x=1&").drop("utm_*"), None),
        (lambda: Query("%75tm_x&a").drop("utm_*"), "a"),
        (lambda: Query(None).drop("a"), None),
        (lambda: Query(None).sort(), None),
        (lambda: Query("b&a=2&a=1&&B").sort(), "&B&a=2&a=1&b"),
        (lambda: Query("a&&b&c").replace(-2, "x", ""), "a&&x=&c"),
        (lambda: Query.from_pairs({"a": [1, "2"], "b": None, "c": ()}), "a=1&a=2&b"),
    ],
)
def test_an_edit_writes_one_pair(edit: object, text: str | None) -> None:
    assert edit().text == text  # type: ignore[operator]


def test_replacing_a_pair_that_is_not_there_is_an_index_error() -> None:
    with pytest.raises(IndexError):
        Query("a&&b").replace(2, "c", None)


def test_a_default_is_not_a_value_of_none() -> None:
    assert Query("a").get("a", "x") is None
    assert Query("a").get("b", "x") == "x"
    assert Query("a").get("b") is None
    assert "b" not in Query("a")
    assert 1 not in Query("a")


@pytest.mark.parametrize(
    ("text", "code", "start", "end"),
    [("a=1&b=%C0%AF&c", "bad-utf-8", 6, 12), ("a&%zz=1", "pct-encoded", 3, 5), ("a=1&%FF", "bad-utf-8", 4, 7)],
)
def test_what_is_wrong_in_a_pair_has_its_place_in_the_query(text: str, code: str, start: int, end: int) -> None:
    with pytest.raises(UrikitError) as caught:
        list(Query(text))

    one = getattr(caught.value, "finding", None) or caught.value.findings[0]  # type: ignore[attr-defined]
    assert (one.code, one.start, one.end, caught.value.text) == (code, start, end, text)  # type: ignore[attr-defined]


def test_pairs_that_are_no_utf_8_can_be_kept() -> None:
    assert Query("a=%FF&%FF=%41").decoded("keep") == (("a", "%FF"), ("%FF", "A"))
    assert Query("%FF=%41").decoded("replace") == (("\ufffd", "A"),)


@pytest.mark.parametrize("value", [True, 1.5, b"a", ["a"]])
def test_a_value_has_one_spelling(value: object) -> None:
    with pytest.raises(TypeError):
        Query("a").set("a", value)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", [b"a=1", 1, ["a"]])
def test_a_query_is_text_or_none(text: object) -> None:
    with pytest.raises(TypeError):
        Query(text)  # type: ignore[arg-type]


def test_the_limit_counts_pairs() -> None:
    assert len(Query("&".join("a" * LIMIT))) == LIMIT
    assert len(Query("a&&&&b", limit=2)) == 2
    assert len(Query("&".join("a" * (LIMIT + 1)), limit=None)) == LIMIT + 1
    with pytest.raises(URIRuleError, match="more than 10000 pairs") as caught:
        Query("&".join("a" * (LIMIT + 1)))
    assert [(one.code, one.start) for one in caught.value.findings] == [("too-many-pairs", 2 * LIMIT)]
    with pytest.raises(URIRuleError):
        Query("a&b&c", limit=2)


def test_a_query_is_a_value() -> None:
    query = Query("a=1", plus=True)

    assert query == Query("a=1", plus=True)
    assert hash(query) == hash(Query("a=1", plus=True))
    assert query not in (Query("a=1"), "a=1")
    assert Query(None) != Query("")
    assert pickle.loads(pickle.dumps(query)) == copy.deepcopy(query) == query
    assert eval(repr(query)) == query
    assert eval(repr(Query(None))) == Query(None)
    assert (str(query), str(Query(None))) == ("a=1", "")
    with pytest.raises(AttributeError):
        query.text = "b"
    match query:
        case Query(text, plus):
            assert (text, plus) == ("a=1", True)


def test_a_copy_of_a_long_query_is_not_refused() -> None:
    query = Query("&".join("a" * (LIMIT + 1)), limit=None)

    assert pickle.loads(pickle.dumps(query)) == query


def test_globs_fit_what_fnmatch_says() -> None:
    globs = ["".join(marks) for size in range(5) for marks in product("ab*?", repeat=size)]
    texts = ["".join(letters) for size in range(6) for letters in product("ab", repeat=size)]

    assert [(one, glob) for glob in globs for one in texts if fits(one, glob) != fnmatch.fnmatchcase(one, glob)] == []
