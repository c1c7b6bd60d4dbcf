"""A path's segments, names and dot segments."""

from __future__ import annotations

from itertools import product
from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit.strategies import segments as written_segments
from urikit.strategies import uri_reference_texts
from urikit.syntax.parse import read
from urikit.syntax.path import (
    findings,
    merge,
    name,
    parent,
    remove_dot_segments,
    segment_params,
    segments,
    stem,
    suffix,
    suffixes,
)


def two_buffers(path: str) -> str:
    """§5.2.4 letter by letter."""
    source, output = path, ""
    while source:
        if source.startswith(("../", "./")):  # 2A
            source = source.partition("/")[2]
        elif source.startswith("/./") or source == "/.":  # 2B
            source = "/" + source[3:]
        elif source.startswith("/../") or source == "/..":  # 2C
            source = "/" + source[4:]
            output = output[: max(output.rfind("/"), 0)]
        elif source in {".", ".."}:  # 2D
            source = ""
        else:  # 2E
            end = source.find("/", 1) if "/" in source[1:] else len(source)
            output, source = output + source[:end], source[end:]
    return output


def test_every_short_path_loses_its_dot_segments_as_the_two_buffers_do() -> None:
    paths = ["".join(marks) for size in range(9) for marks in product("a./", repeat=size)]

    assert [path for path in paths if remove_dot_segments(path) != two_buffers(path)] == []


@given(st.lists(st.sampled_from(["", ".", "..", "...", "a", "a.", ".b", "%2E"])).map("/".join))
def test_a_path_loses_its_dot_segments_as_the_two_buffers_do(path: str) -> None:
    assert remove_dot_segments(path) == two_buffers(path)
    assert remove_dot_segments(remove_dot_segments(path)) == remove_dot_segments(path)


@pytest.mark.parametrize("path", ["", "/", "/a/b", "a/b.c", "//a//", "mid"])
def test_a_path_without_a_dot_segment_is_the_same_object(path: str) -> None:
    assert remove_dot_segments(path) is path


@pytest.mark.parametrize(
    ("has_authority", "base", "reference", "merged"),
    [
        (True, "", "g", "/g"),
        (False, "", "g", "g"),
        (True, "/", "g", "/g"),
        (True, "/a/b", "../g", "/a/../g"),
        (False, "a", "g", "g"),
        (False, "a/b", "g", "a/g"),
    ],
)
def test_merge(has_authority: bool, base: str, reference: str, merged: str) -> None:
    assert merge(has_authority, base, reference) == merged


@given(st.lists(written_segments(), min_size=1))
def test_segments_joined_are_the_path(parts: list[str]) -> None:
    assert segments("/" + "/".join(parts)) == tuple(parts)


@pytest.mark.parametrize(
    ("segment", "read_as"),
    [
        ("a;b=1;c;d=", ("a", (("b", "1"), ("c", None), ("d", "")))),
        ("a,1,2;b=3,4", ("a", (("", "1"), ("", "2"), ("b", "3,4")))),
        (";=", ("", (("", ""),))),
        ("a=b", ("a=b", ())),
        ("a%3Bb", ("a%3Bb", ())),
    ],
)
def test_parameters_of_a_segment(segment: str, read_as: tuple[str, tuple[tuple[str, str | None], ...]]) -> None:
    assert segment_params(segment) == read_as


@given(st.text("ab.", min_size=1, max_size=6).filter(lambda text: text.strip(".")))
def test_a_name_is_cut_as_pathlib_cuts_it(text: str) -> None:
    path = "/x.y/" + text
    if text.endswith("."):  # pathlib changed its mind about these
        assert (suffix(path), suffixes(path), stem(path)) == ("", (), text)
    else:
        peer = PurePosixPath(path)
        leading = text.startswith("..")
        assert (name(path), suffix(path), stem(path)) == (peer.name, peer.suffix, peer.stem) or leading
        assert suffixes(path) == tuple(peer.suffixes) or leading
    assert stem(path) + suffix(path) == name(path)


@given(st.text("a/", max_size=8))
def test_a_parent_ends_in_a_slash_or_is_empty_and_begins_the_path(path: str) -> None:
    above = parent(path)

    assert path.startswith(above)
    assert above == "" or above.endswith("/")
    assert len(above) < len(path) or path in {"", "/"}


@pytest.mark.parametrize(
    ("text", "start", "end", "help"),
    [
        ("http://h/a/../b", 11, 13, "write http://h/b"),
        ("/a/./b/..", 3, 4, "write /a/"),
        ("m:/..//a", 3, 5, "write m:/.//a"),
        ("m:/.//a/../b", 8, 10, "write m:/.//b"),
        ("//h/.//a", 4, 5, "write //h//a"),
        ("../a/../b", 5, 7, "resolve it against its base, or write it without them"),
        ("foo:../b", 4, 6, "resolve it against its base, or write it without them"),
    ],
)
def test_dot_segments_are_found_with_their_place(text: str, start: int, end: int, help: str) -> None:  # noqa: A002
    assert [(one.code, one.start, one.end, one.help) for one in findings(text, read(text))] == [
        ("dot-segments", start, end, help)
    ]


@pytest.mark.parametrize("text", ["", ".", "..", "../../a", "./a:b", "m:/.//a", "/a/...", "/?a/../b#/../", "http://h"])
def test_dot_segments_in_their_place_are_no_finding(text: str) -> None:
    assert findings(text, read(text)) == []


@given(uri_reference_texts())
def test_a_dot_segment_is_found_wherever_one_stands_in_an_absolute_path(text: str) -> None:
    pieces = read(text)
    has_dots = {".", ".."} & set(segments(pieces[4]))
    guard = not pieces[1] and pieces[4].startswith("/.//")

    if pieces[4].startswith("/") and not guard:
        assert bool(findings(text, pieces)) == bool(has_dots)
    for one in findings(text, pieces):
        assert text[one.start : one.end] in {".", ".."}
