"""
What kind of host is it, and which address or port does it write?

Functions on the text of a host (brackets kept) or of a port.  RFC 3986 §3.2.2: IP-literal, then IPv4address, then
reg-name, the first that matches; §3.2.3: a port is any number of digits.
"""

from __future__ import annotations

from urikit.findings import URIRuleError, URISyntaxError, finding
from urikit.syntax.grammar import RFC3986, matches
from urikit.syntax.mend import HOST, PORT, mended, starts
from urikit.syntax.octets import only_text
from urikit.syntax.percent import lower

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ipaddress
    from typing import Literal

    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces

    HostKind = Literal["IPv6address", "IPvFuture", "IPv4address", "reg-name"]


def host_kind(host: str) -> HostKind:
    """
    Say which rule a host is: the first that matches.

    Args:
        host: A host of a reference, brackets kept.

    Returns:
        The rule's name.  ``1.2.3`` and ``256.1.1.1`` are reg-names.

    Example:
        >>> [host_kind(host) for host in ("[::1]", "[v7.a:b]", "127.0.0.1", "256.0.0.1", "example.com", "")]
        ['IPv6address', 'IPvFuture', 'IPv4address', 'reg-name', 'reg-name', 'reg-name']

    Source:
        RFC 3986 §3.2.2.
    """
    if only_text(host).startswith("["):
        return "IPvFuture" if host[1:2] in {"v", "V"} else "IPv6address"
    if host[-1:].isdigit() and host.count(".") == 3 and RFC3986.matcher("IPv4address").fullmatch(host):
        return "IPv4address"
    return "reg-name"


