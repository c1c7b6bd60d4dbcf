"""
Which rows does one column of a table hold: CSV, TSV, JSON Lines, Parquet?

CSV is read by RFC 4180, as bytes: a record with a quoted field may span lines.  A quote that nothing closes makes one
bad record, its own line; the lines after it are read as if it were not there, so that a slip never swallows them.
"""

# pyarrow.compute makes its functions when it is loaded, out of sight of
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

import os
import re
from collections import deque
from contextlib import ExitStack

from urikit.clean.errors import ArgumentError, CleanError, first_line
from urikit.clean.judge import masked
from urikit.clean.native import native
from urikit.clean.read import Lines, Packed, Rows, Unread
from urikit.safety.tokens import mask_tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, TypeAlias

    import pyarrow

    Record: TypeAlias = tuple[int, int, list[bytes] | Unread]

RECORD = 1 << 25  # bytes of one record, all columns: longer ones are bad
BLOCK = 4096  # rows given at a time

DEEPEST = 200  # levels of JSON: a fixed number, for what Python's own reader takes depends on who calls it
NO_VALUE = "the record has no value in the column"

_QUOTED = re.compile(rb'"((?:[^"]++|"")*+)"')
_INSIDE = re.compile(rb'(?:[^"]++|"")*+')  # of a quoted field, from the start of a line


def names_or_quote(names: list[str]) -> str:
    """Write column names for a message; where no record names the columns, these are values."""
    return ", ".join(repr(mask_tokens(masked(name))[0]) for name in names) or "none"


def _which(column: str | None, names: list[str], file: str) -> int:
    """Say which of the columns of a file is meant; None is the only one."""
    if column is None:
        if len(names) == 1:
            return 0
        raise ArgumentError(f"{file}: name the column (--column): {names_or_quote(names)}")
    if names == [""]:
        raise ArgumentError(f"{file}: no column {column!r}: the first record, which names the columns, is empty")
    if column not in names:
        raise ArgumentError(f"{file}: no column {column!r} among {names_or_quote(names)}")
    if names.count(column) > 1:
        raise ArgumentError(f"{file}: {names.count(column)} columns are {column!r}: give one another name")
    return names.index(column)


