"""
How long does one call take, and how does that compare with the peers?

    python bench/scalar.py [--data web.txt.gz]... [--job NAME]... [--rounds 9] [--items 1500] [--json FILE]

All libraries do a job in one run, in turns: every round has inputs of its own, so no result cache ever hits, and each
library comes first in its turn.  Times are the thread's CPU time; what counts is the ratio, not the nanoseconds.
"""

from __future__ import annotations

import argparse
import gc
import json
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable
from operator import truediv
from pathlib import Path
from typing import Any

from data import load, repeats
from peers import JOBS, SETUP

import urikit

Loop = Callable[[list[Any]], int]


def loop(setup: str, expression: str) -> Loop:
    """Compile a loop that evaluates the expression for each x, and counts the times it raised."""
    body = "\n            ".join(expression.split("; "))
    names: dict[str, Any] = {}
    exec(setup, names)
    exec(
        f"""
def run(items):
    raised = 0
    for x in items:
        try:
            {body}
        except Exception:
            raised += 1
    return raised
""",
        names,
    )
    run: Loop = names["run"]
    return run


def slices(items: list[Any], rounds: int, size: int) -> list[list[Any]]:
    """Deal distinct items into *rounds* lists of one length distribution, *size* long or what there is."""
    ordered = sorted(dict.fromkeys(items), key=lambda item: sum(map(len, item)))
    size = min(size, len(ordered) // rounds)
    step = len(ordered) / (rounds * size)
    picked = [ordered[int(index * step)] for index in range(rounds * size)]
    dealt = [picked[start::rounds] for start in range(rounds)]
    for one in dealt:
        random.Random(len(one)).shuffle(one)
    return dealt


def clock(run: Loop, items: list[Any]) -> tuple[float, int]:
    """Give nanoseconds of thread CPU time per item, and how many raised."""
    gc.collect()
    gc.disable()
    start = time.thread_time_ns()
    raised = run(items)
    spent = time.thread_time_ns() - start
    gc.enable()
    return spent / len(items), raised


def measure(peers: dict[str, str], dealt: list[list[Any]]) -> dict[str, dict[str, float]]:
    """
    Let each library do the job in turns; the first round warms up and is not counted.

    Returns:
        By library: ``ns`` an item (median), ``ratio`` of urikit's time to this one's (median of the rounds; below 1
        urikit is the faster), ``raised`` on how many inputs.
    """
    loops: dict[str, Loop] = {}
    for name, expression in peers.items():
        try:
            loops[name] = loop(SETUP[name], expression)
        except ImportError:
            if name == "urikit":
                raise
            print(f"# {name} is not installed", file=sys.stderr)
    times: dict[str, list[float]] = {name: [] for name in loops}
    raised = dict.fromkeys(loops, 0)
    names = list(loops)
    for turn, items in enumerate(dealt):
        for name in names[turn % len(names) :] + names[: turn % len(names)]:
            spent, failures = clock(loops[name], items)
            if turn:
                times[name].append(spent)
                raised[name] += failures
    return {
        name: {
            "ns": round(statistics.median(spent), 1),
            "ratio": round(statistics.median(map(truediv, times["urikit"], spent)), 3),
            "raised": raised[name],
        }
        for name, spent in times.items()
    }


def table(job: str, results: dict[str, dict[str, float]], inputs: int) -> str:
    """Draw one job's results, fastest first."""
    rows = [f"{job}   ({inputs} different inputs)", f"  {'library':<12}{'ns/item':>10}{'urikit ÷ it':>13}"]
    for name, row in sorted(results.items(), key=lambda item: item[1]["ns"]):
        remark = f"   raised on {row['raised']:.0f}" if row["raised"] else ""
        rows.append(f"  {name:<12}{row['ns']:>10.0f}{row['ratio']:>13.2f}{remark}")
    return "\n".join(rows)


def main() -> None:
    """Run the jobs asked for, print a table each, and keep the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--data", type=Path, action="append", default=[], help="web, messy, iri, pairs or segments file"
    )
    parser.add_argument("--job", action="append", choices=JOBS, help="only this one (repeatable)")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--items", type=int, default=1500, help="inputs a round")
    parser.add_argument("--json", type=Path, help="write the figures here")
    options = parser.parse_args()

    data = load(options.data, made=(options.rounds + 1) * options.items)
    results: dict[str, Any] = {}
    for job in options.job or JOBS:
        kind, peers = JOBS[job]
        dealt = slices(data[kind], options.rounds + 1, options.items)
        results[job] = measure(peers, dealt)
        print(table(job, results[job], options.rounds * len(dealt[0])), end="\n\n", flush=True)
        if kind.startswith("iri"):
            share = repeats([text for items in dealt for text in items])
            results[job]["urikit"]["hosts seen before"] = round(share, 3)
            print(f"  {share:.1%} of the hosts that are not ASCII had come before\n", flush=True)
    if options.json:
        about = {
            "python": platform.python_version(),
            "machine": platform.machine(),
            "backend": urikit.backend(),
            "data": [path.name for path in options.data] or "generated",
        }
        options.json.write_text(json.dumps(about | {"jobs": results}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
