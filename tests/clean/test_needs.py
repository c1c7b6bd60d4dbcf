"""What a run is about to take is told before it begins, and what cannot be held is refused."""

from __future__ import annotations

from collections import namedtuple
from pathlib import Path

import pytest

from urikit.clean import CleanError, clean, needs
from urikit.clean.needs import Needs, shown

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
    assert said[0].startswith("this run needs about 3.1 MB in ")
    assert said[0].endswith(", where 2.0 MB are free")
    assert said[1] == "about 19,714 rows, whose keys take about 710 kB of memory"


def test_what_waits_on_the_disk_is_counted_where_the_keys_do_not_fit(file: Path) -> None:
    size = file.stat().st_size
    fits, spills, exact = (
        Needs([str(file)], size, memory, exact=exact)
        for memory, exact in ((1 << 20, False), (1 << 10, False), (0, True))
    )

    assert (fits.memory, spills.memory, exact.memory) == (709_704, 1 << 10, 0)
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


@pytest.mark.parametrize(
    ("size", "words"),
    [(0, "0 bytes"), (999, "999 bytes"), (1_500, "1.5 kB"), (25_000_000, "25 MB"), (9e15, "9,000 TB")],
)
def test_a_size_is_written_for_a_person(size: float, words: str) -> None:
    assert shown(size) == words
