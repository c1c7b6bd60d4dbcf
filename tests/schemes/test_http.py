"""RFC 9110 §4.2, RFC 9112 §3.2: http URIs, and what requests say of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, URIRuleError, URISyntaxError, normalize
from urikit.schemes.http import Http, build, parse, request_target, target_form, target_uri

hosts = st.sampled_from(["example.com", "EXAMPLE.com", "192.0.2.1", "[2001:db8::1]", "a_b"])
ports = st.none() | st.sampled_from(["", "80", "443", "8080", "0080"])
paths = st.lists(st.text("ab:@.~%", max_size=3).map(lambda text: text.replace("%", "%2F")), max_size=3).map(
    lambda segments: "".join("/" + segment for segment in segments)
)
queries = st.none() | st.sampled_from(["", "a=b", "a?b/c", "%23"])
schemes = st.sampled_from(["http", "https", "ws", "wss"])
uris = st.builds(Http, schemes, st.none(), hosts, ports, paths, queries, st.none())


@given(uris)
def test_what_is_built_is_read_back(there: Http) -> None:
    text = build(
        there.host, there.path, there.query, there.fragment, there.port_text, there.userinfo, scheme=there.scheme
    )

    assert parse(text) == there
    assert str(there) == text
    assert normalize(text, "scheme") == normalize(str(parse(normalize(text, "scheme"))), "scheme")


@given(uris, st.sampled_from(["GET", "POST", "OPTIONS", "CONNECT"]), st.booleans())
def test_a_target_is_of_its_form_and_leads_back_to_the_uri(there: Http, method: str, proxy: bool) -> None:
    target = request_target(str(there), method, proxy=proxy)
    form = target_form(target, method)
    field = there.host + ("" if there.port_text is None else f":{there.port_text}")
    back = target_uri(target, method, host=field, scheme=there.scheme)

    if method == "CONNECT":
        assert (form, normalize(back, "scheme")) == ("authority-form", normalize(f"{there.scheme}://{field}", "scheme"))
    else:
        assert form == ("absolute-form" if proxy else "asterisk-form" if target == "*" else "origin-form")
        assert normalize(back, "scheme") == normalize(str(there), "scheme")


@given(uris)
def test_the_origin_is_that_of_the_normal_form(there: Http) -> None:
    normal = normalize(str(there), "scheme")

    assert parse(normal).origin == there.origin
    assert normal.startswith(there.origin)


def test_no_request_tells_userinfo_or_fragment() -> None:
    for method, proxy in (("GET", True), ("GET", False), ("CONNECT", False)):
        assert not set("@#") & set(request_target("http://u:secret@h/a#b", method, proxy=proxy))


def test_a_password_does_not_reach_the_repr() -> None:
    assert "secret" not in repr(parse("http://u:secret@h/"))
    assert "u:•••" in repr(parse("http://u:secret@h/"))
    assert "userinfo='u:'" in repr(parse("http://u:@h/"))
    assert "userinfo=None" in repr(parse("http://h/"))
    with pytest.raises(URIRuleError) as caught:
        build("h", userinfo="u:sec/ret")

    assert "sec" not in str(caught.value) + repr(caught.value) + repr(caught.value.args)


def test_a_uri_knows_its_parts() -> None:
    assert URI("https://h/").https == URI("https://h/").http == Http("https", None, "h", None, "/", None, None)
    assert URI("WS://h").ws.port == 80
    with pytest.raises(AttributeError):
        _ = URI("https://h/").ftp


def test_a_port_of_any_size_is_kept() -> None:
    digits = "9" * 5000

    assert str(parse(f"http://h:{digits}/")) == f"http://h:{digits}/"
    assert request_target(f"http://h:{digits}/", "CONNECT") == f"h:{digits}"


@pytest.mark.parametrize("part", ["a b", "a#b", "é"])
def test_what_cannot_stand_in_a_uri_is_refused(part: str) -> None:
    for named in ({"path": "/" + part}, {"query": part}, {"fragment": part}):
        with pytest.raises((URIRuleError, URISyntaxError)):
            build("h", **named)
