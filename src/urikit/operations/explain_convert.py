"""
What does each step of a conversion make of this text?

The steps of RFC 3987 §3.1 and §3.2, written as §3.2.1 prints them: an octet that is neither a character of US-ASCII nor
an escape is its two digits in angle brackets, which stand in no reference themselves.
"""

from __future__ import annotations

from urikit.operations.convert import (
    LIMIT,
    cut,
    decoded_pieces,
    fixed,
    to_iri,
    to_uri,
    with_ascii_host,
)
from urikit.operations.readable import decoded, octets_of, runs, table, why_unfit
from urikit.operations.steps import Step
from urikit.schemes.registry import SCHEMES
from urikit.syntax.mend import HOST, QUERY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Literal

    from urikit.operations.convert import Part
    from urikit.operations.readable import Keep
    from urikit.schemes.registry import Registry
    from urikit.syntax.parse import Pieces

_SHOWN = 4  # what a note names; a text may have thousands


def explain_to_uri(
    text: str,
    *,
    part: Part | None = None,
    host: Literal["idna", "percent"] = "idna",
    fix: bool = False,
    schemes: Registry | None = None,
    limit: int | None = LIMIT,
) -> list[Step]:
    """
    Map an IRI to its URI, and keep what each step makes of it.

    Args:
        text: As for `to_uri`, and so all the others.

    Returns:
        Steps ``"1"`` (the characters), ``"2.1"`` (the octets of those beyond US-ASCII) and ``"2.3"`` (their escapes:
        what `to_uri` gives); between them ``"fix"`` and ``"host"`` where they change something.

    Raises:
        URISyntaxError, URIRuleError, ValueError: As `to_uri`.

    Example:
        >>> for step in explain_to_uri("http://www.example.org/red%09rosé#red"): print(step.name, step.text)
        1 http://www.example.org/red%09rosé#red
        2.1 http://www.example.org/red%09ros<c3><a9>#red
        2.3 http://www.example.org/red%09ros%C3%A9#red

    Source:
        RFC 3987 §3.1.
    """
    schemes = SCHEMES.unless(schemes, "schemes")
    uri = to_uri(text, part=part, host=host, fix=fix, schemes=schemes, limit=limit)
    steps = [Step("1", text, "RFC 3987 §3.1", "Unicode text, which is not normalised (variant c)")]
    iri = fixed(text) if fix else text
    if iri != text:
        steps.append(Step("fix", iri, "RFC 3987 §3.1", "printable US-ASCII that no IRI holds is percent-encoded"))
    named = with_ascii_host(cut(iri, part, None), part, schemes) if host == "idna" else iri
    if named != iri:
        steps.append(Step("host", named, "RFC 3987 §3.1; UTS #46 §4.2", "ToASCII, label by label"))
    note = "each octet is written %HH, in upper case (2.2)" if uri != named else "nothing is left to encode"
    return [
        *steps,
        Step("2.1", octets_shown(named), "RFC 3987 §3.1", "UTF-8" if uri != named else ""),
        Step("2.3", uri, "RFC 3987 §3.1", note),
    ]


