"""The coverage pages: every section of a standard is there, and all that they name exists."""

from __future__ import annotations

import importlib.util
import tomllib
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

import urikit
from urikit.findings import CODES

ROOT = Path(__file__).parents[1]
TABLES = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in (ROOT / "docs" / "coverage").glob("*.toml")}
SECTIONS = {
    "rfc1738": "1 2 2.1 2.2 2.3 3 3.1 3.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.5 3.3 3.4 3.4.1 3.4.2 3.4.3 3.4.4 3.4.5 3.4.6 "
    "3.4.7 3.4.8 3.4.9 3.5 3.6 3.7 3.8 3.9 3.10 3.11 4 5 6 7 Appendix",
    "rfc3986": "1 1.1 1.1.1 1.1.2 1.1.3 1.2 1.2.1 1.2.2 1.2.3 1.3 2 2.1 2.2 2.3 2.4 2.5 3 3.1 3.2 3.2.1 3.2.2 3.2.3 "
    "3.3 3.4 3.5 4 4.1 4.2 4.3 4.4 4.5 5 5.1 5.1.1 5.1.2 5.1.3 5.1.4 5.2 5.2.1 5.2.2 5.2.3 5.2.4 5.3 5.4 "
    "5.4.1 5.4.2 6 6.1 6.2 6.2.1 6.2.2 6.2.2.1 6.2.2.2 6.2.2.3 6.2.3 6.2.4 7 7.1 7.2 7.3 7.4 7.5 7.6 8 9 "
    "10 10.1 10.2 A B C D D.1 D.2",
    "rfc3987": "1 1.1 1.2 1.3 1.4 2 2.1 2.2 3 3.1 3.2 3.2.1 4 4.1 4.2 4.3 4.4 5 5.1 5.2 5.3 5.3.1 5.3.2 5.3.2.1 "
    "5.3.2.2 5.3.2.3 5.3.2.4 5.3.3 5.3.4 6 6.1 6.2 6.3 6.4 6.5 7 7.1 7.2 7.3 7.4 7.5 7.6 7.7 7.8 8 9 10 "
    "10.1 10.2 A A.1 A.2 A.3 A.4",
    "rfc8141": "1 1.1 1.2 1.2.1 1.2.2 2 2.1 2.2 2.3 2.3.1 2.3.2 2.3.3 3 3.1 3.2 4 4.1 4.2 4.3 4.4 4.5 5 5.1 5.2 6 "
    "6.1 6.2 6.3 6.4 6.4.1 6.4.2 6.4.3 6.4.4 6.4.5 6.4.6 6.4.7 7 7.1 7.2 7.3 8 9 9.1 9.2 A B B.1 B.2 C",
}
KEYS = {"number", "title", "functions", "findings", "vectors", "note", "deviations"}


def sections() -> list[Any]:
    return [
        pytest.param(section, id=f"{name}-{section['number']}")
        for name, table in TABLES.items()
        for section in table["section"]
    ]


def generator() -> Any:
    spec = importlib.util.spec_from_file_location("generate_coverage", ROOT / "tools" / "generate_coverage.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", SECTIONS)
def test_every_section_is_there_in_order(name: str) -> None:
    assert [section["number"] for section in TABLES[name]["section"]] == SECTIONS[name].split()


def test_every_table_is_held_to_its_sections() -> None:
    assert TABLES.keys() == SECTIONS.keys()


@pytest.mark.parametrize("section", sections())
def test_what_a_section_names_exists(section: dict[str, Any]) -> None:
    assert section.keys() <= KEYS
    assert {name for name in section.get("functions", ()) if not reduce(has, name.split("."), urikit)} == set()
    assert set(section.get("findings", ())) <= CODES.keys()
    assert [path for path in section.get("vectors", ()) if not (ROOT / "vectors" / path).is_file()] == []


def has(owner: Any, name: str) -> Any:
    """What is of that name; None where nothing is."""
    return getattr(owner, name, None)


@pytest.mark.parametrize("section", sections())
def test_a_section_without_a_function_says_why_and_a_deviation_too(section: dict[str, Any]) -> None:
    assert section.get("functions") or section["note"]
    assert all(one.keys() == {"what", "why"} and all(one.values()) for one in section.get("deviations", ()))


@pytest.mark.parametrize("name", SECTIONS)
def test_every_vector_of_the_standard_shows_a_section(name: str) -> None:
    there = {path.relative_to(ROOT / "vectors").as_posix() for path in (ROOT / "vectors" / name).rglob("*.json")}
    named = {path for section in TABLES[name]["section"] for path in section.get("vectors", ())}

    assert there - named == set()


def test_the_page_is_that_of_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert generator().main(["--check"]) == 0
    assert capsys.readouterr().err == ""
    assert (
        generator()
        .page("x", {"standard": "S", "title": "T", "section": [{"number": "1", "title": "a|b"}]})
        .endswith("| 1 a\\|b |  |  |  |  |\n")
    )
