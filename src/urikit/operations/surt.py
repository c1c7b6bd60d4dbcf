"""
Under which sort-friendly key do web archives file this URI?

A SURT has the host's labels turned around, so that the pages of a domain stand together: ``com,example)/a``.  Two
spellings are in use, each that of its own library, and they differ; so a flavour is always named.  Both lose more than
normalisation may (case of the path, order of the query): never compare references by them.
"""

from __future__ import annotations

from contextlib import suppress

from urikit.syntax.parse import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable
    from typing import Literal

    from urikit.syntax.parse import Spec

    Flavour = Literal["ia", "urlcanon"]
    StripWWW = Literal["no", "www", "www+digits"]

FLAVOURS = ("ia", "urlcanon")
STRIP_WWW = ("no", "www", "www+digits")


def surt(text: str, flavour: Flavour, strip_www: StripWWW | None = None, *, spec: Spec = "rfc3986") -> str:
    """
    Return the SURT of a URI.

    Args:
        text: A URI.
        flavour: ``"ia"`` as the Internet Archive's Wayback and CDX files have it (PyPI ``surt`` 0.3.1): neither scheme
            nor userinfo, "www." off, path and query in lower case, session ids off, pairs of the query sorted.
            ``"urlcanon"`` as Archive-It's ``urlcanon`` (0.3.1) makes of its "semantic" form: the scheme stays, and the
            case.
        strip_www: What to take off the host's front: ``"no"`` nothing, ``"www"`` the label "www", ``"www+digits"``
            "www2" and its like too.  None for what the flavour does: ``"www+digits"`` by ia, ``"no"`` by urlcanon.
        spec: ``"rfc3986"``, or ``"rfc3987"`` for an IRI.

    Returns:
        A text in US-ASCII; no URI.

    Raises:
        URISyntaxError: *text* is no URI.
        ValueError: There is no such *flavour* or *strip_www*.

    Cost:
        Linear.

    Example:
        >>> surt("http://www.Example.com:80/A?b=2&a=1#f", "ia")
        'com,example)/a?a=1&b=2'
        >>> surt("http://www.Example.com:80/A?b=2&a=1#f", "urlcanon")
        'http://(com,example,www,)/A?a=1&b=2'

    Source:
        The named libraries; RFC 3986 §3.
    """
    if flavour not in FLAVOURS:
        raise ValueError(f'flavour is "ia" or "urlcanon", not {flavour!r}')
    if strip_www is not None and strip_www not in STRIP_WWW:
        raise ValueError(f'strip_www is "no", "www" or "www+digits", not {strip_www!r}')
    read(text, "URI", spec)
    made = _ia if flavour == "ia" else _urlcanon
    surt = made(text.encode(), strip_www or ("www+digits" if flavour == "ia" else "no"))
    return (surt if surt.isascii() else _in_ascii(surt)).decode("ascii")


_HEX = frozenset(b"0123456789ABCDEFabcdef")
_patterns: dict[bytes, re.Pattern[bytes]] = {}


def _pattern(expression: bytes) -> re.Pattern[bytes]:
    found = _patterns.get(expression)
    if found is None:
        import re

        found = _patterns[expression] = re.compile(expression)
    return found


def _decoded(octets: bytes) -> bytes:
    """Octets with their escapes decoded, and those that come of it, until none is left."""
    if b"%" not in octets:
        return octets
    kept = bytearray()
    for octet in octets:  # an escape ends where its last digit comes, be that read or decoded
        kept.append(octet)
        while len(kept) > 2 and kept[-3] == 0x25 and kept[-2] in _HEX and kept[-1] in _HEX:
            kept[-3:] = (int(kept[-2:], 16),)
    return bytes(kept)


def _escaper(unfit: bytes) -> Callable[[bytes], bytes]:
    """A function that escapes the octets of a character class."""

    def escaped(octets: bytes) -> bytes:
        return _pattern(b"[" + unfit + b"]").sub(lambda octet: b"%%%02X" % ord(octet[0]), octets)

    return escaped


