"""
How are the engines asked that bring processes of their own: Spark and Ray?
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import urikit
from tests.engines import corpus
from urikit.engines import ray as adapter

ROOT = Path(__file__).parents[2]
HERE = str(Path(urikit.__file__).parents[1])
"""Where the urikit under test is."""


def spark_job(mode: str, cwd: Path, executors: Path | str = sys.executable, **more: str) -> dict[str, Any]:
    """
    Run a Spark session of that mode (spark_job.py), a process because Spark keeps much in one that outlives a session.

    Args:
        mode: What kind of session.
        cwd: A folder for what Spark leaves.
        executors: Their Python.
        more: Of the environment.
    """
    known = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "SPARK_HOME")}
    python = {"PYSPARK_PYTHON": str(executors), "PYSPARK_DRIVER_PYTHON": sys.executable, "URIKIT_AT": HERE}
    command = [sys.executable, str(ROOT / "tests/engines/spark_job.py"), mode]
    done = subprocess.run(
        command, env=known | python | more, cwd=cwd, capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode == 0, done.stderr[-5000:]
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


@contextmanager
def ray_session() -> Iterator[Any]:
    """A session of two processors on this machine."""
    import ray

    ray.init(
        num_cpus=2,
        include_dashboard=False,
        object_store_memory=200 << 20,
        log_to_driver=False,
        logging_level="ERROR",
        configure_logging=False,
    )
    import ray.data

    ray.data.DataContext.get_current().enable_progress_bars = False
    try:
        yield ray
    finally:
        ray.shutdown()


def ray_differences(ray: Any) -> dict[int, list[tuple[Any, ...]]]:
    """Ask everything in one chain, compare every value: the first that differ, by the number of the call."""
    import pyarrow as pa

    table = pa.table({"row": range(corpus.SIZE), "url": corpus.rows(), "beside": corpus.beside()})
    data = ray.data.from_arrow([table[:1000], table[1000:]])
    for at, (name, options, option) in enumerate(corpus.ASKED):
        named = {key: value for key, value in options.items() if key != "globs"}
        named |= {f"{option}_column": "beside"} if option else {}
        mapper = adapter.KERNEL_CLASSES[name]("url", *options.get("globs", ()), to=f"c{at}", **named)
        data = data.map_batches(mapper, batch_format="pyarrow")
    answers = pa.concat_tables(ray.get(data.to_arrow_refs())).sort_by("row")
    found = {at: corpus.differ(answers[f"c{at}"].to_pylist(), corpus.wanted(at)) for at in range(len(corpus.ASKED))}
    return {at: one for at, one in found.items() if one}
