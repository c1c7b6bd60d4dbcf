"""
Which operations run on a column?

One list.  A row names a function on one text, what it gives, and its options; from it come the functions of
`urikit.columns`, what every engine registers, and the tests that hold all of them to the function.  One more operation
is one more row.
"""

from __future__ import annotations

from urikit import checks
from urikit.columns import records, rows
from urikit.findings import Record
from urikit.operations import (
    convert,
    equivalence,
    idna,
    normalize,
    pairs,
    relativize,
    resolve,
    suffix,
    trim,
    user_input,
)
from urikit.operations import surt as surts
from urikit.safety import display
from urikit.syntax import forms, grammar, parse, percent
from urikit.syntax import path as paths
from urikit.urns import equivalence as names
from urikit.urns import isbn, locations
from urikit.urns import syntax as urns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, Literal

    from urikit.columns.plain import Kind

    Shape = Literal["flag", "integer", "text", "record", "list", "key"]

REQUIRED = "…"
"""The default of an option that must be given."""


class Param(Record):
    """
    An option of a kernel that a plain value can say: a text, a flag or a column.

    Attributes:
        name: As the function's argument is called.
        default: What stands where it is not given; `REQUIRED` where it must be.
        choices: The values there are, if they are few; else ``()``.
        column: Whether a column may be given for it, a value a row.
        many: Whether it is any number of texts, ``*name``.
    """

    __slots__ = ("name", "default", "choices", "column", "many")  # noqa: RUF023 (the constructor's)

    if TYPE_CHECKING:
        name: str
        default: Any
        choices: tuple[str, ...]
        column: bool
        many: bool

    def __init__(
        self, name: str, default: Any = REQUIRED, choices: Sequence[str] = (), column: bool = False, many: bool = False
    ) -> None:
        """See the class."""
        super().__init__(name, default, tuple(choices), column, many)


class Kernel(Record):
    """
    An operation on columns.

    Attributes:
        name: As the function of `urikit.columns` is called, and the extension's loop if there is one.
        shape: What a row of the answer is: ``"flag"``, ``"integer"``, ``"text"``, ``"record"``, ``"list"`` or ``"key"``
            (16 octets).
        function: The rule: what it makes of one text.
        row: The argument of the function that the column fills.
        params: The options that any door can offer; what the function has beyond them is Python's alone.
        source: The standard and its section.
        doc: One sentence, said of one row.
        kind: The type of the answer, as for `Column.build`.
    """

    __slots__ = ("name", "shape", "function", "row", "params", "source", "doc", "kind")  # noqa: RUF023 (the table's)

    if TYPE_CHECKING:
        name: str
        shape: Shape
        function: Callable[..., Any]
        row: str
        params: tuple[Param, ...]
        source: str
        doc: str
        kind: Kind

    def __init__(
        self,
        name: str,
        shape: Shape,
        function: Callable[..., Any],
        row: str,
        params: Sequence[Param],
        source: str,
        doc: str,
        kind: Kind = "",
    ) -> None:
        """See the class."""
        super().__init__(name, shape, function, row, tuple(params), source, doc, kind or _KINDS[shape])


_KINDS = {"flag": "bool", "integer": "int64", "text": "utf8", "key": "binary16"}

# ------------------------------------------------------------------------------------------------------------- options

SPEC = Param("spec", "rfc3986", ("rfc3986", "rfc3987"))
RULE = Param("rule", "URI-reference", ("URI-reference", "URI", "absolute-URI", "relative-ref"))
RUNG = Param("rung", "syntax", (*normalize.RUNGS, "syntax"))
RUNG_OR_SIMPLE = Param("rung", "simple", RUNG.choices)
STRICT = Param("strict", True)
BASE, BASE_OR_NONE = Param("base", column=True), Param("base", None, column=True)
OTHER = Param("b", column=True)
FRAGMENT = Param("fragment", "compare", ("compare", "ignore"))
GENERIC, NFC = Param("assume_generic", False), Param("nfc", False)
OF_NAMESPACE, ISBN_CROSS = Param("namespace_rules", True), Param("isbn_cross", False)
STRICT_2141 = Param("strict_2141", False)
PART = Param("part", None, convert.PARTS)
CHARSET = Param("charset", "utf-8")
PLUS = Param("plus", True)
STYLE = Param("style", "unicode", ("unicode", "ascii", "safe"))
LEVEL = Param("level", "note", checks.LEVELS)
PRIVATE, LISTED = Param("private", False), Param("listed", False)
FLAVOUR, STRIP_WWW = Param("flavour", choices=surts.FLAVOURS), Param("strip_www", None, surts.STRIP_WWW)

