"""
What is there to say about one text, by every rule we know?

This file only composes: each room exports `findings` about its own matter, and here they are put in order.
Its name is not `check`: a module of that name would hide the function of the package.
"""

from __future__ import annotations

from urikit import findings as table
from urikit.findings import Finding, URISyntaxError, finding
from urikit.safety import escapes, hosts
from urikit.schemes import SCHEMES, Registry, rules
from urikit.syntax import host, path, percent
from urikit.syntax.octets import only_text
from urikit.syntax.parse import read
from urikit.syntax.zone import split_zone
from urikit.urns import NAMESPACES
from urikit.urns import rules as urns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container
    from typing import Literal

    from urikit.findings import Level
    from urikit.syntax.parse import Pieces, ReferenceRule, Spec
    from urikit.urns import Namespaces

    Book = Literal["rfc3986", "rfc3987", "rfc1738", "nsurl", "nsurlcomponents"]

SPECS: tuple[Spec, ...] = ("rfc3986", "rfc3987")
"""The rule books that a text can be read by."""

BOOKS: tuple[Book, ...] = (*SPECS, "rfc1738", "nsurl", "nsurlcomponents")
"""The rule books that a text can be held to."""

LEVELS: tuple[Level, ...] = ("error", "warning", "note")
"""How grave a finding is, the gravest first."""

RULES = ("URI-reference", "URI", "absolute-URI", "relative-ref")
"""What a text can be asked to be."""


def check(
    text: str,
    *,
    spec: Book = "rfc3986",
    rule: ReferenceRule = "URI-reference",
    base: str | None = None,
    schemes: Registry | None = None,
    namespaces: Namespaces | None = None,
    scheme_rules: bool = True,
    well_known_ports: Container[int] = hosts.WELL_KNOWN_PORTS,
    zone: Literal["rfc6874"] | None = None,
    limit: int | None = 1 << 20,
) -> list[Finding]:
    """
    Find all there is to say about a text.

    Args:
        text: Any text at all, lone surrogates too.
        spec: The rule book: ``"rfc3986"``, or ``"rfc3987"`` for IRIs.  By ``"rfc1738"`` (URLs as they were in 1994),
            ``"nsurl"`` (Apple's, before iOS 17 and macOS 14) and ``"nsurlcomponents"``, what is found is what they say
            of their own; of the rest, only *limit* means anything.
        rule: What the text should be: ``"URI-reference"``, ``"URI"``, ``"absolute-URI"`` or ``"relative-ref"``; of an
            IRI, the IRI of the same kind.
        base: The URI that a relative reference is seen from, for what there is to say about the two together.
        schemes: The rows that a scheme is looked up in; None for urikit's own.
        namespaces: The rows that the namespace of a URN is looked up in; None for urikit's own.
        scheme_rules: Whether the text is held to the rules of its scheme and namespace: those of an IRI hold where they
            do for one of its URIs, with the host percent-encoded or as DNS has it.
        well_known_ports: Ports to warn of where they are not the scheme's own; ``()`` for none (RFC 3986 §7.2).
        zone: ``"rfc6874"`` takes a zone id in an IPv6 host as RFC 6874 wrote it; what is found is found in the rest.
        limit: The most code points that are looked at; None for any number.

    Returns:
        Of a text that is not in the grammar, its one error.  Of one that is, one finding for each rule that it does not
        keep to, at the first place where it does not, ordered by start, then by the table of codes.
        The help of a finding shows the text mended, a password in it masked.  Empty where there is nothing to say.

    Raises:
        TypeError: *text* is no ``str``, or *schemes* or *namespaces* no registry.
        ValueError: *spec* or *rule* is none of the above.  Nothing in a ``str`` makes this raise.

    Cost:
        Linear in the length of *text*.

    Example:
        >>> [(one.code, one.level, one.start) for one in check("HTTP://example.com:80/%7Ea")]
        [('upper-case-scheme', 'warning', 0), ('default-port', 'warning', 18), ('needless-escape', 'warning', 22)]
        >>> check("HTTP://example.com/")[0].help
        'write http://example.com/'
        >>> [(one.code, one.start, one.end) for one in check("http://example.com/%zz")]
        [('pct-encoded', 20, 22)]
        >>> [(one.code, one.start) for one in check("http://example.com/re\u0301sume\u0301", spec="rfc3987")]
        [('not-nfc', 20)]
        >>> [one.code for one in check("mailto://a@example.com")], check("mailto://a@example.com", scheme_rules=False)
        (['authority-unexpected'], [])

    Source:
        RFC 3986 §2.1, §2.3, §3.1, §3.2, §5.4.2, §6.2.2.3, §7; RFC 3987 §3.1, §4, §6.1, §7.5, §8; RFC 8141 §2, §4.3, §5;
        RFC 1738 §2, §3, §5.
    """
    schemes = SCHEMES.unless(schemes, "schemes")
    namespaces = NAMESPACES.unless(namespaces, "namespaces")
    only_text(text)
    if spec not in BOOKS:
        raise ValueError(f"spec is one of {', '.join(BOOKS)}, not {spec!r}")
    if rule not in RULES:
        raise ValueError(f"rule is one of {', '.join(RULES)}, not {rule!r}")
    if limit is not None and len(text) > limit:
        return [finding("too-long", limit, len(text), message=f"the text is longer than {limit:,} characters")]
    if spec != "rfc3986" and spec != "rfc3987":
        return _of_a_dialect(text, spec)
    try:
        if zone is not None:
            text = split_zone(text)[0]
        pieces = read(text, rule, spec)
    except URISyntaxError as error:
        return [urns.helped(text, error.finding)]
    found = [
        *percent.findings(text, pieces),
        *host.findings(text, pieces),
        *path.findings(text, pieces),
        *rules.findings(text, pieces, schemes if scheme_rules else Registry()),
        *(urns.findings(text, pieces, namespaces) if scheme_rules else ()),
        *(urns.relative_findings(base, pieces) if base is not None else ()),
        *hosts.findings(text, pieces, schemes, well_known_ports),
        *escapes.findings(text, pieces),
        *(_of_iris(text, pieces, schemes) if spec == "rfc3987" else ()),
        *(_of_its_uri(pieces, schemes, namespaces) if scheme_rules and not text.isascii() else ()),
    ]
    return _in_order(found, pieces)


