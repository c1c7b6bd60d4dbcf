"""
Which database of which servers does a "postgresql" or "postgres" URI name?

The manual of PostgreSQL, libpq, "Connection URIs", over RFC 3986.
"""

from __future__ import annotations

from urikit.schemes import server
from urikit.schemes.reading import agreed, read_scheme
from urikit.schemes.server import Server
from urikit.syntax.mend import PATH, QUERY
from urikit.syntax.percent import decode, encode, normalize_escapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from urikit.findings import Finding
    from urikit.schemes.server import Option
    from urikit.syntax.parse import Pieces

_SCHEMES = ("postgresql", "postgres")


class Postgresql(Server):
    """
    What a "postgresql" or "postgres" URI says; what is None is for the client to fill in.

    Args:
        scheme: ``"postgresql"`` or ``"postgres"``.
        user: Decoded; None where it is absent.
        password: Decoded; None where it is absent.  The repr does not show it.
        host: Encoded, as written: a host, several with "," between them, or the path of a socket's directory; ``""``
            where it is absent.  See `hosts`.
        port_text: As written, that of the last host; None where it is absent.
        dbname: Decoded; ``""`` where it is absent.
        options: Pairs of a name and a value, decoded.

    Example:
        >>> there = parse("postgresql://other@localhost,h2:5433/otherdb?connect_timeout=10")
        >>> there.user, there.hosts, there.dbname, there.options
        ('other', (('localhost', 5432), ('h2', 5433)), 'otherdb', (('connect_timeout', '10'),))

    Source:
        PostgreSQL manual, libpq, "Connection URIs".
    """

    __slots__ = ("scheme", "user", "password", "host", "port_text", "dbname", "options")  # noqa: RUF023

    if TYPE_CHECKING:
        dbname: str

    def _path(self) -> str:
        return f"/{encode(self.dbname)}" if self.dbname else ""


def parse(text: str) -> Postgresql:
    """
    Read a "postgresql" or "postgres" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside the grammar of this one: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("postgresql:///mydb?host=localhost&port=5433").options
        (('host', 'localhost'), ('port', '5433'))

    Source:
        PostgreSQL manual, libpq, "Connection URIs".
    """
    return _read(read_scheme(text, *_SCHEMES))


def build(
    host: str = "",
    dbname: str = "",
    user: str | None = None,
    password: str | None = None,
    port: str | int | None = None,
    options: Iterable[Option] = (),
    scheme: str = "postgresql",
) -> str:
    """
    Write a "postgresql" URI: `parse` reads the same from it.

    Args:
        host: Encoded; ``""`` to leave it out.
        dbname: Nothing encoded; ``""`` to leave it out.
        user: Nothing encoded; None to leave it out.
        password: Nothing encoded; with a *user* only, who may be ``""``.
        port: None to leave it out.
        options: See `Postgresql`.
        scheme: ``"postgresql"`` or ``"postgres"``.

    Raises:
        URIRuleError: A part is not what it should be, or would be read as something else.

    Example:
        >>> build("%2Fvar%2Flib", "a/b", "u")
        'postgresql://u@%2Fvar%2Flib/a%2Fb'

    Source:
        PostgreSQL manual, libpq, "Connection URIs".
    """
    name, port_text = normalize_escapes(host), None if port is None else str(port)
    given = tuple([(key, value) for key, value in options])
    return agreed(Postgresql(scheme, user, password, name, port_text, dbname, given), parse)


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find escapes that are no text; and, as notes, what RFC 3986 does not see in the host.

    Args:
        text: A valid URI of the scheme.
        pieces: Its seven pieces.

    Returns:
        In no order; the row tells the rest.

    Example:
        >>> from urikit.syntax.parse import read
        >>> [(one.code, one.start) for one in findings("postgres://a,b/", read("postgres://a,b/"))]
        [('host-list', 11)]

    Source:
        PostgreSQL manual, libpq, "Connection URIs"; RFC 3986 §2.5.
    """
    return server.findings(pieces) + server.of_hosts(pieces, 'PostgreSQL manual, libpq, "Connection URIs"')


def normal(pieces: Pieces) -> Pieces:
    """
    Write one text for one value; "/" alone says as little as no path.

    Args:
        pieces: Those of rung path with the row's rules kept.

    Example:
        >>> "".join(normal(("postgres:", "//", "h", "", "/", "?", "")))
        'postgres://h'

    Source:
        PostgreSQL manual, libpq, "Connection URIs"; RFC 3986 §6.2.3.
    """
    return server.normal(pieces, _read)


def _read(pieces: Pieces) -> Postgresql:
    """The value of pieces in the grammar."""
    scheme, user, password, host, port = server.parts(pieces)
    place, dbname = normalize_escapes(host), decode(pieces[PATH][1:])
    return Postgresql(scheme, user, password, place, port, dbname, server.options(pieces[QUERY]))
