"""RFC 2384: a pop URI is read as it is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, normalize
from urikit.schemes.pop import Pop, build, parse

users = st.text("aZ0!;:@/é %", min_size=1, max_size=5)


@given(users, st.none() | st.sampled_from(["*", "+APOP", "X Y"]), st.none() | st.just("1110"), st.none() | st.just("a"))
def test_what_is_built_is_read_back(user: str, auth: str | None, port: str | None, fragment: str | None) -> None:
    text = build("[::1]", user, auth, port, fragment)

    assert parse(text) == Pop(user, auth, "[::1]", port, fragment)
    assert str(parse(text)) == text == normalize(text, "scheme")


def test_nobody_need_be_named() -> None:
    assert URI("pop://H").pop == Pop(None, None, "h", None, None)


@pytest.mark.parametrize("text", ["pop://a:%21@h", "pop://;auth=%21@h", "pop:a"])
def test_what_is_outside_the_grammar_is_left_as_it_is(text: str) -> None:
    assert normalize(text, "scheme") == normalize(text)
