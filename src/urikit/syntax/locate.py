"""
Where does a text stop being a reference?

Only for texts that are none: the place is the length of the longest prefix that some valid URI-reference begins with,
exactly.  One greedy scan per component; the authority counts as userinfo until "/", "?", "#" or the end proves
otherwise (RFC 3986 §3.2); a broken "%" adds its good hex digits (§2.1); an IPv6 address is tried with short completions
(§3.2.2).
"""

from __future__ import annotations

from urikit.findings import Finding, finding
from urikit.syntax.grammar import RFC3986, Grammar

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

# What can make a started IPv6 address whole: nothing, zeros, or the rest of an IPv4 address.
_COMPLETIONS = ("", ":", "::", "0", "0.0.0", "0.0", ".0.0", ".0")
_LONGEST_IPV6 = len("ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255")
_SECTIONS = {"authority": "§3.2", "userinfo": "§3.2.1", "host": "§3.2.2", "port": "§3.2.3", "path": "§3.3"}
_SECTIONS |= {"query": "§3.4", "fragment": "§3.5"}
_BRACKETS, _CONTROLS = "[]", (0x20, 0x7F)


def locate(text: str, grammar: Grammar = RFC3986) -> Finding:
    """
    Say where and why a text is no URI-reference.

    Args:
        text: A text that is none.

    Returns:
        The finding; ``start`` is the length in code points of the longest prefix that some valid reference begins with.

    Example:
        >>> found = locate("http://a/%zz")
        >>> found.code, found.start, found.end
        ('pct-encoded', 10, 12)

    Source:
        RFC 3986 §4.1.
    """
    scheme = grammar.matcher("scheme").match(text)
    at = scheme.end() if scheme else 0
    if scheme and text.startswith(":", at):
        at += 1
    elif not text.startswith(("/", "?", "#")):  # a relative path: its first segment has no colon
        end = _scan(text, 0, "segment-nz-nc", grammar)
        if text.startswith(":", end):
            return _no_scheme(text, end, at)
        at = 0
    else:
        at = 0
    if text.startswith("//", at):
        at, wrong = _authority(text, at + 2, grammar)
        if wrong:
            return wrong
    part, end = "path", _scan(text, at, "path", grammar)
    for mark, following in (("?", "query"), ("#", "fragment")):
        if text.startswith(mark, end):
            part, end = following, _scan(text, end + 1, following, grammar)
    return _misfit(text, end, part, grammar)


def _scan(text: str, at: int, rule: str, grammar: Grammar) -> int:
    """Where *rule*, a repetition of characters, ends when read from *at*."""
    found = grammar.matcher(grammar.part(rule)).match(text, at)
    return found.end() if found else at


def _no_scheme(text: str, colon: int, scheme_end: int) -> Finding:
    """A colon in what would be the first segment: was it to be a scheme?"""
    looks_like_scheme = colon == 0 or text[0].isdigit() or scheme_end == colon
    code = "scheme" if looks_like_scheme else "first-segment-colon"
    fit_to_show = len(text) < 60 and "@" not in text
    mend = f'begin a scheme with a letter, or write "./" before it: ./{text}' if fit_to_show else ""
    return finding(code, colon, colon + 1, help=mend)


def _authority(text: str, start: int, grammar: Grammar) -> tuple[int, Finding | None]:
    """Read an authority; give where it ends, or what is wrong with it."""
    end = _scan(text, start, "userinfo", grammar)
    host = start
    if text.startswith("@", end):
        host = end + 1
    elif end > start or not text.startswith("[", end):
        # all of it could have been userinfo up to here; is it a host and a port as well?
        whole = grammar.matcher(grammar.part("authority")).match(text, start)
        if end < len(text) and text[end] not in "/?#":
            return end, _misfit(text, end, "host", grammar)
        if whole and whole.end() == end:
            return end, None
        return end, _bad_port(text, start, end)
    if text.startswith("[", host):
        part = "authority"  # after "]" nothing of the host can follow, no escape either
        end, wrong = _literal(text, host + 1, grammar)
        if wrong:
            return end, wrong
    else:
        part = "host"
        end = _scan(text, host, "reg-name", grammar)
    if text.startswith(":", end):
        part = "port"
        end = _scan(text, end + 1, "port", grammar)
    if end < len(text) and text[end] not in "/?#":
        return end, _misfit(text, end, part, grammar)
    return end, None


