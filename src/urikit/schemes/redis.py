"""
Which database of which server does a "redis" or "rediss" URI name?

The registrations prov/redis and prov/rediss at IANA, over RFC 3986.
"""

from __future__ import annotations

from urikit.findings import finding
from urikit.schemes import server
from urikit.schemes.reading import agreed, read_scheme, spans
from urikit.schemes.server import Server
from urikit.syntax.mend import PATH, QUERY, starts
from urikit.syntax.percent import decode, lower, normalize_escapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from urikit.findings import Finding
    from urikit.schemes.server import Option
    from urikit.syntax.parse import Pieces

_SCHEMES = ("redis", "rediss")
_RULE = 'db-number = "0" / nz-num'
_LONGEST = 10  # digits: the server takes a number of 32 bits


class Redis(Server):
    """
    What a "redis" or "rediss" URI says.

    Args:
        scheme: ``"redis"``, or ``"rediss"`` for TLS.
        user: Decoded; None where it is absent.
        password: Decoded; None where it is absent.  The repr does not show it.
        host: Encoded, in lower case; ``""`` where it is absent.
        port_text: As written; None where it is absent.
        db: The number in the path; None where there is none: see `database`.
        options: Pairs of a name and a value, decoded; a value without "=" is None.

    Example:
        >>> there = parse("redis://user:secret@localhost:6380/0?foo=bar&qux=baz")
        >>> there.user, there.host, there.port, there.db, there.options
        ('user', 'localhost', 6380, 0, (('foo', 'bar'), ('qux', 'baz')))

    Source:
        IANA prov/redis.
    """

    __slots__ = ("scheme", "user", "password", "host", "port_text", "db", "options")  # noqa: RUF023

    if TYPE_CHECKING:
        db: int | None

    @property
    def database(self) -> int:
        """
        The number of the database to select: that of the path, else of the option "db", else 0.

        Example:
            >>> parse("redis://h?db=2").database, parse("redis://h/1?db=2").database, parse("redis://h").database
            (2, 1, 0)

        Source:
            IANA prov/redis, semantics.
        """
        if self.db is not None:
            return self.db
        found = [value for name, value in self.options if name == "db" and value]
        return int(found[-1]) if found else 0

    def _path(self) -> str:
        return "" if self.db is None else f"/{self.db}"


def parse(text: str) -> Redis:
    """
    Read a "redis" or "rediss" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside the grammar of this one: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("redis://h/15").db, parse("redis://h/").db
        (15, None)

    Source:
        IANA prov/redis.
    """
    return _read(read_scheme(text, *_SCHEMES))


def build(
    host: str = "",
    db: int | None = None,
    user: str | None = None,
    password: str | None = None,
    port: str | int | None = None,
    options: Iterable[Option] = (),
    scheme: str = "redis",
) -> str:
    """
    Write a "redis" URI: `parse` reads the same from it.

    Args:
        host: Encoded; ``""`` to leave it out.
        db: None to leave it out.
        user: Nothing encoded; None to leave it out.
        password: Nothing encoded; with a *user* only, who may be ``""``.
        port: None to leave it out.
        options: See `Redis`.
        scheme: ``"redis"`` or ``"rediss"``.

    Raises:
        URIRuleError: A part is not what it should be, or would be read as something else.

    Example:
        >>> build("h", 1, "", "a:b")
        'redis://:a%3Ab@h/1'

    Source:
        IANA prov/redis.
    """
    name, port_text = lower(normalize_escapes(host)), None if port is None else str(port)
    given = tuple([(key, value) for key, value in options])
    return agreed(Redis(scheme, user, password, name, port_text, db, given), parse)


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find escapes that are no text, and an option "db" that is no number.

    Args:
        text: A valid URI of the scheme.
        pieces: Its seven pieces.

    Returns:
        In no order; the row tells the rest.

    Example:
        >>> from urikit.syntax.parse import read
        >>> [(one.code, one.start) for one in findings("redis://h?db=a", read("redis://h?db=a"))]
        [('query-form', 10)]

    Source:
        IANA prov/redis; RFC 3986 §2.5.
    """
    found = server.findings(pieces)
    if found or "db" not in decode(pieces[QUERY]):
        return found
    for begin, part in spans(pieces[QUERY][1:], "&", starts(pieces)[QUERY] + 1):
        name, _, value = part.partition("=")
        if decode(name) == "db" and not _is_number(decode(value)):
            more = {"message": "db is the number of a database", "rule": _RULE, "source": "IANA prov/redis"}
            found.append(finding("query-form", begin, begin + len(part), **more))
    return found


def normal(pieces: Pieces) -> Pieces:
    """
    Write one text for one value; "/" alone says as little as no path.

    Args:
        pieces: Those of rung path with the row's rules kept.

    Example:
        >>> "".join(normal(("redis:", "//", "h", "", "/", "?", "")))
        'redis://h'

    Source:
        IANA prov/redis; RFC 3986 §6.2.3.
    """
    return server.normal(pieces, _read)


def _read(pieces: Pieces) -> Redis:
    """The value of pieces in the grammar."""
    scheme, user, password, host, port = server.parts(pieces)
    db = int(pieces[PATH][1:]) if pieces[PATH][1:] else None
    place = lower(normalize_escapes(host))
    return Redis(scheme, user, password, place, port, db, server.options(pieces[QUERY]))


def _is_number(data: str) -> bool:
    return data == "0" or (data.isascii() and data.isdigit() and data[0] != "0" and len(data) <= _LONGEST)
