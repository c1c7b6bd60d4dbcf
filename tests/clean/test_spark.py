"""
Is what Spark makes of a pile what one machine makes of it: the same table, the same summary, whole or not at all?

One session of two threads serves all tests; where executors lack urikit they are processes of their own.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from pyarrow import parquet

from tests.clean.on_spark import differences, pile, plain, table
from tests.cli.shell import call
from tests.sparks import SETTINGS, SOURCE, spark_tests
from urikit.clean import ArgumentError, CleanError, clean, spark
from urikit.clean.layout import FIELDS
from urikit.clean.spark_files import clean_on_spark

SHAPES = """\
http://h{0}.example/p/{1}
HTTP://H{0}.example:80/p/./{1}
http://h{0}.example/%70/{1}
http://www.h{0}.example/p/{1}?b=1&utm_source=x&a=2#f{0}
https://user:secret@h{0}.example/{1}
mailto:a{1}@h{0}.example
no uri {0} {1}
//h{0}.example/{1}
http://h{0}.example/ü{1}

urn:isbn:{1}
http://h{0}.example:99999999999999999999/{1}
http://h{0}.example/%zz{1}
""".split("\n")
REDIRECTS = "from,to\nhttp://h1.example/p/1,http://h2.example/p/2\nhttp://h3.example/p/3,http://h3.example/p/3\n"
OPTIONS: list[dict[str, Any]] = [
    {},
    {"rung": "percent", "passwords": "mask", "form": "iri", "base": "http://base.example/x/", "max_length": 30},
    {"passwords": "keep", "ignore_fragment": True, "www": True, "drop_tracking": True, "drop_query": ["b"]}
    | {
        "columns": "commoncrawl",
        "sort_query": True,
        "domain": ["h1.example", "h2.example", "h3.example"],
        "follow_redirects_from": "log.csv",
    },
]


def lines(count: int, step: int) -> list[str]:
    """A pile of *count* rows in which much is said again, and again in the next pile."""
    return [SHAPES[row * step % len(SHAPES)].format(row % 7, row * step % 23) for row in range(count)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Piles in three formats: a text with a bad row, a packed CSV, a Parquet with nulls."""
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_bytes(b"\xef\xbb\xbf" + "\r\n".join(lines(700, 5)).encode() + b"\n\xff\xfe\rhttp://\xc3\xa9/")
    records = "".join(f'1,"{one}"\n' for one in lines(900, 3))
    Path("b.csv.gz").write_bytes(gzip.compress(f"id,url\n{records}".encode()))
    texts = pyarrow.array([one or None for one in lines(800, 11)])
    parquet.write_table(pyarrow.table({"url": texts, "at": range(800)}), "c.parquet")
    Path("log.csv").write_text(REDIRECTS)
    return tmp_path


def said(summary: Any) -> dict[str, Any]:
    """All of a summary but how long it took and where it went."""
    return {name: value for name, value in summary.as_dict().items() if name not in ("seconds", "outputs")}


@spark_tests
@pytest.mark.parametrize(
    "options",
    [OPTIONS[0], *(pytest.param(one, marks=pytest.mark.slow) for one in OPTIONS[1:])],
    ids=["plain", "iris", "wishes"],
)
def test_files_become_the_same_table_and_summary(options: dict[str, Any], folder: Path, session: Any) -> None:
    for name in ("b.csv.gz", "c.parquet") if options else ("b.csv.gz",):  # each by itself: the column is named
        local = clean(name, "local.parquet", column="url", report="local.html", **options)
        there = clean_on_spark(name, "spark.parquet", column="url", report="spark.html", **options)

        assert table("spark.parquet").equals(table("local.parquet"))
        assert said(there) == said(local)
        assert {*local.codes} >= {"blank", "space"} if name == "b.csv.gz" else local.codes["no-column"] > 0
        assert local.duplicate > 50