def scheme_check(
    text: str,
    level: Level = "note",
    *,
    spec: Spec = "rfc3986",
    schemes: Registry | None = None,
    namespaces: Namespaces | None = None,
) -> tuple[str, ...]:
    """
    Return the codes of what a reference's scheme, and a URN's namespace, have to say about it.

    Args:
        text: A reference.
        level: The least that is told: ``"error"``, ``"warning"`` or ``"note"``.
        spec: ``"rfc3986"``, or ``"rfc3987"`` for an IRI.
        schemes: As for `check`.
        namespaces: As for `check`.

    Returns:
        Each code once, in order of place, as `check` tells them; none where all is well.

    Raises:
        URISyntaxError: *text* is no reference.
        ValueError: There is no such *level* or *spec*.

    Cost:
        Linear.

    Example:
        >>> scheme_check("http:///a"), scheme_check("http://example.com/")
        (('host-missing',), ())
        >>> scheme_check("HTTP://example.com:80/"), scheme_check("HTTP://example.com:80/", "error")
        (('upper-case-scheme', 'default-port'), ())

    Source:
        RFC 3986 §3.1; RFC 8141 §5.
    """
    schemes = SCHEMES.unless(schemes, "schemes")
    namespaces = NAMESPACES.unless(namespaces, "namespaces")
    if level not in LEVELS:
        raise ValueError(f"level is one of {', '.join(LEVELS)}, not {level!r}")
    if spec not in SPECS:
        raise ValueError(f"spec is one of {', '.join(SPECS)}, not {spec!r}")
    told = LEVELS[: LEVELS.index(level) + 1]
    pieces = read(text, "URI-reference", spec)
    found = [
        *rules.findings(text, pieces, schemes),
        *urns.findings(text, pieces, namespaces),
        *(_of_its_uri(pieces, schemes, namespaces) if not text.isascii() else ()),
    ]
    return tuple(one.code for one in _in_order(found, pieces) if one.level in told)


def _in_order(found: list[Finding], pieces: Pieces) -> list[Finding]:
    """The first finding of each code, by place and then as the table has them."""
    unlike = urns.NOT_OF_URNS if pieces[0].lower() == "urn:" else ()
    first: dict[str, Finding] = {}
    for one in sorted(found, key=lambda one: one.start):
        if one.code not in unlike:
            first.setdefault(one.code, one)
    row = {code: number for number, code in enumerate(table.CODES)}
    return sorted(first.values(), key=lambda one: (one.start, row[one.code]))


def _of_a_dialect(text: str, spec: Book) -> list[Finding]:
    """What RFC 1738 and two parsers say."""
    from urikit.syntax import nsurl, url_1738  # rooms that a check of a URI does not wait for

    return url_1738.findings(text) if spec == "rfc1738" else nsurl.findings(text, spec)


def _of_iris(text: str, pieces: Pieces, schemes: Registry) -> list[Finding]:
    """What the rooms that know of more than US-ASCII have to say."""
    from urikit.operations import idna  # rooms that a check of a URI does not wait for
    from urikit.safety import bidi, restrictions

    return [
        *idna.findings(text, pieces, schemes),
        *bidi.findings(text, pieces, schemes),
        *restrictions.findings(text, pieces),
    ]


def _of_its_uri(pieces: Pieces, schemes: Registry, namespaces: Namespaces) -> list[Finding]:
    """What the scheme's grammar says of an IRI: it holds where it holds for one of its two URIs.  RFC 3987 §3.1."""
    from urikit.operations.convert import percent_encoded
    from urikit.operations.domain import is_domain, wire

    row = schemes.get(pieces[0][:-1])
    if row is None:
        return []
    scheme, user, host, port, path, query, fragment = map(percent_encoded, pieces)
    name = wire(pieces[2]) if is_domain(scheme, schemes) else None
    answers: list[list[Finding]] = []
    for each in (host, name) if name else (host,):
        uri = (scheme, user, each, port, path, query, fragment)
        found = rules.of_grammar(row, "".join(uri), uri) + urns.findings("".join(uri), uri, namespaces)
        answers.append([_in_iri(one, pieces, uri) for one in found])
    return min(answers, key=lambda found: any(one.level == "error" for one in found))


def _in_iri(one: Finding, pieces: Pieces, uri: Pieces) -> Finding:
    """A finding with its places in the IRI whose URI it was found in."""
    from urikit.operations.convert import percent_encoded

    first: list[int] = []  # by offset in the URI: where the character of the IRI begins that stands there, and ends
    last: list[int] = []
    at = 0
    for written, there in zip(pieces, uri, strict=True):
        if there == percent_encoded(written):
            spans = [(at + k, at + k + 1, len(percent_encoded(c))) for k, c in enumerate(written)]
        else:
            spans = [(at, at + len(written), len(there))]
        for start, end, count in spans:
            first += [start] * count
            last += [end] * count
        at += len(written)
    start = first[one.start] if one.start < len(first) else at
    end = last[one.end - 1] if one.end > one.start else start
    return Finding(one.code, one.level, start, end, one.message, one.rule, one.source, one.help)
