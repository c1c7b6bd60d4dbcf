"""
Which servers, and which login to them, does a "mongodb" or "mongodb+srv" URI name?

The connection string specification of MongoDB, over RFC 3986; of "mongodb+srv", its seed list discovery specification.
"""

from __future__ import annotations

from urikit.findings import finding
from urikit.schemes import server
from urikit.schemes.reading import agreed, decoded, read_scheme, small, spans
from urikit.schemes.server import Server
from urikit.syntax.host import host_kind
from urikit.syntax.mend import HOST, PATH, QUERY, SCHEME, starts
from urikit.syntax.percent import decode, encode, normalize_escapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from urikit.findings import Finding
    from urikit.schemes.server import Option
    from urikit.syntax.parse import Pieces

_SCHEMES = ("mongodb", "mongodb+srv")
_SOURCE = "MongoDB connection string specification"
_SRV_RULE = "mongodb+srv://[username:password@]host[/[defaultauthdb][?options]]"
_SRV = "MongoDB initial DNS seedlist discovery specification"
_FORBIDDEN = frozenset('/\\ "$')


class Mongodb(Server):
    """
    What a "mongodb" or "mongodb+srv" URI says; what is None is for the client to fill in.

    Args:
        scheme: ``"mongodb"`` or ``"mongodb+srv"``.
        user: Decoded; None where it is absent.
        password: Decoded; None where it is absent.  The repr does not show it.
        host: Encoded, as written: a host, several with "," between them, or the path of a socket; of "mongodb+srv" the
            one whose SRV records name the servers.  See `hosts`.
        port_text: As written, that of the last host; None where it is absent.
        auth_db: The database that the user logs in to, decoded; ``""`` where it is absent.
        options: Pairs of a name, in lower case, and a value, decoded.

    Example:
        >>> there = parse("mongodb://user@db0.example.com,db1.example.com:27018/admin?replicaSet=rs0")
        >>> there.user, there.auth_db, there.options
        ('user', 'admin', (('replicaset', 'rs0'),))
        >>> there.hosts
        (('db0.example.com', 27017), ('db1.example.com', 27018))

    Source:
        MongoDB connection string specification.
    """

    __slots__ = ("scheme", "user", "password", "host", "port_text", "auth_db", "options")  # noqa: RUF023

    if TYPE_CHECKING:
        auth_db: str

    def _path(self) -> str:
        return f"/{encode(self.auth_db)}" if self.auth_db or self.options else ""


def parse(text: str) -> Mongodb:
    """
    Read a "mongodb" or "mongodb+srv" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside the grammar of this one: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("mongodb+srv://cluster.example.com/?w=majority").options
        (('w', 'majority'),)

    Source:
        MongoDB connection string specification.
    """
    return _read(read_scheme(text, *_SCHEMES))


def build(
    host: str,
    auth_db: str = "",
    user: str | None = None,
    password: str | None = None,
    port: str | int | None = None,
    options: Iterable[Option] = (),
    scheme: str = "mongodb",
) -> str:
    """
    Write a "mongodb" URI: `parse` reads the same from it.

    Args:
        host: Encoded; see `Mongodb`.
        auth_db: Nothing encoded; ``""`` to leave it out.
        user: Nothing encoded; None to leave it out.
        password: Nothing encoded; with a *user* only, who may be ``""``.
        port: None to leave it out.
        options: See `Mongodb`.
        scheme: ``"mongodb"`` or ``"mongodb+srv"``.

    Raises:
        URIRuleError: A part is not what it should be, or would be read as something else.

    Example:
        >>> build("a.example,b.example", user="u", password="p:w", options=[("w", "1")])
        'mongodb://u:p%3Aw@a.example,b.example/?w=1'

    Source:
        MongoDB connection string specification.
    """
    name, port_text = normalize_escapes(host), None if port is None else str(port)
    given = tuple([(small(key), value) for key, value in options])
    return agreed(Mongodb(scheme, user, password, name, port_text, auth_db, given), parse)


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find hosts that are none, and a database that cannot be.

    What RFC 3986 does not see in the host is told in notes.

    Args:
        text: A valid URI of the scheme.
        pieces: Its seven pieces.

    Returns:
        In no order; the row tells the rest.

    Example:
        >>> from urikit.syntax.parse import read
        >>> [(one.code, one.start) for one in findings("mongodb://a,,b?w=1", read("mongodb://a,,b?w=1"))]
        [('host-list', 10), ('host-missing', 12)]

    Source:
        MongoDB connection string specification; RFC 3986 §2.5.
    """
    at = starts(pieces)
    name = decoded(pieces[PATH][1:], at[PATH] + 1, [])
    found = server.findings(pieces)
    found += _of_name(pieces, at[HOST]) if small(pieces[SCHEME]) == "mongodb+srv:" else _of_hosts(pieces, at[HOST])
    if not _FORBIDDEN.isdisjoint(name):
        message = "no database has such a name"
        found.append(finding("path-form", at[PATH] + 1, at[QUERY], message=message, source=_SOURCE))
    return found


def normal(pieces: Pieces) -> Pieces:
    """
    Write one text for one value; names of options are in lower case.

    Args:
        pieces: Those of rung path with the row's rules kept.

    Example:
        >>> "".join(normal(("mongodb:", "//", "h", "", "/", "?replicaSet=A", "")))
        'mongodb://h/?replicaset=A'

    Source:
        MongoDB connection string specification; RFC 3986 §6.2.3.
    """
    return server.normal(pieces, _read)


def _read(pieces: Pieces) -> Mongodb:
    """The value of pieces in the grammar."""
    scheme, user, password, host, port = server.parts(pieces)
    place, auth_db = normalize_escapes(host), decode(pieces[PATH][1:])
    options = tuple([(small(name), value) for name, value in server.options(pieces[QUERY])])
    return Mongodb(scheme, user, password, place, port, auth_db, options)


# ------------------------------------------------------------------------------------------------------------- findings


def _of_hosts(pieces: Pieces, start: int) -> list[Finding]:
    found = server.of_hosts(pieces, _SOURCE)
    if not pieces[HOST]:  # the row says so
        return found
    for begin, name in spans(pieces[HOST], ",", start):
        if not name:
            found.append(finding("host-missing", begin, begin, message="a host of the list is empty", source=_SOURCE))
    return found


def _of_name(pieces: Pieces, start: int) -> list[Finding]:
    """Of "mongodb+srv": one name of SRV records."""
    host = pieces[HOST]
    if host and ("," in host or host_kind(host) != "reg-name"):
        more = {"message": "one domain name stands here, that of SRV records", "rule": _SRV_RULE, "source": _SRV}
        return [finding("host-form", start, start + len(host), **more)]
    return []
