"""
How does an answer read without a language, and how is a vector's row handed to a call?

One place for every runner over `vectors/` (its README has the format).  Nothing here knows an operation by name.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from urikit import URIRuleError, URISyntaxError

VECTORS = Path(__file__).parent.parent / "vectors"

# The operations whose row is not the first argument: the argument that the row fills, where the others are named.
ROW = {
    "explain_resolve": "reference",
    "matches": "text",
    "resolve": "reference",
    "relativize": "target",
}


def plain(answer: Any, like: Any) -> Any:
    """
    Return *answer* in JSON's own kinds, read as *like*, the wanted answer, is made.

    An object asks for the parts it names, a list for all members; octets are ``{"hex": …}``, any other value its text.
    """
    if answer is None or isinstance(answer, (bool, int, str)):
        return answer
    if isinstance(answer, (bytes, bytearray)):
        return {"hex": bytes(answer).hex()}
    if isinstance(like, dict):
        if isinstance(answer, Mapping):
            return {name: plain(answer[name], like.get(name)) for name in answer}
        return {name: plain(getattr(answer, name), like[name]) for name in like}
    if isinstance(like, list) and isinstance(answer, Iterable):
        return [plain(one, wanted) for one, wanted in zip_longest(tuple(answer), like[: len(tuple(answer))])]
    return str(answer)


def given(value: Any) -> Any:
    """A value of a vector as an argument: octets are bytes."""
    return bytes.fromhex(value["hex"]) if isinstance(value, dict) and set(value) == {"hex"} else value


def arguments(operation: str, case: dict[str, Any], args: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """Positional and named arguments of a row: a list in order, an object by name, all else the operation's row."""
    row, named = given(case["in"]), {name: given(value) for name, value in args.items()}
    if isinstance(row, dict):
        return [], named | {name: given(value) for name, value in row.items()}
    if isinstance(row, list):
        return [given(value) for value in row], named
    if operation in ROW:
        return [], named | {ROW[operation]: row}
    return [row], named


def files() -> list[tuple[str, dict[str, Any]]]:
    """Every vector file of an operation on texts: its name and what is in it; the verbs have runners of their own."""
    folders = sorted(path for path in VECTORS.iterdir() if path.is_dir() and path.name not in ("cli", "clean"))
    found = [path for folder in folders for path in sorted(folder.rglob("*.json"))]
    return [(str(path.relative_to(VECTORS).with_suffix("")), json.loads(path.read_text("utf-8"))) for path in found]


def rows(operations: Iterable[str] | None = None) -> list[Any]:
    """One pytest parameter a case: operation, case, and the file's and the case's arguments together."""
    wanted = None if operations is None else set(operations)
    return [
        pytest.param(file["operation"], case, file["args"] | case.get("args", {}), id=f"{name}/{number}")
        for name, file in files()
        if wanted is None or file["operation"] in wanted
        for number, case in enumerate(file["cases"])
    ]


def outcome(call: Callable[[], Any], case: dict[str, Any]) -> tuple[str, str]:
    """
    Make the call: what came of it, and what the case wants, both as JSON text (where true is not 1, and null not "").

    An error is told by as many of code, start and end as the case names.
    """
    wanted = {name: case[name] for name in ("out", "error", "start", "end") if name in case}
    try:
        seen = {"out": plain(call(), case.get("out"))}
    except (URISyntaxError, URIRuleError) as error:
        found = error.finding if isinstance(error, URISyntaxError) else error.findings[0]
        seen = {"error": found.code, "start": found.start, "end": found.end}
        seen = {name: seen[name] for name in seen if name in wanted or "out" in wanted}
    return json.dumps(seen, sort_keys=True), json.dumps(wanted, sort_keys=True)
