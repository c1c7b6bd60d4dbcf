"""
Does each loop of the extension answer as the function on one text, whatever the layout, the slice and the chunks?

Rows of all lengths around the width of a vector, references whole, broken and cut short, and octets that are no UTF-8.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

import urikit
from tests.columns.test_kernels import plain
from urikit import _accelerate, columns
from urikit.columns import KERNELS
from urikit.findings import UrikitError
from urikit.syntax.split import split

pa = pytest.importorskip("pyarrow")
_native: Any = _accelerate._native  # type: ignore[attr-defined]
if _native is None:
    pytest.skip("the extension is not built, or is turned off", allow_module_level=True)

SCHEMES = ["", "", *"http:// https:// HTTP:// ftp:// a: a+b.c-1: urn: file:/// // / 1a: :".split()]
HOSTS = ["", *"example.com EXAMPLE.com a 127.0.0.1 256.0.0.1 [::1] [v1.a] [:: u@h u:p@h u@h@i".split()]
PORTS = ["", "", "", ":", ":80", ":0080", ":8x", ":9223372036854775807", ":9223372036854775808", ":٣"]
LENGTHS = [0, 1, 5, 10, 24, 29, 30, 31, 32, 33, 60, 61, 62, 63, 64, 65, 150]
PIECES = [
    *"/ // /. /.. /./ /../ a b/c ? ?? # ## : @ % %4 %41 %zz %2f %e4 [ ] é 例 \ue000".split(),
    *"~ - _ . ! $ & ' ( ) * + , ; =".split(),
    *["\x00", " ", "\x7f", '"', "<", ">", "\\", "^", "`", "{", "|", "}", "\n", "A", "z", "0", "9", "%C3%A4"],
]


def made(rng: random.Random) -> str:
    """A text that is often a reference, of any length up to some hundred."""
    if rng.random() < 0.1:
        return "".join(rng.choices(PIECES, k=rng.randrange(6)))
    text = rng.choice(SCHEMES) + rng.choice(HOSTS) + rng.choice(PORTS)
    for _ in range(rng.randrange(4)):
        text += rng.choice("/?#aA.") + "a" * rng.choice(LENGTHS)
        text += rng.choice(PIECES) if rng.random() < 0.3 else "b" * rng.randrange(4)
    return text[: rng.choice([len(text), len(text), 31, 32, 33, 63, 64, 65, 127, 128, 129])]


RNG = random.Random(3986)
ROWS: list[str | None] = [None if RNG.random() < 0.03 else made(RNG) for _ in range(2500)]


def sliced(array: Any) -> Any:
    """The same rows as a slice of more."""
    return pa.concat_arrays([array[7:40], array, array[3:9]])[33 : 33 + len(array)]


def in_chunks(array: Any) -> Any:
    """The same rows in chunks, some of none."""
    cuts = [0, 0, 1, 64, 65, 1000, 1000, 2100, len(array)]
    return pa.chunked_array([array[a:b] for a, b in pairwise(cuts)], array.type)


LAYOUTS: dict[str, Callable[[list[str | None]], Any]] = {
    "list": lambda rows: rows,
    "string": lambda rows: pa.array(rows, pa.string()),
    "large_string": lambda rows: pa.array(rows, pa.large_string()),
    "string_view": lambda rows: pa.array(rows, pa.string_view()),
    "sliced": lambda rows: sliced(pa.array(rows, pa.string())),
    "sliced views": lambda rows: sliced(pa.array(rows, pa.large_string())).cast(pa.string_view()),
    "chunks": lambda rows: in_chunks(pa.array(rows, pa.large_string())),
    "chunks of views": lambda rows: in_chunks(pa.array(rows, pa.string_view())),
    "large dictionary": lambda rows: pa.array(rows, pa.string()).dictionary_encode(),
    "slice of a dictionary": lambda rows: sliced(pa.array(rows, pa.string()).dictionary_encode()),
}


def options(kernel: str) -> list[dict[str, Any]]:
    """The options of a kernel that its loop knows, each once."""
    if kernel.startswith("is_") or kernel == "split":
        return [{}]
    return [{"spec": "rfc3986"}, {"spec": "rfc3987"}]


def refused(function: Callable[[], Any]) -> Any:
    """What it gives, or None where it refuses."""
    try:
        return function()
    except UrikitError:
        return None


def expected(kernel: str, rows: list[str | None], named: dict[str, Any]) -> list[Any]:
    """What the values say of each row."""
    family = urikit.IRIReference if named.get("spec") == "rfc3987" else urikit.URIReference
    fields = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")

    def of(text: str) -> Any:
        if kernel.startswith("is_"):
            return getattr(urikit, kernel)(text)
        if kernel == "split":
            return tuple(split(text))
        if (read := refused(lambda: family(text))) is None:
            return None
        port = None if read.port is None or read.port > 2**63 - 1 else read.port
        if kernel == "parse":
            return tuple(port if name == "port" else getattr(read, name) for name in fields)
        return port if kernel == "port" else getattr(read, kernel)

    return [None if row is None else of(row) for row in rows]


COMPONENTS = (
    "is_uri is_uri_reference is_relative_ref is_absolute_uri is_iri is_iri_reference is_irelative_ref is_absolute_iri "
    "scheme authority userinfo host host_kind port port_text path query fragment parse split"
).split()


@pytest.mark.parametrize("kernel", COMPONENTS)
def test_each_layout_has_the_answers_of_its_rows(kernel: str) -> None:
    for named in options(kernel):
        answers = expected(kernel, ROWS, named)
        for name, layout in LAYOUTS.items():
            column = _native.Column(layout(ROWS))
            found, left = _native.run(kernel, column, named)
            assert left == [], name
            assert found.chunks == column.chunks, name
            values = [tuple(value.values()) if isinstance(value, dict) else value for value in found.to_pylist()]
            wrong = [at for at, (a, b) in enumerate(zip(answers, values, strict=True)) if a != b]
            assert [(ROWS[at], answers[at], found[at]) for at in wrong[:5]] == [], (name, named)


SOME = ROWS[::5]
BASES: list[str | None] = [("http://a/b/c/d;p?q", None, "x", "urn:a1:b", "HTTP://h")[at % 5] for at in range(len(SOME))]
HOSTS_OF_RULES = [
    *"com example.com www.example.com a.b.example.co.uk co.uk www.ck x.ck a.x.ck ck city.kawasaki.jp".split(),
    *"a.kawasaki.jp b.a.kawasaki.jp github.io a.github.io b.a.github.io test a.test 1.2.3.4 a.1 1.2.3.4.".split(),
    *"a.com. . a..b .a -a.com a-.com a_b.com xn--9ca.com XN--9CA.com é.com %C3%A9.com".split(),
    *"%41.com a%2Eb.com A.CO.UK [::1] [v1.a]".split(),
    *["", "a" * 63 + ".com", "a" * 64 + ".com", "a." * 130 + "com", ("a" * 61 + ".") * 4 + "com"],
]
REWRITES: list[tuple[str, Callable[..., Any], dict[str, Any]]] = [
    *[("normalize", urikit.normalize, {"rung": rung}) for rung in ("simple", "case", "percent", "path", "scheme")],
    ("normalize", urikit.normalize, {"rung": "scheme", "spec": "rfc3987"}),
    *[("key", urikit.key, {"rung": rung}) for rung in ("simple", "path", "scheme")],
    ("key", urikit.key, {"rung": "scheme", "fragment": "ignore"}),
    ("resolve", lambda text, base, **more: urikit.resolve(base, text, **more), {"base": "http://a/b/c/d;p?q"}),
    ("relativize", lambda text, base, **more: urikit.relativize(base, text, **more), {"base": "http://a/b/c/d;p?q"}),
    ("to_uri", urikit.to_uri, {}),
    ("to_iri", urikit.to_iri, {}),
    ("decode", urikit.decode, {}),
    ("encode", urikit.encode, {"component": "path"}),
    ("urn_key", urikit.urn_key, {}),
    ("surt", urikit.surt, {"flavour": "ia"}),
    ("surt", urikit.surt, {"flavour": "urlcanon"}),
    ("query_value", urikit.query_value, {"name": "a"}),
    ("drop_query", urikit.drop_query, {}),
    ("sort_query", urikit.sort_query, {}),
    ("query_pairs", KERNELS["query_pairs"].function, {}),
    ("segments", KERNELS["segments"].function, {}),
    ("without_fragment", KERNELS["without_fragment"].function, {}),
    ("without_www", KERNELS["without_www"].function, {}),
    ("is_urn", urikit.is_urn, {}),
    ("read_urn", KERNELS["read_urn"].function, {}),
    ("host_address", KERNELS["host_address"].function, {}),
    ("split_fragment", KERNELS["split_fragment"].function, {}),
    ("parse_commoncrawl", KERNELS["parse_commoncrawl"].function, {}),
]


def asked(
    kernel: str, rows: Any, named: dict[str, Any], others: list[Any] | None = None, threads: int = 1
) -> list[Any]:
    """What the loop says; the rows it leaves are `...`."""
    found, left = _native.run(kernel, _native.Column(rows), named, list(map(_native.Column, others or [])), threads)
    values: list[Any] = found.to_pylist()
    for row in left:
        assert values[row] is None
        values[row] = ...
    return values


def differing(rows: list[Any], answers: list[Any], found: list[Any]) -> list[Any]:
    """Rows that are answered otherwise, some of them."""
    trio = zip(rows, answers, found, strict=True)
    return [one for one in trio if one[2] is not ... and one[1] != one[2]][:5]


@pytest.mark.parametrize(("kernel", "function", "named"), REWRITES)
def test_each_layout_is_rewritten_as_its_rows(kernel: str, function: Callable[..., Any], named: dict[str, Any]) -> None:
    answers = [None if row is None else plain(refused(partial(function, row, **named))) for row in SOME]

    for name, layout in LAYOUTS.items():
        found = list(map(plain, asked(kernel, layout(SOME), named)))
        assert differing(SOME, answers, found) == [], name
        assert found.count(...) < len(SOME) / 2, name


@pytest.mark.parametrize("kernel", ["resolve", "relativize"])
def test_bases_may_stand_in_another_column(kernel: str) -> None:
    function = getattr(urikit, kernel)
    pairs = list(zip(BASES, SOME, strict=True))
    answers = [None if None in pair else refused(partial(function, *pair)) for pair in pairs]

    for name, layout in LAYOUTS.items():
        for other in ("list", "sliced views", "chunks", "large dictionary"):
            for threads in (1, 3):
                found = asked(kernel, layout(SOME), {}, [LAYOUTS[other](BASES)], threads)
                assert differing(pairs, answers, found) == [], (name, other, threads)


@pytest.mark.parametrize("kernel", ["public_suffix", "registrable_domain", "reversed_host"])
def test_domains_are_those_of_the_list(kernel: str) -> None:
    pytest.importorskip("publicsuffixlist")
    function = KERNELS[kernel].function
    rows = [f"{scheme}//{host}{port}/" for host in HOSTS_OF_RULES for scheme, port in (("", ""), ("http:", ":80"))]
    flags: list[dict[str, bool]] = [{}]
    if kernel != "reversed_host":
        flags = [{"private": private, "listed": listed} for private in (False, True) for listed in (False, True)]
    for named in flags:
        answers = [refused(partial(function, row, **named)) for row in rows]

        found = asked(kernel, rows, dict(named))

        assert differing(rows, answers, found) == [], named
        assert found.count(...) < len(rows) / 2


@pytest.mark.parametrize(
    "kernel",
    [
        *"is_uri host port parse split normalize key128 decode encode".split(),
        *"segments query_pairs without_fragment parse_commoncrawl".split(),
    ],
)
def test_threads_do_not_show(kernel: str) -> None:
    rows = ROWS * 4
    for name, layout in LAYOUTS.items():
        column = _native.Column(layout(rows))
        one, left = _native.run(kernel, column, {})
        three, also = _native.run(kernel, column, {}, [], 3)

        assert three.to_pylist() == one.to_pylist(), name
        assert (three.type, three.chunks, also) == (one.type, one.chunks, left), name
        for found in (one, three):
            pa.chunked_array(found).validate(full=True)


@pytest.mark.parametrize("kernel", ["is_uri", "host", "parse", "normalize", "key128", "segments", "query_pairs"])
def test_findings_stand_beside_the_answers(kernel: str) -> None:
    function = KERNELS[kernel].function
    wrong = {row: refused(lambda row=row: [function(row)]) is None for row in SOME if row is not None}

    for name, layout in LAYOUTS.items():
        answers = getattr(columns, kernel)(layout(SOME))
        told = getattr(columns, kernel)(layout(SOME), on_error="finding")

        assert told.chunks == answers.chunks, name
        assert told.field("value").to_pylist() == answers.to_pylist(), name
        for row, record in zip(SOME, told.to_pylist(), strict=True):
            assert (record is None) == (row is None), (name, row)
            assert record is None or row is None or (record[1] is not None) == wrong[row], (name, row)
        pa.chunked_array(told).validate(full=True)


def test_findings_of_no_row_are_refused() -> None:
    column, kind = _native.Column(["a", None]), ("struct", (("code", "utf8"),))
    for rows, texts in ([2], column), ([1, 0], column), ([], _native.Column(["a"])):
        with pytest.raises(ValueError, match=r"row|chunks"):
            column.with_findings(texts, kind, rows, [("space",)] * len(rows))
    assert column.null_rows() == [1]


def test_octets_that_are_no_utf8_are_no_reference() -> None:
    octets = pa.array([b"http://a/\xff", b"http://a/b", b"\xe4", b"http://a/" + b"b" * 60 + b"\xc3"])
    column = _native.Column(pa.Array.from_buffers(pa.string(), len(octets), octets.buffers()))

    for kernel in ("is_uri", "is_iri"):
        assert _native.run(kernel, column, {})[0].to_pylist() == [False, True, False, False]
    assert _native.run("host", column, {"spec": "rfc3987"})[0].to_pylist() == [None, "a", None, None]


def test_what_is_no_kernel_and_no_text_is_refused() -> None:
    with pytest.raises(KeyError):
        _native.run("is_url", _native.Column(["a"]), {})
    with pytest.raises(ValueError, match="columns of texts"):
        _native.run("host", _native.Column.build("int64", [1]), {})
    with pytest.raises(ValueError, match="as many rows"):
        _native.run("resolve", _native.Column(["a", "b"]), {}, [_native.Column(["http://a/"])])


def test_long_rows_are_read_without_masks() -> None:
    long = "http://a/" + "b" * 40_000
    rows = ["http://a/b?c", long, long + "?q#f", None, long + " ", "x", long] * 10
    for name, layout in LAYOUTS.items():
        found = _native.run("query", _native.Column(layout(rows)), {})[0].to_pylist()
        assert found == ["c", None, "q", None, None, None, None] * 10, name
