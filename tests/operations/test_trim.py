"""Does a reference lose what was asked for, and nothing else?"""

from __future__ import annotations

import pytest
from hypothesis import given

from urikit import URIReference, is_uri_reference
from urikit.operations.trackers import TRACKERS
from urikit.operations.trim import without_fragment, without_www
from urikit.strategies import uri_references


@given(reference=uri_references())
def test_what_is_left_is_a_reference_and_done_once(reference: URIReference) -> None:
    for trim in (without_fragment, without_www):
        once = trim(str(reference))
        assert is_uri_reference(once)
        assert trim(once) is once or trim is without_www  # www.www.example.com has two


@given(reference=uri_references())
def test_only_the_part_that_is_meant_changes(reference: URIReference) -> None:
    before = reference.pieces()
    for trim, place in ((without_fragment, 6), (without_www, 2)):
        after = URIReference(trim(str(reference))).pieces()
        assert [one for at, one in enumerate(after) if at != place] == [
            one for at, one in enumerate(before) if at != place
        ]


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("http://WWW.example.com", "http://example.com"),
        ("http://u@www.example.com:8/", "http://u@example.com:8/"),
        ("http://www.example.com./", "http://example.com./"),
        ("http://www.com./", "http://www.com./"),
        ("http://www.1.2.3.4/", "http://www.1.2.3.4/"),
        ("http://www/", "http://www/"),
        ("/www.example.com", "/www.example.com"),
    ],
)
def test_www(text: str, bare: str) -> None:
    assert without_www(text) == bare


def test_the_list_of_trackers_is_sorted_out() -> None:
    assert len(set(TRACKERS)) == len(TRACKERS)
    assert all(len(name.strip("*")) > 1 for name in TRACKERS)
