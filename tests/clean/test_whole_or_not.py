"""Outputs appear whole or not at all: full disks, killed runs, outputs where none may be."""

from __future__ import annotations

import errno
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.clean.table import rows
from urikit.clean import ArgumentError, CleanError, clean, encode
from urikit.clean import run as run_of_clean
from urikit.clean.dedupe import Keys
from urikit.clean.folder import Folder, Part
from urikit.clean.judging import Judging
from urikit.clean.layout import Layout
from urikit.clean.merges import Merges, Rungs
from urikit.clean.outputs import Outputs
from urikit.clean.seen import PythonSeen
from urikit.clean.spool import Spool
from urikit.clean.table import Tables
from urikit.clean.tally import Tally
from urikit.clean.write import Output, Report

SOURCE = Path(__file__).parents[2] / "src"
COMMAND = [sys.executable, "-c", "import sys; from urikit.cli import main; sys.exit(main())", "clean"]
ENVIRONMENT = {"PYTHONPATH": str(SOURCE), "PATH": os.environ.get("PATH", "")}
ROWS = 8_000
OLD = b"what was there before\n"
DATA = b"".join(b"http://example.com/%d/%s\n" % (number, os.urandom(20).hex().encode()) for number in range(ROWS))


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with an input, an output of an earlier run, and a folder for what is spilled."""
    (tmp_path / "in.txt").write_bytes(DATA)
    (tmp_path / "temp").mkdir()
    for name in ("out.parquet", "out.csv", "out.jsonl.gz", "bad.csv", "summary.json"):
        (tmp_path / name).write_bytes(OLD)
    return tmp_path


def assert_untouched(place: Path) -> None:
    assert (place / "in.txt").read_bytes() == DATA
    assert {path.name for path in place.iterdir()} == {
        *("in.txt", "temp", "out.parquet", "out.csv", "out.jsonl.gz", "bad.csv", "summary.json")
    }
    assert all(path.read_bytes() == OLD for path in place.iterdir() if path.name not in ("in.txt", "temp"))
    assert list((place / "temp").iterdir()) == []


def no_space(*_: Any, **__: Any) -> Any:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def after(calls: int, fail: Callable[..., Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make a function do as before for some calls, and then fail."""

    def broken(whole: Callable[..., Any]) -> Callable[..., Any]:
        done = 0

        def call(*args: Any, **named: Any) -> Any:
            nonlocal done
            done += 1
            return whole(*args, **named) if done <= calls else fail()

        return call

    return broken


@pytest.mark.parametrize(
    ("owner", "name", "calls", "output"),
    [
        (encode.Parquet, "encode", 0, "out.parquet"),
        (encode.Parquet, "end", 0, "out.parquet"),
        (encode.Csv, "begin", 1, "out.csv"),
        (encode.Csv, "_plain", 2, "out.csv"),
        (encode.Csv, "end", 0, "out.csv"),
        (encode.JsonLines, "_plain", 0, "out.jsonl.gz"),
        (encode.JsonLines, "end", 0, "out.jsonl.gz"),
        (os, "fsync", 0, "out.parquet"),
        (os, "fsync", 1, "out.csv"),
        (os, "replace", 0, "out.csv"),
    ],
)
def test_a_full_disk_at_any_step_leaves_what_was_there(
    owner: Any, name: str, calls: int, output: str, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, name, after(calls, no_space)(getattr(owner, name)))

    with pytest.raises(CleanError, match=r"out\.\S+: cannot be written: No space left|bad\.csv: .*No space left"):
        clean(place / "in.txt", place / output, rejected=place / "bad.csv", temp=place / "temp")

    monkeypatch.undo()
    assert_untouched(place)


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        *((Report, "finish"), (Spool, "write"), (Keys, "add"), (Spool, "read")),
        *((Judging, "__call__"), (Tables, "table"), (encode.Csv, "encode"), (Tally, "top")),
        *((Merges, "add"), (Merges, "counts"), (Layout, "of"), (Rungs, "keys")),
    ],
)
@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
def test_an_end_at_any_step_clears_up(
    owner: type, name: str, error: type[BaseException], place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: Any) -> None:
        raise error

    monkeypatch.setattr(owner, name, stop)

    with pytest.raises(error):
        clean(
            *(place / "in.txt", place / "out.csv"),
            summary=place / "summary.json",
            temp=place / "temp",
            exact=owner in (Spool, Keys),
            report=place / "page.html" if owner in (Merges, Rungs) else None,
            columns="commoncrawl",
        )

    assert_untouched(place)


