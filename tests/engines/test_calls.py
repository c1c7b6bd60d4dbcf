"""
What becomes of wrong calls, of null and odd columns, of a second registration, and of a missing engine?
"""

from __future__ import annotations

import inspect
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from urikit import URISyntaxError, backend
from urikit.columns import KERNELS
from urikit.engines import Call, bind, from_sql

pa = pytest.importorskip("pyarrow")
pl = pytest.importorskip("polars")
pd = pytest.importorskip("pandas")
duckdb = pytest.importorskip("duckdb")
dd = pytest.importorskip("dask.dataframe")
datafusion = pytest.importorskip("datafusion")

from urikit.engines import dask, pandas, polars  # noqa: E402
from urikit.engines.datafusion import register as register_datafusion  # noqa: E402
from urikit.engines.datafusion import udf  # noqa: E402
from urikit.engines.duckdb import register as register_duckdb  # noqa: E402

URLS = ["http://Example.com:80/%7Ea?q=1", None, "a b", "../x"]
BASES = ["http://a/b/c", "http://a/b/c", None, "http://a/b/c"]


@pytest.fixture
def con() -> Any:
    made = duckdb.connect()
    register_duckdb(made)
    made.execute("CREATE TABLE links AS SELECT unnest(?) AS url, unnest(?) AS page", [URLS, BASES])
    return made


@pytest.fixture
def ctx() -> Any:
    made = datafusion.SessionContext()
    register_datafusion(made)
    made.from_pydict({"url": URLS, "page": BASES}, name="links")
    return made


def frame() -> Any:
    return pl.DataFrame({"url": URLS, "page": BASES})


# --- what is shared


