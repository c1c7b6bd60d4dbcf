"""
What is true of a whole column of references?

One function for each kernel of `KERNELS`, called like the function on one text: ``columns.host(array)``,
``columns.normalize(array, "scheme")``.  *array* is a list of texts and None, or any Arrow array or stream of texts (of
pyarrow, Polars, pandas, DuckDB …); the answer is a `Column`, which they all read.

A null gives a null.  A text that the function refuses gives a null too, or by ``on_error="finding"`` a record of value
and finding, or by ``on_error="raise"`` a `RowError` with the row's number.  *threads* is how many the extension may
use.  RFC 3986, RFC 3987.
"""

from __future__ import annotations

from urikit.columns.arrow import Column as Column
from urikit.columns.arrow import RowError as RowError
from urikit.columns.arrow import run as run
from urikit.columns.functions import *  # noqa: F403
from urikit.columns.kernels import KERNELS as KERNELS
from urikit.columns.kernels import Kernel as Kernel
from urikit.columns.kernels import Param as Param

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from urikit.columns.arrow import OnError, Texts
    from urikit.syntax.parse import Spec


def parse(
    array: Texts,
    spec: Spec = "rfc3986",
    columns: Literal["rfc3986", "commoncrawl"] = "rfc3986",
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give all components of a reference.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        spec: ``"rfc3986"``, or ``"rfc3987"`` for IRIs.
        columns: ``"rfc3986"`` for scheme, userinfo, host, port, path, query and fragment; ``"commoncrawl"`` for the
            columns ``url_…`` of Common Crawl's index, which has URIs only.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> parse(["http://example.com:80/a?b", None]).field("port").to_pylist()
        [80, None]
        >>> parse(["http://example.com:80/a?b"], columns="commoncrawl").field("url_surtkey").to_pylist()
        ['com,example)/a?b']

    Source:
        RFC 3986 §3.
    """
    if columns not in ("rfc3986", "commoncrawl"):
        raise ValueError(f'columns is "rfc3986" or "commoncrawl", not {columns!r}')
    return run("parse" if columns == "rfc3986" else "parse_commoncrawl", array, {"spec": spec}, on_error, threads)
