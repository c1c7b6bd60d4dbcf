"""
Which character may stand where?

A grammar is a table: one row a rule, the RFC's own ABNF beside the pattern that says the same.  RFC 3986 Appendix A;
RFC 3987 §2.2; RFC 5234 B.1.

Patterns name other rules in braces.  Repetition is possessive (`*+`, `++`, `?+`), so no text is read twice and time is
linear; where a possessive reading would not be the ABNF's (an IPv6 address), the alternatives are bounded in length.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Mapping
    from typing import Literal, NoReturn

    RuleBook = Literal["rfc3986", "rfc3987", "rfc1738", "rfc2396"]


class Rule:
    """One row: a rule's name, its ABNF as the RFC prints it, and the pattern that says the same."""

    __slots__ = ("abnf", "name", "pattern")

    def __init__(self, name: str, abnf: str, pattern: str) -> None:
        self.name = name
        self.abnf = abnf
        self.pattern = pattern


class Grammar:
    """
    A standard's rules by name.

    Args:
        name: What people call it, such as ``"rfc3986"``.
        source: The standard and section.
        table: ABNF and pattern of each rule, by the rule's name; a pattern names other rules in braces.
        over: A grammar whose rules hold where *table* has none.
    """

    __slots__ = ("_expanded", "_matchers", "_names", "name", "rules", "source")

    def __init__(
        self, name: str, source: str, table: Mapping[str, tuple[str, str]], over: Grammar | None = None
    ) -> None:
        self.name = name
        self.source = source
        self.rules: dict[str, Rule] = dict(over.rules) if over else {}
        self.rules |= {rule: Rule(rule, *row) for rule, row in table.items()}
        self._names = {rule.lower(): rule for rule in self.rules}
        self._expanded: dict[str, str] = {}
        self._matchers: dict[str, re.Pattern[str]] = {}

    def rule(self, name: str) -> Rule:
        """Return the rule called *name*; case is folded and "_" is "-".  Raises KeyError where there is none."""
        try:
            return self.rules[name if name in self.rules else self._names[name.lower().replace("_", "-")]]
        except KeyError:
            raise KeyError(f"there is no rule {name!r}; there are {', '.join(self.rules)}") from None

    def has(self, name: str) -> bool:
        """Say whether there is a rule called *name*, folded as `rule` does."""
        return name.lower().replace("_", "-") in self._names

    def part(self, name: str) -> str:
        """Return this standard's name of the part that RFC 3986 calls *name*: RFC 3987 puts an "i" before most."""
        return f"i{name}" if f"i{name}" in self.rules else name

    def expand(self, pattern: str) -> str:
        """Return *pattern* with every rule name in braces replaced by that rule's pattern."""
        import re

        def insert(name: re.Match[str]) -> str:
            known = self._expanded.get(name[1])
            if known is None:
                known = self._expanded[name[1]] = self.expand(self.rules[name[1]].pattern)
            return known

        return re.sub(r"\{([A-Za-z][A-Za-z0-9_-]*)\}", insert, pattern)

    def compile(self, pattern: str) -> re.Pattern[str]:
        """Compile *pattern*, in which braces name rules."""
        import re

        return re.compile(self.expand(pattern))

    def matcher(self, name: str) -> re.Pattern[str]:
        """Return the compiled pattern of rule *name*; compiled at first use."""
        found = self._matchers.get(name)
        if found is None:
            found = self._matchers[name] = self.compile(self.rule(name).pattern)
        return found


# A set in brackets is written once here and used by several rules: "sets" are the insides of a character class.
_UNRESERVED = r"A-Za-z0-9\-._~"
_SUB_DELIMS = r"!$&'()*+,;="


def any_of(inside: str, escape: str = "pct-encoded") -> str:
    """Write ``*( [inside] / escape )``; unrolled, so that the common run of plain characters is one step."""
    return f"[{inside}]*+(?:{{{escape}}}[{inside}]*+)*+"


def some_of(inside: str, escape: str = "pct-encoded") -> str:
    """Write ``1*( [inside] / escape )``."""
    return f"(?=[{inside}]|{{{escape}}}){any_of(inside, escape)}"


