"""
Will a right-to-left reference be read as it is written?

RFC 3987 §4: characters that it forbids (§4.1), the two rules for components (§4.2), digits beside them (§4.4 example
10); RFC 5893 for domain names.  All is told from classes of characters; nothing is drawn, and no extra is needed.
"""

from __future__ import annotations

from urikit.findings import finding
from urikit.operations import idna
from urikit.operations.domain import is_domain
from urikit.operations.readable import escaped
from urikit.schemes import SCHEMES
from urikit.syntax.bidi import FORMATS, NUMBERS, RIGHT_TO_LEFT, Component, bidi_classes, components
from urikit.syntax.forms import named
from urikit.syntax.mend import PATH, PORT, SCHEME, mended, starts
from urikit.syntax.parse import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from urikit.findings import Finding
    from urikit.schemes import Registry
    from urikit.syntax.parse import Pieces

_STRONG = RIGHT_TO_LEFT | {"L"}
_TOLD = _STRONG | NUMBERS


def bidi_components(
    iri: str, *, pairs: bool = False, extension: bool = False, schemes: Registry | None = None
) -> tuple[Component, ...]:
    """
    Cut an IRI into the components that are each to be written in one direction.

    Args:
        iri: An IRI-reference.
        pairs: Whether each name and each value of the query is a component, or all of the query is one.
        extension: Whether what follows the last dot of the last segment is one.
        schemes: The rows that say whether a host is a domain name, whose labels are components; None for urikit's own.

    Returns:
        The components in logical order, without the empty ones.

    Raises:
        URISyntaxError: *iri* is no IRI-reference.

    Cost:
        Linear.

    Example:
        >>> [(one.part, one.text) for one in bidi_components("http://ab.גד/כל.html?q=x")]
        [('label', 'ab'), ('label', 'גד'), ('segment', 'כל.html'), ('query', 'q=x')]

    Source:
        RFC 3987 §4.2.
    """
    schemes = SCHEMES.unless(schemes, "schemes")
    return _components(read(iri, spec="rfc3987"), schemes, pairs, extension)


def _components(pieces: Pieces, schemes: Registry, pairs: bool, extension: bool) -> tuple[Component, ...]:
    return components(pieces, domain=is_domain(pieces[SCHEME], schemes), pairs=pairs, extension=extension)


def findings(
    text: str, pieces: Pieces, schemes: Registry = SCHEMES, *, pairs: bool = True, extension: bool = True
) -> list[Finding]:
    """
    Find what makes a right-to-left reference hard to read, or another one in the eyes of its reader.

    Args:
        text: A valid IRI-reference.
        pieces: Its seven pieces.
        schemes: The rows that say whether a host is a domain name.
        pairs: See `bidi_components`; the RFC leaves it open.
        extension: See `bidi_components`.

    Returns:
        At most one finding of each: ``bidi-formatting``, ``bidi-mixed``, ``bidi-ends``, ``bidi-digits``, ``bidi-port``,
        at its first place; ``idna-bidi`` for each label that has it.  The help of the rules for components is the
        reference with every such component percent-encoded, the whole of it.

    Cost:
        Linear.

    Example:
        >>> iri = "http://ab.cd.ef/גד1/2הו"
        >>> [(one.code, iri[one.start : one.end], one.help) for one in findings(iri, read(iri, spec="rfc3987"))]
        [('bidi-ends', 'גד1', 'write http://ab.cd.ef/%D7%92%D7%931/2%D7%94%D7%95')]

    Source:
        RFC 3987 §4.1, §4.2, §4.4; RFC 5893 §2.
    """
    if text.isascii():
        return []
    found = [_formatting(text, pieces)]
    classes = bidi_classes(text)
    if not RIGHT_TO_LEFT.isdisjoint(classes):
        parts = _components(pieces, schemes, pairs, extension)
        found += [
            _mixed(pieces, parts, classes),
            _ends(text, pieces, parts, classes),
            _digits(parts, classes),
            _port(pieces, classes),
        ]
        found += [one for one in idna.findings(text, pieces, schemes) if one.code == "idna-bidi"]
    return [one for one in found if one is not None]


