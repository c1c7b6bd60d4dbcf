"""
Polars: every kernel is a method of ``uri``, on expressions and on series.

    import urikit.engines.polars
    frame.with_columns(pl.col("url").uri.host(), pl.col("url").uri.resolve(pl.col("page")).alias("target"))

A text for an option is that text; a column is an expression, or a series.  Row by row, so that lazy and streaming
queries go on in batches; texts are handed over without a copy.  Needs the extra ``polars``.
"""

from __future__ import annotations

from urikit.columns import KERNELS
from urikit.engines import bind, engine, function, typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from urikit.engines import Call

pl: Any = engine("polars", "polars")

TYPES = {"bool": pl.Boolean, "int64": pl.Int64, "utf8": pl.String, "binary16": pl.Binary}


@pl.api.register_expr_namespace("uri")
class Expressions:
    """What can be asked of an expression of texts."""

    def __init__(self, expression: Any) -> None:
        self._subject = expression


@pl.api.register_series_namespace("uri")
class Series:
    """What can be asked of a series of texts."""

    def __init__(self, series: Any) -> None:
        self._subject = series


def _on_expression(name: str, space: Expressions, given: Sequence[Any], named: Mapping[str, Any]) -> Any:
    call, columns = bind(name, given, named, pl.Expr)
    return pl.map_batches(
        [space._subject, *columns],
        lambda series: _answer(call, series),
        return_dtype=typed(call.kind, TYPES, pl.List, pl.Struct),
        is_elementwise=True,
    )


def _on_series(name: str, space: Series, given: Sequence[Any], named: Mapping[str, Any]) -> Any:
    call, columns = bind(name, given, named, pl.Series)
    return _answer(call, [space._subject, *columns])


def _answer(call: Call, series: Sequence[Any]) -> Any:
    """The kernel over series, those of one row repeated for all."""
    rows = next((len(one) for one in series if len(one) != 1), 1)
    return pl.Series(call(*[one.new_from_index(0, rows) if len(one) == 1 else one for one in series])).alias(
        series[0].name
    )


for _kernel in KERNELS.values():
    setattr(Expressions, _kernel.name, function(_kernel, _on_expression, "self"))
    setattr(Series, _kernel.name, function(_kernel, _on_series, "self"))
