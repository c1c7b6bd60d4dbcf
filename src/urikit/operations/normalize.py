"""
Which text is the normal form of this reference?

The ladder of RFC 3986 §6.2, a rung a function on the seven pieces: ``case`` §6.2.2.1, ``percent`` §6.2.2.2, ``path``
§6.2.2.3, ``scheme`` §6.2.3, ``protocol`` §6.2.4; RFC 3987 §5.3 has the same rungs, and adds to ``scheme`` what IDNA
makes of a host.  Each rung does all that is below it.  What is reserved is never decoded or encoded, an empty component
keeps its delimiter, and dots of a relative path are left to the base.
"""

from __future__ import annotations

from urikit._accelerate import accelerated
from urikit.findings import URIRuleError, finding
from urikit.operations.resolve import recompose, resolve, split_fragment
from urikit.schemes.registry import SCHEMES
from urikit.syntax.forms import to_form
from urikit.syntax.host import ipv6_text
from urikit.syntax.parse import read
from urikit.syntax.path import remove_dot_segments
from urikit.syntax.percent import lower, normalize_escapes, upper_escapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal, TypeAlias

    from urikit.schemes.registry import Registry
    from urikit.schemes.scheme import Scheme
    from urikit.syntax.parse import Pieces, Spec

    Rung: TypeAlias = Literal["simple", "case", "percent", "path", "syntax", "scheme", "protocol"]

RUNGS: tuple[Rung, ...] = ("simple", "case", "percent", "path", "scheme", "protocol")
"""The rungs from the lowest; ``"syntax"`` is another word for ``"path"``."""

_HEIGHTS = {"simple": 0, "case": 1, "percent": 2, "path": 3, "syntax": 3, "scheme": 4, "protocol": 5}


def height(rung: str) -> int:
    """Return how high a rung is, from 0 for ``"simple"``; raise ValueError where there is none of that name."""
    try:
        return _HEIGHTS[rung]
    except KeyError:
        raise ValueError(f"no rung {rung!r}; there are {', '.join(_HEIGHTS)}") from None


@accelerated
def normalize(
    text: str,
    rung: Rung = "syntax",
    *,
    base: str | None = None,
    schemes: Registry | None = None,
    aliases: Mapping[str, str] | None = None,
    assume_generic: bool = False,
    spec: Spec = "rfc3986",
    nfc: bool = False,
) -> str:
    """
    Return the normal form of a reference at a rung of the ladder.

    Args:
        text: A URI-reference.
        rung: How far up: ``"simple"`` (as it is), ``"case"``, ``"percent"``, ``"path"`` (also called ``"syntax"``),
            ``"scheme"`` or ``"protocol"``.
        base: A URI to resolve *text* against first.  Without one, a relative reference is normalised in case and
            percent, and in path where its path begins with "/".
        schemes: The rows of rung scheme; None for urikit's own.
        aliases: For rung protocol, what the caller has observed: from a URI normalised at rung scheme, without
            fragment, to a reference that stands for it.  An IRI is looked up by its URI's text, its key at that rung.
        assume_generic: Write an empty path after an authority as "/" for schemes without a row too, as §6.2.3 has it
            "in general".
        spec: ``"rfc3986"``, or ``"rfc3987"`` for an IRI.  What is not ASCII stays so, and no escape becomes such a
            character, but in a host that the scheme takes for a domain name: rung scheme maps that as IDNA does.
        nfc: Compose the characters of an IRI as well, between its delimiters, but for the host's, which are IDNA's.  No
            comparison does so by itself, for somebody may have meant the difference (RFC 3987 §5.3.2.2).

    Returns:
        The normal form; the same object where nothing changes.  At most 6 code points longer than the target, but for
        what *nfc* and IDNA make.

    Raises:
        URISyntaxError: *text* is no URI-reference, or *base* no URI.
        URIRuleError: *aliases* lead in a circle (code ``alias``).
        ValueError: There is no such rung.

    Cost:
        Linear.

    Example:
        >>> normalize("eXAMPLE://a/./b/../b/%63/%7bfoo%7d")
        'example://a/b/c/%7Bfoo%7D'
        >>> normalize("http://example.com:80?", "scheme"), normalize("../%7Ea", base="http://a/b/c")
        ('http://example.com/?', 'http://a/~a')

    Source:
        RFC 3986 §6.2; RFC 3987 §5.3.
    """
    schemes = SCHEMES.unless(schemes, "schemes")
    high = height(rung)
    if base is not None:
        text = resolve(base, text, spec=spec)
    return climb(text, read(text, "URI-reference", spec), high, schemes, aliases, assume_generic, spec, nfc)


def climb(
    text: str,
    parts: Pieces,
    high: int,
    schemes: Registry,
    aliases: Mapping[str, str] | None = None,
    assume_generic: bool = False,
    spec: Spec = "rfc3986",
    nfc: bool = False,
) -> str:
    """Return the normal form of *text*, already cut into *parts*, at a height."""
    if high == 0:
        return text
    syntax = fold if "%" not in text else at_case if high == 1 else at_percent
    normal = syntax(parts)
    if nfc:
        normal = composed(normal)  # what was %41 may stand before a mark
    if high > 2:
        normal = at_path(normal)
    if high > 3 and parts[0]:
        normal = at_scheme(normal, schemes, assume_generic, spec)
    written = text if normal == parts else recompose(normal)
    result = text if written == text else written  # "/." may have gone and come back
    return follow(result, aliases, schemes, assume_generic, spec, nfc) if high == 5 and aliases and parts[0] else result


