"""
How long does one row of a column take, and how does that compare with the peers?

    python bench/columns.py [--data web.txt.gz]... [--job NAME]... [--rows 200000] [--rounds 7] [--json FILE]

The texts are made into one Arrow column, repeated up to the rows asked for.  All ways of doing a job take turns, one
thread each; times are the process's CPU time, and what counts is the ratio.  Then urikit alone: the three layouts of
text, and two threads beside one by the clock on the wall.
"""

from __future__ import annotations

import argparse
import itertools
import json
import platform
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from operator import truediv
from pathlib import Path
from typing import Any

import pyarrow as pa
from data import load
from rivals import JOBS, LAYOUTS

import urikit

Run = Callable[[], object]


def repeated(items: list[Any], rows: int) -> list[Any]:
    """Give so many rows, the items again and again."""
    return list(itertools.islice(itertools.cycle(items), rows))


def clock(run: Run, timer: Callable[[], float] = time.process_time) -> float:
    """Give seconds of CPU time."""
    start = timer()
    run()
    return timer() - start


def measure(ways: dict[str, Run], rows: int, rounds: int) -> dict[str, dict[str, float]]:
    """Let each way do the job in turns; the first round warms up."""
    times: dict[str, list[float]] = {name: [] for name in ways}
    names = list(ways)
    for turn in range(rounds + 1):
        for name in names[turn % len(names) :] + names[: turn % len(names)]:
            spent = clock(ways[name])
            if turn:
                times[name].append(spent * 1e9 / rows)
    return {
        name: {
            "ns": round(statistics.median(spent), 1),
            "ratio": round(statistics.median(map(truediv, times["urikit"], spent)), 3),
        }
        for name, spent in times.items()
    }


def ways(job: str, columns: dict[str, list[Any]]) -> dict[str, Run]:
    """Make what each library runs; one that is not installed is left out."""
    kind, makers = JOBS[job]
    made: dict[str, Run] = {}
    for name, maker in makers.items():
        try:
            made[name] = maker(columns[kind])
        except ImportError as error:
            print(f"# {name}: {error}", file=sys.stderr)
    return made


def layouts(columns: dict[str, list[Any]], rows: int, rounds: int) -> dict[str, dict[str, float]]:
    """Measure the three layouts of text, and two threads beside one."""
    found: dict[str, dict[str, float]] = {}
    for job, (kind, call) in LAYOUTS.items():
        arrays = {str(of): pa.array(columns[kind], of) for of in (pa.string(), pa.large_string(), pa.string_view())}
        times: dict[str, list[float]] = {name: [] for name in arrays}
        wall: dict[int, list[float]] = {1: [], 2: []}
        for turn in range(rounds + 1):
            for name, array in arrays.items():
                spent = clock(partial(call, array, 1))
                if turn:
                    times[name].append(spent * 1e9 / rows)
            for threads in wall:
                spent = clock(partial(call, arrays["string"], threads), time.perf_counter)
                if turn:
                    wall[threads].append(spent)
        found[job] = {name: round(statistics.median(spent), 1) for name, spent in times.items()}
        found[job]["two threads"] = round(statistics.median(map(truediv, wall[1], wall[2])), 2)
    return found


def table(job: str, results: dict[str, dict[str, float]]) -> str:
    """Draw one job's results, fastest first."""
    rows = [job, f"  {'way':<28}{'ns/row':>10}{'urikit ÷ it':>13}"]
    for name, row in sorted(results.items(), key=lambda item: item[1]["ns"]):
        rows.append(f"  {name:<28}{row['ns']:>10.1f}{row['ratio']:>13.2f}")
    return "\n".join(rows)


def main() -> None:
    """Run the jobs asked for, print a table each, and keep the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, action="append", default=[], help="web, messy, iri, pairs or segments")
    parser.add_argument("--job", action="append", choices=JOBS, help="only this one (repeatable)")
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", type=Path, help="write the figures here")
    options = parser.parse_args()

    data = load(options.data, made=20_000)
    columns = {kind: repeated(items, options.rows) for kind, items in data.items()}
    results = {}
    for job in options.job or JOBS:
        results[job] = measure(ways(job, columns), options.rows, options.rounds)
        print(table(job, results[job]), end="\n\n", flush=True)
    found = layouts(columns, options.rows, options.rounds)
    print(f"  {'ns/row':<28}{'string':>10}{'large_string':>14}{'string_view':>13}{'two threads':>13}")
    for job, row in found.items():
        figures = f"{row['string']:>10.1f}{row['large_string']:>14.1f}{row['string_view']:>13.1f}"
        print(f"  {job:<28}{figures}{row['two threads']:>12.2f}×")
    if options.json:
        about = {
            "python": platform.python_version(),
            "machine": platform.machine(),
            "backend": urikit.backend(),
            "rows": options.rows,
            "data": [path.name for path in options.data] or "generated",
        }
        whole = about | {"jobs": results, "layouts": found}
        options.json.write_text(json.dumps(whole, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
