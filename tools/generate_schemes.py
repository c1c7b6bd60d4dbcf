"""
Write src/urikit/schemes/_rows.py from schemes-registry.csv, schemes.toml and rows/*.toml, and src/urikit/typed.py.

The first has what the registry says of every scheme, the second what a scheme says beyond the generic syntax; a scheme
with a module of its own has its table in a file of rows/, beside those of its family, in place of one of its name in
schemes.toml.  The package reads neither CSV nor TOML at run time (the parser alone costs more than the import may), so
the rows are committed as Python; ``--check`` says whether they are still those of the tables (if not, exit 1).
typed.py has a property for each, and tells type checkers what each module's ``parse`` gives.
"""

from __future__ import annotations

import ast
import csv
import re
import sys
import tomllib
from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    Table: TypeAlias = dict[str, dict[str, Any]]

REGISTRY = Path(__file__).resolve().parent / "schemes-registry.csv"
ROOM = Path(__file__).resolve().parent.parent / "src" / "urikit" / "schemes"
HEAD = '''"""The rows of schemes, as written by tools/generate_schemes.py from its tables: change them there."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DATE = {date}

ROWS: dict[str, dict[str, Any]] = {{
'''
WIDTH = 120
TYPED = '''"""
What does the scheme of a URI, or of an IRI, read in it?

``uri.mailto``, ``uri.geo`` …: the value that the scheme's module makes of the text, made when it is asked for.  The
names are written by tools/generate_schemes.py, each a property: a hook for what is no attribute would be asked of
every attribute.  RFC 3986 §3.1.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
{imports}

class Typed:
    """The typed access of a `URI` or an `IRI`, by the name of its scheme or of the family that the scheme is of."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def scheme(self) -> str: ...

        def scheme_value(self) -> Record | None: ...
{properties}

def _property(name: str) -> property:
    def value(self: Typed) -> Record | None:
        from urikit.schemes.registry import SCHEMES

        row = SCHEMES.get(self.scheme)
        if row is not None and row.module is not None and name in (row.name, row.module.rpartition(".")[2]):
            return self.scheme_value()
        asked = name.replace("_", "-")
        raise AttributeError(f"this is a URI of the scheme {{self.scheme.lower()}}, not of {{asked}}")

    return property(value, doc="What the scheme's own grammar reads; AttributeError where the scheme is another.")


for _name in (
{names}
):
    setattr(Typed, _name, _property(_name))
'''


def registered() -> tuple[str, Table]:
    """Read what the registry says: when it was read, and of each name its status, references, template and source."""
    lines = [line for line in REGISTRY.read_text("utf-8").splitlines() if not line.startswith("#")]
    found = list(csv.DictReader(lines))
    whole, last = sorted({one["seen"] for one in found if one["seen"]})
    rows: Table = {}
    for one in found:
        reference = [_readable(part) for part in re.findall(r"\[([^]]+)\]", one["reference"])]
        facts = {"source": _source(reference, one), "status": one["status"]}
        facts |= {"reference": reference} if reference else {}
        rows[one["name"].lower()] = facts | ({"template": one["template"]} if one["template"] else {})
    return f"{whole}; names without a status {last}", rows


def _readable(reference: str) -> str:
    reference = re.sub(r"^RFC(\d+)", r"RFC \1", reference).replace(", Section ", " §")
    return reference if "://" in reference else reference.replace("_", " ")


def _source(reference: list[str], one: dict[str, str]) -> str:
    if not one["seen"]:
        return "in use, not registered"
    documents = [part for part in reference if part.startswith(("RFC ", "draft-", "http"))]
    if documents:
        return ", ".join(documents)
    return f"IANA {one['template']}" if one["template"] else "; ".join(reference) or "IANA registry, the name alone"


def tables(room: Path) -> Table:
    """Read the rows of a room, by name: those of schemes.toml, then those of rows/ in their place."""
    rows: Table = tomllib.loads((room / "schemes.toml").read_text("utf-8"))
    for path in sorted((room / "rows").glob("*.toml")):
        for name, fields in tomllib.loads(path.read_text("utf-8")).items():
            if "." not in fields.get("module", "."):  # else it is of another room, and named in full
                fields["module"] = f"urikit.schemes.{fields['module']}"
            if "module" in fields and not _rewrites(room, fields["module"]):
                fields["rewrites"] = False
            rows[name] = fields
    return rows


