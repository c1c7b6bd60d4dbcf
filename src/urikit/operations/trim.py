"""
How does a reference read without what some take for decoration?

Each function changes what is identified, so nothing here is a rung of the ladder: it is done where it is asked for by
its name.  RFC 3986 §3.2.2, §3.4, §3.5; §6.1 says why none of it is an equivalence.
"""

from __future__ import annotations

from urikit.operations.resolve import recompose
from urikit.syntax.host import host_kind
from urikit.syntax.parse import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.syntax.parse import Spec


def without_fragment(text: str, *, spec: Spec = "rfc3986") -> str:
    """
    Leave out "#" and what follows.

    Args:
        text: A URI-reference.
        spec: ``"rfc3986"``, or ``"rfc3987"`` for an IRI.

    Returns:
        The reference; *text* itself where it has no fragment.

    Raises:
        URISyntaxError: *text* is no reference.

    Example:
        >>> without_fragment("http://example.com/a#b"), without_fragment("#")
        ('http://example.com/a', '')

    Source:
        RFC 3986 §3.5, §4.3.
    """
    pieces = read(text, "URI-reference", spec)
    return text[: len(text) - len(pieces[6])] if pieces[6] else text


def without_www(text: str, *, spec: Spec = "rfc3986") -> str:
    """
    Leave out a host's first label where it is "www", in any case.

    Args:
        text: A URI-reference.
        spec: ``"rfc3986"``, or ``"rfc3987"`` for an IRI.

    Returns:
        The reference; *text* itself where its host has no such label, or no two labels besides.

    Raises:
        URISyntaxError: *text* is no reference.

    Example:
        >>> without_www("http://www.example.com:80/"), without_www("http://www.com/"), without_www("//www2.example.com")
        ('http://example.com:80/', 'http://www.com/', '//www2.example.com')

    Source:
        RFC 3986 §3.2.2; the two names are registered apart (RFC 1034 §3.1), one host for both is a habit.
    """
    pieces = read(text, "URI-reference", spec)
    label, _, rest = pieces[2].partition(".")
    if label.lower() != "www" or "." not in rest.strip(".") or host_kind(rest) != "reg-name":
        return text
    return recompose((*pieces[:2], rest, *pieces[3:]))
