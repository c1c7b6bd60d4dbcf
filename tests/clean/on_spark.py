"""
Does Spark make of a large pile the table that one machine makes, and what does either take?

    python -m tests.clean.on_spark --rows 1000000 --master "local[2]"

Both are the command, one after the other on the same file; each row of one table is compared with that of the other.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow
from pyarrow import compute, parquet

import urikit
from bench import data
from urikit.clean.layout import FIELDS, Layout
from urikit.clean.table import STATUSES

WRONG = ("{} x", "{}|a", "http://h:8x/{}", "//h/{}", "", "http://u:secret@h/?{}", "{}%zz")


def pile(rows: int) -> Iterator[str]:
    """Links as the web has them: a third was there before, half of it spelt otherwise; two in a hundred are wrong."""
    rng, earlier = random.Random(3986), [data.link(random.Random(0))]
    for _ in range(rows):
        chance = rng.random()
        if chance < 0.02:
            yield rng.choice(WRONG).format(rng.choice(earlier))
        elif chance < 1 / 3:
            again = rng.choice(earlier)
            yield data.untidy(rng, again) if chance < 1 / 6 else again
        else:
            earlier.append(data.link(rng))
            yield earlier[-1]


def table(path: Path | str) -> pyarrow.Table:
    """A table in its order, without dictionaries: a file, or a folder in the order of its files' names."""
    files = sorted(Path(path).glob("*.parquet")) or [path]
    return plain(pyarrow.concat_tables([parquet.ParquetFile(file).read() for file in files]))


def plain(found: pyarrow.Table) -> pyarrow.Table:
    """The same rows, without dictionaries."""
    return found.cast(Layout("commoncrawl" if "url_surtkey" in found.column_names else "rfc3986").schema())


def differences(one: pyarrow.Table, two: pyarrow.Table) -> list[str]:
    """What is not the same, column by column; rows are compared with the row at their place."""
    assert one.column_names == two.column_names == [*FIELDS]
    if len(one) != len(two):
        return [f"{len(one):,} rows and {len(two):,}"]
    wrong = [name for name in FIELDS if not one[name].equals(two[name])]
    return [f"{name}: {_apart(one[name], two[name]):,} rows" for name in wrong]


def _apart(one: pyarrow.ChunkedArray, two: pyarrow.ChunkedArray) -> int:
    same = compute.fill_null(compute.equal(one, two), False)
    both_null = compute.and_(one.is_null(), two.is_null())
    return len(one) - (compute.sum(compute.or_(same, both_null)).as_py() or 0)


def taken(command: list[str], folder: Path) -> tuple[float, float, int]:
    """Run a command: the seconds it took, those of processors, the most bytes that its processes had at once."""
    started, most, worked = time.monotonic(), 0, dict[int, float]()
    with open(folder / "said.txt", "wb") as said, subprocess.Popen(command, cwd=folder, stderr=said) as run:
        while run.poll() is None:
            family = [*_family(run.pid)]
            most = max(most, sum(map(_held, family)))
            worked |= {process: _worked(process) for process in family}
            time.sleep(0.2)
    if run.returncode > 1:  # 1: there are rejected rows
        raise SystemExit((folder / "said.txt").read_text())
    return time.monotonic() - started, sum(worked.values()), most


def _family(process: int) -> Iterator[int]:
    yield process
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{process}/task"):
            for child in Path(f"/proc/{process}/task/{thread}/children").read_text().split():
                yield from _family(int(child))


def _held(process: int) -> int:
    """Its bytes in memory; what it shares with others, in part (PSS)."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) << 10
    return 0


def _worked(process: int) -> float:
    """The seconds of processors that it has taken."""
    with suppress(OSError):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0


def main() -> int:
    """Clean a pile twice, tell what either took, compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--master", default="local[2]")
    parser.add_argument("--at", type=Path, help="a folder for the files (default: a temporary one)")
    asked = parser.parse_args()
    with TemporaryDirectory(dir=asked.at) as name:
        folder = Path(name)
        with open(folder / "pile.txt", "w", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in pile(asked.rows))
        tables = {}
        for engine, more in {"local": [], "spark": ["--engine", "spark", "--master", asked.master]}.items():
            out = f"{engine}.parquet"
            command = [sys.executable, "-m", "urikit", "clean", "pile.txt", "-o", out, "--exit-zero", *more]
            seconds, worked, most = taken(command, folder)
            tables[engine] = table(folder / out)
            counts = Counter(tables[engine]["status"].to_pylist())
            told = ", ".join(f"{counts[status]:,} {status}" for status in STATUSES)
            took = f"{seconds:.1f} s ({worked:.1f} s of processors), {asked.rows / seconds:,.0f} rows/s"
            print(f"{engine}: {took}, {most / 1e9:.2f} GB; {told}", flush=True)
        wrong = differences(*tables.values())
    print("; ".join(wrong) or f"all {asked.rows:,} rows × {len(FIELDS)} columns are the same ({urikit.backend()})")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
