"""
Which schemes are known?

A registry is a mapping of rows by name.  Ours is ``schemes.toml``, from which ``_rows.py`` is generated and read at the
first look-up.  Nothing is global: a caller who knows one more scheme writes ``SCHEMES | [Scheme("myapp", …)]`` and
hands that to the function that should know it.  RFC 3986 §3.1.
"""

from __future__ import annotations

from _collections_abc import Mapping  # as os does: collections.abc would import all of collections

from urikit.schemes.scheme import Scheme

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = ["SCHEMES", "Registry", "Scheme"]


class Registry(Mapping[str, Scheme]):
    """
    Rows by name, in the order of their table; a name is found in any case.

    Args:
        rows: Schemes; of two with one name the later stands.
        load: Called once, at the first look-up, for rows that come before *rows*.

    Example:
        >>> SCHEMES["HTTP"].default_port, "gopher" in SCHEMES
        (80, False)
        >>> "myapp" in SCHEMES | [Scheme("myapp", source="our wiki")], "myapp" in SCHEMES
        (True, False)

    Source:
        RFC 3986 §3.1: "schemes are case-insensitive".
    """

    __slots__ = ("_load", "_rows")

    def __init__(self, rows: Iterable[Scheme] = (), load: Callable[[], Iterable[Scheme]] | None = None) -> None:
        self._rows = {row.name: row for row in rows}
        self._load = load

    def _table(self) -> dict[str, Scheme]:
        if self._load is not None:
            self._rows = {row.name: row for row in self._load()} | self._rows
            self._load = None
        return self._rows

    def __getitem__(self, name: str) -> Scheme:
        return self._table()[name.lower()]

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.lower() in self._table()

    def __iter__(self) -> Iterator[str]:
        return iter(self._table())

    def __len__(self) -> int:
        return len(self._table())

    def __or__(self, rows: Iterable[Scheme] | Registry) -> Registry:
        """Return a registry that has *rows* as well; a row replaces the one of its name."""
        more = rows.values() if isinstance(rows, Registry) else rows

        return Registry([*self.values(), *more])

    def __repr__(self) -> str:
        return f"Registry({', '.join(self)})"


def _generated() -> Iterable[Scheme]:
    from urikit.schemes._rows import ROWS

    return ROWS


SCHEMES = Registry(load=_generated)
