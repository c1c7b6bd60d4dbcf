"""
Which reference did a person mean who typed it, or copied it from a page?

Guesses, so never part of the parser: a suffix such as ``www.w3.org/Addressing/`` (RFC 3986 §4.5), and what text puts
around a URI and into it (Appendix C); what an input method makes of an IRI (RFC 3987 §7.2).
"""

from __future__ import annotations

from urikit.findings import Record, URIRuleError, finding
from urikit.operations.steps import Step
from urikit.schemes.registry import SCHEMES
from urikit.syntax.forms import normal
from urikit.syntax.grammar import matches
from urikit.syntax.octets import only_text
from urikit.syntax.parse import mask, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.schemes.registry import Registry
    from urikit.syntax.parse import Spec

FULLWIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
"""Fullwidth US-ASCII and what it stands for."""


def from_suffix(
    text: str, default_scheme: str = "https", *, schemes: Registry | None = None, spec: Spec = "rfc3986"
) -> str:
    """
    Return the URI that a suffix, an authority with a path, most likely stands for.

    Only for where there is no base: a suffix is a relative reference as well.

    Args:
        text: A suffix; or a URI, which is returned as it is.
        default_scheme: What to write before it.
        schemes: Names that are schemes even where a number follows the ":"; None for urikit's own.
        spec: ``"rfc3986"``, or ``"rfc3987"`` for an IRI.

    Returns:
        A URI (an IRI).  By the grammar ``localhost:8080`` has a scheme; it is read as host and port where the name is
        "localhost" or has a dot, is no scheme of *schemes*, and is followed by digits up to the path.

    Raises:
        URIRuleError: *text* does not begin with a host (code ``not-a-suffix``).
        URISyntaxError: What would be returned is no URI.
        ValueError: *default_scheme* is no scheme.

    Example:
        >>> from_suffix("www.w3.org/Addressing/"), from_suffix("localhost:8080/x", "http"), from_suffix("mailto:a@b")
        ('https://www.w3.org/Addressing/', 'http://localhost:8080/x', 'mailto:a@b')

    Source:
        RFC 3986 §4.5.
    """
    schemes = SCHEMES.unless(schemes, "schemes")
    if not matches("scheme", default_scheme):
        raise ValueError(f"{default_scheme!r} is no scheme")
    if only_text(text).startswith("//"):
        text = text[2:]
    elif _names_a_scheme(text, schemes):
        read(text, "URI", spec)
        return text
    if text[:1] in ("", "/", "?", "#", ":") or text.split("/", 1)[0] in (".", ".."):
        raise URIRuleError(text, (finding("not-a-suffix", 0, min(1, len(text))),))
    uri = f"{default_scheme}://{text}"
    read(uri, "URI", spec)
    return uri


def _names_a_scheme(text: str, schemes: Registry) -> bool:
    name, colon, rest = text.partition(":")
    if not (colon and matches("scheme", name)):
        return False
    end = min(at for at in (rest.find("/"), rest.find("?"), rest.find("#"), len(rest)) if at >= 0)
    port = rest[:end]
    like_a_host = "." in name or name.lower() == "localhost"
    return not (like_a_host and port.isascii() and port.isdigit() and name not in schemes)


class UserInput(Record):
    """
    What a person's input was read as.

    Attributes:
        readings: One text; or two, where a line ended in a hyphen: with all such hyphens, then without.
            Whether a reading is a reference is for the parser to say.
        steps: What was taken off or mapped, in order; empty where nothing was.
    """

    __slots__ = ("readings", "steps")
    __match_args__ = ("readings", "steps")

    if TYPE_CHECKING:
        readings: tuple[str, ...]
        steps: tuple[Step, ...]

        def __init__(self, readings: tuple[str, ...], steps: tuple[Step, ...]) -> None: ...

    def __repr__(self) -> str:
        return f"UserInput(readings={tuple(map(mask, self.readings))!r}, steps={self.steps!r})"


def from_user_input(text: str, *, spec: Spec = "rfc3986") -> UserInput:
    """
    Take off what text puts around a URI and into it.

    Args:
        text: One URI as it was typed or copied, with what delimits it.
        spec: ``"rfc3986"``, or ``"rfc3987"`` for an IRI, which an input method may have written in other widths, and
            which had no code points before it was typed.

    Returns:
        The reading, or both, and the steps: white space around it, ``"…"`` or ``<…>``, the prefix ``URL:``, white space
        and line breaks within.  For an IRI, before these, fullwidth US-ASCII as US-ASCII and halfwidth katakana as
        katakana; after them, Normalization Form C.

    Raises:
        ValueError: There is no such *spec*.

    Cost:
        Linear.

    Example:
        >>> from_user_input("<URL: http://www.ics.uci.edu/pub/\\n ietf/uri/>").readings
        ('http://www.ics.uci.edu/pub/ietf/uri/',)
        >>> from_user_input("http://example.com/well-\\nknown").readings
        ('http://example.com/well-known', 'http://example.com/wellknown')
        >>> [(step.name, step.text) for step in from_user_input("ｈttp：//h/ｶﾞ", spec="rfc3987").steps]
        [('fullwidth', 'http://h/ｶﾞ'), ('halfwidth', 'http://h/ガ')]

    Source:
        RFC 3986 Appendix C; RFC 3987 §7.2, §3.1 step 1 (variant a).
    """
    if spec not in ("rfc3986", "rfc3987"):
        raise ValueError(f'spec is "rfc3986" or "rfc3987", not {spec!r}')
    steps: list[Step] = []

    def took(name: str, left: str, note: str, source: str = "RFC 3986 Appendix C") -> str:
        if left != text:
            steps.append(Step(name, left, source, note))
        return left

    if spec == "rfc3987":
        text = took("fullwidth", text.translate(FULLWIDTH), "fullwidth forms of US-ASCII", "RFC 3987 §7.2")
        text = took("halfwidth", _widened(text), "halfwidth katakana", "RFC 3987 §7.2")

    text = took("trim", only_text(text).strip(), "white space around it")
    for _ in range(3):  # one in another, as in <URL:"…">, and no more
        if len(text) > 1 and (text[0], text[-1]) in (("<", ">"), ('"', '"')):
            text = took("delimiters", text[1:-1].strip(), f"{text[0]}…{text[-1]}")
        elif text[:4].lower() == "url:":
            text = took("prefix", text[4:].lstrip(), text[:4])
    lines = ["".join(line.split()) for line in text.splitlines()]
    text = took("white space", "".join(lines), "white space within it")
    if spec == "rfc3987":
        text = took("compose", normal(text), "Normalization Form C", "RFC 3987 §3.1")
    hyphens = [at for at, line in enumerate(lines[:-1]) if line.endswith("-")]
    if not hyphens:
        return UserInput((text,), tuple(steps))
    for at in hyphens:
        lines[at] = lines[at][:-1]
    other = "".join(lines)
    other = took(
        "hyphen", normal(other) if spec == "rfc3987" else other, "a hyphen at the end of a line may be the typesetter's"
    )
    return UserInput((text, other), tuple(steps))


def _widened(text: str) -> str:
    """The text with its halfwidth katakana as katakana, together with their sound marks."""
    if text.isascii():
        return text
    import re
    from unicodedata import normalize

    return re.sub("[\uff61-\uff9f]++", lambda run: normalize("NFKC", run[0]), text)
