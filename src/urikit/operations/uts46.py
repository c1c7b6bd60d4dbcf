"""
What does UTS 46 make of a domain name, label by label, and which rule refuses it?

Processing without transitions (UTS #46 §4), validity (§4.1), ToASCII (§4.2) and ToUnicode (§4.3).  The mapping, the
Bidi Rule (RFC 5893 §2) and the joiner rules (RFC 5892 A.1, A.2) are those of the package `idna`; the order of the steps
and the places of the mistakes are ours.  Loading this loads the tables, so `urikit.operations.idna` does it at the
first host that needs them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple
from unicodedata import category, normalize, unidata_version

import idna

from urikit.findings import Finding, finding, printable
from urikit.operations import punycode
from urikit.syntax.bidi import bidi_classes
from urikit.syntax.forms import named
from urikit.syntax.grammar import RFC3986

LABEL, NAME = 63, 253  # octets of a label, and of a name without its last dot: RFC 1035 §2.3.4

REFUSED = "\ufffd"  # stands for a character that UTS 46 refuses; itself it is one

_UTS, _BIDI = "UTS #46 §4.1", "RFC 5893 §2"
RULES = {
    "A4": ("", ""),  # as the row of its code has it
    "P4": ("P4: after “xn--” stands the Punycode of something that is not ASCII", "UTS #46 §4"),
    "V1": ("V1: a label is in Normalization Form C", _UTS),
    "V2": ("V2: the third and the fourth character of a label are not both hyphens", _UTS),
    "V3": ("V3: a label neither begins nor ends with a hyphen", _UTS),
    "V4": ("V4: what Punycode stands for does not begin with “xn--” again", _UTS),
    "V6": ("V6: a label does not begin with a combining mark", _UTS),
    "V7": ("V7: every character of a label is valid, once mapped", _UTS),
    "U1": ("U1: of ASCII, STD 3 has lower-case letters, digits and hyphens only", _UTS),
    "C1": ("C1: ZERO WIDTH NON-JOINER stands after a virama, or between letters that would join", "RFC 5892 A.1"),
    "C2": ("C2: ZERO WIDTH JOINER stands after a virama", "RFC 5892 A.2"),
    "B1": ("B1: beside right-to-left labels, a label begins with a character of class L, R or AL", _BIDI),
    "B2": ("B2: a label that begins with R or AL has R, AL, AN, EN, ES, CS, ET, ON, BN and NSM only", _BIDI),
    "B3": ("B3: a label that begins with R or AL ends with R, AL, EN or AN, then NSM", _BIDI),
    "B4": ("B4: a label that begins with R or AL has not both EN and AN", _BIDI),
    "B5": ("B5: beside right-to-left labels, a label that begins with L has no R, AL or AN", _BIDI),
    "B6": ("B6: beside right-to-left labels, a label that begins with L ends with L or EN, then NSM", _BIDI),
    "B": ("B1–B6: the Bidi Rule", _BIDI),
    "reg-name": ("", ""),
}
"""Each rule in words, and where it stands, by the key that the conformance tests of UTS 46 give it."""

_MOST = 1 << 15  # code points remembered, before those that are refused are not
_JOINERS = {"\u200c": "C1", "\u200d": "C2"}

_is_written = RFC3986.compile(r"(?:{unreserved}|{sub-delims})*+").fullmatch

rtl: set[str] = set()
"""The characters of class R, AL or AN among those that the table was asked for."""


class Table(dict[int, str]):
    """What each code point is mapped to, for `str.translate`: `idna` is asked once, then it is remembered."""

    def __missing__(self, number: int) -> str:
        try:
            mapped = idna.uts46_remap(chr(number), std3_rules=False)
        except idna.IDNAError:
            mapped = REFUSED
            if len(self) > _MOST:
                return mapped  # there are a million of them
        rtl.update(filter(_runs_right_to_left, mapped))
        self[number] = mapped
        return mapped


def _runs_right_to_left(character: str) -> bool:
    """By its block, where the mapping table has a character already and this Python's tables have not."""
    return bidi_classes(character)[0] in {"R", "AL", "AN"}


