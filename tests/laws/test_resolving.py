"""Laws of resolving: §5.2 letter by letter, and relativize is its inverse (P6)."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import urikit
from urikit import URI, URIReference, URISyntaxError
from urikit.strategies import uri_reference_texts, uri_references, uri_texts, uris

DOTTED = st.lists(
    st.sampled_from(["/", ".", "..", "/.", "/..", "./", "../", "a", "//", "/b", "%2E", "c"]), max_size=12
).map("".join)


def remove_dot_segments(path: str) -> str:
    """The two buffers of §5.2.4, step by step."""
    input_buffer, output_buffer = path, ""
    while input_buffer:
        if input_buffer.startswith("../"):  # A
            input_buffer = input_buffer[3:]
        elif input_buffer.startswith("./"):
            input_buffer = input_buffer[2:]
        elif input_buffer.startswith("/./"):  # B
            input_buffer = "/" + input_buffer[3:]
        elif input_buffer == "/.":
            input_buffer = "/"
        elif input_buffer.startswith("/../"):  # C
            input_buffer = "/" + input_buffer[4:]
            output_buffer = output_buffer[: max(output_buffer.rfind("/"), 0)]
        elif input_buffer == "/..":
            input_buffer = "/"
            output_buffer = output_buffer[: max(output_buffer.rfind("/"), 0)]
        elif input_buffer in (".", ".."):  # D
            input_buffer = ""
        else:  # E
            end = input_buffer.find("/", 1)
            end = len(input_buffer) if end < 0 else end
            output_buffer += input_buffer[:end]
            input_buffer = input_buffer[end:]
    return output_buffer


def resolve(base: str, reference: str, *, strict: bool = True) -> str:
    """The pseudocode of §5.2.2 to §5.3 on Appendix B's cuts; "/." before a path that would read as an authority."""
    b_scheme, b_authority, b_path, b_query, _ = urikit.split(base)
    r_scheme, r_authority, r_path, r_query, r_fragment = urikit.split(reference)
    assert b_scheme is not None
    if not strict and r_scheme is not None and r_scheme.lower() == b_scheme.lower():
        r_scheme = None
    t_scheme, t_authority, t_query = b_scheme, b_authority, r_query
    if r_scheme is not None:
        t_scheme, t_authority, t_path = r_scheme, r_authority, remove_dot_segments(r_path)
    elif r_authority is not None:
        t_authority, t_path = r_authority, remove_dot_segments(r_path)
    elif r_path == "":
        t_path = b_path
        t_query = r_query if r_query is not None else b_query
    elif r_path.startswith("/"):
        t_path = remove_dot_segments(r_path)
    elif b_authority is not None and b_path == "":
        t_path = remove_dot_segments("/" + r_path)
    else:
        t_path = remove_dot_segments(b_path[: b_path.rfind("/") + 1] + r_path)
    result = t_scheme + ":"
    if t_authority is not None:
        result += "//" + t_authority
    elif t_path.startswith("//"):
        result += "/."
    result += t_path
    if t_query is not None:
        result += "?" + t_query
    if r_fragment is not None:
        result += "#" + r_fragment
    return result


@given(DOTTED)
def test_remove_dot_segments_is_the_algorithm_of_the_rfc(path: str) -> None:
    assert urikit.remove_dot_segments(path) == remove_dot_segments(path)


@given(DOTTED)
def test_explaining_dot_segments_ends_at_what_is_left(path: str) -> None:
    rows = urikit.explain_remove_dot_segments(path)

    assert rows[0] == ("1", "", path)
    assert rows[-1][1:] == (urikit.remove_dot_segments(path), "")


def test_remove_dot_segments_is_the_algorithm_on_every_short_path() -> None:
    paths = ["".join(items) for size in range(8) for items in product("/.a", repeat=size)]

    assert [path for path in paths if urikit.remove_dot_segments(path) != remove_dot_segments(path)] == []


@given(uri_texts(), uri_reference_texts(), st.booleans())
def test_resolve_is_the_pseudocode_of_the_rfc(base: str, reference: str, strict: bool) -> None:
    assert urikit.resolve(base, reference, strict=strict) == resolve(base, reference, strict=strict)


