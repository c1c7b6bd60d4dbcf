"""
Where do the bytes come from?

A file, a FIFO or standard input, opened once and read once, front to back.  What gzip or Zstandard packed is unpacked
on the way, several members or frames as one stream; what ends too early is an error, never a shorter list.
"""

from __future__ import annotations

import errno
import gzip
import io
import os
import stat
import sys
import zlib
from contextlib import contextmanager

from urikit.clean.errors import CleanError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

    Reads = Any  # of a file, of sys.stdin, of gzip, of pyarrow: no type that typeshed knows is all of them


CHUNK = 1 << 20
STDIN = "-"
GZIP, ZSTANDARD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"  # neither can begin a text in UTF-8


class Source:
    """
    One input, open.

    Args:
        name: As given; ``-`` is standard input.

    Attributes:
        size: Of the file as it lies on the disk, in bytes; None where nobody knows (a pipe).
        plain: Whether it is as it lies there: nothing is unpacked.
        head: Its first bytes as they lie there, at most 4.

    Raises:
        CleanError: It cannot be opened, or it is named ``.gz`` or ``.zst`` and is not.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        with reading(name):
            self._raw: Reads = _stdin() if name == STDIN else open(name, "rb", buffering=0)  # noqa: SIM115
        self.given = 0
        try:
            with reading(name):
                self._counted = _Counted(self._raw)
                self._stream: Reads = self._unpacked()
        except CleanError:
            self.close()
            raise
        self.size = self._counted.size
        self.plain = self._stream is self._counted
        self.head = self._counted.head

    @property
    def taken(self) -> int:
        """How many bytes of the file itself are read, packed as they are."""
        return self._counted.taken

    def read(self, most: int = CHUNK) -> bytes:
        """Return the next bytes, unpacked, as many as come easily; ``b""`` at the end."""
        with reading(self.name, self.given):
            data: bytes = self._stream.read(min(most, CHUNK))
        self.given += len(data)
        return data

    def skip(self, size: int) -> None:
        """Go to that many bytes from the beginning of what it gives, unpacked; back only in what is no pipe."""
        if size == self.given:
            return
        with reading(self.name):
            if size < self.given or self.plain:
                self._raw.seek(0)
                self._counted = _Counted(self._raw)
                self._stream = self._unpacked()
                self.given = 0
            if self.plain:
                self._raw.seek(size)
                self._counted.past(size)
                self.given = size
        while self.given < size and self.read(size - self.given):
            pass

    def reach(self, share: float) -> None:
        """Tell that so much of the file is read, from 0 to 1, where somebody else reads it."""
        self._counted.taken = int((self.size or 0) * share)

    def close(self) -> None:
        """Close the file; standard input stays open, it is not ours."""
        if self.name != STDIN:
            self._raw.close()

    def _unpacked(self) -> Reads:
        head = self._counted.head
        named_gzip, named_zstandard = self.name.endswith(".gz"), self.name.endswith((".zst", ".zstd"))
        if head.startswith(GZIP):
            return gzip.GzipFile(fileobj=io.BufferedReader(self._counted, CHUNK))
        if head.startswith(ZSTANDARD) or (named_zstandard and head):  # a frame to be skipped may come first
            import pyarrow

            plain = pyarrow.PythonFile(io.BufferedReader(self._counted, CHUNK), mode="r")
            return pyarrow.CompressedInputStream(plain, "zstd")
        if named_gzip or named_zstandard:
            kind = "gzip" if named_gzip else "Zstandard"
            raise CleanError(f"{self.name}: this is no {kind} file" + ("" if head else "; it is empty"))
        return self._counted


def _stdin() -> Reads:
    if sys.stdin is None:  # closed before we began
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer


class _Counted(io.RawIOBase):
    """The bytes of a file as they lie there: the first four are looked at beforehand, and all are counted."""

    def __init__(self, raw: Reads) -> None:
        super().__init__()
        self._raw = raw
        self.taken = 0
        self.size = _size(raw)
        head = b""
        while len(head) < 4 and (more := raw.read(4 - len(head))):  # a FIFO may give one byte at a time
            head += more
        self.head = self._pending = head

    def past(self, size: int) -> None:
        """Take note that somebody went past the first bytes."""
        self._pending = b""
        self.taken = size

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        if self._pending:
            data, self._pending = self._pending, b""
        else:
            read1 = getattr(self._raw, "read1", self._raw.read)  # what is there, without waiting for more
            data = read1(size) or b""
        self.taken += len(data)
        return data

    def readinto(self, buffer: memoryview, /) -> int:  # type: ignore[override]
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


def label(name: str) -> str:
    """Return a file's name as text: bytes in it that are no UTF-8 as \\xNN."""
    return os.fsencode(name).decode(errors="backslashreplace")


def _size(raw: Reads) -> int | None:
    try:
        state = os.fstat(raw.fileno())
    except OSError:  # io.UnsupportedOperation is one: no file at all
        return None
    return state.st_size if stat.S_ISREG(state.st_mode) else None


@contextmanager
def reading(name: str, after: int = 0) -> Generator[None]:
    """
    Turn what can go wrong while reading *name* into one clear `CleanError`.

    Args:
        name: Of the input.
        after: How many bytes it gave before, unpacked.
    """
    place = f" after {after:,} bytes of it" if after else ""
    shown = "standard input" if name == STDIN else name
    try:
        yield
    except EOFError as error:  # gzip's word for it
        raise CleanError(f"{shown}: the packed data ends too early{place}: the file is cut off") from error
    except (gzip.BadGzipFile, zlib.error) as error:
        raise CleanError(f"{shown}: the gzip data is damaged{place}: {error}") from error
    except OSError as error:
        why = error.strerror or str(error)
        if "Truncated compressed stream" in why:
            raise CleanError(f"{shown}: the packed data ends too early{place}: the file is cut off") from error
        raise CleanError(f"{shown}: cannot be read{place}: {why}") from error
