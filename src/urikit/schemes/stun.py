"""
Which server does a "stun", "stuns", "turn" or "turns" URI name, and how is it reached?

RFC 7064 (STUN), RFC 7065 (TURN).  Host and port stand in the path, without "//".  Both documents let an IPv6 address
stand there in brackets, which no path of RFC 3986 holds: such a text is no URI.
"""

from __future__ import annotations

from urikit.findings import Record, finding
from urikit.schemes.reading import agreed, decoded, in_form, read_scheme, small, whole
from urikit.syntax.host import host_kind, is_dns_name, port_number
from urikit.syntax.mend import FRAGMENT, PATH, QUERY, SCHEME, USERINFO, mended, starts
from urikit.syntax.percent import lower, normalize_escapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces

_PORTS = {"stun": 3478, "stuns": 5349, "turn": 3478, "turns": 5349}
_SOURCES = {"stun": "RFC 7064 §3.2", "stuns": "RFC 7064 §3.2", "turn": "RFC 7065 §3.2", "turns": "RFC 7065 §3.2"}
_TRANSPORT = "transport="


class Stun(Record):
    """
    What a "stun", "stuns", "turn" or "turns" URI says.

    Args:
        scheme: In lower case.
        host: Encoded, in lower case.
        port_text: As written; None where there is none.
        transport: Of "turn" and "turns", in lower case: ``"udp"``, ``"tcp"`` or another; None to let the client choose.
        fragment: As written, without "#"; it means nothing here.  None where there is none.

    Example:
        >>> there = parse("turn:Example.org:8000?transport=TCP")
        >>> there.host, there.port, there.transport, there.is_secure
        ('example.org', 8000, 'tcp', False)

    Source:
        RFC 7064 §3; RFC 7065 §3.
    """

    __slots__ = ("scheme", "host", "port_text", "transport", "fragment")  # noqa: RUF023 (order is the text's)

    if TYPE_CHECKING:
        scheme: str
        host: str
        port_text: str | None
        transport: str | None
        fragment: str | None

    @property
    def port(self) -> int:
        """
        The port to reach the server at: 3478 where none is written, 5349 where the connection is secure.

        Example:
            >>> parse("stun:example.org").port, parse("turns:example.org").port
            (3478, 5349)

        Source:
            RFC 7064 §3.2; RFC 7065 §3.2.
        """
        number = port_number(self.port_text)
        return _PORTS[self.scheme] if number is None else number

    @property
    def is_secure(self) -> bool:
        """
        Whether the server is reached by TLS or DTLS.

        Example:
            >>> parse("stuns:example.org").is_secure
            True
        """
        return self.scheme in ("stuns", "turns")

    def __str__(self) -> str:
        port = "" if self.port_text is None else f":{self.port_text}"
        query = "" if self.transport is None else f"?{_TRANSPORT}{self.transport}"
        return f"{self.scheme}:{self.host}{port}{query}{whole('fragment', self.fragment, '#')}"


def parse(text: str) -> Stun:
    """
    Read a "stun", "stuns", "turn" or "turns" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside the grammar of this one: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("STUN:192.0.2.1:8000").port_text
        '8000'

    Source:
        RFC 7064 §3.1; RFC 7065 §3.1.
    """
    pieces = read_scheme(text, *_PORTS)
    host, colon, port = pieces[PATH].partition(":")
    query, fragment = pieces[QUERY], pieces[FRAGMENT]
    return Stun(
        small(pieces[SCHEME][:-1]),
        lower(normalize_escapes(host)),
        port if colon else None,
        small(query[1 + len(_TRANSPORT) :]) if query else None,
        fragment[1:] if fragment else None,
    )


def build(
    host: str,
    port: str | int | None = None,
    transport: str | None = None,
    scheme: str = "stun",
    fragment: str | None = None,
) -> str:
    """
    Write a "stun", "stuns", "turn" or "turns" URI: `parse` reads the same from it.

    Args:
        host: Encoded; an IPv6 address cannot stand there.
        port: None to leave it out.
        transport: None to leave it out; with "turn" and "turns" only.
        scheme: ``"stun"``, ``"stuns"``, ``"turn"`` or ``"turns"``.
        fragment: Encoded, without "#".

    Raises:
        URISyntaxError: *host* is an IPv6 address.
        URIRuleError: A part is not what it should be.

    Example:
        >>> build("example.org", 8000, "tcp", "turns")
        'turns:example.org:8000?transport=tcp'

    Source:
        RFC 7064 §3.1; RFC 7065 §3.1.
    """
    port_text = None if port is None else str(port)
    mean = None if transport is None else small(transport)
    return agreed(Stun(scheme, lower(normalize_escapes(host)), port_text, mean, fragment), parse)


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find a host that is no domain name, a port that goes without saying, and a fragment.

    Args:
        text: A valid URI of one of the schemes.
        pieces: Its seven pieces.

    Returns:
        In no order; the row says whether host, port and transport are in their place.

    Example:
        >>> from urikit.syntax.parse import read
        >>> text = "turn:example.org:3478"
        >>> [(one.code, one.start, one.end) for one in findings(text, read(text))]
        [('default-port', 16, 21)]

    Source:
        RFC 7064 §3.2; RFC 7065 §3.2.
    """
    found: list[Finding] = []
    at, name = starts(pieces), small(pieces[SCHEME][:-1])
    if pieces[FRAGMENT]:
        found.append(finding("fragment-meaningless", at[FRAGMENT], at[-1], source=f"RFC 3986 §3.5; {_SOURCES[name]}"))
    if pieces[USERINFO] or not in_form(pieces):
        return found
    host, colon, port = pieces[PATH].partition(":")
    end = at[PATH] + len(host)
    wrong: list[Finding] = []
    name_of_host = decoded(host, at[PATH], wrong)
    if not wrong and host_kind(host) == "reg-name" and not is_dns_name(name_of_host):
        wrong.append(finding("not-dns-name", at[PATH], end))
    if colon and port.lstrip("0") == str(_PORTS[name]):
        message = f"{_PORTS[name]} is the port of {name} anyway ({_SOURCES[name]})"
        more = {"message": message, "help": mended(pieces, {PATH: host})}
        wrong.append(finding("default-port", end, at[QUERY], **more))
    return found + wrong


def normal(pieces: Pieces) -> Pieces:
    """
    Leave out a port that is empty or that goes without saying.

    Args:
        pieces: Those of rung path with the row's rules kept, which has host and transport in lower case.

    Returns:
        The same where they are outside the grammar.

    Example:
        >>> "".join(normal(("turns:", "", "", "", "h:5349", "?transport=tcp", "")))
        'turns:h?transport=tcp'

    Source:
        RFC 7064 §3.2; RFC 7065 §3.2; RFC 3986 §6.2.3.
    """
    if pieces[USERINFO] or not in_form(pieces):
        return pieces
    host, _, port = pieces[PATH].partition(":")
    if port and port.lstrip("0") != str(_PORTS[small(pieces[SCHEME][:-1])]):
        return pieces
    scheme, user, _, _, _, query, fragment = pieces
    return (scheme, user, "", "", host, query, fragment)
