"""Is the rung at which each duplicate met the row that was kept the lowest at which both have one key?"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.clean.table import cleaned
from urikit import key, normalize
from urikit.clean import Summary, clean
from urikit.clean.merges import WISHED, Rungs
from urikit.clean.redirects import redirects
from urikit.operations.normalize import RUNGS

STEPS = [
    *("http://example.com/~a", "HTTP://example.com/~a", "http://example.com/%7ea", "http://example.com/%7Ea"),
    *("http://example.com/./~a", "http://example.com:80/~a", "http://example.com/~a#x", "http://EXAMPLE.com/~a#x"),
    *("http://www.example.com/~a?utm_source=1", "http://old.example/", "HTTP://old.example", "http://example.com/~A"),
    *("http://old.example/?utm_source=1", "http://example.com/~a?", "//example.com/~a", "~a", "bad url", ""),
    *("http://bücher.example/é", "http://b%C3%BCcher.example/%C3%A9", "http://xn--bcher-kva.example/%c3%a9"),
    *("ftp://user:one@h/", "ftp://user:two@h/", "FTP://user:one@h/"),
]
LOG = [("http://old.example/", "http://example.com/~a"), ("http://old.example/?utm_source=1", "http://example.com/~a")]
ASKED: list[dict[str, Any]] = [
    {},
    *({"rung": rung} for rung in RUNGS),
    {"rung": "syntax", "ignore_fragment": True},
    {"form": "iri", "base": "http://example.com/x", "passwords": "mask"},
    {"form": "iri", "rung": "percent", "passwords": "keep"},
    {"form": "uri", "ignore_fragment": True, "strip_fragment": True},
    {"log": True},
    {"log": True, "www": True, "drop_query": ["utm_*"], "sort_query": True},
    {"log": True, "ignore_fragment": True, "exact": True, "passwords": "mask", "base": "http://example.com/"},
]


def lowest(text: str, first: str, asked: dict[str, Any]) -> str:
    """Climb step by step, both at the same time."""
    options: dict[str, Any] = {
        "base": asked.get("base"),
        "spec": "rfc3987" if "form" in asked else "rfc3986",
        "fragment": "ignore" if asked.get("ignore_fragment") else "compare",
    }
    rungs = RUNGS[: RUNGS.index(asked.get("rung", "scheme").replace("syntax", "path")) + 1]
    if asked.get("log"):
        options["aliases"] = redirects(LOG).aliases
        rungs = RUNGS
    met = (rung for rung in rungs if key(text, rung, **options) == key(first, rung, **options))
    wished = bool(asked.keys() & {"www", "drop_query", "sort_query", "strip_fragment"})
    return next(met, WISHED if wished else rungs[-1])


@pytest.mark.parametrize("asked", ASKED, ids=str)
@settings(max_examples=5, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(piles=st.lists(st.lists(st.sampled_from(STEPS), max_size=30), min_size=1, max_size=2))
def test_each_duplicate_is_counted_at_the_lowest_rung(tmp_path: Path, asked: Any, piles: list[list[str]]) -> None:
    options = {name: value for name, value in asked.items() if name != "log"}
    if asked.get("log"):
        options["follow_redirects_from"] = tmp_path / "log.csv"
        options["follow_redirects_from"].write_text("from,to\n" + "".join(f"{a},{b}\n" for a, b in LOG))
    files = [tmp_path / f"{number}.txt" for number in range(len(piles))]
    for file, pile in zip(files, piles, strict=True):
        file.write_text("".join(f"{text}\n" for text in pile), encoding="utf-8")

    table = tmp_path / "table.jsonl"
    summary = clean(files, table, report=tmp_path / "page.html", **options)

    assert summary.merged == expected(table, asked)
    assert sum(summary.merged.values()) == summary.duplicate


def expected(table: Path, asked: dict[str, Any]) -> dict[str, int]:
    from tests.clean.table import rows

    found = rows(table)
    texts = {(row["source"], row["line"]): row["text"] for row in found}
    counts = Counter(
        lowest(row["text"], texts[row["first_source"], row["first_line"]], asked)
        for row in found
        if row["status"] == "duplicate"
    )
    return {rung: counts[rung] for rung in (*RUNGS, WISHED) if counts[rung]}


def test_the_ladder_once_over(tmp_path: Path) -> None:
    data = "\n".join(STEPS[:7]).encode()
    _, summary = cleaned(tmp_path, data, report=tmp_path / "page.html")

    assert list(summary.merged.items()) == [("case", 1), ("percent", 2), ("path", 1), ("scheme", 1)]
    assert ">percent</th>" in (tmp_path / "page.html").read_text()
    assert "percent" in summary.as_text()
    assert {"rung": "percent", "count": 2} in summary.as_dict()["merged"]


def test_what_is_kept_may_be_the_one_that_is_not_normal(tmp_path: Path) -> None:
    data = b"HTTP://a:80/\nhttp://a/\nHTTP://a:80/\nHttp://a:80/\n"
    assert cleaned(tmp_path, data, report=tmp_path / "page.html")[1].merged == {"simple": 1, "case": 1, "scheme": 1}


def test_nobody_asked(tmp_path: Path) -> None:
    assert cleaned(tmp_path, b"http://a/\nhttp://a/\n")[1].merged == {}


def test_where_the_keys_do_not_fit_the_counts_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pile = tmp_path / "pile.txt"
    pile.write_text("".join(f"{STEPS[n % 6]}{n * 7 % 2_999}\n" for n in range(20_000)))
    in_memory = clean(pile, None)
    monkeypatch.setattr("urikit.clean.source.CHUNK", 1 << 14)
    monkeypatch.setattr("urikit.clean.dedupe._bytes", lambda size: 40_000)

    spilled: Summary = clean(pile, None)

    assert spilled.merged == in_memory.merged
    assert len(spilled.merged) == 5


@pytest.mark.parametrize("asked", [{}, {"rung": "case"}, {"aliases": {"http://a/": "http://b/"}, "wished": True}])
def test_texts_side_by_side_meet_where_their_hashes_do(asked: Any) -> None:
    import pyarrow

    texts = pyarrow.array(["http://a/", "HTTP://a/", "http://a", "http://a/?x=1", "http://b/"])
    firsts = pyarrow.array(["http://a/"] * 5)
    rungs = Rungs(asked.get("rung", "scheme"), **{name: value for name, value in asked.items() if name != "rung"})

    wanted = ["simple", "case", *{0: ["scheme"] * 3, 1: ["case"] * 3}.get(asked.get("rung") == "case", [])]
    if asked.get("wished"):
        wanted = ["simple", "case", "scheme", "wished", "protocol"]
    assert rungs.met(texts, firsts).to_pylist() == wanted
    assert normalize("http://a", "scheme") == "http://a/"
