"""
Is the place that a reference leads to the one that a reader takes it for?

RFC 3986 §7.2 (ports), §7.4 (rare spellings of an IPv4 address), §7.5 (secrets), §7.6 (userinfo that looks like a host).
"""

from __future__ import annotations

from urikit.findings import finding
from urikit.safety.addresses import lookalike
from urikit.schemes import SCHEMES
from urikit.syntax.host import host_kind
from urikit.syntax.mend import HOST, PATH, PORT, SCHEME, USERINFO, mended, starts
from urikit.syntax.percent import decode_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container

    from urikit.findings import Finding
    from urikit.schemes import Registry
    from urikit.syntax.parse import Pieces

WELL_KNOWN_PORTS: Container[int] = range(1024)
"""The ports that RFC 3986 §7.2 calls well-known."""

_NAME_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.")
_LONGEST_NAME = 253  # octets of a DNS name
_GENERIC_TOP = frozenset(("com", "org", "net", "edu", "gov", "mil", "int", "info", "biz", "example", "test"))


def findings(
    text: str, pieces: Pieces, schemes: Registry = SCHEMES, well_known_ports: Container[int] = WELL_KNOWN_PORTS
) -> list[Finding]:
    """
    Find what may mislead in the authority.

    Args:
        text: A valid reference.
        pieces: Its seven pieces.
        schemes: Whose default ports are nothing to warn of.
        well_known_ports: The other ports to warn of; ``()`` for none.

    Returns:
        At most one finding a code, in no order.

    Example:
        >>> from urikit.syntax.parse import read
        >>> text = "ftp://cnn.example.com&story=x@10.0.0.1/"
        >>> [one.code for one in findings(text, read(text))]
        ['misleading-userinfo']

    Source:
        RFC 3986 §3.2.1, §7.2, §7.4, §7.5, §7.6.
    """
    if not pieces[USERINFO]:
        return []
    found = [
        _empty(pieces),
        _password(pieces),
        _misleading(pieces),
        _lookalike(pieces),
        _port(pieces, schemes, well_known_ports),
    ]
    return [one for one in found if one is not None]


def _empty(pieces: Pieces) -> Finding | None:
    if pieces[USERINFO] != "//@":
        return None
    at = starts(pieces)[USERINFO]
    return finding("empty-userinfo", at + 2, at + 3, help=mended(pieces, {USERINFO: "//"}))


def _password(pieces: Pieces) -> Finding | None:
    slashes = pieces[USERINFO]
    colon = slashes.find(":")
    if not 0 <= colon < len(slashes) - 2:  # "user:@" says that there is no password
        return None
    at = starts(pieces)[USERINFO]
    mend = mended(pieces, {USERINFO: slashes[:colon] + "@"})
    return finding("password-in-userinfo", at + colon + 1, at + len(slashes) - 1, help=mend)


def _misleading(pieces: Pieces) -> Finding | None:
    userinfo, host = pieces[USERINFO][2:-1], pieces[HOST]
    if not reads_as_host(userinfo):
        return None
    at = starts(pieces)
    message = f'the host is {host if len(host) < 80 else "what follows"}; what stands before "@" only looks like one'
    mend = mended(pieces, {USERINFO: "//"})
    return finding("misleading-userinfo", at[USERINFO] + 2, at[HOST] - 1, message=message, help=mend)


def reads_as_host(userinfo: str) -> bool:
    """
    Say whether a userinfo begins like a host name or an IPv4 address: a guess at how people read.

    Args:
        userinfo: Without its "@".

    Returns:
        True where a name of letters, digits, "-" and at least one "." is followed by what ends a host in a URI or seems
        to (a delimiter, a port), or is itself one: three labels or more, numbers only, or a common last label.
        A user called ``john.doe`` is none.

    Example:
        >>> [reads_as_host(text) for text in ("cnn.example.com&story=x", "127.0.0.1:80", "john.doe", "john.doe:pw")]
        [True, True, False, False]

    Source:
        RFC 3986 §7.6.
    """
    text = decode_bytes(userinfo[: 3 * _LONGEST_NAME]).decode("latin-1")
    length = next((place for place, character in enumerate(text) if character not in _NAME_CHARACTERS), len(text))
    name, after = text[:length].removesuffix("."), text[length:]
    labels = name.split(".")
    if len(labels) < 2 or not all(labels):
        return False
    last = labels[-1].lower()
    if all(label.isdigit() for label in labels):
        return len(labels) == 4
    if not last.isalpha() and not last.startswith("xn--"):
        return False
    if after.startswith(tuple("/\\?#&;=@")) or (after.startswith(":") and after[1:].isdigit()):
        return True
    return len(labels) > 2 or len(last) == 2 or last in _GENERIC_TOP or last.startswith("xn--")


def _lookalike(pieces: Pieces) -> Finding | None:
    host = pieces[HOST]
    if not host or len(host) > 3 * _LONGEST_NAME or host_kind(host) != "reg-name":
        return None
    looks = lookalike(host)
    if looks is None:
        return None
    at, (address,) = starts(pieces)[HOST], looks
    if address is None:
        message = "this is a name of numbers only: no IPv4 address, but programs will try to read it as one"
        return finding("ipv4-lookalike", at, at + len(host), message=message)
    message = f"this is a name, but many programs read it as the IPv4 address {address}"
    mend = mended(pieces, {HOST: address})
    return finding("ipv4-lookalike", at, at + len(host), message=message, help=mend)


def _port(pieces: Pieces, schemes: Registry, well_known_ports: Container[int]) -> Finding | None:
    digits = pieces[PORT][1:].lstrip("0") or pieces[PORT][1:2]
    if not digits or len(digits) > 5 or int(digits) not in well_known_ports:
        return None
    row = schemes.get(pieces[SCHEME][:-1])
    if row is not None and row.authority is None:
        row = None  # a name, and nothing of its protocol
    # where that is not known, a port that some scheme owns may be the right one
    own = schemes.default_ports() if row is None else {row.default_port}
    if int(digits) in own:
        return None
    at = starts(pieces)
    message, mend = "", ""
    if row is not None:
        message = f"port {digits} is well-known, and not for {row.name}"
        mend = mended(pieces, {PORT: ""}) if row.default_port is not None else ""
    return finding("well-known-port", at[PORT] + 1, at[PATH], message=message, help=mend)
