"""PostgreSQL manual, libpq: what is built is read back, and a list of hosts is one name to RFC 3986."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, URIRuleError, is_uri, normalize
from urikit.schemes.postgresql import Postgresql, build, parse

texts = st.text("aB0:@/?#&=+%!é ", max_size=4)
options_of = st.lists(st.tuples(st.text("aB&=+%é:", min_size=1, max_size=3), texts), max_size=3)


@st.composite
def values(draw: st.DrawFn) -> Postgresql:
    user = draw(st.none() | texts)
    return Postgresql(
        draw(st.sampled_from(["postgresql", "postgres"])),
        user,
        None if user is None else draw(st.none() | texts),
        draw(st.sampled_from(["", "h1,h2", "[::1]", "%2FTmp"])),
        draw(st.none() | st.sampled_from(["", "1", "65535"])),
        draw(texts),
        tuple(draw(options_of)),
    )


@given(values())
def test_what_is_built_is_read_back(there: Postgresql) -> None:
    text = build(there.host, there.dbname, there.user, there.password, there.port_text, there.options, there.scheme)

    assert parse(text) == there
    assert str(there) == text


@given(values())
def test_one_text_is_written_for_one_value(there: Postgresql) -> None:
    text = normalize(str(there), "scheme")

    assert normalize(text, "scheme") == text


def test_a_password_does_not_reach_the_repr() -> None:
    there = parse("postgresql://u:secret@h/?sslPassword=hidden&a=b")

    assert "secret" not in repr(there)
    assert "hidden" not in repr(there)
    assert "password='•••'" in repr(there)
    assert "password=None" in repr(parse("postgresql://u@h"))
    with pytest.raises(URIRuleError) as caught:
        build("h", password="secret")
    assert "secret" not in str(caught.value) + repr(caught.value)


@pytest.mark.parametrize(
    "text", ["postgres:a", "postgres://h/?a", "postgres://U!@h/%FF", "postgres://h/?a=b=c", "postgres://h/#f"]
)
def test_what_is_outside_the_grammar_is_left_as_it_is(text: str) -> None:
    assert normalize(text, "scheme") == normalize(text, "path")
    with pytest.raises(URIRuleError):
        parse(text)


def test_each_host_has_its_port() -> None:
    assert parse("postgres://a,b:1").hosts == (("a", 5432), ("b", 1))
    assert parse("postgres://%2FTmp,b").hosts == (("/Tmp", 5432), ("b", 5432))
    assert not is_uri("postgres://a:1,b:2")


def test_a_uri_knows_its_database() -> None:
    there = Postgresql("postgres", None, None, "H", None, "a", ())

    assert URI("POSTGRES://H/a").postgres == URI("postgres://H/a").postgresql == there
