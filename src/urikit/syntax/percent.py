"""
How does data get into a component and out again?

`encode` makes a component's text of data, once; `decode` makes data of it, once (RFC 3986 §2.1, §2.4).  A
component's octets are UTF-8 unless the caller names another charset (§2.5).  `normalize_escapes` and
`upper_escapes` rewrite escapes without changing what is identified (§6.2.2).
"""

from __future__ import annotations

from urikit._accelerate import accelerated
from urikit.findings import URIRuleError, URISyntaxError, finding
from urikit.syntax.mend import HOST, mended, starts
from urikit.syntax.octets import characters, only_octets, only_text, refuse_octets, to_octets, to_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable
    from typing import Literal

    from urikit.findings import Finding
    from urikit.syntax.octets import Errors
    from urikit.syntax.parse import Pieces

    Component = Literal["segment", "path", "query", "key", "value", "fragment", "user", "password", "reg-name"]

_UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
_SUB_DELIMS = "!$&'()*+,;="
_HEX = "0123456789ABCDEFabcdef"

# What stands for itself beside unreserved, and what may when the caller says that it is no delimiter there (§2.2).
_COMPONENTS = {
    "segment": ("", _SUB_DELIMS + ":@"),
    "path": ("/", _SUB_DELIMS + ":@"),
    "query": ("/?", _SUB_DELIMS + ":@"),  # §3.4: a value is often another URI
    "key": ("/?", "!$'()*+,;:@"),  # "&" and "=" would end it
    "value": ("/?", "!$'()*+,;=:@"),  # "&" would end it
    "fragment": ("/?", _SUB_DELIMS + ":@"),  # §3.5
    "user": ("", _SUB_DELIMS),  # ":" would begin the password
    "password": ("", _SUB_DELIMS + ":"),
    "reg-name": ("", _SUB_DELIMS),
}

_OCTETS = {(a + b).encode(): bytes([int(a + b, 16)]) for a in _HEX for b in _HEX}
_NORMAL = {
    f"%{a}{b}": chr(int(a + b, 16)) if chr(int(a + b, 16)) in _UNRESERVED else f"%{a}{b}".upper()
    for a in _HEX
    for b in _HEX
}

# Escapes that a normalizer rewrites: hex digits in lower case (§2.1), characters that are unreserved (§2.3).
_LOWER = "%(?:[a-f][0-9A-Fa-f]|[0-9A-F][a-f])"
_NEEDLESS = "%(?:2[DEde]|3[0-9]|[46][1-9A-Fa-f]|5[0-9AaFf]|7[0-9AaEe])"

_patterns: dict[str, re.Pattern[str]] = {}
_encoders: dict[tuple[str, str], tuple[Callable[[str], object], Callable[[int], str]]] = {}


def _pattern(expression: str) -> re.Pattern[str]:
    """Compile at the first use, and keep it."""
    import re

    return _patterns.setdefault(expression, re.compile(expression))


# -------------------------------------------------------------------------------------------------------------- data in


