"""
How is each engine of this process asked, in each of the ways it lays texts out?

Every kernel on the same 5,000 rows.  Spark and Ray bring processes of their own: test_spark.py and test_ray.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tests.engines import corpus
from urikit.columns import KERNELS

Ask = Callable[[str, dict[str, Any], str], list[Any]]
"""What an engine answers to a kernel, its options, and the option that a column is given for, if one is."""


class Engine(NamedTuple):
    """How to ask an engine."""

    ask: Callable[[str], Ask]
    layouts: tuple[str, ...]
    null_records: bool = True
    """Whether a record may be null; else all its fields are."""


def differences(engine: Engine, layout: str) -> dict[int, list[tuple[Any, ...]]]:
    """Ask everything, compare every value: the first that differ, by the number of the call."""
    ask, wrong = engine.ask(layout), {}
    for at, (name, options, option) in enumerate(corpus.ASKED):
        want = corpus.wanted(at)
        if not engine.null_records and KERNELS[name].shape == "record":
            nothing = dict.fromkeys(field for field, _ in KERNELS[name].kind[1])  # type: ignore[misc]
            want = [nothing if one is None else one for one in want]
        if found := corpus.differ(ask(name, options, option), want):
            wrong[at] = found
    return wrong


def polars(layout: str) -> Ask:
    """Expressions in a lazy query, whole or in batches; series of one piece, of several, of categories."""
    import polars as pl

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

    return ask


def duckdb(layout: str) -> Ask:
    """A table of its own, and Arrow's three texts."""
    import duckdb
    import pyarrow as pa

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

    return ask


def _frame(layout: str) -> Any:
    import pandas as pd
    import pyarrow as pa

    kinds = {"arrow": pd.ArrowDtype(pa.string()), "arrow_large": pd.ArrowDtype(pa.large_string())}
    frame = pd.DataFrame({"url": corpus.rows(), "beside": corpus.beside()}, dtype=object)
    return frame.astype(kinds.get(layout, layout))


def _objects(answer: Any) -> list[Any]:
    """An answer of pandas as Python objects, a missing value as None."""
    import pyarrow as pa

    if hasattr(answer, "columns"):
        fields = {str(field): _objects(answer[field]) for field in answer.columns}
        return [dict(zip(fields, row, strict=True)) for row in zip(*fields.values(), strict=True)]
    return list(answer) if answer.dtype == object else pa.array(answer).to_pylist()


def pandas(layout: str) -> Ask:
    """Series of each type of texts."""
    import urikit.engines.pandas  # noqa: F401 (registers)

    frame = _frame(layout)

    def ask(name: str, options: dict[str, Any], option: str) -> list[Any]:
        return _objects(getattr(frame["url"].uri, name)(**options, **({option: frame["beside"]} if option else {})))

    return ask


def dask(layout: str) -> Ask:
    """The same in three parts, whose types are known before."""
    import dask.dataframe as dd

    import urikit.engines.dask  # noqa: F401 (registers)

    frame = dd.from_pandas(_frame(layout), npartitions=3)

    def ask(name: str, options: dict[str, Any], option: str) -> list[Any]:
        asked = getattr(frame["url"].uri, name)(**options, **({option: frame["beside"]} if option else {}))
        done = asked.compute(scheduler="threads")
        assert (asked.dtypes == done.dtypes).all() if hasattr(done, "columns") else asked.dtype == done.dtype
        return _objects(done)

    return ask


def datafusion(layout: str) -> Ask:
    """Arrow's three texts, and dictionaries of them."""
    import datafusion
    import pyarrow as pa

    from urikit.engines.datafusion import udf

    ctx = datafusion.SessionContext()
    arrays = [pa.array(corpus.rows()), pa.array(corpus.beside())]
    arrays = [one.dictionary_encode() if layout == "dictionary" else one.cast(getattr(pa, layout)()) for one in arrays]
    ctx.register_record_batches("links", [pa.table(arrays, ["url", "beside"]).to_batches(max_chunksize=1024)])

    def ask(name: str, options: dict[str, Any], option: str) -> list[Any]:
        ctx.register_udf(udf(name, f"uri_{name}", **options))
        asked = ctx.sql(f"SELECT uri_{name}(url{', beside' if option else ''}) AS it FROM links")
        return asked.to_arrow_table()["it"].to_pylist()

    return ask


ENGINES = {
    "duckdb": Engine(duckdb, ("table", "string", "large_string", "string_view")),
    "polars": Engine(polars, ("lazy", "batches", "series", "pieces", "categories")),
    "pandas": Engine(pandas, ("str", "string", "object", "category", "arrow", "arrow_large"), null_records=False),
    "dask": Engine(dask, ("string", "arrow"), null_records=False),
    "datafusion": Engine(datafusion, ("string_view", "string", "large_string", "dictionary")),
}
"""By the name of the package."""
