"""
Who gives texts by the Arrow protocol, in which layouts, and who takes columns?

Each entry makes an object of one library from a list of texts and None, or reads a column with one library; a library
that is not installed leaves its entries out.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow")

Rows = Sequence[str | None]
PRODUCERS: dict[str, Callable[[Rows], Any]] = {}
CONSUMERS: dict[str, Callable[[Any], list[Any]]] = {}


def library(name: str) -> Any:
    """The library of that name, or None."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return import_module(name)
    except ImportError:
        return None


pl, pd, na, arro3 = library("polars"), library("pandas"), library("nanoarrow"), library("arro3.core")
duckdb, datafusion = library("duckdb"), library("datafusion")

TYPES = {
    "string": pa.string(),
    "large_string": pa.large_string(),
    "string_view": pa.string_view(),
    "dictionary<int8, string>": pa.dictionary(pa.int8(), pa.string()),
    "dictionary<uint16, large_string>": pa.dictionary(pa.uint16(), pa.large_string()),
    "dictionary<int64, string_view>": pa.dictionary(pa.int64(), pa.string_view()),
}


def array(rows: Rows, kind: Any = None) -> Any:
    """A pyarrow array; of a dictionary too, which pyarrow does not make of every layout by itself."""
    if kind is None or not pa.types.is_dictionary(kind):
        return pa.array(rows, kind or pa.string())
    words = list(dict.fromkeys(row for row in rows if row is not None))
    keys = pa.array([None if row is None else words.index(row) for row in rows], kind.index_type)
    return pa.DictionaryArray.from_arrays(keys, pa.array(words, kind.value_type))


def within(rows: Rows, kind: Any = None) -> Any:
    """The same rows as a slice of a longer array, which starts and ends within an octet of the bitmap."""
    return array(["before", None, "x" * 20, *rows, None, "after"], kind).slice(3, len(rows))


def _pyarrow() -> None:
    for name, kind in TYPES.items():
        PRODUCERS[f"pyarrow {name}"] = lambda rows, kind=kind: array(rows, kind)
        PRODUCERS[f"pyarrow {name}, a slice"] = lambda rows, kind=kind: within(rows, kind)
        PRODUCERS[f"pyarrow {name}, in three chunks"] = lambda rows, kind=kind: pa.chunked_array(
            [array(rows[:1], kind), array([], kind), within(rows[1:], kind)]
        )
        PRODUCERS[f"pyarrow {name}, in a table"] = lambda rows, kind=kind: pa.table({"u": array(rows, kind)})
    PRODUCERS["pyarrow table, a slice"] = lambda rows: pa.table({"u": array(["before", *rows, "after"])})[1:-1]
    PRODUCERS["pyarrow batch"] = lambda rows: pa.record_batch({"u": array(rows)})
    PRODUCERS["pyarrow batch, a slice"] = lambda rows: pa.record_batch({"u": within(["a", *rows])})[1:]
    PRODUCERS["pyarrow reader"] = lambda rows: pa.table({"u": array(rows)}).to_reader(max_chunksize=2)
    PRODUCERS["pyarrow struct"] = lambda rows: pa.StructArray.from_arrays(
        [pa.array(["hidden under a null" if row is None else row for row in ["before", *rows]])],
        ["u"],
        mask=pa.array([row is None for row in ["before", *rows]]),
    )[1:]
    CONSUMERS["pyarrow array"] = lambda column: _valid(pa.array(column)).to_pylist()
    CONSUMERS["pyarrow chunked array"] = lambda column: _valid(pa.chunked_array(column)).to_pylist()
    CONSUMERS["list"] = lambda column: column.to_pylist()


def everywhere(column: Any) -> list[list[Any]]:
    """What each consumer reads that reads a column of that type without a loss, without what is the same."""
    without = set()
    if "view" in column.type or ("list" in column.type and 0 in column.chunks):  # 0.9 dies of both, of pyarrow’s too
        without |= {"nanoarrow array", "nanoarrow stream"}
    if "int64" in column.type:
        without |= {"pandas series"}  # makes floats of integers and nulls
    seen: list[list[Any]] = []
    for name, read in CONSUMERS.items():
        if name not in without and (values := _in_tuples(read(column))) not in seen:
            seen.append(values)
    return seen


