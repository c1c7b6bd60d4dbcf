"""The values door: each vector whose operation is a method of a value, URI or IRI, and the classes themselves."""

from __future__ import annotations

from inspect import getattr_static
from typing import Any

import pytest

from tests.plain import arguments, files, outcome, rows
from urikit import IRI, URI, IRIReference, UrikitError, URIReference, is_uri_reference, parse
from urikit.reference import Reference

# The argument that is the value, where it is not the first row.
VALUE = {"resolve": "base", "explain_resolve": "base", "relativize": "base"}

# An operation that is written as an operator.
OPERATOR = {"append": "__truediv__"}

# Methods of the same name whose row in the vectors is a part and not a reference.
ROW_IS_A_PART = {"host_address"}

# Arguments that a value has no use for: it is a whole reference, read once and of any length.
NOT_A_VALUES = {"part", "fix", "limit"}

OPERATIONS = sorted(
    name
    for name in {file["operation"] for _, file in files()} - ROW_IS_A_PART
    if any(callable(getattr(kind, OPERATOR.get(name, name), None)) for kind in (URI, IRI))
)


def kinds(operation: str, named: dict[str, Any]) -> tuple[type[Reference], type[Reference]]:
    """The classes of a row's standard, which is no argument to them: any reference, and one with a scheme."""
    spec = named.get("spec", "rfc3987" if operation == "to_uri" else "rfc3986")
    if spec in ("rfc3986", "rfc3987"):
        named.pop("spec", None)  # another rule book is an argument to a URI's check()
    return (IRIReference, IRI) if spec == "rfc3987" else (URIReference, URI)


def of_values() -> list[Any]:
    """The rows of those operations; what is said of a text that no value can hold is not for this door."""
    return [row for row in rows(OPERATIONS) if NOT_A_VALUES.isdisjoint(row.values[2]) and is_held(*row.values)]


def is_held(operation: str, case: dict[str, Any], args: dict[str, Any]) -> bool:
    """Whether there is a value for the text of a row."""
    if operation == "pieces":
        return case["out"] is not None
    if operation == "from_bytes":
        return "out" not in case or is_uri_reference(case["out"])
    return operation not in ("check", "to_iri") or "error" in case or is_uri_reference(case["in"])


@pytest.mark.parametrize(("operation", "case", "args"), of_values())
def test_the_method_gives_the_vector(operation: str, case: dict[str, Any], args: dict[str, Any]) -> None:
    positional, named = arguments(operation, case, args)

    def call() -> Any:
        relative, absolute = kinds(operation, named)
        if isinstance(getattr_static(relative, operation, None), classmethod):
            return getattr(relative, operation)(*positional, **named)
        if not positional and "a" in named:
            positional.extend((named.pop("a"), named.pop("b")))
        made = absolute(named.pop(VALUE[operation])) if operation in VALUE else relative.of(positional.pop(0))
        return getattr(made, OPERATOR.get(operation, operation))(*positional, **named)

    seen, wanted = outcome(call, case)

    assert seen == wanted


@pytest.mark.parametrize(("operation", "case", "args"), rows(["parse"]))
def test_the_class_reads_the_vector(operation: str, case: dict[str, Any], args: dict[str, Any]) -> None:
    relative, _ = kinds(operation, args)
    seen, wanted = outcome(lambda: relative(case["in"]), case)

    assert seen == wanted


TAKES = {"is_uri": URI, "is_uri_reference": URIReference, "is_iri": IRI, "is_iri_reference": IRIReference}


@pytest.mark.parametrize(("operation", "case", "args"), rows(TAKES))
def test_the_class_takes_what_its_rule_takes(operation: str, case: dict[str, Any], args: dict[str, Any]) -> None:
    taken = True
    try:
        TAKES[operation](case["in"])
    except UrikitError:
        taken = False

    assert taken is case["out"]


@pytest.mark.parametrize(("operation", "case", "args"), rows(["parse"]))
def test_a_text_that_is_read_is_kept(operation: str, case: dict[str, Any], args: dict[str, Any]) -> None:
    if "out" not in case:
        with pytest.raises(UrikitError):
            parse(case["in"], **args)
        return

    assert str(parse(case["in"], **args)) == case["in"] == "".join(parse(case["in"], **args).pieces())


def test_the_methods_that_the_vectors_run() -> None:
    common = {"resolve", "relativize", "normalize", "ladder", "equivalent", "equivalence", "key"}

    assert common | {"to_uri", "to_iri"} <= set(OPERATIONS)
