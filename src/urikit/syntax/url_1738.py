"""
Is this a URL as it was in 1994, and if not, where does it stop being one?

A URL is cut into the components of its own scheme, and each is held to its rule.  RFC 1738 §2, §3, §5.
"""

from __future__ import annotations

from urikit.findings import finding
from urikit.syntax.grammar_1738 import RFC1738, SCHEMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from urikit.findings import Finding

    Component = tuple[str, str, int, int]  # its name, its rule, start and end

LOGIN = ("ftp", "telnet")
"""The schemes whose URLs may name a user."""

# What follows the authority, or the ":" of the scheme, cut without a look at which characters a component may hold.
_REST = {
    "ftp": r"(?:/(?P<fpath>[^;]*+)(?:;type=(?P<ftptype>.*+))?+)?+",
    "http": r"(?:/(?P<hpath>[^?]*+)(?:\?(?P<search>.*+))?+)?+",
    "gopher": r"(?:/(?P<selector>.*+))?+",
    "nntp": r"/(?P<group>[^/]*+)(?:/(?P<digits>.*+))?+",
    "telnet": r"/?+",
    "wais": r"/(?P<database>[^/?]*+)(?:\?(?P<search>.*+)|/(?P<wtype>[^/]*+)/(?P<wpath>.*+))?+",
    "file": r"/(?P<fpath>.*+)",
    "prospero": r"/(?P<ppath>[^;]*+)(?P<fields>.*+)",
    "mailto": r"(?P<encoded822addr>.*+)",
    "news": r"(?P<grouppart>.*+)",
}
_FIELDS = "(?:{fieldspec})*+"
_IP = tuple(name for name in SCHEMES if name not in ("mailto", "news"))


def components(text: str) -> tuple[list[Component], Finding | None]:
    """
    Cut a text with a scheme into the components that RFC 1738 gives its scheme.

    Args:
        text: A text with a ":" that ends a scheme.

    Returns:
        The components in order, unchecked; and what is wrong where the text has another form.
    """
    colon = text.index(":")
    scheme = text[:colon].lower()
    found: list[Component] = [("scheme", "scheme", 0, colon)]
    at = colon + 1
    if scheme not in SCHEMES:
        return [*found, ("urlpath", "urlpath", at, len(text))], None
    if scheme in _IP:
        if not text.startswith("//", at):
            return found, _form("authority-missing", scheme, at, at)
        at += 2
        end = text.find("/", at)
        end = len(text) if end < 0 else end
        found += _authority(text, scheme, at, end)
        at = end
    cut = RFC1738.compile(f"(?s:{_REST[scheme]})").match(text, at)
    if cut is None:
        return found, _form("path-form", scheme, at, len(text))
    for name in cut.re.groupindex:
        if cut[name] is not None:
            found.append((name, name, *cut.span(name)))
    return found, None if cut.end() == len(text) else _form("path-form", scheme, cut.end(), len(text))


def _authority(text: str, scheme: str, start: int, end: int) -> Iterator[Component]:
    at = text.rfind("@", start, end)
    if at >= 0 and scheme in LOGIN:
        colon = text.find(":", start, at)
        yield "user", "user", start, colon if colon >= 0 else at
        if colon >= 0:
            yield "password", "password", colon + 1, at
    elif at >= 0:
        yield "userinfo", "", start, at + 1
    start = max(start, at + 1)
    bracket = text.find("]", start, end)
    colon = text.find(":", max(start, bracket), end)
    if scheme == "file" and start == end:
        return
    yield "host", "host", start, colon if colon >= 0 else end
    if colon >= 0:
        yield "port", "port" if scheme != "file" else "", colon + 1, end


def findings(text: str) -> list[Finding]:
    """
    Find what there is to say about a text by RFC 1738.

    Args:
        text: Any text.

    Returns:
        The one error of what is no URL of 1994; else what there is to say about its scheme.

    Cost:
        Linear in the length of *text*.

    Example:
        >>> [(one.code, one.start) for one in findings("http://example.com/~smith")]
        [('unsafe', 19)]

    Source:
        RFC 1738 §2, §3, §5.
    """
    scheme, colon, _ = text.partition(":")
    if not colon or RFC1738.matcher("scheme").fullmatch(scheme.lower()) is None:
        words = "a URL begins with its scheme; RFC 1738 knows no relative reference"
        return [finding("no-scheme", 0, 0, message=words, rule=_abnf("genericurl"), source="RFC 1738 §2.1")]
    found, form = components(text)
    for component in found[1:]:
        error = _error(text, found[0], component)
        if error is not None:
            return [error]
    if form is not None:
        return [form]
    if scheme == scheme.lower():
        return []
    return [finding("upper-case-scheme", 0, len(scheme), rule=_abnf("scheme"), source="RFC 1738 §2.1")]


def _error(text: str, scheme: Component, component: Component) -> Finding | None:
    """What is wrong with a component, at the first character that its rule does not take."""
    name, rule, start, end = component
    known = text[: scheme[3]].lower()
    if not rule:
        code = "userinfo-unexpected" if name == "userinfo" else "port-unexpected"
        return _form(code, known, start if name == "userinfo" else start - 1, end)
    pattern = RFC1738.compile(_FIELDS if name == "fields" else f"{{{rule}}}")
    fits = pattern.match(text, start, end)
    at = fits.end() if fits else start
    if fits and at == end:
        return None
    character = text[at:end][:1]
    if name != "host" or character not in "[_~!$&'()*+,;=%.-":
        error = _of_character(text, at, character)
        if error is not None:
            return error
    if name == "port":
        words = "a port is one or more digits"
        return finding("port", at, end, message=words, rule=_abnf("port"), source="RFC 1738 §3.1")
    if name == "host":
        return finding("host-form", start, end)
    return _form("path-form", known, at, end)


def _of_character(text: str, at: int, character: str) -> Finding | None:
    """What is wrong with a character wherever it stands; None where some component takes it."""
    if character == "%":
        if RFC1738.matcher("escape").match(text, at):
            return None
        return finding("pct-encoded", at, min(at + 3, len(text)), rule=_abnf("escape"), source="RFC 1738 §2.2")
    if character == "#":
        words = "a fragment is no part of a URL of RFC 1738"
        rule, source = _abnf("httpurl"), "RFC 1738 §2.2"
        return finding("has-fragment", at, len(text), message=words, rule=rule, source=source)
    if not character or RFC1738.matcher("xchar").fullmatch(character):
        return None
    return finding("unsafe", at, at + 1, help=f"write it as {_encoded(character)}")


def _encoded(character: str) -> str:
    return "".join(f"%{octet:02X}" for octet in character.encode("utf-8", "surrogatepass"))


def _form(code: str, scheme: str, start: int, end: int) -> Finding:
    rule = SCHEMES.get(scheme, "genericurl")
    words = f"a URL of {scheme} has another form here" if code == "path-form" else ""
    return finding(code, start, end, message=words, rule=_abnf(rule), source="RFC 1738 §5")


def _abnf(rule: str) -> str:
    return f"{rule} = {RFC1738.rules[rule].abnf}"
