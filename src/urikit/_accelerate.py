"""
Which functions have a Rust twin, and does the twin run?

The Python below a mark states the rule; the twin of the same name in `urikit._native` takes its place when the
extension was built, for a method of values the one of `_native.Parts`.  `URIKIT_BACKEND=python` turns all twins off.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    T = TypeVar("T")

PAIRS: dict[str, tuple[Any, Any]] = {}
"""Every marked name with its Python and its twin."""

try:
    if os.environ.get("URIKIT_BACKEND") == "python":
        raise ImportError
    from urikit import _native
except ImportError:
    _native = None  # type: ignore[assignment]


def accelerated(python: T) -> T:
    """Put the twin in the place of *python*, where there is one; what the twin does not know, it asks *python*."""
    if _native is None:
        return python
    name: str = python.__qualname__  # type: ignore[attr-defined]
    place, _, own = name.rpartition(".")
    native = getattr(_native.Parts if place else _native, own, None)
    if native is None:
        return python
    PAIRS[name] = (python, native)
    _native._stand_behind(name, python)
    twin: T = native
    return twin


def backend() -> str:
    """
    Say which code answers: ``"rust"`` where the extension was built and is on, else ``"python"``.

    Example:
        >>> backend() in ("rust", "python")
        True
    """
    return "python" if _native is None else "rust"
