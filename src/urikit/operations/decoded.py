"""
What do the parts of a reference mean, once their escapes are decoded?

Decoding comes after cutting, never before (RFC 3986 §2.4), so what was data stays data.
"""

from __future__ import annotations

from urikit.findings import URIRuleError
from urikit.syntax.parts import Parts
from urikit.syntax.path import segments
from urikit.syntax.percent import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.syntax.query import Query


class Decoded:
    """
    The decoded parts of a reference; each is decoded when it is asked for.

    A part whose escapes are not UTF-8 raises `URIRuleError` when asked for; what is absent is None.

    Example:
        >>> from urikit import URI
        >>> d = URI("http://u%40x:p@example.com/a%2Fb/c%20d?k=v%26w#%C3%A9").decoded
        >>> d.user, d.segments, d.path, d.fragment
        ('u@x', ('a/b', 'c d'), '/a%2Fb/c d', 'é')
    """

    __slots__ = ("_parts",)

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    @property
    def user(self) -> str | None:
        """The userinfo up to its first ":"."""
        userinfo = self._parts.userinfo
        return None if userinfo is None else decode(userinfo.partition(":")[0])

    @property
    def password(self) -> str | None:
        """The userinfo after its first ":"; None where it has none.  RFC 3986 §3.2.1 advises against having one."""
        _, colon, password = (self._parts.userinfo or "").partition(":")
        try:
            return decode(password) if colon else None
        except URIRuleError as error:
            found = error.findings
        raise URIRuleError("•" * len(password), found)  # outside, so that no traceback shows what it was

    @property
    def host(self) -> str | None:
        """The host; an IP literal keeps its brackets."""
        host = self._parts.host
        return None if host is None else decode(host)

    @property
    def segments(self) -> tuple[str, ...]:
        """The path's segments; a "/" inside one was %2F."""
        return tuple(decode(one) for one in segments(self._parts.path))

    @property
    def path(self) -> str:
        """The path, with %2F and %25 kept as they are: decoded, they would be read as a delimiter and an escape."""
        return decode(self._parts.path, keep="/%")

    @property
    def query(self) -> str | None:
        """The query as one text, with the escapes of "&", "=", "+", ";" and "%" kept; `pairs` has keys and values."""
        query = self._parts.query
        return None if query is None else decode(query, keep="&=+;%")

    @property
    def pairs(self) -> tuple[tuple[str, str | None], ...]:
        """The query's pairs, "+" as it is; a key without "=" has the value None."""
        return self._query().decoded()

    def _query(self) -> Query:
        from urikit.syntax.query import Query

        return Query(self._parts.query)

    @property
    def fragment(self) -> str | None:
        """The fragment."""
        fragment = self._parts.fragment
        return None if fragment is None else decode(fragment)

    def __repr__(self) -> str:
        return f"<decoded parts of {self._parts!r}>"