RFC3986 = Grammar(
    "rfc3986",
    "RFC 3986 Appendix A",
    {
        # --- the characters, §2
        "unreserved": ('ALPHA / DIGIT / "-" / "." / "_" / "~"', f"[{_UNRESERVED}]"),
        "sub-delims": ('"!" / "$" / "&" / "\'" / "(" / ")" / "*" / "+" / "," / ";" / "="', f"[{_SUB_DELIMS}]"),
        "gen-delims": ('":" / "/" / "?" / "#" / "[" / "]" / "@"', r"[:/?#\[\]@]"),
        "reserved": ("gen-delims / sub-delims", "(?:{gen-delims}|{sub-delims})"),
        "pct-encoded": ('"%" HEXDIG HEXDIG', "%{HEXDIG}{HEXDIG}"),
        "pchar": (
            'unreserved / pct-encoded / sub-delims / ":" / "@"',
            f"(?:[{_UNRESERVED}{_SUB_DELIMS}:@]|{{pct-encoded}})",
        ),
        # --- the parts, §3
        "scheme": ('ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )', r"[A-Za-z][A-Za-z0-9+\-.]*+"),
        "userinfo": (
            '*( unreserved / pct-encoded / sub-delims / ":" )',
            any_of(f"{_UNRESERVED}{_SUB_DELIMS}:"),
        ),
        "reg-name": (
            "*( unreserved / pct-encoded / sub-delims )",
            any_of(f"{_UNRESERVED}{_SUB_DELIMS}"),
        ),
        "dec-octet": (
            'DIGIT / %x31-39 DIGIT / "1" 2DIGIT / "2" %x30-34 DIGIT / "25" %x30-35',
            "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])",
        ),
        "IPv4address": (
            'dec-octet "." dec-octet "." dec-octet "." dec-octet',
            r"{dec-octet}\.{dec-octet}\.{dec-octet}\.{dec-octet}",
        ),
        "h16": ("1*4HEXDIG", "{HEXDIG}{1,4}"),
        "ls32": ('( h16 ":" h16 ) / IPv4address', "(?:{h16}:{h16}|{IPv4address})"),
        "IPv6address": (
            '6( h16 ":" ) ls32 / "::" 5( h16 ":" ) ls32 / [ h16 ] "::" 4( h16 ":" ) ls32'
            ' / [ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32 / [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32'
            ' / [ *3( h16 ":" ) h16 ] "::" h16 ":" ls32 / [ *4( h16 ":" ) h16 ] "::" ls32'
            ' / [ *5( h16 ":" ) h16 ] "::" h16 / [ *6( h16 ":" ) h16 ] "::"',
            "(?:(?:{h16}:){6}{ls32}"
            "|::(?:{h16}:){5}{ls32}"
            "|(?:{h16})?::(?:{h16}:){4}{ls32}"
            "|(?:(?:{h16}:){0,1}{h16})?::(?:{h16}:){3}{ls32}"
            "|(?:(?:{h16}:){0,2}{h16})?::(?:{h16}:){2}{ls32}"
            "|(?:(?:{h16}:){0,3}{h16})?::{h16}:{ls32}"
            "|(?:(?:{h16}:){0,4}{h16})?::{ls32}"
            "|(?:(?:{h16}:){0,5}{h16})?::{h16}"
            "|(?:(?:{h16}:){0,6}{h16})?::)",
        ),
        "IPvFuture": (
            '"v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )',
            rf"[vV]{{HEXDIG}}++\.[{_UNRESERVED}{_SUB_DELIMS}:]++",
        ),
        "IP-literal": ('"[" ( IPv6address / IPvFuture  ) "]"', r"\[(?:{IPv6address}|{IPvFuture})\]"),
        "host": ("IP-literal / IPv4address / reg-name", "(?:{IP-literal}|{reg-name})"),  # any IPv4address is a reg-name
        "port": ("*DIGIT", "{DIGIT}*+"),
        "authority": ('[ userinfo "@" ] host [ ":" port ]', "(?:{userinfo}@)?+{host}(?::{port})?+"),
        # --- the path, §3.3
        "segment": ("*pchar", any_of(f"{_UNRESERVED}{_SUB_DELIMS}:@")),
        "segment-nz": ("1*pchar", some_of(f"{_UNRESERVED}{_SUB_DELIMS}:@")),
        "segment-nz-nc": (
            '1*( unreserved / pct-encoded / sub-delims / "@" ) ; non-zero-length segment without any colon ":"',
            some_of(f"{_UNRESERVED}{_SUB_DELIMS}@"),
        ),
        "path-abempty": ('*( "/" segment )', "(?:/{segment})*+"),
        "path-absolute": ('"/" [ segment-nz *( "/" segment ) ]', "/(?:{segment-nz}{path-abempty})?+"),
        "path-noscheme": ('segment-nz-nc *( "/" segment )', "{segment-nz-nc}{path-abempty}"),
        "path-rootless": ('segment-nz *( "/" segment )', "{segment-nz}{path-abempty}"),
        "path-empty": ("0<pchar>", "(?:)"),
        "path": (
            "path-abempty / path-absolute / path-noscheme / path-rootless / path-empty",
            any_of(f"{_UNRESERVED}{_SUB_DELIMS}:@/"),
        ),
        # --- query and fragment, §3.4, §3.5
        "query": ('*( pchar / "/" / "?" )', any_of(f"{_UNRESERVED}{_SUB_DELIMS}:@/?")),
        "fragment": ('*( pchar / "/" / "?" )', any_of(f"{_UNRESERVED}{_SUB_DELIMS}:@/?")),
        # --- whole references, §3, §4
        "hier-part": (
            '"//" authority path-abempty / path-absolute / path-rootless / path-empty',
            "(?://{authority}{path-abempty}|{path-absolute}|{path-rootless}|{path-empty})",
        ),
        "relative-part": (
            '"//" authority path-abempty / path-absolute / path-noscheme / path-empty',
            "(?://{authority}{path-abempty}|{path-absolute}|{path-noscheme}|{path-empty})",
        ),
        "URI": (
            'scheme ":" hier-part [ "?" query ] [ "#" fragment ]',
            r"{scheme}:{hier-part}(?:\?{query})?+(?:\#{fragment})?+",
        ),
        "relative-ref": (
            'relative-part [ "?" query ] [ "#" fragment ]',
            r"{relative-part}(?:\?{query})?+(?:\#{fragment})?+",
        ),
        "URI-reference": ("URI / relative-ref", "(?:{URI}|{relative-ref})"),
        "absolute-URI": ('scheme ":" hier-part [ "?" query ]', r"{scheme}:{hier-part}(?:\?{query})?+"),
        # --- core rules, RFC 5234 B.1
        "ALPHA": ("%x41-5A / %x61-7A", "[A-Za-z]"),
        "BIT": ('"0" / "1"', "[01]"),
        "CHAR": ("%x01-7F", r"[\x01-\x7F]"),
        "CR": ("%x0D", r"\r"),
        "CRLF": ("CR LF", r"\r\n"),
        "CTL": ("%x00-1F / %x7F", r"[\x00-\x1F\x7F]"),
        "DIGIT": ("%x30-39", "[0-9]"),
        "DQUOTE": ("%x22", '"'),
        "HEXDIG": ('DIGIT / "A" / "B" / "C" / "D" / "E" / "F"', "[0-9A-Fa-f]"),
        "HTAB": ("%x09", r"\t"),
        "LF": ("%x0A", r"\n"),
        "LWSP": ("*( WSP / CRLF WSP )", r"(?:[ \t]|\r\n[ \t])*+"),
        "OCTET": ("%x00-FF", r"[\x00-\xFF]"),
        "SP": ("%x20", " "),
        "VCHAR": ("%x21-7E", r"[\x21-\x7E]"),
        "WSP": ("SP / HTAB", r"[ \t]"),
    },
)


