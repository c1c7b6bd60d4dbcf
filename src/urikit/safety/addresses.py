"""
Which address does a name reach that is no IPv4address, but is read as one?

RFC 3986 allows four decimal numbers only; inet_aton() and the readers built on it take one to four numbers, each in
decimal, octal or hex, the last filling all octets that are left (§7.4).
"""

from __future__ import annotations

from urikit.syntax.percent import decode_bytes


def number(part: str) -> int | None:
    """
    Read a number as C does: ``0x`` for hex, a leading ``0`` for octal.

    Returns:
        Its value; -1 for digits that its base does not have, or a value beyond any address; None where it is no number.

    Example:
        >>> number("0x7F"), number("0177"), number("127"), number("08"), number("7f"), number("9" * 5000)
        (127, 127, 127, -1, None, -1)

    Source:
        RFC 3986 §7.4.
    """
    if part[:2] in ("0x", "0X"):
        digits, base, known = part[2:], 16, "0123456789abcdefABCDEF"
    else:
        digits, base, known = part, 10, "0123456789"
        if not part:
            return None
        if part[0] == "0":
            base = 8
    if digits.strip(known):
        return None
    digits = digits.lstrip("0") or "0"
    if len(digits) > 11 or (base == 8 and digits.strip("01234567")):  # 11 octal digits hold 32 bits
        return -1
    return int(digits, base)


def lookalike(host: str) -> tuple[str | None] | None:
    """
    Say which IPv4 address a registered name is read as by those who take more spellings than the RFC.

    Args:
        host: A reg-name, its escapes undecoded.

    Returns:
        A tuple of one: the address as four decimal numbers, or None where the name is all numbers and yet no
        address; None itself where the name does not look like an address.

    Example:
        >>> lookalike("127.1"), lookalike("0x7f000001"), lookalike("256.1.1.1"), lookalike("example.com")
        (('127.0.0.1',), ('127.0.0.1',), (None,), None)

    Source:
        RFC 3986 §7.4.
    """
    if "%" in host:
        host = _decoded(host)
    parts = host.removesuffix(".").split(".")
    numbers: list[int] = []
    for part in parts:
        value = number(part)
        if value is None:
            return None
        numbers.append(value)
    return (_address(numbers),)


def _address(numbers: list[int]) -> str | None:
    *first, last = numbers
    left = 4 - len(first)
    if left < 1 or any(not 0 <= value <= 255 for value in first) or not 0 <= last < 256**left:
        return None
    return ".".join(map(str, (*first, *last.to_bytes(left, "big"))))


def _decoded(host: str) -> str:
    """Decode as those do who decode a host before they look at it; full-width digits and dots are mapped (UTS #46)."""
    text = decode_bytes(host).decode("utf-8", "replace")
    if text.isascii():
        return text
    import unicodedata

    return unicodedata.normalize("NFKC", text).replace("\u3002", ".")
