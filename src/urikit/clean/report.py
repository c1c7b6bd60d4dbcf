"""What happened in a run: how many rows became what, and why; for a program as JSON, for a person in a few lines."""

from __future__ import annotations

from urikit.clean.judge import masked
from urikit.clean.write import STDOUT
from urikit.findings import hide, printable, width
from urikit.safety.tokens import mask_tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from urikit.clean.judging import Judgement

COUNTS = ("rows", "kept", "duplicate", "rejected", "masked", "codes", "merged", "changes")
SHOWN = 120  # code points of an example


class Example:
    """
    The first row that was rejected for some reason.

    Args:
        source: Its file, as given.
        line: Its line, from 1.
        text: What it holds; tokens, and passwords of URIs that it holds, are masked, and a long text is cut.
        start: At which character it is wrong; None where no one place is.
        message: What is wrong.
    """

    __slots__ = ("line", "message", "source", "start", "text")

    def __init__(self, source: str, line: int, text: str, start: int | None = None, message: str = "") -> None:
        self.source = source
        self.line = line
        text, place = mask_tokens(text, start or 0)
        self.text = text if len(text) <= SHOWN else text[:SHOWN] + "…"
        self.start = place if start is not None and place <= len(self.text) else None
        self.message = message

    def picture(self) -> str:
        """Draw the text, with a caret under the place."""
        if self.start is None:
            return printable(self.text)
        before = printable(self.text[: self.start])
        return f"{before}{printable(self.text[self.start :])}\n{' ' * width(before)}^"


