"""
Does the column without the extension answer as the one with it, and do the functions on both?
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urikit
from tests.columns.test_kernels import on_column, on_each, plain, required
from urikit.columns import KERNELS, Column
from urikit.columns.plain import Column as Plain

pa = pytest.importorskip("pyarrow")

LIKELY = r"([a-z]+:)?(//([a-z]+@)?(www\.)?[a-z.%\[\]:0-9]*(:[0-9]{0,20})?)?[a-z/.%0-9]*(\?[a-z=&%0-9]*)?(#[a-z]*)?"
TEXTS = st.text(st.characters(exclude_categories=["Cs"])) | st.from_regex(LIKELY, fullmatch=True)
ROWS = st.lists(st.none() | TEXTS, max_size=12)
KINDS: list[tuple[Any, list[Any]]] = [
    ("bool", [True, None, False]),
    ("int64", [1, None, -(2**63)]),
    ("utf8", ["", None, "ä"]),
    ("binary16", [bytes(16), None]),
    (("list", "utf8"), [["a", None], None, []]),
    (("struct", [("a", "utf8"), ("b", ("list", "int64"))]), [("a", [1]), None, (None, None)]),
]


@given(rows=ROWS, name=st.sampled_from(sorted(KERNELS)))
def test_a_column_is_its_rows(rows: list[str | None], name: str) -> None:
    kernel = KERNELS[name]
    answer = on_column(kernel, rows, required(kernel)).to_pylist()

    assert [plain(one) for one in answer] == [plain(one) for one in on_each(kernel, rows, required(kernel))]


@pytest.mark.skipif(urikit.backend() == "python", reason="there is one column only")
@pytest.mark.parametrize(("kind", "values"), KINDS, ids=str)
def test_both_columns_answer_alike(kind: Any, values: list[Any]) -> None:
    both = [column.build(kind, values, [1, len(values) - 1]) for column in (Plain, Column)]
    answers = [
        (
            len(one),
            one.type,
            one.chunks,
            one.null_count,
            one.to_pylist(),
            one[-1],
            one.slice(1).to_pylist(),
            one.slice(0, 1).to_pylist(),
            one.patched([1], [values[0]]).to_pylist(),
            pa.chunked_array(one).to_pylist(),
            pa.chunked_array(one).type,
            pa.array(one).to_pylist(),
        )
        for one in both
    ]

    assert answers[0] == answers[1]


@pytest.mark.skipif(urikit.backend() == "python", reason="there is one column only")
@given(rows=ROWS)
def test_both_columns_read_alike(rows: list[str | None]) -> None:
    for layout in (pa.string(), pa.large_string(), pa.string_view()):
        array = pa.array(rows, layout)
        assert Plain(array).to_pylist() == Column(array).to_pylist() == rows
        assert Plain(array).type == Column(array).type


@pytest.mark.parametrize(
    ("without", "code", "words"),
    [
        ("pyarrow", "columns.host([]).__arrow_c_stream__()", "urikit[columns]"),
        ("xxhash", "columns.key128(['http://a/'])", "urikit[columns]"),
        ("publicsuffixlist", "columns.public_suffix(['http://a/'])", "urikit[psl]"),
        ("publicsuffixlist", "urikit.psl_version()", "urikit[psl]"),
    ],
)
def test_what_is_not_installed_is_named(without: str, code: str, words: str) -> None:
    program = f"import sys; sys.modules[{without!r}] = None; import urikit; from urikit import columns; {code}"
    run = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"URIKIT_BACKEND": "python"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert f'pip install "{words}"' in run.stderr


def test_lists_need_nothing_more() -> None:
    program = (
        "import sys; sys.modules['pyarrow'] = None\n"
        "from urikit import columns\n"
        "print(columns.host(['//a']).to_pylist())"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"URIKIT_BACKEND": "python"},
        capture_output=True,
        text=True,
        check=True,
    )

    assert run.stdout == "['a']\n"
