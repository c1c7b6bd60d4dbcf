"""
What is a reference, held in memory?  Its text plus where to cut it; every part is a slice.

`Parts` is the base of the values people hold.  Nothing is stored but the text and the cuts, so writing it back is free
and exact.
"""

from __future__ import annotations

from urikit._accelerate import accelerated
from urikit.findings import hide
from urikit.syntax.grammar import GRAMMARS
from urikit.syntax.parse import CUTTERS, cutter, path_rule, reference_kind, refuse, require

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self, TypeVar

    T = TypeVar("T", bound="Parts")

    from urikit.syntax.parse import Cut, Kind, PathRule, Pieces, ReferenceRule, Spec


@accelerated
class Parts:
    """
    A text of the grammar, cut.

    Args:
        text: A text that the class's rule matches, or a value of this family.

    Raises:
        URISyntaxError: *text* is not in the grammar.
        TypeError: *text* is neither; bytes are read by ``from_bytes(data, charset)``.
    """

    __slots__ = ("_cut",)

    _rule: ReferenceRule = "URI-reference"
    _spec: Spec = "rfc3986"  # values of one standard compare by text; never across, never with a str

    if TYPE_CHECKING:
        _cut: Cut

    def __new__(cls, text: str | Parts) -> Self:
        """Cut *text* by the class's rule."""
        exact = text if type(text) is str else text_of(text, cls)
        cut = (CUTTERS.get(cls._spec) or cutter(GRAMMARS[cls._spec]))(exact)
        if cut is None:
            refuse(exact, cls._spec)
        if cut[1] is None and cls._rule != "URI-reference":
            require(cut, cls._rule)
        self = object.__new__(cls)
        self._cut = cut
        return self

    def _as(self, cls: type[T]) -> T:
        """The same text and cuts as a value of *cls*, whose rule they are known to match."""
        other = object.__new__(cls)
        other._cut = self._cut
        return other

    def pieces(self) -> Pieces:
        """
        Return the seven pieces that own their delimiters; joined they are the text.

        Source:
            RFC 3986 §5.3.
        """
        return self._cut.groups("")  # type: ignore[return-value]

    def __str__(self) -> str:
        return self._cut.string

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._masked()!r})"

    def _masked(self) -> str:
        """The text with its secret as ``•••`` (RFC 3986 §3.2.1)."""
        return hide(self._cut.string, valid=True)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Parts) and self._spec == other._spec:
            return self._cut.string == other._cut.string
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._cut.string)

    def __lt__(self, other: Parts) -> bool:
        if isinstance(other, Parts) and self._spec == other._spec:
            return self._cut.string < other._cut.string
        return NotImplemented

    def __le__(self, other: Parts) -> bool:
        return self == other or self < other

    def __reduce__(self) -> tuple[type[Self], tuple[str]]:
        return type(self), (self._cut.string,)

    def __copy__(self) -> Self:
        return self  # immutable

    def __deepcopy__(self, memo: object) -> Self:
        return self

    @property
    def scheme(self) -> str | None:
        """What stands before ":", as written; None where absent (RFC 3986 §3.1)."""
        scheme = self._cut[1]
        return None if scheme is None else scheme[:-1]

    @property
    def authority(self) -> str | None:
        """What follows "//", as written; None where absent (RFC 3986 §3.2)."""
        cut = self._cut
        return None if cut[2] is None else cut.string[cut.start(2) + 2 : cut.start(5)]

    @property
    def userinfo(self) -> str | None:
        """What stands before "@" in the authority; None where absent (RFC 3986 §3.2.1)."""
        opening = self._cut[2]
        return None if opening is None or opening == "//" else opening[2:-1]

    @property
    def host(self) -> str | None:
        """The host as written, an IP literal with its brackets; None where there is no authority (RFC 3986 §3.2.2)."""
        host: str | None = self._cut[3]
        return host

    @property
    def port_text(self) -> str | None:
        """The port as written; None where absent, ``""`` after a ":" alone (RFC 3986 §3.2.3)."""
        port = self._cut[4]
        return None if port is None else port[1:]

    @property
    def path(self) -> str:
        """The path, never None: every reference has one, if empty (RFC 3986 §3.3)."""
        path: str = self._cut[5]
        return path

    @property
    def query(self) -> str | None:
        """What follows "?"; None where absent (RFC 3986 §3.4)."""
        query = self._cut[6]
        return None if query is None else query[1:]

    @property
    def fragment(self) -> str | None:
        """What follows "#"; None where absent (RFC 3986 §3.5)."""
        fragment = self._cut[7]
        return None if fragment is None else fragment[1:]

    @property
    def kind(self) -> Kind:
        """``"uri"``, ``"network-path"``, ``"absolute-path"``, ``"relative-path"`` or ``"empty"`` (§4.1, §4.2)."""
        return reference_kind(self.pieces())

    @property
    def path_rule(self) -> PathRule:
        """Which of the five rules for a path this one matches (RFC 3986 §3.3)."""
        return path_rule(self.pieces())


def text_of(value: object, cls: type) -> str:
    """Return the text of another value or of a str's subclass, for a value of *cls*."""
    if isinstance(value, (Parts, str)):
        return str.__str__(value) if isinstance(value, str) else str(value)
    raise TypeError(f"{cls.__name__} takes a str, not {type(value).__name__}; from_bytes(data, charset) reads bytes")
