"""
Which telephone number does a "tel" URI name?

RFC 3966: a number that begins with "+" means the same everywhere; any other says in which context it can be dialled.
"""

from __future__ import annotations

from urikit.findings import Record, finding
from urikit.schemes.reading import decoded, pairs, read_scheme, recut, small, spans, without_errors, written
from urikit.syntax.mend import FRAGMENT, PATH, QUERY, mended, starts
from urikit.syntax.percent import decode, encode, lower, normalize_escapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from urikit.findings import Finding
    from urikit.schemes.reading import Named
    from urikit.syntax.parse import Pieces

_GLOBAL = r"\+[().\-]*+[0-9][0-9().\-]*+"
_LOCAL = r"[().\-]*+(?:[0-9A-Fa-f*]|%23)(?:[0-9A-Fa-f*().\-]|%23)*+"  # "#" would begin a fragment
_EXT = r"[().\-]*+[0-9][0-9().\-]*+"
_LABEL = "[A-Za-z0-9]++(?:-++[A-Za-z0-9]++)*+"  # domainlabel
_TOP = "[A-Za-z][A-Za-z0-9]*+(?:-++[A-Za-z0-9]++)*+"  # toplabel
_NAME = "[A-Za-z0-9-]++"
_VALUE = r"(?:[A-Za-z0-9\-_.!~*'()/:&+$]|%[0-9A-Fa-f]{2})++"
_ISUB = r"(?:[A-Za-z0-9\-_.!~*'()/:&+$@=,]|%[0-9A-Fa-f]{2})++"  # uric without ";" and "?", which are delimiters

_IN_VALUE = "!*'():&+$"
_IN_ISUB = _IN_VALUE + "@=,"
_SEPARATORS = str.maketrans("", "", "-.()")
_OWN = ("ext", "isub", "phone-context")  # in the order in which they are written


class Tel(Record):
    """
    What a "tel" URI says, as it is compared: without visual separators, in lower case, decoded.

    Args:
        number: "+" and digits, or digits, ``a`` to ``f``, ``*`` and ``#`` that are dialled in a context.
        ext: Digits of an extension; None where there is none.
        isub: An ISDN subaddress; None where there is none.
        phone_context: Where a local number can be dialled: a domain name, or "+" and leading digits; None where there
            is none, which only a global number can do without.
        parameters: All others as pairs of a name and a value, None for a name alone; in the order of their names.
        fragment: As written, without "#"; it means nothing here.  None where there is none.

    Example:
        >>> parse("tel:863-1234;phone-context=+1-914-555").phone_context
        '+1914555'

    Source:
        RFC 3966 §3, §4.
    """

    __slots__ = ("number", "ext", "isub", "phone_context", "parameters", "fragment")  # noqa: RUF023 (the text's)

    if TYPE_CHECKING:
        number: str
        ext: str | None
        isub: str | None
        phone_context: str | None
        parameters: tuple[tuple[str, str | None], ...]
        fragment: str | None

    @property
    def is_global(self) -> bool:
        """
        Whether the number means the same everywhere.

        Example:
            >>> parse("tel:+1-201-555-0123").is_global
            True

        Source:
            RFC 3966 §5.1.4.
        """
        return self.number.startswith("+")

    def __str__(self) -> str:
        return _text(self.number, (self.ext, self.isub, self.phone_context), self.parameters, self.fragment)


def parse(text: str) -> Tel:
    """
    Read a "tel" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside the grammar of this one: all that is wrong with it.

    Cost:
        Linear, but for the order of the parameters.

    Example:
        >>> parse("tel:+1-201-555-0123;EXT=1.2")
        Tel(number='+12015550123', ext='12', isub=None, phone_context=None, parameters=(), fragment=None)

    Source:
        RFC 3966 §3.
    """
    return _read(read_scheme(text, "tel"))


