"""DID 1.0: a DID URL is read as it is written."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, normalize
from urikit.schemes.did import Did, build, parse

ids = st.lists(st.text("aZ0._-", max_size=3) | st.just("%3A"), max_size=3).map(lambda parts: ":".join([*parts, "x"]))
tails = st.none() | st.sampled_from(["", "a=b&c", "?/"])


@given(st.sampled_from(["example", "web", "3"]), ids, st.sampled_from(["", "/", "/a/b"]), tails, tails)
def test_what_is_built_is_read_back(method: str, name: str, path: str, query: str | None, tail: str | None) -> None:
    text = build(method, name, path, query, tail)

    assert parse(text) == Did(method, name, path, query, tail)
    assert str(parse(text)) == text == normalize(text, "scheme")


def test_what_is_asked_for_by_name() -> None:
    value = URI("did:example:1?service=files&relativeRef=%2Fa&service=x").did

    assert (value.parameter("service"), value.parameter("relativeRef"), value.parameter("hl")) == ("files", "/a", None)
