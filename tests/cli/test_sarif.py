"""SARIF 2.1.0: the part of OASIS' schema that our logs use, and that what stands in them is right."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.cli.shell import call
from urikit import CODES, is_uri_reference


def record(required: list[str], **properties: Any) -> dict[str, Any]:
    """An object of the standard: its properties that we write, of them those it asks for, and no others."""
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


TEXT = {"type": "string"}
COUNT = {"type": "integer", "minimum": 1}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
MESSAGE = record(["text"], text=TEXT)
RULE = record(["id"], id=TEXT, shortDescription=MESSAGE, help=MESSAGE, defaultConfiguration=record([], level=LEVEL))
TOOL = record(
    ["driver"],
    driver=record(["name"], name=TEXT, version=TEXT, rules={"type": "array", "uniqueItems": True, "items": RULE}),
)
REGION = record([], startLine=COUNT, startColumn=COUNT, endColumn=COUNT)
FILE = record([], uri=TEXT, index={"type": "integer", "minimum": 0}) | {"minProperties": 1}
PLACE = record([], physicalLocation=record(["artifactLocation"], artifactLocation=FILE, region=REGION))
RESULT = record(["message"], ruleId=TEXT, level=LEVEL, message=MESSAGE, locations={"type": "array", "items": PLACE})
RUN = record(
    ["tool"],
    tool=TOOL,
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    results={"type": "array", "items": RESULT},
    artifacts={"type": "array", "items": record([], description=MESSAGE)},
)
LOG = record(
    ["version", "runs"], **{"$schema": TEXT, "version": {"const": "2.1.0"}, "runs": {"type": "array", "items": RUN}}
)


def run_of(*words: str, stdin: bytes = b"") -> dict[str, Any]:
    log = json.loads(call("check", "--format", "sarif", *words, stdin=stdin).out)
    Draft202012Validator(LOG).validate(log)
    run: dict[str, Any] = log["runs"][0]
    return run


@pytest.mark.parametrize("words", [["http://a/"], ["a b", "HTTP://u:pw@H:80/%7e"], [], ["--level", "note", "//@h"]])
def test_a_log_keeps_to_the_standard(words: list[str]) -> None:
    run = run_of(*words, stdin=b"a b\n\xff\n\nhttp://h:/\n")
    rules = {rule["id"] for rule in run["tool"]["driver"]["rules"]}

    assert {result["ruleId"] for result in run["results"]} == rules <= CODES.keys()
    for result in run["results"]:
        file = result["locations"][0]["physicalLocation"]["artifactLocation"]
        assert file == {"uri": "stdin"} if not words else 0 <= file["index"] < len(run["artifacts"])


def test_a_finding_has_its_place_in_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a b#ü.txt").write_text("http://a/\nhttp://b/ä ö\n")
    found = run_of("-f", "a b#ü.txt", "-f", str(tmp_path / "a b#ü.txt"))["results"]
    places = [result["locations"][0]["physicalLocation"] for result in found]
    uris = [place["artifactLocation"]["uri"] for place in places]

    assert [result["ruleId"] for result in found] == ["not-ascii", "not-ascii"]
    assert places[0]["region"] == {"startLine": 2, "startColumn": 10, "endColumn": 11}
    assert uris[0] == "a%20b%23%C3%BC.txt"
    assert uris[1].startswith("file:///")
    assert all(map(is_uri_reference, uris))


def test_a_name_with_a_colon_is_no_scheme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a:b").write_text("a b\n")

    place = run_of("-f", "a:b")["results"][0]["locations"][0]["physicalLocation"]

    assert place["artifactLocation"]["uri"] in ("./a:b", "a%3Ab")
