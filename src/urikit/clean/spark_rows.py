"""
How do Spark's executors read inputs and judge rows?

Each is a function from batches of Arrow to batches of Arrow, sent to where the rows are.  What becomes of a row is
said by the same `Judging` as on one machine, and a file is read by the same `Reading`.
"""

# pyarrow.compute makes its functions when it is loaded, out of sight of
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

import os
from contextlib import closing

from urikit.clean.inputs import Reading
from urikit.clean.judging import CHANGED, HELD, NUMBERS, SECRET, Judgement
from urikit.clean.read import Rows, Unread
from urikit.clean.run import bits_of, domains_of
from urikit.clean.source import Source
from urikit.clean.table import places
from urikit.clean.tables import binaries
from urikit.clean.wishes import UNWANTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import pyarrow

    from urikit.clean.asked import Asked
    from urikit.clean.layout import Layout
    from urikit.clean.merges import Rungs

RAW = "source int, line bigint, offset bigint, value binary, code string, message string"
"""The columns of rows that are read: where each stands, its bytes, and of one that cannot be read why."""
CHARTED, MET = "domain string, length string", "rung string"


def judged(source: str) -> str:
    """Return the columns of rows that are judged; *source* is the type of theirs."""
    columns = (f"{name} {'bigint' if name in NUMBERS else 'string'}" for name in HELD)
    return f"source {source}, line bigint, offset bigint, {', '.join(columns)}, masked boolean"


class Readers:
    """
    Read inputs, each by one task.

    Args:
        names: Their paths, which lead there from every executor.
        column: As of `Reading`, as all that follow.
        kind: Also.
        nul: Also.
        limit: Also.
    """

    def __init__(self, names: Sequence[str], column: str | None, kind: str | None, nul: bool, limit: int | None):
        self._names = names
        self._reading = {"column": column, "kind": kind, "nul": nul, "limit": limit}

    def __call__(self, batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        """Give the rows of the inputs of these numbers, as of `RAW`."""
        from tempfile import TemporaryDirectory

        with TemporaryDirectory(prefix="urikit-read-") as folder:
            reading = Reading(**self._reading, folder=lambda name: os.path.join(folder, name))  # type: ignore[arg-type]
            for number in (number for batch in batches for number in batch.column(0).to_pylist()):
                with closing(Source(self._names[int(number)])) as source:
                    yield from (_raw(number, rows) for rows in reading.rows(source) if len(rows))


def _raw(number: int, rows: Rows) -> pyarrow.RecordBatch:
    import pyarrow
    from pyarrow import compute

    count, values = len(rows), rows.values
    buffers = [None, pyarrow.py_buffer(values.ends), pyarrow.py_buffer(values.data)]
    value = pyarrow.Array.from_buffers(pyarrow.large_binary(), count, buffers).cast(pyarrow.binary())
    code = message = pyarrow.nulls(count, pyarrow.string())
    if values.unread:
        numbers = sorted(values.unread)
        unread = [values.unread[row] for row in numbers]
        where = compute.is_in(pyarrow.array(range(count)), pyarrow.array(numbers))
        value = compute.replace_with_mask(value, where, pyarrow.array([row.shown for row in unread], pyarrow.binary()))
        code = compute.replace_with_mask(code, where, pyarrow.array([row.code for row in unread]))
        message = compute.replace_with_mask(message, where, pyarrow.array([row.message for row in unread]))
    found = {
        "source": pyarrow.repeat(pyarrow.scalar(number, pyarrow.int32()), count),
        **places(Judgement(number, rows, {}, b"")),
        "value": value,
        "code": code,
        "message": message,
    }
    return pyarrow.record_batch(found)


class Judges:
    """
    Judge rows.

    Args:
        asked: What is asked of each.
    """

    def __init__(self, asked: Asked) -> None:
        self._asked = asked

    def __call__(self, batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        """Say of rows as of `RAW` what becomes of each; see `judged`."""
        import pyarrow

        judging = self._asked.judging(bytes(SECRET))  # Spark compares the keys themselves: no hash is used
        for batch in batches:
            if not batch.num_rows:
                continue
            values = binaries(batch.column("value").cast(pyarrow.large_binary()))
            values.unread = {**values.unread, **_unread(batch)}
            found = judging(0, Rows(range(batch.num_rows), None, values)).columns
            columns = {name: batch.column(name) for name in ("source", "line", "offset")}
            for name in HELD:
                columns[name] = found[name].cast(pyarrow.int64() if name in NUMBERS else pyarrow.string())
            columns["masked"] = self._masked(columns, batch.column("value"))
            yield pyarrow.record_batch(columns)

    def _masked(self, found: dict[str, pyarrow.Array], values: pyarrow.Array) -> pyarrow.Array:
        """Which rows were taken with ``***``, though a filter may have left them out later."""
        import pyarrow
        from pyarrow import compute

        if not self._asked.masks:
            return pyarrow.repeat(pyarrow.scalar(False), len(values))
        other = compute.not_equal(found["text"].cast(pyarrow.binary()), values.cast(pyarrow.binary()))
        left_out = compute.fill_null(compute.equal(found["code"], UNWANTED), False)
        taken = compute.or_(compute.or_(found["code"].is_null(), left_out), found[CHANGED].is_valid())
        return compute.and_(taken, compute.fill_null(other, False))


def _unread(batch: pyarrow.RecordBatch) -> dict[int, Unread]:
    from pyarrow import compute

    where = batch.column("code").is_valid()
    if not where.true_count:
        return {}
    rows = compute.indices_nonzero(where).to_pylist()
    columns = (batch.column(name).filter(where).to_pylist() for name in ("code", "value", "message"))
    return {row: Unread(*parts) for row, *parts in zip(rows, *columns, strict=True)}


def charted(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    """Give what only a page shows of canonical texts; see `CHARTED`."""
    import pyarrow

    for batch in batches:
        texts = batch.column(0).cast(pyarrow.string())
        yield pyarrow.record_batch({"domain": domains_of(texts), "length": bits_of(texts)})


def met(rungs: Rungs, batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    """Give the rung at which each text met the one beside it; see `MET`."""
    import pyarrow

    for batch in batches:
        texts, firsts = (column.cast(pyarrow.string()) for column in batch.columns)
        yield pyarrow.record_batch({"rung": rungs.met(texts, firsts)})


def arranged(layout: Layout, batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    """Give rows of a table the columns of a layout."""
    import pyarrow

    for batch in batches:
        yield from layout.of(pyarrow.Table.from_batches([batch])).cast(layout.schema()).to_batches()
