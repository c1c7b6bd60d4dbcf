"""
Are two references taken to identify the same, and at which rung of the ladder?

Two are equivalent at a rung where their normal forms are one text (RFC 3986 §6.1, §6.2).  No two that differ in meaning
are taken for one; some that do not are missed.
"""

from __future__ import annotations

from urikit._accelerate import accelerated
from urikit.findings import URIRuleError, finding
from urikit.operations.normalize import RUNGS, climb, climb_as_uri, height
from urikit.operations.resolve import resolve, split_fragment
from urikit.schemes.registry import SCHEMES
from urikit.syntax.parse import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal, TypeAlias

    from urikit.operations.normalize import Rung
    from urikit.schemes.registry import Registry
    from urikit.syntax.parse import Pieces, Spec

    FragmentUse: TypeAlias = Literal["compare", "ignore"]


@accelerated
def key(
    text: str,
    rung: Rung = "syntax",
    *,
    base: str | None = None,
    fragment: FragmentUse = "compare",
    schemes: Registry | None = None,
    aliases: Mapping[str, str] | None = None,
    assume_generic: bool = False,
    spec: Spec = "rfc3986",
    nfc: bool = False,
) -> str:
    """
    Return a text that two references share where they are equivalent at a rung.

    Args:
        text: A URI-reference; above rung simple a URI, unless there is a base.
        rung: As in `normalize`.
        base: A URI to resolve *text* against first.
        fragment: ``"ignore"`` leaves the fragment out, as for choosing what to retrieve (§6.1).
        schemes: As in `normalize`.
        aliases: As in `normalize`.
        assume_generic: As in `normalize`.
        spec: ``"rfc3986"``, or ``"rfc3987"`` for an IRI: from rung percent on its key is that of its URI, so that "é"
            and "%C3%A9" are one; at rung scheme a U-label is its A-label, where the host is a domain name.
        nfc: As in `normalize`; from rung percent on escaped characters are composed too.

    Returns:
        The normal form of the reference, or of the IRI's URI, with or without its fragment.

    Raises:
        URISyntaxError: *text* is no URI-reference, or *base* no URI.
        URIRuleError: A relative reference without base, above rung simple (code ``relative-without-base``);
            *aliases* lead in a circle (``alias``).
        ValueError: There is no such rung, or no such use of the fragment.

    Cost:
        Linear.

    Example:
        >>> key("HTTP://example.com:80#top", "scheme", fragment="ignore")
        'http://example.com/'
        >>> key("http://É.example/é", "scheme", spec="rfc3987")
        'http://xn--9ca.example/%C3%A9'

    Source:
        RFC 3986 §6.1; RFC 3987 §5.1, §5.3.
    """
    schemes = SCHEMES.unless(schemes, "schemes")
    if fragment not in ("compare", "ignore"):
        raise ValueError(f'fragment is "compare" or "ignore", not {fragment!r}')
    high = height(rung)
    if base is not None:
        text = resolve(base, text, spec=spec)
    parts = read(text, "URI-reference", spec)
    if high > 0 and not parts[0]:
        raise URIRuleError(text, (finding("relative-without-base", 0, len(text)),))
    if spec == "rfc3986" or high == 0:
        normal = climb(text, parts, high, schemes, aliases, assume_generic)
    else:
        normal = _iri_key(text, parts, high, schemes, aliases, assume_generic, nfc)
    return normal if fragment == "compare" else split_fragment(normal)[0]


def _iri_key(
    text: str,
    parts: Pieces,
    high: int,
    schemes: Registry,
    aliases: Mapping[str, str] | None,
    assume_generic: bool,
    nfc: bool,
) -> str:
    """Return the key of an IRI above rung simple; from rung percent on it is its URI's.  RFC 3987 §5.3.2.3, §5.3.3."""
    if high == 1 or (high == 5 and aliases):
        text = climb(text, parts, high, schemes, aliases, assume_generic, "rfc3987", nfc)
        parts = read(text, "URI", "rfc3987")
    return text if high == 1 else climb_as_uri(parts, min(high, 4), schemes, assume_generic, nfc)


def key128(
    text: str,
    rung: Rung = "syntax",
    *,
    base: str | None = None,
    fragment: FragmentUse = "compare",
    schemes: Registry | None = None,
    aliases: Mapping[str, str] | None = None,
    assume_generic: bool = False,
    spec: Spec = "rfc3986",
    nfc: bool = False,
) -> bytes:
    """
    Return 16 octets that two references share where they are equivalent at a rung: the XXH3-128 of their `key`.

    For tables of many millions, where the key itself is too long to keep.  Of 10^8 different keys two are the same 16
    octets with a probability of 1.5 * 10^-23, unless somebody makes them so: XXH3 is no cryptographic hash.

    Args:
        text: As for `key`, and so the other options.

    Returns:
        The digest of the key's UTF-8 with seed 0, in big-endian order, as xxHash's canonical form is.

    Raises:
        URISyntaxError: As `key`.
        URIRuleError: As `key`.
        ImportError: The extra ``columns`` is not installed.

    Cost:
        That of `key`, and one more pass.

    Example:
        >>> key128("http://example.com/").hex()
        '42663426682770e605cd77c9b152d153'
        >>> key128("HTTP://example.com:80", "scheme") == key128("http://example.com/", "scheme")
        True

    Source:
        RFC 3986 §6.1; xxHash, "XXH3 128-bit", canonical representation.
    """
    # not BLAKE2b, which the standard library has: it takes many times as long as all the rest of a column's key
    try:
        from xxhash import xxh3_128_digest
    except ImportError:
        raise ImportError('128-bit keys need xxhash: pip install "urikit[columns]"') from None
    text = key(
        text,
        rung,
        base=base,
        fragment=fragment,
        schemes=schemes,
        aliases=aliases,
        assume_generic=assume_generic,
        spec=spec,
        nfc=nfc,
    )
    digest: bytes = xxh3_128_digest(text.encode())
    return digest


