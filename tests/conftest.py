"""
How long Hypothesis tries: URIKIT_HYPOTHESIS=long for an evening's run.

Where CI is set a change is judged by the same examples each time; everywhere else each run looks for new ones.
"""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("suite", deadline=None, max_examples=100, derandomize="CI" in os.environ)
settings.register_profile("long", deadline=None, max_examples=int(os.environ.get("URIKIT_EXAMPLES", "10000")))
settings.load_profile(os.environ.get("URIKIT_HYPOTHESIS", "suite"))
