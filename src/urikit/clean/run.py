"""
What is done with judged rows, from the first to the last?

As long as the keys fit in memory, each row has its status at once, and goes to the outputs.  From where they do not,
rows wait in the spool until DuckDB has seen all keys; then they are given their status, and go the same way.
"""

# pyarrow.compute makes its functions when it is loaded, out of sight of
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

import os

from urikit.clean.dedupe import BEFORE, Keys, Repeats
from urikit.clean.errors import CleanError
from urikit.clean.journal import KEYS
from urikit.clean.judging import DIGEST, HELD
from urikit.clean.read import int64s
from urikit.clean.seen import DUPLICATE, ENTRY, KEPT, LINES, REJECTED, Seen
from urikit.clean.source import reading
from urikit.clean.spool import Spool
from urikit.clean.table import Marks, Tables
from urikit.clean.tally import Tally
from urikit.clean.write import writing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import pyarrow

    from urikit.clean.folder import Folder
    from urikit.clean.journal import Journal, State
    from urikit.clean.judging import Judgement
    from urikit.clean.merges import Merges
    from urikit.clean.outputs import Outputs
    from urikit.clean.pool import Pool
    from urikit.clean.report import Summary

TOP = 10  # hosts, schemes and domains named in a summary
LENGTHS = 64  # bits of a length


