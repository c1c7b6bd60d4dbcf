"""
How does an answer look to a person?

Blocks of lines for the format ``text``: the parts of a reference, the rungs of the ladder, the lines of §5.2.2.
"""

from __future__ import annotations

from urikit.cli.console import ISOLATE
from urikit.findings import MASK, hide, secret_span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from urikit.cli.formats import Layout
    from urikit.cli.job import Answer, Job
    from urikit.cli.lines import Item
    from urikit.findings import Finding
    from urikit.operations.steps import Step
    from urikit.syntax.parse import Spec

PIECES = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
WIDEST = 26  # a column of values is not made wider than this for one long value's sake
SHOWN_SEGMENTS = 8
SHOWN_HEX = 40  # digits: twenty octets
TRACED = 2000  # both buffers of §5.2.4 in every row: quadratic, so for paths that a person can read


def table(rows: Iterable[tuple[str, ...]], widest: int | None = None) -> list[str]:
    """Return rows as lines with their columns under one another; a value above *widest* moves only its own row."""
    rows = list(rows)
    columns = max(map(len, rows), default=0)
    widths = [
        max(
            (size(row[at]) for row in rows if at + 1 < len(row) and (widest is None or size(row[at]) <= widest)),
            default=0,
        )
        for at in range(columns)
    ]
    return [
        "  ".join(padded(cell, widths[at]) if at + 1 < len(row) else cell for at, cell in enumerate(row)).rstrip()
        for row in rows
    ]


def size(cell: str) -> int:
    """Return how many characters of a cell are seen: those around an isolated text are not."""
    return len(cell) - 2 * cell.count(ISOLATE)


def padded(cell: str, width: int) -> str:
    """Return a cell with spaces up to *width*."""
    return cell + " " * (width - size(cell))


# ------------------------------------------------------------------------------------------------------------ normalize


def ladder_block(job: Job) -> Layout:
    """Show every rung: its text, the section, what changed."""

    def layout(one: Item, found: Answer) -> str | None:
        if found.fields is None:
            return None
        rows = []
        for step in found.fields["steps"]:
            text = step["text"] if job.options.show_secrets else hide(step["text"], valid=True)
            shown = job.console.data(job.written(text))
            rows.append((step["name"], shown, step["source"].removeprefix("RFC 3986 "), step["note"]))
        return fitted(job, rows)

    return layout


def fitted(job: Job, rows: Sequence[tuple[str, ...]]) -> str:
    """Lay rows out; where that is wider than the screen, put all after the second column on a line of its own."""
    lines = table(rows)
    room = job.console.room()
    if room is None or max(map(len, lines), default=0) <= room:
        return "\n".join(lines)
    names = max(len(row[0]) for row in rows)
    folded = []
    for name, text, *rest in rows:
        folded.append(f"{name:<{names}}  {text}")
        words = "  ".join(word for word in rest if word)
        folded += [f"{'':<{names}}    {words}"] if words else []
    return "\n".join(folded)


def step_records(steps: Sequence[Step]) -> list[dict[str, Any]]:
    """Return what JSON says about the steps of an explanation."""
    return [{name: getattr(step, name) for name in step.__slots__} for step in steps]


# -------------------------------------------------------------------------------------------------------------- resolve


def resolution_records(base: str, reference: str, *, strict: bool, spec: Spec) -> list[dict[str, Any]]:
    """Return the lines of §5.2.2 that ran; where dot segments were removed, with the trace of §5.2.4."""
    from urikit import explain_remove_dot_segments, explain_resolve, pieces

    parts = pieces(reference, spec)
    path = parts[4] if parts else ""
    records = step_records(explain_resolve(base, reference, strict=strict, spec=spec))
    for record in records:
        if record["name"] == "T.path = merge(Base.path, R.path)":
            path = record["text"]
        elif "remove_dot_segments" in record["name"] and 0 < len(path) <= TRACED:
            trace = explain_remove_dot_segments(path)
            record["trace"] = [dict(zip(("step", "output", "input"), row, strict=True)) for row in trace]
    return records


