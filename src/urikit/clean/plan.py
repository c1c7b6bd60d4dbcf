"""
How does a pile of identifiers become one clean, canonical, unique table, with a reason for every row not in it?

The rows are read and judged once, in order, and laid in a spool; DuckDB says which of their keys came before; then the
spool is read back, each row gets its status, and the table is written.  Nothing is held in memory but the rows at hand
and what DuckDB may hold.
"""

from __future__ import annotations

import os
import time
from contextlib import ExitStack, closing

from urikit.clean.dedupe import Keys
from urikit.clean.errors import ArgumentError, CleanError
from urikit.clean.folder import own_folder
from urikit.clean.inputs import Reading, check_inputs
from urikit.clean.judge import CODE, LIMIT, TEXT, Judge
from urikit.clean.outputs import Outputs
from urikit.clean.report import Summary
from urikit.clean.source import Source, label
from urikit.clean.spool import Spool
from urikit.clean.write import schema
from urikit.findings import hide

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Literal, TypeAlias

    import pyarrow

    from urikit.clean.inputs import Kind
    from urikit.clean.judge import Form, Passwords
    from urikit.clean.write import Format
    from urikit.operations.normalize import Rung

    Status: TypeAlias = Literal["kept", "duplicate", "rejected"]
    Path: TypeAlias = str | os.PathLike[str]
    Progress: TypeAlias = Callable[[str, int, int | None], None]

STATUSES: tuple[Status, ...] = ("kept", "duplicate", "rejected")
TOP = 10  # hosts and schemes named in a summary


def clean(
    files: Path | Sequence[Path],
    output: Path,
    *,
    column: str | None = None,
    input_format: Kind | None = None,
    format: Format | None = None,  # noqa: A002  (the option's name on the command line)
    rung: Rung = "scheme",
    ignore_fragment: bool = False,
    base: str | None = None,
    passwords: Passwords = "reject",
    only: Status | None = None,
    rejected: Path | None = None,
    summary: Path | None = None,
    memory: str = "512MB",
    temp: Path | None = None,
    max_length: int | None = LIMIT,
    nul: bool = False,
    form: Form | None = None,
    progress: Progress | None = None,
    notify: Callable[[str], None] | None = None,
) -> Summary:
    """
    Make a clean, canonical, unique table of piles of identifiers.

    Every row of every input comes out as kept, duplicate or rejected; the first row with a key is kept.  The outputs
    appear whole, at the end, or not at all.

    Args:
        files: Text (a line each), CSV, TSV, JSON Lines or Parquet, also packed as ``.gz`` or ``.zst``; ``-`` is
            standard input.
        output: A name that ends in ``.parquet``, ``.csv`` or ``.jsonl`` (the last two also packed); ``-`` is standard
            output.
        column: Of tables, which holds the identifiers; None takes the only one.
        input_format: ``"text"``, ``"csv"``, ``"tsv"``, ``"jsonl"`` or ``"parquet"``; None goes by each name.
        format: ``"parquet"``, ``"csv"`` or ``"jsonl"``; None goes by the output's name.
        rung: How far up the ladder the canonical text and the key are normalised.
        ignore_fragment: Leave the fragment out of the key; the canonical text keeps it.
        base: A URI to resolve every row against first.
        passwords: ``"reject"`` rows that hold one, ``"mask"`` it as ``***`` and take the row so, or ``"keep"`` it.
        only: Write only rows of this status.
        rejected: Write the rejected rows to this file, and not to *output*.
        summary: Write the summary to this file, as JSON.
        memory: How much DuckDB may hold, such as ``"512MB"``; what does not fit is laid on the disk.
        temp: Where to make the folder for that; None is the system's place.
        max_length: The longest identifier in code points; None for no limit.
        nul: The items of a text end in NUL, not in a line end.
        form: None takes URIs only.  ``"uri"`` and ``"iri"`` take IRIs as well, and say what the canonical text is; the
            key is the URI's, so that ``é`` and ``%C3%A9`` are one from rung percent on, ``bücher.example`` and
            ``xn--bcher-kva.example`` from rung scheme on.
        progress: Called with what is being done (``"reading"``, ``"writing"``), how much is done and how much there is
            (None: nobody knows): bytes of the inputs while reading, rows while writing.
        notify: Called with a line about what a killed run had left and is now taken away.

    Returns:
        The counts, the reasons with an example each, the most frequent hosts and schemes.

    Raises:
        ArgumentError: It cannot be done as asked: nothing was written.
        CleanError: An input cannot be read to its end, or an output not written: none appears, what was there stays.

    Cost:
        Linear, some 10 µs a row in Python; memory some 200 MB and *memory*, however many the rows; on the disk about
        the size of the inputs, unpacked.

    Example:
        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     pile, table = Path(folder, "pile.txt"), Path(folder, "table.csv")
        ...     written = pile.write_text("http://example.com/~a\\nHTTP://EXAMPLE.com:80/%7Ea\\nexample.com\\n")
        ...     clean(pile, table, only="kept")
        Summary(rows=3, kept=1, duplicate=1, rejected=1)

    Source:
        RFC 3986 §3.2.1 (passwords), §5 (base), §6 (rungs); RFC 3987 §3, §5 (IRIs).
    """
    started = time.monotonic()
    require_extra()
    names = [os.fspath(file) for file in ([files] if isinstance(files, str | os.PathLike) else files)]
    judge = Judge(
        rung=rung, base=base, ignore_fragment=ignore_fragment, passwords=passwords, limit=max_length, form=form
    )
    asked = {"rung": rung, "ignore_fragment": ignore_fragment, "base": base and hide(base, valid=True)}
    report = Summary(
        asked | {"passwords": passwords, "only": only, "column": column, "max_length": max_length, "as": form}
    )
    if only is not None and only not in STATUSES:
        raise ArgumentError(f"only {only!r}: there are {', '.join(STATUSES)}")
    outputs = Outputs(output, rejected, summary, format, only)
    total = check_inputs(names)
    outputs.check(names)

    with ExitStack() as stack:
        folder = stack.enter_context(own_folder(None if temp is None else os.fspath(temp), outputs.places(), notify))
        reading = Reading(column=column, kind=input_format, nul=nul, limit=max_length, folder=folder.file)
        keys = stack.enter_context(closing(Keys(folder.path, memory)))
        spool = stack.enter_context(closing(Spool(folder.file("rows.arrow"))))
        stack.enter_context(closing(outputs)).open(folder.file)

        tell = progress or (lambda doing, done, whole: None)
        _read(names, reading, judge, spool, keys, report, lambda done: tell("reading", done, total))
        _write(
            [label(name) for name in names],
            spool,
            keys,
            outputs,
            report,
            lambda done: tell("writing", done, spool.rows),
        )
        report.hosts, report.schemes = keys.top("host", TOP), keys.top("scheme", TOP)
        _check(report, spool, keys, outputs)
        report.masked = judge.masked
        report.seconds = time.monotonic() - started
        outputs.publish(report)
    return report


