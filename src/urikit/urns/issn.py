"""
What is an International Standard Serial Number, inside ``urn:issn:``?

Eight characters, the last perhaps X, with a hyphen in the middle.  The registration of the ISSN International Centre,
which took the place of RFC 3044 (Historic by RFC 8254).
"""

from __future__ import annotations

from urikit.findings import finding
from urikit.urns.checksums import mod_11

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding

SOURCE = "ISSN International Centre, registration of “issn”"


def normal(nss: str) -> str:
    """
    Return the ISSN without its hyphen, its X a capital.

    Example:
        >>> normal("1050-124x")
        '1050124X'
    """
    return nss.replace("-", "").upper()


def findings(nss: str) -> list[Finding]:
    """
    Find whether the check digit of an ISSN is wrong; places count from its start.

    Example:
        >>> [(one.code, one.message) for one in findings("0167-6424")]
        [('urn-check-digit', 'the check digit of ISSN 0167-6424 is 3, not 4')]
    """
    number = normal(nss)
    right = mod_11(number[:-1])
    if number[-1] == right:
        return []
    message = f"the check digit of ISSN {nss} is {right}, not {nss[-1]}"
    return [finding("urn-check-digit", len(nss) - 1, len(nss), message=message, source=SOURCE)]


def fields(nss: str) -> dict[str, str]:
    """
    Return the ISSN as people write it, with its hyphen.

    Example:
        >>> fields("01676423")
        {'issn': '0167-6423'}
    """
    number = normal(nss)
    return {"issn": f"{number[:4]}-{number[4:]}"}
