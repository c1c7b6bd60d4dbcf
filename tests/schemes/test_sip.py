"""RFC 3261 §19.1: a SIP URI is read, written and compared as its grammar says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, equivalent, normalize
from urikit.schemes.sip import Sip, build, parse

tokens = st.sampled_from(["a", "x-1", "%2C", "!", "~z", "%C3%A9"])
users = st.none() | st.sampled_from(["alice", "+1-212", "a;b=c", "a?b/c", "%40", "a=&$,"])
hosts = st.sampled_from(["h", "a-b.com", "x.y.", "192.0.2.4"])
parameters = st.dictionaries(
    tokens.map(str.lower).map(lambda t: t.replace("%c3%a9", "%C3%A9").replace("%2c", "%2C")),
    st.none() | tokens,
    max_size=3,
)
headers = st.lists(st.tuples(tokens, st.just("") | st.sampled_from(["?/x", "a:b"])), max_size=3)


@st.composite
def values_of_sip(draw: st.DrawFn) -> Sip:
    user = draw(users)
    return Sip(
        draw(st.sampled_from(["sip", "sips"])),
        user,
        None if user is None else draw(st.none() | st.sampled_from(["", "se&cret"])),
        draw(hosts),
        draw(st.none() | st.sampled_from(["5060", "05061", "1"])),
        tuple(sorted(draw(parameters).items())),
        tuple(sorted(draw(headers), key=lambda pair: pair[0])),
        draw(st.none() | st.sampled_from(["", "a"])),
    )


@given(values_of_sip())
def test_what_is_built_is_read_back(value: Sip) -> None:
    text = build(
        value.host,
        value.user,
        value.password,
        value.port_text,
        value.parameters,
        value.headers,
        value.scheme,
        value.fragment,
    )

    assert parse(text) == value
    assert str(value) == text == normalize(text, "scheme")
    assert value.same(value)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("sip:carol@chicago.com", "sip:carol@chicago.com;newparam=5", True),
        ("sip:carol@chicago.com;security=on", "sip:carol@chicago.com;newparam=5", True),
        ("sip:carol@chicago.com;security=on", "sip:carol@chicago.com;security=off", False),
        ("sip:carol@chicago.com;x=A", "sip:carol@CHICAGO.com;X=a", True),
        ("sip:bob@biloxi.com", "sip:bob@biloxi.com;transport=udp", False),
        ("sip:bob@biloxi.com", "sip:bob@biloxi.com:5060", False),
        ("sip:bob@biloxi.com;method=invite", "sip:bob@biloxi.com;method=INVITE", True),
        ("sip:carol@chicago.com", "sip:carol@chicago.com?Subject=next%20meeting", False),
        ("sip:carol@chicago.com", "sips:carol@chicago.com", False),
        ("sip:ALICE@h", "sip:alice@h", False),
    ],
)
def test_the_comparison_of_two(one: str, other: str, same: bool) -> None:
    assert parse(one).same(parse(other)) is same
    assert parse(other).same(parse(one)) is same
    assert not equivalent(one, other, "scheme") or same


def test_what_is_not_the_same_for_each_is_so_for_a_third() -> None:
    on, off, silent = (parse(f"sip:carol@chicago.com{rest}") for rest in (";security=on", ";security=off", ""))

    assert on.same(silent)
    assert silent.same(off)
    assert not on.same(off)


def test_a_password_is_not_shown() -> None:
    value = URI("sip:alice:secret@atlanta.com").sip

    assert "secret" not in repr(value)
    assert "user='alice'" in repr(value)
    assert value.password == "secret"


def test_what_is_asked_for_by_name() -> None:
    value = URI("sips:h;A=%C3%A9;b?S=a%20b").sips

    assert (value.parameter("a"), value.parameter("B"), value.parameter("c")) == ("é", "", None)
    assert (value.header("s"), value.header("t")) == ("a b", None)


@pytest.mark.parametrize("text", ["sip:A@H_", "sip:a@B;", "sip:a@B?c", "sip://A@B", "sip:a@B;ttl=X;Lr"])
def test_what_is_outside_the_grammar_is_left_as_it_is(text: str) -> None:
    assert normalize(text, "scheme") == normalize(text)
