"""Which verbs are there?  Those that tell of an identifier, scheme or namespace, and those that write another one."""

from __future__ import annotations

from urikit.cli import reading, explaining, writing, converting, schemes_verb, urns_verb  # isort: skip
from urikit.cli.verb import VERBS

__all__ = ["VERBS", "converting", "explaining", "reading", "schemes_verb", "urns_verb", "writing"]
