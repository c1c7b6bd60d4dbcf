"""
Which server, which login and which options does a URI of a database or a broker name?

What "amqp", "mongodb", "postgresql" and "redis" URIs share: ``//user:password@host:port``, then a path, then options
``name=value``, all percent-encoded UTF-8.  RFC 3986 §3.2, §3.4.
"""

from __future__ import annotations

from urikit.findings import MASK, Record, finding
from urikit.schemes.reading import authority, decoded, recut, small, spans, without_errors
from urikit.syntax.host import port_number
from urikit.syntax.mend import HOST, PATH, PORT, QUERY, SCHEME, USERINFO, starts
from urikit.syntax.percent import decode, encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces

    Option: TypeAlias = tuple[str, str | None]

_IN_OPTION = "!$'()*,:@"
_PORTS = {
    "amqp": 5672,
    "amqps": 5671,
    "mongodb": 27017,
    "postgres": 5432,
    "postgresql": 5432,
    "redis": 6379,
    "rediss": 6379,
}


class Server(Record):
    """
    What the values of these schemes share; each class says its fields.

    Source:
        RFC 3986 §3.2, §7.5 (passwords).
    """

    __slots__: tuple[str, ...] = ()

    if TYPE_CHECKING:
        scheme: str
        user: str | None
        password: str | None
        host: str
        port_text: str | None
        options: tuple[Option, ...]

    @property
    def port(self) -> int | None:
        """
        The port to connect to: the scheme's own where none is written, None where it has none.

        Example:
            >>> from urikit.schemes import amqp
            >>> amqp.parse("amqps://h").port, amqp.parse("amqp://:10000").port
            (5671, 10000)

        Source:
            RFC 3986 §3.2.3.
        """
        number = port_number(self.port_text)
        return _PORTS.get(self.scheme) if number is None else number

    @property
    def hosts(self) -> tuple[tuple[str, int | None], ...]:
        """
        The servers and their ports, decoded, where the scheme has a list of them in the place of one host.

        Only the last of them can have a port: ``h1:1,h2:2`` is no authority of RFC 3986, and no URI holds it.

        Example:
            >>> from urikit.schemes import mongodb
            >>> mongodb.parse("mongodb://a,b:27018").hosts
            (('a', 27017), ('b', 27018))

        Source:
            RFC 3986 §3.2.2, §3.2.3.
        """
        *others, last = [decode(name) for name in self.host.split(",")]
        return (*((name, _PORTS.get(self.scheme)) for name in others), (last, self.port))

    def _path(self) -> str:
        raise NotImplementedError

    def __str__(self) -> str:
        if self.user is None and self.password is None:
            userinfo = None
        else:
            password = "" if self.password is None else f":{encode(self.password, 'password')}"
            userinfo = encode(self.user or "", "user") + password
        options = "&".join([_option(*one) for one in self.options])
        place = authority(self.host, self.port_text, userinfo)
        return f"{self.scheme}:{place}{self._path()}" + (f"?{options}" if self.options else "")

    def _shown(self) -> tuple[object, ...]:
        hidden: dict[str, object] = {"password": MASK} if self.password else {}
        hidden["options"] = tuple(
            [(name, MASK if value and small(name).endswith("password") else value) for name, value in self.options]
        )
        return tuple([hidden.get(name, getattr(self, name)) for name in self.__slots__])


def login(userinfo: str) -> tuple[str | None, str | None]:
    """
    Read user and password, decoded.

    Args:
        userinfo: The piece, with its "//" and "@".

    Returns:
        None for what is absent; ``""`` for a user before a password with nothing there.

    Example:
        >>> login("//a%3Ab:c:d@"), login("//:c@"), login("//a@"), login("//")
        (('a:b', 'c:d'), ('', 'c'), ('a', None), (None, None))

    Source:
        RFC 3986 §3.2.1.
    """
    if not userinfo.endswith("@"):
        return None, None
    user, colon, password = userinfo[2:-1].partition(":")
    return decode(user), decode(password) if colon else None