def build(
    number: str,
    ext: str | None = None,
    isub: str | None = None,
    phone_context: str | None = None,
    parameters: Named[str | None] = (),
    fragment: str | None = None,
) -> str:
    """
    Write a "tel" URI: `parse` reads the same from it, as numbers are compared.

    Args:
        number: With visual separators or without; they are not written.
        ext: See `Tel`.
        isub: See `Tel`.
        phone_context: See `Tel`.
        parameters: By name, or as pairs; a value of None is a name alone.
        fragment: Encoded, without "#".

    Returns:
        The normal text: no separators, lower case, parameters in the order that RFC 3966 asks for.

    Raises:
        URIRuleError: A part is not what it should be, or a local number has no context.

    Example:
        >>> build("+1-(201)-555", ext="12"), build("7042", phone_context="example.com")
        ('tel:+1201555;ext=12', 'tel:7042;phone-context=example.com')

    Source:
        RFC 3966 §3, §4.
    """
    return written(_text(number, (ext, isub, phone_context), pairs(parameters), fragment), "tel")


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find what is outside the grammar of "tel", and what keeps its texts from being compared.

    Args:
        text: A valid URI of the scheme.
        pieces: Its seven pieces.

    Returns:
        In no order.

    Example:
        >>> from urikit.syntax.parse import read
        >>> [(one.code, one.start, one.message) for one in findings("tel:+1,,5", read("tel:+1,,5"))]
        [('tel-number', 6, '"," is neither a digit nor a visual separator')]

    Source:
        RFC 3966 §3, §4.
    """
    at = starts(pieces)
    (begin, number), *rest = spans(pieces[PATH], ";", at[PATH])
    found = _of_number(number, begin, pieces)
    names: dict[str, None] = {}
    for start, part in rest:
        found += _of_parameter(part, start, names)
    if without_errors(found) and not number.startswith("+") and "phone-context" not in names:
        end = begin + len(number)
        found.append(finding("tel-context", begin, end, help=_after_hash(pieces)))
    if without_errors(found) and list(names) != _ordered(names):
        mend = mended(pieces, {PATH: str(_read(pieces)).removeprefix("tel:").partition("#")[0]})
        found.append(finding("tel-order", rest[0][0], at[QUERY], help=mend))
    return found


def normal(pieces: Pieces) -> Pieces:
    """
    Leave out visual separators, fold case, and put parameters in their order.

    Args:
        pieces: Those of rung path with the row's rules kept.

    Returns:
        The same where they are outside the grammar, or an IRI's.

    Example:
        >>> "".join(normal(("tel:", "", "", "", "+1-201.555;b;A=X", "", "")))
        'tel:+1201555;a=x;b'

    Source:
        RFC 3966 §4; RFC 3986 §6.2.3.
    """
    text = "".join(pieces)
    if pieces[1] or pieces[QUERY] or not text.isascii() or not without_errors(findings(text, pieces)):
        return pieces
    return recut(str(_read(pieces)), pieces)


# ------------------------------------------------------------------------------------------------------- text and value


def _read(pieces: Pieces) -> Tel:
    """The value of pieces in the grammar."""
    number, *rest = normalize_escapes(pieces[PATH]).split(";")
    named = {small(name): small(decode(value)) if equals else None for name, equals, value in _cut(rest)}
    ext, isub, context = [named.pop(name, None) for name in _OWN]
    fragment = pieces[FRAGMENT]
    return Tel(
        _digits(small(decode(number))),
        None if ext is None else _digits(ext),
        isub,
        _context(context),
        tuple(sorted(named.items())),
        fragment[1:] if fragment else None,
    )


def _cut(parts: Iterable[str]) -> list[tuple[str, str, str]]:
    return [part.partition("=") for part in parts]


def _digits(data: str) -> str:
    return data.translate(_SEPARATORS)


def _context(data: str | None) -> str | None:
    """A domain name has dots and hyphens of its own."""
    return _digits(data) if data is not None and data.startswith("+") else data


def _text(
    number: str,
    own: tuple[str | None, str | None, str | None],
    others: Iterable[tuple[str, str | None]],
    fragment: str | None,
) -> str:
    """The URI of these parts; what is wrong with them is wrong with it."""
    ext, isub, context = own
    parameters = [
        *_written("ext", None if ext is None else _digits(ext), _IN_VALUE),
        *_written("isub", isub, _IN_ISUB),
        *_written("phone-context", _context(context), _IN_VALUE),
    ]
    for name, value in sorted([(small(name), value) for name, value in others], key=lambda pair: pair[0]):
        parameters.append(f";{encode(name)}" + ("" if value is None else f"={encode(small(value), 'path', _IN_VALUE)}"))
    digits = encode(small(_digits(number)), safe="+*")
    return f"tel:{digits}{''.join(parameters)}" + ("" if fragment is None else f"#{fragment}")


def _written(name: str, value: str | None, safe: str) -> list[str]:
    return [] if value is None else [f";{name}={encode(small(value), 'path', safe)}"]


def _ordered(names: Iterable[str]) -> list[str]:
    """Different names in the order that producers keep; between ext and isub the RFC does not choose."""
    return sorted(names, key=lambda name: (2, name) if name not in _OWN else (int(name == "phone-context"), ""))


# ------------------------------------------------------------------------------------------------------------- findings


def _of_number(number: str, start: int, pieces: Pieces) -> list[Finding]:
    import re

    plain = normalize_escapes(number)
    if re.fullmatch(_GLOBAL if plain.startswith("+") else _LOCAL, plain):
        return []
    wrong = re.search(r"[^0-9A-Fa-f*().\-+]" if "%" not in plain else "%..", number)
    if wrong is None:  # too little, or "+" where it is not the first, or letters after it
        return [finding("tel-number", start, start + len(number), help=_after_hash(pieces))]
    message = f'"{wrong[0]}" is neither a digit nor a visual separator'
    return [finding("tel-number", start + wrong.start(), start + wrong.end(), message=message)]


def _of_parameter(part: str, start: int, names: dict[str, None]) -> list[Finding]:
    """What one parameter has wrong; its name is added to *names*, in lower case."""
    name, equals, value = part.partition("=")
    end, plain = start + len(part), normalize_escapes(value)
    known = small(normalize_escapes(name))
    found: list[Finding] = []
    if known in names:
        found.append(finding("tel-repeated", start, start + len(name)))
    names[known] = None
    if not _fits(known, equals, plain):
        rule = _RULES.get(known, "")
        return [*found, finding("tel-parameter", start, end, rule=rule)]
    data = decoded(value, start + len(name) + 1, found)
    if known != normalize_escapes(name) or small(data) != data:
        found.append(finding("tel-upper-case", start, end, help=f"write ;{lower(part)}"))
    return found


_RULES = {
    "ext": 'extension = ";ext=" 1*phonedigit',
    "isub": 'isdn-subaddress = ";isub=" 1*uric',
    "phone-context": 'context = ";phone-context=" descriptor; descriptor = domainname / global-number-digits',
}


def _fits(name: str, equals: str, value: str) -> bool:
    """Whether a parameter has the form of its name."""
    import re

    if name == "phone-context" and not value.startswith("+"):
        *labels, top = value.removesuffix(".").split(".")
        return bool(re.fullmatch(_TOP, top)) and all(re.fullmatch(_LABEL, label) for label in labels)
    forms = {"ext": _EXT, "isub": _ISUB, "phone-context": _GLOBAL}
    if name in forms:
        return bool(equals and re.fullmatch(forms[name], value))
    return bool(re.fullmatch(_NAME, name)) and (not equals or bool(re.fullmatch(_VALUE, value)))


def _after_hash(pieces: Pieces) -> str:
    """Help for a number that goes on in what is the fragment."""
    if not pieces[FRAGMENT]:
        return ""
    return 'write a "#" that is dialled as %23'
