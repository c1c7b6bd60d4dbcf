"""
What is wrong, where, by which rule, and how to mend it?

A mistake is data with a place (`Finding`); every code is one row of one table (`CODES`); one function draws it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, NoReturn

    Level = Literal["error", "warning", "note"]


class Record:
    """A small value whose slots are its fields, in order: immutable, compared by fields, pickled by fields."""

    __slots__: tuple[str, ...] = ()

    def __init__(self, *fields: object, **named: object) -> None:
        given = dict(zip(self.__slots__, fields, strict=False)) | named
        if len(fields) + len(named) != len(self.__slots__) or given.keys() != set(self.__slots__):
            raise TypeError(f"{type(self).__name__} takes {', '.join(self.__slots__)}")
        for name, value in given.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def _fields(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and type(self) is type(other) and self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash(self._fields())

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={value!r}" for name, value in zip(self.__slots__, self._shown(), strict=True))
        return f"{type(self).__name__}({inside})"

    def _shown(self) -> tuple[object, ...]:
        """The fields as they may be shown: where one can hold a password, without it."""
        return self._fields()

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self._fields()


class Finding(Record):
    """
    One mistake, with its place.

    Attributes:
        code: The row of `CODES` it belongs to, such as ``"pct-encoded"``.
        level: ``"error"`` (the grammar, or a MUST), ``"warning"`` (a SHOULD) or ``"note"`` (advice).
        start: In code points; for an error of syntax, the length of the longest prefix that some valid reference begins
            with.
        end: In code points; ``start`` to ``end`` is what is drawn.
        message: What is wrong, and what would have fitted.
        rule: The rule it was held to, as the standard prints it.
        source: The standard and its section.
        help: How to mend it; ``""`` where there is nothing to say.
    """

    __slots__ = ("code", "level", "start", "end", "message", "rule", "source", "help")  # noqa: RUF023 (the constructor's)
    __match_args__ = ("code", "level", "start", "end", "message", "rule", "source", "help")

    if TYPE_CHECKING:
        code: str
        level: Level
        start: int
        end: int
        message: str
        rule: str
        source: str
        help: str

        def __init__(
            self,
            code: str,
            level: Level,
            start: int,
            end: int,
            message: str,
            rule: str,
            source: str,
            help: str,  # noqa: A002 (the field's name)
        ) -> None: ...


class Code(Record):
    """
    One row of the table of codes.

    Attributes:
        name: Kebab-case, never re-used.
        level: ``"error"``, ``"warning"`` or ``"note"``.
        sentence: What is wrong, in general.
        rule: The rule, as the standard prints it; ``""`` where each finding names its own.
        source: The standard and its section.
        help: How to mend it, in general.
        example: A text that has it.
        call: The call of urikit's that reports it, where that is not ``check(example)``.
    """

    __slots__ = ("name", "level", "sentence", "rule", "source", "help", "example", "call")  # noqa: RUF023 (the table's)

    if TYPE_CHECKING:
        name: str
        level: Level
        sentence: str
        rule: str
        source: str
        help: str
        example: str
        call: str


if TYPE_CHECKING:
    CODES: dict[str, Code]
    """Every code there is, by name."""
else:

    def __getattr__(name: str) -> object:
        if name != "CODES":
            raise AttributeError(name)
        # on the error path only: the tables are long
        from urikit import _codes, _codes_iri, _codes_schemes, _codes_urns

        rows = (*_codes.ROWS, *_codes_iri.ROWS, *_codes_schemes.ROWS, *_codes_urns.ROWS)
        table = {row[0]: Code(*row, *("",) * (len(Code.__slots__) - len(row))) for row in rows}
        globals()["CODES"] = table
        return table


def finding(
    code: str,
    start: int,
    end: int,
    *,
    message: str = "",
    rule: str = "",
    source: str = "",
    help: str = "",  # noqa: A002 (the field's name)
) -> Finding:
    """Make a finding of *code* at *start* to *end*; what is not given comes from the code's row."""
    row = _row(code)
    return Finding(
        code,
        row.level,
        start,
        end,
        message or row.sentence,
        rule or row.rule,
        source or row.source,
        help or row.help,
    )


