"""What does ``urikit clean`` take, and how does it tell what it does?"""

from __future__ import annotations

import signal
import sys
import time
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Generator
    from types import FrameType
    from typing import Any, NoReturn

    from urikit.clean import Summary

MEMORY = "512MB"
LOCALLY = {"memory": MEMORY, "exact": False, "resume": False}
"""What is not given where another engine runs."""
WISHES = (
    *("keep_scheme", "host", "domain", "drop_query", "drop_tracking", "sort_query", "strip_fragment", "www"),
    "follow_redirects_from",
)
PATIENCE = 1.0  # seconds before a progress bar is worth looking at
EPILOG = """\
The columns of the table:
  source line offset     where the row stands: file, line from 1, byte from 0 (unpacked)
  text                   what it says; a password is shown as •••
  status                 kept, duplicate or rejected: every row is one of them
  canonical key          its normal form, and what makes two rows one
  first_source first_line  of a duplicate: the row that was kept
  scheme host host_kind port path query fragment   the parts of canonical (or --columns commoncrawl)
  code start message     of a rejected row: why, and at which character; “urikit explain CODE” tells more
  changed                what was done because it was wished: redirect, drop-query, sort-query, strip-fragment, www;
                         keep-scheme, host or domain, where a filter left the row out

Example:
  urikit clean crawl.txt.gz -o clean.parquet
  urikit clean a.csv b.csv --column url --only kept --rejected rejected.csv -o clean.csv
  grep -o 'href="[^"]*' page.html | cut -c7- | urikit clean --base http://example.com/page.html -o -

Exit code: 0 all rows are kept or duplicates, 1 some were rejected, 2 usage, 3 input or output (nothing is written)."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb takes."""
    from urikit.clean.inputs import KINDS
    from urikit.clean.table import STATUSES
    from urikit.clean.write import KINDS as FORMATS
    from urikit.operations.normalize import RUNGS

    parser.epilog = EPILOG
    add = parser.add_argument
    add(
        "files",
        metavar="FILE",
        nargs="*",
        help="text, CSV, TSV, JSON Lines or Parquet, also .gz or .zst; 'data/*.csv' and 'data/**/*.csv'; “-” is stdin",
    )
    add("-o", "--output", metavar="OUT", required=True, help=".parquet, .csv or .jsonl (.gz, .zst); “-” is stdout")

    group = parser.add_argument_group("what is read")
    add = group.add_argument
    add("--column", metavar="NAME", help="of tables: the column that holds the identifiers (default: the only one)")
    add("--input-format", choices=KINDS, metavar="WORD", help=f"{', '.join(KINDS)} (default: by the name)")
    add("-0", "--null", action="store_true", help="the items of a text end in NUL")
    add("--base", metavar="URI", help="resolve every row against this URI first")
    add("--max-length", metavar="N", type=int, default=1 << 20, help="reject a row of more characters; 0 for no limit")
    passwords = "reject rows with one (default), mask it as *** and take the row so, or keep it"
    add("--passwords", choices=("reject", "mask", "keep"), default="reject", metavar="WORD", help=passwords)

    group = parser.add_argument_group("what is one and the same")
    add = group.add_argument
    add("--rung", choices=(*RUNGS, "syntax"), default="scheme", metavar="WORD", help=f"{', '.join(RUNGS)}")
    add("--ignore-fragment", action="store_true", help="two rows that differ in their fragments are one")

    words = "compare the keys as texts, not by hashes of 128 bits (slower, takes room on the disk)"
    add("--exact", action="store_true", help=words)

    add_wishes(parser)

    group = parser.add_argument_group("what is written")
    add = group.add_argument
    words = "take IRIs as well, and write canonical as a URI or an IRI (if not given, a row is to be a URI)"
    add("--as", dest="form", choices=("uri", "iri"), metavar="WORD", help=words)
    add("--format", choices=FORMATS, metavar="WORD", help=f"{', '.join(FORMATS)} (default: by the name; stdout: csv)")
    words = "names of the parts of canonical: rfc3986 (default), or commoncrawl for url_… as in its index"
    add("--columns", choices=("rfc3986", "commoncrawl"), default="rfc3986", metavar="WORD", help=words)
    add("--only", choices=STATUSES, metavar="STATUS", help=f"write only these rows: {', '.join(STATUSES)}")
    add("--rejected", metavar="FILE", help="write the rejected rows here, and not to OUT")
    words = "write N files, all rows of a host to one: out-00000-of-0000N.parquet …"
    add("--shards", metavar="N", type=int, help=words)
    add("--summary", metavar="FILE", help="write the summary here, as JSON; “-” is stdout")
    add("--report", metavar="FILE", help="write a page with charts here, as HTML")
    add("-q", "--quiet", action="store_true", help="no summary on stderr, no progress bar")
    add("--exit-zero", action="store_true", help="exit 0 also where rows were rejected")

    group = parser.add_argument_group("how")
    add = group.add_argument
    words = f"how much the search for duplicates may hold (default {MEMORY})"
    add("--memory", metavar="SIZE", default=MEMORY, help=words)
    words = "where to lay what does not fit (default: the system's temporary folder)"
    add("--temp", "--tmp", metavar="FOLDER", help=words)
    words = "go on where the same run was killed (the same options, inputs that did not change)"
    add("--resume", action="store_true", help=words)
    add("--engine", choices=("local", "spark"), default="local", help="where rows are cleaned: here, or by Spark")
    words = "of Spark: local[4], spark://host:7077, yarn … (default: what spark-submit says, else all cores here)"
    add("--master", metavar="URL", help=words)
    add("--threads", metavar="N", type=int, help="how many work at the same time (default: as many as there are cores)")


