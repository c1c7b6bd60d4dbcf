"""IANA prov/redis: what is built is read back, and a database is a number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, URIRuleError, normalize
from urikit.schemes.redis import Redis, build, parse

texts = st.text("aB0:@/?#&=+%!é ", max_size=4)
options_of = st.lists(st.tuples(st.text("aB&=+%é:", min_size=1, max_size=3), st.none() | texts), max_size=3)


@st.composite
def values(draw: st.DrawFn) -> Redis:
    user = draw(st.none() | texts)
    return Redis(
        draw(st.sampled_from(["redis", "rediss"])),
        user,
        None if user is None else draw(st.none() | texts),
        draw(st.sampled_from(["", "example.com", "[::1]"])),
        draw(st.none() | st.sampled_from(["", "1", "65535"])),
        draw(st.none() | st.integers(0, 9_999_999_999)),
        tuple(draw(options_of)),
    )


@given(values())
def test_what_is_built_is_read_back(there: Redis) -> None:
    text = build(there.host, there.db, there.user, there.password, there.port_text, there.options, there.scheme)

    assert parse(text) == there
    assert str(there) == text


@given(values())
def test_one_text_is_written_for_one_value(there: Redis) -> None:
    text = normalize(str(there), "scheme")

    assert normalize(text, "scheme") == text


def test_a_password_does_not_reach_the_repr() -> None:
    there = parse("redis://u:secret@h/?sslPassword=hidden&a=b")

    assert "secret" not in repr(there)
    assert "hidden" not in repr(there)
    assert "password='•••'" in repr(there)
    assert "password=None" in repr(parse("redis://u@h"))
    with pytest.raises(URIRuleError) as caught:
        build("h", password="secret")
    assert "secret" not in str(caught.value) + repr(caught.value)


@pytest.mark.parametrize("text", ["redis:a", "redis://h/?db=x", "redis://U!@h/%FF", "redis://h/#f"])
def test_what_is_outside_the_grammar_is_left_as_it_is(text: str) -> None:
    assert normalize(text, "scheme") == normalize(text, "path")
    with pytest.raises(URIRuleError):
        parse(text)


def test_the_path_says_the_database_before_the_option() -> None:
    assert [parse(f"redis://h{rest}").database for rest in ("", "/", "/3?db=2", "?%64b=2", "/?db=2&db=4")] == [
        0,
        0,
        3,
        2,
        4,
    ]


def test_a_number_of_any_length_is_told_and_not_counted() -> None:
    for text in (f"redis://h/{'9' * 10_000}", f"redis://h?db={'9' * 10_000}", "redis://h?db=%D9%A3", "redis://h?db"):
        with pytest.raises(URIRuleError):
            parse(text)


def test_a_uri_knows_its_database() -> None:
    assert URI("REDISS://H/1").rediss == URI("rediss://h/1").redis == Redis("rediss", None, None, "h", None, 1, ())
