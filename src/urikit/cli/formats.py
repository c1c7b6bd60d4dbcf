"""
How is an answer written?

``text`` is what a person or the next filter reads; ``json`` (one array), ``jsonl`` (one object a line) and ``csv``
say the same to a program, one record an input, failures too; ``sarif`` carries findings to editors and code review
(SARIF 2.1.0).  `schema.json` beside this file describes the records.
"""

from __future__ import annotations

from urikit.cli.verb import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from urikit.cli.job import Answer, Job
    from urikit.cli.lines import Item
    from urikit.findings import Finding

    Layout = Callable[[Item, Answer], str | list[str] | None]

WORST_FIRST = ("error", "warning", "note")


def writer(job: Job, layout: Layout | None) -> Writer:
    """Return the writer for the format that was asked for."""
    if job.options.format == "sarif":
        if job.verb != "check":
            raise UsageError(f"urikit {job.verb}: SARIF carries findings; only “check” writes it")
        from urikit.cli.sarif import Sarif

        return Sarif(job)
    kinds: dict[str, type[Writer]] = {"text": Text, "json": Json, "jsonl": JsonLines, "csv": Csv}
    return kinds[job.options.format](job, layout)


class Writer:
    """Writes the answers of one job to stdout."""

    def __init__(self, job: Job, layout: Layout | None = None) -> None:
        self.job = job
        self.layout = layout
        self.write = job.console.write
        self.first = True

    def begin(self) -> None:
        """Write what comes before the first answer."""

    def answer(self, one: Item, found: Answer) -> None:
        """Write the answer to one input."""
        raise NotImplementedError

    def end(self) -> None:
        """Write what comes after the last answer."""


class Text(Writer):
    """Lines: one an input, or the verb's own layout."""

    def answer(self, one: Item, found: Answer) -> None:
        """Write a line; an empty one for a failure, unless it is the only input."""
        end = "\0" if self.job.options.null else "\n"
        if self.layout is None:
            value = None if found.fields is None else found.fields[self.job.columns[0]]
            if value is None and self.job.lone:
                return
            shown = "" if value is None else self.job.console.data(self.job.written(value))
        else:
            text = self.layout(one, found)
            if not isinstance(text, str):
                self.write("".join(line + end for line in text or ()))
                return
            shown = text if self.first or "\n" not in text else "\n" + text  # blocks stand apart
        self.first = False
        self.write(shown + end)


class JsonLines(Writer):
    """One JSON object a line."""

    def answer(self, one: Item, found: Answer) -> None:
        """Write one object."""
        self.write(dumped(record(self.job, one, found)) + "\n")


class Json(Writer):
    """One JSON array, an object an input."""

    def begin(self) -> None:
        """Open the array."""
        self.write("[")

    def answer(self, one: Item, found: Answer) -> None:
        """Write one element."""
        self.write(("\n" if self.first else ",\n") + dumped(record(self.job, one, found)))
        self.first = False

    def end(self) -> None:
        """Close the array."""
        self.write("]\n" if self.first else "\n]\n")


class Csv(Writer):
    """RFC 4180 with a header and ``\\n``; nothing at all is null, ``""`` is empty.  The worst finding has its place."""

    def begin(self) -> None:
        """Write the header."""
        names = ("source", "line", "text", "ok", *self.job.columns, "code", "start", "message", "codes")
        self.write(row(names))

    def answer(self, one: Item, found: Answer) -> None:
        """Write one row."""
        fields = found.fields or {}
        worst = min(found.findings, key=lambda finding: WORST_FIRST.index(finding.level), default=None)
        finding = (worst.code, worst.start, worst.message) if worst else (None, None, None)
        codes = " ".join(finding.code for finding in found.findings) or None
        start = (one.source, one.line, self.job.shown(one.text, valid=found.valid), found.good)
        self.write(row((*start, *(fields.get(name) for name in self.job.columns), *finding, codes)))


def row(values: Sequence[object]) -> str:
    """Return one CSV row."""
    return ",".join(map(cell, values)) + "\n"


def cell(value: object) -> str:
    """Return one CSV cell: null is nothing, an empty text is quoted."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    if text and not any(mark in text for mark in '",\r\n'):
        return text
    return '"' + text.replace('"', '""') + '"'


def record(job: Job, one: Item, found: Answer) -> dict[str, Any]:
    """Return what JSON says about one input."""
    text = job.shown(one.text, valid=found.valid)
    return {
        "verb": job.verb,
        "source": one.source,
        "line": one.line,
        "text": text,
        "masked": text != one.text,
        "ok": found.good,
        "result": found.fields,
        "findings": [finding_record(finding) for finding in found.findings],
    }


def finding_record(finding: Finding) -> dict[str, Any]:
    """Return what JSON says about a finding."""
    return {name: getattr(finding, name) for name in finding.__slots__}


def dumped(value: object) -> str:
    """Return *value* as JSON on one line, in UTF-8 as it is."""
    import json

    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))
