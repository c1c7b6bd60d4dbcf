"""
Which rows say again what an earlier row said?

Two rows are one where their keys are the same text; the first stays.  DuckDB holds the keys, and lays on the disk what
does not fit in its memory.  A row is its number, counted from 0 over all inputs.
"""

from __future__ import annotations

import os
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

REPEATS = """
CREATE TABLE repeats AS
WITH several AS (
    SELECT key, min(row) AS row, arg_min(source, row) AS source, arg_min(line, row) AS line
    FROM rows GROUP BY key HAVING count(*) > 1
)
SELECT rows.row, several.source, several.line
FROM rows JOIN several USING (key) WHERE rows.row > several.row
"""

TOP = """
SELECT {column}, count(*) AS count
FROM rows ANTI JOIN repeats USING (row) WHERE {column} IS NOT NULL
GROUP BY {column} ORDER BY count DESC, {column} LIMIT {limit}
"""


class Keys:
    """
    The keys of the rows that are identifiers.

    Args:
        folder: Where to lay what does not fit in memory.
        memory: How much DuckDB may hold, such as ``"512MB"``.

    Raises:
        ArgumentError: *memory* is no size.
    """

    def __init__(self, folder: str, memory: str) -> None:
        import duckdb

        try:
            self._database = duckdb.connect(
                ":memory:",  # its tables too go to the spill folder, where they are too much for the memory
                config={"memory_limit": memory, "temp_directory": os.path.join(folder, "spill")},
            )
        except duckdb.ProgrammingError as error:
            raise ArgumentError(f"memory {memory!r}: {first_line(error)}") from error
        with spilling():
            for setting in OFF:
                self._database.execute(f"SET {setting} = false")
            self._database.execute(
                "CREATE TABLE rows (row BIGINT, source INTEGER, line BIGINT, key VARCHAR, scheme VARCHAR, host VARCHAR)"
            )

    def add(self, batch: pyarrow.RecordBatch) -> None:
        """Take rows of a spool; those without a key are left out."""
        with spilling():
            self._database.register("batch", batch.select(["row", "source", "line", "key", "scheme", "host"]))
            self._database.execute("INSERT INTO rows SELECT * FROM batch WHERE key IS NOT NULL")
            self._database.unregister("batch")

    def repeats(self) -> Iterator[tuple[int, int, int]]:
        """Give each row that repeats an earlier one, in order, with the source and the line of the first."""
        with spilling():
            self._database.execute(REPEATS)
            reader = self._database.sql("SELECT row, source, line FROM repeats ORDER BY row").to_arrow_reader(8192)
        with reader:
            while True:
                with spilling():
                    batch = next(reader, None)
                if batch is None:
                    return
                yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)

    def top(self, column: str, limit: int) -> list[tuple[str, int]]:
        """Give the most frequent values of *column* among the rows that stay, with their counts."""
        with spilling():
            found = self._database.execute(TOP.format(column=column, limit=limit)).fetchall()
        return [(value, count) for value, count in found]

    def rows(self) -> int:
        """Return how many rows have a key."""
        return self._number("SELECT count(*) FROM rows")

    def distinct(self) -> int:
        """Return how many keys there are."""
        return self._number("SELECT count(*) FROM (SELECT key FROM rows GROUP BY key)")

    def _number(self, query: str) -> int:
        with spilling():
            (number,) = self._database.execute(query).fetchall()[0]
        return int(number)

    def close(self) -> None:
        """Let go of the database's files."""
        self._database.close()


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
