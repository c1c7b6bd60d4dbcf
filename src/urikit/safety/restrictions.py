"""
Which characters of an IRI will be taken for others, or not be seen?

The grammar allows them, and whoever makes an IRI should leave them out: RFC 3987 §6.1 (look-alikes), §7.5 (what is
there for compatibility), §8 (spoofing), §5.3.2.2 (composed or not).
"""

from __future__ import annotations

from urikit import findings as table
from urikit.findings import finding
from urikit.operations.readable import escaped
from urikit.safety.bidi import encoded
from urikit.syntax.bidi import FORMATS
from urikit.syntax.forms import named, to_form
from urikit.syntax.mend import mended

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Container, Iterable, Sequence

    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces

LOOKALIKES = {
    "\u2044": "/",
    "\u2215": "/",
    "\u29f8": "/",
    "\uff0f": "/",
    "\u037e": ";",
    "\u0589": ":",
    "\u05c3": ":",
    "\u2236": ":",
    "\uff1a": ":",
    "\u3002": ".",
    "\uff0e": ".",
    "\uff61": ".",
    "\uff1f": "?",
    "\ufe56": "?",
    "\uff03": "#",
    "\ufe5f": "#",
    "\uff20": "@",
    "\ufe6b": "@",
    "\uff05": "%",
    "\u1fef": "`",
}
"""What looks like a delimiter, and which one.  A choice: Unicode has more.  NFC makes ASCII of U+037E and U+1FEF."""

# Halfwidth and Fullwidth Forms, but for those that are among the look-alikes, and one that is not seen.
_FULL = "\uff01\uff02\uff04\uff06-\uff0d\uff10-\uff19\uff1b-\uff1e\uff21-\uff60\uffe0-\uffe6"
_HALF = "\uff62-\uff9f\uffa1-\uffdc\uffe8-\uffee"
_SPACES = "\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"

# Default_Ignorable_Code_Point (DerivedCoreProperties.txt) as far as it is ucschar, but for what formats bidirectional
# text, which has a code of its own, and the two joiners.
_UNSEEN = (
    "\xad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2060-\u2065\u206a-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
)
_JOINERS = "\u200c\u200d"

_DELIMITERS = frozenset(":/?#[]@!$&'()*+,;=.%\u3002\uff0e\uff61")
"""What a mark is drawn on where no letter stands before it; "%" is for an escape."""

