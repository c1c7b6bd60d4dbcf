"""
Do the examples people read give what they show?

The Python and shell examples of the README and the pages of docs/, and the example of every docstring in the package.
"""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import shlex
from collections.abc import Iterable
from pathlib import Path

import pytest

import urikit
from urikit import _accelerate
from urikit.cli import main

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
TELLING = [page for page in PAGES if ">>> " in page.read_text("utf-8")]
MODULES = sorted(
    module.name for module in pkgutil.walk_packages(urikit.__path__, "urikit.") if module.name != "urikit._native"
)
TRANSCRIPT = re.compile(r"```console\n(.*?)```", re.DOTALL)


def failures(tests: Iterable[doctest.DocTest]) -> str:
    """Run the examples of these texts; give what went wrong."""
    report: list[str] = []
    for test in tests:
        doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append)
    return "".join(report)


def commands(page: Path) -> list[tuple[str, str]]:
    """Give each ``$ urikit …`` line of a page with the lines that follow it."""
    lines = "".join(TRANSCRIPT.findall(page.read_text("utf-8"))).splitlines(keepends=True)
    starts = [number for number, line in enumerate(lines) if line.startswith("$ ")]
    return [
        (lines[start].removeprefix("$ ").strip(), "".join(lines[start + 1 : end]))
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=False)
    ]


@pytest.mark.parametrize("page", TELLING, ids=lambda page: page.stem)
def test_the_python_of_a_page_runs(page: Path) -> None:
    test = doctest.DocTestParser().get_doctest(page.read_text("utf-8"), {}, page.stem, str(page), 0)

    assert len(test.examples) >= 10
    assert failures([test]) == ""


@pytest.mark.parametrize(("command", "shown"), [one for page in PAGES for one in commands(page)])
def test_the_shell_of_a_page_runs(command: str, shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    name, *words = shlex.split(command)
    assert name == "urikit"

    main(words)

    assert "".join(capsys.readouterr()) == shown


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_docstrings_run(name: str) -> None:
    module = importlib.import_module(name)
    finder = doctest.DocTestFinder(exclude_empty=True)
    tests = finder.find(module)
    for python, _ in _accelerate.PAIRS.values():  # the twin stands in the module, the words stand in the Python
        if python.__module__ == name:
            tests += finder.find(python, globs=vars(module))

    assert failures(tests) == ""


@pytest.mark.parametrize("name", sorted(urikit.__all__))
def test_every_public_name_is_documented(name: str) -> None:
    assert getattr(urikit, name).__doc__