def _row(code: str) -> Code:
    from urikit import findings  # so that the table is made at its first use

    return findings.CODES[code]


def explain(code: str) -> str:
    """
    Tell what a code means, by which rule, and how to mend it.

    Args:
        code: A finding's code.

    Returns:
        A few lines of text with an example.

    Raises:
        KeyError: There is no such code.

    Example:
        >>> print(explain("number-sign"))
        error[number-sign]: a second "#" cannot stand in a reference
          example: http://example.com/#a#b
          rule: fragment = *( pchar / "/" / "?" )   RFC 3986 §3.5
          help: write it as %23
    """
    row = _row(code)
    lines = [f"{row.level}[{row.name}]: {row.sentence}", f"  example: {printable(row.example)}"]
    if row.call:
        lines.append(f"  found by: {row.call}")
    lines.append(f"  rule: {row.rule}   {row.source}" if row.rule else f"  source: {row.source}")
    if row.help:
        lines.append(f"  help: {row.help}")
    return "\n".join(lines)


# --- errors


class UrikitError(Exception):
    """The family of urikit's own exceptions."""

    __module__ = "urikit"  # where people import it from, and what a traceback shows


class URISyntaxError(UrikitError, ValueError):
    """
    A text is not in the grammar.

    Attributes:
        text: The text as given.
        finding: What is wrong and where.
    """

    __module__ = "urikit"

    def __init__(self, text: str, finding: Finding) -> None:
        super().__init__(text, finding)
        self.text = text
        self.finding = finding

    def __str__(self) -> str:
        return draw(self.text, self.finding, valid=False)

    def __repr__(self) -> str:
        return f"URISyntaxError({self.finding!r})"  # BaseException's would show the text, secrets and all


class URIRuleError(UrikitError, ValueError):
    """
    A text is in the grammar, but against another rule that was asked for.

    Attributes:
        text: The text as given.
        findings: What is wrong and where; at least one.
    """

    __module__ = "urikit"

    def __init__(self, text: str, findings: tuple[Finding, ...]) -> None:
        super().__init__(text, tuple(findings))
        self.text = text
        self.findings = tuple(findings)

    def __str__(self) -> str:
        # octets that are no text are shown as \\xNN, and no reference has a "\\": the text is taken for broken then
        valid = "\\" not in self.text
        return "\n".join(draw(self.text, one, valid=valid) for one in self.findings)

    def __repr__(self) -> str:
        return f"URIRuleError({self.findings!r})"


# --- drawing

MASK = "•••"
_NO_MARKS = str.maketrans("", "", ":+-.")
_BEFORE, _AFTER = 40, 20  # code points of context, so that a huge text is still one line

_NAMES = {0x00: "NUL", 0x09: "TAB", 0x0A: "LF", 0x0D: "CR", 0x1B: "ESC", 0x7F: "DEL", 0x85: "NEL", 0xAD: "SHY"}
_NAMES |= {0x061C: "ALM", 0x200B: "ZWSP", 0x200C: "ZWNJ", 0x200D: "ZWJ", 0x200E: "LRM", 0x200F: "RLM"}
_NAMES |= {0x202A: "LRE", 0x202B: "RLE", 0x202C: "PDF", 0x202D: "LRO", 0x202E: "RLO"}
_NAMES |= {0x2060: "WJ", 0x2066: "LRI", 0x2067: "RLI", 0x2068: "FSI", 0x2069: "PDI", 0xFEFF: "BOM"}