@pytest.mark.slow
@spark_tests
def test_several_files_are_one_pile(folder: Path, session: Any) -> None:
    Path("empty.txt").write_bytes(b"")
    Path("b.txt").write_text("\n".join(lines(5_000, 3)))
    names = ["a.txt", "empty.txt", "b.txt", "a.txt"]
    local = clean(names, "local.parquet", rejected="out.parquet", passwords="mask", summary="local.json")
    there = clean_on_spark(
        names, "spark.parquet", rejected="no.parquet", passwords="mask", summary="spark.json", master="local[2]"
    )

    assert table("spark.parquet").equals(table("local.parquet"))
    assert table("no.parquet").equals(table("out.parquet"))
    assert said(there) == said(local)
    assert local.masked > 100
    assert {*local.codes} >= {"not-utf-8", "blank", "space"}
    assert json.loads(Path("spark.json").read_text())["outputs"] == ["spark.parquet", "no.parquet", "spark.json"]
    assert not [one for one in os.listdir() if one.startswith((".urikit", "urikit-clean"))]


@pytest.mark.slow
@spark_tests
def test_a_large_pile_becomes_the_same_rows(folder: Path, session: Any) -> None:
    """A million rows: on_spark.py."""
    Path("pile.txt").write_text("".join(f"{line}\n" for line in pile(20_000)))
    local = clean("pile.txt", "local.parquet")
    there = clean_on_spark("pile.txt", "spark.parquet")

    assert differences(table("local.parquet"), table("spark.parquet")) == []
    assert said(there) == said(local)
    assert local.rows == 20_000
    assert min(local.kept, local.duplicate, local.rejected) > 200


@spark_tests
def test_a_data_frame_becomes_the_same_table(folder: Path, session: Any) -> None:
    clean("c.parquet", "local.parquet", column="url", www=True, max_length=25)
    df = session.read.parquet(str(folder / "c.parquet")).selectExpr(
        "url AS `a.b`", "at + 1 AS at", "'c.parquet' AS name"
    )
    found = spark(df.repartition(3), "a.b", source="name", line="at", www=True, max_length=25)

    assert found.columns == [*FIELDS]
    rows = plain(pyarrow.table(found.orderBy("line").toArrow()))
    assert rows.equals(table("local.parquet"))

    clean("c.parquet", "local.parquet", column="url", columns="commoncrawl")
    found = spark(df.repartition(3), "a.b", source="name", line="at", columns="commoncrawl")
    rows = plain(pyarrow.table(found.orderBy("line").toArrow()))
    assert rows.equals(table("local.parquet"))


@pytest.mark.slow
@spark_tests
def test_a_data_frame_without_places_has_the_same_counts_and_keys(folder: Path, session: Any) -> None:
    local = clean("c.parquet", "local.parquet", column="url")
    found = spark(session.read.parquet(str(folder / "c.parquet")), "url").toArrow().to_pylist()

    kept = [row["key"] for row in found if row["status"] == "kept"]
    assert (len(found), len(kept)) == (local.rows, local.kept)
    assert {*kept} == {*parquet.read_table("local.parquet")["key"].to_pylist()} - {None}
    places = {row["line"] for row in found}
    assert len(places) == len(found)
    assert all(row["first_line"] in places for row in found if row["status"] == "duplicate")


@pytest.mark.slow
@spark_tests
def test_the_shell_replaces_a_table_and_leaves_other_folders_alone(folder: Path, session: Any) -> None:
    spark_there = ("--engine", "spark", "--master", "local[2]")
    for status in ("kept", "duplicate"):
        done = call("clean", "a.txt", "-o", "out.parquet", "--only", status, "--exit-zero", *spark_there)
        assert (done.out, done.status) == (b"", 0), done.err
        assert {*table("out.parquet")["status"].to_pylist()} == {status}
        assert "written: out.parquet\n" in done.err
    Path("mine.parquet").mkdir()
    done = call("clean", "a.txt", "-o", "mine.parquet", *spark_there)
    assert (done.err, done.status) == (
        "urikit clean: mine.parquet: cannot be written: it is a folder, and no table that Spark wrote\n",
        3,
    )