def require_extra() -> None:
    """Say what to install where DuckDB or pyarrow is missing."""
    from importlib import import_module

    try:
        import_module("duckdb")
        import_module("pyarrow")
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"clean needs {error.name}: pip install 'urikit[cli]'", name=error.name) from error


def _read(
    names: list[str],
    reading: Reading,
    judge: Judge,
    spool: Spool,
    keys: Keys,
    report: Summary,
    tell: Callable[[int], None],
) -> None:
    """Read and judge every row, and lay it in the spool."""
    labels = [label(name) for name in names]
    before = 0
    for number, name in enumerate(names):
        count = 0
        with closing(Source(name)) as source:
            for rows in reading.rows(source):
                judged = list(map(judge, rows.values))
                keys.add(spool.write(number, rows, judged))
                for line, row in zip(rows.lines, judged, strict=True):
                    code = row[CODE]
                    if code is not None:
                        report.reject(code, labels[number], line, row[TEXT])
                count += len(judged)
                tell(before + source.taken)
            before += source.size or 0
        report.sources.append((labels[number], count))
        report.rows += count


def _write(
    names: list[str], spool: Spool, keys: Keys, outputs: Outputs, report: Summary, tell: Callable[[int], None]
) -> None:
    """Give each row of the spool its status, and write it."""
    spool.finish()
    repeats = keys.repeats()
    repeat = next(repeats, None)
    done = 0
    for batch in spool.read():
        first_source: list[str | None] = [None] * batch.num_rows
        first_line: list[int | None] = [None] * batch.num_rows
        status = ["kept" if code is None else "rejected" for code in batch.column("code").to_pylist()]
        while repeat is not None and repeat[0] < done + batch.num_rows:
            row, source, line = repeat
            status[row - done], first_source[row - done], first_line[row - done] = "duplicate", names[source], line
            repeat = next(repeats, None)
        report.kept += status.count("kept")
        report.duplicate += status.count("duplicate")
        report.rejected += status.count("rejected")
        outputs.write(_table(batch, names, status, first_source, first_line))
        done += batch.num_rows
        tell(done)
    outputs.finish()


def _table(
    batch: pyarrow.RecordBatch,
    names: list[str],
    status: list[str],
    first_source: list[str | None],
    first_line: list[int | None],
) -> pyarrow.RecordBatch:
    """Put the columns of the spool and those found since in the order of the table."""
    import pyarrow

    fields = schema()
    sources = [names[number] for number in batch.column("source").to_pylist()]
    found = {"source": sources, "status": status, "first_source": first_source, "first_line": first_line}
    arrays = [
        pyarrow.array(found[field.name], field.type) if field.name in found else batch.column(field.name)
        for field in fields
    ]
    return pyarrow.record_batch(arrays, schema=fields)


def _check(report: Summary, spool: Spool, keys: Keys, outputs: Outputs) -> None:
    """Count again: every row that was read is in exactly one of kept, duplicate and rejected, and in the files."""
    rows = report.rows
    counted = {
        "in the spool": spool.rows,
        "kept, duplicate or rejected": report.kept + report.duplicate + report.rejected,
        "with a key or a reason": keys.rows() + sum(report.codes.values()),
        "with a key of their own, repeating one or rejected": keys.distinct() + report.duplicate + report.rejected,
    }
    for what, count in counted.items():
        if count != rows:
            raise CleanError(f"{rows:,} rows were read, but {count:,} are {what}: nothing is published")
    outputs.check_rows(report)
