"""Tables: what other programs write is read as they meant it; what is damaged costs its own row and no other."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pyarrow import parquet

from tests.clean.table import cleaned, rows
from tests.clean.test_read import arriving
from urikit.clean import ArgumentError, CleanError, clean
from urikit.clean import read as read_room
from urikit.clean import tables as tables_room
from urikit.clean.read import Rows, Unread
from urikit.clean.tables import Records, json_lines
from urikit.clean.tables import parquet as parquet_rows

cells = st.text(st.sampled_from('ab,"\t\r\n é'), max_size=6)
tables = st.lists(st.tuples(cells, cells), min_size=1, max_size=6)


def column(data: bytes, name: str, delimiter: bytes = b",", sizes: list[int] | None = None) -> list[tuple[Any, ...]]:
    records = Records(arriving(data, sizes or [7]), column=name, delimiter=delimiter, keep=None, name="x")
    return [row for block in records for row in zip(block.lines, block.offsets, block.values, strict=True)]


@given(tables, st.sampled_from([",", "\t"]), st.sampled_from(["\n", "\r\n"]))
def test_what_pythons_csv_writes_is_read_back(table: list[tuple[str, str]], delimiter: str, end: str) -> None:
    file = io.StringIO(newline="")
    # where lines end in LF alone, it leaves a CR without quotes
    quoting = csv.QUOTE_ALL if end == "\n" else csv.QUOTE_MINIMAL
    writer = csv.writer(file, delimiter=delimiter, lineterminator=end, quoting=quoting)
    starts = []
    for row in [("one", "two"), *table]:
        starts.append(len(file.getvalue().encode()))
        writer.writerow(row)
    data = file.getvalue().encode()

    for name, at in (("one", 0), ("two", 1)):
        found = column(data, name, delimiter.encode())

        assert [value.decode() for _, _, value in found] == [row[at] for row in table]
        assert [offset for _, offset, _ in found] == starts[1:]


@given(st.lists(st.sampled_from([b'"', b",", b"a", b"\n", b"\r\n", b'""', b'"\n', b',"']), max_size=30).map(b"".join))
def test_a_slip_of_a_quote_costs_its_own_line_and_no_other(data: bytes) -> None:
    found = column(b"x,y\n" + data, "x")

    starts = [line for line, _, _ in found]
    lines = data.decode().splitlines(keepends=True)
    assert starts[:1] == [2] * bool(lines)
    for (line, _, value), following in zip(found, [*starts, len(lines) + 2][1:], strict=True):
        reader = csv.reader(lines[line - 2 : following - 2], strict=True)
        if isinstance(value, Unread):  # the line is no record, with and without those after it
            assert following == line + 1
            with pytest.raises(csv.Error):
                next(csv.reader(lines[line - 2 :], strict=True))
        else:
            (record,) = reader
            assert (record or [""])[0] == value.decode()


def plainly(rows: Iterable[Rows]) -> list[tuple[Any, ...]]:
    """Rows with all that is said of them."""
    return [
        (line, offset, (value.code, value.shown, value.message) if isinstance(value, Unread) else value)
        for block in rows
        for line, offset, value in zip(block.lines, block.offsets, block.values, strict=True)
    ]


def both_ways(read: Callable[[], Iterable[Rows]]) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """What the extension reads, and what Python reads alone."""
    natively = plainly(read())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables_room, "native", None)
        patch.setattr(read_room, "native", None)
        return natively, plainly(read())


pieces = [
    b'"',
    b",",
    b"a",
    b"\n",
    b"\r\n",
    b"\r",
    b'""',
    b'"\n',
    b',"',
    b"\xff",
    b"b" * 40,
    b'"a,b",c\n',
    b"1,2\n",
    b"\n" * 3,
]


@given(
    st.lists(st.sampled_from(pieces), max_size=60).map(b"".join),
    st.sampled_from(["x", "y", "z"]),
    st.lists(st.integers(1, 90), min_size=1, max_size=3),
    st.sampled_from([None, 20]),
)
@example(b'"' + b"b" * 40 + b'\n\n\n"\n', "x", [52], 20)  # longer than what is kept of a record, and closed in time
@pytest.mark.parametrize("block", [1, 4096])
def test_records_are_the_same_in_the_extension_and_without_it(
    block: int, data: bytes, name: str, sizes: list[int], keep: int | None
) -> None:
    def read() -> Iterable[Rows]:
        arrives = arriving(b"x,y,z\n" + data, sizes)
        return Records(arrives, column=name, delimiter=b",", keep=keep, name="file")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables_room, "BLOCK", block)
        patch.setattr(tables_room, "RECORD", 30)
        natively, alone = both_ways(read)

    assert natively == alone


json_pieces = [
    *(
        b'{"u": "http://h/"}',
        b'{"a":1,"u":"x"}',
        b'{"u":null}',
        b'{"u":3e5,"u":"last"}',
        b'{"u":"last","u":[]}',
        b'{"\\u0075":"v"}',
    ),
    *(
        b'{"u":"\\ud83d\\ude00"}',
        b'{"u":"\\ud800"}',
        b'{"u":"\\/\\n\\u00e9\\u0000"}',
        b'{"u":"\\x"}',
        b'{"u":"\t"}',
        b'{"u":"\xff"}',
    ),
    *(
        b'{"u":"a"} x',
        b'{"u":"a",}',
        b"{}",
        b"[]",
        b'"s"',
        b" ",
        b"",
        b'{"n":-0.5e-3,"w":[true,false,null,{"k":[]}],"u":"b"}',
        b'{"n":01,"u":"c"}',
    ),
    *(
        b'{"n":NaN,"u":"d"}',
        b'{"n":1.,"u":"e"}',
        b'{"a":' + b"[" * 40 + b"]" * 40 + b',"u":"f"}',
        '{"ü":1,"u":"ü€"}'.encode(),
        b'\t{ "u" : "g" } ',
    ),
    *(b"\xef\xbb\xbf{}", b'{"u" "h"}', b'{"u":"i"', b'{"u":"j', b"nul", b'"k\\u12"', b'{"a":tru,"u":"l"}'),
]


@given(
    st.lists(st.sampled_from(json_pieces), max_size=8), st.sampled_from(["u", "ü", "\udc80", "a"]), st.integers(1, 50)
)
def test_json_is_the_same_in_the_extension_and_without_it(lines: list[bytes], name: str, size: int) -> None:
    data = b"\n".join(lines)

    natively, alone = both_ways(lambda: json_lines(arriving(data, [size]), column=name, keep=None, name="file"))

    assert natively == alone


def test_json_strings_are_the_same_in_the_extension_and_without_it() -> None:
    data = b"\n".join([b'"a"', b' "b\\u0041\\"" ', b"1", b"", b'"c', b'"\\ud800"', b'"\xc3\xa9\xc3"', '"é"'.encode()])

    natively, alone = both_ways(lambda: json_lines(arriving(data, [5]), column=None, keep=None, name="file"))

    assert natively == alone
    assert len(alone) == 8


def test_a_file_full_of_open_quotes_takes_linear_time() -> None:
    data = b"x,y\n" + b'a,"b\nc,d\n' * 50_000

    found = column(data, "x", sizes=[1 << 16])

    assert len(found) == 100_000
    assert sum(isinstance(value, Unread) for _, _, value in found) == 50_000


@given(
    st.lists(st.none() | st.text(max_size=5) | st.integers() | st.lists(st.text(max_size=2), max_size=2), max_size=6)
)
def test_every_json_line_is_a_row(values: list[Any]) -> None:
    data = "".join(json.dumps({"url": value}, ensure_ascii=value is None) + "\n" for value in values)

    blocks = json_lines(arriving(data.encode(), [11]), column="url", keep=None, name="x")
    found = [row for block in blocks for row in block.values]

    wanted = [value.encode() if isinstance(value, str) else None for value in values]
    assert [None if isinstance(row, Unread) else row for row in found] == wanted


def test_deep_json_is_a_bad_record_and_no_crash(tmp_path: Path) -> None:
    found, _ = cleaned(tmp_path, b"[" * 100_000 + b'\n{"url": "http://a/"}\n', "x.jsonl", column="url")

    assert [row["code"] for row in found] == ["bad-record", None]


@pytest.mark.parametrize("frames", [0, 500])
def test_how_deep_json_may_be_does_not_depend_on_who_calls(frames: int, tmp_path: Path) -> None:
    def nested(depth: int) -> bytes:
        inside = "[" * (depth - 1) + '"]}\\"[{"' + "]" * (depth - 1)
        return f'{{"x": {inside}, "url": "http://h/"}}\n'.encode()

    def codes(frames: int) -> list[str | None]:
        if frames:
            return codes(frames - 1)
        found, _ = cleaned(tmp_path, b"".join(map(nested, (2, 33, 200, 201, 1000))), "x.jsonl", column="url")
        return [row["code"] for row in found]

    assert codes(frames) == [None, None, None, "bad-record", "bad-record"]


def write_parquet(path: Path, values: pyarrow.Array, **options: Any) -> None:
    parquet.write_table(pyarrow.table({"id": pyarrow.array(range(len(values))), "url": values}), path, **options)


TEXTS = ["http://a/", None, "http://b/", "http://A:80/", ""]


@pytest.mark.parametrize(
    "kind",
    [
        pyarrow.string(),
        pyarrow.large_string(),
        pyarrow.string_view(),
        pyarrow.dictionary(pyarrow.int32(), pyarrow.string()),
        pyarrow.binary(),
    ],
    ids=str,
)
def test_every_kind_of_text_column_of_parquet_is_read(kind: pyarrow.DataType, tmp_path: Path) -> None:
    write_parquet(tmp_path / "in.parquet", pyarrow.array(TEXTS).cast(kind), row_group_size=2)

    clean(tmp_path / "in.parquet", tmp_path / "out.parquet", column="url")

    found = rows(tmp_path / "out.parquet")
    assert [(row["line"], row["offset"], row["text"]) for row in found] == [
        (number, None, text or "") for number, text in enumerate(TEXTS, 1)
    ]
    assert [row["code"] or row["status"] for row in found] == ["kept", "no-column", "kept", "duplicate", "blank"]


def test_bytes_that_are_no_utf_8_in_parquet_are_told(tmp_path: Path) -> None:
    bad = pyarrow.Array.from_buffers(pyarrow.string(), 1, pyarrow.array([b"http://h/\xff"]).buffers())
    write_parquet(tmp_path / "in.parquet", bad)

    clean(tmp_path / "in.parquet", tmp_path / "out.parquet", column="url")

    (row,) = rows(tmp_path / "out.parquet")
    assert (row["text"], row["code"], row["start"]) == ("http://h/\\xff", "not-utf-8", 9)


@pytest.mark.parametrize(
    ("name", "data", "column", "words"),
    [
        ("x.csv", b"a,b\n1,2\n", "c", "no column 'c' among 'a', 'b'"),
        ("x.csv", b"a,b\n1,2\n", None, "name the column (--column): 'a', 'b'"),
        ("x.csv", b'a,"b\n1,2\n', "a", "the first record should name the columns: a quote is not closed"),
        ("x.csv", b"\nhttp://h/\n", "a", "no column 'a': the first record, which names the columns, is empty"),
        ("x.csv", b"a,b,a\n1,2,3\n", "a", "2 columns are 'a': give one another name"),
        ("x.jsonl", b'{"a": 1, "b": 2}\n', None, "name the column (--column): 'a', 'b'"),
        ("x.txt", b"http://a/\n", "url", "a text has no column 'url'"),
    ],
)
def test_a_column_that_is_not_there_is_told(
    name: str, data: bytes, column: str | None, words: str, tmp_path: Path
) -> None:
    with pytest.raises(ArgumentError) as caught:
        cleaned(tmp_path, data, name, column=column)

    assert words in str(caught.value)
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(("column", "words"), [("x", "no column 'x'"), ("id", "holds int64, not text"), (None, "name")])
def test_a_column_of_parquet_that_is_no_text_is_told(column: str | None, words: str, tmp_path: Path) -> None:
    write_parquet(tmp_path / "in.parquet", pyarrow.array(TEXTS))

    with pytest.raises(ArgumentError, match=words):
        clean(tmp_path / "in.parquet", tmp_path / "out.parquet", column=column)


def test_two_columns_of_parquet_of_one_name_are_told(tmp_path: Path) -> None:
    texts = pyarrow.array(TEXTS)
    parquet.write_table(pyarrow.table([texts, texts], names=["url", "url"]), tmp_path / "in.parquet")

    with pytest.raises(ArgumentError, match="2 columns are 'url': give one another name"):
        clean(tmp_path / "in.parquet", tmp_path / "out.parquet", column="url")


def test_a_bad_row_group_stops_the_run_and_is_named(tmp_path: Path) -> None:
    texts = pyarrow.array([f"http://h/{number}" for number in range(2000)])
    options: dict[str, Any] = {"compression": "none", "use_dictionary": False, "write_page_checksum": True}
    write_parquet(tmp_path / "in.parquet", texts, row_group_size=1000, **options)
    data = bytearray((tmp_path / "in.parquet").read_bytes())
    at = data.find(b"http://h/1500")
    data[at : at + 5] = b"\0\0\0\0\0"
    (tmp_path / "in.parquet").write_bytes(data)

    with pytest.raises(CleanError, match=r"in\.parquet: row group 1 is damaged: .*CRC"):
        clean(tmp_path / "in.parquet", tmp_path / "out.parquet", column="url")

    assert [path.name for path in tmp_path.iterdir()] == ["in.parquet"]


@pytest.mark.parametrize("keep", [0, 4, 100, -1, -9])
def test_a_parquet_file_that_was_cut_off_is_told(keep: int, tmp_path: Path) -> None:
    write_parquet(tmp_path / "in.parquet", pyarrow.array(TEXTS))
    data = (tmp_path / "in.parquet").read_bytes()
    (tmp_path / "in.parquet").write_bytes(data[:keep])

    with pytest.raises(CleanError, match="this is no whole Parquet file"):
        clean(tmp_path / "in.parquet", tmp_path / "out.parquet", column="url")

    assert not (tmp_path / "out.parquet").exists()


def test_long_rows_of_parquet_are_read_a_few_at_a_time(tmp_path: Path) -> None:
    texts = pyarrow.array([f"http://h/{number}/" + "a" * 1_000_000 for number in range(80)])
    write_parquet(tmp_path / "in.parquet", texts, use_dictionary=False)

    blocks = parquet_rows(str(tmp_path / "in.parquet"), column="url", name="x", reach=lambda share: None)
    sizes = [len(block.values) for block in blocks]

    assert sum(sizes) == 80
    assert max(sizes) <= 34
