"""The vectors of `vectors/clean`: a file's bytes, and its rows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.clean.table import cleaned

FOLDER = Path(__file__).parents[2] / "vectors" / "clean"
FILES = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.json"))}


@pytest.mark.parametrize(
    ("args", "case"),
    [
        pytest.param(file["args"] | case.get("args", {}), case, id=f"{name}/{number}")
        for name, file in FILES.items()
        for number, case in enumerate(file["cases"], 1)
    ],
)
def test_a_file_gives_the_rows_of_the_vector(args: dict[str, Any], case: dict[str, Any], tmp_path: Path) -> None:
    content = case["in"]
    data = bytes.fromhex(content["hex"]) if isinstance(content, dict) else content.encode()

    found, summary = cleaned(tmp_path, data, **args)

    wanted = case["out"]
    assert [{name: row[name] for name in want} for row, want in zip(found, wanted, strict=True)] == wanted
    assert summary.rows == len(wanted) == summary.kept + summary.duplicate + summary.rejected


@pytest.mark.parametrize("name", FILES)
def test_a_vector_file_keeps_to_its_form(name: str) -> None:
    assert FILES[name].keys() == {"about", "source", "operation", "args", "cases"}
    assert FILES[name]["operation"] == "clean"
    assert all(case.keys() <= {"in", "args", "out"} for case in FILES[name]["cases"])
