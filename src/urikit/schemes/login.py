"""
Who logs in, and by which mechanism, says the userinfo of an "imap" or "pop" URI?

RFC 5092 §3.2, RFC 2384 §4: ``user;AUTH=mechanism``.  There is no place for a password.
"""

from __future__ import annotations

from urikit.findings import finding
from urikit.schemes.reading import decoded
from urikit.syntax.percent import decode, encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding

_ACHAR = r"(?:[A-Za-z0-9\-._~!$'()*+,&=]++|%[0-9A-Fa-f]{2})"
_IN_USER = "!$'()*+,&="


def findings(userinfo: str, start: int, source: str) -> list[Finding]:
    """
    Find what is no user with or without a mechanism.

    Args:
        userinfo: Without its delimiters.
        start: Where it stands.
        source: What says so.

    Example:
        >>> [(one.code, one.start, one.end) for one in findings("fred:secret", 7, "RFC 5092 §3.2")]
        [('login-form', 7, 18)]

    Source:
        RFC 5092 §3.2, §11; RFC 2384 §4, §8.
    """
    import re

    if not re.fullmatch(rf"(?:{_ACHAR}++)?+(?:;[Aa][Uu][Tt][Hh]={_ACHAR}++)?+", userinfo) or not userinfo:
        return [finding("login-form", start, start + len(userinfo), source=source)]
    found: list[Finding] = []
    decoded(userinfo, start, found)
    return found


def read(userinfo: str) -> tuple[str | None, str | None]:
    """
    Read the user, decoded, and the mechanism, in upper case; None for what is not there.

    Example:
        >>> read("fred%20b;auth=gssapi"), read(";AUTH=*")
        (('fred b', 'GSSAPI'), (None, '*'))
    """
    user, mark, auth = userinfo.partition(";")
    return decode(user) if user else None, decode(auth[len("AUTH=") :]).upper() if mark else None


def written(user: str | None, auth: str | None) -> str | None:
    """
    Write a userinfo; None where there is nothing to say.

    Example:
        >>> written("fred b", "*"), written(None, None)
        ('fred%20b;AUTH=*', None)
    """
    if user is None and auth is None:
        return None
    return encode(user or "", "user", _IN_USER) + ("" if auth is None else f";AUTH={encode(auth, 'user', _IN_USER)}")
