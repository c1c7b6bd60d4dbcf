"""
How are rows cleaned where they are many data frames' worth, on Spark?

The plan is that of one machine.  Executors judge rows, batch by batch; Spark brings rows with one key together, each
group in the order of its rows, and the first is kept.  The keys themselves are compared, never a hash alone; rows are
sorted by a hash first because that is quick.  Nothing is collected: the answer is a data frame.
"""

from __future__ import annotations

import re
from contextlib import contextmanager

from urikit.clean.asked import Asked
from urikit.clean.errors import ArgumentError, CleanError
from urikit.clean.layout import FIELDS, Layout
from urikit.clean.spark_rows import Judges, arranged, judged
from urikit.engines import engine
from urikit.engines.executors import check, is_of_spark, reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from typing import TypeAlias, Unpack

    from pyspark.sql import Column, DataFrame  # pyright: ignore[reportMissingImports]

    from urikit.clean.asked import Asking
    from urikit.clean.layout import Columns

    Frame: TypeAlias = DataFrame

TEXTS = ("string", "binary", "char", "varchar")
NUMBERS = ("byte", "short", "integer", "long")
_JAVA = "[JAVA_GATEWAY_EXITED]"
_OURS = re.compile(r"urikit\.clean\.errors\.(ArgumentError|CleanError): ([^\n]*)")


def spark(
    df: Frame,
    column: str,
    *,
    source: str | None = None,
    line: str | None = None,
    columns: Columns = "rfc3986",
    **asked: Unpack[Asking],
) -> Frame:
    """
    Make a clean, canonical, unique table of a data frame's identifiers.

    Args:
        df: Of a session, classic or Connect.
        column: Its column of identifiers, text or bytes.
        source: Its column that says where a row is from; None for nothing, a null.
        line: Its column of whole numbers that order the rows of a source; None numbers the rows as Spark does: a
            number is there once, and rises from row to row and from partition to partition.
        columns: As of `urikit.clean.clean`.
        asked: ``rung``, ``base``, ``ignore_fragment``, ``passwords``, ``max_length``, ``form``, ``keep_scheme``,
            ``host``, ``domain``, ``drop_query``, ``drop_tracking``, ``sort_query``, ``strip_fragment`` and ``www``, as
            of `urikit.clean.clean`.

    Returns:
        The columns of `urikit.clean.clean`, computed when somebody asks for them.  Of rows with one key the first is
        kept, by *source* and *line*.  The rows are in no order; `offset` is null.

    Raises:
        ArgumentError: It cannot be done as asked.
        ExecutorError: The executors lack urikit, or have another; its message says how to ship it.

    Cost:
        A second or two at once, to ask the executors; then one shuffle of all rows.

    Example:
        >>> spark(spark_session.read.parquet("links"), "url").where("status = 'kept'")  # doctest: +SKIP
        DataFrame[source: string, line: bigint, offset: bigint, text: string, status: string, …]

    Source:
        As of `urikit.clean.clean`.
    """
    wanted = Asked(**asked)
    layout = Layout(columns, wanted.spec)
    sql = engine("pyspark.sql.functions", "spark")
    kinds = {field.name: field.dataType.typeName() for field in df.schema.fields}
    for name in (column, source, line):
        if name is not None and name not in kinds:
            raise ArgumentError(f"no column {name!r} among {', '.join(kinds)}")
    if kinds[column] not in TEXTS:
        raise ArgumentError(f"the column {column!r} holds {kinds[column]}, not text")
    if line is not None and kinds[line] not in NUMBERS:
        raise ArgumentError(f"the column {line!r} holds {kinds[line]}, not whole numbers")
    check(df.sparkSession)
    text = sql.lit(None).cast("string")
    rows = df.select(
        (text if source is None else _column(source).cast("string")).alias("source"),
        (sql.monotonically_increasing_id() + 1 if line is None else _column(line).cast("bigint")).alias("line"),
        sql.lit(None).cast("bigint").alias("offset"),
        _column(column).cast("binary").alias("value"),
        text.alias("code"),
        text.alias("message"),
    )
    return laid_out(marked(judge(rows, wanted, "string")), layout)


def laid_out(table: Frame, layout: Layout) -> Frame:
    """Give a table the columns of a layout."""
    rows = table.select(*FIELDS)
    if layout.name == "rfc3986":
        return rows
    kinds = (f"{name} {'bigint' if name in layout.integers else 'string'}" for name in layout.fields)
    return rows.mapInArrow(lambda batches: arranged(layout, batches), ", ".join(kinds))


def _column(name: str) -> Column:
    column: Column = engine("pyspark.sql.functions", "spark").col(f"`{name.replace('`', '``')}`")
    return column


def judge(rows: Frame, asked: Asked, source: str) -> Frame:
    """Judge rows as of `spark_rows.RAW`; *source* is the type of theirs."""
    judges = Judges(asked)
    return rows.mapInArrow(lambda batches: judges(batches), judged(source))


def marked(rows: Frame, names: Sequence[str] | None = None, parts: int | None = None, *, pairs: bool = False) -> Frame:
    """
    Say which judged rows are kept, duplicate and rejected.

    Args:
        rows: As of `spark_rows.judged`.
        names: Of the inputs, where the source of a row is a number.
        parts: In how many of them rows with one key meet; None for Spark's number.
        pairs: Give a duplicate the text of the row that is kept, as ``first_text``.

    Returns:
        All columns of the table, and ``number`` (the source as it was) and ``masked``.
    """
    sql, window = engine("pyspark.sql.functions", "spark"), engine("pyspark.sql", "spark").Window
    place = sql.struct("source", "line", *(["text"] if pairs else []))
    # rows without a key are rejected, whatever they meet: they are spread, or one task would get all of them
    spread = sql.when(sql.col("key").isNull(), sql.xxhash64("source", "line")).otherwise(sql.xxhash64("key"))
    group = window.partitionBy("hash", "key").orderBy("source", "line")
    kept = sql.row_number().over(group) == 1
    status = sql.when(sql.col("code").isNotNull(), "rejected").when(kept, "kept").otherwise("duplicate")
    hashed = rows.withColumn("hash", spread)
    together = hashed if parts is None else hashed.repartition(parts, "hash", "key")
    found = together.select("*", status.alias("status"), sql.first_value(place).over(group).alias("first"))
    first = sql.when(sql.col("status") == "duplicate", sql.col("first"))
    named = {
        "number": sql.col("source"),
        "source": _named(sql.col("source"), names),
        "first_source": _named(first["source"], names),
        "first_line": first["line"],
    }
    wanted = ["number", "masked", *FIELDS]
    if pairs:
        wanted.append("first_text")
        named["first_text"] = first["text"]
    return found.select(*(named[one].alias(one) if one in named else one for one in wanted))


def _named(number: Column, names: Sequence[str] | None) -> Column:
    sql = engine("pyspark.sql.functions", "spark")
    return number if names is None else sql.get(sql.lit(list(names)), number)


@contextmanager
def working() -> Generator[None]:
    """Turn what Spark raises into one clear error, our own where it began as that on an executor."""
    try:
        yield
    except Exception as error:
        if not is_of_spark(error):
            raise
        found = _OURS.search(str(error))
        if found is None:
            more = ": Spark needs Java 17 or later, on the path or at JAVA_HOME" if _JAVA in str(error) else ""
            raise CleanError(f"Spark: {reason(error)}{more}") from error
        kind = ArgumentError if found[1] == "ArgumentError" else CleanError
        raise kind(found[2]) from error
