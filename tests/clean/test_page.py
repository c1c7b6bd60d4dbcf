"""Does the page of a report hold all that happened, nothing that is secret, and nothing from outside?"""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from urikit.clean.page import page
from urikit.clean.report import Example, Summary

HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(1)>'


def summary() -> Summary:
    made = Summary({"rung": "scheme", "base": None, "passwords": "reject"})
    made.rows, made.kept, made.duplicate, made.rejected, made.masked = 1234, 1000, 200, 34, 1
    made.schemes, made.hosts = [("https", 990), ("ftp", 10)], [("example.com", 700), ("bücher.example", 300)]
    made.domains, made.lengths = [("example.com", 700)], [("1 to 15", 10), ("16 to 31", 990)]
    made.merged, made.changes = {"simple": 150, "scheme": 50}, {"--strip-fragment": 7}
    made.sources = [("a.txt", 1234)]
    made.reject("space", "a.txt", 7, "http://exa mple.com/?token=hunter2", 10, "a space cannot stand in a host")
    made.reject("password", "a.txt", 9, "http://u:•••@h/\u202e")
    return made


class Outline(HTMLParser):
    """Which elements and attributes a document has."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def outline(text: str) -> list[tuple[str, dict[str, str | None]]]:
    reader = Outline()
    reader.feed(text)
    return reader.found


def test_every_number_is_in_a_table() -> None:
    made = page(summary())

    for number in ("1,000", "200", "34", "990", "700", "150", "50", "7", "1,234"):
        assert f'<td class="count">{number}</td>' in made or f"{number} row" in made, number


def test_the_place_of_a_mistake_has_its_caret() -> None:
    text = re.search(r'aria-label="the first row with space">(.*?)</pre>', page(summary()), re.S)

    assert text
    line, caret = text[1].split("\n")
    assert line[: len(caret) - 1] == "http://exa"


def test_tokens_passwords_and_controls_are_not_shown() -> None:
    made = page(summary())

    assert "hunter2" not in made
    assert "\u202e" not in made


def test_nothing_that_is_read_becomes_markup() -> None:
    hostile = summary()
    hostile.hosts = hostile.schemes = hostile.domains = hostile.sources = [(HOSTILE, 3)]
    hostile.options["base"] = HOSTILE
    hostile.reject("empty", HOSTILE, 1, HOSTILE, 3, HOSTILE)

    tags = {tag for tag, _ in outline(page(hostile))}

    assert tags <= {tag for tag, _ in outline(page(summary()))}


def test_it_asks_for_nothing() -> None:
    found = outline(page(summary()))

    assert not {"script", "img", "link", "a", "iframe", "object", "embed", "form", "base"} & {tag for tag, _ in found}
    assert not {"src", "href", "style", "onload", "action"} & {name for _, attributes in found for name in attributes}


def test_an_empty_run_has_a_page_too() -> None:
    assert "What became of 0 rows" in page(Summary({"rung": "scheme"}))


@pytest.mark.parametrize(
    ("text", "start", "picture"),
    [
        ("http://h/a b", 10, "http://h/a b\n          ^"),
        ("http://日本 b", 9, "http://日本 b\n           ^"),
        ("?key=12345678&a b", 15, "?key=•••&a b\n          ^"),
        ("?key=12 45678", 7, "?key=••• 45678\n        ^"),
        ("?a=1\u202e", 4, "?a=1<RLO>\n    ^"),
        ("no place", None, "no place"),
    ],
)
def test_a_picture_has_its_caret_under_the_place(text: str, start: int | None, picture: str) -> None:
    assert Example("a", 1, text, start).picture() == picture
