"""
What will a run take of the disk and of memory, as far as can be told before it begins?

The growth was measured on real URLs: bytes of an output a byte of text read.  A large run says what it needs; one that
needs more than four times as much as is free is refused at once, not after hours.
"""

from __future__ import annotations

import os
from shutil import disk_usage

from urikit.clean.errors import CleanError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from urikit.clean.encode import Format, Packing

GROWTH: dict[tuple[Format, bool], float] = {
    ("parquet", False): 1.9,
    ("csv", False): 5.2,
    ("jsonl", False): 8.7,
    ("csv", True): 0.9,
    ("jsonl", True): 1.0,
}
"""Bytes written a byte of text read, by format, and whether it is packed."""
UNPACKED = 2.5  # bytes of text a byte of what is packed, or of Parquet
ROW = 70  # bytes of a row of text
NEW = 0.8  # keys a row: some rows say what was said before
KEY, NOTED = 31, 24  # bytes of a key in memory, and of one in the list for a run that goes on
ROOM = 1 << 29  # bytes of memory for all but the keys, with two threads: rows at hand, what is written, the libraries
MET = 100  # bytes of a row's hashes at each rung, on the disk and where DuckDB puts pairs together
SPOOLED = 3.5  # bytes a byte of text read, of what waits where the keys do not fit in memory, and of the keys there
SURE = 4  # so many times may an estimate be wrong
LARGE = 1 << 28  # bytes of input from which a person wants to know


class Needs:
    """
    What a run is about to take.

    Args:
        names: Of the inputs.
        total: How many bytes they have together, as they lie there.
        memory: What the search for duplicates may hold, in bytes.
        exact: Whether all keys wait on the disk.
        charts: Whether it is told how duplicates met.

    Attributes:
        rows: How many there are, about.
        memory: What the keys take of it, in bytes.
    """

    def __init__(self, names: Iterable[str], total: int, memory: int, *, exact: bool, charts: bool = False) -> None:
        sizes = ((os.path.getsize(name), _is_packed(name)) for name in names)
        self._text = sum(size * (UNPACKED if packed else 1) for size, packed in sizes)
        self._large = total >= LARGE
        self.rows = int(self._text / ROW)
        self._keys = int(self.rows * NEW)
        whole = int(self._keys * KEY)
        self.memory = 0 if exact else min(whole, memory)
        self._spills = exact or whole > memory
        self._met = self.rows * MET if charts else 0
        self._places: dict[str, float] = {}
        self._names: dict[str, str] = {}

    def output(self, path: str, kind: Format, packed: Packing, parts: int = 1) -> None:
        """Add an output to a file, one of so many parts."""
        size = self._text * GROWTH[kind, packed is not None] / parts
        self._add(os.path.dirname(os.path.realpath(path)), size, path)

    def temporary(self, folder: str) -> None:
        """Add what is laid in the run's own folder."""
        keys = self._text * SPOOLED if self._spills else self._keys * NOTED
        self._add(folder, keys + self._met, folder)

    def _add(self, folder: str, size: float, name: str) -> None:
        self._places[folder] = self._places.get(folder, 0) + size
        self._names.setdefault(folder, name)

    def check(self) -> list[str]:
        """
        Say what a large run needs, a line each.

        Raises:
            CleanError: A disk cannot hold it.
        """
        disks: dict[int, tuple[float, int, str, str]] = {}
        for folder, size in self._places.items():
            disk = os.stat(folder).st_dev
            more = disks[disk][0] if disk in disks else 0
            name = disks[disk][3] if disk in disks else self._names[folder]
            disks[disk] = (more + size, disk_usage(folder).free, folder, name)
        said = []
        for size, free, folder, name in disks.values():
            words = f"about {shown(size)} in {folder}, where {shown(free)} are free"
            if size > SURE * free:
                raise CleanError(f"{name}: cannot be written: No space left on device for {words}")
            if self._large:
                said.append(f"this run needs {words}")
        if self._large:
            memory = f"about {shown(self.memory + ROOM)} of memory, of which the keys take {shown(self.memory)}"
            said.append(f"about {self.rows:,} rows, and {memory}")
        return said


def _is_packed(name: str) -> bool:
    return name.lower().endswith((".gz", ".zst", ".zstd", ".parquet", ".pq"))


def shown(size: float) -> str:
    """Write a number of bytes for a person."""
    for unit in ("bytes", "kB", "MB", "GB", "TB"):
        if size < 1000 or unit == "TB":
            break
        size /= 1000
    return f"{size:,.0f} {unit}" if unit == "bytes" or size >= 10 else f"{size:,.1f} {unit}"
