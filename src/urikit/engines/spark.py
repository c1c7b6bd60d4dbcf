"""
Spark: every kernel is a function of columns, and of SQL.

    from urikit.engines.spark import check, functions as U
    check(spark)
    df.select(U.host("url"), U.resolve("href", base=F.col("page")))
    U.register(spark)
    spark.sql("SELECT uri_host(url), uri_normalize(url, rung => 'scheme') FROM links")

The first argument is a column or its name, as in `pyspark.sql.functions`; a text for an option is that text, and a
column for one of them is a `Column`.  Arrow goes to and from the executors, in a classic session and over Connect.
The executors need urikit as the driver does: `check` asks them.  Needs the extra ``spark``.
"""

from __future__ import annotations

from urikit.columns import KERNELS
from urikit.engines import Call, bind, engine, from_sql, function, typed
from urikit.engines.executors import Executor as Executor
from urikit.engines.executors import ExecutorError as ExecutorError
from urikit.engines.executors import check as check

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from pyspark.sql import Column, DataFrame, SparkSession  # pyright: ignore[reportMissingImports]

    from urikit.columns.plain import Kind

TYPES = {"bool": "boolean", "int64": "bigint", "utf8": "string", "binary16": "binary"}


class Functions:
    """Every kernel, as a function from column to column."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Callable[..., Column]: ...

    @staticmethod
    def register(spark: SparkSession, prefix: str = "uri_") -> None:
        """
        Make each kernel callable from SQL as its name after *prefix*; doing it again changes nothing.

        Options follow the text by position or by name, ``uri_normalize(url, rung => 'scheme')``.
        """
        for name, kernel in KERNELS.items():
            spark.udf.register(prefix + name, _udf(prefix + name, _by_sql(name), kernel.kind))

    @staticmethod
    def with_parsed(df: DataFrame, column: str, prefix: str = "url_") -> DataFrame:
        """
        Add the components of a column of references, each as a column named after *prefix*; parsed once.

        Raises:
            ValueError: The frame has a column of such a name.
        """
        fields: Any = KERNELS["parse"].kind[1]
        names = {field: prefix + field for field, _ in fields}
        there = {name.casefold() for name in df.columns}  # as Spark sees names
        if taken := [name for name in names.values() if name.casefold() in there]:
            raise ValueError(f"error[option]: the frame has a column {taken[0]!r}: another prefix is needed")
        parsed = "urikit_parsed"
        while parsed in there:
            parsed += "_"
        made = df.withColumn(parsed, functions.parse(column))
        return made.select("*", *[made[parsed][field].alias(name) for field, name in names.items()]).drop(parsed)


functions = Functions()


def _column(name: str, subject: Any, given: Sequence[Any], named: Mapping[str, Any]) -> Any:
    call, columns = bind(name, given, named, engine("pyspark.sql", "spark").Column)
    return _udf(f"uri_{name}", _by_call(call), call.kind)(subject, *columns)


def _by_call(call: Call) -> Callable[..., Any]:
    return lambda *arrays: call(*arrays)


def _by_sql(name: str) -> Callable[..., Any]:
    return lambda *arrays, **named: from_sql(name, arrays, named)


def _udf(name: str, answer: Callable[..., Any], kind: Kind) -> Any:
    """A function over Arrow arrays, as Spark ships it to its executors."""
    pa, spark = engine("pyarrow", "spark"), engine("pyspark.sql.functions", "spark")

    def over(*arrays: Any, **named: Any) -> Any:
        return pa.array(answer(*arrays, **named))

    over.__name__ = name
    over.__annotations__ = {"arrays": pa.Array, "named": pa.Array, "return": pa.Array}
    return spark.arrow_udf(over, typed(kind, TYPES, lambda inner: f"array<{inner}>", _struct))


def _struct(fields: dict[str, str]) -> str:
    return f"struct<{', '.join(f'{name}: {kind}' for name, kind in fields.items())}>"


for _kernel in KERNELS.values():
    setattr(Functions, _kernel.name, staticmethod(function(_kernel, _column, "col")))
