"""P9 where rows are counted: no password and no token is on the page, in what stats draws, or in a summary."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest

from tests.cli.shell import call

SECRET = "qX7jZk9w"
ROWS = [
    "http://h/?next=https://user:{}@g/",
    "http://h/?next=https%3A%2F%2Fuser%3A{}%40g%2F",
    "http://h/?next=%2Flogin%3Ftoken%3D{}",
    "http://h/https://user:{}@g/",
    "http://user:{}@h/?a#token={}",
    "http://h/?access_token={}&a=b",
    "http://h/?X-Amz-Signature={}",
    "http://h/?%74oken={}",
    "http://h/;jsessionid={}?a",
    "https://{}{}@github.example/a",
    "sip:user:{}@h?a=b",
]
BROKEN = ["{} x", "{}\x1b", "\\{}", "{}/%zz", "{}\xff"]  # what is wrong with a row; nothing is too
ASKED: dict[str, list[str]] = {
    "unwanted": ["clean", "-", "-o", "out.csv", "--keep-scheme", "ftp", "--passwords", "mask"],
    "kept": ["clean", "-", "-o", "out.csv", "--passwords", "keep", "--keep-scheme", "ftp"],
    "rejected": ["clean", "-", "-o", "out.csv", "--summary", "out.json"],
    "stats": ["stats", "-"],
    "json": ["stats", "-", "--format", "json"],
    "base": ["stats", "-", "--base", f"http://u:{SECRET}@h/?token={SECRET}"],
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def leaks(text: str) -> bool:
    return any(SECRET[at : at + 3] in text for at in range(len(SECRET) - 2))


@pytest.mark.parametrize("words", ASKED.values(), ids=ASKED)
@pytest.mark.parametrize("broken", ["{}", *BROKEN])
def test_no_secret_of_a_row_is_shown(words: list[str], broken: str) -> None:
    for row, relative in [*product(ROWS, (False, True))][len(broken + words[-1]) % 4 :: 4]:
        text = broken.format(row.format(SECRET, SECRET))
        given = text.partition(":")[2] if relative and text.startswith("http") else text
        done = call(*words, "--report", "page.html", stdin=(given + "\n").encode("latin-1"))

        assert done.status in (0, 1), done.err
        shown = [done.text if words[-1] != "out.csv" else "", done.err, Path("page.html").read_text("utf-8")]
        if Path("out.json").exists():
            shown.append(json.dumps(json.loads(Path("out.json").read_text("utf-8")), ensure_ascii=False))
        assert not [one for one in shown if leaks(one)], given


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("in.csv", "id,url\n1\n2,http://a/,x\n{},\nsecret={}\n"),
        ("in.csv", "http://u:{}@h/,http://h/?token={}\n"),
        ("in.jsonl", '{{"id": 1, "password": "{}"}}\n{{"token": "a \\" {}", "url": 1}}\n'),
        ("in.jsonl", '{{"http://h/?token={}": "x"}}\n{{"token": "a {}'),
        ("in.jsonl", '{{"Authorization": "Bearer {}"}}\n'),
    ],
)
def test_no_secret_of_another_column_is_shown(name: str, data: str) -> None:
    Path(name).write_text(data.replace("{},", "x,").format(SECRET, SECRET, SECRET))
    for column in ([], ["--column", "url"]):
        for words in (["stats"], ["stats", "--format", "json"], ["clean", "-o", "out.csv"]):
            done = call(*words, name, *column, "--report", "page.html")

            assert not leaks(done.err), done.err
            assert words[0] == "clean" or not leaks(done.text)
            assert not Path("page.html").exists() or not leaks(Path("page.html").read_text("utf-8"))
