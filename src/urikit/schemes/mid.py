"""
Which message does a "mid" URI name, or which part of one, as "cid" does too?

RFC 2392; the identifiers are those of the header fields Message-ID and Content-ID (RFC 5322, RFC 2045), without "<>".
"""

from __future__ import annotations

from urikit.findings import Record, finding
from urikit.schemes.reading import agreed, decoded, in_form, read_scheme, recut, small, whole, without_errors
from urikit.syntax.mend import FRAGMENT, PATH, QUERY, SCHEME, USERINFO, starts
from urikit.syntax.percent import decode, encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces

_SCHEMES = ("mid", "cid")
_IN_ID = "!$&'()*+,;=:"


class Mid(Record):
    """
    What a "mid" or "cid" URI says, decoded.

    Args:
        scheme: ``"mid"`` or ``"cid"``.
        message_id: Of the message; None in "cid", which is about the message that it stands in.
        content_id: Of the part; None where the whole message is meant.
        fragment: As written, without "#"; None where there is none.

    Example:
        >>> part = parse("cid:foo4%25foo1@bar.net")
        >>> part.content_id, part.header
        ('foo4%foo1@bar.net', '<foo4%foo1@bar.net>')

    Source:
        RFC 2392 §2.
    """

    __slots__ = ("scheme", "message_id", "content_id", "fragment")  # noqa: RUF023 (order is the text's)

    if TYPE_CHECKING:
        scheme: str
        message_id: str | None
        content_id: str | None
        fragment: str | None

    @property
    def header(self) -> str:
        """
        What the header field Content-ID, or else Message-ID, of the thing named says.

        Example:
            >>> parse("mid:960830.1639@XIson.com").header
            '<960830.1639@XIson.com>'

        Source:
            RFC 2392 §2.
        """
        return f"<{self.message_id if self.content_id is None else self.content_id}>"

    def __str__(self) -> str:
        ids = [_written(one) for one in (self.message_id, self.content_id) if one is not None]
        return f"{self.scheme}:{'/'.join(ids)}{whole('fragment', self.fragment, '#')}"


def parse(text: str) -> Mid:
    """
    Read a "mid" or "cid" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside the grammar of this one: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("mid:960830.1639@XIson.com/partA.960830.1639@XIson.com").content_id
        'partA.960830.1639@XIson.com'

    Source:
        RFC 2392 §2.
    """
    return _read(read_scheme(text, *_SCHEMES))


def build(
    message_id: str | None = None,
    content_id: str | None = None,
    scheme: str | None = None,
    fragment: str | None = None,
) -> str:
    """
    Write a "mid" or "cid" URI: `parse` reads the same from it.

    Args:
        message_id: See `Mid`; nothing encoded, with "<" and ">" or without.
        content_id: See `Mid`; likewise.
        scheme: ``"mid"`` or ``"cid"``; None for the one that the rest asks for.
        fragment: Encoded, without "#".

    Raises:
        URIRuleError: An identifier is none, or not for that scheme.

    Example:
        >>> build(content_id="<foo4%foo1@bar.net>"), build("a/b@h")
        ('cid:foo4%25foo1@bar.net', 'mid:a%2Fb@h')

    Source:
        RFC 2392 §2.
    """
    name = scheme or ("cid" if message_id is None else "mid")
    return agreed(Mid(name, _bare(message_id), _bare(content_id), fragment), parse)


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find escapes that are no text, and "<" and ">", which are not of the identifier.

    Args:
        text: A valid URI of one of the schemes.
        pieces: Its seven pieces.

    Returns:
        In no order; the row tells the rest.

    Example:
        >>> from urikit.syntax.parse import read
        >>> [(one.code, one.start) for one in findings("cid:%3Ca@b%3E", read("cid:%3Ca@b%3E"))]
        [('mid-brackets', 4)]

    Source:
        RFC 2392 §2.
    """
    found: list[Finding] = []
    if not in_form(pieces):
        return found
    start = starts(pieces)[PATH]
    for part in pieces[PATH].split("/"):
        data = decoded(part, start, found)
        if data.startswith("<") and data.endswith(">"):
            found.append(finding("mid-brackets", start, start + len(part)))
        start += len(part) + 1
    return found


def normal(pieces: Pieces) -> Pieces:
    """
    Write one text for one identifier: it is what the escapes say.

    Args:
        pieces: Those of rung path with the row's rules kept.

    Returns:
        The same where they are outside the grammar, or an IRI's.

    Example:
        >>> "".join(normal(("cid:", "", "", "", "a%21@b", "", "")))
        'cid:a!@b'

    Source:
        RFC 2392 §2; RFC 3986 §6.2.3.
    """
    text = "".join(pieces)
    if pieces[USERINFO] or pieces[QUERY] or not text.isascii() or not in_form(pieces):
        return pieces
    return recut(str(_read(pieces)), pieces) if without_errors(findings(text, pieces)) else pieces


def _read(pieces: Pieces) -> Mid:
    """The value of pieces in the grammar."""
    scheme, fragment = small(pieces[SCHEME][:-1]), pieces[FRAGMENT]
    first, has_second, second = pieces[PATH].partition("/")
    tail = fragment[1:] if fragment else None
    if scheme == "cid":
        return Mid(scheme, None, decode(first), tail)
    return Mid(scheme, decode(first), decode(second) if has_second else None, tail)


def _bare(identifier: str | None) -> str | None:
    return identifier if identifier is None else identifier.removeprefix("<").removesuffix(">")


def _written(identifier: str) -> str:
    """The last "@" is the delimiter."""
    local, at, domain = identifier.rpartition("@")
    return encode(local, safe=_IN_ID) + at + encode(domain, safe=_IN_ID)
