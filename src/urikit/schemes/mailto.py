"""
To whom does a "mailto" URI write, and what does it put into the message?

RFC 6068; addresses and header fields are those of RFC 5322.
"""

from __future__ import annotations

from urikit.findings import Record, URIRuleError, finding
from urikit.schemes.reading import decoded, pairs, read_scheme, recut, small, spans, without_errors, written
from urikit.syntax.mend import FRAGMENT, PATH, QUERY, mended, starts
from urikit.syntax.percent import decode, encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from urikit.findings import Finding
    from urikit.schemes.reading import Named
    from urikit.syntax.parse import Pieces

_ATEXT = r"[\w!#$%&'*+/=?^`{|}~\-\x80-\U0010ffff]"
_DOTTED = rf"{_ATEXT}++(?:\.{_ATEXT}++)*+"  # dot-atom-text
_LOCAL = rf'{_DOTTED}|"(?:[!#-\[\]-~\x80-\U0010ffff]|\\[ -~\x80-\U0010ffff])*+"'  # quoted-string, without white space
_DOMAIN = rf"{_DOTTED}|\[[!-Z^-~]*+\]"  # "[" *dtext-no-obs "]"
_NAME = "[!-9;-~]++"  # ftext, RFC 5322 §3.6.8

_IN_ADDRESS = "!$'()*+:"  # sub-delims and ":" that are no delimiters of the scheme: they stand for themselves
_IN_FIELD = "!$'()*+,;:@"  # some-delims

_ONCE = frozenset("to subject date from sender reply-to cc bcc message-id in-reply-to references".split())
_IGNORED = frozenset("date from sender reply-to apparently-to return-path received mime-version".split())
_IGNORED_PREFIXES = ("resent-", "content-")


class Mailto(Record):
    """
    What a "mailto" URI says, decoded.

    Args:
        to: The addresses before "?", in order; domains in lower case, a quoted local part with its quotes.
        headers: Header fields in order, as pairs of a name in lower case and a value.  ``"body"`` is no header field
            but the text of the message, its line breaks CR LF.
        fragment: As written, without "#"; it means nothing here.  None where there is none.

    Example:
        >>> parse("mailto:a%3Fb@example.com?subject=Q%20%26%20A")
        Mailto(to=('a?b@example.com',), headers=(('subject', 'Q & A'),), fragment=None)

    Source:
        RFC 6068 §2.
    """

    __slots__ = ("to", "headers", "fragment")  # noqa: RUF023 (order is the text's)

    if TYPE_CHECKING:
        to: tuple[str, ...]
        headers: tuple[tuple[str, str], ...]
        fragment: str | None

    def get(self, name: str) -> str | None:
        """
        Return the value of the first header field of that name, in any case; None where there is none.

        Example:
            >>> parse("mailto:a@example.com?CC=b@example.com").get("Cc")
            'b@example.com'
        """
        wanted = small(name)
        return next((value for field, value in self.headers if field == wanted), None)

    @property
    def subject(self) -> str | None:
        """
        The subject; None where it is left to the writer.

        Example:
            >>> parse("mailto:?subject=caf%C3%A9").subject
            'café'
        """
        return self.get("subject")

    @property
    def body(self) -> str | None:
        r"""
        The text of the message, its line breaks CR LF; None where it is left to the writer.

        Example:
            >>> parse("mailto:?body=a%0D%0Ab").body
            'a\r\nb'
        """
        return self.get("body")

    @property
    def recipients(self) -> tuple[str, ...]:
        """
        All addresses that the message goes to: those before "?", then those of the header field "to", as written there.

        Example:
            >>> parse("mailto:a@example.com?to=b@example.com").recipients
            ('a@example.com', 'b@example.com')

        Source:
            RFC 6068 §2: the two forms are equivalent.
        """
        import re

        field = self.get("to") or ""
        return self.to + tuple(
            part.strip() for part in re.findall(r'(?:"(?:[^"\\]|\\.)*+"?+|[^",])++', field) if part.strip()
        )

    def __str__(self) -> str:
        return _text(self.to, self.headers, self.fragment)


