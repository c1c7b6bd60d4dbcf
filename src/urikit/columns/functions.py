"""
What can be asked of a column?

A function a kernel, as written by tools/generate_columns.py from the list in kernels.py: change it there.
"""

from __future__ import annotations

from urikit.columns.arrow import run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Literal

    from urikit.checks import Book
    from urikit.columns.arrow import Column, OnError, Texts
    from urikit.findings import Level
    from urikit.operations.convert import Part
    from urikit.operations.equivalence import FragmentUse
    from urikit.operations.normalize import Rung
    from urikit.operations.readable import Keep
    from urikit.operations.surt import Flavour, StripWWW
    from urikit.safety.display import Style
    from urikit.schemes.registry import Registry
    from urikit.syntax.forms import Form
    from urikit.syntax.grammar import RuleBook
    from urikit.syntax.octets import Errors
    from urikit.syntax.parse import ReferenceRule, Spec
    from urikit.syntax.percent import Component
    from urikit.urns.registry import Namespaces

__all__ = [
    "authority",
    "check",
    "decode",
    "display",
    "drop_query",
    "encode",
    "equivalence",
    "equivalent",
    "finding",
    "fragment",
    "from_suffix",
    "host",
    "host_address",
    "host_kind",
    "is_absolute_iri",
    "is_absolute_uri",
    "is_irelative_ref",
    "is_iri",
    "is_iri_reference",
    "is_relative_ref",
    "is_uri",
    "is_uri_reference",
    "is_urn",
    "key",
    "key128",
    "mask",
    "matches",
    "normalize",
    "parse_commoncrawl",
    "path",
    "port",
    "port_text",
    "public_suffix",
    "query",
    "query_pairs",
    "query_value",
    "read_urn",
    "registrable_domain",
    "relativize",
    "remove_dot_segments",
    "resolve",
    "reversed_host",
    "same_document",
    "scheme",
    "scheme_check",
    "segments",
    "sort_query",
    "split",
    "split_fragment",
    "surt",
    "to_ascii",
    "to_form",
    "to_iri",
    "to_isbn13",
    "to_unicode",
    "to_uri",
    "urn_equivalent",
    "urn_key",
    "urn_locations",
    "urn_nid",
    "userinfo",
    "without_fragment",
    "without_www",
]


