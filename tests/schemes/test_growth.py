"""P11: no form of a row and no module makes a long text take longer than its length asks for."""

from __future__ import annotations

from functools import partial

import pytest

from tests.test_growth import seconds
from urikit import SCHEMES, URI, Scheme, UrikitError, check, is_uri, normalize

LONG = 10_000  # characters: what is quadratic takes seconds then
MOST = 1  # second, on a machine that is busy
UNITS = ["1", "a.", ";a=b", "a=b&", "a@", ",", "a,", "%41", "%C3%A9", "-", "a:", "/", "a/", "?", "!/", "*"]
PLACES = ["", "//h/", "//h/a?", "a?", "a@b;", "+1;"]
ROWS = [row for row in SCHEMES.values() if row.path is not None or row.query_form is not None or row.module]


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_a_long_text_takes_no_longer_than_its_length_asks_for(row: Scheme) -> None:
    for place in PLACES:
        for unit in UNITS:
            text = f"{row.name}:{place}{unit * (LONG // len(unit))}"
            if not is_uri(text):
                continue
            assert seconds(partial(all_of, text)) < MOST, (place, unit)


def all_of(text: str) -> None:
    """What a scheme has a say in."""
    check(text, limit=None)
    normalize(text, "scheme")
    try:
        URI(text).scheme_value()
    except UrikitError:
        return
