"""
What do type checkers know of the values and functions, and what do they refuse?

Not run: `test_typing` and `make lint` read it.  A mistake that goes unseen leaves its "type: ignore" unused, which is
an error itself.
"""

from __future__ import annotations

from typing import assert_type

import urikit
from urikit import IRI, URI, Finding, IRIReference, Query, URIReference

uri = URI("http://example.com/a?b#c")
reference = URIReference("../b")

# a scheme is there where there must be one
assert_type(uri.scheme, str)
assert_type(reference.scheme, str | None)
assert_type(uri.path, str)
assert_type(uri.query, str | None)
assert_type(uri.port, int | None)
assert_type(uri.must("host"), str)
assert_type(uri.must("port"), int)

# what is made of a URI is a URI, of a reference a reference
assert_type(uri.resolve("../g"), URI)
assert_type(uri.resolve(reference), URI)
assert_type(uri.relativize("http://example.com/b"), URIReference)
assert_type(uri / "a" / "b", URI)
assert_type(reference / "a", URIReference)
assert_type(uri.normalize("scheme"), URI)
assert_type(uri.without_fragment(), URI)
assert_type(uri.parent, URI)
assert_type(uri.set_query("page", 2).add_query("all").drop_query("utm_*").sort_query(), URI)
assert_type(uri.replace(scheme=None), URIReference)  # which may have taken the scheme away
assert_type(uri.query_pairs, Query)
assert_type(URI.build(scheme="http", host="example.com", segments=["a"]), URI)
assert_type(URI.from_bytes(b"a:"), URI)

# between the families
assert_type(uri.to_iri(), IRI)
assert_type(IRI("a:").to_uri(), URI)
assert_type(urikit.parse("a"), URIReference)
assert_type(urikit.parse("a", "rfc3987"), IRIReference)

# the functions on texts
assert_type(urikit.resolve("http://a/", "b"), str)
assert_type(urikit.equivalent("http://a", "http://a/", fragment="ignore"), bool)
assert_type(urikit.check("http://a/"), list[Finding])
assert_type(urikit.base_uri(default="http://a/"), tuple[str, str])


def refused() -> None:
    """Each line is a mistake."""
    reference.resolve("c")  # type: ignore[attr-defined]  # only a URI can be a base
    reference.relativize("c")  # type: ignore[attr-defined]
    print(uri.netloc)  # type: ignore[attr-defined]
    uri.path = "/b"  # type: ignore[misc]  # values do not change
    uri.replace("/b")  # type: ignore[call-arg]
    uri.replace(netloc="example.com")  # type: ignore[call-arg]
    uri.replace(path=7)  # type: ignore[arg-type]
    URI.compose(url="http://a/")  # type: ignore[call-arg]
    URI.build(scheme="http", segments=[7])  # type: ignore[list-item]
    uri.query.upper()  # type: ignore[union-attr]  # it may be absent
    uri.must("netloc")  # type: ignore[call-overload]
    uri.normalize("scheem")  # type: ignore[arg-type]
    uri.equivalent("http://a/", fragment="drop")  # type: ignore[arg-type]
    uri.set_query("page", 1.5)  # type: ignore[arg-type]  # which of its spellings?
    uri.resolve(None)  # type: ignore[arg-type]
    uri / 1  # type: ignore[operator]
    print(uri < "http://a/")  # type: ignore[operator]
    len(uri)  # type: ignore[arg-type]
    URI(b"http://a/")  # type: ignore[arg-type]  # octets have one door
    URI.from_bytes("http://a/")  # type: ignore[arg-type]
    urikit.resolve("http://a/", b"b")  # type: ignore[arg-type]
    urikit.encode("a", "query-key")  # type: ignore[arg-type]
    urikit.decode("a", errors="ignore")  # type: ignore[arg-type]
    urikit.compose(netloc="a")  # type: ignore[call-arg]
    print(urikit.netloc)  # type: ignore[attr-defined]
    if uri.host_kind == "ipv4":  # type: ignore[comparison-overlap]
        pass
    if uri.kind == "absolute":  # type: ignore[comparison-overlap]
        pass
