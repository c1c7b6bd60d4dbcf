"""
What can a person do with a reference in hand?

`Reference` has what URIs and IRIs share: thin methods over the functions of the rooms below.  The text is kept code
point for code point; it changes only by an operation with a name.  RFC 3986; RFC 3987 §6.5 says the same of IRIs.
"""

from __future__ import annotations

from urikit._accelerate import accelerated
from urikit._late import Late
from urikit.syntax.parts import Parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ipaddress
    from collections.abc import Mapping
    from typing import Any, Literal, Self, TypeAlias, TypedDict, Unpack, overload

    from urikit.findings import Finding
    from urikit.operations import append as _append
    from urikit.operations import build as _build
    from urikit.operations import decoded as _decoded
    from urikit.operations import equivalence as _equivalence
    from urikit.operations import ladder as _ladder
    from urikit.operations import normalize as _normalize
    from urikit.operations.build import Encoded, Values
    from urikit.operations.decoded import Decoded
    from urikit.operations.normalize import Rung
    from urikit.operations.steps import Step
    from urikit.schemes.registry import Registry
    from urikit.syntax import host as _host
    from urikit.syntax import octets as _octets
    from urikit.syntax import path as _path
    from urikit.syntax import query as _query
    from urikit.syntax.host import HostKind
    from urikit.syntax.query import Query

    Part: TypeAlias = Literal["scheme", "authority", "userinfo", "host", "port_text", "path", "query", "fragment"]

    class Climb(TypedDict, total=False):
        """What the rungs scheme and protocol are told."""

        schemes: Registry | None
        aliases: Mapping[str, str] | None
        assume_generic: bool
        nfc: bool

else:
    _append = Late("urikit.operations.append")
    _build = Late("urikit.operations.build")
    _decoded = Late("urikit.operations.decoded")
    _equivalence = Late("urikit.operations.equivalence")
    _ladder = Late("urikit.operations.ladder")
    _normalize = Late("urikit.operations.normalize")
    _host = Late("urikit.syntax.host")
    _octets = Late("urikit.syntax.octets")
    _path = Late("urikit.syntax.path")
    _query = Late("urikit.syntax.query")


