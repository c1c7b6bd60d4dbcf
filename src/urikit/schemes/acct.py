"""
Which account, at which host, does an "acct" URI name?

RFC 7565; the lookup of what is known of it is RFC 7033.
"""

from __future__ import annotations

from urikit.findings import Record, finding
from urikit.schemes.reading import agreed, decoded, in_form, read_scheme, whole
from urikit.syntax.host import host_kind, is_dns_name
from urikit.syntax.mend import FRAGMENT, PATH, starts
from urikit.syntax.percent import decode, encode, lower, normalize_escapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces

_IN_USERPART = "!$&'()*+,;="


class Acct(Record):
    """
    What an "acct" URI says.

    Args:
        userpart: The account's name at its host, encoded: "!" and "%21" are not the same there.
        host: Encoded, in lower case.
        fragment: As written, without "#"; it means nothing here.  None where there is none.

    Example:
        >>> parse("acct:foobar%40shoppingsite.example@Status.example.net")
        Acct(userpart='foobar%40shoppingsite.example', host='status.example.net', fragment=None)

    Source:
        RFC 7565 §7.
    """

    __slots__ = ("userpart", "host", "fragment")  # noqa: RUF023 (order is the text's)

    if TYPE_CHECKING:
        userpart: str
        host: str
        fragment: str | None

    @property
    def user(self) -> str:
        """
        The account's name, decoded.

        Example:
            >>> parse("acct:juliet%40capulet.example@shoppingsite.example").user
            'juliet@capulet.example'

        Source:
            RFC 7565 §4.
        """
        return decode(self.userpart)

    @property
    def webfinger(self) -> str:
        """
        The URL at which the host tells what it knows of the account.

        Example:
            >>> parse("acct:bob@example.com").webfinger
            'https://example.com/.well-known/webfinger?resource=acct%3Abob%40example.com'

        Source:
            RFC 7033 §4.1.
        """
        resource = encode(f"acct:{self.userpart}@{self.host}", "value").replace("/", "%2F")
        return f"https://{self.host}/.well-known/webfinger?resource={resource}"

    def __str__(self) -> str:
        return f"acct:{self.userpart}@{self.host}{whole('fragment', self.fragment, '#')}"


def parse(text: str) -> Acct:
    """
    Read an "acct" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside the grammar of this one: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("ACCT:Bob@Example.com").host
        'example.com'

    Source:
        RFC 7565 §7.
    """
    pieces = read_scheme(text, "acct")
    userpart, _, host = pieces[PATH].partition("@")
    fragment = pieces[FRAGMENT]
    return Acct(normalize_escapes(userpart), lower(normalize_escapes(host)), fragment[1:] if fragment else None)


def build(userpart: str, host: str, fragment: str | None = None) -> str:
    """
    Write an "acct" URI: `parse` reads the same from it.

    Args:
        userpart: Encoded; `from_user` encodes a name.
        host: Encoded.
        fragment: Encoded, without "#".

    Returns:
        The text, its host in lower case.

    Raises:
        URIRuleError: A part is not what it should be.

    Example:
        >>> build("Bob", "Example.com")
        'acct:Bob@example.com'

    Source:
        RFC 7565 §7.
    """
    return agreed(Acct(normalize_escapes(userpart), lower(normalize_escapes(host)), fragment), parse)


def from_user(user: str, host: str) -> str:
    """
    Name an account.

    Args:
        user: Its name at the host, nothing encoded.
        host: A domain name; one that is not ASCII becomes UTF-8, percent-encoded.

    Raises:
        URIRuleError: A part is not what it should be.

    Example:
        >>> from_user("juliet@capulet.example", "shoppingsite.example")
        'acct:juliet%40capulet.example@shoppingsite.example'

    Source:
        RFC 7565 §4, §7.
    """
    return build(encode(user, safe=_IN_USERPART), encode(host, "reg-name"))


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find escapes that are no text, and a host that is no domain name.

    Args:
        text: A valid URI of the scheme.
        pieces: Its seven pieces.

    Returns:
        In no order; the row says whether there is a userpart and a host.

    Example:
        >>> from urikit.syntax.parse import read
        >>> [(one.code, one.start) for one in findings("acct:%FF@h", read("acct:%FF@h"))]
        [('bad-utf-8', 5)]

    Source:
        RFC 7565 §7, §5.
    """
    found: list[Finding] = []
    begin = starts(pieces)[PATH]
    if not in_form(pieces):
        return found
    userpart, _, host = pieces[PATH].partition("@")
    decoded(userpart, begin, found)
    place = begin + len(userpart) + 1
    name = decoded(host, place, found)
    if not found and host_kind(host) == "reg-name" and not is_dns_name(name):
        found.append(finding("not-dns-name", place, place + len(host)))
    return found


def normal(pieces: Pieces) -> Pieces:
    """
    Leave the text as the row has it, its host in lower case: nothing else makes two accounts one.

    Example:
        >>> "".join(normal(("acct:", "", "", "", "a%21@h", "", "")))
        'acct:a%21@h'

    Source:
        RFC 7565 §7: §6.2.2.1 and §6.2.2.2 of RFC 3986 and no more.
    """
    return pieces
