"""Which kind of file is an input, and so which reader gives its rows?"""

from __future__ import annotations

import os
import stat
from glob import iglob

from urikit.clean.errors import ArgumentError, CleanError
from urikit.clean.judge import most_bytes
from urikit.clean.read import Lines
from urikit.clean.source import STDIN, Source, reading
from urikit.clean.tables import Records, json_lines, parquet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Literal, TypeAlias

    from urikit.clean.read import Rows

    Kind: TypeAlias = Literal["text", "csv", "tsv", "jsonl", "parquet"]

KINDS: tuple[Kind, ...] = ("text", "csv", "tsv", "jsonl", "parquet")
ENDINGS: dict[str, Kind] = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
    ".pq": "parquet",
}
PARQUET = b"PAR1"


class Reading:
    """
    How to read inputs.

    Args:
        column: Of a table; None takes the only one.
        kind: What the inputs are; None goes by their names, and what no name tells is text.
        nul: Items end in NUL, not in a line end; text only.
        limit: The longest row in code points, or None; of longer ones no more is held than it takes to show them.
        folder: Gives a path for a Parquet file that comes through a pipe or is packed.

    Raises:
        ArgumentError: There is no such kind.
    """

    def __init__(
        self, *, column: str | None, kind: str | None, nul: bool, limit: int | None, folder: Callable[[str], str]
    ) -> None:
        self._kind: Kind | None = next((one for one in KINDS if one == kind), None)
        if kind is not None and self._kind is None:
            raise ArgumentError(f"no input format {kind!r}; there are {', '.join(KINDS)}")
        self._column = column
        self._nul = nul
        self._keep = most_bytes(limit)
        self._folder = folder

    def kind(self, name: str) -> Kind | None:
        """Say what an input is, by what was asked for or by its name."""
        if self._kind:
            return self._kind
        plain, ending = os.path.splitext(name.lower())
        if ending in (".gz", ".zst", ".zstd"):
            ending = os.path.splitext(plain)[1]
        return ENDINGS.get(ending)

    def rows(self, source: Source, at: tuple[int, int] = (1, 0)) -> Iterator[Rows]:
        """
        Give the rows of an input.

        Args:
            source: The input, not yet read.
            at: The line and the offset of the row to begin with.

        Raises:
            ArgumentError: Its columns are not as asked for.
            CleanError: It cannot be read to its end.
        """
        name = "standard input" if source.name == STDIN else source.name
        kind = self.kind(source.name) or ("parquet" if source.head == PARQUET else "text")
        if self._nul and kind != "text":
            raise ArgumentError(f"{name}: items that end in NUL are text, and this is {kind}")
        if kind == "text":
            if self._column is not None:
                raise ArgumentError(f"{name}: a text has no column {self._column!r}; --input-format says what it is")
            source.skip(at[1])
            return iter(Lines(source.read, nul=self._nul, keep=self._keep, at=at))
        if kind == "parquet":
            path = self._whole(source)
            reach = source.reach if path == source.name else lambda share: None
            return parquet(path, column=self._column, name=name, reach=reach, skip=at[0] - 1)
        if kind == "jsonl":
            source.skip(at[1])
            return json_lines(source.read, column=self._column, keep=self._keep, name=name, at=at)
        delimiter = b"," if kind == "csv" else b"\t"
        records = Records(source.read, column=self._column, delimiter=delimiter, keep=self._keep, name=name)
        if at != (1, 0):
            records.go_on(source.skip, at)
        return iter(records)

    def _whole(self, source: Source) -> str:
        """Return the path of a file that can be read from its end, as Parquet has to be."""
        if source.plain and source.size is not None and source.name != STDIN:
            return source.name
        path = self._folder("input.parquet")
        with reading(path), open(path, "wb") as copy:
            while data := source.read():
                copy.write(data)
        return path


def files_of(names: Iterable[str]) -> list[str]:
    """
    Return the files that names and globs stand for.

    Args:
        names: A file's name; or a glob: "*" and "?" for any characters and any one, "[…]" for one of some, "**" for
            folders however deep.  What is there by that very name is no glob.

    Returns:
        Those of a glob sorted by their names; folders, and files whose names begin with ".", are left out.

    Raises:
        CleanError: A glob fits no file.
    """
    found: list[str] = []
    for name in names:
        if not any(mark in name for mark in "*?[") or os.path.lexists(name):
            found.append(name)
            continue
        fitted = set(iglob(name, recursive=True))
        fitting = sorted(one for one in fitted if os.path.lexists(one) and not os.path.isdir(one))
        if not fitting:
            raise CleanError(f"{name}: there is no such file, and none that it fits as a pattern")
        found += fitting
    return found


def check_inputs(names: list[str]) -> int | None:
    """
    Look whether every input can be read, before any is.

    Returns:
        How many bytes they have together; None where one is a pipe.

    Raises:
        CleanError: One is missing, is a folder, or may not be read.
    """
    total: int | None = 0
    for name in names:
        if name == STDIN:
            total = None
            continue
        with reading(name):
            state = os.stat(name)
        if stat.S_ISDIR(state.st_mode):
            raise CleanError(f"{name}: cannot be read: it is a folder; '{os.path.join(name, '*')}' are the files in it")
        if not os.access(name, os.R_OK):
            raise CleanError(f"{name}: cannot be read: Permission denied")
        total = None if total is None or not stat.S_ISREG(state.st_mode) else total + state.st_size
    return total
