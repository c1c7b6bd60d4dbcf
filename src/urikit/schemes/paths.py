"""
Which "file" URI is this path of POSIX or of Windows, and which path is this URI?

RFC 8089 §2 and its Appendices D and E: a drive is the first segment, the server of a UNC path the host.  What would be
another file than the one named is refused (RFC 3986 §7.3).
"""

from __future__ import annotations

from urikit.findings import URIRuleError, finding
from urikit.schemes.reading import authority, read_scheme, spans
from urikit.syntax.mend import HOST, PATH, starts
from urikit.syntax.octets import only_text
from urikit.syntax.percent import decode, decode_bytes, encode, lower, normalize_escapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.syntax.parse import Pieces

_DRIVE = "[A-Za-z][:|]"
_OLD_DRIVE = r"((?i:file):(?:(?://(?i:localhost)?)?/)?[A-Za-z])\|(?=/|\Z)"  # RFC 8089 E.2.2; "|" is in no URI
_DEVICES = frozenset(
    ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", *[kind + n for kind in ("COM", "LPT") for n in "123456789¹²³"]]
)


def _refuse(text: str, code: str, start: int, end: int, message: str = "") -> URIRuleError:
    return URIRuleError(text, (finding(code, start, end, message=message),))


# ---------------------------------------------------------------------------------------------------------------- POSIX


def from_posix(path: str) -> str:
    """
    Return the URI of a path of POSIX.

    Args:
        path: An absolute path; a byte that is not UTF-8 as the lone surrogate that Python has for it.

    Raises:
        URIRuleError: It is relative (``file-not-absolute``), has a NUL (``file-nul``), or another lone surrogate
            (``not-encodable``).

    Example:
        >>> from_posix("/a b/~c"), from_posix("//foo/bar")
        ('file:///a%20b/~c', 'file:////foo/bar')

    Source:
        RFC 8089 §2, §4, D.1.
    """
    if not path.startswith("/"):
        raise _refuse(path, "file-not-absolute", 0, 0)
    if "\x00" in path:
        raise _refuse(path, "file-nul", path.index("\x00"), path.index("\x00") + 1)
    try:
        octets = path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise _refuse(path, "not-encodable", error.start, error.end) from None
    return "file://" + encode(octets, "path")


def to_posix(text: str) -> str:
    """
    Return the path of POSIX that a "file" URI names.

    Args:
        text: Its text.

    Returns:
        An absolute path; a byte that is not UTF-8 as the lone surrogate that Python has for it.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is no "file" URI, of another machine (``file-not-local``), or no path (``file-not-absolute``);
            a segment holds "/" (``file-separator``) or NUL (``file-nul``) or is an encoded "." or ".."
            (``dot-segment``).

    Example:
        >>> to_posix("file://localhost/a%20b")
        '/a b'

    Source:
        RFC 8089 §2, §3; RFC 3986 §7.3.
    """
    pieces = read_scheme(text, "file")
    at, path = starts(pieces), pieces[PATH]
    if not _is_local(pieces[HOST]):
        raise _refuse(text, "file-not-local", at[HOST], at[PATH])
    if not path.startswith("/"):
        raise _refuse(text, "file-not-absolute", at[PATH], at[PATH])
    if "%" not in path:
        return path
    names = [_octets(text, begin, segment) for begin, segment in spans(path, "/", at[PATH])]
    return b"/".join(names).decode("utf-8", "surrogateescape")


def _is_local(host: str) -> bool:
    return lower(normalize_escapes(host)) in ("", "localhost")


def _octets(text: str, start: int, segment: str) -> bytes:
    """The name that a segment of *text* is."""
    name, end = decode_bytes(segment), start + len(segment)
    if b"/" in name:
        raise _refuse(text, "file-separator", start, end)
    if b"\x00" in name:
        raise _refuse(text, "file-nul", start, end)
    if name in (b".", b"..") and "%" in segment:
        raise _refuse(text, "dot-segment", start, end)
    return name


# -------------------------------------------------------------------------------------------------------------- Windows