def ip(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """
    Return the address that a host writes.

    Args:
        host: A host of a reference, brackets kept.

    Returns:
        An address of `ipaddress`; None for a reg-name and for an IPvFuture.

    Raises:
        URISyntaxError: *host* begins with "[" and is no IP-literal.

    Example:
        >>> ip("[::1]"), ip("127.0.0.1"), ip("127.1")
        (IPv6Address('::1'), IPv4Address('127.0.0.1'), None)

    Source:
        RFC 3986 §3.2.2.
    """
    kind = host_kind(host)
    if kind == "IPv4address":
        from ipaddress import IPv4Address

        return IPv4Address(host)
    if kind == "IPv6address":
        from ipaddress import IPv6Address

        if not matches("IP-literal", host):
            raise URISyntaxError(host, finding("ip-literal", 0, len(host)))
        return IPv6Address(host[1:-1])
    return None


def host_address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """
    Return the address that a host writes, and refuse one that nobody can reach yet.

    Args:
        host: A host of a reference, brackets kept.

    Returns:
        An address of `ipaddress`; None for a reg-name, which is for a registry to look up.

    Raises:
        URIRuleError: An IPvFuture: "address mechanism not supported" (``address-mechanism``).
        URISyntaxError: *host* begins with "[" and is no IP-literal.

    Example:
        >>> host_address("[2001:db8::7]"), host_address("example.com")
        (IPv6Address('2001:db8::7'), None)

    Source:
        RFC 3986 §3.2.2.
    """
    if host_kind(host) == "IPvFuture":
        raise URIRuleError(host, (finding("address-mechanism", 0, len(host)),))
    return ip(host)


def port_number(port_text: str | None) -> int | None:
    """
    Return a port as a number.

    Args:
        port_text: A port as written, or None.

    Returns:
        A number of any size; None where the port is absent or empty.

    Cost:
        As a product of numbers of *n* digits beyond some hundred, which is about ``n ** 1.6``.

    Example:
        >>> port_number("8042"), port_number("0080"), port_number(""), port_number(None)
        (8042, 80, None, None)

    Source:
        RFC 3986 §3.2.3.
    """
    if not port_text:
        return None
    digits = port_text.lstrip("0") or "0"
    if len(digits) <= _DIGITS:
        return int(digits)
    numbers = [int(digits[max(0, end - _DIGITS) : end]) for end in range(len(digits), 0, -_DIGITS)]
    unit = int(10**_DIGITS)
    while len(numbers) > 1:  # neighbours pair by pair, lowest first, so that the factors stay of one size
        numbers.append(0)
        numbers = [low + unit * high for low, high in zip(numbers[::2], numbers[1::2], strict=False)]
        unit *= unit
    return numbers[0]


_DIGITS = 640  # as far as int() reads whatever its limit is set to (sys.int_info.str_digits_check_threshold)


def ipv6_text(address: str) -> str:
    """
    Write an IPv6 address as RFC 5952 recommends.

    Args:
        address: An IPv6address without its brackets.

    Returns:
        Lower case, no leading zeros, "::" for the longest run of two or more zero groups (the first of equals); the
        last 32 bits as an IPv4 address where a well-known prefix says that they are one: ``::ffff:0:0/96``
        (mapped), ``::ffff:0:0:0/96`` (translated, RFC 2765) and ``64:ff9b::/96`` (RFC 6052).

    Raises:
        URISyntaxError: *address* is no IPv6address.

    Example:
        >>> ipv6_text("2001:DB8:0:0:1:0:0:1"), ipv6_text("0:0:0:0:0:FFFF:C000:0221"), ipv6_text("::2:3:4:5:6:7:8")
        ('2001:db8::1:0:0:1', '::ffff:192.0.2.33', '0:2:3:4:5:6:7:8')

    Source:
        RFC 5952 §4, §5; RFC 3986 §3.2.2.
    """
    if not matches("IPv6address", address):
        raise URISyntaxError(address, finding("ipv6-address", 0, len(address)))
    groups = _groups(address)
    tail = []
    if groups[:6] in _WITH_IPV4:
        tail = [".".join(str(octet) for half in groups[6:] for octet in divmod(half, 256))]
        groups = groups[:6]
    start, length = _longest_zeros(groups)
    if length < 2:
        return ":".join([*(f"{group:x}" for group in groups), *tail])
    before = ":".join(f"{group:x}" for group in groups[:start])
    after = ":".join([*(f"{group:x}" for group in groups[start + length :]), *tail])
    return f"{before}::{after}"


_WITH_IPV4 = ([0, 0, 0, 0, 0, 0xFFFF], [0, 0, 0, 0, 0xFFFF, 0], [0x64, 0xFF9B, 0, 0, 0, 0])


def _groups(address: str) -> list[int]:
    """The eight groups of an IPv6address."""
    if "." in address:
        rest, _, quad = address.rpartition(":")
        a, b, c, d = map(int, quad.split("."))
        address = f"{rest}:{a * 256 + b:x}:{c * 256 + d:x}"
    head, gap, tail = address.partition("::")
    before = [int(group, 16) for group in head.split(":") if group]
    after = [int(group, 16) for group in tail.split(":") if group]
    return before + [0] * (8 - len(before) - len(after) if gap else 0) + after


def _longest_zeros(groups: list[int]) -> tuple[int, int]:
    """Where the longest run of zero groups begins, and how long it is; the first of equals."""
    best, start = (0, 0), 0
    for at, group in enumerate([*groups, 1]):
        if group:
            best = max(best, (start, at - start), key=lambda run: run[1])
            start = at + 1
    return best


def is_dns_name(host: str) -> bool:
    """
    Say whether a host is written as DNS names are.

    Args:
        host: A host of a reference.

    Returns:
        True for 1 to 253 characters (and a final "." or none) in labels of letters, digits and "-", each of 1 to 63
        with a letter or digit at both ends, the last one not of digits alone.  No escapes, and no "_".

    Example:
        >>> is_dns_name("example.com."), is_dns_name("my_host"), is_dns_name("-a.example"), is_dns_name("1.2.3")
        (True, False, False, False)

    Source:
        RFC 3986 §3.2.2; RFC 1034 §3.5; RFC 1123 §2.1.
    """
    name = host.removesuffix(".")
    return 0 < len(name) <= 253 and _misfit_label(name) is None


def _misfit_label(name: str) -> tuple[int, int] | None:
    """Where the first label stands that a DNS name cannot have."""
    at = 0
    labels = name.split(".")
    for number, label in enumerate(labels, 1):
        plain = label.replace("-", "a")
        fits = 0 < len(label) < 64 and plain.isascii() and plain.isalnum() and "-" not in label[0] + label[-1]
        if not fits or (number == len(labels) and label.isdigit()):
            return at, at + len(label)
        at += len(label) + 1
    return None


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Tell what a producer should have written otherwise in a host or a port.

    Args:
        text: A valid reference.
        pieces: Its seven pieces.

    Returns:
        ``upper-case-host``, ``reg-name-length``, ``not-dns-name``, then ``empty-port``, ``leading-zero-port``,
        ``port-range``.

    Example:
        >>> from urikit.syntax.parse import read
        >>> [(one.code, one.start, one.end) for one in findings("//My_Host:/", read("//My_Host:/"))]
        [('upper-case-host', 2, 9), ('not-dns-name', 2, 9), ('empty-port', 9, 10)]

    Source:
        RFC 3986 §3.2.2, §3.2.3, §6.2.2.1, §6.2.3.
    """
    host, start = pieces[HOST], starts(pieces)[HOST]
    return _host_findings(host, start, pieces) + _port_findings(pieces[PORT], start + len(host), pieces)


def _host_findings(host: str, start: int, pieces: Pieces) -> list[Finding]:
    found: list[Finding] = []
    end = start + len(host)
    folded = lower(host)
    if folded != host and host.isascii():  # RFC 3987 §5.3.2.1: others are for IDNA to map
        found.append(finding("upper-case-host", start, end, help=mended(pieces, {HOST: folded})))
    if host and host_kind(host) == "reg-name":
        if len(host) > 255:
            words = f"a host name of {len(host)} characters; 255 are the most a producer should write"
            found.append(finding("reg-name-length", start, end, message=words))
        if host.isascii():  # of others IDNA has to tell
            found += _name_findings(host, start)
    return found


def _name_findings(host: str, start: int) -> list[Finding]:
    label = _misfit_label(host.removesuffix("."))
    if label:
        return [finding("not-dns-name", start + label[0], start + max(label[1], label[0] + 1))]
    if 253 < len(host.removesuffix(".")) <= 255:
        return [finding("not-dns-name", start, start + len(host), message="a DNS name has at most 253 characters")]
    return []


def _port_findings(port: str, start: int, pieces: Pieces) -> list[Finding]:
    if not port:
        return []
    end = start + len(port)
    if port == ":":
        return [finding("empty-port", start, end, help=mended(pieces, {PORT: ""}))]
    found: list[Finding] = []
    digits = port[1:].lstrip("0") or "0"
    if ":" + digits != port:
        found.append(finding("leading-zero-port", start + 1, end, help=mended(pieces, {PORT: ":" + digits})))
    if len(digits) > 5 or int(digits) > 65535:
        found.append(finding("port-range", start + 1, end))
    return found
