"""
Where does an "http", "https", "ws" or "wss" URI lead, and what does a request for it say?

RFC 9110 §4.2 (http, https), RFC 6455 §3 (ws, wss), RFC 9112 §3.2 (the request target), RFC 6454 (the origin).  The rows
hold the rules: a host is needed, userinfo is not wanted.
"""

from __future__ import annotations

from urikit.findings import MASK, Record, URIRuleError, finding
from urikit.schemes.reading import authority, read_scheme, small, written
from urikit.syntax.grammar import matches
from urikit.syntax.host import port_number
from urikit.syntax.mend import FRAGMENT, HOST, PATH, PORT, QUERY, SCHEME, USERINFO
from urikit.syntax.percent import lower

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces

    Form: TypeAlias = Literal["origin-form", "absolute-form", "authority-form", "asterisk-form"]

_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}


class Http(Record):
    """
    The parts of an "http", "https", "ws" or "wss" URI, and what a client makes of them.

    Args:
        scheme: In lower case.
        userinfo: As written; None where it is absent.  The repr does not show what follows its ":".
        host: As written, with the brackets of an IP-literal.
        port_text: As written; None where it is absent.
        path: As written.
        query: As written, without "?"; None where it is absent.
        fragment: As written, without "#"; None where it is absent.

    Example:
        >>> there = parse("https://example.com/a?b#c")
        >>> there.port, there.origin, request_target("https://example.com/a?b#c")
        (443, 'https://example.com', '/a?b')

    Source:
        RFC 9110 §4.2; RFC 6455 §3.
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
        The port to connect to: 80 or 443 where none is written.

        Example:
            >>> parse("ws://example.com/chat").port, parse("http://example.com:8080").port
            (80, 8080)

        Source:
            RFC 9110 §4.2.1, §4.2.2; RFC 6455 §3.
        """
        number = port_number(self.port_text)
        return _PORTS[self.scheme] if number is None else number

    @property
    def is_secure(self) -> bool:
        """
        Whether the connection is by TLS.

        Example:
            >>> parse("wss://example.com/").is_secure
            True
        """
        return self.scheme in ("https", "wss")

    @property
    def origin(self) -> str:
        """
        The origin as text: scheme, host in lower case, and the port where it is not the default.

        Example:
            >>> parse("HTTP://u@Example.COM:80/a").origin, parse("http://example.com:8080").origin
            ('http://example.com', 'http://example.com:8080')

        Source:
            RFC 6454 §6.2.
        """
        digits = (self.port_text or "").lstrip("0") or (self.port_text or "")[:1]
        port = f":{digits}" if digits and digits != str(_PORTS[self.scheme]) else ""
        return f"{self.scheme}://{lower(self.host)}{port}"

    def __str__(self) -> str:
        place = authority(self.host, self.port_text, self.userinfo)
        return f"{self.scheme}:{place}{self.path}{_after('?', self.query)}{_after('#', self.fragment)}"

    def __repr__(self) -> str:
        user, colon, password = (self.userinfo or "").partition(":")
        shown = repr(self.userinfo) if not password else repr(f"{user}{colon}{MASK}")
        rest = [f"{name}={getattr(self, name)!r}" for name in self.__slots__[2:]]
        return f"Http(scheme={self.scheme!r}, userinfo={shown}, {', '.join(rest)})"


def parse(text: str) -> Http:
    """
    Read an "http", "https", "ws" or "wss" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or against the rules of this one: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("http://example.com:/").host
        'example.com'

    Source:
        RFC 9110 §4.2; RFC 6455 §3.
    """
    return _read(read_scheme(text, *_PORTS))


