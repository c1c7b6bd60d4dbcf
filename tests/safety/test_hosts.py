"""What may mislead in an authority is told, with its place and a mended form."""

from __future__ import annotations

import pytest

from urikit.findings import CODES, Finding
from urikit.safety import hosts
from urikit.syntax.parse import read


def found(text: str, code: str, **options: object) -> list[Finding]:
    """What the room says of a text under one code."""
    return [one for one in hosts.findings(text, read(text), **options) if one.code == code]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "code", "place", "help"),
    [
        ("ftp://u:secret@h/", "password-in-userinfo", "secret", "write ftp://u@h/"),
        ("ftp://:a:b@h/", "password-in-userinfo", "a:b", "write ftp://@h/"),
        ("ftp://@h/", "empty-userinfo", "@", "write ftp://h/"),
        (
            "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm",
            "misleading-userinfo",
            "cnn.example.com&story=breaking_news",
            "write ftp://10.0.0.1/top_story.htm",
        ),
        ("http://127.0.0.1:80@example.com/", "misleading-userinfo", "127.0.0.1:80", "write http://example.com/"),
        ("http://0x7f.1/a", "ipv4-lookalike", "0x7f.1", "write http://127.0.0.1/a"),
        ("//2130706433", "ipv4-lookalike", "2130706433", "write //127.0.0.1"),
        ("http://h:25/", "well-known-port", "25", "write http://h/"),
        ("http://u:secret@h:025/", "well-known-port", "025", "write http://u:•••@h/"),
    ],
)
def test_a_finding_has_its_place_and_a_mended_form(text: str, code: str, place: str, help: str) -> None:  # noqa: A002
    assert [(text[one.start : one.end], one.help) for one in found(text, code)] == [(place, help)]


@pytest.mark.parametrize(
    "userinfo",
    [
        "cnn.example.com",
        "example.com",
        "www.example.co",
        "10.0.0.1",
        "cnn.example.com&story=breaking_news",
        "example.com:443",
        "john.doe%2F",
        "example.com%3Fq",
        "example%2Ecom",
        "example.com.",
        "xn--bcher-kva.xn--p1ai",
    ],
)
def test_userinfo_that_reads_as_a_host_is_seen(userinfo: str) -> None:
    text = f"https://{userinfo}@h/"

    assert len(found(text, "misleading-userinfo")) == 1


@pytest.mark.parametrize(
    "userinfo", ["", "u", "u:p", "john.doe", "john.doe:pw", "john.doe:12a", "a..b", ".com", "1.2.3", "a_b.com", "v1.2"]
)
def test_a_user_is_a_user(userinfo: str) -> None:
    assert found(f"https://{userinfo}@h/", "misleading-userinfo") == []


@pytest.mark.parametrize("text", ["ftp://u:@h/", "ftp://u@h/", "ftp://h/", "ftp://h:80/@:", "mailto:a:b@h", "/u:p@h"])
def test_no_password_is_no_finding(text: str) -> None:
    assert found(text, "password-in-userinfo") == []


@pytest.mark.parametrize("text", ["http://127.0.0.1/", "http://[::1]/", "http://1.example/", "http:///", "http:127.1"])
def test_an_address_or_a_name_is_what_it_looks_like(text: str) -> None:
    assert found(text, "ipv4-lookalike") == []


def test_a_name_of_numbers_that_is_no_address_has_the_general_help() -> None:
    (one,) = found("http://256.1.1.1/", "ipv4-lookalike")

    assert (one.message[:30], one.help) == ("this is a name of numbers only", CODES["ipv4-lookalike"].help)


@pytest.mark.parametrize(
    "text",
    ["http://h:80/", "http://h:/", "http://h:8080/", "http://h:1024/", "http://h:99999/", "foo://h:80/", "//h:443"],
)
def test_a_port_that_is_the_schemes_own_or_nobodys_is_fine(text: str) -> None:
    assert found(text, "well-known-port") == []


@pytest.mark.parametrize(
    "text", ["http://h:0/", "http://h:443/", "http://h:1023/", "foo://h:25/", "//h:25/", "ftp://h:00000080"]
)
def test_a_well_known_port_of_others_is_told(text: str) -> None:
    assert len(found(text, "well-known-port")) == 1


def test_which_ports_are_well_known_is_the_callers_to_say() -> None:
    assert found("http://h:25/", "well-known-port", well_known_ports=()) == []
    assert len(found("http://h:8080/", "well-known-port", well_known_ports={8080})) == 1


def test_a_huge_port_is_read_at_once() -> None:
    assert found(f"http://h:{'9' * 100_000}/", "well-known-port") == []
    assert len(found(f"http://h:{'0' * 100_000}25/", "well-known-port")) == 1
