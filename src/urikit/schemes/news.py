"""
Which newsgroups, or which article, does a "news", "snews" or "nntp" URI name, and on which server?

RFC 5538; identifiers of messages are those of RFC 5536.
"""

from __future__ import annotations

from urikit.findings import Record, finding
from urikit.schemes.reading import agreed, authority, decoded, in_form, read_scheme, recut, small, whole, without_errors
from urikit.syntax.host import port_number
from urikit.syntax.mend import FRAGMENT, HOST, PATH, PORT, QUERY, SCHEME, USERINFO, starts
from urikit.syntax.percent import decode, encode, lower

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces

_SCHEMES = {"news": 119, "snews": 563, "nntp": 119}
_ATEXT = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]++"
_LONGEST = 248  # octets, 250 with "<" and ">"
_IN_MESSAGE = "!$&'()*+,;=:@"


class News(Record):
    """
    What a "news", "snews" or "nntp" URI says, decoded.

    Args:
        scheme: ``"news"``, ``"snews"`` or ``"nntp"``.
        userinfo: As written; None where there is none.
        host: Encoded, in lower case; None where the server is left to the reader.
        port_text: As written; None where there is none.
        group: A newsgroup, or of "news" and "snews" a pattern with ``*``; None where an article is named.
        message_id: An article, without "<" and ">"; None where groups are named.
        number: Of an article on this server; None where there is none, as always in "news".
        fragment: As written, without "#"; what it means is for the article's media type.  None where there is none.

    Example:
        >>> parse("nntp://news.example.com/comp.lang.c/42").number
        '42'
        >>> parse("news:ab.cd@example.com").message_id
        'ab.cd@example.com'

    Source:
        RFC 5538 §2, §3, §4.
    """

    __slots__ = (  # noqa: RUF023 (order is the text's)
        "scheme",
        "userinfo",
        "host",
        "port_text",
        "group",
        "message_id",
        "number",
        "fragment",
    )

    if TYPE_CHECKING:
        scheme: str
        userinfo: str | None
        host: str | None
        port_text: str | None
        group: str | None
        message_id: str | None
        number: str | None
        fragment: str | None

    @property
    def port(self) -> int:
        """
        The port to connect to: 119, or 563 for "snews", where none is written.

        Example:
            >>> parse("snews://news.example.com/a.b").port
            563
        """
        number = port_number(self.port_text)
        return _SCHEMES[self.scheme] if number is None else number

    def __str__(self) -> str:
        place = "" if self.host is None else authority(self.host, self.port_text, self.userinfo) + "/"
        named = encode(self.group or "", safe="+" if self.scheme == "nntp" else "+*")
        named += encode(self.message_id or "", "path", _IN_MESSAGE).replace("/", "%2F")
        named += "" if self.number is None else f"/{self.number}"
        return f"{self.scheme}:{place}{named}{whole('fragment', self.fragment, '#')}"

    def __repr__(self) -> str:
        fields = dict(zip(self.__slots__, self._fields(), strict=True))
        if self.userinfo is not None and ":" in self.userinfo:
            fields["userinfo"] = self.userinfo.partition(":")[0] + ":•••"
        return f"News({', '.join(f'{name}={value!r}' for name, value in fields.items())})"


def parse(text: str) -> News:
    """
    Read a "news", "snews" or "nntp" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside the grammar of this one: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("news:example.group.*").group
        'example.group.*'

    Source:
        RFC 5538 §3, §4.
    """
    return _read(read_scheme(text, *_SCHEMES))


