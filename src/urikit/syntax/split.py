"""
How does Appendix B cut a text?

Five components of any text at all, valid or not; what is undefined is None, what is empty is "".  RFC 3986 Appendix B.
"""

from __future__ import annotations

from urikit._accelerate import accelerated
from urikit.syntax.octets import only_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self


class Split(tuple["str | None", "str | None", str, "str | None", "str | None"]):
    """
    The five components of a text, by name and by place: scheme, authority, path, query, fragment.

    Example:
        >>> parts = split("//example.com?")
        >>> parts.scheme, parts.authority, parts.path, parts.query, parts.fragment
        (None, 'example.com', '', '', None)
    """

    __slots__ = ()
    __match_args__ = ("scheme", "authority", "path", "query", "fragment")

    def __new__(
        cls, scheme: str | None, authority: str | None, path: str, query: str | None, fragment: str | None
    ) -> Self:
        return super().__new__(cls, (scheme, authority, path, query, fragment))

    @property
    def scheme(self) -> str | None:
        """What stands before the first ":", if "/", "?" and "#" do not come before it."""
        return self[0]

    @property
    def authority(self) -> str | None:
        """What follows "//" up to "/", "?" or "#"."""
        return self[1]

    @property
    def path(self) -> str:
        """What follows, up to "?" or "#"."""
        return self[2]

    @property
    def query(self) -> str | None:
        """What follows "?" up to "#"."""
        return self[3]

    @property
    def fragment(self) -> str | None:
        """What follows "#"."""
        return self[4]

    def unsplit(self) -> str:
        """
        Put the components together again (RFC 3986 §5.3).

        Example:
            >>> split("http:?#").unsplit()
            'http:?#'
        """
        prefix, _, authority, _, path, query, _, fragment, _ = self.subexpressions()
        return "".join(part for part in (prefix, authority, path, query, fragment) if part is not None)

    def subexpressions(self) -> tuple[str | None, ...]:
        """
        Return $1 to $9 of the expression that Appendix B prints.

        Example:
            >>> split("http://example.com/a#b").subexpressions()
            ('http:', 'http', '//example.com', 'example.com', '/a', None, None, '#b', 'b')
        """
        scheme, authority, path, query, fragment = self
        return (
            None if scheme is None else f"{scheme}:",
            scheme,
            None if authority is None else f"//{authority}",
            authority,
            path,
            None if query is None else f"?{query}",
            query,
            None if fragment is None else f"#{fragment}",
            fragment,
        )

    def __repr__(self) -> str:
        from urikit.syntax.parse import mask

        text = self.unsplit()
        if (shown := mask(text)) != text:
            return f"<Split of {shown!r}>"  # a password may lie across components where the text is no reference
        return "Split(scheme={!r}, authority={!r}, path={!r}, query={!r}, fragment={!r})".format(*self)

    def __getnewargs__(self) -> tuple[object, ...]:
        return tuple(self)


@accelerated
def split(text: str) -> Split:
    """
    Cut any text into five components, as Appendix B does.

    Never fails on a text: what comes out need not be valid.  Undefined is None, empty is ``""``.

    Args:
        text: Any text.

    Raises:
        TypeError: *text* is no ``str``.

    Example:
        >>> split("http://www.ics.uci.edu/pub/ietf/uri/#Related")
        Split(scheme='http', authority='www.ics.uci.edu', path='/pub/ietf/uri/', query=None, fragment='Related')

    Source:
        RFC 3986 Appendix B.
    """
    rest, sharp, fragment = only_text(text).partition("#")
    rest, mark, query = rest.partition("?")
    scheme, colon, after = rest.partition(":")
    if colon and scheme and "/" not in scheme:
        rest = after
    else:
        colon = ""
    authority: str | None = None
    if rest.startswith("//"):
        slash = rest.find("/", 2)
        slash = len(rest) if slash < 0 else slash
        authority, rest = rest[2:slash], rest[slash:]
    return Split(scheme if colon else None, authority, rest, query if mark else None, fragment if sharp else None)
