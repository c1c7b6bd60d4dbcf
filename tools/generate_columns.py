"""
Write src/urikit/columns/functions.py: a typed function a kernel, from the list in columns/kernels.py.

Types and defaults are those of the function on one text, the example is run while it is written; ``--check`` says
whether the file is still what the list makes (if not, exit 1).
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path

import urikit
from urikit import _accelerate
from urikit.columns.arrow import run
from urikit.columns.kernels import KERNELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from urikit.columns.kernels import Kernel

FILE = Path(__file__).resolve().parent.parent / "src" / "urikit" / "columns" / "functions.py"
HEAD = '''"""
What can be asked of a column?

A function a kernel, as written by tools/generate_columns.py from the list in kernels.py: change it there.
"""

from __future__ import annotations

from urikit.columns.arrow import run

TYPE_CHECKING = False
if TYPE_CHECKING:
{imports}

__all__ = [
{names}
]
'''
FUNCTION = '''

def {name}(
    array: Texts{parameters},
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    {doc}

    Args:
        array: {rows}
{options}        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> {call}
        {answer}

    Source:
        {source}.
    """
    return run("{name}", array, {given}, on_error, threads)
'''
BY_HAND = ("parse",)
"""Functions that stand in `urikit.columns` itself, for they choose between two kernels."""

TYPES = {
    "Callable": "collections.abc",
    "Mapping": "collections.abc",
    "Literal": "typing",
    "Book": "urikit.checks",
    "Column": "urikit.columns.arrow",
    "OnError": "urikit.columns.arrow",
    "Texts": "urikit.columns.arrow",
    "Level": "urikit.findings",
    "Part": "urikit.operations.convert",
    "FragmentUse": "urikit.operations.equivalence",
    "Rung": "urikit.operations.normalize",
    "Keep": "urikit.operations.readable",
    "Flavour": "urikit.operations.surt",
    "StripWWW": "urikit.operations.surt",
    "Style": "urikit.safety.display",
    "Registry": "urikit.schemes.registry",
    "Form": "urikit.syntax.forms",
    "RuleBook": "urikit.syntax.grammar",
    "Errors": "urikit.syntax.octets",
    "ReferenceRule": "urikit.syntax.parse",
    "Spec": "urikit.syntax.parse",
    "Component": "urikit.syntax.percent",
    "Namespaces": "urikit.urns.registry",
}
"""Where the types come from."""

ROWS = ["http://example.com/a?b=c#d", None]
EXAMPLES: dict[str, tuple[list[str | None], dict[str, Any]]] = {
    "is_relative_ref": (["../a", None, "http:a"], {}),
    "is_iri": (["http://bücher.example/", None, "ä"], {}),
    "is_iri_reference": (["http://bücher.example/", None, "ä b"], {}),
    "is_irelative_ref": (["ä", None, "http:ä"], {}),
    "is_absolute_iri": (["http://bücher.example/", None, "http://bücher.example/#ä"], {}),
    "is_urn": (["urn:isbn:0395363411", None, "urn:a"], {}),
    "matches": (["255", None, "256"], {"rule": "dec-octet"}),
    "finding": (["a b", None], {}),
    "userinfo": (["ftp://user@example.com/", None], {}),
    "host_address": (["//[2001:DB8:0::7]", None, "//example.com"], {}),
    "port": (["//h:0080", None, "//h:"], {}),
    "port_text": (["//h:0080", None, "//h:"], {}),
    "split": (["http:a b"], {}),
    "reversed_host": (["http://www.example.com/", None], {}),
    "public_suffix": (["http://www.example.co.uk/", None], {}),
    "registrable_domain": (["http://www.example.co.uk/", None], {}),
    "query_value": (["/?q=a+b&page=2", None], {"name": "q"}),
    "drop_query": (["/?utm_id=1&id=7", None], {"globs": ["utm_*"]}),
    "sort_query": (["/?b=1&a=2", None], {}),
    "key128": (["http://example.com/", None], {}),
    "surt": (["http://www.example.com/A", None], {"flavour": "ia"}),
    "urn_nid": (["urn:ISBN:0-395-36341-1", None], {}),
    "scheme_check": (["http:///a", None], {}),
    "parse_commoncrawl": (["a"], {}),
    "normalize": (["HTTP://example.com/%7Ea", None], {}),
    "key": (["HTTP://example.com:80/", None], {"rung": "scheme"}),
    "equivalent": (["http://a/", None], {"b": "HTTP://a:80/", "rung": "scheme"}),
    "equivalence": (["http://a/", None], {"b": ["HTTP://a:80/", "http://a/"]}),
    "same_document": (["#s", None, "b"], {"base": "http://a/b?q"}),
    "resolve": (["../g", None], {"base": "http://a/b/c/d"}),
    "relativize": (["http://a/b/g", None], {"base": "http://a/b/c/d"}),
    "to_uri": (["http://bücher.example/ä", None], {}),
    "to_iri": (["http://xn--bcher-kva.example/%C3%A4", None], {}),
    "to_form": (["ﬁ", None], {"form": "NFKC"}),
    "decode": (["a%2Fb", None], {}),
    "encode": (["a/b", None], {}),
    "remove_dot_segments": (["/a/./b/../c", None], {}),
    "to_ascii": (["bücher.example", None], {}),
    "to_unicode": (["xn--bcher-kva.example", None], {}),
    "from_suffix": (["example.com/a", None], {}),
    "display": (["http://u:pw@xn--bcher-kva.example/", None], {}),
    "urn_locations": (["urn:ietf:rfc:3986", None], {}),
    "to_isbn13": (["0-395-36341-1", None], {}),
    "mask": (["ftp://user:pw@example.com/", None], {}),
    "read_urn": (["urn:a1:b"], {}),
    "urn_key": (["URN:ISBN:0-395-36341-1", None], {}),
    "urn_equivalent": (["URN:ISBN:0-395-36341-1", None], {"b": "urn:isbn:0395363411"}),
    "check": (["http://example.com/", None], {}),
}
"""Rows and options of the examples."""


def python_of(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function that a twin stands for."""
    pair = _accelerate.PAIRS.get(function.__name__, (function, function))
    return pair[0] if pair[1] is function else function


def typed(kernel: Kernel) -> list[tuple[str, str, str, str]]:
    """The options of a kernel's function: name, kind (``""``, ``"*"`` or ``"keyword"``), type and default."""
    params = {param.name: param for param in kernel.params}
    found = []
    for name, one in inspect.signature(python_of(kernel.function)).parameters.items():
        if name == kernel.row:
            continue
        kind = "*" if one.kind is one.VAR_POSITIONAL else "keyword" if one.kind is one.KEYWORD_ONLY else ""
        annotation, default = str(one.annotation), "" if one.default is one.empty else repr(one.default)
        if name not in params:
            kind, default = "keyword", "None"
            annotation = annotation if annotation.endswith("| None") else f"{annotation} | None"
        elif params[name].column:
            first, bar, none = annotation.partition(" | None")
            annotation = f"{first} | Texts{bar}{none}"
        found.append((name, kind, annotation, default.replace("'", '"')))
    return found


def parameters(options: list[tuple[str, str, str, str]]) -> str:
    """The options as they stand in the signature."""
    lines, keyword = [], False
    for name, kind, annotation, default in options:
        if kind == "keyword" and not keyword:
            lines.append("*")
        keyword = keyword or kind in ("*", "keyword")
        lines.append(("*" if kind == "*" else "") + f"{name}: {annotation}" + (f" = {default}" if default else ""))
    if not keyword:
        lines.append("*")
    return "".join(f",\n    {line}" for line in lines)


def told(kernel: Kernel, options: list[tuple[str, str, str, str]]) -> str:
    """What the docstring says of the options."""
    name = kernel.function.__name__
    public = not python_of(kernel.function).__module__.startswith("urikit.columns.") and name in urikit.__all__
    whose = f"urikit.{name}" if public else f"{kernel.function.__module__}.{name}"
    columns = {param.name for param in kernel.params if param.column}
    registries = {option[0] for option in options} - {param.name for param in kernel.params}
    lines = ""
    for option, _, _, _ in options:
        words = f"As for `{whose}`"
        words += "; one for all rows, or a column of as many" if option in columns else ""
        words += "; None for its default" if option in registries else ""
        lines += f"        {option}: {words}.\n"
    return lines


def function(kernel: Kernel) -> str:
    """The text of one function."""
    options = typed(kernel)
    rows, given = EXAMPLES.get(kernel.name, (ROWS, {}))
    named = {param.name: param for param in kernel.params}
    words = [
        ", ".join(map(repr, value)) if named[name].many else f"{name}={value!r}" for name, value in given.items()
    ]
    call = f"{kernel.name}({', '.join([repr(rows), *words])}).to_pylist()".replace("'", '"')
    return FUNCTION.format(
        name=kernel.name,
        parameters=parameters(options),
        doc=kernel.doc,
        rows=ROW.get(kernel.row, "References")
        + ": a list of texts and None, or an Arrow array or stream of texts.",
        options=told(kernel, options),
        call=call,
        answer=repr(run(kernel.name, rows, given).to_pylist()).replace("\\", "\\\\"),
        source=kernel.source,
        given=given_options(kernel.name, [option[0] for option in options]),
    )


def given_options(kernel: str, names: list[str]) -> str:
    """The options as they are handed on, on one line if it fits."""
    items = [f'"{name}": {name}' for name in names]
    line = "{" + ", ".join(items) + "}"
    if len(line) + len(kernel) + len('    return run("", array, , on_error, threads)') <= 120:
        return line
    return "{\n" + "".join(f"        {item},\n" for item in items) + "    }"


ROW = {
    "host": "Hosts",
    "path": "Paths",
    "isbn": "ISBNs",
    "data": "Data",
    "component": "Components",
    "a": "References, the first of each pair",
    "target": "URIs",
}
"""What a column holds where it is no reference."""


def written() -> str:
    """The text of the file."""
    listed = {name: kernel for name, kernel in KERNELS.items() if name not in BY_HAND}
    body = "".join(map(function, listed.values()))
    rooms: dict[str, list[str]] = {}
    for name, room in TYPES.items():
        if any(mark + name + after in body for mark in " [" for after in ",[ \n]):"):
            rooms.setdefault(room, []).append(name)
    lines: list[str] = []
    ours = False
    for room in sorted(rooms, key=lambda room: (room.startswith("urikit"), room)):
        if room.startswith("urikit") and not ours and lines:
            lines.append("")
        ours = room.startswith("urikit")
        lines.append(f"    from {room} import {', '.join(sorted(rooms[room]))}")
    names = "\n".join(f'    "{name}",' for name in sorted(listed))
    return HEAD.format(imports="\n".join(lines), names=names) + body


if __name__ == "__main__":
    text = written()
    if "--check" in sys.argv[1:]:
        sys.exit(FILE.read_text("utf-8") != text)
    FILE.write_text(text, "utf-8")
