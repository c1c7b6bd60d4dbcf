"""
DataFusion: every kernel is a scalar function of SQL.

    urikit.engines.datafusion.register(ctx, normalize={"rung": "scheme"})
    ctx.sql("SELECT uri_host(url), uri_normalize(url), uri_resolve(url, page) FROM links")

DataFusion's functions take a fixed number of arguments: the text, and the options that must be given.  The others are
set where the function is made.  Needs the extra ``datafusion``.
"""

from __future__ import annotations

from urikit.columns import KERNELS
from urikit.columns.kernels import REQUIRED
from urikit.engines import Call, engine, from_sql, kind_of, typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from datafusion import ScalarUDF, SessionContext


def register(ctx: SessionContext, prefix: str = "uri_", **options: Mapping[str, Any]) -> None:
    """
    Make each kernel callable as its name after *prefix*; doing it again replaces them.

    Args:
        ctx: The session.
        prefix: What the names begin with.
        **options: By kernel, what its function is made with.

    Example:
        >>> from datafusion import SessionContext
        >>> ctx = SessionContext()
        >>> register(ctx, normalize={"rung": "scheme"})
        >>> ctx.sql("SELECT uri_normalize('HTTP://Example.com:80') AS url").to_pydict()
        {'url': ['http://example.com/']}
    """
    if unknown := options.keys() - KERNELS.keys():
        raise TypeError(f"error[option]: there is no kernel {', '.join(sorted(unknown))}")
    for name in KERNELS:
        ctx.register_udf(udf(name, prefix + name, **options.get(name, {})))


def udf(kernel: str, name: str = "", /, **options: Any) -> ScalarUDF:
    """
    Make the function of one kernel, to be called with expressions or registered.

    Args:
        kernel: The kernel's name.
        name: What SQL calls it; the kernel's name if left out.
        **options: Its options; a column for one of them follows the text if it is left out and must be given.

    Example:
        >>> from datafusion import SessionContext, col
        >>> frame = SessionContext().from_pydict({"url": ["../g"], "page": ["http://a/b/c/d"]})
        >>> frame.select(udf("resolve")(col("url"), col("page")).alias("target")).to_pydict()
        {'target': ['http://a/b/g']}
    """
    datafusion, pa = engine("datafusion", "datafusion"), engine("pyarrow", "datafusion")
    words = {"bool": pa.bool_(), "int64": pa.int64(), "utf8": pa.string_view(), "binary16": pa.binary(16)}
    left = [param for param in KERNELS[kernel].params if param.default is REQUIRED and param.name not in options]
    asked = [param.name for param in left]
    on_error = options.get("on_error", "null")
    options = {option: tuple(value) if isinstance(value, list) else value for option, value in options.items()}
    if all(param.column for param in left):
        fixed = {option: value for option, value in options.items() if option != "on_error"}
        Call(kernel, fixed, asked, on_error)  # wrong options are told now
    kind = kind_of(kernel, on_error)
    result = typed(kind, words, pa.list_, lambda fields: pa.struct(list(fields.items())))

    def over(*arrays: Any) -> Any:
        column = from_sql(kernel, arrays[:1], dict(zip(asked, arrays[1:], strict=True)), options)
        return pa.array(column).cast(result)  # exactly the type that is declared

    made: ScalarUDF = datafusion.udf(over, [pa.string_view()] * (1 + len(asked)), result, "immutable", name or kernel)
    return made
