"""The transcripts of `vectors/cli`: what is typed, what comes out, and how it ends."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.shell import call
from urikit.cli.commands import VERBS

FOLDER = Path(__file__).parents[2] / "vectors" / "cli"
FILES = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.json"))}
KEYS = {"argv", "stdin", "files", "env", "terminal", "stdout", "stdout-has", "stderr", "stderr-has", "exit"}


def cases() -> Iterator[Any]:
    for name, file in FILES.items():
        for number, case in enumerate(file["cases"], 1):
            yield pytest.param(case, id=f"{name}-{number}")


def octets(value: str | dict[str, str] | None) -> bytes | None:
    """A text, or octets as ``{"hex": "ff"}``."""
    if value is None:
        return None
    return bytes.fromhex(value["hex"]) if isinstance(value, dict) else value.encode()


@pytest.mark.parametrize("case", [*cases()])
def test_the_command_line_does_what_the_transcript_shows(
    case: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in case.get("files", {}).items():
        (tmp_path / name).write_bytes(octets(content) or b"")

    done = call(
        *case["argv"],
        stdin=octets(case.get("stdin", "")),
        env=case.get("env"),
        terminal=case.get("terminal", False),
    )

    assert done.status == case["exit"], done.err
    if "stdout" in case:
        assert done.out == octets(case["stdout"])
    if "stderr" in case:
        assert done.err == case["stderr"]
    for words in case.get("stdout-has", ()):
        assert words in done.text
    for words in case.get("stderr-has", ()):
        assert words in done.err
    if not case.keys() & {"stderr", "stderr-has"}:
        assert done.err == ""


@pytest.mark.parametrize("name", FILES)
def test_a_transcript_keeps_to_its_form(name: str) -> None:
    file = FILES[name]

    assert file.keys() == {"about", "cases"}
    for case in file["cases"]:
        assert {"argv", "exit"} <= case.keys() <= KEYS
        assert case.keys() & {"stdout", "stdout-has"}


def test_every_verb_has_a_transcript() -> None:
    shown = {case["argv"][0] for file in FILES.values() for case in file["cases"] if case["argv"]}

    assert shown >= VERBS.keys()
