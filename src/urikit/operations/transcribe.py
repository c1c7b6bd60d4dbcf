"""
Which characters does an IRI have that stands on paper, in markup, or in escapes of another charset?

RFC 3987 §3.1 step 1, variant a; §5.2; §7.7.  Octets in a charset are read by ``from_bytes`` (variants b and c).
"""

from __future__ import annotations

from urikit.findings import Record, URIRuleError, finding
from urikit.syntax.forms import to_form
from urikit.syntax.grammar import RFC3987, matches
from urikit.syntax.octets import is_unicode, only_charset
from urikit.syntax.parse import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from codecs import IncrementalDecoder
    from collections.abc import Callable, Iterable
    from typing import Literal, NoReturn

_PREDEFINED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}  # XML 1.0 §4.6
_DELIMITERS = frozenset("/?&=;")
_DIGITS = 7  # of a number that may still be a character


def from_text(text: str, source: Literal["transcribed", "unicode"] = "transcribed") -> str:
    """
    Take an IRI that somebody typed off paper or wrote down from hearing.

    Args:
        text: What was typed.
        source: ``"transcribed"``: there were no code points before, so Normalization Form C decides which they are.
            ``"unicode"``: it was Unicode already, and stays as it is (variant c).

    Returns:
        The characters; whether they are a reference is for the parser to say.

    Raises:
        ValueError: There is no such *source*.

    Cost:
        Linear.

    Example:
        >>> from_text("re\\u0301sume\\u0301") == "résumé", from_text("e\\u0301", "unicode") == "e\\u0301"
        (True, True)

    Source:
        RFC 3987 §3.1 step 1, variants a and c.
    """
    if source not in ("transcribed", "unicode"):
        raise ValueError(f'source is "transcribed" or "unicode", not {source!r}')
    from urikit.syntax.forms import normal

    return normal(text) if source == "transcribed" else text


# --------------------------------------------------------------------------------------------------------- markup, §5.2


def from_markup(text: str, markup: Literal["html", "xml"]) -> str:
    """
    Read an IRI out of an attribute's value: resolve entities and character references.

    Needed before any comparison: they belong to the format that carries the IRI.

    Args:
        text: The value, without its quotation marks.
        markup: ``"html"`` has some two thousand names, and leaves alone what is none; a name without ";" counts where
            HTML reads it so, which is not before "=" or a letter or digit (so ``?a=1&copy=2`` stays).  ``"xml"`` has
            the five names that need no declaration.

    Returns:
        The characters; whether they are a reference is for the parser to say.

    Raises:
        URIRuleError: In XML, a "&" that begins none of these, or a number that is no character of XML (``entity``).
        ValueError: There is no such *markup*.

    Cost:
        Linear.

    Example:
        >>> from_markup("ros&eacute;", "html"), from_markup("ros&#233;", "xml"), from_markup("?a=1&amp;b=2", "xml")
        ('rosé', 'rosé', '?a=1&b=2')

    Source:
        RFC 3987 §5.2; HTML §13.2.5.72 to 80; XML 1.0 §4.1, §4.6.
    """
    import re

    if markup == "html":
        named = r"&(?:#(?:[xX]([0-9A-Fa-f]++)|([0-9]++));?|([A-Za-z][A-Za-z0-9]*+;?)(=?))"
        return re.sub(named, _html, text)
    if markup == "xml":
        return re.sub(r"&(?:#x([0-9A-Fa-f]++);|#([0-9]++);|([A-Za-z]++);)?", _xml, text)
    raise ValueError(f'markup is "html" or "xml", not {markup!r}')


def _html(found: re.Match[str]) -> str:
    hexadecimal, decimal, name, sign = found.groups()
    if name is None:
        number = _number(hexadecimal, decimal)
        if number == 0 or 0xD800 <= number < 0xE000 or number > 0x10FFFF:
            return "\ufffd"
        return bytes([number]).decode("cp1252", "ignore") or chr(number) if 0x80 <= number < 0xA0 else chr(number)
    from html.entities import html5

    if name not in html5 or (sign and not name.endswith(";")):
        return found[0]
    return html5[name] + sign


def _xml(found: re.Match[str]) -> str:
    hexadecimal, decimal, name = found.groups()
    if name is not None:
        return _PREDEFINED.get(name) or _no_entity(found, f"&{name}; is declared by no XML of itself")
    if hexadecimal is None and decimal is None:
        _no_entity(found, "this “&” begins no entity, and no number of a character")
    number = _number(hexadecimal, decimal)
    is_character = number in (0x9, 0xA, 0xD) or 0x20 <= number < 0xD800 or 0xE000 <= number < 0xFFFE
    if is_character or 0x10000 <= number <= 0x10FFFF:
        return chr(number)
    shown = found[0] if len(found[0]) <= 12 else f"{found[0][:12]}…"
    return _no_entity(found, f"{shown} is no character of XML")


