"""
What does a column function make of one row, where no function on a text says just that?

The components of a reference one by one; what is absent is None, what is empty is "".  RFC 3986 §3.
"""

from __future__ import annotations

from urikit.operations import convert
from urikit.syntax import host as hosts
from urikit.syntax import path as paths
from urikit.syntax.parse import read
from urikit.syntax.query import Query

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from urikit.operations.convert import Part
    from urikit.operations.readable import Keep
    from urikit.schemes.registry import Registry
    from urikit.syntax.host import HostKind
    from urikit.syntax.parse import Spec

LARGEST = (1 << 63) - 1
"""The largest number that an Arrow int64 holds; a port may be any."""


def scheme(text: str, spec: Spec = "rfc3986") -> str | None:
    """
    Return the scheme of a reference as written; None for a relative reference.

    Example:
        >>> scheme("HTTP://example.com/"), scheme("//example.com/")
        ('HTTP', None)

    Source:
        RFC 3986 §3.1.
    """
    piece = read(text, spec=spec)[0]
    return piece[:-1] if piece else None


def authority(text: str, spec: Spec = "rfc3986") -> str | None:
    """
    Return the authority of a reference as written, userinfo and port with it.

    Example:
        >>> authority("//user@example.com:80/"), authority("file:///a"), authority("mailto:a@example.com")
        ('user@example.com:80', '', None)

    Source:
        RFC 3986 §3.2.
    """
    _, user, host, port, _, _, _ = read(text, spec=spec)
    return f"{user}{host}{port}"[2:] if user else None


def userinfo(text: str, spec: Spec = "rfc3986") -> str | None:
    """
    Return the userinfo of a reference as written, a password with it.

    Example:
        >>> userinfo("//user@example.com"), userinfo("//@example.com"), userinfo("//example.com")
        ('user', '', None)

    Source:
        RFC 3986 §3.2.1.
    """
    return user_of(read(text, spec=spec)[1])


def host(text: str, spec: Spec = "rfc3986") -> str | None:
    """
    Return the host of a reference as written, an IP-literal with its brackets; None without an authority.

    Example:
        >>> host("http://Example.com:80/"), host("//[::1]"), host("file:///a"), host("urn:a:b")
        ('Example.com', '[::1]', '', None)

    Source:
        RFC 3986 §3.2.2.
    """
    pieces = read(text, spec=spec)
    return pieces[2] if pieces[1] else None


def host_kind(text: str, spec: Spec = "rfc3986") -> HostKind | None:
    """
    Name the rule that the host of a reference is; None without an authority.

    Example:
        >>> host_kind("//127.0.0.1"), host_kind("//[::1]"), host_kind("//example.com"), host_kind("a")
        ('IPv4address', 'IPv6address', 'reg-name', None)

    Source:
        RFC 3986 §3.2.2.
    """
    pieces = read(text, spec=spec)
    return hosts.host_kind(pieces[2]) if pieces[1] else None


def host_address(text: str, spec: Spec = "rfc3986") -> str | None:
    """
    Return the address that the host of a reference writes, an IPv6 address as RFC 5952 does; None for a name.

    Raises:
        URIRuleError: An IPvFuture: "address mechanism not supported" (``address-mechanism``).

    Example:
        >>> host_address("//[2001:DB8:0::7]/"), host_address("//127.0.0.1:80"), host_address("//example.com")
        ('2001:db8::7', '127.0.0.1', None)

    Source:
        RFC 3986 §3.2.2; RFC 5952 §4.
    """
    pieces = read(text, spec=spec)
    name = pieces[2]
    if not pieces[1] or hosts.host_kind(name) == "reg-name":
        return None
    if name[:1] != "[":
        return name
    hosts.host_address(name)
    return hosts.ipv6_text(name[1:-1])


def port(text: str, spec: Spec = "rfc3986") -> int | None:
    """
    Return the port of a reference as a number; None where it is absent, empty or over 2^63 - 1.

    A larger one is no number that a column of int64 holds; `port_text` has it as written.

    Example:
        >>> port("//h:0080"), port("//h:"), port("//h"), port("//h:9223372036854775808")
        (80, None, None, None)

    Source:
        RFC 3986 §3.2.3: any number of digits.
    """
    return number_of(read(text, spec=spec)[3])


