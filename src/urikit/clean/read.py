"""
Which rows does a file hold, and where does each stand?

A line is what lies between two line ends: LF, CRLF or a lone CR (with ``-0`` a NUL, and nothing else).  A byte order
mark belongs to the file.  Nothing else is taken away, joined or guessed: blanks, tabs, quotes, commas and bytes that
are no UTF-8 are the row's own matter.
"""

from __future__ import annotations

from array import array
from itertools import accumulate

from urikit.clean.native import native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

BOM = b"\xef\xbb\xbf"


class Unread:
    """
    A row that is no identifier before anybody looks at the grammar.

    Args:
        code: Why: a code of `urikit.explain`.
        shown: What there is to show of it.
        message: Why, in words.
    """

    __slots__ = ("code", "message", "shown")

    def __init__(self, code: str, shown: bytes, message: str) -> None:
        self.code = code
        self.shown = shown
        self.message = message


class Packed:
    """
    The bytes of some rows, one behind the other.

    Args:
        data: Of all.
        ends: Where each ends, as int64, after a 0: the layout of Arrow's large_binary.
        unread: The rows, counted from 0, that are none before anybody looks at the grammar.
    """

    __slots__ = ("_cuts", "data", "ends", "unread")

    def __init__(self, data: bytes, ends: bytes, unread: Mapping[int, Unread] | None = None) -> None:
        self.data = data
        self.ends = ends
        self.unread = unread or {}
        self._cuts = memoryview(ends).cast("q")

    def __len__(self) -> int:
        return len(self._cuts) - 1

    def __getitem__(self, row: int) -> bytes | Unread:
        if not 0 <= row < len(self):
            raise IndexError(row)
        return self.unread.get(row) or self.data[self._cuts[row] : self._cuts[row + 1]]

    def __iter__(self) -> Iterator[bytes | Unread]:
        return map(self.__getitem__, range(len(self)))


def packed(values: Sequence[bytes | Unread]) -> Packed:
    """Pack the bytes of rows."""
    unread = {row: value for row, value in enumerate(values) if isinstance(value, Unread)}
    texts: Sequence[bytes] = [b"" if isinstance(value, Unread) else value for value in values] if unread else values  # type: ignore[assignment]
    return Packed(b"".join(texts), array("q", accumulate(map(len, texts), initial=0)).tobytes(), unread)


def int64s(numbers: Sequence[int]) -> bytes:
    """Give whole numbers one behind the other, eight bytes each; those that stand so are not copied."""
    if isinstance(numbers, memoryview) and isinstance(numbers.obj, bytes) and len(numbers.obj) == numbers.nbytes:
        return numbers.obj
    return array("q", numbers).tobytes()


class Rows:
    """
    Some rows of one file, in order.

    Args:
        lines: The line at which each starts, from 1 (of Parquet: the row).
        offsets: The byte at which each starts, in the unpacked file, from 0; None where the format has no such place.
        values: The bytes of each, or why there are none.
    """

    __slots__ = ("lines", "offsets", "values")

    def __init__(
        self, lines: Sequence[int], offsets: Sequence[int | None] | None, values: Sequence[bytes | Unread] | Packed
    ) -> None:
        self.lines = lines
        self.offsets: Sequence[int | None] = [None] * len(values) if offsets is None else offsets
        self.values = values if isinstance(values, Packed) else packed(values)

    def __len__(self) -> int:
        return len(self.values)


