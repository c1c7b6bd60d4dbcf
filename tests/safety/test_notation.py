"""The two notations of RFC 3987 §1.4, there and back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.safety.test_bidi import EXAMPLE_ROWS
from urikit import URIRuleError, from_notation, notation
from urikit.safety.notation import SCRIPTS


@given(st.text())
def test_what_xml_notation_wrote_comes_back(text: str) -> None:
    written = notation(text, "xml")

    assert written.isascii()
    assert from_notation(written) == text


@given(st.text(alphabet="&#x;amp0A1fé"))
def test_any_text_is_read_or_refused_at_a_reference(text: str) -> None:
    try:
        read = from_notation(text)
    except URIRuleError as error:
        (one,) = error.findings
        assert (one.code, text[one.start]) == ("notation", "&")
        assert not text[one.start :].startswith("&amp;")
    else:
        assert from_notation(notation(read, "xml")) == read


@given(st.sampled_from(["hebrew", "arabic"]), st.text(alphabet="ABCXYZabc123/.%?#"))
def test_bidi_notation_comes_back_in_the_script_that_it_was_read_in(script: Any, text: str) -> None:
    assert notation(from_notation(text, "bidi", script), "bidi") == text


@pytest.mark.parametrize("row", EXAMPLE_ROWS)
def test_the_examples_are_written_in_the_notation_of_the_rfc(row: dict[str, str]) -> None:
    assert notation(row["logical"], "bidi") == row["logical_notation"]
    assert notation(row["visual"], "bidi") == row["visual_notation"]


def test_each_script_has_a_letter_for_each_capital() -> None:
    for letters in SCRIPTS.values():
        assert len(set(letters)) == len(letters) == 26


def test_a_lone_surrogate_is_written_and_not_read() -> None:
    assert notation("a\ud800", "xml") == "a&#xD800;"
    with pytest.raises(URIRuleError) as caught:
        from_notation("a&#xD800;")
    assert [(one.start, one.end) for one in caught.value.findings] == [(1, 9)]


def test_what_is_no_notation_is_refused() -> None:
    with pytest.raises(ValueError, match=r"xml, bidi"):
        notation("a", "html")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"xml, bidi"):
        from_notation("a", "html")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"hebrew, arabic"):
        from_notation("a", "bidi", "greek")  # type: ignore[arg-type]
