"""
Which place does a "geo" URI name?

RFC 5870: coordinates, in WGS-84 unless a parameter says otherwise; numbers are compared as numbers.
"""

from __future__ import annotations

from decimal import Decimal

from urikit.findings import Record, finding
from urikit.schemes.reading import decoded, pairs, read_scheme, recut, small, spans, without_errors, written
from urikit.syntax.mend import FRAGMENT, PATH, QUERY, starts
from urikit.syntax.percent import decode, encode, normalize_escapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    from urikit.findings import Finding
    from urikit.schemes.reading import Named
    from urikit.syntax.parse import Pieces

    Number: TypeAlias = Decimal | int | float | str

_PNUM = r"[0-9]++(?:\.[0-9]++)?+"
_NUM = rf"-?+{_PNUM}"
_LABEL = "[A-Za-z0-9-]++"
_VALUE = r"(?:[A-Za-z0-9\-_.!~*'():&+$]|%[0-9A-Fa-f]{2})++"  # "[" and "]" are percent-encoded in a URI
_IN_VALUE = "!*'():&+$"


class Geo(Record):
    """
    What a "geo" URI says.

    Args:
        latitude: Degrees, north of the equator; in another reference system than WGS-84 its first coordinate.
        longitude: Degrees, east of Greenwich; or the second coordinate.
        altitude: Metres above the geoid; or the third coordinate.  None where it is not known, which is not 0.
        crs: The coordinate reference system, in lower case; ``"wgs84"`` where none is named.
        uncertainty: Metres; None where it is not known.
        parameters: All others as pairs of a name in lower case and a decoded value, None for a name alone; in the order
            of their names.
        fragment: As written, without "#"; it means nothing here.  None where there is none.

    Numbers are exact, as written.  Two values may be the same place and still differ, as at a pole: rung ``scheme``
    knows.

    Example:
        >>> parse("geo:48.2010,16.3695,183").altitude
        Decimal('183')

    Source:
        RFC 5870 §3.3, §3.4.
    """

    __slots__ = (  # noqa: RUF023 (order is the text's)
        "latitude",
        "longitude",
        "altitude",
        "crs",
        "uncertainty",
        "parameters",
        "fragment",
    )

    if TYPE_CHECKING:
        latitude: Decimal
        longitude: Decimal
        altitude: Decimal | None
        crs: str
        uncertainty: Decimal | None
        parameters: tuple[tuple[str, str | None], ...]
        fragment: str | None

    def __str__(self) -> str:
        coordinates = (self.latitude, self.longitude, self.altitude)
        return _text(coordinates, self.crs, self.uncertainty, self.parameters, self.fragment)


def parse(text: str) -> Geo:
    """
    Read a "geo" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside the grammar of this one: all that is wrong with it.

    Cost:
        Linear, but for the order of the parameters.

    Example:
        >>> place = parse("geo:48.198634,16.371648;crs=WGS84;u=40")
        >>> place.latitude, place.crs, place.uncertainty
        (Decimal('48.198634'), 'wgs84', Decimal('40'))

    Source:
        RFC 5870 §3.3.
    """
    return _read(read_scheme(text, "geo"))


