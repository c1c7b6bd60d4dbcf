"""
Which mailbox of which POP3 server does a "pop" URI name?

RFC 2384.
"""

from __future__ import annotations

from urikit.findings import Record
from urikit.schemes import login
from urikit.schemes.reading import agreed, authority, read_scheme, recut, whole, without_errors
from urikit.syntax.host import port_number
from urikit.syntax.mend import FRAGMENT, HOST, PORT, USERINFO, starts
from urikit.syntax.percent import lower

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces


class Pop(Record):
    """
    What a "pop" URI says.

    Args:
        user: Decoded; None where the reader is asked for one.
        auth: The mechanism, in upper case; ``"*"`` for any; None where nothing is said.
        host: Encoded, in lower case.
        port_text: As written; None where there is none.
        fragment: As written, without "#"; it means nothing here.  None where there is none.

    Example:
        >>> box = parse("pop://rg;AUTH=+APOP@mail.eudora.com:8110")
        >>> box.user, box.auth, box.host, box.port
        ('rg', '+APOP', 'mail.eudora.com', 8110)

    Source:
        RFC 2384 §3, §4.
    """

    __slots__ = ("user", "auth", "host", "port_text", "fragment")  # noqa: RUF023 (order is the text's)

    if TYPE_CHECKING:
        user: str | None
        auth: str | None
        host: str
        port_text: str | None
        fragment: str | None

    @property
    def port(self) -> int:
        """
        The port to connect to: 110 where none is written.

        Example:
            >>> parse("pop://mail.example.com").port
            110
        """
        number = port_number(self.port_text)
        return 110 if number is None else number

    def __str__(self) -> str:
        place = authority(self.host, self.port_text, login.written(self.user, self.auth))
        return f"pop:{place}{whole('fragment', self.fragment, '#')}"


def parse(text: str) -> Pop:
    """
    Read a "pop" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside the grammar of this one: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("pop://baz;AUTH=scram-md5@foo.bar").auth
        'SCRAM-MD5'

    Source:
        RFC 2384 §3.
    """
    return _read(read_scheme(text, "pop"))


def build(
    host: str,
    user: str | None = None,
    auth: str | None = None,
    port: str | int | None = None,
    fragment: str | None = None,
) -> str:
    """
    Write a "pop" URI: `parse` reads the same from it.

    Args:
        host: Encoded.
        user: See `Pop`; nothing encoded.
        auth: See `Pop`; only with a user.
        port: None to leave it out.
        fragment: Encoded, without "#".

    Raises:
        URIRuleError: A part is not what it should be.

    Example:
        >>> build("mail.example.com", "a b", "*")
        'pop://a%20b;AUTH=*@mail.example.com'

    Source:
        RFC 2384 §3, §8.
    """
    mechanism = auth if auth is None else auth.upper()
    return agreed(Pop(user, mechanism, lower(host), None if port is None else str(port), fragment), parse)


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find what is no user with or without a mechanism.

    Args:
        text: A valid URI of the scheme.
        pieces: Its seven pieces.

    Returns:
        In no order; the row tells the rest.

    Example:
        >>> from urikit.syntax.parse import read
        >>> [(one.code, one.start) for one in findings("pop://;AUTH=*@h", read("pop://;AUTH=*@h"))]
        [('login-form', 6)]

    Source:
        RFC 2384 §4, §8.
    """
    user = pieces[USERINFO]
    if not user.endswith("@"):
        return []
    start = starts(pieces)[USERINFO] + 2
    name = user[2:-1]
    # a mechanism alone: §8 has it after a user only
    return login.findings("" if name.startswith(";") else name, start, "RFC 2384 §8")


def normal(pieces: Pieces) -> Pieces:
    """
    Write the mechanism in upper case, and one text for one user.

    Args:
        pieces: Those of rung path with the row's rules kept.

    Returns:
        The same where they are outside the grammar, or an IRI's.

    Example:
        >>> "".join(normal(("pop:", "//a;auth=apop@", "h", "", "", "", "")))
        'pop://a;AUTH=APOP@h'

    Source:
        RFC 2384 §4, §8; RFC 3986 §6.2.3.
    """
    text = "".join(pieces)
    if not pieces[USERINFO].endswith("@") or not text.isascii() or not without_errors(findings(text, pieces)):
        return pieces
    user = login.written(*login.read(pieces[USERINFO][2:-1]))
    return recut(pieces[0] + f"//{user}@" + "".join(pieces[HOST:]), pieces)


def _read(pieces: Pieces) -> Pop:
    """The value of pieces in the grammar."""
    user, port, fragment = pieces[USERINFO], pieces[PORT], pieces[FRAGMENT]
    return Pop(
        *(login.read(user[2:-1]) if user.endswith("@") else (None, None)),
        lower(pieces[HOST]),
        port[1:] if port else None,
        fragment[1:] if fragment else None,
    )
