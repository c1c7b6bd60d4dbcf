"""
Where does a "telnet" URI log in, and as whom?

RFC 4248.
"""

from __future__ import annotations

from urikit.findings import Record, finding
from urikit.schemes.reading import agreed, authority, decoded, read_scheme, whole
from urikit.syntax.host import port_number
from urikit.syntax.mend import FRAGMENT, HOST, PORT, USERINFO, starts
from urikit.syntax.percent import decode, encode, lower

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces


class Telnet(Record):
    """
    What a "telnet" URI says.

    Args:
        userinfo: ``user`` or ``user:password``, encoded, advice for the person who logs in; None where there is none.
        host: Encoded, in lower case.
        port_text: As written; None where there is none.
        fragment: As written, without "#"; it means nothing here.  None where there is none.

    Example:
        >>> where = parse("telnet://user@Example.com:8023/")
        >>> where.user, where.host, where.port
        ('user', 'example.com', 8023)

    Source:
        RFC 4248 §2.
    """

    __slots__ = ("userinfo", "host", "port_text", "fragment")  # noqa: RUF023 (order is the text's)

    if TYPE_CHECKING:
        userinfo: str | None
        host: str
        port_text: str | None
        fragment: str | None

    @property
    def user(self) -> str | None:
        """
        The name to log in with, decoded; None where there is none.

        Example:
            >>> parse("telnet://a%20b:secret@h/").user
            'a b'
        """
        return None if self.userinfo is None else decode(self.userinfo.partition(":")[0])

    @property
    def password(self) -> str | None:
        """
        The password, decoded; None where there is none.

        Example:
            >>> parse("telnet://a@h/").password is None
            True
        """
        _, colon, password = (self.userinfo or "").partition(":")
        return decode(password) if colon else None

    @property
    def port(self) -> int:
        """
        The port to connect to: 23 where none is written.

        Example:
            >>> parse("telnet://h").port
            23
        """
        number = port_number(self.port_text)
        return 23 if number is None else number

    def __str__(self) -> str:
        place = authority(self.host, self.port_text, self.userinfo)
        return f"telnet:{place}/{whole('fragment', self.fragment, '#')}"

    def __repr__(self) -> str:
        fields = dict(zip(self.__slots__, self._fields(), strict=True))
        user, colon, _ = (self.userinfo or "").partition(":")
        fields["userinfo"] = f"{user}:•••" if colon else self.userinfo
        return f"Telnet({', '.join(f'{name}={value!r}' for name, value in fields.items())})"


def parse(text: str) -> Telnet:
    """
    Read a "telnet" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside the grammar of this one: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("telnet://192.0.2.16:80/").host
        '192.0.2.16'

    Source:
        RFC 4248 §2.
    """
    pieces = read_scheme(text, "telnet")
    user, port, fragment = pieces[USERINFO], pieces[PORT], pieces[FRAGMENT]
    return Telnet(
        user[2:-1] if user.endswith("@") else None,
        lower(pieces[HOST]),
        port[1:] if port else None,
        fragment[1:] if fragment else None,
    )


def build(
    host: str,
    user: str | None = None,
    password: str | None = None,
    port: str | int | None = None,
    fragment: str | None = None,
) -> str:
    """
    Write a "telnet" URI: `parse` reads the same from it.

    Args:
        host: Encoded.
        user: Nothing encoded; None for none.
        password: Nothing encoded; only with a user, and better not at all.
        port: None to leave it out.
        fragment: Encoded, without "#".

    Returns:
        The text, with the slash that may be left out.

    Raises:
        URIRuleError: A part is not what it should be.

    Example:
        >>> build("Example.com", "a b", port=8023)
        'telnet://a%20b@example.com:8023/'

    Source:
        RFC 4248 §2.
    """
    userinfo = None if user is None and password is None else encode(user or "", "user")
    if password is not None:
        userinfo = f"{userinfo}:{encode(password, 'password')}"
    return agreed(Telnet(userinfo, lower(host), None if port is None else str(port), fragment), parse)


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find escapes of a user that are no text, and a "#" that means nothing.

    Args:
        text: A valid URI of the scheme.
        pieces: Its seven pieces.

    Returns:
        In no order; the row tells the rest.

    Example:
        >>> from urikit.syntax.parse import read
        >>> [(one.code, one.start) for one in findings("telnet://h/#a", read("telnet://h/#a"))]
        [('fragment-meaningless', 11)]

    Source:
        RFC 4248 §2.
    """
    found: list[Finding] = []
    at = starts(pieces)
    decoded(pieces[USERINFO], at[USERINFO], found)
    if pieces[FRAGMENT]:
        found.append(finding("fragment-meaningless", at[FRAGMENT], at[-1], source="RFC 3986 §3.5; RFC 4248 §2"))
    return found


def normal(pieces: Pieces) -> Pieces:
    """
    Leave the text as the row has it, with its slash and without the default port.

    Example:
        >>> "".join(normal(("telnet:", "//", "h", "", "/", "", "")))
        'telnet://h/'

    Source:
        RFC 4248 §2.
    """
    return pieces