@pytest.mark.slow
@spark_tests
def test_an_input_that_is_cut_off_stops_the_run_and_leaves_nothing(folder: Path, session: Any) -> None:
    Path("cut.csv.gz").write_bytes(Path("b.csv.gz").read_bytes()[:-100])
    before = sorted(os.listdir())
    with pytest.raises(CleanError, match=r"cut\.csv\.gz: the packed data ends too early.*the file is cut off"):
        clean_on_spark(["a.txt", "cut.csv.gz"], "out.parquet", summary="out.json", input_format="text")
    with pytest.raises(ArgumentError, match=r"name the column"):
        clean_on_spark("c.parquet", "out.parquet")

    assert sorted(os.listdir()) == before


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"output": "out.csv"}, "Spark writes a folder of Parquet"),
    ({"output": "-"}, "Spark writes a folder of Parquet"),
    ({"rejected": "out.parquet"}, "two of the outputs are one file"),
    ({"only": "all"}, "there are kept, duplicate, rejected"),
    ({"rung": "top"}, "rung"),
    ({"host": "h"}, "host takes several texts"),
    ({"input_format": "xml"}, "no input format 'xml'"),
    ({"files": "-"}, "standard input and pipes"),
    ({"rung": "case", "follow_redirects_from": "log.csv"}, "from rung scheme on"),
]


@pytest.mark.parametrize(("more", "words"), WRONG)
def test_what_cannot_be_done_is_refused_before_spark_starts(more: dict[str, Any], words: str, folder: Path) -> None:
    before = sorted(os.listdir())
    with pytest.raises(ArgumentError, match=words):
        clean_on_spark(**({"files": "a.txt", "output": "out.parquet"} | more))

    assert sorted(os.listdir()) == before


def test_options_of_one_machine_are_refused_for_spark(folder: Path) -> None:
    done = call("clean", "a.txt", "-o", "out.parquet", "--engine", "spark", "--resume")
    assert (done.err, done.status) == (
        "urikit clean: --resume is for --engine local; Spark has settings of its own\n",
        2,
    )
    done = call("clean", "a.txt", "-o", "out.parquet", "--master", "local[2]")
    assert (done.err, done.status) == ("urikit clean: --master is where Spark runs: --engine spark\n", 2)


BARE = """
import json, sys, time, warnings
sys.path.insert(0, sys.argv[1])
warnings.simplefilter("ignore")
from pyspark.sql import SparkSession
started = time.monotonic()
session = SparkSession.builder.master("local-cluster[2,1,1024]").config(map=json.loads(sys.argv[2])).getOrCreate()
session.sparkContext.setLogLevel("OFF")
from urikit.clean import CleanError
from urikit.clean.spark_files import clean_on_spark
begin = time.monotonic()
try:
    clean_on_spark("a.txt", "out.parquet")
except CleanError as error:
    print(json.dumps([str(error), begin - started, time.monotonic() - begin]))
session.stop()
"""


@pytest.mark.slow
@spark_tests
def test_executors_without_urikit_are_refused_at_once(folder: Path) -> None:
    """As in a cluster whose nodes have Python and nothing else."""
    venv.create(folder / "bare", with_pip=False, symlinks=True)
    known = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "SPARK_HOME")}
    known |= {"PYSPARK_PYTHON": str(folder / "bare/bin/python"), "PYSPARK_DRIVER_PYTHON": sys.executable}
    known |= {"SPARK_LOCAL_IP": "127.0.0.1"}
    before = sorted(os.listdir())
    command = [sys.executable, "-c", BARE, SOURCE, json.dumps(SETTINGS)]
    done = subprocess.run(command, env=known, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    words, start, seconds = json.loads(done.stdout.splitlines()[-1])

    print(f"refused after {seconds:.1f} s, in a session that took {start:.1f} s to start")
    assert re.match(r"error\[spark-missing\]: (\d) of \1 executors cannot run urikit: ", words)
    assert "ModuleNotFoundError: No module named 'urikit'" in words
    assert "venv-pack" in words
    assert seconds < max(15, start)  # a busy machine starts Spark late as well
    assert sorted(os.listdir()) == before