class Records:
    """
    The rows of one column of a CSV or TSV file whose first record names the columns.

    Args:
        read: Gives the next bytes; ``b""`` at the end.
        column: Its name; None takes the only one.
        delimiter: ``b","`` or a TAB.
        keep: Hold at most about so many bytes of a record.
        name: Of the file, for messages.

    Raises:
        ArgumentError: There is no such column or more than one, or none was named and there are several.
    """

    def __init__(
        self, read: Callable[[], bytes], *, column: str | None, delimiter: bytes, keep: int | None, name: str
    ) -> None:
        self._keep = None if keep is None else max(keep, RECORD)
        self._blocks = iter(Lines(read, ends=True, keep=self._keep))
        self._delimiter = delimiter
        self._field = re.compile(rb"[^" + delimiter + rb"]*+")
        self._ahead: deque[tuple[int, int, bytes | Unread]] = deque()  # lines looked at, to be read again
        self._block, self._at = Rows([], [], []), 0  # lines, and which of them is next
        self._column = column
        self._name = name
        self._read = read
        self._begun: int | None = None  # the column's number, where the first record was read before

    def go_on(self, skip: Callable[[int], None], at: tuple[int, int]) -> None:
        """Read the first record, and go on with the one at that line and offset; *skip* goes that far in the file."""
        header = next(self._records())
        self._begun = self._index(header[2])
        self._ahead.clear()
        self._block, self._at = Rows([], [], []), 0
        skip(at[1])
        self._blocks = iter(Lines(self._read, ends=True, keep=self._keep, at=at))

    def __iter__(self) -> Iterator[Rows]:
        records = self._records()
        index = self._begun
        if index is None:
            header = next(records, None)
            if header is None:
                return
            index = self._index(header[2])
        yield from self._in_blocks(records, index) if native is None else self._natively(records, index)

    def _in_blocks(self, records: Iterator[Record], index: int) -> Iterator[Rows]:
        lines: list[int] = []
        offsets: list[int | None] = []
        values: list[bytes | Unread] = []
        size = 0
        for line, offset, fields in records:
            lines.append(line)
            offsets.append(offset)
            value = _value(fields, index)
            values.append(value)
            size += len(value) if isinstance(value, bytes) else len(value.shown)
            if len(values) >= BLOCK or size > RECORD:
                yield Rows(lines, offsets, values)
                lines, offsets, values, size = [], [], [], 0
        if values:
            yield Rows(lines, offsets, values)

    def _natively(self, records: Iterator[Record], index: int) -> Iterator[Rows]:
        """Have the extension read; only a record that is not as it should be is read here."""
        found = native._Records(self._delimiter[0], index, RECORD if self._keep is None else self._keep)
        unread: dict[int, Unread] = {}
        while True:
            if not self._ahead and self._at < len(self._block) and not self._block.values.unread:
                lines, offsets = self._block.lines, self._block.offsets
                first, at = (lines[0], offsets[0]), offsets[self._at] - offsets[0]  # type: ignore[operator]
                _, self._at = found.read(self._block.values.data, first, at, self._at)
            record = next(records, None) if len(found) < BLOCK and found.size() <= RECORD else None
            if record is not None:
                value = _value(record[2], index)
                if isinstance(value, Unread):
                    unread[len(found)] = value
                found.push(b"" if isinstance(value, Unread) else value, *record[:2])
            elif len(found):
                data, ends, lines, offsets = found.take()
                yield Rows(memoryview(lines).cast("q"), memoryview(offsets).cast("q"), Packed(data, ends, unread))
                unread = {}
            else:
                return

    def _index(self, header: list[bytes] | Unread) -> int:
        if isinstance(header, Unread):
            raise ArgumentError(f"{self._name}: the first record should name the columns: {header.message}")
        names = [field.decode(errors="backslashreplace") for field in header]
        return _which(self._column, names, self._name)

    def _records(self) -> Iterator[Record]:
        """Give each record with the line and the byte at which it starts."""
        delimiter = self._delimiter
        for line, offset, data in iter(self._next, None):
            if isinstance(data, Unread):
                yield line, offset, data
            elif b'"' not in data:
                yield line, offset, data.rstrip(b"\r\n").split(delimiter)
            else:
                yield line, offset, self._quoted(data)

    def _next(self) -> tuple[int, int, bytes | Unread] | None:
        if self._ahead:
            return self._ahead.popleft()
        while self._at >= len(self._block):
            block = next(self._blocks, None)
            if block is None:
                return None
            self._block, self._at = block, 0
        at, block = self._at, self._block
        self._at += 1
        return block.lines[at], block.offsets[at], block.values[at]  # type: ignore[return-value]

    def _quoted(self, data: bytes) -> list[bytes] | Unread:
        """
        Read a record with a quote in it; *data* is its first line.

        Cost:
            Linear: what stands between an open quote and the end of the search is lines whose quotes are all doubled.
            Read again, such a line leaves no quote open, so none is read a third time.
        """
        fields: list[bytes] = []
        taken: list[tuple[int, int, bytes | Unread]] = []
        first, at = data, 0
        while True:
            if data[at : at + 1] == b'"':
                field = self._closed(data, at, taken)
                if field is None:
                    self._ahead.extendleft(reversed(taken))
                    return Unread("bad-record", first.rstrip(b"\r\n"), "a quote is not closed, or something follows it")
                value, data, at = field
            else:
                found = self._field.match(data, at)
                end = found.end() if found else at
                value, at = data[at:end].rstrip(b"\r\n"), end
            fields.append(value)
            if data[at : at + 1] != self._delimiter:
                return fields
            at += 1

    def _closed(
        self, data: bytes, at: int, taken: list[tuple[int, int, bytes | Unread]]
    ) -> tuple[bytes, bytes, int] | None:
        """Read the quoted field at *at*: its value, the line it ends on and where; None if it does not end well."""
        found = _QUOTED.match(data, at)
        if found:
            parts, end = [found[1]], found.end()
        else:
            parts, size = [data[at + 1 :]], len(data)
            while True:
                following = self._next()
                if following is None:
                    return None
                taken.append(following)
                data = following[2]  # type: ignore[assignment]
                if isinstance(data, Unread):
                    return None
                inside = _INSIDE.match(data)
                end = inside.end() if inside else 0
                parts.append(data[:end])
                size += len(data)
                if end < len(data):
                    break
                if self._keep is not None and size > self._keep:
                    return None
            end += 1
        if data[end : end + 1] not in (self._delimiter, b"\r", b"\n", b""):
            return None
        return b"".join(parts).replace(b'""', b'"'), data, end