TABLE = Table({number: chr(number).lower() for number in range(128)})
"""The mapping of UTS 46, as far as it was asked for."""


def alone(character: str) -> int:
    """
    Return what a character is mapped to, for the twin, where it is so in every name; else 1.

    Args:
        character: One of the basic plane that is not ASCII.

    Returns:
        The code point of a letter or digit of that plane that is not ASCII, is not written from right to left and is
        not composed with what comes before it: marks are, and Hangul jamo.

    Example:
        >>> [chr(alone(one)) for one in "Éß語"], [alone(one) for one in "。א\u0301\u1161ﬁ"]
        (['é', 'ß', '語'], [1, 1, 1, 1, 1])

    Source:
        UTS #46 §4; UAX #15 §9.1.
    """
    mapped = TABLE[ord(character)]
    if len(mapped) != 1 or not "\x7f" < mapped <= "\uffff" or mapped == REFUSED:
        return 1
    is_jamo = "\u1100" <= mapped <= "\u11ff"
    return ord(mapped) if mapped.isalnum() and not is_jamo and mapped not in rtl else 1


class Problem(NamedTuple):
    """A rule that a label breaks: the code, the rule's key, where in the label's Unicode form (None: all of it)."""

    code: str
    rule: str
    at: int | None
    words: str


class Label(NamedTuple):
    """A label, mapped: what people read, what goes over the wire, and what is wrong with it."""

    plain: str
    wire: str
    problems: tuple[Problem, ...] = ()


class Outcome(NamedTuple):
    """
    What a host comes to.

    Attributes:
        wire: Its ASCII form; means nothing where something is wrong.
        mapped: Mapped, its A-labels left.
        plain: Its Unicode form; the host as it was written where something is wrong, for then it would not map back.
        findings: What is wrong, at code points of the host that was given.
    """

    wire: str
    mapped: str
    plain: str
    findings: tuple[Finding, ...]


class UnsoundError(Exception):
    """A host that breaks a rule: its outcome, which is not worth remembering."""


def process(host: str, hyphens: bool, std3: bool, lengths: bool, bidi: bool, joiners: bool) -> Outcome:
    """Return what *host* comes to by the rules that are on: those of `to_ascii`, which also keeps it short."""
    try:
        return sound(host, hyphens, std3, lengths, bidi, joiners)
    except UnsoundError as error:
        outcome: Outcome = error.args[0]
        return outcome


@lru_cache(maxsize=1 << 12)
def sound(host: str, hyphens: bool, std3: bool, lengths: bool, bidi: bool, joiners: bool) -> Outcome:
    """Return what a sound host comes to; raise what an unsound one does."""
    mapped = normalize("NFC", host.translate(TABLE))
    labels = [read_label(label, hyphens, std3, lengths, joiners) for label in mapped.split(".")]
    wire = ".".join([label.wire for label in labels])
    problems = [(number, one) for number, label in enumerate(labels) for one in label.problems]
    if lengths:
        problems += _lengths(labels, wire)
    if bidi and not rtl.isdisjoint("".join([label.plain for label in labels])):
        problems += _bidi(labels)
    if not _is_written(wire):
        problems += _delimiters(labels)
    if not problems:
        return Outcome(wire, mapped, ".".join([label.plain for label in labels]), ())
    spans = label_spans(host)
    found = [_placed(host, spans[number], labels[number].plain, one) for number, one in problems]
    raise UnsoundError(Outcome(wire, mapped, host, tuple(sorted(found, key=lambda one: one.start))))


# ------------------------------------------------------------------------------------------------------- label by label