def climb_as_uri(parts: Pieces, high: int, schemes: Registry, assume_generic: bool, nfc: bool) -> str:
    """Return the normal form, from rung percent to scheme, of the URI that an IRI maps to.  RFC 3987 §5.3.2.3."""
    from urikit.operations.convert import decoded_pieces, percent_encoded
    from urikit.operations.domain import is_domain, wire

    host = parts[2]
    if nfc:
        parts = composed(decoded_pieces(parts, "none"))  # marks may be escaped, and what they stand on
    before, after = "".join(parts[:2]), "".join(parts[3:])
    name = wire(host) if high > 3 and is_domain(parts[0], schemes) else None
    uri = percent_encoded(f"{before}{name or host}{after}")
    return climb(uri, read(uri), high, schemes, None, assume_generic)


# --------------------------------------------------------------------------------------------- rungs, pieces to pieces


def fold(parts: Pieces) -> Pieces:
    """Scheme and host in lower case; but a host that is not ASCII is IDNA's.  RFC 3986 §6.2.2.1; RFC 3987 §5.3.2.1."""
    scheme, user, host, port, path, query, fragment = parts
    small = host if not host.isascii() else lower(host) if "%" in host else host.lower()
    if small == host and scheme.islower():
        return parts
    return (scheme.lower(), user, small, port, path, query, fragment)


def at_case(parts: Pieces) -> Pieces:
    """Scheme and host in lower case, the digits of escapes in upper case.  RFC 3986 §6.2.2.1."""
    scheme, user, host, port, path, query, fragment = map(upper_escapes, parts)
    return fold((scheme, user, host, port, path, query, fragment))


def at_percent(parts: Pieces) -> Pieces:
    """No escape of an unreserved character; then rung case, for what was %41 is a letter.  RFC 3986 §6.2.2.2."""
    scheme, user, host, port, path, query, fragment = map(normalize_escapes, parts)
    return fold((scheme, user, host, port, path, query, fragment))


def composed(parts: Pieces) -> Pieces:
    """NFC between the delimiters, but for the host: its letters fold, and a mark is not to be in their way."""
    scheme, user, host, port, path, query, fragment = parts
    return (scheme, to_form(user), host, port, to_form(path), to_form(query), to_form(fragment))


def at_path(parts: Pieces) -> Pieces:
    """No dot segments in a path that begins with "/".  RFC 3986 §6.2.2.3."""
    path = parts[4]  # a rootless one would become another kind of path: §5.2.4 makes "/b" of "a/../b"
    if path[:1] == "/" and "/." in path:
        return (*parts[:4], remove_dot_segments(path), *parts[5:])
    return parts


def at_scheme(parts: Pieces, schemes: Registry, assume_generic: bool, spec: Spec = "rfc3986") -> Pieces:
    """What every authority allows (port, IPv6 text), what the scheme's row says and its module.  §6.2.3; RFC 5952."""
    scheme, user, host, port, path, query, fragment = parts
    row = schemes.get(scheme[:-1])
    if user:
        if spec == "rfc3987" and row and row.host == "dns":
            from urikit.operations.domain import mapped

            host = mapped(host)
        if port:
            port = _port(port, row)
        if host[:1] == "[" and host[1] != "v":
            host = f"[{ipv6_text(host[1:-1])}]"
        elif row and host == row.default_host and not port and user in ("//", "//@"):
            host = ""
    elif row and row.absent_authority_is_empty and path[:1] == "/":
        user = "//"
    if row:
        path, query = row.normal_path(path, user != ""), row.normal_query(query)
        own = row.own if row.rewrites else None
        if own is not None:
            return own.normal((scheme, user, host, port, path, query, fragment))
    if assume_generic and user and not path and (row is None or row.authority is None):
        path = "/"
    return (scheme, user, host, port, path, query, fragment)


def _port(port: str, row: Scheme | None) -> str:
    """A port in decimal without needless zeros; nothing where it is empty or the default."""
    digits = port[1:].lstrip("0") or port[1:2]
    if not digits or (row and row.port != "kept" and digits == str(row.default_port)):
        return ""
    return ":" + digits


def follow(
    text: str,
    aliases: Mapping[str, str],
    schemes: Registry,
    assume_generic: bool,
    spec: Spec = "rfc3986",
    nfc: bool = False,
) -> str:
    """Rung protocol: what the caller has observed *text*, normalised at rung scheme, to stand for.  RFC 3986 §6.2.4."""

    def uri(iri: str) -> str:
        return iri if spec == "rfc3986" else climb_as_uri(read(iri, "URI", spec), 4, schemes, assume_generic, nfc)

    here, fragment = split_fragment(text)
    seen = set()
    while (name := uri(here)) in aliases:
        if name in seen:
            raise URIRuleError(text, (finding("alias", 0, len(text)),))
        seen.add(name)
        observed = resolve(here, aliases[name], spec=spec)
        parts = read(observed, "URI", spec)
        there, own = split_fragment(climb(observed, parts, 4, schemes, None, assume_generic, spec, nfc))
        fragment = fragment if own is None else own
        if there == here:
            break
        here = there
    return here if fragment is None else f"{here}#{fragment}"
