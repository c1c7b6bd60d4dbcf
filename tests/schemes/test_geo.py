"""RFC 5870: a geo URI is read, written and compared as its grammar says."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, URIRuleError, equivalent, normalize
from urikit.schemes.geo import Geo, build, parse


def numbers(most: int, least: int | None = None) -> st.SearchStrategy[Decimal]:
    low = -most if least is None else least
    return st.decimals(low, most, allow_nan=False, places=5) | st.integers(low, most).map(Decimal)


names = st.text("abc-0", min_size=1, max_size=4).filter(lambda name: name not in ("crs", "u"))
parameters = st.dictionaries(names, st.none() | st.text("aB0 /:;=[]+&%é,", min_size=1, max_size=6), max_size=4)


@st.composite
def places(draw: st.DrawFn) -> Geo:
    wgs84 = draw(st.booleans())
    return Geo(
        draw(numbers(90 if wgs84 else 10**9)),
        draw(numbers(180 if wgs84 else 10**9)),
        draw(st.none() | numbers(10**5)),
        "wgs84" if wgs84 else draw(st.sampled_from(["moon", "epsg-32618"])),
        draw(st.none() | numbers(10**5, 0)),
        tuple(sorted(draw(parameters).items())),
        draw(st.none() | st.sampled_from(["", "a", "%23"])),
    )


@given(places())
def test_what_is_built_is_read_back(place: Geo) -> None:
    text = build(*place._fields())  # type: ignore[arg-type]

    assert parse(text) == place
    assert str(place) == text
    assert normalize(normalize(text, "scheme"), "scheme") == normalize(text, "scheme")


@given(places(), places())
def test_places_are_one_where_their_numbers_are(one: Geo, other: Geo) -> None:
    assert equivalent(str(one), str(other), "scheme") == (meaning(one) == meaning(other))


def meaning(place: Geo) -> tuple[object, ...]:
    """What is compared: at a pole no longitude, on the date line one."""
    longitude = place.longitude
    if place.crs == "wgs84":
        longitude = Decimal(0) if abs(place.latitude) == 90 else Decimal(180) if longitude == -180 else longitude
    return (place.latitude, longitude, *place._fields()[2:])


@given(st.decimals(-90, 90, allow_nan=False, places=4), st.integers(0, 3), st.integers(0, 3))
def test_zeros_that_say_nothing_do_not_matter(number: Decimal, before: int, after: int) -> None:
    plain = f"{number:f}"
    sign, digits = plain[: plain.startswith("-")], plain.removeprefix("-")
    padded = sign + "0" * before + digits + "0" * after

    assert equivalent(f"geo:{padded},1", f"geo:{plain},1", "scheme")
    assert parse(f"geo:{padded},1").latitude == number


@pytest.mark.parametrize("number", [float("nan"), float("inf"), Decimal("NaN"), "", "1 ", "１", "0x1"])
def test_what_is_no_number_is_refused(number: float | Decimal | str) -> None:
    with pytest.raises(URIRuleError) as caught:
        build(number, 0)

    assert [one.code for one in caught.value.findings] == ["geo-coordinates"]


def test_a_float_is_written_without_an_exponent() -> None:
    assert build(1e-7, 1e2, 1e20) == "geo:0.0000001,100,100000000000000000000"


def test_numbers_are_exact() -> None:
    digits = "0." + "3" * 60

    assert parse(f"geo:{digits},1").latitude == Decimal(digits)
    assert normalize(f"geo:{digits},1.0", "scheme") == f"geo:{digits},1"


def test_a_uri_knows_its_place() -> None:
    assert URI("GEO:48.2010,16.3695,183").geo == Geo(
        *map(Decimal, ("48.201", "16.3695", "183")), "wgs84", None, (), None
    )


def test_what_is_outside_the_grammar_is_left_as_it_is() -> None:
    for text in ("geo:01", "geo:01,02;u=1;u=2", "geo://01,02", "geo:01,02?a", "geo:91.0,0"):
        assert normalize(text, "scheme") == text
