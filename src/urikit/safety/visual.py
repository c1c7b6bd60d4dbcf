"""
In which order is an IRI drawn?

As RFC 3987 §4.1 has it: by the Unicode Bidirectional Algorithm, inside a left-to-right embedding.  The algorithm is
that of the package `python-bidi` (extra ``bidi``), which wraps the Rust crate `unicode-bidi`.
"""

from __future__ import annotations

from itertools import groupby

from urikit.findings import MASK, Record, URIRuleError, finding, hide_in_path, secret_span
from urikit.operations.domain import is_domain
from urikit.schemes import SCHEMES
from urikit.syntax.bidi import FORMATS, bidi_classes, components
from urikit.syntax.mend import HOST, PORT, SCHEME, starts
from urikit.syntax.parse import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.schemes import Registry
    from urikit.syntax.parse import Pieces

LIMIT = 1 << 16
"""The most code points that are drawn, unless the caller says otherwise."""

_LRE, _PDF = "\u202a", "\u202c"
_LINE, _PARAGRAPH = "\u2028", "\u2029"


class Visual(Record):
    """
    A text in the order in which it is drawn.

    Attributes:
        text: The characters from left to right.  Brackets are not mirrored: these are characters, not glyphs.
        order: For each of them its place in the IRI.
    """

    __slots__ = ("text", "order")  # noqa: RUF023 (the constructor's)

    if TYPE_CHECKING:
        text: str
        order: tuple[int, ...]

        def __init__(self, text: str, order: tuple[int, ...]) -> None: ...

    @property
    def columns(self) -> tuple[int, ...]:
        """For each character of the IRI its place from the left."""
        found = [0] * len(self.order)
        for column, place in enumerate(self.order):
            found[place] = column
        return tuple(found)

    def __str__(self) -> str:
        return self.text

    def _shown(self) -> tuple[object, ...]:
        iri = "".join([self.text[column] for column in self.columns])
        span = secret_span(iri, valid=True)
        if span is None:
            return self._fields()
        secret = range(*span)
        drawn = [MASK if place in secret else one for place, one in zip(self.order, self.text, strict=True)]
        return "".join([one for at, one in enumerate(drawn) if one != MASK or drawn[at - 1 : at] != [MASK]]), self.order


class Stretch(Record):
    """
    What is drawn without a break of one component, or of what stands between components.

    Attributes:
        part: A component's name (see `urikit.bidi_components`), ``"scheme"``, ``"port"``, ``"IP-literal"`` or
            ``"delimiter"``.
        text: The characters from left to right.
        start: Where the whole component begins in the IRI, in code points.
        end: Where it ends; more than *text* has, where something else is drawn inside it.
        column: The place of the first character from the left.
    """

    __slots__ = ("part", "text", "start", "end", "column")  # noqa: RUF023 (the constructor's)

    if TYPE_CHECKING:
        part: str
        text: str
        start: int
        end: int
        column: int

        def __init__(self, part: str, text: str, start: int, end: int, column: int) -> None: ...

    def _shown(self) -> tuple[object, ...]:
        # where it runs from right to left, or is torn, a password is not only what follows the ":"
        secret = self.part == "userinfo" and (":" in self.text or len(self.text) < self.end - self.start)
        secret = secret or (self.part == "segment" and hide_in_path(self.text) != self.text)
        return self.part, MASK if secret else self.text, self.start, self.end, self.column


def visual(iri: str, *, limit: int | None = LIMIT) -> Visual:
    """
    Put an IRI into the order in which it is drawn inside a left-to-right embedding.

    Args:
        iri: An IRI-reference.
        limit: The most code points that are drawn; None for any number.

    Returns:
        The text from left to right, and the map to the places in *iri*.

    Raises:
        URISyntaxError: *iri* is no IRI-reference.
        URIRuleError: It is longer than *limit* (``too-long``).
        ImportError: `python-bidi` is not installed; the message says how to.

    Cost:
        Linear; some hundred octets of memory for each octet of UTF-8, where *iri* is not all left-to-right.

    Example:
        >>> drawn = visual("http://אב.example/")
        >>> drawn.text == "http://בא.example/", drawn.order[7:9], drawn.columns[7:9]
        (True, (8, 7), (8, 7))

    Source:
        RFC 3987 §4.1; UAX #9.
    """
    _within(iri, limit)
    read(iri, spec="rfc3987")
    order = _order(iri)
    return Visual("".join([iri[place] for place in order]), order)


def visual_components(
    iri: str,
    *,
    pairs: bool = False,
    extension: bool = False,
    schemes: Registry | None = None,
    limit: int | None = LIMIT,
) -> tuple[Stretch, ...]:
    """
    Name what is drawn from left to right.

    Args:
        iri: An IRI-reference.
        pairs: Whether each name and each value of the query is a component, or all of the query is one.
        extension: Whether what follows the last dot of the last segment is one.
        schemes: The rows that say whether a host is a domain name, whose labels are components; None for urikit's own.
        limit: The most code points that are drawn; None for any number.

    Returns:
        The stretches from left to right; their texts joined are that of `visual`.  A component that is drawn in one
        piece is there once; one that is torn by its neighbours, as often as it has pieces.

    Raises:
        URISyntaxError: *iri* is no IRI-reference.
        URIRuleError: It is longer than *limit* (``too-long``).
        ImportError: `python-bidi` is not installed; the message says how to.

    Cost:
        As `visual`.

    Example:
        >>> iri = "http://ab.אב.גד/הו"
        >>> [iri[one.start : one.end] for one in visual_components(iri) if one.part in ("label", "segment")]
        ['ab', 'הו', 'גד', 'אב']

    Source:
        RFC 3987 §4.1, §4.2.
    """
    schemes = SCHEMES.unless(schemes, "schemes")
    _within(iri, limit)
    pieces = read(iri, spec="rfc3987")
    order = _order(iri)
    owners = _owners(pieces, schemes, pairs, extension)
    found: list[Stretch] = []
    column = 0
    while column < len(order):
        end = column + 1
        owner = owners[order[column]]
        while end < len(order) and owners[order[end]] is owner:
            end += 1
        part, start, stop = owner
        found.append(Stretch(part, "".join([iri[place] for place in order[column:end]]), start, stop, column))
        column = end
    return tuple(found)