def _value(fields: list[bytes] | Unread, index: int) -> bytes | Unread:
    if isinstance(fields, Unread):
        return fields
    if index < len(fields):
        return fields[index]
    return b"" if fields == [b""] else Unread("no-column", b",".join(fields), NO_VALUE)


def json_lines(
    read: Callable[[], bytes], *, column: str | None, keep: int | None, name: str, at: tuple[int, int] = (1, 0)
) -> Iterator[Rows]:
    """
    Give one field of each line's JSON object; without *column* each line is one JSON string.

    Args:
        read: Gives the next bytes; ``b""`` at the end.
        column: The field's name.
        keep: Hold at most about so many bytes of a line.
        name: Of the file, for messages.
        at: The number and the place of the line with which the stream begins.

    Raises:
        ArgumentError: No column was named, and a line holds an object.
    """
    from json import JSONDecoder

    decode = JSONDecoder(parse_int=float).decode  # an int of a million digits would take its time

    wanted = None if column is None else column.encode(errors="surrogatepass")

    def field(line: bytes | Unread) -> bytes | Unread:
        return line if isinstance(line, Unread) else _field(decode, line, column, name)

    for block in Lines(read, keep=None if keep is None else max(keep, RECORD), at=at):
        values = block.values
        if native is None:
            yield Rows(block.lines, block.offsets, list(map(field, values)))
            continue
        half = native._json_fields(values.data, values.ends, wanted)
        said = {row: field(values[row]) for row in half.left}
        unread = {row: value for row, value in said.items() if isinstance(value, Unread)}
        texts = [b"" if isinstance(value, Unread) else value for value in said.values()]
        data, ends = half.values(texts)
        yield Rows(block.lines, block.offsets, Packed(data, ends, unread))


def _field(decode: Callable[[str], Any], line: bytes, column: str | None, name: str) -> bytes | Unread:
    if not line.strip():
        return line
    if _depth(line) > DEEPEST:
        return Unread("bad-record", line, f"this is JSON nested deeper than {DEEPEST} levels")
    try:
        found = decode(line.decode())
    except UnicodeDecodeError:
        return line  # said of it later on, with its place
    except ValueError as error:
        return Unread("bad-record", line, f"this is no JSON: {error}")
    if isinstance(found, dict):
        if column is None:
            raise ArgumentError(f"{name}: name the column (--column): {names_or_quote(list(found))}")
        found = found.get(column)
    elif column is not None:
        return Unread("bad-record", line, "this is no JSON object")
    if isinstance(found, str):
        return found.encode(errors="surrogatepass")  # half a pair becomes bytes that are no UTF-8
    if found is None:
        return Unread("no-column", line, NO_VALUE)
    return Unread("not-text", line, f"the value is {_KINDS.get(type(found), 'no string')}, not a string")


def _depth(line: bytes) -> int:
    """How deep a line of JSON is nested, or more: brackets that nothing closes count as well."""
    if line.count(b"[") + line.count(b"{") <= DEEPEST:
        return 0
    depth = most = 0
    for bracket in _BRACKETS.findall(line):
        if bracket in b"[{":
            depth += 1
            most = max(most, depth)
        elif bracket in b"]}":
            depth -= 1
    return most


