"""
How are rows of data kept, found and added to?

A registry is a mapping of rows by name, for schemes and for URN namespaces.  Ours are read at the first look-up, and a
row is made when it is first asked for.  Nothing is global: a caller who knows one more writes ``ROWS | [row]`` and
hands that to the function that should know it; what installed packages bring is read when asked.
"""

from __future__ import annotations

from _collections_abc import Mapping  # as os does: collections.abc would import all of collections

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any, ClassVar, Protocol, Self, TypeAlias, TypeVar, overload

    class Named(Protocol):
        """A row."""

        @property
        def name(self) -> str: ...

    Row = TypeVar("Row", bound=Named)
    D = TypeVar("D")
    Facts: TypeAlias = Mapping[str, Mapping[str, Any]]
else:
    Row = object  # typing is not loaded for this


class Rows(Mapping[str, Row]):
    """
    Rows by name, in the order of their table; a name is found in any case.

    Args:
        rows: Rows; of two with one name the later stands.
        load: Called once, at the first look-up, for the fields of rows that come before *rows*, by name.

    Cost:
        A look-up is one of a ``dict``, for a name in lower case; a row that was not asked for is never made.
    """

    __slots__ = ("_facts", "_load", "_rows")

    row: ClassVar[Callable[..., Any]]  # makes a row of a name and its fields
    group: ClassVar[str]  # of the entry points that bring rows

    def __init__(self, rows: Iterable[Row] = (), load: Callable[[], Facts] | None = None) -> None:
        self._rows: dict[str, Row] = {row.name: row for row in rows}
        self._facts: Facts = {}
        self._load = load

    def _table(self) -> Facts:
        if self._load is not None:
            self._facts = self._load()
            self._load = None
        return self._facts

    def _find(self, name: object) -> Row | None:
        """The row of a name that is not among those made, or not written as theirs."""
        if not isinstance(name, str):
            return None  # no name of a row, as in any mapping: the scheme of a relative reference is None
        small = name.lower()
        row = self._rows.get(small)
        if row is None:
            facts = self._table().get(small)
            if facts is not None:
                row = self._rows[small] = type(self).row(small, **facts)
        return row

    if TYPE_CHECKING:

        @overload
        def get(self, key: str, /) -> Row | None: ...
        @overload
        def get(self, key: str, /, default: Row | D) -> Row | D: ...

    def get(self, name: str, default: Any = None) -> Any:
        """Return the row of *name*, or *default*."""
        return self._rows.get(name) or self._find(name) or default

    def __getitem__(self, name: str) -> Row:
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

    def __or__(self, rows: Iterable[Row] | Rows[Row]) -> Self:
        """Return a registry that has *rows* as well; a row replaces the one of its name."""
        more = [*(rows.values() if isinstance(rows, Rows) else rows)]
        for row in more:
            if type(row) is not type(self).row:
                raise TypeError(f"{row!r} is no row of {type(self).__name__}")

        both = type(self)([*self._rows.values(), *more])
        both._facts = self._table()
        return both

    def unless(self, given: Self | None, name: str) -> Self:
        """
        Return the registry that a caller gave, or this one where that is None.

        Raises:
            TypeError: *given*, an argument of that *name*, is something else.
        """
        if given is None:
            return self
        if not isinstance(given, type(self)):
            raise TypeError(f"{name} is a {type(self).__name__}, not {type(given).__name__}")
        return given

    def installed(self) -> Self:
        """
        Return a registry that has the rows of installed packages as well.

        A package names them by an entry point of the registry's group: an iterable of rows, or a function that gives
        one.  They are read now, each time; importing urikit reads none.

        Returns:
            This one's rows and theirs; a row of theirs replaces ours of its name.
        """
        from importlib.metadata import entry_points

        rows: list[Row] = []
        for point in entry_points(group=self.group):
            brought: Iterable[Row] | Callable[[], Iterable[Row]] = point.load()
            rows.extend(brought() if callable(brought) else brought)
        return self | rows

    def __repr__(self) -> str:
        names = list(self)
        if len(names) > 8:  # ours are a default in many signatures, and help() shows it
            names[3:] = [f"… {len(names)} in all"]
        return f"{type(self).__name__}({', '.join(names)})"
