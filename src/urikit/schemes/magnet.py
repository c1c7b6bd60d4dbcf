"""
Which content does a "magnet" URI name, and where may it be had?

There is no standard: the parameters are those of the Magnet-URI project, with what BitTorrent adds (BEP 9, BEP 53).
"""

from __future__ import annotations

from urikit.findings import Record, finding
from urikit.schemes.reading import decoded, read_scheme, recut, small, spans, whole, without_errors, written
from urikit.syntax.grammar import matches
from urikit.syntax.mend import FRAGMENT, PATH, QUERY, USERINFO, starts
from urikit.syntax.parse import mask
from urikit.syntax.percent import encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from urikit.findings import Finding
    from urikit.schemes.reading import Named
    from urikit.syntax.parse import Pieces

_IN_VALUE = "!$'()*,:@"
_URN = r"[Uu][Rr][Nn]:([A-Za-z0-9][A-Za-z0-9-]{0,30}[A-Za-z0-9]):(.++)"
_DIGESTS = {  # by the namespace of the topic: what its digest is written as
    "btih": ("[0-9A-Fa-f]{40}|[A-Za-z2-7]{32}", "40 hexadecimal digits, or 32 characters of base32"),
    "btmh": ("1220[0-9A-Fa-f]{64}", "1220 and 64 hexadecimal digits"),
    "sha1": ("[A-Za-z2-7]{32}", "32 characters of base32"),
    "ed2k": ("[0-9A-Fa-f]{32}", "32 hexadecimal digits"),
    "md5": ("[0-9A-Fa-f]{32}", "32 hexadecimal digits"),
}
_LONGEST = 20  # digits of a length


class Magnet(Record):
    """
    What a "magnet" URI says.

    Args:
        parameters: Names, in lower case and with their numbers as in ``xt.1``, and values, decoded; in their order.
            The repr shows no password of a URI among them.
        fragment: As written, without "#"; it means nothing here.  None where there is none.

    Example:
        >>> there = parse("magnet:?xt=urn:btih:C12FE1C06BBA254A9DC9F519B335AA7C1367A88A&dn=a+b&tr=udp://t:80")
        >>> there.topics, there.name, there.trackers
        (('urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a',), 'a b', ('udp://t:80',))

    Source:
        Magnet-URI project; BEP 9 "magnet URI format".
    """

    __slots__ = ("parameters", "fragment")  # noqa: RUF023 (order is the text's)

    if TYPE_CHECKING:
        parameters: tuple[tuple[str, str], ...]
        fragment: str | None

    def all(self, name: str) -> tuple[str, ...]:
        """
        List the values of a parameter, whatever its number.

        Example:
            >>> parse("magnet:?xs.1=http://a/&xs.2=http://b/").all("xs")
            ('http://a/', 'http://b/')
        """
        return tuple(value for one, value in self.parameters if _base(one) == name)

    @property
    def topics(self) -> tuple[str, ...]:
        """
        The URNs of the content (``xt``).

        Example:
            >>> parse("magnet:?xt=urn:md5:C0FFEEC0FFEEC0FFEEC0FFEEC0FFEEC0").topics
            ('urn:md5:C0FFEEC0FFEEC0FFEEC0FFEEC0FFEEC0',)
        """
        return self.all("xt")

    @property
    def info_hashes(self) -> tuple[bytes, ...]:
        """
        The digests of torrents: 20 octets of the first version, 32 of the second.

        Example:
            >>> parse("magnet:?xt=urn:btih:YNCKHTQCWBTRNJIV4WNAE52SJUQCZO5C").info_hashes[0].hex()
            'c344a3ce02b06716a515e59a0277524d202cbba2'

        Source:
            BEP 9; BEP 52.
        """
        cut = [topic.split(":", 2) for topic in self.topics]
        digits = {"btih": "", "btmh": "1220"}
        return tuple(bytes.fromhex(nss.removeprefix(digits[nid])) for _, nid, nss in cut if nid in digits)

    @property
    def name(self) -> str | None:
        """
        What to show for it (``dn``); None where there is none.

        Example:
            >>> parse("magnet:?dn=a%26b").name
            'a&b'
        """
        return next(iter(self.all("dn")), None)

    @property
    def length(self) -> int | None:
        """
        The octets of the content (``xl``); None where nothing is said.

        Example:
            >>> parse("magnet:?xl=10826029").length
            10826029
        """
        return next(map(int, self.all("xl")), None)

    @property
    def trackers(self) -> tuple[str, ...]:
        """
        Who knows who has it (``tr``).

        Example:
            >>> parse("magnet:?tr=udp%3A%2F%2Ftracker.example%3A80&tr=http://t/").trackers
            ('udp://tracker.example:80', 'http://t/')
        """
        return self.all("tr")

    @property
    def web_seeds(self) -> tuple[str, ...]:
        """
        Where it is on the web as it is (``ws``).

        Example:
            >>> parse("magnet:?ws=http://h/a").web_seeds
            ('http://h/a',)
        """
        return self.all("ws")

    @property
    def sources(self) -> tuple[str, ...]:
        """
        Where else it may be had: exact sources (``xs``), then acceptable ones (``as``).

        Example:
            >>> parse("magnet:?as=http://b/&xs=http://a/").sources
            ('http://a/', 'http://b/')
        """
        return (*self.all("xs"), *self.all("as"))

    @property
    def keywords(self) -> tuple[str, ...]:
        """
        Words to search for (``kt``).

        Example:
            >>> parse("magnet:?kt=martin+luther+king").keywords
            ('martin', 'luther', 'king')
        """
        return tuple(word for words in self.all("kt") for word in words.split())

    def __str__(self) -> str:
        pairs = "&".join(
            f"{encode(name, 'key', ':')}={encode(value, 'value', _IN_VALUE)}" for name, value in self.parameters
        )
        return f"magnet:?{pairs}{whole('fragment', self.fragment, '#')}"

    def __repr__(self) -> str:
        shown = tuple((name, mask(value)) for name, value in self.parameters)
        return f"Magnet(parameters={shown!r}, fragment={self.fragment!r})"


