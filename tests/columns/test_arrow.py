"""
Does a column hold what any library's Arrow array holds, and does any library read it?

The extension's `Column` alone: every producer and layout in, every type out, and what goes wrong on the way.
Sources: the Arrow C Data, C Stream and PyCapsule interfaces.
"""

from __future__ import annotations

import gc
import struct
from typing import Any

import pytest

from tests.columns import producers
from tests.columns.producers import PRODUCERS, Rows, array, everywhere, pa, within

native = pytest.importorskip("urikit._native")
Column = native.Column

ROWS: dict[str, Rows] = {
    "texts": ["http://example.com/", None, "", "a:b", "http://example.com/a/long/path?and=a&query", "a:b", None],
    "none": [],
    "nulls": [None, None, None],
    "a null first and last": [None, *("http://h/" + "x" * n for n in range(17)), None],
    "around a view": ["a" * n for n in range(10, 16)],
    "not ASCII": ["é", "http://例え.jp/", "\U0001f600" * 4, "ab" + "é" * 5, "abc" + "é" * 5],
    "NUL": ["\0", "a\0b", "\0" * 12, "\0" * 13],
    "one": ["a"],
}


@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
@pytest.mark.parametrize("producer", PRODUCERS)
def test_a_column_holds_what_was_given(producer: str, rows: Rows) -> None:
    column = Column(PRODUCERS[producer](rows))

    assert column.to_pylist() == list(rows)
    assert list(column) == list(rows)
    assert [column[row] for row in range(-len(rows), len(rows))] == [*rows, *rows]
    assert (len(column), sum(column.chunks), column.null_count) == (len(rows), len(rows), rows.count(None))


@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
@pytest.mark.parametrize("kind", producers.TYPES.values(), ids=producers.TYPES)
def test_it_goes_out_as_it_came_in(kind: Any, rows: Rows) -> None:
    chunked = Column(pa.chunked_array([within(rows[:1], kind), array([], kind), within(rows[1:], kind)]))
    for column in (Column(within(rows, kind)), chunked):
        assert everywhere(column) == [list(rows)]
        assert everywhere(column.slice(1, max(len(rows) - 2, 0))) == [list(rows)[1:-1]]
        assert Column(column).type == column.type


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("string", "utf8"),
        ("large_string", "large_utf8"),
        ("string_view", "utf8_view"),
        ("dictionary<int8, string>", "dictionary<int8, utf8>"),
        ("dictionary<uint16, large_string>", "dictionary<uint16, large_utf8>"),
        ("dictionary<int64, string_view>", "dictionary<int64, utf8_view>"),
    ],
)
def test_the_layout_is_kept(kind: str, name: str) -> None:
    given = pa.chunked_array([array(["a"], producers.TYPES[kind]), array([None, "b"], producers.TYPES[kind])])
    column = Column(given)

    assert (column.type, column.chunks) == (name, [1, 2])
    assert pa.chunked_array(column).type == given.type
    assert pa.chunked_array(column).equals(given)
    assert pa.field(column).type == given.type


@pytest.mark.parametrize("kind", [*producers.TYPES.values(), pa.null()], ids=str)
def test_no_chunk_is_a_column_too(kind: Any) -> None:
    column = Column(pa.chunked_array([], kind))

    assert (len(column), column.chunks, column.null_count, column.to_pylist()) == (0, [], 0, [])
    assert pa.chunked_array(column).type == kind
    assert len(pa.array(column)) == 0
    assert column.slice(0, 5).to_pylist() == []


def test_the_type_null_is_a_column_of_nulls() -> None:
    for given in [pa.nulls(3), pa.chunked_array([pa.nulls(1), pa.nulls(2)]), pa.table({"u": pa.nulls(3)})]:
        column = Column(given)

        assert (column.type, column.null_count, column.to_pylist()) == ("null", 3, [None] * 3)
        assert pa.array(column).equals(pa.nulls(3))


def test_a_null_word_is_a_null() -> None:
    words = pa.DictionaryArray.from_arrays(pa.array([0, 1, None, 1, 0], pa.int8()), pa.array(["a", None]))

    assert Column(words).to_pylist() == ["a", None, None, None, "a"]
    assert (Column(words).null_count, Column(words[3:]).null_count) == (3, 1)


