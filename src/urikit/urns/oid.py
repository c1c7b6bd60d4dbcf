"""
Can there be such an object identifier, inside ``urn:oid:``?

RFC 3061 §3 bounds no arc; X.660 does: the first is 0, 1 or 2, and the second below 40 under 0 and 1.
"""

from __future__ import annotations

from urikit.findings import finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding


def findings(nss: str) -> list[Finding]:
    """
    Tell which arc cannot be; places count from the start of the identifier.

    Example:
        >>> [(one.code, one.start, one.end) for one in findings("1.40.1")], findings("2.999")
        ([('oid-arc', 2, 4)], [])
    """
    first, dot, rest = nss.partition(".")
    if first not in ("0", "1", "2"):
        return [finding("oid-arc", 0, len(first), message="the first arc is 0, 1 or 2")]
    second = rest.partition(".")[0]
    if dot and first != "2" and (len(second) > 2 or int(second) >= 40):
        return [finding("oid-arc", 2, 2 + len(second), message=f"the second arc under {first} is below 40")]
    return []
