"""
Which options does a request for a "coap" or "coaps" URI carry?

RFC 7252 §6: a URI is taken apart into options (§6.4) and put together from them (§6.5).  RFC 8323 §8 has the same over
TCP, TLS and WebSockets: "coap+tcp", "coaps+tcp", "coap+ws", "coaps+ws".
"""

from __future__ import annotations

from urikit.findings import Record, finding
from urikit.schemes.reading import agreed, authority, decoded, read_scheme, recut, spans, without_errors
from urikit.syntax.host import host_kind, port_number
from urikit.syntax.mend import HOST, PATH, PORT, QUERY, SCHEME, USERINFO, starts
from urikit.syntax.path import remove_dot_segments
from urikit.syntax.percent import decode, encode, lower, normalize_escapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces

_PORTS = {
    "coap": 5683,
    "coaps": 5684,
    "coap+tcp": 5683,
    "coaps+tcp": 5684,
    "coap+ws": 80,
    "coaps+ws": 443,
}
_MOST = 255  # octets of an option's value
_IN_SEGMENT = "!$&'()*+,;=:@"
_IN_PARAMETER = "!$'()*+,;=:@"


class Coap(Record):
    """
    What a URI of "coap" or one of its kin says.

    Args:
        scheme: In lower case.
        host: Encoded, in lower case, with the brackets of an IP-literal.
        port_text: None where it is absent.
        segments: Those of the path, decoded; none for ``"/"``.
        parameters: What the "&" of the query part, decoded; none where there is no query.

    Example:
        >>> there = parse("coap://example.net/.well-known/core?rt=a&if=%26")
        >>> there.segments, there.parameters, there.port
        (('.well-known', 'core'), ('rt=a', 'if=&'), 5683)

    Source:
        RFC 7252 §6.1, §6.2, §6.4.
    """

    __slots__ = ("scheme", "host", "port_text", "segments", "parameters")  # noqa: RUF023 (order is the text's)

    if TYPE_CHECKING:
        scheme: str
        host: str
        port_text: str | None
        segments: tuple[str, ...]
        parameters: tuple[str, ...]

    @property
    def port(self) -> int:
        """
        The port to send to: that of the scheme where none is written.

        Example:
            >>> parse("coaps://example.com/").port, parse("coap+ws://example.com/").port
            (5684, 80)

        Source:
            RFC 7252 §6.1, §6.2; RFC 8323 §8.1 to §8.4.
        """
        number = port_number(self.port_text)
        return _PORTS[self.scheme] if number is None else number

    @property
    def is_secure(self) -> bool:
        """
        Whether what is sent is secured by DTLS or TLS.

        Example:
            >>> parse("coap://example.com/").is_secure, parse("coaps+tcp://example.com/").is_secure
            (False, True)
        """
        return self.scheme.startswith("coaps")

    @property
    def endpoint(self) -> str | None:
        """
        The "ws" or "wss" URI of the WebSocket that messages go through; None where they go through none.

        Example:
            >>> parse("coap+ws://example.org/sensors/temperature?u=Cel").endpoint
            'ws://example.org/.well-known/coap'
            >>> parse("coap://example.org/").endpoint is None
            True

        Source:
            RFC 8323 §8.3, §8.4.
        """
        if not self.scheme.endswith("+ws"):
            return None
        return f"ws{'s' * self.is_secure}:{authority(self.host, self.port_text)}/.well-known/coap"

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """
        The options of a request sent to the host and port themselves: an address is no Uri-Host, and no Uri-Port is
        needed.

        Example:
            >>> parse("coap://Example.net/a%2Fb?c").options
            (('Uri-Host', 'example.net'), ('Uri-Path', 'a/b'), ('Uri-Query', 'c'))
            >>> parse("coap://[2001:db8::2:1]/").options
            ()

        Source:
            RFC 7252 §6.4.
        """
        host = [("Uri-Host", decode(self.host))] if host_kind(self.host) == "reg-name" else []
        path = [("Uri-Path", one) for one in self.segments]
        return (*host, *path, *(("Uri-Query", one) for one in self.parameters))

    def __str__(self) -> str:
        return f"{self.scheme}:{authority(self.host, self.port_text)}{_tail(self.segments, self.parameters)}"