def _number(hexadecimal: str | None, decimal: str | None) -> int:
    """The number of a character reference; one too high for a character where it has many digits."""
    digits = (hexadecimal or decimal or "").lstrip("0") or "0"
    return int(digits, 16 if hexadecimal else 10) if len(digits) <= _DIGITS else 0x110000


def _no_entity(found: re.Match[str], words: str) -> NoReturn:
    raise URIRuleError(found.string, (finding("entity", found.start(), found.end(), message=words),))


# ------------------------------------------------------------------------------------------------- other charsets, §7.7


class Reading(Record):
    """
    What a component's escapes say in one charset.

    Attributes:
        part: ``"path"``, ``"query"`` or ``"fragment"``.
        charset: The charset, as it was asked for.
        text: The component of an IRI that they write then.
    """

    __slots__ = ("part", "charset", "text")  # noqa: RUF023 (order is the constructor's)
    __match_args__ = ("part", "charset", "text")

    if TYPE_CHECKING:
        part: Literal["path", "query", "fragment"]
        charset: str
        text: str

        def __init__(self, part: str, charset: str, text: str) -> None: ...


def interpret(uri: str, charsets: Iterable[str] = ("utf-8", "shift_jis", "euc-jp")) -> list[Reading]:
    """
    Read the escapes of a URI in each of some charsets, and choose none.

    For whoever finds resources by name, and still has to understand URIs that are not based on UTF-8.

    Args:
        uri: A URI-reference.
        charsets: Names of charsets, in the order in which they are tried.

    Returns:
        Readings by component, and in each by charset.  Of a charset that does not fit, none: it has no character for
        some octets, or one that the component of an IRI cannot hold.  A component without escapes beyond printable
        US-ASCII has none.  Escapes of reserved characters, of "%" and of what no URI holds stay; what is not based on
        Unicode is in Normalization Form C.

    Raises:
        URISyntaxError: *uri* is no URI-reference.
        LookupError: There is no such charset.

    Cost:
        Linear in the text, times the number of charsets.

    Example:
        >>> for one in interpret("/%93%FA%96%7B?%C3%A9", ["utf-8", "shift_jis", "iso-8859-1"]):
        ...     print(one.part, one.charset, one.text)
        path shift_jis /日本
        query utf-8 é
        query shift_jis ﾃｩ
        query iso-8859-1 Ã©

    Source:
        RFC 3987 §7.7, §6.4.
    """
    pieces = read(uri)
    asked = [(charset, _decoder(charset)) for charset in charsets]
    found = []
    for part, component in (("path", pieces[4]), ("query", pieces[5][1:]), ("fragment", pieces[6][1:])):
        octets = [int(escape[:2], 16) for escape in component.split("%")[1:]]
        if all(0x20 <= octet < 0x7F for octet in octets):
            continue
        fits = RFC3987.matcher(RFC3987.part(part)).fullmatch
        for charset, decoder in asked:
            text = _read(component, decoder)
            if text is not None and fits(text):
                found.append(Reading(part, charset, text if is_unicode(charset) else to_form(text)))
    return found


def _decoder(charset: str) -> Callable[[], IncrementalDecoder]:
    """Make decoders of the charset that take one octet at a time."""
    from codecs import getincrementaldecoder

    return getincrementaldecoder(only_charset(charset))


def _read(component: str, make: Callable[[], IncrementalDecoder]) -> str | None:
    """A component with its octets as characters; None where some are none, or one would swallow a delimiter."""
    import re

    decoder, written, waiting = make(), [""], list[str]()
    try:
        for token in re.findall("%..|[^%]", component):
            waiting.append(token)
            characters = decoder.decode(bytes([int(token[1:], 16) if token[0] == "%" else ord(token)]))
            if characters:
                written.append(_kept(characters, waiting))
                waiting = []
        written.append(_kept(decoder.decode(b"", True), waiting))
    except UnicodeError:
        return None
    return "".join(written)


def _kept(characters: str, tokens: list[str]) -> str:
    """The characters that some octets are; as the tokens that wrote them, where that is how they have to stay."""
    if len(tokens) == 1:
        as_written = tokens[0][0] != "%" or (characters.isascii() and not matches("unreserved", characters))
        return tokens[0] if as_written else characters
    if not _DELIMITERS.isdisjoint(tokens):
        raise UnicodeError("a delimiter is no part of a character")
    kept = [c if not c.isascii() or matches("unreserved", c) else f"%{ord(c):02X}" for c in characters]
    return "".join(kept)
