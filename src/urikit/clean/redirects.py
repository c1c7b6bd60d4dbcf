"""
What did a crawl find to stand for what?

The pairs of a log, from one URI to a reference that it was redirected to, become the aliases of rung ``protocol``:
every chain leads to its end at once, and what goes in a circle leads nowhere.  RFC 3986 §6.2.4; RFC 9110 §10.2.2.
"""

from __future__ import annotations

from contextlib import closing
from itertools import chain

from urikit.clean.errors import ArgumentError
from urikit.clean.inputs import Reading, check_inputs
from urikit.clean.source import Source
from urikit.findings import Record, UrikitError
from urikit.operations.equivalence import key
from urikit.operations.resolve import resolve, split_fragment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from urikit.clean.read import Unread
    from urikit.syntax.parse import Spec


class Redirects(Record):
    """
    What stands for what.

    Attributes:
        aliases: From a URI at rung scheme, without fragment, to the URI at the end of its chain.
        longest: The steps of the longest chain.
        circles: URIs that lead into a circle, in the order of the log: each stays what it is.
        unread: Pairs in which one side is no URI, and what is said of it.

    Example:
        >>> print(redirects([("http://a/", "/b"), ("http://a/", "b c")]))
        1 followed, 0 in circles, 1 unread
    """

    __slots__ = ("aliases", "longest", "circles", "unread")  # noqa: RUF023 (the constructor's)

    if TYPE_CHECKING:
        aliases: dict[str, str]
        longest: int
        circles: tuple[str, ...]
        unread: tuple[tuple[str, str, str], ...]

    def __str__(self) -> str:
        """Say how many there are of each, for a summary."""
        counts = [(len(self.aliases), "followed"), (len(self.circles), "in circles"), (len(self.unread), "unread")]
        return ", ".join(f"{count:,} {what}" for count, what in counts)


def redirects(pairs: Iterable[tuple[str, str]], *, spec: Spec = "rfc3986") -> Redirects:
    """
    Follow every chain of a log to its end.

    Args:
        pairs: From, a URI; to, a URI-reference seen from it, as in a Location field.  Of two pairs from one URI the
            later stands, for it was seen later; one to itself says nothing.
        spec: ``"rfc3986"``, or ``"rfc3987"`` for IRIs; the aliases are those of their URIs.

    Returns:
        The aliases.  A target's own fragment is kept, and that of the redirect before it where it has none.

    Cost:
        Linear in the pairs.

    Example:
        >>> found = redirects([("http://a/", "/b"), ("http://a/b", "http://c/#d"), ("http://x/", "http://x")])
        >>> found.aliases == {"http://a/": "http://c/#d", "http://a/b": "http://c/#d"}
        True
        >>> redirects([("http://a/", "http://b/"), ("http://b/", "http://a/")]).circles
        ('http://a/', 'http://b/')

    Source:
        RFC 3986 §6.2.4; RFC 9110 §10.2.2.
    """
    steps: dict[str, str] = {}
    unread: list[tuple[str, str, str]] = []
    for source, target in pairs:
        try:
            here = key(source, "scheme", fragment="ignore", spec=spec)
            there = key(resolve(source, target, spec=spec), "scheme", spec=spec)
        except UrikitError as error:
            unread.append((source, target, str(error).partition("\n")[0]))
        else:
            if split_fragment(there)[0] != here:  # to itself: a way to set a cookie
                steps[here] = there
    aliases: dict[str, str] = {}
    lengths: dict[str, int] = {}
    circling: dict[str, None] = {}
    for start in steps:
        _follow(start, steps, aliases, lengths, circling)
    circles = tuple(one for one in steps if one in circling)
    return Redirects(aliases, max(lengths.values(), default=0), circles, tuple(unread))


def _follow(
    start: str, steps: dict[str, str], aliases: dict[str, str], lengths: dict[str, int], circling: dict[str, None]
) -> None:
    """Walk from one URI to what is known already or leads no further, and note it for all that were passed."""
    passed: dict[str, None] = {}
    here = start
    while here in steps and here not in aliases and here not in circling and here not in passed:
        passed[here] = None
        here = split_fragment(steps[here])[0]
    if here in circling or here in passed:
        circling |= passed
        return
    for one in reversed(passed):
        there, fragment = split_fragment(steps[one])
        end = aliases.get(there, there)
        aliases[one] = end if fragment is None or "#" in end else f"{end}#{fragment}"
        lengths[one] = lengths.get(there, 0) + 1


def read_redirects(path: str, folder: Callable[[str], str], spec: Spec) -> Redirects:
    """
    Read the log of a crawl.

    Args:
        path: A table (CSV, TSV, JSON Lines, Parquet, packed or not) with the columns ``from`` and ``to``.
        folder: Gives a path for a Parquet file that is packed.
        spec: The standard of the rows.

    Raises:
        ArgumentError: It has no such columns, or is a pipe, and cannot be read twice.
        CleanError: It cannot be read to its end.
    """
    if check_inputs([path]) is None:
        raise ArgumentError(f"{path}: redirects are read twice, so they are to be a file, and no pipe")
    with closing(Source(path)) as sources, closing(Source(path)) as targets:
        froms, tos = _column(sources, "from", folder), _column(targets, "to", folder)
        return redirects(zip(map(_text, froms), map(_text, tos), strict=True), spec=spec)


def _text(value: bytes | Unread) -> str:
    """What is no text becomes what is no URI."""
    return value.decode(errors="replace") if isinstance(value, bytes) else f"<{value.code}>"


def _column(source: Source, name: str, folder: Callable[[str], str]) -> Iterator[bytes | Unread]:
    reading = Reading(column=name, kind=None, nul=False, limit=None, folder=lambda file: folder(f"{name}-{file}"))
    if reading.kind(source.name) in (None, "text"):
        raise ArgumentError(f"{source.name}: redirects are a table with the columns from and to; this is text")
    return chain.from_iterable(rows.values for rows in reading.rows(source))