def test_no_buffer_is_copied() -> None:
    for kind in (pa.string(), pa.large_string()):
        given = within(["http://example.com/" * 3] * 1000, kind)
        back = pa.array(Column(given))

        assert [one.address for one in back.buffers()[1:]] == [one.address for one in given.buffers()[1:]]


def test_buffers_need_no_alignment() -> None:
    def crooked(octets: bytes) -> Any:
        return pa.py_buffer(b"?" + octets).slice(1)

    ends = crooked(struct.pack("=4i", 0, 1, 1, 3))
    view = crooked(struct.pack("=i12s", 12, b"a:b//c/d/e?f") + struct.pack("=i4sii", 13, b"http", 0, 1))
    large = crooked(struct.pack("=4q", 0, 1, 1, 3))

    for kind, cells in ((pa.string(), ends), (pa.large_string(), large)):
        given = pa.Array.from_buffers(kind, 3, [crooked(b"\5"), cells, crooked(b"abc")])
        assert Column(given).to_pylist() == ["a", None, "bc"]
    given = pa.Array.from_buffers(pa.string_view(), 2, [None, view, crooked(b"?http://a/b/cd")])
    assert Column(given).to_pylist() == ["a:b//c/d/e?f", "http://a/b/cd"]
    keys = pa.Array.from_buffers(pa.int32(), 2, [None, crooked(struct.pack("=2i", 1, 0))])
    assert Column(pa.DictionaryArray.from_arrays(keys, pa.array(["a", "b"]))).to_pylist() == ["b", "a"]


def test_a_column_outlives_what_it_came_from() -> None:
    for make in PRODUCERS.values():
        rows = [f"http://example.com/{n}" for n in range(99)]
        given = make(rows)
        column = Column(given)
        back = pa.chunked_array(column)
        part = Column(column).slice(10, 20)
        del given, column
        gc.collect()
        noise = [str(n) * 50 for n in range(1000)]

        assert back.to_pylist() == rows
        del back
        gc.collect()
        assert part.to_pylist() == rows[10:30]
        assert noise[7] == "7" * 50


# --- what is refused


@pytest.mark.parametrize(
    ("values", "name"),
    [
        (pa.array([1]), "int64"),
        (pa.array([1.5]), "float64"),
        (pa.array([True]), "bool"),
        (pa.array([b"a"]), "binary"),
        (pa.array([b"a"], pa.binary_view()), "binary_view"),
        (pa.array([["a"]]), "list"),
        (pa.array([1]).dictionary_encode(), "dictionary of int64"),
        (pa.chunked_array([[1]]), "int64"),
        (pa.chunked_array([], pa.date32()), "date"),
        (pa.table({"a": [1]}), "int64"),
        (pa.table({"a": ["b"], "c": ["d"]}), r"2 columns \(a, c\)"),
        (pa.table({}), "0 columns"),
        (pa.array([{"a": {"b": "c"}}]), "struct"),
        (pa.array([], pa.month_day_nano_interval()), "tin"),
        (pa.array([0], pa.timestamp("s")), "timestamp"),
        ("http://a/", "str"),
        (5, "int"),
        (None, "NoneType"),
        ({"a": "b"}, "dict"),
        ([1], "row 0 is int"),
        (["a", None, b"c"], "row 2 is bytes"),
    ],
    ids=str,
)
def test_what_is_no_column_of_texts_is_refused_by_name(values: object, name: str) -> None:
    with pytest.raises(TypeError, match=name):
        Column(values)


def test_a_lone_surrogate_is_refused_with_its_row() -> None:
    with pytest.raises(ValueError, match="row 1 is a str with a lone surrogate"):
        Column(["a", "\ud800"])


class Twice:
    """Gives the same capsules again and again."""

    def __init__(self, column: Any) -> None:
        self.stream = column.__arrow_c_stream__()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.stream


class OneArray:
    """Gives an array alone, not a stream."""

    def __init__(self, *pair: object) -> None:
        self.pair = pair

    def __arrow_c_array__(self, requested_schema: object = None) -> object:
        return self.pair


def test_a_capsule_is_read_once() -> None:
    stream = Twice(Column(["a"]))
    one = OneArray(*Column(["a"]).__arrow_c_array__())

    for given in (stream, one):
        assert Column(given).to_pylist() == ["a"]
        with pytest.raises(ValueError, match="read before or released"):
            Column(given)