@pytest.mark.parametrize(
    ("given", "named", "error", "words"),
    [
        (("top",), {}, ValueError, r"error\[option\]: rung is one of simple, case"),
        (
            (),
            {"rung": "scheme", "top": 1},
            TypeError,
            r"error\[option\]: normalize has no option 'top', only rung, base",
        ),
        (("case",), {"rung": "case"}, TypeError, r"error\[option\]: normalize is given rung twice"),
        (tuple("abcdef"), {}, TypeError, r"error\[option\]: normalize takes 5 options, not 6"),
        ((["case"],), {}, TypeError, r"error\[option\]: rung of normalize is one value for all rows, no column"),
        ((), {"base": "x"}, URISyntaxError, r"error\[no-scheme\]: a scheme is required here"),
        ((), {"on_error": "raise"}, ValueError, r"error\[option\]: on_error is null or finding, not 'raise'"),
    ],
)
def test_a_wrong_call_is_told_before_there_are_rows(given: Any, named: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        bind("normalize", given, named, list)


def test_what_must_be_given_is_asked_for() -> None:
    with pytest.raises(TypeError, match=r"error\[option\]: resolve needs base"):
        bind("resolve", (), {}, list)


def test_a_call_travels() -> None:
    import pickle

    call = pickle.loads(pickle.dumps(Call("resolve", {"strict": False}, ("base",))))

    assert call(["g"], ["http://a/b"]).to_pylist() == ["http://a/g"]


def test_options_of_sql_are_arrays() -> None:
    texts = pa.array(URLS)
    rung, two = pa.array(["scheme"] * 4), pa.array(["scheme", "case"] * 2)
    named = pa.StructArray.from_arrays([rung, pa.array([True] * 4)], ["rung", "nfc"])
    want = ["http://example.com/~a?q=1", None, None, "../x"]

    assert from_sql("normalize", [texts, rung]).to_pylist() == want
    assert from_sql("normalize", [texts, named]).to_pylist() == want
    assert from_sql("normalize", [texts], {"rung": rung}).to_pylist() == want
    assert from_sql("normalize", [texts[:0], rung[:0]]).to_pylist() == []
    assert from_sql("normalize", [texts], {}, {"rung": "scheme"}).to_pylist() == want
    with pytest.raises(ValueError, match=r"error\[option\]: rung is one value for all rows"):
        from_sql("normalize", [texts, two])
    with pytest.raises(TypeError, match=r"no option 'on_error'"):  # the type that SQL was told would not hold
        from_sql("normalize", [texts], {"on_error": pa.array(["finding"] * 4)})


@pytest.mark.parametrize("space", [polars.Expressions, polars.Series, pandas.Accessor, dask.Accessor])
def test_every_kernel_is_a_method_with_its_words_and_options(space: type) -> None:
    for kernel in KERNELS.values():
        method = getattr(space, kernel.name)
        options = list(inspect.signature(method).parameters)

        assert method.__doc__.startswith(kernel.doc)
        assert options == ["self", *(param.name for param in kernel.params), "on_error"]


USES = {
    "dask": "",
    "datafusion": "adapter.udf('host')",
    "duckdb": "adapter.register(None)",
    "pandas": "",
    "polars": "",
    "spark": "adapter.functions.host('url')",
}


@pytest.mark.parametrize("name", USES)
def test_without_its_engine_an_adapter_says_what_to_install(name: str) -> None:
    missing = "pyspark" if name == "spark" else name
    script = f"""
import sys
class Missing:
    def find_spec(name, path=None, target=None):
        if name == {missing!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Missing)
try:
    import urikit.engines.{name} as adapter
    {USES[name]}
except ImportError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=120)

    assert done.stdout == f'urikit.engines.{name} needs {missing}: pip install "urikit[{name}]"\n', done.stderr


LAZY = """
import sys
import urikit.engines.datafusion, urikit.engines.duckdb, urikit.engines.ray, urikit.engines.spark
print(sorted({"dask", "datafusion", "duckdb", "pandas", "polars", "pyarrow", "pyspark", "ray"} & sys.modules.keys()))
"""


def test_no_engine_is_imported_before_it_is_used() -> None:
    done = subprocess.run([sys.executable, "-c", LAZY], capture_output=True, text=True, check=True, timeout=120)

    assert done.stdout == "[]\n"


# --- Polars


def test_polars_methods_follow_polars() -> None:
    url, page = pl.col("url"), pl.col("page")
    found = (
        frame()
        .lazy()
        .select(
            url.uri.host(),
            url.uri.normalize("scheme").alias("normal"),
            url.uri.resolve(page).alias("target"),
            url.uri.resolve(pl.lit("http://z/")).alias("elsewhere"),
            pl.lit("g").uri.resolve(page).alias("named"),
            url.uri.parse().struct.field("port"),
            url.uri.host(on_error="finding").struct.field("finding").struct.field("code"),
        )
    )

    assert found.collect_schema()["port"] == pl.Int64
    assert found.collect().to_dict(as_series=False) == {
        "url": ["Example.com", None, None, None],
        "normal": ["http://example.com/~a?q=1", None, None, "../x"],
        "target": ["http://Example.com:80/%7Ea?q=1", None, None, "http://a/x"],
        "elsewhere": ["http://Example.com:80/%7Ea?q=1", None, None, "http://z/x"],
        "named": ["http://a/b/g", "http://a/b/g", None, "http://a/b/g"],
        "port": [80, None, None, None],
        "code": [None, None, "space", None],
    }


def test_polars_series_of_nothing() -> None:
    empty = pl.DataFrame(schema={"url": pl.String, "none": pl.Null, "kind": pl.Categorical})
    for column in empty.columns:
        for kernel in ("host", "is_uri", "port", "parse", "segments"):
            found = empty.select(getattr(pl.col(column).uri, kernel)())
            assert found.schema == empty.lazy().select(getattr(pl.col(column).uri, kernel)()).collect_schema()
            assert found.height == 0
    nulls = pl.DataFrame({"url": [None, None]})
    assert nulls.select(pl.col("url").uri.host()).to_series().to_list() == [None, None]
    assert nulls.select(pl.col("url").uri.parse().struct.field("path")).to_series().to_list() == [None, None]
    assert pl.Series(["//h", None], dtype=pl.Enum(["//h"])).uri.host().to_list() == ["h", None]


def test_polars_streams_in_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Row by row: no call has the whole column."""
    lengths: list[int] = []
    answer = polars._answer
    monkeypatch.setattr(
        polars, "_answer", lambda call, series: (lengths.append(len(series[0])), answer(call, series))[1]
    )
    pl.DataFrame({"url": ["//h"] * 9_000}).write_parquet(tmp_path / "links.parquet", row_group_size=1_000)
    pl.scan_parquet(tmp_path / "links.parquet").select(pl.col("url").uri.host()).sink_parquet(
        tmp_path / "hosts.parquet"
    )

    assert pl.read_parquet(tmp_path / "hosts.parquet")["url"].to_list() == ["h"] * 9_000
    assert sum(lengths) == 9_000
    assert max(lengths) <= 1_000


def test_polars_keeps_the_error_and_its_code() -> None:
    with pytest.raises(Exception, match=r"error\[column-type\].*int64"):
        pl.DataFrame({"url": [1]}).select(pl.col("url").uri.host())
    with pytest.raises(TypeError, match=r"error\[column-type\].*int64"):
        pl.Series([1]).uri.host()


# --- DuckDB


def test_duckdb_functions_follow_sql(con: Any) -> None:
    found = con.sql("""
        SELECT uri_host(url), uri_parse(url).port, uri_normalize(url, 'scheme'),
               uri_normalize(url, {'rung': 'scheme', 'nfc': true}), uri_resolve(url, page)
        FROM links
    """).fetchall()

    assert found == [
        ("Example.com", 80, *["http://example.com/~a?q=1"] * 2, "http://Example.com:80/%7Ea?q=1"),
        (None,) * 5,
        (None,) * 5,
        (None, None, "../x", "../x", "http://a/x"),
    ]
    nothing = con.sql("SELECT uri_host(NULL), uri_parse('a b').path, uri_parse(NULL) IS NULL")
    assert nothing.fetchall() == [(None, None, True)]


def test_duckdb_registers_again_and_from_a_cursor(con: Any) -> None:
    register_duckdb(con)
    cursor = con.cursor()
    register_duckdb(cursor)
    register_duckdb(con, prefix="web_")

    assert cursor.sql("SELECT uri_host('//h'), web_host('//h')").fetchall() == [("h", "h")]


def test_duckdb_keeps_what_has_that_name_already(con: Any) -> None:
    con.create_function("my_host", lambda *texts: len(texts), None, "BIGINT")
    with pytest.raises(duckdb.CatalogException, match="already exists"):
        register_duckdb(con.cursor(), prefix="my_")

    assert con.sql("SELECT my_host('//h')").fetchall() == [(1,)]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("uri_normalize(url, 'top')", r"error\[option\]: rung is one of"),
        ("uri_resolve(url)", r"error\[option\]: resolve needs base"),
        ("uri_host(url, {'top': 1})", r"error\[option\]: host has no option 'top'"),
        ("uri_normalize(url, url)", r"error\[option\]: rung is one value for all rows$"),
        ("uri_host(1)", r"error\[column-type\]: .*int32"),
        ("uri_matches(url, 'top')", r"error\[option\]: there is no rule 'top'"),
    ],
)
def test_duckdb_says_the_code(con: Any, call: str, words: str) -> None:
    with pytest.raises(duckdb.InvalidInputException, match=words):
        con.sql(f"SELECT {call} FROM links").fetchall()


