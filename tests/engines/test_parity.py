"""
Does every engine answer, row by row, what the function on one text answers?

Every kernel on the same 5,000 rows, in each of the ways an engine lays texts out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.engines import corpus
from urikit.columns import KERNELS

pa = pytest.importorskip("pyarrow")


def layouts(first: str, *others: str) -> list[Any]:
    """The first always, the others where long runs are asked for."""
    return [first, *(pytest.param(one, marks=pytest.mark.slow) for one in others)]


Ask = Callable[[str, dict[str, Any], str], list[Any]]
"""What an engine answers to a kernel, its options, and the option that a column is given for, if one is."""


def held(ask: Ask, null_records: bool = True) -> None:
    """Ask everything, compare everything, count the values."""
    compared, wrong = 0, {}
    calls = [(name, options, "") for name, options in corpus.CALLS]
    calls += [(name, {}, option) for name, option in corpus.BESIDE]
    for name, options, option in calls:
        want = corpus.wanted_beside(name, option) if option else corpus.wanted(name, options)
        if not null_records and KERNELS[name].shape == "record":
            nothing = dict.fromkeys(field for field, _ in KERNELS[name].kind[1])  # type: ignore[misc]
            want = [nothing if one is None else one for one in want]
        if difference := corpus.differ(ask(name, options, option), want):
            wrong[name, str(options), option] = difference
        compared += len(want)
    assert wrong == {}
    assert compared == len(calls) * corpus.SIZE >= 5_000 * len(KERNELS)
    print(f"{compared:,} values of {len(KERNELS)} kernels are the same")


# --- Polars

POLARS = layouts("lazy", "batches", "series", "pieces", "categories")


@pytest.mark.parametrize("layout", POLARS)
def test_polars(layout: str) -> None:
    pl = pytest.importorskip("polars")
    import urikit.engines.polars  # noqa: F401 (registers)

    frame = pl.DataFrame({"url": corpus.rows(), "beside": corpus.beside()})
    if layout == "pieces":
        frame = pl.concat([frame[:7], frame[7:1000], frame[1000:1000], frame[1000:]], rechunk=False)
        assert frame["url"].n_chunks() > 1
    if layout == "categories":
        frame = frame.with_columns(pl.col("url", "beside").cast(pl.Categorical))

    def ask(name: str, options: dict[str, Any], option: str) -> list[Any]:
        if layout in ("lazy", "batches"):
            more = {option: pl.col("beside")} if option else {}
            whole = frame.lazy().select(getattr(pl.col("url").uri, name)(**options, **more))
            if layout == "batches":
                batches = whole.collect_batches(chunk_size=999)
                return [one for batch in batches for one in batch.to_series().to_list()]
            return whole.collect().to_series().to_list()
        return getattr(frame["url"].uri, name)(**options, **({option: frame["beside"]} if option else {})).to_list()

    held(ask)


# --- DuckDB

DUCKDB = layouts("table", "string", "large_string", "string_view")


@pytest.mark.parametrize("layout", DUCKDB)
def test_duckdb(layout: str) -> None:
    duckdb = pytest.importorskip("duckdb")
    from urikit.engines.duckdb import register

    con = duckdb.connect()
    if layout == "large_string":
        con.execute("SET arrow_large_buffer_size = true")
    if layout == "string_view":
        con.execute("SET produce_arrow_string_view = true; SET arrow_output_version = '1.5'")
    register(con)
    kind = pa.string() if layout == "table" else getattr(pa, layout)()
    links = pa.table({"url": pa.array(corpus.rows(), kind), "beside": pa.array(corpus.beside(), kind)})
    con.register("links", links)
    if layout == "table":
        con.execute("CREATE TABLE native AS SELECT * FROM links; DROP VIEW links; ALTER TABLE native RENAME TO links")

    def ask(name: str, options: dict[str, Any], option: str) -> list[Any]:
        many = [f"'{glob}'" for glob in options.get("globs", ())]
        named = ", ".join(f"'{key}': '{value}'" for key, value in options.items() if key != "globs")
        arguments = ", ".join(["url", *many, *([f"{{{named}}}"] if named else []), *(["beside"] if option else [])])
        return con.sql(f"SELECT uri_{name}({arguments}) AS it FROM links").to_arrow_table()["it"].to_pylist()

    held(ask)


# --- pandas and Dask

PANDAS = layouts("str", "string", "object", "category", "arrow", "arrow_large")


def flavour(name: str) -> Any:
    import pandas as pd

    return {"arrow": pd.ArrowDtype(pa.string()), "arrow_large": pd.ArrowDtype(pa.large_string())}.get(name, name)


def objects(answer: Any) -> list[Any]:
    """An answer of pandas as Python objects, a missing value as None."""
    if hasattr(answer, "columns"):
        fields = {str(field): objects(answer[field]) for field in answer.columns}
        return [dict(zip(fields, row, strict=True)) for row in zip(*fields.values(), strict=True)]
    return list(answer) if answer.dtype == object else pa.array(answer).to_pylist()


@pytest.mark.parametrize("layout", PANDAS)
def test_pandas(layout: str) -> None:
    pd = pytest.importorskip("pandas")
    import urikit.engines.pandas  # noqa: F401 (registers)

    frame = pd.DataFrame({"url": corpus.rows(), "beside": corpus.beside()}, dtype=object).astype(flavour(layout))

    def ask(name: str, options: dict[str, Any], option: str) -> list[Any]:
        return objects(getattr(frame["url"].uri, name)(**options, **({option: frame["beside"]} if option else {})))

    held(ask, null_records=False)


@pytest.mark.parametrize("layout", layouts("string", "arrow"))
def test_dask(layout: str) -> None:
    pd, dd = pytest.importorskip("pandas"), pytest.importorskip("dask.dataframe")
    import urikit.engines.dask  # noqa: F401 (registers)

    whole = pd.DataFrame({"url": corpus.rows(), "beside": corpus.beside()}, dtype=object).astype(flavour(layout))
    frame = dd.from_pandas(whole, npartitions=3)

    def ask(name: str, options: dict[str, Any], option: str) -> list[Any]:
        asked = getattr(frame["url"].uri, name)(**options, **({option: frame["beside"]} if option else {}))
        done = asked.compute(scheduler="threads")
        assert (asked.dtypes == done.dtypes).all() if hasattr(done, "columns") else asked.dtype == done.dtype
        return objects(done)

    held(ask, null_records=False)


# --- DataFusion

DATAFUSION = layouts("string_view", "string", "large_string", "dictionary")


@pytest.mark.parametrize("layout", DATAFUSION)
def test_datafusion(layout: str) -> None:
    datafusion = pytest.importorskip("datafusion")
    from urikit.engines.datafusion import udf

    ctx = datafusion.SessionContext()
    arrays = [pa.array(corpus.rows()), pa.array(corpus.beside())]
    arrays = [one.dictionary_encode() if layout == "dictionary" else one.cast(getattr(pa, layout)()) for one in arrays]
    ctx.register_record_batches("links", [pa.table(arrays, ["url", "beside"]).to_batches(max_chunksize=1024)])

    def ask(name: str, options: dict[str, Any], option: str) -> list[Any]:
        ctx.register_udf(udf(name, f"uri_{name}", **options))
        asked = ctx.sql(f"SELECT uri_{name}(url{', beside' if option else ''}) AS it FROM links")
        return asked.to_arrow_table()["it"].to_pylist()

    held(ask)
