"""Lines: however the bytes arrive, none is lost and none is joined."""

from __future__ import annotations

import re
from collections.abc import Callable

from hypothesis import example, given
from hypothesis import strategies as st

from urikit.clean.read import Lines, Rows, Unread

END = re.compile(rb"\r\n|\n|\r")
datas = st.lists(
    st.sampled_from([b"\r", b"\n", b"\r\n", b"a", b"\0", b"\xef\xbb\xbf", b"\xff", b" ", b"http://h/"])
).map(b"".join)
cuts = st.lists(st.integers(1, 5), min_size=1)


def arriving(data: bytes, sizes: list[int]) -> Callable[[], bytes]:
    """A stream that gives *sizes* of bytes in turn, again and again."""
    chunks = []
    turn = 0
    while data:
        size = sizes[turn % len(sizes)]
        chunks.append(data[:size])
        data, turn = data[size:], turn + 1
    chunks.reverse()
    return lambda: chunks.pop() if chunks else b""


def read(data: bytes, sizes: list[int], **options: bool | int) -> list[tuple[int, int | None, bytes | Unread]]:
    blocks: list[Rows] = list(Lines(arriving(data, sizes), **options))  # type: ignore[arg-type]
    return [row for block in blocks for row in zip(block.lines, block.offsets, block.values, strict=True)]


@given(datas, cuts)
@example(b"a\r\nb", [2])
@example(b"a\r\rb\r", [1])
@example(b"\xef\xbb\xbf\n", [1])
def test_lines_are_what_lies_between_line_ends(data: bytes, sizes: list[int]) -> None:
    begin = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    wanted = []
    at = begin
    for end in END.finditer(data, begin):
        wanted.append((len(wanted) + 1, at, data[at : end.start()]))
        at = end.end()
    if at < len(data):
        wanted.append((len(wanted) + 1, at, data[at:]))

    assert read(data, sizes) == wanted


@given(datas, cuts)
def test_lines_with_their_ends_are_the_data(data: bytes, sizes: list[int]) -> None:
    found = read(data, sizes, ends=True)

    assert b"".join(value for _, _, value in found) == data.removeprefix(b"\xef\xbb\xbf")  # type: ignore[misc]
    assert all(data[offset:].startswith(value) for _, offset, value in found)  # type: ignore[arg-type]


@given(datas, cuts)
def test_items_are_what_lies_between_nuls(data: bytes, sizes: list[int]) -> None:
    content = data.removeprefix(b"\xef\xbb\xbf")
    wanted = content.split(b"\0")
    if not wanted[-1]:
        wanted.pop()

    found = read(data, sizes, nul=True)

    assert [value for _, _, value in found] == wanted
    assert all(data[offset : offset + len(value)] == value for _, offset, value in found)  # type: ignore[operator,arg-type]


@given(datas, cuts, st.integers(0, 12))
def test_a_long_line_is_cut_and_the_lines_after_it_are_not_moved(data: bytes, sizes: list[int], keep: int) -> None:
    whole, found = read(data, sizes), read(data, sizes, keep=keep)

    assert [(line, offset) for line, offset, _ in found] == [(line, offset) for line, offset, _ in whole]
    for (_, _, value), (_, _, full) in zip(found, whole, strict=True):
        assert isinstance(full, bytes)
        if isinstance(value, Unread):
            assert len(full) > keep
            assert full.startswith(value.shown)
            assert len(value.shown) >= min(keep, len(full))
            assert f"{len(full):,} bytes" in value.message
        else:
            assert value == full


@given(datas, cuts, st.integers(0, 12))
def test_no_more_is_held_of_a_line_than_asked_for(data: bytes, sizes: list[int], keep: int) -> None:
    found = read(data.replace(b"\n", b"").replace(b"\r", b""), sizes, keep=keep)

    assert all(len(value.shown) <= keep + max(sizes) + 3 for _, _, value in found if isinstance(value, Unread))


def test_a_line_of_ten_megabytes_is_one_line() -> None:
    long = b"http://h/" + b"a" * 10_000_000

    found = read(b"http://a/\n" + long + b"\nhttp://b/", [1 << 16])

    assert [(line, offset, value) for line, offset, value in found] == [
        (1, 0, b"http://a/"),
        (2, 10, long),
        (3, 11 + len(long), b"http://b/"),
    ]


def test_a_line_that_hardly_ends_is_counted_not_held() -> None:
    calls = 0

    def endless() -> bytes:
        nonlocal calls
        calls += 1
        return b"a" * (1 << 16) if calls <= 1024 else b""

    (row,) = [row for block in Lines(endless, keep=100) for row in block.values]

    assert isinstance(row, Unread)
    assert "67,108,864 bytes" in row.message
    assert len(row.shown) == 1 << 16