def _bad_port(text: str, start: int, end: int) -> Finding:
    """What reads as userinfo, but no "@" came: so what follows the first colon should have been a port."""
    colon = text.find(":", start, end)
    stop = min(end + 1, len(text))
    return finding("port", end, stop, message=_port_message(text, end), help=_port_help(text, colon, end))


def _port_message(text: str, end: int) -> str:
    before = "the text ends" if end == len(text) else f'"{text[end]}" ends the authority'
    return f'{before} before an "@": what stands after ":" is a port then, and a port holds digits only'


def _port_help(text: str, colon: int, end: int) -> str:
    second = text.find(":", colon + 1, end)
    if second >= 0 and all(c in "0123456789abcdefABCDEF:." for c in text[colon:end]):
        return "an IPv6 address stands in square brackets"
    return ""


def _literal(text: str, start: int, grammar: Grammar) -> tuple[int, Finding | None]:
    """Read what stands between square brackets; give the place after "]", or what is wrong."""
    if text.startswith(("v", "V"), start):
        return _future(text, start, grammar)
    address = grammar.matcher("IPv6address").fullmatch
    end = start
    while end < len(text) and end - start < _LONGEST_IPV6:
        grown = text[start : end + 1]
        if not any(address(grown + completion) for completion in _COMPLETIONS):
            break
        end += 1
    if text.startswith("]", end) and address(text, start, end):
        return end + 1, None
    return end, _bad_ipv6(text, start, end)


def _bad_ipv6(text: str, start: int, end: int) -> Finding:
    found = text[end : end + 1]
    if found == "%":
        return finding("zone-id", end, _until(text, end, "]/?#"), help=_without_zone(text, end))
    if not found:
        return finding("ip-literal", end, end, message='the text ends before "]"')
    if "." in text[start : _until(text, start, "]/?#")] and ":" not in text[start : _until(text, start, "]/?#")]:
        return finding("ip-literal", end, end + 1, help="write an IPv4 address or a name without brackets")
    return finding("ipv6-address", end, end + 1, message=f"an IPv6 address cannot go on with {_quoted(found)}")


def _without_zone(text: str, percent: int) -> str:
    close = text.find("]", percent)
    fit_to_show = close >= 0 and len(text) < 100 and "@" not in text
    return f"leave the zone out: {text[:percent]}{text[close:]}" if fit_to_show else ""


def _future(text: str, start: int, grammar: Grammar) -> tuple[int, Finding | None]:
    end = start + 1
    after = _scan(text, end, "h16", grammar)
    while after > end:  # h16 takes four digits at a time
        end, after = after, _scan(text, after, "h16", grammar)
    whole = grammar.matcher("IPvFuture").match(text, start)
    if whole:
        end = whole.end()
        if text.startswith("]", end):
            return end + 1, None
    elif end > start + 1 and text.startswith(".", end):
        end += 1
    if end == len(text):
        return end, finding("ip-literal", end, end, message='the text ends before "]"')
    return end, finding("ipvfuture", end, end + 1)


def _until(text: str, start: int, marks: str) -> int:
    return min((at for at in (text.find(mark, start) for mark in marks) if at >= 0), default=len(text))


