"""
Which octets does an "ni" or "nih" URI name, by their digest?

RFC 6920: ``ni`` for machines, ``nih`` for people who read it out; the algorithms are those of its registry (§9.4).
"""

from __future__ import annotations

from urikit.findings import Record, URIRuleError, finding
from urikit.schemes.reading import decoded, in_form, read_scheme, recut, small, whole, without_errors, written
from urikit.syntax.mend import FRAGMENT, PATH, PORT, QUERY, SCHEME, USERINFO, mended, starts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces

_SCHEMES = ("ni", "nih")

# name: the algorithm as hashlib has it, and the octets of its digest that stay (§2: the leftmost)
_ALGORITHMS = {
    "sha-256": ("sha256", 32),
    "sha-256-128": ("sha256", 16),
    "sha-256-120": ("sha256", 15),
    "sha-256-96": ("sha256", 12),
    "sha-256-64": ("sha256", 8),
    "sha-256-32": ("sha256", 4),
    "sha-384": ("sha384", 48),
    "sha-512": ("sha512", 64),
    "sha3-224": ("sha3_224", 28),
    "sha3-256": ("sha3_256", 32),
    "sha3-384": ("sha3_384", 48),
    "sha3-512": ("sha3_512", 64),
}
_SUITES = dict(enumerate(_ALGORITHMS, start=1))  # the registry numbers them in this order


class Ni(Record):
    """
    What an "ni" or "nih" URI says.

    Args:
        scheme: ``"ni"`` or ``"nih"``.
        authority: Who may have the octets, encoded; ``""`` where nobody is named, as always in "nih".
        algorithm: The name of the digest's algorithm; a number that the registry has not stays a number.
        digest: The digest, cut to the algorithm's length.
        query: As written, without "?"; None where there is none.
        fragment: As written, without "#"; None where there is none.

    Example:
        >>> name = parse("ni:///sha-256-32;f4OxZQ?ct=text/plain")
        >>> name.algorithm, name.digest.hex(), name.content_type
        ('sha-256-32', '7f83b165', 'text/plain')

    Source:
        RFC 6920 §3, §7.
    """

    __slots__ = ("scheme", "authority", "algorithm", "digest", "query", "fragment")  # noqa: RUF023 (the text's)

    if TYPE_CHECKING:
        scheme: str
        authority: str
        algorithm: str
        digest: bytes
        query: str | None
        fragment: str | None

    @property
    def content_type(self) -> str | None:
        """
        The media type that the parameter ``ct`` tells; None where there is none.

        Example:
            >>> parse("ni:///sha-256-32;f4OxZQ?a=b&ct=image/png").content_type
            'image/png'

        Source:
            RFC 6920 §3.1.
        """
        for part in (self.query or "").split("&"):
            name, equals, value = part.partition("=")
            if name == "ct" and equals:
                return decoded(value, 0, [])
        return None

    def is_of(self, data: bytes) -> bool | None:
        """
        Say whether this is the digest of some octets.

        Returns:
            None where the algorithm is not known here.

        Cost:
            One pass over *data*.

        Example:
            >>> name = parse("ni:///sha-256;f4OxZX_x_FO5LcGBSKHWXfwtSx-j1ncoSt3SABJtkGk")
            >>> name.is_of(b"Hello World!"), name.is_of(b"Hello World?")
            (True, False)

        Source:
            RFC 6920 §2.
        """
        known = _digest(self.algorithm, data)
        return None if known is None else known == self.digest

    def same(self, other: Ni) -> bool:
        """
        Say whether another name means the same octets: authority and query do not matter.

        Example:
            >>> parse("ni:///sha-256-32;f4OxZQ").same(parse("nih:6;7f83-b165"))
            True

        Source:
            RFC 6920 §2.
        """
        return (self.algorithm, self.digest) == (other.algorithm, other.digest)

    def well_known(self, scheme: str = "https", authority: str | None = None) -> str:
        """
        Return the URL at which an HTTP server has what is named.

        Args:
            scheme: ``"https"`` or ``"http"``.
            authority: Of the server; None for the one that the name tells.

        Raises:
            URIRuleError: There is no authority (``host-missing``).

        Example:
            >>> parse("ni://example.com/sha-256-32;f4OxZQ?ct=text/plain").well_known()
            'https://example.com/.well-known/ni/sha-256-32/f4OxZQ?ct=text/plain'

        Source:
            RFC 6920 §4.
        """
        place = self.authority if authority is None else authority
        if not place:
            raise URIRuleError(str(self), (finding("host-missing", 0, 0, help="say which server is asked"),))
        path = f"/.well-known/ni/{self.algorithm}/{_base64url(self.digest)}"
        return written(f"{scheme}://{place}{path}{whole('query', self.query, '?')}", "https", "http")

    def __str__(self) -> str:
        return _text(self.scheme, self.authority, self.algorithm, self.digest, self.query, self.fragment)


