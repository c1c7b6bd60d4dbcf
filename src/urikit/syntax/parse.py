"""
What are the parts of this text, and is it a reference at all?

One pattern, put together from the grammar's table, reads any URI-reference (RFC 3986 §4.1) or IRI-reference (RFC 3987
§2.2) into seven pieces that own their delimiters:

    foo: //user@ example.com :8042 /over/there ?name=ferret #nose
"""

from __future__ import annotations

from urikit._accelerate import accelerated
from urikit.findings import URISyntaxError, finding, hide
from urikit.syntax.grammar import GRAMMARS, RFC3986, RFC3987, Grammar

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable
    from typing import Literal, NoReturn, TypeAlias

    Pieces: TypeAlias = tuple[str, str, str, str, str, str, str]
    Cut: TypeAlias = re.Match[str]
    Spec = Literal["rfc3986", "rfc3987"]
    ReferenceRule = Literal["URI-reference", "URI", "absolute-URI", "relative-ref"]
    Kind = Literal["uri", "network-path", "absolute-path", "relative-path", "empty"]
    PathRule = Literal["path-abempty", "path-absolute", "path-noscheme", "path-rootless", "path-empty"]

# Without a scheme the first segment may not hold ":"; without "//" there is no host or port to look for.
_REFERENCE = (
    r"(?:({scheme}:)|(?![^:/?#]*+:))"
    r"(?:(//(?:{userinfo}@)?)({host})(:{port})?(?![^/?#])|(?!//))"
    r"({path})(\?{query})?(\#{fragment})?"
)

CUTTERS: dict[str, Callable[[str], Cut | None]] = {}
"""What `cutter` made so far, by the name of the grammar."""


def cutter(grammar: Grammar = RFC3986) -> Callable[[str], Cut | None]:
    """Return the function that cuts a reference of *grammar* into its seven pieces, or gives None."""
    found = CUTTERS.get(grammar.name)
    if found is None:
        import re

        named = re.sub(r"\{([a-z]+)\}", lambda part: f"{{{grammar.part(part[1])}}}", _REFERENCE)
        found = CUTTERS[grammar.name] = grammar.compile(named).fullmatch
    return found


@accelerated
def pieces(text: str, spec: Spec = "rfc3986") -> Pieces | None:
    """
    Cut a URI-reference into seven pieces that own their delimiters.

    Args:
        text: Any text.
        spec: ``"rfc3986"``, or ``"rfc3987"`` for an IRI-reference.

    Returns:
        scheme with ":", "//" with userinfo and "@", host, port with ":", path, query with "?", fragment with "#":
        joined they are *text*.  What is absent is empty; what is present but empty is its delimiter alone.  None where
        *text* is no reference.

    Raises:
        TypeError: *text* is no ``str``.

    Example:
        >>> pieces("foo://user@example.com:8042/over/there?name=ferret#nose")
        ('foo:', '//user@', 'example.com', ':8042', '/over/there', '?name=ferret', '#nose')

    Source:
        RFC 3986 §3, §4.1, §5.3.
    """
    if type(text) is not str:
        _refuse_type(text)
    cut = (CUTTERS.get(spec) or cutter(GRAMMARS[spec]))(text)
    return None if cut is None else cut.groups("")  # type: ignore[return-value]


@accelerated
def read(text: str, rule: ReferenceRule = "URI-reference", spec: Spec = "rfc3986") -> Pieces:
    """
    Cut a text that must be what *rule* says, or tell what is wrong with it.

    Args:
        text: Any text.
        rule: ``"URI-reference"``, ``"URI"``, ``"absolute-URI"`` or ``"relative-ref"``.
        spec: ``"rfc3986"``, or ``"rfc3987"`` for the IRI of the same kind.

    Returns:
        The seven pieces; see `pieces`.

    Raises:
        URISyntaxError: *text* is no such thing.
        TypeError: *text* is no ``str``.

    Example:
        >>> read("//example.com?", "relative-ref")
        ('', '//', 'example.com', '', '', '?', '')

    Source:
        RFC 3986 §3, §4.1–4.3.
    """
    if type(text) is not str:
        _refuse_type(text)
    cut = (CUTTERS.get(spec) or cutter(GRAMMARS[spec]))(text)
    if cut is None:
        refuse(text, spec)
    if rule != "URI-reference":
        require(cut, rule)
    return cut.groups("")  # type: ignore[return-value]


def refuse(text: str, spec: Spec = "rfc3986") -> NoReturn:
    """Raise what is wrong with a text that is no reference of *spec*."""
    from urikit.syntax.locate import locate  # on the error path only

    raise URISyntaxError(text, locate(text, GRAMMARS[spec]))


def _refuse_type(value: object) -> None:
    from urikit.syntax.octets import only_text  # on the error path only

    only_text(value)


def require(cut: Cut, rule: ReferenceRule) -> None:
    """Raise where a valid URI-reference is not what *rule* asks for."""
    text, has_scheme = cut.string, cut[1] is not None
    if rule == "relative-ref":
        if has_scheme:
            raise URISyntaxError(text, finding("has-scheme", 0, cut.end(1)))
    elif not has_scheme:
        raise URISyntaxError(text, finding("no-scheme", 0, 0, help=_scheme_help(text)))
    elif rule == "absolute-URI" and cut[7] is not None:
        raise URISyntaxError(text, finding("has-fragment", cut.start(7), len(text)))


def _scheme_help(text: str) -> str:
    first = text.split("/", 1)[0]
    return f"https://{text} would be one, if a host was meant" if "." in first.strip(".") else ""


