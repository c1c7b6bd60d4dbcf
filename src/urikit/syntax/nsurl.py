"""
Would Apple's two parsers of URLs take this text?

`NSURL` of apps linked before iOS 17 and macOS 14 reads by RFC 1738 and RFC 1808, and takes square brackets raw;
`NSURLComponents`, and `NSURL` since, read by RFC 3986 (developer documentation of `NSURL` and `NSURLComponents`).
"""

from __future__ import annotations

from urikit.findings import URISyntaxError, finding
from urikit.syntax.parse import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding

_HOST = r"(?:[^:/?#\[\]]*+:)?+//(?:[^/?#@\[\]]*+@)?+(\[[^\[\]/?#]*+\])?+"  # up to the end of an address in brackets


def findings(text: str, parser: str) -> list[Finding]:
    """
    Find what there is to say about a text by one of the two parsers.

    Args:
        text: Any text.
        parser: ``"nsurl"`` (before iOS 17 and macOS 14) or ``"nsurlcomponents"``.

    Returns:
        The one error of a text for which the initialiser gives nil; else what the other parser reads otherwise.

    Example:
        >>> [(one.code, one.start) for one in findings("http://example.com/a[1]", "nsurl")]
        [('nsurl-bracket', 20)]
        >>> [(one.code, one.start) for one in findings("http://example.com/a[1]", "nsurlcomponents")]
        [('square-bracket', 20)]

    Source:
        RFC 1738 §2.2; RFC 1808 §2.1; RFC 3986 §2.2, §3.2.2.
    """
    older = parser == "nsurl"
    plain, bracket = _without_brackets(text) if older else (text, None)
    try:
        path = read(plain)[4]
    except URISyntaxError as error:
        return [error.finding]
    found = [] if bracket is None else [finding("nsurl-bracket", bracket, bracket + 1)]
    segment = path.rpartition("/")[2]
    if older and ";" in segment:
        start = sum(map(len, read(plain)[:4])) + len(path) - len(segment) + segment.index(";")
        found.append(finding("nsurl-params", start, start + 1 + len(segment.partition(";")[2])))
    return sorted(found, key=lambda one: one.start)


def _without_brackets(text: str) -> tuple[str, int | None]:
    """A text with "!" for each bracket that is around no address, and where the first of them stands."""
    import re

    head = re.match(_HOST, text)
    kept = head.end() if head and head[1] else 0
    scheme = re.match(r"[^:/?#]*+:", text)
    kept = max(kept, scheme.end() if scheme else 0)  # never in a scheme
    bracket = re.compile(r"[\[\]]").search(text, kept)
    if bracket is None:
        return text, None
    return text[:kept] + text[kept:].replace("[", "!").replace("]", "!"), bracket.start()