def test_duckdb_threads_ask_at_once(con: Any) -> None:
    con.execute("SET threads = 2; CREATE TABLE many AS SELECT 'http://h' || range || '/' AS url FROM range(400000)")
    answers: list[Any] = []

    def ask() -> None:
        answers.append(con.cursor().sql("SELECT count(DISTINCT uri_host(url)) FROM many").fetchall())

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert answers == [[(400_000,)]] * 3


# --- pandas and Dask

FLAVOURS = [
    ("str", "str", "boolean", "Int64", "list<item: string>[pyarrow]"),
    ("string", "string", "boolean", "Int64", "list<item: string>[pyarrow]"),
    ("category", "str", "boolean", "Int64", "list<item: string>[pyarrow]"),
    ("object", "object", "object", "object", "object"),
    ("string[pyarrow]", "string", "boolean", "Int64", "list<item: string>[pyarrow]"),
]


def series(flavour: Any) -> Any:
    return pd.Series(URLS, dtype=flavour, name="url", index=list("abcd"))


@pytest.mark.parametrize(("flavour", *"tfil"), FLAVOURS)
def test_pandas_gives_the_flavour_it_is_given(flavour: str, t: str, f: str, i: str, l: str) -> None:  # noqa: E741
    given = series(flavour)
    found = [given.uri.host(), given.uri.is_uri(), given.uri.port(), given.uri.segments()]

    assert [str(one.dtype) for one in found] == [t, f, i, l]
    for one in found:
        assert list(one.index) == list(given.index)
        assert one.name == "url"
    parsed = given.uri.parse()
    assert list(parsed.columns) == ["scheme", "userinfo", "host", "port", "path", "query", "fragment"]
    assert [str(kind) for kind in parsed.dtypes] == [t, t, t, i, t, t, t]
    assert list(parsed.index) == list(given.index)
    assert pd.Series([], dtype=flavour).uri.parse().dtypes.tolist() == parsed.dtypes.tolist()


