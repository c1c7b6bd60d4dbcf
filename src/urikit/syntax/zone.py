"""
Which zone of this machine does an IPv6 host name?

A zone id is no part of a URI: RFC 9844 withdrew the form that RFC 6874 had added.  Texts that have it can be read
here, by those who ask; what comes out is a URI without it, since a zone means nothing on another machine (RFC 4007 §6).
"""

from __future__ import annotations

from urikit.syntax.grammar import RFC6874
from urikit.syntax.parse import cutter, is_uri_reference, refuse
from urikit.syntax.percent import decode


def split_zone(text: str) -> tuple[str, str | None]:
    """
    Take the zone id out of a reference's IPv6 host.

    Args:
        text: A URI-reference whose host may have a zone as RFC 6874 wrote it, after "%25".

    Returns:
        The URI-reference without the zone, and the zone decoded; the text itself and None where there is none.

    Raises:
        URISyntaxError: *text* is no reference, with a zone or without.

    Example:
        >>> split_zone("http://[fe80::1%25en0]:8080/")
        ('http://[fe80::1]:8080/', 'en0')

    Source:
        RFC 6874 §2; RFC 9844.
    """
    if is_uri_reference(text):
        return text, None
    cut = cutter(RFC6874)(text)
    if cut is None:
        refuse(text)
    address, _, zone = cut[3][1:-1].partition("%25")
    return f"{text[: cut.start(3)]}[{address}]{text[cut.end(3) :]}", decode(zone)