def from_windows(path: str) -> str:
    r"""
    Return the URI of a path of Windows.

    Args:
        path: An absolute path, of a drive or of a share, with either slash; before it may stand ``\\?\`` or
            ``\\?\UNC\``, which make no difference to which file it is.

    Returns:
        ``file:///C:/…``, or ``file://server/share/…``; but ``file:////localhost/share/…`` for a share of this machine,
        for the host "localhost" would mean a local path.

    Raises:
        URIRuleError: It is relative, if only to a drive (``file-not-absolute``), or of a device (``file-device``); it
            has a NUL (``file-nul``) or a lone surrogate (``not-encodable``).

    Example:
        >>> from_windows(r"C:\a b\c"), from_windows(r"\\server\share\a"), from_windows(r"\\?\C:\dir")
        ('file:///C:/a%20b/c', 'file://server/share/a', 'file:///C:/dir')

    Source:
        RFC 8089 D.2, E.2, E.3.
    """
    import re

    plain = path.replace("/", "\\")
    long = plain.startswith("\\\\?\\")
    if long:
        plain = "\\\\" + plain[8:] if plain[4:8].upper() == "UNC\\" else plain[4:]
    start = len(path) - len(plain) if long else 0  # of what is left; a long UNC path has lost its "UNC"
    if plain.startswith("\\\\.\\") or (long and not re.match(r"[A-Za-z]:\\|\\\\", plain)):
        raise _refuse(path, "file-device", 0, len(path), "this is a device, or a file by another name than its path")
    if plain.startswith("\\\\"):
        host, *names = plain[2:].split("\\")
        if not host or not names or not names[0]:
            raise _refuse(path, "file-not-absolute", 0, len(path), "server and share are needed")
        place = f"file:{authority(encode(host, 'reg-name'))}" if host.lower() != "localhost" else f"file:////{host}"
        start += 3 + len(host)
    elif re.match(r"[A-Za-z]:\\", plain):
        place, names = f"file:///{plain[:2]}", plain[3:].split("\\")
        start += 3
    else:
        raise _refuse(path, "file-not-absolute", 0, 0, "this path depends on the current drive or directory")
    for begin, name in spans("\\".join(names), "\\", start):
        _check_name(path, begin, begin + len(name), name)
    return "/".join([place, *map(encode, names)])


def to_windows(text: str) -> str:
    r"""
    Return the path of Windows that a "file" URI names.

    Args:
        text: Its text; "|" for the ":" of a drive is read as well, though it is in no URI.

    Returns:
        An absolute path with backslashes, of a drive or, where there is a host, of a share.  The forms of four and five
        slashes are read as the latter.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is no "file" URI, or no absolute path (``file-not-absolute``); a segment holds a slash of
            either kind (``file-separator``) or NUL (``file-nul``), is an encoded "." or ".." (``dot-segment``), is a
            device (``file-device``), or is not UTF-8 (``bad-utf-8``).

    Example:
        >>> to_windows("file:///c:/a%20b"), to_windows("file://server/share/a"), to_windows("file:///c|/a")
        ('c:\\a b', '\\\\server\\share\\a', 'c:\\a')

    Source:
        RFC 8089 D.2, E.2, E.3; RFC 3986 §7.3.
    """
    import re

    old = re.match(_OLD_DRIVE, only_text(text))
    text = f"{old[1]}:{text[old.end() :]}" if old else text
    pieces = read_scheme(text, "file")
    at, path = starts(pieces), pieces[PATH]
    host, begin = _server(text, pieces)
    segments = spans(text[begin : at[PATH] + len(path)], "/", begin)
    names = [_name(text, start, segment) for start, segment in segments]
    if host is not None:
        if not names[0]:
            raise _refuse(text, "file-not-absolute", begin, begin, "a share is needed")
        return "\\\\" + "\\".join([host, *names])
    if len(names) < 2 or not re.fullmatch(_DRIVE, names[0]):
        end = at[PATH] + len(path)
        raise _refuse(text, "file-not-absolute", at[PATH], end, "a path of Windows begins with a drive")
    return f"{names[0][0]}:\\" + "\\".join(names[1:])


def _server(text: str, pieces: Pieces) -> tuple[str | None, int]:
    """The server of a UNC path, or None for a path of this machine; and where the first name after it begins."""
    import re

    at, host, path = starts(pieces), pieces[HOST], pieces[PATH]
    if not _is_local(host):
        if host.startswith("["):
            raise _refuse(text, "file-not-local", at[HOST], at[PATH], "an IP literal cannot stand in a path of Windows")
        return _decoded(text, at[HOST], host), at[PATH] + 1
    slashes = re.match("/{2,3}(?=[^/])", path) if not host else None  # RFC 8089 E.3.2
    if slashes is None:
        return None, at[PATH] + path.startswith("/")
    begin = at[PATH] + slashes.end()
    server = path[slashes.end() :].partition("/")[0]
    name = _decoded(text, begin, server)
    if re.fullmatch(_DRIVE, name):  # file:////c:/a
        return None, begin
    return name, begin + len(server) + 1


def _name(text: str, start: int, segment: str) -> str:
    """The name of a file that a segment of *text* is."""
    name = _decoded(text, start, segment)
    _check_name(text, start, start + len(segment), name)
    return name


def _decoded(text: str, start: int, segment: str) -> str:
    """The data of a segment of *text*, if it is of one name."""
    if "%" not in segment:
        return segment
    _octets(text, start, segment)
    try:
        name = decode(segment)
    except URIRuleError as error:
        one = error.findings[0]
        raise _refuse(text, one.code, start + one.start, start + one.end, one.message) from None
    if "\\" in name:
        raise _refuse(text, "file-separator", start, start + len(segment))
    return name


def _check_name(text: str, start: int, end: int, name: str) -> None:
    if "\x00" in name:
        raise _refuse(text, "file-nul", start, end)
    if name.partition(".")[0].partition(":")[0].rstrip(" ").upper() in _DEVICES:
        raise _refuse(text, "file-device", start, end)
    if name and not name.rstrip(". ") and name not in (".", ".."):
        raise _refuse(text, "file-device", start, end, "Windows leaves out dots and spaces at the end of a name")
