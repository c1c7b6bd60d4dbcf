"""Laws of parsing: the text is kept, the pieces are the text, equal is equal everywhere (P1, P2, P4)."""

from __future__ import annotations

import copy
import pickle
import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import urikit
from tests.oracle.abnf import RFC3986
from tests.oracle.generate import broken_texts
from urikit import URI, Split, URIReference, URISyntaxError
from urikit.strategies import uri_reference_texts, uri_references, uris


def is_accepted(text: str) -> bool:
    """Whether the parser takes the text."""
    try:
        urikit.parse(text)
    except URISyntaxError:
        return False
    return True


@given(broken_texts() | uri_reference_texts())
def test_the_parser_accepts_what_is_valid_and_what_the_oracle_accepts(text: str) -> None:
    assert is_accepted(text) == urikit.is_uri_reference(text) == RFC3986.accepts("URI-reference", text)


@given(broken_texts() | uri_reference_texts())
def test_a_uri_is_what_the_value_uri_takes(text: str) -> None:
    if urikit.is_uri(text):
        assert str(URI(text)) == text
        return
    with pytest.raises(URISyntaxError) as caught:
        URI(text)

    assert (caught.value.finding.code == "no-scheme") == RFC3986.accepts("relative-ref", text)


@given(broken_texts())
def test_the_place_of_an_error_lies_in_the_text_and_in_order(text: str) -> None:
    assume(not urikit.is_uri_reference(text))
    with pytest.raises(URISyntaxError) as caught:
        urikit.parse(text)

    found = caught.value.finding
    assert 0 <= found.start <= found.end <= len(text)
    assert found.level == "error"
    assert found.message
    assert found.source.startswith("RFC 3986 §")
    assert caught.value.text == text


@given(uri_reference_texts())
def test_a_parsed_text_is_kept_code_point_for_code_point(text: str) -> None:
    assert str(urikit.parse(text)) == str(URIReference(text)) == text


@given(uri_reference_texts())
def test_parse_gives_a_uri_exactly_where_there_is_a_scheme(text: str) -> None:
    assert type(urikit.parse(text)) is (URI if urikit.is_uri(text) else URIReference)


@given(uri_references())
def test_pieces_put_back_together_are_the_text(reference: URIReference) -> None:
    assert "".join(reference.pieces()) == str(reference)


@given(uri_references())
def test_pieces_own_their_delimiters(reference: URIReference) -> None:
    scheme, userinfo, host, port, path, query, fragment = reference.pieces()

    assert scheme == ("" if reference.scheme is None else f"{reference.scheme}:")
    assert userinfo == (
        ""
        if reference.authority is None
        else "//" + (f"{reference.userinfo}@" if reference.userinfo is not None else "")
    )
    assert host == (reference.host or "")
    assert port == ("" if reference.port_text is None else f":{reference.port_text}")
    assert path == reference.path
    assert query == ("" if reference.query is None else f"?{reference.query}")
    assert fragment == ("" if reference.fragment is None else f"#{reference.fragment}")


@given(uri_references())
def test_an_authority_is_its_userinfo_host_and_port(reference: URIReference) -> None:
    _, userinfo, host, port, *_ = reference.pieces()

    assert reference.authority == (None if not userinfo else f"{userinfo[2:]}{host}{port}")
    assert (reference.host is None) == (reference.authority is None) == (reference.host_kind is None)


@given(uri_references())
def test_no_component_holds_its_own_terminator(reference: URIReference) -> None:
    assert not re.search(r"[:/?#]", reference.scheme or "")
    assert not re.search(r"[/?#]", reference.authority or "")
    assert not re.search(r"[@/?#]", reference.userinfo or "")
    assert not re.search(r"[@/?#]", reference.host or "")
    assert (reference.host or "").startswith("[") or ":" not in (reference.host or "")
    assert re.fullmatch(r"[0-9]*", reference.port_text or "")
    assert not re.search(r"[?#]", reference.path)
    assert "#" not in (reference.query or "")