_in_ascii = _escaper(rb"\x80-\xff")


def _without_www(host: bytes, strip: str) -> bytes:
    if strip == "no":
        return host
    front = _pattern(rb"www\." if strip == "www" else rb"www[0-9]*\.").match(host)
    return host[front.end() :] if front else host


def _dotted(address: int) -> bytes:
    return b"%d.%d.%d.%d" % (address >> 24, address >> 16 & 255, address >> 8 & 255, address & 255)


# ---------------------------------------------------------------------------------------------------------------- "ia"

_ia_escaped = _escaper(rb"\x00-\x20#%\x7f-\xff")
_SESSIONS_IN_PATH = (
    rb"(?<=/)\((?:[a-z]\([0-9a-z]{24}\))++\)/",
    rb"(?<=/)\([0-9a-z]{24}\)/",
)
_SESSIONS_IN_QUERY = (
    rb"(?i)(.*)jsessionid=[0-9a-z]{32}(?:&(.*))?",
    rb"(?i)(.*)phpsessid=[0-9a-z]{32}(?:&(.*))?",
    rb"(?i)(.*)sid=[0-9a-z]{32}(?:&(.*))?",
    rb"(?i)(.*)aspsessionid[a-z]{8}=[a-z]{24}(?:&(.*))?",
)
_NUMBERS = rb"[1-9][0-9]*(?:\.[0-9]+){0,3}|0[0-7]*(?:\.[0-7]+){0,3}"
_DEFAULT_PORTS = {b"http": b"80", b"https": b"443"}


def _ia(text: bytes, strip: str) -> bytes:
    """As the library's canonicalizers "Google" and then "IA" have it."""
    if text.startswith(b"filedesc"):
        return text
    twice = _pattern(rb"(?:https?://)*(?=https?://)").match(text)
    text = text[twice.end() :] if twice else text
    rest, _, query = text.partition(b"#")[0].partition(b"?")
    scheme, _, rest = rest.partition(b":")
    host, port, path = _ia_place(scheme, rest)
    host, path = _ia_host(host), _decoded(path)
    if host:
        path = _ia_path(path)
    path = _ia_without_session(_ia_escaped(path).lower())
    if len(path) > 1:
        path = path.removesuffix(b"/")
    query = _ia_query(_ia_escaped(_decoded(query)))
    host = host.lower() if scheme == b"dns" else _without_www(host.lower(), strip)
    head = b",".join(reversed(host.split(b"."))) if host else scheme + b":"
    if host and port and port != _DEFAULT_PORTS.get(scheme.lower()):
        head += b":" + port
    return head + (b")" if host else b"") + (path or (b"/" if query else b"")) + (b"?" + query if query else b"")


def _ia_place(scheme: bytes, rest: bytes) -> tuple[bytes, bytes, bytes]:
    """Host without brackets, port without needless zeros and path of what follows the scheme."""
    host, port, path = b"", b"", rest
    if rest.startswith(b"//"):
        slash = rest.find(b"/", 2)
        slash = len(rest) if slash < 0 else slash
        place, path = rest[2:slash].rpartition(b"@")[2], rest[slash:]
        host, _, digits = place[1:].partition(b"]") if place[:1] == b"[" else place.partition(b":")
        port = digits.removeprefix(b":").lstrip(b"0")
    if not host and path and scheme.startswith(b"http"):  # "http:a/b" and "http:///a/b" are taken for "http://a/b"
        host, _, path = path.lstrip(b"/").partition(b"/")
        path = b"/" + path
    return host, port, path


def _ia_host(host: bytes) -> bytes:
    host = _decoded(host)
    if not host.isascii():
        with suppress(ValueError):
            host = host.decode("utf-8", "ignore").encode("idna")  # IDNA 2003, as the library has it
    host = host.replace(b"..", b".").strip(b".")
    if host.isdigit():
        address = 0
        for at in range(0, len(host), 9):
            digits = host[at : at + 9]
            address = (address * 10 ** len(digits) + int(digits)) & 0xFFFFFFFF
        return _dotted(address)
    if _pattern(_NUMBERS).fullmatch(host):
        return _ia_address(host)
    return _ia_escaped(host.lower())


