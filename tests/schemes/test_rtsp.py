"""RFC 7826 §4.2, RFC 2326 §3.2: a stream is read as its URI names it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, URIRuleError, normalize
from urikit.schemes.rtsp import Rtsp, build, parse

tails = st.none() | st.sampled_from(["", "a=b", "?/x"])


@given(
    st.sampled_from(["rtsp", "rtsps", "rtspu"]),
    st.sampled_from(["H.example", "[::1]", "192.0.2.1", "a%20B"]),
    st.sampled_from(["/", "/a", "//a/b", "/a%2Fb"]),
    tails,
    st.none() | st.just("8554"),
    st.none() | st.sampled_from(["", "u", "u:p"]),
    tails,
)
def test_what_is_built_is_read_back(
    scheme: str, host: str, path: str, query: str | None, port: str | None, user: str | None, tail: str | None
) -> None:
    text = build(host, path, query, port, user, scheme, tail)
    small = host.lower()

    assert parse(text) == Rtsp(scheme, user, small, port, path, query, tail)
    assert str(parse(text)) == text == normalize(text, "scheme")


def test_an_empty_path_is_the_root() -> None:
    assert parse("rtsp://h?a").path == "/"
    assert build("h", "") == "rtsp://h/"


def test_a_password_is_not_shown() -> None:
    value = URI("rtsp://u:secret@h/a").rtsp

    assert "secret" not in repr(value)
    assert "secret" not in value.request_uri
    assert "'u'" in repr(URI("rtspu://u@h").rtspu)


def test_the_request_line_has_no_fragment() -> None:
    assert parse("rtsps://H/a?b#c").request_uri == "rtsps://h/a?b"


@pytest.mark.parametrize("part", [{"path": "a"}, {"path": "/a?b"}, {"query": "a#b"}, {"host": ""}, {"scheme": "http"}])
def test_a_part_that_is_none_is_refused(part: dict[str, str]) -> None:
    with pytest.raises(URIRuleError):
        build(**({"host": "h"} | part))
