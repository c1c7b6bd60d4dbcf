"""Which files does a run write, may it write them, and do they hold what they should before anybody sees them?"""

# pyarrow.compute makes its functions when it is loaded, out of sight of
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

import os

from urikit.clean.errors import ArgumentError, CleanError
from urikit.clean.layout import Layout
from urikit.clean.page import page
from urikit.clean.report import Summary
from urikit.clean.shards import shard_paths, sharded
from urikit.clean.source import STDIN, label
from urikit.clean.table import STATUSES
from urikit.clean.write import STDOUT, Output, Report, format_of, in_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import pyarrow

    from urikit.clean.needs import Needs
    from urikit.clean.pool import Pool
    from urikit.clean.table import Status
    from urikit.clean.write import Published, State

    Path = str | os.PathLike[str]


class Outputs:
    """
    The table, the table of what was rejected, the summary, and the page.

    Args:
        table: The path of the first, or None.
        rejected: Of the second, or None: the rejected rows go into the table too.
        summary: Of the third, or None.
        charts: Of the fourth, or None.
        kind: The format of both tables, or None to go by their names.
        only: The status of the rows in the first; None for all.
        shards: In how many files the first is, by its rows' hosts; None for one by that name.
        layout: The columns of both tables; None for those of `FIELDS`.

    Raises:
        ArgumentError: Nobody knows in which format to write, or two of them are one file.
    """

    def __init__(
        self,
        table: Path | None,
        rejected: Path | None,
        summary: Path | None,
        charts: Path | None,
        kind: str | None,
        only: Status | None,
        shards: int | None = None,
        layout: Layout | None = None,
    ) -> None:
        self._tables = [] if table is None else shard_paths(os.fspath(table), shards)
        self._rejected = None if rejected is None else os.fspath(rejected)
        self._summary = None if summary is None else os.fspath(summary)
        self._page = None if charts is None else os.fspath(charts)
        self._only: Status | None = only
        self._layout = layout or Layout()
        rest = [path for path in (self._rejected, self._summary, self._page) if path is not None]
        self._formats = {path: format_of(path, kind) for path in (*self._tables, self._rejected) if path is not None}
        self.paths = [*self._tables, *rest]
        places = [path if path == STDOUT else os.path.realpath(path) for path in self.paths]
        if len(set(places)) < len(places):
            raise ArgumentError("two of the outputs are one file")
        self._outputs: dict[str, Output] = {}
        self._reports: list[tuple[Report, Callable[[Summary], str]]] = []

    def need(self, needs: Needs) -> None:
        """Tell of the tables that are files."""
        for path, (kind, packed) in self._formats.items():
            if in_place(path):
                needs.output(path, kind, packed, len(self._tables) if path in self._tables else 1)

    def asked(self) -> dict[str, object]:
        """Return what tells these outputs from others."""
        places = [path if path == STDOUT else os.path.realpath(path) for path in self._formats]
        return {
            "outputs": dict(zip(places, self._formats.values(), strict=True)),
            "only": self._only,
            "columns": self._layout.name,
        }

    def check(self, inputs: Iterable[str]) -> None:
        """
        Look whether the outputs can be where they are to be, before anything is read.

        Raises:
            CleanError: One is an input or a folder, or its folder is missing or may not be written to.
        """
        names = list(inputs)
        for path in self.paths:
            for name in names:
                if _same(path, name):
                    raise CleanError(f"{path}: cannot be written: it is the input {name}")
            if os.path.isdir(path):
                raise CleanError(f"{path}: cannot be written: it is a folder")
        for place in self.places():
            if not os.path.isdir(place):
                raise CleanError(f"{place}: there is no such folder to write to")
            if not os.access(place, os.W_OK | os.X_OK):
                raise CleanError(f"{place}: cannot be written to: Permission denied")

    def places(self) -> list[str]:
        """Return the folders of those that are files."""
        return sorted({os.path.dirname(os.path.realpath(path)) for path in self.paths if in_place(path)})

    def open(self, folder: Callable[[str], str], pool: Pool, states: Sequence[State] | None = None) -> None:
        """
        Begin to write.

        Args:
            folder: Gives a path for what can only be written at the end.
            pool: Encodes what is written.
            states: How far a run was that this one goes on with; as of `note`.
        """
        for number, (path, (kind, packed)) in enumerate(self._formats.items()):
            state = None if states is None else states[number]
            spare, beside = folder(f"output-{number}"), len(self._tables)
            self._outputs[path] = Output(path, kind, packed, spare, pool, state, beside, self._layout)
        if self._summary is not None:
            self._reports.append((Report(self._summary, folder("summary")), Summary.as_json))
        if self._page is not None:
            self._reports.append((Report(self._page, folder("page")), page))

    def write(self, batch: pyarrow.RecordBatch) -> None:
        """Write each row where it belongs."""
        rest = batch
        if self._rejected is not None:
            self._outputs[self._rejected].write(_of(batch, "rejected"))
            rest = _of(batch, "kept", "duplicate")
        if self._only is not None:
            rest = _of(rest, self._only)
        if len(self._tables) == 1:
            self._outputs[self._tables[0]].write(rest)
        elif self._tables:
            for number, rows in sharded(rest, len(self._tables)):
                self._outputs[self._tables[number]].write(rows)

    def note(self, file: Callable[[str], str]) -> list[State]:
        """Return how far each table is; *file* gives paths for the rows that are held."""
        return [output.note(file(f"held-{number}")) for number, output in enumerate(self._outputs.values())]

    def finish(self) -> None:
        """Have both tables on the disk."""
        for output in self._outputs.values():
            output.finish()

    def check_rows(self, report: Summary) -> None:
        """Raise CleanError where a table does not hold the rows that were counted."""
        kept, duplicate, rejected = report.kept, report.duplicate, report.rejected
        due = {"kept": kept, "duplicate": duplicate, "rejected": rejected}
        if self._rejected is not None:
            due["rejected"] = 0
            self._outputs[self._rejected].check_rows(rejected)
        if self._tables:
            whole = sum(due.values()) if self._only is None else due[self._only]
            others = sum(self._outputs[path].rows for path in self._tables[1:])
            self._outputs[self._tables[0]].check_rows(whole - others)
            for path in self._tables[1:]:
                self._outputs[path].check_rows(self._outputs[path].rows)

    def publish(self, report: Summary) -> None:
        """Put all of them in their places."""
        report.outputs = [label(path) for path in self.paths]
        for one, write in self._reports:
            one.finish(write(report))
        for output in sorted(self._all(), key=lambda one: one.is_file):  # what may fail goes first
            output.publish()

    def close(self) -> None:
        """Let go of the files; what was not published is gone."""
        for output in self._all():
            output.close()

    def _all(self) -> list[Published]:
        return [*self._outputs.values(), *(one for one, _ in self._reports)]


def _of(batch: pyarrow.RecordBatch, *statuses: Status) -> pyarrow.RecordBatch:
    """Return the rows of these statuses."""
    import pyarrow
    from pyarrow import compute

    wanted = pyarrow.array([STATUSES.index(status) for status in statuses], pyarrow.int8())
    mask = compute.is_in(batch.column("status").indices, wanted)
    return batch if mask.false_count == 0 else batch.filter(mask)


def _same(output: str, name: str) -> bool:
    """Say whether an output is an input: by another name, a link, or as what standard input comes from."""
    try:
        there = os.stat(output)
        here = os.fstat(0) if name == STDIN else os.stat(name)
    except OSError:  # what is not there yet is none
        return False
    return os.path.samestat(there, here) and in_place(output)
