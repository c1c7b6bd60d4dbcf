"""What is no text is refused in words, by every function on schemes, URNs and URLs of 1994."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import urikit
from urikit import SCHEMES, Scheme

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


@pytest.mark.parametrize("odd", [None, {}, [Scheme("x", source="y")]], ids=repr)
def test_what_is_no_registry_is_refused(odd: Any) -> None:
    with pytest.raises(TypeError, match="schemes is a Registry, not"):
        urikit.check("a:b", schemes=odd)
    with pytest.raises(TypeError, match="namespaces is a Namespaces, not"):
        urikit.check("a:b", namespaces=odd)
