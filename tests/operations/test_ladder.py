"""The ladder, rung by rung: the same texts as normalize, and words for what changed."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import SCHEMES, Scheme, ladder, normalize
from urikit.operations.normalize import RUNGS
from urikit.strategies import uri_reference_texts

BASE = "http://a/b/c"


@given(uri_reference_texts(), st.sampled_from(RUNGS))
def test_each_step_is_what_normalize_gives(text: str, top: str) -> None:
    steps = ladder(text, top, aliases={})

    assert [step.name for step in steps] == list(RUNGS[: RUNGS.index(top) + 1])
    for step in steps:
        assert step.text == normalize(text, step.name)


@given(uri_reference_texts())
def test_a_change_has_words_and_words_are_few(text: str) -> None:
    steps = ladder(text, base=BASE)

    assert steps[0].text == normalize(text, "simple", base=BASE)
    for below, above in pairwise(steps):
        assert above.note or above.text == below.text
        assert len(above.note) < 4 * len(text) + 200


def test_a_note_names_a_few_escapes_of_many() -> None:
    case, percent = ladder("http://h/" + "".join(f"%{octet:02x}" for octet in range(256)) * 100)[1:3]

    assert case.note.endswith("more")
    assert "not unreserved" in percent.note
    assert len(case.note + percent.note) < 300


def test_without_observations_there_is_no_rung_protocol() -> None:
    assert [step.name for step in ladder("http://h/")] == list(RUNGS[:-1])
    assert ladder("http://h/", aliases={"http://h/": "a"})[-1].text == "http://h/a"


def test_a_row_of_the_callers_speaks_for_its_scheme() -> None:
    step = ladder("myapp://h:7", schemes=SCHEMES | [Scheme("myapp", "our wiki", default_port=7)])[-1]

    assert (step.text, step.note) == ("myapp://h", ":7 dropped, the default of myapp")


@pytest.mark.parametrize("text", ["http://u:secret%7esecret@h/", "http://u:%73%65%63%72%65%74@h/"])
def test_words_hold_no_four_characters_of_a_password(text: str) -> None:
    password = text.partition("u:")[2].partition("@")[0]
    notes = "\n".join(step.note for step in ladder(text))

    assert not any(password[at : at + 4] in notes for at in range(len(password) - 3))