class Lines:
    """
    The lines of a stream, some at a time.

    Args:
        read: Gives the next bytes; ``b""`` at the end.
        nul: A NUL ends a line, and nothing else does.
        ends: Leave each line its end.
        keep: Hold at most about so many bytes of a line; what follows is read and counted, not kept.
        at: The number and the place of the line with which the stream begins.

    Cost:
        One pass; memory is one read and one line (or *keep*).
    """

    def __init__(
        self,
        read: Callable[[], bytes],
        *,
        nul: bool = False,
        ends: bool = False,
        keep: int | None = None,
        at: tuple[int, int] = (1, 0),
    ) -> None:
        self._read = read
        self._nul = nul
        self._ends = ends
        self._keep = keep
        self._line, self._offset = at
        self._dropped = 0  # bytes of the held line that were counted, not kept

    def __iter__(self) -> Iterator[Rows]:
        held = bytearray(self._start())
        if held:
            yield from self._whole(held)
        while chunk := self._read():
            waits = held.endswith(b"\r") and not self._nul  # a CR at the end of a read: CRLF, or alone?
            end = 0 if waits else self._first_end(chunk)
            if end < 0:
                self._hold(held, chunk)
                continue
            if self._dropped:
                self._dropped += end
                chunk = chunk[end:]
            held += chunk
            yield from self._whole(held)
        if held or self._dropped:
            yield from self._emit(bytes(held))

    def _start(self) -> bytes:
        """The first bytes, without the mark that says UTF-8."""
        if self._offset:
            return b""
        first = b""
        while len(first) < len(BOM) and (more := self._read()):
            first += more
        if first.startswith(BOM):
            self._offset = len(BOM)
            return first[len(BOM) :]
        return first

    def _first_end(self, chunk: bytes) -> int:
        if self._nul:
            return chunk.find(b"\0")
        line_feed = chunk.find(b"\n")
        return_ = chunk.find(b"\r", 0, line_feed if line_feed >= 0 else len(chunk))
        return return_ if return_ >= 0 else line_feed

    def _hold(self, held: bytearray, chunk: bytes) -> None:
        if self._keep is not None and len(held) > self._keep:
            self._dropped += len(chunk)
        else:
            held += chunk

    def _whole(self, held: bytearray) -> Iterator[Rows]:
        """Give the lines of *held* that have their end, and leave the rest."""
        if self._nul:
            cut = held.rfind(b"\0") + 1
        else:
            cut = max(held.rfind(b"\n"), held.rfind(b"\r", 0, max(0, len(held) - 1))) + 1
        if cut:
            with memoryview(held) as view:
                data = bytes(view[:cut])
            del held[:cut]
            yield from self._emit(data)

    def _emit(self, data: bytes) -> Iterator[Rows]:
        if native is not None and not self._dropped:
            yield self._packed(data)
            return
        if self._nul:
            values = data.split(b"\0")
            if not values[-1]:
                values.pop()
            sizes = [len(value) + 1 for value in values]
        else:
            whole = data.splitlines(keepends=True)
            values = whole if self._ends else data.splitlines()
            sizes = list(map(len, whole))
        if self._dropped:
            yield self._too_long(values.pop(0), sizes.pop(0))
        count = len(values)
        if count:
            offsets = list(accumulate(sizes, initial=self._offset))
            self._offset = offsets.pop()
            yield Rows(range(self._line, self._line + count), offsets, values)
            self._line += count

    def _packed(self, data: bytes) -> Rows:
        """Do the same without a step a row."""
        values, ends, lines, offsets = native._pack_lines(data, self._nul, self._ends, self._line, self._offset)
        rows = Rows(memoryview(lines).cast("q"), memoryview(offsets).cast("q"), Packed(values, ends))
        self._line += len(rows)
        self._offset += len(data)
        return rows

    def _too_long(self, value: bytes, size: int) -> Rows:
        content = value if self._nul else value.rstrip(b"\r\n")
        rows = Rows([self._line], [self._offset], [too_long(content, len(content) + self._dropped)])
        self._line += 1
        self._offset += size + self._dropped
        self._dropped = 0
        return rows


def too_long(value: bytes, size: int) -> Unread:
    """Say that a row of *size* bytes is longer than the limit; *value* is the beginning of it."""
    return Unread("line-too-long", value, f"{size:,} bytes are longer than the limit")
