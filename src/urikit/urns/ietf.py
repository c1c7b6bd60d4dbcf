"""
What does the IETF name, inside ``urn:ietf:``?

The first field is a name of the registry of RFC 6924: bcp, fyi, id, mtg, params, rfc or std.  RFC 2648 §2; RFC 3553 for
params, whose parts keep their case.
"""

from __future__ import annotations

from urikit.findings import finding
from urikit.syntax.percent import lower

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding

NAMES = ("bcp", "fyi", "id", "mtg", "params", "rfc", "std")
"""The registry of second-level names (RFC 6924 §3)."""


def findings(nss: str) -> list[Finding]:
    """
    Tell where the first field is none of the registry's; places count from the start of the NSS.

    Example:
        >>> [(one.code, one.start, one.end) for one in findings("wg:oauth:2.0:oob")]
        [('ietf-name', 0, 2)]
    """
    name = nss.partition(":")[0]
    return [] if name.lower() in NAMES else [finding("ietf-name", 0, len(name))]


def normal(nss: str) -> str:
    """
    Fold all of an NSS, but what follows "params:", where each sub-registry has rules of its own.

    Example:
        >>> normal("RFC:2648"), normal("PARAMS:xml:ns:YANG")
        ('rfc:2648', 'params:xml:ns:YANG')
    """
    name, colon, rest = nss.partition(":")
    name = lower(name)
    return name + colon + (rest if name == "params" else lower(rest))