def secret_span(text: str, *, valid: bool) -> tuple[int, int] | None:
    """
    Find what must not be shown: where to put the mask, or None.

    Args:
        text: A reference, or a text that was meant as one.
        valid: Whether it is in the grammar.  If so, only what follows the first ":" of its userinfo is secret
            (RFC 3986 §3.2.1), or of that of a URI that its path begins with, or of a SIP user (RFC 3261 §19.1.1); if
            not, the password may hold "/", "?", "#" or "@" itself: all before the last "@" is, where the authority
            looks as if it had one.  What has no host and port where they should be is taken for broken in any case.
    """
    if "@" not in text:
        return None
    start = _authority_start(text, valid)
    if start is None:
        return None
    of_sip = valid and text[start - 2 : start] != "//"
    stop = _first(text, "#" if of_sip else "/?#", start)
    if valid:
        at = text.find("@", start, stop)
        place = max(at + 1, start)
        if _is_place(text[place : min(stop, _first(text, ";?", place)) if of_sip else stop]):
            colon = text.find(":", start, max(at, start))
            return (colon + 1, at) if 0 <= colon < at - 1 else None
    last = text.rfind("@", start)
    looks_like_userinfo = "@" in text[start:stop] or ":" in text[start:stop]
    return (start, last) if last > start and looks_like_userinfo else None


def _first(text: str, marks: str, start: int) -> int:
    """Where the first of *marks* stands, or where the text ends."""
    return min((at for at in (text.find(mark, start) for mark in marks) if at >= 0), default=len(text))


def _is_place(text: str) -> bool:
    """Whether this can be a host, with a port or without, and no part of a password."""
    port = text[text.rfind("]") + 1 :].partition(":")[2]
    return "@" not in text and (not port or (port.isascii() and port.isdigit()))


def _authority_start(text: str, valid: bool) -> int | None:
    """Where the authority begins; in a text that does not parse, after the first two slashes of either kind."""
    if valid:
        before = text[: text.find("@") + 1].lower()
        for scheme in ("sip:", "sips:"):
            at = before.find(scheme)
            if at == 0 or (at > 0 and _are_schemes(text[:at])):  # "view-source:sip:" too
                return at + len(scheme)
    at = text.find("//")
    if valid:
        return at + 2 if at == 0 or (at > 0 and _are_schemes(text[:at])) else None
    back = text.find("\\\\")
    if at < 0 or 0 <= back < at:
        at = back
    if at >= 0:
        return at + 2
    colon = text.find(":")  # "http:/user:pw@host": no authority by the grammar, but somebody's password
    return colon + 1 if colon >= 0 and text.count(":") > 1 else None


def _are_schemes(text: str) -> bool:
    """Whether nothing but schemes stands there, each with its colon: ``view-source:http:``."""
    return text.endswith(":") and text.isascii() and text.translate(_NO_MARKS).isalnum()


def secret_spans(text: str, *, valid: bool) -> list[tuple[int, int]]:
    """
    Find all that must not be shown, in order: `secret_span`, and what is one of URIs that the query holds.

    Example:
        >>> secret_spans("magnet:?tr=http://u:pw@h/&tr=http%3A%2F%2Fu%3Apw%40h", valid=True)
        [(20, 22), (46, 48)]
    """
    span = secret_span(text, valid=valid)
    found = [] if span is None else [span]
    start = text.find("?", span[1] if span else 0)
    if valid and start >= 0 and ("@" in text or "%40" in text):
        import re

        found += [one.span(one.lastindex or 0) for one in re.compile(_INSIDE).finditer(text, start)]
    return found


# "://" user ":" secret "@" inside a query, as it is or percent-encoded; what ends an authority is no part of a secret
_INSIDE = (
    "://[^/?#&@:]*+:([^/?#&@]++)@"
    "|(?i:%3A%2F%2F(?:(?!%3A|%2F|%3F|%23|%40)[^&#@])*+%3A((?:(?!%2F|%3F|%23|%40)[^&#@])++)%40)"
)


def hide(text: str, *, valid: bool) -> str:
    """Return *text* with its secrets as ``•••``; see `secret_spans`."""
    parts: list[str] = []
    done = 0
    for start, end in secret_spans(text, valid=valid):
        parts += [text[done:start], MASK]
        done = end
    return "".join(parts) + text[done:]


