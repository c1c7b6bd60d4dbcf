"""Conversion between RFC 1738 and RFC 3986: what comes out is of the other dialect, and goes back."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import HealthCheck, assume, given, settings

from tests.rfc1738.test_check import STARTS, TAILS, URLS, errors
from tests.test_growth import LONG_ENOUGH, growth
from urikit import Converted, UrikitError, URIRuleError, convert_dialect, decode, is_uri, matches, pieces
from urikit.strategies import uri_reference_texts

today = partial(convert_dialect, source="rfc1738", target="rfc3986")
before = partial(convert_dialect, source="rfc3986", target="rfc1738")


@settings(suppress_health_check=[HealthCheck.filter_too_much])  # most that is drawn is no URL
@given(URLS)
def test_a_url_of_1994_is_a_uri_and_comes_back(drawn: tuple[str, str, str]) -> None:
    scheme, host, tail = drawn
    text = STARTS[scheme] + host + tail
    assume(errors(text) == [])

    uri = str(today(text))
    back = str(before(uri))

    assert is_uri(uri)
    assert str(today(back)) == uri
    assert (
        decode(back, "keep") == decode(text, "keep") or scheme == "http"
    )  # an empty path is "/" where a query follows


@given(uri_reference_texts() | URLS.map("".join) | TAILS)
def test_what_1738_can_say_is_a_url_and_what_it_cannot_is_told(text: str) -> None:
    try:
        written = before(text)
    except UrikitError as error:
        told = error.findings if isinstance(error, URIRuleError) else ()
        try:
            lossy = before(text, lossy=True)
        except UrikitError:
            return
        assert lossy.dropped == told != ()
        cut = pieces(lossy.text)
        assert cut is not None
        assert not cut[6]
        assert matches("urlpath", lossy.text, spec="rfc1738")
        if any(one.code in ("host-form", "no-scheme") for one in told):
            assert cut[1:4] == ("", "", "")  # no other host takes the place of the one that was dropped
    else:
        assert written == before(text, lossy=True) == Converted(str(written), ())
        assert errors(str(written)) == []
        assert str(before(str(written))) == str(written)


@pytest.mark.parametrize(("source", "target"), [("rfc1738", "rfc1738"), ("rfc3986", "rfc3987"), ("", "rfc3986")])
def test_the_dialects_are_two(source: str, target: str) -> None:
    with pytest.raises(ValueError, match="the dialects are"):
        convert_dialect("http://h/", source, target)  # type: ignore[arg-type]


def test_a_secret_is_masked_where_nothing_can_be_written() -> None:
    with pytest.raises(URIRuleError) as caught:
        before("ftp://u:secret@[::1]/#f")

    assert "secret" not in str(caught.value)
    assert [one.code for one in caught.value.findings] == ["host-form", "has-fragment"]


@pytest.mark.parametrize("unit", ["a/", "~", "?", "%7E", ";"])
def test_time_is_linear(unit: str) -> None:
    for start, convert in (("http://h/?", before), ("ftp://h/", today), ("x://h/", before)):
        _, once, fourfold = growth(lambda text, convert=convert: convert(text), lambda n, start=start: start + unit * n)  # type: ignore[misc]

        assert fourfold <= 5 * max(once, LONG_ENOUGH)
