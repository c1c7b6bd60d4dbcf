"""
How is an IRI put before a reader: on a screen, inside another text, in a document of another charset?

RFC 3987 §7.6 (what cannot be drawn is shown percent-encoded), §4.1 (as if inside a left-to-right embedding), §6.3
(characters that the document's charset has not).
"""

from __future__ import annotations

from bisect import bisect_left

from urikit.findings import URIRuleError, finding, hide
from urikit.operations.convert import to_iri, to_uri
from urikit.operations.domain import is_domain
from urikit.operations.idna import to_ascii
from urikit.operations.readable import escaped
from urikit.safety.bidi import breaks_rule_1, breaks_rule_2, displaced, encoded, last_strong
from urikit.safety.restrictions import at_places, hidden
from urikit.schemes import SCHEMES
from urikit.syntax.bidi import DOTS, FORMATS, RIGHT_TO_LEFT, bidi_classes, components, is_right_to_left
from urikit.syntax.grammar import matches
from urikit.syntax.mend import HOST, PORT, SCHEME, starts
from urikit.syntax.octets import only_charset
from urikit.syntax.parse import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Literal

    from urikit.schemes import Registry
    from urikit.syntax.bidi import Component
    from urikit.syntax.parse import Pieces

    Style = Literal["unicode", "ascii", "safe"]
    Isolation = Literal["isolate", "embedding", "html"]
    Format = Literal["html", "xml", "text"]

_ISOLATIONS = {
    "isolate": ("\u2066", "\u2069"),  # LRI, PDI
    "embedding": ("\u202a", "\u202c"),  # LRE, PDF
    "html": ('<bdi dir="ltr">', "</bdi>"),
}
_ENDS_ISOLATION = FORMATS | {"\u2029"}  # a paragraph's end ends what was opened in it
_MARKUP = {"&": "&amp;", "'": "&#x27;"}  # the others that need it cannot stand in an IRI


def display(
    text: str,
    style: Style = "unicode",
    *,
    drawable: Callable[[str], bool] | None = None,
    show_secrets: bool = False,
    schemes: Registry | None = None,
) -> str:
    """
    Write a reference as a reader is to see it.

    Args:
        text: A URI-reference or an IRI-reference.
        style: ``"unicode"``: the IRI that `to_iri` gives.  ``"ascii"``: the URI that `to_uri` gives.  ``"safe"``: the
            IRI, with what cannot be drawn, or would be taken for something else, percent-encoded; labels of domain
            names as A-labels.
        drawable: For ``"safe"``, says whether there is a glyph for a character; else all that is assigned has one.
        show_secrets: Show what follows the first ":" of the userinfo too.
        schemes: The rows that say whether a host is a domain name; None for urikit's own.

    Returns:
        A text that stands for what *text* does; but for a password in it, which is ``•••``.  What runs from right to
        left is still to be isolated from a text around it: see `bidi_isolated`.

    Raises:
        URISyntaxError: *text* is no IRI-reference.
        URIRuleError: It is too long to be converted (``too-long``).
        ValueError: There is no such *style*.

    Cost:
        Linear.

    Example:
        >>> text = "http://xn--bcher-kva.example/%C3%A4%E2%88%95b"
        >>> display(text), display(text, "safe")
        ('http://bücher.example/ä∕b', 'http://bücher.example/ä%E2%88%95b')
        >>> display("http://bücher.example/ä", "ascii"), display("ftp://u:pw@h/")
        ('http://xn--bcher-kva.example/%C3%A4', 'ftp://u:•••@h/')

    Source:
        RFC 3987 §7.6, §4.1; RFC 3986 §3.2.1.
    """
    schemes = SCHEMES.unless(schemes, "schemes")
    if style == "ascii":
        try:
            shown = to_uri(text, schemes=schemes)
        except URIRuleError:  # IDNA refuses the host
            shown = to_uri(text, host="percent", schemes=schemes)
    elif style == "unicode":
        shown = to_iri(text, schemes=schemes)
    elif style == "safe":
        shown = _safe(to_iri(text, schemes=schemes), drawable, schemes)
    else:
        raise ValueError(f'style is "unicode", "ascii" or "safe", not {style!r}')
    return shown if show_secrets else hide(shown, valid=True)


