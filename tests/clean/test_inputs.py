"""Which files does a name stand for?"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.clean.table import rows
from tests.cli.shell import call
from urikit.clean import CleanError, clean
from urikit.clean.inputs import files_of

FILES = [
    "data/b.txt",
    "data/a.txt",
    "data/a.csv",
    "data/.hidden.txt",
    "data/deep/c.txt",
    "data/deep/er/d.txt",
    "e[1].txt",
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for number, name in enumerate(FILES):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(f"http://h/{number}\n")
    Path("data/not-a-file.txt").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    ("glob", "files"),
    [
        ("data/*.txt", ["data/a.txt", "data/b.txt"]),
        ("data/?.[ct]*", ["data/a.csv", "data/a.txt", "data/b.txt"]),
        ("data/**/*.txt", ["data/a.txt", "data/b.txt", "data/deep/c.txt", "data/deep/er/d.txt"]),
        ("**/**/d.txt", ["data/deep/er/d.txt"]),
        ("data/.*.txt", ["data/.hidden.txt"]),
        ("e[1].txt", ["e[1].txt"]),
        ("e[[]1].txt", ["e[1].txt"]),
        ("missing.txt", ["missing.txt"]),
        ("-", ["-"]),
    ],
)
def test_a_glob_is_its_files_in_order(glob: str, files: list[str]) -> None:
    assert files_of([glob]) == files
    assert files_of([glob, "x", glob]) == [*files, "x", *files]


def test_a_file_that_is_called_so_wins(folder: Path) -> None:
    Path("data/*.txt").write_text("http://star/\n")

    assert files_of(["data/*.txt"]) == ["data/*.txt"]


@pytest.mark.parametrize("glob", ["data/*.parquet", "nowhere/**", "data/not*", "data/x[1].txt", "[", "data/\udcff*"])
def test_a_glob_without_files_is_told(glob: str) -> None:
    with pytest.raises(CleanError, match="there is no such file, and none that it fits as a pattern"):
        clean(glob, "out.csv")

    assert not Path("out.csv").exists()


def test_names_that_are_no_text_are_found() -> None:
    odd = os.fsdecode(b"data/z\xff.txt")
    Path(odd).write_text("http://z/\n")

    assert files_of(["data/z*"]) == [odd]
    clean("data/z*", "out.csv")
    assert [row["source"] for row in rows(Path("out.csv"))] == ["data/z\\xff.txt"]


def test_each_row_says_its_file_and_its_line_in_it() -> None:
    Path("more.csv").write_text("url\nhttp://h/1\n")
    summary = clean(["data/**/*.txt", "more.csv"], "out.parquet")

    assert [(row["source"], row["line"], row["first_source"]) for row in rows(Path("out.parquet"))] == [
        ("data/a.txt", 1, None),
        ("data/b.txt", 1, None),
        ("data/deep/c.txt", 1, None),
        ("data/deep/er/d.txt", 1, None),
        ("more.csv", 2, "data/a.txt"),
    ]
    assert [name for name, _ in summary.sources] == [*files_of(["data/**/*.txt"]), "more.csv"]


def test_the_command_expands_what_no_shell_did() -> None:
    done = call("clean", "data/*.txt", "-o", "out.csv", "-q")
    assert (done.status, len(rows(Path("out.csv")))) == (0, 2)

    done = call("clean", "no*", "-o", "out.csv")
    assert (done.status, done.err) == (
        3,
        "urikit clean: no*: there is no such file, and none that it fits as a pattern\n",
    )
    done = call("stats", "data/*.txt")
    assert (done.status, b"kept" in done.out) == (0, True)


def test_a_folder_is_told_what_to_write() -> None:
    done = call("clean", "data", "-o", "out.csv")
    assert (done.status, done.err) == (
        3,
        "urikit clean: data: cannot be read: it is a folder; 'data/*' are the files in it\n",
    )


def test_an_output_that_the_glob_fits_is_refused() -> None:
    call("clean", "data/*.csv", "--input-format", "text", "-o", "data/out.csv", "-q")
    before = Path("data/out.csv").read_bytes()
    done = call("clean", "data/*.csv", "--input-format", "text", "-o", "data/out.csv", "-q")

    assert (done.status, done.err) == (
        3,
        "urikit clean: data/out.csv: cannot be written: it is the input data/out.csv\n",
    )
    assert Path("data/out.csv").read_bytes() == before
