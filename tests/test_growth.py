"""P3, P11: four times the text takes at most five times as long, for every function that takes a text."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

import pytest

import urikit
from tests.growth import FUNCTIONS, TEXTS, Job

LONG_ENOUGH = 0.005  # seconds: below that a clock tells little
MOST = 1 << 17  # characters; what is still below LONG_ENOUGH then is fast enough
ATTEMPTS = 4


def seconds(job: Job, rounds: int) -> float:
    """The best of some rounds, in seconds of this thread."""
    best = float("inf")
    gc.collect()
    gc.disable()
    try:
        for _ in range(rounds):
            begin = time.thread_time()
            job()
            best = min(best, time.thread_time() - begin)
    finally:
        gc.enable()
    return best


def growth(function: Callable[[str], object], text: Callable[[int], str]) -> tuple[int, float, float]:
    """The smallest n that takes long enough, T(n) and T(4n)."""
    n = 256
    once = seconds(job(function, text(n)), 1)
    while once < LONG_ENOUGH and len(text(n)) < MOST:
        n *= 4
        once = seconds(job(function, text(n)), 1)
    fourfold = seconds(job(function, text(4 * n)), 1)
    for _ in range(ATTEMPTS):
        if fourfold <= 5 * max(once, LONG_ENOUGH):
            break
        once = seconds(job(function, text(n)), 5)
        fourfold = seconds(job(function, text(4 * n)), 5)
    return n, once, fourfold


def job(function: Callable[[str], object], text: str) -> Job:
    """The call; what it refuses is drawn too, so the place of an error and its picture are timed as well."""

    def run() -> None:
        try:
            function(text)
        except urikit.UrikitError as error:
            str(error)

    return run


@pytest.mark.parametrize("name", FUNCTIONS)
def test_four_times_the_text_takes_at_most_five_times_as_long(name: str) -> None:
    slow = {}
    for kind, text in TEXTS.items():
        n, once, fourfold = growth(FUNCTIONS[name], text)
        if fourfold > 5 * max(once, LONG_ENOUGH):
            slow[kind] = f"n = {n}: {once * 1000:.1f} ms, 4n: {fourfold * 1000:.1f} ms"

    assert slow == {}
