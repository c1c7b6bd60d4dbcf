"""
Which escapes do harm to whoever decodes them too early, too late or twice?

RFC 3986 §2.4 (when to decode), §7.2 (delimiters of a protocol), §7.3 (back-end transcoding), §6.2.2.3 (dot segments).
"""

from __future__ import annotations

from urikit.findings import finding
from urikit.syntax.mend import FRAGMENT, HOST, PATH, QUERY, SCHEME, USERINFO, mended, starts
from urikit.syntax.path import remove_dot_segments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces

_ALL = (USERINFO, HOST, PATH, QUERY, FRAGMENT)

_GENERAL = ("%2F", "%5C", "%3A", "%3F", "%23", "%40", "%5B", "%5D")  # / \ : ? # @ [ ]
DELIMITERS = {USERINFO: _GENERAL, HOST: _GENERAL, PATH: ("%2F", "%5C")}
"""What cuts a component elsewhere when it is decoded before the split; a backslash is a slash to some file systems."""

_HEX = frozenset("0123456789ABCDEFabcdef")


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find the escapes that need care.

    Args:
        text: A valid reference.
        pieces: Its seven pieces.

    Returns:
        At most one finding a code, at its first place, in no order; the help mends all of its places.

    Example:
        >>> from urikit.syntax.parse import read
        >>> [(one.code, one.start) for one in findings("/a%2F..%00", read("/a%2F..%00"))]
        [('encoded-nul', 7), ('encoded-delimiter', 2)]

    Source:
        RFC 3986 §2.4, §6.2.2.3, §7.2, §7.3.
    """
    if "%" not in text:
        return []
    found = [
        _octets("encoded-nul", ("%00",), pieces, _ALL),
        _octets("encoded-crlf", ("%0D", "%0A"), pieces, _line_oriented(pieces)),
        _delimiter(pieces),
        _dot_segment(pieces),
        _double(pieces),
    ]
    return [one for one in found if one is not None]


def _line_oriented(pieces: Pieces) -> tuple[int, ...]:
    """The pieces where a line break is out of place: the text of data: and the fields of mailto: may hold some."""
    scheme = pieces[SCHEME].lower()
    if scheme == "data:":  # RFC 2397 §2
        return (FRAGMENT,)
    return (PATH, FRAGMENT) if scheme == "mailto:" else _ALL  # RFC 6068 §5: %0D%0A in a body


_UPPER = str.maketrans("abcdef", "ABCDEF")


def _octets(code: str, escapes: tuple[str, ...], pieces: Pieces, where: tuple[int, ...]) -> Finding | None:
    """Find the first run of some escapes, in upper or lower case; mended without any."""
    run: tuple[int, int] | None = None
    changes: dict[int, str] = {}
    for index in where:
        piece = pieces[index]
        first = _first(piece, escapes)
        if first < 0:
            continue
        if run is None:
            last = first + 3
            while piece[last : last + 3].upper() in escapes:
                last += 3
            at = starts(pieces)[index]
            run = at + first, at + last
        changes[index] = _replaced(piece, dict.fromkeys(escapes, ""))
    return None if run is None else finding(code, *run, help=mended(pieces, changes))


def _first(piece: str, escapes: tuple[str, ...]) -> int:
    upper = piece.translate(_UPPER)  # not upper(): "ß" would become two letters, and the places move
    return min((spot for spot in map(upper.find, escapes) if spot >= 0), default=-1)


def _replaced(piece: str, texts: dict[str, str]) -> str:
    head, *parts = piece.split("%")
    return head + "".join(texts.get("%" + part[:2].upper(), "%" + part[:2]) + part[2:] for part in parts)


def _delimiter(pieces: Pieces) -> Finding | None:
    for index, escapes in DELIMITERS.items():
        piece = pieces[index]
        spot = _first(piece, escapes)
        if spot >= 0:
            place, escape = starts(pieces)[index] + spot, piece[spot : spot + 3]
            character = chr(int(escape[1:], 16))
            message = f'{escape} is "{character}" once decoded, and cuts the text elsewhere if that is before the split'
            slashes = {"%2F": "/", "%5C": "/"}
            plain = mended(pieces, {PATH: _replaced(piece, slashes)}) if index == PATH else ""
            mend = f"split first, then decode; or {plain} if it is a delimiter" if plain else ""
            return finding("encoded-delimiter", place, place + 3, message=message, help=mend)
    return None


def _dot_segment(pieces: Pieces) -> Finding | None:
    place = starts(pieces)[PATH]
    first: tuple[int, int] | None = None
    segments: list[str] = []
    for segment in pieces[PATH].split("/"):
        dots = segment if len(segment) > 6 else segment.replace("%2E", ".").replace("%2e", ".")
        if dots in (".", "..") and dots != segment:
            first = first or (place, place + len(segment))
            segments.append(dots)
        else:
            segments.append(segment)
        place += len(segment) + 1
    if first is None:
        return None
    path = _without_dots("/".join(segments), pieces)
    return finding("encoded-dot-segment", *first, help=mended(pieces, {PATH: path}))


def _without_dots(path: str, pieces: Pieces) -> str:
    """As rungs percent and path write it; a path without "/" at its start keeps its dots, for they wait for a base."""
    if not path.startswith("/"):
        return path
    path = remove_dot_segments(path)
    return f"/.{path}" if path.startswith("//") and not pieces[USERINFO] else path


def _double(pieces: Pieces) -> Finding | None:
    place: int | None = None
    changes: dict[int, str] = {}
    for index in _ALL:
        piece = pieces[index]
        parts = piece.split("%25")
        again = [number for number, part in enumerate(parts) if number and len(part) > 1 and set(part[:2]) <= _HEX]
        if not again:
            continue
        if place is None:
            place = starts(pieces)[index] + len("%25".join(parts[: again[0]]))
        once = set(again)
        changes[index] = parts[0] + "".join(
            ("%" if number in once else "%25") + part for number, part in enumerate(parts) if number
        )
    if place is None:
        return None
    mend = mended(pieces, changes)
    return finding("double-encoded", place, place + 5, help=f"{mend} if it was encoded twice" if mend else "")
