"""RFC 5122: whom an xmpp URI names is what its decoded parts make."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import IRI, URI, normalize
from urikit.schemes.xmpp import Xmpp, build, parse

nodes = st.text("az0!#$%()+;=?[]é.", min_size=1, max_size=5)
domains = st.text("az0-.é!", min_size=1, max_size=5).filter(lambda text: text not in (".", ".."))
data = st.text("aZ0 !#/:?@&é;=", max_size=5)


@st.composite
def values_of_xmpp(draw: st.DrawFn) -> Xmpp:
    account = draw(st.none() | st.tuples(nodes, domains).map("@".join))
    named = account is None or draw(st.booleans())
    action = draw(st.none() | data)
    return Xmpp(
        account,
        draw(st.none() | nodes) if named else None,
        draw(domains) if named else "",
        draw(st.none() | data.filter(bool)) if named else None,
        action,
        () if action is None else tuple(draw(st.lists(st.tuples(data, data), max_size=3))),
        draw(st.none() | st.sampled_from(["", "a"])),
    )


@given(values_of_xmpp())
def test_what_is_built_is_read_back(value: Xmpp) -> None:
    text = build(
        value.domain, value.node, value.resource, value.action, value.parameters, value.account, value.fragment
    )

    assert parse(text) == value
    assert str(value) == text == normalize(text, "scheme")


def test_a_resource_keeps_its_case() -> None:
    assert URI("xmpp:A@B/C").xmpp.jid == "a@b/C"


@pytest.mark.parametrize(
    "text", ["xmpp:A@B@C", "xmpp://H/A@B", "xmpp:A%40b@C", "xmpp:A@B?c;d", "xmpp:A@B//c", "xmpp:."]
)
def test_what_is_outside_the_grammar_is_left_as_it_is(text: str) -> None:
    assert normalize(text, "scheme") == normalize(text)


def test_an_iri_is_left_as_it_is() -> None:
    assert str(IRI("xmpp:Ä@B").normalize("scheme")) == "xmpp:Ä@B"
