"""
What is an Entertainment Identifier Registry number, inside ``urn:eidr:``?

A DOI whose "/" is written ":".  Those of works (prefix 10.5240) end in a check character over 20 hex digits.
RFC 7972 §3.
"""

from __future__ import annotations

from urikit.findings import finding
from urikit.urns.checksums import mod_37_36

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding

SOURCE = "RFC 7972 §3; EIDR ID Format §2"
WORKS = "10.5240"
FORM = r"(?i)10\.5240:(?:[0-9A-F]{4}-){5}[0-9A-Z]"


def findings(nss: str) -> list[Finding]:
    """
    Find what is wrong with the EIDR number of a work; places count from its start.

    Example:
        >>> [(one.code, one.message) for one in findings("10.5240:7791-8534-2C23-9030-8610-6")]
        [('urn-check-digit', 'the check character of this EIDR number is 5, not 6')]
    """
    import re

    prefix, _, suffix = nss.partition(":")
    if prefix != WORKS:
        return []
    if not re.fullmatch(FORM, nss, re.ASCII):
        message = "an EIDR number of a work has five groups of four hex digits and a check character"
        rule = '"10.5240:" 5( 4HEXDIG "-" ) check'
        return [finding("urn-nss", len(prefix) + 1, len(nss), message=message, rule=rule, source=SOURCE)]
    right = mod_37_36(suffix[:-1].replace("-", "").upper())
    if suffix[-1].upper() == right:
        return []
    message = f"the check character of this EIDR number is {right}, not {suffix[-1]}"
    return [finding("urn-check-digit", len(nss) - 1, len(nss), message=message, source=SOURCE)]