def build(
    latitude: Number,
    longitude: Number,
    altitude: Number | None = None,
    crs: str = "wgs84",
    uncertainty: Number | None = None,
    parameters: Named[str | None] = (),
    fragment: str | None = None,
) -> str:
    """
    Write a "geo" URI: `parse` reads the same from it.

    Args:
        latitude: See `Geo`; a ``float`` is written with the fewest digits that give it back.
        longitude: See `Geo`.
        altitude: See `Geo`.
        crs: See `Geo`.
        uncertainty: See `Geo`.
        parameters: By name, or as pairs; a value of None is a name alone.
        fragment: Encoded, without "#".

    Returns:
        The text with the shortest numbers; ``crs`` is left out where it is WGS-84.

    Raises:
        URIRuleError: A part is not what it should be.

    Example:
        >>> build(48.2010, -0.0, uncertainty=1e-05)
        'geo:48.201,0;u=0.00001'

    Source:
        RFC 5870 §3.3, §3.4.
    """
    return written(_text((latitude, longitude, altitude), crs, uncertainty, pairs(parameters), fragment), "geo")


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find what is outside the grammar of "geo", or of the Earth.

    Args:
        text: A valid URI of the scheme.
        pieces: Its seven pieces.

    Returns:
        In no order.

    Example:
        >>> from urikit.syntax.parse import read
        >>> [(one.code, one.start) for one in findings("geo:103.8,13.4", read("geo:103.8,13.4"))]
        [('geo-range', 4)]

    Source:
        RFC 5870 §3.3, §3.4.
    """
    at = starts(pieces)
    (begin, coordinates), *rest = spans(pieces[PATH], ";", at[PATH])
    found: list[Finding] = []
    names: list[str] = []
    crs = "wgs84"
    for start, part in rest:
        name, _, value = normalize_escapes(part).partition("=")
        name = small(name)
        found += _of_parameter(name, part, start)
        found += _of_order(name, names, start, start + len(part))
        crs = small(value) if name == "crs" else crs
        names.append(name)
    return found + _of_coordinates(coordinates, begin, crs)


def normal(pieces: Pieces) -> Pieces:
    """
    Write the shortest numbers, one longitude at a pole and at the date line, and parameters by their names.

    Args:
        pieces: Those of rung path with the row's rules kept.

    Returns:
        The same where they are outside the grammar, or an IRI's.

    Example:
        >>> "".join(normal(("geo:", "", "", "", "90.0,-22.43;crs=WGS84;B=x;a", "", "")))
        'geo:90,0;a;b=x'

    Source:
        RFC 5870 §3.4.4; RFC 3986 §6.2.3.
    """
    text = "".join(pieces)
    if pieces[1] or pieces[QUERY] or not text.isascii() or not without_errors(findings(text, pieces)):
        return pieces
    place = _read(pieces)
    longitude = place.longitude
    if place.crs == "wgs84":
        longitude = Decimal(0) if _is_pole(place.latitude) else Decimal(180) if longitude == -180 else longitude
    coordinates = (place.latitude, longitude, place.altitude)
    return recut(_text(coordinates, place.crs, place.uncertainty, place.parameters, place.fragment), pieces)


# ------------------------------------------------------------------------------------------------------- text and value


def _read(pieces: Pieces) -> Geo:
    """The value of pieces in the grammar."""
    numbers, *rest = normalize_escapes(pieces[PATH]).split(";")
    latitude, longitude, *altitude = map(Decimal, numbers.split(","))
    crs, uncertainty = "wgs84", None
    others: list[tuple[str, str | None]] = []
    for name, equals, value in [part.partition("=") for part in rest]:
        if small(name) == "crs":
            crs = small(value)
        elif small(name) == "u":
            uncertainty = Decimal(value)
        else:
            others.append((small(name), decode(value) if equals else None))
    fragment = pieces[FRAGMENT]
    return Geo(
        latitude,
        longitude,
        altitude[0] if altitude else None,
        crs,
        uncertainty,
        tuple(_sorted(others)),
        fragment[1:] if fragment else None,
    )


def _sorted(parameters: Iterable[tuple[str, str | None]]) -> list[tuple[str, str | None]]:
    return sorted(parameters, key=lambda pair: (pair[0], pair[1] is not None, pair[1] or ""))


def _is_pole(latitude: Decimal) -> bool:
    return latitude in (90, -90)


def _text(
    coordinates: Iterable[Number | None],
    crs: str,
    uncertainty: Number | None,
    parameters: Iterable[tuple[str, str | None]],
    fragment: str | None,
) -> str:
    """The URI of these parts; what is wrong with them is wrong with it."""
    path = ",".join([encode(_shortest(number)) for number in coordinates if number is not None])
    if small(crs) != "wgs84":
        path += f";crs={encode(small(crs))}"
    if uncertainty is not None:
        path += f";u={encode(_shortest(uncertainty))}"
    for name, value in _sorted([(small(name), value) for name, value in parameters]):
        path += f";{encode(name)}" + ("" if value is None else f"={encode(value, safe=_IN_VALUE)}")
    return f"geo:{path}" + ("" if fragment is None else f"#{fragment}")


def _shortest(number: Number) -> str:
    """A number in decimal digits, without an exponent or needless zeros; a text that is no number as it is."""
    import re

    if isinstance(number, str) and not re.fullmatch(_NUM, number):
        return number
    exact = Decimal(repr(number)) if isinstance(number, float) else Decimal(number)
    text = f"{exact:f}"
    if "." in text:
        text = text.rstrip("0").removesuffix(".")
    return "0" if text == "-0" else text


# ------------------------------------------------------------------------------------------------------------- findings


def _of_coordinates(text: str, start: int, crs: str) -> list[Finding]:
    import re

    parts = spans(text, ",", start)
    plain = [normalize_escapes(part) for _, part in parts]
    if len(parts) not in (2, 3) or not all(re.fullmatch(_NUM, part) for part in plain):
        return [finding("geo-coordinates", start, start + len(text))]
    if crs != "wgs84":
        return []
    latitude, longitude = map(Decimal, plain[:2])
    for (begin, part), number, most in ((parts[0], latitude, 90), (parts[1], longitude, 180)):
        if not -most <= number <= most:
            return [finding("geo-range", begin, begin + len(part))]
    if _is_pole(latitude) and longitude != 0:
        begin, part = parts[1]
        return [finding("geo-pole", begin, begin + len(part))]
    return []


_RULES = {"crs": 'crsp = ";crs=" crslabel; crslabel = "wgs84" / labeltext', "u": 'uncp = ";u=" uval; uval = pnum'}


def _of_parameter(name: str, part: str, start: int) -> list[Finding]:
    import re

    written_name, equals, value = part.partition("=")
    plain = normalize_escapes(value)
    form = {"crs": _LABEL, "u": _PNUM}.get(name)
    if form is not None:
        fits = bool(equals and re.fullmatch(form, plain))
    else:
        fits = bool(re.fullmatch(_LABEL, name)) and (not equals or bool(re.fullmatch(_VALUE, plain)))
    if not fits:
        return [finding("geo-parameter", start, start + len(part), rule=_RULES.get(name, ""))]
    found: list[Finding] = []
    decoded(value, start + len(written_name) + 1, found)
    return found


def _of_order(name: str, before: list[str], start: int, end: int) -> list[Finding]:
    """Whether crs or u stands where it may after the names *before* it."""
    if name not in ("crs", "u"):
        return []
    if name in before[:2]:
        return [finding("geo-repeated", start, end)]
    allowed = [] if name == "crs" else [[], ["crs"]]
    return [] if before in (allowed or [[]]) else [finding("geo-order", start, end)]
