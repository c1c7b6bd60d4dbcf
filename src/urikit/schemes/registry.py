"""
Which schemes are known?

A registry is a mapping of rows by name.  Ours are those of ``schemes.toml`` and ``rows/``, from which ``_rows.py`` is
generated; it is read at the first look-up, and a row is made when it is first asked for.  Nothing is global: a caller
who knows one more scheme writes ``SCHEMES | [Scheme("myapp", …)]`` and hands that to the function that should know it.
RFC 3986 §3.1.
"""

from __future__ import annotations

from urikit._registry import Rows
from urikit.schemes.scheme import Scheme

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit._registry import Facts

__all__ = ["SCHEMES", "Registry", "Scheme"]


class Registry(Rows[Scheme]):
    """
    Schemes by name, in the order of their table; a name is found in any case.

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

    __slots__ = ()
    row = Scheme
    group = "urikit.schemes"

    @property
    def date(self) -> str:
        """
        Say when the copies of the registry were read that our own rows are made from: years and months.

        Example:
            >>> SCHEMES.date
            '2025-04; names without a status 2026-08'
        """
        from urikit.schemes._rows import DATE

        return DATE

    def default_ports(self) -> set[int]:
        """
        Return every port that is some scheme's default.

        Example:
            >>> sorted(SCHEMES.default_ports())[:3]
            [21, 22, 23]
        """
        made = {row.default_port for row in self._rows.values()}
        facts = {fields["default_port"] for fields in self._table().values() if "default_port" in fields}
        return {port for port in made | facts if port is not None}


def _generated() -> Facts:
    from urikit.schemes._rows import ROWS

    return ROWS


SCHEMES = Registry(load=_generated)
