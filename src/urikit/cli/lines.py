"""
What are the items of a list?

A list is bytes, cut by the reader that `clean` uses: every line is one item, the last one also without an end, a
blank one too (the empty reference is a reference, RFC 3986 §4.2).  What is no UTF-8 is shown as ``\\xNN`` and
refused; so is what is longer than a door takes.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from urikit.findings import Finding


class Item:
    """
    One identifier with the place it came from.

    Args:
        text: What to read; bytes that are no UTF-8 stand in it as ``\\xNN``.
        source: The file's name, ``-`` for standard input, None for an argument.
        line: Counted from 1; None for an argument.
        data: The octets as they came.
        finding: What is wrong before anybody looks at the grammar: ``not-utf-8`` or ``too-long``.
    """

    __slots__ = ("data", "finding", "line", "source", "text")

    def __init__(self, text: str, source: str | None, line: int | None, data: bytes, finding: Finding | None) -> None:
        self.text = text
        self.source = source
        self.line = line
        self.data = data
        self.finding = finding


def item(data: bytes, source: str | None, line: int | None, limit: int | None) -> Item:
    """
    Make an item of one line's octets.

    Args:
        data: The octets without their line end.
        source: The file's name, or None.
        line: Counted from 1, or None.
        limit: The longest identifier in code points; None for no limit.
    """
    finding: Finding | None = None
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        from urikit.findings import finding as find

        start = len(data[: error.start].decode())
        text = data.decode(errors="backslashreplace")
        finding = find("not-utf-8", start, start + 4 * (error.end - error.start))
    if limit is not None and len(text) > limit:
        from urikit.findings import finding as find

        finding = find(
            "too-long", limit, limit, message=f"longer than {limit:,} characters (--max-length lifts the limit)"
        )
    return Item(text, source, line, data, finding)


def listed(name: str, nul: bool, limit: int | None) -> Iterator[Item]:
    """
    Yield the items of a list, as soon as they are there.

    Args:
        name: A file, packed or not; ``-`` is standard input.
        nul: Whether items end in NUL and nothing else.
        limit: The longest identifier in code points; None for no limit.  What a line has far beyond it is read and
            dropped.

    Raises:
        CleanError: It cannot be opened or read.
    """
    from urikit.clean.read import Lines, Unread
    from urikit.clean.source import Source

    place = Source(name)
    try:
        for rows in Lines(place.read, nul=nul, keep=None if limit is None else 4 * limit):  # UTF-8: 4 octets at most
            for number, value in zip(rows.lines, rows.values, strict=True):
                yield item(value.shown if isinstance(value, Unread) else value, name, number, limit)
    finally:
        place.close()