def _in_tuples(value: Any) -> Any:
    """A record as a tuple of its values, by whatever it is one."""
    if isinstance(value, dict):
        return tuple(_in_tuples(one) for one in value.values())
    return type(value)(_in_tuples(one) for one in value) if isinstance(value, (list, tuple)) else value


def _valid(arrow: Any) -> Any:
    arrow.validate(full=True)
    return arrow


def _polars() -> None:
    PRODUCERS["polars series"] = lambda rows: pl.Series(rows, dtype=pl.String)
    PRODUCERS["polars series, a slice"] = lambda rows: pl.Series(["a", *rows, "b"], dtype=pl.String)[1 : 1 + len(rows)]
    PRODUCERS["polars series, in two chunks"] = lambda rows: pl.concat(
        [pl.Series(rows[:2], dtype=pl.String), pl.Series(rows[2:], dtype=pl.String)], rechunk=False
    )
    PRODUCERS["polars categorical"] = lambda rows: pl.Series(rows, dtype=pl.Categorical)
    PRODUCERS["polars frame"] = lambda rows: pl.DataFrame({"u": pl.Series(rows, dtype=pl.String)})
    CONSUMERS["polars series"] = lambda column: pl.Series(column).to_list()


def _pandas() -> None:
    PRODUCERS["pandas str"] = lambda rows: pd.Series(rows, dtype="str")
    PRODUCERS["pandas ArrowDtype"] = lambda rows: pd.Series(rows, dtype=pd.ArrowDtype(pa.string()))
    PRODUCERS["pandas string_view"] = lambda rows: pd.Series(rows, dtype=pd.ArrowDtype(pa.string_view()))
    PRODUCERS["pandas object"] = lambda rows: pd.Series([*rows, "a"], dtype=object)[: len(rows)]
    PRODUCERS["pandas frame"] = lambda rows: pd.DataFrame({"u": pd.Series(rows, dtype="str")})
    CONSUMERS["pandas series"] = lambda column: pa.array(pd.Series.from_arrow(column)).to_pylist()


def _duckdb() -> None:
    def relation(rows: Rows) -> Any:
        connection = duckdb.connect()
        connection.register("t", pa.table({"u": array(rows), "n": range(len(rows))}))
        return connection.sql("select u from t order by n")

    PRODUCERS["duckdb relation"] = relation

    def read(column: Any) -> list[Any]:
        with duckdb.connect() as connection:
            connection.register("t", pa.table({"u": pa.chunked_array(column), "n": range(len(column))}))
            return [row for (row,) in connection.sql("select u from t order by n").fetchall()]

    CONSUMERS["duckdb"] = read


def _others() -> None:
    if na:
        PRODUCERS["nanoarrow array"] = lambda rows: na.Array(rows, na.string())
        PRODUCERS["nanoarrow stream"] = lambda rows: na.ArrayStream(rows, na.string())
        CONSUMERS["nanoarrow array"] = lambda column: na.Array(column).to_pylist()
        CONSUMERS["nanoarrow stream"] = lambda column: na.ArrayStream(column).to_pylist()
    if arro3:
        PRODUCERS["arro3 array"] = lambda rows: arro3.Array.from_arrow(within(rows))
        PRODUCERS["arro3 chunked array"] = lambda rows: arro3.ChunkedArray.from_arrow(
            pa.chunked_array([array(rows[:2]), array(rows[2:])])
        )
        PRODUCERS["arro3 string_view"] = lambda rows: arro3.Array.from_arrow(within(rows, pa.string_view()))
        PRODUCERS["arro3 table"] = lambda rows: arro3.Table.from_arrow(pa.table({"u": array(rows)}))
        CONSUMERS["arro3 array"] = lambda column: arro3.Array.from_arrow(column).to_pylist()
        CONSUMERS["arro3 chunked array"] = lambda column: arro3.ChunkedArray.from_arrow(column).to_pylist()
    if datafusion:
        PRODUCERS["datafusion frame"] = lambda rows: (
            datafusion.SessionContext().from_arrow(pa.table({"u": array(rows), "n": range(len(rows))}))
            .sort("n").select("u")
        )  # fmt: skip


_pyarrow()
PRODUCERS["list"] = list
PRODUCERS["tuple"] = tuple
_others()
if pl:
    _polars()
if pd:
    _pandas()
if duckdb:
    _duckdb()
