"""
Which way is a character written, and between which delimiters does that matter?

The Bidi_Class of a character is Unicode's (UAX #9 §3.2), from Python's tables.  A component is what RFC 3987 §4.2 calls
one: what stands between delimiters, and is read in one direction.
"""

from __future__ import annotations

from urikit.findings import MASK, Record, hide_in_path
from urikit.syntax.mend import FRAGMENT, HOST, PATH, QUERY, USERINFO, starts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Literal

    from urikit.syntax.parse import Pieces

    Part = Literal["userinfo", "host", "label", "segment", "extension", "query", "name", "value", "fragment"]

FORMATS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""
Characters that move others and are not seen: LRM RLM LRE RLE LRO RLO PDF, which RFC 3987 §4.1 forbids by name, and what
Unicode has added since for the same ends: ALM LRI RLI FSI PDI.
"""

RIGHT_TO_LEFT = frozenset(("R", "AL"))
"""The classes that are right-to-left for §4.2."""

NUMBERS = frozenset(("EN", "AN"))
"""The classes of digits: not of a direction, but drawn left to right wherever they go."""

DOTS = ".\u3002\uff0e\uff61"
"""What ends a label of a domain name, now or once it is mapped (RFC 3490 §3.1)."""

# Blocks whose characters run right to left before Unicode assigns them (DerivedBidiClass.txt, @missing lines).
_AL: tuple[tuple[int, int], ...] = ((0x600, 0x7BF), (0x860, 0x8FF), (0xFB50, 0xFDCF), (0xFDF0, 0xFDFF))
_AL += ((0xFE70, 0xFEFF), (0x10D00, 0x10D3F))
_AL += ((0x10EC0, 0x10EFF), (0x10F30, 0x10F6F), (0x1EC70, 0x1ECBF), (0x1ED00, 0x1ED4F), (0x1EE00, 0x1EEFF))
_R = ((0x590, 0x8FF), (0xFB1D, 0xFB4F), (0x10800, 0x10FFF), (0x1E800, 0x1EFFF))  # where the above say nothing
_BLOCKS = {"AL": _AL, "R": _R, "ET": ((0x20A0, 0x20CF),)}


class _Classes(dict[str, str]):
    """The class of each character, looked up once."""

    def __missing__(self, character: str) -> str:
        from unicodedata import bidirectional

        found = bidirectional(character) or _unassigned(ord(character))
        if len(self) < 1 << 14:
            self[character] = found
        return found


def _unassigned(number: int) -> str:
    for name, blocks in _BLOCKS.items():
        if any(first <= number <= last for first, last in blocks):
            return name
    return "L"


_CLASSES = _Classes()


def bidi_classes(text: str) -> list[str]:
    """
    Return the Bidi_Class of each character.

    Args:
        text: Any text.

    Returns:
        As many short names as *text* has code points; of what this Python's tables do not have, the one that Unicode
        gives to the unassigned.

    Example:
        >>> bidi_classes("aא١1/")
        ['L', 'R', 'AN', 'EN', 'CS']

    Source:
        UAX #9 §3.2.
    """
    return list(map(_CLASSES.__getitem__, text))


def is_right_to_left(text: str) -> bool:
    """
    Say whether a text has a right-to-left character.

    Example:
        >>> is_right_to_left("a/אב"), is_right_to_left("a/123")
        (True, False)

    Source:
        RFC 3987 §4.
    """
    return not text.isascii() and not RIGHT_TO_LEFT.isdisjoint(map(_CLASSES.__getitem__, set(text)))


class Component(Record):
    """
    A component in the sense of RFC 3987 §4.2; never empty.

    Attributes:
        part: ``"userinfo"``, ``"host"`` or ``"label"``, ``"segment"`` and its ``"extension"``, ``"query"`` or its
            ``"name"`` and ``"value"``, ``"fragment"``.
        text: As it stands in the reference.
        start: In code points of the reference.
        end: In code points.
    """

    __slots__ = ("part", "text", "start", "end")  # noqa: RUF023 (the constructor's)

    if TYPE_CHECKING:
        part: Part
        text: str
        start: int
        end: int

        def __init__(self, part: Part, text: str, start: int, end: int) -> None: ...

    def _shown(self) -> tuple[object, ...]:
        if self.part == "segment":
            return self.part, hide_in_path(self.text), self.start, self.end
        user, colon, password = self.text.partition(":") if self.part == "userinfo" else (self.text, "", "")
        return self.part, f"{user}{colon}{MASK if password else ''}", self.start, self.end


def components(
    pieces: Pieces, *, domain: bool = False, pairs: bool = False, extension: bool = False
) -> tuple[Component, ...]:
    """
    Cut a reference into the components whose direction matters.

    Args:
        pieces: The seven pieces of a valid IRI-reference.
        domain: Whether its host is a domain name; then each label is a component.
        pairs: Whether each name and each value of the query is one.
        extension: Whether what follows the last dot of the last segment is one.

    Returns:
        The components in logical order, without the empty ones.  An IP-literal is none, nor are scheme and port: they
        are ASCII by the grammar.

    Example:
        >>> from urikit.syntax.parse import read
        >>> iri = read("http://ab.גד/כל.html?q=x", spec="rfc3987")
        >>> [one.text for one in components(iri)]
        ['ab.גד', 'כל.html', 'q=x']
        >>> [one.text for one in components(iri, domain=True, pairs=True, extension=True)]
        ['ab', 'גד', 'כל', 'html', 'q', 'x']

    Source:
        RFC 3987 §4.2.
    """
    found = _spans(pieces, domain, pairs, extension)
    return tuple(Component(part, text, at, at + len(text)) for part, text, at in found if text)


def _spans(pieces: Pieces, domain: bool, pairs: bool, extension: bool) -> Iterator[tuple[Part, str, int]]:
    at = starts(pieces)
    if pieces[USERINFO].endswith("@"):
        yield "userinfo", pieces[USERINFO][2:-1], at[USERINFO] + 2
    host = pieces[HOST]
    if not host.startswith("["):
        for label, place in _cut(host, DOTS) if domain else [(host, 0)]:
            yield "label" if domain else "host", label, at[HOST] + place
    segments = list(_cut(pieces[PATH], "/"))
    last, place = segments.pop()
    for segment, before in segments:
        yield "segment", segment, at[PATH] + before
    dot = last.rfind(".") if extension else -1
    if not 0 < dot < len(last) - 1:
        yield "segment", last, at[PATH] + place
    else:
        yield "segment", last[:dot], at[PATH] + place
        yield "extension", last[dot + 1 :], at[PATH] + place + dot + 1
    if not pairs:
        yield "query", pieces[QUERY][1:], at[QUERY] + 1
    else:
        for pair, before in _cut(pieces[QUERY][1:], "&;"):
            name, equals, value = pair.partition("=")
            yield "name", name, at[QUERY] + 1 + before
            yield "value", value, at[QUERY] + 1 + before + len(name + equals)
    yield "fragment", pieces[FRAGMENT][1:], at[FRAGMENT] + 1


def _cut(text: str, delimiters: Iterable[str]) -> Iterator[tuple[str, int]]:
    """The stretches between delimiters, each with its place."""
    first, *others = delimiters
    for other in others:
        text = text.replace(other, first)
    at = 0
    for stretch in text.split(first):
        yield stretch, at
        at += len(stretch) + 1