@accelerated
def encode(data: str | bytes, component: Component = "segment", safe: str = "", charset: str = "utf-8") -> str:
    """
    Write data as a component: everything but unreserved characters is percent-encoded.

    ``%`` always becomes ``%25``: this is for data, not for a text that is encoded already.  ``.`` and ``..`` stay,
    for a dot is unreserved: no escape makes data of a dot segment, and the builders refuse them.

    Args:
        data: Text, or octets as they are.
        component: ``"segment"``, ``"path"`` ("/" stays), ``"query"`` and ``"fragment"`` ("/" and "?" stay),
            ``"key"`` and ``"value"`` of a query's pair ("/" and "?" stay; "&", "=", "+" and ";" do not),
            ``"user"``, ``"password"`` or ``"reg-name"``.
        safe: Further characters that stand for themselves; each must be one that the component's grammar allows and
            that would not end it.
        charset: Which octets a text's characters become; `from_local` is for data that is in a charset already.

    Returns:
        The component, upper-case hex digits; *data* itself when nothing changes.

    Raises:
        URIRuleError: *safe* has a character that cannot stand there (``safe-character``); a character has no
            octets, as a lone surrogate (``not-encodable``); a reg-name's octets are not UTF-8
            (``escapes-not-utf-8``, §3.2.2).
        ValueError: There is no such component.
        TypeError: *data* is neither text nor octets.

    Cost:
        One pass; a search when nothing changes.

    Example:
        >>> encode("50% of a/b"), encode("50% of a/b", "path"), encode("a&b=c/d?", "value")
        ('50%25%20of%20a%2Fb', '50%25%20of%20a/b', 'a%26b%3Dc/d?')
        >>> encode("name;v=1.1", "segment", safe=";="), encode("é"), encode("é", charset="latin-1"), encode(b"\\xff")
        ('name;v=1.1', '%C3%A9', '%E9', '%FF')

    Source:
        RFC 3986 §2.1, §2.4; components §3.2.1, §3.2.2, §3.3–3.5.
    """
    changes, escape = _encoders.get((component, safe)) or _encoder(component, safe)
    if isinstance(data, str):
        if charset == "utf-8" and changes(data) is None:
            return data
        octets = to_octets(data, charset, secret=component == "password")
    else:
        octets = only_octets(data)
    encoded = "".join(map(escape, octets))
    if component == "reg-name" and not octets.isascii():
        _require_utf8(encoded, octets)
    return encoded


def _encoder(component: str, safe: str) -> tuple[Callable[[str], object], Callable[[int], str]]:
    """Make and keep the search for a character that changes, and the look-up of what each octet becomes."""
    if component not in _COMPONENTS:
        raise ValueError(f"no component {component!r}; there are {', '.join(_COMPONENTS)}")
    raw, allowed = _COMPONENTS[component]
    for at, character in enumerate(safe):
        if character not in raw + allowed + _UNRESERVED:
            words = f"{character!r} cannot stand for itself in a {component}"
            raise URIRuleError(safe, (finding("safe-character", at, at + 1, message=words),))
    kept = _UNRESERVED + raw + safe
    inside = "".join("\\" + character for character in raw + safe if character not in _UNRESERVED)
    table = [chr(octet) if chr(octet) in kept else f"%{octet:02X}" for octet in range(256)]
    made = _pattern(f"[^A-Za-z0-9\\-._~{inside}]").search, table.__getitem__
    return _encoders.setdefault((component, safe), made)


def _require_utf8(encoded: str, octets: bytes) -> None:
    """Escapes in a reg-name are there for UTF-8 and nothing else (§3.2.2)."""
    try:
        octets.decode()
    except UnicodeDecodeError as error:
        refuse_octets(encoded, octets, error, "escapes-not-utf-8")


# ------------------------------------------------------------------------------------------------------------- data out