class Run:
    """
    The second half of a run: which rows are kept, and where they go.

    Args:
        names: Of the inputs.
        outputs: Where the table goes.
        report: Where it is counted.
        folder: For what does not fit in memory.
        pool: Does what can be done at the same time.
        journal: Where it is noted how far the run is.
        memory: How much the search for duplicates may hold, such as ``"512MB"``.
        exact: Compare the texts of the keys, not hashes of them.
        merges: Counts how duplicates met; where it is there, so is all that only a page shows: registrable domains and
            lengths too.

    Attributes:
        memory: How much the search for duplicates may hold, in bytes.
    """

    def __init__(
        self,
        names: Sequence[str],
        outputs: Outputs,
        report: Summary,
        folder: Folder,
        pool: Pool,
        journal: Journal,
        *,
        memory: str,
        exact: bool,
        merges: Merges | None = None,
    ) -> None:
        self._names = names
        self._outputs = outputs
        self._report = report
        self._tables = Tables(names)
        self._keys = Keys(folder.path, memory, exact=exact)
        self.memory = self._keys.memory
        self._folder = folder
        self._journal = journal
        self._read = [0] * len(names)  # rows of each input
        self._key_file = folder.file(KEYS)
        with writing(self._key_file):
            self._key_list = open(self._key_file, "ab")  # noqa: SIM115  (the keys in memory, for a run that goes on)
        self._tallies = {"host": Tally(pool), "scheme": Tally(pool)}
        self._more = {} if merges is None else {"domain": Tally(pool), "length": Tally(pool)}
        self._merges = merges
        self._seen = None if exact else Seen()
        self._spool = Spool(folder.file) if exact else None
        self._keyed = 0  # rows with a key that went past the spool

    def take(self, judgement: Judgement) -> None:
        """Take the next rows."""
        if self._journal.due:
            self.note((judgement.source, judgement.rows.lines[0], judgement.rows.offsets[0] or 0))
        self._read[judgement.source] += len(judgement)
        self._report.count(judgement, self._names[judgement.source])
        if self._seen is None:
            self._lay(judgement)
            return
        rows = len(judgement)
        marks = self._seen.mark(judgement.digests, judgement.source, int64s(judgement.rows.lines))
        kept, duplicate, rejected = marks[-1]
        self._keyed += kept + duplicate
        if self._journal.wanted:
            with writing(self._key_file):
                self._key_list.write(marks[4])
        self._write(
            self._tables.of(judgement, _marks(rows, *marks[:4], null=duplicate == 0)), (kept, duplicate, rejected)
        )
        if self._seen.size() > self.memory:
            self._spill()

    def _write(self, table: pyarrow.RecordBatch, counts: Sequence[int]) -> None:
        from pyarrow import compute

        report = self._report
        report.kept += counts[KEPT]
        report.duplicate += counts[DUPLICATE]
        report.rejected += counts[REJECTED]
        kept = compute.equal(table.column("status").indices, KEPT)
        for name, tally in self._tallies.items():
            tally.add(table.column(name), kept)
        if self._merges is not None:
            self._merges.add(table)
            texts = table.column("canonical")
            self._more["domain"].add(domains_of(texts), kept)
            self._more["length"].add(bits_of(texts), kept)
        self._outputs.write(table)

    def _spill(self) -> None:
        """Hand the keys over to DuckDB; from now on rows wait in the spool."""
        assert self._seen is not None
        self._spool = Spool(self._folder.file, self._report.rows)
        while (some := self._seen.pop()) is not None:
            self._keys.add(_before(some))
        self._seen = None

    def _lay(self, judgement: Judgement) -> None:
        assert self._spool is not None
        self._keys.add(self._spool.lay(judgement))

    def note(self, place: tuple[int, int, int]) -> None:
        """Note how far the run is: the input's number, and the line and the offset of the next row in it."""
        with writing(self._key_file):
            self._key_list.flush()
            os.fsync(self._key_list.fileno())
        if self._spool is not None:
            self._spool.cut()
        self._journal.note(
            {
                "place": place,
                "read": self._read,
                "report": self._report.note(),
                "outputs": self._outputs.note(self._journal.file),
                "keys": self._key_list.tell(),
                "keyed": self._keyed,
                "tallies": {
                    name: tally.note(self._journal.file(name)) for name, tally in (self._tallies | self._more).items()
                },
                "merges": self._merges and self._merges.note(),
                "spool": self._spool and [self._spool.first, self._spool.rows, self._spool.paths],
            }
        )

    def go_on(self, state: State) -> tuple[int, int, int]:
        """Begin where `note` was called, and return what it was called with; the outputs are open already."""
        self._read = state["read"]
        self._report.go_on(state["report"])
        self._keyed = state["keyed"]
        for name, path in state["tallies"].items():
            (self._tallies | self._more)[name].go_on(path)
        if self._merges is not None:
            self._merges.paths = state["merges"]
        with writing(self._key_file):
            self._key_list.truncate(state["keys"])
            self._key_list.seek(0, os.SEEK_END)
        if state["spool"] is not None:
            first, rows, paths = state["spool"]
            self._spool = Spool(self._folder.file, first, rows, paths)
        with reading(self._key_file), open(self._key_file, "rb") as keys:
            while fresh := keys.read(ENTRY << 20):
                if self._spool is None and self._seen is not None:
                    self._seen.restore(fresh)
                else:
                    self._keys.add(_before(fresh))
        if self._spool is not None:
            self._seen = None
            for batch in self._spool.read():
                self._keys.add(batch)
        source, line, offset = state["place"]
        return source, line, offset

    def finish(self, tell: Callable[[int], None]) -> None:
        """
        Write the rows that wait, and look whether all are there.

        Args:
            tell: Told how many rows are written.
        """
        if self._spool is not None:
            if self._journal.wanted:
                self.note((len(self._names), 1, 0))
            self._spool.cut()
            self._write_all(self._spool, tell)
        self._report.sources = list(zip(self._names, self._read, strict=True))
        self._outputs.finish()
        tell(self._report.rows)
        self._report.hosts, self._report.schemes = (self._tallies[name].top(TOP) for name in ("host", "scheme"))
        if self._merges is not None:
            self._report.merged = self._merges.counts(self._keys.database)
            self._report.domains = self._more["domain"].top(TOP)
            self._report.lengths = ranges(self._more["length"].top(LENGTHS))
        self._check()

    def _write_all(self, spool: Spool, tell: Callable[[int], None]) -> None:
        repeats = Repeats(self._keys.repeats())
        row = spool.first
        for batch in spool.read():
            marks = _found(row, batch, repeats.until(row + batch.num_rows))
            counts = [_count(marks.status, status) for status in (KEPT, DUPLICATE, REJECTED)]
            columns = {name: batch.column(name) for name in (*HELD, "line", "offset")}
            self._write(self._tables.table(columns, batch.column("source"), marks), counts)
            row += batch.num_rows
            tell(row)

    def _check(self) -> None:
        """Count again: every row that was read is in exactly one of kept, duplicate and rejected, and in the files."""
        report = self._report
        keyed, distinct = self._keyed, 0 if self._seen is None else len(self._seen)
        counted = {"kept, duplicate or rejected": report.kept + report.duplicate + report.rejected}
        if self._spool is not None:
            keyed, distinct = keyed + self._keys.rows(), self._keys.distinct()
            counted["in the spool, or written before it"] = self._spool.rows
        counted["with a key or a reason"] = keyed + sum(report.codes.values())
        counted["with a key of their own, repeating one or rejected"] = distinct + report.duplicate + report.rejected
        if self._merges is not None:
            counted["kept, rejected or with a rung"] = report.kept + report.rejected + sum(report.merged.values())
        for what, count in counted.items():
            if count != report.rows:
                raise CleanError(f"{report.rows:,} rows were read, but {count:,} are {what}: nothing is published")
        self._outputs.check_rows(report)

    def close(self) -> None:
        """Let go of the files."""
        self._key_list.close()
        self._keys.close()
        if self._merges is not None:
            self._merges.close()
        if self._spool is not None:
            self._spool.close()


