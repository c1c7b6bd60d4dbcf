"""
What becomes of rows that a function refuses, of wrong options, and of the layouts of Arrow?
"""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from urikit import UrikitError, URISyntaxError, columns
from urikit.columns import Column, RowError

pa = pytest.importorskip("pyarrow")

ROWS = ["http://example.com/", None, "http://exa mple.com/", "//h", "http://u:secret@exa mple/"]


def test_bad_text_is_null() -> None:
    assert columns.host(ROWS).to_pylist() == ["example.com", None, None, "h", None]


def test_bad_text_is_a_finding_beside_the_value() -> None:
    found = columns.host(ROWS, on_error="finding")

    assert found.to_pylist()[:3] == [
        ("example.com", None),
        None,
        (None, ("space", 10, "a space cannot stand in a host")),
    ]
    assert found.field("value").to_pylist() == columns.host(ROWS).to_pylist()
    assert found.field("finding").field("code").to_pylist() == [None, None, "space", None, "space"]


def test_what_is_absent_is_no_finding() -> None:
    found = columns.query(["http://a/?", "http://a/", "a b"], on_error="finding")

    assert found.field("value").to_pylist() == ["", None, None]
    assert found.field("finding").field("code").to_pylist() == [None, None, "space"]


def test_records_and_lists_have_findings_beside_them() -> None:
    rows = ["http://a/b?c=d", "a b"]
    first, second = columns.parse(rows, on_error="finding").to_pylist()
    pairs = columns.query_pairs(rows, on_error="finding").to_pylist()

    assert first == (columns.parse(rows)[0], None)
    assert (second[0], second[1][0]) == (None, "space")
    assert pairs[0] == ([("c", "d")], None)


def test_bad_text_stops_at_its_row() -> None:
    with pytest.raises(RowError, match=r"row 2: error\[space\]: a space cannot stand in a host") as caught:
        columns.host(ROWS, on_error="raise")

    error = caught.value
    assert (error.row, error.text, error.findings[0].code, error.findings[0].start) == (2, ROWS[2], "space", 10)
    assert isinstance(error, ValueError)
    assert isinstance(error, UrikitError)
    again = pickle.loads(pickle.dumps(error))
    assert (again.row, str(again)) == (2, str(error))


def test_nothing_is_raised_where_nothing_is_wrong() -> None:
    assert columns.fragment(["http://a/#b", None, "http://a/"], on_error="raise").to_pylist() == ["b", None, None]


def test_a_password_is_not_shown() -> None:
    with pytest.raises(RowError) as caught:
        columns.host(ROWS[4:], on_error="raise")

    assert "secret" not in str(caught.value) + repr(caught.value)
    assert "secret" not in repr(columns.normalize(["http://u:secret@h/"]))