def parse(text: str) -> Coap:
    """
    Read a URI of "coap" or one of its kin.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside the grammar of this one: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("coap://example.com:5683/~sensors/temp.xml").segments
        ('~sensors', 'temp.xml')

    Source:
        RFC 7252 §6.4; RFC 8323 §8.
    """
    return _read(read_scheme(text, *_PORTS))


def build(
    host: str,
    segments: Iterable[str] = (),
    parameters: Iterable[str] = (),
    port: str | int | None = None,
    scheme: str = "coap",
) -> str:
    """
    Write a URI of "coap" or one of its kin: `parse` reads the same from it.

    Args:
        host: Encoded, with the brackets of an IP-literal.
        segments: Nothing encoded: the values of the Uri-Path options.
        parameters: Nothing encoded: the values of the Uri-Query options.
        port: None to leave it out.
        scheme: ``"coap"``, ``"coaps"``, or one of the four of RFC 8323.

    Raises:
        URIRuleError: A part is not what it should be; a single segment ``""`` would be read as none, one of dots as a
            step in the path (``wrong-part``).

    Example:
        >>> build("198.51.100.1", ["", "/", "", ""], ["//", "?&"], 61616)
        'coap://198.51.100.1:61616//%2F//?//&?%26'

    Source:
        RFC 7252 §6.5.
    """
    port_text = None if port is None else str(port)
    return agreed(Coap(scheme, lower(normalize_escapes(host)), port_text, tuple(segments), tuple(parameters)), parse)


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find what is too long for an option, or no text.

    Args:
        text: A valid URI of one of the schemes.
        pieces: Its seven pieces.

    Returns:
        In no order; the row tells the rest.

    Example:
        >>> from urikit.syntax.parse import read
        >>> text = f"coap://h/a/{'b' * 256}?c"
        >>> [(one.code, one.start, one.end) for one in findings(text, read(text))]
        [('coap-option', 11, 267)]

    Source:
        RFC 7252 §5.10, §6.4.
    """
    if not pieces[USERINFO]:  # no "//": the row says so
        return []
    at = starts(pieces)
    parts = [(at[HOST], pieces[HOST])] if host_kind(pieces[HOST]) == "reg-name" else []
    parts += spans(pieces[PATH][1:], "/", at[PATH] + 1)
    parts += spans(pieces[QUERY][1:], "&", at[QUERY] + 1)
    found: list[Finding] = []
    for start, part in parts:
        decoded(part, start, found)
        if len(part) - 2 * part.count("%") > _MOST:
            found.append(finding("coap-option", start, start + len(part)))
    return found


def normal(pieces: Pieces) -> Pieces:
    """
    Write the path and the query as they are put together from options: only what would end one is percent-encoded.

    Args:
        pieces: Those of rung path with the row's rules kept.

    Returns:
        The same where they are outside the grammar, or an IRI's.

    Example:
        >>> "".join(normal(("coap:", "//", "h", "", "/a%21", "?%2F%26", "")))
        'coap://h/a!?/%26'

    Source:
        RFC 7252 §6.3, §6.5.
    """
    text = "".join(pieces)
    if pieces[USERINFO] != "//" or not pieces[HOST] or not text.isascii() or not without_errors(findings(text, pieces)):
        return pieces
    value = _read(pieces)
    return recut("".join(pieces[:PATH]) + _tail(value.segments, value.parameters) + pieces[-1], pieces)


# ------------------------------------------------------------------------------------------------------- text and value


def _read(pieces: Pieces) -> Coap:
    """The value of pieces in the grammar."""
    port, query = pieces[PORT], pieces[QUERY]
    path = remove_dot_segments(normalize_escapes(pieces[PATH]))
    return Coap(
        pieces[SCHEME][:-1].lower(),
        lower(normalize_escapes(pieces[HOST])),
        port[1:] if port else None,
        tuple(decode(one) for one in path[1:].split("/")) if path not in ("", "/") else (),
        tuple(decode(one) for one in query[1:].split("&")) if query else (),
    )


def _tail(segments: tuple[str, ...], parameters: tuple[str, ...]) -> str:
    """Path and query of options."""
    path = "".join("/" + encode(one, "segment", _IN_SEGMENT) for one in segments)
    query = "&".join(encode(one, "query", _IN_PARAMETER) for one in parameters)
    return (path or "/") + (f"?{query}" if parameters else "")