def test_a_capsule_of_another_kind_is_refused() -> None:
    schema, chunk = Column(["a"]).__arrow_c_array__()

    for pair in [(chunk, schema), (schema, schema), (schema,), (1, 2), schema, None]:
        given = OneArray(*pair) if isinstance(pair, tuple) else OneArray()
        if not isinstance(pair, tuple):
            given.pair = pair  # type: ignore[assignment]
        with pytest.raises((TypeError, ValueError, IndexError)):
            Column(given)


def test_a_reader_is_read_once() -> None:
    reader = pa.table({"u": ["a"]}).to_reader()

    assert Column(reader).to_pylist() == ["a"]
    assert Column(reader).to_pylist() == []


def test_a_stream_that_fails_says_why() -> None:
    def batches() -> Any:
        yield pa.record_batch({"u": ["a"]})
        raise RuntimeError("the disk is gone")

    reader = pa.RecordBatchReader.from_batches(pa.schema({"u": pa.string()}), batches())
    with pytest.raises(OSError, match="the disk is gone"):
        Column(reader)


def test_an_error_of_the_producer_is_its_own() -> None:
    class Broken:
        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Column(Broken())


def test_rows_outside_of_their_buffers_are_refused() -> None:
    def text(kind: Any, cells: bytes, count: int, octets: bytes = b"abc") -> Any:
        return pa.Array.from_buffers(kind, count, [None, pa.py_buffer(cells), pa.py_buffer(octets)])

    def view(*parts: Any) -> Any:
        return text(pa.string_view(), struct.pack("=i4sii", *parts), 1, b"x" * 20)

    def words(kind: Any, *keys: int) -> Any:
        return pa.DictionaryArray.from_arrays(pa.array(keys, kind), pa.array(["a", "b"]), safe=False)

    broken = [
        text(pa.string(), struct.pack("=4i", 0, 3, 2, 3), 3),
        text(pa.string(), struct.pack("=4i", 0, -1, 1, 3), 3).slice(1),
        text(pa.string(), struct.pack("=4i", 0, 1, -1, 3), 3).slice(0, 2),
        text(pa.large_string(), struct.pack("=4q", 0, 3, 2, 3), 3),
        text(pa.large_string(), struct.pack("=3q", 0, -(2**60), 3), 2).slice(1),
        text(pa.large_string(), struct.pack("=3q", 0, -(2**60), 3), 2).slice(0, 1),
        view(13, b"xxxx", 0, 8),
        view(13, b"xxxx", 1, 0),
        view(13, b"xxxx", -1, 0),
        view(13, b"xxxx", 0, -1),
        view(-1, b"xxxx", 0, 0),
        view(2**31 - 1, b"xxxx", 0, 0),
        words(pa.int8(), 0, 2),
        words(pa.int8(), -1),
        words(pa.int64(), -1),
        words(pa.uint64(), 2**64 - 1),
    ]
    for given in broken:
        with pytest.raises(ValueError, match="broken"):
            Column(given)
        with pytest.raises(ValueError, match="broken"):
            Column(pa.chunked_array([given]))


def test_what_a_null_hides_may_be_anything() -> None:
    views = struct.pack("=i4sii", 2**31 - 1, b"????", 99, -1) + struct.pack("=i12s", 1, b"a")
    hidden = pa.Array.from_buffers(pa.string_view(), 2, [pa.py_buffer(b"\2"), pa.py_buffer(views)])
    keys = pa.Array.from_buffers(pa.int8(), 2, [pa.py_buffer(b"\2"), pa.py_buffer(b"\x63\0")])

    assert Column(hidden).to_pylist() == [None, "a"]
    assert Column(pa.DictionaryArray.from_arrays(keys, pa.array(["a"]), safe=False)).to_pylist() == [None, "a"]


def test_octets_that_are_no_text_are_a_clear_error() -> None:
    ends = pa.py_buffer(struct.pack("=3i", 0, 1, 2))
    given = pa.Array.from_buffers(pa.string(), 2, [None, ends, pa.py_buffer(b"a\xff")])
    column = Column(given)

    assert column[0] == "a"
    with pytest.raises(ValueError, match="not UTF-8"):
        column[1]
    with pytest.raises(ValueError, match="row 1 is octets that are not UTF-8"):
        column.to_pylist()
