"""
Which names of the Society of Motion Picture and Television Engineers have no case, inside ``urn:smpte:``?

Universal labels, which are hex digits; of other sub-namespaces their own documents tell.  RFC 5119 §2.
"""

from __future__ import annotations


def normal(nss: str) -> str:
    """
    Write a universal label in lower case; leave others as they are.

    Example:
        >>> normal("UL:060E2B34.01020103.01020304.05060708"), normal("type:X")
        ('ul:060e2b34.01020103.01020304.05060708', 'type:X')
    """
    return nss.lower() if nss[:3].lower() == "ul:" else nss