_UCSCHAR = "\xa0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef" + "".join(
    f"{chr(plane << 16)}-{chr((plane << 16) + 0xFFFD)}" for plane in range(1, 14)
)
_UCSCHAR += "\U000e1000-\U000efffd"
_IPRIVATE = "\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd"
_IUNRESERVED = f"{_UNRESERVED}{_UCSCHAR}"

RFC3987 = Grammar(
    "rfc3987",
    "RFC 3987 §2.2",
    {
        # --- the characters; a lone surrogate is in no range, so in no rule
        "ucschar": (
            "%xA0-D7FF / %xF900-FDCF / %xFDF0-FFEF / %x10000-1FFFD / %x20000-2FFFD / %x30000-3FFFD / %x40000-4FFFD"
            " / %x50000-5FFFD / %x60000-6FFFD / %x70000-7FFFD / %x80000-8FFFD / %x90000-9FFFD / %xA0000-AFFFD"
            " / %xB0000-BFFFD / %xC0000-CFFFD / %xD0000-DFFFD / %xE1000-EFFFD",
            f"[{_UCSCHAR}]",
        ),
        "iprivate": ("%xE000-F8FF / %xF0000-FFFFD / %x100000-10FFFD", f"[{_IPRIVATE}]"),
        "iunreserved": ('ALPHA / DIGIT / "-" / "." / "_" / "~" / ucschar', f"[{_IUNRESERVED}]"),
        "ipchar": (
            'iunreserved / pct-encoded / sub-delims / ":" / "@"',
            f"(?:[{_IUNRESERVED}{_SUB_DELIMS}:@]|{{pct-encoded}})",
        ),
        # --- the parts
        "iuserinfo": (
            '*( iunreserved / pct-encoded / sub-delims / ":" )',
            any_of(f"{_IUNRESERVED}{_SUB_DELIMS}:"),
        ),
        "ireg-name": ("*( iunreserved / pct-encoded / sub-delims )", any_of(f"{_IUNRESERVED}{_SUB_DELIMS}")),
        "ihost": ("IP-literal / IPv4address / ireg-name", "(?:{IP-literal}|{ireg-name})"),
        "iauthority": ('[ iuserinfo "@" ] ihost [ ":" port ]', "(?:{iuserinfo}@)?+{ihost}(?::{port})?+"),
        # --- the path
        "isegment": ("*ipchar", any_of(f"{_IUNRESERVED}{_SUB_DELIMS}:@")),
        "isegment-nz": ("1*ipchar", some_of(f"{_IUNRESERVED}{_SUB_DELIMS}:@")),
        "isegment-nz-nc": (
            '1*( iunreserved / pct-encoded / sub-delims / "@" ) ; non-zero-length segment without any colon ":"',
            some_of(f"{_IUNRESERVED}{_SUB_DELIMS}@"),
        ),
        "ipath-abempty": ('*( "/" isegment )', "(?:/{isegment})*+"),
        "ipath-absolute": ('"/" [ isegment-nz *( "/" isegment ) ]', "/(?:{isegment-nz}{ipath-abempty})?+"),
        "ipath-noscheme": ('isegment-nz-nc *( "/" isegment )', "{isegment-nz-nc}{ipath-abempty}"),
        "ipath-rootless": ('isegment-nz *( "/" isegment )', "{isegment-nz}{ipath-abempty}"),
        "ipath-empty": ("0<ipchar>", "(?:)"),
        "ipath": (
            "ipath-abempty / ipath-absolute / ipath-noscheme / ipath-rootless / ipath-empty",
            any_of(f"{_IUNRESERVED}{_SUB_DELIMS}:@/"),
        ),
        # --- query and fragment; private use in the query only
        "iquery": ('*( ipchar / iprivate / "/" / "?" )', any_of(f"{_IUNRESERVED}{_IPRIVATE}{_SUB_DELIMS}:@/?")),
        "ifragment": ('*( ipchar / "/" / "?" )', any_of(f"{_IUNRESERVED}{_SUB_DELIMS}:@/?")),
        # --- whole references
        "ihier-part": (
            '"//" iauthority ipath-abempty / ipath-absolute / ipath-rootless / ipath-empty',
            "(?://{iauthority}{ipath-abempty}|{ipath-absolute}|{ipath-rootless}|{ipath-empty})",
        ),
        "irelative-part": (
            '"//" iauthority ipath-abempty / ipath-absolute / ipath-noscheme / ipath-empty',
            "(?://{iauthority}{ipath-abempty}|{ipath-absolute}|{ipath-noscheme}|{ipath-empty})",
        ),
        "IRI": (
            'scheme ":" ihier-part [ "?" iquery ] [ "#" ifragment ]',
            r"{scheme}:{ihier-part}(?:\?{iquery})?+(?:\#{ifragment})?+",
        ),
        "irelative-ref": (
            'irelative-part [ "?" iquery ] [ "#" ifragment ]',
            r"{irelative-part}(?:\?{iquery})?+(?:\#{ifragment})?+",
        ),
        "IRI-reference": ("IRI / irelative-ref", "(?:{IRI}|{irelative-ref})"),
        "absolute-IRI": ('scheme ":" ihier-part [ "?" iquery ]', r"{scheme}:{ihier-part}(?:\?{iquery})?+"),
    },
    over=RFC3986,
)


