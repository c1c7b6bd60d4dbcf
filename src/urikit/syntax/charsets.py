"""
May this character stand raw here, must it be encoded, or does it end something?

Asked of the grammars themselves: a character stands raw where the component's rule matches it, and delimits where a
whole URL may go on behind it.  RFC 1738 §2.2, §5; RFC 2396 Appendix A; RFC 3986 §2; RFC 3987 §2.2; WHATWG URL §1.3,
§3.1, §4.4 as of 2026-07.
"""

from __future__ import annotations

from urikit.findings import Record
from urikit.syntax.grammar import grammar_of
from urikit.syntax.octets import only_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Forms = dict[str, tuple[str, str, str]]  # by component: its rule, what stands before it, the form of the whole

COMPONENTS = ("userinfo", "host", "path-segment", "query", "fragment")
"""The components that `charset_table` tells of."""

_WEB = "{scheme}://{authority}{path-abempty}(?:\\?{query})?+(?:\\#{fragment})?+"
_IRI = "{scheme}://{iauthority}{ipath-abempty}(?:\\?{iquery})?+(?:\\#{ifragment})?+"
_OLD = "{scheme}://{server}(?:{abs_path})?+(?:\\?{query})?+(?:\\#{fragment})?+"
_FTP, _HTTP = "{ftpurl}", "{httpurl}"

GENERIC: dict[str, Forms] = {
    "rfc1738": {
        "userinfo": ("user", "ftp://", _FTP),
        "host": ("host", "http://", _HTTP),
        "path-segment": ("hsegment", "http://h/", _HTTP),
        "query": ("search", "http://h/?", _HTTP),
    },
    "rfc2396": {
        "userinfo": ("userinfo", "a://", _OLD),
        "host": ("host", "a://", _OLD),
        "path-segment": ("segment", "a://h/", _OLD),
        "query": ("query", "a://h/?", _OLD),
        "fragment": ("fragment", "a://h/#", _OLD),
    },
    "rfc3986": {
        "userinfo": ("userinfo", "a://", _WEB),
        "host": ("reg-name", "a://", _WEB),
        "path-segment": ("segment", "a://h/", _WEB),
        "query": ("query", "a://h/?", _WEB),
        "fragment": ("fragment", "a://h/#", _WEB),
    },
    "rfc3987": {
        "userinfo": ("iuserinfo", "a://", _IRI),
        "host": ("ireg-name", "a://", _IRI),
        "path-segment": ("isegment", "a://h/", _IRI),
        "query": ("iquery", "a://h/?", _IRI),
        "fragment": ("ifragment", "a://h/#", _IRI),
    },
}
"""The components of each standard's common syntax."""

BY_SCHEME: dict[str, Forms] = {
    "any ip": {
        "user": ("user", "ftp://", _FTP),
        "password": ("password", "ftp://u:", _FTP),
        "host": ("host", "ftp://u:p@", _FTP),
        "port": ("port", "ftp://u:p@h:", _FTP),
    },
    "ftp": {"fsegment": ("fsegment", "ftp://h/", _FTP), "ftptype": ("ftptype", "ftp://h/a;type=", _FTP)},
    "http": {"hsegment": ("hsegment", "http://h/", _HTTP), "search": ("search", "http://h/a?", _HTTP)},
    "gopher": {
        "gtype": ("gtype", "gopher://h/", "{gopherurl}"),
        "selector": ("selector", "gopher://h/1", "{gopherurl}"),
        "search": ("search", "gopher://h/1a%09", "gopher://{hostport}/{gtype}a%09{search}"),
    },
    "mailto": {"encoded822addr": ("encoded822addr", "mailto:", "{mailtourl}")},
    "news": {"group": ("group", "news:", "news:{group}"), "article": ("article", "news:", "{newsurl}")},
    "nntp": {"group": ("group", "nntp://h/", "{nntpurl}")},
    "wais": {
        "database": ("database", "wais://h/", "{waisurl}"),
        "wtype": ("wtype", "wais://h/d/", "{waisurl}"),
        "wpath": ("wpath", "wais://h/d/t/", "{waisurl}"),
        "search": ("search", "wais://h/d?", "{waisurl}"),
    },
    "file": {"fsegment": ("fsegment", "file://h/", "{fileurl}")},
    "prospero": {
        "psegment": ("psegment", "prospero://h/", "{prosperourl}"),
        "fieldname": ("fieldname", "prospero://h/p;", "{prosperourl}"),
        "fieldvalue": ("fieldvalue", "prospero://h/p;f=", "{prosperourl}"),
    },
}
"""The components of each scheme of RFC 1738."""

