"""Has a table the columns that were asked for, wherever and however it is written?"""

from __future__ import annotations

import csv
import gzip
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from pyarrow import parquet

from tests.clean.table import rows
from urikit.clean import ArgumentError, clean
from urikit.clean.layout import FIELDS, Layout
from urikit.columns.records import parse_commoncrawl

URLS = [
    "https://www.example.co.uk:8443/a?b",
    "HTTPS://WWW.example.co.uk:8443/%61?b",
    "http://127.0.0.1/",
    "mailto:a@example.com",
    "http://exa mple.com/",
    None,
    "http://someone.github.io/#top",
]
CRAWLED = [name for name in Layout("commoncrawl").fields if name.startswith("url")]


@pytest.fixture
def index(tmp_path: Path) -> Path:
    """A part of the columnar index: of its columns ours is ``url``."""
    count = len(URLS)
    table = pyarrow.table(
        {
            "url_surtkey": ["not ours"] * count,
            "url": URLS,
            "url_host_name": ["not ours"] * count,
            "url_port": pyarrow.array([None] * count, pyarrow.int32()),
            "fetch_time": pyarrow.array(range(count), pyarrow.timestamp("ms")),
            "fetch_status": pyarrow.array([200] * count, pyarrow.int16()),
            "warc_record_id": pyarrow.array([b"\x00" * 16] * count, pyarrow.binary()),
            "warc_record_offset": pyarrow.array(range(count), pyarrow.int32()),
        }
    )
    place = tmp_path / "crawl=CC-MAIN-2026-30" / "subset=warc" / "part-00000.gz.parquet"
    place.parent.mkdir(parents=True)
    parquet.write_table(table, place, compression="gzip")
    return place


def test_an_index_goes_in_and_its_names_come_out(index: Path, tmp_path: Path) -> None:
    clean(index, tmp_path / "plain.parquet", column="url")
    summary = clean(index, tmp_path / "out.parquet", column="url", columns="commoncrawl")

    plain, found = rows(tmp_path / "plain.parquet"), rows(tmp_path / "out.parquet")
    assert (summary.rows, summary.kept, summary.duplicate, summary.rejected) == (7, 4, 1, 2)
    assert summary.options["columns"] == "commoncrawl"
    for row, before in zip(found, plain, strict=True):
        assert {name: row[name] for name in FIELDS if name in row} == {
            name: before[name] for name in FIELDS if name in row
        }
        parsed = [None] * len(CRAWLED) if row["canonical"] is None else parse_commoncrawl(row["canonical"])
        assert [row[name] for name in CRAWLED] == list(parsed)
    assert found[0]["url_host_registered_domain"] == "example.co.uk"
    assert (found[1]["url_surtkey"], found[1]["url_port"]) == ("uk,co,example:8443)/a?b", 8443)


@pytest.mark.parametrize("name", ["out.csv", "out.jsonl", "out.csv.gz", "out.pq"])
def test_every_format_has_them(name: str, index: Path, tmp_path: Path) -> None:
    clean(index, tmp_path / "want.parquet", column="url", columns="commoncrawl")
    clean(index, tmp_path / name, column="url", columns="commoncrawl", rejected=tmp_path / "no.csv")

    want: list[dict[str, Any]] = [row for row in rows(tmp_path / "want.parquet") if row["status"] != "rejected"]
    if ".csv" in name:
        data = (tmp_path / name).read_bytes()
        lines = (gzip.decompress(data) if name.endswith("gz") else data).decode().splitlines()
        assert list(csv.DictReader(lines)) == [
            {name: "" if value is None else str(value) for name, value in row.items()} for row in want
        ]
    else:
        plain = tmp_path / name.replace(".pq", ".parquet")
        (tmp_path / name).rename(plain)
        assert rows(plain) == want
    assert (tmp_path / "no.csv").read_text().startswith('"source","line","offset","text","status","canonical","key",')
    assert '"url_host_2nd_last_part"' in (tmp_path / "no.csv").read_text()


def test_shards_and_iris_have_them_too(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("http://bücher.example/é\nhttp://a.example/\n", encoding="utf-8")
    clean(tmp_path / "in.txt", tmp_path / "out.jsonl", columns="commoncrawl", form="iri", shards=2)

    found = {row["url"]: row for path in tmp_path.glob("out-*.jsonl") for row in rows(path)}
    assert found["http://bücher.example/é"]["url_host_name"] == "xn--bcher-kva.example"
    assert found["http://a.example/"]["url_host_tld"] == "example"


def test_an_empty_table_has_its_columns(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_bytes(b"")
    clean(tmp_path / "in.txt", tmp_path / "out.parquet", columns="commoncrawl")

    assert parquet.read_table(tmp_path / "out.parquet").schema == Layout("commoncrawl").schema()


def test_no_other_columns(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_bytes(b"http://a/\n")
    wrong: Any = "whatwg"
    with pytest.raises(ArgumentError, match="'rfc3986' or 'commoncrawl', not 'whatwg'"):
        clean(tmp_path / "in.txt", tmp_path / "out.parquet", columns=wrong)


def test_without_the_list_it_is_refused_before_anything_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> str:
        raise ImportError("an extra")

    monkeypatch.setattr("urikit.clean.layout.psl_version", missing)
    (tmp_path / "in.txt").write_bytes(b"http://a/\n")
    with pytest.raises(ImportError, match="an extra"):
        clean(tmp_path / "in.txt", tmp_path / "out.parquet", columns="commoncrawl")

    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.txt"]
