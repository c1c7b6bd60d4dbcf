"""
Is whatever a producer says either read as it is meant or refused, and is a column a list in chunks?
"""

from __future__ import annotations

import struct
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.columns.producers import TYPES, array, pa

native = pytest.importorskip("urikit._native")
Column = native.Column

OCTETS = b"abcdefghijklmnopqrstuvwxyz"
texts = st.none() | st.text(max_size=3) | st.text("aé", min_size=9, max_size=16)


def bitmap(valid: list[bool]) -> bytes:
    return sum(bit << row for row, bit in enumerate(valid)).to_bytes(len(valid) // 8 + 1, "little")


@given(ends=st.lists(st.integers(-2, 9), min_size=1, max_size=6), large=st.booleans())
def test_any_offsets_are_read_or_refused(ends: list[int], large: bool) -> None:
    cells = [0, *ends, 9]  # pyarrow itself looks at the first and the last
    buffers = [None, pa.py_buffer(struct.pack(f"={len(cells)}{'q' if large else 'i'}", *cells)), pa.py_buffer(OCTETS)]
    given = pa.Array.from_buffers(pa.large_string() if large else pa.string(), len(ends) + 1, buffers)
    given = given.slice(1, len(ends) - 1)

    if len(ends) == 1:
        assert Column(given).to_pylist() == []
    elif ends == sorted(ends) and ends[0] >= 0:
        assert Column(given).to_pylist() == [OCTETS[a:b].decode() for a, b in pairwise(ends)]
    else:
        with pytest.raises(ValueError, match="broken"):
            Column(given)


lengths = st.integers(0, 14) | st.sampled_from([-1, 27, 2**31 - 1, -(2**31)])
views = st.tuples(st.booleans(), lengths, st.integers(-1, 2), st.integers(-1, 27) | st.just(2**31 - 1))


@given(st.lists(views, min_size=1, max_size=4))
def test_any_views_are_read_or_refused(rows: list[tuple[bool, int, int, int]]) -> None:
    def read(length: int, buffer: int, start: int) -> str | None:
        if 0 <= length <= 12:
            return "z" * length
        right = buffer in (0, 1) and start >= 0 and 0 <= length <= 26 - start
        return OCTETS[start : start + length].decode() if right else None

    cells = b"".join(
        struct.pack("=i12s", length, b"z" * 12)
        if 0 <= length <= 12
        else struct.pack("=i4sii", length, OCTETS[max(start, 0) :][:4], buffer, start)
        for _, length, buffer, start in rows
    )
    valid = pa.py_buffer(bitmap([row[0] for row in rows]))
    given = pa.Array.from_buffers(
        pa.string_view(), len(rows), [valid, pa.py_buffer(cells), pa.py_buffer(OCTETS), pa.py_buffer(OCTETS)]
    )
    expected = [read(*row[1:]) if row[0] else None for row in rows]

    if all(text is not None or not row[0] for text, row in zip(expected, rows, strict=True)):
        assert Column(given).to_pylist() == expected
    else:
        with pytest.raises(ValueError, match="broken"):
            Column(given)


@given(
    keys=st.lists(st.none() | st.integers(-128, 127), min_size=1, max_size=4),
    words=st.lists(texts, max_size=130),
    kind=st.sampled_from([pa.int8(), pa.int16(), pa.int32(), pa.int64()]),
)
def test_any_keys_are_read_or_refused(keys: list[int | None], words: list[str | None], kind: Any) -> None:
    given = pa.DictionaryArray.from_arrays(pa.array(keys, kind), pa.array(words, pa.string()), safe=False)

    if all(key is None or 0 <= key < len(words) for key in keys):
        expected = [None if key is None else words[key] for key in keys]
        assert Column(given).to_pylist() == expected
        assert Column(given).null_count == expected.count(None)
    else:
        with pytest.raises(ValueError, match="broken"):
            Column(given)


@given(
    chunks=st.lists(st.lists(texts, max_size=20), max_size=4),
    kind=st.sampled_from([*TYPES.values()]),
    start=st.integers(0, 30),
    length=st.integers(0, 30),
    more=st.integers(0, 9),
)
def test_a_slice_is_that_of_the_list(
    chunks: list[list[str | None]], kind: Any, start: int, length: int, more: int
) -> None:
    rows = [row for chunk in chunks for row in chunk]
    column = Column(pa.chunked_array([array([*chunk, "x"], kind)[: len(chunk)] for chunk in chunks], kind))

    part = column.slice(start, length)
    assert part.to_pylist() == rows[start : start + length]
    assert part.null_count == rows[start : start + length].count(None)
    assert pa.chunked_array(part.slice(more)).to_pylist() == rows[start : start + length][more:]


leaves = {
    "bool": st.booleans(),
    "int64": st.integers(-(2**63), 2**63 - 1),
    "binary16": st.binary(min_size=16, max_size=16),
}
leaves |= dict.fromkeys(
    ["utf8", "large_utf8", "utf8_view"], st.text(max_size=3) | st.text("aé", min_size=9, max_size=16)
)
kinds = st.recursive(
    st.sampled_from([*leaves]),
    lambda inner: (
        st.tuples(st.just("list"), inner)
        | st.tuples(
            st.just("struct"), st.lists(inner, max_size=3).map(lambda all_: list(zip("abc", all_, strict=False)))
        )
    ),
    max_leaves=4,
)


def values(kind: Any) -> st.SearchStrategy[Any]:
    if isinstance(kind, str):
        return st.none() | leaves[kind]
    if kind[0] == "list":
        return st.none() | st.lists(values(kind[1]), max_size=3)
    return st.none() | st.tuples(*(values(inner) for _, inner in kind[1]))


@given(st.data())
def test_a_column_of_any_kind_is_its_list_and_patches_are_set_in_it(data: st.DataObject) -> None:
    kind = data.draw(kinds)
    chunks = data.draw(st.lists(st.lists(values(kind), max_size=9), max_size=3))
    rows = [row for chunk in chunks for row in chunk]
    column = Column.build(kind, rows, [len(chunk) for chunk in chunks])
    assert column.to_pylist() == rows
    assert pa.chunked_array(column).validate(full=True) is None
    assert pa.array(column).validate(full=True) is None

    at = data.draw(st.lists(st.sampled_from(range(len(rows))), unique=True)) if rows else []
    new = [data.draw(values(kind)) for _ in at]
    patched = column.patched(sorted(at), new)
    for row, value in zip(sorted(at), new, strict=True):
        rows[row] = value
    assert patched.to_pylist() == rows
    assert patched.type == column.type
    assert pa.chunked_array(patched).validate(full=True) is None
    assert pa.array(patched.slice(1)).validate(full=True) is None
