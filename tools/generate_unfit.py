"""
Write src/urikit/operations/_unfit.py from the Unicode Character Database.

Which characters RFC 3987 §6.1 advises against depends on a version of Unicode; the list is committed, so that every
machine gives one answer whatever its Python knows.  Needs the package `unicodedata2`; ``--check`` says whether the
committed list is the one that it gives (exit 1 if not).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from textwrap import wrap
from typing import Any

from urikit import matches

TARGET = Path(__file__).resolve().parent.parent / "src" / "urikit" / "operations" / "_unfit.py"
HEAD = '''"""
Characters of `ucschar` that are unassigned (Cn), spaces and separators (Zs, Zl, Zp), or formats (Cf) but no joiners.

As written by tools/generate_unfit.py: first and last code point of each range, in hexadecimal.
"""

from __future__ import annotations

UNICODE = "{version}"

RANGES = """
{ranges}
"""
'''
UNFIT = {"Cn", "Zs", "Zl", "Zp", "Cf"}
JOINERS = {0x200C, 0x200D}  # some scripts cannot be written without them


def ranges(data: Any) -> Iterator[tuple[int, int]]:
    """Give the first and last code point of each range."""
    start = None
    for number in range(0x80, 0x110001):
        unfit = (
            number <= 0x10FFFF
            and number not in JOINERS
            and data.category(chr(number)) in UNFIT
            and matches("ucschar", chr(number))
        )
        if unfit and start is None:
            start = number
        elif not unfit and start is not None:
            yield start, number - 1
            start = None


def main(arguments: list[str]) -> int:
    """Write the module, or compare it with the database."""
    data = import_module("unicodedata2")
    words = " ".join(f"{first:X}" if first == last else f"{first:X}-{last:X}" for first, last in ranges(data))
    text = HEAD.format(version=data.unidata_version, ranges="\n".join(wrap(words, 116, break_on_hyphens=False)))

    if arguments == ["--check"]:
        if TARGET.read_text("utf-8") == text:
            return 0
        print(f"{TARGET.name} is not what Unicode {data.unidata_version} gives", file=sys.stderr)
        return 1
    TARGET.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
