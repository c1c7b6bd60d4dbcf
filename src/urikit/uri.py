"""
What is a URI, as a value?

`URIReference` is any reference of RFC 3986, `URI` one with a scheme; only a URI can be a base.
"""

from __future__ import annotations

from urikit.reference import Absolute, Reference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal


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

    if TYPE_CHECKING:

        def replace(self, **parts: str | int | None) -> URIReference: ...


class URI(URIReference, Absolute):
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

        def relativize(self, target: str | Reference) -> URIReference: ...


URIReference.family = (URIReference, URI)


def parse(text: str, *, zone: Literal["rfc6874"] | None = None) -> URIReference:
    """
    Read a reference: a `URI` where there is a scheme, else a `URIReference`.

    Args:
        text: The reference's text.
        zone: ``"rfc6874"`` reads a host with a zone id too, and leaves the zone out; `split_zone` tells it.

    Raises:
        URISyntaxError: *text* is no URI-reference.
        TypeError: *text* is neither a text nor a value.

    Example:
        >>> parse("a:b"), parse("b")
        (URI('a:b'), URIReference('b'))

    Source:
        RFC 3986 §4.1.
    """
    if zone is not None:
        from urikit.syntax.zone import split_zone

        text = split_zone(str(text))[0]
    return URIReference.of(text)
