"""
Which characters do these octets stand for, and where do they stop being characters?

Between a name and the octets that its escapes write there is a charset (RFC 3986 §2.5), UTF-8 (RFC 3629) unless
somebody says otherwise.
"""

from __future__ import annotations

from urikit.findings import URIRuleError, finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, NoReturn

    Errors = Literal["strict", "keep", "replace"]


def from_bytes(data: bytes, charset: str) -> str:
    """
    Read a reference's text from octets of a document or a protocol.

    A reference is made of characters; this is the one door that takes octets for one, and it has to be told their
    charset.

    Args:
        data: The octets.
        charset: What they are: the document's charset.

    Returns:
        The text, in Normalization Form C unless *charset* is UTF-8, -16 or -32, whose characters are taken as they are.
        Whether it is a reference is for the parser to say.

    Raises:
        URIRuleError: *charset* has no character for some octets (``not-decodable``; ``bad-utf-8`` in UTF-8).
        TypeError: *data* is not octets.

    Example:
        >>> from_bytes("http://example.com/~a".encode("cp500"), "cp500")
        'http://example.com/~a'
        >>> from_bytes(b"Vi\\xea\\xf2t Nam", "windows-1258") == "Vi\\u1ec7t Nam"
        True

    Source:
        RFC 3986 §1.2.1, §2, §2.5; RFC 3987 §3.1 step 1, variants b and c.
    """
    text = characters(data, charset)
    if text.isascii() or is_unicode(charset):
        return text
    from urikit.syntax.forms import normal

    return normal(text)


def is_unicode(charset: str) -> bool:
    """
    Say whether a charset is an encoding of Unicode, in which a text may be composed or not.

    Example:
        >>> is_unicode("UTF8"), is_unicode("utf-16-le"), is_unicode("windows-1258"), is_unicode("gb18030")
        (True, True, False, False)

    Source:
        RFC 3987 §3.1 step 1, variant c.
    """
    from codecs import lookup

    return lookup(charset).name.startswith("utf")


def characters(data: bytes, charset: str) -> str:
    """
    Read octets in a charset, character for character.

    Raises:
        As `from_bytes`.

    Example:
        >>> characters(b"\\xe9", "latin-1")
        'é'
    """
    octets = only_octets(data)
    try:
        return octets.decode(only_charset(charset))
    except UnicodeDecodeError as error:
        code, words, length = _what_is_wrong(octets, error)
        start = len(octets[: error.start].decode(charset, "backslashreplace"))
        shown = octets.decode(charset, "backslashreplace")
    raise URIRuleError(shown, (finding(code, start, start + 4 * length, message=words),))  # \xNN for each octet


def only_octets(data: object) -> bytes:
    """
    Take octets of any kind, and nothing else.

    Raises:
        TypeError: *data* is not octets.

    Example:
        >>> only_octets(bytearray(b"a"))
        b'a'
    """
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"octets (or text, where it is taken) are wanted here, not {type(data).__name__}")
    return bytes(data)  # pyright: ignore[reportUnknownArgumentType] (a memoryview of whatever)


def only_text(value: object) -> str:
    """
    Take a text, and nothing else: octets have one door, `urikit.from_bytes`.

    Raises:
        TypeError: *value* is no ``str``.

    Example:
        >>> only_text("a")
        'a'
    """
    if isinstance(value, str):
        return value
    raise TypeError(f"a text is a str, not {type(value).__name__}; from_bytes(data, charset) reads bytes")


_NO_CHARSETS = ("idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape")
"""What Python counts among the encodings of text, though it writes text in other text, or nothing at all."""


def only_charset(name: str) -> str:
    """
    Take the name of a charset, and nothing else.

    Raises:
        LookupError: There is no such charset.

    Example:
        >>> only_charset("latin-1")
        'latin-1'
    """
    if name == "utf-8":
        return name
    from codecs import lookup

    try:
        known = lookup(name).name not in _NO_CHARSETS and isinstance("".encode(name), bytes)
    except ValueError:  # no name of anything: NUL, or half a surrogate pair
        known = False
    if not known:
        raise LookupError(f"there is no charset {name!r}")
    return name


