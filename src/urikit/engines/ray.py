"""
Ray Data: every kernel is a class whose instances map batches.

    from urikit.engines.ray import Host, Resolve
    ds.map_batches(Host("url"), batch_format="pyarrow")
    ds.map_batches(Resolve("href", base="page_url", to="target"), batch_format="pyarrow")

A batch comes back with one column more.  Needs the extra ``ray``.
"""

from __future__ import annotations

from urikit.columns import KERNELS
from urikit.engines import bind, engine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from urikit.columns import Kernel

    def __getattr__(name: str) -> type[Mapper]: ...


class Mapper:
    """
    A kernel over one column of batches: Arrow tables, frames of pandas, or mappings of NumPy arrays.

    Args:
        column: The column of texts.
        *options: The kernel's, in its order.
        to: The column that the answers go to; the first column's name with the kernel's behind it, if left out.
        **named: Options by name; one that may be a column is read from the column *name* by ``name_column=``.

    Example:
        >>> import pyarrow
        >>> batch = pyarrow.table({"href": ["../g", None], "page": ["http://a/b/c/d", "http://a/"]})
        >>> KERNEL_CLASSES["resolve"]("href", base_column="page", to="target")(batch)["target"].to_pylist()
        ['http://a/b/g', None]
    """

    kernel: Kernel

    def __init__(self, column: str, /, *options: Any, to: str = "", **named: Any) -> None:
        beside = {
            f"{param.name}_column": param.name
            for param in self.kernel.params
            if param.column and f"{param.name}_column" in named
        }
        columns = {option: _Name(named.pop(given)) for given, option in beside.items()}
        self._call, names = bind(self.kernel.name, options, named | columns, _Name)
        self._columns = [column, *names]
        self.to = to or f"{column}_{self.kernel.name}"

    def __call__(self, batch: Any) -> Any:
        """Give the batch with one column more, or with another in place of one of that name."""
        column = self._call(*[_texts(batch[name]) for name in self._columns])
        arrow = engine("pyarrow", "ray").chunked_array(column)
        if hasattr(batch, "append_column"):
            there = batch.schema.get_field_index(self.to)
            return batch.append_column(self.to, arrow) if there < 0 else batch.set_column(there, self.to, arrow)
        if isinstance(batch, dict):
            return {**batch, self.to: arrow.to_pylist()}
        return batch.assign(**{self.to: arrow.to_pylist()})


class _Name(str):
    """The name of a column, where a text would be the value of an option."""

    __slots__ = ()


def _texts(values: Any) -> Any:
    """What a column is read from: Arrow, or a list where there are Python objects."""
    return values if hasattr(values, "__arrow_c_stream__") else list(values)


def _class(kernel: Kernel) -> type[Mapper]:
    name = kernel.name.title().replace("_", "")
    return type(name, (Mapper,), {"kernel": kernel, "__doc__": kernel.doc, "__module__": __name__})


KERNEL_CLASSES = {name: _class(kernel) for name, kernel in KERNELS.items()}
globals().update({made.__name__: made for made in KERNEL_CLASSES.values()})
