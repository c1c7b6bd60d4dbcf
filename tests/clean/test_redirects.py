"""Does every chain of redirects lead to its end, and no circle anywhere?"""

from __future__ import annotations

import gzip
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.clean.table import cleaned
from urikit import normalize
from urikit.clean import ArgumentError, CleanError
from urikit.clean.redirects import redirects

NODES = [f"http://{letter}/" for letter in "abcdef"]


def chain(pairs: list[tuple[str, str]], start: str) -> str | None:
    """Walk step by step, as a client does; None in a circle.  One that leads to itself was only told a cookie."""
    steps, seen = {source: target for source, target in pairs if source != target}, set()
    while start in steps:
        if start in seen:
            return None
        seen.add(start)
        start = steps[start]
    return start


@given(pairs=st.lists(st.tuples(st.sampled_from(NODES), st.sampled_from(NODES)), max_size=12))
def test_what_stands_for_what_is_where_a_client_ends(pairs: list[tuple[str, str]]) -> None:
    found = redirects(pairs)
    for node in NODES:
        end = chain(pairs, node)
        assert (end is None) == (node in found.circles)
        assert end is None or found.aliases.get(node, node) == end
        assert end is None or normalize(node, "protocol", aliases=found.aliases) == end


def test_a_hundred_thousand_steps_are_no_recursion() -> None:
    count = 100_000
    found = redirects([(f"http://h/{n}", f"/{n + 1}") for n in range(count)])

    assert found.longest == count
    assert set(found.aliases.values()) == {f"http://h/{count}"}


def test_texts_are_normalised_before_they_are_compared() -> None:
    found = redirects([("HTTP://A:80", "http://b/%7Ec#top"), ("http://b/~c#x", "d")])

    assert found.aliases == {"http://a/": "http://b/d#top", "http://b/~c": "http://b/d"}


def test_of_two_pairs_the_later_stands() -> None:
    assert redirects([("http://a/", "http://b/"), ("http://a/", "http://c/")]).aliases == {"http://a/": "http://c/"}


def test_what_is_no_uri_is_told() -> None:
    found = redirects([("a b", "http://c/"), ("http://a/", "http://[/"), ("/a", "/b")])

    assert found.aliases == {}
    assert [source for source, _, _ in found.unread] == ["a b", "http://a/", "/a"]


def test_nothing_leads_nowhere() -> None:
    assert redirects([]).longest == 0


def test_a_long_tail_leads_into_a_long_circle() -> None:
    count = 100_000
    pairs = [(f"http://h/{n}", f"/{n + 1}") for n in range(count)]
    found = redirects([*pairs, (f"http://h/{count}", f"/{count // 2}")])

    assert (found.aliases, found.longest) == ({}, 0)
    assert found.circles == tuple(f"http://h/{n}" for n in range(count + 1))


def test_a_step_to_itself_is_none() -> None:
    assert redirects([("http://a/", "http://b/"), ("http://a/", "#x"), ("http://b/", "HTTP://B:80")]).aliases == {
        "http://a/": "http://b/"
    }


def test_a_log_of_iris_is_one_of_their_uris() -> None:
    found = redirects([("http://bücher.example/é", "ü#ö")], spec="rfc3987")

    assert found.aliases == {"http://xn--bcher-kva.example/%C3%A9": "http://xn--bcher-kva.example/%C3%BC#%C3%B6"}
    assert str(redirects([("http://bücher.example/é", "ü")])) == "0 followed, 0 in circles, 1 unread"


LOGS: dict[str, bytes] = {
    "log.csv": b"from,to\nhttp://a/,http://b/\n\nhttp://c/\n,http://d/\nhttp://e/,\xff\n",
    "log.tsv": b"to\tfrom\nhttp://b/\thttp://a/\n",
    "log.jsonl": b'{"from": "http://a/", "to": "http://b/"}\n{"from": 1, "to": null}\nno json\n[]\n\n',
    "log.csv.gz": gzip.compress(b"from,to\nhttp://a/,http://b/\n"),
}


@pytest.mark.parametrize("name", LOGS)
def test_a_log_comes_by_every_door_and_bad_pairs_are_counted(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(LOGS[name])
    rows, summary = cleaned(tmp_path, b"http://a\nhttp://b/\n", follow_redirects_from=tmp_path / name)

    assert [(row["canonical"], row["changed"]) for row in rows] == [("http://b/", "redirect"), ("http://b/", None)]
    unread = {"log.csv": 4, "log.jsonl": 4}.get(name, 0)
    assert summary.options["redirects"] == f"1 followed, 0 in circles, {unread} unread"
    assert f"{unread} unread" in summary.as_text()


def test_where_a_redirect_leads_is_judged_as_a_row_is(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    long = "x" * 100
    log.write_text(f"from,to\nhttp://a/,http://u:secret@h/\nhttp://b/,http://h/{long}\nhttp://c/,ftp://h/\n")
    data = b"http://a/\nhttp://b/\nhttp://c/\nhttp:// /\n"
    options: dict[str, Any] = {"follow_redirects_from": log, "max_length": 50}
    rows, summary = cleaned(tmp_path, data, keep_scheme=["http"], **options)

    assert [row["code"] for row in rows] == ["password", "line-too-long", "unwanted", "space"]
    assert [row["text"] for row in rows] == data.decode().split("\n")[:4]
    assert summary.changes == {"redirect": 3, "keep-scheme": 1}
    assert "secret" not in str(rows) + summary.as_json()
    rows, _ = cleaned(tmp_path, data, passwords="mask", **options)
    assert rows[0]["canonical"] == "http://u:***@h/"


@pytest.mark.parametrize("kind", ["fifo", "folder", "cut", "missing", "text", "columns"])
def test_a_log_that_cannot_be_read_is_told(kind: str, tmp_path: Path) -> None:
    log = tmp_path / ("log" if kind == "text" else "log.csv.gz" if kind == "cut" else "log.csv")
    errors: dict[str, Any] = {
        "fifo": (ArgumentError, "read twice"),
        "folder": (CleanError, "it is a folder"),
        "cut": (CleanError, "the file is cut off"),
        "missing": (CleanError, "No such file"),
        "text": (ArgumentError, "a table with the columns from and to"),
        "columns": (ArgumentError, "no column 'to' among 'from'"),
    }
    if kind == "fifo":
        os.mkfifo(log)
    elif kind == "folder":
        log.mkdir()
    elif kind != "missing":
        data = b"from\nhttp://a/\n"
        log.write_bytes(gzip.compress(data * 99)[:-9] if kind == "cut" else data)

    error, words = errors[kind]
    with pytest.raises(error, match=words):
        cleaned(tmp_path, b"http://a/\n", follow_redirects_from=log)

    assert not (tmp_path / "out.parquet").exists()
    assert not list(tmp_path.glob(".urikit*"))