@given(uri_texts(), uri_reference_texts())
def test_a_value_resolves_as_the_function_does(base: str, reference: str) -> None:
    target = URI(base).resolve(reference)

    assert type(target) is URI
    assert target == URI(base).resolve(URIReference(reference)) == URI(urikit.resolve(base, reference))


@given(uri_texts(), uri_reference_texts())
def test_a_target_is_a_uri(base: str, reference: str) -> None:
    assert urikit.is_uri(urikit.resolve(base, reference))


@given(uris())
def test_an_empty_reference_gives_the_base_without_its_fragment(base: URI) -> None:
    assert base.resolve("") == base.without_fragment()
    assert str(base.resolve("")) == str(base).partition("#")[0]


@given(uris(), st.text("abc/?", max_size=5))
def test_a_fragment_alone_gives_the_base_with_that_fragment(base: URI, fragment: str) -> None:
    assert str(base.resolve(f"#{fragment}")) == f"{base.without_fragment()}#{fragment}"


@given(uris(), uris())
def test_a_uri_without_dot_segments_is_its_own_target(base: URI, target: URI) -> None:
    assume(remove_dot_segments(target.path) == target.path)
    assume(target.authority is not None or not target.path.startswith("/.//"))

    assert base.resolve(target) == target


@given(uri_texts(), uri_texts(), uri_reference_texts())
def test_the_fragment_of_a_base_does_not_count(base: str, other: str, reference: str) -> None:
    bare = base.partition("#")[0]

    assert urikit.resolve(bare, reference) == urikit.resolve(f"{bare}#{other.partition('#')[2]}", reference)


@given(uris(), uri_references())
def test_userinfo_of_a_base_never_stands_under_another_authority(base: URI, reference: URIReference) -> None:
    target = base.resolve(reference)

    assert target.authority == (
        base.authority if reference.scheme is None and reference.authority is None else reference.authority
    )


@given(uris(), uri_references())
def test_a_target_of_normalised_inputs_is_normalised(base: URI, reference: URIReference) -> None:
    target = base.normalize().resolve(reference.normalize())

    assert target == target.normalize()


@given(uri_texts(), uri_reference_texts())
def test_explaining_a_resolution_ends_at_its_target(base: str, reference: str) -> None:
    assert urikit.explain_resolve(base, reference)[-1].text == urikit.resolve(base, reference)


@given(uri_texts(), uri_texts())
def test_resolving_a_relativized_target_gives_the_target(base: str, target: str) -> None:
    assert urikit.resolve(base, urikit.relativize(base, target)) == target or target_with_dots(base, target)


def target_with_dots(base: str, target: str) -> bool:
    """No reference leads to it: resolving removes dot segments, or writes "/." itself."""
    return urikit.resolve(base, target) != target and urikit.relativize(base, target) == target


@given(uri_texts(), uri_reference_texts())
@example("a:/b", "..//c")
@example("urn:a:b", "c:d")
def test_a_target_relativizes_to_a_reference_that_gives_it_again(base: str, reference: str) -> None:
    target = urikit.resolve(base, reference)

    assert urikit.resolve(base, urikit.relativize(base, target)) == target


@given(uri_texts(), uri_texts())
def test_a_relativized_target_is_never_longer_than_the_target(base: str, target: str) -> None:
    relative = urikit.relativize(base, target)

    assert urikit.is_uri_reference(relative)
    assert len(relative) <= len(target)


@given(uri_reference_texts(), uri_reference_texts())
def test_a_relative_base_is_refused(base: str, reference: str) -> None:
    assume(not urikit.is_uri(base))
    with pytest.raises(URISyntaxError) as caught:
        urikit.resolve(base, reference)

    assert caught.value.finding.code == "no-scheme"


@given(uri_reference_texts())
def test_split_fragment_parts_at_the_fragment(text: str) -> None:
    without, fragment = urikit.split_fragment(text)

    assert text == (without if fragment is None else f"{without}#{fragment}")
    assert "#" not in without


@given(uris())
def test_a_uri_is_the_same_document_as_itself_and_its_fragments(base: URI) -> None:
    text = str(base.without_fragment())

    assert urikit.same_document(text, "")
    assert urikit.same_document(text, "#x")
    assert urikit.same_document(text, text) == (urikit.resolve(text, text) == text)
