"""Building: parts that do not go together, secrets, and the way back (single parts are in vectors/)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import Query, URIRuleError, build, compose
from urikit.operations.build import replace
from urikit.strategies import uri_reference_texts
from urikit.syntax.parse import read

TEXT = st.text(st.characters(codec="utf-8"))  # a lone surrogate is no character


def test_an_authority_or_its_parts() -> None:
    with pytest.raises(TypeError, match="not both"):
        compose(authority="h", port=1)
    with pytest.raises(TypeError, match="not both"):
        replace(read("http://h/"), authority="h", userinfo="u")


@pytest.mark.parametrize("parts", [{"userinfo": "u"}, {"port": 80}, {"port": ""}, {"userinfo": "", "port": 1}])
def test_userinfo_and_port_stand_beside_a_host(parts: dict[str, str | int]) -> None:
    with pytest.raises(URIRuleError) as caught:
        compose(scheme="http", **parts)
    assert caught.value.findings[0].code == "wrong-part"

    with pytest.raises(URIRuleError):
        replace(read("http://u@h:1/"), host=None)


def test_what_may_hold_a_password_is_not_shown() -> None:
    for parts in ({"userinfo": "joe:sec ret", "host": "h"}, {"authority": "joe:sec ret@h"}):
        with pytest.raises(URIRuleError) as caught:
            compose(**parts)
        told = f"{caught.value!s} {caught.value!r} {caught.value.args}"
        assert "joe" not in told
        assert "sec" not in told


@pytest.mark.parametrize("part", ["netloc", "params", "port_text", ""])
def test_a_part_goes_by_the_rfcs_name(part: str) -> None:
    with pytest.raises(TypeError, match="has no part"):
        replace(read("http://h/"), **{part: "a"})


def test_a_path_or_its_segments() -> None:
    with pytest.raises(TypeError, match="not both"):
        build(path="/a", segments=["a"])
    with pytest.raises(TypeError, match="several texts"):
        build(segments="abc")


def test_pairs_of_every_kind() -> None:
    written = "?a=1&b&b=%26"

    assert build(query=[("a", 1), ("b", None), ("b", "&")]) == written
    assert build(query=iter([("a", "1"), ("b", None), ("b", "&")])) == written
    assert build(query={"a": 1, "b": [None, "&"]}) == written
    assert build(query=Query("a=1&b&b=%26")) == written
    assert build(query={}) == build(query=()) == build() == ""


@given(uri_reference_texts())
def test_replacing_nothing_changes_nothing(text: str) -> None:
    assert replace(read(text)) == text


@given(
    TEXT,
    TEXT,
    st.lists(TEXT.filter(lambda text: text not in (".", ".."))),
    st.lists(st.tuples(TEXT.filter(bool), st.none() | TEXT)),
    TEXT,
)
def test_data_stays_in_its_part(
    user: str, password: str, segments: list[str], pairs: list[tuple[str, str | None]], fragment: str
) -> None:
    text = build(scheme="x", user=user, password=password, host="h", segments=segments, query=pairs, fragment=fragment)
    scheme, userinfo, host, port, path, query, _ = read(text)

    assert (scheme, host, port) == ("x:", "h", "")
    assert userinfo.count(":") == userinfo.count("@") == 1
    assert path.count("/") == len(segments)
    assert query.count("&") == max(0, len(pairs) - 1)


@pytest.mark.parametrize(
    ("parts", "help_"),
    [
        ({"scheme": "a b"}, "no encoding"),
        ({"host": "h", "port": "x"}, "digits"),
        ({"host": "::1"}, "in brackets"),
        ({"port": 80}, "give a host"),
        ({"path": "a b"}, "percent-encode"),
    ],
)
def test_help_says_what_mends_the_part(parts: dict[str, Any], help_: str) -> None:
    with pytest.raises(URIRuleError) as caught:
        compose(**parts)

    assert help_ in caught.value.findings[0].help


@pytest.mark.parametrize("make", [compose, build])
def test_a_password_put_into_the_host_is_not_shown(make: Callable[..., str]) -> None:
    with pytest.raises(URIRuleError) as caught:
        make(scheme="http", host="u:s3cret@h")

    assert "s3c" not in f"{caught.value} {caught.value!r} {caught.value.args}"
