"""
How long Hypothesis tries, and what runs only where it is asked for.

URIKIT_HYPOTHESIS=long is for an evening's run.  Where CI is set a change is judged by the same examples each time;
everywhere else each run looks for new ones.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

from tests.sparks import SETTINGS, SOURCE

settings.register_profile("suite", deadline=None, max_examples=100, derandomize="CI" in os.environ)
settings.register_profile("long", deadline=None, max_examples=int(os.environ.get("URIKIT_EXAMPLES", "10000")))
settings.load_profile(os.environ.get("URIKIT_HYPOTHESIS", "suite"))

ASKED_FOR = {
    "clock": "asks the clock, so nothing may run beside it",
    "slow": "takes long",
    "browser": "opens a browser, Debian's chromium",
    "spark": "starts Spark, which needs Java",
    "ray": "starts Ray",
    "fuzz": "needs cargo-fuzz and a nightly compiler",
}
"""Marks whose tests run with ``-m MARK`` alone."""


def pytest_configure(config: pytest.Config) -> None:
    """Name the marks."""
    for mark, why in ASKED_FOR.items():
        config.addinivalue_line("markers", f"{mark}: {why}; runs with -m {mark}")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what nobody asked for."""
    for mark, why in ASKED_FOR.items():
        if mark not in config.option.markexpr:
            skip = pytest.mark.skip(reason=f"{why}: -m {mark}")
            for item in items:
                if item.get_closest_marker(mark):
                    item.add_marker(skip)


@pytest.fixture(scope="session")
def session() -> Iterator[Any]:
    """One Spark session of two threads, of this process; it serves all tests."""
    sql = pytest.importorskip("pyspark.sql")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        patch.setenv("PYTHONPATH", SOURCE, prepend=os.pathsep)
        running = sql.SparkSession.builder.master("local[2]").config(map=SETTINGS).getOrCreate()
        running.sparkContext.setLogLevel("OFF")
        yield running
        running.stop()
