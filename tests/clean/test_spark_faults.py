"""
What goes wrong with Spark is told in a line, with an exit code, and nothing is half-written.

Without Java, without pyspark, with a master that is none; a worker that dies, an executor that dies.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib.abc import MetaPathFinder
from pathlib import Path
from typing import Any

import pyarrow
import pytest

from tests.clean.on_spark import differences, pile, table
from tests.cli.shell import call
from tests.sparks import SETTINGS, SOURCE, spark_tests
from urikit.clean import ArgumentError, CleanError, clean, spark, spark_files, spark_rows
from urikit.clean.spark_files import clean_on_spark

SPARK = ("clean", "a.txt", "-o", "out.parquet", "--engine", "spark")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a small pile."""
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text("http://h/\nHTTP://h:80/\nno uri\n")
    return tmp_path


class Without(MetaPathFinder):
    """A package is not installed."""

    def __init__(self, name: str) -> None:
        self._name = name

    def find_spec(self, name: str, path: Any, target: Any = None) -> None:
        if name == self._name:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def shell(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a process of its own."""
    known = {name: value for name, value in os.environ.items() if name != "SPARK_HOME"}
    known |= {"PYTHONPATH": SOURCE, "SPARK_LOCAL_IP": "127.0.0.1"} | environment
    command = [sys.executable, "-m", "urikit", *words]
    return subprocess.run(command, env=known, capture_output=True, text=True, timeout=600, check=False)


def test_without_pyspark_the_extra_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = sorted(os.listdir())
    for name in [name for name in sys.modules if name.partition(".")[0] == "pyspark"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [Without("pyspark"), *sys.meta_path])
    done = call(*SPARK)

    assert (done.out, done.status) == (b"", 2), done.err
    assert 'needs pyspark: pip install "urikit[spark]"' in done.err
    assert sorted(os.listdir()) == before


@pytest.mark.spark
def test_without_java_it_is_said(folder: Path) -> None:
    before = sorted(os.listdir())
    done = shell(*SPARK, JAVA_HOME=str(folder / "none"))

    assert (done.stdout, done.returncode) == ("", 3), done.stderr
    assert done.stderr.splitlines()[-1].startswith("urikit clean: Spark: [JAVA_GATEWAY_EXITED] Java gateway")
    assert done.stderr.endswith(": Spark needs Java 17 or later, on the path or at JAVA_HOME\n")
    assert sorted(os.listdir()) == before


@pytest.mark.spark
def test_a_master_that_is_none_is_told(folder: Path) -> None:
    before = sorted(os.listdir())
    done = shell(*SPARK, "--master", "sparkle://h:7077")

    assert (done.stdout, done.returncode) == ("", 3), done.stderr
    assert "urikit clean: Spark: Could not parse Master URL: 'sparkle://h:7077'" in done.stderr
    assert sorted(os.listdir()) == before


@pytest.mark.slow
@spark_tests
def test_a_worker_that_dies_stops_the_run(folder: Path, session: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def judge(rows: Any, asked: Any, source: str) -> Any:
        def die(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
            os.kill(os.getpid(), signal.SIGKILL)  # as where there is no memory left
            yield from batches

        return rows.mapInArrow(die, spark_rows.judged(source))

    before = sorted(os.listdir())
    monkeypatch.setattr(spark_files, "judge", judge)
    with pytest.raises(CleanError, match=r"Spark: .*Python worker exited unexpectedly"):
        clean_on_spark("a.txt", "out.parquet", summary="out.json")

    assert sorted(os.listdir()) == before


FRAMES: list[tuple[str, dict[str, Any], str]] = [
    ("1 AS url", {}, "'url' holds integer, not text"),
    ("array('http://h/') AS url", {}, "'url' holds array, not text"),
    ("'http://h/' AS uri", {}, "no column 'url' among uri"),
    ("'http://h/' AS url, 'x' AS at", {"line": "at"}, "'at' holds string, not whole numbers"),
    ("'http://h/' AS url", {"source": "file"}, "no column 'file' among url"),
]


@pytest.mark.slow
@spark_tests
@pytest.mark.parametrize(("columns", "more", "words"), FRAMES)
def test_a_frame_that_will_not_do_is_told_at_once(columns: str, more: Any, words: str, session: Any) -> None:
    with pytest.raises(ArgumentError, match=words):
        spark(session.sql(f"SELECT {columns}"), "url", **more)


@pytest.mark.slow
@spark_tests
def test_frames_may_be_empty_or_null_and_name_columns_as_we_do(folder: Path, session: Any) -> None:
    ours = ["status", "key", "hash", "first", "number", "masked", "value", "code", "source"]
    frame = session.sql(f"SELECT 'http://h/' AS url, 7 AS line, {', '.join(f'9 AS {name}' for name in ours)}")
    found = spark(frame.union(frame).selectExpr("*", "NULL AS other"), "url", source="source", line="line")
    rows = [(row["source"], row["line"], row["status"]) for row in found.collect()]
    nulls = session.createDataFrame([(None,)], "url string")

    assert sorted(rows) == [("9", 7, "duplicate"), ("9", 7, "kept")]
    assert spark(frame.limit(0), "url").collect() == []
    assert [(row["status"], row["code"]) for row in spark(nulls, "url").collect()] == [("rejected", "no-column")]


DYING = """
import json, os, shutil, signal, sys, threading, time, warnings
warnings.simplefilter("ignore")
import pyspark
from pyspark.sql import SparkSession
from urikit.clean.spark_files import clean_on_spark
from urikit.engines.spark import check
session = SparkSession.builder.master("local-cluster[2,1,1024]").config(map=json.loads(sys.argv[1])).getOrCreate()
session.sparkContext.setLogLevel("OFF")
worker = check(session)[0].process
executor = int(open(f"/proc/{worker}/stat").read().rpartition(")")[2].split()[1])
jobs = session.sparkContext.statusTracker()

def is_at_work():
    stages = [jobs.getStageInfo(stage) for job in jobs.getActiveJobsIds() for stage in jobs.getJobInfo(job).stageIds]
    return any(stage and stage.numCompletedTasks for stage in stages)

def kill():
    while not is_at_work():
        time.sleep(0.02)
    os.kill(executor, signal.SIGKILL)
    print("killed", flush=True)

threading.Thread(target=kill, daemon=True).start()
clean_on_spark("pile.txt", "spark.parquet")
work = session.sparkContext.applicationId
session.stop()
shutil.rmtree(os.path.join(os.path.dirname(pyspark.__file__), "work", work))
"""


@pytest.mark.slow
@spark_tests
def test_an_executor_that_dies_changes_nothing(folder: Path) -> None:
    Path("pile.txt").write_text("".join(f"{line}\n" for line in pile(20_000)))
    clean("pile.txt", "local.parquet")
    before = {*os.listdir()}
    known = os.environ | {"PYTHONPATH": SOURCE, "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    impatient = {"spark.shuffle.io.maxRetries": "1", "spark.shuffle.io.retryWait": "1s"}  # what it had is lost
    command = [sys.executable, "-c", DYING, json.dumps(SETTINGS | impatient)]
    done = subprocess.run(command, env=known, capture_output=True, text=True, timeout=600, check=False)

    assert (done.stdout, done.returncode) == ("killed\n", 0), done.stderr[-3000:]
    assert differences(table("local.parquet"), table("spark.parquet")) == []
    assert {*os.listdir()} - before == {"spark.parquet"}
