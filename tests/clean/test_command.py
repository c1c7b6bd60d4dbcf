"""``urikit clean``: what is typed, what comes out, how it ends."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.clean.table import rows
from tests.cli.shell import COMMAND, PLAIN, call, process
from urikit.clean import CleanError, clean
from urikit.cli import clean_command
from urikit.cli.clean_command import Bar

PILE = b"http://a/\nHTTP://A:80/\n\nfoo bar\nhttp://u:secret@h/"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("in.txt").write_bytes(PILE)
    return tmp_path


def test_a_pile_becomes_a_table_and_a_summary() -> None:
    done = call("clean", "in.txt", "-o", "out.csv")

    assert (done.out, done.status) == (b"", 1)
    assert [row["status"] for row in rows(Path("out.csv"))] == ["kept", "duplicate", *["rejected"] * 3]
    for words in (
        "rows             5   in ",
        "kept             1\n",
        "duplicate             1\n",
        "rejected             3\n",
    ):
        assert words in done.err
    assert "1  space               in.txt:4: foo bar\n" in done.err
    assert done.err.endswith("written: out.csv\n")


def test_a_pipe_goes_in_and_a_table_comes_out() -> None:
    done = call("clean", "-q", "-o", "-", "--only", "kept", stdin=b"http://a/\nhttp://b/\nhttp://A/\n")

    assert (done.err, done.status) == ("", 0)
    assert done.text.splitlines()[1:] == [
        '"-",1,0,"http://a/","kept","http://a/","http://a/",,,"http","a","reg-name",,"/",,,,,,',
        '"-",2,10,"http://b/","kept","http://b/","http://b/",,,"http","b","reg-name",,"/",,,,,,',
    ]


@pytest.mark.parametrize("name", ["-", "/dev/stdin"])
def test_standard_input_has_two_names(name: str) -> None:
    done = process("clean", name, "-o", "out.jsonl", stdin=None, input=PILE)

    assert done.returncode == 1
    assert [(row["source"], row["line"], row["offset"]) for row in rows(Path("out.jsonl"))] == [
        (name, line, offset) for line, offset in enumerate((0, 10, 23, 24, 32), 1)
    ]


def test_every_option_reaches_the_work() -> None:
    Path("in.data").write_bytes(b"id\turl\n1\t../a#x\n2\t../A#y\n3\t//u:pw@h/\n4\t" + b"a" * 30 + b"\n")

    done = call(
        *("clean", "in.data", "-o", "out.data", "--format", "jsonl", "--input-format", "tsv", "--column", "url"),
        *("--base", "http://h/b/c/", "--rung", "case", "--ignore-fragment", "--passwords", "mask", "--only", "kept"),
        *("--max-length", "20", "--rejected", "bad.csv", "--summary", "s.json", "--memory", "100MB", "--temp", "."),
        *("--as", "uri", "--exit-zero", "--keep-scheme", "http", "--keep-scheme", "ftp", "--host", "h"),
        *("--host", "*.h", "--drop-query", "utm_*", "--drop-tracking", "--sort-query", "--www"),
        *("--columns", "commoncrawl"),
    )

    assert done.status == 0, done.err
    kept = [json.loads(line) for line in Path("out.data").read_text("utf-8").splitlines()]
    assert [(row["canonical"], row["key"]) for row in kept] == [
        ("http://h/b/a#x", "http://h/b/a"),
        ("http://h/b/A#y", "http://h/b/A"),
        ("http://u:***@h/", "http://u:***@h/"),
    ]
    assert "1 with the password as ***" in done.err
    summary = json.loads(Path("s.json").read_text("utf-8"))
    assert summary["options"] == {
        "rung": "case",
        "ignore_fragment": True,
        "base": "http://h/b/c/",
        "keep_scheme": ["http", "ftp"],
        "host": ["h", "*.h"],
        "domain": [],
        "drop_query": ["utm_*"],
        "drop_tracking": "2026-11",
        "sort_query": True,
        "strip_fragment": False,
        "www": True,
        "passwords": "mask",
        "only": "kept",
        "column": "url",
        "max_length": 20,
        "as": "uri",
        "columns": "commoncrawl",
    }
    assert (summary["rows"], summary["masked"], summary["codes"][0]["code"]) == (4, 1, "line-too-long")
    assert "line-too-long" in Path("bad.csv").read_text("utf-8")


def test_items_may_end_in_nul_and_have_no_limit() -> None:
    Path("in.nul").write_bytes(b"http://a/\0http://b/" + b"b" * (2 << 20))

    done = call("clean", "-0", "in.nul", "-o", "out.parquet", "--max-length", "0")

    assert (done.status, len(rows(Path("out.parquet"))[1]["canonical"])) == (0, 9 + (2 << 20))


@pytest.mark.parametrize(
    ("argv", "status", "words"),
    [
        (["none.txt", "-o", "out.csv"], 3, "urikit clean: none.txt: cannot be read: No such file or directory\n"),
        (["in.txt", "-o", "none/out.csv"], 3, "none: there is no such folder to write to\n"),
        (["in.txt", "-o", "in.txt", "--format", "csv"], 3, "in.txt: cannot be written: it is the input in.txt\n"),
        (["in.txt", "-o", "out.csv", "--temp", "none"], 3, "urikit clean: none: cannot be written: "),
        (["in.txt"], 2, "the following arguments are required: -o/--output"),
        (
            ["in.txt", "-o", "out"],
            2,
            "out: a name that ends in .parquet, .csv or .jsonl, or a format, says how to write",
        ),
        (["in.txt", "-o", "out.parquet.gz"], 2, "Parquet packs its columns itself; leave .gz out"),
        (["in.txt", "-o", "out.csv", "--rung", "top"], 2, "invalid choice: 'top'"),
        (["in.txt", "-o", "out.csv", "--memory", "12"], 2, "urikit clean: memory '12': "),
        (["in.txt", "-o", "out.csv", "--base", "a"], 2, "urikit clean: error[no-scheme]"),
        (["in.txt", "-o", "out.csv", "--colum", "a"], 2, "there is no option --colum; did you mean --column?"),
        (["in.txt", "-o", "out.csv", "--column", "a"], 2, "in.txt: a text has no column 'a'"),
        (["-o", "-", "--summary", "-"], 2, "two of the outputs are one file"),
    ],
)
def test_what_cannot_be_done_is_told(argv: list[str], status: int, words: str) -> None:
    done = call("clean", *argv)

    assert (done.out, done.status) == (b"", status)
    assert words in done.err
    assert os.listdir() == ["in.txt"]


def test_a_standard_input_that_is_closed_is_told() -> None:
    script = '"$@" clean - -o out.csv <&-'
    done = subprocess.run(["bash", "-c", script, "-", *COMMAND], capture_output=True, env=PLAIN, check=False)

    assert done.returncode == 3
    assert done.stderr == b"urikit clean: standard input: cannot be read: Bad file descriptor\n"
    assert os.listdir() == ["in.txt"]


def test_a_standard_output_that_is_closed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)

    with pytest.raises(CleanError, match="standard output: cannot be written: Bad file descriptor"):
        clean("in.txt", "-", temp=".")

    assert os.listdir() == ["in.txt"]


def test_standard_output_that_is_a_file_stays_that_file() -> None:
    Path("there.csv").touch()
    before = Path("there.csv").stat().st_ino
    with open("there.csv", "wb") as file:
        status = subprocess.run(
            [*COMMAND, "clean", "in.txt", "-q", "-o", "/dev/stdout", "--format", "csv"],
            stdout=file,
            env=PLAIN,
            check=False,
        ).returncode

    assert (status, Path("there.csv").stat().st_ino, len(rows(Path("there.csv")))) == (1, before, 5)


def test_nothing_to_read_is_told() -> None:
    done = call("clean", "-o", "out.csv", stdin=None)

    assert (done.status, "name a file, or pipe one in" in done.err) == (2, True)


def test_the_help_page_tells_the_columns() -> None:
    done = call("clean", "--help")

    assert (done.status, done.err) == (0, "")
    for words in ("usage: urikit clean", "--rejected FILE", "first_source first_line  of a duplicate", "Exit code: 0"):
        assert words in done.text


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    Path("many.txt").write_bytes(b"".join(b"http://h/%d\n" % number for number in range(20_000)))
    script = '"$@" | head -n 1 >head.txt; echo "${PIPESTATUS[0]}"'
    command = ["bash", "-c", script, "-", *COMMAND, "clean", "many.txt", "-q", "-o", "-"]
    head = subprocess.run(command, capture_output=True, env=PLAIN, timeout=60, check=True)

    assert (head.stdout, head.stderr) == (b"141\n", b"")
    assert Path("head.txt").read_bytes().startswith(b'"source"')


def on_a_terminal(*argv: str, env: dict[str, str], feed: Callable[[int], None] | None = None) -> str:
    """Run with a terminal as stderr: all that it was sent."""
    screen, ours = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, *argv], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=ours, env={**PLAIN, **env}
    )
    os.close(ours)
    assert process.stdin is not None
    if feed:
        feed(process.stdin.fileno())
    process.stdin.close()
    seen = b""
    while True:
        try:
            data = os.read(screen, 1 << 16)
        except OSError:  # the other end is closed
            break
        if not data:
            break
        seen += data
    process.wait(30)
    os.close(screen)
    return seen.decode()


def slowly(pipe: int) -> None:
    for number in range(15):
        os.write(pipe, b"http://a/%d\n" % number)
        time.sleep(0.1)


def test_a_long_run_shows_a_bar_on_a_terminal_unless_it_is_to_be_quiet() -> None:
    long = on_a_terminal("clean", "-", "-o", "out.csv", env={"TERM": "xterm"}, feed=slowly)
    quiet = on_a_terminal("clean", "-q", "-", "-o", "out.csv", env={"TERM": "xterm"}, feed=slowly)

    assert "reading" in long
    assert "kept" in long
    assert quiet == ""


def test_a_bar_is_shown_only_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    class Shown:
        def __init__(self) -> None:
            self.calls: list[tuple[object, ...]] = []

        def start(self) -> None:
            self.calls.append(("start",))

        def stop(self) -> None:
            self.calls.append(("stop",))

        def add_task(self, doing: str, *, total: int | None) -> str:
            self.calls.append((doing, total))
            return doing

        def update(self, doing: str, *, completed: int) -> None:
            self.calls.append((doing, completed))

    shown = Shown()
    monkeypatch.setattr(clean_command, "_rich_bar", lambda: shown)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)

    with Bar(wanted=True) as bar:
        bar.show("reading", 1, 9)
        monkeypatch.setattr(clean_command, "PATIENCE", 0.0)
        bar.show("reading", 5, 9)
        bar.show("writing", 3, 3)

    assert shown.calls == [("start",), ("reading", 9), ("reading", 5), ("writing", 3), ("writing", 3), ("stop",)]


def test_there_is_no_bar_without_rich(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rich.console", None)

    assert clean_command._rich_bar() is None


def test_an_iri_is_taken_where_a_form_is_asked_for() -> None:
    Path("in.txt").write_text("http://bücher.example/é\n", "utf-8")

    done = call("clean", "in.txt", "--as", "iri", "-q", "-o", "-")
    refused = call("clean", "in.txt", "--as", "urn", "-o", "-")

    assert (done.status, call("clean", "in.txt", "-q", "-o", "-").status) == (0, 1)
    assert '"kept","http://bücher.example/é","http://xn--bcher-kva.example/%C3%A9",' in done.text
    assert (refused.status, "invalid choice: 'urn'" in refused.err) == (2, True)
