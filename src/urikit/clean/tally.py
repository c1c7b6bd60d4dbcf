"""How often is each value of a column there, among the rows that are kept?"""

# pyarrow.compute makes its functions when it is loaded, out of sight of
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

import os

from urikit.clean.write import writing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Future

    import pyarrow

    from urikit.clean.pool import Pool

NAMES = ["value", "count"]
ROWS = 1 << 17  # counted at a time


class Tally:
    """
    The values of a column, with how often each is there.

    Args:
        pool: Counts.

    Cost:
        Memory goes with how many different values there are.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._held: list[tuple[pyarrow.Array, pyarrow.Array]] = []
        self._rows = 0
        self._waiting: list[Future[pyarrow.Table]] = []
        self._tables: list[pyarrow.Table] = []  # each more than twice as long as the next

    def add(self, column: pyarrow.Array, kept: pyarrow.Array) -> None:
        """Count the values of the rows that are kept (a truth each)."""
        self._held.append((column, kept))
        self._rows += len(column)
        if self._rows >= ROWS:
            self._count()
        if len(self._waiting) > 8 * self._pool.threads:
            self._gather()

    def _count(self) -> None:
        if self._held:
            self._waiting.append(self._pool.submit(_counted, self._held))
        self._held, self._rows = [], 0

    def _gather(self) -> None:
        self._count()
        if not self._waiting:
            return
        table = _together([one.result() for one in self._waiting])
        self._waiting = []
        while self._tables and self._tables[-1].num_rows <= 2 * table.num_rows:
            table = _together([self._tables.pop(), table])
        self._tables.append(table)

    def note(self, path: str) -> str | None:
        """Lay what was counted in the file of that path; None where there is nothing."""
        import pyarrow
        from pyarrow import feather

        self._gather()
        if not self._tables:
            return None
        with writing(path), pyarrow.OSFile(os.fsencode(path), "wb") as file:
            feather.write_feather(_together(self._tables), file)
        return path

    def go_on(self, path: str | None) -> None:
        """Begin with what `note` laid there."""
        import pyarrow
        from pyarrow import feather

        if path is not None:
            with pyarrow.OSFile(os.fsencode(path), "rb") as file:
                self._tables = [feather.read_table(file)]

    def top(self, limit: int) -> list[tuple[str, int]]:
        """Give the most frequent values with their counts; of those as frequent, the least first."""
        from pyarrow import compute

        self._gather()
        if not self._tables:
            return []
        whole = _together(self._tables)
        keys = [("count", "descending"), ("value", "ascending")]
        first = whole.take(compute.select_k_unstable(whole, limit, keys))
        return list(zip(first["value"].to_pylist(), first["count"].to_pylist(), strict=True))


def _counted(held: list[tuple[pyarrow.Array, pyarrow.Array]]) -> pyarrow.Table:
    import pyarrow

    found = pyarrow.chunked_array([column.filter(kept).drop_null() for column, kept in held])
    values, counts = found.unify_dictionaries().value_counts().flatten()
    if pyarrow.types.is_dictionary(values.type):
        values = values.cast(pyarrow.string())
    return pyarrow.table([values, counts], names=NAMES)


def _together(tables: list[pyarrow.Table]) -> pyarrow.Table:
    import pyarrow

    summed = pyarrow.concat_tables(tables).group_by("value").aggregate([("count", "sum")])
    return pyarrow.table([summed["value"], summed["count_sum"]], names=NAMES)
