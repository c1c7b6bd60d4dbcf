"""
Which rows say again what an earlier row said, where their keys do not fit in memory, or are to be compared as texts?

Two rows are one where their keys are the same; the first stays.  DuckDB holds the keys, and lays on the disk what does
not fit in its memory.  A row is its number, counted from 0 over all inputs.
"""

# pyarrow.compute makes its functions when it is loaded, out of sight of
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

import os
import re
from contextlib import contextmanager

from urikit.clean.errors import ArgumentError, CleanError, first_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    import pyarrow

# stdout is ours; what is read comes from us, so nothing is looked up elsewhere; rows have numbers, their order is free
OFF = (
    "enable_progress_bar",
    "autoinstall_known_extensions",
    "autoload_known_extensions",
    "preserve_insertion_order",
)
BEFORE = -1  # the number of rows that were written before any of those that wait

REPEATS = """
CREATE TABLE repeats AS
WITH several AS (
    SELECT {key}, min(row) AS row, arg_min(source, row) AS source, arg_min(line, row) AS line
    FROM rows GROUP BY {key} HAVING count(*) > 1
)
SELECT rows.row, several.source, several.line
FROM rows JOIN several USING ({key}) WHERE rows.row > several.row
"""

UNITS = {"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40}


class Keys:
    """
    The keys of rows that are identifiers.

    Args:
        folder: Where to lay what does not fit in memory.
        memory: How much DuckDB may hold, such as ``"512MB"``.
        exact: The keys are texts (column key), and no hashes (columns high and low).

    Attributes:
        memory: How much it may hold, in bytes.
        database: The connection, for what else is to be put together in that memory.

    Raises:
        ArgumentError: *memory* is no size.
    """

    def __init__(self, folder: str, memory: str, *, exact: bool = True) -> None:
        import duckdb

        self._key = "key" if exact else "high, low"
        try:
            self.database = duckdb.connect(
                ":memory:",  # its tables too go to the spill folder, where they are too much for the memory
                config={"memory_limit": memory, "temp_directory": os.path.join(folder, "spill")},
            )
        except duckdb.ProgrammingError as error:
            raise ArgumentError(f"memory {memory!r}: {first_line(error)}") from error
        columns = "key VARCHAR" if exact else "high BIGINT, low BIGINT"
        with spilling():
            for setting in OFF:
                self.database.execute(f"SET {setting} = false")
            self.database.execute(f"CREATE TABLE rows (row BIGINT, source INTEGER, line BIGINT, {columns})")
            ((limit,),) = self.database.execute("SELECT current_setting('memory_limit')").fetchall()
        self.memory = _bytes(limit)

    def add(self, batch: pyarrow.RecordBatch) -> None:
        """Take rows: their number, file, line and key; those without a key (null) are left out."""
        names = ["row", "source", "line", *self._key.split(", ")]
        with spilling():
            self.database.register("batch", batch.select(names))
            self.database.execute(f"INSERT INTO rows SELECT * FROM batch WHERE {names[-1]} IS NOT NULL")
            self.database.unregister("batch")

    def repeats(self) -> Iterator[pyarrow.RecordBatch]:
        """Give the rows that repeat an earlier one, in order: row, and source and line of the first."""
        with spilling():
            self.database.execute(REPEATS.format(key=self._key))
            reader = self.database.sql("SELECT row, source, line FROM repeats ORDER BY row").to_arrow_reader(1 << 16)
        with reader:
            while True:
                with spilling():
                    batch = next(reader, None)
                if batch is None:
                    return
                yield batch

    def rows(self) -> int:
        """Return how many rows have a key, without those from before."""
        return self._number(f"SELECT count(*) FROM rows WHERE row > {BEFORE}")

    def distinct(self) -> int:
        """Return how many keys there are, those from before too."""
        return self._number(f"SELECT count(*) FROM (SELECT {self._key} FROM rows GROUP BY {self._key})")

    def _number(self, query: str) -> int:
        with spilling():
            (number,) = self.database.execute(query).fetchall()[0]
        return int(number)

    def close(self) -> None:
        """Let go of the database's files."""
        self.database.close()


def _bytes(size: str) -> int:
    """Read a size as DuckDB writes it, such as ``"488.2 MiB"``."""
    found = re.fullmatch(r"([0-9.]+) ([KMGT]iB|bytes?)", size)
    return int(float(found[1]) * UNITS.get(found[2], 1)) if found else 0


class Repeats:
    """
    The rows that repeat an earlier one, some after the other.

    Args:
        batches: As `Keys.repeats` gives them.
    """

    def __init__(self, batches: Iterator[pyarrow.RecordBatch]) -> None:
        self._batches = batches
        self._ahead: pyarrow.RecordBatch | None = next(batches, None)

    def until(self, row: int) -> pyarrow.Table | None:
        """Give those that come before *row* and were not yet given."""
        import pyarrow
        from pyarrow import compute

        found = []
        while self._ahead is not None:
            count = compute.sum(compute.less(self._ahead.column("row"), row)).as_py()
            found.append(self._ahead.slice(0, count))
            if count < self._ahead.num_rows:
                self._ahead = self._ahead.slice(count)
                break
            self._ahead = next(self._batches, None)
        return pyarrow.Table.from_batches(found).combine_chunks() if found else None


@contextmanager
def spilling() -> Generator[None]:
    """Turn DuckDB's errors into one clear `CleanError`."""
    import duckdb

    try:
        yield
    except duckdb.OutOfMemoryException as error:
        words = f"finding duplicates takes more memory (--memory) or room to spill (--temp): {first_line(error)}"
        raise CleanError(words) from error
    except duckdb.Error as error:
        raise CleanError(f"finding duplicates failed: {first_line(error)}") from error
