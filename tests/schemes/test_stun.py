"""RFC 7064 and RFC 7065: a server is read as its URI names it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, URIRuleError, URISyntaxError, check, equivalent, is_uri, normalize
from urikit.schemes.stun import Stun, build, parse

hosts = st.sampled_from(["example.org", "Example.ORG", "192.0.2.1", "a_b", "%C3%A9", "x"])
ports = st.sampled_from([None, "8000", "1", "00080"])


@given(
    st.sampled_from(["stun", "stuns", "turn", "turns"]), hosts, ports, st.sampled_from([None, "udp", "TCP", "a.b-c"])
)
def test_what_is_built_is_read_back(scheme: str, host: str, port: str | None, transport: str | None) -> None:
    mean = transport if scheme.startswith("turn") else None
    text = build(host, port, mean, scheme, "f")
    small = host.lower() if "%" not in host else host

    assert parse(text) == Stun(scheme, small, port, mean and mean.lower(), "f")
    assert str(parse(text)) == text == normalize(text, "scheme")


@pytest.mark.parametrize(("scheme", "port"), [("stun", 3478), ("stuns", 5349), ("turn", 3478), ("turns", 5349)])
def test_a_port_that_goes_without_saying(scheme: str, port: int) -> None:
    text = f"{scheme}:example.org:{port}"

    assert parse(f"{scheme}:example.org").port == parse(f"{scheme}:example.org:").port == port
    assert equivalent(text, f"{scheme}:example.org", "scheme")
    assert [(one.code, one.help) for one in check(text)] == [("default-port", f"write {scheme}:example.org")]
    assert not equivalent(f"{scheme}:example.org:8000", f"{scheme}:example.org", "scheme")


def test_an_ipv6_address_has_no_place_in_a_path() -> None:
    assert not is_uri("stun:[2001:db8::1]")
    with pytest.raises(URISyntaxError):
        build("[2001:db8::1]")


@pytest.mark.parametrize("text", ["stun:h:%38", "turn:/H:3478", "stun://H:3478", "turn:h:3478:3478", "stun:a@h:3478"])
def test_what_is_outside_the_grammar_is_left_alone(text: str) -> None:
    assert normalize(normalize(text, "scheme"), "scheme") == normalize(text, "scheme")
    with pytest.raises(URIRuleError):
        parse(text)


def test_a_part_that_would_end_another_is_refused() -> None:
    with pytest.raises(URIRuleError):
        build("h", transport="a#b", scheme="turn")
    with pytest.raises(URIRuleError):
        build("h", transport="udp")
    assert URI("turns:h?transport=tcp").turns.transport == URI("turns:h?transport=tcp").stun.transport == "tcp"
