"""Which texts are hostile, and which functions take a text?  The tables of `test_growth`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from inspect import Parameter, signature

import urikit
from urikit import URI, Query, URIReference
from urikit._accelerate import PAIRS

Job = Callable[[], None]

# Kind -> the text of about n characters.  Prefixes put the run where each part of the grammar reads it.
TEXTS: dict[str, Callable[[int], str]] = {
    "percents": lambda n: "%" * n,
    "escapes": lambda n: "//h/" + "%7e" * (n // 3),
    "nested percents": lambda n: "a?" + "%25" * (n // 3),
    "escapes that are no UTF-8": lambda n: "//" + "%C0%80" * (n // 6),
    "half an escape after many": lambda n: "//h/" + "%C3%A9" * (n // 6) + "%4",
    "colons": lambda n: ":" * n,
    "colons after a scheme": lambda n: "a:" + ":" * n,
    "slashes": lambda n: "/" * n,
    "slashes in a rootless path": lambda n: "a:b" + "/" * n,
    "dot segments": lambda n: "http://h/" + "../" * (n // 3),
    "dot segments down and up": lambda n: "http://h" + "/a" * (n // 5) + "/.." * (n // 5),
    "dot segments without a root": lambda n: "./../" * (n // 5),
    "dots": lambda n: "." * n,
    "segments": lambda n: "http://h/" + "a/" * (n // 2),
    "colons in a first segment": lambda n: "a" * n + "%:",
    "at signs": lambda n: "//" + "@" * n,
    "brackets": lambda n: "//" + "[" * n,
    "closed brackets": lambda n: "//[::1" + "]" * n,
    "groups of an IPv6 address": lambda n: "//[" + "1:" * (n // 2) + "]",
    "a group of an IPv6 address": lambda n: "//[" + "1" * n,
    "colons of an IPv6 address": lambda n: "//[" + ":" * n + "]",
    "a version of an IPvFuture": lambda n: "//[v" + "1" * n + ".",
    "an IPvFuture": lambda n: "//[v1." + ":" * n,
    "digits of a port": lambda n: "http://h:" + "8" * n,
    "zeros of a port": lambda n: "http://h:" + "0" * n + "80/",
    "userinfo without an at sign": lambda n: "//" + "u:" * (n // 2),
    "a password": lambda n: "http://u:" + "p" * n + "@h/",
    "a password with slashes": lambda n: "http://u:" + "p/" * (n // 2) + "@h/ ",
    "dots in a host": lambda n: "http://" + "a." * (n // 2) + "/",
    "capitals in a host": lambda n: "http://" + "A%41" * (n // 4),
    "numbers in a host": lambda n: "http://" + "1." * (n // 2) + "1",
    "pairs of a query": lambda n: "?" + "a=b&" * (n // 4),
    "ampersands": lambda n: "?" + "&" * n,
    "equals signs": lambda n: "?" + "=" * n,
    "semicolons": lambda n: "a:" + ";" * n,
    "pluses and stars": lambda n: "?" + "+*" * (n // 2),
    "question marks": lambda n: "?" * n,
    "a scheme": lambda n: "a" * n + ":",
    "a scheme that is none": lambda n: "a" * n + "_:",
    "a fragment": lambda n: "http://h/#" + "f" * n,
    "number signs": lambda n: "#" * n,
    "spaces": lambda n: " " * n,
    "a space at the end": lambda n: "http://h/" + "a" * n + " ",
    "line breaks": lambda n: "<http://h/" + "a-\n" * (n // 3) + ">",
    "quotes and brackets": lambda n: '<"' * (n // 2),
    "URL: again and again": lambda n: "URL:" * (n // 4),
    "backslashes": lambda n: "http:" + "\\" * n,
    "controls": lambda n: "\0" * n,
    "wide characters": lambda n: "http://h/" + "例" * n,
    "combining marks": lambda n: "a\u0301" * (n // 2),
    "halves of surrogate pairs": lambda n: "\ud800" * n,
    "wide characters in a host": lambda n: "http://" + "例" * n + "/",
    "labels of a host that are not ASCII": lambda n: "http://" + "é." * (n // 2),
    "an A-label": lambda n: "http://xn--" + "a" * n,
    "A-labels": lambda n: "http://" + "xn--99zt52a." * (n // 12),
    "escapes of many scripts": lambda n: "http://h/" + "%C3%A9%E4%BE%8B%F0%9F%98%80" * (n // 27),
    "segments of both directions": lambda n: "http://h/" + "אa/" * (n // 3),
    "marks after one letter": lambda n: "http://h/e" + "\u0301" * n,
}

BASE = "http://a/b/c/d;p?q"


def on_value(method: Callable[[URIReference], object]) -> Callable[[str], object]:
    """Something done with the value of a text."""
    return lambda text: method(URIReference(text))


def on_query(method: Callable[[Query], object]) -> Callable[[str], object]:
    """Something done with the pairs of a text."""
    return lambda text: method(Query(text.lstrip("?"), limit=None))


def needed(name: str) -> list[Parameter]:
    """The arguments that a public function cannot do without; a few classes and numbers are public too."""
    function = getattr(urikit, name)
    if not name[0].islower() or not callable(function):
        return []
    python, _ = PAIRS.get(name, (function, None))  # which has annotations, as a twin has not
    parameters = signature(python).parameters.values()
    return [one for one in parameters if one.default is one.empty and one.kind != one.VAR_KEYWORD]


def of_texts() -> dict[str, Callable[[str], object]]:
    """Every public function that needs nothing but texts, given the same one for each."""
    found = {}
    for name in urikit.__all__:
        wanted = needed(name)
        if wanted and name not in {*NOT_TIMED, *BY_HAND} and all(one.annotation in TEXT for one in wanted):
            found[name] = partial(of_same, getattr(urikit, name), len(wanted))
    return found


def of_same(function: Callable[..., object], count: int, text: str) -> object:
    """The function with one text for all its arguments."""
    return function(*[text] * count)


BY_HAND = ("matches", "to_local", "embed", "drop_query")  # one of their texts is a name
TEXT = ("str",)
# Public names that take no text of a person's, or whose output is meant to be longer than linear.
NOT_TIMED = {
    "explain_remove_dot_segments": "prints both buffers at every step",
    "explain": "takes a code",
    "charset_table": "takes one character",
    "recompose": "takes pieces, as resolve calls it",
    "from_path": "takes a text or a path of pathlib's, and which system's it is",
    "port": "a number of any size: no reading of decimal digits is linear; its own test bounds it",
}

RUNGS = ["case", "percent", "path", "scheme", "protocol"]
MATCHED = [
    "URI-reference",
    "authority",
    "IP-literal",
    "IPv6address",
    "IPvFuture",
    "path",
    "path-noscheme",
    "dec-octet",
    "LWSP",
]
COMPONENTS = ["segment", "query", "password", "reg-name"]

FUNCTIONS: dict[str, Callable[[str], object]] = {
    **of_texts(),
    **{f"matches {rule}": partial(urikit.matches, rule) for rule in MATCHED},
    "split": lambda text: urikit.split(text).unsplit(),
    "drop_query": lambda text: urikit.drop_query(text, "utm_*", "a"),
    "surt ia": partial(urikit.surt, flavour="ia"),
    "surt urlcanon": partial(urikit.surt, flavour="urlcanon"),
    "URI": URI,
    "repr": on_value(repr),
    "hash and equality": on_value(lambda value: hash(value) == hash(value.without_fragment())),
    "parts": on_value(lambda value: [getattr(value, name) for name in PARTS]),
    "decoded": on_value(lambda value: [value.decoded.path, value.decoded.segments, value.decoded.fragment]),
    "decoded query": on_value(lambda value: [value.decoded.query, value.decoded.pairs]),
    "replace": on_value(lambda value: value.replace(path=value.path, query=value.query)),
    "append a segment": lambda text: URI("http://h/") / text,
    "check": lambda text: urikit.check(text, limit=None),
    "check of an IRI": lambda text: urikit.check(text, spec="rfc3987", limit=None),
    "draw": lambda text: [urikit.draw(text, found) for found in urikit.check(text, limit=None)],
    **{f"normalize {rung}": lambda text, rung=rung: urikit.normalize(text, rung) for rung in RUNGS},  # type: ignore[misc]
    "equivalent": lambda text: urikit.equivalent(text, text + "%", "scheme", base=BASE),
    "equivalence": lambda text: urikit.equivalence(text, text + "a", base=BASE),
    "key": lambda text: urikit.key(text, "scheme", base=BASE),
    "normalize an IRI": lambda text: urikit.normalize(text, "scheme", spec="rfc3987", nfc=True),
    "key of an IRI": lambda text: urikit.key(text, "scheme", base=BASE, spec="rfc3987", nfc=True),
    "ladder of an IRI": lambda text: urikit.ladder(text, "scheme", spec="rfc3987", nfc=True),
    "to_uri with all that is wrong": lambda text: urikit.to_uri(text, fix=True, limit=None),
    "to_iri of all that is escaped": lambda text: urikit.to_iri(text, keep="none", limit=None),
    "to_iri of all that stays": lambda text: urikit.to_iri("?" + "%F3%A0%80%81" * (len(text) // 12), limit=None),
    "convert_dialect": lambda text: urikit.convert_dialect(text, "rfc3986", "rfc1738", lossy=True),
    "convert_dialect from RFC 1738": lambda text: urikit.convert_dialect(text, "rfc1738", "rfc3986"),
    "interpret": lambda text: urikit.interpret(text, ["utf-8", "shift_jis", "iso-8859-1", "gb18030"]),
    "resolve a reference": lambda text: urikit.resolve(BASE, text),
    "resolve against a base": lambda text: urikit.resolve(text, "../g"),
    "resolve both": lambda text: urikit.resolve(text, text),
    "explain_resolve": lambda text: urikit.explain_resolve(BASE, text),
    "same_document": lambda text: urikit.same_document(BASE, text),
    "relativize from a base": lambda text: urikit.relativize(text, "http://h/a/b"),
    "relativize to a target": lambda text: urikit.relativize("http://h/a/b", text),
    "relativize both": lambda text: urikit.relativize(text, text + "a"),
    "merge": lambda text: urikit.merge(True, text, text),
    "base_uri": lambda text: urikit.base_uri(embedded=text, retrieval=BASE),
    "compose": lambda text: urikit.compose(path=text),
    "compose an authority": lambda text: urikit.compose(scheme="http", authority=text),
    "build": lambda text: urikit.build(scheme="http", host="h", segments=["a", text], query=[(text, text)]),
    **{f"encode {part}": lambda text, part=part: urikit.encode(text, part) for part in COMPONENTS},  # type: ignore[misc]
    "encode in another charset": lambda text: urikit.encode(text, charset="latin-1"),
    **{
        f"decode {errors}": lambda text, errors=errors: urikit.decode(text, errors)
        for errors in ("strict", "keep", "replace")
    },  # type: ignore[misc]
    "from_bytes": lambda text: urikit.from_bytes(text.encode("utf-8", "surrogatepass"), "utf-8"),
    "from_local": lambda text: urikit.from_local(text.encode("utf-8", "replace"), "latin-1"),
    "notation": lambda text: [urikit.notation(text, "xml"), urikit.notation(text, "bidi")],
    "embed": lambda text: urikit.embed(text, "us-ascii"),
    "from_markup": lambda text: [urikit.from_markup(text, "html"), urikit.from_markup(text, "xml")],
    "to_local": lambda text: urikit.to_local(text, "cp500"),
    "Query": on_query(lambda query: [str(query), query.pairs]),
    "Query getall": on_query(lambda query: query.getall("a")),
    "Query set": on_query(lambda query: str(query.set("a", "b"))),
    "Query add": lambda text: str(Query("a=b").add(text, text)),
    "Query drop": on_query(lambda query: str(query.drop("b*", "?c*d*"))),
    "Query drop by a hostile glob": lambda text: str(Query("aaaa=b&%2A=c", limit=None).drop(text)),
    "Query drop of a hostile key": lambda text: str(Query("a" * len(text), limit=None).drop("*a*a*a*b")),
    "Query sort": on_query(lambda query: str(query.sort())),
}
PARTS = [
    *("scheme", "authority", "userinfo", "host", "host_kind", "port_text", "path", "query", "fragment"),
    *("kind", "path_rule", "segments", "name", "stem", "suffix", "parent"),
]