def add_wishes(parser: argparse.ArgumentParser) -> None:
    """Add the filters and the changes that a verb takes."""
    from urikit.operations.trackers import DATE

    group = parser.add_argument_group("what is wished: it changes what is identified, so it is off unless asked for")
    add = group.add_argument
    add("--keep-scheme", metavar="NAME", action="append", default=[], help="reject rows of other schemes (repeatable)")
    add(
        "--host", metavar="GLOB", action="append", default=[], help="reject rows of other hosts; “*” for any characters"
    )
    add("--domain", metavar="NAME", action="append", default=[], help="reject rows of other registrable domains")
    add("--drop-query", metavar="GLOB", action="append", default=[], help="take these parameters out, such as 'utm_*'")
    add("--drop-tracking", action="store_true", help=f"take out parameters that follow people (a list of {DATE})")
    add("--sort-query", action="store_true", help="sort the parameters by their names")
    add("--strip-fragment", action="store_true", help="take the fragment out")
    add("--www", action="store_true", help="take a first label “www” out of the host")
    words = "a table with the columns from and to: what a crawl was redirected to, followed to its end"
    add("--follow-redirects-from", metavar="FILE", help=words)


def wishes_of(args: argparse.Namespace) -> dict[str, Any]:
    """Return what `add_wishes` took, as `urikit.clean.clean` takes it."""
    return {name: getattr(args, name) for name in WISHES}


def run(args: argparse.Namespace) -> int:
    """
    Make the table that the command line asks for.

    Args:
        args: What `add_arguments` takes.

    Returns:
        The exit code: 0 nothing was rejected, 1 something was, 3 a file could not be read or written.

    Raises:
        UsageError: It cannot be done as asked (exit code 2).
    """
    from urikit.clean import ArgumentError, CleanError
    from urikit.cli.verb import UsageError

    files = args.files or piped()
    try:
        with terminated_cleanly(), Bar(wanted=not args.quiet) as bar:
            summary = _clean(args, files, bar)
    except ArgumentError as error:
        raise UsageError(f"urikit clean: {error}") from error
    except ImportError as error:
        raise UsageError(f"urikit clean: {error.msg}") from error
    except CleanError as error:
        say(f"urikit clean: {error}")
        return 3
    if not args.quiet:
        say(summary.as_text().rstrip())
    return 1 if summary.rejected and not args.exit_zero else 0


def _clean(args: argparse.Namespace, files: list[str], bar: Bar) -> Summary:
    from urikit.clean import ArgumentError, clean

    asked: dict[str, Any] = {
        "column": args.column,
        "input_format": args.input_format,
        "rung": args.rung,
        "ignore_fragment": args.ignore_fragment,
        "base": args.base,
        "passwords": args.passwords,
        "only": args.only,
        "rejected": args.rejected,
        "summary": args.summary,
        "max_length": args.max_length or None,
        "form": args.form,
        "columns": args.columns,
        **wishes_of(args),
        "report": args.report,
        "nul": args.null,
        "notify": lambda words: say(f"urikit clean: {words}"),
    }
    here: dict[str, Any] = {
        "format": args.format,
        "memory": args.memory,
        "exact": args.exact,
        "threads": args.threads,
        "resume": args.resume,
        "shards": args.shards,
        "temp": args.temp,
    }
    if args.engine == "local":
        if args.master is not None:
            raise ArgumentError("--master is where Spark runs: --engine spark")
        return clean(files, args.output, **asked, **here, progress=bar.show)
    from urikit.clean.spark_files import clean_on_spark

    for name, value in here.items():
        if value != LOCALLY.get(name):
            raise ArgumentError(f"--{name} is for --engine local; Spark has settings of its own")
    return clean_on_spark(files, args.output, master=args.master, **asked)


def piped(verb: str = "clean") -> list[str]:
    """Return the name of standard input, where something is piped in."""
    from urikit.cli.verb import UsageError

    if sys.stdin is None or sys.stdin.isatty():
        raise UsageError(f"urikit {verb}: name a file, or pipe one in\nurikit {verb} --help tells more")
    return ["-"]


def say(text: str) -> None:
    """Write a line to stderr."""
    sys.stderr.write(text + "\n")


@contextmanager
def terminated_cleanly() -> Generator[None]:
    """Let a run that is told to end (SIGTERM, SIGHUP) clear up first; its exit code is 128 and the signal's number."""

    def end(number: int, frame: FrameType | None) -> NoReturn:
        raise SystemExit(128 + number)

    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    try:
        before = {name: signal.signal(getattr(signal, name), end) for name in names}
    except ValueError:  # not the main thread: signals are somebody else's
        before = {}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


class Bar:
    """
    A progress bar on a terminal, once a run has taken a second.

    Args:
        wanted: Show one at all.
    """

    def __init__(self, *, wanted: bool) -> None:
        self._wanted = wanted and sys.stderr is not None and sys.stderr.isatty()
        self._begin = time.monotonic()
        self._bar: Any = None
        self._tasks: dict[str, Any] = {}

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def show(self, doing: str, done: int, whole: int | None) -> None:
        """Show how far it is; see *progress* of `urikit.clean.clean`."""
        if not self._wanted or time.monotonic() - self._begin < PATIENCE:
            return
        if self._bar is None:
            self._bar = _rich_bar()
            self._wanted = self._bar is not None
            if self._bar is None:
                return
            self._bar.start()
        if doing not in self._tasks:
            self._tasks[doing] = self._bar.add_task(doing, total=whole)
        self._bar.update(self._tasks[doing], completed=done)


def _rich_bar() -> Any:
    try:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
    except ModuleNotFoundError:
        return None
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)