def parse(text: str) -> Magnet:
    """
    Read a "magnet" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside what this one has: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("MAGNET:?DN=a&dn.1=b").parameters
        (('dn', 'a'), ('dn.1', 'b'))

    Source:
        Magnet-URI project.
    """
    return _read(read_scheme(text, "magnet"))


def build(parameters: Named[str], fragment: str | None = None) -> str:
    """
    Write a "magnet" URI: `parse` reads the same from it.

    Args:
        parameters: A mapping or pairs of names and values, nothing encoded.
        fragment: Encoded, without "#".

    Returns:
        The text; names in lower case, digests of torrents in hexadecimal digits.

    Raises:
        URIRuleError: A part is not what it should be.

    Example:
        >>> build([("xt", "urn:btih:C12FE1C06BBA254A9DC9F519B335AA7C1367A88A"), ("dn", "a b")])
        'magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&dn=a%20b'

    Source:
        Magnet-URI project.
    """
    from urikit.schemes.reading import pairs

    return written(str(Magnet(tuple(_normal(name, value) for name, value in pairs(parameters)), fragment)), "magnet")


def from_info_hash(digest: bytes, name: str | None = None, trackers: Iterable[str] = ()) -> str:
    """
    Name a torrent by the digest of its description.

    Args:
        digest: 20 octets (SHA-1), or 32 (SHA-256) of the second version.
        name: What to show for it; None for nothing.
        trackers: URIs of who knows who has it.

    Raises:
        URIRuleError: It is no such digest (``magnet-topic``).

    Example:
        >>> from_info_hash(bytes(20), "a", ["udp://tracker.example:80"])
        'magnet:?xt=urn:btih:0000000000000000000000000000000000000000&dn=a&tr=udp://tracker.example:80'

    Source:
        BEP 9; BEP 52.
    """
    topic = f"urn:btmh:1220{digest.hex()}" if len(digest) == 32 else f"urn:btih:{digest.hex()}"
    shown = [] if name is None else [("dn", name)]
    return build([("xt", topic), *shown, *(("tr", one) for one in trackers)])


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find what is no parameter, a topic that is no URN or no digest of its kind, and a fragment.

    Args:
        text: A valid URI of the scheme.
        pieces: Its seven pieces.

    Returns:
        In no order.

    Example:
        >>> from urikit.syntax.parse import read
        >>> text = "magnet:?xt=urn:btih:c12f&dn"
        >>> [(one.code, one.start, one.end) for one in findings(text, read(text))]
        [('magnet-topic', 11, 24), ('magnet-parameter', 25, 27)]

    Source:
        Magnet-URI project; BEP 9.
    """
    at = starts(pieces)
    found: list[Finding] = []
    parts = [(start, part) for start, part in spans(pieces[QUERY][1:], "&", at[QUERY] + 1) if part]
    for start, part in parts:
        found += _of_parameter(part, start)
    if not parts and not pieces[USERINFO] and not pieces[PATH]:
        found.append(finding("magnet-parameter", at[QUERY], at[FRAGMENT], message="nothing is said here"))
    if pieces[FRAGMENT]:
        found.append(finding("fragment-meaningless", at[FRAGMENT], at[-1], source="RFC 3986 §3.5; Magnet-URI project"))
    return found


def normal(pieces: Pieces) -> Pieces:
    """
    Write names in lower case, digests of torrents in hexadecimal digits, a "+" as the space that it stands for.

    Args:
        pieces: Those of rung path with the row's rules kept.

    Returns:
        The same where they are outside what the scheme has, or an IRI's.

    Example:
        >>> "".join(normal(("magnet:", "", "", "", "", "?DN=a+b&&tr=http%3A//t/", "")))
        'magnet:?dn=a%20b&tr=http://t/'

    Source:
        BEP 9; RFC 3986 §6.2.3.
    """
    text = "".join(pieces)
    if pieces[USERINFO] or pieces[PATH] or not text.isascii() or not without_errors(findings(text, pieces)):
        return pieces
    return recut(str(_read(pieces)), pieces)


# ------------------------------------------------------------------------------------------------------- text and value


def _read(pieces: Pieces) -> Magnet:
    """The value of pieces that the scheme has."""
    fragment = pieces[FRAGMENT]
    cut = [part.partition("=") for part in pieces[QUERY][1:].split("&") if part]
    named = [_normal(_data(name, 0, []), _data(value, 0, [])) for name, _, value in cut]
    return Magnet(tuple(named), fragment[1:] if fragment else None)


def _data(part: str, start: int, found: list[Finding]) -> str:
    return decoded(part.replace("+", " "), start, found)


def _base(name: str) -> str:
    """Without its number: xt of xt.1."""
    base, dot, number = name.rpartition(".")
    return base if dot and number.isdecimal() else name


def _normal(name: str, value: str) -> tuple[str, str]:
    import re

    name = small(name)
    cut = re.fullmatch(_URN, value) if _base(name) == "xt" else None
    if cut is None:
        return name, value
    nid, nss = small(cut[1]), cut[2]
    if nid == "btih" and len(nss) == 32 and re.fullmatch(_DIGESTS[nid][0], nss):
        from base64 import b32decode

        nss = b32decode(nss.upper()).hex()
    return name, f"urn:{nid}:{small(nss) if nid in ('btih', 'btmh') else nss}"


# ------------------------------------------------------------------------------------------------------------- findings


def _of_parameter(part: str, start: int) -> list[Finding]:
    import re

    name, equals, value = part.partition("=")
    end = start + len(part)
    if not name or not equals:
        return [finding("magnet-parameter", start, end)]
    found: list[Finding] = []
    base, at = _base(small(_data(name, start, found))), start + len(name) + 1
    data = _data(value, at, found)
    if base == "xl" and not re.fullmatch(f"[0-9]{{1,{_LONGEST}}}+", data):
        found.append(finding("magnet-parameter", at, end, message="xl is a number of octets"))
    if base == "xt" and not found:
        found += _of_topic(data, at, end)
    return found


def _of_topic(topic: str, start: int, end: int) -> list[Finding]:
    import re

    cut = re.fullmatch(_URN, topic)
    if cut is None or not matches("URI", topic):
        return [finding("magnet-topic", start, end)]
    nid = small(cut[1])
    form, words = _DIGESTS.get(nid, (None, ""))
    if form is None or re.fullmatch(form, cut[2]):
        return []
    return [finding("magnet-topic", start, end, message=f"a topic of urn:{nid} is {words}")]