class Reference(Parts):
    """What every reference offers, a URI's or an IRI's; see `URIReference` and `IRIReference`."""

    __slots__ = ()
    __match_args__ = ("scheme", "authority", "path", "query", "fragment")

    family: tuple[type[Reference], type[Reference]]  # the family's classes: any reference; one with a scheme

    # --- the parts that need more than a slice

    @property
    def host_kind(self) -> HostKind | None:
        """
        ``"IPv6address"``, ``"IPvFuture"``, ``"IPv4address"`` or ``"reg-name"``: the first that fits; None without host.

        Source:
            RFC 3986 §3.2.2.
        """
        host = self.host
        return None if host is None else _host.host_kind(host)

    @property
    def ip(self) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
        """The host as an address of `ipaddress`; None where it is none."""
        host = self.host
        return None if host is None else _host.ip(host)

    def host_address(self) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
        """
        Return the host as an address; None where it is a name or absent.

        Raises:
            URIRuleError: The host is an address of a kind nobody has defined yet (IPvFuture).

        Source:
            RFC 3986 §3.2.2.
        """
        host = self.host
        return None if host is None else _host.host_address(host)

    @property
    def port(self) -> int | None:
        """The port as a number of any size; None where absent or empty (RFC 3986 §3.2.3)."""
        port = self.port_text
        return None if port is None else _host.port_number(port)

    @property
    def segments(self) -> tuple[str, ...]:
        """The path's segments; ``()`` for an empty path, a last ``""`` after a trailing slash (RFC 3986 §3.3)."""
        return _path.segments(self.path)

    @property
    def name(self) -> str:
        """The path's last segment; ``""`` where the path is empty or ends in "/"."""
        return _path.name(self.path)

    @property
    def stem(self) -> str:
        """The name without its suffix."""
        return _path.stem(self.path)

    @property
    def suffix(self) -> str:
        """The name from its last ".", if it is neither the first nor the last character; else ``""``."""
        return _path.suffix(self.path)

    @property
    def parent(self) -> Self:
        """The reference whose path is cut after the last "/" but a trailing one, without query and fragment."""
        return self.of("".join(self.pieces()[:4]) + _path.parent(self.path))

    @property
    def decoded(self) -> Decoded:
        """The parts with their escapes decoded, after cutting (RFC 3986 §2.4)."""
        return _decoded.Decoded(self)

    if TYPE_CHECKING:

        @overload
        def must(self, part: Literal["port"]) -> int: ...

        @overload
        def must(self, part: Part) -> str: ...

    def must(self, part: Part | Literal["port"]) -> str | int:
        """
        Return a part that has to be there.

        Args:
            part: A part's name, such as ``"host"``.

        Raises:
            URIRuleError: It is absent.
            AttributeError: There is no part of that name.

        Example:
            >>> from urikit import URIReference
            >>> URIReference("//example.com/a").must("host")
            'example.com'
        """
        value: str | int | None = getattr(self, part)
        if value is None:
            from urikit.findings import URIRuleError, finding

            raise URIRuleError(str(self), (finding("part-absent", 0, 0, message=f"the {part} is absent"),))
        return value

    # --- other references made from this one

    @classmethod
    def of(cls, text: str) -> Self:
        """Return the value of *text* in this class's family: an absolute one where there is a scheme."""
        relative, absolute = cls.family
        value = relative(text)
        return value if value.scheme is None else value._as(absolute)  # type: ignore[return-value]

    @accelerated
    def replace(self, **parts: Unpack[Encoded]) -> Reference:
        """
        Return the reference with some parts replaced.

        Args:
            parts: Encoded parts by name: scheme, authority or userinfo, host, port, then path, query, fragment.
                None takes a part away.

        Returns:
            A `URI` where the result has a scheme.

        Raises:
            URISyntaxError: A part is not in the grammar.
            URIRuleError: The parts cannot stand together, or the text would read as other parts.

        Example:
            >>> from urikit import URI
            >>> URI("http://example.com/a?b").replace(query=None, host="example.org")
            URI('http://example.org/a')

        Source:
            RFC 3986 §5.3, §3.3.
        """
        return self.of(_build.replace(self.pieces(), self._spec, **parts))

    __replace__ = replace

    def without_fragment(self) -> Self:
        """Return the reference without "#" and what follows (RFC 3986 §4.3)."""
        return self.of("".join(self.pieces()[:6]))

    def __truediv__(self, segment: str) -> Self:
        """
        Append one opaque segment.

        Raises:
            URIRuleError: *segment* is "." or "..", or there is a query or fragment;
                ``replace(query=None, fragment=None)`` drops them.

        Example:
            >>> from urikit import URI
            >>> URI("https://api.example.com/v1/") / "users" / "jörg"
            URI('https://api.example.com/v1/users/j%C3%B6rg')
        """
        if not isinstance(segment, str):
            return NotImplemented

        return self.of(_append.append_segment(self.pieces(), segment, self._spec))

    # --- the query as pairs

    @property
    def query_pairs(self) -> Query:
        """The query's pairs in order, duplicates kept; read as forms read them, "+" being a space."""
        return _query.Query(self.query, plus=True)

    @accelerated
    def set_query(self, key: str, value: str | int | None) -> Self:
        """Return the reference with one pair of *key*: the first changes in its place, others go; or it is appended."""
        return self._with_query(self.query_pairs.set(key, value))

    @accelerated
    def add_query(self, key: str, value: str | int | None = None) -> Self:
        """Return the reference with one more pair at the end; without *value* the key stands alone."""
        return self._with_query(self.query_pairs.add(key, value))

    @accelerated
    def drop_query(self, *globs: str) -> Self:
        """
        Return the reference without the pairs whose key fits one of *globs*, "*" and "?" as at a shell.

        The query goes when no pair is left.
        """
        return self._with_query(self.query_pairs.drop(*globs))

    def sort_query(self) -> Self:
        """Return the reference with its pairs sorted by key; pairs of one key keep their order."""
        return self._with_query(self.query_pairs.sort())

    def _with_query(self, query: Query) -> Self:
        before, after = self.pieces()[:5], self.pieces()[6]
        text = query.text
        return self.of("".join(before) + ("" if text is None else f"?{text}") + after)

    # --- comparing

    def normalize(
        self, rung: Rung = "syntax", *, base: str | Reference | None = None, **options: Unpack[Climb]
    ) -> Self:
        """
        Return the reference in the normal form of a rung.

        Args:
            rung: ``"simple"``, ``"case"``, ``"percent"``, ``"path"`` (or ``"syntax"``), ``"scheme"`` or ``"protocol"``.
            base: The base that a relative reference is resolved against first.
            options: *schemes*, *aliases*, *assume_generic* and *nfc*, as `urikit.normalize` takes them.

        Example:
            >>> from urikit import URI
            >>> URI("HTTP://EXAMPLE.com/%7Ea/../b").normalize()
            URI('http://example.com/b')

        Source:
            RFC 3986 §6.2.
        """
        return self.of(_normalize.normalize(str(self), rung, base=text_or_none(base), spec=self._spec, **options))

    def ladder(self, *, base: str | Reference | None = None, **options: Unpack[Climb]) -> list[Step]:
        """Return each rung's text, what changed, and the section that says so (RFC 3986 §6.2)."""
        return _ladder.ladder(str(self), base=text_or_none(base), spec=self._spec, **options)

    def equivalent(
        self,
        other: str | Reference,
        rung: Rung = "syntax",
        *,
        base: str | Reference | None = None,
        fragment: Literal["compare", "ignore"] = "compare",
        **options: Unpack[Climb],
    ) -> bool:
        """
        Say whether two references are equal at a rung.

        Example:
            >>> from urikit import URI
            >>> URI("http://example.com/~a").equivalent("HTTP://EXAMPLE.com:80/%7Ea", rung="scheme")
            True

        Source:
            RFC 3986 §6.1, §6.2.
        """
        text, base = text_of(other), text_or_none(base)
        return _equivalence.equivalent(str(self), text, rung, base=base, fragment=fragment, spec=self._spec, **options)

    def equivalence(
        self, other: str | Reference, *, base: str | Reference | None = None, **options: Unpack[Climb]
    ) -> Rung | None:
        """Return the lowest rung at which two references are equal, or None (RFC 3986 §6.2)."""
        return _equivalence.equivalence(str(self), text_of(other), base=text_or_none(base), spec=self._spec, **options)

    def key(self, rung: Rung = "syntax", *, base: str | Reference | None = None, **options: Unpack[Climb]) -> str:
        """Return a text that two references share if and only if they are equivalent at *rung*."""
        return _equivalence.key(str(self), rung, base=text_or_none(base), spec=self._spec, **options)

    def check(self, **options: Any) -> list[Finding]:
        """Return what there is to say about this reference; see `urikit.check`."""
        from urikit.checks import check  # the one import upwards: a method that only passes on

        options.setdefault("spec", self._spec)
        return check(str(self), **options)

    # --- where other libraries look

    def _repr_html_(self) -> str:
        from html import escape

        return f"<code>{escape(self._masked())}</code>"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> Any:
        from pydantic_core import core_schema  # there, since pydantic asked

        def validated(value: Any) -> Reference:
            try:
                return value if type(value) is cls else cls(value)
            except TypeError as error:  # which pydantic would let through
                raise ValueError(str(error)) from None

        return core_schema.no_info_plain_validator_function(validated, serialization=core_schema.to_string_ser_schema())

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: object, handler: object) -> dict[str, str]:
        kind = "uri" if cls._spec == "rfc3986" else "iri"
        return {"type": "string", "format": kind if cls._rule == "URI" else f"{kind}-reference"}

    # --- making one from parts or bytes

    @classmethod
    def compose(cls, **parts: Unpack[Encoded]) -> Self:
        """
        Put encoded parts together.

        Args:
            parts: By name: scheme, authority or userinfo, host, port, then path, query, fragment, as they stand in the
                text.

        Raises:
            URISyntaxError: A part is not in the grammar.
            URIRuleError: The parts cannot stand together.

        Example:
            >>> from urikit import URIReference
            >>> URIReference.compose(scheme="http", host="example.com", path="/a%20b")
            URI('http://example.com/a%20b')

        Source:
            RFC 3986 §5.3.
        """
        return cls._checked(_build.compose(spec=cls._spec, **parts))

    @classmethod
    def build(cls, **values: Unpack[Values]) -> Self:
        """
        Put decoded values together: each is encoded first; see `urikit.build`.

        Example:
            >>> from urikit import URI
            >>> URI.build(scheme="http", host="example.com", segments=["a/b", "c d"], query=[("q", "1&2")])
            URI('http://example.com/a%2Fb/c%20d?q=1%262')

        Source:
            RFC 3986 §2.4, §5.3.
        """
        return cls._checked(_build.build(spec=cls._spec, **values))

    @classmethod
    def from_bytes(cls, data: bytes, charset: str = "us-ascii") -> Self:
        """
        Read a reference from bytes in a charset; no other door takes bytes.

        Example:
            >>> from urikit import URI
            >>> URI.from_bytes(b"http://example.com/")
            URI('http://example.com/')

        Source:
            RFC 3986 §2.
        """
        return cls._checked(_octets.from_bytes(data, charset))

    @classmethod
    def _checked(cls, text: str) -> Self:
        """A value of *text*: of this class at least, an absolute one where there is a scheme."""
        value = cls.of(text)
        return value if isinstance(value, cls) else cls(text)


def text_of(value: str | Parts) -> str:
    """The text of a value, or a text itself; whatever else is refused, for ``str()`` takes anything."""
    if isinstance(value, Parts):
        return str(value)
    from urikit.syntax.octets import only_text

    return only_text(value)


def text_or_none(value: str | Parts | None) -> str | None:
    """The same of what may be left out."""
    return None if value is None else text_of(value)
