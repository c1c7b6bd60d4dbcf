"""
Which object that a page keeps in memory does a "blob" URI name, and whose page is it?

W3C File API §8; the grammar is that of its drafts up to 2013, which what browsers make still keeps to.
"""

from __future__ import annotations

from urikit.findings import Record, finding
from urikit.schemes.reading import agreed, in_form, read_scheme, whole
from urikit.syntax.mend import FRAGMENT, PATH, starts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces


class Blob(Record):
    """
    What a "blob" URI says.

    Args:
        origin: Of the page that made it, as ``https://example.com:8443``; ``"null"`` where that is nobody's to know.
        uuid: What tells it from the page's other objects, as written: texts are compared.
        fragment: As written, without "#"; None where there is none.

    Example:
        >>> parse("blob:null/9115d58c-bcda-ff47-86e5-083e9a215304#t=10")
        Blob(origin='null', uuid='9115d58c-bcda-ff47-86e5-083e9a215304', fragment='t=10')

    Source:
        W3C File API §8.2; RFC 6454 §6.2.
    """

    __slots__ = ("origin", "uuid", "fragment")  # noqa: RUF023 (order is the text's)

    if TYPE_CHECKING:
        origin: str
        uuid: str
        fragment: str | None

    @property
    def opaque(self) -> bool:
        """
        Whether the origin is one that is like no other, not even itself written again.

        Example:
            >>> parse("blob:null/9115d58c-bcda-ff47-86e5-083e9a215304").opaque
            True

        Source:
            RFC 6454 §4, §6.2.
        """
        return self.origin == "null"

    def __str__(self) -> str:
        return f"blob:{self.origin}/{self.uuid}{whole('fragment', self.fragment, '#')}"


def parse(text: str) -> Blob:
    """
    Read a "blob" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside the grammar of this one: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("blob:https://example.com/9115d58c-bcda-ff47-86e5-083e9a215304").origin
        'https://example.com'

    Source:
        W3C File API §8.2.
    """
    pieces = read_scheme(text, "blob")
    origin, _, uuid = pieces[PATH].rpartition("/")
    fragment = pieces[FRAGMENT]
    return Blob(origin, uuid, fragment[1:] if fragment else None)


def build(origin: str, uuid: str, fragment: str | None = None) -> str:
    """
    Write a "blob" URI: `parse` reads the same from it.

    Args:
        origin: In lower case, without a port that is the scheme's own; or ``"null"``.
        uuid: See `Blob`.
        fragment: Encoded, without "#".

    Raises:
        URISyntaxError: A part cannot stand in a URI.
        URIRuleError: A part is not what it should be.

    Example:
        >>> build("https://example.com", "9115d58c-bcda-ff47-86e5-083e9a215304")
        'blob:https://example.com/9115d58c-bcda-ff47-86e5-083e9a215304'

    Source:
        W3C File API §8.2.
    """
    return agreed(Blob(origin, uuid, fragment), parse)


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find a port that an origin is never written with.

    Args:
        text: A valid URI of the scheme.
        pieces: Its seven pieces.

    Returns:
        In no order; the row tells what is outside the grammar.

    Example:
        >>> from urikit.syntax.parse import read
        >>> text = "blob:http://h:80/9115d58c-bcda-ff47-86e5-083e9a215304"
        >>> [(one.code, one.start, one.end) for one in findings(text, read(text))]
        [('default-port', 13, 16)]

    Source:
        RFC 6454 §6.2.
    """
    from urikit.schemes.registry import SCHEMES

    if not in_form(pieces):
        return []
    origin = pieces[PATH].rpartition("/")[0]
    scheme, _, place = origin.partition("://")
    _host, _, port = place.partition(":")
    row = SCHEMES.get(scheme)
    if not port or row is None or port.lstrip("0") != str(row.default_port):
        return []
    end = starts(pieces)[PATH] + len(origin)
    message = f"{row.default_port} is the port of {row.name} anyway: no origin is written with it"
    more = {"message": message, "source": "RFC 6454 §6.2"}
    return [finding("default-port", end - len(port) - 1, end, **more)]


def normal(pieces: Pieces) -> Pieces:
    """
    Leave the text as it is: a page's objects are found by their text.

    Example:
        >>> "".join(normal(("blob:", "", "", "", "null/9115D58C-bcda-ff47-86e5-083e9a215304", "", "")))
        'blob:null/9115D58C-bcda-ff47-86e5-083e9a215304'

    Source:
        W3C File API §8.3.
    """
    return pieces
