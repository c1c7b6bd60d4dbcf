"""
What does `check` make of what executors answer?  Spark itself is asked in test_spark.py.
"""

from __future__ import annotations

import builtins
import dis
import json
import os
from typing import Any

import pytest

import urikit
from urikit.engines import executors
from urikit.engines.executors import Executor, ExecutorError, check

GOOD = {
    "host": "one",
    "process": 1,
    "python": "3.11.7",
    "version": urikit.__version__,
    "backend": "rust",
    "data": executors.data(),
}


def answers(monkeypatch: pytest.MonkeyPatch, *rounds: list[dict[str, Any]]) -> list[int]:
    """Let executors answer so, a round each; gives the rounds that were left."""
    left = list(range(len(rounds)))
    monkeypatch.setattr(executors, "_ask", lambda spark: rounds[left.pop(0)])
    return left


def test_executors_that_are_like_the_driver_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    other = GOOD | {"host": "two", "backend": "python"}
    left = answers(monkeypatch, [GOOD], [GOOD, other], [other, GOOD])

    assert check(None) == [Executor(**GOOD), Executor(**other)]  # type: ignore[arg-type]
    assert left == []


def test_it_asks_again_only_while_executors_come(monkeypatch: pytest.MonkeyPatch) -> None:
    left = answers(monkeypatch, [GOOD], [GOOD], [GOOD])

    check(None)  # type: ignore[arg-type]
    assert left == [2]


def test_an_executor_without_urikit_is_refused_in_the_first_round(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = {"host": "two", "process": 2, "python": "3.11.7", "missing": "ModuleNotFoundError: No module named 'urikit'"}
    left = answers(monkeypatch, [GOOD, bare], [])

    with pytest.raises(
        ExecutorError, match=r"error\[spark-missing\]: 1 of 2 executors cannot run urikit: Mod"
    ) as caught:
        check(None)  # type: ignore[arg-type]
    assert "venv-pack -p env -o env.tgz" in str(caught.value)
    assert left == [1]


def test_executors_without_our_python_are_refused_with_what_spark_says(monkeypatch: pytest.MonkeyPatch) -> None:
    raised = type("Py4JJavaError", (Exception,), {"__module__": "py4j.protocol"})
    words = "An error occurred\n: org.apache.spark.SparkException: Job aborted: Cannot run program \"python9\"\n\tat x"

    def ask(spark: Any) -> Any:
        raise raised(words)

    monkeypatch.setattr(executors, "_ask", ask)
    with pytest.raises(ExecutorError, match=r"^error\[spark-missing\]: .* answer: Job aborted: Cannot .*\n  help: "):
        check(None)  # type: ignore[arg-type]


def test_an_error_that_is_not_sparks_is_not_taken_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "_ask", lambda spark: {}["x"])
    with pytest.raises(KeyError):
        check(None)  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "value"), [("version", "0.0.1"), ("data", {"psl": "2001-01-01"})])
def test_an_executor_that_differs_is_refused(monkeypatch: pytest.MonkeyPatch, name: str, value: Any) -> None:
    answers(monkeypatch, [GOOD, GOOD | {"host": "two", name: value}], [])

    with pytest.raises(ExecutorError, match=rf"error\[spark-differs\]: {name} on two is .*, here it is"):
        check(None)  # type: ignore[arg-type]


def test_the_question_answers_for_its_process() -> None:
    tell = executors._question()

    assert json.loads(tell(0)) == GOOD | {
        "host": json.loads(tell(1))["host"],
        "process": os.getppid(),
        "python": json.loads(tell(1))["python"],
        "backend": urikit.backend(),
    }


def test_the_question_needs_nothing_of_urikit() -> None:
    """It travels whole: were it known by the name of its module, an executor without urikit could not even read it."""
    tell = executors._question()

    assert "<locals>" in tell.__qualname__
    used = {one.argval for one in dis.get_instructions(tell) if one.opname == "LOAD_GLOBAL"}
    assert used <= set(dir(builtins))
