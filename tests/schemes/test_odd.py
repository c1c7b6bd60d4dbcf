"""What is no text is refused in words, by every function on schemes, URNs and URLs of 1994."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any

import pytest

import urikit
from urikit import SCHEMES, Scheme
from urikit._accelerate import PAIRS

OWN = [row for row in SCHEMES.values() if row.module]
DOORS: dict[str, Callable[[Any], object]] = {
    "is_urn": urikit.is_urn,
    "read_urn": urikit.read_urn,
    "urn_key": urikit.urn_key,
    "urn_equivalent": lambda odd: urikit.urn_equivalent("urn:example:a", odd),
    "urn_locations": urikit.urn_locations,
    "build_urn": lambda odd: urikit.build_urn("example", odd),
    "to_isbn13": urikit.to_isbn13,
    "nid_kind": urikit.nid_kind,
    "nid_advice": urikit.nid_advice,
    "charset_table": urikit.charset_table,
    "convert_dialect": lambda odd: urikit.convert_dialect(odd, "rfc1738", "rfc3986"),
    "check": lambda odd: urikit.check(odd, spec="rfc1738"),
    "to_path": lambda odd: urikit.to_path(odd, "windows"),
    "with_drive": lambda odd: urikit.with_drive("file:///c:/a", odd),
}


@pytest.mark.parametrize("odd", [None, 5, b"urn:example:a", ["urn:example:a"]], ids=repr)
@pytest.mark.parametrize("name", DOORS)
def test_what_is_no_text_is_refused(name: str, odd: Any) -> None:
    with pytest.raises(TypeError, match="a text is a str, not"):
        DOORS[name](odd)


@pytest.mark.parametrize("row", OWN, ids=[row.name for row in OWN])
def test_a_module_reads_texts_only(row: Scheme) -> None:
    assert row.own is not None
    odd: Any = row.valid[0].encode()
    with pytest.raises(TypeError, match="a text is a str, not bytes"):
        row.own.parse(odd)


def takers(argument: str) -> list[str]:
    """The public functions that take rows by an argument of that name."""
    found = {name: getattr(urikit, name) for name in urikit.__all__ if name[0].islower()}
    python = {name: PAIRS.get(name, (function,))[0] for name, function in found.items() if callable(function)}
    return [name for name, function in python.items() if argument in signature(function).parameters]


def call(name: str, argument: str, rows: object) -> object:
    """The function on a text for each argument that has to be given."""
    function = getattr(urikit, name)
    needed = signature(PAIRS.get(name, (function,))[0]).parameters.values()
    text = "example" if name.startswith("nid_") else "urn:example:a"
    return function(*(text for one in needed if one.default is one.empty), **{argument: rows})


TAKERS = [(name, argument) for argument in ("schemes", "namespaces") for name in takers(argument)]


@pytest.mark.parametrize(("name", "argument"), TAKERS)
@pytest.mark.parametrize("odd", [{}, [Scheme("x", source="y")], "http"], ids=repr)
def test_what_is_no_registry_is_refused(name: str, argument: str, odd: object) -> None:
    kind = "Registry" if argument == "schemes" else "Namespaces"
    with pytest.raises(TypeError, match=f"{argument} is a {kind}, not {type(odd).__name__}"):
        call(name, argument, odd)


@pytest.mark.parametrize(("name", "argument"), TAKERS)
def test_none_means_the_rows_of_urikit(name: str, argument: str) -> None:
    ours = urikit.SCHEMES if argument == "schemes" else urikit.NAMESPACES

    assert call(name, argument, None) == call(name, argument, ours)


def test_every_door_takes_none_for_the_rows_of_urikit() -> None:
    assert {name for name, _ in TAKERS} >= {"normalize", "key", "check", "to_uri", "to_iri", "urn_key", "nid_kind"}
