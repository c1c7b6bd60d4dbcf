"""Where bytes come from: packed files, pipes, standard input; what is cut off or damaged stops the run and is told."""

from __future__ import annotations

import gzip
import io
import os
import sys
import threading
from contextlib import closing
from pathlib import Path

import pyarrow
import pytest

from tests.clean.table import rows
from urikit.clean import ArgumentError, CleanError, clean
from urikit.clean.source import Source

LINES = b"".join(b"http://h/%d\n" % number for number in range(20_000))


def zstandard(data: bytes) -> bytes:
    sink = pyarrow.BufferOutputStream()
    with pyarrow.CompressedOutputStream(sink, "zstd") as packed:
        packed.write(data)
    return bytes(sink.getvalue())


SKIPPED = b"\x50\x2a\x4d\x18" + (3).to_bytes(4, "little") + b"abc"  # a frame of Zstandard that holds something else
PACKED = {
    "one.gz": gzip.compress(LINES),
    "members.gz": gzip.compress(LINES[:9999]) + gzip.compress(b"") + gzip.compress(LINES[9999:]),
    "padded.gz": gzip.compress(LINES) + bytes(512),
    "one.zst": zstandard(LINES),
    "frames.zst": zstandard(LINES[:9999]) + zstandard(LINES[9999:]),
    "skipped.zst": SKIPPED + zstandard(LINES[:9999]) + SKIPPED + zstandard(LINES[9999:]),
    "by-what-it-is": gzip.compress(LINES),
    "plain.txt": LINES,
}


def whole(name: Path | str) -> bytes:
    with closing(Source(str(name))) as source:
        return b"".join(iter(source.read, b""))


@pytest.mark.parametrize("name", PACKED)
def test_what_was_packed_is_unpacked(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(PACKED[name])

    with closing(Source(str(tmp_path / name))) as source:
        data = b"".join(iter(source.read, b""))

        assert source.taken == source.size == len(PACKED[name])
    assert data == LINES


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("cut.gz", PACKED["one.gz"][:-5], "the packed data ends too early: the file is cut off"),
        ("cut.gz", PACKED["one.gz"][:2000], "the file is cut off"),
        ("cut.gz", PACKED["members.gz"][:-9], "the file is cut off"),
        ("cut.gz", PACKED["one.gz"][:12], "ends too early: the file is cut off"),
        ("cut.gz", b"\x1f\x8b", "ends too early: the file is cut off"),
        ("sum.gz", PACKED["one.gz"][:-8] + b"\0\0\0\0" + PACKED["one.gz"][-4:], "the gzip data is damaged"),
        (
            "bits.gz",
            PACKED["one.gz"][:2000] + b"\xff\xff\xff\xff" + PACKED["one.gz"][2004:],
            "the gzip data is damaged",
        ),
        ("more.gz", PACKED["one.gz"] + b"http://h/\n", "the gzip data is damaged"),
        ("text.gz", LINES, "this is no gzip file"),
        ("empty.gz", b"", "this is no gzip file; it is empty"),
        ("cut.zst", PACKED["one.zst"][:-5], "the file is cut off"),
        ("cut.zst", PACKED["frames.zst"][: len(zstandard(LINES[:9999])) + 2], "the file is cut off"),
        ("bits.zst", PACKED["one.zst"][:6] + b"\xff\xff\xff" + PACKED["one.zst"][9:], "cannot be read"),
        ("more.zst", PACKED["one.zst"] + b"http://h/\n", "cannot be read"),
        ("text.zst", LINES, "cannot be read"),
        ("empty.zst", b"", "this is no Zstandard file; it is empty"),
    ],
    ids=lambda value: "" if isinstance(value, bytes) else None,
)
def test_a_packed_file_that_is_cut_off_or_damaged_stops_the_run(
    name: str, data: bytes, words: str, tmp_path: Path
) -> None:
    (tmp_path / "good.txt").write_bytes(b"http://a/\n")
    (tmp_path / name).write_bytes(data)

    with pytest.raises(CleanError) as caught:
        clean([tmp_path / "good.txt", tmp_path / name], tmp_path / "out.csv", temp=tmp_path)

    assert words in str(caught.value)
    assert str(caught.value).startswith(str(tmp_path / name))
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["good.txt", name])
    assert (tmp_path / name).read_bytes() == data