@accelerated
def decode(component: str, errors: Errors = "strict", charset: str = "utf-8", keep: str = "") -> str:
    """
    Read a component's data: each escape is decoded, once.

    Split a text into its components (and those at their delimiters) first: what is decoded may be a delimiter.

    Args:
        component: A component's text, or a part of one.
        errors: What becomes of octets that are not *charset*: ``"strict"`` raises, ``"keep"`` leaves them escaped,
            ``"replace"`` puts U+FFFD.
        charset: What the octets are; in any but UTF-8, *component* must be ASCII.
        keep: US-ASCII characters whose escapes stay as written, such as ``"/%"`` for a path that is still to be cut.

    Returns:
        The data; *component* itself when it has no escape.

    Raises:
        URISyntaxError: A "%" without two hex digits (``pct-encoded``), whatever *errors* says.
        URIRuleError: Octets that are not UTF-8: cut short, overlong, a surrogate, above 10FFFF (``bad-utf-8``);
            octets that another charset has no character for (``not-decodable``).

    Cost:
        One pass.

    Example:
        >>> decode("caf%C3%A9%2Fa%2525"), decode("a%20b+c"), decode("caf%E9", charset="latin-1")
        ('café/a%25', 'a b+c', 'café')
        >>> decode("a%2fb%c0%af", errors="keep"), decode("%C0%AF", errors="replace")
        ('a/b%C0%AF', '��')

    Source:
        RFC 3986 §2.1, §2.4, §2.5; RFC 3629 §3.
    """
    if errors not in {"strict", "keep", "replace"}:
        raise ValueError(f'errors is "strict", "keep" or "replace", not {errors!r}')
    if "%" not in only_text(component) and charset == "utf-8":
        return component
    if charset != "utf-8" and not component.isascii():
        at = next(at for at, character in enumerate(component) if character >= "\x80")
        raise URISyntaxError(component, finding("not-ascii", at, at + 1))
    octets = _octets(component, _OCTETS)
    if not keep:
        return to_text(octets, charset, errors, component)
    if errors == "strict":
        to_text(octets, charset, errors, component)  # the place of a mistake is counted in the octets as they are
    return to_text(_octets(component, _keeping(keep)), charset, errors, component)


def _keeping(characters: str) -> dict[bytes, bytes]:
    """The octet of each two hex digits, but the escape itself for some characters."""
    kept = {digits: b"%" + digits for digits, octet in _OCTETS.items() if octet.decode("latin-1") in characters}
    return _OCTETS | kept


def decode_bytes(component: str) -> bytes:
    """
    Read a component's octets: those of its escapes, and of its other characters in UTF-8.

    Args:
        component: A component's text, or a part of one.

    Raises:
        URISyntaxError: A "%" without two hex digits (``pct-encoded``).
        URIRuleError: A lone surrogate (``not-encodable``).

    Cost:
        One pass.

    Example:
        >>> decode_bytes("a%00%FF")
        b'a\\x00\\xff'

    Source:
        RFC 3986 §2.1.
    """
    return _octets(only_text(component), _OCTETS)


def _octets(component: str, table: dict[bytes, bytes]) -> bytes:
    first, *rest = (component.encode() if component.isascii() else to_octets(component, "utf-8")).split(b"%")
    try:
        return first + b"".join([table[part[:2]] + part[2:] for part in rest])
    except KeyError:
        wrong = _pattern("%(?![0-9A-Fa-f]{2})[0-9A-Fa-f]?+").search(component)
    start, good = wrong.span() if wrong else (0, 0)  # a first good digit could still become an escape
    raise URISyntaxError(component, finding("pct-encoded", good, max(good, min(start + 3, len(component)))))


# ------------------------------------------------------------------------------------------------- other charsets, §2.5


def from_local(name: bytes, charset: str, component: Component = "segment") -> str:
    """
    Write a name that a system holds in its own charset as a component.

    The characters are what is identified, so they go from the local charset to UTF-8 before they are percent-encoded.

    Args:
        name: The name's octets, as the system holds them.
        charset: What they are, such as ``"cp500"`` (EBCDIC).
        component: See `encode`.

    Raises:
        URIRuleError: *charset* has no character for some octets (``not-decodable``).

    Example:
        The RFC's own: a file "Laguna Beach" on a system that uses EBCDIC.

        >>> name = "Laguna Beach".encode("cp500")
        >>> from_local(name, "cp500")
        'Laguna%20Beach'
        >>> encode(name, safe="@")  # the wrong way: octets of a charset that nobody else reads so
        '%D3%81%87%A4%95%81@%C2%85%81%83%88'

    Source:
        RFC 3986 §2.5.
    """
    return encode(characters(name, charset), component)


def to_local(component: str, charset: str) -> bytes:
    """
    Read a component as a name in a system's own charset: the inverse of `from_local`.

    Args:
        component: A component's text.
        charset: What the system uses, such as ``"cp500"`` (EBCDIC).

    Raises:
        URISyntaxError: A "%" without two hex digits (``pct-encoded``).
        URIRuleError: The octets are not UTF-8 (``bad-utf-8``), or *charset* has none for a character
            (``not-encodable``).

    Example:
        >>> to_local("Laguna%20Beach", "cp500") == "Laguna Beach".encode("cp500")
        True

    Source:
        RFC 3986 §2.5.
    """
    return to_octets(decode(component), charset)