def test_pandas_arrow_gives_arrow() -> None:
    given = series(pd.ArrowDtype(pa.large_string()))
    layout = "large_string" if backend() == "rust" else "string"  # the extension keeps it, a loop in Python does not
    want = [f"{layout}[pyarrow]", "bool[pyarrow]", "int64[pyarrow]"]

    assert [str(one.dtype) for one in (given.uri.host(), given.uri.is_uri(), given.uri.port())] == want
    assert given.uri.host().isna().tolist() == [False, True, True, True]
    assert series("str").uri.host(on_error="finding")["finding"].tolist()[2]["code"] == "space"


def test_pandas_columns_are_aligned() -> None:
    bases = pd.Series(["http://d/", "http://a/"], index=["d", "a"])

    assert series("str").uri.resolve(bases).fillna("-").tolist() == [
        "http://Example.com:80/%7Ea?q=1",
        "-",
        "-",
        "http://d/x",
    ]


@pytest.mark.parametrize(("values", "kind"), [([1], "int64"), ([1.5], float), ([True], bool), ([1], "category")])
def test_pandas_has_no_uri_of_numbers(values: list[Any], kind: Any) -> None:
    assert not hasattr(pd.Series(values, dtype=kind), "uri")
    with pytest.raises(TypeError, match=r"error\[column-type\]: row 1 is int"):
        pd.Series(["//h", 1], dtype=object).uri.host()


def test_dask_is_lazy_and_knows_its_types() -> None:
    whole = pd.DataFrame({"url": URLS, "page": BASES})
    frame = dd.from_pandas(whole, npartitions=2)
    target, parsed = frame.url.uri.resolve(frame.page), frame.url.uri.parse()

    assert isinstance(target, dd.Series)
    assert target.compute(scheduler="sync").fillna("-").tolist() == [
        "http://Example.com:80/%7Ea?q=1",
        "-",
        "-",
        "http://a/x",
    ]
    assert parsed.compute(scheduler="threads").dtypes.tolist() == parsed.dtypes.tolist()
    assert frame.assign(host=frame.url.uri.host()).compute(scheduler="sync").host.tolist()[0] == "Example.com"
    assert not hasattr(dd.from_pandas(pd.Series([1, 2]), npartitions=1), "uri")
    with pytest.raises(URISyntaxError, match="no-scheme"):
        frame.url.uri.resolve("x")


# --- DataFusion


def test_datafusion_functions_follow_sql(ctx: Any) -> None:
    register_datafusion(ctx, normalize={"rung": "scheme"})
    found = ctx.sql("""
        SELECT uri_host(url) AS host, uri_parse(url)['port'] AS port, uri_parse(url)['path'] AS path,
               uri_normalize(url) AS normal, uri_resolve(url, page) AS target, uri_matches(url, 'URI') AS uri
        FROM links
    """).to_pydict()

    assert found == {
        "host": ["Example.com", None, None, None],
        "port": [80, None, None, None],
        "path": ["/%7Ea", None, None, "../x"],
        "normal": ["http://example.com/~a?q=1", None, None, "../x"],
        "target": ["http://Example.com:80/%7Ea?q=1", None, None, "http://a/x"],
        "uri": [True, None, False, False],
    }


def test_datafusion_says_the_code(ctx: Any) -> None:
    with pytest.raises(Exception, match=r"error\[option\]: there is no rule 'top'"):
        ctx.sql("SELECT uri_matches(url, 'top') FROM links").to_pydict()
    with pytest.raises(ValueError, match=r"error\[option\]: rung is one of"):
        udf("normalize", rung="top")
    with pytest.raises(TypeError, match=r"error\[option\]: there is no kernel normalise"):
        register_datafusion(ctx, normalise={"rung": "scheme"})


def test_datafusion_findings_beside_the_value(ctx: Any) -> None:
    expression = udf("host", on_error="finding")(datafusion.col("url"))["finding"]["code"].alias("code")

    assert ctx.table("links").select(expression).to_pydict() == {"code": [None, None, "space", None]}
