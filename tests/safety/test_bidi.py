"""Right-to-left references: components, the rules for them, what is forbidden, what draws its neighbours elsewhere."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import SCHEMES, Finding, Scheme, bidi_components, from_notation, key, pieces
from urikit.safety import bidi
from urikit.syntax.bidi import FORMATS, bidi_classes, components, is_right_to_left
from urikit.syntax.parse import read

EXAMPLES = Path(__file__).parents[3] / "shared" / "specs" / "bidi_examples.csv"
ROWS = list(csv.DictReader(EXAMPLES.read_text("utf-8").splitlines())) if EXAMPLES.exists() else []
EXAMPLE_ROWS = [pytest.param(row, id=f"{row['example']}-{row['script']}") for row in ROWS] or [
    pytest.param(None, marks=pytest.mark.skip(reason="specs/bidi_examples.csv is not beside the project"), id="missing")
]

# Pieces of text that meet each other in every order.
STRETCHES = ["a", "b", "א", "בג", "ا", "ب", "1", "23", "١", "۱", "%41", "%D7%90", "\u05b0", "\u0301", "-", "+", "é"]
STRETCHES += ["(", ")", "/", "/", ".", "?", "&", "=", ";", "#", ":", "@", "//", "http://", *sorted(FORMATS)]
texts = st.lists(st.sampled_from(STRETCHES), max_size=14).map("".join)
iris = texts.filter(lambda text: pieces(text, "rfc3987") is not None)


def found(iri: str, **options: object) -> list[Finding]:
    """What the room says of an IRI."""
    return bidi.findings(iri, read(iri, spec="rfc3987"), **options)  # type: ignore[arg-type]


def told(notation: str, script: str = "hebrew", **options: object) -> list[tuple[str, str]]:
    """Code and place of each finding in a text in Bidi Notation, the place in that notation too."""
    iri = from_notation(notation, "bidi", script)  # type: ignore[arg-type]
    return [(one.code, notation[one.start : one.end]) for one in found(iri, **options)]


@pytest.mark.parametrize("row", EXAMPLE_ROWS)
def test_the_examples_keep_the_rules_or_not_as_the_rfc_says(row: dict[str, str]) -> None:
    wanted = {"8": [("bidi-ends", "warning")], "9": [("bidi-ends", "warning")], "10": [("bidi-digits", "note")]}
    wanted["11*"] = wanted["10"]
    # RFC 5893 came later, and has no digits at the start of a label
    seen = [(one.code, one.level) for one in found(row["logical"]) if one.code != "idna-bidi"]

    assert seen == wanted.get(row["example"], [])


@pytest.mark.parametrize("script", ["hebrew", "arabic"])
def test_the_help_has_the_whole_components_percent_encoded(script: str) -> None:
    iri = from_notation("http://ab.cd.ef/GH%31/%32IJ/KL.html", "bidi", script)  # type: ignore[arg-type]
    (one,) = found(iri)
    first, second, last = [part.text for part in bidi_components(iri) if part.part == "segment"]

    assert one.help == f"write http://ab.cd.ef/{bidi.encoded(first)}/{bidi.encoded(second)}/{last}"


@pytest.mark.parametrize("script", ["hebrew", "arabic"])
@pytest.mark.parametrize(
    ("notation", "codes"),
    [
        ("/A%31B", []),
        ("/A1", ["bidi-ends"]),
        ("/1A", ["bidi-ends"]),
        ("/Ab", ["bidi-mixed", "bidi-ends"]),
        ("/aBc", ["bidi-mixed", "bidi-ends"]),
        ("/AbC", ["bidi-mixed"]),
        ("/A/1", ["bidi-digits"]),
        ("/A/1b", ["bidi-digits"]),
        ("/A/b1", []),
        ("/1/A", []),
        ("//A:80", ["bidi-port"]),
        ("//A:", []),
        ("//[::1]:80/A", []),
        ("mailto:A@b", ["bidi-mixed", "bidi-ends"]),
    ],
)
def test_each_rule_by_itself(notation: str, codes: list[str], script: str) -> None:
    assert [code for code, _ in told(notation, script)] == codes


def test_what_is_one_component_is_the_callers_to_say() -> None:
    assert told("?q=A") == []
    assert told("?q=A", pairs=False) == [("bidi-mixed", "q=A"), ("bidi-ends", "q=A")]
    assert told("/A.html") == []
    assert told("/A.html", extension=False) == [("bidi-mixed", "A.html"), ("bidi-ends", "A.html")]


def test_labels_are_components_where_the_schemes_row_says_domain_name() -> None:
    own = SCHEMES | [Scheme("own", source="our wiki", host="dns")]

    assert [code for code, _ in told("own://a.B/")] == ["bidi-mixed", "bidi-ends"]
    assert told("own://a.B/", schemes=own) == []
    assert [one.part for one in bidi_components("own://a.א/", schemes=own)] == ["label", "label"]
    assert [one.part for one in bidi_components("//a.א/")] == ["host"]


def test_a_password_is_not_in_what_a_component_is_shown_as() -> None:
    one = bidi_components("http://u:qX7jZk9w@h/")[0]

    assert repr(one) == "Component(part='userinfo', text='u:•••', start=7, end=17)"
    of_sip = bidi_components("sip:u:qX7jZk9w@h")[0]
    assert repr(of_sip) == "Component(part='segment', text='u:•••@h', start=4, end=16)"
    assert of_sip.text == "u:qX7jZk9w@h"
    assert one.text == "u:qX7jZk9w"


def test_rfc_5893_is_held_to_in_domain_names_only() -> None:
    assert ("idna-bidi", "1") in told("http://A.1b.example/")
    assert told("foo://A.B/") == []


@pytest.mark.parametrize("character", sorted(FORMATS), ids=lambda one: f"U+{ord(one):04X}")
def test_a_formatting_character_is_an_error_wherever_it_stands(character: str) -> None:
    for iri in (f"/a{character}b", f"//{character}/", f"?{character}", f"#a{character}", f"//u{character}@h"):
        (one,) = [one for one in found(iri) if one.code == "bidi-formatting"]

        assert (one.level, iri[one.start : one.end], one.source) == ("error", character, "RFC 3987 §4.1")
        assert one.help == f"write {iri.replace(character, bidi.encoded(character))}"


def test_a_finding_does_not_show_what_its_order_makes_unclear() -> None:
    own = [one for one in found("http://אb.א:80/א1?אb=1#אb\u200e/1") if one.code.startswith("bidi-")]

    assert len(own) == 4
    assert not [one for one in own if is_right_to_left(one.message)]


def test_the_password_is_masked_in_the_help() -> None:
    helps = [one.help for one in found("http://u:אbsecretא@h/אb")]

    assert helps
    assert not [words for words in helps if "secret" in words]


@given(iris)
def test_a_mended_reference_has_the_finding_no_more_and_means_the_same(iri: str) -> None:
    for one in found(iri):
        if not one.help.startswith("write ") or "•••" in one.help:
            continue
        mended = one.help.removeprefix("write ")

        assert one.code not in [again.code for again in found(mended)]
        assert list(map(bool, read(mended, spec="rfc3987"))) == list(map(bool, read(iri, spec="rfc3987")))
        if not iri.startswith("http:"):  # a label may be no domain name any more
            assert key(f"x:{mended}", "percent", spec="rfc3987") == key(f"x:{iri}", "percent", spec="rfc3987")


@given(iris)
def test_components_are_in_order_apart_and_hold_all_that_runs_right_to_left(iri: str) -> None:
    parts = components(read(iri, spec="rfc3987"), domain=True, pairs=True, extension=True)
    covered = {at for part in parts for at in range(part.start, part.end)}

    assert all(iri[part.start : part.end] == part.text for part in parts)
    assert [part.start for part in parts] == sorted({part.start for part in parts})
    assert len(covered) == sum(len(part.text) for part in parts)
    assert not is_right_to_left("".join(character for at, character in enumerate(iri) if at not in covered))


@given(st.text())
def test_classes_are_one_a_character(text: str) -> None:
    assert len(bidi_classes(text)) == len(text)
    assert is_right_to_left(text) == bool({"R", "AL"} & set(bidi_classes(text)))


def test_characters_that_unicode_has_not_assigned_have_their_blocks_class() -> None:
    unassigned = ["\u05ff", "\u07bf", "\u20cf", "\u0378", "\U0001eeff", "\U0001efff", "\U0001cfff"]

    assert bidi_classes("".join(unassigned)) == ["R", "AL", "ET", "L", "AL", "R", "L"]
