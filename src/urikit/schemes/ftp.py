"""
Which file does an "ftp" URI name, and by which commands is it reached?

RFC 1738 §3.2; the commands are those of RFC 959.
"""

from __future__ import annotations

from urikit.findings import MASK, Record, URIRuleError, finding
from urikit.schemes.reading import authority, read_scheme, spans, written
from urikit.syntax.host import port_number
from urikit.syntax.mend import FRAGMENT, HOST, PATH, PORT, QUERY, USERINFO, starts
from urikit.syntax.percent import decode_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces

_TYPE = ";type="
_RULE = 'fsegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]'


class Ftp(Record):
    """
    The parts of an "ftp" URI, encoded as they are written.

    Args:
        user: None where it is absent: the server is then told "anonymous".
        password: None where it is absent.  The repr does not show it.
        host: With the brackets of an IP-literal.
        port_text: None where it is absent.
        directories: Those to go through, from where the server begins; ``%2Fetc`` is ``/etc``, from its root.
        name: What is in the last of them; ``""`` for the directory itself.  A "?" is one of its characters.
        type: ``"a"`` for text, ``"i"`` for octets, ``"d"`` for a list of names; None to guess it by the name.
        fragment: Without "#"; None where it is absent.

    Example:
        >>> there = parse("ftp://user@example.com/%2Fetc/motd;type=A")
        >>> there.directories, there.name, there.type, there.port
        (('%2Fetc',), 'motd', 'a', 21)

    Source:
        RFC 1738 §3.2.
    """

    __slots__ = ("user", "password", "host", "port_text", "directories", "name", "type", "fragment")  # noqa: RUF023

    if TYPE_CHECKING:
        user: str | None
        password: str | None
        host: str
        port_text: str | None
        directories: tuple[str, ...]
        name: str
        type: str | None
        fragment: str | None

    @property
    def port(self) -> int:
        """
        The port to connect to, 21 where none is written.

        Example:
            >>> parse("ftp://example.com").port
            21
        """
        number = port_number(self.port_text)
        return 21 if number is None else number

    @property
    def commands(self) -> tuple[tuple[str, bytes], ...]:
        """
        The commands that reach the file after the login, with their arguments decoded.

        Example:
            >>> parse("ftp://example.com/%2Fetc/motd;type=a").commands
            (('CWD', b'/etc'), ('TYPE', b'A'), ('RETR', b'motd'))
            >>> parse("ftp://example.com/etc//pub;type=d").commands
            (('CWD', b'etc'), ('CWD', b''), ('NLST', b'pub'))

        Source:
            RFC 1738 §3.2.2.
        """
        found = [("CWD", decode_bytes(one)) for one in self.directories]
        name = decode_bytes(self.name)
        if self.type == "d":
            return (*found, ("NLST", name))
        if self.type is not None:
            found.append(("TYPE", self.type.upper().encode()))
        return (*found, ("RETR", name)) if name else tuple(found)

    def __str__(self) -> str:
        return _text(self)

    def __repr__(self) -> str:
        hidden = {"password": MASK} if self.password else {}
        return f"Ftp({', '.join(f'{name}={hidden.get(name, getattr(self, name))!r}' for name in self.__slots__)})"


def parse(text: str) -> Ftp:
    """
    Read an "ftp" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside the grammar of this one: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("ftp://ftp.is.co.za/rfc/rfc1808.txt").name
        'rfc1808.txt'

    Source:
        RFC 1738 §3.2.
    """
    return _read(read_scheme(text, "ftp"))


