"""
What does each rung of the ladder change in this reference, and what does it leave?

The rungs are those of ``normalize``; here each is a step with its section and a few words (RFC 3986 §6.2).
"""

from __future__ import annotations

from urikit.operations.normalize import RUNGS, at_case, at_path, at_percent, at_scheme, composed, follow, height
from urikit.operations.resolve import recompose, resolve
from urikit.operations.steps import Step
from urikit.schemes.registry import SCHEMES
from urikit.syntax.parse import read
from urikit.syntax.percent import normalize_escapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from urikit.operations.normalize import Rung
    from urikit.schemes.registry import Registry
    from urikit.syntax.parse import Pieces, Spec

_SECTIONS = {
    "rfc3986": ("RFC 3986", ("§6.2.1", "§6.2.2.1", "§6.2.2.2", "§6.2.2.3", "§6.2.3", "§6.2.4")),
    "rfc3987": ("RFC 3987", ("§5.3.1", "§5.3.2.1", "§5.3.2.3", "§5.3.2.4", "§5.3.3", "§5.3.4")),
}
_RESERVED = frozenset(":/?#[]@!$&'()*+,;=")
_SHOWN = 4  # escapes named in a note; a text may have thousands


def ladder(
    text: str,
    rung: Rung = "protocol",
    *,
    base: str | None = None,
    schemes: Registry | None = None,
    aliases: Mapping[str, str] | None = None,
    assume_generic: bool = False,
    spec: Spec = "rfc3986",
    nfc: bool = False,
) -> list[Step]:
    """
    Normalise a reference rung by rung, and say at each what changed and why.

    Args:
        text: A URI-reference.
        rung: The highest rung to climb; ``"protocol"`` is left out where there are no *aliases*.
        base: As in `normalize`; the first step is then the target.
        schemes: As in `normalize`.
        aliases: As in `normalize`.
        assume_generic: As in `normalize`.
        spec: As in `normalize`.
        nfc: As in `normalize`; it is a step of its own, ``"nfc"``, after the first.

    Returns:
        A step a rung, from ``"simple"``: its text is what `normalize` gives at that rung.

    Raises:
        URISyntaxError: *text* is no URI-reference, or *base* no URI.
        URIRuleError: *aliases* lead in a circle (code ``alias``).
        ValueError: There is no such rung.

    Example:
        >>> for step in ladder("http://h:80/%7Ea/../b%2fc?", "scheme"):
        ...     print(f"{step.name:7} {step.text:26} {step.note}".rstrip())
        simple  http://h:80/%7Ea/../b%2fc?
        case    http://h:80/%7Ea/../b%2Fc? %2f → %2F
        percent http://h:80/~a/../b%2Fc?   %7E → ~; %2F stays, it is reserved
        path    http://h:80/b%2Fc?         ".." removed
        scheme  http://h/b%2Fc?            :80 dropped, the default of http; "?" stays, empty is not absent

    Source:
        RFC 3986 §6.2; RFC 3987 §5.3.
    """
    schemes = SCHEMES.unless(schemes, "schemes")
    top = height(rung)
    if base is not None:
        text = resolve(base, text, spec=spec)
    parts = read(text, "URI-reference", spec)
    steps = [_step("simple", text, "", spec)]
    if nfc and top > 0:
        parts = composed(parts)
        note = "" if "".join(parts) == text else "composed; no comparison does this by itself"
        steps.append(Step("nfc", "".join(parts), "RFC 3987 §5.3.2.2", note))
    rungs: list[tuple[Callable[[Pieces], Pieces], Callable[[Pieces, Pieces], list[str]]]] = [
        (at_case, _case_words),
        (at_percent, _percent_words),
        (at_path, _path_words),
        (lambda below: at_scheme(below, schemes, assume_generic, spec) if below[0] else below, _scheme_words),
    ]
    for name, (climb, words) in zip(RUNGS[1 : top + 1], rungs, strict=False):
        above = composed(climb(parts)) if nfc else climb(parts)
        steps.append(_step(name, recompose(above), "; ".join(words(parts, above)), spec))
        parts = above
    if top == 5 and aliases is not None:
        normal = recompose(parts)
        known = follow(normal, aliases, schemes, assume_generic, spec, nfc) if parts[0] else normal
        note = "" if known == normal else "the caller observed that it is an alias"
        steps.append(_step("protocol", known, note, spec))
    return steps


