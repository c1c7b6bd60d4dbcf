"""
What is a URI, as a value?

`URIReference` is any reference of RFC 3986, `URI` one with a scheme; only a URI can be a base.
"""

from __future__ import annotations

from urikit._late import Late
from urikit.absolute import Absolute
from urikit.reference import Reference
from urikit.typed import Typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, Unpack, overload

    from urikit import iri as _iri
    from urikit.findings import Record
    from urikit.iri import IRI, IRIReference
    from urikit.operations import convert as _convert
    from urikit.operations.build import Encoded
    from urikit.operations.readable import Keep
    from urikit.schemes import registry as _registry
    from urikit.schemes.registry import Registry
    from urikit.syntax.parse import Spec
else:
    _convert = Late("urikit.operations.convert")
    _iri = Late("urikit.iri")
    _registry = Late("urikit.schemes.registry")


class URIReference(Reference):
    """
    Any URI-reference of RFC 3986: a URI, or a relative reference.

    The text is kept as given.  Equality is simple string comparison (§6.2.1); looser kinds have names: `equivalent`,
    `equivalence`, `key`.  ``str(reference)`` is the text; ``repr`` hides a password.

    Args:
        text: The reference's text, or another value.

    Raises:
        URISyntaxError: *text* is no URI-reference.
        TypeError: *text* is neither a text nor a value; bytes are read by ``from_bytes(data, charset)``.

    Cost:
        Linear; one pass over the text.

    Example:
        >>> r = URIReference("../a?b")
        >>> r.path, r.query, r.fragment, r.scheme
        ('../a', 'b', None, None)

    Source:
        RFC 3986 §4.1.
    """

    __slots__ = ()

    def to_iri(
        self,
        *,
        keep: Keep = "recommended",
        host: Literal["unicode", "keep"] = "unicode",
        schemes: Registry | None = None,
    ) -> IRIReference:
        """
        Return the IRI-reference that people read; of a URI, the `IRI`.

        Args:
            keep: As for `urikit.to_iri`.
            host: As for `urikit.to_iri`.
            schemes: As for `urikit.to_iri`; None for urikit's own.

        Example:
            >>> URI("http://xn--bcher-kva.example/%C3%A4").to_iri()
            IRI('http://bücher.example/ä')

        Source:
            RFC 3987 §3.2.
        """
        return _iri.IRIReference.of(_convert.to_iri(str(self), keep=keep, host=host, schemes=schemes, limit=None))

    if TYPE_CHECKING:

        def replace(self, **parts: Unpack[Encoded]) -> URIReference: ...


class URI(URIReference, Absolute, Typed):
    """
    A URI of RFC 3986: a reference with a scheme.  Only a URI can be a base.

    Args:
        text: The URI's text, or another value.

    Raises:
        URISyntaxError: *text* is no URI; ``no-scheme`` where it is a relative reference.
        TypeError: *text* is neither a text nor a value.

    Example:
        >>> u = URI("https://user@example.com:8443/a/b?q=1#top")
        >>> u.scheme, u.host, u.port, u.path
        ('https', 'example.com', 8443, '/a/b')

    Source:
        RFC 3986 §3.
    """

    __slots__ = ()

    if TYPE_CHECKING:

        def to_iri(
            self,
            *,
            keep: Keep = "recommended",
            host: Literal["unicode", "keep"] = "unicode",
            schemes: Registry | None = None,
        ) -> IRI: ...

        def relativize(self, target: str | Reference) -> URIReference: ...

    def scheme_value(self, schemes: Registry | None = None) -> Record | None:
        """
        Return what the scheme's own grammar reads in this URI, as a value with named fields.

        For a scheme of urikit's own the value is also the property of the scheme's name, typed: ``uri.mailto``.

        Args:
            schemes: The rows that the scheme is looked up in; None for urikit's own.

        Returns:
            The value; None where the scheme has no module.

        Raises:
            URIRuleError: This is outside the scheme's grammar.

        Example:
            >>> URI("mailto:chris@example.com").scheme_value() == URI("mailto:chris@example.com").mailto
            True
            >>> URI("foo:bar").scheme_value() is None
            True

        Source:
            RFC 3986 §3.1.
        """
        row = _registry.SCHEMES.unless(schemes, "schemes").get(self.scheme)
        return None if row is None or row.own is None else row.own.parse(str(self))


URIReference.family = (URIReference, URI)


if TYPE_CHECKING:

    @overload
    def parse(text: str, spec: Literal["rfc3986"] = "rfc3986") -> URIReference: ...

    @overload
    def parse(text: str, spec: Literal["rfc3987"]) -> IRIReference: ...


def parse(text: str, spec: Spec = "rfc3986") -> URIReference | IRIReference:
    """
    Read a reference: a `URI` where there is a scheme, else a `URIReference`.

    Args:
        text: The reference's text.
        spec: ``"rfc3986"``, or ``"rfc3987"`` for an `IRI` or `IRIReference`.

    Raises:
        URISyntaxError: *text* is no URI-reference (no IRI-reference).
        TypeError: *text* is neither a text nor a value.
        ValueError: There is no such *spec*.

    Example:
        >>> parse("a:b"), parse("b"), parse("a:ü", "rfc3987")
        (URI('a:b'), URIReference('b'), IRI('a:ü'))

    Source:
        RFC 3986 §4.1; RFC 3987 §2.2.
    """
    if spec == "rfc3986":
        return URIReference.of(text)
    if spec != "rfc3987":
        raise ValueError(f'spec is "rfc3986" or "rfc3987", not {spec!r}')
    from urikit.iri import IRIReference

    return IRIReference.of(text)
