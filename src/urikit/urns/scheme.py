"""
What does the scheme "urn" say of a URI, its namespaces aside?

The module that the row of the scheme names: ``URI("urn:…").urn`` is what it reads.  RFC 8141 §2.
"""

from __future__ import annotations

from urikit.urns.syntax import Name, build_urn, is_urn, read_urn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces

__all__ = ["Name", "build", "findings", "normal", "parse"]


def parse(text: str) -> Name:
    """
    Cut a URN; see `urikit.read_urn`.

    Raises:
        URISyntaxError: *text* is no URN.

    Example:
        >>> parse("urn:example:a?=q").q_component
        'q'
    """
    return read_urn(text)


build = build_urn


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Tell why a URI of scheme "urn" is no URN; what is found in one that is, `rules` and its namespace tell.

    Example:
        >>> from urikit.syntax.parse import read
        >>> [one.code for one in findings("urn:swrl#e", read("urn:swrl#e"))]
        ['urn-no-nss']
    """
    if pieces[1] or is_urn(text):  # of an authority the scheme's row tells
        return []
    from urikit.urns.locate import locate  # on the error path only

    return [locate(text)]


def normal(pieces: Pieces) -> Pieces:
    """
    Return the pieces as they are: the row folds the namespace identifier, and no rung of RFC 3986 knows names.

    Source:
        RFC 8141 §3.1: URN-equivalence leaves components out, which no normal form of a URI may.
    """
    return pieces
