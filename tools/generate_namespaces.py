"""
Write src/urikit/urns/_rows.py from namespaces.toml.

As generate_schemes.py does for schemes, and with its writer; ``--check`` says whether the committed module is still
what the table says (if not, exit 1).
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from generate_schemes import row  # (the path to the tools comes first)

ROOM = Path(__file__).resolve().parent.parent / "src" / "urikit" / "urns"
HEAD = '''"""The rows of namespaces.toml, as written by tools/generate_namespaces.py: change them there."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ROWS: dict[str, dict[str, Any]] = {
'''


def module(room: Path) -> str:
    """Write the module of the table's rows; a module named there is one of the room."""
    table = tomllib.loads((room / "namespaces.toml").read_text("utf-8"))
    for fields in table.values():
        if "module" in fields:
            fields["module"] = f"urikit.urns.{fields['module']}"
    return HEAD + "".join(row(nid, fields) for nid, fields in table.items()) + "}\n"


def main(arguments: list[str]) -> int:
    """Write the module, or compare it with the table."""
    text = module(ROOM)
    target = ROOM / "_rows.py"

    if arguments == ["--check"]:
        if target.read_text("utf-8") == text:
            return 0
        print(f"{target.name} is not what namespaces.toml says: run python {sys.argv[0]}", file=sys.stderr)
        return 1
    target.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
