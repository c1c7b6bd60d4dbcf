"""
What does a path hold, and what is left of it without "." and ".."?

Functions on the text of one path component, nothing decoded: its segments (RFC 3986 §3.3), the last
segment's name, stem and suffixes, the parameters within a segment, and the two routines of reference
resolution that work on paths alone, merge (§5.2.3) and remove_dot_segments (§5.2.4).
"""

from __future__ import annotations

from urikit._accelerate import accelerated
from urikit.findings import finding
from urikit.syntax.mend import PATH, SCHEME, USERINFO, mended, starts
from urikit.syntax.octets import only_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces


@accelerated
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
    if "/." not in only_text(path) and not path.startswith("."):
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
    before, after = only_text(base_path), only_text(reference_path)
    if base_has_authority and not before:
        return "/" + after
    return before[: before.rfind("/") + 1] + after


def segments(path: str) -> tuple[str, ...]:
    """
    Cut a path at its slashes; nothing is decoded.

    Args:
        path: A path component.

    Returns:
        The segments, empty ones too; ``()`` for an empty path.  A leading "/" opens the first one, so that
        ``/a`` and ``a`` have the same.

    Example:
        >>> segments("/a/b/"), segments("a%2Fb"), segments("/"), segments("")
        (('a', 'b', ''), ('a%2Fb',), ('',), ())

    Source:
        RFC 3986 §3.3.
    """
    if not only_text(path):
        return ()
    return tuple((path[1:] if path.startswith("/") else path).split("/"))


def segment_params(segment: str) -> tuple[str, tuple[tuple[str, str | None], ...]]:
    """
    Read a segment's name and parameters, by the two habits that §3.3 describes.

    The generic syntax gives no meaning to ";", "=" and "," in a segment; this is how many producers use them.

    Args:
        segment: A path segment; nothing is decoded.

    Returns:
        The name, then the parameters in order: what follows a "," in the name is a value whose key is ``""``;
        what follows a ";" is a key and its value, None where there is no "=".

    Example:
        >>> segment_params("name;v=1.1"), segment_params("name,1.1")
        (('name', (('v', '1.1'),)), ('name', (('', '1.1'),)))
        >>> segment_params("file;draft;lang=de,fr")
        ('file', (('draft', None), ('lang', 'de,fr')))

    Source:
        RFC 3986 §3.3.
    """
    named, *after = only_text(segment).split(";")
    own, *values = named.split(",")
    params: list[tuple[str, str | None]] = [("", value) for value in values]
    for param in after:
        key, equals, value = param.partition("=")
        params.append((key, value if equals else None))
    return own, tuple(params)


def name(path: str) -> str:
    """
    Return a path's last segment, which is ``""`` after a final slash; nothing is decoded.

    Example:
        >>> name("/a/report.tar.gz"), name("/a/"), name("")
        ('report.tar.gz', '', '')

    Source:
        RFC 3986 §3.3.
    """
    return path[path.rfind("/") + 1 :]


def suffix(path: str) -> str:
    """
    Return what the last segment ends in from its last dot on, as ``pathlib`` reads it; nothing is decoded.

    Returns:
        The suffix with its dot; ``""`` where there is none: no dot, one at the very start or the very end.

    Example:
        >>> suffix("/a/report.tar.gz"), suffix("/a/.profile"), suffix("/a.b/c"), suffix("a."), suffix("..")
        ('.gz', '', '', '', '')
    """
    last = name(path)
    dot = last.rfind(".")
    return last[dot:] if 0 < dot < len(last) - 1 else ""


def suffixes(path: str) -> tuple[str, ...]:
    """
    Return all suffixes of the last segment, as ``pathlib`` reads them; nothing is decoded.

    Example:
        >>> suffixes("/a/report.tar.gz"), suffixes("/a/.profile"), suffixes("/a/b")
        (('.tar', '.gz'), (), ())
    """
    last = name(path)
    if last.endswith("."):
        return ()
    return tuple("." + part for part in last.lstrip(".").split(".")[1:])


def stem(path: str) -> str:
    """
    Return the last segment without its suffix; nothing is decoded.

    Example:
        >>> stem("/a/report.tar.gz"), stem("/a/.profile"), stem("/a/")
        ('report.tar', '.profile', '')
    """
    last = name(path)
    return last[: len(last) - len(suffix(last))]


def parent(path: str) -> str:
    """
    Return a path up to its last slash but one at the end: what the last segment stands in.

    Example:
        >>> parent("/a/b"), parent("/a/b/"), parent("/a"), parent("/"), parent("a")
        ('/a/', '/a/', '/', '/', '')

    Source:
        RFC 3986 §1.2.3, §3.3.
    """
    return path[: path.rfind("/", 0, max(len(path) - 1, 1)) + 1]


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Tell where a path has "." or ".." segments that mean nothing any more.

    They are for the start of a relative path; elsewhere a producer has removed them before it writes the reference.

    Args:
        text: A valid reference.
        pieces: Its seven pieces.

    Returns:
        Nothing, or one ``dot-segments`` at the first of them.

    Example:
        >>> from urikit.syntax.parse import read
        >>> [(one.start, one.end, one.help) for one in findings("/a/../b", read("/a/../b"))]
        [(3, 5, 'write /b')]
        >>> findings("../b", read("../b"))
        []

    Source:
        RFC 3986 §3.3, §6.2.2.3.
    """
    path, start = pieces[PATH], 0
    if not pieces[SCHEME]:  # a relative path may begin with them; no "/" comes before the first
        while path.startswith(("./", "../"), start):
            start = path.index("/", start) + 1
        if path[start:] in {".", ".."}:
            return []
    removed = remove_dot_segments(path[start:])
    if removed.startswith("//") and not start and not pieces[USERINFO]:  # §3.3: no authority, so "/." is there to stay
        removed = "/." + removed
    if removed == path[start:]:
        return []
    if path.startswith("/.//") and removed.startswith("/.//"):
        start = 3
    length = 0
    for segment in path[start:].split("/"):
        length = len(segment)
        if segment in {".", ".."}:
            break
        start += length + 1
    rooted = path.startswith("/")
    mend = mended(pieces, {PATH: removed}) if rooted else "resolve it against its base, or write it without them"
    place = starts(pieces)[PATH] + start
    return [finding("dot-segments", place, place + length, help=mend)]