def port_text(text: str, spec: Spec = "rfc3986") -> str | None:
    """
    Return the port of a reference as written.

    Example:
        >>> port_text("//h:0080"), port_text("//h:"), port_text("//h")
        ('0080', '', None)

    Source:
        RFC 3986 §3.2.3.
    """
    return after(read(text, spec=spec)[3])


def path(text: str, spec: Spec = "rfc3986") -> str:
    """
    Return the path of a reference, which every reference has, if empty.

    Example:
        >>> path("http://example.com"), path("urn:a:b"), path("?q")
        ('', 'a:b', '')

    Source:
        RFC 3986 §3.3.
    """
    return read(text, spec=spec)[4]


def query(text: str, spec: Spec = "rfc3986") -> str | None:
    """
    Return the query of a reference as written, without its "?".

    Example:
        >>> query("/a?b=c#d"), query("/a?"), query("/a")
        ('b=c', '', None)

    Source:
        RFC 3986 §3.4.
    """
    return after(read(text, spec=spec)[5])


def fragment(text: str, spec: Spec = "rfc3986") -> str | None:
    """
    Return the fragment of a reference as written, without its "#".

    Example:
        >>> fragment("/a?b=c#d"), fragment("/a#"), fragment("/a")
        ('d', '', None)

    Source:
        RFC 3986 §3.5.
    """
    return after(read(text, spec=spec)[6])


def segments(text: str, spec: Spec = "rfc3986") -> tuple[str, ...]:
    """
    Return the segments of a reference's path as written.

    Example:
        >>> segments("http://example.com/a/%2F/"), segments("http://example.com")
        (('a', '%2F', ''), ())

    Source:
        RFC 3986 §3.3.
    """
    return paths.segments(read(text, spec=spec)[4])


def query_pairs(text: str, plus: bool = True, spec: Spec = "rfc3986") -> tuple[tuple[str, str | None], ...]:
    """
    Return the pairs of a reference's query, decoded, in order.

    Args:
        text: A reference.
        plus: Read "+" as a space, as HTML forms write it.
        spec: ``"rfc3986"``, or ``"rfc3987"`` for an IRI.

    Raises:
        URIRuleError: Octets in a pair that are not UTF-8.

    Example:
        >>> query_pairs("/?a=%31&k&a="), query_pairs("/")
        ((('a', '1'), ('k', None), ('a', '')), ())

    Source:
        RFC 3986 §3.4.
    """
    return Query(after(read(text, spec=spec)[5]), plus, limit=None).decoded()


def to_uri(
    text: str,
    part: Part | None = None,
    host: Literal["idna", "percent"] = "idna",
    fix: bool = False,
    schemes: Registry | None = None,
) -> str:
    """
    Map an IRI of any length to the URI that it stands for; see `urikit.to_uri`.

    Example:
        >>> to_uri("http://bücher.example/ä")
        'http://xn--bcher-kva.example/%C3%A4'

    Source:
        RFC 3987 §3.1.
    """
    return convert.to_uri(text, part=part, host=host, fix=fix, schemes=schemes, limit=None)


def to_iri(
    text: str,
    part: Part | None = None,
    keep: Keep = "recommended",
    host: Literal["unicode", "keep"] = "unicode",
    schemes: Registry | None = None,
) -> str:
    """
    Write a URI of any length as the IRI that people read; see `urikit.to_iri`.

    Example:
        >>> to_iri("http://xn--bcher-kva.example/%C3%A4")
        'http://bücher.example/ä'

    Source:
        RFC 3987 §3.2.
    """
    return convert.to_iri(text, part=part, keep=keep, host=host, schemes=schemes, limit=None)


def after(piece: str) -> str | None:
    """Return what follows a delimiter; None where there is none."""
    return piece[1:] if piece else None


def user_of(opening: str) -> str | None:
    """Return the userinfo in the piece from "//" to "@"."""
    return opening[2:-1] if len(opening) > 2 else None


def number_of(piece: str) -> int | None:
    """Return the number of a port's piece; None where there is none, or Arrow has none so large."""
    digits = piece[1:].lstrip("0") or piece[1:2]
    if not digits or len(digits) > 19:
        return None
    number = int(digits)
    return number if number <= LARGEST else None
