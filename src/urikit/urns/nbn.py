"""
Is a National Bibliography Number whole, inside ``urn:nbn:``?

A country, perhaps with sub-namespaces, a hyphen, and the string that was given out.  RFC 8458 §4.
"""

from __future__ import annotations

from urikit.findings import finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding


def findings(nss: str) -> list[Finding]:
    """
    Tell where nothing follows the hyphen; places count from the start of the NSS.

    Example:
        >>> [(one.code, one.start) for one in findings("de:hbz:6-")]
        [('nbn-string', 9)]
    """
    return [finding("nbn-string", len(nss), len(nss))] if nss.index("-") == len(nss) - 1 else []
