"""P3, P11: four times the text takes at most five times as long, for every function that takes a text."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

import pytest

import urikit
from tests.growth import FUNCTIONS, NOT_TIMED, TEXTS, Job, needed

pytestmark = pytest.mark.clock

LONG_ENOUGH = 0.005  # seconds: below that a clock tells little
MOST = 1 << 16  # characters; what is still below LONG_ENOUGH then is fast enough


def seconds(job: Job) -> float:
    """How long a call takes, in seconds of this thread."""
    gc.disable()  # its passes come when they like
    try:
        begin = time.thread_time()
        job()
        return time.thread_time() - begin
    finally:
        gc.enable()


def growth(
    function: Callable[[str], object], text: Callable[[int], str], attempts: int = 8
) -> tuple[int, float, float]:
    """
    The smallest n that takes long enough, T(n) and T(4n).

    Where that is too steep it is asked again, the best of five, and a step further too: a text that no longer fits a
    cache of the machine makes one step steep, a square makes all.
    """
    n = 256
    once = seconds(job(function, text(n)))
    while once < LONG_ENOUGH and n < MOST:  # not the length, which a kind of text may fall short of by one
        n *= 4
        once = seconds(job(function, text(n)))
    fourfold = seconds(job(function, text(4 * n)))
    for attempt in range(attempts):
        if fourfold <= 5 * max(once, LONG_ENOUGH):
            break
        tried = n * (1, 4)[attempt % 2]
        small, large = job(function, text(tried)), job(function, text(4 * tried))
        rounds = [(seconds(small), seconds(large)) for _ in range(5)]
        once, fourfold = (min(times) for times in zip(*rounds, strict=True))
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


def test_the_clock_tells_quadratic_from_linear() -> None:
    def quadratic(text: str) -> int:
        return sum(len(text[at:]) for at in range(0, len(text), 8))

    _, once, fourfold = growth(quadratic, lambda n: "a" * n, attempts=2)
    assert fourfold > 5 * max(once, LONG_ENOUGH)
    _, once, fourfold = growth(lambda text: text.split("/"), lambda n: "/" * n)
    assert fourfold <= 5 * max(once, LONG_ENOUGH)


def test_every_public_function_is_timed_or_said_why_not() -> None:
    timed = {word for name in FUNCTIONS for word in name.split()}
    public = {name for name in urikit.__all__ if needed(name)}

    assert public - timed - set(NOT_TIMED) == set()


def test_a_port_of_very_many_digits_is_read_in_good_time() -> None:
    reference = urikit.URIReference("//h:" + "8" * 200_000)

    assert seconds(lambda: reference.port) < 5
    assert (reference.port or 0) % 10**6 == 888888
