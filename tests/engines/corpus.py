"""
What is every engine asked, and what must it answer?

5,000 rows: every text of the vectors, links and IRIs as the web has them, the same written untidily, relative
references, and nulls.  The answers come from the function on one text, row by row, with no column in sight.
"""

from __future__ import annotations

import functools
import itertools
from typing import Any

from bench import data
from tests.columns.corpus import corpus
from urikit import UrikitError
from urikit.columns import KERNELS
from urikit.columns.kernels import REQUIRED

SIZE = 5_000


@functools.cache
def rows() -> list[str | None]:
    """The texts."""
    known = corpus()
    made = data.make(SIZE // 4)
    pairs, nulls = [one for _, one in made["pairs"]], [None] * (SIZE // 4)
    links = itertools.chain.from_iterable(zip(made["web"], made["messy"], made["iri"], pairs, nulls, strict=True))
    return [*known, *itertools.islice(links, SIZE - len(known))]


@functools.cache
def beside() -> list[str | None]:
    """A column for an option that may be one: bases that are URIs, some that are none, and nulls."""
    values = ["http://a/b/c/d;p?q", "https://example.com/docs/", None, "x", "urn:isbn:0395363411", "http://é.example/"]
    return list(itertools.islice(itertools.cycle(values), SIZE))


GIVEN = {
    "base": "http://a/b/c/d;p?q",
    "b": "HTTP://example.com:80/%7Ea",
    "rule": "URI-reference",
    "flavour": "ia",
    "name": "a",
}
"""Values of options that must be given."""

CALLS: list[tuple[str, dict[str, Any]]] = [
    *(
        (name, {p.name: GIVEN[p.name] for p in kernel.params if p.default is REQUIRED})
        for name, kernel in KERNELS.items()
    ),
    ("normalize", {"rung": "scheme"}),
    ("key", {"rung": "scheme", "fragment": "ignore"}),
    ("host", {"spec": "rfc3987"}),
    ("drop_query", {"globs": ("b*", "q")}),
]
"""Every kernel as it comes, and some with options."""

BESIDE = [
    (name, p.name) for name, kernel in KERNELS.items() for p in kernel.params if p.column and p.default is REQUIRED
]
"""Kernels with an option that must be given and may be a column."""

ASKED: list[tuple[str, dict[str, Any], str]] = [
    *((name, options, "") for name, options in CALLS),
    *((name, {}, option) for name, option in BESIDE),
]
"""All calls: a kernel, its options, and the option that a column is given for, if one is."""


def plain(kind: Any, value: Any) -> Any:
    """A value as Arrow gives it back: records by the names of their fields."""
    if value is None or isinstance(kind, str):
        return value
    if kind[0] == "list":
        return [plain(kind[1], one) for one in value]
    return {name: plain(inner, one) for (name, inner), one in zip(kind[1], value, strict=True)}


def answer(name: str, text: str | None, options: dict[str, Any]) -> Any:
    """What the function says of one text; None where it refuses, and where anything is null that is a column."""
    kernel = KERNELS[name]
    if text is None:
        return None
    many = next((p.name for p in kernel.params if p.many), "")
    named = {name: value for name, value in options.items() if name != many}
    try:
        if many:
            return plain(kernel.kind, kernel.function(text, *options.get(many, ()), **named))
        return plain(kernel.kind, kernel.function(**{kernel.row: text}, **named))
    except UrikitError:
        return None


@functools.cache
def wanted(call: int) -> list[Any]:
    """The answers to the call of that number for all rows; null where a column beside them is."""
    name, options, option = ASKED[call]
    if not option:
        return [answer(name, text, options) for text in rows()]
    pairs = zip(rows(), beside(), strict=True)
    return [None if value is None else answer(name, text, {option: value}) for text, value in pairs]


def differ(found: list[Any], want: list[Any]) -> list[tuple[Any, ...]]:
    """The first places where two answers are not the same, type and all."""
    pairs = enumerate(zip(found, want, strict=True))
    wrong = ((place, one, two) for place, (one, two) in pairs if one != two or type(one) is not type(two))
    return list(itertools.islice(wrong, 5))
