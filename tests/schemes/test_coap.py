"""RFC 7252 §6: options become a URI, and are read from it again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, URIRuleError, check, normalize
from urikit.schemes.coap import Coap, build, parse

values = st.text(st.characters(exclude_categories=["Cs"]), max_size=4).filter(lambda one: one not in (".", ".."))
paths = st.lists(values, max_size=4).filter(lambda them: them != [""])


@given(st.sampled_from(["coap", "coaps"]), paths, st.lists(values, max_size=4), st.none() | st.just("61616"))
def test_what_is_built_is_read_back(scheme: str, path: list[str], query: list[str], port: str | None) -> None:
    text = build("H.example", path, query, port, scheme)

    assert parse(text) == Coap(scheme, "h.example", port, tuple(path), tuple(query))
    assert str(parse(text)) == text == normalize(text, "scheme")


@pytest.mark.parametrize("path", [[""], ["."], ["a", ".."]])
def test_segments_that_no_uri_can_say_are_refused(path: list[str]) -> None:
    with pytest.raises(URIRuleError) as caught:
        build("h", path)
    assert [one.code for one in caught.value.findings] == ["wrong-part"]


def test_an_option_holds_255_octets() -> None:
    assert parse(f"coap://h/{'%C3%A9' * 127}a").segments == ("é" * 127 + "a",)
    assert [one.code for one in check(f"coap://h/{'%C3%A9' * 128}")] == ["coap-option"]
    assert [one.code for one in check(f"coap://h/?a&{'b' * 256}")] == ["coap-option"]


def test_an_address_is_no_option() -> None:
    assert URI("coap://192.0.2.1/a").coap.options == (("Uri-Path", "a"),)
    assert URI("coap://a%20b/").coap.options == (("Uri-Host", "a b"),)
    assert URI("coaps://h:1/").coaps.is_secure


@pytest.mark.parametrize("text", ["coap://h/%FF?%21", "coap:a%21", "coap:///%21", "coap://u@h/%21"])
def test_what_is_outside_the_grammar_is_left_alone(text: str) -> None:
    assert "%21" in normalize(text, "scheme")