_BOOKS = ("rfc3986", "rfc3987", "rfc1738", "rfc2396")
_COMPONENTS = "segment path query key value fragment user password reg-name".split()
_TO_NORMAL = (RUNG, BASE_OR_NONE, GENERIC, SPEC, NFC)
_TO_KEY = (RUNG, BASE_OR_NONE, FRAGMENT, GENERIC, SPEC, NFC)
_TO_URI = (PART, Param("host", "idna", ("idna", "percent")), Param("fix", False))
_KEEP = Param("keep", "recommended", ("none", "minimal", "recommended"))
_TO_IRI = (PART, _KEEP, Param("host", "unicode", ("unicode", "keep")))
_IDNA = (
    Param("hyphens", False),
    Param("std3", False),
    Param("lengths", True),
    Param("bidi", True),
    Param("joiners", True),
)
_TO_DATA = (Param("errors", "strict", ("strict", "keep", "replace")), CHARSET, Param("keep", ""))
_TO_TEXT = (Param("component", "segment", _COMPONENTS), Param("safe", ""), CHARSET)

# --------------------------------------------------------------------------------------------------- lists and records

_TEXTS: Kind = ("list", "utf8")


def _record(**fields: Kind) -> Kind:
    return "struct", tuple(fields.items())


_FIVE = _record(scheme="utf8", authority="utf8", path="utf8", query="utf8", fragment="utf8")
_SEVEN = _record(scheme="utf8", userinfo="utf8", host="utf8", port="int64", path="utf8", query="utf8", fragment="utf8")
_COMMON_CRAWL = _record(
    url_surtkey="utf8",
    url="utf8",
    url_host_name="utf8",
    url_host_tld="utf8",
    url_host_2nd_last_part="utf8",
    url_host_3rd_last_part="utf8",
    url_host_4th_last_part="utf8",
    url_host_5th_last_part="utf8",
    url_host_registry_suffix="utf8",
    url_host_registered_domain="utf8",
    url_host_private_suffix="utf8",
    url_host_private_domain="utf8",
    url_host_name_reversed="utf8",
    url_protocol="utf8",
    url_port="int64",
    url_path="utf8",
    url_query="utf8",
)
_URN = _record(nid="utf8", nss="utf8", r_component="utf8", q_component="utf8", f_component="utf8")
_PAIRS: Kind = ("list", _record(key="utf8", value="utf8"))
_AT_FRAGMENT = _record(text="utf8", fragment="utf8")
_FINDING = _record(code="utf8", start="int64", message="utf8")
_FINDINGS: Kind = ("list", _record(code="utf8", level="utf8", start="int64", end="int64", message="utf8", help="utf8"))

# ------------------------------------------------------------------------------------------------------------ the list

