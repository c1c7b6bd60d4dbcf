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
TABLE = tomllib.loads((ROOT / "docs" / "coverage" / "rfc3987.toml").read_text("utf-8"))
SECTIONS = (
    "1 1.1 1.2 1.3 1.4 2 2.1 2.2 3 3.1 3.2 3.2.1 4 4.1 4.2 4.3 4.4 5 5.1 5.2 5.3 5.3.1 5.3.2 5.3.2.1 5.3.2.2 5.3.2.3 "
    "5.3.2.4 5.3.3 5.3.4 6 6.1 6.2 6.3 6.4 6.5 7 7.1 7.2 7.3 7.4 7.5 7.6 7.7 7.8 8 9 10 10.1 10.2 A A.1 A.2 A.3 A.4"
).split()
KEYS = {"number", "title", "functions", "findings", "vectors", "note", "deviations"}


def sections() -> list[Any]:
    return [pytest.param(section, id=section["number"]) for section in TABLE["section"]]


def generator() -> Any:
    spec = importlib.util.spec_from_file_location("generate_coverage", ROOT / "tools" / "generate_coverage.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_section_of_rfc_3987_is_there_in_order() -> None:
    assert [section["number"] for section in TABLE["section"]] == SECTIONS


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


def test_every_vector_of_rfc_3987_shows_a_section() -> None:
    there = {f"rfc3987/{path.name}" for path in (ROOT / "vectors" / "rfc3987").glob("*.json")}
    named = {path for section in TABLE["section"] for path in section.get("vectors", ())}

    assert there - named == set()


def test_the_page_is_that_of_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert generator().main(["--check"]) == 0
    assert capsys.readouterr().err == ""
    assert (
        generator()
        .page("x", {"standard": "S", "title": "T", "section": [{"number": "1", "title": "a|b"}]})
        .endswith("| 1 a\\|b |  |  |  |  |\n")
    )