def options(query: str) -> tuple[Option, ...]:
    """
    Read options, decoded; a "+" is a plus sign.

    Args:
        query: The piece, with its "?".

    Returns:
        In order, each a name and a value; None for a value without "=".  Nothing between two "&" is no option.

    Example:
        >>> options("?a=b%26c&&d&e=")
        (('a', 'b&c'), ('d', None), ('e', ''))
    """
    found: list[Option] = []
    for part in query[1:].split("&"):
        name, equals, value = part.partition("=")
        if part:
            found.append((decode(name), decode(value) if equals else None))
    return tuple(found)


def findings(pieces: Pieces) -> list[Finding]:
    """
    Find escapes that are no text, wherever they stand.

    Args:
        pieces: Those of a valid URI.

    Example:
        >>> [(one.code, one.start) for one in findings(("amqp:", "//%FF@", "h", "", "/%FE", "", ""))]
        [('bad-utf-8', 7), ('bad-utf-8', 13)]

    Source:
        RFC 3986 §2.5.
    """
    at = starts(pieces)
    found: list[Finding] = []
    for index, mark in ((USERINFO, ":"), (HOST, ","), (PATH, "/"), (QUERY, "&")):
        for begin, part in spans(pieces[index], mark, at[index]):
            decoded(part, begin, found)
    return found


def of_hosts(pieces: Pieces, source: str) -> list[Finding]:
    """
    Find what a reader of RFC 3986 does not see in the host: a list of hosts, the path of a socket.

    Args:
        pieces: Those of a valid URI.
        source: What allows it.

    Example:
        >>> [(one.code, one.start, one.end) for one in of_hosts(("postgres:", "//", "a,%2Ftmp", "", "", "", ""), "")]
        [('host-list', 11, 19), ('host-socket', 13, 19)]

    Source:
        RFC 3986 §3.2.2.
    """
    at = starts(pieces)
    found: list[Finding] = []
    if "," in pieces[HOST]:
        found.append(finding("host-list", at[HOST], at[PORT], source=source))
    for begin, name in spans(pieces[HOST], ",", at[HOST]):
        if name[:3].upper() == "%2F":
            found.append(finding("host-socket", begin, begin + len(name), source=source))
    return found


def normal(pieces: Pieces, read: Callable[[Pieces], Server]) -> Pieces:
    """
    Write one text for one value; leave what is outside the grammar, and an IRI.

    Args:
        pieces: Those of rung path with the row's rules kept.
        read: What the scheme reads in pieces within its grammar.

    Example:
        >>> from urikit.schemes import amqp
        >>> "".join(amqp.normal(("amqp:", "//u%2Bv@", "h", "", "/a:b", "?", "")))
        'amqp://u%2Bv@h/a%3Ab'

    Source:
        RFC 3986 §6.2.3.
    """
    from urikit.schemes import rules  # which loads the rows

    text = "".join(pieces)
    if not pieces[USERINFO] or not text.isascii() or not without_errors(rules.findings(text, pieces)):
        return pieces
    return recut(str(read(pieces)), pieces)


def parts(pieces: Pieces) -> tuple[str, str | None, str | None, str, str | None]:
    """
    Cut scheme, user, password, host and port from the pieces, the first three decoded.

    Example:
        >>> parts(("AMQP:", "//u:p@", "h", ":1", "", "", ""))
        ('amqp', 'u', 'p', 'h', '1')
    """
    port = pieces[PORT]
    return (small(pieces[SCHEME][:-1]), *login(pieces[USERINFO]), pieces[HOST], port[1:] if port else None)


def _option(name: str, value: str | None) -> str:
    text = encode(name, "key", _IN_OPTION)
    return text if value is None else f"{text}={encode(value, 'value', _IN_OPTION)}"
