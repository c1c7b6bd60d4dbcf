"""Which verbs are there?  Those that tell about an identifier or a scheme, and those that write another one."""

from __future__ import annotations

from urikit.cli import reading, schemes_verb, writing
from urikit.cli.verb import VERBS

__all__ = ["VERBS", "reading", "schemes_verb", "writing"]
