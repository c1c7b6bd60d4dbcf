"""
What is the host of a scheme whose hosts are domain names?

Its escapes write UTF-8 (RFC 3986 §3.2.2), so ``%C3%A9`` is "é" there, and IDNA has its say (RFC 3987 §3.1, §3.2.1,
§5.3.3).  Only a scheme's row can tell: hosts of a scheme without one are left alone.
"""

from __future__ import annotations

from urikit.findings import Finding, URIRuleError
from urikit.operations.idna import map_host, to_ascii, to_unicode
from urikit.operations.readable import readable, table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.schemes.registry import Registry


def is_domain(scheme: str, schemes: Registry) -> bool:
    """
    Say whether the hosts of a scheme are domain names.

    Args:
        scheme: The scheme's piece, with its ":"; that of a relative reference is empty.
        schemes: The rows that may say so.

    Example:
        >>> from urikit.schemes.registry import SCHEMES
        >>> is_domain("HTTP:", SCHEMES), is_domain("foo:", SCHEMES), is_domain("", SCHEMES)
        (True, False, False)

    Source:
        RFC 3987 §3.1: "schemes that are known to use domain names in ireg-name".
    """
    row = schemes.get(scheme[:-1]) if scheme else None
    return row is not None and row.host == "dns"


def ascii_domain(text: str, start: int, end: int) -> str:
    """
    Write the host that stands in a text as DNS has it.

    Args:
        text: An IRI-reference, or a host alone.
        start: Where the host begins, in code points.
        end: Where it ends.

    Raises:
        URIRuleError: IDNA refuses it.  Places are those of *text*; of the whole host where escapes write some of it.

    Example:
        >>> ascii_domain("http://résumé.example.org", 7, 25)
        'xn--rsum-bpad.example.org'

    Source:
        RFC 3987 §3.1.
    """
    host = text[start:end]
    try:
        return to_ascii(readable(host, "none"))
    except URIRuleError as error:
        found = error.findings
    exact = "%" not in host
    moved = [
        Finding(
            one.code,
            one.level,
            start + one.start if exact else start,
            start + one.end if exact else end,
            one.message,
            one.rule,
            one.source,
            one.help,
        )
        for one in found
    ]
    raise URIRuleError(text, tuple(moved))


def wire(host: str) -> str | None:
    """
    Write a host as DNS has it; None where it is ASCII once its escapes are decoded, or IDNA refuses it.

    Example:
        >>> wire("%C3%A9.Example"), wire("example.com"), wire("a\\u200db")
        ('xn--9ca.example', None, None)

    Source:
        RFC 3987 §5.3.3.
    """
    name = readable(host, "none")
    try:
        return None if name.isascii() else to_ascii(name)
    except URIRuleError:
        return None


def mapped(host: str) -> str:
    """
    Write a host as UTS 46 maps it, in Unicode; as it is where it is ASCII, or IDNA refuses it.

    Example:
        >>> mapped("É.Example"), mapped("%C3%A9.example"), mapped("a\\u200dB")
        ('é.example', 'é.example', 'a\\u200dB')

    Source:
        RFC 3987 §5.3.3: "SHOULD be character normalized by using the Nameprep process"; and not written in ACE.
    """
    name = readable(host, "none")
    try:
        return host if name.isascii() else map_host(name)
    except URIRuleError:
        return host


def readable_domain(host: str, keep: str) -> str:
    """
    Write a host with the labels that people read.

    Args:
        host: A host of a URI or an IRI.
        keep: As for `readable`; a label that has what stays encoded stays an A-label.

    Returns:
        The host; as written where what it would become is no domain name, or not the same one.

    Example:
        >>> readable_domain("xn--99zt52a.Example.org", "recommended"), readable_domain("xn--a.xn--zca", "recommended")
        ('納豆.Example.org', 'xn--a.xn--zca')

    Source:
        RFC 3987 §3.2.1, the last example.
    """
    name = readable(host, keep)
    if (name.isascii() and "xn--" not in name.lower()) or host[:1] == "[":
        return name
    fitting, labels, plain = table(keep, False), name.split("."), to_unicode(name).split(".")
    if len(labels) != len(plain):  # a dot of another script
        plain = labels
    made = ".".join(
        [
            new if old[:4].lower() == "xn--" and new.translate(fitting) == new else old
            for old, new in zip(labels, plain, strict=True)
        ]
    )
    try:
        return made if to_ascii(made) == to_ascii(name) else host
    except URIRuleError:
        return host
