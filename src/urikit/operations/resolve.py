"""
Which URI does a reference mean, seen from a base?

Takes texts, gives the target's text: RFC 3986 §5.2 letter by letter, recomposed (§5.3) so that a path never reads as an
authority (§3.3).  The explanations give the steps as the RFC prints them.
"""

from __future__ import annotations

from urikit._accelerate import accelerated
from urikit.operations.steps import Step
from urikit.syntax.octets import only_text
from urikit.syntax.parse import read
from urikit.syntax.path import merge, remove_dot_segments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from urikit.syntax.parse import Pieces, Spec

    Row: TypeAlias = tuple[str, str | None, str]


@accelerated
def resolve(base: str, reference: str, *, strict: bool = True, spec: Spec = "rfc3986") -> str:
    """
    Return the target of *reference* seen from *base*.

    Args:
        base: A URI; its fragment does not count.
        reference: A URI-reference.
        strict: Whether a scheme in the reference always counts; if not, one that is the base's is ignored, as
            RFC 1630 had it (§5.4.2).
        spec: ``"rfc3986"``, or ``"rfc3987"`` where both are IRIs.

    Returns:
        The target URI.  Nothing is decoded or changed in case.  Without an authority, a path that begins with "//"
        is written "/.//…".

    Raises:
        URISyntaxError: *base* is no URI, or *reference* no URI-reference.

    Cost:
        Linear.

    Example:
        >>> resolve("http://a/b/c/d;p?q", "../g?y#s")
        'http://a/b/g?y#s'
        >>> resolve("http://a/b", "http:g"), resolve("http://a/b", "http:g", strict=False)
        ('http:g', 'http://a/g')

    Source:
        RFC 3986 §5.2.2; examples §5.4; RFC 3987 §6.5.
    """
    return target(read(base, "URI", spec), read(reference, "URI-reference", spec), strict)


def target(base: Pieces, reference: Pieces, strict: bool = True) -> str:
    """Return the target of a reference seen from a base, both already cut.  RFC 3986 §5.2.2."""
    scheme, user, host, port, path, query, fragment = reference
    base_scheme, base_user, base_host, base_port, base_path, base_query, _ = base

    # A piece owns its delimiter, so "defined" is "not empty"; the piece that opens with "//" stands for the authority.
    if scheme and not strict and scheme.lower() == base_scheme.lower():
        scheme = ""
    if scheme or user:
        scheme = scheme or base_scheme
        path = remove_dot_segments(path)
    else:
        scheme, user, host, port = base_scheme, base_user, base_host, base_port
        if not path:
            path, query = base_path, query or base_query
        elif path[0] == "/":
            path = remove_dot_segments(path)
        else:
            path = remove_dot_segments(merge(user != "", base_path, path))
    return recompose((scheme, user, host, port, path, query, fragment))


def recompose(pieces: Pieces) -> str:
    """
    Put seven pieces together so that they read back as the same parts.

    Args:
        pieces: As ``syntax.parse.pieces`` cuts them, each with its delimiter; the path may have been changed.

    Returns:
        The text.  Without an authority a path that begins with "//" gets "/." before it; a relative path whose first
        segment holds ":" gets "./": either would otherwise read as something else, and both mean the same path.

    Example:
        >>> recompose(("a:", "", "", "", "//c", "", "")), recompose(("", "", "", "", "b:c", "?", ""))
        ('a:/.//c', './b:c?')

    Source:
        RFC 3986 §5.3; the guards are for §3.3 and §4.2.
    """
    scheme, user, host, port, path, query, fragment = pieces
    if not user:
        if path[:2] == "//":
            path = "/." + path
        elif not scheme and ":" in path and ":" in path.partition("/")[0]:
            path = "./" + path
    return f"{scheme}{user}{host}{port}{path}{query}{fragment}"


def split_fragment(text: str) -> tuple[str, str | None]:
    """
    Cut a text at its first "#".

    Args:
        text: Any text.

    Returns:
        What stands before, and the fragment: None where there is no "#", ``""`` where nothing follows it.

    Example:
        >>> split_fragment("http://a/b#c"), split_fragment("http://a/b")
        (('http://a/b', 'c'), ('http://a/b', None))

    Source:
        RFC 3986 §3.5, §4.3.
    """
    before, mark, fragment = only_text(text).partition("#")
    return before, fragment if mark else None


# --------------------------------------------------------------------------------------------------- the steps, printed


def explain_remove_dot_segments(path: str) -> list[tuple[str, str, str]]:
    """
    Take the dot segments out of a path with two buffers, and keep every state of them.

    Args:
        path: A path.

    Returns:
        Rows of step (``"1"``, ``"2A"`` … ``"2E"``), output buffer and input buffer after it; the last output is the
        result.

    Cost:
        Both buffers in every row, so quadratic: for people to read.

    Example:
        >>> for row in explain_remove_dot_segments("/a/./b/../g"): print(row)
        ('1', '', '/a/./b/../g')
        ('2E', '/a', '/./b/../g')
        ('2B', '/a', '/b/../g')
        ('2E', '/a/b', '/../g')
        ('2C', '/a', '/g')
        ('2E', '/a/g', '')

    Source:
        RFC 3986 §5.2.4.
    """
    output, left = "", only_text(path)
    rows = [("1", output, left)]
    while left:
        if left.startswith(("../", "./")):
            step, left = "2A", left[left.index("/") + 1 :]
        elif left == "/." or left.startswith("/./"):
            step, left = "2B", "/" + left[3:]
        elif left == "/.." or left.startswith("/../"):
            step, left = "2C", "/" + left[4:]
            output = output.rpartition("/")[0]
        elif left in (".", ".."):
            step, left = "2D", ""
        else:
            end = left.find("/", 1)
            end = len(left) if end < 0 else end
            step, output, left = "2E", output + left[:end], left[end:]
        rows.append((step, output, left))
    return rows


