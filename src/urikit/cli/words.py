"""Which words does an option take?  Each list is read only when its verb is asked for."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

LEVELS = ("note", "warning", "error")
"""The levels of findings, from the lowest."""


def levels() -> Sequence[str]:
    """Return the levels of findings, from the lowest."""
    return LEVELS


def rungs() -> Sequence[str]:
    """Return the rungs of the ladder, and the other word for one of them."""
    from urikit.operations.normalize import RUNGS

    return (*RUNGS, "syntax")


def rules() -> Sequence[str]:
    """Return what a text can be asked to be."""
    from urikit.checks import RULES

    return RULES


def books() -> Sequence[str]:
    """Return the rule books that a text can be held to."""
    from urikit.checks import BOOKS

    return BOOKS


def components() -> Sequence[str]:
    """Return the components that data can be encoded for."""
    return ("segment", "path", "query", "key", "value", "fragment", "user", "password", "reg-name")


def errors() -> Sequence[str]:
    """Return what can become of octets that are no text."""
    return ("strict", "keep", "replace")