def feed(path: Path, chunks: list[bytes]) -> threading.Thread:
    def write() -> None:
        with open(path, "wb", buffering=0) as pipe:
            for chunk in chunks:
                pipe.write(chunk)

    writer = threading.Thread(target=write)
    writer.start()
    return writer


def test_how_far_a_damaged_file_was_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "cut.gz").write_bytes(gzip.compress(bytes(5 << 20))[:-5])

    with pytest.raises(CleanError, match="ends too early after 5,242,880 bytes of it"):
        whole(tmp_path / "cut.gz")


@pytest.mark.parametrize("data", [LINES, PACKED["members.gz"], PACKED["frames.zst"]], ids=["text", "gzip", "zstandard"])
def test_a_pipe_is_read_as_it_comes(data: bytes, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    writer = feed(tmp_path / "pipe", [data[:1], data[1:3], data[3:9], data[9:]])

    found = whole(tmp_path / "pipe")

    writer.join()
    assert found == LINES


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> io.BytesIO:
    given = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(given))
    return given


def test_standard_input_is_an_input_of_any_kind(stdin: io.BytesIO, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_bytes(b"http://a/\nb\nhttp://A/")
    clean(tmp_path / "in.txt", tmp_path / "table.parquet")
    stdin.write((tmp_path / "table.parquet").read_bytes())
    stdin.seek(0)

    clean("-", tmp_path / "out.parquet", column="canonical", temp=tmp_path)

    found = rows(tmp_path / "out.parquet")
    assert [(row["source"], row["line"], row["text"], row["code"]) for row in found] == [
        ("-", 1, "http://a/", None),
        ("-", 2, "", "no-column"),
        ("-", 3, "http://a/", None),
    ]
    assert not sys.stdin.closed


def test_several_inputs_are_read_in_order(tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_bytes(b"http://b/\nhttp://a/")
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress(b"http://a/\n\n"))
    (tmp_path / "c.csv").write_bytes(b"url\nhttp://b/\n")

    summary = clean(
        [tmp_path / "b.txt", tmp_path / "a.txt.gz", tmp_path / "c.csv", tmp_path / "b.txt"], tmp_path / "out.jsonl"
    )

    found = rows(tmp_path / "out.jsonl")
    assert [(Path(row["source"]).name, row["line"], row["status"]) for row in found] == [
        ("b.txt", 1, "kept"),
        ("b.txt", 2, "kept"),
        ("a.txt.gz", 1, "duplicate"),
        ("a.txt.gz", 2, "rejected"),
        ("c.csv", 2, "duplicate"),
        ("b.txt", 1, "duplicate"),
        ("b.txt", 2, "duplicate"),
    ]
    assert {(Path(row["first_source"]).name, row["first_line"]) for row in found if row["first_source"]} == {
        ("b.txt", 1),
        ("b.txt", 2),
    }
    assert [(Path(name).name, count) for name, count in summary.sources] == [
        ("b.txt", 2),
        ("a.txt.gz", 2),
        ("c.csv", 1),
        ("b.txt", 2),
    ]


@pytest.mark.parametrize(("name", "words"), [("none.txt", "No such file"), ("folder", "it is a folder")])
def test_an_input_that_cannot_be_read_is_told_before_any_is_read(name: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")  # would wait for ever if it was opened

    with pytest.raises(CleanError, match=f"{name}: cannot be read: {words}"):
        clean([tmp_path / "pipe", tmp_path / name], tmp_path / "out.csv")

    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "pipe"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"input_format": "yaml"}, "no input format 'yaml'"),
        ({"input_format": "csv", "nul": True}, "items that end in NUL are text, and this is csv"),
    ],
)
def test_what_nobody_can_read_is_told(options: dict[str, str], words: str, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_bytes(b"http://a/\n")

    with pytest.raises(ArgumentError, match=words):
        clean(tmp_path / "in.txt", tmp_path / "out.csv", **options)  # type: ignore[arg-type]

    assert [path.name for path in tmp_path.iterdir()] == ["in.txt"]
