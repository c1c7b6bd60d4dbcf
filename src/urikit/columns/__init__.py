"""
What is true of a whole column of references?

One function for each kernel of `KERNELS`, called like the function on one text: ``columns.host(array)``,
``columns.normalize(array, "scheme")``.  *array* is a list of texts and None, or any Arrow array or stream of texts (of
pyarrow, Polars, pandas, DuckDB …); the answer is a `Column`, which they all read.

A null gives a null.  A text that the function refuses gives a null too, or by ``on_error="finding"`` a record of value
and finding, or by ``on_error="raise"`` a `RowError` with the row's number.  *threads* is how many the extension may
use.  RFC 3986, RFC 3987.
"""

from urikit.columns.arrow import Column as Column
from urikit.columns.arrow import RowError as RowError
from urikit.columns.functions import *  # noqa: F403
from urikit.columns.kernels import KERNELS as KERNELS
from urikit.columns.kernels import Kernel as Kernel
from urikit.columns.kernels import Param as Param