def parse(text: str) -> Ni:
    """
    Read an "ni" or "nih" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside the grammar of this one: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("nih:3;532690-57e12f-e2b74b-a07c89-2560a2;f").algorithm
        'sha-256-120'

    Source:
        RFC 6920 §3, §7.
    """
    return _read(read_scheme(text, *_SCHEMES))


def build(
    algorithm: str,
    digest: bytes,
    authority: str = "",
    query: str | None = None,
    scheme: str = "ni",
    fragment: str | None = None,
) -> str:
    """
    Write an "ni" or "nih" URI: `parse` reads the same from it.

    Args:
        algorithm: See `Ni`.
        digest: See `Ni`.
        authority: Encoded; ``""`` for none.
        query: Encoded, without "?".
        scheme: ``"ni"`` or ``"nih"``.
        fragment: Encoded, without "#".

    Returns:
        The text; of "nih" in lower case, without hyphens and with its check digit.

    Raises:
        URIRuleError: A part is not what it should be.

    Example:
        >>> build("sha-256-32", bytes.fromhex("53269057"), scheme="nih")
        'nih:sha-256-32;53269057;b'

    Source:
        RFC 6920 §3, §7.
    """
    return written(_text(scheme, authority, algorithm, digest, query, fragment), *_SCHEMES)


