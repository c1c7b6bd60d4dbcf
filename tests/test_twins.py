"""
Does each Rust twin answer as its Python does?

Every pair in `_accelerate.PAIRS` gets the same texts: those of the vectors, corners by hand, and Hypothesis' own.  The
Python side is a second copy of the package, loaded with the twins off: a Python rule that calls a marked one would else
be compared with itself.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import itertools
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import urikit
from urikit import _accelerate

ROOT = Path(__file__).parent.parent / "vectors"
CORNERS = [
    *": :a a: 1a:b a:b:c ./a:b a%3Ab:c +a:b a+-.1: é: / // /// a:// a:/// a:/ a:?# ? #".split(),
    *"?? #? ## #a# ?[ /[ a[b] \\ a|b ^ a@b: a@b/c: a/b:c a?b:c a#b:c".split(),
    *"% %4 %zz %4g %41 //% //%4 //%41 ?% #%f //a:%41 //a%41:80 //%@a a%20:b".split(),
    *"//@ //@@ //a@b@c //a:b@c //a:b:c //a:b:c@d //: //:@: //a: //a:80 //a:8x //a:8x@ //a:٣ //a:²".split(),
    *"//[ //] //[] //[]: //[::] //[::]x //[::]:1 //[::]@a //a[::] //u@[::]:8/p //[::1 //::1] //[[::1]]".split(),
    *"//[v1.a] //[V1F.a:b!] //[v.a] //[v1.] //[vg.a] //[v1a] //[v1.%41] //[v1.é] //[v1.a@] //[v1..]".split(),
    *["", "a\0", "a\n", "a b", '"', "\ud800", "http://\udfff/"],
    *"HTTP://EX%c3%a9.org:080/%7e/./a/..//b?%aa#%Ff foo://[0::FFFF:C000:0221]:0/ x:/.//a X:/..//a ://%41:".split(),
    *"URN:Ab-C:%c3x:Y urn:a:/b urn:ab:/b urn:ab:c?=d?+e urn:ab:c?+d?=?e urn:-a:b urn:ISBN:0-486-27557-4".split(),
    *"dns:A?TYPE=A go://X/Y?Z file://LocalHost/A file:/A hdfs://H:8020 ws://h:080 tftp://h: doi:10.1/A ftp://h/a;type=A".split(),
    *"http://bücher.example/é http://xn--bcher-kva.example/%C3%A9 wss://日本語。jp:443/é?é#é http://É%41.com:/".split(),
    *"http://%C3%A9.com http://%fc.com http://a\u200db/ http://xn--a.xn--zca/%e2%80%ae?%ee%80%80#%ef%bc%a1%cd%b8".split(),
]
SNIPPETS = ["", *":/?#[]@%!.-0aFgzé \\\ud800", "//", "::", "%4", "[::"]
GROUPS = "12345678"
ADDRESSES = [
    *":: ::1 1:: : ::: :::: 1: :1 1:2 1::2::3 1:::2 ::1: :1:: ::g ::12345 ::0001 ::1%25en0".split(),
    *(":".join(GROUPS[:n]) + "::" + ":".join(GROUPS[n:m]) for m in range(9) for n in range(m + 1)),
    *(":".join(GROUPS[:n]) for n in range(9)),
    *"1:2:3:4:5:6:1.2.3.4 1:2:3:4:5:1.2.3.4 1:2:3:4:5:6:7:1.2.3.4 1:2:3:4:5::1.2.3.4".split(),
    *"::1:2:3:4:5:1.2.3.4 ::1:2:3:4:5:6:1.2.3.4 ::1.2.3.4 1.2.3.4 1.2.3.4:: ::1.2.3.4:5 1::1.2.3.4::".split(),
    *"::01.2.3.4 ::1.2.3.256 ::1.2.3 ::1.2.3.4.5 ::1.2.3. ::.1.2.3 ::1..2.3 ::a.2.3.4 ::1.2.3.04".split(),
    *"::255.255.255.255 ::249.250.199.100 ::1.2.3.1000 ::12345.1.1.1 ::0.0.0.0 ::00.0.0.0 ::260.1.1.1".split(),
]

DOORS = {"Column", "KERNELS", "run"}
"""What else the extension shows: the ways in and out of Arrow, and the loops over columns."""

needs_twins = pytest.mark.skipif(urikit.backend() == "python", reason="the extension is not built, or is turned off")


PUBLIC = [getattr(urikit, name) for name in urikit.__all__]  # which loads every room with a mark in it


def registries(package: Any) -> list[Any]:
    """The registries of a copy of the package, and each with a row more."""
    schemes = package.SCHEMES | [package.Scheme("http", source="our wiki", default_port=8080, host="dns")]
    namespaces = package.NAMESPACES | [package.Namespace("example", "our wiki", fold="all")]
    return [package.SCHEMES, schemes, package.NAMESPACES, namespaces]


ROWS = registries(urikit)
ROWS_AGAIN: list[Any] = []
COLUMNS: list[Any] = []
"""`urikit.columns` of the second copy."""


def second_copy() -> dict[str, Callable[..., object]]:
    """Give the Python of each pair, from modules loaded with the twins off."""
    kept = {name: module for name, module in sys.modules.items() if name == "urikit" or name.startswith("urikit.")}
    for name in kept:
        del sys.modules[name]
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("URIKIT_BACKEND", "python")
            again = importlib.import_module("urikit")
            ROWS_AGAIN.extend(registries(again))
            COLUMNS.append(importlib.import_module("urikit.columns"))
            VALUES.update({name: (getattr(urikit, name), getattr(again, name)) for name in CLASSES})
            return {
                name: attrgetter(name)(importlib.import_module(python.__module__))
                for name, (python, _) in _accelerate.PAIRS.items()
            }
    finally:
        for name in [name for name in sys.modules if name == "urikit" or name.startswith("urikit.")]:
            del sys.modules[name]
        sys.modules.update(kept)


CLASSES = ("URIReference", "URI", "URN", "IRIReference", "IRI")
VALUES: dict[str, tuple[type, type]] = {}
PARTS = "scheme authority userinfo host port_text path query fragment kind path_rule".split()

PYTHON = second_copy()
NATIVE = {name: native for name, (_, native) in _accelerate.PAIRS.items()}


class Raised(NamedTuple):
    """What tells one error from another; both copies of the package have their own classes."""

    name: str
    findings: Sequence[tuple[str, int, int] | None] = ()


def outcome(function: Callable[..., object], arguments: Mapping[str, object]) -> object:
    """Give the value, or what was raised."""
    named: dict[str, Any] = dict(arguments)
    own = [named.pop("self")] if "self" in named else []
    try:
        value: Any = function(*own, *named.pop("globs", ()), **named.pop("parts", {}), **named)
    except (TypeError, LookupError) as error:
        return Raised(type(error).__name__)
    except ValueError as error:
        found = getattr(error, "findings", None) or [getattr(error, "finding", None)]
        return Raised(type(error).__name__, [one and (one.code, one.start, one.end) for one in found])
    if not hasattr(value, "pieces"):
        return value
    return [str(value), repr(value), hash(value), value.pieces(), *(getattr(value, part) for part in PARTS)]


def answers(name: str, call: Mapping[str, object]) -> tuple[object, object]:
    """What comes of the twin, and of the Python, which is given values and rows of the second copy."""
    again = {name: ROWS_AGAIN[at] for name, given in call.items() for at, one in enumerate(ROWS) if given is one}
    if (value := call.get("self")) is not None:
        again["self"] = VALUES[type(value).__name__][1](str(value))
    return outcome(NATIVE[name], call), outcome(PYTHON[name], {**call, **again})


def compare(name: str, call: Mapping[str, object]) -> None:
    """Both answer alike; and what the Python gives back as it came, the twin does too."""
    native, python = answers(name, call)
    given = list(map(id, call.values()))

    assert (call, native) == (call, python)
    assert id(native) in given or id(python) not in given or isinstance(python, bool), call


def strings(tree: Any) -> Iterator[str]:
    """Every string anywhere in a JSON document."""
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, dict | list):
        for branch in tree.values() if isinstance(tree, dict) else tree:
            yield from strings(branch)


HOSTS = [f"//{user}[{address}]{rest}" for address in ADDRESSES for user in ("", "u@") for rest in (":1", "/", "x")]
VECTORS = sorted({text for path in ROOT.rglob("*.json") for text in strings(json.loads(path.read_text("utf-8")))})
TEXTS = [*CORNERS, *HOSTS, *VECTORS]


TYPES = (urikit.URIReference, urikit.URI, urikit.IRIReference, urikit.IRI, urikit.URN)


def fits(type_: Callable[[str], object], text: str) -> bool:
    """Whether the class takes the text."""
    try:
        type_(text)
    except ValueError:
        return False
    return True


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """One of the texts with some of its characters dropped, doubled or replaced."""
    text = draw(st.sampled_from(TEXTS))
    for _ in range(draw(st.integers(1, 3))):
        at, width = draw(st.integers(0, len(text))), draw(st.integers(0, 2))
        text = text[:at] + draw(st.sampled_from([*SNIPPETS, text[at:]])) + text[at + width :]
    return text


NAMES = st.text("aZ-.éÉßςДд日本語。ﬁא\u0301\u1161\u200d", max_size=20).map("http://{}/".format)
ANY_TEXT = NAMES | st.text(":/?#[]@%!$&.-_~+019aFgz \\|é\ud800") | st.text() | mutated()
COMPONENTS = "segment path query key value fragment user password reg-name".split()
SPECS = ["rfc3986", "rfc3987"]

A_PART = [None, "", "a=1&b", "é", "a b", "%41", "%4", "#", "/?:@", "\ud800", "a" * 99]

NEW_PARTS: dict[str, list[Any]] = {
    "scheme": ["http", "X+1.-", "1a", "a_"],
    "authority": ["u:p@h:8", "@", "[::1]", "[::1]:", "[v1.a]:8", "h:8x", "a@b@c", "h/", "é:8"],
    "userinfo": ["u:p", ":", "u@", "é"],
    "host": ["H", "[::1]", "[::g]", "[", "[::1]]", "1.2.3.4", "h:8", "é"],
    "port": ["80", "x", 80, 10**20, -1, True, 8.0, "٣"],
    "path": ["/", "a", "a:b", "a/b:c", "//a", "///", "/a?", ".", "é:"],
    "query": ["?/", "\ue000"],
    "fragment": ["?/", "\ue000"],
}
"""Values of each part besides those of `A_PART`."""

QUERIES = [
    *"http://h?a=1&%61=2&a&b=&&k=7&a+b=1&a%20b=2#f http://h/?utm_source=x&id=7&fbclid http://h?&&a&& http://h? http://h#".split(),
    *"urn:x:y?=a=1 http://h?k http://h?=&=k&k= http://h?%C3%A9=1&%c3=2&%C3%=3 http://h?é=1&%C3%a9&a%2Bb=1&utm_=2&ab=3".split(),
]
MANY = "http://h?" + "&".join(["a"] * 10_000)

FLAG = [False, True, None, 1]

FEW: dict[str | tuple[str, str], list[Any]] = {
    "base": ["http://a/b/c/d;p?q", "a:b/c", "foo://u@h:8", "foo:", "http://é/ü/", "//h", "a b:"],
    "reference": ["../g?y#s", "//h/./a/..", "", "?", "#", "HTTP:g", ".//c", "/..//c/.", "b:c", "é"],
    "component": [*COMPONENTS, "host", None],
    "errors": ["strict", "keep", "replace", "ignore", None],
    "charset": ["utf-8", "latin-1", "utf-16", "no such", None],
    "keep": ["", "/%", "é", None],
    "safe": ["", ":", "/", None],
    "target": ["http://a/b/g?y#s", "http://a//b", "a:b:c", "foo://u@h:8/", "HTTP://a/", "http://é/ü?", "", "b"],
    "rule": ["URI-reference", "URI", "absolute-URI", "relative-ref", "URI reference", None],
    "strict": [True, False, None, 0],
    "spec": [*SPECS, "rfc1738", None],
    "self": [type_(text) for text in [*QUERIES, *TEXTS, MANY] for type_ in TYPES if fits(type_, text)],
    "parts": [
        {},
        *({name: part} for name in NEW_PARTS for part in [*A_PART, *NEW_PARTS[name]]),
        *({"query": one, "fragment": other} for one in A_PART for other in A_PART),
        *({name: part, other: None} for name in NEW_PARTS for part in NEW_PARTS[name] for other in NEW_PARTS),
        *({name: part, "scheme": None, "authority": None} for name in NEW_PARTS for part in NEW_PARTS[name]),
        {"userinfo": "u", "host": "h", "port": 8, "path": "/a", "query": "", "fragment": "", "scheme": "x"},
        {"authority": "h", "port": None},
        {"authority": None, "host": "h"},
        {"netloc": "h"},
        {"query": "a", "params": None},
    ],
    "rung": ["path", "simple", "case", "percent", "syntax", "scheme", "scheme", "scheme", "protocol", "host", None],
    ("normalize", "base"): [None, "http://a/b/c/d;p?q", "a:b/c", "//h"],
    ("key", "base"): [None, "http://a/b/c/d;p?q", "a:b/c", "//h"],
    "fragment": ["compare", "ignore", "keep", None],
    "schemes": [None, *ROWS[:2], "http"],
    "aliases": [None, None, {"http://a/": "http://b/x#y", "http://b/x": "c"}],
    "assume_generic": FLAG,
    "nfc": FLAG,
    "plus": FLAG,
    "part": [None, None, *"userinfo host path segment query fragment scheme".split()],
    "host": ["idna", "percent", "unicode", "keep", None],
    ("to_iri", "host"): ["unicode", "keep", "idna", None],
    ("to_iri", "keep"): ["recommended", "minimal", "none", "all", None],
    "fix": FLAG,
    "limit": [1 << 20, 8, None, True, "8"],
    "namespace_rules": [True, False, None],
    "isbn_cross": FLAG,
    "namespaces": [None, *ROWS[2:], "example"],
    "key": ["k", "", "a", "é", "a b", "utm_source", "a+b", "%41", 7, None],
    "value": ["1", "", "a b&c=d+e/?", "é", "\ud800", 7, -(10**20), True, 1.5, None, b"x"],
    "globs": [
        (),
        ("a",),
        ("*",),
        ("?",),
        ("utm_*", "fbclid"),
        ("*a*", "é?"),
        ("a*?b*", "**"),
        ("a b",),
        (1,),
        ("\ud800",),
    ],
}
"""Values of each parameter to go with any text in the place of another; the first is the usual one."""

PLACES = {
    *("text", "path", "data", "reference", "target", "key", "value"),
    *[("resolve", "base"), ("relativize", "base"), ("decode", "component")],
}
"""Parameters that take any text."""

OPEN = {("encode", "data"), "key", "value"}
"""Those that take something else as well."""


@functools.cache  # a signature takes longer than a twin
def needed(function: Callable[..., object]) -> list[str]:
    """The parameters that have to be given."""
    parameters = inspect.signature(function).parameters
    return [name for name, parameter in parameters.items() if parameter.default is parameter.empty]


def few(name: str, parameter: str) -> list[Any]:
    """The values of a function's parameter."""
    return FEW.get((name, parameter)) or FEW[parameter]


