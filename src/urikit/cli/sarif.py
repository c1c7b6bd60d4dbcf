"""
How do findings reach an editor or a code review?  As SARIF 2.1.0 (OASIS): one run, a rule a code, a result a finding.

Lines and columns count from 1, columns in code points (``columnKind``).  An argument of the command line is no file:
it is an artifact that only has a description.
"""

from __future__ import annotations

from urikit.cli.formats import Writer, dumped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from urikit.cli.job import Answer
    from urikit.cli.lines import Item
    from urikit.findings import Finding

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


class Sarif(Writer):
    """One SARIF log, written as the findings come."""

    nameless: list[str]

    def begin(self) -> None:
        """Write the log up to its results: the tool and its rules."""
        from urikit import __version__, findings

        rules = [
            {
                "id": code.name,
                "shortDescription": {"text": code.sentence},
                "defaultConfiguration": {"level": code.level},
            }
            | ({"help": {"text": f"{code.source}: {code.help}"}} if code.help else {})
            for code in findings.CODES.values()
        ]
        tool = {"driver": {"name": "urikit", "version": __version__, "rules": rules}}
        self.nameless = []
        self.write(f'{{"$schema": {dumped(SCHEMA)}, "version": "2.1.0", "runs": [{{"tool": {dumped(tool)},\n')
        self.write('"columnKind": "unicodeCodePoints", "results": [')

    def answer(self, one: Item, found: Answer) -> None:
        """Write one result a finding."""
        if one.source is None:
            self.nameless.append(f"argument {len(self.nameless) + 1}")
        for finding in found.findings:
            self.write(("\n" if self.first else ",\n") + dumped(self.result(one, finding)))
            self.first = False

    def result(self, one: Item, finding: Finding) -> dict[str, Any]:
        """Return one finding as SARIF has it."""
        line, start = one.line or 1, finding.start + 1
        region = {"startLine": line, "startColumn": start, "endColumn": max(finding.end, finding.start) + 1}
        message = finding.message + (f" ({finding.help})" if finding.help else "")
        place = {"artifactLocation": self.artifact(one), "region": region}
        return {
            "ruleId": finding.code,
            "level": finding.level,
            "message": {"text": message},
            "locations": [{"physicalLocation": place}],
        }

    def artifact(self, one: Item) -> dict[str, Any]:
        """Return where an item stands: a file's relative URI, or a place among the artifacts."""
        if one.source is None:
            return {"index": len(self.nameless) - 1}
        if one.source == "-":
            return {"uri": "stdin"}
        from urikit.syntax.percent import encode

        path = encode(one.source, "path")
        return {"uri": f"file://{path}" if path.startswith("/") else path}

    def end(self) -> None:
        """Close the log; arguments are its artifacts."""
        artifacts = [{"description": {"text": name}} for name in self.nameless]
        self.write(f'],\n"artifacts": {dumped(artifacts)}}}]}}\n')
