"""
Which URI does an IRI map to, and which IRI does a URI stand for?

RFC 3987 §3.1 and §3.2.  Both ways hold for references and for components alone.  Where a scheme's row says that its
hosts are domain names, they are written by IDNA; hosts of other schemes, and of relative references, are written as
every other component is.
"""

from __future__ import annotations

from urikit._accelerate import accelerated
from urikit.findings import URIRuleError, finding
from urikit.operations.build import refuse_part
from urikit.operations.domain import ascii_domain, is_domain, readable_domain
from urikit.operations.readable import escaped, readable
from urikit.schemes.registry import SCHEMES
from urikit.syntax.grammar import RFC3987
from urikit.syntax.mend import HOST
from urikit.syntax.parse import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Literal

    from urikit.operations.readable import Keep
    from urikit.schemes.registry import Registry
    from urikit.syntax.parse import Pieces

    Part = Literal["userinfo", "host", "path", "segment", "query", "fragment"]

_SLOTS = {"userinfo": 1, "host": 2, "path": 4, "segment": 4, "query": 5, "fragment": 6}
"""The components that may hold characters beyond US-ASCII, and which of the seven pieces they are."""

PARTS = tuple(_SLOTS)

LIMIT = 1 << 20
"""The most code points that are converted, unless the caller says otherwise."""

_patterns: dict[str, re.Pattern[str]] = {}


@accelerated
def to_uri(
    text: str,
    *,
    part: Part | None = None,
    host: Literal["idna", "percent"] = "idna",
    fix: bool = False,
    schemes: Registry | None = None,
    limit: int | None = LIMIT,
) -> str:
    """
    Map an IRI to the URI that it stands for.

    Nothing is normalised, and escapes are left as they are: a URI is its own answer.

    Args:
        text: An IRI-reference; or the component that *part* names.
        part: ``"userinfo"``, ``"host"``, ``"path"``, ``"segment"``, ``"query"`` or ``"fragment"``.
        host: ``"idna"`` writes a host by IDNA where the scheme's row says that its hosts are domain names, and where
            *part* is ``"host"``; ``"percent"`` never does.
        fix: Percent-encode the ten printable characters of US-ASCII that no IRI holds: ``<>"{}|\\^`` and the backtick
            and the space.  Else they are refused, as "#", "%", "[" and "]" out of place are in any case.
        schemes: The rows that are asked about hosts; None for urikit's own.
        limit: The most code points that are converted; None for any number.

    Returns:
        A URI-reference; *text* itself where that is one.

    Raises:
        URISyntaxError: *text* is no IRI-reference.
        URIRuleError: IDNA refuses the host: label, character and rule are named, at their place in *text*; or *text* is
            no such part (``wrong-part``), or longer than *limit* (``too-long``).
        ValueError: There is no such *part* or *host*.

    Cost:
        Linear.

    Example:
        >>> to_uri("http://résumé.example.org/rosé#é"), to_uri("http://résumé.example.org", host="percent")
        ('http://xn--rsum-bpad.example.org/ros%C3%A9#%C3%A9', 'http://r%C3%A9sum%C3%A9.example.org')
        >>> to_uri("/a b|c", fix=True), to_uri("rosé", part="fragment")
        ('/a%20b%7Cc', 'ros%C3%A9')

    Source:
        RFC 3987 §3.1.
    """
    schemes = SCHEMES.unless(schemes, "schemes")
    if host not in ("idna", "percent"):
        raise ValueError(f'host is "idna" or "percent", not {host!r}')
    if fix:
        text = fixed(text)
    pieces = cut(text, part, limit)
    if text.isascii():
        return text
    return percent_encoded(with_ascii_host(pieces, part, schemes) if host == "idna" else text)


def with_ascii_host(pieces: Pieces, part: Part | None, schemes: Registry) -> str:
    """
    Write an IRI with its host as DNS has it, where it is a domain name and not ASCII.

    Args:
        pieces: As `cut` gives them.
        part: As for `to_uri`.
        schemes: As for `to_uri`.

    Raises:
        URIRuleError: As `to_uri`.

    Source:
        RFC 3987 §3.1: "before step 2 above".
    """
    host, before, after = pieces[HOST], "".join(pieces[:HOST]), "".join(pieces[HOST + 1 :])
    text = f"{before}{host}{after}"
    if host.isascii() or not (part == "host" or is_domain(pieces[0], schemes)):
        return text
    return f"{before}{ascii_domain(text, len(before), len(before) + len(host))}{after}"


