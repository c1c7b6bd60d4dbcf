"""
Which columns has a table where it is written?

Those of `FIELDS`; or, in place of the parts of canonical, what Common Crawl's index calls them.
"""

from __future__ import annotations

from urikit import columns
from urikit.clean.errors import ArgumentError
from urikit.operations.suffix import psl_version

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    import pyarrow

    from urikit.syntax.parse import Spec

    Columns: TypeAlias = Literal["rfc3986", "commoncrawl"]

INTEGERS = ("line", "offset", "first_line", "port", "start")
_PLACE = ("source", "line", "offset", "text", "status", "canonical", "key", "first_source", "first_line")
_PARTS = ("scheme", "host", "host_kind", "port", "path", "query", "fragment")
_REASON = ("code", "start", "message", "changed")
FIELDS = (*_PLACE, *_PARTS, *_REASON)
"""The columns of the table, in order; those of `INTEGERS` are int64, the others text."""
FEW = ("source", "status", "first_source", "scheme", "host_kind", "code", "message")
"""The columns of few different texts; a group may hold them as dictionaries."""
_OFTEN = ("host", "url_host_")
"""The columns of texts that many rows have, or how their names begin: Parquet packs them better as dictionaries."""
_LONG = (
    *("text", "canonical", "key", "path", "query", "fragment", "message"),
    *("url_surtkey", "url", "url_path", "url_query"),
)

_CRAWLED: tuple[tuple[str, str], ...] = columns.KERNELS["parse_commoncrawl"].kind[1]  # type: ignore[assignment]


class Layout:
    """
    The columns of a table.

    Args:
        name: ``"rfc3986"`` for those of `FIELDS`, ``"commoncrawl"`` for ``url_…`` in place of the parts of canonical.
        spec: The standard of the rows.

    Attributes:
        fields: Their names, in order.
        integers: Those that are int64.
        often: Those of texts that many rows have.
        counted: Those whose least and greatest value help to find something.

    Raises:
        ArgumentError: There is no such layout.
        ImportError: Its columns need the extra ``psl``, and it is not installed.
    """

    def __init__(self, name: Columns = "rfc3986", spec: Spec = "rfc3986") -> None:
        if name not in ("rfc3986", "commoncrawl"):
            raise ArgumentError(f"columns are to be 'rfc3986' or 'commoncrawl', not {name!r}")
        self.name = name
        self._spec: Spec = spec
        kinds: dict[str, str] = dict.fromkeys(_PARTS, "")
        if name == "commoncrawl":
            kinds = dict(_CRAWLED)
            psl_version()  # raises now what would be raised there
        self.fields = (*_PLACE, *kinds, *_REASON)
        self.integers = tuple(one for one in self.fields if one in INTEGERS or kinds.get(one) == "int64")
        self.often = tuple(one for one in self.fields if one in (*FEW, "url_protocol") or one.startswith(_OFTEN))
        self.counted = tuple(one for one in self.fields if one not in _LONG)

    def schema(self) -> pyarrow.Schema:
        """Return the schema of the table."""
        import pyarrow

        kinds = ((name, pyarrow.int64() if name in self.integers else pyarrow.string()) for name in self.fields)
        return pyarrow.schema(list(kinds))

    def of(self, table: pyarrow.Table) -> pyarrow.Table:
        """Return a table of `FIELDS` with these columns instead; a row that is rejected has no parts."""
        if self.name == "rfc3986":
            return table
        import pyarrow

        parsed = pyarrow.array(columns.parse(table.column("canonical"), self._spec, "commoncrawl"))
        found = dict(zip(dict(_CRAWLED), parsed.flatten(), strict=True))
        return pyarrow.table({name: found[name] if name in found else table.column(name) for name in self.fields})
