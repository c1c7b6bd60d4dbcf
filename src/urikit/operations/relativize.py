"""
Which short reference means this target, seen from a base?

The inverse of resolution, which RFC 3986 leaves out: candidates are written down, and one is only given if §5.2 leads
from it back to the target exactly.
"""

from __future__ import annotations

from urikit._accelerate import accelerated
from urikit.operations.resolve import target as target_of
from urikit.syntax.parse import read
from urikit.syntax.path import remove_dot_segments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from urikit.syntax.parse import Pieces, Spec


@accelerated
def relativize(base: str, target: str, *, spec: Spec = "rfc3986") -> str:
    """
    Return the shortest reference that resolves against *base* to *target*.

    Args:
        base: A URI; its fragment does not count.
        target: A URI.
        spec: ``"rfc3986"``, or ``"rfc3987"`` where both are IRIs.

    Returns:
        A reference *r* for which ``resolve(base, r) == target``; of two as short, the one with a relative path.  The
        whole target where there is no other, or none as short.  (Dot segments do not survive §5.2: a target that holds
        some is the target of a reference only where its path is the base's own; else it is given whole, and resolves as
        ever.)

    Raises:
        URISyntaxError: *base* or *target* is no URI.

    Cost:
        Linear: at most five candidates are resolved.

    Example:
        >>> relativize("http://a/b/c/d", "http://a/b/g?y#s"), relativize("http://a/b/c", "http://a/b/c#s")
        ('../g?y#s', '#s')
        >>> relativize("http://a/b/c", "http://other/b/c"), relativize("http://a/b/c", "urn:isbn:0")
        ('//other/b/c', 'urn:isbn:0')

    Source:
        RFC 3986 §5.2, backwards; RFC 3987 §6.5.
    """
    b, t = read(base, "URI", spec), read(target, "URI", spec)
    if b[0] != t[0]:
        return target  # the scheme of a relative reference's target is the base's, letter by letter
    if t[4] != b[4] and remove_dot_segments(t[4]) != t[4]:
        return target  # no reference with a path leads to dot segments
    for r in sorted(_candidates(b, t), key=lambda r: sum(map(len, r))):  # stable: of two as short the more relative one
        if sum(map(len, r)) > len(target):
            break  # many folders up, where the whole says it in fewer characters
        if target_of(b, r) == target:
            return "".join(r)
    return target


def _candidates(b: Pieces, t: Pieces) -> Iterator[Pieces]:
    """References that may lead from *b* to *t*, most relative first."""
    _, user, host, port, path, query, fragment = t
    if (user, host, port) == b[1:4]:
        if path == b[4]:
            if query == b[5]:
                yield ("", "", "", "", "", "", fragment)
            if query:
                yield ("", "", "", "", "", query, fragment)
        yield ("", "", "", "", _relative_path(b, path), query, fragment)
        if path[:1] == "/" and path[:2] != "//":
            yield ("", "", "", "", path, query, fragment)
    if user:
        yield ("", user, host, port, path, query, fragment)


def _relative_path(b: Pieces, path: str) -> str:
    """Write the way from the base's last "/" to *path*: up with "..", then down."""
    start = b[4] or ("/" if b[1] else "")  # merge reads an empty path after an authority so, §5.2.3
    here = remove_dot_segments(start[: start.rfind("/") + 1])
    folders, segments = here.split("/")[:-1], path.split("/")
    same = 0
    for folder, segment in zip(folders, segments[:-1], strict=False):
        if folder != segment:
            break
        same += 1
    down = "/".join(segments[same:])
    up = "../" * (len(folders) - same)
    if up:
        return up + down
    guarded = down[:1] in ("", "/") or ":" in segments[same]
    return "./" + down if guarded else down