def test_a_base_is_judged_once_and_before_the_rows() -> None:
    with pytest.raises(URISyntaxError) as caught:
        columns.resolve([], base="x")

    assert caught.value.finding.code == "no-scheme"
    bases = ["http://h/", "x", "http://h/"]
    assert columns.resolve(["a", "b", None], base=bases).to_pylist() == ["http://h/a", None, None]
    with pytest.raises(RowError) as in_row:
        columns.resolve(["a", "b"], base=["http://h/", "x"], on_error="raise")
    assert (in_row.value.row, in_row.value.text) == (1, "x")


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: columns.host("http://a/"), TypeError, "not str"),
        (lambda: columns.host([b"http://a/"]), TypeError, "row 0 is bytes"),
        (lambda: columns.host(5), TypeError, "not int"),
        (lambda: columns.host(columns.is_uri(["a"])), TypeError, "not one of bool"),
        (lambda: columns.resolve(["a"], base=columns.parse(["a"])), TypeError, "not one of struct"),
        (lambda: columns.host(["a"], "rfc1738"), ValueError, "spec is one of rfc3986, rfc3987"),
        (lambda: columns.normalize([], "top"), ValueError, "rung is one of"),
        (lambda: columns.host([], on_error="ignore"), ValueError, "on_error"),
        (lambda: columns.host([], threads=0), ValueError, "threads"),
        (lambda: columns.resolve(["a", "b"], base=["http://a/"]), ValueError, "base has 1 rows, the column 2"),
        (lambda: columns.encode(["a"], safe="%"), ValueError, "safe-character"),
        (lambda: columns.decode(["a%20"], charset="no-such"), (LookupError, ValueError), "no-such"),
        (lambda: columns.matches(["a"], "no-such-rule"), KeyError, "no-such-rule"),
    ],
)
def test_a_wrong_call_is_refused(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()


TYPES = [
    pa.string(),
    pa.large_string(),
    pa.string_view(),
    pa.dictionary(pa.int8(), pa.string()),
    pa.dictionary(pa.int32(), pa.large_string()),
]
TEXTS = ["http://example.com/a", None, "http://[::1]:80/?q", "a b", "", "//é", None, "http://example.com/a"]
HOSTS = columns.host(TEXTS).to_pylist()


@pytest.mark.parametrize("kind", TYPES, ids=str)
def test_every_layout_is_read(kind: Any) -> None:
    array = pa.array(TEXTS).cast(kind) if pa.types.is_dictionary(kind) else pa.array(TEXTS, kind)

    assert columns.host(array).to_pylist() == HOSTS
    assert columns.host(array[2:7]).to_pylist() == HOSTS[2:7]
    assert columns.host(array[:0]).to_pylist() == []
    chunked = pa.chunked_array([array[:3], array[3:3], array[3:]])
    assert columns.host(chunked).to_pylist() == HOSTS
    assert pa.chunked_array(columns.host(chunked)).to_pylist() == HOSTS
    assert columns.host(pa.table({"url": chunked})).to_pylist() == HOSTS
    assert columns.host(pa.chunked_array([], kind)).to_pylist() == []


def test_nulls_alone_are_a_column() -> None:
    assert columns.host(pa.nulls(3)).to_pylist() == [None] * 3
    assert columns.host([None, None]).to_pylist() == [None, None]
    assert columns.is_uri([]).to_pylist() == []


@pytest.mark.parametrize(
    ("values", "name"),
    [([1], "int64"), ([b"a"], "binary"), ([["a"]], "list"), ([{"a": "b", "c": "d"}], "struct|2 columns")],
)
def test_another_type_is_refused_by_name(values: Any, name: str) -> None:
    with pytest.raises(TypeError, match=name):
        columns.host(pa.array(values))


def test_chunks_are_kept_and_a_base_may_be_cut_elsewhere() -> None:
    array = pa.chunked_array([["a"], ["b", None], [], ["c"]])
    base = pa.chunked_array([["http://a/", "http://b/"], ["http://c/", "http://d/"]])
    answer = columns.resolve(array, base=base)

    assert answer.chunks == [1, 2, 0, 1]
    assert answer.to_pylist() == ["http://a/a", "http://b/b", None, "http://d/c"]


def test_every_shape_goes_out_to_arrow() -> None:
    rows = ["http://u@a:80/b?c=d#e", None, "a b"]

    assert pa.array(columns.is_uri(rows)).to_pylist() == [True, None, False]
    assert pa.array(columns.port(rows)).to_pylist() == [80, None, None]
    assert pa.array(columns.parse(rows)).to_pylist()[0]["host"] == "a"
    assert pa.array(columns.parse(rows)).flatten()[2].to_pylist() == columns.host(rows).to_pylist()
    assert pa.array(columns.key128(rows)).to_pylist() == columns.key128(rows).to_pylist()
    assert pa.array(columns.segments(rows)).to_pylist() == [["b"], None, None]
    assert pa.array(columns.query_pairs(rows)).to_pylist() == [[{"key": "c", "value": "d"}], None, None]
    assert pa.array(columns.finding(rows)).to_pylist()[2]["code"] == "space"


@pytest.mark.parametrize("name", ["host", "to_uri", "urn_nid", "key", "check"])
def test_findings_are_those_of_the_rows(name: str) -> None:
    """Many rows and few, so that each way of asking for them is gone."""
    rows = [*(f"http://a/{number}" for number in range(40)), "a b", None, "//ü", "//h", "http://a\u200db/", "urn:a1:b"]
    told = getattr(columns, name)(rows, on_error="finding")
    alone = [getattr(columns, name)([row], on_error="finding")[0] for row in rows]

    assert told.to_pylist() == alone
    assert told.field("value").to_pylist() == getattr(columns, name)(rows).to_pylist()


def test_an_answer_can_be_asked_again() -> None:
    targets = columns.resolve(["../g", None], base="http://a/b/c/d")

    assert columns.path(targets).to_pylist() == ["/b/g", None]


def test_a_column_answers_for_itself() -> None:
    column = Column(["http://a/", None, "b"])
    made = Column.build(("struct", [("n", "int64"), ("t", "utf8")]), [(1, "a"), None, (None, "b")], [2, 1])

    assert (len(column), column.null_count, column.chunks, column.type) == (3, 1, [3], "utf8")
    assert (column[0], column[-1], column[1]) == ("http://a/", "b", None)
    assert column.slice(1, 1).to_pylist() == [None]
    assert column.patched([1], ["c"]).to_pylist() == ["http://a/", "c", "b"]
    assert made.to_pylist() == [(1, "a"), None, (None, "b")]
    assert made.field("n").to_pylist() == [1, None, None]
    assert made.chunks == [2, 1]
    assert made.slice(1, 5).to_pylist() == made.to_pylist()[1:]
    with pytest.raises(IndexError):
        column[3]
    with pytest.raises(KeyError):
        made.field("x")
