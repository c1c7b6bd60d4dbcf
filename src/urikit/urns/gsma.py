"""
Which phone is this, inside ``urn:gsma:imei:``?

Type allocation code, serial number and a spare digit, which is sent as 0: the check digit is not.  RFC 7254 §4, §5.
"""

from __future__ import annotations

from urikit.findings import finding
from urikit.syntax.percent import lower

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding

SPARE = len("imei:90420156-025763-")


def findings(nss: str) -> list[Finding]:
    """
    Tell where the spare digit of an IMEI is not 0; places count from the start of the NSS.

    Example:
        >>> [(one.code, one.start) for one in findings("imei:90420156-025763-7")]
        [('imei-spare', 21)]
    """
    if nss[:5].lower() != "imei:" or nss[SPARE] == "0":
        return []
    return [finding("imei-spare", SPARE, SPARE + 1)]


def normal(nss: str) -> str:
    """
    Fold an NSS and leave ``vers=0`` out, the version that an IMEI has without the parameter; other parameters stay in
    their order.

    Example:
        >>> normal("IMEI:90420156-025763-0;vers=0")
        'imei:90420156-025763-0'

    Source:
        RFC 7254 §4.2.
    """
    first, *parameters = lower(nss).split(";")
    return ";".join([first, *(one for one in parameters if one != "vers=0")])