def _formatting(text: str, pieces: Pieces) -> Finding | None:
    if FORMATS.isdisjoint(text):
        return None
    at = next(place for place, character in enumerate(text) if character in FORMATS)
    newer = text[at] == "\u061c" or text[at] > "\u2060"
    message = f"{named(text[at])} moves what stands around it, and is not seen" + ("; it is newer than the RFC" * newer)
    changes = {number: encoded(piece, FORMATS) for number, piece in enumerate(pieces)}
    return finding("bidi-formatting", at, at + 1, message=message, help=mended(pieces, changes))


def _mixed(pieces: Pieces, parts: Iterable[Component], classes: Sequence[str]) -> Finding | None:
    wrong = [part for part in parts if breaks_rule_1(classes[part.start : part.end])]
    if not wrong:
        return None
    return _whole("bidi-mixed", wrong, pieces, f"{_article(wrong[0])} has characters of both directions")


def _ends(text: str, pieces: Pieces, parts: Iterable[Component], classes: Sequence[str]) -> Finding | None:
    wrong = [part for part in parts if breaks_rule_2(classes[part.start : part.end])]
    if not wrong:
        return None
    first = wrong[0]
    at, does = first.start, "begins"
    if classes[at] in RIGHT_TO_LEFT:
        at, does = first.end - 1, "ends"
        while classes[at] == "NSM":
            at -= 1
    message = f"{_article(first)} that has right-to-left characters {does} with {named(text[at])}, which is not one"
    return _whole("bidi-ends", wrong, pieces, message)


def breaks_rule_1(classes: Sequence[str]) -> bool:
    """
    Say whether a component has characters of both directions.

    Args:
        classes: The Bidi_Class of each character.

    Example:
        >>> breaks_rule_1(["R", "EN", "R"]), breaks_rule_1(["R", "L"])
        (False, True)

    Source:
        RFC 3987 §4.2 rule 1.
    """
    return "L" in classes and not RIGHT_TO_LEFT.isdisjoint(classes)


def breaks_rule_2(classes: Sequence[str]) -> bool:
    """
    Say whether a component has right-to-left characters, and begins or ends with another.

    Combining marks after the last one belong to it, as RFC 5893 §2 has it.

    Args:
        classes: The Bidi_Class of each character.

    Example:
        >>> breaks_rule_2(["R", "EN", "R", "NSM"]), breaks_rule_2(["R", "EN"]), breaks_rule_2(["EN"])
        (False, True, False)

    Source:
        RFC 3987 §4.2 rule 2.
    """
    if RIGHT_TO_LEFT.isdisjoint(classes):
        return False
    last = next(one for one in reversed(classes) if one != "NSM")
    return classes[0] not in RIGHT_TO_LEFT or last not in RIGHT_TO_LEFT


def displaced(parts: Iterable[Component], classes: Sequence[str]) -> Iterator[tuple[Component, bool]]:
    """
    Find the components whose digits are drawn on the other side of right-to-left letters beside them.

    Args:
        parts: The components of a reference, in logical order.
        classes: The Bidi_Class of each of its characters.

    Returns:
        Each component, and whether the letters stand before it.  Digits are drawn so after them; Arabic-Indic ones
        before them too.

    Cost:
        Linear.

    Example:
        >>> iri = "//h/1/א/1/a"
        >>> [(one.start, after) for one, after in displaced(bidi_components(iri), bidi_classes(iri))]
        [(8, True)]

    Source:
        RFC 3987 §4.4 example 10; UAX #9 W2, W7, N1.
    """
    before = last_strong(classes)
    behind = last_strong(classes[::-1])[::-1]
    for part in parts:
        told = [one for one in classes[part.start : part.end] if one in _TOLD]
        if not told or not RIGHT_TO_LEFT.isdisjoint(told):
            continue
        after = told[0] in NUMBERS and before[part.start] in RIGHT_TO_LEFT
        if after or (told[-1] == "AN" and behind[part.end] in RIGHT_TO_LEFT):
            yield part, after


