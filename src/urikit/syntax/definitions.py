"""
Which standards have a rule of this name, what does each print, and what is said today instead?

RFC 3986 Appendix A, Appendix D.2; RFC 3987 §2.2; RFC 5234 B.1; RFC 2396 Appendix A; RFC 1738 §5.
"""

from __future__ import annotations

from urikit.findings import Record
from urikit.syntax.grammar import RFC3986, grammar_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.syntax.grammar import RuleBook

BOOKS: tuple[RuleBook, ...] = ("rfc3986", "rfc3987", "rfc2396", "rfc1738")
"""The standards that are looked in, in this order."""

_SECTIONS = {
    "2.1": "pct-encoded",
    "2.2": "reserved gen-delims sub-delims",
    "2.3": "unreserved",
    "3": "URI hier-part",
    "3.1": "scheme",
    "3.2": "authority",
    "3.2.1": "userinfo",
    "3.2.2": "host IP-literal IPvFuture IPv6address ls32 h16 IPv4address dec-octet reg-name",
    "3.2.3": "port",
    "3.3": "path path-abempty path-absolute path-noscheme path-rootless path-empty"
    " segment segment-nz segment-nz-nc pchar",
    "3.4": "query",
    "3.5": "fragment",
    "4.1": "URI-reference",
    "4.2": "relative-ref relative-part",
    "4.3": "absolute-URI",
}
_SECTION_OF = {rule: f"RFC 3986 §{section}" for section, rules in _SECTIONS.items() for rule in rules.split()}


class Definition(Record):
    """
    A rule as one standard has it.

    Attributes:
        name: Its name there.
        spec: The standard: ``"rfc3986"``, ``"rfc3987"``, ``"rfc2396"`` or ``"rfc1738"``.
        abnf: What the standard prints behind the name.
        source: The standard and its section.
        replacement: Of a name that RFC 3986 gave up, what Appendix D.2 translates it to; ``""`` of any other.
    """

    __slots__ = ("name", "spec", "abnf", "source", "replacement")  # noqa: RUF023 (the constructor's order)
    __match_args__ = ("name", "spec", "abnf", "source", "replacement")

    if TYPE_CHECKING:
        name: str
        spec: str
        abnf: str
        source: str
        replacement: str

        def __init__(self, name: str, spec: str, abnf: str, source: str, replacement: str) -> None: ...


def definitions(rule: str) -> tuple[Definition, ...]:
    """
    Tell what each standard says of a rule.

    Args:
        rule: A name; case is folded and ``_`` is ``-``, but a name that RFC 3986 gave up is found by its "_" as well.

    Returns:
        One row for each standard that has such a rule, that of today first.

    Raises:
        KeyError: No standard has.

    Example:
        >>> [(one.name, one.abnf, one.replacement) for one in definitions("abs_path")]
        [('abs_path', '"/"  path_segments', 'path-absolute')]
        >>> [(one.source, one.abnf) for one in definitions("scheme")][0]
        ('RFC 3986 §3.1', 'ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )')

    Source:
        RFC 3986 Appendix A, Appendix D.2; RFC 3987 §2.2; RFC 5234 §B.1; RFC 2396 Appendix A; RFC 1738 §5.
    """
    from urikit.syntax.grammar_2396 import OBSOLETE, OBSOLETE_NAMES

    found: list[Definition] = []
    for spec in BOOKS:
        grammar = grammar_of(spec)
        try:
            row = grammar.rule(rule)
        except KeyError:
            continue
        if spec == "rfc3987" and row.name in RFC3986.rules:
            continue
        gone = spec == "rfc2396" and row.name.lower() in OBSOLETE_NAMES
        replacement = OBSOLETE.rules[row.name].abnf if gone else ""
        source = _SECTION_OF.get(row.name, "RFC 5234 §B.1") if spec == "rfc3986" else grammar.source
        found.append(Definition(row.name, spec, row.abnf, source, replacement))
    if not found:
        raise KeyError(f"no standard has a rule {rule!r}")
    return tuple(found)
