"""
What does a column answer, of which types, and what becomes of rows that are patched?
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.columns import producers
from tests.columns.producers import CONSUMERS, everywhere, pa, within

native = pytest.importorskip("urikit._native")
Column = native.Column


KINDS: dict[str, tuple[Any, list[Any], list[Any]]] = {
    # the kind, the values as they are built, and as they are read
    "bool": ("bool", [True, None, False] * 5, [True, None, False] * 5),
    "int64": ("int64", [0, None, -(2**63), 2**63 - 1], [0, None, -(2**63), 2**63 - 1]),
    "utf8": ("utf8", ["a", None, "", "é" * 40], ["a", None, "", "é" * 40]),
    "large_utf8": ("large_utf8", ["a", None, "", "é" * 40], ["a", None, "", "é" * 40]),
    "utf8_view": ("utf8_view", ["a" * 12, None, "a" * 13, ""], ["a" * 12, None, "a" * 13, ""]),
    "fixed_size_binary[16]": ("binary16", [bytes(range(16)), None], [bytes(range(16)), None]),
    "null": ("null", [None, None, None], [None, None, None]),
    "list<utf8>": (("list", "utf8"), [["a", None], None, [], ("b",)], [["a", None], None, [], ["b"]]),
    "struct<a: utf8, b: int64>": (
        ("struct", [("a", "utf8"), ("b", "int64")]),
        [("x", 1), None, (None, None), ["y", -2]],
        [("x", 1), None, (None, None), ("y", -2)],
    ),
    "list<struct<k: utf8, v: list<bool>>>": (
        ("list", ("struct", (("k", "utf8"), ("v", ("list", "bool"))))),
        [[("x", [True]), ("y", None), None], None, [], [(None, [None, False])]],
        [[("x", [True]), ("y", None), None], None, [], [(None, [None, False])]],
    ),
}


@pytest.mark.parametrize("name", KINDS)
def test_every_type_goes_out(name: str) -> None:
    kind, values, seen = KINDS[name]
    column = Column.build(kind, values)

    assert (column.type, column.null_count, len(column)) == (name, values.count(None), len(values))
    assert everywhere(column) == [seen]
    for chunks in ([1, len(values) - 1], [0, len(values), 0], [1] * len(values)):
        column = Column.build(kind, values, chunks)
        assert everywhere(column) == [seen]
        assert everywhere(column.slice(1, len(values) - 1)) == [seen[1:]]
    assert everywhere(column.slice(1, 1)) == [seen[1:2]]
    assert everywhere(Column.build(kind, [])) == [[]]


def test_the_type_goes_out_with_its_names() -> None:
    kind, values, _ = KINDS["list<struct<k: utf8, v: list<bool>>>"]

    assert pa.field(Column.build(kind, values)).type == pa.list_(
        pa.struct({"k": pa.string(), "v": pa.list_(pa.bool_())})
    )
    assert pa.field(Column.build("binary16", [])).type == pa.binary(16)


@pytest.mark.parametrize("name", KINDS)
def test_rows_are_patched_where_they_are(name: str) -> None:
    kind, values, seen = KINDS[name]
    last = len(values) - 1
    for chunks in ([len(values)], [1, 0, last]):
        column = Column.build(kind, values, chunks)
        patched = column.patched([0, last], [None, values[0]])

        assert patched.to_pylist() == [None, *seen[1:-1], seen[0]]
        assert (patched.type, patched.chunks) == (column.type, chunks)
        assert column.patched([], []).to_pylist() == seen
        assert column.slice(1, last).patched([last - 1], [values[0]]).to_pylist() == [*seen[1:-1], seen[0]]
        assert column.to_pylist() == seen
        assert everywhere(patched) == [patched.to_pylist()]


@pytest.mark.parametrize("kind", producers.TYPES.values(), ids=producers.TYPES)
def test_texts_are_patched_in_their_layout(kind: Any) -> None:
    rows = [None if n % 7 == 0 else "http://example.com/" * (n % 3) + str(n) for n in range(100)]
    given = Column(pa.chunked_array([within(rows[:40], kind), within(rows[40:], kind)]))
    at = [0, 1, 39, 40, 41, 80, 99]
    new: list[str | None] = ["", None, "a" * 13, "b", None, "é" * 30, "last"]
    patched = given.patched(at, new)
    expected = [dict(zip(at, new, strict=True)).get(row, text) for row, text in enumerate(rows)]

    assert patched.to_pylist() == expected
    assert CONSUMERS["pyarrow chunked array"](patched) == expected
    if not pa.types.is_dictionary(kind):
        assert patched.type == given.type


@pytest.mark.parametrize(
    ("rows", "values", "words"),
    [
        ([0], [], "0 values for 1 rows"),
        ([3], ["a"], "below 3"),
        ([1, 0], ["a", "b"], "in order"),
        ([1, 1], ["a", "b"], "in order"),
        ([1], ["\ud800"], "row 1 .* lone surrogate"),
    ],
)
def test_a_wrong_patch_is_refused(rows: list[int], values: list[str], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Column(["x", "y", "z"]).patched(rows, values)


@pytest.mark.parametrize(
    ("kind", "value", "error", "words"),
    [
        ("bool", 1, TypeError, "row 1 is int, not bool"),
        ("int64", "1", TypeError, "row 1 is str, not int"),
        ("int64", 2**63, ValueError, "row 1 is an int that does not fit in 64 bits"),
        ("utf8", b"a", TypeError, "row 1 is bytes, not str"),
        ("binary16", b"a" * 15, ValueError, "row 1 is bytes, but not 16"),
        ("binary16", "a" * 16, TypeError, "row 1 is str, not bytes"),
        ("null", "a", ValueError, "row 1 is a value in a column of nulls"),
        (("list", "utf8"), "ab", TypeError, "row 1 is str, not list"),
        (("list", "utf8"), [1], TypeError, "row 1 is int, not str"),
        (("struct", [("a", "utf8")]), (), ValueError, "row 1 is a record of 0 values, not 1"),
        (("struct", [("a", "utf8")]), {"a": "b"}, TypeError, "row 1 is dict"),
    ],
    ids=str,
)
def test_a_value_of_another_kind_is_refused(kind: Any, value: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        Column.build(kind, [None, value])
    with pytest.raises(error, match=words):
        Column.build(kind, [None, None], [1, 1]).patched([1], [value])


def test_a_kind_that_is_none_is_refused() -> None:
    deep: Any = "utf8"
    for _ in range(1000):
        deep = ("list", deep)
    for kind in ["int32", ("list",), ("map", "utf8"), ("struct", [("a\0b", "utf8")]), ("struct", ["a"]), 5, None, deep]:
        with pytest.raises((TypeError, ValueError)):
            Column.build(kind, [])
    with pytest.raises(ValueError, match="add up"):
        Column.build("utf8", ["a"], [2])
    with pytest.raises(ValueError, match="add up"):
        Column.build("utf8", ["a"], [2**63, 2**63, 1])


def test_a_field_is_null_where_its_record_is() -> None:
    kind = ("struct", [("a", "utf8"), ("b", ("list", "int64"))])
    values = [("x", [1]), None, (None, []), ("y", None), ("z", [None, 2])]
    column = Column.build(kind, values, [2, 3])

    assert column.field("a").to_pylist() == ["x", None, None, "y", "z"]
    assert column.slice(1, 3).field("b").to_pylist() == [None, [], None]
    b = column.field("b")
    assert (b.type, b.chunks, b.null_count) == ("list<int64>", [2, 3], 2)
    assert CONSUMERS["pyarrow array"](column.slice(1, 4).field("a")) == [None, None, "y", "z"]
    for missing in (column, Column(["a"])):
        with pytest.raises(KeyError, match="no"):
            missing.field("no")


def test_rows_are_counted_from_either_end() -> None:
    column = Column.build("int64", list(range(10)), [3, 0, 7])

    assert [column[row] for row in (0, 2, 3, 9, -1, -10)] == [0, 2, 3, 9, 9, 0]
    for row in (10, -11, 2**62, -(2**62)):
        with pytest.raises(IndexError, match="of a column of 10"):
            column[row]
    assert column.slice(2, 3).to_pylist() == [2, 3, 4]
    assert (column.slice(2, 3).chunks, column.slice(3, 0).chunks) == ([1, 2], [0])
    assert column.slice(8).to_pylist() == column.slice(8, 100).to_pylist() == [8, 9]
    assert column.slice(99, 5).to_pylist() == []
    with pytest.raises(OverflowError):
        column.slice(-1, 1)


def test_a_repr_shows_no_row() -> None:
    assert repr(Column(["http://u:secret@h/"])) == "<Column of 1 rows, utf8>"


def test_a_table_goes_to_duckdb_without_pyarrow() -> None:
    if not producers.duckdb:
        pytest.skip("duckdb is not installed")
    table = Column.build(("struct", [("a", "utf8"), ("b", "int64")]), [("x", 1), ("y" * 20, None)], [1, 1])
    with producers.duckdb.connect() as connection:
        connection.register("t", table)
        assert connection.sql("select * from t").fetchall() == [("x", 1), ("y" * 20, None)]
