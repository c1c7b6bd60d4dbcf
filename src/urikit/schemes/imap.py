"""
Which mailbox, message or part of one does an "imap" URI name, and who may have it?

RFC 5092.
"""

from __future__ import annotations

from urikit.findings import Record, finding
from urikit.schemes import login
from urikit.schemes.reading import agreed, authority, decoded, read_scheme, recut, small, whole, without_errors
from urikit.syntax.host import port_number
from urikit.syntax.mend import FRAGMENT, HOST, PATH, PORT, QUERY, USERINFO, starts
from urikit.syntax.percent import decode, encode, lower

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces

_BCHAR = r"(?:[A-Za-z0-9\-._~!$'()*+,&=:@/]++|%[0-9A-Fa-f]{2})"
_ACHAR = _BCHAR.replace(":@/", "")  # an enc-user ends at a ":"
_IN_BCHAR = "!$'()*+,&=:@"

# In the order in which they stand, each with its form; those with a slash begin a segment.
_FORMS = {
    "uidvalidity": "[1-9][0-9]*+",
    "/uid": "[1-9][0-9]*+",
    "/section": f"{_BCHAR}++",
    "/partial": r"[0-9]++(?:\.[1-9][0-9]*+)?+",
    "expire": r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]++)?(?:[Zz]|[+-][0-9]{2}:[0-9]{2})",
    "urlauth": rf"(?:submit\+{_ACHAR}++|user\+{_ACHAR}++|authuser|anonymous)(?::[A-Za-z0-9.-]++:[0-9A-Fa-f]{{32,}}+)?+",
}

_NEEDS = {
    "uidvalidity": "",
    "/uid": "",
    "/section": "/uid",
    "/partial": "/uid",
    "urlauth": "/uid",
    "expire": "urlauth",
}  # none stands without this one


class Imap(Record):
    """
    What an "imap" URI says.

    Args:
        user: Decoded; None where nobody is named.
        auth: The mechanism, in upper case; ``"*"`` for any; None where nothing is said.
        host: Encoded, in lower case.
        port_text: As written; None where there is none.
        mailbox: Decoded; ``""`` where the server is meant.
        uidvalidity: Digits; None where there are none.
        search: What is searched for, decoded; None where nothing is.
        uid: The message's, digits; None where the mailbox is meant.
        section: Which part of the message, decoded; None where all is.
        partial: ``"offset"`` or ``"offset.length"`` in octets; None where all is meant.
        expire: Until when the authorization holds (RFC 3339); None where nothing is said.
        urlauth: Who may have it, and the proof of that, as written; None where there is none.
        fragment: As written, without "#"; None where there is none.

    Example:
        >>> mail = parse("imap://minbari.example.org/gray-council;UIDVALIDITY=385759045/;UID=20/;PARTIAL=0.1024")
        >>> mail.mailbox, mail.uidvalidity, mail.uid, mail.partial
        ('gray-council', '385759045', '20', '0.1024')

    Source:
        RFC 5092 §3, §4, §5, §6.
    """

    __slots__ = (  # noqa: RUF023 (order is the text's)
        "user",
        "auth",
        "host",
        "port_text",
        "mailbox",
        "uidvalidity",
        "search",
        "uid",
        "section",
        "partial",
        "expire",
        "urlauth",
        "fragment",
    )

    if TYPE_CHECKING:
        user: str | None
        auth: str | None
        host: str
        port_text: str | None
        mailbox: str
        uidvalidity: str | None
        search: str | None
        uid: str | None
        section: str | None
        partial: str | None
        expire: str | None
        urlauth: str | None
        fragment: str | None

    @property
    def port(self) -> int:
        """
        The port to connect to: 143 where none is written.

        Example:
            >>> parse("imap://example.com/").port
            143
        """
        number = port_number(self.port_text)
        return 143 if number is None else number

    def __str__(self) -> str:
        place = authority(self.host, self.port_text, login.written(self.user, self.auth))
        values = {
            "uidvalidity": self.uidvalidity,
            "/uid": self.uid,
            "/section": None if self.section is None else encode(self.section, "path", _IN_BCHAR),
            "/partial": self.partial,
            "expire": self.expire,
            "urlauth": self.urlauth,
        }
        path = encode(self.mailbox, "path", _IN_BCHAR)
        for name, value in values.items():
            mark = "/;" if name.startswith("/") else ";"
            path += "" if value is None else f"{mark}{name.removeprefix('/').upper()}={value}"
        search = "" if self.search is None else f"?{encode(self.search, 'path', _IN_BCHAR)}"
        return f"imap:{place}/{path}{search}{whole('fragment', self.fragment, '#')}"


def parse(text: str) -> Imap:
    """
    Read an "imap" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside the grammar of this one: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("imap://psicorp.example.org/~peter/%E6%97%A5%E6%9C%AC%E8%AA%9E").mailbox
        '~peter/日本語'

    Source:
        RFC 5092 §11.
    """
    return _read(read_scheme(text, "imap"))


