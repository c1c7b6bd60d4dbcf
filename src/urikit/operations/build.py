"""
How are parts put together so that they read back as the same parts?

`compose` takes components as they stand in a URI, `replace` changes some of a reference's, `build` takes data and
encodes it first (RFC 3986 §2.4, §5.3).  What would end its own component is refused.
"""

from __future__ import annotations

from urikit.findings import URIRuleError, finding
from urikit.operations.resolve import recompose
from urikit.syntax.grammar import GRAMMARS, RFC3986
from urikit.syntax.octets import only_text
from urikit.syntax.percent import encode
from urikit.syntax.query import Query

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import NoReturn, TypeAlias, TypedDict, Unpack

    from urikit.syntax.parse import Pieces, Spec
    from urikit.syntax.percent import Component

    Value: TypeAlias = str | int | None
    Pairs: TypeAlias = Mapping[str, Value | Iterable[Value]] | Iterable[tuple[str, Value]]

    class Encoded(TypedDict, total=False):
        """Parts by name, as they stand in a text."""

        scheme: str | None
        authority: str | None
        userinfo: str | None
        host: str | None
        port: str | int | None
        path: str | None
        query: str | None
        fragment: str | None

    class Values(TypedDict, total=False):
        """Data by name, to be encoded."""

        scheme: str | None
        user: str | None
        password: str | None
        host: str | None
        port: int | None
        path: str | None
        segments: Iterable[str] | None
        query: str | Pairs | None
        fragment: str | None


# what mends a part that does not fit, where percent-encoding does not
_HELPS = {
    "scheme": 'a scheme is a letter, then letters, digits, "+", "-" and "."; it has no encoding',
    "host": "an address of version 6 stands in brackets; a name is percent-encoded first, as build() does",
    "port": "a port is digits, and has no encoding",
}
_PARTS = ("scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment")


def compose(
    *,
    scheme: str | None = None,
    authority: str | None = None,
    userinfo: str | None = None,
    host: str | None = None,
    port: str | int | None = None,
    path: str | None = "",
    query: str | None = None,
    fragment: str | None = None,
    spec: Spec = "rfc3986",
) -> str:
    """
    Put encoded parts together.

    Args:
        scheme: Without its ":"; None leaves a part out, ``""`` writes its delimiter alone.
        authority: All of it; or else its parts:
        userinfo: Without its "@"; with a *host* only.
        host: With the brackets of an IP-literal.
        port: Its digits, or a number; with a *host* only.
        path: The path; ``""`` and None are the empty one.
        query: Without its "?".
        fragment: Without its "#".
        spec: ``"rfc3986"``, or ``"rfc3987"`` for parts of an IRI.

    Returns:
        A URI-reference (an IRI-reference) that reads back as these parts.  But for two that cannot be written: without
        an authority, a path that begins with "//" gets "/." before it, and without a scheme too, a first segment with
        ":" gets "./".

    Raises:
        URIRuleError: A part does not fit its rule, or *userinfo* or *port* have no *host* (code ``wrong-part``);
            a path after an authority does not begin with "/" (``path-needs-slash``).
        TypeError: *authority* is given beside its parts.

    Cost:
        Linear.

    Example:
        >>> compose(scheme="http", host="example.com", port=8042, path="/over/there", query="")
        'http://example.com:8042/over/there?'
        >>> compose(path="//evil.example/a")
        '/.//evil.example/a'

    Source:
        RFC 3986 §5.3, §3.3, §4.2.
    """
    grammar = GRAMMARS[spec]
    digits = str(port) if isinstance(port, int) else port
    path = "" if path is None else path
    parts = {"scheme": scheme, "authority": authority, "userinfo": userinfo, "host": host, "port": digits}
    for name, part in (parts | {"path": path, "query": query, "fragment": fragment}).items():
        if part is not None and not grammar.matcher(grammar.part(name)).fullmatch(only_text(part)):
            refuse_part(name, part, spec)
    if authority is not None and (userinfo, host, port) != (None, None, None):
        raise TypeError("compose takes an authority or its parts, not both")
    if host is not None:
        authority = f"{_before(userinfo, '@')}{host}{_after(':', digits)}"
    elif (userinfo, port) != (None, None):
        words, mend = "userinfo and port stand beside a host only", "give a host, or take them away too"
        raise URIRuleError("", (finding("wrong-part", 0, 0, message=words, help=mend),))
    if authority is not None and path and path[0] != "/":
        raise URIRuleError(path, (finding("path-needs-slash", 0, 1),))
    return recompose(
        (_before(scheme, ":"), _after("//", authority), "", "", path, _after("?", query), _after("#", fragment))
    )


def replace(pieces: Pieces, spec: Spec = "rfc3986", **parts: Unpack[Encoded]) -> str:
    """
    Return a reference's text with some parts replaced.

    Args:
        pieces: The seven pieces of a reference.
        spec: As for `compose`.
        parts: Encoded parts, by their names in `compose`; None takes one away.  A new *authority* takes the place of
            userinfo, host and port together.

    Raises:
        URIRuleError: As `compose`.
        TypeError: There is no part of that name; or as `compose`.

    Example:
        >>> replace(("http:", "//", "example.com", ":80", "/a", "?b", ""), port=None, query="c=d")
        'http://example.com/a?c=d'

    Source:
        RFC 3986 §5.3.
    """
    unknown = parts.keys() - set(_PARTS)
    if unknown:
        raise TypeError(f"a reference has no part {', '.join(sorted(unknown))}; it has {', '.join(_PARTS)}")
    scheme, user, host, port, path, query, fragment = pieces
    known: dict[str, str | int | None] = {
        "scheme": scheme[:-1] if scheme else None,
        "userinfo": user[2:-1] if len(user) > 2 else None,
        "host": host if user else None,
        "port": port[1:] if port else None,
        "path": path,
        "query": query[1:] if query else None,
        "fragment": fragment[1:] if fragment else None,
    }
    if "authority" in parts:
        del known["userinfo"], known["host"], known["port"]
    return compose(spec=spec, **(known | parts))  # type: ignore[arg-type]


