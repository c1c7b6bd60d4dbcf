"""The main job as a whole: nothing is lost, and the same comes out by every door."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pyarrow import parquet

from tests.clean.table import rows
from urikit import key
from urikit.clean import CleanError, clean
from urikit.clean.layout import FIELDS, INTEGERS, Layout
from urikit.strategies import uri_references

WEB = Path(__file__).parents[3] / "shared" / "bench" / "data" / "web.txt.gz"
SOURCE = Path(__file__).parents[2] / "src"
SCHEMA = json.loads(files("urikit.clean").joinpath("schema.json").read_text("utf-8"))

pieces = st.sampled_from(["http://a/", "HTTP://A:80/", "http://b/?#", "a b", "", "../g", "é", "http://u:pw@h/", "x:"])
piles = st.lists(st.lists(pieces | uri_references().map(str), max_size=12), min_size=1, max_size=3)
SLOW = settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])


@SLOW
@given(pile=piles, ignore_fragment=st.booleans(), rung=st.sampled_from(["simple", "case", "path", "scheme"]))
def test_every_row_is_kept_duplicate_or_rejected_and_the_first_of_a_key_is_kept(
    pile: list[list[str]], ignore_fragment: bool, rung: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("pile")
    names = [str(folder / f"{number}.txt") for number in range(len(pile))]
    for name, lines in zip(names, pile, strict=True):
        Path(name).write_bytes(b"".join(line.encode() + b"\n" for line in lines))

    summary = clean(names, folder / "out.parquet", rung=rung, ignore_fragment=ignore_fragment)

    found = rows(folder / "out.parquet")
    given_rows = [
        (name, number) for name, lines in zip(names, pile, strict=True) for number in range(1, len(lines) + 1)
    ]
    assert [(row["source"], row["line"]) for row in found] == given_rows
    firsts: dict[str, tuple[str, int]] = {}
    for row in found:
        here = (row["source"], row["line"])
        first = None if row["key"] is None else firsts.setdefault(row["key"], here)
        assert row["status"] == ("rejected" if first is None else "kept" if first == here else "duplicate")
        assert (row["first_source"], row["first_line"]) == (first if row["status"] == "duplicate" else (None, None))
        if first:
            assert row["key"] == key(row["text"], rung, fragment="ignore" if ignore_fragment else "compare")
    counts = {name: sum(row["status"] == name for row in found) for name in ("kept", "duplicate", "rejected")}
    assert {name: getattr(summary, name) for name in counts} == counts
    assert summary.rows == len(given_rows) == sum(counts.values())
    assert summary.kept == len(firsts)


LINES = [
    *(
        "http://example.com/~a",
        "HTTP://EXAMPLE.com:80/%7Ea",
        "http://example.com/a,b",
        'http://example.com/"',
        "",
        "../g",
    ),
    *(
        "http://example.com/%zz",
        "mailto:a@example.com",
        "http://u:pw@example.com/",
        "http://é/",
        "http://example.com/~a#x",
    ),
]


def as_text(lines: list[str]) -> bytes:
    return "".join(line + "\n" for line in lines).encode()


def as_csv(lines: list[str], delimiter: str = ",") -> bytes:
    file = io.StringIO(newline="")
    csv.writer(file, delimiter=delimiter).writerows([("id", "url"), *enumerate(lines)])
    return file.getvalue().encode()


def as_json_lines(lines: list[str]) -> bytes:
    return "".join(json.dumps({"id": number, "url": line}) + "\n" for number, line in enumerate(lines)).encode()


def as_parquet(lines: list[str]) -> bytes:
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(
        pyarrow.table({"id": range(len(lines)), "url": lines}), sink, row_group_size=4 if len(lines) < 1000 else 50_000
    )
    return bytes(sink.getvalue())


def as_zstandard(lines: list[str]) -> bytes:
    sink = pyarrow.BufferOutputStream()
    with pyarrow.CompressedOutputStream(sink, "zstd") as packed:
        packed.write(as_text(lines))
    return bytes(sink.getvalue())


DOORS: dict[str, Any] = {
    "in.txt": as_text,
    "crlf.txt": lambda lines: as_text(lines).replace(b"\n", b"\r\n"),
    "in.txt.gz": lambda lines: gzip.compress(as_text(lines)),
    "in.txt.zst": as_zstandard,
    "in.csv": as_csv,
    "in.csv.gz": lambda lines: gzip.compress(as_csv(lines)),
    "in.tsv": lambda lines: as_csv(lines, "\t"),
    "in.jsonl": as_json_lines,
    "in.parquet": as_parquet,
    "in.parquet.gz": lambda lines: gzip.compress(as_parquet(lines)),
}
SAME = [name for name in FIELDS if name not in ("source", "first_source", "line", "first_line", "offset")]


def by_door(door: str, lines: list[str], folder: Path) -> list[list[Any]]:
    (folder / door).write_bytes(DOORS[door](lines))
    column = None if "txt" in door else "url"
    clean(folder / door, folder / f"{door}.out.parquet", column=column)
    return [[row[name] for name in SAME] for row in rows(folder / f"{door}.out.parquet")]


@pytest.mark.parametrize("door", DOORS)
def test_the_same_comes_out_by_every_door(door: str, tmp_path: Path) -> None:
    found = by_door(door, LINES, tmp_path)

    assert found == by_door("in.txt", LINES, tmp_path)
    assert [row[1] for row in found].count("kept") == 4


@pytest.mark.parametrize("name", ["out.csv", "out.jsonl", "out.csv.gz", "out.jsonl.zst", "out.pq"])
def test_the_same_goes_out_by_every_door(name: str, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_bytes(as_text(LINES) + b"http://example.com/?#\n\xff\0\x1b\n")
    clean(tmp_path / "in.txt", tmp_path / "want.parquet")
    clean(tmp_path / "in.txt", tmp_path / name)

    path, want = tmp_path / name, rows(tmp_path / "want.parquet")
    plain = tmp_path / name.removesuffix(".gz").removesuffix(".zst").replace(".pq", ".parquet")
    if plain != path:
        data = path.read_bytes()
        packing = {".gz": "gzip", ".zst": "zstd"}.get(path.suffix)
        source = pyarrow.BufferReader(data)
        plain.write_bytes(pyarrow.CompressedInputStream(source, packing).read() if packing else data)
    found = rows(plain)

    if plain.suffix == ".csv":
        assert b',"http://example.com/?#",,,"http","example.com","reg-name",,"/","","",,' in plain.read_bytes()
        want = [{name: None if value == "" else value for name, value in row.items()} for row in want]
    assert found == want
    assert list(found[0]) == list(FIELDS)


def test_the_table_has_the_columns_that_were_promised(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_bytes(b"")

    summary = clean(tmp_path / "in.txt", tmp_path / "out.parquet")

    table = parquet.read_table(tmp_path / "out.parquet")
    words = "source line offset text status canonical key first_source first_line scheme host host_kind port path query"
    assert table.column_names == [*words.split(), "fragment", "code", "start", "message", "changed"]
    assert [name for name in table.column_names if table.schema.field(name).type == pyarrow.int64()] == [*INTEGERS]
    assert (table.schema, table.num_rows, summary.rows) == (Layout().schema(), 0, 0)


def test_only_rows_of_a_status_and_rejected_rows_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_bytes(as_text(LINES))
    clean(tmp_path / "in.txt", tmp_path / "all.jsonl")
    every = rows(tmp_path / "all.jsonl")

    clean(tmp_path / "in.txt", tmp_path / "kept.jsonl", only="kept", rejected=tmp_path / "bad.jsonl")
    clean(tmp_path / "in.txt", tmp_path / "rest.jsonl", rejected=tmp_path / "bad.csv")
    clean(tmp_path / "in.txt", tmp_path / "duplicate.jsonl", only="duplicate")

    def those(*statuses: str) -> list[dict[str, Any]]:
        return [row for row in every if row["status"] in statuses]

    assert rows(tmp_path / "kept.jsonl") == those("kept")
    assert rows(tmp_path / "bad.jsonl") == those("rejected")
    assert rows(tmp_path / "rest.jsonl") == those("kept", "duplicate")
    assert rows(tmp_path / "duplicate.jsonl") == those("duplicate")
    assert len(rows(tmp_path / "bad.csv")) == len(those("rejected")) == 6


def test_the_summary_counts_names_and_masks(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_bytes(as_text([*LINES, "b a", "http://u:secret@h/\x1b"]))

    summary = clean(
        tmp_path / "in.txt", tmp_path / "out.csv", summary=tmp_path / "summary.json", passwords="keep", memory="64MB"
    )

    written = json.loads((tmp_path / "summary.json").read_text("utf-8"))
    assert written == summary.as_dict()
    assert (summary.rows, summary.kept, summary.duplicate, summary.rejected) == (13, 5, 1, 7)
    assert summary.reasons() == sorted(summary.codes.items(), key=lambda one: (-one[1], one[0]))
    assert sum(summary.codes.values()) == 7
    assert summary.hosts == [("example.com", 4)]
    assert summary.schemes == [("http", 4), ("mailto", 1)]
    assert written["outputs"] == [str(tmp_path / "out.csv"), str(tmp_path / "summary.json")]
    for words in (summary.as_text(), json.dumps(written), repr(summary)):
        assert "secret" not in words
    assert "in.txt:13: http://•••@h/<ESC>" in summary.as_text()


def test_what_is_written_as_json_keeps_to_the_schema(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_bytes(as_text(LINES))
    (tmp_path / "in.parquet").write_bytes(as_parquet(LINES))
    Draft202012Validator.check_schema(SCHEMA)
    summaries = [
        clean(tmp_path / "in.txt", tmp_path / "a.jsonl", base="http://u:pw@h/", passwords="mask", max_length=None),
        clean(tmp_path / "in.parquet", tmp_path / "b.jsonl", column="url", only="kept"),
        clean(tmp_path / "in.txt", tmp_path / "c.jsonl", columns="commoncrawl", report=tmp_path / "c.html"),
    ]

    for name, found in [
        ("row", rows(tmp_path / "a.jsonl") + rows(tmp_path / "b.jsonl")),
        ("commoncrawl", rows(tmp_path / "c.jsonl")),
        ("summary", [summary.as_dict() for summary in summaries]),
    ]:
        validator = Draft202012Validator({**SCHEMA, "anyOf": [{"$ref": f"#/$defs/{name}"}]})
        for one in found:
            validator.validate(one)
            assert not validator.is_valid({**one, "more": 1})


def test_progress_is_told_from_nothing_to_all(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(as_text([f"http://example.com/{number:01000}" for number in range(4_000)]))
    (tmp_path / "b.txt.gz").write_bytes(gzip.compress(as_text(LINES)))
    seen: list[tuple[str, int, int | None]] = []

    summary = clean(
        [tmp_path / "a.txt", tmp_path / "b.txt.gz"],
        tmp_path / "out.parquet",
        progress=lambda doing, done, whole: seen.append((doing, done, whole)),
    )

    size = sum((tmp_path / name).stat().st_size for name in ("a.txt", "b.txt.gz"))
    reading = [done for doing, done, _ in seen if doing == "reading"]
    writing = [done for doing, done, _ in seen if doing == "writing"]
    assert (reading[-1], writing[-1]) == (size, summary.rows)
    assert reading == sorted(reading)
    assert writing == sorted(writing)
    assert {(doing, whole) for doing, _, whole in seen} == {("reading", size), ("writing", summary.rows)}
    assert len(reading) > 3


@pytest.mark.parametrize("name", ["in.txt", "in.parquet", "in.csv.gz"])
def test_a_file_may_have_a_name_that_is_no_utf_8(name: str, tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"\xff")
    try:
        folder.mkdir()
    except OSError:
        pytest.skip("no such names on this file system")
    (folder / name).write_bytes(DOORS[name](LINES))
    column = None if name == "in.txt" else "url"

    for output in ("out.parquet", "out.csv", "out.jsonl"):
        summary = clean(folder / name, folder / output, column=column, summary=folder / "s.json")

        assert rows(folder / output)[1]["first_source"] == f"{tmp_path}/\\xff/{name}"
        assert json.loads((folder / "s.json").read_text("utf-8")) == summary.as_dict()
    assert summary.outputs == [f"{tmp_path}/\\xff/out.jsonl", f"{tmp_path}/\\xff/s.json"]
    with pytest.raises(CleanError, match="DuckDB cannot write there"):
        clean(folder / name, folder / "out.csv", column=column, temp=folder)


def test_progress_of_parquet_goes_with_its_rows(tmp_path: Path) -> None:
    (tmp_path / "in.parquet").write_bytes(as_parquet([f"http://h/{number}" for number in range(9_000)]))
    seen: list[int] = []

    clean(
        tmp_path / "in.parquet",
        tmp_path / "out.parquet",
        column="url",
        progress=lambda doing, done, whole: (
            seen.append(round(done * 100 / (whole or 1))) if doing == "reading" else None
        ),
    )

    assert seen == [46, 91, 100]  # after 4096, 8192 and 9000 rows


def test_what_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)

    with pytest.raises(ModuleNotFoundError, match=r"clean needs duckdb: pip install 'urikit\[cli\]'"):
        clean(tmp_path / "in.txt", tmp_path / "out.csv")


web = pytest.mark.skipif(not WEB.exists(), reason="the real URLs are not there")


@web
def test_real_urls_are_all_accounted_for(tmp_path: Path) -> None:
    summary = clean(WEB, tmp_path / "out.parquet")

    table = parquet.read_table(tmp_path / "out.parquet")
    assert (summary.rows, summary.rejected) == (74_029, 0)
    assert summary.kept + summary.duplicate == 74_029
    assert table.num_rows == 74_029
    assert len(set(table["key"].to_pylist())) == summary.kept


@pytest.fixture(scope="module")
def million() -> list[str]:
    """Real URLs, many a time: as they are, written differently, and with a query that makes them new."""
    urls = gzip.decompress(WEB.read_bytes()).decode().splitlines()
    spellings = [
        lambda url, turn: url,
        lambda url, turn: url.replace("https:", "HTTPS:"),
        lambda url, turn: f"{url}?{turn}",
    ]
    return [spellings[turn % 3](url, turn) for turn in range(14) for url in urls][:1_000_000]


@web
@pytest.mark.slow
@pytest.mark.parametrize("door", ["in.txt", "in.csv", "in.jsonl", "in.parquet", "-"])
def test_a_million_rows_are_kept_as_they_should_within_a_gigabyte(
    door: str, million: list[str], tmp_path: Path
) -> None:
    program = (
        "import resource, sys; from urikit.clean import clean; clean(*sys.argv[1:3], column=sys.argv[3] or None);"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    data = DOORS.get(door, as_text)(million)
    (tmp_path / door).write_bytes(data)
    column = "" if door in ("in.txt", "-") else "url"
    command = [sys.executable, "-c", program, str(tmp_path / door) if column else door, str(tmp_path / "out.parquet")]

    done = subprocess.run(
        [*command, column],
        input=data if door == "-" else b"",
        cwd=tmp_path,
        capture_output=True,
        check=True,
        env={"PYTHONPATH": str(SOURCE)},
    )

    seen: set[str] = set()
    wanted = []
    for url in million:
        wanted.append("duplicate" if (one := key(url, "scheme")) in seen else "kept")
        seen.add(one)
    assert parquet.read_table(tmp_path / "out.parquet", columns=["status"])["status"].to_pylist() == wanted
    assert int(done.stdout) < 1_000_000  # KiB
