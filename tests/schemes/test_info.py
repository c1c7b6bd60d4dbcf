"""RFC 4452: an info URI is read as it is written, its namespace in lower case."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, normalize
from urikit.schemes.info import Info, build, parse

identifiers = st.lists(st.sampled_from(["a", "Z", "%2F", "/", ":", "(", "%C3%A9"])).map("".join)


@given(st.sampled_from(["doi", "a+b.c-d", "z0"]), identifiers, st.sampled_from([None, "", "a"]))
def test_what_is_built_is_read_back(namespace: str, identifier: str, fragment: str | None) -> None:
    text = build(namespace.upper(), identifier, fragment)

    assert parse(text) == Info(namespace, identifier, fragment)
    assert str(parse(text)) == text == normalize(text, "scheme")
    assert URI(text).info.name.count("%") == 0


@pytest.mark.parametrize("text", ["info:A", "info:A_b/C", "info://A/b"])
def test_what_is_outside_the_grammar_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match=r"\["):
        parse(text)
