"""
Which schemes are known?

A registry is a mapping of rows by name.  Ours are those of ``schemes.toml`` and ``rows/``, from which ``_rows.py`` is
generated; it is read at the first look-up, and a row is made when it is first asked for.  Nothing is global: a caller
who knows one more scheme writes ``SCHEMES | [Scheme("myapp", …)]`` and hands that to the function that should know it.
RFC 3986 §3.1.
"""

from __future__ import annotations

from _collections_abc import Mapping  # as os does: collections.abc would import all of collections

from urikit.schemes.scheme import Scheme

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any, TypeAlias, TypeVar, overload

    D = TypeVar("D")
    Facts: TypeAlias = Mapping[str, Mapping[str, Any]]

__all__ = ["SCHEMES", "Registry", "Scheme"]


class Registry(Mapping[str, Scheme]):
    """
    Rows by name, in the order of their table; a name is found in any case.

    Args:
        rows: Schemes; of two with one name the later stands.
        load: Called once, at the first look-up, for the fields of rows that come before *rows*, by name.

    Cost:
        A look-up is one of a ``dict``, for a name in lower case; a row that was not asked for is never made.

    Example:
        >>> SCHEMES["HTTP"].default_port, "nobody-knows-it" in SCHEMES
        (80, False)
        >>> "myapp" in SCHEMES | [Scheme("myapp", source="our wiki")], "myapp" in SCHEMES
        (True, False)

    Source:
        RFC 3986 §3.1: "schemes are case-insensitive".
    """

    __slots__ = ("_facts", "_load", "_rows")

    def __init__(self, rows: Iterable[Scheme] = (), load: Callable[[], Facts] | None = None) -> None:
        self._rows = {row.name: row for row in rows}
        self._facts: Facts = {}
        self._load = load

    def _table(self) -> Facts:
        if self._load is not None:
            self._facts = self._load()
            self._load = None
        return self._facts

    def _find(self, name: str) -> Scheme | None:
        """The row of a name that is not among those made, or not written as theirs."""
        small = name.lower()
        row = self._rows.get(small)
        if row is None:
            facts = self._table().get(small)
            if facts is not None:
                row = self._rows[small] = Scheme(small, **facts)
        return row

    if TYPE_CHECKING:

        @overload
        def get(self, key: str, /) -> Scheme | None: ...
        @overload
        def get(self, key: str, /, default: Scheme | D) -> Scheme | D: ...

    def get(self, name: str, default: Any = None) -> Any:
        """Return the row of *name*, or *default*."""
        return self._rows.get(name) or self._find(name) or default

    def __getitem__(self, name: str) -> Scheme:
        row = self._rows.get(name) or self._find(name)
        if row is None:
            raise KeyError(name)
        return row

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and (name.lower() in self._rows or name.lower() in self._table())

    def __iter__(self) -> Iterator[str]:
        yield from self._table()
        yield from [name for name in self._rows if name not in self._facts]

    def __len__(self) -> int:
        return len(self._table().keys() | self._rows.keys())

    def __or__(self, rows: Iterable[Scheme] | Registry) -> Registry:
        """Return a registry that has *rows* as well; a row replaces the one of its name."""
        more = rows.values() if isinstance(rows, Registry) else rows

        both = Registry([*self._rows.values(), *more])
        both._facts = self._table()
        return both

    def __repr__(self) -> str:
        return f"Registry({', '.join(self)})"


def _generated() -> Facts:
    from urikit.schemes._rows import ROWS

    return ROWS


SCHEMES = Registry(load=_generated)
