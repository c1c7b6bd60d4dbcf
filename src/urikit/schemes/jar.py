"""
Which entry of which archive does a "jar" URI name?

There is no standard: this is what Java's JarURLConnection reads, ``jar:<url>!/{entry}``.  An archive within an archive
is named by a "jar" URI within a "jar" URI.
"""

from __future__ import annotations

from urikit.findings import Record, finding
from urikit.schemes.reading import agreed, decoded, read_scheme, recut, small, spans, whole
from urikit.syntax.grammar import matches
from urikit.syntax.mend import FRAGMENT, PATH, QUERY, SCHEME, USERINFO, starts
from urikit.syntax.parse import mask
from urikit.syntax.parse import pieces as cut
from urikit.syntax.percent import decode, lower

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces

_PREFIX = "jar:"
_MARK = "!/"
_RULE = "jar:<url>!/{entry}"
_SOURCE = "java.net.JarURLConnection"
_HELD_TO_THEIRS = ("file", "ftp", "http", "https")  # none of them holds another URI


class Jar(Record):
    """
    What a "jar" URI says, encoded as it is written.

    Args:
        url: The URI of the archive; a "jar" URI itself, where that is in another archive.  The repr shows no password.
        entry: The name in the archive, in which a "?" is one more character; ``""`` for the whole archive.
        fragment: Without "#"; None where there is none.

    Example:
        >>> parse("jar:http://www.example.com/bar/baz.jar!/COM/foo/Quux.class")
        Jar(url='http://www.example.com/bar/baz.jar', entry='COM/foo/Quux.class', fragment=None)

    Source:
        java.net.JarURLConnection.
    """

    __slots__ = ("url", "entry", "fragment")  # noqa: RUF023 (order is the text's)

    if TYPE_CHECKING:
        url: str
        entry: str
        fragment: str | None

    @property
    def name(self) -> str:
        """
        The entry's name, decoded.

        Example:
            >>> parse("jar:file:/a.jar!/b%20c?d").name
            'b c?d'
        """
        return decode(self.entry)

    @property
    def archive(self) -> str:
        """
        The URI of the outermost archive, which is no "jar" URI.

        Example:
            >>> parse("jar:jar:file:/a.jar!/b.jar!/c").archive
            'file:/a.jar'
        """
        return self.url[_depth(self.url) :].partition(_MARK)[0]

    @property
    def names(self) -> tuple[str, ...]:
        """
        The way from the outermost archive to the entry: a name, decoded, in each archive.

        Example:
            >>> parse("jar:jar:file:/a.jar!/b.jar!/c").names
            ('b.jar', 'c')
        """
        return tuple(decode(one) for one in (*self.url.split(_MARK)[1:], self.entry))

    def __str__(self) -> str:
        return f"{_PREFIX}{self.url}{_MARK}{self.entry}{whole('fragment', self.fragment, '#')}"

    def __repr__(self) -> str:
        depth = _depth(self.url)
        url, mark, names = self.url[depth:].partition(_MARK)
        shown = f"{self.url[:depth]}{mask(url)}{mark}{names}"
        return f"Jar(url={shown!r}, entry={self.entry!r}, fragment={self.fragment!r})"


def parse(text: str) -> Jar:
    """
    Read a "jar" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside the form of this one: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("jar:file:///a.jar!/").entry
        ''

    Source:
        java.net.JarURLConnection.
    """
    pieces = read_scheme(text, "jar")
    fragment = pieces[FRAGMENT]
    *before, entry = _parts(pieces[PATH] + pieces[QUERY])
    return Jar(_MARK.join(before), entry, fragment[1:] if fragment else None)


def build(url: str, entry: str = "", fragment: str | None = None) -> str:
    """
    Write a "jar" URI: `parse` reads the same from it.

    Args:
        url: The URI of the archive, without a fragment.
        entry: Encoded; ``""`` for the whole archive.
        fragment: Encoded, without "#".

    Raises:
        URISyntaxError: A part cannot stand in a URI.
        URIRuleError: A part is not what it should be, or would be read as something else.

    Example:
        >>> build("file:///a.jar", "META-INF/MANIFEST.MF")
        'jar:file:///a.jar!/META-INF/MANIFEST.MF'

    Source:
        java.net.JarURLConnection.
    """
    return agreed(Jar(url, entry, fragment), parse)


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find what names no entry of an archive, and what is wrong with the archive's own URI.

    Args:
        text: A valid URI of the scheme.
        pieces: Its seven pieces.

    Returns:
        In no order.

    Example:
        >>> from urikit.syntax.parse import read
        >>> text = "jar:http:///a.jar!/b"
        >>> [(one.code, one.start, one.end) for one in findings(text, read(text))]
        [('host-missing', 11, 11)]

    Source:
        java.net.JarURLConnection.
    """
    from urikit.schemes import rules

    if pieces[USERINFO]:  # "//": the row says so
        return []
    at = starts(pieces)
    inside = pieces[PATH] + pieces[QUERY]
    depth = _depth(inside)
    parts = _parts(inside)
    url = parts[0][depth:]
    begin = at[PATH] + depth
    if len(parts) != depth // len(_PREFIX) + 2:
        message = 'no "!/" parts the archive from the entry'
        return [finding("path-form", at[PATH], at[FRAGMENT], message=message, rule=_RULE, source=_SOURCE)]
    if not matches("URI", url):
        message = 'what stands before the first "!/" is no URI of an archive'
        return [finding("path-form", begin, begin + len(url), message=message, rule=_RULE, source=_SOURCE)]
    found: list[Finding] = []
    for start, part in spans(inside[depth:], _MARK, begin)[1:]:
        decoded(part, start, found)
    archive = cut(url)
    if archive is not None and small(archive[SCHEME][:-1]) in _HELD_TO_THEIRS:
        for one in rules.findings(url, archive):
            places = (begin + one.start, begin + one.end)
            found.append(finding(one.code, *places, message=one.message, rule=one.rule, source=one.source))
    return found


def normal(pieces: Pieces) -> Pieces:
    """
    Write scheme and host of the archive's URI in lower case, and each "jar" before it.

    Args:
        pieces: Those of rung path with the row's rules kept.

    Returns:
        The same where they name no entry of an archive, or are an IRI's.

    Example:
        >>> "".join(normal(("jar:", "", "", "", "HTTP://H/A.jar!/B", "", "")))
        'jar:http://h/A.jar!/B'

    Source:
        RFC 3986 §6.2.2.1.
    """
    inside = pieces[PATH] + pieces[QUERY]
    depth = _depth(inside)
    url, mark, rest = inside[depth:].partition(_MARK)
    archive = cut(url)
    if pieces[USERINFO] or not mark or archive is None or not archive[SCHEME] or not "".join(pieces).isascii():
        return pieces
    scheme, user, host, *others = archive
    text = f"{small(inside[:depth])}{small(scheme)}{user}{lower(host)}{''.join(others)}"
    return recut(f"{_PREFIX}{text}{mark}{rest}{pieces[FRAGMENT]}", pieces)


# ------------------------------------------------------------------------------------------------------- text and value


def _depth(inside: str) -> int:
    """Where the URI of the outermost archive begins."""
    import re

    found = re.match(f"(?:{_PREFIX})*+", inside, re.IGNORECASE)
    return found.end() if found else 0


def _parts(inside: str) -> list[str]:
    """The archive with each "jar:" before it, and the names; the last may hold the mark, as it has none to end it."""
    return inside.split(_MARK, _depth(inside) // len(_PREFIX) + 1)
