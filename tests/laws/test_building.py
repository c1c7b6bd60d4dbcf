"""Laws of building: what is put together reads back as the same parts, or is refused (P5 of writers)."""

from __future__ import annotations

import copy

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import urikit
from tests.oracle.abnf import RFC3986
from tests.oracle.generate import NASTY
from urikit import URI, UrikitError, URIReference, strategies
from urikit.strategies import uri_reference_texts, uri_references, uris

FIVE = ("scheme", "authority", "path", "query", "fragment")
SEVEN = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
COMPONENTS = ["segment", "path", "query", "key", "value", "fragment", "user", "password", "reg-name"]
# The rule that what `encode` writes must match.
RULES = {"key": "query", "value": "query", "user": "userinfo", "password": "userinfo"}

nasty = st.lists(st.sampled_from(NASTY), max_size=4).map("".join)


def parts(reference: URIReference) -> dict[str, str | None]:
    """The encoded parts by the names that `compose` takes."""
    return {name: getattr(reference, "port_text" if name == "port" else name) for name in SEVEN}


@given(uri_references())
def test_composing_the_parts_of_a_reference_gives_the_reference(reference: URIReference) -> None:
    assert urikit.compose(**parts(reference)) == str(reference)  # type: ignore[arg-type]
    assert urikit.compose(**{name: getattr(reference, name) for name in FIVE}) == str(reference)
    assert type(reference).compose(**parts(reference)) == reference


@given(uri_references())
def test_replacing_a_part_by_itself_changes_nothing(reference: URIReference) -> None:
    for name, part in parts(reference).items():
        if name in ("userinfo", "host", "port") and reference.authority is None:
            continue
        assert reference.replace(**{name: part}) == reference
    assert reference.replace(authority=reference.authority) == reference
    assert reference.replace() == reference


@given(uri_references())
def test_replace_is_what_copy_replace_calls(reference: URIReference) -> None:
    assert reference.__replace__(fragment="x") == reference.replace(fragment="x")
    if hasattr(copy, "replace"):
        assert copy.replace(reference, fragment="x") == reference.replace(fragment="x")


def is_guarded(wanted: str, found: str) -> bool:
    """The two paths that cannot be written bare get "/." or "./" before them."""
    return (
        found == wanted
        or (wanted.startswith("//") and found == "/." + wanted)
        or (":" in wanted.partition("/")[0] and found == "./" + wanted)
    )


CHANGES = {
    "scheme": st.none() | strategies.schemes() | nasty,
    "userinfo": st.none() | strategies.userinfos() | nasty,
    "host": st.none() | strategies.hosts() | nasty,
    "port": st.none() | strategies.ports() | st.integers(-1, 70_000) | nasty,
    "path": st.sampled_from(["", "//evil", "//evil.example/a", "///", "a:b", ":", ".//a", "/.//a", "/", "1:2/3"])
    | nasty
    | uri_reference_texts().map(lambda text: urikit.split(text).path),
    "query": st.none() | strategies.queries() | nasty,
    "fragment": st.none() | strategies.fragments() | nasty,
}  # fmt: skip


def read_back(text: str, wanted: dict[str, object]) -> bool:
    """Whether the text's parts are the ones that were asked for."""
    found = parts(URIReference(text))
    for name, part in wanted.items():
        same = (
            is_guarded(str(part), str(found[name]))
            if name == "path"
            else found[name] == (None if part is None else str(part))
        )
        if not same:
            return False
    return True


@given(st.fixed_dictionaries({}, optional=CHANGES))
@example({"path": "//evil.example/a"})
@example({"scheme": "a", "path": "//evil.example/a"})
@example({"path": "a:b"})
@example({"host": "h", "path": "a"})
@example({"host": "", "path": "//a"})
@example({"userinfo": "a@b", "host": "h"})
@example({"host": "h:1"})
@example({"host": "h", "port": "1/../"})
def test_no_composition_reads_back_as_other_parts(wanted: dict[str, object]) -> None:
    try:
        text = urikit.compose(**wanted)  # type: ignore[arg-type]
    except (UrikitError, TypeError):
        return
    assert read_back(text, {**dict.fromkeys(SEVEN), "path": "", **wanted})


@given(uri_references(), st.fixed_dictionaries({}, optional=CHANGES))
@example(URIReference("http://h//evil"), {"host": None})
@example(URIReference("http:a:b"), {"scheme": None})
@example(URIReference("http://h/a"), {"path": "b"})
@example(URIReference("//h//a"), {"host": None})
@example(URIReference("a/b:c"), {"path": ":"})
def test_no_replacement_reads_back_as_other_parts(reference: URIReference, wanted: dict[str, object]) -> None:
    try:
        changed = reference.replace(**wanted)  # type: ignore[arg-type]
    except (UrikitError, TypeError):
        return
    kept = parts(reference)
    if "host" in wanted and wanted["host"] is None:
        kept |= {"userinfo": None, "port": None}
    assert urikit.is_uri_reference(str(changed))
    assert read_back(str(changed), {**kept, **wanted})


