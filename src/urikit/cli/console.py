"""
Where does output go, and how may it look there?

stdout is data and exact when it is piped; on a terminal, what would move the cursor or hide (controls, bidi marks,
zero-width characters) is drawn as its name, and what runs from right to left is isolated (RFC 3987 §4.1).  stderr is
everything else and always drawn.  Colour follows NO_COLOR, FORCE_COLOR, TERM=dumb, then the terminal.
"""

from __future__ import annotations

import os
import sys

from urikit.findings import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO, TextIO

COLOURS = {"name": "36", "error": "1;31", "warning": "33", "note": "34", "dim": "2"}
FULL = 1 << 16
ISOLATE, POP = "\u2066", "\u2069"  # LEFT-TO-RIGHT ISOLATE, POP DIRECTIONAL ISOLATE (UAX #9)


class Console:
    """Both outputs of one run."""

    __slots__ = ("_colour_err", "_colour_out", "_held", "_out", "_pending", "terminal")

    def __init__(self) -> None:
        self._out: BinaryIO = sys.stdout.buffer
        self.terminal = is_terminal(sys.stdout)
        self._colour_out = colour(sys.stdout)
        self._colour_err = colour(sys.stderr)
        self._pending: list[bytes] = []
        self._held = 0

    def write(self, text: str) -> None:
        """Write data as it is: to a terminal at once, else in blocks."""
        self.write_bytes(text.encode(errors="surrogateescape"))

    def write_bytes(self, data: bytes) -> None:
        """Write octets as they are."""
        self._pending.append(data)
        self._held += len(data)
        if self.terminal or self._held > FULL:
            self.flush()

    def flush(self) -> None:
        """Hand over what is held."""
        data = b"".join(self._pending)
        self._pending.clear()
        self._held = 0
        self._out.write(data)
        self._out.flush()

    def data(self, text: str) -> str:
        """Return *text* as stdout shows it: exact in a pipe; on a terminal isolated, with names for what hides."""
        return isolated(printable(text)) if self.terminal else text

    def room(self) -> int | None:
        """Return the columns that a line of a report may take; None in a pipe, where nothing is folded."""
        return width() if self.terminal else None

    def say(self, text: str) -> None:
        """Write one message to stderr, after what stdout still held if both are one screen."""
        if self.terminal:
            self.flush()
        sys.stderr.write(("\n".join(map(isolated, text.split("\n"))) if is_terminal(sys.stderr) else text) + "\n")
        sys.stderr.flush()

    def paint(self, role: str, text: str) -> str:
        """Colour a word of a report on stdout."""
        return f"\x1b[{COLOURS[role]}m{text}\x1b[0m" if self._colour_out else text


def isolated(text: str) -> str:
    """
    Return a text so that it is drawn in its own order, from left to right, and its neighbours in theirs.

    Source:
        RFC 3987 §4.1; UAX #9 §2.4.
    """
    if text.isascii():
        return text
    from urikit.syntax.bidi import is_right_to_left

    return f"{ISOLATE}{text}{POP}" if is_right_to_left(text) else text


def is_terminal(stream: TextIO) -> bool:
    """Say whether a person looks at *stream*."""
    try:
        return stream.isatty()
    except ValueError:  # closed
        return False


def colour(stream: TextIO) -> bool:
    """Say whether *stream* takes colour: NO_COLOR, then FORCE_COLOR, then TERM=dumb, then whether it is a terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return os.environ["FORCE_COLOR"] != "0"
    return os.environ.get("TERM") != "dumb" and is_terminal(stream)


def width() -> int:
    """Return the columns that a help page fills: COLUMNS, else the terminal's, else 80."""
    import shutil

    return shutil.get_terminal_size().columns