# What may stand in a component before the character asked for, and what may come behind it in the whole.
_HEADS = ("a", "1", "A")
_TAILS = ("", "1", "h", "h/", "1@h", "t/p", "v", "f=v", "type=a")
_END = {"article": "@h"}  # the one rule that goes on behind its component
_BRACKETS = (("", "::1]"), ("[::1", ""))  # around an address, at the beginning of a host

# WHATWG URL §1.3: each percent-encode set is another with some more.  §3.1: what no host may hold.
_FRAGMENT_SET = ' "<>`'
_QUERY_SET = ' "#<>'
_PATH_SET = _QUERY_SET + "?^`{}"
_ENCODED = {
    "userinfo": _PATH_SET + "/:;=@[\\]^|",
    "path-segment": _PATH_SET,
    "query": _QUERY_SET,
    "fragment": _FRAGMENT_SET,
}
_FORBIDDEN_IN_HOSTS = "\0\t\n\r #/:<>?@[\\]^|"
_ENDS = {"userinfo": "#/:?@", "host": "#/:?@[]", "path-segment": "#/?", "query": "#", "fragment": ""}  # §4.4
_BACKSLASH_ENDS = ("userinfo", "host", "path-segment")  # in a URL of a special scheme it is a slash


class Place(Record):
    """
    What one standard says of a character in one component.

    Attributes:
        spec: ``"rfc1738"``, ``"rfc2396"``, ``"rfc3986"``, ``"rfc3987"``, ``"whatwg"`` or ``"whatwg-special"`` (URLs of
            http, https, ws, wss, ftp and file).
        scheme: The scheme of RFC 1738 whose component it is, ``"any ip"`` for those with ``//``; ``""`` for a
            component of every scheme.
        component: Its name.
        status: ``"allowed"``; ``"allowed-reserved"`` (raw is legal and means another thing than its escape);
            ``"delimiter"``; ``"must-encode"``; ``"escape"`` ("%", also where the component takes no escape sequences:
            the reason tells); ``"not-in-grammar"`` (there is no such component).  Of WHATWG: ``"kept"``,
            ``"encoded"``, ``"delimiter"``, ``"failure"``, ``"decoded-first"``, ``"kept-lowercased"``, ``"removed"``,
            ``"idna"`` (written as DNS has it).
        reason: Why it cannot stand raw as data: ``"unprintable"``, ``"non-ascii"``, ``"unsafe"``, ``"reserved"``,
            ``"delimiter"``, ``"escape"`` or ``"not in this component"``; ``""`` where it can.
    """

    __slots__ = ("spec", "scheme", "component", "status", "reason")  # noqa: RUF023 (the order of the columns)
    __match_args__ = ("spec", "scheme", "component", "status", "reason")

    if TYPE_CHECKING:
        spec: str
        scheme: str
        component: str
        status: str
        reason: str

        def __init__(self, spec: str, scheme: str, component: str, status: str, reason: str) -> None: ...


def charset_table(character: str, *, by_scheme: bool = False) -> tuple[Place, ...]:
    """
    Tell where a character may stand raw, must be encoded or delimits, by five standards, and why.

    Args:
        character: One character, any.
        by_scheme: Whether to tell of the components that RFC 1738 gives each scheme, instead of those that all have.

    Returns:
        A row for each standard and component.

    Raises:
        ValueError: *character* is not one character.

    Example:
        >>> [(one.spec, one.status, one.reason) for one in charset_table("~") if one.component == "query"]
        ... # doctest: +NORMALIZE_WHITESPACE
        [('rfc1738', 'must-encode', 'unsafe'), ('rfc2396', 'allowed', ''), ('rfc3986', 'allowed', ''),
         ('rfc3987', 'allowed', ''), ('whatwg', 'kept', ''), ('whatwg-special', 'kept', '')]

    Source:
        RFC 1738 §2.2, §5; RFC 2396 Appendix A; RFC 3986 §2, Appendix A; RFC 3987 §2.2; WHATWG URL §1.3, §3.1, §4.4.
    """
    if len(only_text(character)) != 1:
        raise ValueError(f"a character is one code point, not {len(character)}")
    if by_scheme:
        return tuple(
            _place(character, "rfc1738", scheme, component, BY_SCHEME[scheme])
            for scheme in BY_SCHEME
            for component in BY_SCHEME[scheme]
        )
    return tuple(_generic(character))