@lru_cache(maxsize=1 << 12)
def read_label(mapped: str, hyphens: bool, std3: bool, lengths: bool, joiners: bool) -> Label:
    """Return both forms of a label that was mapped, and the rules that it breaks.  UTS #46 §4 step 4, §4.1, §4.2."""
    if lengths and len(mapped) > LABEL:  # Punycode only makes it longer, and reading it takes its square
        return Label(mapped, mapped, (_too_long(len(mapped)),))
    plain = wire = mapped
    if mapped.startswith("xn--"):
        decoded = _decoded(mapped)
        if decoded is None:
            return Label(mapped, mapped, (_BAD_PUNYCODE,))
        plain = decoded
    was_encoded = plain is not mapped
    problems = (*_hyphens(plain, hyphens, was_encoded), *(_std3(plain) if std3 else ()))
    if plain.isascii():
        return Label(plain, wire, problems)
    problems += (*_validity(plain, was_encoded), *(_joiners(plain) if joiners else ()))
    if not was_encoded and REFUSED not in plain:
        wire = "xn--" + punycode.encode(plain)
        if lengths and len(wire) > LABEL:
            problems += (_too_long(len(wire)),)
    return Label(plain, wire, problems)


_BAD_PUNYCODE = Problem(
    "idna-punycode", "P4", None, "begins with “xn--”, but no Punycode of a label in Unicode follows"
)


def _too_long(length: int) -> Problem:
    return Problem("idna-length", "A4", None, f"is too long: {length} characters, of at most {LABEL} in its ASCII form")


def _decoded(label: str) -> str | None:
    """What an A-label stands for; None where it stands for nothing, for ASCII, or for what is written otherwise."""
    try:
        plain = label[4:].encode("ascii").decode("punycode")
    except UnicodeError:
        return None
    return plain if not plain.isascii() and punycode.encode(plain) == label[4:] else None


def _hyphens(plain: str, asked: bool, was_encoded: bool) -> tuple[Problem, ...]:
    if not asked:
        twice = was_encoded and plain.startswith("xn--")
        return (Problem("idna-hyphens", "V4", None, "stands for what begins with “xn--” again"),) if twice else ()
    found: tuple[Problem, ...] = ()
    if plain[2:4] == "--":
        found += (Problem("idna-hyphens", "V2", 2, "has hyphens as its third and fourth character"),)
    if plain[:1] == "-" or plain[-1:] == "-":
        at = 0 if plain[0] == "-" else len(plain) - 1
        found += (Problem("idna-hyphens", "V3", at, f"{'ends' if at else 'begins'} with a hyphen"),)
    return found


def _std3(plain: str) -> tuple[Problem, ...]:
    for at, character in enumerate(plain):
        if character.isascii() and not (character.isalnum() or character == "-"):
            return (Problem("idna-std3", "U1", at, "has {}, which STD 3 does not allow"),)
    return ()


def _validity(plain: str, was_encoded: bool) -> tuple[Problem, ...]:
    """V1, V6 and V7; of what was mapped, only characters that have no mapping are left to be found."""
    found: tuple[Problem, ...] = ()
    at, words = plain.find(REFUSED), "has {}, which UTS 46 refuses"
    if was_encoded:
        at = next((n for n, one in enumerate(plain) if one == REFUSED or TABLE[ord(one)] != one), -1)
        if at >= 0 and TABLE[ord(plain[at])] != REFUSED:
            words = "has {}, which UTS 46 maps to something else"
        elif at < 0 and normalize("NFC", plain) != plain:
            found += (Problem("idna-nfc", "V1", None, "stands for text that is not in Normalization Form C"),)
    if at >= 0:
        found += (Problem("idna-mapping", "V7", at, words),)
    if category(plain[0])[0] == "M":
        found += (Problem("idna-combining", "V6", 0, "begins with the combining mark {}"),)
    return found


def _joiners(plain: str) -> tuple[Problem, ...]:
    if "\u200c" not in plain and "\u200d" not in plain:
        return ()
    for at, character in enumerate(plain):
        if character in _JOINERS and not joins(plain, at):
            return (Problem("idna-joiner", _JOINERS[character], at, "has {} where nothing is to be joined"),)
    return ()


