"""
How do row groups that were written apart become one Parquet file?

A row group says where its pages are, as places in the file.  Each is written as a file of its own; its pages are put
behind those of the others as they are, and what its footer says of it is moved by as much.  Footers are Thrift, in its
compact protocol: https://github.com/apache/parquet-format, https://github.com/apache/thrift (compact protocol).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, TypeAlias

    Field: TypeAlias = tuple[int, int, Any]
    Struct: TypeAlias = list[Field]

MAGIC = b"PAR1"
STOP, TRUE, FALSE, BYTE, DOUBLE, BINARY, LIST, SET, MAP, STRUCT = 0, 1, 2, 3, 7, 8, 9, 10, 11, 12

ROWS, GROUPS = 3, 4  # of FileMetaData
COLUMNS, GROUP_SIZE, GROUP_OFFSET, GROUP_PACKED, ORDINAL = 1, 2, 5, 6, 7  # of RowGroup
COLUMN_PLACES = (2, 4, 6)  # of ColumnChunk: file_offset, offset_index_offset, column_index_offset
DATA = 3
NAME, SIZE, PACKED = 3, 6, 7  # of ColumnMetaData: path_in_schema, bytes of all pages, and as they are packed
PAGE_PLACES = (9, 10, 11, 14)  # also: data, index and dictionary pages, bloom filter


class Reader:
    """
    Values in the compact protocol.

    Args:
        data: The bytes.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def struct(self) -> Struct:
        """Read a struct: number, type and value of each field."""
        fields: Struct = []
        number = 0
        while (head := self._byte()) != STOP:
            number = number + (head >> 4) if head >> 4 else self._zigzag()
            kind = head & 15
            fields.append((number, kind, kind == TRUE if kind in (TRUE, FALSE) else self._value(kind)))
        return fields

    def _value(self, kind: int) -> Any:
        if kind in (TRUE, FALSE, BYTE):  # a truth in a list is a byte
            return self._byte()
        if kind == DOUBLE:
            return self._bytes(8)
        if kind == BINARY:
            return self._bytes(self._varint())
        if kind in (LIST, SET):
            return self._list()
        if kind == MAP:
            return self._map()
        return self.struct() if kind == STRUCT else self._zigzag()

    def _list(self) -> tuple[int, list[Any]]:
        head = self._byte()
        size = self._varint() if head >> 4 == 15 else head >> 4
        return head & 15, [self._value(head & 15) for _ in range(size)]

    def _map(self) -> tuple[int, list[tuple[Any, Any]]]:
        size = self._varint()
        kinds = self._byte() if size else 0
        return kinds, [(self._value(kinds >> 4), self._value(kinds & 15)) for _ in range(size)]

    def _byte(self) -> int:
        self._at += 1
        return self._data[self._at - 1]

    def _bytes(self, size: int) -> bytes:
        self._at += size
        return self._data[self._at - size : self._at]

    def _varint(self) -> int:
        number = shift = 0
        while (byte := self._byte()) > 127:
            number |= (byte & 127) << shift
            shift += 7
        return number | byte << shift

    def _zigzag(self) -> int:
        number = self._varint()
        return number >> 1 ^ -(number & 1)


def written(fields: Struct) -> bytes:
    """Write a struct as `Reader.struct` reads it."""
    out = bytearray()
    before = 0
    for number, kind, value in fields:
        if 0 < number - before < 16:
            out.append(number - before << 4 | kind)
        else:
            out.append(kind)
            out += _varint(_zigzag(number))
        if kind not in (TRUE, FALSE):
            out += _written(kind, value)
        before = number
    out.append(STOP)
    return bytes(out)


def _written(kind: int, value: Any) -> bytes:
    if kind in (TRUE, FALSE, BYTE):
        return bytes([value])
    if kind == DOUBLE:
        return bytes(value)
    if kind == BINARY:
        return _varint(len(value)) + bytes(value)
    if kind in (LIST, SET):
        inner, values = value
        return list_head(inner, len(values)) + b"".join(_written(inner, one) for one in values)
    if kind == MAP:
        kinds, pairs = value
        both = (_written(kinds >> 4, key) + _written(kinds & 15, one) for key, one in pairs)
        return _varint(len(pairs)) + (bytes([kinds]) if pairs else b"") + b"".join(both)
    return written(value) if kind == STRUCT else _varint(_zigzag(value))


