"""
Who does which job on a column, and how?

One row a job: the data it runs on, and for each library what makes its run of a list of texts.  A loop over can_ada is
what people write today; the regular expressions are what table engines offer, and none of them validates.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pyarrow as pa

from urikit import columns

Run = Callable[[], object]
Maker = Callable[[list[Any]], Run]

APPENDIX_B = r"^(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?"  # RFC 3986
HOST = r"^[A-Za-z][A-Za-z0-9+.-]*://(?:[^/?#@]*@)?([^/?#:]*)"


def ours(call: Callable[[Any], object]) -> Maker:
    """A kernel on one Arrow array."""
    return lambda texts: partial(call, pa.array(texts))


def loop(setup: str, expression: str) -> Maker:
    """A list comprehension, made an Arrow array again; what raises is null."""

    def make(texts: list[Any]) -> Run:
        names: dict[str, Any] = {"pa": pa, "texts": texts}
        exec(setup, names)
        exec(
            f"def one(x):\n    try:\n        return {expression}\n    except Exception:\n        return None\n"
            "def run():\n    return pa.array([one(x) for x in texts])",
            names,
        )
        run: Run = names["run"]
        return run

    return make


def polars(expression: Callable[[Any, Any], Any]) -> Maker:
    """An expression of Polars, which is told to use one thread by its variable."""

    def make(texts: list[Any]) -> Run:
        import os

        os.environ.setdefault("POLARS_MAX_THREADS", "1")
        import polars as pl

        frame = pl.DataFrame({"u": texts})
        return lambda: frame.select(expression(pl, pl.col("u")))

    return make


def duckdb(expression: str) -> Maker:
    """An expression of DuckDB, one thread."""

    def make(texts: list[Any]) -> Run:
        import duckdb

        connection = duckdb.connect(config={"threads": 1})
        table = pa.table({"u": texts})
        connection.register("rows", table)
        connection.execute("CREATE TABLE held AS SELECT * FROM rows")
        return lambda: connection.execute(f"CREATE OR REPLACE TEMP TABLE made AS SELECT {expression} AS v FROM held")

    return make


def resolved(pairs: list[Any]) -> Run:
    """References of a column seen from the bases of another."""
    bases, references = pa.array([base for base, _ in pairs]), pa.array([reference for _, reference in pairs])
    return lambda: columns.resolve(references, bases)


def from_one_base(pairs: list[Any]) -> Run:
    """References of a column seen from one base."""
    references = pa.array([reference for _, reference in pairs])
    return lambda: columns.resolve(references, "https://example.com/a/b/c?d")


ADA = "import can_ada"

JOBS: dict[str, tuple[str, dict[str, Maker]]] = {
    "validate": (
        "web",
        {"urikit": ours(columns.is_uri), "can_ada loop": loop(ADA, "can_ada.can_parse(x)")},
    ),
    "host": (
        "web",
        {
            "urikit": ours(columns.host),
            "can_ada loop": loop(ADA, "can_ada.parse(x).hostname"),
            "polars regex": polars(lambda pl, u: u.str.extract(HOST, 1)),
            "duckdb regex": duckdb(f"regexp_extract(u, '{HOST}', 1)"),
        },
    ),
    "parse": (
        "web",
        {
            "urikit": ours(columns.parse),
            "polars regex": polars(lambda pl, u: u.str.extract_groups(APPENDIX_B)),
            "duckdb regex": duckdb(f"regexp_extract(u, '{APPENDIX_B}', ['s', 'a', 'p', 'q', 'f'])"),
        },
    ),
    "normalize, mostly normal": (
        "web",
        {"urikit": ours(columns.normalize), "can_ada loop": loop(ADA, "can_ada.parse(x).href")},
    ),
    "normalize, messy": (
        "messy",
        {"urikit": ours(columns.normalize), "can_ada loop": loop(ADA, "can_ada.parse(x).href")},
    ),
    "normalize at rung scheme, messy": (
        "messy",
        {
            "urikit": ours(lambda array: columns.normalize(array, "scheme")),
            "can_ada loop": loop(ADA, "can_ada.parse(x).href"),
        },
    ),
    "key128 at rung scheme": ("messy", {"urikit": ours(lambda array: columns.key128(array, "scheme"))}),
    "resolve, a base a row": (
        "pairs",
        {"urikit": resolved, "can_ada loop": loop(ADA, "str(can_ada.parse(x[0]) + x[1])")},
    ),
    "resolve, one base": (
        "pairs",
        {
            "urikit": from_one_base,
            "can_ada loop": loop(f"{ADA}; base = can_ada.parse('https://example.com/a/b/c?d')", "str(base + x[1])"),
        },
    ),
    "decode": (
        "components",
        {
            "urikit": ours(columns.decode),
            "duckdb": duckdb("url_decode(u)"),
            "urllib loop": loop("from urllib.parse import unquote", "unquote(x)"),
        },
    ),
    "encode": (
        "segments",
        {
            "urikit": ours(columns.encode),
            "duckdb": duckdb("url_encode(u)"),
            "urllib loop": loop("from urllib.parse import quote", "quote(x, safe='')"),
        },
    ),
    "IRI to URI": (
        "iri",
        {"urikit": ours(columns.to_uri), "can_ada loop": loop(ADA, "can_ada.parse(x).href")},
    ),
    "parse as Common Crawl": (
        "web",
        {
            "urikit": ours(lambda array: columns.parse(array, columns="commoncrawl")),
            "urikit, one by one": loop(
                "from urikit.columns.records import parse_commoncrawl", "str(parse_commoncrawl(x))"
            ),
        },
    ),
    "SURT, ia": (
        "web",
        {
            "urikit": ours(lambda array: columns.surt(array, "ia")),
            "urikit.surt loop": loop("from urikit import surt", "surt(x, 'ia')"),
            "surt loop": loop("from surt import surt", "surt(x)"),
        },
    ),
    "SURT, urlcanon": (
        "web",
        {
            "urikit": ours(lambda array: columns.surt(array, "urlcanon")),
            "urikit.surt loop": loop("from urikit import surt", "surt(x, 'urlcanon')"),
            "urlcanon loop": loop("import urlcanon", "urlcanon.semantic(urlcanon.parse_url(x)).surt()"),
        },
    ),
    "segments": (
        "web",
        {
            "urikit": ours(columns.segments),
            "urllib loop": loop("from urllib.parse import urlsplit", "urlsplit(x).path.removeprefix('/').split('/')"),
        },
    ),
    "query pairs": (
        "web",
        {
            "urikit": ours(columns.query_pairs),
            "urllib loop": loop(
                "from urllib.parse import parse_qsl, urlsplit",
                "[{'key': k, 'value': v} for k, v in parse_qsl(urlsplit(x).query, keep_blank_values=True)]",
            ),
        },
    ),
    "query value": (
        "web",
        {
            "urikit": ours(lambda array: columns.query_value(array, "id")),
            "urikit.query_value loop": loop("from urikit import query_value", "query_value(x, 'id')"),
            "urllib loop": loop(
                "from urllib.parse import parse_qs, urlsplit",
                "parse_qs(urlsplit(x).query, keep_blank_values=True).get('id', [None])[0]",
            ),
        },
    ),
    "drop query": (
        "web",
        {
            "urikit": ours(lambda array: columns.drop_query(array, "utm_*", "fbclid")),
            "urikit.drop_query loop": loop("from urikit import drop_query", "drop_query(x, 'utm_*', 'fbclid')"),
        },
    ),
    "sort query": (
        "web",
        {
            "urikit": ours(columns.sort_query),
            "urikit.sort_query loop": loop("from urikit import sort_query", "sort_query(x)"),
        },
    ),
    "registrable domain": (
        "web",
        {
            "urikit": ours(columns.registrable_domain),
            "publicsuffixlist loop": loop(
                "from publicsuffixlist import PublicSuffixList; from urllib.parse import urlsplit\n"
                "of = PublicSuffixList(only_icann=True).privatesuffix",
                "of(urlsplit(x).hostname)",
            ),
        },
    ),
}

LAYOUTS: dict[str, tuple[str, Callable[[Any, int], object]]] = {
    "validate": ("web", lambda array, threads: columns.is_uri(array, threads=threads)),
    "host": ("web", lambda array, threads: columns.host(array, threads=threads)),
    "parse": ("web", lambda array, threads: columns.parse(array, threads=threads)),
    "normalize": ("messy", lambda array, threads: columns.normalize(array, threads=threads)),
    "decode": ("components", lambda array, threads: columns.decode(array, threads=threads)),
}
