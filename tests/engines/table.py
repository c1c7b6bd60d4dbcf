"""
Ask every engine everything, and write docs/engines/parity.md: which kernel gave how many values, all of them the same.

    python -m tests.engines.table             asks, in a quarter of an hour; one difference, and nothing is written
    python -m tests.engines.table --check     is the page of the kernels, engines and layouts that there are now?
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from datetime import date
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import urikit
from tests.engines import corpus
from tests.engines.asks import ENGINES, differences
from tests.engines.processes import HERE, ray_differences, ray_session, spark_job
from urikit.columns import KERNELS

PAGE = Path(__file__).parents[2] / "docs/engines/parity.md"
NAMES = {
    "duckdb": "DuckDB",
    "polars": "Polars",
    "pandas": "pandas",
    "dask": "Dask",
    "datafusion": "DataFusion",
    "pyspark": "Spark",
    "ray": "Ray",
}
SPARK = {"local": ["threads", "large types"], "connect": ["Connect"], "cluster": ["executors of their own"]}
"""The layouts that each job of Spark asks."""
LAYOUTS: dict[str, list[str]] = {
    **{name: [layout.replace("_", " ") for layout in engine.layouts] for name, engine in ENGINES.items()},
    "pyspark": [layout for layouts in SPARK.values() for layout in layouts],
    "ray": ["Arrow batches"],
}
HEAD = """\
# The same answers in every engine

Every kernel was asked in every engine, in each of the ways that engine lays texts out, with the same {rows:,} rows:
texts of the vectors, links and IRIs as the web has them, the same written untidily, relative references, and nulls.
Each value was compared, type and all, with the answer of the function on one text. **All {total:,} values are the
same.** A number below is how many values of a kernel were compared: rows × layouts × the ways it is called (with and
without options, with a column for an option).

This page is written by `python -m tests.engines.table`.
"""


def main(words: list[str]) -> int:
    """Ask and write, or check."""
    if "--check" in words:
        ran = next((line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("Asked on ")), "")
        if PAGE.read_text("utf-8") == page(ran):
            return 0
        sys.stderr.write(f"{PAGE.name} is not of the kernels there are: run python -m tests.engines.table\n")
        return 1
    wrong = dict(found())
    for place, difference in wrong.items():
        sys.stderr.write(f"{place}: {difference}\n")
    if wrong:
        return 1
    versions = ", ".join(f"{NAMES[name]} {version(name)}" for name in LAYOUTS)
    python = ".".join(map(str, sys.version_info[:3]))
    PAGE.write_text(page(f"Asked on {date.today()}: {versions}; Python {python}, {urikit.backend()}."), "utf-8")
    return 0


def found() -> Iterator[tuple[tuple[str, str, str], Any]]:
    """What differs: engine, layout and call, and how."""
    for name, engine in ENGINES.items():
        for layout in engine.layouts:
            told(name, layout)
            yield from placed(name, layout, differences(engine, layout))
    for mode in SPARK:
        told("pyspark", mode)
        with TemporaryDirectory() as folder:
            done = spark_job(mode, Path(folder), PYTHONPATH=HERE)
        for layout, part in zip(SPARK[mode], [done, done.get("large")], strict=False):
            assert part["compared"] == corpus.SIZE * len(corpus.ASKED)
            yield from placed("pyspark", layout, {int(at): one for at, one in part["differ"].items()})
    told("ray", "batches")
    with ray_session() as ray:
        yield from placed("ray", "batches", ray_differences(ray))


def told(*words: str) -> None:
    """Say what is asked now."""
    sys.stderr.write(f"{' '.join(words)} …\n")


def placed(engine: str, layout: str, differ: dict[int, Any]) -> Iterator[tuple[tuple[str, str, str], Any]]:
    """Differences by place, not by the number of the call."""
    for at, one in differ.items():
        yield (engine, layout, str(corpus.ASKED[at])), one


def page(ran: str) -> str:
    """The page; *ran* says when and on what."""
    calls = Counter(name for name, _, _ in corpus.ASKED)
    total = corpus.SIZE * sum(calls.values()) * sum(map(len, LAYOUTS.values()))
    lines = [HEAD.format(rows=corpus.SIZE, total=total), ran, "", "| engine | layouts |", "|---|---|"]
    lines += [f"| {NAMES[name]} | {', '.join(layouts)} |" for name, layouts in LAYOUTS.items()]
    lines += ["", f"| kernel | {' | '.join(NAMES[name] for name in LAYOUTS)} |", f"|---|{'---:|' * len(LAYOUTS)}"]
    for kernel in KERNELS:
        cells = (f"{corpus.SIZE * calls[kernel] * len(layouts):,}" for layouts in LAYOUTS.values())
        lines.append(f"| `{kernel}` | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
