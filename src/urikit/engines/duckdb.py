"""
DuckDB: every kernel is a scalar function of SQL.

    urikit.engines.duckdb.register(con)
    con.sql("SELECT uri_host(url), uri_normalize(url, 'scheme') FROM links")

Options follow the text by position, or by name in a struct: ``uri_normalize(url, {'rung': 'scheme', 'nfc': true})``.
Needs the extra ``duckdb``.
"""

from __future__ import annotations

from contextlib import suppress

from urikit.columns import KERNELS
from urikit.engines import engine, from_sql, typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from duckdb import DuckDBPyConnection

TYPES = {"bool": "BOOLEAN", "int64": "BIGINT", "utf8": "VARCHAR", "binary16": "BLOB"}
OVER_ARROW: Any = {"type": "arrow", "null_handling": "special"}
"""Columns, and nulls among them; without "special" DuckDB drops the rows of nulls before it calls."""


def register(con: DuckDBPyConnection, prefix: str = "uri_") -> None:
    """
    Make each kernel callable as its name after *prefix*.

    Doing it again, on the same connection or a cursor of it, changes nothing.

    Raises:
        duckdb.CatalogException: There is a function of that name that takes any arguments and gives something else.

    Example:
        >>> import duckdb
        >>> con = duckdb.connect()
        >>> register(con)
        >>> con.sql("SELECT uri_host('http://example.com/'), uri_parse('//h:80/a').port").fetchall()
        [('example.com', 80)]
    """
    duckdb = engine("duckdb", "duckdb")
    for name, kernel in KERNELS.items():
        sql_type = typed(kernel.kind, TYPES, lambda inner: inner + "[]", _struct)
        with suppress(duckdb.InvalidInputException):  # this cursor has not registered it
            con.remove_function(prefix + name)
        try:
            con.create_function(prefix + name, _over(name), None, sql_type, **OVER_ARROW)
        except duckdb.CatalogException:
            if not _ours(con, prefix + name, sql_type):
                raise


def _over(name: str) -> Any:
    """The function over Arrow arrays; DuckDB calls it in several threads, 2,048 rows at a time."""
    import pyarrow

    def call(*columns: Any) -> Any:
        return pyarrow.chunked_array(from_sql(name, columns))

    call.__annotations__ = {}  # DuckDB would read them
    return call


def _struct(fields: dict[str, str]) -> str:
    quoted = [f'"{name}" {kind}' for name, kind in fields.items()]  # "end" is a word of SQL
    return f"STRUCT({', '.join(quoted)})"


def _ours(con: DuckDBPyConnection, name: str, sql_type: str) -> bool:
    """Whether the function of that name takes any arguments and gives that type."""
    found = con.execute(
        "SELECT varargs, return_type FROM duckdb_functions() WHERE function_name = ?", [name]
    ).fetchall()
    return [(varargs, kind.replace('"', "")) for varargs, kind in found] == [("ANY", sql_type.replace('"', ""))]