@functools.cache
def taken(name: str) -> list[str]:
    """The parameters of a function."""
    return list(inspect.signature(PYTHON[name]).parameters)


@functools.cache
def places(name: str) -> list[str]:
    """The parameters of a function that take any text."""
    return [parameter for parameter in taken(name) if {parameter, (name, parameter)} & PLACES]


def calls(name: str) -> Iterator[dict[str, Any]]:
    """Each text in the place of each argument that is one; the others are as usual, or at one of their few values."""
    parameters = taken(name)
    for place in [*places(name), *(["self"] if "self" in parameters else [])]:
        others = [parameter for parameter in parameters if parameter != place]
        values = itertools.product(*(few(name, other)[: 50 if other == "self" else None] for other in others))
        rows = [dict(zip(others, row, strict=True)) for row in values]
        step = next(step for step in (7, 11, 13, 17) if len(rows) % step)
        for at, text in enumerate(FEW["self"] if place == "self" else TEXTS):
            yield rows[0] | {place: text}
            yield rows[at * step % len(rows)] | {place: text}


@st.composite
def arguments(draw: st.DrawFn, name: str) -> dict[str, Any]:
    """Arguments for the function of that name."""
    given = places(name)
    drawn: dict[str, Any] = {
        parameter: draw(ANY_TEXT if parameter in given else st.sampled_from(few(name, parameter)))
        for parameter in taken(name)
    }
    if "data" in given and draw(st.booleans()):
        drawn["data"] = draw(st.binary())
    return {
        parameter: value
        for parameter, value in drawn.items()
        if parameter in needed(PYTHON[name]) or draw(st.booleans())
    }


