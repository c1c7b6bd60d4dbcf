"""
Which letters of an NSS does a namespace read without regard to case?

RFC 8141 §3.1 leaves the NSS as it is; a namespace may take more names for one, never fewer.  A row names the fold that
its registration asks for; escapes keep their upper-case digits.
"""

from __future__ import annotations

from urikit.syntax.percent import lower

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def _exact(nss: str) -> str:
    return nss


def _first(nss: str) -> str:
    """All before the first colon."""
    head, colon, tail = nss.partition(":")

    return lower(head) + colon + tail


def _first_two(nss: str) -> str:
    """All before the second colon."""
    head, colon, tail = nss.partition(":")

    return lower(head) + colon + _first(tail)


def _before_hyphen(nss: str) -> str:
    """All before the first hyphen."""
    head, hyphen, tail = nss.partition("-")

    return lower(head) + hyphen + tail


FOLDS: dict[str, Callable[[str], str]] = {
    "exact": _exact,
    "all": lower,
    "first": _first,
    "first-two": _first_two,
    "before-hyphen": _before_hyphen,
}
"""What a row's ``fold`` may be, besides ``"own"`` where its module has a ``normal``."""
