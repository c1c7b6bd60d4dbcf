"""
Do Spark's executors have what the driver has?

An executor without urikit fails a job only after four attempts, and one with another urikit, or with other data about
host names, answers differently and says nothing.  So they are asked before, by a function that needs nothing of urikit.
"""

from __future__ import annotations

import re
from contextlib import suppress

import urikit
from urikit.engines import engine
from urikit.findings import Record, UrikitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pyspark.sql import SparkSession  # pyright: ignore[reportMissingImports]

_PYTHON = re.compile(r"^([\w.]+(?:Error|Exception): [^\n]*)", re.MULTILINE)
_JAVA = re.compile(r"^(?:Caused by|): [\w.$]+(?:Error|Exception): ([^\n]*)", re.MULTILINE)
RECIPE = """
  help: pack an environment that has it and start the session with it; Python is the driver's version:
    python -m venv env && env/bin/pip install "urikit[spark]" venv-pack && env/bin/venv-pack -p env -o env.tgz
    export PYSPARK_DRIVER_PYTHON=python PYSPARK_PYTHON=./environment/bin/python
    spark-submit --archives env.tgz#environment …          or .config("spark.archives", "env.tgz#environment")
  over Connect:
    spark.addArtifacts("env.tgz#environment", archive=True)
    spark.conf.set("spark.sql.execution.pyspark.python", "./environment/bin/python")"""


class Executor(Record):
    """
    What one executor answered.

    Attributes:
        host: Its machine's name.
        process: The number of the process there that its workers come from.
        python: The version of Python.
        version: The version of urikit.
        backend: ``"rust"`` or ``"python"``.
        data: As `urikit.data_versions`, and ``"psl"``, the date of the Public Suffix List where there is one.
    """

    __slots__ = ("host", "process", "python", "version", "backend", "data")  # noqa: RUF023 (the table's)

    if TYPE_CHECKING:
        host: str
        process: int
        python: str
        version: str
        backend: str
        data: dict[str, str]


class ExecutorError(UrikitError, RuntimeError):
    """Executors lack urikit (``error[spark-missing]``), or have another than the driver (``error[spark-differs]``)."""

    __module__ = "urikit.engines.spark"


def check(spark: SparkSession) -> list[Executor]:
    """
    Ask every executor that the cluster has now for its urikit, and refuse if it is missing or another than here.

    Args:
        spark: A session, classic or Connect.

    Returns:
        One row an executor.

    Raises:
        ExecutorError: Its message says how to ship urikit.

    Cost:
        Two small jobs; a second or two, once the executors run.
    """
    found: dict[tuple[str, int], dict[str, Any]] = {}
    for _ in range(3):  # executors may still be starting
        known = len(found)
        try:
            found |= {(one["host"], one["process"]): one for one in _ask(spark)}
        except Exception as error:
            if not is_of_spark(error):
                raise
            # no Python there, or another than here: the question was not even read
            raise ExecutorError(f"error[spark-missing]: executors do not answer: {reason(error)}{RECIPE}") from error
        lacking = [one["missing"] for one in found.values() if "missing" in one]
        if lacking:
            count, why = f"{len(lacking)} of {len(found)}", "; ".join(sorted(set(lacking)))
            raise ExecutorError(f"error[spark-missing]: {count} executors cannot run urikit: {why}{RECIPE}")
        if known == len(found):
            break
    executors = [Executor(**one) for one in found.values()]
    here = {"version": urikit.__version__, "data": data()}
    for one in executors:
        for name, value in here.items():
            if getattr(one, name) != value:
                there = getattr(one, name)
                raise ExecutorError(
                    f"error[spark-differs]: {name} on {one.host} is {there}, here it is {value}{RECIPE}"
                )
    return executors


def data() -> dict[str, str]:
    """What the answers depend on besides urikit itself, each with its version or date."""
    versions = urikit.data_versions()
    with suppress(ImportError):  # without the list its kernels say so
        versions["psl"] = urikit.psl_version()
    return versions


def is_of_spark(error: BaseException) -> bool:
    """Whether Spark raised it, in Python, in Java or over Connect."""
    return type(error).__module__.partition(".")[0] in ("pyspark", "py4j")


def reason(error: BaseException) -> str:
    """
    Return the line of what Spark raised that says why: of Python on an executor, of Java, or the first.

    Example:
        >>> reason(Exception("An error occurred\\n: org.apache.spark.SparkException: Could not parse 'x'\\n\\tat …"))
        "Could not parse 'x'"
    """
    text = str(error)
    found = _PYTHON.search(text) or _JAVA.search(text)
    return found[1] if found else text.partition("\n")[0] or type(error).__name__


def _ask(spark: SparkSession) -> list[dict[str, Any]]:
    """The answers of all workers: as many tasks as there are places for one."""
    import json

    context: Any = getattr(spark, "sparkContext", None)
    if context is None:  # over Connect there are only queries; Spark makes as many parts of a range as it has places
        sql = engine("pyspark.sql.functions", "spark")
        asked = spark.range(1000).select(sql.udf(_question(), "string", useArrow=False)("id"))
        answers = {row[0] for row in asked.collect()}
    else:  # no query to plan and compile
        places = context.defaultParallelism
        answers = {*context.parallelize(range(places), places).map(_question()).collect()}
    return [json.loads(answer) for answer in answers]


def _question() -> Callable[[int], str]:
    """What runs on the executors; a function within a function travels whole, not by the name of a module."""
    told: list[str] = []

    def tell(_: int) -> str:
        if told:
            return told[0]
        import json
        import os
        import platform
        import socket
        import time

        answer = {"host": socket.gethostname(), "process": os.getppid(), "python": platform.python_version()}
        try:
            import urikit.engines.executors  # a name of this function's own: a module's would travel as that module

            more = {"version": urikit.__version__, "backend": urikit.backend(), "data": urikit.engines.executors.data()}
            __import__("pyarrow")  # Spark's own functions need it there
        except ImportError as error:
            more = {"missing": f"{type(error).__name__}: {error}"}
        time.sleep(0.3)  # so that no place for a task is free for a second one, and each executor gets one
        told.append(json.dumps({**answer, **more}))
        return told[0]

    return tell