def _ia_address(host: bytes) -> bytes:
    """A host of numbers, octal after a zero, as the address that the C library takes it for; or as it is."""
    *front, last = host.split(b".")
    address = 0
    for number, most in [*((one, 256) for one in front), (last, 256 ** (4 - len(front)))]:
        octal = len(number) > 1 and number[:1] == b"0"
        if len(number) > 30 or (octal and number.strip(b"01234567")):
            return host
        value = int(number, 8 if octal else 10)
        if value >= most:
            return host
        address = address * most + value
    return _dotted(address)


def _ia_path(path: bytes) -> bytes:
    """Without dot segments and empty ones; a ".." with nothing to take away stays."""
    kept: list[bytes] = []
    for segment in path.split(b"/")[1:]:
        if segment == b".." and kept:
            kept.pop()
        elif segment != b".":
            kept.append(segment)
    return b"/" + b"".join(segment + b"/" for segment in kept[:-1] if segment) + (kept[-1] if kept else b"")


def _ia_without_session(path: bytes) -> bytes:
    """Without the last session id, in either spelling, that stands before a name in ".aspx"."""
    if b".aspx" not in path:
        return path
    for pattern in _SESSIONS_IN_PATH:
        end = len(path)
        while end >= 0:
            start = path.rfind(b"?", 0, end) + 1  # id and name stand between two "?"
            last = path.rfind(b".aspx", start, end)
            found = [*_pattern(pattern).finditer(path, start, max(last - 1, start))]
            if found:
                path = path[: found[-1].start()] + path[found[-1].end() :]
                break
            end = start - 1
    return path


def _ia_query(query: bytes) -> bytes:
    for pattern in _SESSIONS_IN_QUERY:
        if found := _pattern(pattern).fullmatch(query):
            query = found[1] + (found[2] or b"")
    pairs = query.split(b"&")
    for at in range(len(pairs) - 2, -1, -1):  # the last cfid with a cftoken after it
        cfid, token = pairs[at].lower().rfind(b"cfid=", 0, -1), pairs[at + 1].lower()
        if cfid >= 0 and token.startswith(b"cftoken=") and token != b"cftoken=":
            query = b"&".join([*pairs[:at], pairs[at][:cfid] + b"&".join(pairs[at + 2 :])])
            break
    pairs = query.lower().split(b"&")
    pairs.sort(key=lambda pair: pair.split(b"=", 1))
    return b"&".join(pairs) if len(query) > 1 else query.lower()


# ---------------------------------------------------------------------------------------------------------- "urlcanon"

_PORTS = {b"ftp": b"21", b"gopher": b"70", b"http": b"80", b"https": b"443", b"ws": b"80", b"wss": b"443"}
_SPECIAL = {*_PORTS, b"file"}
_escaped = _escaper(rb"\x00-\x20#%\x7f-\xff")
_path_escaped = _escaper(rb"\x00-\x20#%?\x7f-\xff")
_query_escaped = _escaper(rb"\x00-\x20#%&=\x7f-\xff")


def _urlcanon(text: bytes, strip: str) -> bytes:
    """As the library's canonicalizer "semantic" has it, and its `surt`."""
    rest, mark, query = text.partition(b"#")[0].partition(b"?")
    scheme, _, rest = rest.partition(b":")
    scheme = scheme.lower()
    special = scheme in _SPECIAL
    slashes, user, host, port, path = _place(scheme, rest)
    if port[1:] == _PORTS.get(scheme):
        port = b""
    if slashes or user.strip(b":") or host or port or scheme == b"file":
        slashes = b"//"
    path = _path_escaped(_decoded(path))
    if special:
        path = path.replace(b"\\", b"/")
        path = path if path[:1] == b"/" else b"/" + path
    path = _without_dots(path)
    if special:
        path = _pattern(rb"//+").sub(b"/", path)
    query = b"&".join(sorted(map(_pair, query.split(b"&"))))
    host = _without_www(_canonical_host(_decoded(host), special), strip)
    if host:
        known = host[:1] == b"[" or _address(host)
        labels = [label.replace(b",", b".") + b"," for label in reversed(host.split(b"."))]
        host = b"(" + (host if known else b"".join(labels)) + port + b")"
    return scheme + b":" + slashes + host + path + mark + query


