"""
Which normal form is a reference in, how would it read in another, and what is a character called?

NFC and NFKC of UAX #15 between the delimiters: a combining mark after "=" or an escape composes with nothing, or the
reference would be cut elsewhere.  RFC 3987 §5.3.2.2, §7.5.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Literal

    Form = Literal["NFC", "NFKC"]

_MARKS = 256
"""Of fewer characters any order is found quickly."""

_patterns: dict[str, re.Pattern[str]] = {}

_STRETCH = r"%[0-9A-Fa-f]{2}|[^%:/?#\[\]@!$&'()*+,;=\u037e\u1fef]++"
"""An escape, or what stands between escapes and delimiters; U+037E and U+1FEF are some: their NFC is ";" and "`"."""

_KEPT = frozenset("!\"#$%&'()*+,./:;<=>?@[\\]^`{|} ")
"""ASCII that cuts a reference, or that none holds for itself; a dot cuts a host, and is a segment of its own kind."""


def to_form(text: str, form: Form = "NFC") -> str:
    """
    Write a reference in a normal form, between its delimiters.

    Args:
        text: An IRI-reference, or a component of one.
        form: ``"NFC"``; or ``"NFKC"``, which also replaces letters and digits that are there for compatibility.

    Returns:
        A text that is cut where *text* is: what NFKC makes a delimiter of, or any other ASCII that an IRI does not hold
        for itself, stays.  The same object where nothing changes.

    Cost:
        Linear.

    Example:
        >>> to_form("re\\u0301sume\\u0301"), to_form("ﬁ／a", "NFKC")
        ('résumé', 'fi／a')
        >>> to_form("?a=\\u0338\\u037e") == "?a=\\u0338\\u037e"
        True

    Source:
        RFC 3987 §5.3.2.2, §7.5; UAX #15.
    """
    if text.isascii():
        return text
    from unicodedata import is_normalized

    if is_normalized(form, text):
        return text

    def written(stretch: re.Match[str]) -> str:
        inside = stretch[0]
        if inside.isascii():
            return inside
        return normal(inside if form == "NFC" else "".join(map(_plain, inside)))

    found = _stretches().sub(written, text)
    return text if found == text else found


def _plain(character: str) -> str:
    """A character without what is there for compatibility, unless that makes other ASCII of it."""
    from unicodedata import normalize

    plain = normalize("NFKC", character)
    return character if plain != character and not _KEPT.isdisjoint(plain) else plain


def normal(text: str, form: Form = "NFC") -> str:
    """
    Write any text in a normal form, in linear time.

    Python puts the marks behind a letter in order by insertion, which takes the square of their number.  So where there
    are many they are put in order first.

    Args:
        text: Any text.
        form: ``"NFC"`` or ``"NFKC"``.

    Cost:
        Linear, but for the sorting of marks that follow one another: n log n.

    Example:
        >>> normal("e\\u0301"), normal("ﬁ", "NFKC")
        ('é', 'fi')

    Source:
        UAX #15; The Unicode Standard §3.11, D109 (Canonical Ordering Algorithm).
    """
    from unicodedata import combining, normalize

    if len(text) < _MARKS or text.isascii():
        return normalize(form, text)
    decomposed = {one: normalize("NFD" if form == "NFC" else "NFKD", one) for one in set(text)}
    marks = {one for one, made in decomposed.items() if combining(made[0])}
    if len(marks) < 2 and all(len(decomposed[one]) == 1 for one in marks):
        return normalize(form, text)
    from itertools import groupby

    made: list[str] = []
    for moves, run in groupby("".join([decomposed[one] for one in text]), lambda one: combining(one) > 0):
        if moves:
            made += sorted(run, key=combining)
        else:
            made += run
    return normalize(form, "".join(made))


def _stretches() -> re.Pattern[str]:
    found = _patterns.get("")
    if found is None:
        import re

        found = _patterns[""] = re.compile(_STRETCH)
    return found


def named(character: str) -> str:
    """
    Name a character as a message can show it: printable ASCII as itself, all else by number and name.

    Example:
        >>> named("1"), named("\\u200e"), named("\\ue000")
        ('“1”', 'U+200E LEFT-TO-RIGHT MARK', 'U+E000')
    """
    if " " < character < "\x7f":
        return f"“{character}”"
    from unicodedata import name

    return f"U+{ord(character):04X} {name(character, '')}".rstrip()