def build(
    *,
    scheme: str | None = None,
    user: str | None = None,
    password: str | None = None,
    host: str | None = None,
    port: int | None = None,
    path: str | None = None,
    segments: Iterable[str] | None = None,
    query: str | Pairs | None = None,
    fragment: str | None = None,
    spec: Spec = "rfc3986",
) -> str:
    """
    Encode data and put it together.

    Args:
        scheme: A scheme; the one part that has no encoding.
        user: A user's name.
        password: A password; it shows wherever the URI does (§3.2.1).
        host: A name, in Unicode too (its UTF-8 is percent-encoded, §3.2.2), or an IP address, with or without brackets.
        port: A port's number.
        path: A path whose "/" part segments; or else
        segments: What stands after each "/"; a "/" within is data, and becomes %2F.
        query: Text; or pairs, in order, as ``Query.from_pairs`` takes them.  No pairs, no query.
        fragment: Text.
        spec: ``"rfc3987"`` makes an IRI of it: what is fit to be read there is not percent-encoded.

    Returns:
        A URI-reference.  What is not unreserved is percent-encoded in UTF-8, as `encode` does for each component.

    Raises:
        URIRuleError: *segments* has "." or "..", which no escape keeps from being a dot segment (code ``dot-segment``);
            *scheme* is none, a *host* with ":" no address, or *user*, *password* or *port* have no *host*
            (``wrong-part``); *path* does not begin with "/" after a host (``path-needs-slash``); a character has no
            octets (``not-encodable``).
        TypeError: *path* is given beside *segments*, or *segments* is one text.

    Cost:
        Linear.

    Example:
        >>> build(scheme="https", host="example.com", segments=["a/b", "ü"], query={"q": "1&2", "n": 3, "flag": None})
        'https://example.com/a%2Fb/%C3%BC?q=1%262&n=3&flag'
        >>> build(scheme="ftp", user="a:b", password="", host="2001:db8::7")
        'ftp://a%3Ab:@[2001:db8::7]'

    Source:
        RFC 3986 §2.1, §2.4, §3.2–3.5.
    """
    if path is not None and segments is not None:
        raise TypeError("build takes a path or its segments, not both")
    userinfo = None if user is None and password is None else _encoded("" if user is None else user, "user")
    if password is not None:
        userinfo = f"{userinfo}:{_encoded(password, 'password')}"
    uri = compose(
        scheme=scheme,
        userinfo=userinfo,
        host=None if host is None else _host(host),
        port=port,
        path=_encoded("" if path is None else path, "path") if segments is None else _path(segments),
        query=encode(query, "query") if isinstance(query, str) else Query.from_pairs(query or ()).text,
        fragment=None if fragment is None else _encoded(fragment, "fragment"),
        spec=spec,
    )
    if spec == "rfc3986":
        return uri
    from urikit.operations.convert import to_iri  # which needs `refuse_part`

    return to_iri(uri, host="keep", limit=None)


def _host(host: str) -> str:
    if ":" not in only_text(host) and not host.startswith("["):
        return encode(host, "reg-name")
    literal = host if host.startswith("[") else f"[{host}]"
    if not RFC3986.matcher("IP-literal").fullmatch(literal):
        words, mend = "this is no IP address, which a host with these delimiters is", "give the port as port="
        raise URIRuleError(_shown("host", host), (finding("wrong-part", 0, len(host), message=words, help=mend),))
    return literal


def _encoded(value: str, component: Component) -> str:
    return encode(only_text(value), component)


def _path(segments: Iterable[str]) -> str:
    if isinstance(segments, str):
        raise TypeError("segments takes several texts; one text goes into a list, or is a path")
    written = []
    for segment in segments:
        if segment in (".", ".."):
            raise URIRuleError(segment, (finding("dot-segment", 0, len(segment)),))
        written.append("/" + _encoded(segment, "segment"))
    return "".join(written)


def _before(part: str | None, delimiter: str) -> str:
    return "" if part is None else part + delimiter


def _after(delimiter: str, part: str | None) -> str:
    return "" if part is None else delimiter + part


def refuse_part(name: str, part: str, spec: Spec) -> NoReturn:
    """Raise where *part* stops being what the rule of that name describes; what may hold a password is not shown."""
    grammar = GRAMMARS[spec]
    rule = grammar.rule(grammar.part(name))
    fits = grammar.matcher(rule.name).match(part)
    at = fits.end() if fits else 0
    words = f"this is no {name}" if at == len(part) else f'"{part[at]}" cannot stand in a {name} here'
    abnf, end = f"{rule.name} = {rule.abnf}", min(at + 1, len(part))
    wrong = finding("wrong-part", at, end, message=words, rule=abnf, help=_HELPS.get(name, ""))
    raise URIRuleError(_shown(name, part), (wrong,))


def _shown(name: str, part: str) -> str:
    """The part, but where it holds a password or somebody put one."""
    secret = name == "userinfo" or (name in ("authority", "host") and "@" in part)
    return "•" * len(part) if secret else part