def equivalent(
    a: str,
    b: str,
    rung: Rung = "syntax",
    *,
    base: str | None = None,
    fragment: FragmentUse = "compare",
    schemes: Registry | None = None,
    aliases: Mapping[str, str] | None = None,
    assume_generic: bool = False,
    spec: Spec = "rfc3986",
    nfc: bool = False,
) -> bool:
    """
    Say whether two references are equivalent at a rung of the ladder.

    Args:
        a: A URI-reference; above rung simple a URI, unless there is a base.
        b: Another.
        rung: As in `normalize`.
        base: A URI to resolve both against first.
        fragment: ``"ignore"`` leaves the fragments out, as for choosing what to retrieve (§6.1).
        schemes: As in `normalize`.
        aliases: As in `normalize`.
        assume_generic: As in `normalize`.
        spec: As in `key`.
        nfc: As in `key`.

    Returns:
        Whether their keys at that rung are one text.  False does not mean that they identify different things.

    Raises:
        URISyntaxError: *a* or *b* is no URI-reference, or *base* no URI.
        URIRuleError: A relative reference without base, above rung simple (code ``relative-without-base``);
            *aliases* lead in a circle (``alias``).
        ValueError: There is no such rung, or no such use of the fragment.

    Cost:
        Linear.

    Example:
        >>> a, b = "http://example.com/~a", "HTTP://EXAMPLE.com:80/%7Ea"
        >>> equivalent(a, b, "percent"), equivalent(a, b, "scheme")
        (False, True)

    Source:
        RFC 3986 §6.1, §6.2; RFC 3987 §5.3.
    """
    one, other = (
        key(
            text,
            rung,
            base=base,
            fragment=fragment,
            schemes=schemes,
            aliases=aliases,
            assume_generic=assume_generic,
            spec=spec,
            nfc=nfc,
        )
        for text in (a, b)
    )
    return one == other


def equivalence(
    a: str,
    b: str,
    *,
    base: str | None = None,
    fragment: FragmentUse = "compare",
    schemes: Registry | None = None,
    aliases: Mapping[str, str] | None = None,
    assume_generic: bool = False,
    spec: Spec = "rfc3986",
    nfc: bool = False,
) -> Rung | None:
    """
    Return the lowest rung at which two references are equivalent.

    Args:
        a: A URI-reference; a URI, unless there is a base or the two are one text.
        b: Another.
        base: A URI to resolve both against first.
        fragment: As in `equivalent`.
        schemes: As in `normalize`.
        aliases: As in `normalize`.
        assume_generic: As in `normalize`.
        spec: As in `key`.
        nfc: As in `key`.

    Returns:
        The rung; None where they are equivalent at none.

    Raises:
        URISyntaxError: *a* or *b* is no URI-reference, or *base* no URI.
        URIRuleError: A relative reference without base that is not *b*'s text (code ``relative-without-base``);
            *aliases* lead in a circle (``alias``).

    Cost:
        Linear.

    Example:
        >>> equivalence("http://example.com/~a", "HTTP://EXAMPLE.com:80/%7Ea")
        'scheme'
        >>> equivalence("http://example.com/", "http://example.com/?") is None
        True

    Source:
        RFC 3986 §6.2.
    """
    for rung in RUNGS if aliases else RUNGS[:-1]:
        if equivalent(
            a,
            b,
            rung,
            base=base,
            fragment=fragment,
            schemes=schemes,
            aliases=aliases,
            assume_generic=assume_generic,
            spec=spec,
            nfc=nfc,
        ):
            return rung
    return None


def same_document(
    base: str,
    reference: str,
    rung: Rung = "simple",
    *,
    schemes: Registry | None = None,
    spec: Spec = "rfc3986",
) -> bool:
    """
    Say whether a reference means the document that it stands in.

    Args:
        base: The document's base URI; its fragment does not count.
        reference: A URI-reference found in it.
        rung: The rung at which the target and the base are compared, fragments left out.
        schemes: As in `normalize`.
        spec: As in `key`.

    Returns:
        True for ``""`` and ``"#…"`` at every rung.  False for a base with dot segments named by a reference that
        spells its path, at a rung below path: its target has none (§5.2.2).

    Raises:
        URISyntaxError: *base* is no URI, or *reference* no URI-reference.
        ValueError: There is no such rung.

    Cost:
        Linear.

    Example:
        >>> same_document("http://a/b?q", "#s"), same_document("http://a/b?q", "b")
        (True, False)
        >>> same_document("http://a", "http://a:80/"), same_document("http://a", "http://a:80/", "scheme")
        (False, True)

    Source:
        RFC 3986 §4.4.
    """
    target = resolve(base, reference, spec=spec)
    return equivalent(base, target, rung, fragment="ignore", schemes=schemes, spec=spec)
