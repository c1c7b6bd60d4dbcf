"""RFC 4151: tags are read as who, when and which, and compared by their characters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, URIRuleError, normalize
from urikit.schemes.tag import Tag, build, parse

authorities = st.sampled_from(["example.com", "a-b.c", "Me_.x@h", "x"])
dates = st.dates().map(str).flatmap(lambda day: st.sampled_from([day, day[:7], day[:4]]))
specifics = st.text("aZ0/?:@,;%", max_size=6).map(lambda text: text.replace("%", "%2F"))


@given(authorities, dates, specifics, st.sampled_from([None, "", "a"]))
def test_what_is_built_is_read_back(authority: str, date: str, specific: str, fragment: str | None) -> None:
    text = build(authority, date, specific, fragment)

    assert parse(text) == Tag(authority, date, specific, fragment)
    assert str(parse(text)) == text == normalize(text, "scheme")
    assert parse(text).day <= (9999, 12, 31)


@pytest.mark.parametrize("date", ["1", "20011", "2001-1", "2001-00", "2001-13", "2001-02-29", "2001-01-32", "-", ""])
def test_what_is_no_day_is_refused(date: str) -> None:
    with pytest.raises(URIRuleError):
        build("example.com", date)


@pytest.mark.parametrize(("date", "day"), [("2000-02-29", (2000, 2, 29)), ("2001-09", (2001, 9, 1)), ("1", None)])
def test_what_is_left_out_of_a_day_is_1(date: str, day: tuple[int, int, int] | None) -> None:
    assert Tag("a", date, "", None).day == (day or (1, 1, 1))


def test_a_uri_knows_its_tag() -> None:
    assert URI("tag:yaml.org,2002:int").tag == Tag("yaml.org", "2002", "int", None)
