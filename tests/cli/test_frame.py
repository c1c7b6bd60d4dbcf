"""A verb is one function: its docstring is the help page, its examples run, its signature is its arguments."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

import pytest

from tests.cli.shell import call
from urikit.cli import verb as frame
from urikit.cli.commands import VERBS
from urikit.cli.job import Answer, Job
from urikit.cli.verb import Verb, arguments, near, sections, verb


def examples() -> Iterator[tuple[str, str]]:
    """Each request of a verb's docstring with what it shows."""
    for one in VERBS.values():
        text = sections(one.function.__doc__ or "")["Example:"]
        for part in text.split("$ ")[1:]:
            request, _, shown = part.partition("\n")
            yield request, shown


@pytest.mark.parametrize(("request_", "shown"), [*examples()])
def test_the_example_of_a_help_page_is_what_happens(request_: str, shown: str) -> None:
    program, *words = shlex.split(request_)
    pattern = re.escape(shown.strip() + "\n").replace("…", ".*")

    assert program == "urikit"
    assert re.fullmatch(pattern, call(*words).text, re.DOTALL)


@pytest.mark.parametrize("one", VERBS.values(), ids=VERBS)
def test_a_docstring_tells_of_every_argument_and_of_nothing_else(one: Verb) -> None:
    code = one.function.__code__
    names = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 0x04)]
    told = sections(one.function.__doc__ or "")

    assert arguments(told["Args:"]).keys() == {*names}
    assert one.summary.endswith(".")
    assert "Example:" in told


@pytest.mark.parametrize("name", [*VERBS, "clean"])
@pytest.mark.parametrize("columns", ["20", "80", "200"])
def test_a_help_page_fills_the_screen_and_no_more(name: str, columns: str) -> None:
    done = call(name, "--help", env={"COLUMNS": columns})

    assert (done.status, done.err) == (0, "")
    assert done.text.startswith(f"usage: urikit {name} ")


def test_one_more_verb_is_one_function(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frame, "VERBS", dict(VERBS))
    monkeypatch.setattr("urikit.cli.commands.VERBS", frame.VERBS)

    @verb(how=lambda: ("upper", "lower"))
    def shout(job: Job, before: str, *texts: str, how: str = "upper", loudly: bool = False) -> None:
        """
        Write each text in capitals.

        Args:
            before: what comes first
            texts: what to shout
            how (-w): upper or lower
            loudly: with an
                exclamation mark
        """
        end = "!" if loudly else ""
        job.each(texts, lambda one: Answer({"said": before + getattr(one.text, how)() + end}), columns=("said",))

    assert call("shout", ">", "a", "b", "--loudly").text == ">A!\n>B!\n"
    assert call("shout", ">", "-w", "lower", stdin=b"A\n").text == ">a\n"
    assert call("shout", ">", "-w", "loud", "a").status == 2
    assert "  shout       Write each text in capitals.\n" in call().text
    assert re.search(r"--loudly +with an exclamation mark\n", call("shout", "-h").text)


def test_a_function_without_docstring_is_a_verb_still() -> None:
    """`python -OO` takes docstrings away."""

    def bare(job: Job, *texts: str, flag: bool = False) -> None: ...

    assert Verb(bare, dict).parser().read(["a", "--flag"]).words == ["a"]


@pytest.mark.parametrize(
    ("words", "given"),
    [
        (["B", "r", "--loose", "s"], ["B", "r", "s"]),
        (["--loose", "B", "-"], ["B", "-"]),
        (["B", "--", "-x", "--loose"], ["B", "-x", "--loose"]),
        (["--", "--B", "--"], ["--B", "--"]),
        (["B", "-f", "q", "-"], ["B", "-"]),
        (["B", "", " x"], ["B", "", " x"]),
        (["B", "a b"], ["B", "a b"]),
    ],
)
def test_options_stand_anywhere_before_two_hyphens(words: list[str], given: list[str]) -> None:
    assert VERBS["resolve"].parser().read(words).words == given


def test_a_near_miss_is_named_and_a_far_one_is_not() -> None:
    assert near("prase", VERBS) == "; did you mean parse?"
    assert near("xyzzy", VERBS) == ""
