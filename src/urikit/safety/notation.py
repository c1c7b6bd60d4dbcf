"""
How is an IRI written where only US-ASCII can be, or where an editor would reorder it?

The two notations of RFC 3987 §1.4, which its examples and ours are written in.
"""

from __future__ import annotations

from urikit.findings import URIRuleError, finding
from urikit.syntax.octets import only_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Literal

    Notation = Literal["xml", "bidi"]
    Script = Literal["hebrew", "arabic"]

NOTATIONS = ("xml", "bidi")

_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SCRIPTS = {
    "hebrew": "אבגדהוזחטיכלמנסעפצקרשתךםןף",
    "arabic": "ابتثجحخدذرزسشصضطظعغفقكلمنه",
}
"""The letters that the capitals A to Z stand for; the RFC names none.  In Hebrew, W to Z are final forms."""

_READ = {script: dict(zip(_CAPITALS, letters, strict=True)) for script, letters in SCRIPTS.items()}
_WRITTEN = {letter: capital for table in _READ.values() for capital, letter in table.items()}
_WRITTEN |= {capital: capital.lower() for capital in _CAPITALS}

_patterns: dict[str, re.Pattern[str]] = {}


def notation(text: str, style: Notation) -> str:
    """
    Write a text in one of the notations of RFC 3987.

    Args:
        text: Any text.
        style: ``"xml"``: what is not US-ASCII as ``&#x``, its number in hex and ``;``, and "&" as ``&amp;``.
            ``"bidi"``: Hebrew and Arabic letters as Latin capitals, in their logical order, and Latin letters in lower
            case; letters that no capital stands for stay as they are.

    Raises:
        ValueError: There is no such *style*.

    Cost:
        Linear.

    Example:
        >>> notation("http://example.org/rosé?a&b", "xml"), notation("http://ab.גדה123.ij", "bidi")
        ('http://example.org/ros&#xE9;?a&amp;b', 'http://ab.CDE123.ij')

    Source:
        RFC 3987 §1.4.
    """
    _known(style)
    if style == "bidi":
        return "".join([_WRITTEN.get(character, character) for character in only_text(text)])
    text = only_text(text).replace("&", "&amp;")
    return text if text.isascii() else "".join([one if one.isascii() else f"&#x{ord(one):X};" for one in text])


def from_notation(text: str, style: Notation = "xml", script: Script = "hebrew") -> str:
    """
    Read a text that is in one of the notations of RFC 3987.

    Args:
        text: A text in the notation.
        style: ``"xml"`` or ``"bidi"``.
        script: Whose letters the capitals of ``"bidi"`` stand for: ``"hebrew"`` or ``"arabic"``.

    Returns:
        What it stands for.  What XML Notation wrote comes back as it was; Bidi Notation does not tell scripts apart.

    Raises:
        URIRuleError: A "&" of XML Notation begins neither ``&amp;`` nor the number of a character (``notation``).
        ValueError: There is no such *style* or *script*.

    Cost:
        Linear.

    Example:
        >>> from_notation("http://example.org/ros&#xE9;?a&amp;b"), from_notation("http://ab.CD.ij/", "bidi")
        ('http://example.org/rosé?a&b', 'http://ab.גד.ij/')

    Source:
        RFC 3987 §1.4.
    """
    _known(style)
    if script not in SCRIPTS:
        raise ValueError(f"script is one of {', '.join(SCRIPTS)}, not {script!r}")
    if style == "bidi":
        return "".join([_READ[script].get(character, character) for character in only_text(text)])
    if "&" not in only_text(text):
        return text
    made: list[str] = []
    for stretch in _references().finditer(text):
        found = stretch[0]
        if found == "&amp;":
            found = "&"
        elif found[0] == "&":
            found = _character(stretch[1] or "D800")
        if not found:
            raise URIRuleError(text, (finding("notation", stretch.start(), stretch.end()),))
        made.append(found)
    return "".join(made)


def _known(style: str) -> None:
    if style not in NOTATIONS:
        raise ValueError(f"style is one of {', '.join(NOTATIONS)}, not {style!r}")


def _references() -> re.Pattern[str]:
    """The pattern of what stands between references, of a reference, or of a "&" that begins none."""
    if not _patterns:
        import re

        _patterns[""] = re.compile(r"[^&]++|&#x([0-9A-Fa-f]++);|&amp;|&(?:#x?[0-9A-Fa-f]*+)?")
    return _patterns[""]


def _character(digits: str) -> str:
    """The character of a number; "" where it is none."""
    number = int(digits, 16) if len(digits.lstrip("0")) < 7 else 0x110000
    return "" if number > 0x10FFFF or 0xD800 <= number < 0xE000 else chr(number)