def build(
    host: str,
    mailbox: str = "",
    uid: str | int | None = None,
    section: str | None = None,
    partial: str | None = None,
    search: str | None = None,
    uidvalidity: str | int | None = None,
    user: str | None = None,
    auth: str | None = None,
    port: str | int | None = None,
    expire: str | None = None,
    urlauth: str | None = None,
    fragment: str | None = None,
) -> str:
    """
    Write an "imap" URI: `parse` reads the same from it.

    Args:
        host: Encoded.
        mailbox: See `Imap`.
        uid: See `Imap`.
        section: See `Imap`; only with *uid*.
        partial: See `Imap`; only with *uid*.
        search: See `Imap`; only with a mailbox, and without *uid*.
        uidvalidity: See `Imap`; only with a mailbox.
        user: See `Imap`.
        auth: See `Imap`.
        port: None to leave it out.
        expire: See `Imap`; only with *urlauth*.
        urlauth: Encoded; only with *uid*.
        fragment: Encoded, without "#".

    Raises:
        URIRuleError: A part is not what it should be, or stands without another that it needs.

    Example:
        >>> build("example.com", "INBOX", uid=20, section="1.2", user="fred", auth="*")
        'imap://fred;AUTH=*@example.com/INBOX/;UID=20/;SECTION=1.2'

    Source:
        RFC 5092 §11.
    """
    value = Imap(
        user,
        auth if auth is None else auth.upper(),
        lower(host),
        None if port is None else str(port),
        _inbox(mailbox),
        None if uidvalidity is None else str(uidvalidity),
        search,
        None if uid is None else str(uid),
        section,
        partial,
        expire,
        urlauth,
        fragment,
    )
    return agreed(value, parse)


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find what is outside the grammar of "imap".

    Args:
        text: A valid URI of the scheme.
        pieces: Its seven pieces.

    Returns:
        In no order; the row tells the rest.

    Example:
        >>> from urikit.syntax.parse import read
        >>> text = "imap://example.com/INBOX/;UID=0"
        >>> [(one.code, one.start, one.end) for one in findings(text, read(text))]
        [('imap-form', 18, 31)]

    Source:
        RFC 5092 §11.
    """
    import re

    found: list[Finding] = []
    at, user, query = starts(pieces), pieces[USERINFO], pieces[QUERY]
    if user.endswith("@"):
        found += login.findings(user[2:-1], at[USERINFO] + 2, "RFC 5092 §3.2")
    parts = _cut(pieces[PATH])
    if parts is None:
        return [*found, finding("imap-form", at[PATH], at[QUERY])]
    decoded(pieces[PATH], at[PATH], found)
    if query and ("/uid" in parts or not parts[""] or not re.fullmatch(f"{_BCHAR}++", query[1:])):
        found.append(finding("imap-search", at[QUERY], at[FRAGMENT]))
    else:
        decoded(query, at[QUERY], found)
    return found


def normal(pieces: Pieces) -> Pieces:
    """
    Write keywords and the mechanism in upper case, INBOX too, and one text for one mailbox.

    Args:
        pieces: Those of rung path with the row's rules kept.

    Returns:
        The same where they are outside the grammar, or an IRI's.

    Example:
        >>> "".join(normal(("imap:", "//a;auth=*@", "h", "", "/inbox/;uid=1", "", "")))
        'imap://a;AUTH=*@h/INBOX/;UID=1'

    Source:
        RFC 5092 §11 (its literals have no case); RFC 3501 §5.1 (nor has INBOX); RFC 3986 §6.2.3.
    """
    text = "".join(pieces)
    if not pieces[USERINFO] or not pieces[HOST] or not text.isascii() or not without_errors(findings(text, pieces)):
        return pieces
    value = str(_read(pieces)).partition("#")[0]
    rest = value[len("imap://") :].partition("/")[2]
    user = login.written(*login.read(pieces[USERINFO][2:-1])) if pieces[USERINFO].endswith("@") else None
    place = "//" if user is None else f"//{user}@"
    return recut(pieces[0] + place + pieces[HOST] + pieces[PORT] + "/" + rest + pieces[FRAGMENT], pieces)


# ------------------------------------------------------------------------------------------------------- text and value


def _cut(path: str) -> dict[str, str] | None:
    """The mailbox, by the name "", and the parameters of a path; None where it is outside the grammar."""
    import re

    parts = {"": ""}
    last = ""
    mailbox, *rest = path.removeprefix("/").split(";")
    parts[""] = mailbox
    order = list(_FORMS)
    for part in rest:
        name, _, value = part.partition("=")
        name = small(name)
        if f"/{name}" in _FORMS:
            if not parts[last].endswith("/"):
                return None
            parts[last], name = parts[last][:-1], f"/{name}"
        if name not in order:  # unknown, twice, or too late
            return None
        order = order[order.index(name) + 1 :]
        parts[name], last = value, name
    if parts[""] and not re.fullmatch(f"{_BCHAR}++", parts[""]):
        return None
    if not all(re.fullmatch(_FORMS[name], value) for name, value in parts.items() if name):
        return None
    return parts if all(parts.get(_NEEDS[name]) for name in parts if name) else None


def _read(pieces: Pieces) -> Imap:
    """The value of pieces in the grammar."""
    user, port, query, fragment = pieces[USERINFO], pieces[PORT], pieces[QUERY], pieces[FRAGMENT]
    parts = _cut(pieces[PATH]) or {"": ""}
    section = parts.get("/section")
    return Imap(
        *(login.read(user[2:-1]) if user.endswith("@") else (None, None)),
        lower(pieces[HOST]),
        port[1:] if port else None,
        _inbox(decode(parts[""])),
        parts.get("uidvalidity"),
        decode(query[1:]) if query else None,
        parts.get("/uid"),
        None if section is None else decode(section),
        parts.get("/partial"),
        parts.get("expire"),
        parts.get("urlauth"),
        fragment[1:] if fragment else None,
    )


def _inbox(mailbox: str) -> str:
    return "INBOX" if small(mailbox) == "inbox" else mailbox
