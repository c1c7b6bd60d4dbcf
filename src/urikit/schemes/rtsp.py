"""
Which presentation or stream does an "rtsp", "rtsps" or "rtspu" URI name, and where is it asked for?

RFC 7826 §4.2 (rtsp, rtsps), RFC 2326 §3.2 (rtspu, which RTSP 2.0 has no more).  The rows hold the rules.  The "*" of a
request that means the server itself is no URI.
"""

from __future__ import annotations

from urikit.findings import MASK, Record
from urikit.schemes.reading import agreed, authority, read_scheme, small, whole
from urikit.syntax.host import port_number
from urikit.syntax.mend import FRAGMENT, HOST, PATH, PORT, QUERY, SCHEME, USERINFO
from urikit.syntax.percent import lower

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces

_PORTS = {"rtsp": 554, "rtsps": 322, "rtspu": 554}


class Rtsp(Record):
    """
    The parts of an "rtsp", "rtsps" or "rtspu" URI, encoded as they are written.

    Args:
        scheme: In lower case.
        userinfo: None where it is absent.  The repr does not show what follows its ":".
        host: In lower case, with the brackets of an IP-literal.
        port_text: None where it is absent.
        path: Of the presentation, or of one of its streams; ``"/"`` where none is written.
        query: Without "?"; None where it is absent.
        fragment: Without "#"; None where it is absent.  No server is told of it.

    Example:
        >>> there = parse("rtsp://media.example.com:554/twister/audiotrack")
        >>> there.host, there.port, there.path, there.transport
        ('media.example.com', 554, '/twister/audiotrack', 'tcp')

    Source:
        RFC 7826 §4.2; RFC 2326 §3.2.
    """

    __slots__ = ("scheme", "userinfo", "host", "port_text", "path", "query", "fragment")  # noqa: RUF023 (the text's)

    if TYPE_CHECKING:
        scheme: str
        userinfo: str | None
        host: str
        port_text: str | None
        path: str
        query: str | None
        fragment: str | None

    @property
    def port(self) -> int:
        """
        The port to connect to: 554 where none is written, 322 by TLS.

        Example:
            >>> parse("rtsp://example.com/").port, parse("rtsps://example.com/").port
            (554, 322)

        Source:
            RFC 7826 §4.2; RFC 2326 §3.2.
        """
        number = port_number(self.port_text)
        return _PORTS[self.scheme] if number is None else number

    @property
    def transport(self) -> Literal["tcp", "tls", "udp"]:
        """
        What carries the requests: ``"tcp"``, ``"tls"`` or ``"udp"``.

        Example:
            >>> parse("rtspu://example.com/").transport
            'udp'

        Source:
            RFC 7826 §4.2; RFC 2326 §3.2.
        """
        if self.scheme == "rtsp":
            return "tcp"
        return "tls" if self.scheme == "rtsps" else "udp"

    @property
    def request_uri(self) -> str:
        """
        What a request line says of the URI: all but userinfo and fragment.

        Example:
            >>> parse("rtsp://u@Example.com:8554/a?b#c").request_uri
            'rtsp://example.com:8554/a?b'

        Source:
            RFC 7826 §4.2, §7.1.
        """
        return f"{self.scheme}:{authority(self.host, self.port_text)}{self.path}{whole('query', self.query, '?')}"

    def __str__(self) -> str:
        place = authority(self.host, self.port_text, self.userinfo)
        tail = whole("query", self.query, "?") + whole("fragment", self.fragment, "#")
        return f"{self.scheme}:{place}{whole('path-abempty', self.path)}{tail}"

    def __repr__(self) -> str:
        fields = dict(zip(self.__slots__, self._fields(), strict=True))
        user, _, password = (self.userinfo or "").partition(":")
        fields["userinfo"] = f"{user}:{MASK}" if password else self.userinfo
        return f"Rtsp({', '.join(f'{name}={value!r}' for name, value in fields.items())})"


def parse(text: str) -> Rtsp:
    """
    Read an "rtsp", "rtsps" or "rtspu" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or against the rules of this one: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("RTSPS://Media.example.com").path
        '/'

    Source:
        RFC 7826 §4.2; RFC 2326 §3.2.
    """
    pieces = read_scheme(text, *_PORTS)
    user, port, query, fragment = pieces[USERINFO], pieces[PORT], pieces[QUERY], pieces[FRAGMENT]
    return Rtsp(
        small(pieces[SCHEME][:-1]),
        user[2:-1] if user.endswith("@") else None,
        lower(pieces[HOST]),
        port[1:] if port else None,
        pieces[PATH] or "/",
        query[1:] if query else None,
        fragment[1:] if fragment else None,
    )


def build(
    host: str,
    path: str = "/",
    query: str | None = None,
    port: str | int | None = None,
    userinfo: str | None = None,
    scheme: str = "rtsp",
    fragment: str | None = None,
) -> str:
    """
    Write an "rtsp", "rtsps" or "rtspu" URI of encoded parts: `parse` reads the same from it.

    Args:
        host: With the brackets of an IP-literal.
        path: One that begins with "/"; ``""`` is written as ``"/"``.
        query: Without "?"; None to leave it out.
        port: None to leave it out.
        userinfo: None to leave it out.
        scheme: ``"rtsp"``, ``"rtsps"`` or ``"rtspu"``.
        fragment: Without "#"; None to leave it out.

    Raises:
        URIRuleError: A part is not what it should be.

    Example:
        >>> build("media.example.com", "/twister", port=8554)
        'rtsp://media.example.com:8554/twister'

    Source:
        RFC 7826 §4.2; RFC 2326 §3.2.
    """
    port_text = None if port is None else str(port)
    return agreed(Rtsp(scheme, userinfo, lower(host), port_text, path or "/", query, fragment), parse)


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find nothing: the rows of these schemes say all there is to say.

    Args:
        text: A valid URI of one of the schemes.
        pieces: Its seven pieces.

    Example:
        >>> findings("rtsp://h/", ("rtsp:", "//", "h", "", "/", "", ""))
        []
    """
    return []


def normal(pieces: Pieces) -> Pieces:
    """
    Change nothing: the rows of these schemes say all there is to fold.

    Args:
        pieces: Those of rung path with the row's rules kept.

    Example:
        >>> "".join(normal(("rtsp:", "//", "h", "", "/", "", "")))
        'rtsp://h/'
    """
    return pieces
