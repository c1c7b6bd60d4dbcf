"""What does ``urikit stats`` take, and how does it draw what is in a pile of identifiers?"""

from __future__ import annotations

import os
import shutil
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from urikit.clean import Summary

SUMMARY = "Count what is in piles of identifiers: schemes, hosts, domains, lengths, and what is wrong."
EPILOG = """\
The rows are judged as “urikit clean” does, and nothing is written but what is asked for.

Example:
  urikit stats crawl.txt.gz
  urikit stats links.csv --column url --report links.html

Exit code: 0 all rows are identifiers, 1 some are not, 2 usage, 3 input or output."""

NAMED = 28  # columns for a name
BLOCKS = " ▏▎▍▌▋▊▉█"
SPARKS = "▁▂▃▄▅▆▇█"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the verb takes."""
    from urikit.clean.inputs import KINDS
    from urikit.cli.clean_command import add_wishes
    from urikit.operations.normalize import RUNGS

    parser.epilog = EPILOG
    add = parser.add_argument
    add(
        "files",
        metavar="FILE",
        nargs="*",
        help="text, CSV, TSV, JSON Lines or Parquet, also .gz or .zst; 'data/*.csv' and 'data/**/*.csv'; “-” is stdin",
    )
    add("--column", metavar="NAME", help="of tables: the column that holds the identifiers (default: the only one)")
    add("--input-format", choices=KINDS, metavar="WORD", help=f"{', '.join(KINDS)} (default: by the name)")
    add("-0", "--null", action="store_true", help="the items of a text end in NUL")
    add("--base", metavar="URI", help="resolve every row against this URI first")
    add("--as", dest="form", choices=("uri", "iri"), metavar="WORD", help="take IRIs as well")
    add("--rung", choices=(*RUNGS, "syntax"), default="scheme", metavar="WORD", help="where two rows are one")
    add_wishes(parser)
    add("--report", metavar="FILE", help="write a page with charts here, as HTML")
    add("--format", choices=("text", "json"), default="text", metavar="WORD", help="text or json")
    add("--exit-zero", action="store_true", help="exit 0 also where rows were rejected")


def run(args: argparse.Namespace) -> int:
    """
    Count what the command line asks for.

    Args:
        args: What `add_arguments` takes.

    Returns:
        The exit code: 0 all rows are identifiers, 1 some are not, 3 a file could not be read or written.

    Raises:
        UsageError: It cannot be done as asked (exit code 2).
    """
    from urikit.clean import ArgumentError, CleanError, clean
    from urikit.cli.clean_command import Bar, piped, say, terminated_cleanly, wishes_of
    from urikit.cli.verb import UsageError

    files = args.files or piped("stats")
    try:
        with terminated_cleanly(), Bar(wanted=True) as bar:
            summary = clean(
                files,
                None,
                column=args.column,
                input_format=args.input_format,
                nul=args.null,
                base=args.base,
                form=args.form,
                rung=args.rung,
                report=args.report,
                **wishes_of(args),
                passwords="mask",
                progress=bar.show,
                notify=lambda words: say(f"urikit stats: {words}"),
            )
    except ArgumentError as error:
        raise UsageError(f"urikit stats: {error}") from error
    except ImportError as error:
        raise UsageError(f"urikit stats: {error.msg}") from error
    except CleanError as error:
        say(f"urikit stats: {error}")
        return 3
    sys.stdout.write(summary.as_json() if args.format == "json" else drawn(summary, columns()))
    return 1 if summary.rejected and not args.exit_zero else 0


def columns() -> int:
    """Return how wide the terminal is; 80 where nobody knows."""
    return max(40, shutil.get_terminal_size((80, 24)).columns if sys.stdout.isatty() or "COLUMNS" in os.environ else 80)


def drawn(summary: Summary, wide: int) -> str:
    """
    Draw a summary with bars.

    Args:
        summary: What was counted.
        wide: Columns of the terminal.

    Example:
        >>> from urikit.clean.report import Summary
        >>> found = Summary({})
        >>> found.rows, found.kept, found.duplicate = 3, 2, 1
        >>> print(drawn(found, 60).rstrip())
        rows
          kept                                2  █████████████████
          duplicate                           1  ████████▌
          rejected                            0
    """
    from urikit.findings import printable

    became = [("kept", summary.kept), ("duplicate", summary.duplicate), ("rejected", summary.rejected)]
    charts: list[tuple[str, Iterable[tuple[str, int]]]] = [
        ("rows", became),
        ("schemes", summary.schemes),
        ("hosts", summary.hosts),
        ("registrable domains", summary.domains),
        (f"characters  {_sparks([count for _, count in summary.lengths])}", summary.lengths),
        ("rejected for", summary.reasons()),
        ("duplicates met at rung", summary.merged.items()),
        ("done as it was wished", summary.changes.items()),
    ]
    lines: list[str] = []
    for title, found in charts:
        counts = [(printable(name) or "(empty)", count) for name, count in found]
        if any(count for _, count in counts):
            lines += ["", title.rstrip(), *_bars(counts, wide)]
    return "\n".join(lines[1:]) + "\n" if lines else "no rows\n"


def _bars(counts: list[tuple[str, int]], wide: int) -> list[str]:
    """A line a count: name, number, bar."""
    from urikit.findings import width

    most = max(count for _, count in counts)
    room = max(4, wide - NAMED - 15)
    lines = []
    for name, count in counts:
        shown = name if width(name) <= NAMED else name[: NAMED - 1] + "…"
        eighths = round(count * room * 8 / most)
        bar = "█" * (eighths // 8) + BLOCKS[eighths % 8].strip()
        lines.append(f"  {shown}{' ' * (NAMED - width(shown))}{count:>9,}  {bar}".rstrip())
    return lines


def _sparks(counts: list[int]) -> str:
    """Counts as one line of eight heights."""
    most = max(counts, default=0)
    return "".join(SPARKS[(count * 7 + most - 1) // most] for count in counts) if most else ""