def _generic(character: str) -> Iterator[Place]:
    for component in COMPONENTS:
        for spec in GENERIC:
            yield _place(character, spec, "", component, GENERIC[spec])
        for spec in ("whatwg", "whatwg-special"):
            status = _of_whatwg(character, component, spec == "whatwg-special")
            raw = status in ("kept", "kept-lowercased")
            yield Place(spec, "", component, status, "" if raw else _reason(character, status, spec))


def _place(character: str, spec: str, scheme: str, component: str, forms: Forms) -> Place:
    if component not in forms:
        return Place(spec, scheme, component, "not-in-grammar", "")
    if character == "%":
        taken = _stands("%41", spec, forms[component][0])
        return Place(spec, scheme, component, "escape", "escape" if taken else "not in this component")
    status = _status(character, spec, component, forms[component])
    return Place(spec, scheme, component, status, "" if status == "allowed" else _reason(character, status, spec))


def _status(character: str, spec: str, component: str, form: tuple[str, str, str]) -> str:
    rule, before, whole = form
    grammar = grammar_of(spec)
    if _stands(character, spec, rule):
        return "allowed-reserved" if grammar.matcher("reserved").fullmatch(character) else "allowed"
    fits = grammar.compile(whole).fullmatch
    around = [(head, tail) for head in _heads(spec, rule) for tail in _TAILS]
    if component == "host":  # what stands before an "@" is no host
        around = [(head, tail) for head, tail in around if "@" not in tail] + list(_BRACKETS)
    return "delimiter" if any(fits(before + head + character + tail) for head, tail in around) else "must-encode"


def _stands(text: str, spec: str, rule: str) -> bool:
    """Say whether a character, or an escape sequence, stands somewhere in what a rule describes."""
    fits = grammar_of(spec).matcher(rule).fullmatch
    behind = [tail + _END.get(rule, "") for tail in ("", "1", "a")]
    return any(fits(head + text + tail) for head in ("", *_heads(spec, rule)) for tail in behind)


def _heads(spec: str, rule: str) -> list[str]:
    """What may stand before a character where a rule is to hold."""
    fits = grammar_of(spec).matcher(rule).fullmatch
    return [head for head in _HEADS if fits(head + _END.get(rule, ""))]


def _of_whatwg(character: str, component: str, special: bool) -> str:
    if character in "\t\n\r":
        return "removed"
    if character in _ENDS[component] or (special and character == "\\" and component in _BACKSLASH_ENDS):
        return "delimiter"
    control = character < " " or character == "\x7f"
    if component == "host":
        if special and character == "%":
            return "decoded-first"
        if character in _FORBIDDEN_IN_HOSTS or (special and control):
            return "failure"
        if special and character > "~":
            return "idna"
        if special and "A" <= character <= "Z":
            return "kept-lowercased"
        return "encoded" if control or character > "~" else "kept"
    encoded = _ENCODED[component] + ("'" if special and component == "query" else "")
    return "encoded" if control or character > "~" or character in encoded else "kept"


def _reason(character: str, status: str, spec: str) -> str:
    """Why a character cannot stand raw as data."""
    if character < " " or character == "\x7f":
        return "unprintable"
    if character > "~":
        return "non-ascii"
    if character == "%":
        return "escape"
    if status == "delimiter":
        return "delimiter"
    book = spec if spec in GENERIC else "rfc3986"
    if status == "allowed-reserved":
        return "reserved"
    if spec == "rfc1738":
        unsafe = not grammar_of(spec).matcher("xchar").fullmatch(character)
    else:
        known = grammar_of(book).matcher
        unsafe = not known("unreserved").fullmatch(character) and not known("reserved").fullmatch(character)
    if unsafe:
        return "unsafe"
    reserved = grammar_of(book).matcher("reserved").fullmatch(character)
    return "reserved" if reserved else "not in this component"