def resolution_block(job: Job, base: str) -> Layout:
    """Show the lines of §5.2.2 that ran with their values, the dot-segment trace below its line, and the target."""

    def layout(one: Item, found: Answer) -> str | None:
        if found.fields is None:
            return None
        secrets = () if job.options.show_secrets else (*secret(base), *secret(one.text))
        data = job.console.data
        lines = table((record["name"], data(value_of(record))) for record in found.fields["steps"])
        block = []
        for line, record in zip(lines, found.fields["steps"], strict=True):
            block.append(line)
            trace = record.get("trace", ())
            rows = [
                ("step", "output", "input"),
                *((row["step"], data(row["output"]), data(row["input"])) for row in trace),
            ]
            block += ["    " + row for row in table(rows)] if trace else []
        block.append(data(found.fields["target"]))
        return without("\n".join(block), secrets)

    return layout


def value_of(record: dict[str, Any]) -> str:
    """Return the value of a step as text, with its remark."""
    value = "undefined" if record["text"] is None else record["text"] or '""'
    return f"{value}   {record['note']}" if record["note"] else value


def secret(text: str) -> tuple[str, ...]:
    """Return the secret of a valid reference, if it has one."""
    span = secret_span(text, valid=True)
    return () if span is None else (text[slice(*span)],)


def without(text: str, secrets: Iterable[str]) -> str:
    """Return *text* with each secret masked where it stands between ":" and "@"."""
    for word in secrets:
        text = text.replace(f":{word}@", f":{MASK}@")
    return text


# ---------------------------------------------------------------------------------------------------------------- parse


def parts_block(job: Job, one: Item, found: Answer) -> str:
    """Show a reference's parts by name, what there is to say about each, and the verdict."""
    fields = found.fields
    if fields is None:
        return split_block(job, one, found.findings[0])

    def data(text: str) -> str:
        return job.console.data(job.written(text))

    remarks: dict[str, list[str]] = {name: [] for name in PIECES}
    for name, words in notes(fields, data).items():
        remarks[name].append(words)
    for finding in found.findings:
        remarks[part_at(one.text, finding.start)].append(job.console.paint(finding.level, f"! {finding.code}"))
    written = fields | {"port": fields["port_text"]}
    rows = [
        (job.console.paint("name", f"{name:<8}"), data(written[name]) or '""', "  ".join(remarks[name]))
        for name in remarks
        if written[name] is not None
    ]
    shown = data(job.shown(one.text, valid=True))
    lines = ["  " + line for line in [*table(rows, WIDEST), *scheme_block(job, one.text, fields)]]
    return "\n".join([shown, *lines, f"  {verdicts(job, one, fields)}"])


def verdicts(job: Job, one: Item, fields: dict[str, Any]) -> str:
    """Say what a reference is by each rule book that was asked: of an IRI also why it is no URI, if it is none."""
    relative = f"a relative reference ({fields['kind']})"
    words = [f"rfc3986 yes, {'a URI' if fields['kind'] == 'uri' else relative}"]
    if fields["spec"] == "rfc3987":
        if not one.text.isascii():
            words = [f"rfc3986 {no(job, one.text)}"]
        words.append(f"rfc3987 yes, {'an IRI' if fields['kind'] == 'uri' else relative}")
    return "   ".join(words)


def no(job: Job, text: str, found: Finding | None = None) -> str:
    """Say why a text is no reference, and where; without a finding, why it is no URI-reference."""
    from urikit import is_iri_reference

    if found is None:
        from urikit.syntax.locate import locate

        found = locate(text)
    at = f"{found.code} at {found.start}"
    if found.code == "not-ascii":
        span = secret_span(text, valid=is_iri_reference(text)) if job.masked else None
        if span is None or not span[0] <= found.start < span[1]:
            at += f': "{job.console.data(job.written(text[found.start]))}"'
    return f"{job.console.paint(found.level, 'no')} ({at})"


def scheme_block(job: Job, text: str, fields: dict[str, Any]) -> list[str]:
    """Return what the scheme's own grammar reads, below its source: not what is empty, or the part of the same name."""
    told = {(name, str(fields[name])) for name in (*PIECES, "port_text")} | in_its_uri(text)
    told.add(("scheme", (fields["scheme"] or "").lower()))
    named = [(name, value) for name, value in flat(fields["scheme_value"] or {}) if value and (name, value) not in told]
    if not named:
        return []
    from urikit import SCHEMES

    row = SCHEMES[fields["scheme"]]
    paint, data = job.console.paint, job.console.data
    rows = [(paint("name", f"{name.replace('_', '-'):<8}"), data(value)) for name, value in named]
    return [f"{paint('name', f'{row.name:<8}')}  {row.source}", *("  " + line for line in table(rows))]