def to_octets(text: str, charset: str, *, secret: bool = False) -> bytes:
    """
    Encode *text*, or tell which character has no octets in *charset*; a *secret* text is not kept in the error.

    Example:
        >>> to_octets("é", "latin-1")
        b'\\xe9'
    """
    only_charset(charset)
    try:
        return text.encode(charset)
    except UnicodeEncodeError as error:
        number, start, end = ord(text[error.start]), error.start, error.end
        words = f"{error.encoding} has no octets for U+{number:04X}"
    if 0xD800 <= number < 0xE000:
        words = f"U+{number:04X} is a lone surrogate, which is no character"
    raise URIRuleError("•" * len(text) if secret else text, (finding("not-encodable", start, end, message=words),))


def to_text(octets: bytes, charset: str, errors: Errors, component: str) -> str:
    """
    Decode the octets that *component* writes; where they are not *charset*, do as *errors* says.

    Example:
        >>> to_text(b"a\\xc0\\xaf", "utf-8", "keep", "a%c0%af")
        'a%C0%AF'
    """
    only_charset(charset)
    if errors == "keep":
        from codecs import register_error

        register_error("urikit-keep", _escaped)
    try:
        return octets.decode(charset, "urikit-keep" if errors == "keep" else errors)
    except UnicodeDecodeError as error:
        refuse_octets(component, octets, error)


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """What codecs puts where octets are no characters: their escapes."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return "".join([f"%{octet:02X}" for octet in error.object[error.start : error.end]]), error.end


def refuse_octets(component: str, octets: bytes, error: UnicodeDecodeError, code: str = "") -> NoReturn:
    """Raise what is wrong with the octets that *component* writes, at the escapes that write them."""
    row, words, length = _what_is_wrong(octets, error)
    start, end = _place(component, error.start), _place(component, error.start + length)
    raise URIRuleError(component, (finding(code or row, start, end, message=words),)) from None


def _what_is_wrong(octets: bytes, error: UnicodeDecodeError) -> tuple[str, str, int]:
    """The code, the sentence, and how many octets are concerned."""
    at, length = error.start, error.end - error.start
    if error.encoding != "utf-8":
        words = f"{error.encoding} has no character for {octets[at : at + length].hex(' ').upper()}"
        return "not-decodable", words, length
    first, goes_on = octets[at], octets[at + 1 : at + 2] and 0x80 <= octets[at + 1] < 0xC0
    kind = _kind(first, octets[at + 1] if goes_on else 0)
    if kind in (_OVERLONG, _SURROGATE, _TOO_HIGH):  # show the whole sequence, as its first octet counts it
        most = 2 if first < 0xE0 else 3 if first < 0xF0 else 4
        length = 1
        while length < most and octets[at + length : at + length + 1] and 0x80 <= octets[at + length] < 0xC0:
            length += 1
    return "bad-utf-8", f"the octets {octets[at : at + length].hex(' ').upper()} are not UTF-8: {kind}", length


_OVERLONG = "longer than their character needs"
_SURROGATE = "a surrogate is no character"
_TOO_HIGH = "there are no characters above 10FFFF"


def _kind(first: int, second: int) -> str:
    """Which of the faults of RFC 3629 §3 begins so; *second* is 0 unless it continues a character."""
    if first < 0xC0:
        return "they continue a character that was not begun"
    if first < 0xC2 or (first == 0xE0 and 0x80 <= second < 0xA0) or (first == 0xF0 and 0x80 <= second < 0x90):
        return _OVERLONG
    if first == 0xED and second >= 0xA0:
        return _SURROGATE
    if first > 0xF4 or (first == 0xF4 and second >= 0x90):
        return _TOO_HIGH if first < 0xF8 else "no character begins so"
    return "they begin a character and stop"


def _place(component: str, octet: int) -> int:
    """Where in *component* its octet of that number is written."""
    at = 0
    while octet > 0:
        escape = component[at] == "%"
        octet -= 1 if escape else len(component[at].encode())
        at += 3 if escape else 1
    return at
