"""RFC 1738 §3.2: an ftp URI is read, written and compared as its grammar says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, URIRuleError, decode_bytes, equivalent, normalize
from urikit.schemes.ftp import Ftp, build, parse

segments = st.lists(st.sampled_from([*"ab:@?=", "%2F", "%3B", "%FF", "%20"]), max_size=4).map("".join)
users = st.none() | st.sampled_from(["", "u", "u%40h"])


@st.composite
def files(draw: st.DrawFn) -> Ftp:
    user = draw(users)
    return Ftp(
        user,
        None if user is None else draw(st.none() | st.sampled_from(["", "p", "p:q"])),
        draw(st.sampled_from(["example.com", "[::1]"])),
        draw(st.none() | st.sampled_from(["", "21", "2121"])),
        tuple(draw(st.lists(segments, max_size=3))),
        draw(segments),
        draw(st.none() | st.sampled_from("aid")),
        draw(st.none() | st.sampled_from(["", "f"])),
    )


@given(files())
def test_what_is_built_is_read_back(there: Ftp) -> None:
    text = build(
        there.host,
        there.directories,
        there.name,
        there.type,
        there.user,
        there.password,
        there.port_text,
        there.fragment,
    )

    assert parse(text) == there
    assert str(there) == text


@given(files())
def test_the_case_of_the_type_does_not_matter(there: Ftp) -> None:
    text = str(there)
    before, mark, after = text.partition(";type=")

    assert equivalent(before + mark + after[:1].upper() + after[1:], text, "scheme")


@given(files())
def test_the_commands_go_through_the_directories_and_get_the_file(there: Ftp) -> None:
    walked = [argument for verb, argument in there.commands if verb == "CWD"]
    last = [pair for pair in there.commands if pair[0] in ("RETR", "NLST")]

    assert walked == [decode_bytes(one) for one in there.directories]
    assert [argument for _, argument in last] == ([decode_bytes(there.name)] if there.name or there.type == "d" else [])
    assert [verb for verb, _ in last] == ["NLST" if there.type == "d" else "RETR"] * len(last)
    assert not any(set(b"\r\n") & set(argument) for _, argument in there.commands)


def test_a_password_does_not_reach_the_repr() -> None:
    there = parse("ftp://u:secret@h/a")

    assert "secret" not in repr(there)
    assert "password='•••'" in repr(there)
    assert "password=None" in repr(parse("ftp://u@h/a"))
    with pytest.raises(URIRuleError) as caught:
        build("h", user="u", password="sec/ret")
    assert "sec" not in str(caught.value) + repr(caught.value.args)


def test_a_uri_knows_its_file() -> None:
    assert URI("FTP://h/a/b;type=I").ftp == Ftp(None, None, "h", None, ("a",), "b", "i", None)


def test_what_is_outside_the_grammar_is_left_as_it_is() -> None:
    for text in ("ftp://h/a;b?c;type=X", "ftp://h/a;TYPE=I", "ftp:a?b;type=I"):
        assert normalize(text, "scheme") == text