def lose_a_batch(self: Spool) -> Iterator[Any]:
    yield from list(READ(self))[1:]


READ, OF = Spool.read, Tables.of


@pytest.mark.parametrize(
    ("owner", "name", "fault"),
    [
        (Spool, "read", lose_a_batch),
        (Keys, "distinct", lambda self: ROWS - 1),
        (Keys, "rows", lambda self: ROWS - 1),
        (Output, "write", lambda self, batch: None),
        (Tables, "of", lambda self, judgement, marks: OF(self, judgement, marks).slice(1)),
        (PythonSeen, "__len__", lambda self: ROWS - 1),
        (Merges, "counts", lambda self, database: {"simple": 1}),
    ],
    ids=["spool", "keys", "rows", "output", "table", "seen", "merges"],
)
def test_a_row_that_was_lost_stops_the_run(
    owner: type, name: str, fault: Callable[..., Any], place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, name, fault)
    monkeypatch.setattr(run_of_clean, "Seen", PythonSeen)

    page = place / "page.html" if owner is Merges else None

    with pytest.raises(CleanError, match="nothing is published"):
        clean(place / "in.txt", place / "out.parquet", temp=place / "temp", exact=owner in (Spool, Keys), report=page)

    assert_untouched(place)


def run(*argv: str | Path, limit: int | None = None, **options: Any) -> subprocess.CompletedProcess[str]:
    def narrow() -> None:
        assert limit is not None
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return subprocess.run(
        [*COMMAND, *map(str, argv)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=ENVIRONMENT,
        preexec_fn=narrow if limit else None,
        **options,
    )


@pytest.mark.parametrize("output", ["out.parquet", "out.csv", "out.jsonl.gz"])
def test_a_file_that_may_not_grow_leaves_what_was_there(output: str, place: Path) -> None:
    done = run(place / "in.txt", "-o", place / output, "--temp", place / "temp", limit=100_000)

    assert (done.returncode, done.stdout) == (3, "")
    assert "cannot be written: " in done.stderr
    assert "File too large" in done.stderr
    assert done.stderr.count("\n") == 1
    assert_untouched(place)


@pytest.fixture
def small_disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("small")
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", folder], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("only root can mount a small disk")
    yield folder
    subprocess.run(["umount", folder], check=True)


@pytest.mark.parametrize("output", ["out.parquet", "out.csv", "out.jsonl"])
def test_a_full_disk_leaves_what_was_there(output: str, place: Path, small_disk: Path) -> None:
    (small_disk / output).write_bytes(OLD)

    done = run(place / "in.txt", "-o", small_disk / output, "--temp", place / "temp")

    assert (done.returncode, done.stdout) == (3, "")
    assert f"{output}: cannot be written: " in done.stderr
    assert "No space left on device" in done.stderr
    assert done.stderr.count("\n") == 1
    assert [(path.name, path.read_bytes()) for path in small_disk.iterdir()] == [(output, OLD)]
    assert_untouched(place)


def test_a_full_disk_for_what_is_spilled_leaves_what_was_there(place: Path, small_disk: Path) -> None:
    done = run(place / "in.txt", "-o", place / "out.csv", "--exact", "--temp", small_disk)

    assert (done.returncode, done.stdout) == (3, "")
    assert "No space left on device" in done.stderr
    assert done.stderr.count("\n") == 1
    assert list(small_disk.iterdir()) == []
    assert_untouched(place)


def test_a_full_disk_for_what_tells_rungs_leaves_what_was_there(place: Path, small_disk: Path) -> None:
    shouted = DATA.decode().replace("http", "HTTP")  # of rows that are normal nothing is laid there
    done = run("-", "-o", place / "out.csv", "--report", place / "page.html", "--temp", small_disk, input=shouted)

    assert (done.returncode, done.stdout) == (3, "")
    assert "No space left on device" in done.stderr
    assert done.stderr.count("\n") == 1
    assert list(small_disk.iterdir()) == []
    assert_untouched(place)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
@pytest.mark.parametrize("option", ["--output", "--rejected", "--summary", "--report"])
def test_a_device_that_is_full_is_told(option: str, place: Path) -> None:
    output = [] if option == "--output" else ["-o", place / "out.csv"]
    done = run(place / "in.txt", *output, option, "/dev/full", "--format", "csv", "--temp", place / "temp")

    assert done.returncode == 3
    assert "/dev/full: cannot be written: No space left on device" in done.stderr
    assert_untouched(place)


class Running:
    """A run that reads from a pipe, in the middle of its work."""

    def __init__(self, place: Path, *argv: str | Path) -> None:
        command = [*COMMAND, *map(str, argv), "-", "--temp", str(place / "temp")]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
        )
        assert self.process.stdin is not None
        self.process.stdin.write(DATA)
        self.process.stdin.flush()
        deadline = time.monotonic() + 30
        while not (left(place) and any((place / "temp").glob("*/lock"))) and time.monotonic() < deadline:
            time.sleep(0.01)
        assert self.process.poll() is None

    def end(self, number: int) -> tuple[int, str]:
        self.process.send_signal(number)
        _, words = self.process.communicate(timeout=30)
        return self.process.returncode, words.decode()


