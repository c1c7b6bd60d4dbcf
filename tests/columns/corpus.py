"""
What do columns hold?

Texts of the vectors, valid or not, in ASCII or not, some corners, and nulls between them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.plain import files

MORE = [
    "", "//", "?", "#", "a:", "//h:", "//h:0", "//h:00080", "//h:9223372036854775807", "//h:9223372036854775808",
    "//h:" + "9" * 40, "http://[::1]:80/", "http://[v1.a]/", "http://a b/", "http://a/%zz", "http://u:p@h/",
    "http://bücher.example/ä", "http://a\u200db.example/", "http://é.example/é", "/%FF", "/a%00b", "\x00", " ",
    "http://example.com/" + "a/../" * 50, "?" + "&".join(f"k{n}=v{n}" for n in range(300)), "urn:example:a?+r?=q#f",
    "HTTP://example.com:80/%7Ea", "http://example.com:80/%7Ea", "http://example.com/~a", "urn:isbn:0-395-36341-1",
    "0-395-36341-1", "0486275574", "9780395363416", "xn--bcher-kva.example", "example.com/a",
]  # fmt: skip


def texts(value: Any) -> Iterator[str]:
    """The texts in a value of JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from texts(one)


def is_unicode(text: str) -> bool:
    """Whether a column can hold it."""
    return not any("\ud800" <= character <= "\udfff" for character in text)  # no Arrow text holds a lone surrogate


def corpus() -> list[str | None]:
    """The rows, each text once, a null after every fiftieth and at both ends; of the vectors every third."""
    of_vectors = dict.fromkeys(text for _, file in files() for case in file["cases"] for text in texts(case))
    found = dict.fromkeys([*MORE, *list(of_vectors)[::3]])
    rows: list[str | None] = [None]
    for number, text in enumerate(filter(is_unicode, found)):
        if len(text) < 2000:
            rows.append(text)
        if number % 50 == 49:
            rows.append(None)
    return [*rows, None]
