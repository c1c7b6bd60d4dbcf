"""
Which URN namespaces are known?

A registry is a mapping of rows by namespace identifier.  Ours are those of ``namespaces.toml``, from which
``_rows.py`` is generated.  A caller who knows one more writes ``NAMESPACES | [Namespace("myapp", …)]`` and hands that
to the function that should know it.  RFC 8141 §5, §7.
"""

from __future__ import annotations

from urikit._registry import Rows
from urikit.urns.namespace import Namespace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit._registry import Facts

__all__ = ["NAMESPACES", "Namespace", "Namespaces"]


class Namespaces(Rows[Namespace]):
    """
    Namespaces by identifier, in the order of their table; an identifier is found in any case.

    Args:
        rows: Namespaces; of two with one identifier the later stands.
        load: Called once, at the first look-up, for the fields of rows that come before *rows*, by identifier.

    Example:
        >>> NAMESPACES["ISBN"].status, "nobody-knows-it" in NAMESPACES
        ('formal', False)
        >>> "myapp" in NAMESPACES | [Namespace("myapp", source="our wiki")], "myapp" in NAMESPACES
        (True, False)

    Source:
        RFC 8141 §2.1: namespace identifiers are case-insensitive; §5.
    """

    __slots__ = ()
    row = Namespace
    group = "urikit.namespaces"


def _generated() -> Facts:
    from urikit.urns._rows import ROWS

    return ROWS


NAMESPACES = Namespaces(load=_generated)


def ruled() -> list[str]:
    """
    Return the namespaces of `NAMESPACES` that read more names as one, for the twin of `urn_key`, which leaves them.

    Example:
        >>> "isbn" in ruled(), "ietf" in ruled()
        (True, True)

    Source:
        RFC 8141 §3.1.
    """
    return [nid for nid, facts in _generated().items() if facts.get("fold", "exact") != "exact"]
