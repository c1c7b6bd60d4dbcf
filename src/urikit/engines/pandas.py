"""
pandas: every kernel is a method of ``Series.uri``.

    import urikit.engines.pandas
    frame["host"] = frame["url"].uri.host()
    frame.join(frame["url"].uri.parse())

The answer is of the series' flavour, with its index and its missing value: ``str`` and ``string`` give texts of that
type, ``boolean``, ``Int64``, and Arrow lists; an `ArrowDtype` gives Arrow's types; ``object`` gives Python objects and
None.  A record gives a frame with a column a field.  Needs the extra ``pandas``.
"""

from __future__ import annotations

from urikit.columns import KERNELS
from urikit.engines import bind, engine, function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from urikit.columns import Column
    from urikit.engines import Call

pd: Any = engine("pandas", "pandas")
pa: Any = engine("pyarrow", "pandas")

_TEXTS = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view, pa.types.is_null)


@pd.api.extensions.register_series_accessor("uri")
class Accessor:
    """What can be asked of a series of texts."""

    def __init__(self, series: Any) -> None:
        if not _is_of_texts(series.dtype):
            raise AttributeError(f"error[column-type]: .uri is for texts, not {series.dtype}")
        self._series = series


def answer(name: str, series: Any, given: Sequence[Any], named: Mapping[str, Any]) -> Any:
    """Run a kernel over a series; a series in the options is a column, aligned by the index."""
    call, columns = bind(name, given, named, pd.Series)
    return over(call, series, *columns)


def over(call: Call, series: Any, *columns: Any) -> Any:
    """Give a call's answer in the flavour of its series."""
    aligned = [one if one.index.equals(series.index) else one.reindex(series.index) for one in columns]
    column = call(*[_texts(one) for one in (series, *aligned)])
    if not isinstance(call.kind, tuple) or call.kind[0] != "struct":
        return _series(column, series)
    fields = {field: _series(column.field(field), series) for field, _ in call.kind[1]}
    return pd.DataFrame(fields, index=series.index)


def _texts(series: Any) -> Any:
    """What a column is read from: the Arrow of a series, or a list where it holds Python objects."""
    if pd.api.types.is_object_dtype(series.dtype):
        return [None if missing else text for text, missing in zip(series, series.isna(), strict=True)]
    return series


def _series(column: Column, like: Any) -> Any:
    """A series of the flavour of another."""
    arrow = pa.chunked_array(column)
    if pd.api.types.is_object_dtype(like.dtype):
        return pd.Series(arrow.to_pylist(), dtype=object, index=like.index, name=like.name)
    values = _dtype(arrow.type, like.dtype).__from_arrow__(arrow)
    return pd.Series(values, index=like.index, name=like.name)


def _dtype(kind: Any, like: Any) -> Any:
    """The type of pandas for an Arrow type, in the flavour of another."""
    if isinstance(like, pd.ArrowDtype):
        return pd.ArrowDtype(kind)
    if any(is_text(kind) for is_text in _TEXTS):
        return like if isinstance(like, pd.StringDtype) else pd.StringDtype(na_value=float("nan"))
    if pa.types.is_boolean(kind):
        return pd.BooleanDtype()
    return pd.Int64Dtype() if pa.types.is_int64(kind) else pd.ArrowDtype(kind)


def _is_of_texts(dtype: Any) -> bool:
    if isinstance(dtype, pd.CategoricalDtype):
        return _is_of_texts(dtype.categories.dtype)
    if not isinstance(dtype, pd.ArrowDtype):
        return isinstance(dtype, pd.StringDtype) or pd.api.types.is_object_dtype(dtype)
    kind = dtype.pyarrow_dtype
    kind = kind.value_type if pa.types.is_dictionary(kind) else kind
    return any(is_text(kind) for is_text in _TEXTS)


for _kernel in KERNELS.values():
    setattr(
        Accessor, _kernel.name, function(_kernel, lambda name, space, *rest: answer(name, space._series, *rest), "self")
    )
