"""
Which references should a property test try?

Hypothesis strategies for the values and for the text of each component (RFC 3986 §3), for urikit's own tests and for
yours.  They shrink towards short ASCII and lean towards corners: empty parts, dot segments, escapes of either case,
every kind of host.  The only module that imports hypothesis; its entry point makes ``from_type(URI)`` work.
"""

from __future__ import annotations

from hypothesis import strategies as st

from urikit.syntax.query import Query
from urikit.uri import URI, URIReference
from urikit.urn import URN
from urikit.urns.registry import NAMESPACES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from hypothesis.strategies import SearchStrategy

    HostKind = Literal["IPv4address", "IPv6address", "IPvFuture", "reg-name"]

_ALPHA = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_DIGITS = "0123456789"
_UNRESERVED = _ALPHA + _DIGITS + "-._~"
_SUB_DELIMS = "!$&'()*+,;="
_HEX = _DIGITS + "abcdefABCDEF"
_HOST_KINDS = ("reg-name", "IPv4address", "IPv6address", "IPvFuture")


def escapes() -> SearchStrategy[str]:
    """
    Draw one ``pct-encoded``: any octet, hex digits of either case, often one that could be written plainly.

    Source:
        RFC 3986 §2.1.
    """
    corners = ["%7E", "%7e", "%41", "%2E", "%2e", "%2F", "%2f", "%25", "%00", "%FF", "%3A", "%40", "%3d"]
    return st.sampled_from(corners) | st.builds("%{}{}".format, st.sampled_from(_HEX), st.sampled_from(_HEX))


def _runs(plain: str, smallest: int = 0, largest: int = 8) -> SearchStrategy[str]:
    one = st.one_of(st.sampled_from(plain), st.sampled_from(plain), escapes() | st.sampled_from(["%C3%A9", "%c3%a9"]))
    return st.lists(one, min_size=smallest, max_size=largest).map("".join)


def schemes() -> SearchStrategy[str]:
    """
    Draw a scheme: one that urikit knows rules of, in either case, or a made-up one.

    Source:
        RFC 3986 §3.1.
    """
    known = ["http", "https", "HTTP", "Http", "file", "ftp", "ws", "wss", "mailto", "urn", "x"]
    rest = st.text(_ALPHA + _DIGITS + "+-.", max_size=6)
    return st.sampled_from(known) | st.builds("{}{}".format, st.sampled_from(_ALPHA), rest)


def userinfos() -> SearchStrategy[str]:
    """
    Draw a userinfo without its "@", empty and with a password too.

    Source:
        RFC 3986 §3.2.1.
    """
    return st.sampled_from(["", "user", "user:", ":", "user:secret"]) | _runs(_UNRESERVED + _SUB_DELIMS + ":")


def hosts(kind: HostKind | None = None) -> SearchStrategy[str]:
    """
    Draw a host as it stands in a URI, IP literals with their brackets.

    Args:
        kind: One of the four kinds, by the name of its rule; ``None`` draws from all.  A "reg-name" may be empty.

    Source:
        RFC 3986 §3.2.2.
    """
    if kind is None:
        return st.one_of([hosts(name) for name in _HOST_KINDS])  # type: ignore[arg-type]
    if kind == "IPv4address":
        return _ipv4()
    if kind == "IPv6address":
        return _ipv6().map("[{}]".format)
    if kind == "IPvFuture":
        version = st.text(_HEX, min_size=1, max_size=3)
        address = st.text(_UNRESERVED + _SUB_DELIMS + ":", min_size=1, max_size=6)
        return st.builds("[{}{}.{}]".format, st.sampled_from("vV"), version, address)
    names = ["", "localhost", "example.com", "EXAMPLE.com", "a", "256.1.1.1", "%31.2.3.4", "ex%c3%a9.org", "a.b."]
    return (st.sampled_from(names) | _runs(_UNRESERVED + _SUB_DELIMS)).filter(_is_no_ipv4)


