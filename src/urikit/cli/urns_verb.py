"""The verbs of URNs: what one names, and what is known of a namespace."""

from __future__ import annotations

from urikit.cli.job import Answer, place
from urikit.cli.layout import table
from urikit.cli.verb import UsageError, near, verb
from urikit.findings import URIRuleError, URISyntaxError, draw, finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from urikit.cli.job import Job
    from urikit.cli.lines import Item
    from urikit.findings import Finding
    from urikit.urns import Namespace
    from urikit.urns.nids import Proposal

PARTS = ("nid", "nss", "r_component", "q_component", "f_component")
COLUMNS = (*PARTS, "nid_kind", "key", "equivalent")
ROW = ("nid", "status", "source", "as_of", "title", "fold")


def proposals() -> Sequence[str]:
    """Return what a namespace can be proposed as."""
    from urikit.urns.nids import PROPOSALS

    return PROPOSALS


# ------------------------------------------------------------------------------------------------------------------ urn


@verb()
def urn(
    job: Job,
    *urns: str,
    equal_to: str | None = None,
    no_namespace_rules: bool = False,
    isbn_cross: bool = False,
    strict_2141: bool = False,
) -> None:
    """
    Show the parts of each URN, what its namespace says, and the key that all spellings of the name share.

    Where a template of the namespace is known, the URLs that tell of what is named; nothing is fetched.  The exit code
    is 1 where a text is no URN, breaks a rule of its namespace, or, with --equal-to, is another name.

    Args:
        urns: URNs; “-” reads a list
        equal_to: also say whether each is URN-equivalent to this one
        no_namespace_rules: compare by RFC 8141 alone, without what the namespace takes for one name
        isbn_cross: an ISBN-10 and the ISBN-13 of the same book are one name
        strict_2141: hold each to the grammar of RFC 2141, as before 2017

    Example:
        $ urikit urn urn:isbn:0-395-36341-1
        urn:isbn:0-395-36341-1
          nid       isbn                 formal-registered, International Standard Book Numbers
          nss       0-395-36341-1
          isbn      0395363411
          isbn13    9780395363416
          key       urn:isbn:0395363411
          location  https://openlibrary.org/isbn/0395363411
                    https://www.worldcat.org/isbn/0395363411

    Source:
        RFC 8141; the source that each namespace names
    """
    from urikit import check, read_urn, urn_equivalent

    rules = not no_namespace_rules
    try:
        if equal_to is not None:
            read_urn(equal_to)
    except URISyntaxError as error:
        drawing = draw(error.text, error.finding, show_secrets=job.options.show_secrets, valid=False)
        raise UsageError(f"urikit urn: --equal-to has to be a URN\n{drawing}") from None

    def answer(one: Item) -> Answer:
        read_urn(one.text, strict_2141)
        fields = told(one.text, rules, isbn_cross)
        if equal_to is not None:
            fields["equivalent"] = urn_equivalent(equal_to, one.text, rules, isbn_cross=isbn_cross)
        found = check(one.text, limit=None)
        good = fields["equivalent"] is not False and not any(each.level == "error" for each in found)
        return Answer(fields, found, good=good)

    job.each(urns, answer, columns=COLUMNS, text=lambda one, found: block(job, one, found, equal_to), masked=True)


def told(text: str, namespace_rules: bool, isbn_cross: bool) -> dict[str, Any]:
    """Return the parts of a URN by name, and what there is to tell of it."""
    from urikit import NAMESPACES, is_urn, nid_kind, read_urn, urn_key, urn_locations

    today = is_urn(text)  # one of RFC 2141 need not be
    cut = read_urn(text, strict_2141=not today)
    row = NAMESPACES.get(cut.nid)
    fields: dict[str, Any] = {name: getattr(cut, name) for name in PARTS}
    return fields | {
        "nid_kind": nid_kind(cut.nid),
        "namespace": row.title or row.source if row else None,
        "fields": row.fields(cut.nss) if row else {},
        "key": urn_key(text, namespace_rules, isbn_cross=isbn_cross) if today else None,
        "locations": list(urn_locations(text)) if today else [],
        "equivalent": None,
    }


