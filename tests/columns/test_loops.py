"""
Does each loop of the extension answer as the function on one text, whatever the layout, the slice and the chunks?

Rows of all lengths around the width of a vector, references whole, broken and cut short, and octets that are no UTF-8.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

import urikit
from urikit import _accelerate
from urikit.findings import UrikitError
from urikit.syntax.split import split

pa = pytest.importorskip("pyarrow")
_native: Any = _accelerate._native  # type: ignore[attr-defined]
if _native is None:
    pytest.skip("the extension is not built, or is turned off", allow_module_level=True)

SCHEMES = ["", "", *"http:// https:// HTTP:// ftp:// a: a+b.c-1: urn: file:/// // / 1a: :".split()]
HOSTS = ["", *"example.com EXAMPLE.com a 127.0.0.1 256.0.0.1 [::1] [v1.a] [:: u@h u:p@h u@h@i".split()]
PORTS = ["", "", "", ":", ":80", ":0080", ":8x", ":9223372036854775807", ":9223372036854775808", ":٣"]
LENGTHS = [0, 1, 5, 10, 24, 29, 30, 31, 32, 33, 60, 61, 62, 63, 64, 65, 150]
PIECES = [
    *"/ // /. /.. /./ /../ a b/c ? ?? # ## : @ % %4 %41 %zz %2f %e4 [ ] é 例 \ue000".split(),
    *"~ - _ . ! $ & ' ( ) * + , ; =".split(),
    *["\x00", " ", "\x7f", '"', "<", ">", "\\", "^", "`", "{", "|", "}", "\n", "A", "z", "0", "9", "%C3%A4"],
]


def made(rng: random.Random) -> str:
    """A text that is often a reference, of any length up to some hundred."""
    if rng.random() < 0.1:
        return "".join(rng.choices(PIECES, k=rng.randrange(6)))
    text = rng.choice(SCHEMES) + rng.choice(HOSTS) + rng.choice(PORTS)
    for _ in range(rng.randrange(4)):
        text += rng.choice("/?#aA.") + "a" * rng.choice(LENGTHS)
        text += rng.choice(PIECES) if rng.random() < 0.3 else "b" * rng.randrange(4)
    return text[: rng.choice([len(text), len(text), 31, 32, 33, 63, 64, 65, 127, 128, 129])]


RNG = random.Random(3986)
ROWS: list[str | None] = [None if RNG.random() < 0.03 else made(RNG) for _ in range(2500)]


def sliced(array: Any) -> Any:
    """The same rows as a slice of more."""
    return pa.concat_arrays([array[7:40], array, array[3:9]])[33 : 33 + len(array)]


def in_chunks(array: Any) -> Any:
    """The same rows in chunks, some of none."""
    cuts = [0, 0, 1, 64, 65, 1000, 1000, 2100, len(array)]
    return pa.chunked_array([array[a:b] for a, b in pairwise(cuts)], array.type)


LAYOUTS: dict[str, Callable[[list[str | None]], Any]] = {
    "list": lambda rows: rows,
    "string": lambda rows: pa.array(rows, pa.string()),
    "large_string": lambda rows: pa.array(rows, pa.large_string()),
    "string_view": lambda rows: pa.array(rows, pa.string_view()),
    "sliced": lambda rows: sliced(pa.array(rows, pa.string())),
    "sliced views": lambda rows: sliced(pa.array(rows, pa.large_string())).cast(pa.string_view()),
    "chunks": lambda rows: in_chunks(pa.array(rows, pa.large_string())),
    "chunks of views": lambda rows: in_chunks(pa.array(rows, pa.string_view())),
    "large dictionary": lambda rows: pa.array(rows, pa.string()).dictionary_encode(),
    "slice of a dictionary": lambda rows: sliced(pa.array(rows, pa.string()).dictionary_encode()),
}


def options(kernel: str) -> list[dict[str, Any]]:
    """The options of a kernel that its loop knows, each once."""
    if kernel.startswith("is_") or kernel == "split":
        return [{}]
    return [{"spec": "rfc3986"}, {"spec": "rfc3987"}]


def refused(function: Callable[[], Any]) -> Any:
    """What it gives, or None where it refuses."""
    try:
        return function()
    except UrikitError:
        return None


def expected(kernel: str, rows: list[str | None], named: dict[str, Any]) -> list[Any]:
    """What the values say of each row."""
    family = urikit.IRIReference if named.get("spec") == "rfc3987" else urikit.URIReference
    fields = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")

    def of(text: str) -> Any:
        if kernel.startswith("is_"):
            return getattr(urikit, kernel)(text)
        if kernel == "split":
            return tuple(split(text))
        if (read := refused(lambda: family(text))) is None:
            return None
        port = None if read.port is None or read.port > 2**63 - 1 else read.port
        if kernel == "parse":
            return tuple(port if name == "port" else getattr(read, name) for name in fields)
        return port if kernel == "port" else getattr(read, kernel)

    return [None if row is None else of(row) for row in rows]


COMPONENTS = (
    "is_uri is_uri_reference is_relative_ref is_absolute_uri is_iri is_iri_reference is_irelative_ref is_absolute_iri "
    "scheme authority userinfo host host_kind port port_text path query fragment parse split"
).split()


@pytest.mark.parametrize("kernel", COMPONENTS)
def test_each_layout_has_the_answers_of_its_rows(kernel: str) -> None:
    for named in options(kernel):
        answers = expected(kernel, ROWS, named)
        for name, layout in LAYOUTS.items():
            column = _native.Column(layout(ROWS))
            found, left = _native.run(kernel, column, named)
            assert left == [], name
            assert found.chunks == column.chunks, name
            values = [tuple(value.values()) if isinstance(value, dict) else value for value in found.to_pylist()]
            wrong = [at for at, (a, b) in enumerate(zip(answers, values, strict=True)) if a != b]
            assert [(ROWS[at], answers[at], found[at]) for at in wrong[:5]] == [], (name, named)
