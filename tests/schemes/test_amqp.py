"""The AMQP URI specification: what is built is read back, and no virtual host is not one without a name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, URIRuleError, normalize
from urikit.schemes.amqp import Amqp, build, parse

texts = st.text("aB0:@/?#&=+%!é ", max_size=4)
options_of = st.lists(st.tuples(st.text("aB&=+%é:", min_size=1, max_size=3), st.none() | texts), max_size=3)


@st.composite
def values(draw: st.DrawFn) -> Amqp:
    user = draw(st.none() | texts)
    return Amqp(
        draw(st.sampled_from(["amqp", "amqps"])),
        user,
        None if user is None else draw(st.none() | texts),
        draw(st.sampled_from(["", "example.com", "[::1]"])),
        draw(st.none() | st.sampled_from(["", "1", "65535"])),
        draw(st.none() | texts),
        tuple(draw(options_of)),
    )


@given(values())
def test_what_is_built_is_read_back(there: Amqp) -> None:
    text = build(there.host, there.vhost, there.user, there.password, there.port_text, there.options, there.scheme)

    assert parse(text) == there
    assert str(there) == text


@given(values())
def test_one_text_is_written_for_one_value(there: Amqp) -> None:
    text = normalize(str(there), "scheme")

    assert normalize(text, "scheme") == text


def test_a_password_does_not_reach_the_repr() -> None:
    there = parse("amqp://u:secret@h/?sslPassword=hidden&a=b")

    assert "secret" not in repr(there)
    assert "hidden" not in repr(there)
    assert "password='•••'" in repr(there)
    assert "password=None" in repr(parse("amqp://u@h"))
    with pytest.raises(URIRuleError) as caught:
        build("h", password="secret")
    assert "secret" not in str(caught.value) + repr(caught.value)


@pytest.mark.parametrize("text", ["amqp:a", "amqp://h/a/b!?", "amqp://U!@h/%FF", "amqp://h/a:b#f"])
def test_what_is_outside_the_grammar_is_left_as_it_is(text: str) -> None:
    assert normalize(text, "scheme") == normalize(text, "path")
    with pytest.raises(URIRuleError):
        parse(text)


def test_no_virtual_host_is_not_one_without_a_name() -> None:
    assert [parse(text).vhost for text in ("amqp://h", "amqp://h/", "amqp://h/%2F")] == [None, "", "/"]
    assert len({normalize(text, "scheme") for text in ("amqp://h", "amqp://h/", "amqp://h/%2F")}) == 3


def test_a_uri_knows_its_broker() -> None:
    assert URI("AMQPS://H/a").amqps == URI("amqps://h/a").amqp == Amqp("amqps", None, None, "h", None, "a", ())