# A string is passed over whole, for the brackets in it are data.
_BRACKETS = re.compile(rb'"(?:[^"\\]|\\.)*+"|[][{}]', re.DOTALL)
_KINDS = {bool: "true or false", float: "a number", list: "an array", dict: "an object"}


def parquet(
    path: str, *, column: str | None, name: str, reach: Callable[[float], None], skip: int = 0
) -> Iterator[Rows]:
    """
    Give one column of a Parquet file; a row's line is its number from 1, and it has no offset.

    Args:
        path: Of the file.
        column: Its name; None takes the only one.
        name: Of the file, for messages.
        reach: Told what share of the rows is given, from 0 to 1.
        skip: How many rows to leave out at the beginning.

    Raises:
        ArgumentError: There is no such column, it holds no text, or none was named and there are several.
        CleanError: The file is damaged; the message names the row group.
    """
    import pyarrow
    from pyarrow.parquet import ParquetFile

    with ExitStack() as stack:
        try:
            data = stack.enter_context(pyarrow.OSFile(os.fsencode(path), "rb"))
            file = stack.enter_context(ParquetFile(data, page_checksum_verification=True))
        except (OSError, pyarrow.ArrowException) as error:
            raise CleanError(f"{name}: this is no whole Parquet file: {first_line(error)}") from error
        chosen = _parquet_column(file.schema_arrow, column, name)
        line = 1
        for group in range(file.num_row_groups):
            if line + (count := file.metadata.row_group(group).num_rows) <= skip + 1 and count:
                line += count
                continue
            try:
                size = _rows_at_a_time(file.metadata.row_group(group), chosen)
                for batch in file.iter_batches(size, row_groups=[group], columns=[chosen], use_threads=False):
                    if line <= skip:
                        past = min(skip + 1 - line, batch.num_rows)
                        line, batch = line + past, batch.slice(past)
                        if not batch.num_rows:
                            continue
                    values = binaries(batch.column(0).cast(pyarrow.large_binary()))
                    reach((line - 1 + len(values)) / file.metadata.num_rows)
                    yield Rows(range(line, line + len(values)), None, values)
                    line += len(values)
            except (OSError, pyarrow.ArrowException) as error:
                raise CleanError(f"{name}: row group {group} is damaged: {first_line(error)}") from error


def binaries(values: pyarrow.LargeBinaryArray) -> Packed:
    """Take over the buffers of a column, which may be a part of longer ones."""
    import pyarrow
    from pyarrow import compute

    _, ends, data = values.buffers()
    cuts = pyarrow.Int64Array.from_buffers(pyarrow.int64(), len(values) + 1, [None, ends], offset=values.offset)
    begin, end = cuts[0].as_py(), cuts[-1].as_py()
    shifted = compute.subtract(cuts, begin)
    nulls = compute.indices_nonzero(values.is_null()).to_pylist() if values.null_count else []
    missing = Unread("no-column", b"", NO_VALUE)
    bytes_of = (data or b"")[begin:end]
    return Packed(bytes(bytes_of), shifted.buffers()[1].to_pybytes(), dict.fromkeys(nulls, missing))


def _rows_at_a_time(group: Any, name: str) -> int:
    """Say how many rows of a column are about as much as `RECORD`, by what the row group says of itself."""
    columns = (group.column(index) for index in range(group.num_columns))
    size = next((column.total_uncompressed_size for column in columns if column.path_in_schema == name), 0)
    fitting: int = group.num_rows * RECORD // max(1, size)
    return max(1, min(BLOCK, fitting))


def _parquet_column(schema: Any, column: str | None, name: str) -> str:
    import pyarrow

    names: list[str] = schema.names
    column = names[_which(column, names, name)]
    kind = schema.field(column).type
    inner = kind.value_type if pyarrow.types.is_dictionary(kind) else kind
    texts = ("is_string", "is_large_string", "is_string_view", "is_binary", "is_large_binary", "is_binary_view")
    if not any(getattr(pyarrow.types, test)(inner) for test in texts):
        raise ArgumentError(f"{name}: the column {column!r} holds {kind}, not text")
    return column
