"""
Does a reference keep to what its scheme's row says?

RFC 3986 §3.1: "When presented with a URI that violates one or more scheme-specific restrictions, the scheme-specific
resolution process should flag the reference as an error rather than ignore the unused parts".
"""

from __future__ import annotations

from urikit.findings import finding
from urikit.schemes.registry import SCHEMES
from urikit.syntax.mend import FRAGMENT, HOST, PATH, PORT, QUERY, SCHEME, USERINFO, mended, starts
from urikit.syntax.parse import pieces as cut_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding
    from urikit.schemes.registry import Registry
    from urikit.schemes.scheme import Scheme
    from urikit.syntax.parse import Pieces


def findings(text: str, pieces: Pieces, schemes: Registry = SCHEMES) -> list[Finding]:
    """
    Find what is against the rules of the scheme, and of schemes in general.

    Args:
        text: A valid reference.
        pieces: Its seven pieces.
        schemes: The rows to hold it to; a scheme without a row is held to none.

    Returns:
        In no order.  Of an IRI, what its parts tell by being there: `of_grammar` is for its URI.

    Example:
        >>> from urikit.syntax.parse import read
        >>> [(one.code, one.start) for one in findings("HTTP:g", read("HTTP:g"))]
        [('upper-case-scheme', 0), ('authority-missing', 5), ('same-scheme-relative', 0)]

    Source:
        RFC 3986 §3.1, §3.2, §3.2.3, §4.5, §5.4.2, and the source of the scheme's row.
    """
    scheme = pieces[SCHEME][:-1]
    if not scheme:
        return []
    row = schemes.get(scheme)
    found = [_upper_case(pieces)]
    if row is None:
        found.append(_host_and_port(pieces))
    else:
        found += _authority(row, pieces)
        found += _parts(row, pieces)
        if text.isascii():
            found += of_grammar(row, text, pieces)
    return [one for one in found if one is not None]


def of_grammar(row: Scheme, text: str, pieces: Pieces) -> list[Finding]:
    """
    Find what is outside the grammar that a scheme gives its URIs: the forms of its row, and what its module says.

    Args:
        row: The scheme.
        text: A valid URI of it; of an IRI, which no scheme's grammar knows, its URI.
        pieces: Its seven pieces.

    Example:
        >>> from urikit.syntax.parse import read
        >>> text = "doi:11.1000/182"
        >>> [(one.code, one.start, one.end) for one in of_grammar(SCHEMES["doi"], text, read(text))]
        [('path-form', 4, 15)]

    Source:
        RFC 3986 §3.1.
    """
    found = _forms(row, pieces)
    if row.own is not None:
        found += row.own.findings(text, pieces)
    return found


def _upper_case(pieces: Pieces) -> Finding | None:
    scheme = pieces[SCHEME]
    if scheme == scheme.lower():
        return None
    return finding("upper-case-scheme", 0, len(scheme) - 1, help=mended(pieces, {SCHEME: scheme.lower()}))


def _host_and_port(pieces: Pieces) -> Finding | None:
    """``localhost:8080/x`` is a URI of the scheme "localhost"; RFC 3986 §4.5 tells where such a text comes from."""
    scheme, port = pieces[SCHEME][:-1], pieces[PATH].partition("/")[0]
    looks_like_host = scheme.lower() == "localhost" or "." in scheme
    if pieces[USERINFO] or not (looks_like_host and port.isdigit() and len(port) <= 5):
        return None
    changes = {SCHEME: f"https://{scheme}:"}
    return finding("host-port-looks-like-scheme", 0, len(scheme), help=_rewritten(pieces, changes))


def _authority(row: Scheme, pieces: Pieces) -> list[Finding]:
    """Hold "//" and the host to the row."""
    _, slashes, host, port, path, *_ = pieces
    at = starts(pieces)
    if not slashes:
        found = [_same_scheme_relative(row, pieces)]
        if row.authority == "required":
            message = f'a URI of {row.name} has "//" and a host here ({row.source})'
            mend = _rewritten(pieces, {PATH: "//" + path.lstrip("/")}) if path.strip("/") else ""
            found.insert(0, finding("authority-missing", at[PATH], at[PATH], message=message, help=mend))
        return [one for one in found if one is not None]
    if row.authority == "never":
        message = f'a URI of {row.name} has no "//" ({row.source})'
        # a password would be seen in a path
        mend = "" if ":" in slashes else _rewritten(pieces, {USERINFO: slashes[2:]})
        return [finding("authority-unexpected", at[USERINFO], at[USERINFO] + 2, message=message, help=mend)]
    if not host and row.authority == "required" and not row.empty_host:
        message = f"a URI of {row.name} names a host here ({row.source})"
        bare = slashes == "//" and not port and path.strip("/")
        mend = _rewritten(pieces, {PATH: path.lstrip("/")}) if bare else ""
        return [finding("host-missing", at[HOST], at[HOST], message=message, help=mend)]
    return []


