"""
Which file does a "file" URI name?

RFC 8089: a path, and perhaps the host that has it.  Forms of its Appendix E are read and told of, and not written.
"""

from __future__ import annotations

from urikit.findings import Record, URIRuleError, finding
from urikit.schemes.paths import from_posix, from_windows, to_posix, to_windows
from urikit.schemes.reading import authority, read_scheme, written
from urikit.syntax.grammar import matches
from urikit.syntax.mend import FRAGMENT, HOST, PATH, QUERY, USERINFO, mended, starts
from urikit.syntax.parse import read
from urikit.syntax.path import merge, remove_dot_segments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from os import PathLike
    from typing import Literal, TypeAlias

    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces

    System: TypeAlias = Literal["posix", "windows"]
    Path: TypeAlias = str | bytes | PathLike[str] | PathLike[bytes]

_ROOTLESS_DRIVE = "[A-Za-z]:/"  # RFC 8089 E.2
_DRIVE = r"/?+([A-Za-z]:)(?=/|\Z)"


class File(Record):
    """
    What a "file" URI names.

    Args:
        host: The host that has the file, as written; ``""`` for the machine that reads the URI.
        path: The absolute path as written, encoded.
        fragment: As written, without "#"; None where it is absent.

    Example:
        >>> parse("file:/etc/fstab")
        File(host='', path='/etc/fstab', fragment=None)

    Source:
        RFC 8089 §2.
    """

    __slots__ = ("host", "path", "fragment")  # noqa: RUF023 (order is the text's)

    if TYPE_CHECKING:
        host: str
        path: str
        fragment: str | None

    @property
    def drive(self) -> str | None:
        """
        The drive that the path begins with, as written; None where it does not.

        Example:
            >>> parse("file:c:/a").drive, parse("file:///a/c:").drive
            ('c:', None)

        Source:
            RFC 8089 D.2.
        """
        return _drive(self.path)

    def to_path(self, system: System | None = None) -> str:
        r"""
        Return the path of a system that this names; see the function `to_path`.

        Example:
            >>> parse("file:c:/a").to_path("windows")
            'c:\\a'
        """
        return to_path(str(self), system)

    def __str__(self) -> str:
        return f"file:{authority(self.host)}{self.path}" + ("" if self.fragment is None else f"#{self.fragment}")


def parse(text: str) -> File:
    """
    Read a "file" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside the grammar of this one: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("file://host.example.com/path/to/file").host
        'host.example.com'

    Source:
        RFC 8089 §2; E.2 (``file:c:/path``).
    """
    pieces = read_scheme(text, "file")
    path, fragment = pieces[PATH], pieces[FRAGMENT]
    return File(pieces[HOST], path if path.startswith("/") else f"/{path}", fragment[1:] if fragment else None)


def build(path: str, host: str = "", fragment: str | None = None) -> str:
    """
    Write a "file" URI of encoded parts: `parse` reads the same from it.  `from_path` takes a path as it is.

    Args:
        path: One that begins with "/".
        host: With the brackets of an IP-literal; ``""`` for the machine that reads the URI.
        fragment: Without "#"; None to leave it out.

    Raises:
        URISyntaxError: *fragment* cannot stand in a URI.
        URIRuleError: Another part does not fit its rule (``wrong-part``).

    Example:
        >>> build("/etc/fstab"), build("/share/a%20b", "host.example.com")
        ('file:///etc/fstab', 'file://host.example.com/share/a%20b')

    Source:
        RFC 8089 §2.
    """
    if not path or not matches("path-abempty", path):
        message = "this is no absolute path"
        raise URIRuleError(path, (finding("wrong-part", 0, len(path), message=message, rule="path-absolute"),))
    return written(str(File(host, path, fragment)), "file")


def from_path(path: Path, system: System | None = None) -> str:
    r"""
    Return the URI of a file by its path: `to_path` gives the path back.

    Args:
        path: An absolute path: a text, octets, or a path of `pathlib`.  "~" is one more character, and ".." stays.
        system: Whose path it is: ``"posix"`` or ``"windows"``; None for that of a `pathlib.PurePath`, else for that of
            the machine.

    Returns:
        The URI.  Everything but letters, digits, ``-._~`` and the slashes is percent-encoded, as UTF-8.

    Raises:
        URIRuleError: *path* is relative (``file-not-absolute``), has a NUL (``file-nul``) or what UTF-8 cannot encode
            (``not-encodable``), or is a device (``file-device``).
        ValueError: There is no such *system*.

    Cost:
        Linear.

    Example:
        >>> from_path("/etc/fs tab", "posix"), from_path(r"\\host\Share\file.txt", "windows")
        ('file:///etc/fs%20tab', 'file://host/Share/file.txt')

    Source:
        RFC 8089 §2, §4, Appendices D, E.2, E.3.
    """
    from os import fspath

    given = fspath(path)
    text = given.decode("utf-8", "surrogateescape") if isinstance(given, bytes) else given
    return from_windows(text) if _is_windows(path, system) else from_posix(text)