class _Grammars(dict[str, Grammar]):
    """Tables by name; asked for another, they say which there are."""

    def __missing__(self, name: object) -> NoReturn:
        raise ValueError(f'spec is "rfc3986" or "rfc3987", not {name!r}')


GRAMMARS = _Grammars({grammar.name: grammar for grammar in (RFC3986, RFC3987)})

# Withdrawn by RFC 9844: read only where a caller asks for it, see `syntax.zone`.
RFC6874 = Grammar(
    "rfc6874",
    "RFC 6874 §2",
    {
        "ZoneID": ("1*( unreserved / pct-encoded )", some_of(_UNRESERVED)),
        "IPv6addrz": ('IPv6address "%25" ZoneID', "{IPv6address}%25{ZoneID}"),
        "IP-literal": (
            '"[" ( IPv6address / IPv6addrz / IPvFuture  ) "]"',
            r"\[(?:{IPv6address}|{IPv6addrz}|{IPvFuture})\]",
        ),
    },
    over=RFC3986,
)


def matches(rule: str, text: str, spec: RuleBook | None = None) -> bool:
    """
    Say whether the whole of *text* is what a rule of the grammar describes.

    Args:
        rule: A rule by its RFC name; case is folded and ``_`` is ``-``.
        text: Any text.
        spec: Whose rule: ``"rfc3986"`` (Appendix A), ``"rfc3987"`` (§2.2), ``"rfc1738"`` (§5) or
            ``"rfc2396"`` (Appendix A).  If None, that of
            RFC 3986, of RFC 3987, or a core rule; a name that RFC 3986 gave up, such as ``abs_path``, means what
            Appendix D.2 translates it to, and gives a ``DeprecationWarning``.

    Raises:
        KeyError: There is no such rule.
        ValueError: There is no such *spec*.
        TypeError: *text* is no ``str``.

    Example:
        >>> matches("dec-octet", "255"), matches("dec_octet", "256")
        (True, False)
        >>> matches("unreserved", "~"), matches("unreserved", "~", spec="rfc1738")
        (True, False)

    Source:
        RFC 3986 Appendix A, Appendix D.2; RFC 3987 §2.2; RFC 5234 §B.1; RFC 2396 Appendix A;
        RFC 1738 §5.
    """
    if type(text) is not str:
        from urikit.syntax.octets import only_text  # on the error path only

        only_text(text)
    if spec is not None:
        return grammar_of(spec).matcher(rule).fullmatch(text) is not None
    if not RFC3987.has(rule):  # so hier_part and reg_name, old names too, are the hier-part and reg-name of today
        from urikit.syntax.grammar_2396 import OBSOLETE, OBSOLETE_NAMES

        old = OBSOLETE_NAMES.get(rule.lower())
        if old is not None:
            from warnings import warn

            words = f"{old} is a rule of RFC 2396; RFC 3986 Appendix D.2 writes {OBSOLETE.rules[old].abnf}"
            warn(words, DeprecationWarning, stacklevel=2)
            return OBSOLETE.matcher(old).fullmatch(text) is not None
    return RFC3987.matcher(rule).fullmatch(text) is not None


def grammar_of(spec: str) -> Grammar:
    """Return the table of a standard, such as ``"rfc1738"``; those that are history are read at their first use."""
    if spec == "rfc1738":
        from urikit.syntax.grammar_1738 import RFC1738

        return RFC1738
    if spec == "rfc2396":
        from urikit.syntax.grammar_2396 import RFC2396

        return RFC2396
    return GRAMMARS[spec]