def in_its_uri(text: str) -> set[tuple[str, str]]:
    """Return the parts, by name, of the URIs that an IRI maps to: what a scheme reads is read there."""
    if text.isascii():
        return set()
    from urikit import parse, to_uri
    from urikit.cli.fields import or_none

    told: set[tuple[str, str]] = set()
    for written in (or_none(lambda: to_uri(text, limit=None)), to_uri(text, host="percent", limit=None)):
        if written is not None:
            uri = parse(written)
            told |= {(name, str(getattr(uri, name))) for name in (*PIECES, "port_text")}
    return told


def flat(fields: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the fields of a value as text: a list's members one below the other, octets in hexadecimal."""
    for name, value in fields.items():
        if isinstance(value, dict):
            inner = value.items() if set(value) != {"hex"} else ()
            yield from flat({f"{name}.{key}": one for key, one in inner})
            if not inner:
                octets = value["hex"]
                yield name, f"{len(octets) // 2} octets  {octets[:SHOWN_HEX]}{'…' if len(octets) > SHOWN_HEX else ''}"
        elif isinstance(value, list):
            for at, one in enumerate(value):
                members = [str(member) for member in one if member is not None] if isinstance(one, list) else [str(one)]
                yield "" if at else name, "=".join(members)
        elif value is not None and value is not False:
            yield name, "yes" if value is True else str(value)


def notes(fields: dict[str, Any], data: Callable[[str], str]) -> dict[str, str]:
    """Return what a part is, in a few words; *data* says how a part of the text is shown."""
    from urikit import SCHEMES

    said: dict[str, str] = {}
    if fields["host"] is not None:
        said["host"] = fields["host_kind"] if fields["host"] else f"{fields['host_kind']}, empty"
    if fields["ascii_host"] is not None:
        said["host"] += f"; ASCII form {data(fields['ascii_host'])}"
    row = SCHEMES.get(fields["scheme"] or "")
    if fields["port"] is not None and row is not None and row.default_port == fields["port"]:
        said["port"] = f"the default for {row.name}"
    if len(fields["segments"]) > 1:
        shown = [f'"{data(segment)}"' for segment in fields["segments"][:SHOWN_SEGMENTS]]
        more = len(fields["segments"]) - len(shown)
        said["path"] = f"segments {' '.join(shown)}" + (f" and {more} more" if more else "")
    if fields["query"]:
        count = sum(map(bool, fields["query"].split("&")))
        said["query"] = f"{count} pair{'s' if count > 1 else ''}"
    names = {"userinfo": "userinfo", "port_text": "port", "query": "query", "fragment": "fragment"}
    return said | {name: "empty, not absent" for field, name in names.items() if fields[field] == ""}


def part_at(text: str, start: int) -> str:
    """Name the part of a valid reference that a place stands in."""
    from urikit import pieces

    end = 0
    last = "path"
    for name, piece in zip(PIECES, pieces(text, "rfc3987") or (), strict=False):
        end += len(piece)
        if piece not in ("", "//"):
            last = name
            if start < end:
                return name
    return last


def split_block(job: Job, one: Item, finding: Finding) -> str:
    """Show how Appendix B cuts a text that is no reference."""
    from urikit import split

    shown = job.shown(one.text, valid=False)
    five = split(shown)
    rows = [
        (job.console.paint("name", f"{name:<9}"), job.console.data(value) or '""')
        for name, value in zip(five.__match_args__, five, strict=True)
        if value is not None
    ]
    verdict = f"rfc3986 {no(job, one.text, finding)}"
    if finding.code != "not-ascii" and not one.text.isascii():
        verdict = f"rfc3986 {no(job, one.text)}   rfc3987 {no(job, one.text, finding)}"
    lines = ["  " + line for line in table(rows)]
    lines.append(f"  {verdict}; cut as Appendix B cuts any text")
    return "\n".join([job.console.data(shown), *lines])
