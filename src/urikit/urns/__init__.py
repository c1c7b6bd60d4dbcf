"""What RFC 8141 adds to the generic syntax, and each namespace to RFC 8141: rows, and rules that a row cannot hold."""

from __future__ import annotations

from urikit.urns.registry import NAMESPACES, Namespace, Namespaces

__all__ = ["NAMESPACES", "Namespace", "Namespaces"]