def _within(iri: str, limit: int | None) -> None:
    if limit is not None and len(iri) > limit:
        words = f"the text is longer than {limit:,} characters"
        raise URIRuleError(iri, (finding("too-long", limit, len(iri), message=words),))


def _owners(pieces: Pieces, schemes: Registry, pairs: bool, extension: bool) -> list[tuple[str, int, int]]:
    """For each character the component that it belongs to; delimiters that stand side by side are one."""
    at = starts(pieces)
    parts = components(pieces, domain=is_domain(pieces[SCHEME], schemes), pairs=pairs, extension=extension)
    spans: list[tuple[str, int, int]] = [(part.part, part.start, part.end) for part in parts]
    if pieces[SCHEME]:
        spans.append(("scheme", 0, at[SCHEME + 1] - 1))
    if pieces[HOST].startswith("["):
        spans.append(("IP-literal", at[HOST], at[HOST + 1]))
    if pieces[PORT][1:]:
        spans.append(("port", at[PORT] + 1, at[PORT + 1]))
    owners: list[tuple[str, int, int]] = []
    for span in [*sorted(spans, key=lambda span: span[1]), ("", at[-1], at[-1])]:
        if span[1] > len(owners):
            owners += [("delimiter", len(owners), span[1])] * (span[1] - len(owners))
        owners += [span] * (span[2] - span[1])
    return owners


# ------------------------------------------------------------------------------------------------------- the algorithm


def _draw(line: str, levels: bool = False) -> str:
    """Put a line into the order of a screen; or print its *levels*, which `python-bidi` calls debugging."""
    try:
        from bidi import get_display
    except ImportError:
        raise ImportError("the order on a screen needs python-bidi: pip install 'urikit[bidi]'") from None
    return str(get_display(line, base_dir="L", debug=levels))


def _order(iri: str) -> tuple[int, ...]:
    """
    Say which character of the IRI is drawn at each place from the left.

    `python-bidi` gives the text drawn, and, asked for it, the level of each octet; where in the text a character came
    from follows from the levels (UAX #9 L2), and is compared with what was drawn.
    """
    _draw("")  # without the package nothing is drawn, not even what runs one way only
    if FORMATS.isdisjoint(iri) and {"R", "AL", "AN"}.isdisjoint(bidi_classes("".join(set(iri)))):
        return tuple(range(len(iri)))
    # An IRI is one line, and does not end it: a letter follows, so that the spaces at its end are not the line's (L1).
    line = f"{_LRE}{iri.replace(_PARAGRAPH, _LINE)}{_PDF}a"
    places = turned(_levels(line))
    if "".join([line[place] for place in places]) != _draw(line):
        raise RuntimeError("python-bidi draws otherwise than its levels say")
    return tuple([place - 1 for place in places if 0 < place <= len(iri)])


def _levels(line: str) -> list[int]:
    """The embedding level of each character, out of the levels of octets that `get_display(debug=True)` prints."""
    import re

    told = _draw(line, levels=True)
    listed = told[told.rindex("\n    levels: [") : told.rindex("\n    paragraphs: [")]
    levels = [int(number) for number in re.findall(r"Level\(\s*+(\d++)", listed)]
    if len(levels) != len(line.encode()):
        raise RuntimeError("python-bidi tells its levels otherwise than this version of urikit reads them")
    found, at = [], 0
    for character in line:
        found.append(levels[at])
        at += len(character.encode())
    return found


def turned(levels: list[int]) -> list[int]:
    """
    Turn round what runs from right to left.

    Args:
        levels: The embedding level of each character.

    Returns:
        The places of the characters from left to right.

    Cost:
        Linear in the number of characters, and in that of runs of one level times the highest level, 126 at most.

    Example:
        >>> turned([0, 1, 1, 2, 2, 0])
        [0, 3, 4, 2, 1, 5]

    Source:
        UAX #9 rule L2: "from the highest level … to the lowest odd level …, reverse any contiguous sequence of
        characters that are at that level or higher".
    """
    runs: list[tuple[int, int, int]] = []
    at = 0
    for level, same in groupby(levels):
        end = at + len(list(same))
        runs.append((level, at, end))
        at = end
    for level in range(max(levels, default=0), 0, -1):
        begin = 0
        while begin < len(runs):
            stop = begin
            while stop < len(runs) and runs[stop][0] >= level:
                stop += 1
            runs[begin:stop] = runs[begin:stop][::-1]
            begin = stop + 1
    # a run of level n was turned round n times itself
    return [place for level, at, end in runs for place in (range(end - 1, at - 1, -1) if level % 2 else range(at, end))]