def _rewrites(room: Path, module: str) -> bool:
    """Whether the function ``normal`` of a module does more than give back what it takes."""
    normal = _function(room, module, "normal")
    body = "".join(ast.unparse(statement) for statement in normal.body[1:])  # the docstring comes first
    return body != f"return {normal.args.args[0].arg}"


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
    """Write one row as an item, on one line if it fits; a line too long for the linter is broken after its commas."""
    items = ", ".join(f"{literal(field)}: {literal(value)}" for field, value in fields.items())
    line = f"    {literal(name)}: {{{items}}},\n"
    if len(line) <= WIDTH:
        return line
    lines = []
    for field, value in fields.items():
        line = f"        {literal(field)}: {literal(value)},"
        lines += [line] if len(line) <= WIDTH else _broken(field, value)
    return f"    {literal(name)}: {{\n" + "\n".join(lines) + "\n    },\n"


def _broken(field: str, value: object) -> list[str]:
    if isinstance(value, dict):
        items, marks = [f"{literal(key)}: {literal(item)}" for key, item in value.items()], "{}"
    elif isinstance(value, list):
        items, marks = [literal(item) for item in value], "()"
    else:
        return [f"        {literal(field)}: {literal(value)},  # noqa: E501"]
    lines = [f"            {item}," for item in items]
    lines = [line if len(line) <= WIDTH else line + "  # noqa: E501" for line in lines]
    return [f"        {literal(field)}: {marks[0]}", *lines, f"        {marks[1]},"]


def typed(room: Path) -> str:
    """Write the class that types what each module of a room reads."""
    imports, properties = {"urikit.findings": {"Record"}}, {}
    for name, fields in tables(room).items():
        module = fields.get("module")
        if module is None:
            continue
        parse = _function(room, module, "parse")
        assert parse.returns is not None
        imports[module] = {node.id for node in ast.walk(parse.returns) if isinstance(node, ast.Name)} - {"None"}
        for one in {name, module.rpartition(".")[2] if module.startswith("urikit.schemes.") else name}:
            if one.isidentifier():
                properties[one] = ast.unparse(parse.returns)
    lines = [f"    from {module} import {', '.join(sorted(names))}\n" for module, names in sorted(imports.items())]
    head = "\n        @property\n        def "
    typed = [f"{head}{name}(self) -> {value}: ...\n" for name, value in sorted(properties.items())]
    names = "".join(f'    "{name}",\n' for name in sorted(properties)).rstrip()
    return TYPED.format(imports="".join(lines), properties="".join(typed), names=names)


def _function(room: Path, module: str, name: str) -> ast.FunctionDef:
    _, place, file = module.split(".")
    path = (room if place == ROOM.name else ROOM.parent / place) / f"{file}.py"
    body = ast.parse(path.read_text("utf-8")).body
    (found,) = [node for node in body if isinstance(node, ast.FunctionDef) and node.name == name]
    return found


def module(room: Path) -> str:
    """Write the module of a room's rows."""
    date, registry = registered()
    own = tables(room)
    rows = {name: registry.get(name, {}) | own.get(name, {}) for name in sorted(registry.keys() | own.keys())}
    return HEAD.format(date=literal(date)) + "".join(row(name, fields) for name, fields in rows.items()) + "}\n"


def main(arguments: list[str]) -> int:
    """Write the modules, or compare them with the tables."""
    texts = {ROOM / "_rows.py": module(ROOM), ROOM.parent / "typed.py": typed(ROOM)}

    if arguments == ["--check"]:
        stale = [target.name for target, text in texts.items() if target.read_text("utf-8") != text]
        for name in stale:
            print(f"{name} is not what the tables say: run python tools/generate_schemes.py", file=sys.stderr)
        return 1 if stale else 0
    for target, text in texts.items():
        target.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
