"""
How is a URL of 1994 written today, and a URI of today as it was in 1994?

RFC 1738 §2.2, §3, §5 and RFC 3986 Appendix D: what one allows raw and the other does not is encoded, what the older has
no words for is refused, or dropped where that is asked for.
"""

from __future__ import annotations

from urikit.findings import Record, URIRuleError, finding
from urikit.syntax import url_1738
from urikit.syntax.grammar_1738 import RFC1738, SCHEMES
from urikit.syntax.octets import only_text
from urikit.syntax.parse import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from urikit.findings import Finding

    Dialect = Literal["rfc1738", "rfc3986"]

DIALECTS = ("rfc1738", "rfc3986")
"""What a text can be converted from and to."""

_WITH_QUERY = ("http", "wais")  # of the schemes of RFC 1738; in the others "?" is a character of a name
_IP = tuple(name for name in SCHEMES if name not in ("mailto", "news"))


class Converted(Record):
    """
    A text in another dialect, and what the dialect could not say.

    Attributes:
        text: The text; also ``str(value)``.
        dropped: A finding for each part that was left out, with its place in the text converted; empty where nothing
            was.
    """

    __slots__ = ("text", "dropped")  # noqa: RUF023 (the constructor's order)
    __match_args__ = ("text", "dropped")

    if TYPE_CHECKING:
        text: str
        dropped: tuple[Finding, ...]

        def __init__(self, text: str, dropped: tuple[Finding, ...]) -> None: ...

    def __str__(self) -> str:
        return self.text


def convert_dialect(text: str, source: Dialect, target: Dialect, *, lossy: bool = False) -> Converted:
    """
    Write a URL of RFC 1738 as the URI of RFC 3986 that it is, or the other way.

    Args:
        text: A URL by RFC 1738 §5 (its scheme in any case), or a URI-reference by RFC 3986.
        source: What *text* is: ``"rfc1738"`` or ``"rfc3986"``.
        target: What is wanted.
        lossy: Whether RFC 1738 may be given what it has no words for: the part is dropped, and told of.  Of a relative
            reference, the path is left; where the host is dropped, userinfo and port go with it.

    Returns:
        The text, and a finding for each part that was dropped.

    Raises:
        URIRuleError: *text* is no URL of RFC 1738; or, unless *lossy*, RFC 1738 cannot say it: all findings.  Also
            where nothing could be dropped: a path or query that the scheme has in another form.
        URISyntaxError: *text* is no URI-reference; or a URL of a scheme unknown in 1994 that RFC 3986 does not take.
        ValueError: *source* and *target* are not the two dialects.

    Cost:
        Linear in the length of *text*.

    Example:
        >>> str(convert_dialect("ftp://h.example/%7Ea?b", "rfc1738", "rfc3986"))
        'ftp://h.example/~a%3Fb'
        >>> convert_dialect("http://h.example/~a?b/c#d", "rfc3986", "rfc1738", lossy=True).text
        'http://h.example/%7Ea?b%2Fc'

    Source:
        RFC 1738 §2.2, §3, §5; RFC 3986 §2.2, §2.3, §3, Appendix D.
    """
    only_text(text)
    if {source, target} != set(DIALECTS):
        raise ValueError(f"the dialects are rfc1738 and rfc3986, one each way, not {source!r} and {target!r}")
    if source == "rfc1738":
        return Converted(_to_3986(text), ())
    return _to_1738(text, lossy)


def _to_3986(text: str) -> str:
    wrong = tuple(one for one in url_1738.findings(text) if one.level == "error")
    if wrong:
        raise URIRuleError(text, wrong)
    scheme = text.partition(":")[0].lower()
    written = text
    if scheme in SCHEMES and scheme not in _WITH_QUERY:
        written = text.replace("?", "%3F")
    elif scheme in _IP:  # a query begins behind the first "/", so what stands before it is a user's
        end = text.find("/", len(scheme) + 3)
        head = text if end < 0 else text[:end]
        written = head.replace("?", "%3F") + text[len(head) :]
    if scheme in SCHEMES and scheme not in _IP and written.startswith("//", len(scheme) + 1):
        written = written[: len(scheme) + 1] + "%2F%2F" + written[len(scheme) + 3 :]  # else a host would follow
    written = written.replace("%7E", "~").replace("%7e", "~")
    read(written, "URI")
    return written


def _to_1738(text: str, lossy: bool) -> Converted:
    pieces = read(text)
    scheme = pieces[0].lower()
    name = scheme[:-1]
    dropped = _unsayable(text, name)
    if dropped and not lossy:
        raise URIRuleError(text, dropped)
    codes = {one.code for one in dropped}
    _, user, host, port, path, query, _ = map(_plain, pieces)
    if "userinfo-unexpected" in codes:
        user = "//"
    if "port-unexpected" in codes:
        port = ""
    if "host-form" in codes or not scheme:
        user = host = port = ""
        path = f"/.{path}" if path.startswith("//") else path  # else a host would begin there, RFC 3986 §3.3
    if "query-unexpected" in codes:
        query = ""
    if name in _WITH_QUERY:
        query = query[:1] + query[1:].replace("/", "%2F").replace("?", "%3F")
    if user.endswith("@") and name in SCHEMES:
        first, colon, password = user.partition(":")
        user = first + colon + password.replace(":", "%3A")
    if name == "file" and not user and path.startswith("/"):
        user = "//"
    if name in _WITH_QUERY and query and not path:
        path = "/"
    written = "".join((scheme, user, host, "" if port == ":" else port, path, query))
    if scheme and "host-form" not in codes:
        wrong = tuple(one for one in url_1738.findings(written) if one.level == "error")
        if wrong:
            raise URIRuleError(written, wrong)
    return Converted(written, dropped)


def _plain(piece: str) -> str:
    return piece.replace("~", "%7E")


def _unsayable(text: str, scheme: str) -> tuple[Finding, ...]:
    """The parts of a URI-reference that RFC 1738 has no words for."""
    first, user, host, port, path, query, fragment = read(text)
    found: list[Finding] = []
    at = len(first)
    if not first:
        words = "RFC 1738 knows no relative reference"
        found.append(finding("no-scheme", 0, 0, message=words, source="RFC 1738 §2.1"))
    if not first and user:
        words = "a host stands in a URL of RFC 1738 only behind a scheme"
        end = len(user + host + port)
        found.append(
            finding("authority-unexpected", 0, end, message=words, source="RFC 1738 §3.1", help="write the scheme")
        )
    known = scheme in SCHEMES
    if first and known and user.endswith("@") and scheme not in url_1738.LOGIN:
        found.append(finding("userinfo-unexpected", at + 2, at + len(user), source="RFC 1738 §3.3"))
    at += len(user)
    nameless = known and not host and scheme != "file" and user != ""
    if (known and host and not RFC1738.matcher("host").fullmatch(host)) or nameless or (not known and "[" in host):
        found.append(finding("host-form", at, at + len(host)))
    at += len(host)
    if scheme == "file" and port:
        found.append(finding("port-unexpected", at, at + len(port), message="a URL of file has no port"))
    at += len(port) + len(path)
    if query and known and scheme not in _WITH_QUERY:
        found.append(finding("query-unexpected", at, at + len(query), source="RFC 1738 §3"))
    if fragment:
        words = "a fragment is no part of a URL of RFC 1738"
        found.append(finding("has-fragment", at + len(query), len(text), message=words, source="RFC 1738 §2.2"))
    return tuple(found)
