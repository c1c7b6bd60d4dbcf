"""RFC 8089: a file URI is read and written as its grammar says, and paths go there and back."""

from __future__ import annotations

import os
import warnings
from pathlib import PurePath, PurePosixPath, PureWindowsPath

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from urikit import URI, URIRuleError, equivalent, is_uri, normalize, resolve
from urikit.schemes.file import File, build, from_path, parse, to_path, with_drive

# any bytes but NUL, as Python has them in a str
posix_names = st.binary(max_size=6).map(lambda octets: octets.replace(b"\x00", b"").decode("utf-8", "surrogateescape"))
posix_paths = st.lists(posix_names, max_size=4).map(lambda names: "/" + "/".join(names))

odd_names = st.sampled_from(
    ["", ".", "..", "a b", "com10", "nul1", "a.txt", ".a", "a:b", "%2F", "~", "é", "a;b=c", "#?", "[]"]
)
windows_names = odd_names | st.text("abz .%é$", min_size=1, max_size=6).filter(lambda name: name.strip(". ") != "")
drives = st.sampled_from(["C:", "z:"])
shares = st.tuples(st.sampled_from(["server", "host.example.com", "LOCALHOST", "192.0.2.1", "a b"]), st.just("share$"))
windows_paths = st.builds("{}\\{}".format, drives, st.lists(windows_names, max_size=4).map("\\".join)) | st.builds(
    lambda share, names: "\\\\" + "\\".join([*share, *names]), shares, st.lists(windows_names, max_size=4)
)


@given(posix_paths)
def test_a_path_of_posix_comes_back(path: str) -> None:
    text = from_path(path, "posix")

    assert is_uri(text)
    assert to_path(text, "posix") == path
    assert from_path(path.encode("utf-8", "surrogateescape"), "posix") == text
    assert to_path(normalize(text, "percent"), "posix") == path


@given(windows_paths)
def test_a_path_of_windows_comes_back(path: str) -> None:
    text = from_path(path, "windows")

    assert is_uri(text)
    assert to_path(text, "windows") == path
    assert from_path(path.replace("\\", "/"), "windows") == text


@given(windows_paths, st.sampled_from(["\\\\?\\", "//?/"]))
def test_the_long_form_of_a_path_of_windows_is_the_same_file(path: str, prefix: str) -> None:
    long = prefix + ("UNC\\" + path[2:] if path.startswith("\\\\") else path)

    assert from_path(long, "windows") == from_path(path, "windows")


