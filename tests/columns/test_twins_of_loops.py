"""
Does each loop of the extension answer as the column without it, on any text and with any options?

The Python side is the second copy of the package of the twins' tests, whose functions are Python throughout.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.columns.corpus import is_unicode
from tests.test_twins import ANY_TEXT, COLUMNS, QUERIES, TEXTS, Raised, needs_twins
from urikit import _accelerate, columns
from urikit.columns import KERNELS
from urikit.columns.kernels import REQUIRED

_native: Any = _accelerate._native  # type: ignore[attr-defined]
LOOPS = sorted(getattr(_native, "KERNELS", ()))

FEW: dict[str, list[Any]] = {
    "base": ["http://a/b/c/d;p?q", "a:b/c", "http://é/ü/"],
    "charset": ["utf-8", "latin-1"],
    "keep": ["", "/%"],
    "safe": ["", ":"],
    "name": ["a", "k", "", "é", "a b", "a+b", "utm_source", "%41"],
    "globs": [("a",), (), ("utm_*", "k"), ("*",), ("?", "é?"), ("*a*", "a b")],
}
"""Values of the options that are neither a choice nor a flag."""

SURTS = [
    *"http://http://www.a.com http:a/b http:///www3.a/".split(),
    *"HTTPS://Www.A.com:443/ dns:a filedesc:é http://u@WWW.é.com/%C3%A9".split(),
    *"http://1.2.3.4/ http://0.0.0.0 http://017.1 http://1.2.3".split(),
    *"http://0x7f.1 http://08.1 http://1.08 http://1_0 http://+1".split(),
    *"http://1.2.3.4. http://4294967297 http://256.1.1.1 http://www.1.2.3.4".split(),
    *"http://www.. http://.a..b. http://A_b http://A!b".split(),
    *"http://a--b http://ab--c http://xn--9ca http://a,b.c".split(),
    *"http://%61%2E%62/ http://%2525%32%35 http://[::1]:80 foo:// foo://:@/".split(),
    *"foo://h:0080 http://h:0080 http://h: http://h:00 http:////u:p@h:8:9".split(),
    *"file://A/B file:a FILE:///../a foo:a/../b foo:/a/../b".split(),
    *"http://a/b/../c http://a/../../b http://a//../b".split(),
    *"http://a/.//b/. http://a/b/./ http://a//b///c// http://a/%5C../b/%2E%2e/c".split(),
    *"http://a?b=2&a=1 http://a?b&b=&b=1&a http://a?&&a".split(),
    *"http://a? http://a/?a=%26%3D&%23=%25 http://a/?%C3%A9=%E4&é=1 x:?b&a".split(),
    "http://a/(a(abcdefghij0123456789abcd))/x.aspx",
    *(f"http://a/x?{before}{name}={'a1b2' * 8}{after}" for before in ("", "b=1&", "b")
      for name in ("jsessionid", "PHPSESSID", "sid") for after in ("", "&", "&c=2", "&sid=" + "0" * 32, "x")),
    *(f"http://a/?x=1&aspsessionidabcdefgh={'abcD' * 6}{after}" for after in ("", "&y", "z")),
    *(f"http://a/?{pairs}" for pairs in "cfid=1&cftoken=2 z&xcfid=1&CFTOKEN=2&y cfid=1&cfid=&cftoken=2 cfid=&cftoken=1 "
      "cfid=1&cftoken= cfid=1&b&cftoken=2 cfid=1&cftoken=2&cfid=3&cftoken=4&a acfid=cfid=1&cftoken=2&b&a".split()),
]  # fmt: skip
"""What SURTs read in their own way."""

CORPUS = list(filter(is_unicode, [*TEXTS, *QUERIES, *SURTS]))

KEYS = ["a", "k", "", "b", "é", "%61", "%C3%A9", "a+b", "a%20b", "utm_source", "utm_id", "%c3", "A", "a%2Bb", "%2541"]
VALUES = ["", "1", "a+b", "%41", "%C3%A9", "%e4", "é", "%2B%26", "=", "x%c3%28"]
PAIRS = [*KEYS, *(f"{key}={value}" for key in KEYS for value in VALUES)]
"""Pairs as they may stand in a query."""

ANY_QUERY = st.lists(st.sampled_from(PAIRS), min_size=1, max_size=6).map(lambda pairs: f"//h/?{'&'.join(pairs)}#f")


def options_of(name: str) -> list[dict[str, Any]]:
    """All there are to a kernel, the given ones of each with each."""
    values = []
    for param in KERNELS[name].params:
        default = [] if param.default is REQUIRED else [param.default]
        more = param.choices or ([True, False] if isinstance(param.default, bool) else FEW.get(param.name, []))
        values.append([(param.name, value) for value in dict.fromkeys([*default, *more])])
    return [dict(row) for row in itertools.product(*values)]


def column_of(of: Any, name: str, rows: Sequence[str | None], named: dict[str, Any], on_error: str) -> Any:
    """The answer of a copy of `urikit.columns`, lists as tuples, or what was raised for each row."""
    try:
        answer = of.run(name, list(rows), named, on_error).to_pylist()
    except (ValueError, TypeError, LookupError) as error:
        return [Raised(type(error).__name__)] * len(rows)
    return [_plain(value) for value in answer]


def _plain(value: Any) -> Any:
    return tuple(map(_plain, value)) if isinstance(value, (list, tuple)) else value


def loop_equals(name: str, rows: list[str | None], named: dict[str, Any], on_error: str) -> None:
    """The loop answers a column as its Python does."""
    native, python = (column_of(of, name, rows, named, on_error) for of in (columns, COLUMNS[0]))
    assert [trio for trio in zip(rows, native, python, strict=True) if trio[1] != trio[2]][:5] == [], (named, on_error)


@needs_twins
@pytest.mark.parametrize("name", LOOPS)
def test_a_loop_answers_corners_as_its_python(name: str) -> None:
    for number, named in enumerate(options_of(name)[:24]):
        loop_equals(name, [*CORPUS[number % 3 :: 3], None, *SURTS, *QUERIES], named, ["null", "finding"][number % 2])


@needs_twins
@pytest.mark.parametrize("name", LOOPS)
@given(data=st.data(), rows=st.lists(st.none() | ANY_TEXT | ANY_QUERY | st.sampled_from(CORPUS), max_size=9))
@settings(max_examples=150, deadline=None)
def test_a_loop_answers_as_its_python(name: str, data: st.DataObject, rows: list[str | None]) -> None:
    kept = [row for row in rows if row is None or is_unicode(row)]
    named = data.draw(st.sampled_from(options_of(name)))
    loop_equals(name, kept, named, data.draw(st.sampled_from(["null", "finding"])))