def left(place: Path) -> list[Path]:
    return sorted(place.glob(".urikit-*.part"))


def test_a_killed_run_leaves_what_was_there_and_the_next_one_clears_up(place: Path) -> None:
    killed = Running(place, "-o", place / "out.csv", "--rejected", place / "bad.csv")
    living = Running(place, "-o", place / "out.parquet")
    folders, parts = set((place / "temp").iterdir()), set(left(place))

    status, _ = killed.end(signal.SIGKILL)

    assert (status, len(folders), len(parts)) == (-signal.SIGKILL, 2, 3)
    assert all((place / name).read_bytes() == OLD for name in ("out.csv", "bad.csv"))

    done = run(place / "in.txt", "-o", place / "out.jsonl.gz", "--temp", place / "temp")

    assert done.returncode == 0
    removed = {line.split()[3].rstrip(",") for line in done.stderr.splitlines() if "left by a run" in line}
    folders_left, parts_left = set((place / "temp").iterdir()), set(left(place))
    assert removed == {str(path) for path in (folders - folders_left) | (parts - parts_left)}
    assert (len(folders_left), len(parts_left), len(removed)) == (1, 1, 3)

    assert living.process.stdin is not None
    living.process.stdin.close()
    assert living.process.wait(30) == 0
    assert living.process.stderr is not None
    living.process.stderr.close()
    assert living.process.stdout is not None
    living.process.stdout.close()
    assert len(rows(place / "out.parquet")) == ROWS
    assert (left(place), list((place / "temp").iterdir())) == ([], [])
    assert all((place / name).read_bytes() == OLD for name in ("out.csv", "bad.csv"))


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)], ids=str
)
def test_a_run_that_is_told_to_end_clears_up(number: int, status: int, place: Path) -> None:
    running = Running(place, "-o", place / "out.csv")

    assert running.end(number) == (status, "")
    assert_untouched(place)