def _step(rung: Rung, text: str, note: str, spec: Spec) -> Step:
    standard, sections = _SECTIONS[spec]
    return Step(rung, text, f"{standard} {sections[height(rung)]}", note)


# ----------------------------------------------------------------------------------------------------- words for a rung


def _case_words(below: Pieces, above: Pieces) -> list[str]:
    folded = ((below[0][:-1], above[0][:-1]), (below[2], above[2]))
    words = [f"{old} → {new}" for old, new in folded if old != new]
    escapes = _escapes((below[1], *below[4:]))
    return words + _listed([f"{escape} → {escape.upper()}" for escape in escapes if escape != escape.upper()])


def _percent_words(below: Pieces, _: Pieces) -> list[str]:
    host, others = _escapes((below[2],)), _escapes((below[1], *below[4:]))
    decoded = [(one, normalize_escapes(one).lower()) for one in host] + [
        (one, normalize_escapes(one)) for one in others
    ]
    changed = list(dict.fromkeys(f"{one} → {character}" for one, character in decoded if len(character) == 1))
    stay = list(dict.fromkeys(one for one, character in decoded if len(character) > 1))
    reserved = [escape for escape in stay if chr(int(escape[1:], 16)) in _RESERVED]
    rest = [escape for escape in stay if escape not in reserved]
    words = _listed(changed) + _staying(reserved, "reserved") + _staying(rest, "not unreserved")
    if not "".join(below).isascii():
        words.append("characters beyond US-ASCII stay, and are compared by their escapes")
    return words


def _path_words(below: Pieces, above: Pieces) -> list[str]:
    dots = [f'"{dot}"' for dot in (".", "..") if dot in below[4].split("/")]
    if not dots:
        return []
    if below[4] == above[4]:
        why = 'the path does not begin with "/"' if below[0] else "their meaning depends on the base"
        return [f"{' and '.join(dots)} stay: {why}"]
    words = [] if recompose(below) == recompose(above) else [f"{' and '.join(dots)} removed"]
    if not above[1] and above[4].startswith("//"):
        words.append('"/." keeps what follows from reading as an authority, §3.3')
    return words


def _scheme_words(below: Pieces, above: Pieces) -> list[str]:
    scheme = above[0][:-1]
    if not scheme:
        return ["a relative reference has no scheme; its target has"]
    words = []
    if below[3] != above[3]:
        dropped = (
            f"{below[3]} dropped, the default of {scheme}" if below[3] != ":" else '":" dropped, no port follows it'
        )
        words.append(f"{below[3]} → {above[3]}" if above[3] else dropped)
    if below[2] != above[2]:
        words.append(f"{below[2]} → {above[2]}" if above[2] else f"{below[2]} dropped, the default of {scheme}")
    if below[1] != above[1]:
        words.append(f"{scheme} takes no authority for an empty one")
    if below[4] != above[4] and not below[4]:
        words.append(f'{scheme} takes an empty path for "{above[4]}"')
    for part, at in (("path", 4), ("query", 5), ("fragment", 6)):
        if below[at] not in ("", above[at]):
            folded = below[at].lower() == above[at].lower()
            words.append(f"{scheme} folds case in its {part}" if folded else f"{scheme} has its own form of the {part}")
    empty = [f'"{mark}"' for mark, piece in (("@", above[1][2:]), ("?", above[5]), ("#", above[6])) if piece == mark]
    return words + ([f"{', '.join(empty)} {_stay(empty)}, empty is not absent"] if empty else [])


def _escapes(pieces: Iterable[str]) -> list[str]:
    """The different escapes, in the order in which they come."""
    return list(dict.fromkeys("%" + part[:2] for piece in pieces for part in piece.split("%")[1:]))


def _listed(words: list[str]) -> list[str]:
    return [*words[:_SHOWN], f"{len(words) - _SHOWN} more"] if len(words) > _SHOWN else words


def _staying(escapes: list[str], why: str) -> list[str]:
    if not escapes:
        return []
    return [f"{', '.join(_listed(escapes))} {_stay(escapes)}, {'they are' if len(escapes) > 1 else 'it is'} {why}"]


def _stay(several: list[str]) -> str:
    return "stay" if len(several) > 1 else "stays"