def joins(text: str, at: int) -> bool:
    """
    Say whether a ZERO WIDTH JOINER or NON-JOINER stands where it has something to do.

    Args:
        text: A label, or a text around the joiner.
        at: Its place, in code points.

    Example:
        >>> joins("क्\u200dष", 2), joins("a\u200db", 1)
        (True, False)

    Source:
        RFC 5892 A.1, A.2.
    """
    try:
        return idna.valid_contextj(text, at)
    except ValueError:  # a neighbour that has no name in this Python's tables
        return False


# ---------------------------------------------------------------------------------------------------- the host as whole


def _lengths(labels: list[Label], wire: str) -> list[tuple[int, Problem]]:
    """A4 for the name and for empty labels; the last one may be empty: the root, whose dot a host may have."""
    last = len(labels) - 1
    found = [
        (number, Problem("idna-length", "A4", None, "is empty"))
        for number, label in enumerate(labels)
        if not label.wire and (number < last or not last)
    ]
    size = len(wire.removesuffix("."))
    if size > NAME and wire.isascii():  # else a label has no ASCII form, and that was said
        words = f"is the last of a name of {size} octets in its ASCII form; {NAME} are the most"
        found.append((last, Problem("idna-length", "A4", None, words)))
    return found


def _bidi(labels: list[Label]) -> list[tuple[int, Problem]]:
    """B1 to B6, which all labels of a name keep to as soon as one has a character that runs right to left."""
    found = []
    for number, label in enumerate(labels):
        if not label.plain or any(one.code == "idna-mapping" for one in label.problems):
            continue  # what was refused has no direction
        try:
            idna.check_bidi(label.plain, check_ltr=True)
        except idna.IDNAError as error:
            code, position = getattr(error, "code", None) or "", getattr(error, "position", None)
            rule = f"B{code[-1]}" if code.startswith("bidi_rule_") else "B"
            at = position - 1 if position else None
            words = "breaks the Bidi Rule" + (" with {}" if position else "")
            if code == "bidi_unknown_direction":
                words = f"has {{}}, whose direction Unicode {unidata_version} does not know"
            found.append((number, Problem("idna-bidi", rule, at, words)))
    return found


def _delimiters(labels: list[Label]) -> list[tuple[int, Problem]]:
    """What no reg-name has, first of each label: the host was cut out of its reference before the mapping made it."""
    found = []
    for number, label in enumerate(labels):
        at = next((n for n, one in enumerate(label.plain) if one.isascii() and not _is_written(one)), None)
        if at is not None:
            found.append((number, Problem("idna-reg-name", "reg-name", at, "has {}, which cannot stand in a host")))
    return found


# -------------------------------------------------------------------------------------------------------------- places


def label_spans(host: str) -> list[tuple[int, int]]:
    """Say from where to where in *host* each of its labels is written."""
    ends = [at for at, character in enumerate(host) if TABLE[ord(character)] == "."] + [len(host)]
    return list(zip([0, *(at + 1 for at in ends)], ends, strict=False))


def _placed(host: str, span: tuple[int, int], plain: str, problem: Problem) -> Finding:
    """The finding of a problem: its label named, its character named and pointed at where it can be told apart."""
    start, end = span
    written = host[start:end]
    told = ""
    if problem.at is not None:
        character = plain[problem.at]
        told = named(character)
        sources = [n for n, one in enumerate(written) if character in normalize("NFC", TABLE[ord(one)])]
        if len(sources) == plain.count(character):  # else composed, decoded, or several made by one
            start += sources[plain[: problem.at].count(character)]
            end = start + 1
            if character == REFUSED:
                told = named(host[start])
            elif host[start] != character and not host[start].isascii():
                told += f" (mapped from {named(host[start])})"
    rule, source = RULES[problem.rule]
    words = problem.words.replace("{}", told)
    return finding(problem.code, start, end, message=f"the label {shown(written)} {words}", rule=rule, source=source)


def shown(label: str) -> str:
    """A label as a message shows it: in quotation marks, cut short, its invisible characters by name."""
    return f"“{printable(label if len(label) <= LABEL else label[: LABEL - 1] + '…')}”"
