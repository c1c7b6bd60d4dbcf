"""
What does a column function make of one row, where the answer is a record?

All components of a reference, of a URN, or of a URL as Common Crawl's index has them; what is wrong with a text.  What
is absent is None, what is empty is "".  RFC 3986 §3; RFC 8141 §2.
"""

from __future__ import annotations

from functools import lru_cache

from urikit import checks
from urikit.columns.rows import after, number_of, user_of
from urikit.findings import URIRuleError, URISyntaxError
from urikit.operations import suffix
from urikit.operations.surt import surt
from urikit.syntax.parse import read
from urikit.syntax.split import split as cut
from urikit.urns import syntax as urns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.checks import Book
    from urikit.schemes.registry import Registry
    from urikit.syntax.parse import ReferenceRule, Spec
    from urikit.urns.registry import Namespaces


def parse(text: str, spec: Spec = "rfc3986") -> tuple[str | int | None, ...]:
    """
    Return scheme, userinfo, host, port, path, query and fragment of a reference.

    Each is as the function of its name gives it.

    Example:
        >>> parse("http://user@example.com:80/a?b#c"), parse("")
        (('http', 'user', 'example.com', 80, '/a', 'b', 'c'), (None, None, None, None, '', None, None))

    Source:
        RFC 3986 §3.
    """
    scheme, user, host, port, path, query, fragment = read(text, spec=spec)
    name = host if user else None
    return scheme[:-1] or None, user_of(user), name, number_of(port), path, after(query), after(fragment)


def parse_commoncrawl(text: str, spec: Spec = "rfc3986") -> tuple[str | int | None, ...]:
    """
    Return what the columns ``url_…`` of Common Crawl's index say of a URI, in the order of that table.

    Args:
        text: A URI.
        spec: ``"rfc3986"``, or ``"rfc3987"`` for an IRI.

    Returns:
        The SURT is that of flavour ``"ia"``.  Names are in lower case and in A-labels, IP addresses stand as
        ``url_host_name`` alone, and so does what IDNA refuses.  Suffixes are those that are listed.

    Raises:
        URISyntaxError: *text* is no URI.
        ImportError: The extra ``psl`` is not installed.

    Example:
        >>> parse_commoncrawl("https://www.example.co.uk:8443/a?b")[:5]
        ('uk,co,example:8443)/a?b', 'https://www.example.co.uk:8443/a?b', 'www.example.co.uk', 'uk', 'co')
        >>> parse_commoncrawl("https://www.example.co.uk:8443/a?b")[8:]
        ('co.uk', 'example.co.uk', 'co.uk', 'example.co.uk', 'uk.co.example.www', 'https', 8443, '/a', 'b')

    Source:
        github.com/commoncrawl/cc-index-table, "flat" schema.
    """
    scheme, user, host, port, path, query, _ = read(text, "URI", spec)
    try:
        name = suffix.host_name(text, spec)
    except URIRuleError:
        name = None
    labels: list[str | None] = [*reversed(name.split("."))] if name else []
    return (
        surt(text, "ia", spec=spec),
        text,
        name or (host.lower() if user else None),
        *[*labels, *[None] * 5][:5],
        *(_suffixes(name) if name else [None] * 4),
        None if name is None else ".".join(reversed(name.split("."))),
        scheme[:-1].lower(),
        number_of(port),
        path,
        after(query),
    )


@lru_cache(maxsize=1 << 12)
def _suffixes(name: str) -> list[str | None]:
    """Suffix and registrable domain by the first part of the list, and by all of it; hosts come again and again."""
    parts = ((find, private) for private in (False, True) for find in (suffix.public_suffix, suffix.registrable_domain))
    return [find(f"//{name}", private, listed=True) for find, private in parts]


def split(text: str) -> tuple[str | None, ...]:
    """
    Return scheme, authority, path, query and fragment of any text, as Appendix B cuts it.

    Example:
        >>> split("http:a b#c")
        ('http', None, 'a b', None, 'c')

    Source:
        RFC 3986 Appendix B.
    """
    return tuple(cut(text))


def finding(text: str, rule: ReferenceRule = "URI-reference", spec: Spec = "rfc3986") -> tuple[str, int, str] | None:
    """
    Return what is wrong with a text first: the code, the place and the message; None where nothing is.

    Args:
        text: Any text.
        rule: What it is to be: ``"URI-reference"``, ``"URI"``, ``"absolute-URI"`` or ``"relative-ref"``.
        spec: ``"rfc3986"``, or ``"rfc3987"`` for an IRI.

    Returns:
        The place counts code points from 0, and is exact: some reference begins with all that is before it.

    Example:
        >>> finding("http://example.com/a b")[:2], finding("a", "URI")[:2], finding("a")
        (('space', 20), ('no-scheme', 0), None)

    Source:
        RFC 3986 Appendix A; RFC 3987 §2.2.
    """
    try:
        read(text, rule, spec)
    except URISyntaxError as error:
        one = error.finding
        return one.code, one.start, one.message
    return None


def check(
    text: str,
    spec: Book = "rfc3986",
    rule: ReferenceRule = "URI-reference",
    *,
    schemes: Registry | None = None,
    namespaces: Namespaces | None = None,
) -> list[tuple[str, str, int, int, str, str]]:
    """
    Return code, level, start, end, message and help of all findings of `urikit.check`.

    Args:
        text: Any text, of any length.
        spec: As for `urikit.check`, and so the other options.

    Example:
        >>> [(one[0], one[2]) for one in check("HTTP://example.com:80")]
        [('upper-case-scheme', 0), ('default-port', 18)]

    Source:
        As `urikit.check`.
    """
    found = checks.check(text, spec=spec, rule=rule, schemes=schemes, namespaces=namespaces, limit=None)
    return [(one.code, one.level, one.start, one.end, one.message, one.help) for one in found]


def read_urn(text: str, strict_2141: bool = False) -> tuple[str | None, ...]:
    """
    Return nid, nss, r-component, q-component and f-component of a URN.

    Args:
        text: A URN.
        strict_2141: As for `urikit.read_urn`.

    Raises:
        URISyntaxError: *text* is no URN.

    Example:
        >>> read_urn("urn:Example:a?+b?=c#d"), read_urn("urn:example:a")
        (('Example', 'a', 'b', 'c', 'd'), ('example', 'a', None, None, None))

    Source:
        RFC 8141 §2.
    """
    urn = urns.read_urn(text, strict_2141)
    return urn.nid, urn.nss, urn.r_component, urn.q_component, urn.f_component