def list_head(kind: int, size: int) -> bytes:
    """Write what stands before the values of a list."""
    return bytes([size << 4 | kind]) if size < 15 else bytes([0xF0 | kind]) + _varint(size)


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def _zigzag(number: int) -> int:
    return number << 1 if number >= 0 else (-number << 1) - 1


# ------------------------------------------------------------------------------------------------------------- Parquet


def footer(file: Any) -> tuple[Struct, int]:
    """Return the footer of a Parquet file, and where it begins."""
    whole = memoryview(file)
    begin = len(whole) - 8 - int.from_bytes(whole[-8:-4], "little")
    return Reader(bytes(whole[begin:-8])).struct(), begin


def pages(file: Any, begin: int) -> memoryview:
    """Return the pages of a Parquet file whose footer begins there."""
    return memoryview(file)[len(MAGIC) : begin]


def groups(meta: Struct) -> list[Struct]:
    """Return the row groups of a footer."""
    found: list[Struct] = next(value for number, _, value in meta if number == GROUPS)[1]
    return found


def repeated(group: Struct, end: int, name: str, other: str) -> tuple[slice, Struct]:
    """
    Let a row group have a column once more, under another name.

    Args:
        group: As of `groups`; its pages end at *end* of the file.
        end: Where those of the other column will begin.
        name: Of the column, which has no dictionary.
        other: The other's, which the schema has right behind it.

    Returns:
        Where its pages are, which are to be written again at *end*; and the row group.
    """
    fields = {number: value for number, _, value in group}
    inner, columns = fields[COLUMNS]
    place = next(at for at, one in enumerate(columns) if _meta(one)[NAME] == _name(name))
    meta = _meta(columns[place])
    begin = meta[PAGE_PLACES[0]]
    again = [
        (number, kind, _with(value, {NAME: _name(other)}) if number == DATA else value)
        for number, kind, value in _column(columns[place], end - begin)
    ]
    more = {COLUMNS: (inner, [*columns[: place + 1], again, *columns[place + 1 :]])}
    more |= {one: fields[one] + meta[of] for one, of in ((GROUP_SIZE, SIZE), (GROUP_PACKED, PACKED)) if one in fields}
    return slice(begin, begin + meta[PACKED]), _with(group, more)


def _name(column: str) -> tuple[int, list[bytes]]:
    return BINARY, [column.encode()]


def _with(fields: Struct, values: dict[int, Any]) -> Struct:
    """Return a struct with other values in some of its fields."""
    return [(number, kind, values.get(number, value)) for number, kind, value in fields]


def _meta(column: Struct) -> dict[int, Any]:
    """Return what a column chunk says of itself."""
    (fields,) = (value for number, _, value in column if number == DATA)
    return {number: value for number, _, value in fields}


def moved(group: Struct, by: int) -> bytes:
    """Write a row group whose pages stand further back by so many bytes."""
    fields: Struct = []
    for number, kind, value in group:
        if number == COLUMNS:
            inner, columns = value
            fields.append((number, kind, (inner, [_column(column, by) for column in columns])))
        elif number == GROUP_OFFSET:
            fields.append((number, kind, value + by))
        elif number != ORDINAL:  # of 16 bits, and may be left out
            fields.append((number, kind, value))
    return written(fields)


def _column(column: Struct, by: int) -> Struct:
    return [
        (number, kind, _places(value, PAGE_PLACES, by) if number == DATA else value)
        for number, kind, value in _places(column, COLUMN_PLACES, by)
    ]


def _places(fields: Struct, numbers: tuple[int, ...], by: int) -> Struct:
    return [(number, kind, value + by if number in numbers and value else value) for number, kind, value in fields]


def end(empty: bytes, rows: int, group_texts: Iterable[bytes]) -> bytes:
    """
    Write the end of a file.

    Args:
        empty: A Parquet file without rows, whose footer says all but them.
        rows: How many there are.
        group_texts: The row groups, as `moved` writes them.
    """
    meta, _ = footer(empty)
    before = written([(number, kind, rows if number == ROWS else value) for number, kind, value in meta if number < 4])
    texts = list(group_texts)
    head = bytes([GROUPS - ROWS << 4 | LIST]) + list_head(STRUCT, len(texts))
    after = written([(GROUPS, TRUE, True), *(field for field in meta if field[0] > GROUPS)])[1:]
    text = before[:-1] + head + b"".join(texts) + after
    return text + len(text).to_bytes(4, "little") + MAGIC