def parse(text: str) -> Mailto:
    """
    Read a "mailto" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside the grammar of this one: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("mailto:chris@example.com").to
        ('chris@example.com',)

    Source:
        RFC 6068 §2.
    """
    return _read(read_scheme(text, "mailto"))


def build(
    to: str | Iterable[str] = (),
    headers: Named[str] = (),
    fragment: str | None = None,
) -> str:
    r"""
    Write a "mailto" URI: `parse` reads the same from it.

    Args:
        to: An address or several, nothing encoded.
        headers: Header fields by name, or pairs of name and value, nothing encoded; ``"body"`` is the message's text.
            Of a body, each line break becomes CR LF.
        fragment: Encoded, without "#".

    Returns:
        The normal text: domains and names in lower case.

    Raises:
        URIRuleError: An address or a name is none, or what is once in a message is here twice.

    Example:
        >>> build("gorby%kremvax@example.com", {"Subject": "1 & 2", "body": "a\nb"})
        'mailto:gorby%25kremvax@example.com?subject=1%20%26%202&body=a%0D%0Ab'

    Source:
        RFC 6068 §2, §5.
    """
    addresses = (to,) if isinstance(to, str) else tuple(to)
    if "" in addresses:  # alone it would be no address at all
        raise URIRuleError("mailto:", (finding("mailto-address", len("mailto:"), len("mailto:")),))
    fields = [(name, _lines(value) if small(name) == "body" else value) for name, value in pairs(headers)]
    return written(_text(addresses, fields, fragment), "mailto")


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find what is outside the grammar of "mailto", and what readers are known to get wrong.

    Args:
        text: A valid URI of the scheme.
        pieces: Its seven pieces.

    Returns:
        In no order.  Errors: an address or field that is none, a character that is no delimiter where it stands, line
        breaks of a body, a field twice; the rest are warnings and notes.

    Example:
        >>> from urikit.syntax.parse import read
        >>> text = "mailto:joe@example.com?cc=bob@example.com?body=hello"
        >>> [(one.code, one.start, one.end) for one in findings(text, read(text))]
        [('mailto-unencoded', 41, 42)]

    Source:
        RFC 6068 §2, §3, §5.
    """
    at = starts(pieces)
    found = _of_addresses(pieces, at[PATH])
    if pieces[QUERY]:
        found += _of_fields(pieces, at[QUERY] + 1)
    if pieces[FRAGMENT]:
        mend = mended(pieces, {FRAGMENT: ""})
        found.append(finding("fragment-meaningless", at[FRAGMENT], at[-1], source="RFC 6068 §2", help=mend))
    return found


def normal(pieces: Pieces) -> Pieces:
    """
    Write names of header fields in lower case, and what needs no escape without one.

    Args:
        pieces: Those of rung path with the row's rules kept.

    Returns:
        The same where they are outside the grammar, or an IRI's.

    Example:
        >>> "".join(normal(("mailto:", "", "", "", "a%2Bb@example.com", "?Subject=a", "")))
        'mailto:a+b@example.com?subject=a'

    Source:
        RFC 6068 §2 (names are case-insensitive), §5 (a "+" may be encoded); RFC 3986 §2.2, §6.2.3.
    """
    text = "".join(pieces)
    if pieces[1] or not text.isascii() or not without_errors(findings(text, pieces)):
        return pieces
    return recut(str(_read(pieces)), pieces)


# ------------------------------------------------------------------------------------------------------- text and value


def _read(pieces: Pieces) -> Mailto:
    """The value of pieces in the grammar."""
    path, query, fragment = pieces[PATH], pieces[QUERY], pieces[FRAGMENT]
    to = tuple([_small_domain(decode(part)) for part in path.split(",")]) if path else ()
    fields = [field.partition("=") for field in query[1:].split("&")] if query else []
    headers = tuple([(small(decode(name)), decode(value)) for name, _, value in fields])
    return Mailto(to, headers, fragment[1:] if fragment else None)


def _small_domain(address: str) -> str:
    local, at, domain = address.rpartition("@")
    return local + at + small(domain)


def _lines(body: str) -> str:
    return body.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\r\n")


def _text(to: Iterable[str], headers: Iterable[tuple[str, str]], fragment: str | None) -> str:
    """The URI of these parts; what is wrong with them is wrong with it."""
    path = ",".join([_address(one) for one in to])
    fields = "&".join([f"{_field(small(name))}={_field(value)}" for name, value in headers])
    return f"mailto:{path}" + (f"?{fields}" if fields else "") + ("" if fragment is None else f"#{fragment}")


def _address(address: str) -> str:
    local, at, domain = _small_domain(address).rpartition("@")
    return encode(local, safe=_IN_ADDRESS) + at + encode(domain, safe=_IN_ADDRESS)


def _field(data: str) -> str:
    return encode(data, safe=_IN_FIELD)


# ------------------------------------------------------------------------------------------------------------- findings


def _of_addresses(pieces: Pieces, start: int) -> list[Finding]:
    found: list[Finding] = []
    seen: set[str] = set()
    for begin, part in spans(pieces[PATH], ",", start) if pieces[PATH] else []:
        wrong = _of_address(part, begin)
        found += wrong
        address = "" if wrong else _small_domain(decode(part))
        if address and address in seen:
            found.append(finding("mailto-same-address", begin, begin + len(part)))
        seen.add(address)
    return found


def _of_address(part: str, start: int) -> list[Finding]:
    import re

    local, _, domain = part.rpartition("@")
    found = _raw("[/&;=@]", local, start) or _raw("[/&;=]", domain, start + len(part) - len(domain))
    if found:
        return found
    data = decoded(local, start, found), decoded(domain, start + len(part) - len(domain), found)
    fits = re.fullmatch(_LOCAL, data[0], re.ASCII) and re.fullmatch(_DOMAIN, data[1], re.ASCII)
    return found or ([] if fits else [finding("mailto-address", start, start + len(part))])


def _raw(characters: str, part: str, start: int) -> list[Finding]:
    """The first of some characters that stands for itself in a part."""
    import re

    wrong = re.search(characters, part)
    if wrong is None:
        return []
    at, character = start + wrong.start(), wrong[0]
    message = f'a "{character}" here is written %{ord(character):02X}'
    return [finding("mailto-unencoded", at, at + 1, message=message, help=f"write %{ord(character):02X}")]


def _of_fields(pieces: Pieces, start: int) -> list[Finding]:
    found: list[Finding] = []
    seen: set[str] = set()
    for begin, part in spans(pieces[QUERY][1:], "&", start):
        name, equals, value = part.partition("=")
        wrong, end = _of_field(name, equals, value, begin), begin + len(name)
        found += wrong
        if not without_errors(wrong):
            continue
        small_name = small(decode(name))
        if small_name in seen:
            found.append(finding("mailto-once" if small_name in _ONCE else "mailto-repeated", begin, end))
        elif small_name in _IGNORED or small_name.startswith(_IGNORED_PREFIXES):
            found.append(finding("mailto-ignored-field", begin, end))
        elif small_name == "to" and pieces[PATH]:
            found.append(finding("mailto-to-field", begin, end))
        seen.add(small_name)
    return found


def _of_field(name: str, equals: str, value: str, start: int) -> list[Finding]:
    """What one field has wrong of itself."""
    import re

    begin = start + len(name) + 1  # of the value
    end = begin + len(value) if equals else begin - 1
    found = _raw("[/?]", name, start) or _raw("[/?=]", value, begin)
    data, content = decoded(name, start, found), decoded(value, begin, found)
    if not found and not (equals and re.fullmatch(_NAME, data)):
        found.append(finding("mailto-field", start, end))
    if found:
        return found
    if small(data) == "body":
        if re.search("(?<!\r)\n|\r(?!\n)", content):
            found.append(finding("mailto-body-break", begin, end))
    elif re.search("[\r\n]", content):
        found.append(finding("mailto-line-break", begin, end))
    if "+" in value:
        at = begin + value.index("+")
        found.append(finding("mailto-plus", at, at + 1))
    return found
