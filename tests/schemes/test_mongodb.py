"""MongoDB connection strings: what is built is read back, and a list of hosts is one name to RFC 3986."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, URIRuleError, is_uri, normalize
from urikit.schemes.mongodb import Mongodb, build, parse

texts = st.text("aB0:@/?#&=+%!é ", max_size=4)
options_of = st.lists(st.tuples(st.text("ab&=+%é:", min_size=1, max_size=3), texts), max_size=3)


@st.composite
def values(draw: st.DrawFn) -> Mongodb:
    user = draw(st.none() | texts)
    return Mongodb(
        draw(st.sampled_from(["mongodb"])),
        user,
        None if user is None else draw(st.none() | texts),
        draw(st.sampled_from(["a.example", "a,b", "[::1]", "%2Ftmp%2Fa.sock"])),
        draw(st.none() | st.sampled_from(["", "1", "65535"])),
        draw(st.text("aB0-é%:@?#")),
        tuple(draw(options_of)),
    )


@given(values())
def test_what_is_built_is_read_back(there: Mongodb) -> None:
    text = build(there.host, there.auth_db, there.user, there.password, there.port_text, there.options, there.scheme)

    assert parse(text) == there
    assert str(there) == text


@given(values())
def test_one_text_is_written_for_one_value(there: Mongodb) -> None:
    text = normalize(str(there), "scheme")

    assert normalize(text, "scheme") == text


def test_a_password_does_not_reach_the_repr() -> None:
    there = parse("mongodb://u:secret@h/?sslPassword=hidden&a=b")

    assert "secret" not in repr(there)
    assert "hidden" not in repr(there)
    assert "password='•••'" in repr(there)
    assert "password=None" in repr(parse("mongodb://u@h"))
    with pytest.raises(URIRuleError) as caught:
        build("h", password="secret")
    assert "secret" not in str(caught.value) + repr(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "mongodb:a",
        "mongodb://h/?a",
        "mongodb://U!@h/%FF",
        "mongodb://a,,b/",
        "mongodb+srv://h:1/?W=1",
    ],
)
def test_what_is_outside_the_grammar_is_left_as_it_is(text: str) -> None:
    assert normalize(text, "scheme") == normalize(text, "path")
    with pytest.raises(URIRuleError):
        parse(text)


def test_each_host_has_its_port() -> None:
    assert parse("mongodb://a,b:1").hosts == (("a", 27017), ("b", 1))
    assert not is_uri("mongodb://a:1,b:2")


@given(texts, st.sampled_from(["admin", ""]))
def test_of_a_name_of_records_all_is_read_back_too(user: str, auth_db: str) -> None:
    text = build("cluster.example.com", auth_db, user, scheme="mongodb+srv")

    assert URI(text).mongodb == Mongodb("mongodb+srv", user, None, "cluster.example.com", None, auth_db, ())
    assert parse(text).port is None


def test_options_are_written_with_a_slash_before_them_and_read_without() -> None:
    assert build("h", options=[("W", "1")]) == "mongodb://h/?w=1"
    assert parse("mongodb://h?W=1") == parse("mongodb://h/?w=1")
