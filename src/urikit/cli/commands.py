"""Which verbs are there?  Those that tell about an identifier and those that write another one."""

from __future__ import annotations

from urikit.cli import reading, writing
from urikit.cli.verb import VERBS

__all__ = ["VERBS", "reading", "writing"]
