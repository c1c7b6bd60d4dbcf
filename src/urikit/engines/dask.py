"""
Dask: every kernel is a method of ``Series.uri``, as it is in pandas.

    import urikit.engines.dask
    frame["host"] = frame["url"].uri.host()

Lazy, a partition at a time; the type of the answer is known before, so that no row made up by Dask is ever asked about.
Needs the extra ``dask``.
"""

from __future__ import annotations

from urikit.columns import KERNELS
from urikit.engines import bind, engine, function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from urikit.engines import Call

dd: Any = engine("dask.dataframe", "dask")
_pandas: Any = engine("urikit.engines.pandas", "pandas")


@dd.extensions.register_series_accessor("uri")
class Accessor:
    """What can be asked of a series of texts."""

    def __init__(self, series: Any) -> None:
        _pandas.Accessor(series._meta)
        self._subject = series


def _lazily(name: str, space: Accessor, given: Sequence[Any], named: Mapping[str, Any]) -> Any:
    call, columns = bind(name, given, named, dd.Series)
    series = [space._subject, *columns]
    return dd.map_partitions(_partition, call, *series, meta=_partition(call, *[one._meta for one in series]))


def _partition(call: Call, *series: Any) -> Any:
    return _pandas.over(call, *series)


for _kernel in KERNELS.values():
    setattr(Accessor, _kernel.name, function(_kernel, _lazily, "self"))
