"""
Which octets does a "data" URI hold, and of which media type are they?

RFC 2397; media types and their parameters are those of RFC 2045, base64 that of RFC 4648.
"""

from __future__ import annotations

from urikit.findings import Record, URIRuleError, finding
from urikit.schemes.reading import decoded, pairs, read_scheme, recut, small, spans, without_errors, written
from urikit.syntax.mend import FRAGMENT, PATH, QUERY, starts
from urikit.syntax.percent import decode, decode_bytes, encode, normalize_escapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from urikit.findings import Finding
    from urikit.schemes.reading import Named
    from urikit.syntax.parse import Pieces

_TOKEN = r"[!#$%&'*+\-.0-9A-Z^_`a-z{|}~]++"  # RFC 2045 §5.1: no space, control or tspecial
_IN_TOKEN = "!$&'*+"  # what of a token stands for itself in a URI, beside unreserved
_IN_DATA = "!$&'()*+,;=:@"  # urlchar; "/" and "?" as well
_DEFAULT = "text/plain;charset=US-ASCII"


class Data(Record):
    """
    What a "data" URI holds.

    Args:
        type: ``"type/subtype"`` in lower case; None where it is left out, which means ``text/plain``, and with no
            parameter either ``text/plain;charset=US-ASCII``.
        parameters: Pairs of an attribute in lower case and a decoded value, in order; ``base64`` is none of them.
        data: The octets.
        base64: Whether they are written in base64, or percent-encoded.
        fragment: As written, without "#"; None where there is none.  A "#" in the data ends it.

    Example:
        >>> parse("data:text/html;charset=utf-8,%3Cp%3Eé%3C/p%3E".replace("é", "%C3%A9")).data.decode()
        '<p>é</p>'

    Source:
        RFC 2397 §2, §3.
    """

    __slots__ = ("type", "parameters", "data", "base64", "fragment")  # noqa: RUF023 (order is the text's)

    if TYPE_CHECKING:
        type: str | None
        parameters: tuple[tuple[str, str], ...]
        data: bytes
        base64: bool
        fragment: str | None

    @property
    def mediatype(self) -> str:
        """
        The whole media type, with what is left out filled in.

        Example:
            >>> parse("data:,").mediatype, parse("data:;charset=utf-8,").mediatype
            ('text/plain;charset=US-ASCII', 'text/plain;charset=utf-8')

        Source:
            RFC 2397 §2.
        """
        if self.type is None and not self.parameters:
            return _DEFAULT
        return _mediatype(self.type or "text/plain", self.parameters)

    @property
    def charset(self) -> str | None:
        """
        The value of the parameter ``charset``; ``"US-ASCII"`` where media type and parameters are left out, None where
        the media type says none.

        Example:
            >>> parse("data:,").charset, parse("data:;charset=utf-8,").charset, parse("data:image/png,").charset
            ('US-ASCII', 'utf-8', None)
        """
        if self.type is None and not self.parameters:
            return "US-ASCII"
        return next((value for name, value in self.parameters if name == "charset"), None)

    def __str__(self) -> str:
        return _text(self.type, self.parameters, self.data, self.base64, self.fragment)


def parse(text: str) -> Data:
    """
    Read a "data" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside the grammar of this one: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("data:;base64,SGVsbG8h")
        Data(type=None, parameters=(), data=b'Hello!', base64=True, fragment=None)

    Source:
        RFC 2397 §3.
    """
    return _read(read_scheme(text, "data"))


def build(
    data: bytes,
    type: str | None = None,  # noqa: A002 (RFC 2397's name for it)
    parameters: Named[str] = (),
    base64: bool = False,
    fragment: str | None = None,
) -> str:
    """
    Write a "data" URI: `parse` reads the same from it.

    Args:
        data: The octets.
        type: ``"type/subtype"``; None to leave it out.
        parameters: By attribute, or as pairs.
        base64: Whether to write base64; see `from_bytes` for the shorter of the two.
        fragment: Encoded, without "#".

    Raises:
        URIRuleError: A part is not what it should be.
        TypeError: *data* is not octets.

    Cost:
        Linear.

    Example:
        >>> build(b"A brief note"), build(b"<p>", "text/html", {"charset": "utf-8"}, base64=True)
        ('data:,A%20brief%20note', 'data:text/html;charset=utf-8;base64,PHA+')

    Source:
        RFC 2397 §3.
    """
    if type == "":  # would be read as none
        raise URIRuleError("data:,", (finding("data-type", len("data:"), len("data:")),))
    return written(_text(type, pairs(parameters), data, base64, fragment), "data")