def explain_to_iri(
    text: str,
    *,
    part: Part | None = None,
    keep: Keep = "recommended",
    host: Literal["unicode", "keep"] = "unicode",
    schemes: Registry | None = None,
    limit: int | None = LIMIT,
) -> list[Step]:
    """
    Write a URI as its IRI, and keep what each step makes of it.

    Args:
        text: As for `to_iri`, and so all the others.

    Returns:
        Steps ``"1"`` to ``"5"``; then ``"host"`` where it changes something.  The last is what `to_iri` gives.

    Raises:
        URISyntaxError, URIRuleError, ValueError: As `to_iri`.

    Example:
        >>> for step in explain_to_iri("http://xn--99zt52a.example.org/%e2%80%ae", host="keep"):
        ...     print(f"{step.name}. {step.text}")
        1. http://xn--99zt52a.example.org/%e2%80%ae
        2. http://xn--99zt52a.example.org/<e2><80><ae>
        3. http://xn--99zt52a.example.org/<e2><80><ae>
        4. http://xn--99zt52a.example.org/%E2%80%AE
        5. http://xn--99zt52a.example.org/%E2%80%AE

    Source:
        RFC 3987 §3.2, §3.2.1.
    """
    iri = to_iri(text, part=part, keep=keep, host=host, schemes=schemes, limit=limit)
    pieces = cut(text, part, None)
    read = "".join(decoded_pieces(pieces, keep))
    steps = [
        Step("1", text, "RFC 3987 §3.2", "the URI, in US-ASCII" if text.isascii() else "an IRI"),
        Step("2", _stage(pieces, lambda run, _: _octets(run)), "RFC 3987 §3.2", _kept(text)),
        Step("3", _stage(pieces, lambda run, _: octets_shown(decoded(run))), "RFC 3987 §3.2", _not_utf8(text)),
        Step(
            "4",
            _stage(pieces, lambda run, in_query: octets_shown(decoded(run).translate(table(keep, in_query)))),
            "RFC 3987 §3.2",
            _unfit(pieces, keep),
        ),
        Step("5", read, "RFC 3987 §3.2", "the octets as UTF-8" if not read.isascii() else ""),
    ]
    if iri != read:
        as_written = cut(iri, part, None)[HOST] == pieces[HOST]
        note = "it is no domain name, and stays as written" if as_written else "ToUnicode, label by label"
        steps.append(Step("host", iri, "RFC 3987 §3.2.1; UTS #46 §4.3", note))
    return steps


def octets_shown(text: str) -> str:
    """
    Write the UTF-8 of characters beyond US-ASCII, octet by octet.

    Example:
        >>> octets_shown("Dürst")
        'D<c3><bc>rst'

    Source:
        RFC 3987 §1.4, §3.2.1.
    """
    return "".join([c if c.isascii() else "".join([f"<{octet:02x}>" for octet in c.encode()]) for c in text])


def _octets(run: str) -> str:
    """A run of escapes that step 2 decodes, decoded: US-ASCII is a character, the rest octets."""
    return "".join([chr(octet) if octet < 0x80 else f"<{octet:02x}>" for octet in octets_of(run)])


def _stage(pieces: Pieces, write: Callable[[str, bool], str]) -> str:
    """The whole text with each run of escapes written another way."""
    written = []
    for index, piece in enumerate(pieces):
        at = 0
        for run in runs().finditer(piece):
            written += [octets_shown(piece[at : run.start()]), write(run[0], index == QUERY)]
            at = run.end()
        written.append(octets_shown(piece[at:]))
    return "".join(written)


def _kept(text: str) -> str:
    """Which escapes step 2 leaves."""
    left = runs().sub("", text)
    escapes = dict.fromkeys("%" + part[:2] for part in left.split("%")[1:])
    return _listed(escapes, "stay: reserved, or no character of a URI", "stays: reserved, or no character of a URI")


def _not_utf8(text: str) -> str:
    """Which octets step 3 escapes again."""
    bad: dict[str, None] = {}
    for run in runs().finditer(text):
        bad |= dict.fromkeys(f"<{part[:2].lower()}>" for part in decoded(run[0]).split("%")[1:])
    return _listed(bad, "are not UTF-8", "is not UTF-8")


def _unfit(pieces: Pieces, keep: Keep) -> str:
    """Which characters step 4 escapes again, and why."""
    kept: dict[str, None] = {}
    for index, piece in enumerate(pieces):
        for run in runs().finditer(piece):
            for character in decoded(run[0]):
                why = None if character.isascii() else why_unfit(character, keep, index == QUERY)
                if why:
                    kept[f"U+{ord(character):04X} stays: {why[0]} ({why[1]})"] = None
    return _listed(kept, "", "")


def _listed(words: Iterable[str], several: str, one: str) -> str:
    """A few of the words, how many more there are, and what is said of them."""
    every = list(words)
    if not every:
        return ""
    shown = every[:_SHOWN] + ([f"{len(every) - _SHOWN} more"] if len(every) > _SHOWN else [])
    return f"{'; '.join(shown) if not one else ', '.join(shown)} {one if len(every) == 1 else several}".rstrip()