def _ipv4() -> SearchStrategy[str]:
    octet = st.integers(0, 255)
    return st.builds("{}.{}.{}.{}".format, octet, octet, octet, octet)


def _is_no_ipv4(name: str) -> bool:
    octets = name.split(".")
    return not (
        len(octets) == 4
        and all(set(octet) <= set(_DIGITS) and str(int(octet or "256")) == octet for octet in octets)
        and all(int(octet) < 256 for octet in octets)
    )


_IPV4 = _ipv4()
_GROUP = st.sampled_from(["0", "1", "00", "db8", "2001", "FFFF", "abcd"]) | st.text(_HEX, min_size=1, max_size=4)


@st.composite
def _ipv6(draw: st.DrawFn) -> str:
    """Up to eight groups; "::" for the rest, at any place (also for one group, as §3.2.2 allows)."""
    tail = [draw(_IPV4)] if draw(st.booleans()) else []
    whole = draw(st.booleans())
    room = (8 if whole else 7) - 2 * len(tail)
    groups = draw(st.lists(_GROUP, min_size=room if whole else 0, max_size=room))
    if whole:
        return ":".join([*groups, *tail])
    cut = draw(st.integers(0, len(groups)))
    return ":".join(groups[:cut]) + "::" + ":".join([*groups[cut:], *tail])


def ports() -> SearchStrategy[str]:
    """
    Draw a port without its ":", empty, with leading zeros and beyond 65535 too.

    Source:
        RFC 3986 §3.2.3.
    """
    return st.sampled_from(["", "80", "443", "080", "0", "8080", "99999"]) | st.text(_DIGITS, max_size=6)


def authorities() -> SearchStrategy[str]:
    """
    Draw an authority without its "//".

    Source:
        RFC 3986 §3.2.
    """
    return st.builds(
        "{}{}{}".format, _optional(userinfos().map("{}@".format)), hosts(), _optional(ports().map(":{}".format))
    )


def _optional(part: SearchStrategy[str]) -> SearchStrategy[str]:
    return st.just("") | part


def segments(*, colon: bool = True) -> SearchStrategy[str]:
    """
    Draw one path segment: often empty, a dot segment, or one that hides a delimiter.

    Args:
        colon: Whether a ":" may stand in it; the first segment of a relative-path reference has none.

    Source:
        RFC 3986 §3.3.
    """
    corners = [
        "",
        ".",
        "..",
        "a",
        "b",
        "%2e",
        "%2E%2e",
        "a%2Fb",
        "c;v=1",
        "..a",
        "...",
        *(["a:b", ":"] if colon else []),
    ]
    return st.sampled_from(corners) | _runs(_UNRESERVED + _SUB_DELIMS + "@" + (":" if colon else ""), largest=5)


def _abempty() -> SearchStrategy[str]:
    return st.lists(segments().map("/{}".format), max_size=5).map("".join)


def _absolute() -> SearchStrategy[str]:
    return st.just("/") | st.builds("/{}{}".format, segments().filter(bool), _abempty())


def queries() -> SearchStrategy[str]:
    """
    Draw a query without its "?": free text, or pairs as forms write them.

    Source:
        RFC 3986 §3.4.
    """
    word = _runs(_UNRESERVED + "!$'()*+,:@/?", largest=4)
    pair = st.builds("{}{}{}".format, word, st.sampled_from(["", "="]), word)
    return _runs(_UNRESERVED + _SUB_DELIMS + ":@/?") | st.lists(pair, max_size=4).map("&".join)


def fragments() -> SearchStrategy[str]:
    """
    Draw a fragment without its "#".

    Source:
        RFC 3986 §3.5.
    """
    return st.sampled_from(["", "top", "/a/../b", "?"]) | _runs(_UNRESERVED + _SUB_DELIMS + ":@/?")


def _tails() -> SearchStrategy[str]:
    return st.builds("{}{}".format, _optional(queries().map("?{}".format)), _optional(fragments().map("#{}".format)))


def _with_authority() -> SearchStrategy[str]:
    return st.builds("//{}{}".format, authorities(), _abempty())


