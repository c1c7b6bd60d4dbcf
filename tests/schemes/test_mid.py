"""RFC 2392: an identifier is what its escapes say, without angle brackets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, normalize
from urikit.schemes.mid import Mid, build, parse

locals_ = st.text('aZ0.!#%/@?"é', min_size=1, max_size=5)
domains = st.text("aZ.-[]:é", min_size=1, max_size=5)
identifiers = st.tuples(locals_, domains).map("@".join)


@given(identifiers, st.none() | identifiers, st.sampled_from([None, "", "a"]))
def test_a_message_and_its_part_are_read_back(message: str, part: str | None, fragment: str | None) -> None:
    text = build(message, part, fragment=fragment)

    assert parse(text) == Mid("mid", message, part, fragment)
    assert str(parse(text)) == text == normalize(text, "scheme")


@given(identifiers)
def test_a_part_of_the_same_message_is_read_back(part: str) -> None:
    text = build(content_id=f"<{part}>")

    assert URI(text).cid == Mid("cid", None, part, None)
    assert URI(text).cid.header == f"<{part}>"
    assert str(parse(text)) == text == normalize(text, "scheme")


@pytest.mark.parametrize("text", ["cid:a%21", "mid:a%21@b/c", "cid:%3Ca%21@b%3E", "mid:a%21@b?c"])
def test_what_is_outside_the_grammar_is_left_as_it_is(text: str) -> None:
    assert normalize(text, "scheme") == normalize(text)
