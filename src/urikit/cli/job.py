"""
What happens to each input of one request?

One input, one answer, in order.  An input that fails leaves an empty line (or null) on stdout and its finding on
stderr, and the next one is taken up.
"""

from __future__ import annotations

import os
import sys

from urikit.cli.console import is_terminal
from urikit.cli.lines import item
from urikit.cli.verb import UsageError
from urikit.findings import URIRuleError, URISyntaxError, draw, hide, printable
from urikit.findings import finding as find

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from urikit.cli.console import Console
    from urikit.cli.formats import Layout
    from urikit.cli.lines import Item
    from urikit.findings import Finding
    from urikit.syntax.parse import ReferenceRule, Spec

    Fields = dict[str, Any]

FOUND, USAGE, BROKEN_INPUT = 1, 2, 3


class Answer:
    """
    What one input came to.

    Args:
        fields: The answer by name, as JSON shows it; the first is what a line of text shows.  None where there is
            no answer.
        findings: What was found in the input.
        good: Whether all is well with it (exit code 0).
        valid: Whether the input is in the grammar: what may be a secret in it depends on that.
    """

    __slots__ = ("fields", "findings", "good", "valid")

    def __init__(
        self, fields: Fields | None, findings: Sequence[Finding] = (), *, good: bool = True, valid: bool = True
    ) -> None:
        self.fields = fields
        self.findings = findings
        self.good = good
        self.valid = valid


class Job:
    """One request: its options, its inputs, its outputs and how it ended."""

    __slots__ = ("columns", "console", "lone", "masked", "options", "status", "verb", "written")

    def __init__(self, verb: str, options: argparse.Namespace, console: Console) -> None:
        self.verb = verb
        self.options = options
        self.console = console
        self.status = 0
        self.lone = False
        self.masked = False
        self.columns: tuple[str, ...] = ()
        self.written: Callable[[str], str] = str  # an identifier as the format ``text`` shows it

    # ------------------------------------------------------------------------------------------------------- inputs

    def need_uri(
        self, text: str | None, name: str, rule: ReferenceRule = "URI", *, spec: Spec | None = "rfc3986"
    ) -> None:
        """Refuse the request where an argument that all inputs need is not what *rule* says, by *spec* or its own."""
        from urikit.cli.iris import spec_of
        from urikit.syntax.parse import read

        book = spec_of(spec, text)
        try:
            if text is not None:
                read(text, rule, book)
        except URISyntaxError as error:
            drawn = draw(error.text, error.finding, show_secrets=self.options.show_secrets, valid=False)
            kind = f"a {rule}" if book == "rfc3986" else f"an {rule.replace('URI', 'IRI')}"
            raise UsageError(f"urikit {self.verb}: {name} has to be {kind}\n{drawn}") from None

    def items(self, inputs: Sequence[str]) -> Iterator[Item]:
        """Yield the items of all inputs: arguments first, then each list."""
        limit = self.options.max_length or None
        for word in inputs:
            if word == "-":
                yield from self._list("-", limit)
            else:
                yield item(os.fsencode(word) if has_surrogate(word) else word.encode(), None, None, limit)
        for name in self.options.file:
            yield from self._list(name, limit)
        if not inputs and not self.options.file:
            yield from self._list("-", limit)

    def _list(self, name: str, limit: int | None) -> Iterator[Item]:
        from urikit.clean.errors import CleanError
        from urikit.cli.lines import listed

        if name == "-" and sys.stdin is None:
            self.console.say("urikit: standard input is closed")
            self.status = BROKEN_INPUT
            return
        try:
            yield from listed(name, self.options.null, limit)
        except CleanError as error:
            self.console.say(f"urikit: {printable(hide(str(error), valid=False))}")
            self.status = BROKEN_INPUT

    # ------------------------------------------------------------------------------------------------------ answers

    def each(
        self,
        inputs: Sequence[str],
        answer: Callable[[Item], Answer],
        *,
        columns: tuple[str, ...],
        text: Layout | None = None,
        masked: bool = False,
        octets: bool = False,
        reports: bool = False,
    ) -> None:
        """
        Answer every input and write the answers.

        Args:
            inputs: What the command line gave.
            answer: Gives one item's answer, or raises what is wrong with it.
            columns: The fields that a table of answers has.
            text: Gives an answer for the format ``text``, a block or lines of their own; if not given, the first
                column's value is the line.
            masked: Whether what is shown hides secrets.
            octets: Whether items that are not UTF-8 are answered too.
            reports: Whether findings are what the verb is asked for: data, not messages.
        """
        from urikit.cli.formats import writer

        if not inputs and not self.options.file and sys.stdin is not None and is_terminal(sys.stdin):
            asked = "give an argument, -f FILE, or a list on standard input"
            raise UsageError(f"urikit {self.verb}: nothing to read: {asked}")
        self.columns = columns
        self.masked = masked and not self.options.show_secrets
        self.lone = len(inputs) == 1 and inputs[0] != "-" and not self.options.file
        lines = text is None and not self.lone and not self.options.null and self.options.format == "text"

        def checked(one: Item) -> Answer:
            if one.finding is not None and not (octets and one.finding.code == "not-utf-8"):
                raise URISyntaxError(one.text, one.finding)
            found = answer(one)
            if lines and found.fields is not None:
                one_line(found.fields[columns[0]])
            return found

        out = writer(self, text)
        out.begin()
        for one in self.items(inputs):
            found = self._answered(one, checked, tell=not reports)
            if not found.good:
                self.status = max(self.status, FOUND)
            out.answer(one, found)
        out.end()

    def _answered(self, one: Item, answer: Callable[[Item], Answer], *, tell: bool) -> Answer:
        try:
            return answer(one)
        except (URISyntaxError, URIRuleError) as error:
            from urikit import is_iri_reference

            found = (error.finding,) if isinstance(error, URISyntaxError) else error.findings
            valid = is_iri_reference(error.text)
            if tell:
                self.complain(one, found, valid=valid, text=error.text)
            return Answer(None, found, good=False, valid=valid)

    def complain(self, one: Item, found: Sequence[Finding], *, valid: bool, text: str | None = None) -> None:
        """
        Write findings to stderr: drawn for an argument, a line each for a line of a list.

        Args:
            one: The input.
            found: What was found.
            valid: Whether the text is in the grammar.
            text: What it was found in, if not in the input itself.
        """
        for finding in found:
            if one.line is None:
                where = one.text if text is None else text
                self.console.say(draw(where, finding, show_secrets=self.options.show_secrets, valid=valid))
            else:
                self.console.say(place(one, finding))

    def shown(self, text: str, *, valid: bool) -> str:
        """Return *text* with its secret masked, if this verb masks."""
        return hide(text, valid=valid) if self.masked else text


def place(one: Item, finding: Finding) -> str:
    """Return ``FILE:LINE:COLUMN: code message``; line and column count from 1."""
    return f"{printable(one.source or '-')}:{one.line}:{finding.start + 1}: {finding.code} {printable(finding.message)}"


def has_surrogate(text: str) -> bool:
    """Say whether an argument holds octets that were no UTF-8."""
    return not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text)


def one_line(value: str) -> None:
    """Refuse an answer that would be more than one line of a list's answers."""
    at = next((at for at, character in enumerate(value) if character in "\r\n"), None)
    if at is not None:
        raise URIRuleError(value, (find("line-break", at, at + 1),))
