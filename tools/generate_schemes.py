"""
Write src/urikit/schemes/_rows.py from schemes.toml.

The package reads no TOML at run time (the parser alone costs more than the import may), so the rows are
committed as Python; ``--check`` says whether they are still those of the table (exit 1 if not).
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

ROOM = Path(__file__).resolve().parent.parent / "src" / "urikit" / "schemes"
HEAD = '''"""The rows of schemes.toml, as written by tools/generate_schemes.py: change them there."""

from __future__ import annotations

from urikit.schemes.scheme import Scheme

ROWS: tuple[Scheme, ...] = (
'''


def literal(value: object) -> str:
    """Write a TOML value as Python; lists become tuples."""
    if isinstance(value, list):
        return "(" + ", ".join(map(literal, value)) + ("," if len(value) == 1 else "") + ")"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{literal(key)}: {literal(item)}" for key, item in value.items()) + "}"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return repr(value)


def row(name: str, fields: dict[str, object]) -> str:
    """Write one table as a call; a line too long for the linter is broken after its commas."""
    lines = [f"        {literal(name)},"]
    for field, value in fields.items():
        line = f"        {field}={literal(value)},"
        lines += [line] if len(line) <= 120 else _broken(field, value)
    return "    Scheme(\n" + "\n".join(lines) + "\n    ),\n"


def _broken(field: str, value: object) -> list[str]:
    if isinstance(value, dict):
        items, marks = [f"{literal(key)}: {literal(item)}" for key, item in value.items()], "{}"
    elif isinstance(value, list):
        items, marks = [literal(item) for item in value], "()"
    else:
        return [f"        {field}={literal(value)},  # noqa: E501"]
    return [f"        {field}={marks[0]}", *(f"            {item}," for item in items), f"        {marks[1]},"]


def main(arguments: list[str]) -> int:
    """Write the module, or compare it with the table."""
    table = tomllib.loads((ROOM / "schemes.toml").read_text("utf-8"))
    text = HEAD + "".join(row(name, fields) for name, fields in table.items()) + ")\n"
    target = ROOM / "_rows.py"

    if arguments == ["--check"]:
        if target.read_text("utf-8") == text:
            return 0
        print(f"{target.name} is not what schemes.toml says: run python tools/generate_schemes.py", file=sys.stderr)
        return 1
    target.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