def hide_in_query(query: str) -> str:
    """
    Return a query with the passwords of URIs in it as ``•••``.

    Example:
        >>> hide_in_query("a=b&to=ftp://u:pw@h/")
        'a=b&to=ftp://u:•••@h/'
    """
    return hide(f"?{query}", valid=True)[1:]


def hide_in_path(path: str) -> str:
    """
    Return a path, or a segment, with what would be the password of a SIP user there as ``•••``.

    Example:
        >>> hide_in_path("alice:pw@example.com"), hide_in_path("/a:b/c")
        ('alice:•••@example.com', '/a:b/c')
    """
    return hide(f"sip:{path}", valid=True).removeprefix("sip:")


def _shown(character: str) -> str:
    """The character itself, or its name in angle brackets where drawing it would mislead."""
    number = ord(character)
    if number in _NAMES:
        return f"<{_NAMES[number]}>"
    if 0x20 <= number < 0x7F:
        return character
    import unicodedata

    # Cc Cf Cs Co Cn Zl Zp: nothing to see, or something that moves its neighbours
    hidden = unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    return f"<U+{number:04X}>" if hidden else character


def width(shown: str) -> int:
    """Return how many columns of a terminal *shown* takes."""
    if shown.isascii():
        return len(shown)
    import unicodedata

    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in shown)


def printable(text: str) -> str:
    """Return *text* with controls, bidi marks and zero-width characters as names in angle brackets."""
    return text if text.isascii() and text.isprintable() else "".join(map(_shown, text))


def draw(text: str, finding: Finding, *, show_secrets: bool = False, valid: bool | None = None) -> str:
    """
    Draw a finding: the message, the text with a caret under the place, the rule, the help.

    Args:
        text: The text it was found in.
        finding: What was found.
        show_secrets: Draw passwords too.
        valid: Whether *text* is in the grammar: what may be a secret depends on it.  None takes it for broken where the
            level is ``"error"``.

    Returns:
        Some lines without a final newline; at most about 60 code points of *text*.

    Example:
        >>> print(draw("http://h/%7e", finding("lower-case-escape", 9, 12, help="write http://h/%7E")))
        warning[lower-case-escape]: an escape is written with lower-case hex digits
          http://h/%7e
                   ^^^
          rule: pct-encoded = "%" HEXDIG HEXDIG   RFC 3986 §2.1
          help: write http://h/%7E
    """
    if valid is None:
        valid = finding.level != "error"
    lines = [f"{finding.level}[{finding.code}]: {finding.message}"]
    lines += _picture(text, finding.start, finding.end, [] if show_secrets else secret_spans(text, valid=valid))
    if finding.rule or finding.source:
        lines.append("  rule: " + "   ".join(part for part in (finding.rule, finding.source) if part))
    if finding.help:
        lines.append(f"  help: {printable(finding.help)}")
    return "\n".join(lines)


def _picture(text: str, start: int, end: int, secrets: list[tuple[int, int]]) -> list[str]:
    """The line of text and the line of carets."""
    first, last = max(0, start - _BEFORE), min(len(text), start + _AFTER)
    line, before, under = "…" if first else "", 1 if first else 0, 0
    secrets = [span for span in secrets if first < span[1] and span[0] < last]
    at = first
    while at < last:
        step, shown = at + 1, ""
        while secrets and secrets[0][1] <= at:
            secrets = secrets[1:]
        if secrets and secrets[0][0] <= at:
            step, shown = secrets[0][1], MASK
        else:
            shown = _shown(text[at])
        columns = width(shown)
        if step <= start:
            before += columns
        elif at < max(end, start + 1):
            under += columns
        line += shown
        at = step
    if last < len(text):
        line += "…"
    return [f"  {line}", f"  {' ' * before}{'^' * max(1, under)}"]