class Summary:
    """
    What a run did.

    Attributes:
        rows: How many were read: ``kept + duplicate + rejected``.
        kept: How many are identifiers that no earlier row said.
        duplicate: How many have the key of an earlier one.
        rejected: How many are no identifier, or not a wanted one.
        masked: How many of them had a password written as ``***``.
        codes: How often each reason.
        examples: The first row of each reason; passwords and tokens are masked, also where the table keeps them.
        hosts: The most frequent hosts of the kept rows, with their counts.
        schemes: The same of schemes.
        domains: The same of registrable domains; empty where nobody asked for them.
        lengths: How many kept rows have so many characters, by ranges in words, the shortest first.
        merged: How many duplicates met their first row at each rung, the lowest first; empty where nobody asked.
            After the rungs may come ``"wished"``: what was taken out is on none.
        changes: How many rows each filter and each wanted change touched, by its name.
        sources: How many rows each input had, in the order given.
        outputs: The files that were written.
        options: What was asked for.
        seconds: How long it took.
    """

    __slots__ = (
        *("rows", "kept", "duplicate", "rejected", "masked", "codes", "examples"),
        *("hosts", "schemes", "domains", "lengths", "merged", "changes", "sources", "outputs", "options", "seconds"),
    )

    def __init__(self, options: dict[str, Any]) -> None:
        self.rows = self.kept = self.duplicate = self.rejected = self.masked = 0
        self.codes: dict[str, int] = {}
        self.examples: dict[str, Example] = {}
        self.hosts: list[tuple[str, int]] = []
        self.schemes: list[tuple[str, int]] = []
        self.domains: list[tuple[str, int]] = []
        self.lengths: list[tuple[str, int]] = []
        self.merged: dict[str, int] = {}
        self.changes: dict[str, int] = {}
        self.sources: list[tuple[str, int]] = []
        self.outputs: list[str] = []
        self.options = options
        self.seconds = 0.0

    def __repr__(self) -> str:
        return f"Summary(rows={self.rows}, kept={self.kept}, duplicate={self.duplicate}, rejected={self.rejected})"

    def count(self, judgement: Judgement, source: str) -> None:
        """Count rows of an input that is called *source*."""
        from pyarrow import compute

        self.rows += len(judgement)
        self.masked += judgement.masked
        found = judgement.columns
        changed = found["changed"]
        for names in changed.drop_null().value_counts().to_pylist() if changed.null_count < len(changed) else ():
            for name in names["values"].split(","):
                self.changes[name] = self.changes.get(name, 0) + names["counts"]
        codes = found["code"]
        if codes.null_count == len(codes):
            return
        places, counts = codes.indices.drop_null().value_counts().flatten()
        for place, count in zip(places.to_pylist(), counts.to_pylist(), strict=True):
            row = compute.index(codes.indices, place).as_py()
            code, text, start, message = (found[name][row].as_py() for name in ("code", "text", "start", "message"))
            self.reject(code, source, judgement.rows.lines[row], text, start, message, count=count)

    def reject(
        self,
        code: str,
        source: str,
        line: int,
        text: str,
        start: int | None = None,
        message: str = "",
        *,
        count: int = 1,
    ) -> None:
        """Count rejected rows, of which the first stands there."""
        if code not in self.codes:
            shown = masked(hide(text, valid=True)) if self.options["passwords"] == "keep" else text
            self.examples[code] = Example(source, line, shown, start if shown == text else None, message)
        self.codes[code] = self.codes.get(code, 0) + count

    def note(self) -> dict[str, Any]:
        """Return what is counted so far, for `go_on`."""
        counts = {name: getattr(self, name) for name in COUNTS}
        examples = {code: [getattr(one, name) for name in Example.__slots__] for code, one in self.examples.items()}
        return counts | {"examples": examples}

    def go_on(self, state: dict[str, Any]) -> None:
        """Begin with what `note` returned."""
        for name in COUNTS:
            setattr(self, name, state[name])
        for code, values in state["examples"].items():
            self.examples[code] = Example("", 0, "")
            for name, value in zip(Example.__slots__, values, strict=True):
                setattr(self.examples[code], name, value)

    def as_dict(self) -> dict[str, Any]:
        """Return all of it in the types of JSON; ``schema.json`` says what it holds."""
        return {
            "rows": self.rows,
            "kept": self.kept,
            "duplicate": self.duplicate,
            "rejected": self.rejected,
            "masked": self.masked,
            "codes": [
                {
                    "code": code,
                    "count": count,
                    "example": {name: getattr(self.examples[code], name) for name in ("source", "line", "text")},
                }
                for code, count in self.reasons()
            ],
            "hosts": [{"host": host, "count": count} for host, count in self.hosts],
            "schemes": [{"scheme": scheme, "count": count} for scheme, count in self.schemes],
            "domains": [{"domain": domain, "count": count} for domain, count in self.domains],
            "lengths": [{"characters": characters, "count": count} for characters, count in self.lengths],
            "merged": [{"rung": rung, "count": count} for rung, count in self.merged.items()],
            "changes": [{"change": change, "count": count} for change, count in self.changes.items()],
            "sources": [{"source": source, "rows": rows} for source, rows in self.sources],
            "outputs": self.outputs,
            "options": self.options,
            "seconds": round(self.seconds, 3),
        }

    def as_json(self) -> str:
        """Return it as one JSON object."""
        import json

        return json.dumps(self.as_dict(), ensure_ascii=False, indent=2) + "\n"

    def as_text(self) -> str:
        """Return it in a few lines for a person; what would mislead is drawn as its name."""
        lines = [f"{name:>10}  {count:>12,}" for name, count in self._counts()]
        lines[0] += f"   in {self.seconds:.1f} s"
        if self.masked:
            lines[1] += f"   {self.masked:,} with the password as ***"
        if self.codes:
            lines += ["", "rejected for"]
            lines += [self._reason(code, count) for code, count in self.reasons()]
        for title, found in (("hosts", self.hosts), ("schemes", self.schemes)):
            if found:
                lines += ["", f"most frequent {title} kept"]
                lines += [f"  {count:>12,}  {printable(name) or '(empty)'}" for name, count in found]
        if self.merged:
            lines += ["", "duplicates met the row that was kept at rung"]
            lines += [f"  {count:>12,}  {rung}" for rung, count in self.merged.items()]
        if self.changes:
            lines += ["", "done as it was wished"]
            lines += [f"  {count:>12,}  {change}" for change, count in self.changes.items()]
        if "redirects" in self.options:
            lines += ["", f"redirects: {self.options['redirects']}"]
        files = [path for path in self.outputs if path != STDOUT]
        if files:
            lines += ["", *(f"written: {printable(path)}" for path in files)]
        return "\n".join(lines) + "\n"

    def reasons(self) -> list[tuple[str, int]]:
        """Return each reason and how often it was one, the most frequent first."""
        return sorted(self.codes.items(), key=lambda one: (-one[1], one[0]))

    def _counts(self) -> list[tuple[str, int]]:
        return [("rows", self.rows), ("kept", self.kept), ("duplicate", self.duplicate), ("rejected", self.rejected)]

    def _reason(self, code: str, count: int) -> str:
        first = self.examples[code]
        return f"  {count:>12,}  {code:<18}  {printable(first.source)}:{first.line}: {printable(first.text)}"
