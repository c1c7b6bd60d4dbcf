"""
Is this the identity of a thing, as Electronic Product Codes write it, inside ``urn:epc:id:``?

The company prefix and the reference after it have a number of digits together, and carry no check digit; the key that
GS1 prints on the thing has one.  RFC 5134 §2; GS1 EPC Tag Data Standard §6.3.
"""

from __future__ import annotations

from urikit.findings import finding
from urikit.urns.checksums import mod_10

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding

SOURCE = "GS1 EPC Tag Data Standard §6.3"

# type: digits of company prefix and reference together, fields, whether the first digit of the reference leads the key,
# and the address of the key at GS1's resolver: {key} with its check digit, {serial} what follows
_TYPES: dict[str, tuple[int, int, bool, str]] = {
    "sgtin": (13, 3, True, "01/{key}/21/{serial}"),
    "sscc": (17, 2, True, "00/{key}"),
    "sgln": (12, 3, False, "414/{key}/254/{serial}"),
    "grai": (12, 3, False, "8003/0{key}{serial}"),
    "gsrn": (17, 2, False, "8018/{key}"),
    "gsrnp": (17, 2, False, "8017/{key}"),
    "gdti": (12, 3, False, "253/{key}{serial}"),
    "sgcn": (12, 3, False, "255/{key}{serial}"),
    "gsin": (16, 2, False, "402/{key}"),
    "pgln": (12, 2, False, "417/{key}"),
}
_SHORTEST, _LONGEST = 6, 12  # digits of a company prefix


def _parts(nss: str) -> tuple[str, list[str]] | None:
    """The type and the fields of a pure identity of a type we know; else None."""
    space, _, rest = nss.partition(":")
    kind, _, fields_ = rest.partition(":")
    return (kind, fields_.split(".", _TYPES[kind][1] - 1)) if space == "id" and kind in _TYPES else None


def findings(nss: str) -> list[Finding]:
    """
    Find what is wrong with the digits of a pure identity; places count from the start of the NSS.

    Example:
        >>> [(one.code, one.start) for one in findings("id:sgtin:0614141.1123456.400")], findings("id:gid:1.2.3")
        ([('urn-nss', 9)], [])
    """
    known = _parts(nss)
    if known is None:
        return []
    kind, parts = known
    total, count, _, _ = _TYPES[kind]
    digits = "".join(parts[:2])
    fits = len(parts) == count and all(parts) and digits.isdigit() and len(digits) == total
    if fits and _SHORTEST <= len(parts[0]) <= _LONGEST:
        return []
    start = len("id:") + len(kind) + 1
    message = f"{kind} has a company prefix of {_SHORTEST} to {_LONGEST} digits, and {total} digits with its reference"
    rule = ".".join(["CompanyPrefix", "Reference", "Serial"][:count])
    return [finding("urn-nss", start, len(nss), message=message, rule=rule, source=SOURCE)]


def fields(nss: str) -> dict[str, str]:
    """
    Return the type of a pure identity, its key with the check digit, its serial, and its path at GS1's resolver.

    Example:
        >>> fields("id:sgtin:0614141.112345.400")
        {'type': 'sgtin', 'gs1_key': '10614141123459', 'serial': '400', 'digital_link': '01/10614141123459/21/400'}
    """
    known = _parts(nss)
    if known is None or findings(nss):
        return {}
    kind, (company, reference, *serial) = known
    _, _, leads, address = _TYPES[kind]
    key = reference[:1] + company + reference[1:] if leads else company + reference
    found = {"type": kind, "gs1_key": key + mod_10(key)}
    if serial:
        found["serial"] = serial[0]
    if kind == "sgln" and serial == ["0"]:  # the place itself, without an extension
        address = "414/{key}"
    return found | {"digital_link": address.format(key=found["gs1_key"], serial=found.get("serial", ""))}
