"""The functions door: each vector of `vectors/` against the function of its operation's name."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

import urikit
from tests.plain import arguments, files, outcome, rows
from tests.test_vectors_values import OPERATIONS as VALUES

FUNCTIONS = {file["operation"] for _, file in files()} - {name for name in VALUES if name not in urikit.__all__}


def call_of(operation: str, positional: list[Any], named: dict[str, Any]) -> Any:
    """The call that a row stands for; ``Query.set`` is a method of the value made from the first argument."""
    made, dot, method = operation.partition(".")
    if not dot:
        return partial(getattr(urikit, operation), *positional, **named)
    return lambda: getattr(getattr(urikit, made)(positional[0]), method)(*positional[1:], **named)


@pytest.mark.parametrize(("operation", "case", "args"), rows(FUNCTIONS))
def test_the_function_gives_the_vector(operation: str, case: dict[str, Any], args: dict[str, Any]) -> None:
    seen, wanted = outcome(call_of(operation, *arguments(operation, case, args)), case)

    assert seen == wanted


@pytest.mark.parametrize(("name", "file"), files(), ids=[name for name, _ in files()])
def test_a_vector_file_keeps_to_the_format(name: str, file: dict[str, Any]) -> None:
    assert list(file) == ["about", "source", "operation", "args", "cases"]
    assert file["about"].endswith(".")
    assert "RFC" in file["source"]
    assert file["cases"]
    for case in file["cases"]:
        assert set(case) <= {"in", "out", "error", "start", "end", "args"}, case
        assert "in" in case, name
        assert ("out" in case) != ("error" in case), case
        assert ("end" in case) <= ("start" in case) <= ("error" in case), case
        assert case.get("start", 0) <= case.get("end", case.get("start", 0)), case
    told = [(repr(case["in"]), repr(case.get("args"))) for case in file["cases"]]
    assert len(set(told)) == len(told), name


def test_no_vector_is_left_out() -> None:
    operations = {file["operation"].partition(".")[0] for _, file in files()}

    assert operations - set(urikit.__all__) <= set(VALUES)


SYNTAX = set(
    "space control not-ascii backslash square-bracket character at-sign number-sign pct-encoded ip-literal"
    " ipv6-address ipvfuture zone-id port scheme first-segment-colon no-scheme".split()
)


def test_every_code_of_the_grammar_has_a_place_in_the_vectors() -> None:
    shown = {case["error"] for _, file in files() for case in file["cases"] if "error" in case}

    assert shown >= SYNTAX
