"""
Which search does an "ldap" URI ask for?

RFC 4516: where to begin, which attributes, how deep, by which filter.  RFC 4514 has the names, RFC 4515 the filters.
"""

from __future__ import annotations

from urikit.findings import Record, finding
from urikit.schemes.reading import authority, decoded, read_scheme, recut, small, spans, without_errors, written
from urikit.syntax.host import port_number
from urikit.syntax.mend import FRAGMENT, HOST, PATH, PORT, QUERY, SCHEME, USERINFO, starts
from urikit.syntax.percent import decode, encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces

    Extension: TypeAlias = tuple[str, str | None, bool]

_NUMBER = "(?:0|[1-9][0-9]*+)"
_OID = rf"(?:[A-Za-z][A-Za-z0-9-]*+|{_NUMBER}(?:\.{_NUMBER})++)"  # descr / numericoid, RFC 4512 §1.4
_ATTRIBUTE = rf"{_OID}(?:;[A-Za-z0-9-]++)*+"  # attributedescription, RFC 4512 §2.5
_SELECTOR = rf"{_ATTRIBUTE}|\*|\+|1\.1|@{_OID}"  # RFC 4511 §4.5.1.8; "+" RFC 3673, "@" RFC 4529

# RFC 4514 §3: a value has no "#" or space before it and no space after it, but behind a backslash.
_PAIR = r'\\(?:[\\ #="+,;<>]|[0-9A-Fa-f]{2})'
_STRING = rf'(?![ #])(?:[^\x00 "+,;<>\\]|{_PAIR}| ++(?=[^\x00 "+,;<>]))*+'
_AVA = rf"{_OID}=(?:#(?:[0-9A-Fa-f]{{2}})++|{_STRING})"
_RDN = rf"{_AVA}(?:\+{_AVA})*+"
_DN = rf"(?:{_RDN}(?:,{_RDN})*+)?+"

# RFC 4515 §3
_VALUE = r"(?:[^\x00()*\\]|\\[0-9A-Fa-f]{2})*+"
_PATTERN = r"(?:[^\x00()\\]|\\[0-9A-Fa-f]{2})*+"  # present and substring: "*" too
_EXTENSIBLE = rf"{_ATTRIBUTE}(?::(?i:dn))?(?::{_OID})?+:={_VALUE}|(?::(?i:dn))?:{_OID}:={_VALUE}"
_ITEM = rf"{_ATTRIBUTE}(?:={_PATTERN}|[~<>]={_VALUE})|{_EXTENSIBLE}"
_TOKEN = rf"\((?:([&|!])|(?:{_ITEM})\))|(\))"

_DEFAULT_FILTER = "(objectClass=*)"
_IN_DN = "!$&'()*+,;=:@"
_IN_EXTENSION = "!$&'()*+;=:@"


class Ldap(Record):
    """
    What an "ldap" or "ldaps" URI asks for, decoded, what is left out filled in.

    Args:
        scheme: ``"ldap"`` or ``"ldaps"``.
        host: As written; ``""`` for a server of the client's choice.
        port_text: As written; None where it is absent.
        dn: The name of the entry where the search begins; ``""`` for the root.
        attributes: Which attributes to return, in lower case; ``()`` for all user attributes.
        scope: ``"base"`` (the entry), ``"one"`` (those right below it) or ``"sub"`` (all from it down).
        filter: Which entries, as RFC 4515 writes it.
        extensions: Triples of a type in lower case, a value or None, and whether it is critical: whoever does not know
            a critical one must not go on.
        fragment: As written, without "#"; it means nothing here.  None where there is none.

    Example:
        >>> ask = parse("ldap://ldap.example.com/o=Babsco,c=US??sub?(cn=Babs%20Jensen)")
        >>> ask.dn, ask.attributes, ask.scope, ask.filter, ask.port
        ('o=Babsco,c=US', (), 'sub', '(cn=Babs Jensen)', 389)

    Source:
        RFC 4516 §2, §3.
    """

    __slots__ = (  # noqa: RUF023 (order is the text's)
        "scheme",
        "host",
        "port_text",
        "dn",
        "attributes",
        "scope",
        "filter",
        "extensions",
        "fragment",
    )

    if TYPE_CHECKING:
        scheme: str
        host: str
        port_text: str | None
        dn: str
        attributes: tuple[str, ...]
        scope: str
        filter: str
        extensions: tuple[Extension, ...]
        fragment: str | None

    @property
    def port(self) -> int:
        """
        The port to connect to: 389 for "ldap" and 636 for "ldaps" where none is written.

        Example:
            >>> parse("ldaps:///").port
            636
        """
        number = port_number(self.port_text)
        return _PORTS[self.scheme] if number is None else number

    def __str__(self) -> str:
        place = authority(self.host, self.port_text)
        rest = _rest(self.dn, self.attributes, self.scope, self.filter, self.extensions)
        return f"{self.scheme}:{place}/{rest}" + ("" if self.fragment is None else f"#{self.fragment}")