@needs_twins
def test_every_function_of_the_extension_is_a_twin() -> None:
    native = {name for name in dir(importlib.import_module("urikit._native")) if not name.startswith("_")}

    assert native - DOORS == {name for name in NATIVE if "." not in name}
    assert set(NATIVE) == set(PYTHON)


@pytest.mark.skipif(urikit.backend() == "rust", reason="the twins are on")
def test_without_the_twins_nothing_is_paired() -> None:
    assert _accelerate.PAIRS == {}


@needs_twins
@pytest.mark.parametrize("name", NATIVE)
def test_a_twin_has_the_signature_of_its_python(name: str) -> None:
    assert list(inspect.signature(NATIVE[name]).parameters) == list(inspect.signature(PYTHON[name]).parameters)


@needs_twins
@pytest.mark.parametrize("name", NATIVE)
@pytest.mark.parametrize("value", [None, 1, b"a:b", ["a:b"]])
def test_a_twin_refuses_what_is_no_text(name: str, value: object) -> None:
    for place in places(name):
        others = [parameter for parameter in needed(PYTHON[name]) if parameter != place]
        call = {place: value} | {parameter: few(name, parameter)[0] for parameter in others}
        compare(name, call)
        if not {place, (name, place)} & OPEN:
            with pytest.raises(TypeError):
                NATIVE[name](**call)


