"""
One Spark session, as a process of its own: ``spark_job.py local|connect|cluster|bare``; the last line is what it found.

``local``: two threads.  ``connect``: the same through a server.  ``cluster``: two executors that are processes.
``bare``: executors without urikit, where only `check` is asked.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
import warnings
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[2]), *filter(None, os.environ.get("URIKIT_AT", "").split(os.pathsep))]

import pyarrow as pa  # noqa: E402
import pyspark  # noqa: E402

from tests.engines import corpus  # noqa: E402

warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
SETTINGS = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.memory": "1g",
    "spark.executor.memory": "1g",
    "spark.sql.shuffle.partitions": "2",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}
WRONG = {
    "top": "SELECT uri_normalize(url, rung => 'top') FROM links",
    "number": "SELECT uri_host(1)",
    "base": "SELECT uri_resolve(url, strict => true) FROM links",
}


def session(mode: str) -> Any:
    """A session of that kind."""
    from pyspark.sql import SparkSession

    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    masters = {"local": "local[2]", "cluster": "local-cluster[2,1,1024]", "bare": "local-cluster[2,1,1024]"}
    builder: Any = SparkSession.builder
    builder = builder.remote("local[2]") if mode == "connect" else builder.master(masters[mode])
    more = {"spark.archives": os.environ["URIKIT_ARCHIVE"]} if "URIKIT_ARCHIVE" in os.environ else {}
    return builder.config(map=SETTINGS | more).getOrCreate()


def parity(spark: Any) -> dict[str, Any]:
    """Every kernel over all rows, in one query: how many values were compared, and what differs."""
    from pyspark.sql import functions as sql

    from urikit.engines.spark import functions as uri

    columns = {"row": range(corpus.SIZE), "url": corpus.rows(), "beside": corpus.beside()}
    frame = spark.createDataFrame(pa.table(columns)).repartition(2)
    asked = []
    for at, (name, options, option) in enumerate(corpus.ASKED):
        named = {key: value for key, value in options.items() if key != "globs"}
        named |= {option: sql.col("beside")} if option else {}
        asked.append(getattr(uri, name)("url", *options.get("globs", ()), **named).alias(f"c{at}"))
    answers = frame.select("row", *asked).sort("row").drop("row").toArrow()
    found = [answers[f"c{at}"].to_pylist() for at in range(len(asked))]
    differ = {at: corpus.differ(one, corpus.wanted(at)) for at, one in enumerate(found)}
    return {"compared": sum(map(len, found)), "differ": {at: repr(one) for at, one in differ.items() if one}}


def by_sql(spark: Any) -> dict[str, Any]:
    """What SQL answers, and the messages of wrong calls."""
    from urikit.engines.spark import functions as uri

    uri.register(spark)
    uri.register(spark)
    rows = [("HTTP://example.com:80/%7Ea?q=1", "http://a/b"), (None, None), ("a b", "x"), ("../x", "http://a/b")]
    frame = spark.createDataFrame(rows, "url string, page string")
    frame.createOrReplaceTempView("links")
    found = spark.sql("""
        SELECT uri_host(url), uri_normalize(url, 'scheme'), uri_normalize(url, rung => 'scheme', nfc => true),
               uri_parse(url).port, uri_resolve(url, page), uri_drop_query(url, 'q*', 'x'), uri_host(NULL),
               uri_host(CAST(X'2F2FFF' AS STRING))
        FROM links
    """)
    errors = {}
    for name, query in WRONG.items():
        try:
            spark.sql(query).collect()
        except Exception as error:  # Spark's own types, other ones over Connect
            errors[name] = str(error)
    parsed = uri.with_parsed(frame, "url", prefix="u_")
    odd = frame.selectExpr("url", "1 AS `a.b`", "2 AS U_HOST", "3 AS urikit_parsed")
    try:
        uri.with_parsed(odd, "url", prefix="u_")
    except ValueError as error:
        errors["taken"] = str(error)
    return {
        "sql": [list(row) for row in found.collect()],
        "errors": errors,
        "parsed": parsed.columns,
        "odd": uri.with_parsed(odd, "url", prefix="").columns,
        "ports": [row.u_port for row in parsed.collect()],
    }


def main(mode: str) -> dict[str, Any]:
    """Run the job of that kind."""
    from urikit.engines.spark import ExecutorError, check

    start = time.monotonic()
    spark = session(mode)
    found: dict[str, Any] = {"start": round(time.monotonic() - start, 1)}
    try:
        start = time.monotonic()
        try:
            executors = check(spark)
            found["executors"] = [[one.version, one.backend, one.data] for one in executors]
        except ExecutorError as error:
            found["refused"] = str(error)
        found["check"] = round(time.monotonic() - start, 1)
        if "refused" not in found:
            found |= parity(spark) | (by_sql(spark) if mode in ("local", "connect") else {})
        if mode == "local":
            spark.conf.set("spark.sql.execution.arrow.useLargeVarTypes", "true")
            found["large"] = parity(spark)
    finally:
        work = "" if mode == "connect" else spark.sparkContext.applicationId
        spark.stop()
        if work:  # executors of a local cluster unpack what they are sent beside Spark itself, and leave it there
            shutil.rmtree(Path(pyspark.__file__).parent / "work" / work, ignore_errors=True)
    return found


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1])))
