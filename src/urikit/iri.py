"""
What is an IRI, as a value?

`IRIReference` is any reference of RFC 3987, `IRI` one with a scheme.  They offer what URIs offer, over the same
functions (RFC 3987 §6.5), and compare with each other only: an IRI and a URI of the same text are not equal.
"""

from __future__ import annotations

from urikit._late import Late
from urikit.absolute import Absolute
from urikit.reference import Reference
from urikit.typed import Typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, Unpack

    from urikit import uri as _uri
    from urikit.findings import Record
    from urikit.operations import convert as _convert
    from urikit.operations.build import Encoded
    from urikit.schemes.registry import Registry
    from urikit.uri import URI, URIReference
else:
    _convert = Late("urikit.operations.convert")
    _uri = Late("urikit.uri")


class IRIReference(Reference):
    """
    Any IRI-reference of RFC 3987: an IRI, or a relative reference.

    Args:
        text: The reference's text, or another value.

    Raises:
        URISyntaxError: *text* is no IRI-reference.
        TypeError: *text* is neither a text nor a value; bytes are read by ``from_bytes(data, charset)``.

    Cost:
        Linear; one pass over the text.

    Example:
        >>> r = IRIReference("../ä?ö")
        >>> r.path, r.query, r.scheme
        ('../ä', 'ö', None)

    Source:
        RFC 3987 §2.2.
    """

    __slots__ = ()
    _spec = "rfc3987"

    def to_uri(self, *, host: Literal["idna", "percent"] = "idna", schemes: Registry | None = None) -> URIReference:
        """
        Return the URI-reference that this one maps to; of an IRI, the `URI`.

        Args:
            host: As for `urikit.to_uri`.
            schemes: As for `urikit.to_uri`; None for urikit's own.

        Raises:
            URIRuleError: IDNA refuses the host.

        Example:
            >>> IRI("http://bücher.example/ä").to_uri()
            URI('http://xn--bcher-kva.example/%C3%A4')

        Source:
            RFC 3987 §3.1.
        """
        return _uri.URIReference.of(_convert.to_uri(str(self), host=host, schemes=schemes, limit=None))

    if TYPE_CHECKING:

        def replace(self, **parts: Unpack[Encoded]) -> IRIReference: ...


class IRI(IRIReference, Absolute, Typed):
    """
    An IRI of RFC 3987: a reference with a scheme.

    Args:
        text: The IRI's text, or another value.

    Raises:
        URISyntaxError: *text* is no IRI; ``no-scheme`` where it is a relative reference.
        TypeError: *text* is neither a text nor a value.

    Example:
        >>> i = IRI("http://bücher.example/ä#ö")
        >>> i.host, i.path, i.fragment
        ('bücher.example', '/ä', 'ö')

    Source:
        RFC 3987 §2.2.
    """

    __slots__ = ()

    if TYPE_CHECKING:

        def to_uri(self, *, host: Literal["idna", "percent"] = "idna", schemes: Registry | None = None) -> URI: ...

        def relativize(self, target: str | Reference) -> IRIReference: ...

    def scheme_value(self, schemes: Registry | None = None) -> Record | None:
        """
        Return what the scheme's own grammar reads in the URI of this IRI, as a value with named fields.

        The host is mapped as DNS has it, or, where the scheme's rules do not hold then, percent-encoded.

        Args:
            schemes: The rows that the scheme is looked up in; None for urikit's own.

        Returns:
            The value, as of the URI; None where the scheme has no module.

        Raises:
            URIRuleError: Both URIs are outside the scheme's grammar; what is told is of the latter.

        Example:
            >>> IRI("mailto:andré@example.com").mailto.to
            ('andré@example.com',)
            >>> IRI("foo:ä").scheme_value() is None
            True

        Source:
            RFC 3987 §3.1.
        """
        from urikit.findings import URIRuleError
        from urikit.schemes.registry import SCHEMES

        row = SCHEMES.unless(schemes, "schemes").get(self.scheme)
        if row is None or row.own is None:
            return None
        try:
            return row.own.parse(str(self.to_uri(schemes=schemes)))
        except URIRuleError:
            return row.own.parse(str(self.to_uri(host="percent", schemes=schemes)))


IRIReference.family = (IRIReference, IRI)