@needs_twins
@pytest.mark.parametrize("name", NATIVE)
def test_a_twin_answers_corners_as_its_python(name: str) -> None:
    for call in calls(name):
        compare(name, call)


@needs_twins
@pytest.mark.parametrize("name", NATIVE)
@given(data=st.data())
@settings(max_examples=300, deadline=None)
def test_a_twin_answers_as_its_python(name: str, data: st.DataObject) -> None:
    compare(name, data.draw(arguments(name)))


@needs_twins
@pytest.mark.parametrize("name", CLASSES)
def test_a_value_is_what_it_is_in_python(name: str) -> None:
    native, python = VALUES[name]
    for text in TEXTS:
        assert (text, outcome(native, {"text": text})) == (text, outcome(python, {"text": text}))


@needs_twins
@pytest.mark.parametrize("name", CLASSES)
@given(text=ANY_TEXT)
@settings(max_examples=300, deadline=None)
def test_any_value_is_what_it_is_in_python(name: str, text: str) -> None:
    native, python = VALUES[name]

    assert outcome(native, {"text": text}) == outcome(python, {"text": text})


@needs_twins
def test_each_character_of_a_host_is_mapped_as_in_python() -> None:
    for number in [*range(0x80, 0x600), *range(0x600, 0x10000, 31)]:
        call = {"text": f"http://a{chr(number)}B/"}
        assert (call, outcome(NATIVE["to_uri"], call)) == (call, outcome(PYTHON["to_uri"], call))


@needs_twins
@pytest.mark.parametrize("delimiter", ["/", "?"])
@pytest.mark.parametrize("keep", ["recommended", "minimal", "none"])
def test_each_character_is_read_or_kept_as_in_python(keep: str, delimiter: str) -> None:
    for first in [*range(0x80, 0x3000, 128), *range(0x3000, 0x10FF80, 4951)]:
        block = "".join(chr(number) for number in range(first, first + 128) if not 0xD800 <= number < 0xE000)
        call = {"text": delimiter + "".join(f"%{octet:02X}" for octet in block.encode("utf-8")), "keep": keep}
        assert (first, outcome(NATIVE["to_iri"], call)) == (first, outcome(PYTHON["to_iri"], call))


@needs_twins
@pytest.mark.parametrize("name", [name for name in NATIVE if inspect.isfunction(PYTHON[name])])
def test_a_twin_is_documented_as_its_python(name: str) -> None:
    assert inspect.getdoc(NATIVE[name]) == inspect.getdoc(PYTHON[name])  # tools/generate_docs.py writes it
