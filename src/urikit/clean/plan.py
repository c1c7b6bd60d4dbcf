"""
How does a pile of identifiers become one clean, canonical, unique table, with a reason for every row not in it?

The rows are read once, in order; judged, many at a time; marked as kept, duplicate or rejected; and written.  Nothing
is held in memory but the rows at hand, and of each key a hash of 16 bytes and the place of its first row, as long as
they fit.
"""

from __future__ import annotations

import os
import time
from contextlib import ExitStack, closing

from urikit.clean.asked import Asked
from urikit.clean.errors import ArgumentError
from urikit.clean.folder import Folder, own_folder
from urikit.clean.inputs import Reading, check_inputs, files_of
from urikit.clean.journal import Journal, fingerprint, left_by
from urikit.clean.judge import LIMIT
from urikit.clean.judging import SECRET
from urikit.clean.layout import Layout
from urikit.clean.merges import Merges
from urikit.clean.needs import Needs
from urikit.clean.outputs import Outputs
from urikit.clean.pool import Pool, cores
from urikit.clean.redirects import read_redirects
from urikit.clean.report import Summary
from urikit.clean.run import Run
from urikit.clean.source import Source, label
from urikit.clean.table import STATUSES
from urikit.operations.normalize import height

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeAlias

    from urikit.clean.encode import Format
    from urikit.clean.inputs import Kind
    from urikit.clean.judge import Form, Passwords
    from urikit.clean.layout import Columns
    from urikit.clean.read import Rows
    from urikit.clean.table import Status
    from urikit.operations.normalize import Rung

    Path: TypeAlias = str | os.PathLike[str]
    Progress: TypeAlias = Callable[[str, int, int | None], None]