def last_strong(classes: Sequence[str]) -> list[str]:
    """
    Tell which of L, R and AL was the last before each place, and before the end; "" where there was none.

    Example:
        >>> last_strong(["L", "EN", "R"])
        ['', 'L', 'L', 'R']

    Source:
        UAX #9 §3.2, strong types.
    """
    found, last = [], ""
    for one in classes:
        found.append(last)
        if one in _STRONG:
            last = one
    found.append(last)
    return found


def _digits(parts: Iterable[Component], classes: Sequence[str]) -> Finding | None:
    for part, _ in displaced(parts, classes):
        what = "of digits only" if "L" not in classes[part.start : part.end] else "that begins with digits"
        message = f"{_article(part)} {what} stands beside right-to-left characters, and is drawn on their other side"
        return finding("bidi-digits", part.start, part.end, message=message)
    return None


def _port(pieces: Pieces, classes: Sequence[str]) -> Finding | None:
    at = starts(pieces)
    if len(pieces[PORT]) < 2 or last_strong(classes[: at[PORT]])[-1] not in RIGHT_TO_LEFT:
        return None
    return finding("bidi-port", at[PORT] + 1, at[PATH])


# ------------------------------------------------------------------------------------------------------------- the help


def _article(part: Component) -> str:
    """A component as a message begins with it; its text is not shown, since its order is what is in doubt."""
    return {"host": "a host", "label": "a label of the host", "query": "a query", "fragment": "a fragment"}.get(
        part.part, f"{'an' if part.part == 'extension' else 'a'} {part.part}"
    )


def _whole(code: str, wrong: Sequence[Component], pieces: Pieces, message: str) -> Finding:
    """The finding at the first of the components, with the reference in which each is percent-encoded as its help."""
    first = wrong[0]
    return finding(code, first.start, first.end, message=message, help=mended(pieces, whole_encoded(pieces, wrong)))


def whole_encoded(pieces: Pieces, parts: Iterable[Component]) -> dict[int, str]:
    """
    Map whole components to the notation of a URI.

    Args:
        pieces: The seven pieces.
        parts: Components of theirs, in logical order.

    Returns:
        The new text of each piece that changes, by its index.

    Example:
        >>> pieces = read("/אa/ב", spec="rfc3987")
        >>> whole_encoded(pieces, components(pieces)[:1])
        {4: '/%D7%90a/ב'}

    Source:
        RFC 3987 §4.2: "the whole component must be mapped".
    """
    at, done = starts(pieces), 0
    made: dict[int, list[str]] = {}
    ends: dict[int, int] = {}  # of the last component in each piece
    for part in parts:
        index = max(number for number, start in enumerate(at) if start <= part.start)
        piece, before = pieces[index], at[index]
        made.setdefault(index, []).extend((piece[max(done - before, 0) : part.start - before], encoded(part.text)))
        done = ends[index] = part.end
    return {index: "".join([*made[index], pieces[index][end - at[index] :]]) for index, end in ends.items()}


def encoded(text: str, only: Iterable[str] | None = None) -> str:
    """
    Percent-encode the UTF-8 of characters beyond US-ASCII.

    Args:
        text: A component.
        only: Which of them; None for all.

    Example:
        >>> encoded("aé"), encoded("é\\u200e", "\\u200e")
        ('a%C3%A9', 'é%E2%80%8E')

    Source:
        RFC 3987 §3.1 step 2.
    """
    there = set(text) if only is None else set(text).intersection(only)
    return text.translate({ord(one): escaped(one) for one in there if not one.isascii()})
