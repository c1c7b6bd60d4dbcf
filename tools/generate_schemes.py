"""
Write src/urikit/schemes/_rows.py from schemes.toml and rows/*.toml.

A scheme that has a module of its own has its row in a file of rows/, beside the rows of its family; a row there takes
the place of one of its name in schemes.toml.  The package reads no TOML at run time (the parser alone costs more than
the import may), so the rows are committed as Python; ``--check`` says whether they are still those of the tables (if
not, exit 1).
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    Table: TypeAlias = dict[str, dict[str, Any]]

ROOM = Path(__file__).resolve().parent.parent / "src" / "urikit" / "schemes"
HEAD = '''"""The rows of schemes.toml and rows/, as written by tools/generate_schemes.py: change them there."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ROWS: dict[str, dict[str, Any]] = {
'''


def tables(room: Path) -> Table:
    """Read the rows of a room, by name: those of schemes.toml in their order, then those of rows/ alone."""
    rows: Table = tomllib.loads((room / "schemes.toml").read_text("utf-8"))
    for path in sorted((room / "rows").glob("*.toml")):
        for name, fields in tomllib.loads(path.read_text("utf-8")).items():
            rows[name] = fields | ({"module": f"urikit.schemes.{fields['module']}"} if "module" in fields else {})
    return rows


def literal(value: object) -> str:
    """Write a TOML value as Python; lists become tuples."""
    if isinstance(value, list):
        return "(" + ", ".join(map(literal, value)) + ("," if len(value) == 1 else "") + ")"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{literal(key)}: {literal(item)}" for key, item in value.items()) + "}"
    if isinstance(value, str):
        return '"' + "".join(map(_character, value)) + '"'
    return repr(value)


def _character(character: str) -> str:
    if character in '\\"':
        return "\\" + character
    return character if character.isprintable() else character.encode("unicode_escape").decode("ascii")


def row(name: str, fields: dict[str, Any]) -> str:
    """Write one row as an item; a line too long for the linter is broken after its commas."""
    lines = []
    for field, value in fields.items():
        line = f"        {literal(field)}: {literal(value)},"
        lines += [line] if len(line) <= 120 else _broken(field, value)
    return f"    {literal(name)}: {{\n" + "\n".join(lines) + "\n    },\n"


def _broken(field: str, value: object) -> list[str]:
    if isinstance(value, dict):
        items, marks = [f"{literal(key)}: {literal(item)}" for key, item in value.items()], "{}"
    elif isinstance(value, list):
        items, marks = [literal(item) for item in value], "()"
    else:
        return [f"        {literal(field)}: {literal(value)},  # noqa: E501"]
    lines = [f"            {item}," for item in items]
    lines = [line if len(line) <= 120 else line + "  # noqa: E501" for line in lines]
    return [f"        {literal(field)}: {marks[0]}", *lines, f"        {marks[1]},"]


def module(room: Path) -> str:
    """Write the module of a room's rows."""
    return HEAD + "".join(row(name, fields) for name, fields in tables(room).items()) + "}\n"


def main(arguments: list[str]) -> int:
    """Write the module, or compare it with the tables."""
    text = module(ROOM)
    target = ROOM / "_rows.py"

    if arguments == ["--check"]:
        if target.read_text("utf-8") == text:
            return 0
        print(f"{target.name} is not what the tables say: run python tools/generate_schemes.py", file=sys.stderr)
        return 1
    target.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
