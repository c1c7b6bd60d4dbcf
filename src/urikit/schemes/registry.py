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


def _generated() -> Facts:
    from urikit.schemes._rows import ROWS

    return ROWS


SCHEMES = Registry(load=_generated)
