"""
What does `urikit …` do?

The first word is a verb; the rest is read by the verb's own parser, made for this run only.  Exit codes: 0 all well,
1 findings, 2 usage, 3 input or output.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.cli.verb import Verb

INTERRUPTED, PIPE_CLOSED = 130, 141  # 128 + the signal, as shells count
CLEAN = "Make one clean, unique table of piles of identifiers, with a reason for every line that did not make it."
HELP = """\
Usage: urikit VERB …

Check, explain, normalise, resolve, convert and compare URIs (RFC 3986) and IRIs
(RFC 3987), one or a list.

Verbs:
{verbs}

Arguments are identifiers, never files: -f FILE, “-” or piped input are lists, one item a line.
stdout is data, stderr everything else.  --format json, jsonl and csv are for programs.
Exit code: 0 all well, 1 findings (invalid, not equivalent …), 2 usage, 3 input or output.

  urikit VERB --help    what a verb takes, with examples
  urikit --version      which urikit this is
  urikit --completions bash|zsh|fish, urikit --man    for your shell, and a manual page
"""


def main(words: list[str] | None = None) -> int:
    """
    Do what a command line asks.

    Args:
        words: What follows ``urikit``; the process's own arguments if None.

    Returns:
        The exit code: 0 all well, 1 findings, 2 usage, 3 input or output, 130 after Ctrl-C, 141 where the reader of
        stdout went away.
    """
    from urikit.cli.verb import UsageError

    if sys.stderr is None:  # closed by the caller
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    if sys.stdout is None:
        sys.stderr.write("urikit: standard output is closed\n")
        return 3
    try:
        status = _run(sys.argv[1:] if words is None else words)
        sys.stdout.flush()
    except UsageError as error:
        from urikit.findings import hide, printable

        echo, *more = str(error).split("\n")  # what was typed may hold a secret; what was drawn is masked already
        sys.stderr.write("\n".join(map(printable, [hide(echo, valid=False), *more])) + "\n")
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _abandon_stdout()
        return PIPE_CLOSED
    except OSError as error:  # a full disk, a closed descriptor
        _abandon_stdout()
        sys.stderr.write(f"urikit: cannot write: {error.strerror or error}\n")
        return 3
    return status


def _run(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        sys.stdout.write(help_page())
        return 0
    if words[0] == "--version":
        sys.stdout.write(_version())
        return 0
    if words[0] in ("--completions", "--man"):
        from urikit.cli import shells

        made = shells.manual() if words[0] == "--man" else shells.completions("".join(words[1:2]))
        sys.stdout.write(made)
        return 0
    if words[0] in ("clean", "stats"):
        return _of_files(words[0], words[1:])

    from urikit.cli.console import Console
    from urikit.cli.job import FOUND, Job

    verb = _verb(words[0])
    try:
        options = verb.parser().read(words[1:])
    except SystemExit:  # --help: argparse has printed it
        return 0
    job = Job(verb.name, options, Console())
    verb.call(job, options)
    job.console.flush()
    return 0 if job.status == FOUND and options.exit_zero else job.status


def _verb(word: str) -> Verb:
    from urikit.cli.commands import VERBS
    from urikit.cli.verb import UsageError, near

    if word in VERBS:
        return VERBS[word]
    if any(mark in word for mark in ":/."):
        raise UsageError(f"urikit: a verb comes first: urikit parse {word}\nurikit --help lists the verbs")
    what = "option" if word.startswith("-") else "verb"
    slip = near(word, [*VERBS, "clean", "stats", "--help", "--version", "--completions", "--man"])
    raise UsageError(f"urikit: there is no {what} {word}{slip}\nurikit --help lists the verbs")


def _of_files(name: str, words: list[str]) -> int:
    """Do what a verb does whose arguments are files."""
    from urikit.cli import clean_command, stats_command
    from urikit.cli.verb import GUARD, Parser

    parser = Parser(f"urikit {name}", CLEAN if name == "clean" else stats_command.SUMMARY, inputs="files")
    (clean_command if name == "clean" else stats_command).add_arguments(parser)
    try:
        options = parser.read(words)
    except SystemExit:
        return 0
    options.files = [word.removeprefix(GUARD) for word in options.files] + options.words
    return clean_command.run(options) if name == "clean" else stats_command.run(options)


def help_page() -> str:
    """Return what `urikit --help` prints."""
    from urikit.cli.commands import VERBS
    from urikit.cli.stats_command import SUMMARY

    rows = [("clean", CLEAN), ("stats", SUMMARY), *((verb.name, verb.summary) for verb in VERBS.values())]
    return HELP.format(verbs="\n".join(f"  {name:<11} {summary}" for name, summary in rows))


def _version() -> str:
    import urikit

    python = ".".join(map(str, sys.version_info[:3]))
    return f"urikit {urikit.__version__} (Python {python}, {urikit.backend()} backend)\n"


def _abandon_stdout() -> None:
    """Let what is still held go nowhere, so that the interpreter does not try again at its end."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        return
