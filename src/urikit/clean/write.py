"""
How does the table get onto the disk: whole, or not at all?

Every output is written beside its place, brought to the disk, and put in its place by one rename at the end of the run.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import contextmanager, suppress

from urikit.clean.errors import ArgumentError, CleanError
from urikit.clean.folder import Part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any, Literal, TypeAlias

    import pyarrow

    Format: TypeAlias = Literal["parquet", "csv", "jsonl"]

STDOUT = "-"
KINDS: tuple[Format, ...] = ("parquet", "csv", "jsonl")
FORMATS: dict[str, Format] = {
    ".parquet": "parquet",
    ".pq": "parquet",
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
}
PACKED = {".gz": "gzip", ".zst": "zstd"}

INTEGERS = ("line", "offset", "first_line", "port", "start")
FIELDS = (
    *("source", "line", "offset", "text", "status", "canonical", "key", "first_source", "first_line"),
    *("scheme", "host", "host_kind", "port", "path", "query", "fragment", "code", "start", "message"),
)
"""The columns of the table, in order; those of `INTEGERS` are int64, the others text."""

GROUP_ROWS, GROUP_BYTES = 1 << 17, 1 << 26  # a row group of Parquet is so many rows, or about so many bytes


def schema() -> pyarrow.Schema:
    """Return the schema of the table."""
    import pyarrow

    return pyarrow.schema([(name, pyarrow.int64() if name in INTEGERS else pyarrow.string()) for name in FIELDS])


def format_of(path: str, given: str | None) -> tuple[Format, str | None]:
    """
    Say how to write a file.

    Args:
        path: Its name; ``-`` is standard output.
        given: The format that was asked for, or None to go by the name.

    Returns:
        The format, and ``"gzip"``, ``"zstd"`` or None for how to pack it.

    Raises:
        ArgumentError: There is no such format, none is known by that name, or Parquet is to be packed.
    """
    plain, last = os.path.splitext(path.lower())
    packed = PACKED.get(last)
    suffix = os.path.splitext(plain)[1] if packed else last
    if given is not None and given not in KINDS:
        raise ArgumentError(f"no format {given!r}; there are parquet, csv and jsonl")
    chosen: Format | None = next((one for one in KINDS if one == given), None) or FORMATS.get(suffix)
    if chosen is None:
        if path != STDOUT:
            raise ArgumentError(f"{path}: a name that ends in .parquet, .csv or .jsonl, or a format, says how to write")
        chosen = "csv"
    if chosen == "parquet" and packed:
        raise ArgumentError(f"{path}: Parquet packs its columns itself; leave {last} out")
    return chosen, packed


class Published:
    """
    A file that is out of sight until `publish`.

    Args:
        path: Where it will be; ``-`` is standard output.  What is no file (a pipe, a device) gets all at the end.
        spare: Where to write until then what goes to no file.

    Raises:
        CleanError: It cannot be written there.
    """

    def __init__(self, path: str, spare: str) -> None:
        self.path = path
        with writing(path):
            self._part = Part(path) if in_place(path) else None
        self.written = self._part.path if self._part else spare

    def sync(self) -> None:
        """Have it on the disk."""
        if self._part:
            with writing(self.path):
                self._part.sync()

    def publish(self) -> None:
        """Let it be seen."""
        with writing(self.path):
            if self._part:
                self._part.publish()
            else:
                _pour(self.written, self.path)

    def close(self) -> None:
        """Let go of it; what was not published is gone."""
        if self._part:
            self._part.close()


class Report(Published):
    """The summary as JSON."""

    def finish(self, text: str) -> None:
        """Write all of it, and have it on the disk."""
        with writing(self.path), open(self.written, "w", encoding="utf-8") as file:
            file.write(text)
        self.sync()


class Output(Published):
    """
    One table of a run.

    Args:
        path: As of `Published`.
        kind: ``"parquet"``, ``"csv"`` or ``"jsonl"``.
        packed: ``"gzip"``, ``"zstd"`` or None.
        spare: As of `Published`.

    Raises:
        CleanError: It cannot be written there.
    """

    def __init__(self, path: str, kind: Format, packed: str | None, spare: str) -> None:
        import pyarrow

        super().__init__(path, spare)
        self.rows = 0
        self._parquet = kind == "parquet"
        with writing(path):
            self._file = pyarrow.OSFile(os.fsencode(self.written), "wb")
            self._sink = pyarrow.CompressedOutputStream(self._file, packed) if packed else self._file
            self._table: Any = {"parquet": _Parquet, "csv": _Csv, "jsonl": _JsonLines}[kind](self._sink)

    def write(self, batch: pyarrow.RecordBatch) -> None:
        """Add rows."""
        with writing(self.path):
            self._table.write(batch)
        self.rows += batch.num_rows

    def finish(self) -> None:
        """Write the end, and have it all on the disk."""
        with writing(self.path):
            self._table.close()
            if self._sink is not self._file:
                self._sink.close()
            self._file.close()
        self.sync()

    def check_rows(self, due: int) -> None:
        """Raise CleanError where it does not hold so many rows; Parquet is asked itself."""
        rows = self.rows
        if self._parquet:
            from pyarrow.parquet import read_metadata

            with writing(self.path), open(self.written, "rb") as file:
                rows = min(rows, read_metadata(file).num_rows)
        if rows != due:
            raise CleanError(f"{self.path}: {due:,} rows are to be in it, and {rows:,} are: nothing is published")

    def close(self) -> None:
        """Let go of the files; what was not published is gone."""
        self._table.abandon()
        for one in (self._sink, self._file):
            with suppress(Exception):  # the run has failed already, and said why
                one.close()
        super().close()


def in_place(path: str) -> bool:
    """Say whether an output is a file, to be put in its place by a rename: no pipe, no device, not standard output."""
    if path == STDOUT or path.startswith("/dev/"):  # /dev/stdout may be a file, and is not to become another
        return False
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except OSError:  # it is not there yet; or it cannot be there, as will turn out
        return True


def _pour(written: str, path: str) -> None:
    import shutil

    with open(written, "rb") as source:
        if path == STDOUT:
            if sys.stdout is None:  # closed before we began
                raise OSError(errno.EBADF, os.strerror(errno.EBADF))
            shutil.copyfileobj(source, sys.stdout.buffer)
            sys.stdout.buffer.flush()
        else:
            with open(path, "wb") as sink:
                shutil.copyfileobj(source, sink)


class _Parquet:
    """Row groups of a good size, packed with Zstandard."""

    def __init__(self, sink: Any) -> None:
        from pyarrow.parquet import ParquetWriter

        self._writer = ParquetWriter(sink, schema(), compression="zstd", write_page_checksum=True)
        self._waiting: list[pyarrow.RecordBatch] = []
        self._rows = self._bytes = 0

    def write(self, batch: pyarrow.RecordBatch) -> None:
        self._waiting.append(batch)
        self._rows += batch.num_rows
        self._bytes += batch.nbytes
        if self._rows >= GROUP_ROWS or self._bytes >= GROUP_BYTES:
            self._group()

    def _group(self) -> None:
        import pyarrow

        if self._rows:
            self._writer.write_table(pyarrow.Table.from_batches(self._waiting), row_group_size=self._rows)
        self._waiting, self._rows, self._bytes = [], 0, 0

    def close(self) -> None:
        self._group()
        self._writer.close()

    def abandon(self) -> None:
        """Have pyarrow not write the end, which it would do later and to nobody's ears."""
        self._writer.is_open = False


