"""
Does a key fit a glob?

"*" stands for any characters, "?" for one, nothing else is special; each part between two "*" is looked for at the
first place after the one before, and there is no way back, so that no key takes long (`fnmatch` has more signs, and
goes through a regex).
"""

from __future__ import annotations


def fits(key: str, glob: str) -> bool:
    """
    Say whether the whole of *key* is what *glob* describes.

    Cost:
        At most length of *key* times length of *glob*.

    Example:
        >>> fits("utm_source", "utm_*"), fits("utm", "utm_*"), fits("page2", "page?"), fits("Page", "page")
        (True, False, True, False)
    """
    first, *parts = glob.split("*")
    if not parts:
        return len(key) == len(glob) and _stands(key, 0, glob)
    last = parts.pop()
    at, end = len(first), len(key) - len(last)
    if at > end or not _stands(key, 0, first) or not _stands(key, end, last):
        return False
    for part in parts:
        at = _find(key, part, at, end)
        if at < 0:
            return False
        at += len(part)
    return True


def _find(key: str, part: str, at: int, end: int) -> int:
    """Where *part* is first between two places, or -1."""
    if "?" not in part:
        return key.find(part, at, end)
    return next((spot for spot in range(at, end - len(part) + 1) if _stands(key, spot, part)), -1)


def _stands(key: str, at: int, part: str) -> bool:
    """Whether *part* is in *key* at that place, which has room for it."""
    if "?" not in part:
        return key.startswith(part, at)
    return all(wanted in ("?", key[at + number]) for number, wanted in enumerate(part))
