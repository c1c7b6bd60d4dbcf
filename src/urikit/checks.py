"""
What is there to say about one text, by every rule we know?

This file only composes: each room exports `findings` about its own matter, and here they are put in order.
Its name is not `check`: a module of that name would hide the function of the package.
"""

from __future__ import annotations

from urikit import findings as table
from urikit.findings import URISyntaxError, finding
from urikit.safety import escapes, hosts
from urikit.schemes import SCHEMES, rules
from urikit.syntax import host, path, percent
from urikit.syntax.parse import read
from urikit.syntax.zone import split_zone

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container
    from typing import Literal

    from urikit.findings import Finding
    from urikit.schemes import Registry
    from urikit.syntax.parse import Pieces, ReferenceRule, Spec

SPECS: tuple[Spec, ...] = ("rfc3986", "rfc3987")
"""The rule books that a text can be held to."""

RULES = ("URI-reference", "URI", "absolute-URI", "relative-ref")
"""What a text can be asked to be."""


def check(
    text: str,
    *,
    spec: Spec = "rfc3986",
    rule: ReferenceRule = "URI-reference",
    schemes: Registry = SCHEMES,
    well_known_ports: Container[int] = hosts.WELL_KNOWN_PORTS,
    zone: Literal["rfc6874"] | None = None,
    limit: int | None = 1 << 20,
) -> list[Finding]:
    """
    Find all there is to say about a text.

    Args:
        text: Any text at all, lone surrogates too.
        spec: The rule book: ``"rfc3986"``, or ``"rfc3987"`` for IRIs.
        rule: What the text should be: ``"URI-reference"``, ``"URI"``, ``"absolute-URI"`` or ``"relative-ref"``; of an
            IRI, the IRI of the same kind.
        schemes: The rows that a scheme is looked up in.
        well_known_ports: Ports to warn of where they are not the scheme's own; ``()`` for none (RFC 3986 §7.2).
        zone: ``"rfc6874"`` takes a zone id in an IPv6 host as RFC 6874 wrote it; what is found is found in the rest.
        limit: The most code points that are looked at; None for any number.

    Returns:
        Of a text that is not in the grammar, its one error.  Of one that is, one finding for each rule that it does not
        keep to, at the first place where it does not, ordered by start, then by the table of codes.
        The help of a finding shows the text mended, a password in it masked.  Empty where there is nothing to say.

    Raises:
        TypeError: *text* is no ``str``.
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

    Source:
        RFC 3986 §2.1, §2.3, §3.1, §3.2, §5.4.2, §6.2.2.3, §7; RFC 3987 §3.1, §4, §6.1, §7.5, §8.
    """
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"a text is a str, not {type(text).__name__}")
    if spec not in SPECS:
        raise ValueError(f"spec is one of {', '.join(SPECS)}, not {spec!r}")
    if rule not in RULES:
        raise ValueError(f"rule is one of {', '.join(RULES)}, not {rule!r}")
    if limit is not None and len(text) > limit:
        return [finding("too-long", limit, len(text), message=f"the text is longer than {limit:,} characters")]
    try:
        if zone is not None:
            text = split_zone(text)[0]
        pieces = read(text, rule, spec)
    except URISyntaxError as error:
        return [error.finding]
    found = [
        *percent.findings(text, pieces),
        *host.findings(text, pieces),
        *path.findings(text, pieces),
        *rules.findings(text, pieces, schemes),
        *hosts.findings(text, pieces, schemes, well_known_ports),
        *escapes.findings(text, pieces),
        *(_of_iris(text, pieces, schemes) if spec == "rfc3987" else ()),
    ]
    first: dict[str, Finding] = {}
    for one in sorted(found, key=lambda one: one.start):
        first.setdefault(one.code, one)
    row = {code: number for number, code in enumerate(table.CODES)}
    return sorted(first.values(), key=lambda one: (one.start, row[one.code]))


def _of_iris(text: str, pieces: Pieces, schemes: Registry) -> list[Finding]:
    """What the rooms that know of more than US-ASCII have to say."""
    from urikit.operations import idna  # rooms that a check of a URI does not wait for
    from urikit.safety import bidi, restrictions

    return [
        *idna.findings(text, pieces, schemes),
        *bidi.findings(text, pieces, schemes),
        *restrictions.findings(text, pieces),
    ]