def build(
    host: str,
    directories: Iterable[str] = (),
    name: str = "",
    type: str | None = None,  # noqa: A002 (RFC 1738's name for it)
    user: str | None = None,
    password: str | None = None,
    port: str | int | None = None,
    fragment: str | None = None,
) -> str:
    """
    Write an "ftp" URI of encoded parts: `parse` reads the same from it.

    Args:
        host: With the brackets of an IP-literal.
        directories: See `Ftp`.
        name: See `Ftp`.
        type: See `Ftp`.
        user: None to leave it out.
        password: None to leave it out; with a *user* only.
        port: None to leave it out.
        fragment: Without "#"; None to leave it out.

    Raises:
        URISyntaxError: A part cannot stand in a URI.
        URIRuleError: It is not what it should be, or would be read as something else.

    Example:
        >>> build("example.com", ["%2Fetc"], "motd", "a", user="user")
        'ftp://user@example.com/%2Fetc/motd;type=a'

    Source:
        RFC 1738 §3.2.
    """
    port_text = None if port is None else str(port)
    there = Ftp(user, password, host, port_text, tuple(directories), name, type, fragment)
    text = written(_text(there), "ftp")
    if parse(text) != there:
        message = "a part would be read as two"
        raise URIRuleError("", (finding("wrong-part", 0, 0, message=message),))
    return text


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find what is outside the grammar of "ftp".

    Args:
        text: A valid URI of the scheme.
        pieces: Its seven pieces.

    Returns:
        In no order.

    Example:
        >>> from urikit.syntax.parse import read
        >>> text = "ftp://example.com/a;b/c;type=x"
        >>> [(one.code, one.start, one.end) for one in findings(text, read(text))]
        [('path-form', 19, 20), ('ftp-type', 23, 30)]

    Source:
        RFC 1738 §3.2.2, §5; RFC 959 §5.3.2.
    """
    if not pieces[USERINFO]:  # no "//": the row says so
        return []
    at = starts(pieces)
    user = pieces[USERINFO][2:-1]
    found = [] if not _has_break(user) else [finding("ftp-line-break", at[USERINFO] + 2, at[HOST] - 1)]
    parts = spans((pieces[PATH] + pieces[QUERY])[1:], "/", at[PATH] + 1)
    for number, (begin, part) in enumerate(parts, 1):
        found += _of_segment(part, begin, last=number == len(parts))
    return found


def normal(pieces: Pieces) -> Pieces:
    """
    Write the type in lower case where it stands behind a "?", which is one more character of the name.

    Args:
        pieces: Those of rung path with the row's rules kept.

    Example:
        >>> "".join(normal(("ftp:", "//", "h", "", "/a", "?b;type=I", "")))
        'ftp://h/a?b;type=i'

    Source:
        RFC 1738 §3.2.2, §5; RFC 3986 §6.2.3.
    """
    scheme, user, host, port, path, query, fragment = pieces
    if query[-7:-1] != _TYPE or query[-1] not in "AID" or not user:
        return pieces
    return (scheme, user, host, port, path, query[:-1] + query[-1].lower(), fragment)


# ------------------------------------------------------------------------------------------------------- text and value


def _read(pieces: Pieces) -> Ftp:
    """The value of pieces in the grammar."""
    userinfo, port, fragment = pieces[USERINFO][2:-1], pieces[PORT], pieces[FRAGMENT]
    user, colon, password = userinfo.partition(":")
    whole = (pieces[PATH] or "/") + pieces[QUERY]  # to RFC 1738 a "?" is one more character
    *directories, last = whole[1:].split("/")
    name, _, kind = last.partition(_TYPE)
    return Ftp(
        user if pieces[USERINFO].endswith("@") else None,
        password if colon else None,
        pieces[HOST],
        port[1:] if port else None,
        tuple(directories),
        name,
        kind.lower() or None,
        fragment[1:] if fragment else None,
    )


def _text(there: Ftp) -> str:
    """The URI of these parts; what is wrong with them is wrong with it."""
    user = there.user if there.password is None else f"{there.user or ''}:{there.password}"
    path = "/".join([*there.directories, there.name])
    kind = "" if there.type is None else _TYPE + there.type
    tail = "" if there.fragment is None else f"#{there.fragment}"
    return f"ftp:{authority(there.host, there.port_text, user)}/{path}{kind}{tail}"


# ------------------------------------------------------------------------------------------------------------- findings


def _has_break(part: str) -> bool:
    return "%0D" in part.upper() or "%0A" in part.upper()


def _of_segment(part: str, start: int, *, last: bool) -> list[Finding]:
    name, mark, kind = part.partition(_TYPE) if last else (part, "", "")
    end = start + len(name)
    found: list[Finding] = []
    if ";" in name:
        begin = start + name.index(";")
        message = 'a ";" in a name is written %3B'
        more = {"message": message, "rule": _RULE, "source": "RFC 1738 §5", "help": "write %3B"}
        found.append(finding("path-form", begin, begin + 1, **more))
    if mark and kind not in ("a", "i", "d", "A", "I", "D"):
        found.append(finding("ftp-type", end, start + len(part)))
    if _has_break(name):
        found.append(finding("ftp-line-break", start, end))
    return found
