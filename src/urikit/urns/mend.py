"""
Which URN was meant by a text that is none?

People write what they read on the back of a book: "urn:ISBN 0-486-27557-4", "ISBN-13: 978 0 486 27557 4".  Only what
its namespace then has nothing to say against is offered.
"""

from __future__ import annotations

from urikit.urns.registry import NAMESPACES
from urikit.urns.syntax import is_urn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from urikit.urns.registry import Namespaces

LONGEST = 200
"""Names that people write by hand are shorter than this, in code points."""


def suggested(text: str, namespaces: Namespaces = NAMESPACES) -> str:
    """
    Return the URN that seems to be meant, or ``""``.

    Args:
        text: A text that is no URN.
        namespaces: The rows that a name is looked up in.

    Example:
        >>> suggested("urn:ISBN 0-486-27557-4"), suggested("ISSN 0167-6423"), suggested("urn:isbn 1")
        ('urn:isbn:0-486-27557-4', 'urn:issn:0167-6423', '')
    """
    if len(text) > LONGEST:
        return ""
    body = text.strip()
    if body[:3].lower() == "urn":
        body = body[3:].lstrip(": ")
    end = 0
    while end < len(body) and body[end].isascii() and (body[end].isalnum() or body[end] == "-"):
        end += 1
    for word in (body[:end], body[:end].partition("-")[0]):
        row = namespaces.get(word)
        if row is None:
            continue
        for nss in _spellings(body[end:].strip(":= ")):
            meant = f"urn:{row.nid}:{nss}"
            if meant != text and is_urn(meant) and not any(one.level != "note" for one in row.findings(nss)):
                return meant
    return ""


def _spellings(written: str) -> Iterator[str]:
    """What was written, with its spaces as hyphens, and without them."""
    yield written
    if " " in written:
        yield "-".join(written.split())
        yield "".join(written.split())
