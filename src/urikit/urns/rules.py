"""
Does a URN keep to what its namespace says?

RFC 8141 §4.3 (relative references), §5 (namespaces), and the source of the namespace's row; that it is a URN at all is
a matter of the scheme (``urns.scheme``).
"""

from __future__ import annotations

from urikit.findings import Finding, finding
from urikit.urns import nids
from urikit.urns.registry import NAMESPACES
from urikit.urns.syntax import cut, is_urn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.syntax.parse import Pieces
    from urikit.urns.registry import Namespaces

_PREFIX = len("urn:")

NOT_OF_URNS = ("needless-escape",)
"""What is said of other URIs only: in a URN "%61" and "a" are two names (RFC 8141 §3.1)."""


def findings(text: str, pieces: Pieces, namespaces: Namespaces = NAMESPACES) -> list[Finding]:
    """
    Find what is against the rules of a URN's namespace.

    Args:
        text: A valid reference.
        pieces: Its seven pieces.
        namespaces: The rows that a namespace is looked up in.

    Returns:
        What the namespace identifier and the namespace of a URN have to say; of other references nothing.

    Example:
        >>> from urikit.syntax.parse import read
        >>> [(one.code, one.start) for one in findings("urn:isbn:0451450524", read("urn:isbn:0451450524"))]
        [('urn-check-digit', 18)]

    Source:
        RFC 8141 §2.1, §2.3, §5.
    """
    if pieces[0].lower() != "urn:" or not is_urn(text):  # why it is none, the scheme's own module tells
        return []
    urn = cut(text)
    found = [moved(one, _PREFIX) for one in nids.findings(urn.nid, namespaces)]
    row = namespaces.get(urn.nid)
    if row is not None:
        start = _PREFIX + len(urn.nid) + 1
        found += [moved(one, start) for one in row.findings(urn.nss)]
    if urn.q_component is not None and "?+" in urn.q_component:
        at = text.index("?+", text.index("?="))
        found.append(finding("urn-question-in-q", at, at + 2))
    return found


def helped(text: str, found: Finding) -> Finding:
    """
    Return a finding with the URN that was meant as its help, where *text* begins as a URN does and one was.

    Args:
        text: A text that is no reference.
        found: Why it is none.

    Example:
        >>> helped("urn:ISBN 0-486-27557-4", finding("space", 8, 9)).help
        'urn:isbn:0-486-27557-4'
    """
    if text[:3].lower() != "urn":
        return found
    from urikit.urns.locate import helped as with_help

    return with_help(text, found)


def relative_findings(base: str, pieces: Pieces) -> list[Finding]:
    """
    Tell where a relative reference under a URN leads to no URN.

    Args:
        base: A URI.
        pieces: The seven pieces of a reference; places count from its start.

    Returns:
        A warning, where *base* is a URI of scheme "urn" and the reference is relative and more than a fragment.

    Example:
        >>> from urikit.syntax.parse import read
        >>> [one.message for one in relative_findings("urn:example:a", read("b"))]
        ['under a URN this is no URN: a relative reference takes the place of the name']
        >>> relative_findings("urn:example:a", read("#f")), relative_findings("http://a/", read("b"))
        ([], [])

    Source:
        RFC 8141 §4.3.
    """
    if base[:_PREFIX].lower() != "urn:" or pieces[0] or not any(pieces[1:6]):
        return []
    message = "under a URN this is no URN: a relative reference takes the place of the name"
    if not any(pieces[1:5]):
        if pieces[5][1:2] in ("+", "="):
            return []
        message = 'under a URN this keeps the name, but "?" is followed by "+" or "=" there'
    return [finding("urn-relative", 0, sum(map(len, pieces[:6])), message=message)]


def moved(one: Finding, by: int) -> Finding:
    """Return a finding whose places count from *by* code points further left."""
    return Finding(one.code, one.level, one.start + by, one.end + by, one.message, one.rule, one.source, one.help)
