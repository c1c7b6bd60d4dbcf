"""
Is this a URI of the scheme, and what do its escapes say?

What the modules of schemes share: a text in, its pieces out, or all that is wrong with it.  RFC 3986 §3.1.
"""

from __future__ import annotations

from urikit.findings import Finding, URIRuleError, finding
from urikit.syntax.grammar import matches
from urikit.syntax.parse import pieces as cut
from urikit.syntax.parse import read
from urikit.syntax.percent import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import TypeAlias, TypeVar

    from urikit.syntax.parse import Pieces

    V = TypeVar("V")
    Named: TypeAlias = Mapping[str, V] | Iterable[tuple[str, V]]


def read_scheme(text: str, *names: str) -> Pieces:
    """
    Cut a URI that is one of certain schemes and keeps to all that its scheme says.

    Args:
        text: Any text.
        names: The schemes, in lower case.

    Returns:
        Its seven pieces.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is of another scheme (``other-scheme``), or there are errors of its scheme: all of them.

    Example:
        >>> read_scheme("MAILTO:a@example.com", "mailto")[4]
        'a@example.com'

    Source:
        RFC 3986 §3.1.
    """
    from urikit.schemes import rules  # which loads the rows, and they the modules

    pieces = read(text, "URI")
    scheme = pieces[0][:-1]
    if scheme.lower() not in names:
        message = f"this is a URI of the scheme {scheme.lower()}, not of {' or '.join(names)}"
        raise URIRuleError(text, (finding("other-scheme", 0, len(scheme), message=message),))
    errors = tuple(one for one in rules.findings(text, pieces) if one.level == "error")
    if errors:
        raise URIRuleError(text, errors)
    return pieces


def written(text: str, *names: str) -> str:
    """
    Return a text that was put together, if it is a URI of the scheme.

    Raises:
        As `read_scheme`.

    Example:
        >>> written("tel:+1", "tel")
        'tel:+1'
    """
    read_scheme(text, *names)
    return text


def authority(host: str, port: str | int | None = None, userinfo: str | None = None) -> str:
    """
    Write an authority with its "//".

    Args:
        host: With the brackets of an IP-literal, encoded; ``""`` for an empty one.
        port: None to leave it out.
        userinfo: Encoded; None to leave it out.

    Raises:
        URIRuleError: A part does not fit its rule (``wrong-part``).

    Example:
        >>> authority("example.com", 8080), authority("")
        ('//example.com:8080', '//')

    Source:
        RFC 3986 §3.2.
    """
    for rule, part in (("userinfo", userinfo), ("host", host), ("port", port)):
        text = "" if part is None else str(part)
        if not matches(rule, text):
            shown = "•" * len(text) if rule == "userinfo" else text
            raise URIRuleError(shown, (finding("wrong-part", 0, len(text), message=f"this is no {rule}", rule=rule),))
    user = "" if userinfo is None else f"{userinfo}@"
    return f"//{user}{host}" + ("" if port is None else f":{port}")


def without_errors(found: list[Finding]) -> bool:
    """
    Say whether nothing that was found is an error.

    Example:
        >>> without_errors([])
        True
    """
    return all(one.level != "error" for one in found)


def recut(text: str, before: Pieces) -> Pieces:
    """
    Cut a normal text; where it would be no reference, stay with what was there *before*.

    Example:
        >>> recut("tel:+1", ("tel:", "", "", "", "+-1", "", ""))[4]
        '+1'
    """
    return cut(text) or before


def decoded(part: str, start: int, found: list[Finding]) -> str:
    """
    Decode a part's escapes, which are UTF-8 (RFC 3986 §2.5).

    Args:
        part: Any part of a valid URI.
        start: Where it stands there.
        found: Gets a ``bad-utf-8`` where the octets are not UTF-8.

    Returns:
        The data, with U+FFFD for what is none.

    Example:
        >>> found = []
        >>> decoded("a%20b", 7, found), decoded("%FF", 7, found), [(one.code, one.start) for one in found]
        ('a b', '�', [('bad-utf-8', 7)])
    """
    if "%" not in part:
        return part
    try:
        return decode(part)
    except URIRuleError as error:
        one = error.findings[0]
        found.append(finding(one.code, start + one.start, start + one.end, message=one.message))
        return decode(part, "replace")


def small(data: str) -> str:
    """
    Write the letters of US-ASCII in lower case, and leave all others: case beyond US-ASCII is a matter of language.

    Example:
        >>> small("ÀB")
        'Àb'
    """
    return data.lower() if data.isascii() else data.translate(_SMALL)


_SMALL = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


def spans(text: str, delimiter: str, start: int) -> list[tuple[int, str]]:
    """
    Split at a delimiter, and say where each part begins.

    Example:
        >>> spans("a,bc,", ",", 7)
        [(7, 'a'), (9, 'bc'), (12, '')]
    """
    found: list[tuple[int, str]] = []
    for part in text.split(delimiter):
        found.append((start, part))
        start += len(part) + len(delimiter)
    return found


def pairs(named: Named[V]) -> list[tuple[str, V]]:
    """
    List names and their values, given as a mapping or as pairs.

    Example:
        >>> pairs({"a": "b"}) == pairs([("a", "b")])
        True
    """
    from collections.abc import Mapping

    if not isinstance(named, Mapping):
        return [(name, value) for name, value in named]
    by_name: Mapping[str, V] = named  # pyright: ignore[reportAssignmentType]
    return list(by_name.items())


def whole(rule: str, part: str | None, mark: str = "") -> str:
    """
    Write an encoded part after its mark, if it is one: what ends it earlier would make another URI.

    Args:
        rule: The rule of RFC 3986 that it keeps to.
        part: None where there is none.
        mark: What stands before it.

    Raises:
        URIRuleError: It does not fit (``wrong-part``).

    Example:
        >>> whole("query", "a=b", "?"), whole("query", None, "?")
        ('?a=b', '')

    Source:
        RFC 3986 Appendix A.
    """
    if part is None:
        return ""
    if not matches(rule, part):
        raise URIRuleError(part, (finding("wrong-part", 0, len(part), message=f"this is no {rule}", rule=rule),))
    return mark + part


def in_form(pieces: Pieces) -> bool:
    """
    Say whether the path is of the form that the scheme's row gives it: if not, the row's own rules tell so.

    Example:
        >>> in_form(("acct:", "", "", "", "a@b", "", "")), in_form(("acct:", "", "", "", "a", "", ""))
        (True, False)
    """
    import re

    from urikit.schemes.registry import SCHEMES

    form = SCHEMES[pieces[0][:-1]].path
    return form is None or re.fullmatch(form, pieces[4]) is not None


def agreed(value: V, parse: Callable[[str], V]) -> str:
    """
    Write a value whose parts are encoded already, if the same is read from it.

    Args:
        value: Its ``str`` is a URI.
        parse: What its scheme reads.

    Raises:
        URIRuleError: It would be read as something else: a part holds what ends it (``wrong-part``).
        As *parse*.

    Example:
        >>> from urikit.schemes.acct import Acct, parse
        >>> agreed(Acct("bob", "example.com", None), parse)
        'acct:bob@example.com'
    """
    text = str(value)
    if parse(text) != value:
        message = "a part holds what would end it: this reads as other parts"
        raise URIRuleError(text, (finding("wrong-part", 0, len(text), message=message),))
    return text
