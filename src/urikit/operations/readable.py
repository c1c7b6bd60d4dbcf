"""
Which escapes of a URI become characters of an IRI, and which stay?

RFC 3987 §3.2.  Escapes of US-ASCII become characters where those are unreserved; others where they are UTF-8 of a
character that is fit to be read.  For that, step 4 names three sections: the grammar (§2.2), bidirectional formatting
(§4.1), and characters that are taken for others (§6.1), where the choice is the converter's.  Ours is three words, each
keeping more than the last:

- ``"none"``: what no IRI may hold: what is not ucschar, and private use outside the query.
- ``"minimal"``: also characters that format bidirectional text; those of Unicode's later versions with the RFC's seven.
- ``"recommended"``: also spaces and separators, formats (but for the two joiners, which some scripts need), what is
  unassigned, fullwidth ASCII and halfwidth katakana.
"""

from __future__ import annotations

from functools import partial

from urikit.syntax.bidi import FORMATS
from urikit.syntax.octets import to_text
from urikit.syntax.parse import pieces

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable
    from typing import Literal

    Keep = Literal["recommended", "minimal", "none"]

KEEPS = ("recommended", "minimal", "none")

_RUN = "(?:%(?:[89A-Fa-f][0-9A-Fa-f]|2[DEde]|3[0-9]|[46][1-9A-Fa-f]|5[0-9AaFf]|7[0-9AaEe]))++"
"""Escapes that step 2 decodes: of octets beyond US-ASCII, and of unreserved characters."""

_USUAL = ((0xFF01, 0xFF5E), (0xFF61, 0xFF9F))
"""Fullwidth ASCII and halfwidth katakana: another form is usual."""

_readers: dict[tuple[str, bool], Callable[[str], str]] = {}
_runs: list[re.Pattern[str]] = []
_ranges: list[tuple[int, int]] = []


def readable(component: str, keep: str = "recommended", in_query: bool = False) -> str:
    """
    Decode the escapes of a component that an IRI does without.

    Args:
        component: Its text, or that of several, as long as none is the query.
        keep: How much stays percent-encoded; see above.
        in_query: Whether it is the query, where private use may stand.

    Returns:
        The component of the IRI.  What is not UTF-8, or not fit, has escapes with upper-case digits; those of reserved
        characters, of "%" and of what no URI holds are as written.

    Raises:
        ValueError: *keep* is none of the three.

    Cost:
        Linear.

    Example:
        >>> readable("D%C3%BCrst%2f%7e"), readable("D%fcrst"), readable("%e2%80%ae")
        ('Dürst%2f~', 'D%FCrst', '%E2%80%AE')

    Source:
        RFC 3987 §3.2 steps 2 to 5.
    """
    reader = _readers.get((keep, in_query))
    if reader is None:
        reader = _readers[keep, in_query] = _reader(table(keep, in_query))
    return reader(component) if "%" in component else component


def _reader(fitting: Escaped) -> Callable[[str], str]:
    def read(run: re.Match[str]) -> str:
        return decoded(run[0]).translate(fitting)

    return partial(runs().sub, read)


def runs() -> re.Pattern[str]:
    """Return the pattern of escapes that step 2 decodes, as many as follow one another."""
    if not _runs:
        import re

        _runs.append(re.compile(_RUN))
    return _runs[0]


def octets_of(run: str) -> bytes:
    """Return the octets of a run of escapes."""
    return bytes.fromhex(run.replace("%", ""))


def decoded(run: str) -> str:
    """
    Decode a run of escapes; what is not UTF-8 stays, with upper-case digits.

    Example:
        >>> decoded("%c3%bc%fc%41")
        'ü%FCA'

    Source:
        RFC 3987 §3.2 step 3.
    """
    octets = octets_of(run)
    try:
        return octets.decode()
    except UnicodeDecodeError:
        return to_text(octets, "utf-8", "keep", run)


# ---------------------------------------------------------------------------------------------- what is fit to be read


