"""Row groups that were written apart are one Parquet file, whoever reads it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import duckdb
import pyarrow
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

from urikit.clean.encode import JsonLines, Parquet
from urikit.clean.layout import FIELDS, INTEGERS, Layout

ROWS = 3_000


def group(first: int, key: str) -> pyarrow.Table:
    """A group of rows; in every third there is neither a canonical text nor a key."""
    numbers = range(first, first + ROWS)
    texts = [f"http://example.com/{number}?a=b#c" for number in numbers]
    known = [None if number % 3 == 0 else text for number, text in zip(numbers, texts, strict=True)]
    columns: dict[str, Sequence[object]] = {name: numbers if name in INTEGERS else texts for name in FIELDS}
    columns |= {"canonical": known, "key": [text and text.partition(key)[0] for text in known]}
    return pyarrow.table([columns[name] for name in FIELDS], schema=Layout().schema())


def written(path: Path, groups: list[pyarrow.Table]) -> None:
    encoder = Parquet()
    with path.open("wb") as file:
        file.write(encoder.begin())
        for one in groups:
            pieces, note = encoder.encode(one)
            encoder.add(note, file.tell())
            file.writelines(pieces)
        file.write(encoder.end(sum(one.num_rows for one in groups)))


@pytest.mark.parametrize("key", ["nothing is cut there", "#"], ids=["key is canonical", "key is another text"])
def test_all_columns_are_there_in_every_group(key: str, tmp_path: Path) -> None:
    groups = [group(0, key), group(ROWS, key), group(2 * ROWS, key).slice(0, 1)]

    written(tmp_path / "out.parquet", groups)

    whole = pyarrow.concat_tables(groups)
    file = pyarrow.BufferReader((tmp_path / "out.parquet").read_bytes())
    assert parquet.read_table(file, page_checksum_verification=True).equals(whole)
    assert parquet.read_table(file, columns=["key"])["key"].equals(whole["key"])
    found = duckdb.read_parquet(str(tmp_path / "out.parquet")).project("key, path, changed").fetchall()
    assert found == list(zip(*(whole[name].to_pylist() for name in ("key", "path", "changed")), strict=True))


@pytest.mark.parametrize("key", ["nothing is cut there", "#"], ids=["key is canonical", "key is another text"])
def test_the_footer_says_where_all_bytes_are(key: str, tmp_path: Path) -> None:
    written(tmp_path / "out.parquet", [group(0, key), group(ROWS, key)])

    meta = parquet.read_metadata(tmp_path / "out.parquet")

    end = 4  # behind "PAR1"
    for number in range(2):
        of = meta.row_group(number)
        columns = [of.column(one) for one in range(of.num_columns)]
        assert [column.path_in_schema for column in columns] == list(FIELDS)
        assert of.total_byte_size == sum(column.total_uncompressed_size for column in columns)
        spans = sorted(
            (min(filter(None, (column.dictionary_page_offset, column.data_page_offset))), column.total_compressed_size)
            for column in columns
        )
        for begin, size in spans:
            assert begin == end
            end += size
    assert (tmp_path / "out.parquet").read_bytes()[-4:] == b"PAR1"


texts = (
    st.none()
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
    | st.sampled_from(['"', "\\", "\x00\n\x1f\x7f"])
)
numbers = st.none() | st.integers(-(1 << 63), (1 << 63) - 1)
records = st.fixed_dictionaries({name: numbers if name in INTEGERS else texts for name in FIELDS})


@given(st.lists(records, max_size=4), st.integers(0, 2))
def test_each_row_is_one_object_in_json(found: list[dict[str, Any]], skip: int) -> None:
    (written,), _ = JsonLines().encode(pyarrow.Table.from_pylist(found, Layout().schema()).slice(skip))

    lines = bytes(written).decode().split("\n")[:-1]
    assert [json.loads(line) for line in lines] == found[skip:]
    assert lines == [json.dumps({name: row[name] for name in FIELDS}, ensure_ascii=False) for row in found[skip:]]
