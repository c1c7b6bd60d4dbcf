"""
The functions door: each vector of `vectors/` against the function of its operation's name.

``scheme_fields`` is what the module of a text's scheme reads in it, ``scheme_build`` its way back, ``file.to_path`` any
other function of the scheme ``file``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from inspect import getattr_static, signature
from typing import Any

import pytest

import urikit
from tests.plain import arguments, files, outcome, rows
from tests.test_vectors_values import OPERATIONS as VALUES

FUNCTIONS = {file["operation"] for _, file in files()} - {name for name in VALUES if name not in urikit.__all__}


def scheme_fields(text: str) -> Any:
    """The value that the module of a text's scheme makes of it."""
    return module_of(text.partition(":")[0]).parse(text)


def scheme_build(scheme: str, **fields: Any) -> Any:
    """The text that the module of a scheme makes of fields; one that serves a family is told which."""
    build = module_of(scheme).build
    return build(**(fields | ({"scheme": scheme} if "scheme" in signature(build).parameters else {})))


def module_of(scheme: str) -> Any:
    own = urikit.SCHEMES[scheme].own
    assert own is not None, f"the scheme {scheme} has no module"
    return own


OF_SCHEMES = {"scheme_fields": scheme_fields, "scheme_build": scheme_build}


def call_of(operation: str, positional: list[Any], named: dict[str, Any]) -> Any:
    """The call that a row stands for; ``Query.set`` is a method of the value made from the first argument."""
    if operation in OF_SCHEMES:
        return partial(OF_SCHEMES[operation], *positional, **named)
    name, dot, method = operation.partition(".")
    if dot and name in urikit.SCHEMES and name not in urikit.__all__:
        return partial(getattr(module_of(name), method), *positional, **named)
    made = getattr(urikit, name)
    if not dot:
        return partial(made, *positional, **named)
    if isinstance(getattr_static(made, method), classmethod):
        return partial(getattr(made, method), *positional, **named)
    return lambda: getattr(made(positional[0]), method)(*positional[1:], **named)


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

    assert operations - set(urikit.__all__) - set(OF_SCHEMES) - set(urikit.SCHEMES) <= set(VALUES)


# Codes of doors that have vectors of their own, or none: `clean` and the command line.
ELSEWHERE = set("blank not-utf-8 line-too-long no-column not-text bad-record password line-break".split())
ELSEWHERE |= set("unknown-code unknown-rule unknown-namespace unknown-scheme".split())


def codes_in(value: Any) -> Iterator[str]:
    """The codes that a case names, wherever they stand in it."""
    if isinstance(value, dict):
        yield from (value[name] for name in ("error", "code") if isinstance(value.get(name), str))
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from codes_in(one)


def test_every_code_is_shown_by_a_vector() -> None:
    shown = {code for _, file in files() for code in codes_in(file["cases"])}

    assert shown <= set(urikit.CODES)
    assert set(urikit.CODES) - shown <= ELSEWHERE | {"unwanted"}
