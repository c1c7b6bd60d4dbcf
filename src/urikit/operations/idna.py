"""
How is a host name that is not ASCII written for DNS, how is it read, and what is wrong with it?

UTS 46 without transitions: mapping, then each label checked and written in Punycode.  RFC 3987 §3.1 step 2 asks for
ToASCII of IDNA 2003, with its STD 3 rules; UTS 46 took its place, and STD 3 is off unless asked for, since names such
as ``_dmarc.example`` are in use.  The tables are loaded by the first host that is not plain ASCII.
"""

from __future__ import annotations

from urikit.findings import Finding, URIRuleError, finding
from urikit.schemes.registry import SCHEMES
from urikit.syntax.grammar import RFC3986, matches
from urikit.syntax.host import host_kind
from urikit.syntax.mend import HOST, starts
from urikit.syntax.octets import only_text
from urikit.syntax.percent import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.operations.uts46 import Outcome
    from urikit.schemes.registry import Registry
    from urikit.syntax.parse import Pieces

LONGEST = 1024
"""The most code points of a host that are mapped: 253 octets, had each been composed of four characters."""

_MOST = 1 << 14
_known: dict[str, str] = {}  # hosts that went well, by the rules that are on unless asked otherwise


def to_ascii(
    host: str,
    *,
    hyphens: bool = False,
    std3: bool = False,
    lengths: bool = True,
    bidi: bool = True,
    joiners: bool = True,
) -> str:
    """
    Write a host name as DNS carries it: mapped, and each label that is not ASCII in Punycode.

    Args:
        host: A host, its escapes decoded.  An IP-literal is given back as it is.
        hyphens: Refuse labels with a hyphen at an end, or as third and fourth character.
        std3: Refuse ASCII other than letters, digits and hyphens.
        lengths: Refuse empty labels (but for the root's, at the end), labels over 63 octets, names over 253.
        bidi: Hold names that have right-to-left characters to RFC 5893.
        joiners: Hold ZERO WIDTH JOINER and NON-JOINER to RFC 5892.

    Returns:
        A reg-name without escapes and in lower case; or an IPv4 address, where the host was mapped to one.

    Raises:
        URIRuleError: A rule of UTS 46 is broken, or a character is mapped to one that cannot stand in a host.  Each
            finding names label, character and rule; places are code points of *host*.

    Cost:
        Linear; nothing for the hosts of late.  A host of more than 1024 code points that is not plain ASCII is refused
        before anything is mapped, whatever *lengths* says.

    Example:
        >>> to_ascii("BÜCHER.example"), to_ascii("faß.de"), to_ascii("日本語。jp"), to_ascii("_dmarc.example")
        ('xn--bcher-kva.example', 'xn--fa-hia.de', 'xn--wgv71a119e.jp', '_dmarc.example')
        >>> try:
        ...     to_ascii("a\\u200db.com")
        ... except URIRuleError as error:
        ...     print(error)
        error[idna-joiner]: the label “a<ZWJ>b” has U+200D ZERO WIDTH JOINER where nothing is to be joined
          a<ZWJ>b.com
           ^^^^^
          rule: C2: ZERO WIDTH JOINER stands after a virama   RFC 5892 A.2
          help: take it out

    Source:
        UTS #46 §4.2; RFC 3987 §3.1 step 2.
    """
    usual = lengths and bidi and joiners and not (hyphens or std3)
    if usual and (known := _known.get(host)) is not None:
        return known
    wire = _plain(host, hyphens or std3, lengths)
    if wire is None:
        wire = _sound(host, hyphens, std3, lengths, bidi, joiners).wire
    if usual and len(host) <= 253:
        if len(_known) >= _MOST:
            _known.clear()
        _known[host] = wire
    return wire


def map_host(host: str) -> str:
    """
    Write a host name as UTS 46 maps it, in Unicode: what an IRI has at rung scheme.

    Args:
        host: A host, its escapes decoded.

    Returns:
        The name in lower case and in Normalization Form C.  An A-label stays one.

    Raises:
        URIRuleError: `to_ascii` refuses it.

    Example:
        >>> map_host("BÜCHER。example"), map_host("XN--BCHER-KVA.example")
        ('bücher.example', 'xn--bcher-kva.example')

    Source:
        UTS #46 §4 steps 1 to 3.
    """
    plain = _plain(host, False, True)
    return plain if plain is not None else _sound(host, False, False, True, True, True).mapped


def to_unicode(
    host: str,
    *,
    hyphens: bool = False,
    std3: bool = False,
    lengths: bool = True,
    bidi: bool = True,
    joiners: bool = True,
) -> str:
    """
    Write a host name as people read it: mapped, and its A-labels as what they stand for.

    Args:
        host: A host, its escapes decoded.
        hyphens: As for `to_ascii`, and so the other rules.

    Returns:
        The name in Unicode; `to_ascii` maps it back.  A host that `to_ascii` refuses stays as it is written: one label
        with a mistake, and none of the name would map back.

    Example:
        >>> to_unicode("xn--bcher-kva.Example"), to_unicode("xn--0.xn--zca")
        ('bücher.example', 'xn--0.xn--zca')

    Source:
        UTS #46 §4.3; RFC 3987 §3.2.
    """
    plain = _plain(host, hyphens or std3, lengths)
    if plain is not None:
        return plain
    if len(host) > LONGEST:
        return host
    return _process(host, hyphens, std3, lengths, bidi, joiners).plain


