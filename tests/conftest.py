"""How long Hypothesis tries: URIKIT_HYPOTHESIS=long for an evening's run."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("suite", deadline=None, max_examples=100)
settings.register_profile("long", deadline=None, max_examples=int(os.environ.get("URIKIT_EXAMPLES", "10000")))
settings.load_profile(os.environ.get("URIKIT_HYPOTHESIS", "suite"))
