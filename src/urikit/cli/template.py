r"""
What does ``get -g '{host} {path:2}'`` write?

A template is text with fields in braces; a field names a part, and may choose a segment, a label or a pair of it.
What is absent writes nothing.
"""

from __future__ import annotations

from urikit.cli.verb import UsageError, near

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from urikit.reference import Reference

    Field = Callable[[Reference], str | None]

PARTS = (
    "scheme",
    "authority",
    "userinfo",
    "user",
    "password",
    "host",
    "host_kind",
    "port",
    "path",
    "query",
    "fragment",
    "name",
    "stem",
    "suffix",
    "kind",
)
DECODED = ("user", "password", "host", "path", "query", "fragment")


class Template:
    """
    A template, read once.

    Raises:
        UsageError: It has a field that no reference has.

    Example:
        >>> from urikit import parse
        >>> Template("{host} {path:-1} {decoded.path:-1}").filled(parse("http://example.com/a/b%20c"))
        'example.com b%20c b c'
    """

    __slots__ = ("_fields",)

    def __init__(self, text: str) -> None:
        self._fields = list(fields(text))

    def filled(self, reference: Reference) -> str:
        """Return the template with the parts of *reference* in it."""
        return "".join(one if isinstance(one, str) else one(reference) or "" for one in self._fields)


def fields(text: str) -> Iterator[str | Field]:
    """Yield the literal texts and the fields of a template, in order."""
    at = 0
    while at < len(text):
        two = text[at : at + 2]
        if two in ("{{", "}}", "\\t", "\\\\"):
            yield {"{{": "{", "}}": "}", "\\t": "\t", "\\\\": "\\"}[two]
            at += 2
        elif text[at] == "{":
            end = text.find("}", at)
            if end < 0:
                raise UsageError(f"urikit get: “{{” at {at} has no “}}”; {{{{ is a brace")
            yield field(text[at + 1 : end])
            at = end + 1
        elif text[at] == "}":
            raise UsageError(f"urikit get: “}}” at {at} has no “{{”; }}}} is a brace")
        else:
            yield text[at]
            at += 1


def field(words: str) -> Field:
    """Return what finds a field's value in a reference."""
    name, colon, index = words.partition(":")
    decoded = name.startswith("decoded.")
    part = name.removeprefix("decoded.")
    known = DECODED if decoded else PARTS
    if part not in known:
        raise UsageError(f"urikit get: there is no part {{{name}}}{near(part, known)}; there are {' '.join(known)}")
    if not colon:
        return (lambda reference: getattr(reference.decoded, part)) if decoded else raw(part)
    if part == "query":
        return lambda reference: pair(reference, index, decoded)
    if part not in ("path", "host"):
        raise UsageError(f"urikit get: {{{words}}}: only path, host and query are made of pieces")
    try:
        number = int(index)
    except ValueError:
        raise UsageError(f"urikit get: {{{words}}}: “{index}” is no number of a piece") from None
    return lambda reference: chosen(pieces_of(reference, part, decoded), number)


def raw(part: str) -> Field:
    """Return what finds a part as it is written."""
    if part == "port":
        return lambda reference: reference.port_text
    if part in ("user", "password"):
        return lambda reference: userinfo(reference, part)
    return lambda reference: getattr(reference, part)


def userinfo(reference: Reference, part: str) -> str | None:
    """Return what stands before or after the first ":" of the userinfo (RFC 3986 §3.2.1)."""
    user, colon, password = (reference.userinfo or "").partition(":")
    return user if part == "user" else password if colon else None


def pieces_of(reference: Reference, part: str, decoded: bool) -> Sequence[str]:
    """Return a path's segments or a host's labels; an IP literal is one label."""
    if part == "path":
        return reference.decoded.segments if decoded else reference.segments
    host = reference.decoded.host if decoded else reference.host
    return (host or "").split(".") if not (host or "").startswith("[") else [host or ""]


def chosen(pieces: Sequence[str], number: int) -> str | None:
    """Return the piece of that number, from the end if it is below 0; None where there is none."""
    return pieces[number] if -len(pieces) <= number < len(pieces) else None


def pair(reference: Reference, key: str, decoded: bool) -> str | None:
    """Return the value of the first pair with *key*, as it is written or decoded."""
    from urikit import Query

    query = Query(reference.query)
    if decoded:
        return query.get(key)
    named = zip(query.decoded("keep"), query.pairs, strict=True)
    return next((written for (name, _), (_, written) in named if name == key), None)