def _place(scheme: bytes, rest: bytes) -> tuple[bytes, bytes, bytes, bytes, bytes]:
    """Slashes, userinfo, host, port with its ":" and path of what follows the scheme, as browsers read it."""
    path = rest.lstrip(b"/") if scheme in _SPECIAL and scheme != b"file" else rest.removeprefix(b"//")
    slashes = rest[: len(rest) - len(path)]
    if not slashes and (scheme == b"file" or scheme not in _SPECIAL):
        return b"", b"", b"", b"", rest
    slash = path.find(b"/")
    slash = len(path) if slash < 0 else slash
    authority, path = path[:slash], path[slash:]
    if scheme == b"file":
        return slashes, b"", authority, b"", path
    user, _, place = authority.rpartition(b"@")
    end = place.find(b":", place.find(b"]") + 1)
    end = len(place) if end < 0 else end
    return slashes, user, place[:end], place[end:], path


def _canonical_host(host: bytes, special: bool) -> bytes:
    if host[:1] == b"[" and host[-1:] == b"]":
        from ipaddress import AddressValueError, IPv6Address

        with suppress(AddressValueError, UnicodeDecodeError):
            host = b"[%s]" % str(IPv6Address(int(IPv6Address(host[1:-1].decode())))).encode()
    else:
        address = _address(host)
        host = host if address is None else _dotted(address)
    host = _pattern(rb"\.{2,}").sub(b".", host.strip(b"."))
    return _escaped(_canonical_name(host) if special and host else host)


def _canonical_name(host: bytes) -> bytes:
    """A domain name as the packages that the library asks write it; as it is where they refuse it."""
    from encodings.idna import ToASCII

    from idna import encode, uts46_remap

    try:
        name = host.decode()
        try:
            return encode(name, uts46=True)
        except (ValueError, IndexError):
            return b".".join(ToASCII(label) for label in uts46_remap(name).split("."))
    except (ValueError, IndexError):
        return host


def _address(host: bytes) -> int | None:
    """The IPv4 address that browsers take a host for: one to four numbers, in base 8, 10 or 16."""
    parts = host.split(b".")
    if parts[-1] == b"":
        parts.pop()
    if not 0 < len(parts) < 5:
        return None
    try:
        first, *others = [_base_of(part) for part in parts]
    except ValueError:
        return None
    address = first if not others else first << 24
    for at, number in enumerate(others, 2):
        bits = 8 * (4 - at) if at < len(parts) else 0
        if number >= (256 if bits else 1 << 8 * (5 - len(parts))):
            return None
        address += number << bits
    return address if 0 <= address < 1 << 32 else None


def _base_of(number: bytes) -> int:
    if number[:2].lower() == b"0x":
        return int(number[2:] or b"0", 16)
    if number[:1] == b"0" and len(number) > 1:
        return int(number[1:], 8)
    return int(number or b"0")


def _without_dots(path: bytes) -> bytes:
    """Without dot segments, where a path begins with "/"; ".." takes an empty segment away as any other."""
    if path[:1] != b"/":
        return path
    kept: list[bytes] = []
    joined = True
    for segment in path.split(b"/")[1:]:
        if joined:
            kept.append(b"/")
        joined = segment not in (b".", b"..")
        if joined:
            kept.append(segment)
        elif segment == b"..":
            del kept[max(1, len(kept) - 2) :]
    return b"".join(kept)


def _pair(pair: bytes) -> bytes:
    """A pair with its escapes written anew, those of what needs none decoded."""
    key, equals, value = pair.partition(b"=")
    return _query_escaped(_decoded(key)) + equals + _query_escaped(_decoded(value))
