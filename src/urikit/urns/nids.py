"""
What kind of namespace identifier is this, and could it be registered?

RFC 8141 §2.1 (its form), §5.1 (formal), §5.2 (informal); RFC 3406 §3, §4 for the rules before 2017; RFC 2141 §2.1.
"""

from __future__ import annotations

from urikit.findings import finding
from urikit.syntax.octets import only_text
from urikit.urns.grammar import RFC8141
from urikit.urns.registry import NAMESPACES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    from urikit.findings import Finding
    from urikit.urns.registry import Namespaces

    Kind: TypeAlias = Literal[
        "invalid",
        "ace-reserved",
        "informal",
        "informal-malformed",
        "experimental-legacy",
        "country-reserved",
        "too-short",
        "formal-registered",
        "formal-unregistered",
    ]
    Proposal: TypeAlias = Literal["formal", "informal", "experimental"]

PROPOSALS = ("formal", "informal", "experimental")


def nid_kind(nid: str, namespaces: Namespaces | None = None) -> Kind:
    """
    Name the kind of a namespace identifier; the first that fits, in this order.

    Args:
        nid: A namespace identifier, in any case.
        namespaces: The rows that tell which are registered; None for urikit's own.

    Returns:
        ``"invalid"`` (not in the grammar), ``"ace-reserved"`` (two letters, two hyphens, as in "xn--a"), ``"informal"``
        ("urn-" and a number), ``"informal-malformed"`` (another "urn-"), ``"experimental-legacy"`` ("x-"),
        ``"country-reserved"`` (two letters, a hyphen), ``"too-short"`` (two characters), ``"formal-registered"`` or
        ``"formal-unregistered"``.

    Example:
        >>> [nid_kind(nid) for nid in ("isbn", "urn-7", "urn-07", "x-test", "de-dnb", "xn--a", "ab", "a", "myorg")][:5]
        ['formal-registered', 'informal', 'informal-malformed', 'experimental-legacy', 'country-reserved']

    Source:
        RFC 8141 §2.1, §5.1, §5.2.
    """
    namespaces = NAMESPACES.unless(namespaces, "namespaces")
    if not RFC8141.matcher("NID").fullmatch(only_text(nid)):
        return "invalid"
    small = nid.lower()
    if small[:2].isalpha() and small[2:4] == "--":
        return "ace-reserved"
    if small.startswith("urn-"):
        return "informal" if _is_number(small[4:]) else "informal-malformed"
    if small.startswith("x-"):
        return "experimental-legacy"
    if small[:2].isalpha() and small[2:3] == "-":
        return "country-reserved"
    if len(small) == 2:
        return "too-short"
    row = namespaces.get(small)
    return "formal-registered" if row is not None and row.status == "formal" else "formal-unregistered"


def _is_number(text: str) -> bool:
    """A positive integer without leading zeros."""
    return text.isdigit() and text[0] != "0"


# what a kind of NID, found in a URN, is told with
USED: dict[str, str] = {
    "ace-reserved": "reserved-nid",
    "country-reserved": "reserved-nid",
    "informal-malformed": "informal-nid",
    "experimental-legacy": "experimental-nid",
    "too-short": "short-nid",
    "formal-unregistered": "unregistered-nid",
}


def findings(nid: str, namespaces: Namespaces = NAMESPACES) -> list[Finding]:
    """
    Tell what a namespace identifier in a URN is, where that is not a registered one; places count from its start.

    Example:
        >>> [one.code for one in findings("x-test")], findings("isbn")
        (['experimental-nid'], [])
    """
    kind = nid_kind(nid, namespaces)
    code = USED.get(kind)
    if kind == "informal" and nid not in namespaces:
        code = "unregistered-nid"
    return [] if code is None else [finding(code, 0, len(nid))]


def nid_advice(nid: str, kind: Proposal = "formal", namespaces: Namespaces | None = None) -> list[Finding]:
    """
    Find what stands against registering a namespace identifier, by RFC 8141 and by RFC 3406 before it.

    Args:
        nid: The namespace identifier that is proposed.
        kind: As what: ``"formal"``, ``"informal"``, or ``"experimental"`` (which RFC 3406 had).
        namespaces: The rows that tell which are taken; None for urikit's own.

    Returns:
        One finding for each rule that is broken, its source the sections that have the rule; then notes on what to do.
        Without an error it can be asked for.

    Raises:
        ValueError: *kind* is none of the three.

    Example:
        >>> [(one.code, one.source) for one in nid_advice("xn--x")]
        [('nid-ace-prefix', 'RFC 8141 §5.1')]
        >>> [one.code for one in nid_advice("myorg")]
        ['nid-process']

    Source:
        RFC 8141 §5, §6; RFC 3406 §3, §4; RFC 2141 §2.1.
    """
    namespaces = NAMESPACES.unless(namespaces, "namespaces")
    if kind not in PROPOSALS:
        raise ValueError(f"kind is one of {', '.join(PROPOSALS)}, not {kind!r}")
    end = len(only_text(nid))
    if not RFC8141.matcher("NID").fullmatch(nid):
        good = RFC8141.compile(r"[A-Za-z0-9](?:[A-Za-z0-9\-]{0,30}[A-Za-z0-9])?").match(nid)
        return [finding("urn-nid", good.end() if good else 0, end)]
    if kind == "experimental":
        return [finding("nid-no-experiments", 0, end)]
    broken = _against_formal(nid.lower(), namespaces) if kind == "formal" else _against_informal(nid, namespaces)
    found = [finding(code, 0, stop) for code, stop in broken]
    if nid != nid.lower():
        found.append(finding("nid-upper-case", 0, end, help=f"write {nid.lower()}"))
    if not any(one.level == "error" for one in found):
        found.append(finding("nid-process" if kind == "formal" else "nid-assigned-by-iana", 0, end))
    return found


def _against_formal(nid: str, namespaces: Namespaces) -> list[tuple[str, int]]:
    """The rules of RFC 8141 §5.1 that *nid* breaks, in their order, each with where its reason ends."""
    broken: list[tuple[str, int]] = []
    row = namespaces.get(nid)
    if row is not None and row.status != "unregistered":
        broken.append(("nid-registered", len(nid)))
    if nid.startswith("urn-"):
        broken.append(("nid-informal-prefix", 4))
    if len(nid) <= 2:
        broken.append(("nid-too-short", len(nid)))
    two_letters = nid[:2].isalpha()
    if two_letters and nid[2:4] == "--":
        broken.append(("nid-ace-prefix", 4))
    elif two_letters and nid[2:3] == "-":
        broken.append(("nid-country-prefix", 3))
    if nid.startswith("x-"):
        broken.append(("nid-x-prefix", 2))
    if nid == "urn":
        broken.append(("nid-urn", 3))
    return broken


def _against_informal(nid: str, namespaces: Namespaces) -> list[tuple[str, int]]:
    """The rules of RFC 8141 §5.2 that *nid* breaks."""
    if nid_kind(nid, namespaces) != "informal":
        return [("nid-not-informal", len(nid))]
    return [("nid-registered", len(nid))] if nid in namespaces else []