def check_host(host: str, *, hyphens: bool = False, lengths: bool = True) -> list[Finding]:
    """
    Find all that IDNA has to say about a host name.

    Args:
        host: A host, its escapes decoded.
        hyphens: As for `to_ascii`, and so *lengths*.

    Returns:
        What `to_ascii` would raise; then, as warnings, ASCII that STD 3 does not have (``idna-std3``) and a name that
        is mapped to an IPv4 address, or to what many read as one (``idna-ipv4``).  Places are code points of *host*.

    Example:
        >>> [(one.code, one.level, one.start) for one in check_host("a_ü.example") + check_host("①.２.3.4")]
        [('idna-std3', 'warning', 1), ('idna-ipv4', 'warning', 0)]

    Source:
        UTS #46 §4; RFC 3987 §3.1 step 2.
    """
    if only_text(host)[:1] == "[" and matches("IP-literal", host):
        return []
    if len(host) > LONGEST:
        return [_too_long(host)]
    outcome = _process(host, hyphens, True, lengths, True, True)
    found = list(outcome.findings)
    if not (host.isascii() or any(one.level == "error" for one in found)):
        last = outcome.wire.removesuffix(".").rpartition(".")[2]
        number = last.isdigit() or (last.startswith("0x") and not last[2:].strip("0123456789abcdef"))
        if number:
            kind = "the IPv4 address" if host_kind(outcome.wire) == "IPv4address" else "what many read as an address,"
            words = f"the name is mapped to {kind} {outcome.wire}"
            found.append(finding("idna-ipv4", 0, len(host), message=words))
    return found


def findings(text: str, pieces: Pieces, schemes: Registry = SCHEMES) -> list[Finding]:
    """
    Tell what IDNA has to say about a host whose scheme takes it for a domain name.

    Args:
        text: A valid reference or IRI-reference.
        pieces: Its seven pieces.
        schemes: The rows that say so.

    Returns:
        The findings of `check_host`, for a host that has a character outside ASCII, escaped or not, or an A-label.
        Where escapes write it, each is about the whole host.

    Example:
        >>> from urikit.syntax.parse import read
        >>> iri = "http://a\\u200db/"
        >>> [(one.code, one.start, one.end) for one in findings(iri, read(iri, spec="rfc3987"))]
        [('idna-joiner', 8, 9)]

    Source:
        RFC 3987 §3.1 step 2.
    """
    host = pieces[HOST]
    row = schemes.get(pieces[0][:-1])
    if row is None or row.host != "dns" or (host.isascii() and "%" not in host and "xn--" not in host.lower()):
        return []
    start = starts(pieces)[HOST]
    if "%" not in host:
        return [_moved(one, start + one.start, start + one.end) for one in check_host(host)]
    try:
        name = decode(host)
    except URIRuleError:  # which has a code of its own
        return []
    return [_moved(one, start, start + len(host)) for one in check_host(name)] if not name.isascii() else []


def unicode_version() -> str:
    """
    Return the version of Unicode that host names are mapped by.

    Example:
        >>> unicode_version() >= "15.1"
        True
    """
    return data_versions()["mapping"]


def data_versions() -> dict[str, str]:
    """
    Return where the data about host names come from.

    Returns:
        ``"idna"``, the version of the package; and the versions of Unicode of its ``"mapping"`` and of its
        ``"joiners"``, and of ``"properties"``: bidi classes, combining marks and normalization, which are Python's.

    Example:
        >>> list(data_versions())
        ['idna', 'mapping', 'joiners', 'properties']
    """
    from unicodedata import unidata_version

    import idna
    from idna import idnadata, uts46data

    return {
        "idna": idna.__version__,
        "mapping": uts46data.__version__,
        "joiners": idnadata.__version__,
        "properties": unidata_version,
    }


# ------------------------------------------------------------------------------------------------------------ behind it


def _plain(host: str, strict: bool, lengths: bool) -> str | None:
    """The ASCII form of a host that needs no table: an IP-literal, or ASCII without A-labels and without a mistake."""
    if not only_text(host).isascii():
        return None
    if host[:1] == "[":
        return host if matches("IP-literal", host) else None
    name = host.lower()
    if strict or "xn--" in name or "%" in name or not RFC3986.matcher("reg-name").fullmatch(name):
        return None
    if not lengths:
        return name
    short = name.removesuffix(".")
    labels = short.split(".")
    return name if all(labels) and len(max(labels, key=len)) <= 63 and len(short) <= 253 else None


def _process(host: str, hyphens: bool, std3: bool, lengths: bool, bidi: bool, joiners: bool) -> Outcome:
    """The function of this name in `uts46`, which takes this one's place: loading it loads the tables."""
    global _process
    from urikit.operations.uts46 import process

    _process = process
    return process(host, hyphens, std3, lengths, bidi, joiners)


def _sound(host: str, hyphens: bool, std3: bool, lengths: bool, bidi: bool, joiners: bool) -> Outcome:
    """What a host comes to, or what is wrong with it raised."""
    if len(host) > LONGEST:
        raise URIRuleError(host, (_too_long(host),))
    outcome = _process(host, hyphens, std3, lengths, bidi, joiners)
    if outcome.findings:
        raise URIRuleError(host, outcome.findings)
    return outcome


def _too_long(host: str) -> Finding:
    words = f"a host of {len(host):,} characters is too long for a domain name; no more than {LONGEST:,} are mapped"
    return finding("idna-length", 0, len(host), message=words)


def _moved(one: Finding, start: int, end: int) -> Finding:
    """The same finding at another place."""
    return Finding(one.code, one.level, start, end, one.message, one.rule, one.source, one.help)
