"""
Do two URNs name the same?

Letters of scheme and NID and digits of escapes have no case; nothing is decoded, "%61" and "a" are two names; r-, q-
and f-components are no part of the name.  Then the namespace may take more names for one.  RFC 8141 §3.1.
"""

from __future__ import annotations

from urikit._accelerate import accelerated
from urikit.syntax.percent import upper_escapes
from urikit.urns.registry import NAMESPACES
from urikit.urns.syntax import is_urn, read_urn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.urns.registry import Namespaces
    from urikit.urns.syntax import Name


@accelerated
def urn_key(
    text: str, namespace_rules: bool = True, *, isbn_cross: bool = False, namespaces: Namespaces | None = None
) -> str:
    """
    Return a text that two URNs share if and only if they are URN-equivalent.

    Args:
        text: A URN.
        namespace_rules: Whether the namespace's own rule counts too, such as that hyphens of an ISBN do not matter.
        isbn_cross: Whether an ISBN-10 and the ISBN-13 of the same book are one; by the registration they are two names.
        namespaces: The rows that a namespace is looked up in; None for urikit's own.

    Returns:
        A URN without r-, q- and f-component, in the one spelling; *text* itself where that is it.

    Raises:
        URISyntaxError: *text* is no URN.

    Cost:
        Linear.

    Example:
        >>> urn_key("URN:EXAMPLE:a%2cb?+r#f"), urn_key("URN:ISBN:0-486-27557-4")
        ('urn:example:a%2Cb', 'urn:isbn:0486275574')
        >>> urn_key("urn:isbn:0486275574", isbn_cross=True)
        'urn:isbn:9780486275574'

    Source:
        RFC 8141 §3.1.
    """
    namespaces = NAMESPACES.unless(namespaces, "namespaces")
    found = _key(read_urn(text), namespace_rules, isbn_cross, namespaces)
    return text if found == text else found


def _key(urn: Name, namespace_rules: bool, isbn_cross: bool, namespaces: Namespaces) -> str:
    nid, nss = urn.nid.lower(), upper_escapes(urn.nss)
    row = namespaces.get(nid) if namespace_rules else None
    if row is not None:
        nss = row.normal(nss)
    if isbn_cross and nid == "isbn":
        from urikit.urns.isbn import one_book

        nss = one_book(nss)
    return f"urn:{nid}:{nss}"


def urn_equivalent(
    a: str,
    b: str,
    namespace_rules: bool = True,
    *,
    isbn_cross: bool = False,
    namespaces: Namespaces | None = None,
) -> bool:
    """
    Say whether two texts are URN-equivalent.

    Args:
        a: A URN.
        b: Another URI; one that is no URN is equivalent to none.
        namespace_rules: As for `urn_key`.
        isbn_cross: As for `urn_key`.
        namespaces: As for `urn_key`.

    Raises:
        URISyntaxError: *a* is no URN, or *b* not even a URI-reference.

    Example:
        >>> urn_equivalent("urn:example:a123,z456", "URN:EXAMPLE:a123,z456?=xyz#789")
        True
        >>> urn_equivalent("urn:example:a123%2Cz456", "urn:example:a123,z456")
        False

    Source:
        RFC 8141 §3.
    """
    if not is_urn(b):
        from urikit.syntax.parse import read

        read_urn(a)
        read(b)
        return False
    keys = [urn_key(one, namespace_rules, isbn_cross=isbn_cross, namespaces=namespaces) for one in (a, b)]
    return keys[0] == keys[1]
