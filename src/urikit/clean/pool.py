"""Who does what at the same time?  A few threads; what they do in native code runs side by side."""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import ThreadPoolExecutor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future
    from typing import ParamSpec, TypeVar

    P = ParamSpec("P")
    T = TypeVar("T")

AHEAD = 8  # blocks a thread may be ahead of who takes them


def cores() -> int:
    """Return how many threads this process may run at the same time."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Pool:
    """
    Some threads.

    Args:
        threads: How many.
    """

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._executor = ThreadPoolExecutor(threads, "urikit-clean")

    def submit(self, function: Callable[P, T], /, *args: P.args, **named: P.kwargs) -> Future[T]:
        """Have a function called by one of them."""
        return self._executor.submit(function, *args, **named)

    def map(self, function: Callable[..., T], items: Iterable[tuple[object, ...]]) -> Iterator[T]:
        """Call a function with each of the items, a few of them ahead, and give what it returns in their order."""
        waiting: deque[Future[T]] = deque()
        for item in items:
            waiting.append(self._executor.submit(function, *item))
            if len(waiting) > AHEAD * self.threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()

    def close(self) -> None:
        """Let go of them, when they have done what they are at."""
        self._executor.shutdown(wait=True, cancel_futures=True)