@accelerated
def to_iri(
    text: str,
    *,
    part: Part | None = None,
    keep: Keep = "recommended",
    host: Literal["unicode", "keep"] = "unicode",
    schemes: Registry | None = None,
    limit: int | None = LIMIT,
) -> str:
    """
    Write a URI as the IRI that people read.

    Escapes become characters where they are UTF-8, and no other charset is ever guessed; those of reserved characters,
    of "%" and of what no URI holds stay as written.

    Args:
        text: A URI-reference, or the component that *part* names.  Of an IRI-reference, what is not ASCII stays.
        part: As for `to_uri`.
        keep: Which characters stay percent-encoded, with upper-case digits.  ``"none"``: those that no IRI holds, with
            private use outside the query; ``"minimal"``: also those that format bidirectional text; ``"recommended"``:
            also spaces and separators, formats but the two joiners, what is unassigned, fullwidth ASCII and halfwidth
            katakana.
        host: ``"unicode"`` writes A-labels as what they stand for, under the conditions of *host* in `to_uri`, and
            leaves a host as written that is no domain name; ``"keep"`` only decodes its escapes.
        schemes: The rows that are asked about hosts; None for urikit's own.
        limit: The most code points that are converted; None for any number.

    Returns:
        An IRI-reference; *text* itself where nothing changes.  ``to_uri`` leads back to *text*, but for the case of
        escapes' digits and escapes of unreserved characters; where a domain name is read in Unicode, to its A-labels.

    Raises:
        URISyntaxError: *text* is no reference.
        URIRuleError: *text* is no such part (``wrong-part``), or longer than *limit* (``too-long``).
        ValueError: There is no such *part*, *keep* or *host*.

    Cost:
        Linear.

    Example:
        >>> to_iri("http://www.example.org/D%C3%BCrst"), to_iri("http://www.example.org/D%FCrst")
        ('http://www.example.org/Dürst', 'http://www.example.org/D%FCrst')
        >>> to_iri("http://xn--99zt52a.example.org/%e2%80%ae")
        'http://納豆.example.org/%E2%80%AE'

    Source:
        RFC 3987 §3.2.
    """
    schemes = SCHEMES.unless(schemes, "schemes")
    if host not in ("unicode", "keep"):
        raise ValueError(f'host is "unicode" or "keep", not {host!r}')
    pieces = cut(text, part, limit)
    decoded = list(decoded_pieces(pieces, keep))  # which says whether there is such a *keep*
    if "%" not in text and "xn--" not in text.lower():
        return text
    if host == "unicode" and pieces[HOST] and (part == "host" or is_domain(pieces[0], schemes)):
        decoded[HOST] = readable_domain(pieces[HOST], keep)
    iri = "".join(decoded)
    return text if iri == text else iri


def decoded_pieces(pieces: Pieces, keep: Keep) -> Pieces:
    """
    Decode the escapes of seven pieces, as far as an IRI does without them.

    Args:
        pieces: As `cut` gives them.
        keep: As for `to_iri`.

    Example:
        >>> decoded_pieces(("http:", "//", "h", "", "/%C3%A9", "?%EE%80%80", ""), "recommended")
        ('http:', '//', 'h', '', '/é', '?\ue000', '')

    Source:
        RFC 3987 §3.2 steps 2 to 5.
    """
    scheme, user, host, port, path, query, fragment = pieces
    return (
        scheme,
        readable(user, keep),
        readable(host, keep),
        port,
        readable(path, keep),
        readable(query, keep, True),
        readable(fragment, keep),
    )


def cut(text: str, part: Part | None, limit: int | None) -> Pieces:
    """
    Cut what is to be converted into seven pieces; those of a component alone are empty but for one.

    Raises:
        URISyntaxError, URIRuleError, ValueError: As `to_uri`, but for what IDNA refuses.

    Example:
        >>> cut("é", "query", None), cut("//é?é", None, None)
        (('', '', '', '', '', 'é', ''), ('', '//', 'é', '', '', '?é', ''))

    Source:
        RFC 3987 §3.1: "applies to IRI references and URI references, as well as components thereof".
    """
    if limit is not None and len(text) > limit:
        words = f"the text is longer than {limit:,} characters"
        raise URIRuleError(text, (finding("too-long", limit, len(text), message=words),))
    if part is None:
        return read(text, "URI-reference", "rfc3987")
    if part not in _SLOTS:
        raise ValueError(f"part is one of {', '.join(_SLOTS)}, not {part!r}")
    if not RFC3987.matcher(RFC3987.part(part)).fullmatch(text):
        refuse_part(part, text, "rfc3987")
    slot = _SLOTS[part]
    return (*("",) * slot, text, *("",) * (6 - slot))  # type: ignore[return-value]


def percent_encoded(text: str) -> str:
    """
    Percent-encode the UTF-8 of every character beyond US-ASCII, and nothing else.

    Example:
        >>> percent_encoded("red%09rosé")
        'red%09ros%C3%A9'

    Source:
        RFC 3987 §3.1 step 2.
    """
    if text.isascii():
        return text
    return _pattern("[^\\x00-\\x7f]++").sub(lambda run: "%" + run[0].encode().hex("%").upper(), text)


def fixed(text: str) -> str:
    """
    Percent-encode the ten printable characters of US-ASCII that no IRI holds and that may be encoded.

    Example:
        >>> fixed('<a href="#b c">')
        '%3Ca%20href=%22#b%20c%22%3E'

    Source:
        RFC 3987 §3.1: "systems accepting IRIs MAY also deal with the printable characters in US-ASCII that are not
        allowed in URIs".
    """
    return _pattern('[<>" {}|\\\\^`]').sub(lambda one: escaped(one[0]), text)


def _pattern(expression: str) -> re.Pattern[str]:
    """Compile at the first use, and keep it."""
    found = _patterns.get(expression)
    if found is None:
        import re

        found = _patterns[expression] = re.compile(expression)
    return found