def _misfit(text: str, at: int, part: str, grammar: Grammar) -> Finding:
    """What is wrong with the character at *at*, which ended the scan of *part*."""
    rule, source = _rule_of(part, grammar)
    if text.startswith("%", at) and part not in ("authority", "port"):
        good = _scan(text, at + 1, "HEXDIG", grammar)
        return finding("pct-encoded", good, max(good, min(at + 3, len(text))), help=_mended(text, at, grammar))
    character = text[at : at + 1]
    code = _code_of(character, part, grammar)
    message = f"{_quoted(character)} cannot stand in a {part}"
    if part == "port":
        message = f"{_quoted(character)} is no digit of a port"
    elif part == "authority":
        message = f'{_quoted(character)} cannot follow "]"'
    if code in ("number-sign", "at-sign"):
        message = rule = source = ""
    elif code in ("port", "private-use", "lone-surrogate"):
        rule = source = ""
    return finding(code, at, at + 1, message=message, rule=rule, source=source, help=_mended(text, at, grammar))


def _rule_of(part: str, grammar: Grammar) -> tuple[str, str]:
    name = grammar.part({"host": "reg-name", "path": "pchar"}.get(part, part))
    section = "RFC 3987 §2.2" if name in grammar.rules and name not in RFC3986.rules else f"RFC 3986 {_SECTIONS[part]}"
    return f"{name} = {grammar.rules[name].abnf}", section


def _code_of(character: str, part: str, grammar: Grammar) -> str:
    number = ord(character)
    if character == " ":
        return "space"
    if number < _CONTROLS[0] or number == _CONTROLS[1]:
        return "control"
    if number > _CONTROLS[1]:
        code = _code_beyond_ascii(character, grammar)
        if code:
            return code
    if character == "\\":
        return "backslash"
    if character in _BRACKETS:
        return "square-bracket"
    if character == "@" and part in ("authority", "host", "port"):
        return "at-sign"
    if character == "#" and part == "fragment":
        return "number-sign"
    return "port" if part == "port" else "character"


def _code_beyond_ascii(character: str, grammar: Grammar) -> str:
    """Why this grammar has a character nowhere, or not here; "" for a character that stands elsewhere in an IRI."""
    if "ucschar" not in grammar.rules:
        return "not-ascii"
    if grammar.matcher("ucschar").match(character):
        return ""
    if grammar.matcher("iprivate").match(character):
        return "private-use"
    if "\ud800" <= character < "\ue000":
        return "lone-surrogate"
    return "control" if character < "\xa0" else "not-ucschar"


def _quoted(character: str) -> str:
    """A character as a message can show it."""
    if character == " ":
        return "a space"
    number = ord(character)
    if number < _CONTROLS[0] or _CONTROLS[1] <= number < 0xA0:
        return f"the control character U+{number:04X}"
    return f'"{character}"' if character.isprintable() else f"U+{number:04X}"


def _mended(text: str, start: int, grammar: Grammar) -> str:
    """The text with every misfit from *start* on percent-encoded, where that makes a short reference of it; else ""."""
    if len(text) > 200 or "@" in text:  # a help shows no secrets
        return ""
    from urikit.syntax.parse import cutter

    mended = text[:start] + _fitting(grammar).sub(_escaped, text[start:])
    return f"{mended} is valid syntax" if cutter(grammar)(mended) else ""


def _fitting(grammar: Grammar) -> re.Pattern[str]:
    """Characters that may stand somewhere in a reference, and escapes; or one other character, as the group."""
    found = _FITTING.get(grammar)
    if found is None:
        kinds = f"{{reserved}}|{{{grammar.part('unreserved')}}}"
        found = grammar.compile(rf"(?s:(?:(?![\[\]])(?:{kinds})|{{pct-encoded}})++|(.))")
        _FITTING[grammar] = found
    return found


_FITTING: dict[Grammar, re.Pattern[str]] = {}


def _escaped(found: re.Match[str]) -> str:
    """Percent-encode a character that fits nowhere."""
    character: str | None = found[1]
    if character is None:
        return found[0]
    try:
        octets = character.encode()
    except UnicodeEncodeError:  # a lone surrogate has none
        return character
    return "".join(f"%{octet:02X}" for octet in octets)
