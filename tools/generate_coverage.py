"""
Write docs/coverage-*.md from docs/coverage/*.toml: each section of a standard, what does what it says, and what not.

The pages are committed; ``--check`` says whether they are still those of the tables (if not, exit 1).
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

DOCS = Path(__file__).resolve().parent.parent / "docs"
HEAD = """\
# {standard}: what is where

{title}. Each section, the functions and findings that do what it says, and the vectors that show it. Where urikit does
otherwise, the second table says why.

This page is written by `tools/generate_coverage.py` from `docs/coverage/{name}.toml`.

| Section | Functions | Findings | Vectors | |
|---|---|---|---|---|
"""
DEVIATIONS = """
## Where urikit does otherwise

| Section | What | Why |
|---|---|---|
"""


def main(words: Sequence[str]) -> int:
    """Write every page, or say with ``--check`` whether each is up to date."""
    stale = 0
    for table in sorted((DOCS / "coverage").glob("*.toml")):
        place = DOCS / f"coverage-{table.stem}.md"
        text = page(table.stem, tomllib.loads(table.read_text("utf-8")))
        if "--check" not in words:
            place.write_text(text, "utf-8")
        elif not place.exists() or place.read_text("utf-8") != text:
            sys.stderr.write(f"{place.name} is not that of coverage/{table.name}: run tools/generate_coverage.py\n")
            stale = 1
    return stale


def page(name: str, table: dict[str, Any]) -> str:
    """Return the page of a standard."""
    sections = table["section"]
    rows = [row_of(section) for section in sections]
    text = HEAD.format(standard=table["standard"], title=table["title"], name=name) + "".join(rows)
    others = [
        f"| {section['number']} | {cell(one['what'])} | {cell(one['why'])} |\n"
        for section in sections
        for one in section.get("deviations", ())
    ]
    return text + (DEVIATIONS + "".join(others) if others else "")


def row_of(section: dict[str, Any]) -> str:
    """Return the row of a section."""
    functions = code(section.get("functions", ()))
    findings = code(section.get("findings", ()))
    vectors = " ".join(f"[{path.removesuffix('.json')}](../vectors/{path})" for path in section.get("vectors", ()))
    note = cell(section.get("note", ""))
    return f"| {section['number']} {cell(section['title'])} | {functions} | {findings} | {vectors} | {note} |\n"


def code(names: Sequence[str]) -> str:
    """Return names as code."""
    return " ".join(f"`{name}`" for name in names)


def cell(text: str) -> str:
    """Return text as a cell of a table."""
    return text.replace("|", "\\|")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