def uri_of(path: PurePath) -> str:
    """What pathlib says; later versions of Python want a path of the machine for it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return path.as_uri()


def is_reserved(path: PureWindowsPath) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return path.is_reserved()


@given(posix_paths)
def test_pathlib_says_the_same_of_posix(path: str) -> None:
    whole = PurePosixPath(path)

    assert from_path(whole) == uri_of(whole) == from_path(os.fspath(whole), "posix")


@given(windows_paths)
def test_pathlib_says_the_same_of_windows(path: str) -> None:
    whole = PureWindowsPath(path)
    assume("LOCALHOST" not in path)  # file://localhost/share is a local path
    assume(not is_reserved(whole))

    assert from_path(whole) == uri_of(whole)


@pytest.mark.parametrize("path", ["C:/nul", "C:/a/COM1.txt", "C:/aux:x", "C:/lpt9 .a", "C:/CONOUT$", "C:/com²"])
def test_what_pathlib_calls_reserved_is_refused(path: str) -> None:
    whole = PureWindowsPath(path)
    assert is_reserved(whole)

    with pytest.raises(URIRuleError) as caught:
        from_path(whole)
    assert [one.code for one in caught.value.findings] == ["file-device"]
    with pytest.raises(URIRuleError):
        to_path(uri_of(whole), "windows")


@pytest.mark.parametrize(
    ("path", "ours"),
    [
        (r"\\?\C:\dir", "file:///C:/dir"),  # pathlib takes the prefix for a server and a share
        (r"\\localhost\c$\a", "file:////localhost/c%24/a"),  # pathlib's URI is that of a local path
    ],
)
def test_where_pathlib_is_not_right(path: str, ours: str) -> None:
    whole = PureWindowsPath(path)

    assert from_path(whole) == ours != uri_of(whole)
    assert to_path(ours, "windows") == path.removeprefix("\\\\?\\")


@given(st.text("ab/%2FfCc5.e:|\\#?é ", max_size=12), st.sampled_from(["posix", "windows"]))
def test_no_uri_gives_a_name_with_a_separator(rest: str, system: str) -> None:
    try:
        path = to_path("file:///" + rest, system)  # type: ignore[arg-type]
    except ValueError:
        return

    slashes = rest.partition("#")[0].count("/") + 1
    assert path.count("/" if system == "posix" else "\\") <= slashes + (2 if path.startswith("\\\\") else 0)
    assert "\x00" not in path


def test_the_machine_says_whose_path_it_is_where_nobody_does() -> None:
    system = "windows" if os.name == "nt" else "posix"
    path = "C:\\a" if os.name == "nt" else "/a"

    assert from_path(path) == from_path(path, system)
    assert to_path(from_path(path)) == path
    assert from_path(PureWindowsPath("C:/a")) == "file:///C:/a"
    assert from_path(PurePosixPath("/a"), "posix") == "file:///a"
    with pytest.raises(ValueError, match="posix"):
        from_path("/a", "vms")  # type: ignore[arg-type]


def test_a_lone_surrogate_that_is_no_byte_is_refused() -> None:
    for path, system in (("/\ud800", "posix"), ("C:\\\ud800", "windows")):
        with pytest.raises(URIRuleError) as caught:
            from_path(path, system)  # type: ignore[arg-type]
        assert caught.value.findings[0].code == "not-encodable"


@pytest.mark.parametrize(
    ("base", "reference", "generic", "kept"),
    [
        ("file:///c:/path/to/file.txt", "/some/other/thing.bmp", "file:///some/other/thing.bmp", "file:///c:/some/other/thing.bmp"),
        ("file:///c:/foo.txt", "../bar.txt", "file:///bar.txt", "file:///c:/bar.txt"),
        ("file:///c:/a/b", "c", "file:///c:/a/c", "file:///c:/a/c"),
        ("file:///c:/a/b", "/d:/e", "file:///d:/e", "file:///d:/e"),
        ("file:///a/c:", "..", "file:///", "file:///"),
        ("file://h/c:/a", "/b", "file://h/b", "file://h/c:/b"),
    ],
)  # fmt: skip
def test_a_drive_is_kept_only_when_asked(base: str, reference: str, generic: str, kept: str) -> None:
    assert resolve(base, reference) == generic
    assert resolve(base, with_drive(base, reference)) == kept


@given(st.sampled_from(["../", "./", "/", ""]), st.lists(st.sampled_from(["..", ".", "a", "", "b:"]), max_size=4))
def test_no_reference_to_a_path_leaves_the_drive(start: str, segments: list[str]) -> None:
    reference = start + "/".join(segments)
    assume(not reference.startswith("//") and ":" not in reference.split("/")[0])
    assume(not reference.startswith("/b:"))
    base = "file:///c:/x/y"

    assert resolve(base, with_drive(base, reference)).startswith("file:///c:/")


paths = st.lists(st.text("ab:.~", max_size=3), min_size=1, max_size=3).map(lambda names: "/" + "/".join(names))
files = st.builds(
    File, st.sampled_from(["", "host", "[::1]", "LOCALHOST"]), paths, st.none() | st.sampled_from(["", "a"])
)


@given(files)
def test_what_is_built_is_read_back(file: File) -> None:
    text = build(file.path, file.host, file.fragment)

    assert parse(text) == file
    assert str(file) == text


def test_a_uri_knows_its_file() -> None:
    assert URI("file:/a").file == File("", "/a", None)
    assert URI("file:c:/a%20b").file.to_path("windows") == "c:\\a b"
    assert (URI("file:///c:").file.drive, URI("file:///cc:/").file.drive) == ("c:", None)


def test_no_authority_an_empty_one_and_localhost_are_one() -> None:
    for text in ("file:/p", "file://localhost/p", "FILE:///p"):
        assert equivalent(text, "file:///p", "scheme")
    assert equivalent("file:c:/a/../p", "file:///c:/p", "scheme")
    assert not equivalent("file:///C:/p", "file:///c:/p", "scheme")
    assert not equivalent("file:////h/p", "file://h/p", "scheme")
