"""
When is a room loaded that not everybody needs?

At its first use, and then at once: an import statement inside a method costs a microsecond at every call.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Late:
    """
    A module that is loaded when something in it is asked for; what was asked for is kept.

    Args:
        name: The module's full name.

    Example:
        >>> percent = Late("urikit.syntax.percent")
        >>> percent.encode("a b")
        'a%20b'
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        from importlib import import_module

        value = getattr(import_module(self._name), attribute)
        setattr(self, attribute, value)
        return value
