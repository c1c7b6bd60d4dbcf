"""
Does a column give, row by row, what the function on one text gives?
"""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.columns.corpus import corpus
from tools import generate_columns
from urikit import UrikitError, columns
from urikit.columns import KERNELS, Kernel
from urikit.columns.kernels import REQUIRED

ROWS = corpus()
SOME = ROWS[::11]
BASES = [("http://a/b/c/d", None, "x", "urn:a1:b")[at % 4] for at in range(len(SOME))]
GIVEN: dict[str, Any] = {
    "base": "http://a/b/c/d;p?q",
    "b": "HTTP://example.com:80/%7Ea",
    "rule": "URI-reference",
    "flavour": "ia",
    "name": "a",
}
"""Values of the options that must be given."""

MORE: dict[str, list[Any]] = {
    "base": ["urn:a1:b", BASES],
    "b": ["urn:a1:b", BASES],
    "charset": ["latin-1"],
    "safe": [":@"],
    "flavour": ["urlcanon"],
    "name": ["é", "a b"],
    "globs": [("a", "utm_*")],
}
"""More values of options, by their names."""


def required(kernel: Kernel) -> dict[str, Any]:
    if kernel.name == "drop_query":
        return {"globs": ("utm_*", "b")}
    given = GIVEN | ({"b": "urn:isbn:0395363411"} if kernel.name == "urn_equivalent" else {})
    return {param.name: given[param.name] for param in kernel.params if param.default == REQUIRED}


def others(kernel: Kernel) -> list[dict[str, Any]]:
    """The options with each other value of each by itself."""
    found = []
    for param in kernel.params:
        values = [choice for choice in param.choices if choice != param.default]
        values += [not param.default] if isinstance(param.default, bool) else MORE.get(param.name, [])
        found += [required(kernel) | {param.name: value} for value in values]
    return found


def on_column(kernel: Kernel, rows: Any, options: dict[str, Any], **more: Any) -> Any:
    """The answer of the function of `urikit.columns`."""
    many = [options[param.name] for param in kernel.params if param.many]
    named = {name: value for name, value in options.items() if value not in many}
    return getattr(columns, kernel.name)(rows, *(one for each in many for one in each), **named, **more)


def on_each(kernel: Kernel, rows: list[str | None], options: dict[str, Any]) -> list[Any]:
    """The answers of the function on one text; None where it has none, or a text is None."""
    many = [options[param.name] for param in kernel.params if param.many]
    found: list[Any] = []
    for at, text in enumerate(rows):
        own = {name: value[at] if value is BASES else value for name, value in options.items() if value not in many}
        if text is None or any(own[name] is None for name in own if options[name] is BASES):
            found.append(None)
            continue
        try:
            if many:
                found.append(kernel.function(text, *many[0], **own))
            else:
                found.append(kernel.function(**{kernel.row: text}, **own))
        except UrikitError:
            found.append(None)
    return found


def plain(value: Any) -> Any:
    """A value with tuples for lists: a function may give either."""
    return tuple(map(plain, value)) if isinstance(value, (list, tuple)) else value


@pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS)
def test_a_column_is_its_rows(kernel: Kernel) -> None:
    answer = on_column(kernel, ROWS, required(kernel))

    assert [plain(one) for one in answer.to_pylist()] == [plain(one) for one in on_each(kernel, ROWS, required(kernel))]


@pytest.mark.parametrize(
    ("kernel", "options"),
    [
        pytest.param(kernel, options, id=f"{kernel.name}-{number}")
        for kernel in KERNELS.values()
        for number, options in enumerate(others(kernel))
    ],
)
def test_a_column_is_its_rows_by_other_options(kernel: Kernel, options: dict[str, Any]) -> None:
    if kernel.name == "matches" and options["spec"] == "rfc1738":
        options = options | {"rule": "hostname"}  # the books have no rule in common

    answer = on_column(kernel, SOME, options)

    assert [plain(one) for one in answer.to_pylist()] == [plain(one) for one in on_each(kernel, SOME, options)]


@pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS)
def test_the_corpus_shows_what_a_kernel_can_say(kernel: Kernel) -> None:
    """Or the tests above compare nulls with nulls."""
    answers = [one for one in on_column(kernel, ROWS, required(kernel)).to_pylist() if one is not None]

    if kernel.shape == "flag":
        assert set(answers) == {True, False}
    else:
        assert len({repr(one) for one in answers}) > 1


@pytest.mark.parametrize("kernel", KERNELS.values(), ids=KERNELS)
def test_a_row_of_the_list_says_what_the_function_is(kernel: Kernel) -> None:
    parameters = inspect.signature(generate_columns.python_of(kernel.function)).parameters

    assert kernel.row in parameters
    for param in kernel.params:
        own = parameters[param.name]
        assert param.many == (own.kind is own.VAR_POSITIONAL)
        assert param.many or (REQUIRED if own.default is own.empty else own.default) == param.default
        assert not param.choices or param.default in (*param.choices, None, REQUIRED)
    kind = kernel.kind[0] if isinstance(kernel.kind, tuple) else kernel.kind
    assert (kernel.shape, kind) in {
        ("flag", "bool"),
        ("integer", "int64"),
        ("text", "utf8"),
        ("key", "binary16"),
        ("list", "list"),
        ("record", "struct"),
    }
    assert kernel.doc.endswith(".")
    assert kernel.source


def test_the_functions_are_those_of_the_list() -> None:
    file = Path(generate_columns.FILE)

    assert file.read_text("utf-8") == generate_columns.written()
    run = subprocess.run([sys.executable, "tools/generate_columns.py", "--check"], cwd=file.parents[3], check=False)
    assert run.returncode == 0


def test_what_python_alone_can_say_is_said_too() -> None:
    from urikit import SCHEMES, Scheme

    schemes = SCHEMES | [Scheme("myapp", source="our wiki", default_port=4711, empty_path="/")]
    rows = ["myapp://a:4711", None, "http://a:80"]

    assert columns.normalize(rows, "scheme").to_pylist() == ["myapp://a:4711", None, "http://a/"]
    assert columns.normalize(rows, "scheme", schemes=schemes).to_pylist() == ["myapp://a/", None, "http://a/"]
    aliases = {"http://a/": "http://b/"}
    assert columns.normalize(rows, "protocol", aliases=aliases).to_pylist() == ["myapp://a:4711", None, "http://b/"]
