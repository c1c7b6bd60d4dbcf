"""
How does the table get onto the disk: whole, or not at all?

Every output is written beside its place, brought to the disk, and put in its place by one rename at the end of the run.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections import deque
from contextlib import contextmanager, suppress

from urikit.clean.encode import ENCODERS
from urikit.clean.errors import ArgumentError, CleanError
from urikit.clean.folder import Part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator
    from concurrent.futures import Future
    from typing import Any, TypeAlias

    import pyarrow

    from urikit.clean.encode import Format, Packing
    from urikit.clean.layout import Layout
    from urikit.clean.pool import Pool

    State: TypeAlias = dict[str, Any]

STDOUT = "-"
KINDS: tuple[Format, ...] = ("parquet", "csv", "jsonl")
FORMATS: dict[str, Format] = {
    ".parquet": "parquet",
    ".pq": "parquet",
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
}
PACKED: dict[str, Packing] = {".gz": "gzip", ".zst": "zstd"}

GROUP_ROWS, GROUP_BYTES = 1 << 17, 1 << 26  # a row group of Parquet is so many rows, or about so many bytes


def format_of(path: str, given: str | None) -> tuple[Format, Packing]:
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
        left: The half-written file to go on with.

    Raises:
        CleanError: It cannot be written there.
    """

    def __init__(self, path: str, spare: str, left: str | None = None) -> None:
        self.path = path
        with writing(path):
            self._part = Part(path, left) if in_place(path) else None
        self.written = self._part.path if self._part else spare

    @property
    def is_file(self) -> bool:
        """Whether it is put in its place by a rename, which hardly ever fails."""
        return self._part is not None

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
        pool: Encodes its groups.
        state: How far a run was that this one goes on with; as of `note`.
        beside: How many tables hold their rows at the same time: of many, each has smaller groups.
        layout: The columns; None for those of `FIELDS`.

    Raises:
        CleanError: It cannot be written there.
    """

    def __init__(
        self,
        path: str,
        kind: Format,
        packed: Packing,
        spare: str,
        pool: Pool,
        state: State | None = None,
        beside: int = 1,
        layout: Layout | None = None,
    ) -> None:
        super().__init__(path, spare, None if state is None else state["part"])
        self.rows = 0
        self._pool = pool
        self._encoder = ENCODERS[kind](packed, layout)
        self._parquet = kind == "parquet"
        self._group_rows = GROUP_ROWS // max(1, min(beside, 8))
        self._held: list[pyarrow.RecordBatch] = []
        self._held_rows = self._held_bytes = 0
        self._waiting: deque[Future[tuple[list[Any], Any]]] = deque()
        try:
            with writing(path):
                begin = self._encoder.begin()
                self._file = open(self.written, "wb" if state is None else "r+b")  # noqa: SIM115
                if state is None:
                    self._file.write(begin)
                else:
                    self._go_on(state)
        except BaseException:
            super().close()
            raise

    def write(self, batch: pyarrow.RecordBatch) -> None:
        """Add rows."""
        self.rows += batch.num_rows
        self._held.append(batch)
        self._held_rows += batch.num_rows
        self._held_bytes += batch.nbytes
        while self._held_rows >= self._group_rows or self._held_bytes >= GROUP_BYTES:
            self._group()
        self._append(self._pool.threads)

    def _group(self) -> None:
        """Have rows that are held encoded, as many as a group has."""
        import pyarrow

        table = pyarrow.Table.from_batches(self._held)
        self._waiting.append(self._pool.submit(self._encoder.encode, table.slice(0, self._group_rows)))
        self._hold(table.slice(self._group_rows))

    def _hold(self, table: pyarrow.Table) -> None:
        self._held = table.to_batches()
        self._held_rows, self._held_bytes = table.num_rows, table.nbytes

    def _append(self, most: int) -> None:
        """Write what is encoded, and wait until no more than so many groups are not."""
        with writing(self.path):
            while self._waiting and (len(self._waiting) > most or self._waiting[0].done()):
                pieces, note = self._waiting.popleft().result()
                self._encoder.add(note, self._file.tell())
                self._file.writelines(pieces)

    def note(self, held: str) -> State:
        """Return how far it is, and lay the rows that are held in the file of that path."""
        import pyarrow
        from pyarrow import feather

        self._append(0)
        with writing(self.path):
            self._file.flush()
            os.fsync(self._file.fileno())
        if self._held_rows:
            with writing(held), pyarrow.OSFile(os.fsencode(held), "wb") as file:
                feather.write_feather(pyarrow.Table.from_batches(self._held).unify_dictionaries(), file)
        return {
            "part": self.written,
            "size": self._file.tell(),
            "rows": self.rows,
            "groups": [group.hex() for group in self._encoder.groups],
            "held": held if self._held_rows else None,
        }

    def _go_on(self, state: State) -> None:
        import pyarrow
        from pyarrow import feather

        self._file.truncate(state["size"])
        self._file.seek(0, os.SEEK_END)
        self._encoder.groups = [bytes.fromhex(group) for group in state["groups"]]
        self.rows = state["rows"]
        if state["held"] is not None:
            with pyarrow.OSFile(os.fsencode(state["held"]), "rb") as file:
                self._hold(feather.read_table(file))

    def finish(self) -> None:
        """Write the end, and have it all on the disk."""
        while self._held_rows:
            self._group()
        self._append(0)
        with writing(self.path):
            self._file.write(self._encoder.end(self.rows))
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
        for future in self._waiting:
            future.cancel()
        with suppress(OSError):  # the run has failed already, and said why
            self._file.close()
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
