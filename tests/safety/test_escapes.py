"""Escapes that do harm when they are decoded too early, too late or twice."""

from __future__ import annotations

import pytest
from hypothesis import given

from urikit import is_uri_reference
from urikit.findings import CODES, Finding
from urikit.safety import escapes
from urikit.strategies import uri_reference_texts
from urikit.syntax.parse import read


def found(text: str) -> list[Finding]:
    """What the room says of a text."""
    return escapes.findings(text, read(text))


@pytest.mark.parametrize(
    ("text", "code", "start", "end", "help"),
    [
        ("http://h/a%00.txt", "encoded-nul", 10, 13, "write http://h/a.txt"),
        ("/a?b%00#%00", "encoded-nul", 4, 7, "write /a?b#"),
        ("//%00@h", "encoded-nul", 2, 5, "write //@h"),
        ("/a%0D%0Ab%0a", "encoded-crlf", 2, 8, "write /ab"),
        ("mailto:a%0A@h?body=%0D%0A", "encoded-crlf", 8, 11, "write mailto:a@h?body=%0D%0A"),
        ("/a/%2e%2E/b", "encoded-dot-segment", 3, 9, "write /b"),
        ("/a/%2e/.%2e/b", "encoded-dot-segment", 3, 6, "write /b"),
        ("a/%2E", "encoded-dot-segment", 2, 5, "write a/."),
        ("foo:/a/%2E.//b", "encoded-dot-segment", 7, 11, "write foo:/.//b"),
        ("/%252e%252E?%2525", "double-encoded", 1, 6, "write /%2e%2E?%25 if it was encoded twice"),
        ("/%25/%2541", "double-encoded", 5, 10, "write /%25/%41 if it was encoded twice"),
        ("/a%2fb%5C", "encoded-delimiter", 2, 5, "split first, then decode; or write /a/b/ if it is a delimiter"),
        ("http://h%2F.example/", "encoded-delimiter", 8, 11, CODES["encoded-delimiter"].help),
        ("http://u%40x@h/", "encoded-delimiter", 8, 11, CODES["encoded-delimiter"].help),
    ],
)
def test_a_finding_has_its_place_and_a_mended_form(
    text: str,
    code: str,
    start: int,
    end: int,
    help: str,  # noqa: A002
) -> None:
    assert [(one.start, one.end, one.help) for one in found(text) if one.code == code] == [(start, end, help)]


@pytest.mark.parametrize(
    "text",
    [
        "http://h/a%20b",
        "/%2Ea/%2E%2E%2E/a%2E",
        "/%25",
        "/%25zz",
        "/%25%41",
        "/a%3Fb%3Ac%40",
        "/?a%2Fb%26c%3Dd#%2F",
        "data:,a%0D%0Ab",
        "mailto:a@h?body=a%0D%0Ab",
        "//h",
        "",
    ],
)
def test_what_is_well_encoded_is_left_alone(text: str) -> None:
    assert found(text) == []


def test_a_password_is_not_in_the_help() -> None:
    (one,) = found("ftp://u:secret@h/%00")

    assert one.help == "write ftp://u:•••@h/"


def test_each_code_is_given_once_however_often_it_is_there() -> None:
    codes = [one.code for one in found("/%00/%2E%2E/%2F%0A/%2541" * 1000)]

    assert sorted(codes) == sorted(set(codes))
    assert len(codes) == 5


@given(uri_reference_texts())
def test_every_place_is_inside_and_every_mended_text_is_valid(text: str) -> None:
    for one in found(text):
        assert 0 <= one.start < one.end <= len(text)
        assert text[one.start] in "%."
        if one.help.startswith("write "):
            assert (
                is_uri_reference(one.help.removeprefix("write ").removesuffix(" if it was encoded twice"))
                or "•" in one.help
            )
