"""What a run is about to take is told before it begins, and what cannot be held is refused."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

import pytest

from urikit.clean import CleanError, clean, needs
from urikit.clean.needs import ROOM, Needs, shown

Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "in.txt").write_bytes(
        b"http://example.com/0123456789/0123456789/0123456789/0123456789/01234\n" * 20_000
    )
    return tmp_path / "in.txt"


def test_a_disk_that_cannot_hold_it_is_told_before_anything_is_read(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(needs, "disk_usage", lambda folder: Usage(0, 0, 100_000))
    seen: list[str] = []

    with pytest.raises(
        CleanError, match=r"out\.csv: cannot be written: No space left on device for about 7\.\d MB in "
    ):
        clean(file, file.parent / "out.csv", temp=file.parent, progress=lambda doing, done, whole: seen.append(doing))

    assert seen == []
    assert [path.name for path in file.parent.iterdir()] == ["in.txt"]


def test_little_room_may_do(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(needs, "disk_usage", lambda folder: Usage(0, 0, 2_000_000))
    said: list[str] = []

    summary = clean(file, file.parent / "out.csv", temp=file.parent, notify=said.append)

    assert (summary.rows, said) == (20_000, [])


def test_a_large_run_says_what_it_needs(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(needs, "LARGE", 1_000_000)
    monkeypatch.setattr(needs, "disk_usage", lambda folder: Usage(0, 0, 2_000_000))
    said: list[str] = []

    clean(file, file.parent / "out.parquet", temp=file.parent, notify=said.append)

    assert len(said) == 2
    assert said[0].startswith("this run needs about 3.0 MB in ")
    assert said[0].endswith(", where 2.0 MB are free")
    assert said[1] == "about 19,714 rows, and about 537 MB of memory, of which the keys take 489 kB"


def test_what_waits_on_the_disk_is_counted_where_the_keys_do_not_fit(file: Path) -> None:
    size = file.stat().st_size
    fits, spills, exact = (
        Needs([str(file)], size, memory, exact=exact)
        for memory, exact in ((1 << 20, False), (1 << 10, False), (0, True))
    )

    assert (fits.memory, spills.memory, exact.memory) == (488_901, 1 << 10, 0)
    for one in (fits, spills, exact):
        one.temporary(str(file.parent))
    assert [round(sum(one._places.values()) / size, 1) for one in (fits, spills, exact)] == [0.3, 3.5, 3.5]


def test_what_tells_rungs_is_counted_where_somebody_asks(file: Path) -> None:
    size = file.stat().st_size
    plain, charts = (Needs([str(file)], size, 1 << 20, exact=False, charts=asked) for asked in (False, True))
    for one in (plain, charts):
        one.temporary(str(file.parent))

    assert sum(charts._places.values()) - sum(plain._places.values()) == 100 * charts.rows


def test_what_is_packed_is_more_than_it_looks(file: Path) -> None:
    packed = file.with_name("in.txt.gz")
    packed.write_bytes(b"x" * 7_000)

    assert Needs([str(packed)], 7_000, 1 << 30, exact=False).rows == 250


def test_a_run_of_a_hundred_million_rows_is_refused_before_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    huge = tmp_path / "in.txt"
    huge.touch()
    os.truncate(huge, 100_000_000 * needs.ROW)  # a hole: it takes no room
    monkeypatch.setattr(needs, "disk_usage", lambda folder: Usage(0, 0, 3_000_000_000))
    seen: list[str] = []

    with pytest.raises(CleanError, match=r"No space left on device for about 38 GB in .*, where 3\.0 GB are free"):
        clean(huge, tmp_path / "out.parquet", temp=tmp_path, progress=lambda doing, done, whole: seen.append(doing))

    assert seen == []
    assert list(tmp_path.iterdir()) == [huge]


@pytest.mark.slow
def test_what_is_told_is_about_what_it_takes(tmp_path: Path) -> None:
    file = tmp_path / "in.txt"
    file.write_text(
        "".join(f"http://example.com/{row * 7919 % 800_000}/a-page/with/a.html?of=words\n" for row in range(1_000_000))
    )
    needs = Needs([str(file)], file.stat().st_size, 1 << 30, exact=False)
    program = (
        "import resource, sys; from urikit.clean import clean; clean(*sys.argv[1:]);"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )

    command = [sys.executable, "-c", program, str(file), str(tmp_path / "out.parquet")]
    done = subprocess.run(command, capture_output=True, check=True, env={"PYTHONPATH": os.pathsep.join(sys.path)})

    assert 0.7 < needs.rows / 1_000_000 < 1.3
    assert 0.7 < (needs.memory + ROOM) / (int(done.stdout) * 1024) < 1.3


@pytest.mark.parametrize(
    ("size", "words"),
    [(0, "0 bytes"), (999, "999 bytes"), (1_500, "1.5 kB"), (25_000_000, "25 MB"), (9e15, "9,000 TB")],
)
def test_a_size_is_written_for_a_person(size: float, words: str) -> None:
    assert shown(size) == words