@given(uri_references(), st.none() | strategies.authorities() | nasty)
def test_no_replaced_authority_reads_back_as_another(reference: URIReference, authority: str | None) -> None:
    try:
        changed = reference.replace(authority=authority)
    except (UrikitError, TypeError):
        return
    assert changed.authority == authority
    assert is_guarded(reference.path, changed.path)
    assert (changed.scheme, changed.query, changed.fragment) == (reference.scheme, reference.query, reference.fragment)


@given(st.text(), st.sampled_from(COMPONENTS))
def test_decoding_what_was_encoded_gives_the_text(text: str, component: str) -> None:
    written = urikit.encode(text, component)

    assert urikit.decode(written) == text
    assert RFC3986.accepts(RULES.get(component, component), written)


@given(st.binary(), st.sampled_from([one for one in COMPONENTS if one != "reg-name"]))
def test_decoding_encoded_octets_gives_the_octets(octets: bytes, component: str) -> None:
    assert urikit.decode_bytes(urikit.encode(octets, component)) == octets


@given(st.text(), st.sampled_from(COMPONENTS))
def test_encoded_data_never_ends_its_own_component(text: str, component: str) -> None:
    ends = {
        "segment": "/?#",
        "path": "?#",
        "query": "#",
        "key": "#&=",
        "value": "#&",
        "user": ":@/?#",
        "password": "@/?#",
    }
    ends |= {"reg-name": ":@/?#[]", "fragment": "#"}

    assert not set(urikit.encode(text, component)) & set(ends[component])


@given(st.text(st.characters(max_codepoint=0xFF)), st.sampled_from(["latin-1", "utf-8", "utf-16", "cp500"]))
def test_a_name_in_a_local_charset_comes_back(name: str, charset: str) -> None:
    octets = name.encode(charset)

    assert urikit.to_local(urikit.from_local(octets, charset), charset) == octets
    assert urikit.decode(urikit.encode(name, charset=charset), charset=charset) == name


@given(uri_reference_texts())
def test_a_component_is_decoded_once(text: str) -> None:
    once = urikit.decode(urikit.split(text).path, "keep")

    assert urikit.decode(urikit.encode(once, "path"), "keep") == once


keys = st.text(max_size=4)
VALUES = st.fixed_dictionaries(
    {},
    optional={
        "scheme": st.sampled_from(["http", "x"]),
        "user": st.text(max_size=4),
        "password": st.text(max_size=4),
        "host": st.text(max_size=5)
        | strategies.hosts("IPv4address")
        | strategies.hosts("IPv6address").map(lambda host: host[1:-1]),
        "port": st.integers(0, 70_000),
        "segments": st.lists(st.text(max_size=4) | st.sampled_from(["", "a/b", "//evil", "a:b", "é"]), max_size=4),
        "query": st.lists(st.tuples(keys, st.none() | keys), max_size=3),
        "fragment": st.text(max_size=4),
    },
)


@given(VALUES)
@example({"segments": ["", "evil"]})
@example({"scheme": "a", "segments": ["", "evil"]})
@example({"host": "h", "segments": ["a:b"]})
@example({"host": "]"})
def test_what_is_built_decodes_to_the_values(values: dict[str, object]) -> None:
    try:
        built = URIReference(urikit.build(**values))  # type: ignore[arg-type]
    except (UrikitError, TypeError):
        return
    decoded = built.decoded
    segments = tuple(values.get("segments", ()))  # type: ignore[arg-type]
    if not values.get("host") and "host" not in values and segments[:1] == ("",) and len(segments) > 1:
        segments = (".", *segments)  # "//" without an authority is written "/.//"
    assert decoded.segments == segments
    assert built.scheme == values.get("scheme")
    assert built.port == values.get("port")
    assert decoded.fragment == values.get("fragment")
    assert decoded.pairs == tuple(values.get("query", ()))  # type: ignore[arg-type]
    if "host" in values:
        assert decoded.host in (values["host"], f"[{values['host']}]")
        assert decoded.user == values.get("user", "" if "password" in values else None)
        assert decoded.password == values.get("password")


@given(uris(), st.text(max_size=6) | st.sampled_from(["", "..", ".", "a/b", "%2F", "?", "#", "a:b"]))
def test_an_appended_segment_is_one_segment_whatever_is_in_it(base: URI, segment: str) -> None:
    bare = base.replace(query=None, fragment=None)
    if segment in (".", ".."):
        with pytest.raises(UrikitError):
            bare / segment
        return
    longer = bare / segment

    assert urikit.decode(longer.segments[-1]) == segment
    assert longer.path.startswith(bare.path)
    assert (longer.scheme, longer.authority) == (bare.scheme, bare.authority)


@given(uris())
def test_nothing_is_appended_after_a_query_or_fragment(base: URI) -> None:
    assume(base.query is not None or base.fragment is not None)
    with pytest.raises(UrikitError):
        base / "a"
