"""
Where can one read about what a URN names?

A namespace's row has templates of URLs, for convenience; nothing is asked and nothing fetched.  RFC 8141 §2.3: the
q-component goes to what is named and the f-component to a part of it, so they follow the URL; the r-component is for
the resolver and stays behind.
"""

from __future__ import annotations

from urikit.syntax.percent import encode
from urikit.urns.registry import NAMESPACES
from urikit.urns.syntax import read_urn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.urns.registry import Namespaces


def urn_locations(text: str, namespaces: Namespaces | None = None) -> tuple[str, ...]:
    """
    Return the URLs by the templates of a URN's namespace, the best first.

    Args:
        text: A URN.
        namespaces: The rows that a namespace is looked up in; None for urikit's own.

    Returns:
        No URL where no template is known, or the name is not in its namespace's form.

    Raises:
        URISyntaxError: *text* is no URN.

    Example:
        >>> urn_locations("urn:ietf:rfc:2648"), urn_locations("urn:example:a")
        (('https://www.rfc-editor.org/rfc/rfc2648',), ())
        >>> urn_locations("urn:nbn:se:uu:diva-3475?=page=2#top")[0]
        'https://urn.kb.se/resolve?urn=urn%3Anbn%3Ase%3Auu%3Adiva-3475&page=2#top'

    Source:
        RFC 8141 §2.3; RFC 2648 §4.
    """
    namespaces = NAMESPACES.unless(namespaces, "namespaces")
    urn = read_urn(text)
    row = namespaces.get(urn.nid)
    if row is None or any(one.level != "note" for one in row.findings(urn.nss)):
        return ()
    fields = row.fields(urn.nss) | {"nss": urn.nss, "urn": f"urn:{urn.nid.lower()}:{urn.nss}"}
    found = []
    for resolver in row.resolvers:
        condition, _, template = resolver.rpartition(" ")
        url = _filled(template, fields) if _holds(condition, fields) else None
        if url is not None:
            if urn.q_component is not None:
                url += ("&" if "?" in url else "?") + urn.q_component
            found.append(url if urn.f_component is None else f"{url}#{urn.f_component}")
    return tuple(found)


def _holds(condition: str, fields: dict[str, str]) -> bool:
    """Whether ``field=this|that`` is so; an empty condition is."""
    name, _, values = condition.partition("=")
    return not condition or fields.get(name, "").lower() in values.split("|")


def _filled(template: str, fields: dict[str, str]) -> str | None:
    """The template with its fields; None where one is absent, or would climb as a dot segment."""
    first, *rest = template.split("{")
    url = first
    for part in rest:
        name, _, after = part.partition("}")
        value = fields.get(name)
        if value is None:
            return None
        if "?" in url:
            value = encode(value, "value")
        elif any(segment.replace("%2E", ".").replace("%2e", ".") in (".", "..") for segment in value.split("/")):
            return None
        url += value + after
    return url
