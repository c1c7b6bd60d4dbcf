"""
Which rows say again what an earlier row said, as long as the keys fit in memory?

What is held of a key is a hash of 128 bits, with a secret, so that nobody can write two keys of one hash; and the place
of its first row.  Of n keys two have one hash by chance with a probability of n² / 2¹²⁹: 1.5 · 10⁻²³ for 10⁸.
"""

from __future__ import annotations

from array import array

from urikit.clean.judging import DIGEST
from urikit.clean.native import native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeAlias

    Marked: TypeAlias = tuple[bytes, bytes, bytes, bytes, bytes, Sequence[int]]

KEPT, DUPLICATE, REJECTED = range(3)
LINES = 40  # bits of a place that say the line; those above say the file
ENTRY = DIGEST + 8  # bytes of a key and its place in a list
COST = 200  # bytes of a key and its place in a dictionary of Python's


class PythonSeen:
    """The keys that were seen, and where each was first."""

    def __init__(self) -> None:
        self._places: dict[bytes, int] = {}

    def mark(self, digests: bytes, source: int, lines: bytes) -> Marked:
        """
        Mark rows as kept, duplicate or rejected.

        Args:
            digests: Of each row's key, `DIGEST` bytes; zeros where there is none.
            source: The number of their file.
            lines: The line of each, as int64.

        Returns:
            The status of each (int8); of each duplicate the file (int32) and the line (int64) of the first row with its
            key; a bit a row whether it is one; the keys that are new, with their places; and how many were kept,
            duplicate and rejected.
        """
        none = bytes(DIGEST)
        status, sources, numbers, known = array("b"), array("i"), array("q"), bytearray()
        fresh: list[bytes] = []
        for row, line in enumerate(memoryview(lines).cast("q")):
            key = digests[row * DIGEST : row * DIGEST + DIGEST]
            here = source << LINES | line
            first = here if key == none else self._places.setdefault(key, here)
            status.append(REJECTED if key == none else KEPT if first == here else DUPLICATE)
            if status[-1] == KEPT:
                fresh.append(key + array("Q", [here]).tobytes())
            sources.append(first >> LINES)
            numbers.append(first & ((1 << LINES) - 1))
            if row % 8 == 0:
                known.append(0)
            known[-1] |= (status[-1] == DUPLICATE) << row % 8
        counts = [status.count(one) for one in (KEPT, DUPLICATE, REJECTED)]
        return status.tobytes(), sources.tobytes(), numbers.tobytes(), bytes(known), b"".join(fresh), counts

    def restore(self, fresh: bytes) -> None:
        """Take keys that `mark` gave as new, in an earlier run."""
        for key, place in entries(fresh):
            self._places.setdefault(key, place)

    def size(self) -> int:
        """Return how many bytes they take, about."""
        return COST * len(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def pop(self) -> bytes | None:
        """Give some keys, as `mark` gives them, and forget them; None where there are none left."""
        if not self._places:
            return None
        some = [self._places.popitem() for _ in range(min(len(self._places), 1 << 16))]
        return b"".join(key + array("Q", [place]).tobytes() for key, place in some)


def entries(fresh: bytes) -> Iterator[tuple[bytes, int]]:
    """Give each key and its place."""
    for begin in range(0, len(fresh), ENTRY):
        (place,) = memoryview(fresh)[begin + DIGEST : begin + ENTRY].cast("Q")
        yield fresh[begin : begin + DIGEST], place


Seen: type[PythonSeen] = PythonSeen if native is None else native._Seen
"""What the run uses; the extension's takes some 32 bytes a key."""
