"""
The text of which page does a "view-source" URI ask for?

No standard has it; browsers do, and the registry (prov/view-source) knows the name.
"""

from __future__ import annotations

from urikit.findings import Record, URISyntaxError, finding, hide
from urikit.schemes.reading import agreed, in_form, read_scheme, recut, small, whole
from urikit.syntax.mend import FRAGMENT, PATH, QUERY, SCHEME, starts
from urikit.syntax.parse import pieces as cut
from urikit.syntax.parse import read
from urikit.syntax.percent import lower

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces

_PREFIX = "view-source:"
_HOLDERS = ("jar",)  # schemes that hold a URI too: how deep they are in one another is not looked at


class ViewSource(Record):
    """
    What a "view-source" URI says.

    Args:
        url: The URI of the page, as written, without a fragment.  The repr does not show a password in it.
        fragment: As written, without "#"; None where there is none.

    Example:
        >>> parse("view-source:https://user:secret@example.com/#line10")
        ViewSource(url='https://user:•••@example.com/', fragment='line10')

    Source:
        IANA prov/view-source.
    """

    __slots__ = ("url", "fragment")  # noqa: RUF023 (order is the text's)

    if TYPE_CHECKING:
        url: str
        fragment: str | None

    @property
    def inner_scheme(self) -> str:
        """
        The scheme of the page's URI, in lower case.

        Example:
            >>> parse("view-source:HTTPS://example.com/").inner_scheme
            'https'
        """
        return small(self.url.partition(":")[0])

    @property
    def inner(self) -> Record | None:
        """
        What the page's URI says, by the module of its own scheme; None where that has none.

        Example:
            >>> parse("view-source:https://example.com:8443/a").inner.port
            8443

        Source:
            RFC 3986 §3.1.
        """
        from urikit.schemes.registry import SCHEMES

        row = SCHEMES.get(self.inner_scheme)
        return None if row is None or row.own is None else row.own.parse(self.url)

    def _shown(self) -> tuple[object, ...]:
        depth = _depth(self.url)
        return self.url[:depth] + hide(self.url[depth:], valid=True), self.fragment

    def __str__(self) -> str:
        return f"{_PREFIX}{self.url}{whole('fragment', self.fragment, '#')}"


def parse(text: str) -> ViewSource:
    """
    Read a "view-source" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or what it holds is no URI that keeps to its own: all that is wrong.

    Cost:
        Linear.

    Example:
        >>> parse("view-source:about:blank").url
        'about:blank'

    Source:
        IANA prov/view-source.
    """
    pieces = read_scheme(text, "view-source")
    fragment = pieces[FRAGMENT]
    return ViewSource(pieces[PATH] + pieces[QUERY], fragment[1:] if fragment else None)


def build(url: str, fragment: str | None = None) -> str:
    """
    Write a "view-source" URI: `parse` reads the same from it.

    Args:
        url: The URI of the page, without a fragment.
        fragment: Encoded, without "#".

    Raises:
        URISyntaxError: *url* cannot stand there, as one with an IPv6 address, whose "[" no path holds.
        URIRuleError: A part is not what it should be.

    Example:
        >>> build("https://example.com/?a")
        'view-source:https://example.com/?a'

    Source:
        IANA prov/view-source.
    """
    return agreed(ViewSource(url, fragment), parse)


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find what is wrong with the URI inside, by the generic grammar and by its own scheme.

    Args:
        text: A valid URI of the scheme.
        pieces: Its seven pieces.

    Returns:
        In no order; places are in *text*.

    Cost:
        Linear, however many "view-source:" stand before one another.

    Example:
        >>> from urikit.syntax.parse import read
        >>> text = "view-source:http:///a"
        >>> [(one.code, one.start) for one in findings(text, read(text))]
        [('host-missing', 19)]

    Source:
        RFC 3986 §3, §3.1.
    """
    from urikit.schemes import rules  # which loads the rows, and they the modules

    if not in_form(pieces):
        return []
    url = pieces[PATH] + pieces[QUERY]
    depth = _depth(url)
    at = starts(pieces)[PATH] + depth
    try:
        inside = read(url[depth:], "URI")
    except URISyntaxError as error:
        return [_moved(error.finding, at)]
    if small(inside[SCHEME][:-1]) in _HOLDERS:
        return []
    return [_moved(one, at) for one in rules.findings(url[depth:], inside)]


def normal(pieces: Pieces) -> Pieces:
    """
    Write scheme and host of the URI inside in lower case, and leave the rest to who asks for it.

    Args:
        pieces: Those of rung path with the row's rules kept.

    Returns:
        The same where what is inside is no URI, or they are an IRI's.

    Example:
        >>> "".join(normal(("view-source:", "", "", "", "HTTP://H/A/../B", "", "")))
        'view-source:http://h/A/../B'

    Source:
        RFC 3986 §6.2.2.1.
    """
    url = pieces[PATH] + pieces[QUERY]
    if not "".join(pieces).isascii() or not in_form(pieces):
        return pieces
    depth = _depth(url)
    inside = cut(url[depth:])
    if inside is None or not inside[SCHEME]:
        return pieces
    scheme, user, host, *rest = inside
    text = f"{small(url[:depth])}{small(scheme)}{user}{lower(host)}{''.join(rest)}"
    return recut(f"{_PREFIX}{text}{pieces[FRAGMENT]}", pieces)


def _depth(url: str) -> int:
    """Where the URI begins that is no "view-source" itself."""
    import re

    found = re.match(f"(?:{_PREFIX})*+", url, re.IGNORECASE)
    return found.end() if found else 0


def _moved(one: Finding, start: int) -> Finding:
    """A finding in the URI inside, at its place in the whole; a mended text would be of the inside alone."""
    places = (start + one.start, start + one.end)
    return finding(one.code, *places, message=one.message, rule=one.rule, source=one.source)
