"""A table in several files: all rows, each once, those of a host together."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clean.table import rows
from urikit.clean import ArgumentError, clean
from urikit.clean.shards import shard_paths


@pytest.mark.parametrize("name", ["out.parquet", "out.csv"])
def test_every_row_is_in_one_file_with_those_of_its_host(name: str, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_bytes(
        b"".join(b"http://h%d.example/%d\nbad one\n" % (n % 50, n % 300) for n in range(900))
    )
    clean(tmp_path / "in.txt", tmp_path / f"whole-{name}")

    summary = clean(tmp_path / "in.txt", tmp_path / name, shards=4)

    paths = [Path(path) for path in summary.outputs]
    assert [path.name for path in paths] == [name.replace(".", f"-0000{number}-of-00004.") for number in range(4)]
    assert not (tmp_path / name).exists()
    tables = [rows(path) for path in paths]
    assert all(tables)
    assert all(table == sorted(table, key=lambda row: row["line"]) for table in tables)
    assert sorted((row for table in tables for row in table), key=lambda row: row["line"]) == rows(
        tmp_path / f"whole-{name}"
    )
    hosts = [{row["host"] for row in table} for table in tables]
    assert sum(map(len, hosts)) == len(set.union(*hosts)) == 51
    assert None in hosts[0]


def test_a_host_goes_to_the_same_file_in_every_run(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_bytes(b"http://example.com/\nhttp://example.org/\nhttp://example.net/\nmailto:a\n")

    clean(tmp_path / "in.txt", tmp_path / "out.csv", shards=3, only="kept")

    found = [[row["host"] for row in rows(Path(path))] for path in shard_paths(str(tmp_path / "out.csv"), 3)]
    assert found == [["example.org", None], [], ["example.com", "example.net"]]


@pytest.mark.parametrize(("output", "shards"), [("out.csv", 0), ("out.csv", 1001), ("-", 2)])
def test_shards_that_cannot_be_are_told(output: str, shards: int, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_bytes(b"http://a/\n")

    with pytest.raises(ArgumentError, match="shards"):
        clean(tmp_path / "in.txt", output, shards=shards)