def uri_texts() -> SearchStrategy[str]:
    """
    Draw the text of a URI.

    Source:
        RFC 3986 §3.
    """
    rootless = st.builds("{}{}".format, segments().filter(bool), _abempty())
    hier_part = st.one_of(_with_authority(), _with_authority(), _absolute(), rootless, st.just(""))
    return st.builds("{}:{}{}".format, schemes(), hier_part, _tails())


def relative_ref_texts() -> SearchStrategy[str]:
    """
    Draw the text of a relative reference.

    Source:
        RFC 3986 §4.2.
    """
    noscheme = st.builds("{}{}".format, segments(colon=False).filter(bool), _abempty())
    relative_part = st.one_of(noscheme, _absolute(), _with_authority(), st.just(""))
    return st.builds("{}{}".format, relative_part, _tails())


def uri_reference_texts() -> SearchStrategy[str]:
    """
    Draw the text of a URI or a relative reference.

    Source:
        RFC 3986 §4.1.
    """
    return relative_ref_texts() | uri_texts()


def uris() -> SearchStrategy[URI]:
    """
    Draw a URI.

    Example:
        >>> from hypothesis import given
        >>> @given(uris())
        ... def test_a_uri_has_a_scheme(uri):
        ...     assert uri.scheme
        >>> test_a_uri_has_a_scheme()

    Source:
        RFC 3986 §3.
    """
    return uri_texts().map(URI)


def uri_references() -> SearchStrategy[URIReference]:
    """
    Draw a reference: a relative one, or a URI read as a reference.

    Source:
        RFC 3986 §4.1.
    """
    return uri_reference_texts().map(URIReference)


def query_values() -> SearchStrategy[Query]:
    """
    Draw a query as ordered pairs.

    Source:
        RFC 3986 §3.4.
    """
    return queries().map(Query)


def urn_texts() -> SearchStrategy[str]:
    """
    Draw the text of a URN: of a namespace that urikit knows, in its form or not, or of a made-up one.

    Source:
        RFC 8141 §2.
    """
    known = st.sampled_from([example for row in NAMESPACES.values() for example in row.valid]).map(_bare)
    inside = st.text(_ALPHA + _DIGITS + "-", max_size=30)
    made_up = st.builds("{}{}{}".format, st.sampled_from(_ALPHA + _DIGITS), inside, st.sampled_from(_ALPHA + _DIGITS))
    nids = st.sampled_from(list(NAMESPACES)) | made_up
    nss = st.builds("{}{}".format, _runs(_UNRESERVED + _SUB_DELIMS + ":@", 1), _runs(_UNRESERVED + _SUB_DELIMS + ":@/"))
    names = known | st.builds("urn:{}:{}".format, nids, nss)
    r, q = (_runs(_UNRESERVED + _SUB_DELIMS + ":@", 1) for _ in "rq")
    parts = (_optional(each.map(mark.__add__)) for mark, each in (("?+", r), ("?=", q), ("#", fragments())))
    return st.builds("{}{}{}{}".format, names | names.map(str.swapcase), *parts)


def _bare(urn: str) -> str:
    """The assigned name of an example."""
    return urn.partition("#")[0].partition("?")[0]


def urns() -> SearchStrategy[URN]:
    """
    Draw a URN.

    Example:
        >>> from hypothesis import given
        >>> @given(urns())
        ... def test_a_urn_is_equivalent_to_its_key(urn):
        ...     assert urn.equivalent(urn.urn_key())
        >>> test_a_urn_is_equivalent_to_its_key()

    Source:
        RFC 8141 §2.
    """
    return urn_texts().map(URN)


# hypothesis imports this module by the entry point in pyproject.toml, so that from_type(URI) works.
st.register_type_strategy(URI, lambda _: uris())
st.register_type_strategy(URIReference, lambda _: uri_references())
st.register_type_strategy(URN, lambda _: urns())
st.register_type_strategy(Query, lambda _: query_values())