K = Kernel
# fmt: off
_ROWS = (
    K("is_uri", "flag", parse.is_uri, "text", (), "RFC 3986 §3", "Say whether it is a URI: a reference with a scheme."),
    K("is_uri_reference", "flag", parse.is_uri_reference, "text", (), "RFC 3986 §4.1",
      "Say whether it is a URI-reference: a URI or a relative reference."),
    K("is_relative_ref", "flag", parse.is_relative_ref, "text", (), "RFC 3986 §4.2",
      "Say whether it is a relative reference: one without a scheme."),
    K("is_absolute_uri", "flag", parse.is_absolute_uri, "text", (), "RFC 3986 §4.3",
      "Say whether it is an absolute URI: one with a scheme and no fragment."),
    K("is_iri", "flag", parse.is_iri, "text", (), "RFC 3987 §2.2",
      "Say whether it is an IRI: a reference with a scheme."),
    K("is_iri_reference", "flag", parse.is_iri_reference, "text", (), "RFC 3987 §2.2",
      "Say whether it is an IRI-reference: an IRI or a relative reference."),
    K("is_irelative_ref", "flag", parse.is_irelative_ref, "text", (), "RFC 3987 §2.2",
      "Say whether it is a relative IRI-reference: one without a scheme."),
    K("is_absolute_iri", "flag", parse.is_absolute_iri, "text", (), "RFC 3987 §2.2",
      "Say whether it is an absolute IRI: one with a scheme and no fragment."),
    K("is_urn", "flag", urns.is_urn, "text", (STRICT_2141,), "RFC 8141 §2", "Say whether it is a URN."),
    K("matches", "flag", grammar.matches, "text", (Param("rule"), Param("spec", None, _BOOKS)),
      "RFC 3986 Appendix A", "Say whether the whole of it is what a rule of a grammar describes."),
    K("finding", "record", records.finding, "text", (RULE, SPEC), "RFC 3986 Appendix A",
      "Tell what is wrong with it first; null where nothing is.", _FINDING),

    K("scheme", "text", rows.scheme, "text", (SPEC,), "RFC 3986 §3.1", "Give the scheme of a reference."),
    K("authority", "text", rows.authority, "text", (SPEC,), "RFC 3986 §3.2", "Give the authority of a reference."),
    K("userinfo", "text", rows.userinfo, "text", (SPEC,), "RFC 3986 §3.2.1", "Give the userinfo of a reference."),
    K("host", "text", rows.host, "text", (SPEC,), "RFC 3986 §3.2.2", "Give the host of a reference."),
    K("host_kind", "text", rows.host_kind, "text", (SPEC,), "RFC 3986 §3.2.2",
      "Name the rule that the host of a reference is."),
    K("reversed_host", "text", suffix.reversed_host, "text", (SPEC,), "RFC 3986 §3.2.2",
      "Give the labels of a reference's host from the last to the first; null for an IP address."),
    K("public_suffix", "text", suffix.public_suffix, "text", (PRIVATE, LISTED, SPEC), "publicsuffix.org/list",
      "Give the public suffix of a reference's host; null for an IP address."),
    K("registrable_domain", "text", suffix.registrable_domain, "text", (PRIVATE, LISTED, SPEC), "publicsuffix.org/list",
      "Give the registrable domain of a reference's host; null for an IP address."),
    K("host_address", "text", rows.host_address, "text", (SPEC,), "RFC 3986 §3.2.2",
      "Give the address that the host of a reference writes; null for a name."),
    K("port", "integer", rows.port, "text", (SPEC,), "RFC 3986 §3.2.3",
      "Give the port of a reference as a number; null where it is over 2^63 - 1 too."),
    K("port_text", "text", rows.port_text, "text", (SPEC,), "RFC 3986 §3.2.3",
      "Give the port of a reference as written."),
    K("path", "text", rows.path, "text", (SPEC,), "RFC 3986 §3.3", "Give the path of a reference."),
    K("segments", "list", rows.segments, "text", (SPEC,), "RFC 3986 §3.3",
      "Give the segments of a reference's path.", _TEXTS),
    K("query", "text", rows.query, "text", (SPEC,), "RFC 3986 §3.4", "Give the query of a reference."),
    K("query_pairs", "list", rows.query_pairs, "text", (PLUS, SPEC), "RFC 3986 §3.4",
      "Give the pairs of a reference's query, decoded.", _PAIRS),
    K("query_value", "text", pairs.query_value, "text", (Param("name"), PLUS, SPEC), "RFC 3986 §3.4",
      "Give the decoded value of the first pair of a name in a reference's query."),
    K("drop_query", "text", pairs.drop_query, "text", (Param("globs", (), many=True), SPEC), "RFC 3986 §3.4",
      "Write a reference without the pairs whose key fits one of some globs."),
    K("sort_query", "text", pairs.sort_query, "text", (SPEC,), "RFC 3986 §3.4",
      "Write a reference with the pairs of its query sorted by their keys."),
    K("without_fragment", "text", trim.without_fragment, "text", (SPEC,), "RFC 3986 §3.5, §4.3",
      "Write a reference without its fragment."),
    K("without_www", "text", trim.without_www, "text", (SPEC,), "RFC 3986 §3.2.2",
      "Write a reference without a first label “www” of its host."),
    K("fragment", "text", rows.fragment, "text", (SPEC,), "RFC 3986 §3.5", "Give the fragment of a reference."),
    K("parse", "record", records.parse, "text", (SPEC,), "RFC 3986 §3", "Give all components of a reference.", _SEVEN),
    K("parse_commoncrawl", "record", records.parse_commoncrawl, "text", (SPEC,), "cc-index-table, flat schema",
      "Give what the columns url_… of Common Crawl's index say of a URI.", _COMMON_CRAWL),
    K("split", "record", records.split, "text", (), "RFC 3986 Appendix B", "Cut any text into five components.", _FIVE),

    K("normalize", "text", normalize.normalize, "text", _TO_NORMAL, "RFC 3986 §6.2",
      "Give the normal form of a reference at a rung of the ladder."),
    K("key", "text", equivalence.key, "text", _TO_KEY, "RFC 3986 §6.1",
      "Give a text that two references share where they are equivalent at a rung."),
    K("key128", "key", equivalence.key128, "text", _TO_KEY, "RFC 3986 §6.1; XXH3-128",
      "Give 16 octets that two references share where they are equivalent at a rung."),
    K("surt", "text", surts.surt, "text", (FLAVOUR, STRIP_WWW, SPEC), "PyPI surt 0.3.1, urlcanon 0.3.1",
      "Give the SURT of a URI, the key of web archives, by a named flavour."),
    K("equivalent", "flag", equivalence.equivalent, "a", (OTHER, *_TO_KEY), "RFC 3986 §6.1",
      "Say whether two references are equivalent at a rung of the ladder."),
    K("equivalence", "text", equivalence.equivalence, "a", (OTHER, *_TO_KEY[1:]), "RFC 3986 §6.2",
      "Name the lowest rung at which two references are equivalent; null where there is none."),
    K("same_document", "flag", equivalence.same_document, "reference", (BASE, RUNG_OR_SIMPLE, SPEC), "RFC 3986 §4.4",
      "Say whether a reference means the document that it stands in."),
    K("resolve", "text", resolve.resolve, "reference", (BASE, STRICT, SPEC), "RFC 3986 §5.2",
      "Give the target of a reference seen from a base."),
    K("relativize", "text", relativize.relativize, "target", (BASE, SPEC), "RFC 3986 §5.2, backwards",
      "Give the shortest reference that resolves against a base to the target."),
    K("to_uri", "text", rows.to_uri, "text", _TO_URI, "RFC 3987 §3.1", "Map an IRI to the URI that it stands for."),
    K("to_iri", "text", rows.to_iri, "text", _TO_IRI, "RFC 3987 §3.2", "Write a URI as the IRI that people read."),
    K("to_form", "text", forms.to_form, "text", (Param("form", "NFC", ("NFC", "NFKC")),), "RFC 3987 §5.3.2.2",
      "Write a reference in a normal form of Unicode, between its delimiters."),
    K("decode", "text", percent.decode, "component", _TO_DATA, "RFC 3986 §2.1", "Read a component's data."),
    K("encode", "text", percent.encode, "data", _TO_TEXT, "RFC 3986 §2.1", "Write data as a component."),
    K("remove_dot_segments", "text", paths.remove_dot_segments, "path", (), "RFC 3986 §5.2.4",
      "Take the dot segments out of a path."),
    K("split_fragment", "record", resolve.split_fragment, "text", (), "RFC 3986 §3.5",
      "Cut it at its first “#”.", _AT_FRAGMENT),
    K("to_ascii", "text", idna.to_ascii, "host", _IDNA, "UTS #46 §4.2", "Write a host name as DNS carries it."),
    K("to_unicode", "text", idna.to_unicode, "host", _IDNA, "UTS #46 §4.3", "Write a host name as people read it."),
    K("from_suffix", "text", user_input.from_suffix, "text", (Param("default_scheme", "https"), SPEC), "RFC 3986 §4.5",
      "Give the URI that a suffix, an authority with a path, most likely stands for."),
    K("display", "text", display.display, "text", (STYLE, Param("show_secrets", False)), "RFC 3987 §6.1",
      "Write a reference as a reader is to see it."),
    K("mask", "text", parse.mask, "text", (), "RFC 3986 §3.2.1", "Write it with its secret as •••."),

    K("read_urn", "record", records.read_urn, "text", (STRICT_2141,), "RFC 8141 §2", "Give the parts of a URN.", _URN),
    K("urn_nid", "text", urns.urn_nid, "text", (STRICT_2141,), "RFC 8141 §2",
      "Give the namespace identifier of a URN, in lower case."),
    K("urn_key", "text", names.urn_key, "text", (OF_NAMESPACE, ISBN_CROSS), "RFC 8141 §3.1",
      "Give a text that two URNs share if and only if they are URN-equivalent."),
    K("urn_equivalent", "flag", names.urn_equivalent, "a", (OTHER, OF_NAMESPACE, ISBN_CROSS), "RFC 8141 §3",
      "Say whether two texts are URN-equivalent."),
    K("scheme_check", "list", checks.scheme_check, "text", (LEVEL, SPEC), "RFC 3986 §3.1",
      "Give the codes of what a reference's scheme, and a URN's namespace, have to say about it.", _TEXTS),
    K("urn_locations", "list", locations.urn_locations, "text", (), "RFC 8141 §1.2.2",
      "Give the URLs by the templates of a URN's namespace, the best first.", _TEXTS),
    K("to_isbn13", "text", isbn.to_isbn13, "isbn", (), "ISO 2108",
      "Give the ISBN of 13 digits that names the same book."),
    K("check", "list", records.check, "text", (Param("spec", "rfc3986", checks.BOOKS), RULE), "RFC 3986",
      "Find all there is to say about it.", _FINDINGS),
)
# fmt: on

KERNELS: dict[str, Kernel] = {row.name: row for row in _ROWS}
"""Every kernel, by name."""