@pytest.mark.slow
def test_a_run_killed_at_any_time_leaves_the_old_table_or_the_new_one(place: Path) -> None:
    argv = [*COMMAND, str(place / "in.txt"), "-q", "-o", str(place / "out.csv"), "--temp", str(place / "temp")]
    begin = time.monotonic()
    subprocess.run(argv, env=ENVIRONMENT, check=True)
    whole = time.monotonic() - begin
    for turn in range(40):
        (place / "out.csv").write_bytes(OLD)
        process = subprocess.Popen(argv, env=ENVIRONMENT, stderr=subprocess.DEVNULL)
        time.sleep(whole * turn / 30)
        process.kill()
        process.wait()

        assert (place / "out.csv").read_bytes() == OLD or len(rows(place / "out.csv")) == ROWS
    subprocess.run(argv, env=ENVIRONMENT, check=True, stderr=subprocess.DEVNULL)

    assert (left(place), list((place / "temp").iterdir())) == ([], [])


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("in.csv", "it is the input"),
        ("./in.csv", "it is the input"),
        ("link.csv", "it is the input"),
        ("hard.csv", "it is the input"),
        ("temp", "it is a folder"),
        ("none/out.csv", "there is no such folder"),
        ("in.csv/out.csv", "there is no such folder"),
    ],
)
def test_an_output_where_none_may_be_is_told_before_anything_is_read(
    output: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in.csv").write_bytes(b"url\nhttp://a/\n")
    Path("temp").mkdir()
    Path("link.csv").symlink_to("in.csv")
    os.link("in.csv", "hard.csv")

    for options in (
        {"output": output},
        {"output": "good.csv", "rejected": output},
        {"output": "good.csv", "summary": output},
    ):
        with pytest.raises(CleanError) as caught:
            clean("in.csv", format="csv", temp="temp", **options)  # type: ignore[arg-type]

        assert words in str(caught.value)
    assert Path("in.csv").read_bytes() == b"url\nhttp://a/\n"
    assert sorted(os.listdir()) == ["hard.csv", "in.csv", "link.csv", "temp"]


def test_an_output_that_standard_input_comes_from_is_told(place: Path) -> None:
    with open(place / "in.txt", "rb") as file:
        done = run("-", "-o", place / "in.txt", "--format", "csv", "--temp", place / "temp", stdin=file)

    assert (done.returncode, "it is the input -" in done.stderr) == (3, True)
    assert_untouched(place)


@pytest.mark.parametrize("options", [{"rejected": "out.csv"}, {"summary": "./out.csv"}, {"rejected": "link.csv"}])
def test_two_outputs_are_two_files(options: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in.txt").write_bytes(b"http://a/\n")
    Path("link.csv").symlink_to("out.csv")

    with pytest.raises(ArgumentError, match="two of the outputs are one file"):
        clean("in.txt", "out.csv", **options)  # type: ignore[arg-type]

    assert sorted(os.listdir()) == ["in.txt", "link.csv"]


def test_a_link_stays_a_link_and_a_file_keeps_its_mode(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_bytes(b"http://a/\n")
    (tmp_path / "there.csv").write_bytes(OLD)
    (tmp_path / "there.csv").chmod(0o640)
    (tmp_path / "out.csv").symlink_to("there.csv")

    clean(tmp_path / "in.txt", tmp_path / "out.csv", temp=tmp_path)

    assert (tmp_path / "out.csv").is_symlink()
    assert (tmp_path / "there.csv").stat().st_mode & 0o777 == 0o640
    assert [row["text"] for row in rows(tmp_path / "there.csv")] == ["http://a/"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.txt", "out.csv", "there.csv"]


def test_a_new_file_has_the_mode_that_the_user_wants(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_bytes(b"http://a/\n")
    before = os.umask(0o027)
    try:
        clean(tmp_path / "in.txt", tmp_path / "out.csv")
    finally:
        os.umask(before)

    assert (tmp_path / "out.csv").stat().st_mode & 0o777 == 0o640


def test_folders_and_parts_of_others_stay(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_bytes(b"http://a/\n")
    (tmp_path / "urikit-clean-without-lock").mkdir()
    (tmp_path / "urikit-clean-file").write_bytes(b"x")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "lock").touch()
    (tmp_path / "urikit-clean-link").symlink_to("elsewhere")
    (tmp_path / "urikit-clean-lock-is-link").mkdir()
    (tmp_path / "urikit-clean-lock-is-link" / "lock").symlink_to(tmp_path / "elsewhere" / "lock")
    (tmp_path / ".urikit-notes.txt").write_bytes(b"x")
    before = {path.name for path in tmp_path.iterdir()}
    said: list[str] = []

    with Folder(str(tmp_path)) as folder:
        part = Part(str(tmp_path / "other.csv"))
        clean(tmp_path / "in.txt", tmp_path / "out.csv", temp=tmp_path, notify=said.append)
        assert (os.path.exists(folder.path), os.path.exists(part.path)) == (True, True)
        part.close()

    assert ({path.name for path in tmp_path.iterdir()}, said) == (before | {"out.csv"}, [])


def test_outputs_are_checked_in_the_order_in_which_they_are_written(tmp_path: Path) -> None:
    outputs = Outputs(tmp_path / "out.csv", tmp_path / "bad.jsonl.zst", tmp_path / "s.json", None, None, None)

    assert [Path(path).name for path in outputs.paths] == ["out.csv", "bad.jsonl.zst", "s.json"]
    assert outputs.places() == [str(tmp_path)]
