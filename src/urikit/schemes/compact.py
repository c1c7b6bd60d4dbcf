"""
What does a normaliser need to know of the schemes?

The rows as the twin of `operations/normalize.py` takes them, once; it knows no scheme by name.  RFC 3986 §6.2.3.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, TypeAlias

    Compact: TypeAlias = tuple[int | None, str | None, tuple[str, ...], tuple[bool, bool, bool, bool, bool]]


def compact_rows() -> list[tuple[str, Compact]]:
    """
    Return what rung scheme takes from the rows of `SCHEMES`, by name; a row that tells it nothing is left out.

    Returns:
        The port that is left out; the host that is; the parts without case; and whether an absent authority is an
        empty one, an empty path is written "/", hosts are domain names, the row says whether there is an authority, and
        a module has a word.

    Example:
        >>> dict(compact_rows())["ws"]
        (80, None, (), (False, True, True, True, False))

    Source:
        RFC 3986 §6.2.3.
    """
    from urikit.schemes._rows import ROWS  # the facts alone: to make 441 rows takes longer than the import may

    silent = _compact({})
    told = [(name, _compact(facts)) for name, facts in ROWS.items()]
    return [(name, compact) for name, compact in told if compact != silent]


def _compact(facts: Mapping[str, Any]) -> Compact:
    port = None if facts.get("port") == "kept" else facts.get("default_port")
    flags = (
        facts.get("absent_authority_is_empty", False),
        facts.get("empty_path") == "/",
        facts.get("host") == "dns",
        "authority" in facts,
        "module" in facts and facts.get("rewrites", True),
    )
    return (port, facts.get("default_host"), facts.get("case_insensitive", ()), flags)
