"""Hosts and ports: kinds, addresses, numbers, names."""

from __future__ import annotations

import sys
from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from urikit import URIRuleError, URISyntaxError
from urikit.strategies import hosts
from urikit.syntax.grammar import matches
from urikit.syntax.host import findings, host_address, host_kind, ip, ipv6_text, is_dns_name, port_number
from urikit.syntax.parse import read


@given(hosts())
def test_the_first_rule_that_matches_is_the_kind(host: str) -> None:
    inside = host[1:-1] if host.startswith("[") else host
    first = next(rule for rule in ("IPv6address", "IPvFuture", "IPv4address", "reg-name") if matches(rule, inside))

    assert host_kind(host) == (first if host.startswith("[") or "v4" in first else "reg-name")


@given(hosts("IPv6address"))
@example("[1:2:3:4:5:6:7::]")
@example("[::2:3:4:5:6:7:8]")
@example("[::FFFF:255.255.255.255]")
def test_every_ipv6_address_of_the_grammar_is_an_address(host: str) -> None:
    assert ip(host) == host_address(host) == IPv6Address(host[1:-1])


@given(st.integers(0, 2**32 - 1).map(IPv4Address))
def test_every_ipv4_address_is_an_address(address: IPv4Address) -> None:
    assert host_kind(str(address)) == "IPv4address"
    assert ip(str(address)) == host_address(str(address)) == address


def test_an_address_of_a_later_kind_cannot_be_reached() -> None:
    assert ip("[v1.a]") is None
    with pytest.raises(URIRuleError, match="address mechanism not supported") as caught:
        host_address("[v1.a]")
    assert [(one.code, one.start, one.end) for one in caught.value.findings] == [("address-mechanism", 0, 6)]


@given(st.lists(st.sampled_from([0, 0, 0, 1, 0xFFFF, 0xABC]), min_size=8, max_size=8))
def test_ipv6_text_is_what_ipaddress_writes_but_for_the_embedded_addresses(groups: list[int]) -> None:
    address = IPv6Address(b"".join(group.to_bytes(2, "big") for group in groups))
    text = ipv6_text(address.exploded.upper())

    assert IPv6Address(text) == address
    assert ipv6_text(text) == text
    if "." not in text and address.ipv4_mapped is None:
        assert text == str(address)


@pytest.mark.parametrize(
    ("address", "text"),
    [
        ("2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
        ("2001:0db8::0001", "2001:db8::1"),
        ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
        ("2001:0:0:1:0:0:0:1", "2001:0:0:1::1"),
        ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"),
        ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"),
        ("0:0:0:0:0:0:0:0", "::"),
        ("::13.1.68.3", "::d01:4403"),
        ("0:0:0:0:0:FFFF:129.144.52.38", "::ffff:129.144.52.38"),
        ("::ffff:0:0", "::ffff:0.0.0.0"),
        ("::FFFF:0:102:304", "::ffff:0:1.2.3.4"),
        ("64:ff9b::c000:221", "64:ff9b::192.0.2.33"),
    ],
)
def test_ipv6_text_of_rfc_5952(address: str, text: str) -> None:
    assert ipv6_text(address) == text


@pytest.mark.parametrize("address", ["", "1", "::1::", "[::1]", "::g", "fe80::1%25en0", "1.2.3.4"])
def test_no_text_for_what_is_no_ipv6_address(address: str) -> None:
    with pytest.raises(URISyntaxError) as caught:
        ipv6_text(address)
    assert caught.value.finding.code == "ipv6-address"


@pytest.mark.parametrize("digits", [1, 639, 640, 641, 1280, 1281, 4300, 4301, 20_000])
def test_a_port_is_a_number_of_any_size(digits: int) -> None:
    assert port_number("9" * digits) == 10**digits - 1
    assert port_number("1" + "0" * (digits - 1)) == 10 ** (digits - 1)
    assert port_number("0" * digits) == 0


def test_a_port_is_a_number_whatever_limit_int_is_set_to() -> None:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        assert port_number("9" * 5000) == 10**5000 - 1
    finally:
        sys.set_int_max_str_digits(before)


def test_a_port_that_is_absent_or_empty_is_no_number() -> None:
    assert port_number(None) is None
    assert port_number("") is None


@pytest.mark.parametrize(
    ("name", "fits"),
    [
        ("example.com", True),
        ("EXAMPLE.com.", True),
        ("localhost", True),
        ("xn--bcher-kva.example", True),
        ("3com.example", True),
        ("a" * 63 + ".b", True),
        (".".join(["a" * 49] * 5) + ".bcd", True),
        ("a" * 64 + ".b", False),
        (".".join(["a" * 49] * 5) + ".bcde", False),
        ("", False),
        (".", False),
        ("a..b", False),
        (".a", False),
        ("a..", False),
        ("-a", False),
        ("a-.b", False),
        ("a_b", False),
        ("a%41", False),
        ("a!b", False),
        ("1.2.3", False),
        ("a.1", False),
        ("é", False),
    ],
)
def test_names_that_dns_could_hold(name: str, fits: bool) -> None:
    assert is_dns_name(name) is fits


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("http://example.com:80/", []),
        ("http://[::1]:1", []),
        ("/HTTP", []),
        ("//", []),
        ("//A%c3%A9b.Example/", [("upper-case-host", 2, 18), ("not-dns-name", 2, 10)]),
        ("//[::A]", [("upper-case-host", 2, 7)]),
        ("//[V1.a]", [("upper-case-host", 2, 8)]),
        ("//a.b_c.d/", [("not-dns-name", 4, 7)]),
        ("//a..b/", [("not-dns-name", 4, 5)]),
        ("//" + "a" * 255, [("not-dns-name", 2, 257)]),
        ("//" + ".".join(["a"] * 127) + ".", []),
        ("//" + ".".join(["a"] * 128), [("not-dns-name", 2, 257)]),
        ("//" + ".".join(["a"] * 129), [("reg-name-length", 2, 259)]),
        ("//h:", [("empty-port", 3, 4)]),
        ("//h:0080", [("leading-zero-port", 4, 8)]),
        ("//h:0", []),
        ("//h:000", [("leading-zero-port", 4, 7)]),
        ("//h:65535", []),
        ("//h:65536", [("port-range", 4, 9)]),
        ("//h:065536", [("leading-zero-port", 4, 10), ("port-range", 4, 10)]),
        ("//h:" + "9" * 5000, [("port-range", 4, 5004)]),
    ],
)
def test_hosts_and_ports_that_a_producer_should_write_otherwise(text: str, found: list[tuple[str, int, int]]) -> None:
    assert [(one.code, one.start, one.end) for one in findings(text, read(text))] == found


@pytest.mark.parametrize(
    ("text", "code", "mend"),
    [
        ("http://u:pw@EX%c3%A9.org/A", "upper-case-host", "write http://u:•••@ex%c3%A9.org/A"),
        ("http://h:/", "empty-port", "write http://h/"),
        ("http://h:008/", "leading-zero-port", "write http://h:8/"),
    ],
)
def test_a_finding_says_how_to_mend_it(text: str, code: str, mend: str) -> None:
    assert [one.help for one in findings(text, read(text)) if one.code == code] == [mend]
