"""
Which virtual host of which broker does an "amqp" or "amqps" URI name?

The AMQP URI specification of RabbitMQ, over RFC 3986.
"""

from __future__ import annotations

from urikit.schemes import server
from urikit.schemes.reading import agreed, read_scheme
from urikit.schemes.server import Server
from urikit.syntax.mend import PATH, QUERY
from urikit.syntax.percent import decode, encode, lower, normalize_escapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from urikit.findings import Finding
    from urikit.schemes.server import Option
    from urikit.syntax.parse import Pieces

_SCHEMES = ("amqp", "amqps")


class Amqp(Server):
    """
    What an "amqp" or "amqps" URI says; what is None is for the client to fill in.

    Args:
        scheme: ``"amqp"``, or ``"amqps"`` for TLS.
        user: Decoded; None where it is absent.
        password: Decoded; None where it is absent.  The repr does not show it.
        host: Encoded, in lower case; ``""`` where it is absent.
        port_text: As written; None where it is absent.
        vhost: The virtual host, decoded; ``""`` for the one without a name, None where it is absent: clients then take
            ``"/"``.
        options: Pairs of a name and a value, decoded; a value without "=" is None.

    Example:
        >>> parse("amqp://user%61:%61pass@ho%61st:10000/v%2fhost")
        Amqp(scheme='amqp', user='usera', password='•••', host='hoast', port_text='10000', vhost='v/host', options=())

    Source:
        AMQP URI specification §2.
    """

    __slots__ = ("scheme", "user", "password", "host", "port_text", "vhost", "options")  # noqa: RUF023

    if TYPE_CHECKING:
        vhost: str | None

    def _path(self) -> str:
        return "" if self.vhost is None else f"/{encode(self.vhost)}"


def parse(text: str) -> Amqp:
    """
    Read an "amqp" or "amqps" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside the grammar of this one: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("amqp://host").vhost, parse("amqp://host/").vhost, parse("amqp://host/%2f").vhost
        (None, '', '/')

    Source:
        AMQP URI specification §2.
    """
    return _read(read_scheme(text, *_SCHEMES))


def build(
    host: str = "",
    vhost: str | None = None,
    user: str | None = None,
    password: str | None = None,
    port: str | int | None = None,
    options: Iterable[Option] = (),
    scheme: str = "amqp",
) -> str:
    """
    Write an "amqp" URI: `parse` reads the same from it.

    Args:
        host: Encoded; ``""`` to leave it out.
        vhost: See `Amqp`; nothing encoded.
        user: Nothing encoded; None to leave it out.
        password: Nothing encoded; with a *user* only, who may be ``""``.
        port: None to leave it out.
        options: See `Amqp`.
        scheme: ``"amqp"`` or ``"amqps"``.

    Raises:
        URIRuleError: A part is not what it should be, or would be read as something else.

    Example:
        >>> build("h", "/", "a:b", "c")
        'amqp://a%3Ab:c@h/%2F'

    Source:
        AMQP URI specification §2.
    """
    name, port_text = lower(normalize_escapes(host)), None if port is None else str(port)
    given = tuple([(key, value) for key, value in options])
    return agreed(Amqp(scheme, user, password, name, port_text, vhost, given), parse)


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find escapes that are no text.

    Args:
        text: A valid URI of the scheme.
        pieces: Its seven pieces.

    Returns:
        In no order; the row tells the rest.

    Example:
        >>> from urikit.syntax.parse import read
        >>> [(one.code, one.start) for one in findings("amqp://h/%FF", read("amqp://h/%FF"))]
        [('bad-utf-8', 9)]

    Source:
        AMQP URI specification §2; RFC 3986 §2.5.
    """
    return server.findings(pieces)


def normal(pieces: Pieces) -> Pieces:
    """
    Write one text for one value; a virtual host without a name stays apart from none.

    Args:
        pieces: Those of rung path with the row's rules kept.

    Example:
        >>> "".join(normal(("amqp:", "//", "h", "", "/", "?", "")))
        'amqp://h/'

    Source:
        AMQP URI specification §2; RFC 3986 §6.2.3.
    """
    return server.normal(pieces, _read)


def _read(pieces: Pieces) -> Amqp:
    """The value of pieces in the grammar."""
    scheme, user, password, host, port = server.parts(pieces)
    vhost = decode(pieces[PATH][1:]) if pieces[PATH] else None
    place = lower(normalize_escapes(host))
    return Amqp(scheme, user, password, place, port, vhost, server.options(pieces[QUERY]))
