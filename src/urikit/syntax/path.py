"""
What does a path hold, and what is left of it without "." and ".."?

Functions on the text of one path component, nothing decoded: its segments (RFC 3986 §3.3), the last
segment's name, stem and suffixes, the parameters within a segment, and the two routines of reference
resolution that work on paths alone, merge (§5.2.3) and remove_dot_segments (§5.2.4).
"""

from __future__ import annotations


def remove_dot_segments(path: str) -> str:
    """
    Take the dot segments out of a path, as §5.2.4 does.

    The printed algorithm moves text between two buffers; this one gives its results from a stack of
    segments.  A path without a leading "/" may gain one (``a/..`` is ``/``): the RFC's algorithm does that.

    Args:
        path: The path component of a reference, any text.

    Returns:
        The path without complete "." and ".." segments; the same object when it has none to look at.
        ``%2E`` is not a dot here (it is one after ``normalize_escapes``).

    Cost:
        One pass, linear; two substring searches when there is no dot segment.

    Example:
        >>> remove_dot_segments("/a/b/c/./../../g")
        '/a/g'
        >>> remove_dot_segments("/a//../b"), remove_dot_segments("/../../g"), remove_dot_segments("/a/..")
        ('/a/b', '/g', '/')
        >>> remove_dot_segments("a/.."), remove_dot_segments("../a"), remove_dot_segments("a/../b")
        ('/', 'a', '/b')

    Source:
        RFC 3986 §5.2.4.
    """
    if "/." not in path and not path.startswith("."):
        return path
    start = 0
    while path.startswith(("./", "../"), start):  # 2A: only the start can have a dot segment without "/" before it
        start = path.index("/", start) + 1
    rest = path[start:]
    if rest in {".", ".."}:  # 2D
        return ""
    first, *segments = rest.split("/")
    kept = [first]  # "" stands before a leading "/"; a rootless first segment that is removed leaves "" too
    for segment in segments:
        if segment == "..":  # 2C
            if len(kept) > 1:
                kept.pop()
            else:
                kept[0] = ""
        elif segment != ".":  # 2B, 2E
            kept.append(segment)
    if segments and segments[-1] in {".", ".."}:  # 2B and 2C leave the "/" that stood before
        kept.append("")
    return "/".join(kept)


def merge(base_has_authority: bool, base_path: str, reference_path: str) -> str:
    """
    Put a relative path after the base's path up to its last "/".

    Args:
        base_has_authority: Whether the base URI has an authority component, an empty one too.
        base_path: The base URI's path.
        reference_path: The path of a relative-path reference.

    Returns:
        The merged path; its dot segments are still there.

    Example:
        >>> merge(True, "/b/c/d;p", "../g")
        '/b/c/../g'
        >>> merge(True, "", "g"), merge(False, "", "g"), merge(False, "a", "g")
        ('/g', 'g', 'g')

    Source:
        RFC 3986 §5.2.3.
    """
    if base_has_authority and not base_path:
        return "/" + reference_path
    return base_path[: base_path.rfind("/") + 1] + reference_path
