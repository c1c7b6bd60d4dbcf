"""
What is the reference one segment further down?

`u / segment` adds one opaque segment: whatever is in it is data, so "/" becomes %2F.  RFC 3986 §2.4, §3.3.
"""

from __future__ import annotations

from urikit.findings import URIRuleError, finding
from urikit.syntax.percent import encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.syntax.parse import Pieces, Spec


def append_segment(pieces: Pieces, segment: str, spec: Spec = "rfc3986") -> str:
    """
    Return the text of a reference with one segment more.

    Args:
        pieces: The seven pieces of a reference without query and fragment.
        segment: The segment, decoded; ``""`` leaves a trailing slash.
        spec: ``"rfc3987"`` appends to an IRI: what is fit to be read there is not percent-encoded.

    Raises:
        URIRuleError: *segment* is "." or "..", which would not be a name; or there is a query or fragment to step over.

    Example:
        >>> append_segment(("http:", "//", "example.com", "", "/a", "", ""), "b/c")
        'http://example.com/a/b%2Fc'

    Source:
        RFC 3986 §2.4, §3.3.
    """
    text = "".join(pieces)
    if segment in (".", ".."):
        raise URIRuleError(text, (finding("dot-segment", len(text), len(text)),))
    if pieces[5] or pieces[6]:
        start = len(text) - len(pieces[5]) - len(pieces[6])
        raise URIRuleError(text, (finding("append-after-query", start, len(text)),))
    path = pieces[4]
    if path and not path.endswith("/"):
        path += "/"
    elif not path and (
        pieces[1] or not segment
    ):  # an authority's path begins with "/"; so does one of an empty segment alone
        path = "/"
    written = encode(segment, "segment")
    if spec == "rfc3987":
        from urikit.operations.readable import readable  # the first IRI needs it

        written = readable(written)
    return "".join(pieces[:4]) + path + written