def bidi_isolated(iri: str, style: Isolation = "isolate") -> str:
    """
    Write an IRI so that it is drawn in its own order wherever it stands, and its neighbours in theirs.

    Args:
        iri: An IRI-reference.
        style: ``"isolate"``: between LEFT-TO-RIGHT ISOLATE and POP DIRECTIONAL ISOLATE.  ``"embedding"``: between
            LEFT-TO-RIGHT EMBEDDING and POP DIRECTIONAL FORMATTING, as RFC 3987 has it, which its neighbours can still
            disturb.  ``"html"``: in an element ``bdi``, as HTML source.

    Returns:
        The text with what stands around it, which is not part of the IRI.  Characters that would end it too soon, and
        that an IRI must not hold, are percent-encoded.

    Raises:
        URISyntaxError: *iri* is no IRI-reference.
        ValueError: There is no such *style*.

    Cost:
        Linear.

    Example:
        >>> bidi_isolated("http://אב.example/") == "\\u2066http://אב.example/\\u2069"
        True
        >>> bidi_isolated("/a?b&c", "html")
        '<bdi dir="ltr">/a?b&amp;c</bdi>'

    Source:
        RFC 3987 §4.1; UAX #9 §2.
    """
    if style not in _ISOLATIONS:
        raise ValueError(f'style is "isolate", "embedding" or "html", not {style!r}')
    read(iri, spec="rfc3987")
    inside = encoded(iri, _ENDS_ISOLATION)
    if style == "html":
        inside = "".join([_MARKUP.get(character, character) for character in inside])
    opening, closing = _ISOLATIONS[style]
    return f"{opening}{inside}{closing}"


def embed(iri: str, charset: str, format: Format = "html") -> bytes:  # noqa: A002
    """
    Write an IRI as the octets that stand for it in a document.

    Args:
        iri: An IRI-reference.
        charset: The document's; one that Python knows and that begins no text with a byte order mark.
        format: ``"html"`` and ``"xml"``: characters that *charset* has not become character references, and "&" and
            "'" are written as markup needs them.  ``"text"``: such characters are percent-encoded; where they are part
            of a component that runs from right to left, the whole of it is (§4.2).

    Returns:
        Octets in *charset*: those of UTF-8 only where that is the document's.

    Raises:
        URISyntaxError: *iri* is no IRI-reference.
        URIRuleError: *charset* has not the ASCII that it takes (``not-encodable``).
        ValueError: There is no such *format*, or *charset* writes a byte order mark.
        LookupError: There is no such *charset*.

    Cost:
        Linear.

    Example:
        >>> iri = "http://example.org/rosé?я"
        >>> embed(iri, "iso-8859-1"), embed(iri, "koi8-r", "text")
        (b'http://example.org/ros\\xe9?&#x44F;', b'http://example.org/ros%C3%A9?\\xd1')

    Source:
        RFC 3987 §6.3.
    """
    if format not in ("html", "xml", "text"):
        raise ValueError(f'format is "html", "xml" or "text", not {format!r}')
    if "".encode(only_charset(charset)):
        raise ValueError(f"{charset} begins with a byte order mark, which is the document's; name one as utf-16-le")
    pieces = read(iri, spec="rfc3987")
    lacking = {character for character in set(iri) if not _has(character, charset)}
    if format == "text":
        written = _escaped_for(pieces, lacking) if lacking else iri
    else:
        table = _MARKUP | {character: f"&#x{ord(character):X};" for character in lacking}
        written = "".join([table.get(character, character) for character in iri])
    try:
        return written.encode(charset)
    except UnicodeEncodeError as error:
        at = max(iri.find(written[error.start]), 0)
        words = f"{charset} has no octets for U+{ord(written[error.start]):04X}, which nothing else can stand for"
        raise URIRuleError(iri, (finding("not-encodable", at, at + 1, message=words),)) from None