def build(
    group: str | None = None,
    message_id: str | None = None,
    number: str | int | None = None,
    host: str | None = None,
    port: str | int | None = None,
    userinfo: str | None = None,
    scheme: str = "news",
    fragment: str | None = None,
) -> str:
    """
    Write a "news", "snews" or "nntp" URI: `parse` reads the same from it.

    Args:
        group: See `News`; nothing encoded.
        message_id: See `News`; nothing encoded.
        number: See `News`.
        host: Encoded.
        port: None to leave it out.
        userinfo: Encoded.
        scheme: ``"news"``, ``"snews"`` or ``"nntp"``.
        fragment: Encoded, without "#".

    Raises:
        URIRuleError: A part is not what it should be, or there is a group and an article.

    Example:
        >>> build(message_id="ab/cd@example.com"), build("a.b", number=7, host="h", scheme="nntp")
        ('news:ab%2Fcd@example.com', 'nntp://h/a.b/7')

    Source:
        RFC 5538 §3, §4.
    """
    place = None if host is None else lower(host)
    numbers = [None if one is None else str(one) for one in (port, number)]
    return agreed(News(scheme, userinfo, place, numbers[0], group, message_id, numbers[1], fragment), parse)


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find escapes that are no text, and what is no message's identifier.

    Args:
        text: A valid URI of one of the schemes.
        pieces: Its seven pieces.

    Returns:
        In no order; the row tells the rest.

    Example:
        >>> from urikit.syntax.parse import read
        >>> [(one.code, one.start) for one in findings("news:a..b@c", read("news:a..b@c"))]
        [('news-message-id', 5)]

    Source:
        RFC 5538 §4; RFC 5536 §3.1.3.
    """
    found: list[Finding] = []
    at, path = starts(pieces), pieces[PATH]
    if path.startswith("/") != bool(pieces[USERINFO]):
        message = "a slash stands before the group or article where there is a server, and only there"
        found.append(finding("path-form", at[PATH], at[PATH + 1], message=message, source="RFC 5538 §4"))
    start = at[PATH] + path.startswith("/")
    data = decoded(path[start - at[PATH] :], start, found)
    if not found and "@" in path and in_form(pieces) and not _is_message_id(data):
        found.append(finding("news-message-id", start, at[PATH + 1]))
    return found


def _is_message_id(data: str) -> bool:
    """Whether this is a msg-id-core that is short enough."""
    import re

    left, _, right = data.rpartition("@")
    word = re.compile(rf"{_ATEXT}(?:\.{_ATEXT})*+")
    return bool(
        word.fullmatch(left)
        and (word.fullmatch(right) or re.fullmatch(r"\[[!-=?-Z^-~]*+\]", right))
        and len(data) <= _LONGEST
    )


def normal(pieces: Pieces) -> Pieces:
    """
    Write one text for one group or article.

    Args:
        pieces: Those of rung path with the row's rules kept.

    Returns:
        The same where they are outside the grammar, or an IRI's.

    Example:
        >>> "".join(normal(("news:", "", "", "", "a%21b@c", "", "")))
        'news:a!b@c'
        >>> "".join(normal(("news:", "//", "h", "", "/", "", "")))
        'news://h/*'

    Source:
        RFC 5538 §4: no group of a server is all of them; RFC 3986 §6.2.3.
    """
    text = "".join(pieces)
    if not text.isascii() or pieces[QUERY] or not in_form(pieces) or not without_errors(findings(text, pieces)):
        return pieces
    if not pieces[USERINFO] and small(pieces[SCHEME]) == "nntp:":
        return pieces
    made = str(_read(pieces)).partition("#")[0]
    if pieces[PATH] == "/":
        made += "*"
    head = "".join(pieces[:PATH])
    return recut(head + made[len(head) :] + pieces[FRAGMENT], pieces)


def _read(pieces: Pieces) -> News:
    """The value of pieces in the grammar."""
    scheme, user, port, fragment = small(pieces[SCHEME][:-1]), pieces[USERINFO], pieces[PORT], pieces[FRAGMENT]
    path = pieces[PATH].removeprefix("/")
    name, has_number, number = path.partition("/")
    is_message = "@" in name
    return News(
        scheme,
        user[2:-1] if user.endswith("@") else None,
        lower(pieces[HOST]) if user else None,
        port[1:] if port else None,
        None if is_message else decode(name),
        decode(name) if is_message else None,
        number if has_number else None,
        fragment[1:] if fragment else None,
    )