def from_bytes(data: bytes, mediatype: str = "application/octet-stream") -> str:
    """
    Write octets of a media type as the shorter "data" URI, in base64 or percent-encoded.

    Args:
        data: The octets.
        mediatype: ``type/subtype``, and parameters each after a ";", as in a Content-Type field: a value with other
            characters than those of a token in double quotes, or as it is.

    Raises:
        URIRuleError: *mediatype* is none.
        TypeError: *data* is not octets.

    Cost:
        Linear.

    Example:
        >>> from_bytes(b"a b", "text/plain;charset=utf-8"), from_bytes(b"\\xff" * 6, "a/b")
        ('data:text/plain;charset=utf-8,a%20b', 'data:a/b;base64,////////')

    Source:
        RFC 2397 §2, §3.
    """
    import re

    kind, *rest = re.findall(r'(?:^|;)((?:"(?:[^"\\]|\\.)*+"?+|[^";])*+)', mediatype)
    named = [(name.strip(), _unquoted(value.strip())) for name, _, value in (one.partition("=") for one in rest)]
    texts = [build(data, kind.strip() or None, named, base64) for base64 in (False, True)]
    return min(texts, key=len)


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find what is outside the grammar of "data".

    Args:
        text: A valid URI of the scheme.
        pieces: Its seven pieces.

    Returns:
        In no order.

    Example:
        >>> from urikit.syntax.parse import read
        >>> [(one.code, one.start) for one in findings("data:;base64,a_b", read("data:;base64,a_b"))]
        [('data-base64', 13)]

    Source:
        RFC 2397 §3.
    """
    start = starts(pieces)[PATH]
    header, comma, data = _whole(pieces).partition(",")
    end = start + len(header)
    if not comma:
        return [finding("data-comma", end, end)]
    (begin, kind), *rest = spans(header, ";", start)
    found: list[Finding] = []
    upper, slash, lower = kind.partition("/")
    if kind and not (slash and _is_token(upper) and _is_token(lower)):
        found.append(finding("data-type", begin, begin + len(kind)))
    base64 = bool(rest) and _is_base64(rest[-1][1])
    for begin, part in rest[:-1] if base64 else rest:
        found += _of_parameter(part, begin)
    return found + (_of_base64(data, end + 1) if base64 else [])


def normal(pieces: Pieces) -> Pieces:
    """
    Write media type and attributes in lower case, and what needs no escape without one.

    Args:
        pieces: Those of rung path with the row's rules kept.

    Returns:
        The same where they are outside the grammar, or an IRI's.

    Example:
        >>> "".join(normal(("data:", "", "", "", "Text/HTML;BASE64,YWE%3D", "", "")))
        'data:text/html;base64,YWE='

    Source:
        RFC 2397 §2 (the data are octets, however written); RFC 2045 §5.1; RFC 3986 §2.2, §6.2.3.
    """
    text = "".join(pieces)
    if pieces[1] or not text.isascii() or not without_errors(findings(text, pieces)):
        return pieces
    return recut(str(_read(pieces)), pieces)


# ------------------------------------------------------------------------------------------------------- text and value


def _whole(pieces: Pieces) -> str:
    """All that is data here: to RFC 2397 a "?" is one more character."""
    return pieces[PATH] + pieces[QUERY]


def _read(pieces: Pieces) -> Data:
    """The value of pieces in the grammar."""
    header, _, data = _whole(pieces).partition(",")
    kind, *rest = header.split(";")
    base64 = bool(rest) and _is_base64(rest[-1])
    named = [part.partition("=") for part in (rest[:-1] if base64 else rest)]
    octets = decode_bytes(data)
    fragment = pieces[FRAGMENT]
    return Data(
        small(decode(kind)) or None,
        tuple([(small(decode(name)), decode(value)) for name, _, value in named]),
        _from_base64(octets) if base64 else octets,
        base64,
        fragment[1:] if fragment else None,
    )


def _is_base64(part: str) -> bool:
    return small(normalize_escapes(part)) == "base64"


def _from_base64(octets: bytes) -> bytes:
    from binascii import a2b_base64

    packed = b"".join(octets.split())
    return a2b_base64(packed + b"=" * (-len(packed) % 4))


def _text(
    kind: str | None, parameters: Iterable[tuple[str, str]], data: bytes, base64: bool, fragment: str | None
) -> str:
    """The URI of these parts; what is wrong with them is wrong with it."""
    from urikit.syntax.octets import only_octets

    header = "" if kind is None else _mediatype(small(kind), [])
    header += "".join([f";{_token(small(name))}={_token(value)}" for name, value in parameters])
    octets = only_octets(data)
    if base64:
        from binascii import b2a_base64

        header, payload = f"{header};base64", b2a_base64(octets, newline=False).decode()
    else:
        payload = encode(octets, "query", _IN_DATA)
    return f"data:{header},{payload}" + ("" if fragment is None else f"#{fragment}")


def _mediatype(kind: str, parameters: Iterable[tuple[str, str]]) -> str:
    written_kind = "/".join([_token(part) for part in kind.split("/", 1)])
    return ";".join([written_kind, *[f"{_token(name)}={_token(value)}" for name, value in parameters]])


def _token(data: str) -> str:
    return encode(data, safe=_IN_TOKEN)


def _unquoted(value: str) -> str:
    """The text that a quoted-string stands for; RFC 2397 §3 percent-encodes instead of quoting."""
    import re

    return re.sub(r"\\(.)", r"\1", value[1:-1]) if len(value) > 1 and value[0] == value[-1] == '"' else value


# ------------------------------------------------------------------------------------------------------------- findings


def _is_token(part: str) -> bool:
    import re

    return bool(re.fullmatch(_TOKEN, decode(part, "replace")))


def _of_parameter(part: str, start: int) -> list[Finding]:
    import re

    name, equals, value = part.partition("=")
    end = start + len(part)
    if _is_base64(part):
        message = '";base64" comes last, right before the comma'
        return [finding("data-parameter", start, end, message=message)]
    found: list[Finding] = []
    decoded(value, start + len(name) + 1, found)
    if not equals or not _is_token(name) or not value or re.search("[()/:=?@]", value):  # tspecials
        found.append(finding("data-parameter", start, end))
    return found


def _of_base64(data: str, start: int) -> list[Finding]:
    import re

    octets = decode_bytes(data)
    packed = b"".join(octets.split())
    end = start + len(data)
    body = packed.rstrip(b"=")
    padding = len(packed) - len(body)
    if re.search(rb"[^A-Za-z0-9+/]", body) or len(body) % 4 == 1 or padding not in (0, -len(body) % 4):
        return [finding("data-base64", start, end)]
    if packed != octets or padding != -len(body) % 4:
        return [finding("data-base64-loose", start, end)]
    return []
