"""
Write rust/src/docs: what `help()` says of a twin, which is what the Python function of the same name says.

``--check`` says whether the files are still what the functions say (if not, exit 1).
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path

import urikit
from urikit import _accelerate

FOLDER = Path(__file__).resolve().parent.parent / "rust" / "src" / "docs"


def texts() -> dict[str, str]:
    """Give the documentation of every function that has a twin, by its name."""
    for name in urikit.__all__:
        getattr(urikit, name)  # loads every room with a mark in it
    return {
        name: f"{inspect.getdoc(python)}\n"
        for name, (python, _) in sorted(_accelerate.PAIRS.items())
        if inspect.isfunction(python)
    }


def main() -> int:
    """Write the files, or look whether they are as they should be."""
    wanted = texts()
    if not wanted:
        print("the extension is not built: nobody knows which functions have twins", file=sys.stderr)
        return 1
    found = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.txt")}
    if "--check" in sys.argv[1:]:
        return int(found != wanted)
    FOLDER.mkdir(exist_ok=True)
    for name in found.keys() - wanted.keys():
        (FOLDER / f"{name}.txt").unlink()
    for name, text in wanted.items():
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
