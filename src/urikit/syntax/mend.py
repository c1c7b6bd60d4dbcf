"""
How would the text read with one piece mended?

What every room's `findings` needs for the places and the help of what it finds: where each of the seven pieces begins,
and the whole text with one of them changed, fit to be shown (RFC 3986 §3.2.1 keeps passwords out of it).
"""

from __future__ import annotations

from urikit.findings import hide
from urikit.syntax.parse import pieces as read_pieces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.syntax.parse import Pieces

SCHEME, USERINFO, HOST, PORT, PATH, QUERY, FRAGMENT = range(7)
"""The index of each of the seven pieces."""

LONGEST = 2048  # code points of a mended text that is still worth showing


def starts(pieces: Pieces) -> list[int]:
    """
    Say where each piece begins, and last where the text ends, in code points.

    Example:
        >>> starts(("http:", "//", "h", "", "/p", "", ""))
        [0, 5, 7, 8, 8, 10, 10, 10]
    """
    places = [0]
    for piece in pieces:
        places.append(places[-1] + len(piece))
    return places


def mended(pieces: Pieces, changes: dict[int, str]) -> str:
    """
    Write the text with some pieces changed, as help for whoever reads the finding.

    Args:
        pieces: The seven pieces of a valid reference.
        changes: The new text of a piece, by its index.

    Returns:
        ``"write "`` and the text, its password masked; ``""`` where it would be no reference or be cut elsewhere, or is
        too long to show.

    Example:
        >>> mended(("HTTP:", "//u:pw@", "h", "", "/p", "", ""), {SCHEME: "http:"})
        'write http://u:•••@h/p'

    Source:
        RFC 3986 §3.2.1.
    """
    wanted = tuple(changes.get(index, piece) for index, piece in enumerate(pieces))
    text = "".join(wanted)
    if len(text) > LONGEST or read_pieces(text, "rfc3986" if text.isascii() else "rfc3987") != wanted:
        return ""
    return f"write {hide(text, valid=True)}"
