"""
What was done, in which order, and why?

A step is one row of an explanation: the lines of RFC 3986 §5.2.2 that ran, the rungs of §6.2, what was taken off a
user's input (Appendix C).
"""

from __future__ import annotations

from urikit.findings import Record

TYPE_CHECKING = False


class Step(Record):
    """
    One row of an explanation.

    Attributes:
        name: What was done: a rung, or a line of the RFC's pseudocode.
        text: The value after it; None is an undefined component (RFC 3986 §5.3).
        source: The standard and its section.
        note: What changed and what stayed, in a few words; ``""`` where there is nothing to say.
    """

    __slots__ = ("name", "text", "source", "note")  # noqa: RUF023 (order is the constructor's)
    __match_args__ = ("name", "text", "source", "note")

    if TYPE_CHECKING:
        name: str
        text: str | None
        source: str
        note: str

        def __init__(self, name: str, text: str | None, source: str, note: str) -> None: ...