@accelerated
def is_uri_reference(text: str) -> bool:
    """
    Say whether *text* is a URI-reference: a URI or a relative reference.

    Raises:
        TypeError: *text* is no ``str``.

    Example:
        >>> is_uri_reference("../a?b"), is_uri_reference("a b")
        (True, False)

    Source:
        RFC 3986 §4.1.
    """
    return (CUTTERS.get("rfc3986") or cutter())(text) is not None


@accelerated
def is_uri(text: str) -> bool:
    """
    Say whether *text* is a URI: a reference with a scheme.

    Raises:
        TypeError: *text* is no ``str``.

    Example:
        >>> is_uri("coap://example.com/a"), is_uri("/a"), is_uri("http://example.com/%zz")
        (True, False, False)

    Source:
        RFC 3986 §3.
    """
    cut = (CUTTERS.get("rfc3986") or cutter())(text)
    return cut is not None and cut[1] is not None


@accelerated
def is_relative_ref(text: str) -> bool:
    """
    Say whether *text* is a relative reference: one without a scheme.

    Raises:
        TypeError: *text* is no ``str``.

    Example:
        >>> is_relative_ref("//example.com/a"), is_relative_ref("http:a")
        (True, False)

    Source:
        RFC 3986 §4.2.
    """
    cut = (CUTTERS.get("rfc3986") or cutter())(text)
    return cut is not None and cut[1] is None


@accelerated
def is_absolute_uri(text: str) -> bool:
    """
    Say whether *text* is an absolute URI: one with a scheme and no fragment.

    Raises:
        TypeError: *text* is no ``str``.

    Example:
        >>> is_absolute_uri("http://example.com/"), is_absolute_uri("http://example.com/#a")
        (True, False)

    Source:
        RFC 3986 §4.3.
    """
    cut = (CUTTERS.get("rfc3986") or cutter())(text)
    return cut is not None and cut[1] is not None and cut[7] is None


@accelerated
def is_iri_reference(text: str) -> bool:
    """
    Say whether *text* is an IRI-reference: an IRI or a relative reference.

    Raises:
        TypeError: *text* is no ``str``.

    Example:
        >>> is_iri_reference("../ä?b"), is_iri_reference("ä b")
        (True, False)

    Source:
        RFC 3987 §2.2.
    """
    return (CUTTERS.get("rfc3987") or cutter(RFC3987))(text) is not None


@accelerated
def is_iri(text: str) -> bool:
    """
    Say whether *text* is an IRI: a reference with a scheme.

    Raises:
        TypeError: *text* is no ``str``.

    Example:
        >>> is_iri("http://bücher.example"), is_iri("//bücher.example")
        (True, False)

    Source:
        RFC 3987 §2.2.
    """
    cut = (CUTTERS.get("rfc3987") or cutter(RFC3987))(text)
    return cut is not None and cut[1] is not None


@accelerated
def is_irelative_ref(text: str) -> bool:
    """
    Say whether *text* is a relative IRI-reference: one without a scheme.

    Raises:
        TypeError: *text* is no ``str``.

    Example:
        >>> is_irelative_ref("//bücher.example"), is_irelative_ref("http:ä")
        (True, False)

    Source:
        RFC 3987 §2.2.
    """
    cut = (CUTTERS.get("rfc3987") or cutter(RFC3987))(text)
    return cut is not None and cut[1] is None


@accelerated
def is_absolute_iri(text: str) -> bool:
    """
    Say whether *text* is an absolute IRI: one with a scheme and no fragment.

    Raises:
        TypeError: *text* is no ``str``.

    Example:
        >>> is_absolute_iri("http://bücher.example/"), is_absolute_iri("http://bücher.example/#ä")
        (True, False)

    Source:
        RFC 3987 §2.2.
    """
    cut = (CUTTERS.get("rfc3987") or cutter(RFC3987))(text)
    return cut is not None and cut[1] is not None and cut[7] is None


def reference_kind(parts: Pieces) -> Kind:
    """
    Name the kind of a reference by its pieces.

    Example:
        >>> [reference_kind(read(text)) for text in ("a:b", "//h", "/p", "p", "")]
        ['uri', 'network-path', 'absolute-path', 'relative-path', 'empty']

    Source:
        RFC 3986 §4.1, §4.2; "empty" is a relative path of no segments with neither query nor fragment.
    """
    if parts[0]:
        return "uri"
    if parts[1]:
        return "network-path"
    if parts[4].startswith("/"):
        return "absolute-path"
    return "relative-path" if any(parts) else "empty"


def path_rule(parts: Pieces) -> PathRule:
    """
    Name the one of the five rules for a path that this reference's path matches.

    Example:
        >>> [path_rule(read(text)) for text in ("//h/p", "a:/p", "p", "a:p", "?q")]
        ['path-abempty', 'path-absolute', 'path-noscheme', 'path-rootless', 'path-empty']

    Source:
        RFC 3986 §3.3.
    """
    if parts[1]:
        return "path-abempty"
    if not parts[4]:
        return "path-empty"
    if parts[4].startswith("/"):
        return "path-absolute"
    return "path-rootless" if parts[0] else "path-noscheme"


def mask(text: str) -> str:
    """
    Return *text* with its secret as ``•••``.

    What follows the first ":" of the userinfo is secret; in a URI that the path begins with (``view-source:``) or that
    the query holds, and with a SIP user, too; in a text that does not parse, all before the last "@" where an authority
    seems to hold one.

    Example:
        >>> mask("ftp://user:pw@example.com/"), mask("ftp://user:@example.com/")
        ('ftp://user:•••@example.com/', 'ftp://user:@example.com/')

    Source:
        RFC 3986 §3.2.1.
    """
    return hide(text, valid=is_uri_reference(text) or ("@" in text and is_iri_reference(text)))