def _has(character: str, charset: str) -> bool:
    """Whether a charset has a character itself: some write one that looks like it, ¥ as the octet of a backslash."""
    try:
        return character.encode(charset).decode(charset) == character
    except UnicodeError:
        return False


def _escaped_for(pieces: Pieces, lacking: set[str]) -> str:
    """The text with what a charset lacks percent-encoded, where the escape stands for the same."""
    parts = components(pieces, domain=True, pairs=True, extension=True)
    wrong = [part for part in parts if is_right_to_left(part.text) and not lacking.isdisjoint(part.text)]
    there = {character for character in lacking if not matches("reserved", character)}
    table = {ord(character): escaped(character) for character in there - {"%"}}
    return _rewritten("".join(pieces), wrong, lambda part: encoded(part.text)).translate(table)


def _rewritten(text: str, parts: Iterable[Component], write: Callable[[Component], str]) -> str:
    """The text with components written anew; they come in logical order."""
    made: list[str] = []
    done = 0
    for part in parts:
        made += (text[done : part.start], write(part))
        done = part.end
    return "".join((*made, text[done:]))


# ---------------------------------------------------------------------------------------------------- what can be drawn


def _safe(iri: str, drawable: Callable[[str], bool] | None, schemes: Registry) -> str:
    """The IRI with what cannot be drawn written otherwise: single characters; whole components where those are torn."""

    def cut(iri: str) -> tuple[Component, ...]:
        pieces = read(iri, spec="rfc3987")
        return components(pieces, domain=is_domain(pieces[SCHEME], schemes), pairs=True, extension=True)

    def clear(part: Component) -> str:
        places = hidden(part.text, drawable)
        if places and (part.part == "label" or is_right_to_left(part.text)):
            return _wholly(part)
        return at_places(part.text, places, escaped)

    iri = _dotted(iri, schemes)
    iri = _rewritten(iri, cut(iri), clear)
    return _rewritten(iri, _torn(iri, cut(iri)), _wholly)


def _dotted(iri: str, schemes: Registry) -> str:
    """The IRI with each dot of a domain name as "."; where IDNA takes it for no name, the others percent-encoded."""
    pieces = read(iri, spec="rfc3987")
    host = pieces[HOST]
    dots = DOTS.replace(".", "")
    if set(dots).isdisjoint(host) or not is_domain(pieces[SCHEME], schemes):
        return iri
    try:
        to_ascii(host)
        shown = dict.fromkeys(map(ord, dots), ".")
    except URIRuleError:
        shown = {ord(dot): escaped(dot) for dot in dots}
    return "".join((*pieces[:HOST], host.translate(shown), *pieces[HOST + 1 :]))


def _wholly(part: Component) -> str:
    """A component in ASCII: the A-label of a domain name, or percent-encoded."""
    if part.part == "label":
        try:
            return to_ascii(part.text)
        except URIRuleError:
            pass
    return encoded(part.text)


def _torn(iri: str, parts: Sequence[Component]) -> list[Component]:
    """The components that do not stay in one piece, and those that draw a number beside them to their other side."""
    if not is_right_to_left(iri):
        return []
    classes = bidi_classes(iri)
    there = [part for part in parts if not RIGHT_TO_LEFT.isdisjoint(classes[part.start : part.end])]
    begins = [part.start for part in there]
    wrong: set[Component] = set()
    for part in there:
        inside = classes[part.start : part.end]
        if breaks_rule_1(inside) or breaks_rule_2(inside):
            wrong.add(part)
    for part, after in displaced(parts, classes):
        wrong.add(there[bisect_left(begins, part.start) - 1] if after else part)
    pieces = read(iri, spec="rfc3987")
    port = starts(pieces)[PORT]
    if len(pieces[PORT]) > 1 and last_strong(classes[:port])[-1] in RIGHT_TO_LEFT:
        wrong.add(there[bisect_left(begins, port) - 1])
    return sorted(wrong, key=lambda part: part.start)
