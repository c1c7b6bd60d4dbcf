"""
What was done, in which order, and why?

A step is one row of an explanation: the lines of RFC 3986 §5.2.2 that ran, the rungs of §6.2, what was taken off a
user's input (Appendix C).
"""

from __future__ import annotations

from urikit.findings import MASK, Record, hide_in_path
from urikit.syntax.parse import is_iri_reference, mask

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

    def __repr__(self) -> str:
        shown = self.text if self.text is None or "@" not in self.text else self._masked(self.text)
        return f"Step(name={self.name!r}, text={shown!r}, source={self.source!r}, note={self.note!r})"

    def _masked(self, text: str) -> str:
        """The text without a password (RFC 3986 §3.2.1), be it a reference, an authority, or words about one."""
        if self.name.startswith("T.authority"):
            return mask(f"//{text}").removeprefix("//")
        if self.name.startswith("T.path"):
            return hide_in_path(text)
        return mask(text) if is_iri_reference(text) else MASK + text[text.rindex("@") :]
