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
    from urikit.findings import Code, Finding

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


class Sarif(Writer):
    """One SARIF log, written as the findings come."""

    def begin(self) -> None:
        """Open the log and its one run."""
        self.nameless: list[str] = []
        self.codes: set[str] = set()
        self.write(
            f'{{"$schema": {dumped(SCHEMA)}, "version": "2.1.0", "runs": [{{"columnKind": "unicodeCodePoints",\n'
        )
        self.write('"results": [')

    def answer(self, one: Item, found: Answer) -> None:
        """Write one result a finding."""
        if one.source is None:
            self.nameless.append(f"argument {len(self.nameless) + 1}")
        for finding in found.findings:
            self.codes.add(finding.code)
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
        """Close the log: arguments are its artifacts, the codes that were found are its rules."""
        from urikit import CODES, __version__

        rules = [rule(code) for name, code in CODES.items() if name in self.codes]
        tool = {"driver": {"name": "urikit", "version": __version__, "rules": rules}}
        artifacts = [{"description": {"text": name}} for name in self.nameless]
        self.write(f'],\n"artifacts": {dumped(artifacts)},\n"tool": {dumped(tool)}}}]}}\n')


def rule(code: Code) -> dict[str, Any]:
    """Return a row of the table of codes as SARIF has it."""
    return {
        "id": code.name,
        "shortDescription": {"text": code.sentence},
        "defaultConfiguration": {"level": code.level},
        "help": {"text": f"{code.source}: {code.help}" if code.help else code.source},
    }
