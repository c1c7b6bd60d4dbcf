"""The values door: each vector whose operation is a method of `URI` or `URIReference`, and the classes themselves."""

from __future__ import annotations

from inspect import getattr_static
from typing import Any

import pytest

from tests.plain import arguments, files, outcome, rows
from urikit import URI, UrikitError, URIReference, is_uri_reference, parse

# The argument that is the value, where it is not the first row.
VALUE = {"resolve": "base", "explain_resolve": "base", "relativize": "base"}

# An operation that is written as an operator.
OPERATOR = {"append": "__truediv__"}

# Methods of the same name whose row in the vectors is a part and not a reference.
ROW_IS_A_PART = {"host_address"}

OPERATIONS = sorted(
    name
    for name in {file["operation"] for _, file in files()} - ROW_IS_A_PART
    if callable(getattr(URI, OPERATOR.get(name, name), None))
)


def of_values() -> list[Any]:
    """The rows of those operations; what is said of a text that no value can hold is not for this door."""
    found = rows(OPERATIONS)
    return [row for row in found if row.values[0] != "check" or is_uri_reference(row.values[1]["in"])]


@pytest.mark.parametrize(("operation", "case", "args"), of_values())
def test_the_method_gives_the_vector(operation: str, case: dict[str, Any], args: dict[str, Any]) -> None:
    positional, named = arguments(operation, case, args)

    def call() -> Any:
        if isinstance(getattr_static(URIReference, operation, None), classmethod):
            return getattr(URIReference, operation)(*positional, **named)
        made = URI(named.pop(VALUE[operation])) if operation in VALUE else parse(positional.pop(0))
        return getattr(made, OPERATOR.get(operation, operation))(*positional, **named)

    seen, wanted = outcome(call, case)

    assert seen == wanted


@pytest.mark.parametrize(("operation", "case", "args"), rows(["parse"]))
def test_the_class_reads_the_vector(operation: str, case: dict[str, Any], args: dict[str, Any]) -> None:
    seen, wanted = outcome(lambda: URIReference(case["in"]), case)

    assert seen == wanted


@pytest.mark.parametrize(("operation", "case", "args"), rows(["is_uri", "is_uri_reference"]))
def test_the_class_takes_what_its_rule_takes(operation: str, case: dict[str, Any], args: dict[str, Any]) -> None:
    taken = True
    try:
        (URI if operation == "is_uri" else URIReference)(case["in"])
    except UrikitError:
        taken = False

    assert taken is case["out"]


@pytest.mark.parametrize(("operation", "case", "args"), rows(["parse"]))
def test_a_text_that_is_read_is_kept(operation: str, case: dict[str, Any], args: dict[str, Any]) -> None:
    if "out" not in case:
        with pytest.raises(UrikitError):
            parse(case["in"])
        return

    assert str(parse(case["in"])) == case["in"] == "".join(parse(case["in"]).pieces())


def test_the_methods_that_the_vectors_run() -> None:
    assert {"resolve", "relativize", "normalize", "ladder", "equivalent", "equivalence", "key"} <= set(OPERATIONS)