class _Csv:
    """RFC 4180 with a header; null is nothing, the empty text is \"\"."""

    def __init__(self, sink: Any) -> None:
        from pyarrow.csv import CSVWriter

        self._writer = CSVWriter(sink, schema())

    def write(self, batch: pyarrow.RecordBatch) -> None:
        self._writer.write_batch(batch)

    def close(self) -> None:
        self._writer.close()

    def abandon(self) -> None:
        with suppress(Exception):  # the run has failed already, and said why
            self._writer.close()


class _JsonLines:
    """One object a line, every column in it."""

    def __init__(self, sink: Any) -> None:
        self._sink = sink
        self._template = "{" + ", ".join(f'"{name}": %s' for name in FIELDS) + "}\n"

    def write(self, batch: pyarrow.RecordBatch) -> None:
        columns = [
            _numbers(column) if name in INTEGERS else _strings(column)
            for name, column in zip(FIELDS, batch.columns, strict=True)
        ]
        self._sink.write("".join(map(self._template.__mod__, zip(*columns, strict=True))).encode())

    def close(self) -> None:
        """Nothing is held back."""

    abandon = close


def _numbers(column: pyarrow.Array) -> list[str]:
    return ["null" if value is None else str(value) for value in column.to_pylist()]


def _strings(column: pyarrow.Array) -> list[str]:
    from json.encoder import encode_basestring

    return ["null" if value is None else encode_basestring(value) for value in column.to_pylist()]


@contextmanager
def writing(path: str) -> Generator[None]:
    """Turn what can go wrong while writing *path* into one clear `CleanError`."""
    try:
        yield
    except BrokenPipeError:
        raise  # the reader of a pipe has seen enough: no error of ours
    except OSError as error:
        why = error.strerror or str(error).partition("\n")[0]
        raise CleanError(f"{'standard output' if path == STDOUT else path}: cannot be written: {why}") from error
