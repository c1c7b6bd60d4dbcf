"""
Where does the Open Geospatial Consortium keep a definition named by ``urn:ogc:def:``?

Type, authority, version and code; an empty version is legal, and "0" in the address.  RFC 5165 §2; OGC 09-048.
"""

from __future__ import annotations


def fields(nss: str) -> dict[str, str]:
    """
    Return the parts of a definition's name; of others the resource alone.

    Example:
        >>> fields("def:crs:EPSG::4326")
        {'resource': 'def', 'type': 'crs', 'authority': 'EPSG', 'version': '0', 'code': '4326'}
    """
    resource, _, rest = nss.partition(":")
    parts = rest.split(":")
    found = {"resource": resource}
    if resource == "def" and len(parts) == 4 and all((parts[0], parts[1], parts[3])):
        found |= {"type": parts[0], "authority": parts[1], "version": parts[2] or "0", "code": parts[3]}
    return found
