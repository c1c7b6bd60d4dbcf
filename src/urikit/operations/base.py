"""
Which URI are the relative references of a document resolved against?

Four layers, the innermost first: RFC 3986 §5.1.1–5.1.4.
"""

from __future__ import annotations

from urikit.findings import URIRuleError, finding
from urikit.operations.resolve import resolve, split_fragment
from urikit.syntax.parse import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.syntax.parse import Spec


def base_uri(
    embedded: str | None = None,
    encapsulating: str | None = None,
    retrieval: str | None = None,
    default: str | None = None,
    *,
    spec: Spec = "rfc3986",
) -> tuple[str, str]:
    """
    Return a document's base URI and the rule that gave it.

    The innermost layer that is there wins; a relative one is resolved against the next one out, and so on.

    Args:
        embedded: What the content itself says, such as HTML's ``base`` element (§5.1.1).
        encapsulating: The base of the message or archive that the document is part of (§5.1.2).
        retrieval: The URI it was retrieved by, the last one after redirects (§5.1.3).
        default: What the application says (§5.1.4).
        spec: ``"rfc3986"``, or ``"rfc3987"`` where the layers are IRIs.

    Returns:
        The base, an absolute-URI (its fragment is taken off), and the section that gave it.

    Raises:
        URIRuleError: No layer is there (code ``no-base``), or all are relative (``relative-base``).
        URISyntaxError: A layer that is needed is no URI-reference.

    Example:
        >>> base_uri(embedded="../b/#top", retrieval="http://example.com/a/c")
        ('http://example.com/b/', 'RFC 3986 §5.1.1')

    Source:
        RFC 3986 §5.1.
    """
    layers = {"§5.1.1": embedded, "§5.1.2": encapsulating, "§5.1.3": retrieval, "§5.1.4": default}
    needed: list[str] = []
    source = ""
    for section, text in layers.items():
        if text is None:
            continue
        source = source or f"RFC 3986 {section}"
        needed.append(text)
        if read(text, "URI-reference", spec)[0]:
            break
    else:
        outermost = needed[-1] if needed else ""
        raise URIRuleError(outermost, (finding("relative-base" if needed else "no-base", 0, 0),))
    base, _ = split_fragment(needed.pop())
    while needed:
        base, _ = split_fragment(resolve(base, needed.pop(), spec=spec))
    return base, source
