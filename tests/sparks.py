"""What do all tests share that run in one Spark session?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import urikit

SOURCE = str(Path(urikit.__file__).parents[1])
QUIET = [
    pytest.mark.spark,
    pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # Spark's sockets
]
SETTINGS = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.memory": "1g",
    "spark.executor.memory": "1g",
    "spark.sql.shuffle.partitions": "3",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}


def spark_tests(function: Any) -> Any:
    """Mark a test that uses the session."""
    for mark in QUIET:
        function = mark(function)
    return function