_patterns: dict[str, re.Pattern[str]] = {}


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find the characters that a maker of IRIs should leave out.

    Args:
        text: A valid IRI-reference.
        pieces: Its seven pieces.

    Returns:
        At most one finding of each, at its first place: ``fullwidth-form``, ``halfwidth-form``,
        ``delimiter-lookalike``, ``non-ascii-space``, ``invisible-character``, ``leading-combining``, ``not-nfc``,
        ``not-nfkc``.  Characters that are percent-encoded are none of these.  The help mends all places of its kind.

    Cost:
        Linear.

    Example:
        >>> from urikit.syntax.parse import read
        >>> iri = "http://h/ａ／b"
        >>> [(one.code, one.start, one.help) for one in findings(iri, read(iri, spec="rfc3987"))]
        [('fullwidth-form', 9, 'write http://h/a／b'), ('delimiter-lookalike', 10, 'write http://h/ａ%EF%BC%8Fb')]

    Source:
        RFC 3987 §5.3.2.2, §6.1, §7.5, §8.
    """
    if text.isascii():
        return []
    found = [
        _of_set("fullwidth-form", _FULL, text, pieces, _usual),
        _of_set("halfwidth-form", _HALF, text, pieces, _usual),
        _of_set("delimiter-lookalike", "".join(LOOKALIKES), text, pieces, encoded),
        _of_set("non-ascii-space", _SPACES, text, pieces, encoded),
        _invisible(text, pieces),
        _leading(text, pieces),
        _not_composed(text, pieces),
        _for_compatibility(text, pieces),
    ]
    return [one for one in found if one is not None]


def _runs(inside: str) -> re.Pattern[str]:
    """The pattern of a run of characters out of a set; compiled at its first use."""
    found = _patterns.get(inside)
    if found is None:
        import re

        found = _patterns[inside] = re.compile(f"[{inside}]++")
    return found


def _of_set(code: str, inside: str, text: str, pieces: Pieces, mend: Callable[[str], str]) -> Finding | None:
    run = _runs(inside).search(text)
    if run is None:
        return None
    message = named(run[0][0])
    if run[0][0] in LOOKALIKES:
        message += f" looks like “{LOOKALIKES[run[0][0]]}”, and is no delimiter"
    else:
        message += f": {table.CODES[code].sentence}"
    changes = {index: _runs(inside).sub(lambda run: mend(run[0]), piece) for index, piece in enumerate(pieces)}
    return finding(code, *run.span(), message=message, help=mended(pieces, changes))


def _usual(run: str) -> str:
    """Forms of usual width; those of delimiters stay data, percent-encoded."""
    return encoded(to_form(run, "NFKC"), run)


# ---------------------------------------------------------------------------------------------------------- not seen


def unseen(text: str) -> list[int]:
    """
    Say which characters of a text are not seen.

    Args:
        text: An IRI-reference, or a component of one.

    Returns:
        Their places: characters that Unicode has ignored where no font shows them (Default_Ignorable_Code_Point), but
        for those that format bidirectional text.  ZERO WIDTH JOINER and NON-JOINER are seen by what they do, where they
        stand as RFC 5892 wants them.

    Cost:
        Linear.

    Example:
        >>> unseen("a\u200bb"), unseen("a\u200db"), unseen("क्\u200dष")
        ([1], [1], [])

    Source:
        RFC 3987 §6.1b, §8; RFC 5892 A.1, A.2.
    """
    found: list[int] = []
    for run in _runs(_UNSEEN + _JOINERS).finditer(text):
        found += [at for at in range(*run.span()) if text[at] not in _JOINERS or not _does_join(text, at)]
    return found


def _does_join(text: str, at: int) -> bool:
    from urikit.operations.uts46 import joins  # which loads the tables

    return joins(text, at)


def hidden(component: str, drawable: Callable[[str], bool] | None = None) -> set[int]:
    """
    Say which characters of a component cannot be drawn, or would be taken for something else.

    Args:
        component: One component of an IRI-reference, as it stands there.
        drawable: Says whether there is a glyph for a character that is not ASCII; else all that is assigned has one.

    Returns:
        Their places: what this room finds, but for normal forms; what formats bidirectional text; what is unassigned or
        for private use; and marks behind any of these.

    Cost:
        Linear.

    Example:
        >>> sorted(hidden("\u0301a\u2215b\ue000"))
        [0, 2, 4]

    Source:
        RFC 3987 §6.1, §7.6.
    """
    from unicodedata import category

    wide = {one for one in set(component) if not one.isascii()}
    gone = {one for one in wide if one in FORMATS or category(one) in ("Cn", "Co") or (drawable and not drawable(one))}
    found = {at for at, character in enumerate(component) if character in gone}
    found.update(unseen(component))
    for run in _runs(_FULL + _HALF + "".join(LOOKALIKES) + _SPACES).finditer(component):
        found.update(range(*run.span()))
    return found.union(stranded(component, found))


def _invisible(text: str, pieces: Pieces) -> Finding | None:
    places = unseen(text)
    if not places:
        return None
    at, end = _first_run(places)
    changes = {index: at_places(piece, unseen(piece), lambda _: "") for index, piece in enumerate(pieces)}
    message = f"{named(text[at])} is not seen"
    return finding("invisible-character", at, end, message=message, help=mended(pieces, changes))


def _first_run(places: Sequence[int]) -> tuple[int, int]:
    """From where to where the first places follow one another."""
    end = places[0]
    for place in places:
        if place != end:
            break
        end += 1
    return places[0], end


def at_places(text: str, places: Iterable[int], write: Callable[[str], str]) -> str:
    """
    Return a text with the characters at some places written otherwise.

    Example:
        >>> at_places("abc", [1], str.upper)
        'aBc'
    """
    there = set(places)
    return "".join([write(one) if at in there else one for at, one in enumerate(text)]) if there else text


# ------------------------------------------------------------------------------------------------ marks, normal forms


def stranded(text: str, to_escape: Container[int] = ()) -> list[int]:
    """
    Say which combining marks of a text are drawn on a delimiter or on an escape.

    Args:
        text: An IRI-reference, or a component of one.
        to_escape: Places of characters that are going to be escapes.

    Returns:
        The places of marks that begin *text*, or follow a reserved character, a dot or an escape; with each, of those
        that follow it.

    Cost:
        Linear.

    Example:
        >>> stranded("\u0301\u0300a/\u0301"), stranded("a\u0301"), stranded("%20\u0301")
        ([0, 1, 4], [], [3])

    Source:
        RFC 3987 §6.1b.
    """
    from unicodedata import category

    marks = {one for one in set(text) if not one.isascii() and category(one)[0] == "M"}
    if not marks:
        return []
    found: list[int] = []
    before = "/"
    for at, character in enumerate(text):
        if at in to_escape or (at > 1 and text[at - 2] == "%"):
            before = "%"
        elif character not in marks:
            before = character
        elif before in _DELIMITERS:
            found.append(at)
    return found


def _leading(text: str, pieces: Pieces) -> Finding | None:
    places = [at for at in stranded(text) if not _runs(_UNSEEN).match(text[at])]
    if not places:
        return None
    at, end = _first_run(places)
    message = f"{named(text[at])} has no letter before it, and is drawn on what stands there"
    # a piece begins with a delimiter, or behind one
    changes = {index: at_places(piece, stranded(piece), escaped) for index, piece in enumerate(pieces)}
    return finding("leading-combining", at, end, message=message, help=mended(pieces, changes))


def _not_composed(text: str, pieces: Pieces) -> Finding | None:
    composed = to_form(text)
    if composed == text:
        return None
    at = next((at for at, (one, other) in enumerate(zip(text, composed, strict=False)) if one != other), len(composed))
    from unicodedata import combining

    while at and combining(text[at]):
        at -= 1
    end = at + 1
    while end < len(text) and (combining(text[end]) or "\u1160" <= text[end] < "\u1200"):
        end += 1
    return finding("not-nfc", at, end, help=mended(pieces, {index: to_form(one) for index, one in enumerate(pieces)}))


def _for_compatibility(text: str, pieces: Pieces) -> Finding | None:
    """What has a code of its own above is left out here."""
    from unicodedata import normalize

    told = _runs(_FULL + _HALF + _UNSEEN + _SPACES + "".join(LOOKALIKES))
    there = {one for one in set(text) if not (one.isascii() or told.match(one))}
    forms = {one for one in there if normalize("NFKC", one) != normalize("NFC", one)}
    if not forms:
        return None
    at = next(at for at, character in enumerate(text) if character in forms)
    message = f"{named(text[at])} is there for compatibility; the usual form is “{normalize('NFKC', text[at])}”"
    changes = {index: encoded(to_form(piece, "NFKC"), forms) for index, piece in enumerate(pieces)}
    return finding("not-nfkc", at, at + 1, message=message, help=mended(pieces, changes))
