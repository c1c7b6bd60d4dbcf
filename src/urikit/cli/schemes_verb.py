"""The verb that tells what is known of a scheme: its row, with examples of what fits it and what does not."""

from __future__ import annotations

from urikit.cli.layout import table
from urikit.cli.verb import near, verb
from urikit.findings import URIRuleError, finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from urikit.cli.job import Job
    from urikit.cli.lines import Item
    from urikit.schemes.scheme import Scheme
    from urikit.urns.namespace import Namespace

COLUMNS = ("name", "status", "source", "authority", "host", "userinfo", "default_port", "query")
A_LINE_EACH = ("valid", "invalid", "equivalent", "resolvers")
OURS = ("rewrites",)  # what no source says, but how we do it


@verb()
def schemes(job: Job, *names: str, installed: bool = False) -> None:
    """
    Tell what is known of each scheme; without a name, list all.

    A list has a line a scheme: name, status in the registry, whether “//” and a host follow, where its syntax is
    defined.  What a row does not say, the scheme does not say either, or nobody has told urikit.

    Args:
        names: schemes such as mailto; “-” reads a list
        installed: also what installed packages bring, by the entry point urikit.schemes

    Example:
        $ urikit schemes gopher
        gopher
          source           RFC 4266 §2.1
          status           permanent
          reference        RFC 4266
          authority        required
          …

    Source:
        RFC 7595; the source that each row names
    """
    from urikit import SCHEMES
    from urikit.cli.job import Answer

    known = SCHEMES.installed() if installed else SCHEMES
    listing = not names and not job.options.file

    def answer(one: Item) -> Answer:
        row = known.get(one.text)
        if row is None:
            words = f"no such scheme is known{near(one.text, known)}"
            raise URIRuleError(one.text, (finding("unknown-scheme", 0, len(one.text), message=words),))
        return Answer({name: getattr(row, name) for name in row.__slots__ if name not in OURS})

    def layout(one: Item, found: Answer) -> str | list[str] | None:
        if found.fields is None:
            return None
        row = known[one.text]
        return [line(row, widest)] if listing else "\n".join(block(job, row))

    widest = max(map(len, known)) if listing else 0
    job.each(tuple(known) if listing else names, answer, columns=COLUMNS, text=layout)


def line(row: Scheme, widest: int) -> str:
    """Return a row of the list."""
    authority = {"required": "//", "optional": "[//]", "never": "", None: "?"}[row.authority]
    return f"{row.name:<{widest}}  {row.status:<12}  {authority:<4}  {row.source}"


def block(job: Job, row: Scheme) -> list[str]:
    """Return what the row says, a field a line, and its examples."""
    rows = [(job.console.paint("name", f"{name:<15}"), text) for name, text in said(row)]
    return [row.name, *("  " + line for line in table(rows))]


def said(row: Scheme | Namespace) -> Iterator[tuple[str, str]]:
    """Yield what the row says: each field that says something, an example a line."""
    for name in row.__slots__[1:]:
        value: Any = getattr(row, name)
        if name in OURS or value in (None, (), "", False):
            continue
        shown = [value] if not isinstance(value, tuple) else value if name in A_LINE_EACH else (", ".join(value),)
        label = name.replace("_", "-")
        for one in shown:
            text = one
            if name == "invalid":
                text = f"{one[0]}   {one[1]}"
            elif name == "equivalent":
                text = " = ".join(one)
            yield label, "yes" if text is True else str(text)
            label = ""