def block(job: Job, one: Item, found: Answer, equal_to: str | None) -> str | None:
    """Show a URN's parts by name, what its namespace makes of them, and what was found where."""
    fields = found.fields
    if fields is None:
        return None
    remarks: dict[str, list[str]] = {name: [] for name in PARTS}
    words = [fields["nid_kind"], fields["namespace"]]
    remarks["nid"].append(", ".join(word for word in words if word))
    for each in found.findings:
        remarks[part_at(fields, each.start)].append(job.console.paint(each.level, f"! {each.code}"))
    label = {"r_component": "r", "q_component": "q", "f_component": "f"}
    rows = [
        (label.get(name, name), fields[name] or '""', "  ".join(remarks[name]))
        for name in PARTS
        if fields[name] is not None
    ]
    shown = fields["fields"]
    rows += [(name, text or '""', "") for name, text in shown.items() if text != fields["nss"]]
    if fields["key"] is not None:
        rows.append(("key", fields["key"], ""))
    rows += [("location" if at == 0 else "", url, "") for at, url in enumerate(fields["locations"])]
    widest = max(len(name) for name, _, _ in rows)
    painted = [(job.console.paint("name", f"{name:<{widest}}"), text, more) for name, text, more in rows]
    lines = [one.text, *("  " + line for line in table(painted, 22))]
    if equal_to is not None:
        same = "the same name as" if fields["equivalent"] else "another name than"
        lines.append(f"  {same} {equal_to}")
    return "\n".join(lines)


def part_at(fields: dict[str, Any], start: int) -> str:
    """Name the part of a URN that a place stands in; scheme and colons go with the NID."""
    end = len("urn:") + len(fields["nid"]) + 1
    last = "nid"
    for name, mark in (("nss", ""), ("r_component", "?+"), ("q_component", "?="), ("f_component", "#")):
        if start < end:
            break
        if fields[name] is not None:
            last = name
            end += len(mark) + len(fields[name])
    return last


# ----------------------------------------------------------------------------------------------------------- namespaces


@verb(kind=proposals)
def namespaces(
    job: Job, *nids: str, propose: bool = False, kind: Proposal = "formal", installed: bool = False
) -> None:
    """
    Tell what is known of each URN namespace; without one, list all.

    A list has a line a namespace: identifier, status, the date of the copy of the registry that has it, title or
    source.  With --propose, tell what stands against registering each as a namespace identifier.

    Args:
        nids: namespace identifiers such as isbn; “-” reads a list
        propose: the identifiers are proposed ones; findings tell which rules they break, and what to do next
        kind: as what each is proposed: formal (the default), informal or experimental
        installed: also what installed packages bring, by the entry point urikit.namespaces

    Example:
        $ urikit namespaces mpeg
        mpeg
          source      RFC 3614
          status      formal
          as-of       2021-09
          …

    Source:
        RFC 8141 §5, §6; RFC 3406 §3, §4; the source that each row names
    """
    from urikit import NAMESPACES, nid_advice, nid_kind

    known = NAMESPACES.installed() if installed else NAMESPACES
    listing = not nids and not job.options.file and not propose

    def answer(one: Item) -> Answer:
        row = known.get(one.text)
        if row is None:
            words = f"no such namespace is known{near(one.text, known)}"
            raise URIRuleError(one.text, (finding("unknown-namespace", 0, len(one.text), message=words),))
        return Answer({name: getattr(row, name) for name in row.__slots__})

    def advice(one: Item) -> Answer:
        found = nid_advice(one.text, kind, known)
        good = not any(one.level == "error" for one in found)
        return Answer({"nid": one.text, "nid_kind": nid_kind(one.text, known)}, found, good=good)

    def layout(one: Item, found: Answer) -> str | list[str] | None:
        if found.fields is None:
            return None
        row = known[one.text]
        return [line(row, widest)] if listing else "\n".join(row_block(job, row))

    if propose:
        shown = advice_block(job)
        job.each(nids, advice, columns=("nid", "nid_kind"), text=shown, reports=True)
        return
    widest = max(map(len, known)) if listing else 0
    job.each(tuple(known) if listing else nids, answer, columns=ROW, text=layout)


def line(row: Namespace, widest: int) -> str:
    """Return a row of the list."""
    return f"{row.nid:<{widest}}  {row.status:<12}  {row.as_of:<10}  {row.title or row.source}"


def row_block(job: Job, row: Namespace) -> list[str]:
    """Return what the row says, a field a line, and its examples."""
    from urikit.cli.schemes_verb import said

    rows = [(job.console.paint("name", f"{name:<10}"), text) for name, text in said(row)]
    return [row.nid, *("  " + line for line in table(rows))]


def advice_block(job: Job) -> Any:
    """Show what was found: drawn for an argument, a line each for a list."""

    def layout(one: Item, found: Answer) -> str | list[str]:
        if one.line is not None:
            return [place(one, each) for each in found.findings]
        return "\n\n".join(drawn(job, one, each) for each in found.findings)

    return layout


def drawn(job: Job, one: Item, found: Finding) -> str:
    """Draw a finding, its level in colour."""
    picture = draw(one.text, found, show_secrets=job.options.show_secrets, valid=True)
    return job.console.paint(found.level, found.level) + picture.removeprefix(found.level)