def _same_scheme_relative(row: Scheme, pieces: Pieces) -> Finding | None:
    """The loophole of RFC 1630: a relative reference that begins with its base's scheme (§5.4.2)."""
    rest = "".join(pieces[PATH:])
    rootless = not rest.startswith(("/", "?", "#"))
    hierarchical = row.authority == "required" or (row.absent_authority_is_empty and rootless)
    if not rest or not hierarchical:
        return None
    colon = ":" in rest.split("/", 1)[0]
    changes = {SCHEME: "", PATH: ("./" if rootless and colon else "") + pieces[PATH]}
    return finding("same-scheme-relative", 0, len(pieces[SCHEME]), help=mended(pieces, changes))


def _parts(row: Scheme, pieces: Pieces) -> list[Finding]:
    """Hold userinfo, port, query and fragment to the row."""
    _, slashes, _, port, _, query, fragment = pieces
    at = starts(pieces)
    found: list[Finding] = []
    if slashes.endswith("@") and row.userinfo in ("never", "deprecated"):
        code = "userinfo-unexpected" if row.userinfo == "never" else "userinfo-deprecated"
        message = _says(row, "userinfo") if row.userinfo == "never" else ""
        mend = mended(pieces, {USERINFO: "//"})
        found.append(finding(code, at[USERINFO] + 2, at[HOST], message=message, help=mend))
    if len(port) > 1 and port[1:].lstrip("0") == str(row.default_port) and row.port is None:
        message = f"{row.default_port} is the port of {row.name} anyway ({row.source})"
        found.append(finding("default-port", at[PORT], at[PATH], message=message, help=mended(pieces, {PORT: ""})))
    if port and row.port == "never":
        mend = mended(pieces, {PORT: ""})
        found.append(finding("port-unexpected", at[PORT], at[PATH], message=_says(row, "port"), help=mend))
    if query and row.query == "never":
        mend = _rewritten(pieces, {QUERY: query.replace("?", "%3F")})
        found.append(finding("query-unexpected", at[QUERY], at[FRAGMENT], message=_says(row, "query"), help=mend))
    if fragment and row.fragment == "never":
        mend = mended(pieces, {FRAGMENT: ""})
        found.append(finding("fragment-unexpected", at[FRAGMENT], at[-1], message=_says(row, "fragment"), help=mend))
    return found


def _forms(row: Scheme, pieces: Pieces) -> list[Finding]:
    """Hold path and query to the patterns of the row."""
    if row.path is None and row.query_form is None:
        return []
    import re  # loaded by any parse that had to look twice

    at, path, query = starts(pieces), pieces[PATH], pieces[QUERY]
    found: list[Finding] = []
    if row.path is not None and not re.fullmatch(row.path, path):
        message = f"the path is not as {row.source} has it for {row.name}"
        found.append(finding("path-form", at[PATH], at[QUERY], message=message, rule=row.path_rule, source=row.source))
    if row.query_form is not None and query and not re.fullmatch(row.query_form, query[1:]):
        message = f"the query is not as {row.source} has it for {row.name}"
        more = {"message": message, "rule": row.query_rule, "source": row.source}
        found.append(finding("query-form", at[QUERY] + 1, at[FRAGMENT], **more))
    return found


def _rewritten(pieces: Pieces, changes: dict[int, str]) -> str:
    """The text with changes that move its cuts, as help; ``""`` where it would be no reference."""
    text = "".join(changes.get(index, piece) for index, piece in enumerate(pieces))
    cut = cut_text(text, "rfc3986" if text.isascii() else "rfc3987")
    return mended(cut, {}) if cut else ""


def _says(row: Scheme, part: str) -> str:
    return f"a URI of {row.name} has no {part} ({row.source})"
