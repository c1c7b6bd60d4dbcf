"""
What is an IRI, as a value?

`IRIReference` is any reference of RFC 3987, `IRI` one with a scheme.  They offer what URIs offer, over the same
functions (RFC 3987 §6.5), and compare with each other only: an IRI and a URI of the same text are not equal.
"""

from __future__ import annotations

from urikit.reference import Absolute, Reference

TYPE_CHECKING = False


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

    if TYPE_CHECKING:

        def replace(self, **parts: str | int | None) -> IRIReference: ...


class IRI(IRIReference, Absolute):
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

        def relativize(self, target: str | Reference) -> IRIReference: ...


IRIReference.family = (IRIReference, IRI)
