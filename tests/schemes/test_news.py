"""RFC 5538: groups and articles are read as they are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, check, normalize
from urikit.schemes.news import News, build, parse

groups = st.text("az0.+_-é ", min_size=1, max_size=6).filter(lambda text: text not in (".", ".."))
words = st.lists(st.text("az0+_-!/?%", min_size=1, max_size=4), min_size=1, max_size=3).map(".".join)
messages = st.tuples(words, words | st.text("a.:;,(", max_size=3).map("[{}]".format)).map("@".join)
places = st.tuples(st.sampled_from(["h", "[::1]"]), st.none() | st.just("1119"), st.none() | st.just("u"))


@given(st.sampled_from(["news", "snews"]), groups, messages, st.booleans(), st.none() | places)
def test_what_is_built_is_read_back(
    scheme: str, group: str, message: str, is_group: bool, place: tuple[str, str | None, str | None] | None
) -> None:
    host, port, user = place or (None, None, None)
    what = (group, None) if is_group else (None, message)
    text = build(what[0], what[1], None, host, port, user, scheme)

    assert parse(text) == News(scheme, user, host, port, *what, None, None)
    assert str(parse(text)) == text == normalize(text, "scheme")


@given(groups, st.none() | st.integers(0, 10**16 - 1), places)
def test_an_article_has_a_number_on_its_server(
    group: str, number: int | None, place: tuple[str, str | None, str | None]
) -> None:
    text = build(group, None, number, *place, "nntp")

    assert (parse(text).group, parse(text).number) == (group, None if number is None else str(number))
    assert str(parse(text)) == text == normalize(text, "scheme")


def test_a_password_is_not_shown() -> None:
    value = URI("nntp://u:secret@h/a").nntp

    assert "secret" not in repr(value)
    assert repr(URI("nntp://u@h/a").news).startswith("News(scheme='nntp', userinfo='u', host='h'")


@pytest.mark.parametrize("text", ["news:A%21/b", "nntp:a%21", "news:/%21@b", "nntp://h/a%21@b"])
def test_what_is_outside_the_grammar_is_left_as_it_is(text: str) -> None:
    assert normalize(text, "scheme") == normalize(text)


def test_an_identifier_has_at_most_250_octets_with_its_brackets() -> None:
    assert check(f"news:{'a' * 246}@b") == []
    assert [(one.code, one.start, one.end) for one in check(f"news:{'a' * 247}@b")] == [("news-message-id", 5, 254)]
