"""Is the extension there, whose loops do what else is done row by row?"""

from __future__ import annotations

from urikit import _accelerate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

native: Any = _accelerate._native  # type: ignore[attr-defined] # pyright: ignore[reportPrivateUsage]
"""The module, or None."""
