"""A run that was killed is gone on with, and what comes out is what would have come out."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.clean.table import rows
from tests.clean.test_clean import as_csv, as_json_lines, as_parquet, as_text
from urikit.clean import clean

SOURCE = Path(__file__).parents[2] / "src"
ENVIRONMENT = {
    "PYTHONPATH": str(SOURCE),
    **{name: os.environ[name] for name in ("URIKIT_BACKEND",) if name in os.environ},
}

# a run that notes how far it is at every block, and kills itself at a call of some function
PROGRAM = """
import importlib, json, os, signal, sys
from urikit.clean import clean, dedupe, journal, source, tables, write

names, output, options, (module, owner, name, calls), room = json.loads(sys.argv[1])
journal.EVERY = 0.0
source.CHUNK, tables.BLOCK, write.GROUP_ROWS = 1 << 12, 100, 300
if room:
    dedupe._bytes = lambda size: room
if calls:
    whole = importlib.import_module(module)
    whole = getattr(whole, owner) if owner else whole
    method = getattr(whole, name)

    def killed(*args, **named):
        global calls
        calls -= 1
        if not calls:
            os.kill(os.getpid(), signal.SIGKILL)
        return method(*args, **named)

    setattr(whole, name, killed)
clean(names, output, notify=lambda words: print(words, file=sys.stderr), **options)
"""

TAKE = ("urikit.clean.run", "Run", "take")
WRITE_ALL = ("urikit.clean.run", "", "_found")
PUBLISH = ("os", "", "replace")
NEVER = ("", "", "", 0)


def started(
    names: list[Path], output: Path, options: dict[str, Any], kill: tuple[str, str, str, int] = NEVER, room: int = 0
) -> subprocess.CompletedProcess[str]:
    plan = [[str(name) for name in names], str(output), options, kill, room]
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(plan)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=ENVIRONMENT,
    )


def lines(begin: int, end: int) -> list[str]:
    """Rows of every status; keys come again after a while."""
    spell = ["http://example.com/{}", "HTTP://Example.com:80/{}", "http://h{}.example/?q", "a b {}", "http://é/{}", ""]
    return [spell[number % 6].format(number * 7 % 1_000) for number in range(begin, end)]


DOORS: dict[str, Any] = {
    "in.txt": as_text,
    "in.txt.gz": lambda found: gzip.compress(as_text(found)),
    "in.csv": as_csv,
    "in.csv.gz": lambda found: gzip.compress(as_csv(found)),
    "in.jsonl": as_json_lines,
    "in.parquet": as_parquet,
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "temp").mkdir()
    (tmp_path / "first.txt").write_bytes(as_text(lines(0, 500)))
    return tmp_path


@pytest.mark.parametrize("door", DOORS)
def test_a_run_that_was_killed_while_reading_is_gone_on_with(door: str, place: Path) -> None:
    (place / door).write_bytes(DOORS[door](lines(300, 3_000)))
    names = [place / door]
    options = {"temp": str(place / "temp"), "rejected": str(place / "bad.csv"), "summary": str(place / "s.json")}
    options["report"] = str(place / "page.html")
    if "txt" not in door:
        options["column"] = "url"
    else:
        names = [place / "first.txt", place / door]

    killed = started(names, place / "out.parquet", options, (*TAKE, 7))
    left = {path.name for path in place.iterdir()}
    again = started(names, place / "out.parquet", options | {"resume": True})

    assert killed.returncode == -signal.SIGKILL
    assert "out.parquet" not in left
    assert again.returncode == 0, again.stderr
    assert "going on after " in again.stderr
    assert "going on after 0 rows" not in again.stderr
    assert list((place / "temp").iterdir()) == []
    assert not list(place.glob(".urikit-*"))

    page = place / "want.html"
    summary = clean(
        names, place / "want.parquet", rejected=place / "want.csv", column=options.get("column"), report=page
    )

    assert rows(place / "out.parquet") == rows(place / "want.parquet")
    assert (place / "bad.csv").read_bytes() == (place / "want.csv").read_bytes()
    found, wanted = json.loads((place / "s.json").read_text("utf-8")), summary.as_dict()
    for name in set(wanted) - {"outputs", "options", "seconds"}:
        assert found[name] == wanted[name], name


@pytest.mark.parametrize("exact", [True, False], ids=["exact", "spilled"])
@pytest.mark.parametrize("kill", [(*TAKE, 12), (*TAKE, 20), (*WRITE_ALL, 3)], ids=["early", "late", "writing"])
def test_a_run_whose_keys_are_on_the_disk_is_gone_on_with(
    kill: tuple[str, str, str, int], exact: bool, place: Path
) -> None:
    (place / "in.txt").write_bytes(as_text(lines(300, 6_000)))
    names = [place / "first.txt", place / "in.txt"]
    options = {"temp": str(place / "temp"), "exact": exact}

    killed = started(names, place / "out.csv", options, kill, room=200_000)
    again = started(names, place / "out.csv", options | {"resume": True}, room=200_000)

    assert (killed.returncode, again.returncode) == (-signal.SIGKILL, 0), again.stderr
    assert "going on after " in again.stderr
    assert list((place / "temp").iterdir()) == []

    clean(names, place / "want.csv")

    assert (place / "out.csv").read_bytes() == (place / "want.csv").read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("calls", range(1, 60, int(os.environ.get("URIKIT_STEP", "15"))))  # 3 in an evening
@pytest.mark.parametrize("what", [TAKE, PUBLISH, ("os", "", "fsync"), ("os", "", "unlink")], ids=lambda what: what[2])
def test_a_run_that_was_killed_at_any_moment_comes_to_the_same_end(
    what: tuple[str, str, str], calls: int, place: Path
) -> None:
    (place / "in.txt").write_bytes(as_text(lines(300, 3_000)))
    names = [place / "first.txt", place / "in.txt"]
    options = {"temp": str(place / "temp"), "rejected": str(place / "bad.csv"), "summary": str(place / "s.json")}
    options["report"] = str(place / "page.html")

    started(names, place / "out.csv", options, (*what, calls))
    started(names, place / "out.csv", options | {"resume": True}, (*what, calls))
    again = started(names, place / "out.csv", options | {"resume": True})

    assert again.returncode == 0, again.stderr
    page = place / "want.html"
    summary = clean(names, place / "want.csv", rejected=place / "bad-want.csv", report=page).as_dict()
    assert (place / "out.csv").read_bytes() == (place / "want.csv").read_bytes()
    assert (place / "bad.csv").read_bytes() == (place / "bad-want.csv").read_bytes()
    found = json.loads((place / "s.json").read_text("utf-8"))
    for name in set(summary) - {"outputs", "options", "seconds"}:
        assert found[name] == summary[name], name


@pytest.mark.parametrize("change", ["input", "option", "columns", "page", "log", "nothing left"])
def test_a_run_begins_where_there_is_none_to_go_on_with(change: str, place: Path) -> None:
    names, options = [place / "first.txt"], {"temp": str(place / "temp")}
    log = place / "log.csv"
    log.write_bytes(b"from,to\nhttp://a/,http://b/\n")
    if change != "nothing left":
        assert started(names, place / "out.csv", options, (*TAKE, 2)).returncode == -signal.SIGKILL
    if change == "input":
        (place / "first.txt").write_bytes(as_text(lines(0, 600)))
    if change == "option":
        options["rung"] = "case"
    if change == "columns":
        options["columns"] = "commoncrawl"
    if change == "page":
        options["report"] = str(place / "page.html")
    if change == "log":
        options["follow_redirects_from"] = str(log)

    again = started(names, place / "out.csv", options | {"resume": True})

    assert again.returncode == 0, again.stderr
    assert "nothing to go on with" in again.stderr
    assert len(rows(place / "out.csv")) == (600 if change == "input" else 500)
    assert list((place / "temp").iterdir()) == []
    assert not list(place.glob(".urikit-*"))


def test_no_password_is_noted(place: Path) -> None:
    (place / "first.txt").write_bytes(b"../a\n" * 2_000)
    base = "http://u:qX7jSecretZk9w@h/"
    options = {"temp": str(place / "temp"), "base": base, "passwords": "mask"}

    assert started([place / "first.txt"], place / "out.csv", options, (*TAKE, 2)).returncode == -signal.SIGKILL

    noted = [path for path in (place / "temp").rglob("*") if path.is_file()]
    assert any(path.name == "note.json" for path in noted)
    assert not [path for path in noted if b"SecretZk" in path.read_bytes()]
