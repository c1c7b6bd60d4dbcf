"""One request of one person at a shell: verbs over the functions of the house, lists in, exact lines out."""

from __future__ import annotations

from urikit.cli.app import main

__all__ = ["main"]