class Escaped(dict[int, "int | str"]):
    """
    What becomes of each code point, for `str.translate`: itself, or its escapes.

    Args:
        keep: How much stays percent-encoded; see above.
        in_query: Whether it stands in the query, where private use may.

    Example:
        >>> "é\\u3000~".translate(Escaped("recommended", False)), "\\ue000".translate(Escaped("recommended", True))
        ('é%E3%80%80~', '\\ue000')

    Source:
        RFC 3987 §2.2, §4.1, §6.1.
    """

    def __init__(self, keep: str, in_query: bool) -> None:
        super().__init__((number, number) for number in range(128))
        self.keep = keep
        self.in_query = in_query

    def __missing__(self, number: int) -> int | str:
        listed = self.keep == "recommended" and _is_listed(number)
        if listed or why_unfit(chr(number), self.keep, self.in_query):
            return escaped(chr(number))  # not remembered: there are a million of them
        self[number] = number
        return number


_tables: dict[tuple[str, bool], Escaped] = {}


def table(keep: str, in_query: bool) -> Escaped:
    """
    Return the table of these words, made once.

    Raises:
        ValueError: *keep* is none of the three.
    """
    found = _tables.get((keep, in_query))
    if found is None:
        if keep not in KEEPS:
            raise ValueError(f"keep is one of {', '.join(KEEPS)}, not {keep!r}")
        found = _tables[keep, in_query] = Escaped(keep, in_query)
    return found


def escaped(text: str) -> str:
    """
    Percent-encode every character's UTF-8.

    Args:
        text: Any text without lone surrogates.

    Example:
        >>> escaped("é\\U0001f600")
        '%C3%A9%F0%9F%98%80'

    Source:
        RFC 3987 §3.1 steps 2.1 and 2.2.
    """
    return f"%{text.encode().hex('%').upper()}" if text else ""


def why_unfit(character: str, keep: str, in_query: bool) -> tuple[str, str] | None:
    """
    Tell why a character stays percent-encoded, and by which section; None where it does not.

    Args:
        character: One that is not ASCII.
        keep: As for `Escaped`.
        in_query: As for `Escaped`.

    Example:
        >>> why_unfit("\\u202e", "minimal", True), why_unfit("\\u3000", "minimal", True)
        (('it formats bidirectional text', '§4.1'), None)

    Source:
        RFC 3987 §2.2, §4.1, §6.1.
    """
    if pieces(f"?{character}", "rfc3987") is None:
        return "no IRI holds it", "§2.2"
    if pieces(character, "rfc3987") is None:
        return None if in_query else ("private use stands in the query only", "§2.2")
    if keep == "none":
        return None
    if character in FORMATS:
        return "it formats bidirectional text", "§4.1"
    if keep == "minimal":
        return None
    if any(first <= ord(character) <= last for first, last in _USUAL):
        return "another form of the character is usual", "§6.1b"
    return ("it is not seen, or not assigned", "§6.1b") if _is_listed(ord(character)) else None


def _is_listed(number: int) -> bool:
    """Whether the list of unassigned, separating and formatting characters has it."""
    from bisect import bisect_right

    ranges = _listed()
    at = bisect_right(ranges, (number, 0x110000))
    return at > 0 and number <= ranges[at - 1][1]


def _listed() -> list[tuple[int, int]]:
    """Return the ranges of that list."""
    if not _ranges:
        from urikit.operations._unfit import RANGES  # most conversions have nothing to look up

        for one in RANGES.split():
            first, _, last = one.partition("-")
            _ranges.append((int(first, 16), int(last or first, 16)))
    return _ranges


def kept_ranges(keep: str) -> list[tuple[int, int]]:
    """
    Return the first and last code points of what stays percent-encoded though an IRI may hold it, for the twin.

    Args:
        keep: As for `Escaped`.

    Example:
        >>> kept_ranges("minimal")[:2], kept_ranges("none")
        ([(1564, 1564), (8206, 8206)], [])

    Source:
        RFC 3987 §4.1, §6.1.
    """
    if keep == "recommended":
        return sorted([*_listed(), *_USUAL])  # the list has all that format bidirectional text
    return sorted([(ord(one), ord(one)) for one in FORMATS]) if keep == "minimal" else []