def explain_resolve(base: str, reference: str, *, strict: bool = True, spec: Spec = "rfc3986") -> list[Step]:
    """
    Resolve a reference and keep the lines of the RFC's pseudocode that ran, with their values.

    Args:
        base: A URI.
        reference: A URI-reference.
        strict: As in `resolve`.
        spec: As in `resolve`.

    Returns:
        Steps named by their lines; a condition's text is ``"true"`` or ``"false"``, an undefined component's None.
        The last is the recomposed target, the text that `resolve` gives.

    Raises:
        URISyntaxError: *base* is no URI, or *reference* no URI-reference.

    Example:
        >>> for step in explain_resolve("http://a/b/c/d;p?q", "../g")[5:]: print(f"{step.name}  →  {step.text}")
        T.path = merge(Base.path, R.path)  →  /b/c/../g
        T.path = remove_dot_segments(T.path)  →  /b/g
        T.query = R.query  →  None
        T.authority = Base.authority  →  a
        T.scheme = Base.scheme  →  http
        T.fragment = R.fragment  →  None
        recompose(T)  →  http://a/b/g

    Source:
        RFC 3986 §5.2.2–5.3.
    """
    b, r = read(base, "URI", spec), read(reference, "URI-reference", spec)
    rows: list[Row] = [("R = parse(reference)", _words(r), "§5.2.2")]
    relative = r
    if not strict:
        same = r[0].lower() == b[0].lower()
        rows.append(("if ((not strict) and (R.scheme == Base.scheme))", _truth(same), "§5.2.2"))
        if same:
            relative = ("", *r[1:])
            rows.append(("undefine(R.scheme)", None, "§5.2.2"))
    rows.append(("if defined(R.scheme)", _truth(relative[0] != ""), "§5.2.2"))
    rows += _scheme_defined(relative) if relative[0] else _scheme_undefined(b, relative)
    rows.append(("T.fragment = R.fragment", _after(relative[6]), "§5.2.2"))
    steps = [Step(name, text, f"RFC 3986 {section}", "") for name, text, section in rows]

    value = {name.partition(" =")[0]: text for name, text, _ in rows}
    guarded = value["T.authority"] is None and (value["T.path"] or "").startswith("//")
    note = '"/." keeps a path that begins with "//" from reading as an authority, §3.3' if guarded else ""
    return [*steps, Step("recompose(T)", target(b, r, strict), "RFC 3986 §5.3", note)]


def _scheme_defined(r: Pieces) -> list[Row]:
    return [
        ("T.scheme = R.scheme", r[0][:-1], "§5.2.2"),
        ("T.authority = R.authority", _authority(r), "§5.2.2"),
        ("T.path = remove_dot_segments(R.path)", remove_dot_segments(r[4]), "§5.2.4"),
        ("T.query = R.query", _after(r[5]), "§5.2.2"),
    ]


def _scheme_undefined(b: Pieces, r: Pieces) -> list[Row]:
    rows: list[Row] = [("if defined(R.authority)", _truth(r[1] != ""), "§5.2.2")]
    if r[1]:
        rows += [("T.authority = R.authority", _authority(r), "§5.2.2")]
        rows += [("T.path = remove_dot_segments(R.path)", remove_dot_segments(r[4]), "§5.2.4")]
        rows += [("T.query = R.query", _after(r[5]), "§5.2.2")]
    else:
        rows += [('if (R.path == "")', _truth(not r[4]), "§5.2.2")]
        rows += _path_defined(b, r) if r[4] else _path_empty(b, r)
        rows += [("T.authority = Base.authority", _authority(b), "§5.2.2")]
    return [*rows, ("T.scheme = Base.scheme", b[0][:-1], "§5.2.2")]


def _path_empty(b: Pieces, r: Pieces) -> list[Row]:
    return [
        ("T.path = Base.path", b[4], "§5.2.2"),
        ("if defined(R.query)", _truth(r[5] != ""), "§5.2.2"),
        (f"T.query = {'R' if r[5] else 'Base'}.query", _after(r[5] or b[5]), "§5.2.2"),
    ]


def _path_defined(b: Pieces, r: Pieces) -> list[Row]:
    rooted = r[4].startswith("/")
    rows: list[Row] = [('if (R.path starts-with "/")', _truth(rooted), "§5.2.2")]
    if rooted:
        rows += [("T.path = remove_dot_segments(R.path)", remove_dot_segments(r[4]), "§5.2.4")]
    else:
        merged = merge(b[1] != "", b[4], r[4])
        rows += [("T.path = merge(Base.path, R.path)", merged, "§5.2.3")]
        rows += [("T.path = remove_dot_segments(T.path)", remove_dot_segments(merged), "§5.2.4")]
    return [*rows, ("T.query = R.query", _after(r[5]), "§5.2.2")]


def _truth(condition: bool) -> str:
    return "true" if condition else "false"


def _after(piece: str) -> str | None:
    """What follows a query's or fragment's delimiter; None where there is none."""
    return piece[1:] if piece else None


def _authority(pieces: Pieces) -> str | None:
    return "".join(pieces[1:4])[2:] if pieces[1] else None


def _words(r: Pieces) -> str:
    """The five components by name; an undefined one is left out."""
    five = (r[0][:-1] or None, _authority(r), r[4], _after(r[5]), _after(r[6]))
    names = ("scheme", "authority", "path", "query", "fragment")
    return ", ".join(f'{name} "{text}"' for name, text in zip(names, five, strict=True) if text is not None)