_PORTS = {"ldap": 389, "ldaps": 636}


def parse(text: str) -> Ldap:
    """
    Read an "ldap" or "ldaps" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside the grammar of this one: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("LDAP://ldap1.example.com/c=GB?objectClass?ONE").attributes
        ('objectclass',)

    Source:
        RFC 4516 §2.
    """
    return _read(read_scheme(text, *_PORTS))


def build(
    host: str = "",
    port: str | int | None = None,
    dn: str = "",
    attributes: str | Iterable[str] = (),
    scope: str = "base",
    filter: str = _DEFAULT_FILTER,  # noqa: A002 (RFC 4516's name for it)
    extensions: Iterable[Extension] = (),
    scheme: str = "ldap",
    fragment: str | None = None,
) -> str:
    """
    Write an "ldap" URI: `parse` reads the same from it.

    Args:
        host: Encoded, with the brackets of an IP-literal; ``""`` for none.
        port: None to leave it out.
        dn: See `Ldap`; nothing of the rest is encoded.
        attributes: One or several; see `Ldap`.
        scope: See `Ldap`; ``""`` stands for the default.
        filter: See `Ldap`; ``""`` stands for the default.
        extensions: See `Ldap`.
        scheme: ``"ldap"`` or ``"ldaps"``.
        fragment: Encoded, without "#".

    Returns:
        The text without what says nothing: the default scope and filter, and empty parts at the end.

    Raises:
        URIRuleError: A part is not what it should be.

    Example:
        >>> build("ldap2.example.com", dn="o=Question?,c=US", attributes=["mail"])
        'ldap://ldap2.example.com/o=Question%3F,c=US?mail'

    Source:
        RFC 4516 §2, §2.1, §3.
    """
    tail = "" if fragment is None else f"#{fragment}"
    attributes = (attributes,) if isinstance(attributes, str) else attributes
    rest = _rest(dn, attributes, scope, filter, extensions)
    return written(f"{scheme}:{authority(host, port)}/{rest}{tail}", *_PORTS)


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find what is outside the grammar of "ldap".

    Args:
        text: A valid URI of the scheme.
        pieces: Its seven pieces.

    Returns:
        In no order.

    Example:
        >>> from urikit.syntax.parse import read
        >>> [(one.code, one.start, one.end) for one in findings("ldap:///??all", read("ldap:///??all"))]
        [('ldap-scope', 10, 13)]

    Source:
        RFC 4516 §2.
    """
    if not pieces[USERINFO]:  # no "//": the row says so
        return []
    at = starts(pieces)
    found = _of_part("ldap-dn", _DN, pieces[PATH][1:], at[PATH] + 1)
    if pieces[QUERY] and not pieces[PATH]:
        more = {"message": 'a "/" stands before the "?"', "rule": "[SLASH dn [QUESTION …]]", "source": "RFC 4516 §2"}
        found.append(finding("path-form", at[PATH], at[PATH], **more))
    parts = spans(pieces[QUERY][1:], "?", at[QUERY] + 1)
    for number, (begin, part) in enumerate(parts[:4]):
        found += _CHECKS[number](part, begin) if part else []
    if len(parts) > 4:
        begin = parts[4][0] - 1
        message = 'a "?" in an extension is written %3F'
        found.append(finding("ldap-extension", begin, begin + 1, message=message, help="write %3F"))
    return found


def normal(pieces: Pieces) -> Pieces:
    """
    Leave out the default scope and filter and empty parts, and fold case where there is none to tell.

    Names are not compared as RFC 4517 does: that takes the schema of a directory.

    Args:
        pieces: Those of rung path with the row's rules kept.

    Returns:
        The same where they are outside the grammar, or an IRI's.

    Example:
        >>> "".join(normal(("ldap:", "//", "h", "", "/c=GB", "?objectClass?ONE?(objectclass=*)", "")))
        'ldap://h/c=GB?objectclass?one'

    Source:
        RFC 4516 §3, §4 (three equivalent URLs); RFC 4512 §1.4, §2.5; RFC 3986 §6.2.3.
    """
    text = "".join(pieces)
    if not pieces[USERINFO] or not text.isascii() or not without_errors(findings(text, pieces)):
        return pieces
    ask = _read(pieces)
    rest = _rest(ask.dn, ask.attributes, ask.scope, ask.filter, ask.extensions)
    return recut("".join(pieces[:PATH]) + "/" + rest + pieces[FRAGMENT], pieces)


# ------------------------------------------------------------------------------------------------------- text and value


def _read(pieces: Pieces) -> Ldap:
    """The value of pieces in the grammar."""
    attributes, scope, test, extensions = (pieces[QUERY][1:].split("?") + [""] * 4)[:4]
    port, fragment = pieces[PORT], pieces[FRAGMENT]
    return Ldap(
        small(pieces[SCHEME][:-1]),
        pieces[HOST],
        port[1:] if port else None,
        decode(pieces[PATH][1:]),
        tuple([small(decode(part)) for part in attributes.split(",")]) if attributes else (),
        small(decode(scope)) or "base",
        decode(test) or _DEFAULT_FILTER,
        tuple([_extension(part) for part in extensions.split(",")]) if extensions else (),
        fragment[1:] if fragment else None,
    )


def _extension(part: str) -> Extension:
    name, equals, value = part.partition("=")
    return (small(decode(name.removeprefix("!"))), decode(value) if equals else None, name.startswith("!"))


def _rest(dn: str, attributes: Iterable[str], scope: str, test: str, extensions: Iterable[Extension]) -> str:
    """What follows the slash after the authority; what is wrong with the parts is wrong with it."""
    parts = [
        ",".join([encode(small(one), safe=";*+@:") for one in attributes]),
        "" if small(scope) == "base" else encode(small(scope)),
        "" if small(test) == small(_DEFAULT_FILTER) else encode(test, "path", _IN_DN),
        ",".join([_written(*one) for one in extensions]),
    ]
    while parts and not parts[-1]:
        parts.pop()
    return encode(dn, "path", _IN_DN) + "".join([f"?{part}" for part in parts])


def _written(kind: str, value: str | None, critical: bool) -> str:
    text = ("!" if critical else "") + encode(small(kind))
    return text if value is None else f"{text}={encode(value, 'path', _IN_EXTENSION)}"


# ------------------------------------------------------------------------------------------------------------- findings


def _of_part(code: str, form: str, part: str, start: int) -> list[Finding]:
    import re

    found: list[Finding] = []
    data = decoded(part, start, found)
    if not found and not re.fullmatch(form, data):
        found.append(finding(code, start, start + len(part)))
    return found


def _of_attributes(part: str, start: int) -> list[Finding]:
    return [
        one for begin, name in spans(part, ",", start) for one in _of_part("ldap-attribute", _SELECTOR, name, begin)
    ]


def _of_scope(part: str, start: int) -> list[Finding]:
    return _of_part("ldap-scope", "(?i:base|one|sub)", part, start)


def _of_filter(part: str, start: int) -> list[Finding]:
    found: list[Finding] = []
    data = decoded(part, start, found)
    return found if found or is_filter(data) else [finding("ldap-filter", start, start + len(part))]


def _of_extensions(part: str, start: int) -> list[Finding]:
    found: list[Finding] = []
    for begin, one in spans(part, ",", start):
        name, _, value = one.partition("=")
        mark = int(name.startswith("!"))
        found += _of_part("ldap-extension", _OID, name[mark:], begin + mark)
        decoded(value, begin + len(name) + 1, found)
    return found


_CHECKS = (_of_attributes, _of_scope, _of_filter, _of_extensions)


def is_filter(text: str) -> bool:
    """
    Say whether a text is a search filter.

    Args:
        text: Any text, nothing percent-encoded.

    Cost:
        Linear; no recursion, however deep the filter.

    Example:
        >>> is_filter("(&(objectClass=person)(!(cn=Tim*)))"), is_filter("cn=Tim")
        (True, False)

    Source:
        RFC 4515 §3; RFC 4526 §2 ("(&)" and "(|)").
    """
    import re

    token = re.compile(_TOKEN).match
    open_sets: list[tuple[str, int]] = []  # the operator, and how many filters it has
    at, done = 0, False
    while at < len(text):
        found = token(text, at)
        if found is None or done:
            return False
        at = found.end()
        if found[1]:
            open_sets.append((found[1], 0))
            continue
        if found[2]:
            if not open_sets:
                return False
            operator, count = open_sets.pop()
            if operator == "!" and count != 1:
                return False
        if open_sets:
            operator, count = open_sets[-1]
            open_sets[-1] = (operator, count + 1)
        else:
            done = True
    return done