@given(uri_reference_texts())
def test_equal_values_hash_equal(text: str) -> None:
    one, other = URIReference(text), urikit.parse("".join(list(text)))

    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other}) == 1
    assert one != text


@given(uri_references(), uri_references())
def test_values_are_equal_and_in_order_as_their_texts_are(a: URIReference, b: URIReference) -> None:
    assert (a == b) == (str(a) == str(b))
    assert (a < b) == (str(a) < str(b))
    assert (a <= b) == (str(a) <= str(b))
    assert (a > b) == (str(a) > str(b))
    assert (a >= b) == (str(a) >= str(b))


@given(uri_references() | uris(), st.integers(2, pickle.HIGHEST_PROTOCOL))
def test_pickle_copy_and_deepcopy_give_an_equal_value(reference: URIReference, protocol: int) -> None:
    for other in (pickle.loads(pickle.dumps(reference, protocol)), copy.copy(reference), copy.deepcopy(reference)):
        assert other == reference
        assert type(other) is type(reference)
        assert other.pieces() == reference.pieces()


@given(uri_references() | uris())
def test_eval_of_a_repr_gives_an_equal_value_where_nothing_is_masked(reference: URIReference) -> None:
    assume("•••" not in repr(reference))

    other = eval(repr(reference), {"URI": URI, "URIReference": URIReference})
    assert other == reference
    assert type(other) is type(reference)


@given(uri_references())
def test_a_repr_is_masked_exactly_where_a_password_stands(reference: URIReference) -> None:
    has_password = bool((reference.userinfo or "").partition(":")[2])

    assert ("•••" in repr(reference)) == has_password
    if has_password:
        with pytest.raises(URISyntaxError):
            eval(repr(reference), {"URI": URI, "URIReference": URIReference})


@given(st.text() | broken_texts() | uri_reference_texts())
def test_split_never_fails_and_joins_to_the_text(text: str) -> None:
    cut = urikit.split(text)

    assert cut.unsplit() == text
    assert pickle.loads(pickle.dumps(cut)) == cut
    assert isinstance(cut, Split)


APPENDIX_B = re.compile(r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?", re.DOTALL)  # as printed


@given(st.text() | broken_texts() | uri_reference_texts())
def test_split_is_the_regular_expression_of_appendix_b(text: str) -> None:
    cut = APPENDIX_B.match(text)

    assert cut
    assert tuple(urikit.split(text)) == cut.group(2, 4, 5, 7, 9)


@given(uri_references())
def test_split_and_parse_cut_a_reference_alike(reference: URIReference) -> None:
    found = reference.scheme, reference.authority, reference.path, reference.query, reference.fragment

    assert tuple(urikit.split(str(reference))) == found


@given(uri_references())
def test_kind_is_what_the_first_pieces_say(reference: URIReference) -> None:
    expected = (
        "uri"
        if reference.scheme is not None
        else "network-path"
        if reference.authority is not None
        else "absolute-path"
        if reference.path.startswith("/")
        else "relative-path"
        if str(reference)
        else "empty"
    )

    assert reference.kind == expected


@given(uri_references())
def test_a_reference_matches_by_position_as_by_name(reference: URIReference) -> None:
    match reference:
        case URIReference(scheme, authority, path, query, fragment):
            pass

    assert (scheme, authority, path, query, fragment) == tuple(urikit.split(str(reference)))


@given(st.one_of(st.none(), st.binary(), st.integers(), st.lists(st.text(max_size=2), max_size=2)))
def test_what_is_no_text_is_refused_at_every_door(value: object) -> None:
    doors = [
        urikit.parse,
        URI,
        URIReference,
        urikit.split,
        urikit.is_uri,
        urikit.is_uri_reference,
        urikit.is_relative_ref,
    ]
    doors += [
        urikit.is_absolute_uri,
        urikit.normalize,
        urikit.key,
        urikit.check,
        lambda text: urikit.matches("URI", text),
    ]
    for door in doors:
        with pytest.raises(TypeError):
            door(value)  # type: ignore[arg-type]