def to_path(text: str, system: System | None = None) -> str:
    r"""
    Return the path that a "file" URI names, for a system to open.

    Nothing is looked up: a path with ".." stays as it is, and whether the file may be opened is for the caller to say.

    Args:
        text: The URI's text.
        system: For whom: ``"posix"`` or ``"windows"``; None for the machine.

    Returns:
        An absolute path.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is no "file" URI, or names no file of the system: it is of another machine (``file-not-local``;
            Windows has names for those), or no absolute path there (``file-not-absolute``); a name in it holds a
            separator (``file-separator``: ``%2F``, on Windows ``%5C``) or NUL (``file-nul``), is an encoded "." or
            ".." (``dot-segment``), or a device (``file-device``: ``NUL``, ``COM1.txt`` …).
        ValueError: There is no such *system*.

    Cost:
        Linear.

    Example:
        >>> to_path("file:///etc/fs%20tab", "posix"), to_path("file://host/Share/a", "windows")
        ('/etc/fs tab', '\\\\host\\Share\\a')

    Source:
        RFC 8089 §2, §3, §5, Appendices D, E.2, E.3; RFC 3986 §7.3.
    """
    return to_windows(text) if _is_windows(text, system) else to_posix(text)


def with_drive(base: str, reference: str) -> str:
    """
    Return the reference whose target is on the base's drive, as Windows would have it.

    The target of ``/a`` seen from ``file:///c:/b`` is ``file:///a`` by RFC 3986; that of what is returned is
    ``file:///c:/a``.

    Args:
        base: A "file" URI.
        reference: A URI-reference.

    Returns:
        *reference* itself where the base has no drive, or it has a scheme, an authority or a drive of its own.

    Raises:
        URISyntaxError: *base* is no URI, or *reference* no URI-reference.
        URIRuleError: *base* is no "file" URI.

    Example:
        >>> with_drive("file:///c:/path/to/file.txt", "/some/other/thing.bmp")
        '/c:/some/other/thing.bmp'
        >>> with_drive("file:///c:/foo.txt", "../bar.txt")
        '/c:/bar.txt'

    Source:
        RFC 8089 E.2.1.
    """
    base_path = read_scheme(base, "file")[PATH]
    scheme, slashes, _, _, path, query, fragment = read(reference)
    drive = _drive(base_path)
    if drive is None or scheme or slashes or not path or (path.startswith("/") and _drive(path)):
        return reference
    rest = base_path.partition(drive)[2]
    target = path if path.startswith("/") else merge(base_has_authority=True, base_path=rest, reference_path=path)
    return f"/{drive}{remove_dot_segments(target)}{query}{fragment}"


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find what is outside the grammar of "file", and what is met with although it is.

    Args:
        text: A valid URI of the scheme.
        pieces: Its seven pieces.

    Returns:
        At most one.

    Example:
        >>> from urikit.syntax.parse import read
        >>> [(one.code, one.start, one.help) for one in findings("file:c:/a", read("file:c:/a"))]
        [('file-nonstandard', 5, 'write file:///c:/a')]

    Source:
        RFC 8089 §2, Appendix E.
    """
    at, path = starts(pieces), pieces[PATH]
    if path.startswith("//"):
        if pieces[HOST]:
            message = "an empty segment before the first name"
        else:
            message = "four or five slashes: some take the first name for a host, to others it is one of a path"
        return [finding("file-nonstandard", at[PATH], at[PATH] + 2, message=message, source="RFC 8089 E.3.2")]
    if path.startswith("/"):
        return []
    if _is_rootless_drive(pieces):
        mend = mended(normal(pieces), {}) if not pieces[QUERY] else ""
        return [finding("file-nonstandard", at[PATH], at[PATH] + 2, source="RFC 8089 E.2", help=mend)]
    message = "a file URI has a path from the root"
    more = {"message": message, "rule": "local-path = path-absolute", "source": "RFC 8089 §2"}
    return [finding("path-form", at[PATH], at[QUERY], **more)]


def normal(pieces: Pieces) -> Pieces:
    """
    Write "///" before a drive that follows the scheme.

    Case stays everywhere, of drives too: whether it matters is for the file system to say.

    Args:
        pieces: Those of rung path with the row's rules kept.

    Example:
        >>> "".join(normal(("file:", "", "", "", "c:/a/../b", "", "")))
        'file:///c:/b'

    Source:
        RFC 8089 §2 (case), E.2; RFC 3986 §6.2.3.
    """
    scheme, _, host, port, path, query, fragment = pieces
    if not _is_rootless_drive(pieces) or query:
        return pieces
    return (scheme, "//", host, port, remove_dot_segments(f"/{path}"), query, fragment)


# -------------------------------------------------------------------------------------------------------------- helpers


def _is_windows(path: Path, system: System | None) -> bool:
    if system is None:
        if not isinstance(path, (str, bytes)):
            from pathlib import PurePath, PureWindowsPath

            if isinstance(path, PurePath):
                return isinstance(path, PureWindowsPath)
        import os

        return os.name == "nt"
    if system not in ("posix", "windows"):
        raise ValueError(f'system is "posix" or "windows", not {system!r}')
    return system == "windows"


def _is_rootless_drive(pieces: Pieces) -> bool:
    import re

    return not pieces[USERINFO] and re.match(_ROOTLESS_DRIVE, pieces[PATH]) is not None


def _drive(path: str) -> str | None:
    import re

    found = re.match(_DRIVE, path)
    return found[1] if found else None
