"""The order on a screen: the RFC's examples, the map of places, torn components, the package that it needs."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from typing import Any

import pytest
from bidi import get_display
from hypothesis import given
from hypothesis import strategies as st

from tests.safety.test_bidi import EXAMPLE_ROWS, iris
from urikit import URIRuleError, URISyntaxError, bidi_components, from_notation, pieces, visual, visual_components
from urikit.safety.visual import Visual
from urikit.syntax.bidi import FORMATS

# No two alike, and of every class that an IRI may hold.
DISTINCT = "abcאבגדاتث123٤٥۶۷+-%$,.:/()[]&=;~\u0301\u05b0\xa0«»€"


@pytest.mark.parametrize("row", EXAMPLE_ROWS)
def test_the_examples_are_drawn_as_four_engines_draw_them(row: dict[str, str]) -> None:
    assert visual(row["logical"]).text == row["visual"]
    # example 9 is printed wrong in the RFC: M. Duerst's issue bidi-fix-example-113
    assert (row["visual_notation"] == row["rfc3987_visual_notation"]) == (row["matches_rfc"] == "True")


@given(iris)
def test_the_map_is_a_permutation_and_spells_the_text(iri: str) -> None:
    drawn = visual(iri)

    assert sorted(drawn.order) == list(range(len(iri)))
    assert drawn.text == str(drawn) == "".join(iri[place] for place in drawn.order)
    assert [drawn.order[column] for column in drawn.columns] == list(range(len(iri)))


@given(st.permutations(DISTINCT), st.integers(0, 12))
def test_where_no_two_characters_are_alike_the_map_is_read_off_the_text_drawn(letters: list[str], length: int) -> None:
    iri = f"{''.join(letters[:length])}/".replace("[", "").replace("]", "")
    if pieces(iri, "rfc3987") is None or len(set(iri)) < len(iri):
        iri = "x/" + "".join(set(iri) - set("/:%"))

    assert visual(iri).order == tuple(iri.index(character) for character in get_display(iri, base_dir="L"))


@given(iris)
def test_components_from_left_to_right_spell_the_text_drawn(iri: str) -> None:
    parts = visual_components(iri)
    columns = [part.column for part in parts]
    named = {(part.part, part.start, part.end) for part in parts}

    assert "".join(part.text for part in parts) == visual(iri).text
    assert columns == sorted(set(columns))
    assert {(one.part, one.start, one.end) for one in bidi_components(iri)} <= named


@pytest.mark.parametrize(
    ("notation", "drawn"),
    [
        ("http://ab.CDE.FGH/ij", ["scheme", "ab", "FGH", "CDE", "ij"]),
        ("http://ab.cd.EF/GH/ij", ["scheme", "ab", "cd", "GH", "EF", "ij"]),
        ("http://AB:80/x", ["scheme", "80", "AB", "x"]),
        ("//[::1]:80/x", ["[::1]", "80", "x"]),
        ("http://AB/1/C", ["scheme", "C", "1", "AB"]),
        ("http://ab.cd.ef/GH1/2IJ/K", ["scheme", "ab", "cd", "ef", "K", "2IJ", "GH1", "2IJ", "GH1"]),
        ("http://ab.CD.123ij/", ["scheme", "ab", "123ij", "CD", "123ij"]),
    ],
)
def test_components_are_named_in_the_order_of_the_screen(notation: str, drawn: list[str]) -> None:
    parts = visual_components(from_notation(notation, "bidi"))
    names = [notation[one.start : one.end] for one in parts if one.part != "delimiter"]

    assert [name.replace("http", "scheme") for name in names] == drawn


@pytest.mark.parametrize("character", sorted(FORMATS))
def test_what_must_not_be_there_is_drawn_too(character: str) -> None:
    drawn = visual(f"a{character}בג/{character}")

    assert sorted(drawn.order) == list(range(6))


def test_a_text_of_more_than_the_limit_is_refused() -> None:
    text = "/" + "א" * 9

    assert [len(visual(text, limit=limit).text) for limit in (None, 11, 10)] == [10] * 3
    with pytest.raises(URIRuleError) as caught:
        visual(text, limit=9)
    assert [(one.code, one.start, one.end) for one in caught.value.findings] == [("too-long", 9, 10)]
    with pytest.raises(URIRuleError):
        visual_components("/" * 70_000)


def test_what_is_no_iri_is_not_drawn() -> None:
    for function in (visual, visual_components):
        with pytest.raises(URISyntaxError):
            function("/א b")


@pytest.mark.parametrize("iri", ["http://example.com/", "http://אב/"])
def test_without_the_package_the_error_says_what_to_install(iri: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "bidi", None)

    for function in (visual, visual_components):
        with pytest.raises(ImportError, match=r"pip install 'urikit\[bidi\]'"):
            function(iri)


@pytest.mark.parametrize(
    ("levels", "change"), [(False, lambda told: told[::-1]), (True, lambda told: told.replace("Level(", "("))]
)
def test_a_package_that_answers_otherwise_is_not_believed(
    levels: bool, change: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def draw(line: str, **options: Any) -> str:
        told = str(get_display(line, **options))
        return change(told) if options["debug"] is levels else told

    monkeypatch.setattr("bidi.get_display", draw)
    with pytest.raises(RuntimeError, match="otherwise than"):
        visual("/אב")


def test_an_iri_that_spells_what_the_levels_are_printed_with_is_drawn() -> None:
    iri = "/Level(1)/א/levels:Level(7)"

    assert sorted(visual(iri).order) == list(range(len(iri)))


@pytest.mark.parametrize(
    "iri", ["http://u:qX7jZk9w@h/א", "http://א:qX7jZk9w@h/", "http://u:אqX7jZk9wב@h/", "//א:בqX7j@h"]
)
def test_a_password_is_not_in_what_the_answers_are_shown_as(iri: str) -> None:
    shown = repr(visual(iri)) + repr(visual_components(iri))

    assert "qX7j" not in shown
    assert "•••" in shown
    assert "qX7j" in str(visual(iri))


def test_an_iri_without_a_password_is_shown_as_it_is() -> None:
    drawn = visual("http://u@אב/:@")

    assert eval(repr(drawn), {"Visual": Visual}) == drawn


def test_the_answers_are_values() -> None:
    one = visual("/אב")

    assert pickle.loads(pickle.dumps(one)) == one
    assert hash(visual_components("/אב")) == hash(visual_components("/אב"))