def _marks(rows: int, status: bytes, sources: bytes, lines: bytes, known: bytes, *, null: bool) -> Marks:
    """Put arrays around the buffers of `Seen.mark`; *null*: there is no duplicate."""
    import pyarrow

    def of(kind: pyarrow.DataType, buffers: Iterable[bytes | None]) -> pyarrow.Array:
        return pyarrow.Array.from_buffers(kind, rows, [one and pyarrow.py_buffer(one) for one in buffers])

    whole, number = pyarrow.int64(), pyarrow.int32()
    if null:
        return Marks(of(pyarrow.int8(), [None, status]), pyarrow.nulls(rows, number), pyarrow.nulls(rows, whole))
    return Marks(of(pyarrow.int8(), [None, status]), of(number, [known, sources]), of(whole, [known, lines]))


def _found(row: int, batch: pyarrow.RecordBatch, repeats: pyarrow.Table | None) -> Marks:
    """Say what became of rows of the spool, the first of which has that number."""
    import pyarrow
    from pyarrow import compute

    rejected = batch.column("code").is_valid()
    if repeats is None or not repeats.num_rows:
        status = compute.if_else(
            rejected, pyarrow.scalar(REJECTED, pyarrow.int8()), pyarrow.scalar(KEPT, pyarrow.int8())
        )
        return Marks(
            status, pyarrow.nulls(len(rejected), pyarrow.int32()), pyarrow.nulls(len(rejected), pyarrow.int64())
        )
    at = compute.index_in(batch.column("row"), repeats["row"])
    marks = [pyarrow.scalar(one, pyarrow.int8()) for one in (REJECTED, DUPLICATE, KEPT)]
    status = compute.case_when(compute.make_struct(rejected, at.is_valid()), *marks)
    sources, lines = (repeats[name].combine_chunks().take(at) for name in ("source", "line"))
    return Marks(status, sources, lines)


def _count(status: pyarrow.Array, one: int) -> int:
    from pyarrow import compute

    count: int = compute.sum(compute.equal(status, one)).as_py() or 0
    return count


def _before(fresh: bytes) -> pyarrow.RecordBatch:
    """Make rows for DuckDB of keys whose first row is written."""
    import pyarrow
    from pyarrow import compute

    words = len(fresh) // 8
    triples = pyarrow.FixedSizeListArray.from_arrays(
        pyarrow.Array.from_buffers(pyarrow.int64(), words, [None, pyarrow.py_buffer(fresh)]), DIGEST // 8 + 1
    )
    high, low, place = (compute.list_element(triples, index) for index in range(3))
    return pyarrow.record_batch(
        {
            "row": pyarrow.repeat(pyarrow.scalar(BEFORE, pyarrow.int64()), len(triples)),
            "source": compute.shift_right(place, LINES).cast(pyarrow.int32()),
            "line": compute.bit_wise_and(place, (1 << LINES) - 1),
            "high": high,
            "low": low,
        }
    )


def domains_of(texts: pyarrow.Array) -> pyarrow.Array:
    """Give the registrable domain of each text."""
    import pyarrow

    from urikit import columns

    return pyarrow.array(columns.registrable_domain(texts, spec="rfc3987")).cast(pyarrow.string())


def bits_of(texts: pyarrow.Array) -> pyarrow.Array:
    """Give how many bits it takes to write the length of each text, in code points."""
    import pyarrow
    from pyarrow import compute

    lengths = compute.utf8_length(texts).cast(pyarrow.float64())
    bits = compute.floor(compute.log2(compute.max_element_wise(lengths, 1.0))).cast(pyarrow.int64())
    return bits.cast(pyarrow.string())


def ranges(bits: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """Put counts of lengths in order, and name the ranges."""
    counts = sorted((int(bit), count) for bit, count in bits)
    return [(f"{1 << bit:,} to {(2 << bit) - 1:,}", count) for bit, count in counts]
