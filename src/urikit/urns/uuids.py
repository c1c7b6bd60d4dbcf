"""
Which kind of UUID is this, inside ``urn:uuid:``?

Any 128 bits in hex are a UUID by form.  What RFC 9562 defines has variant 10xx and a version from 1 to 8, or is Nil or
Max (§4.1, §4.2, §5.9, §5.10).
"""

from __future__ import annotations

from urikit.findings import finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding

VERSION, VARIANT = 14, 19  # code points from the start of the UUID
NIL, MAX = "0" * 32, "f" * 32


def findings(nss: str) -> list[Finding]:
    """
    Tell where a UUID is none of those that RFC 9562 defines; places count from its start.

    Example:
        >>> [(one.code, one.start) for one in findings("6e8bc430-9c3a-01d9-9669-0800200c9a66")]
        [('uuid-version', 14)]
    """
    if nss.replace("-", "").lower() in (NIL, MAX):
        return []
    if nss[VARIANT] not in "89abAB":
        message = f"the variant of this UUID is not the one of RFC 9562: {nss[VARIANT]}, not 8, 9, a or b"
        return [finding("uuid-version", VARIANT, VARIANT + 1, message=message, source="RFC 9562 §4.1")]
    if nss[VERSION] not in "12345678":
        message = f"RFC 9562 defines no UUID of version {nss[VERSION]}"
        return [finding("uuid-version", VERSION, VERSION + 1, message=message, source="RFC 9562 §4.2")]
    return []


def fields(nss: str) -> dict[str, str]:
    """
    Return the UUID in lower case, and its version where it has one of RFC 9562.

    Example:
        >>> fields("6E8BC430-9C3A-11D9-9669-0800200C9A66")
        {'uuid': '6e8bc430-9c3a-11d9-9669-0800200c9a66', 'version': '1'}
    """
    found = {"uuid": nss.lower()}
    if nss.replace("-", "").lower() not in (NIL, MAX) and not findings(nss):
        found["version"] = nss[VERSION]
    return found
