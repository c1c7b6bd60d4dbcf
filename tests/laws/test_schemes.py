"""Laws of schemes: what holds of every row and every module, on their examples, on examples spoilt, and on any text."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.laws.test_normalising import RUNGS, respelled
from urikit import CODES, SCHEMES, URI, UrikitError, URIReference, check, equivalent, is_uri, key, normalize
from urikit.schemes import Scheme
from urikit.strategies import uri_texts

RULED = [row for row in SCHEMES.values() if row.valid]
OWN = [row for row in RULED if row.module]
ODD = [*"aZ0%/?#@:;,.=&+-*!()[]~", "%41", "%2f", "%C3%A9", "%00", "//", "..", "\u00e9"]


def examples(row: Scheme) -> list[str]:
    """All texts that a row shows, right and wrong."""
    return [*row.valid, *(text for text, _ in row.invalid), *(text for group in row.equivalent for text in group)]


@st.composite
def spoilt(draw: st.DrawFn, rows: list[Scheme]) -> str:
    """An example of a row, spelt another way, or with something put in, taken out, or put in the place of something."""
    text = draw(st.sampled_from(examples(draw(st.sampled_from(rows)))))
    text = respelled(text, draw(st.integers(0, 15)))
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(text.index(":") + 1, len(text)))
        end = draw(st.integers(start, min(len(text), start + 3)))
        text = text[:start] + draw(st.sampled_from(["", *ODD])) + text[end:]
    return text


def uris(rows: list[Scheme]) -> st.SearchStrategy[str]:
    """URIs of the rows' schemes: their examples spoilt, and any URI with one of their names."""
    any_uri = st.builds(
        "{}:{}".format, st.sampled_from([row.name for row in rows]), uri_texts().map(lambda text: text.split(":", 1)[1])
    )
    return (spoilt(rows) | any_uri).filter(is_uri)


@pytest.mark.parametrize("row", SCHEMES.values(), ids=list(SCHEMES))
def test_rung_scheme_of_a_normal_form_is_itself_for_every_row(row: Scheme) -> None:
    authority = f"//U@H:00{row.default_port or 0}"
    rests = ["a", "/%7Ea/../b?Q#F", authority + "/%7ea", "//H", "//h:/A?", "?", "/.//a", "A;B=%41"]
    for text in [*examples(row), *(row.name.upper() + ":" + rest for rest in rests)]:
        once = normalize(text, "scheme")

        assert normalize(once, "scheme") == once
        assert URI(once).scheme == row.name


@given(uris(RULED))
def test_rung_scheme_of_a_normal_form_is_itself(text: str) -> None:
    once = normalize(text, "scheme")

    assert normalize(once, "scheme") == once
    assert is_uri(once)


@given(uris(OWN or RULED), st.sampled_from(RUNGS[:4]))
def test_a_spelling_that_a_lower_rung_folds_is_folded_by_rung_scheme(text: str, rung: str) -> None:
    assert normalize(normalize(text, rung), "scheme") == normalize(text, "scheme")


@given(uris(OWN or RULED))
def test_equivalence_is_the_equality_of_keys(text: str) -> None:
    normal = normalize(text, "scheme")

    assert equivalent(text, normal, "scheme")
    assert key(text, "scheme") == key(normal, "scheme")


@given(uris(RULED))
def test_a_finding_of_a_scheme_has_its_place_in_the_text(text: str) -> None:
    for one in check(text):
        assert one.code in CODES
        assert 0 <= one.start <= one.end <= len(text)


@given(uris(OWN or RULED))
def test_a_module_reads_a_text_or_says_what_is_wrong_with_it(text: str) -> None:
    row = SCHEMES[URIReference(text).scheme or ""]
    assume(row.own is not None)
    wrong = any(one.level == "error" for one in check(text) if one.code in CODES)
    try:
        value = URI(text).scheme_value()
    except UrikitError:
        assert wrong
        return

    assert URI(str(value)).scheme_value() == value
    assert hash(value) == hash(URI(text).scheme_value())
    assert normalize(str(value), "scheme") == normalize(text, "scheme")


@given(spoilt(RULED))
def test_an_iri_is_held_to_its_scheme_too(text: str) -> None:
    for one in check(text, spec="rfc3987"):
        assert 0 <= one.start <= one.end <= len(text)
