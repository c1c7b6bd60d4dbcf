"""What each scheme adds to the generic syntax: rows, and the few rules a row cannot hold.  RFC 3986 §3.1, §6.2.3."""

from __future__ import annotations

from urikit.schemes.registry import SCHEMES, Registry, Scheme

__all__ = ["SCHEMES", "Registry", "Scheme"]
