"""
What can be done with a reference that has a scheme, besides?

It can be a base: other references are seen from it (RFC 3986 §5).
"""

from __future__ import annotations

from urikit._late import Late
from urikit.reference import Reference, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

    from urikit.operations import relativize as _relativize
    from urikit.operations import resolve as _resolve
else:
    _relativize = Late("urikit.operations.relativize")
    _resolve = Late("urikit.operations.resolve")


class Absolute(Reference):
    """What a reference with a scheme offers besides: it can be a base."""

    __slots__ = ()
    _rule = "URI"

    if TYPE_CHECKING:

        @property
        def scheme(self) -> str: ...

    def resolve(self, reference: str | Reference, *, strict: bool = True) -> Self:
        """
        Return the target of a reference seen from this one.

        Args:
            reference: Any reference.
            strict: If False, a reference with this one's scheme counts as one without (§5.4.2).

        Example:
            >>> from urikit import URI
            >>> URI("http://a/b/c/d;p?q").resolve("../g")
            URI('http://a/b/g')

        Source:
            RFC 3986 §5.2; RFC 3987 §6.5.
        """
        return self.of(_resolve.resolve(str(self), text_of(reference), strict=strict, spec=self._spec))

    def relativize(self, target: str | Reference) -> Reference:
        """
        Return the shortest reference that means *target* seen from this one; the whole target where none is shorter.

        Example:
            >>> from urikit import URI
            >>> URI("http://a/b/c/d;p?q").relativize("http://a/b/g")
            URIReference('../g')

        Source:
            The inverse of RFC 3986 §5.2.
        """
        return self.of(_relativize.relativize(str(self), text_of(target), spec=self._spec))