def build(
    host: str,
    path: str = "/",
    query: str | None = None,
    fragment: str | None = None,
    port: str | int | None = None,
    userinfo: str | None = None,
    scheme: str = "https",
) -> str:
    """
    Write a URI of encoded parts: `parse` reads the same from it.

    Args:
        host: With the brackets of an IP-literal.
        path: ``""``, or one that begins with "/".
        query: Without "?"; None to leave it out.
        fragment: Without "#"; None to leave it out.
        port: None to leave it out.
        userinfo: None to leave it out.
        scheme: ``"http"``, ``"https"``, ``"ws"`` or ``"wss"``.

    Raises:
        URISyntaxError: *path*, *query* or *fragment* cannot stand in a URI.
        URIRuleError: A part is not what it should be.

    Example:
        >>> build("example.com", "/a", "b", port=8443)
        'https://example.com:8443/a?b'

    Source:
        RFC 9110 §4.2; RFC 3986 §5.3.
    """
    place = authority(host, port, userinfo)
    for rule, part in (("path-abempty", path), ("query", query or "")):
        if not matches(rule, part):
            message = f"this is no {'path' if rule != 'query' else rule} after an authority"
            raise URIRuleError(part, (finding("wrong-part", 0, len(part), message=message, rule=rule),))
    return written(f"{scheme}:{place}{path}{_after('?', query)}{_after('#', fragment)}", *_PORTS)


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find nothing: the rows of these schemes say all there is to say.

    Args:
        text: A valid URI of one of the schemes.
        pieces: Its seven pieces.

    Example:
        >>> findings("http://h/", ("http:", "//", "h", "", "/", "", ""))
        []
    """
    return []


def normal(pieces: Pieces) -> Pieces:
    """
    Change nothing: the rows of these schemes say all there is to fold.

    Args:
        pieces: Those of rung path with the row's rules kept.

    Example:
        >>> "".join(normal(("http:", "//", "h", "", "/", "", "")))
        'http://h/'
    """
    return pieces


def request_target(text: str, method: str = "GET", *, proxy: bool = False) -> str:
    """
    Return what a request line says of a URI: the path and query, the whole URI, host and port, or "*".

    Args:
        text: An "http", "https", "ws" or "wss" URI.
        method: The request's method; methods have a case.
        proxy: Whether the request goes to a proxy, which has to be told the whole URI.

    Returns:
        The authority-form for CONNECT, with the port in any case; the absolute-form for a proxy, without userinfo and
        fragment; the asterisk-form for OPTIONS of a URI without path and query; else the origin-form.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or against the rules of this one.

    Example:
        >>> text = "http://u@www.example.org/pub/WWW/TheProject.html?q#top"
        >>> request_target(text), request_target(text, proxy=True), request_target(text, "CONNECT")
        ('/pub/WWW/TheProject.html?q', 'http://www.example.org/pub/WWW/TheProject.html?q', 'www.example.org:80')
        >>> request_target("http://www.example.org:8001", "OPTIONS")
        '*'

    Source:
        RFC 9112 §3.2; RFC 9110 §4.2.4 (no userinfo).
    """
    there = parse(text)
    tail = _after("?", there.query)
    if method == "CONNECT":
        return f"{there.host}:{there.port_text or _PORTS[there.scheme]}"
    if proxy:
        return f"{there.scheme}:{authority(there.host, there.port_text)}{there.path}{tail}"
    if method == "OPTIONS" and not there.path and there.query is None:
        return "*"
    return (there.path or "/") + tail


def target_form(target: str, method: str = "GET") -> Form:
    """
    Say which form a request target has.

    Args:
        target: What stands between the method and the version in a request line.
        method: The request's method: CONNECT has the authority-form and no other, OPTIONS alone the asterisk-form.

    Raises:
        URIRuleError: It has none that the method allows (``request-target``).

    Example:
        >>> target_form("/a?b"), target_form("http://h/a"), target_form("h:80", "CONNECT"), target_form("*", "OPTIONS")
        ('origin-form', 'absolute-form', 'authority-form', 'asterisk-form')

    Source:
        RFC 9112 §3.2.
    """
    if method == "CONNECT":
        host, colon, port = target.rpartition(":")
        if colon and port and host and matches("host", host) and matches("port", port):
            return "authority-form"
    elif target == "*":
        if method == "OPTIONS":
            return "asterisk-form"
    elif target.startswith("/"):
        path, _, query = target.partition("?")
        if matches("path-abempty", path) and matches("query", query):  # absolute-path = 1*( "/" segment )
            return "origin-form"
    elif matches("absolute-URI", target):
        return "absolute-form"
    raise URIRuleError(target, (finding("request-target", 0, len(target)),))


def target_uri(target: str, method: str = "GET", *, host: str = "", scheme: str = "http") -> str:
    """
    Put the URI that a request is for together again.

    Args:
        target: The request target.
        method: The request's method.
        host: What the request's Host field says: a host, and a port after ":".
        scheme: By how the request came: ``"https"`` over TLS.

    Returns:
        The target itself where it is a whole URI; for the authority-form and the asterisk-form a URI without path.

    Raises:
        URIRuleError: *target* has no form that *method* allows, or *host* is none, or *scheme* needs one and there is
            none.

    Example:
        >>> target_uri("/pub/WWW/", host="www.example.org:8080"), target_uri("*", "OPTIONS", host="www.example.org")
        ('http://www.example.org:8080/pub/WWW/', 'http://www.example.org')

    Source:
        RFC 9112 §3.3.
    """
    form = target_form(target, method)
    if form == "absolute-form":
        return target
    name, colon, port = (target if form == "authority-form" else host).rpartition(":")
    if not colon or not matches("port", port):  # no port; or the ":" is one of an IP-literal
        name, port = host, ""
    place = authority(name, port or None)
    return written(f"{scheme}:{place}{target if form == 'origin-form' else ''}", *_PORTS)


# ------------------------------------------------------------------------------------------------------- text and value


def _read(pieces: Pieces) -> Http:
    user, port = pieces[USERINFO][2:], pieces[PORT]
    query, fragment = pieces[QUERY], pieces[FRAGMENT]
    return Http(
        small(pieces[SCHEME][:-1]),
        user[:-1] if user else None,
        pieces[HOST],
        port[1:] if port else None,
        pieces[PATH],
        query[1:] if query else None,
        fragment[1:] if fragment else None,
    )


def _after(delimiter: str, part: str | None) -> str:
    return "" if part is None else delimiter + part
