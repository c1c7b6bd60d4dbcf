"""
What is an International Standard Audiovisual Number, inside ``urn:isan:``?

Root and episode, 16 hex digits, and a check character; where a version is named, 8 more and a second check character
over all 24.  RFC 4246 §2; ISO 15706.
"""

from __future__ import annotations

from urikit.findings import finding
from urikit.urns.checksums import mod_37_36

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding

SOURCE = "RFC 4246 §2; ISO 15706"


def findings(nss: str) -> list[Finding]:
    """
    Find which check characters of an ISAN are wrong; places count from its start.

    Example:
        >>> [(one.start, one.message) for one in findings("0000-0000-9E59-0000-O-0000-0000-3")]
        [(32, 'the second check character of this ISAN is 2, not 3')]
    """
    first, *last = _checks(nss.upper())
    wrong = [_wrong(nss, "first" if last else "only", *first)]
    wrong += [_wrong(nss, "second", *check) for check in last]
    return [one for one in wrong if one is not None]


def _checks(nss: str) -> list[tuple[int, str]]:
    """The check characters: where each stands, and which is right."""
    groups = nss.split("-")
    root = "".join(groups[:4])
    at = len("-".join(groups[:4])) + 1
    if len(groups) == 5:
        return [(at, mod_37_36(root))]
    return [(at, mod_37_36(root)), (len(nss) - 1, mod_37_36(root + groups[5] + groups[6]))]


def _wrong(nss: str, which: str, at: int, right: str) -> Finding | None:
    if nss[at].upper() == right:
        return None
    message = f"the {which} check character of this ISAN is {right}, not {nss[at]}"
    return finding("urn-check-digit", at, at + 1, message=message, source=SOURCE)