def from_bytes(data: bytes, algorithm: str = "sha-256", authority: str = "", scheme: str = "ni") -> str:
    """
    Name octets by their digest.

    Args:
        data: What is named.
        algorithm: One of the registry's names.
        authority: Who has it, encoded; ``""`` for nobody.
        scheme: ``"ni"`` or ``"nih"``.

    Raises:
        URIRuleError: The algorithm is not known (``ni-algorithm``), or a part is not what it should be.

    Cost:
        One pass over *data*.

    Example:
        >>> from_bytes(b"Hello World!")
        'ni:///sha-256;f4OxZX_x_FO5LcGBSKHWXfwtSx-j1ncoSt3SABJtkGk'

    Source:
        RFC 6920 §2, §8.1.
    """
    digest = _digest(algorithm, data)
    if digest is None:
        raise URIRuleError(algorithm, (finding("ni-algorithm", 0, len(algorithm)),))
    return build(algorithm, digest, authority, scheme=scheme)


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find what is no digest of its algorithm, and a check digit that does not fit.

    Args:
        text: A valid URI of one of the schemes.
        pieces: Its seven pieces.

    Returns:
        In no order; nothing where the row says already that the path is none.

    Example:
        >>> from urikit.syntax.parse import read
        >>> [(one.code, one.start, one.end) for one in findings("nih:6;5326;b", read("nih:6;5326;b"))]
        [('ni-digest', 6, 10)]

    Source:
        RFC 6920 §2, §3, §7.
    """
    scheme, path = small(pieces[SCHEME][:-1]), pieces[PATH]
    if not in_form(pieces):
        return []
    begin = starts(pieces)[PATH]
    name, value, *check = path.split(";")
    at = begin + len(name) + 1
    algorithm, digest = _algorithm(scheme, name.removeprefix("/")), _octets(scheme, value)
    if digest is None or len(digest) != _ALGORITHMS.get(algorithm, ("", len(digest)))[1]:
        known = _ALGORITHMS.get(algorithm)
        message = f"a digest of {algorithm} has {known[1]} octets" if known else ""
        return [finding("ni-digest", at, at + len(value), message=message)]
    found: list[Finding] = []
    if algorithm not in _ALGORITHMS:
        end = begin + len(name)
        found.append(finding("ni-unknown", end - len(name.removeprefix("/")), end))
    if check and small(check[0]) != _check_digit(digest.hex()):
        end = at + len(value) + 1
        found.append(finding("ni-check-digit", end, end + 1))
    if scheme == "nih" and small(value) != value:
        mend = mended(pieces, {PATH: ";".join([name, small(value), *check])})
        found.append(finding("ni-upper-case", at, at + len(value), help=mend))
    return found


def normal(pieces: Pieces) -> Pieces:
    """
    Write "nih" with the algorithm's name, in lower case, without hyphens, with its check digit; leave "ni" alone.

    Args:
        pieces: Those of rung path with the row's rules kept.

    Returns:
        The same where they are outside the grammar, or an IRI's.

    Example:
        >>> "".join(normal(("nih:", "", "", "", "6;5326-9057", "", "")))
        'nih:sha-256-32;53269057;b'

    Source:
        RFC 6920 §7; RFC 3986 §6.2.3.
    """
    text = "".join(pieces)
    if small(pieces[SCHEME]) != "nih:" or pieces[USERINFO] or pieces[QUERY] or not text.isascii():
        return pieces
    if not in_form(pieces) or not without_errors(findings(text, pieces)):
        return pieces
    return recut(str(_read(pieces)), pieces)


# ------------------------------------------------------------------------------------------------------- text and value


def _read(pieces: Pieces) -> Ni:
    """The value of pieces in the grammar."""
    scheme = small(pieces[SCHEME][:-1])
    name, value = pieces[PATH].split(";")[:2]
    query, fragment = pieces[QUERY], pieces[FRAGMENT]
    return Ni(
        scheme,
        "".join(pieces[USERINFO : PORT + 1])[2:],
        _algorithm(scheme, name.removeprefix("/")),
        _octets(scheme, value) or b"",
        query[1:] if query else None,
        fragment[1:] if fragment else None,
    )


def _algorithm(scheme: str, name: str) -> str:
    """In "nih", suite 3 is sha-256-120 (§7, §9.4)."""
    return _SUITES.get(int(name), name) if scheme == "nih" and name.isdecimal() and len(name) < 3 else name


def _octets(scheme: str, value: str) -> bytes | None:
    """A digest as it is written; None where that is none."""
    from base64 import urlsafe_b64decode

    if scheme == "nih":
        digits = value.replace("-", "")
        return bytes.fromhex(digits) if digits and len(digits) % 2 == 0 else None
    if len(value) % 4 == 1 or not value.replace("-", "").replace("_", "").isalnum():
        return None
    octets = urlsafe_b64decode(value + "=" * (-len(value) % 4))
    return octets if _base64url(octets) == value else None  # bits to spare that are not 0


def _base64url(octets: bytes) -> str:
    from base64 import urlsafe_b64encode

    return urlsafe_b64encode(octets).decode("ascii").rstrip("=")


def _digest(algorithm: str, data: bytes) -> bytes | None:
    import hashlib

    if algorithm not in _ALGORITHMS:
        return None
    name, length = _ALGORITHMS[algorithm]
    return hashlib.new(name, data).digest()[:length]


def _check_digit(digits: str) -> str:
    """The Luhn mod 16 check digit (§7)."""
    total = 0
    for index, digit in enumerate(reversed(digits)):
        value = int(digit, 16) * (1 if index % 2 else 2)
        total += value // 16 + value % 16
    return f"{-total % 16:x}"


def _text(scheme: str, authority: str, algorithm: str, digest: bytes, query: str | None, fragment: str | None) -> str:
    """The URI of these parts; what is wrong with them is wrong with it."""
    tail = whole("query", query, "?") + whole("fragment", fragment, "#")
    if scheme == "nih":
        place, digits = f"//{authority}/" if authority else "", digest.hex()
        return f"nih:{place}{_algorithm(scheme, algorithm)};{digits};{_check_digit(digits)}{tail}"
    return f"{scheme}://{authority}/{algorithm};{_base64url(digest)}{tail}"