# ------------------------------------------------------------------------------------------------------ rewriting, §6.2


def normalize_escapes(text: str) -> str:
    """
    Decode the escapes of unreserved characters, and write the others with upper-case hex digits.

    Args:
        text: One component, or a reference.

    Returns:
        An equivalent text; the same object when nothing changes.  Case of letters stays: fold a host after this.

    Cost:
        One pass.

    Example:
        >>> normalize_escapes("%7ea%2fb%c3%a9%25")
        '~a%2Fb%C3%A9%25'

    Source:
        RFC 3986 §2.3, §6.2.2.1, §6.2.2.2.
    """
    if "%" not in text:
        return text
    return _pattern(f"{_LOWER}|{_NEEDLESS}").sub(lambda escape: _NORMAL[escape[0]], text)


def upper_escapes(text: str) -> str:
    """
    Write escapes with upper-case hex digits.

    Args:
        text: One component, or a reference.

    Returns:
        An equivalent text; the same object when nothing changes.

    Cost:
        One pass.

    Example:
        >>> upper_escapes("%7ea%2fb")
        '%7Ea%2Fb'

    Source:
        RFC 3986 §2.1, §6.2.2.1.
    """
    if "%" not in text:
        return text
    return _pattern(_LOWER).sub(lambda escape: escape[0].upper(), text)


def lower(component: str) -> str:
    """
    Write the letters of a component in lower case: those of US-ASCII, but not those inside an escape.

    Args:
        component: Any part of a valid reference.  Case beyond US-ASCII depends on the language (RFC 3987 §5.3.2.1).

    Returns:
        As many code points as *component* has; the two digits after each "%" as they were.

    Example:
        >>> lower("EX%C3%A9.Org")
        'ex%C3%A9.org'

    Source:
        RFC 3986 §6.2.2.1.
    """
    if not component.isascii():
        return _pattern("%..|[A-Z]++").sub(lambda run: run[0] if run[0][0] == "%" else run[0].lower(), component)
    if "%" not in component:
        return component.lower()
    first, *rest = component.split("%")
    return first.lower() + "".join([f"%{part[:2]}{part[2:].lower()}" for part in rest])


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Tell which escapes a producer should not, or must not, have written so.

    Args:
        text: A valid reference.
        pieces: Its seven pieces.

    Returns:
        At most one of each, at its first place: ``lower-case-escape``, ``needless-escape`` and, for a reg-name,
        ``escapes-not-utf-8``.

    Example:
        >>> from urikit.syntax.parse import read
        >>> [(one.code, one.start, one.end, one.help) for one in findings("/%7ea", read("/%7ea"))]
        [('lower-case-escape', 1, 4, 'write /%7Ea'), ('needless-escape', 1, 4, 'write /~a')]

    Source:
        RFC 3986 §2.1, §2.3, §3.2.2.
    """
    if "%" not in text:
        return []
    found: list[Finding] = []
    for code, expression, mend in (
        ("lower-case-escape", _LOWER, upper_escapes),
        ("needless-escape", _NEEDLESS, normalize_escapes),
    ):
        run = _pattern(f"(?:{expression})++").search(text)
        if run:
            found.append(finding(code, *run.span(), help=mended(pieces, dict(enumerate(map(mend, pieces))))))
    if "%" in pieces[HOST]:
        before = starts(pieces)[HOST]
        try:
            _require_utf8(pieces[HOST], decode_bytes(pieces[HOST]))
        except URIRuleError as error:
            one = error.findings[0]
            found.append(finding(one.code, before + one.start, before + one.end, message=one.message))
    return sorted(found, key=lambda one: one.start)