def clean(
    files: Path | Sequence[Path],
    output: Path | None,
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
    exact: bool = False,
    temp: Path | None = None,
    threads: int | None = None,
    resume: bool = False,
    shards: int | None = None,
    max_length: int | None = LIMIT,
    nul: bool = False,
    form: Form | None = None,
    columns: Columns = "rfc3986",
    keep_scheme: Sequence[str] = (),
    host: Sequence[str] = (),
    domain: Sequence[str] = (),
    drop_query: Sequence[str] = (),
    drop_tracking: bool = False,
    sort_query: bool = False,
    strip_fragment: bool = False,
    www: bool = False,
    follow_redirects_from: Path | None = None,
    report: Path | None = None,
    progress: Progress | None = None,
    notify: Callable[[str], None] | None = None,
) -> Summary:
    """
    Make a clean, canonical, unique table of piles of identifiers.

    Every row of every input comes out as kept, duplicate or rejected; the first row with a key is kept.  The outputs
    appear whole, at the end, or not at all.

    Args:
        files: Text (a line each), CSV, TSV, JSON Lines or Parquet, also packed as ``.gz`` or ``.zst``; ``-`` is
            standard input.  ``data/*.csv`` is all that it fits, in the order of their names, ``**`` for folders however
            deep, unless a file is called so.
        output: A name that ends in ``.parquet``, ``.csv`` or ``.jsonl`` (the last two also packed); ``-`` is standard
            output.  None writes no table: what there is is only counted.
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
        memory: How much the search for duplicates may hold, such as ``"512MB"``; what does not fit is laid on the disk.
        exact: Compare the keys themselves, and not hashes of 128 bits.
        temp: Where to make the folder for that; None is the system's place.
        threads: How many work at the same time; None for as many as there are cores.
        resume: Go on where the same run was killed: the same options, and inputs that did not change since.  Where
            there is none, begin.
        shards: Write the table to so many files, all rows of a host to one; they are named after *output*, as
            ``out-00000-of-00004.parquet``.
        max_length: The longest identifier in code points; None for no limit.
        nul: The items of a text end in NUL, not in a line end.
        form: None takes URIs only.  ``"uri"`` and ``"iri"`` take IRIs as well, and say what the canonical text is; the
            key is the URI's, so that ``é`` and ``%C3%A9`` are one from rung percent on, ``bücher.example`` and
            ``xn--bcher-kva.example`` from rung scheme on.
        columns: ``"rfc3986"``; or ``"commoncrawl"`` for the columns ``url_…`` of Common Crawl's index in place of the
            parts of canonical, some 2.5 µs a row more, 65 without the extension.
        keep_scheme: Take only rows of these schemes; others are rejected (``unwanted``).
        host: Take only rows of these hosts, "*" standing for any characters.
        domain: Take only rows of these registrable domains.
        drop_query: Take the parameters of these names out of the query, "*" standing for any characters.
        drop_tracking: Take out those of `operations.trackers.TRACKERS`, a list with a date.
        sort_query: Sort the pairs of the query by their keys.
        strip_fragment: Take the fragment out of the canonical text.
        www: Take a first label "www" out of the host.
        follow_redirects_from: A table with the columns ``from`` and ``to``, what a crawl was redirected to; a row that
            leads somewhere else becomes that.
        report: Write a page with charts to this file, as HTML.
        progress: Called with what is being done (``"reading"``, ``"writing"``), how much is done and how much there is
            (None: nobody knows): bytes of the inputs while reading, rows while writing.
        notify: Called with a line about what a killed run had left and is now taken away, and about what a large run
            is about to take of the disk and of memory.

    Returns:
        The counts, the reasons with an example each, the most frequent hosts and schemes.

    Raises:
        ArgumentError: It cannot be done as asked: nothing was written.
        ImportError: What is asked needs an extra that is not installed.
        CleanError: An input cannot be read to its end, or an output not written, or the disk cannot hold it: none
            appears, what was there stays.

    Cost:
        Linear: a few µs a row of processor time in the extension, some 10 µs in Python, and some 30 µs a rejected row;
        memory some 600 MB and *memory*, however many the rows; on the disk 24 bytes a row beside the outputs, and about
        three times the inputs where the keys do not fit in *memory*.

    Example:
        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     pile, table = Path(folder, "pile.txt"), Path(folder, "table.csv")
        ...     written = pile.write_text("http://example.com/~a\\nHTTP://EXAMPLE.com:80/%7Ea\\nexample.com\\n")
        ...     clean(pile, table, only="kept")
        Summary(rows=3, kept=1, duplicate=1, rejected=1)

    Source:
        RFC 3986 §3.2.1 (passwords), §5 (base), §6 (rungs), §6.2.4 (redirects); RFC 3987 §3, §5 (IRIs).
    """
    started = time.monotonic()
    require_extra()
    names = files_of(os.fspath(file) for file in ([files] if isinstance(files, str | os.PathLike) else files))
    asked = Asked(
        rung=rung,
        base=base,
        ignore_fragment=ignore_fragment,
        passwords=passwords,
        max_length=max_length,
        form=form,
        keep_scheme=keep_scheme,
        host=host,
        domain=domain,
        drop_query=drop_query,
        drop_tracking=drop_tracking,
        sort_query=sort_query,
        strip_fragment=strip_fragment,
        www=www,
    )
    counted = Summary(asked.options(only, column) | {"columns": columns})
    if only is not None and only not in STATUSES:
        raise ArgumentError(f"only {only!r}: there are {', '.join(STATUSES)}")
    if threads is not None and threads < 1:
        raise ArgumentError(f"threads {threads}: there is to be one at least")
    outputs = Outputs(output, rejected, summary, report, format, only, shards, Layout(columns, asked.spec))
    log = [] if follow_redirects_from is None else [os.fspath(follow_redirects_from)]
    if log and asked.height < height("scheme"):
        raise ArgumentError("redirects are followed from rung scheme on (RFC 3986 §6.2.4)")
    total = check_inputs(names)
    check_inputs(log)
    outputs.check([*names, *log])

    tell = progress or (lambda doing, done, whole: None)
    place = None if temp is None else os.fspath(temp)
    charts = report is not None or output is None
    same = fingerprint(
        [*names, *log],
        {
            **(asked.options(only, column) | outputs.asked()),
            "base": base,
            "exact": exact,
            "nul": nul,
            "input_format": input_format,
            "charts": charts,
            "log": log,
        },
    )
    left = left_by(place, same) if resume and same is not None else None
    state = left.state if left else None
    if resume and notify is not None:
        notify(f"going on after {state['report']['rows']:,} rows" if state else "nothing to go on with: beginning")
    with ExitStack() as stack:
        parts = [output["part"] for output in state["outputs"]] if state else []
        mine = left.folder if left else None
        folder = stack.enter_context(own_folder(place, outputs.places(), notify, mine, parts))
        reading = Reading(column=column, kind=input_format, nul=nul, limit=max_length, folder=folder.file)
        pool = stack.enter_context(closing(Pool(threads or cores())))
        secret = left.secret if left else os.urandom(SECRET)
        journal = Journal(folder, same, secret, state["number"] if state else -1)
        stack.enter_context(closing(outputs)).open(folder.file, pool, state["outputs"] if state else None)
        if log:
            found = read_redirects(log[0], folder.file, asked.spec)
            counted.options["redirects"] = str(found)
            asked.aliases = found.aliases
        merges = Merges(asked.rungs, secret, pool, folder.file) if charts else None
        labels = [label(name) for name in names]
        run = Run(labels, outputs, counted, folder, pool, journal, memory=memory, exact=exact, merges=merges)
        stack.enter_context(closing(run))
        if total is not None and not state:
            _tell_needs(Needs(names, total, run.memory, exact=exact, charts=charts), outputs, folder, notify)
        begin = run.go_on(state) if state else (0, 1, 0)
        judging = asked.judging(secret)
        for judgement in pool.map(judging, _blocks(names, reading, begin, lambda done: tell("reading", done, total))):
            run.take(judgement)
        run.finish(lambda done: tell("writing", done, counted.rows))
        counted.seconds = time.monotonic() - started
        outputs.publish(counted)
    return counted


def _tell_needs(needs: Needs, outputs: Outputs, folder: Folder, notify: Callable[[str], None] | None) -> None:
    outputs.need(needs)
    needs.temporary(folder.path)
    for words in needs.check():
        if notify is not None:
            notify(words)


def require_extra() -> None:
    """Say what to install where DuckDB or pyarrow is missing."""
    from importlib import import_module

    try:
        import_module("duckdb")
        import_module("pyarrow")
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"clean needs {error.name}: pip install 'urikit[cli]'", name=error.name) from error


def _blocks(
    names: list[str], reading: Reading, begin: tuple[int, int, int], tell: Callable[[int], None]
) -> Iterator[tuple[int, Rows]]:
    """Give the rows of every input from *begin* on, some at a time, with the input's number."""
    before = 0
    first, line, offset = begin
    for number, name in enumerate(names):
        with closing(Source(name)) as source:
            at = (line, offset) if number == first else (1, 0)
            for rows in reading.rows(source, at) if number >= first else ():
                yield number, rows
                tell(before + source.taken)
            before += source.size or 0
