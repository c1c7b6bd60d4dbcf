"""
Does every engine answer, row by row, what the function on one text answers?

Every kernel on the same 5,000 rows, in each of the ways an engine lays texts out (asks.py); the first of them always,
the others where long runs are asked for.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.engines import corpus, table
from tests.engines.asks import ENGINES, differences
from urikit.columns import KERNELS

pytest.importorskip("pyarrow")


def cases() -> list[Any]:
    """An engine and a layout each."""
    return [
        pytest.param(name, layout, marks=[pytest.mark.slow] if at else [], id=f"{name}-{layout}")
        for name, engine in ENGINES.items()
        for at, layout in enumerate(engine.layouts)
    ]


@pytest.mark.parametrize(("engine", "layout"), cases())
def test_the_engine_answers_as_the_function(engine: str, layout: str) -> None:
    pytest.importorskip(engine)

    assert differences(ENGINES[engine], layout) == {}


def test_every_kernel_is_asked() -> None:
    assert {name for name, _, _ in corpus.ASKED} == set(KERNELS)
    assert len(corpus.rows()) == len(corpus.beside()) == corpus.SIZE == 5_000


@pytest.mark.slow
def test_the_page_is_of_these_kernels_and_layouts() -> None:
    """That its values are the same is asked by the tests above, of Spark and of Ray."""
    assert table.main(["--check"]) == 0
