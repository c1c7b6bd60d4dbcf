"""Which rows repeat an earlier one: with little memory too, and without a word from DuckDB."""

from __future__ import annotations

import random
from contextlib import closing
from pathlib import Path

import pyarrow
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from urikit.clean import ArgumentError, CleanError
from urikit.clean.dedupe import OFF, Keys


def filled(folder: Path, keys: list[str | None], memory: str = "64MB", at_a_time: int = 4096) -> Keys:
    found = Keys(str(folder), memory)
    for begin in range(0, len(keys), at_a_time):
        some = keys[begin : begin + at_a_time]
        rows = pyarrow.array(range(begin, begin + len(some)))
        words = pyarrow.array(some, pyarrow.string())
        source = pyarrow.array([row % 3 for row in rows.to_pylist()], pyarrow.int32())
        columns = {"row": rows, "source": source, "line": rows, "key": words}
        found.add(pyarrow.record_batch(columns))
    return found


def repeats(keys: Keys) -> list[tuple[int, int, int]]:
    batches = keys.repeats()
    return [tuple(row.values()) for batch in batches for row in batch.to_pylist()]


def expected(keys: list[str | None]) -> list[tuple[int, int, int]]:
    firsts: dict[str, int] = {}
    found = []
    for row, key in enumerate(keys):
        if key is not None and firsts.setdefault(key, row) != row:
            found.append((row, firsts[key] % 3, firsts[key]))
    return found


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(keys=st.lists(st.none() | st.text("ab\0é", max_size=2), max_size=30))
def test_a_row_repeats_the_first_with_its_key(keys: list[str | None], tmp_path: Path) -> None:
    with closing(filled(tmp_path, keys, at_a_time=7)) as found:
        assert repeats(found) == expected(keys)
        assert found.rows() == len([key for key in keys if key is not None])
        assert found.distinct() == len({key for key in keys if key is not None})


def test_what_does_not_fit_in_memory_is_laid_on_the_disk(tmp_path: Path) -> None:
    draw = random.Random(3986)
    keys: list[str | None] = [f"http://example.com/{draw.randrange(90_000):0400}" for _ in range(120_000)]

    with closing(filled(tmp_path, keys, "40MB")) as found:
        assert sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file()) > 1_000_000
        assert repeats(found) == expected(keys)


def test_too_little_memory_and_room_is_told(tmp_path: Path) -> None:
    with closing(Keys(str(tmp_path), "8MB")) as found:
        found.database.execute("SET max_temp_directory_size = '1MB'")
        batch = pyarrow.record_batch(
            {
                "row": pyarrow.array(range(200_000)),
                "source": pyarrow.array([0] * 200_000, pyarrow.int32()),
                "line": pyarrow.array(range(200_000)),
                "key": pyarrow.array([f"{row:0200}" for row in range(200_000)]),
            }
        )

        with pytest.raises(CleanError, match=r"finding duplicates takes more memory \(--memory\)"):
            found.add(batch)


def test_a_memory_that_is_no_size_is_told(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="memory 'a lot'"):
        Keys(str(tmp_path), "a lot")


def test_duckdb_keeps_quiet_and_to_itself(tmp_path: Path) -> None:
    with closing(Keys(str(tmp_path), "64MB")) as found:
        for setting in OFF:
            assert found.database.execute(f"SELECT current_setting('{setting}')").fetchall() == [(False,)]
