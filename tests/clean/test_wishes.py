"""Is what somebody wished done to the rows that it is about, counted, and to no other row?"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from urikit import URI, is_uri, normalize
from urikit.clean import ArgumentError, Summary, clean
from urikit.operations.pairs import drop_query, sort_query
from urikit.operations.trim import without_fragment, without_www

ROWS = [
    "http://www.example.com/?utm_source=x&b=1&a=2#f",
    "HTTP://EXAMPLE.com:80/?a=2&b=1",
    "http://old.example/x#k",
    "http://old.example/%78",
    "http://old.example/own",
    "ftp://h/",
    "bad url",
    "",
    "http://[::1]/?fbclid=1",
    "mailto:a@example.com",
    "http://shop.example.co.uk/?id=1&gclid=2",
    "http://www.www.example.com/",
]
LOG = "from,to\nhttp://old.example/x,/y\nHTTP://OLD.example:80/y,http://new.example/\nhttp://old.example/own,../z#own\n"


def cleaned(folder: Path, rows: list[str], **wishes: Any) -> tuple[list[dict[str, str]], Summary]:
    """The table, and the summary."""
    pile, table = folder / "pile.txt", folder / "table.csv"
    pile.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    summary = clean(pile, table, **wishes)
    with open(table, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file)), summary


@pytest.mark.parametrize(
    ("wishes", "change"),
    [
        ({"drop_query": ["utm_*", "gclid"]}, lambda text: drop_query(text, "utm_*", "gclid")),
        ({"sort_query": True}, sort_query),
        ({"strip_fragment": True}, without_fragment),
        ({"www": True}, without_www),
    ],
)
@pytest.mark.parametrize("exact", [False, True])
def test_a_wish_does_what_its_function_does(tmp_path: Path, wishes: Any, change: Any, exact: bool) -> None:
    plain, _ = cleaned(tmp_path, ROWS)
    table, summary = cleaned(tmp_path, ROWS, exact=exact, **wishes)

    touched = 0
    for row, before in zip(table, plain, strict=True):
        assert row["text"] == before["text"]
        if not before["canonical"]:
            assert row == before
            continue
        assert row["canonical"] == row["key"] == normalize(change(before["canonical"]), "scheme")
        assert row["host"] == (URI(row["canonical"]).host or "")
        assert bool(row["changed"]) == (row["canonical"] != before["canonical"])
        touched += bool(row["changed"])
    assert sum(summary.changes.values()) == touched > 0


def test_redirects_are_followed_to_their_ends(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text(LOG)
    table, summary = cleaned(tmp_path, ROWS, follow_redirects_from=log)

    ends = {row["text"]: row["canonical"] for row in table if row["changed"]}
    assert ends == {
        "http://old.example/x#k": "http://new.example/#k",
        "http://old.example/%78": "http://new.example/",
        "http://old.example/own": "http://old.example/z#own",
    }
    assert summary.changes == {"redirect": 3}


def test_a_redirect_makes_two_rows_one(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_text('{"from": "http://a/", "to": "http://b/"}\n')
    table, _ = cleaned(tmp_path, ["http://b", "http://a", "http://b/"], follow_redirects_from=log)

    assert [(row["status"], row["first_line"], row["changed"]) for row in table] == [
        ("kept", "", ""),
        ("duplicate", "1", "redirect"),
        ("duplicate", "1", ""),
    ]


@pytest.mark.parametrize(
    ("wishes", "kept"),
    [
        ({"keep_scheme": ["FTP"]}, ["ftp://h/"]),
        ({"host": ["*.example"]}, [row for row in ROWS if "old.example" in row]),
        ({"host": ["[[]::1]"]}, []),
        ({"host": ["[::1]"]}, ["http://[::1]/?fbclid=1"]),
        ({"domain": ["example.co.uk"]}, ["http://shop.example.co.uk/?id=1&gclid=2"]),
        ({"keep_scheme": ["http"], "host": ["example.com"]}, ["HTTP://EXAMPLE.com:80/?a=2&b=1"]),
    ],
)
def test_a_filter_leaves_out_the_others(tmp_path: Path, wishes: Any, kept: list[str]) -> None:
    table, summary = cleaned(tmp_path, ROWS, **wishes)

    assert [row["text"] for row in table if row["status"] != "rejected"] == kept
    assert all(row["code"] == "unwanted" for row in table if is_uri(row["text"]) and row["text"] not in kept)
    assert summary.rows == len(ROWS)
    assert sum(summary.changes.values()) == summary.codes.get("unwanted", 0)
    names = {name.replace("_", "-") for name in wishes}
    assert {row["changed"] for row in table} - {""} == set(summary.changes) <= names


def test_filters_see_what_wishes_made(tmp_path: Path) -> None:
    table, _ = cleaned(tmp_path, ["http://www.example.com/", "http://www.example.org/"], www=True, host=["example.com"])

    assert [row["status"] for row in table] == ["kept", "rejected"]


def test_tracking_parameters_go_and_the_list_has_a_date(tmp_path: Path) -> None:
    table, summary = cleaned(tmp_path, ROWS, drop_tracking=True)

    assert table[0]["query"] == "b=1&a=2"
    assert table[10]["query"] == "id=1"
    assert summary.options["drop_tracking"] == "2026-11"


@pytest.mark.parametrize(
    "wishes",
    [
        {"host": "example.com"},
        {"drop_query": [""]},
        {"domain": ["www.example.com"]},
        {"domain": ["a b"]},
        {"host": ["\udcff"]},
        {"rung": "case", "follow_redirects_from": "log.csv"},
    ],
)
def test_a_wish_that_is_none_is_refused(tmp_path: Path, wishes: Any) -> None:
    (tmp_path / "log.csv").write_text(LOG)
    wishes = {name: tmp_path / one if one == "log.csv" else one for name, one in wishes.items()}

    with pytest.raises(ArgumentError):
        cleaned(tmp_path, ROWS, **wishes)


def test_a_log_without_its_columns_is_refused(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text("a,b\n1,2\n")

    with pytest.raises(ArgumentError, match="from"):
        cleaned(tmp_path, ROWS, follow_redirects_from=log)


def test_a_page_has_domains_and_lengths(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    _, summary = cleaned(tmp_path, ROWS, report=page)

    assert ("example.com", 3) in summary.domains
    assert sum(count for _, count in summary.lengths) == summary.kept
    assert "example.co.uk" in page.read_text(encoding="utf-8")