def is_uri(
    array: Texts,
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Say whether it is a URI: a reference with a scheme.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> is_uri(["http://example.com/a?b=c#d", None]).to_pylist()
        [True, None]

    Source:
        RFC 3986 §3.
    """
    return run("is_uri", array, {}, on_error, threads)


def is_uri_reference(
    array: Texts,
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Say whether it is a URI-reference: a URI or a relative reference.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> is_uri_reference(["http://example.com/a?b=c#d", None]).to_pylist()
        [True, None]

    Source:
        RFC 3986 §4.1.
    """
    return run("is_uri_reference", array, {}, on_error, threads)


def is_relative_ref(
    array: Texts,
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Say whether it is a relative reference: one without a scheme.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> is_relative_ref(["../a", None, "http:a"]).to_pylist()
        [True, None, False]

    Source:
        RFC 3986 §4.2.
    """
    return run("is_relative_ref", array, {}, on_error, threads)


def is_absolute_uri(
    array: Texts,
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Say whether it is an absolute URI: one with a scheme and no fragment.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> is_absolute_uri(["http://example.com/a?b=c#d", None]).to_pylist()
        [False, None]

    Source:
        RFC 3986 §4.3.
    """
    return run("is_absolute_uri", array, {}, on_error, threads)


def is_iri(
    array: Texts,
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Say whether it is an IRI: a reference with a scheme.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> is_iri(["http://bücher.example/", None, "ä"]).to_pylist()
        [True, None, False]

    Source:
        RFC 3987 §2.2.
    """
    return run("is_iri", array, {}, on_error, threads)


def is_iri_reference(
    array: Texts,
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Say whether it is an IRI-reference: an IRI or a relative reference.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> is_iri_reference(["http://bücher.example/", None, "ä b"]).to_pylist()
        [True, None, False]

    Source:
        RFC 3987 §2.2.
    """
    return run("is_iri_reference", array, {}, on_error, threads)


def is_irelative_ref(
    array: Texts,
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Say whether it is a relative IRI-reference: one without a scheme.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> is_irelative_ref(["ä", None, "http:ä"]).to_pylist()
        [True, None, False]

    Source:
        RFC 3987 §2.2.
    """
    return run("is_irelative_ref", array, {}, on_error, threads)


def is_absolute_iri(
    array: Texts,
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Say whether it is an absolute IRI: one with a scheme and no fragment.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> is_absolute_iri(["http://bücher.example/", None, "http://bücher.example/#ä"]).to_pylist()
        [True, None, False]

    Source:
        RFC 3987 §2.2.
    """
    return run("is_absolute_iri", array, {}, on_error, threads)


def is_urn(
    array: Texts,
    strict_2141: bool = False,
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Say whether it is a URN.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        strict_2141: As for `urikit.is_urn`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> is_urn(["urn:isbn:0395363411", None, "urn:a"]).to_pylist()
        [True, None, False]

    Source:
        RFC 8141 §2.
    """
    return run("is_urn", array, {"strict_2141": strict_2141}, on_error, threads)


def matches(
    array: Texts,
    rule: str,
    spec: RuleBook | None = None,
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Say whether the whole of it is what a rule of a grammar describes.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        rule: As for `urikit.matches`.
        spec: As for `urikit.matches`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> matches(["255", None, "256"], rule="dec-octet").to_pylist()
        [True, None, False]

    Source:
        RFC 3986 Appendix A.
    """
    return run("matches", array, {"rule": rule, "spec": spec}, on_error, threads)


def finding(
    array: Texts,
    rule: ReferenceRule = "URI-reference",
    spec: Spec = "rfc3986",
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Tell what is wrong with it first; null where nothing is.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        rule: As for `urikit.columns.records.finding`.
        spec: As for `urikit.columns.records.finding`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> finding(["a b", None]).to_pylist()
        [('space', 1, 'a space cannot stand in a path'), None]

    Source:
        RFC 3986 Appendix A.
    """
    return run("finding", array, {"rule": rule, "spec": spec}, on_error, threads)


def scheme(
    array: Texts,
    spec: Spec = "rfc3986",
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give the scheme of a reference.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        spec: As for `urikit.columns.rows.scheme`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> scheme(["http://example.com/a?b=c#d", None]).to_pylist()
        ['http', None]

    Source:
        RFC 3986 §3.1.
    """
    return run("scheme", array, {"spec": spec}, on_error, threads)


def authority(
    array: Texts,
    spec: Spec = "rfc3986",
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give the authority of a reference.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        spec: As for `urikit.columns.rows.authority`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> authority(["http://example.com/a?b=c#d", None]).to_pylist()
        ['example.com', None]

    Source:
        RFC 3986 §3.2.
    """
    return run("authority", array, {"spec": spec}, on_error, threads)


def userinfo(
    array: Texts,
    spec: Spec = "rfc3986",
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give the userinfo of a reference.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        spec: As for `urikit.columns.rows.userinfo`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> userinfo(["ftp://user@example.com/", None]).to_pylist()
        ['user', None]

    Source:
        RFC 3986 §3.2.1.
    """
    return run("userinfo", array, {"spec": spec}, on_error, threads)


def host(
    array: Texts,
    spec: Spec = "rfc3986",
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give the host of a reference.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        spec: As for `urikit.columns.rows.host`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> host(["http://example.com/a?b=c#d", None]).to_pylist()
        ['example.com', None]

    Source:
        RFC 3986 §3.2.2.
    """
    return run("host", array, {"spec": spec}, on_error, threads)


def host_kind(
    array: Texts,
    spec: Spec = "rfc3986",
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Name the rule that the host of a reference is.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        spec: As for `urikit.columns.rows.host_kind`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> host_kind(["http://example.com/a?b=c#d", None]).to_pylist()
        ['reg-name', None]

    Source:
        RFC 3986 §3.2.2.
    """
    return run("host_kind", array, {"spec": spec}, on_error, threads)


def reversed_host(
    array: Texts,
    *,
    spec: Spec = "rfc3986",
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give the labels of a reference's host from the last to the first; null for an IP address.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        spec: As for `urikit.reversed_host`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> reversed_host(["http://www.example.com/", None]).to_pylist()
        ['com.example.www', None]

    Source:
        RFC 3986 §3.2.2.
    """
    return run("reversed_host", array, {"spec": spec}, on_error, threads)


def public_suffix(
    array: Texts,
    private: bool = False,
    *,
    listed: bool = False,
    spec: Spec = "rfc3986",
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give the public suffix of a reference's host; null for an IP address.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        private: As for `urikit.public_suffix`.
        listed: As for `urikit.public_suffix`.
        spec: As for `urikit.public_suffix`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> public_suffix(["http://www.example.co.uk/", None]).to_pylist()
        ['co.uk', None]

    Source:
        publicsuffix.org/list.
    """
    return run("public_suffix", array, {"private": private, "listed": listed, "spec": spec}, on_error, threads)


def registrable_domain(
    array: Texts,
    private: bool = False,
    *,
    listed: bool = False,
    spec: Spec = "rfc3986",
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give the registrable domain of a reference's host; null for an IP address.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        private: As for `urikit.registrable_domain`.
        listed: As for `urikit.registrable_domain`.
        spec: As for `urikit.registrable_domain`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> registrable_domain(["http://www.example.co.uk/", None]).to_pylist()
        ['example.co.uk', None]

    Source:
        publicsuffix.org/list.
    """
    return run("registrable_domain", array, {"private": private, "listed": listed, "spec": spec}, on_error, threads)


def host_address(
    array: Texts,
    spec: Spec = "rfc3986",
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give the address that the host of a reference writes; null for a name.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        spec: As for `urikit.columns.rows.host_address`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> host_address(["//[2001:DB8:0::7]", None, "//example.com"]).to_pylist()
        ['2001:db8::7', None, None]

    Source:
        RFC 3986 §3.2.2.
    """
    return run("host_address", array, {"spec": spec}, on_error, threads)


def port(
    array: Texts,
    spec: Spec = "rfc3986",
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give the port of a reference as a number; null where it is over 2^63 - 1 too.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        spec: As for `urikit.columns.rows.port`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> port(["//h:0080", None, "//h:"]).to_pylist()
        [80, None, None]

    Source:
        RFC 3986 §3.2.3.
    """
    return run("port", array, {"spec": spec}, on_error, threads)


def port_text(
    array: Texts,
    spec: Spec = "rfc3986",
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give the port of a reference as written.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        spec: As for `urikit.columns.rows.port_text`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> port_text(["//h:0080", None, "//h:"]).to_pylist()
        ['0080', None, '']

    Source:
        RFC 3986 §3.2.3.
    """
    return run("port_text", array, {"spec": spec}, on_error, threads)


def path(
    array: Texts,
    spec: Spec = "rfc3986",
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give the path of a reference.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        spec: As for `urikit.columns.rows.path`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> path(["http://example.com/a?b=c#d", None]).to_pylist()
        ['/a', None]

    Source:
        RFC 3986 §3.3.
    """
    return run("path", array, {"spec": spec}, on_error, threads)


def segments(
    array: Texts,
    spec: Spec = "rfc3986",
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give the segments of a reference's path.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        spec: As for `urikit.columns.rows.segments`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> segments(["http://example.com/a?b=c#d", None]).to_pylist()
        [['a'], None]

    Source:
        RFC 3986 §3.3.
    """
    return run("segments", array, {"spec": spec}, on_error, threads)


def query(
    array: Texts,
    spec: Spec = "rfc3986",
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give the query of a reference.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        spec: As for `urikit.columns.rows.query`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> query(["http://example.com/a?b=c#d", None]).to_pylist()
        ['b=c', None]

    Source:
        RFC 3986 §3.4.
    """
    return run("query", array, {"spec": spec}, on_error, threads)


def query_pairs(
    array: Texts,
    plus: bool = True,
    spec: Spec = "rfc3986",
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give the pairs of a reference's query, decoded.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        plus: As for `urikit.columns.rows.query_pairs`.
        spec: As for `urikit.columns.rows.query_pairs`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> query_pairs(["http://example.com/a?b=c#d", None]).to_pylist()
        [[('b', 'c')], None]

    Source:
        RFC 3986 §3.4.
    """
    return run("query_pairs", array, {"plus": plus, "spec": spec}, on_error, threads)


def query_value(
    array: Texts,
    name: str,
    plus: bool = True,
    *,
    spec: Spec = "rfc3986",
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give the decoded value of the first pair of a name in a reference's query.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        name: As for `urikit.query_value`.
        plus: As for `urikit.query_value`.
        spec: As for `urikit.query_value`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> query_value(["/?q=a+b&page=2", None], name="q").to_pylist()
        ['a b', None]

    Source:
        RFC 3986 §3.4.
    """
    return run("query_value", array, {"name": name, "plus": plus, "spec": spec}, on_error, threads)


def drop_query(
    array: Texts,
    *globs: str,
    spec: Spec = "rfc3986",
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Write a reference without the pairs whose key fits one of some globs.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        globs: As for `urikit.drop_query`.
        spec: As for `urikit.drop_query`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> drop_query(["/?utm_id=1&id=7", None], "utm_*").to_pylist()
        ['/?id=7', None]

    Source:
        RFC 3986 §3.4.
    """
    return run("drop_query", array, {"globs": globs, "spec": spec}, on_error, threads)


def sort_query(
    array: Texts,
    *,
    spec: Spec = "rfc3986",
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Write a reference with the pairs of its query sorted by their keys.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        spec: As for `urikit.sort_query`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> sort_query(["/?b=1&a=2", None]).to_pylist()
        ['/?a=2&b=1', None]

    Source:
        RFC 3986 §3.4.
    """
    return run("sort_query", array, {"spec": spec}, on_error, threads)


def without_fragment(
    array: Texts,
    *,
    spec: Spec = "rfc3986",
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Write a reference without its fragment.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        spec: As for `urikit.operations.trim.without_fragment`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> without_fragment(["http://example.com/a?b=c#d", None]).to_pylist()
        ['http://example.com/a?b=c', None]

    Source:
        RFC 3986 §3.5, §4.3.
    """
    return run("without_fragment", array, {"spec": spec}, on_error, threads)


def without_www(
    array: Texts,
    *,
    spec: Spec = "rfc3986",
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Write a reference without a first label “www” of its host.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        spec: As for `urikit.operations.trim.without_www`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> without_www(["http://example.com/a?b=c#d", None]).to_pylist()
        ['http://example.com/a?b=c#d', None]

    Source:
        RFC 3986 §3.2.2.
    """
    return run("without_www", array, {"spec": spec}, on_error, threads)


def fragment(
    array: Texts,
    spec: Spec = "rfc3986",
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give the fragment of a reference.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        spec: As for `urikit.columns.rows.fragment`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> fragment(["http://example.com/a?b=c#d", None]).to_pylist()
        ['d', None]

    Source:
        RFC 3986 §3.5.
    """
    return run("fragment", array, {"spec": spec}, on_error, threads)


def parse_commoncrawl(
    array: Texts,
    spec: Spec = "rfc3986",
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give what the columns url_… of Common Crawl's index say of a URI.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        spec: As for `urikit.columns.records.parse_commoncrawl`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> parse_commoncrawl(["a"]).to_pylist()
        [None]

    Source:
        cc-index-table, flat schema.
    """
    return run("parse_commoncrawl", array, {"spec": spec}, on_error, threads)


def split(
    array: Texts,
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Cut any text into five components.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> split(["http:a b"]).to_pylist()
        [('http', None, 'a b', None, None)]

    Source:
        RFC 3986 Appendix B.
    """
    return run("split", array, {}, on_error, threads)


def normalize(
    array: Texts,
    rung: Rung = "syntax",
    *,
    base: str | Texts | None = None,
    schemes: Registry | None = None,
    aliases: Mapping[str, str] | None = None,
    assume_generic: bool = False,
    spec: Spec = "rfc3986",
    nfc: bool = False,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give the normal form of a reference at a rung of the ladder.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        rung: As for `urikit.normalize`.
        base: As for `urikit.normalize`; one for all rows, or a column of as many.
        schemes: As for `urikit.normalize`; None for its default.
        aliases: As for `urikit.normalize`; None for its default.
        assume_generic: As for `urikit.normalize`.
        spec: As for `urikit.normalize`.
        nfc: As for `urikit.normalize`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> normalize(["HTTP://example.com/%7Ea", None]).to_pylist()
        ['http://example.com/~a', None]

    Source:
        RFC 3986 §6.2.
    """
    return run("normalize", array, {
        "rung": rung,
        "base": base,
        "schemes": schemes,
        "aliases": aliases,
        "assume_generic": assume_generic,
        "spec": spec,
        "nfc": nfc,
    }, on_error, threads)


def key(
    array: Texts,
    rung: Rung = "syntax",
    *,
    base: str | Texts | None = None,
    fragment: FragmentUse = "compare",
    schemes: Registry | None = None,
    aliases: Mapping[str, str] | None = None,
    assume_generic: bool = False,
    spec: Spec = "rfc3986",
    nfc: bool = False,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give a text that two references share where they are equivalent at a rung.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        rung: As for `urikit.key`.
        base: As for `urikit.key`; one for all rows, or a column of as many.
        fragment: As for `urikit.key`.
        schemes: As for `urikit.key`; None for its default.
        aliases: As for `urikit.key`; None for its default.
        assume_generic: As for `urikit.key`.
        spec: As for `urikit.key`.
        nfc: As for `urikit.key`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> key(["HTTP://example.com:80/", None], rung="scheme").to_pylist()
        ['http://example.com/', None]

    Source:
        RFC 3986 §6.1.
    """
    return run("key", array, {
        "rung": rung,
        "base": base,
        "fragment": fragment,
        "schemes": schemes,
        "aliases": aliases,
        "assume_generic": assume_generic,
        "spec": spec,
        "nfc": nfc,
    }, on_error, threads)


def key128(
    array: Texts,
    rung: Rung = "syntax",
    *,
    base: str | Texts | None = None,
    fragment: FragmentUse = "compare",
    schemes: Registry | None = None,
    aliases: Mapping[str, str] | None = None,
    assume_generic: bool = False,
    spec: Spec = "rfc3986",
    nfc: bool = False,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give 16 octets that two references share where they are equivalent at a rung.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        rung: As for `urikit.key128`.
        base: As for `urikit.key128`; one for all rows, or a column of as many.
        fragment: As for `urikit.key128`.
        schemes: As for `urikit.key128`; None for its default.
        aliases: As for `urikit.key128`; None for its default.
        assume_generic: As for `urikit.key128`.
        spec: As for `urikit.key128`.
        nfc: As for `urikit.key128`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> key128(["http://example.com/", None]).to_pylist()
        [b"Bf4&h'p\\xe6\\x05\\xcdw\\xc9\\xb1R\\xd1S", None]

    Source:
        RFC 3986 §6.1; XXH3-128.
    """
    return run("key128", array, {
        "rung": rung,
        "base": base,
        "fragment": fragment,
        "schemes": schemes,
        "aliases": aliases,
        "assume_generic": assume_generic,
        "spec": spec,
        "nfc": nfc,
    }, on_error, threads)


def surt(
    array: Texts,
    flavour: Flavour,
    strip_www: StripWWW | None = None,
    *,
    spec: Spec = "rfc3986",
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give the SURT of a URI, the key of web archives, by a named flavour.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        flavour: As for `urikit.surt`.
        strip_www: As for `urikit.surt`.
        spec: As for `urikit.surt`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> surt(["http://www.example.com/A", None], flavour="ia").to_pylist()
        ['com,example)/a', None]

    Source:
        PyPI surt 0.3.1, urlcanon 0.3.1.
    """
    return run("surt", array, {"flavour": flavour, "strip_www": strip_www, "spec": spec}, on_error, threads)


def equivalent(
    array: Texts,
    b: str | Texts,
    rung: Rung = "syntax",
    *,
    base: str | Texts | None = None,
    fragment: FragmentUse = "compare",
    schemes: Registry | None = None,
    aliases: Mapping[str, str] | None = None,
    assume_generic: bool = False,
    spec: Spec = "rfc3986",
    nfc: bool = False,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Say whether two references are equivalent at a rung of the ladder.

    Args:
        array: References, the first of each pair: a list of texts and None, or an Arrow array or stream of texts.
        b: As for `urikit.equivalent`; one for all rows, or a column of as many.
        rung: As for `urikit.equivalent`.
        base: As for `urikit.equivalent`; one for all rows, or a column of as many.
        fragment: As for `urikit.equivalent`.
        schemes: As for `urikit.equivalent`; None for its default.
        aliases: As for `urikit.equivalent`; None for its default.
        assume_generic: As for `urikit.equivalent`.
        spec: As for `urikit.equivalent`.
        nfc: As for `urikit.equivalent`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> equivalent(["http://a/", None], b="HTTP://a:80/", rung="scheme").to_pylist()
        [True, None]

    Source:
        RFC 3986 §6.1.
    """
    return run("equivalent", array, {
        "b": b,
        "rung": rung,
        "base": base,
        "fragment": fragment,
        "schemes": schemes,
        "aliases": aliases,
        "assume_generic": assume_generic,
        "spec": spec,
        "nfc": nfc,
    }, on_error, threads)


def equivalence(
    array: Texts,
    b: str | Texts,
    *,
    base: str | Texts | None = None,
    fragment: FragmentUse = "compare",
    schemes: Registry | None = None,
    aliases: Mapping[str, str] | None = None,
    assume_generic: bool = False,
    spec: Spec = "rfc3986",
    nfc: bool = False,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Name the lowest rung at which two references are equivalent; null where there is none.

    Args:
        array: References, the first of each pair: a list of texts and None, or an Arrow array or stream of texts.
        b: As for `urikit.equivalence`; one for all rows, or a column of as many.
        base: As for `urikit.equivalence`; one for all rows, or a column of as many.
        fragment: As for `urikit.equivalence`.
        schemes: As for `urikit.equivalence`; None for its default.
        aliases: As for `urikit.equivalence`; None for its default.
        assume_generic: As for `urikit.equivalence`.
        spec: As for `urikit.equivalence`.
        nfc: As for `urikit.equivalence`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> equivalence(["http://a/", None], b=["HTTP://a:80/", "http://a/"]).to_pylist()
        ['scheme', None]

    Source:
        RFC 3986 §6.2.
    """
    return run("equivalence", array, {
        "b": b,
        "base": base,
        "fragment": fragment,
        "schemes": schemes,
        "aliases": aliases,
        "assume_generic": assume_generic,
        "spec": spec,
        "nfc": nfc,
    }, on_error, threads)


def same_document(
    array: Texts,
    base: str | Texts,
    rung: Rung = "simple",
    *,
    schemes: Registry | None = None,
    spec: Spec = "rfc3986",
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Say whether a reference means the document that it stands in.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        base: As for `urikit.same_document`; one for all rows, or a column of as many.
        rung: As for `urikit.same_document`.
        schemes: As for `urikit.same_document`; None for its default.
        spec: As for `urikit.same_document`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> same_document(["#s", None, "b"], base="http://a/b?q").to_pylist()
        [True, None, False]

    Source:
        RFC 3986 §4.4.
    """
    return run("same_document", array, {
        "base": base,
        "rung": rung,
        "schemes": schemes,
        "spec": spec,
    }, on_error, threads)


def resolve(
    array: Texts,
    base: str | Texts,
    *,
    strict: bool = True,
    spec: Spec = "rfc3986",
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give the target of a reference seen from a base.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        base: As for `urikit.resolve`; one for all rows, or a column of as many.
        strict: As for `urikit.resolve`.
        spec: As for `urikit.resolve`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> resolve(["../g", None], base="http://a/b/c/d").to_pylist()
        ['http://a/b/g', None]

    Source:
        RFC 3986 §5.2.
    """
    return run("resolve", array, {"base": base, "strict": strict, "spec": spec}, on_error, threads)


def relativize(
    array: Texts,
    base: str | Texts,
    *,
    spec: Spec = "rfc3986",
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give the shortest reference that resolves against a base to the target.

    Args:
        array: URIs: a list of texts and None, or an Arrow array or stream of texts.
        base: As for `urikit.relativize`; one for all rows, or a column of as many.
        spec: As for `urikit.relativize`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> relativize(["http://a/b/g", None], base="http://a/b/c/d").to_pylist()
        ['../g', None]

    Source:
        RFC 3986 §5.2, backwards.
    """
    return run("relativize", array, {"base": base, "spec": spec}, on_error, threads)


def to_uri(
    array: Texts,
    part: Part | None = None,
    host: Literal['idna', 'percent'] = "idna",
    fix: bool = False,
    *,
    schemes: Registry | None = None,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Map an IRI to the URI that it stands for.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        part: As for `urikit.columns.rows.to_uri`.
        host: As for `urikit.columns.rows.to_uri`.
        fix: As for `urikit.columns.rows.to_uri`.
        schemes: As for `urikit.columns.rows.to_uri`; None for its default.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> to_uri(["http://bücher.example/ä", None]).to_pylist()
        ['http://xn--bcher-kva.example/%C3%A4', None]

    Source:
        RFC 3987 §3.1.
    """
    return run("to_uri", array, {"part": part, "host": host, "fix": fix, "schemes": schemes}, on_error, threads)


def to_iri(
    array: Texts,
    part: Part | None = None,
    keep: Keep = "recommended",
    host: Literal['unicode', 'keep'] = "unicode",
    *,
    schemes: Registry | None = None,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Write a URI as the IRI that people read.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        part: As for `urikit.columns.rows.to_iri`.
        keep: As for `urikit.columns.rows.to_iri`.
        host: As for `urikit.columns.rows.to_iri`.
        schemes: As for `urikit.columns.rows.to_iri`; None for its default.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> to_iri(["http://xn--bcher-kva.example/%C3%A4", None]).to_pylist()
        ['http://bücher.example/ä', None]

    Source:
        RFC 3987 §3.2.
    """
    return run("to_iri", array, {"part": part, "keep": keep, "host": host, "schemes": schemes}, on_error, threads)


def to_form(
    array: Texts,
    form: Form = "NFC",
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Write a reference in a normal form of Unicode, between its delimiters.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        form: As for `urikit.syntax.forms.to_form`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> to_form(["ﬁ", None], form="NFKC").to_pylist()
        ['fi', None]

    Source:
        RFC 3987 §5.3.2.2.
    """
    return run("to_form", array, {"form": form}, on_error, threads)


def decode(
    array: Texts,
    errors: Errors = "strict",
    charset: str = "utf-8",
    keep: str = "",
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Read a component's data.

    Args:
        array: Components: a list of texts and None, or an Arrow array or stream of texts.
        errors: As for `urikit.decode`.
        charset: As for `urikit.decode`.
        keep: As for `urikit.decode`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> decode(["a%2Fb", None]).to_pylist()
        ['a/b', None]

    Source:
        RFC 3986 §2.1.
    """
    return run("decode", array, {"errors": errors, "charset": charset, "keep": keep}, on_error, threads)


def encode(
    array: Texts,
    component: Component = "segment",
    safe: str = "",
    charset: str = "utf-8",
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Write data as a component.

    Args:
        array: Data: a list of texts and None, or an Arrow array or stream of texts.
        component: As for `urikit.encode`.
        safe: As for `urikit.encode`.
        charset: As for `urikit.encode`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> encode(["a/b", None]).to_pylist()
        ['a%2Fb', None]

    Source:
        RFC 3986 §2.1.
    """
    return run("encode", array, {"component": component, "safe": safe, "charset": charset}, on_error, threads)


def remove_dot_segments(
    array: Texts,
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Take the dot segments out of a path.

    Args:
        array: Paths: a list of texts and None, or an Arrow array or stream of texts.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> remove_dot_segments(["/a/./b/../c", None]).to_pylist()
        ['/a/c', None]

    Source:
        RFC 3986 §5.2.4.
    """
    return run("remove_dot_segments", array, {}, on_error, threads)


def split_fragment(
    array: Texts,
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Cut it at its first “#”.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> split_fragment(["http://example.com/a?b=c#d", None]).to_pylist()
        [('http://example.com/a?b=c', 'd'), None]

    Source:
        RFC 3986 §3.5.
    """
    return run("split_fragment", array, {}, on_error, threads)


def to_ascii(
    array: Texts,
    *,
    hyphens: bool = False,
    std3: bool = False,
    lengths: bool = True,
    bidi: bool = True,
    joiners: bool = True,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Write a host name as DNS carries it.

    Args:
        array: Hosts: a list of texts and None, or an Arrow array or stream of texts.
        hyphens: As for `urikit.to_ascii`.
        std3: As for `urikit.to_ascii`.
        lengths: As for `urikit.to_ascii`.
        bidi: As for `urikit.to_ascii`.
        joiners: As for `urikit.to_ascii`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> to_ascii(["bücher.example", None]).to_pylist()
        ['xn--bcher-kva.example', None]

    Source:
        UTS #46 §4.2.
    """
    return run("to_ascii", array, {
        "hyphens": hyphens,
        "std3": std3,
        "lengths": lengths,
        "bidi": bidi,
        "joiners": joiners,
    }, on_error, threads)


def to_unicode(
    array: Texts,
    *,
    hyphens: bool = False,
    std3: bool = False,
    lengths: bool = True,
    bidi: bool = True,
    joiners: bool = True,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Write a host name as people read it.

    Args:
        array: Hosts: a list of texts and None, or an Arrow array or stream of texts.
        hyphens: As for `urikit.to_unicode`.
        std3: As for `urikit.to_unicode`.
        lengths: As for `urikit.to_unicode`.
        bidi: As for `urikit.to_unicode`.
        joiners: As for `urikit.to_unicode`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> to_unicode(["xn--bcher-kva.example", None]).to_pylist()
        ['bücher.example', None]

    Source:
        UTS #46 §4.3.
    """
    return run("to_unicode", array, {
        "hyphens": hyphens,
        "std3": std3,
        "lengths": lengths,
        "bidi": bidi,
        "joiners": joiners,
    }, on_error, threads)


def from_suffix(
    array: Texts,
    default_scheme: str = "https",
    *,
    schemes: Registry | None = None,
    spec: Spec = "rfc3986",
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give the URI that a suffix, an authority with a path, most likely stands for.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        default_scheme: As for `urikit.from_suffix`.
        schemes: As for `urikit.from_suffix`; None for its default.
        spec: As for `urikit.from_suffix`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> from_suffix(["example.com/a", None]).to_pylist()
        ['https://example.com/a', None]

    Source:
        RFC 3986 §4.5.
    """
    return run("from_suffix", array, {
        "default_scheme": default_scheme,
        "schemes": schemes,
        "spec": spec,
    }, on_error, threads)


def display(
    array: Texts,
    style: Style = "unicode",
    *,
    drawable: Callable[[str], bool] | None = None,
    show_secrets: bool = False,
    schemes: Registry | None = None,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Write a reference as a reader is to see it.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        style: As for `urikit.display`.
        drawable: As for `urikit.display`; None for its default.
        show_secrets: As for `urikit.display`.
        schemes: As for `urikit.display`; None for its default.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> display(["http://u:pw@xn--bcher-kva.example/", None]).to_pylist()
        ['http://u:•••@bücher.example/', None]

    Source:
        RFC 3987 §6.1.
    """
    return run("display", array, {
        "style": style,
        "drawable": drawable,
        "show_secrets": show_secrets,
        "schemes": schemes,
    }, on_error, threads)


def mask(
    array: Texts,
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Write it with its secret as •••.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> mask(["ftp://user:pw@example.com/", None]).to_pylist()
        ['ftp://user:•••@example.com/', None]

    Source:
        RFC 3986 §3.2.1.
    """
    return run("mask", array, {}, on_error, threads)


def read_urn(
    array: Texts,
    strict_2141: bool = False,
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give the parts of a URN.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        strict_2141: As for `urikit.columns.records.read_urn`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> read_urn(["urn:a1:b"]).to_pylist()
        [('a1', 'b', None, None, None)]

    Source:
        RFC 8141 §2.
    """
    return run("read_urn", array, {"strict_2141": strict_2141}, on_error, threads)


def urn_nid(
    array: Texts,
    strict_2141: bool = False,
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give the namespace identifier of a URN, in lower case.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        strict_2141: As for `urikit.urn_nid`.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> urn_nid(["urn:ISBN:0-395-36341-1", None]).to_pylist()
        ['isbn', None]

    Source:
        RFC 8141 §2.
    """
    return run("urn_nid", array, {"strict_2141": strict_2141}, on_error, threads)


def urn_key(
    array: Texts,
    namespace_rules: bool = True,
    *,
    isbn_cross: bool = False,
    namespaces: Namespaces | None = None,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give a text that two URNs share if and only if they are URN-equivalent.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        namespace_rules: As for `urikit.urn_key`.
        isbn_cross: As for `urikit.urn_key`.
        namespaces: As for `urikit.urn_key`; None for its default.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> urn_key(["URN:ISBN:0-395-36341-1", None]).to_pylist()
        ['urn:isbn:0395363411', None]

    Source:
        RFC 8141 §3.1.
    """
    return run("urn_key", array, {
        "namespace_rules": namespace_rules,
        "isbn_cross": isbn_cross,
        "namespaces": namespaces,
    }, on_error, threads)


def urn_equivalent(
    array: Texts,
    b: str | Texts,
    namespace_rules: bool = True,
    *,
    isbn_cross: bool = False,
    namespaces: Namespaces | None = None,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Say whether two texts are URN-equivalent.

    Args:
        array: References, the first of each pair: a list of texts and None, or an Arrow array or stream of texts.
        b: As for `urikit.urn_equivalent`; one for all rows, or a column of as many.
        namespace_rules: As for `urikit.urn_equivalent`.
        isbn_cross: As for `urikit.urn_equivalent`.
        namespaces: As for `urikit.urn_equivalent`; None for its default.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> urn_equivalent(["URN:ISBN:0-395-36341-1", None], b="urn:isbn:0395363411").to_pylist()
        [True, None]

    Source:
        RFC 8141 §3.
    """
    return run("urn_equivalent", array, {
        "b": b,
        "namespace_rules": namespace_rules,
        "isbn_cross": isbn_cross,
        "namespaces": namespaces,
    }, on_error, threads)


def scheme_check(
    array: Texts,
    level: Level = "note",
    *,
    spec: Spec = "rfc3986",
    schemes: Registry | None = None,
    namespaces: Namespaces | None = None,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give the codes of what a reference's scheme, and a URN's namespace, have to say about it.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        level: As for `urikit.scheme_check`.
        spec: As for `urikit.scheme_check`.
        schemes: As for `urikit.scheme_check`; None for its default.
        namespaces: As for `urikit.scheme_check`; None for its default.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> scheme_check(["http:///a", None]).to_pylist()
        [['host-missing'], None]

    Source:
        RFC 3986 §3.1.
    """
    return run("scheme_check", array, {
        "level": level,
        "spec": spec,
        "schemes": schemes,
        "namespaces": namespaces,
    }, on_error, threads)


def urn_locations(
    array: Texts,
    *,
    namespaces: Namespaces | None = None,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give the URLs by the templates of a URN's namespace, the best first.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        namespaces: As for `urikit.urn_locations`; None for its default.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> urn_locations(["urn:ietf:rfc:3986", None]).to_pylist()
        [['https://www.rfc-editor.org/rfc/rfc3986'], None]

    Source:
        RFC 8141 §1.2.2.
    """
    return run("urn_locations", array, {"namespaces": namespaces}, on_error, threads)


def to_isbn13(
    array: Texts,
    *,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Give the ISBN of 13 digits that names the same book.

    Args:
        array: ISBNs: a list of texts and None, or an Arrow array or stream of texts.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> to_isbn13(["0-395-36341-1", None]).to_pylist()
        ['978-0-395-36341-6', None]

    Source:
        ISO 2108.
    """
    return run("to_isbn13", array, {}, on_error, threads)


def check(
    array: Texts,
    spec: Book = "rfc3986",
    rule: ReferenceRule = "URI-reference",
    *,
    schemes: Registry | None = None,
    namespaces: Namespaces | None = None,
    on_error: OnError = "null",
    threads: int = 1,
) -> Column:
    """
    Find all there is to say about it.

    Args:
        array: References: a list of texts and None, or an Arrow array or stream of texts.
        spec: As for `urikit.columns.records.check`.
        rule: As for `urikit.columns.records.check`.
        schemes: As for `urikit.columns.records.check`; None for its default.
        namespaces: As for `urikit.columns.records.check`; None for its default.
        on_error: As `urikit.columns` says; so *threads*.
        threads: How many may run.

    Example:
        >>> check(["http://example.com/", None]).to_pylist()
        [[], None]

    Source:
        RFC 3986.
    """
    return run("check", array, {
        "spec": spec,
        "rule": rule,
        "schemes": schemes,
        "namespaces": namespaces,
    }, on_error, threads)
