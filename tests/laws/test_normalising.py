"""Laws of normalising: the same thing is identified, at every rung (P5)."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import urikit
from urikit import SCHEMES, URI, URIReference
from urikit.strategies import relative_ref_texts, uri_reference_texts, uri_texts

RUNGS = ["simple", "case", "percent", "path", "scheme", "protocol"]
BASE = "http://base.example/b/c?q"
rungs = st.sampled_from(RUNGS)


def respelled(text: str, way: int) -> str:
    """Another spelling of the same thing: what one rung or another may change, changed."""
    scheme, userinfo, host, port, path, query, fragment = URIReference(text).pieces()
    if way & 1:
        scheme, host = scheme.swapcase(), re.sub(r"(%..)|([^%]+?)", lambda part: part[1] or part[2].swapcase(), host)
    if way & 2:
        path = re.sub(r"%..", lambda escape: escape[0].swapcase(), path)
        host = re.sub(r"%..", lambda escape: escape[0].swapcase(), host)
    if way & 4:
        path = "".join(f"%{ord(c):02x}" if c in "~-_aZ" else c for c in path) if "%" not in path else path
    if way & 8 and path.startswith("/"):
        path = "/x/.." + path
    return "".join((scheme, userinfo, host, port, path, query, fragment))


@given(uri_reference_texts(), rungs)
def test_normalising_twice_is_normalising_once(text: str, rung: str) -> None:
    once = urikit.normalize(text, rung)

    assert urikit.normalize(once, rung) == once


@given(uri_texts(), st.sampled_from(RUNGS), st.sampled_from(RUNGS))
def test_a_higher_rung_of_a_lower_one_is_the_higher_one(text: str, one: str, other: str) -> None:
    lower, higher = sorted((one, other), key=RUNGS.index)

    assert urikit.normalize(urikit.normalize(text, lower), higher) == urikit.normalize(text, higher)
    assert urikit.normalize(urikit.normalize(text, higher), lower) == urikit.normalize(text, higher)


@given(uri_reference_texts(), rungs)
def test_what_is_normalised_is_still_valid_and_of_the_same_kind(text: str, rung: str) -> None:
    normal = urikit.normalize(text, rung)

    assert urikit.is_uri_reference(normal)
    assert urikit.is_uri(normal) == urikit.is_uri(text)


@given(uri_reference_texts(), rungs)
def test_length_grows_by_six_at_most(text: str, rung: str) -> None:
    assert len(urikit.normalize(text, rung)) <= len(text) + 6


@given(uri_reference_texts(), rungs)
def test_presence_of_an_authority_never_changes_but_where_a_row_says_so(text: str, rung: str) -> None:
    before, after = URIReference(text), URIReference(urikit.normalize(text, rung))
    row = SCHEMES.get((before.scheme or "").lower())
    if row is not None and row.absent_authority_is_empty and rung in ("scheme", "protocol"):
        assert after.authority is not None or before.authority is None
    else:
        assert (after.authority is None) == (before.authority is None)


@given(uri_reference_texts(), rungs)
def test_an_empty_query_fragment_and_userinfo_are_kept(text: str, rung: str) -> None:
    before, after = URIReference(text), URIReference(urikit.normalize(text, rung))

    assert (after.query is None) == (before.query is None)
    assert (after.fragment is None) == (before.fragment is None)
    assert (after.userinfo is None) == (before.userinfo is None)


def reserved_and_escapes(text: str) -> list[str]:
    """The reserved characters as they stand and the escapes of them, of "%" and of octets beyond ASCII, in order."""
    found = re.findall(r"%[0-9A-Fa-f]{2}|[:/?#\[\]@!$&'()*+,;=]", text)
    return [
        one.upper() for one in found if len(one) == 1 or not re.fullmatch(r"[A-Za-z0-9._~-]", chr(int(one[1:], 16)))
    ]


@given(uri_reference_texts(), st.sampled_from(["simple", "case", "percent"]))
def test_reserved_characters_are_never_decoded_or_encoded(text: str, rung: str) -> None:
    """With them "%25" and octets that are no UTF-8: only escapes of unreserved characters go."""
    assert reserved_and_escapes(urikit.normalize(text, rung)) == reserved_and_escapes(text)


@given(uri_reference_texts(), st.sampled_from(["path", "scheme", "protocol"]))
def test_userinfo_query_and_fragment_change_no_further_than_rung_percent(text: str, rung: str) -> None:
    """But where a scheme's own module reads them: header names of mailto fold, and the type of ftp."""
    low, high = URIReference(urikit.normalize(text, "percent")), URIReference(urikit.normalize(text, rung))
    row = SCHEMES.get(low.scheme or "")
    assume(rung == "path" or row is None or row.module is None)

    assert (low.userinfo, low.query, low.fragment) == (high.userinfo, high.query, high.fragment)


@given(uri_reference_texts())
def test_rung_case_changes_letters_only_in_case(text: str) -> None:
    normal = urikit.normalize(text, "case")

    assert normal.lower() == text.lower()
    assert not re.search(r"%(?![0-9A-F]{2})", normal)


@given(uri_reference_texts())
def test_rung_percent_leaves_no_escape_of_an_unreserved_character(text: str) -> None:
    normal = URIReference(urikit.normalize(text, "percent"))

    for escape in re.findall(r"%([0-9A-F]{2})", str(normal)):
        assert not re.fullmatch(r"[A-Za-z0-9._~-]", chr(int(escape, 16)))
    assert re.sub(r"%..", "", normal.host or "") == re.sub(r"%..", "", (normal.host or "").lower())


@given(uri_texts())
def test_rung_path_leaves_no_dot_segment_under_a_root(text: str) -> None:
    path = URIReference(urikit.normalize(text, "path")).path
    assume(path.startswith("/") and not path.startswith("/.//"))

    assert not {".", ".."} & set(path.split("/"))


@given(uri_texts(), st.integers(0, 15), st.sampled_from(["path", "syntax", "scheme", "protocol"]))
@example("http://a/~", 15, "path")
def test_another_spelling_has_the_same_normal_form(text: str, way: int, rung: str) -> None:
    assume(not URI(text).path.startswith("//"))

    assert urikit.normalize(respelled(text, way), rung) == urikit.normalize(text, rung)


def pairs() -> st.SearchStrategy[tuple[str, str]]:
    """Two URIs, often two spellings of one."""
    spellings = st.builds(lambda text, way: (text, respelled(text, way)), uri_texts(), st.integers(0, 15))
    return st.tuples(uri_texts(), uri_texts()) | spellings | spellings


@given(pairs(), rungs)
def test_equivalent_is_to_have_the_same_key(pair: tuple[str, str], rung: str) -> None:
    a, b = pair

    assert urikit.equivalent(a, b, rung) == (urikit.key(a, rung) == urikit.key(b, rung))


@given(uri_texts(), rungs)
def test_every_uri_is_equivalent_to_itself_and_its_normal_form(text: str, rung: str) -> None:
    assert urikit.equivalent(text, text, rung)
    assert urikit.equivalent(text, urikit.normalize(text, rung), rung)
    assert urikit.key(urikit.normalize(text, rung), rung) == urikit.key(text, rung)


@given(pairs())
def test_equality_at_a_rung_is_equality_at_all_higher_ones(pair: tuple[str, str]) -> None:
    a, b = pair
    equal = [urikit.equivalent(a, b, rung) for rung in RUNGS]

    assert equal == sorted(equal)
    assert urikit.equivalence(a, b) == next(
        (rung for rung, is_equal in zip(RUNGS, equal, strict=True) if is_equal), None
    )
    assert equal[0] == (a == b)


@given(pairs(), rungs)
def test_equivalence_is_symmetric(pair: tuple[str, str], rung: str) -> None:
    a, b = pair

    assert urikit.equivalent(a, b, rung) == urikit.equivalent(b, a, rung)
    assert urikit.equivalence(a, b) == urikit.equivalence(b, a)


@given(uri_texts(), uri_reference_texts(), uri_reference_texts())
def test_ignoring_fragments_is_comparing_without_them(text: str, one: str, other: str) -> None:
    bare = text.partition("#")[0]
    a, b = (f"{bare}#{fragment.partition('#')[2]}" for fragment in (one, other))

    assert urikit.equivalent(a, b, "simple", fragment="ignore")
    assert urikit.equivalent(a, b, "simple") == (a == b)


@given(uri_reference_texts(), uri_reference_texts(), st.sampled_from(RUNGS[1:]))
def test_relative_references_are_compared_by_their_targets_or_not_at_all(a: str, b: str, rung: str) -> None:
    targets = [urikit.resolve(BASE, text) for text in (a, b)]

    assert urikit.equivalent(a, b, rung, base=BASE) == urikit.equivalent(*targets, rung)
    assert urikit.key(a, rung, base=BASE) == urikit.key(targets[0], rung)
    if not urikit.is_uri(a):
        with pytest.raises(urikit.UrikitError):
            urikit.equivalent(a, b, rung)


@given(uri_reference_texts())
def test_simple_is_the_text_itself(text: str) -> None:
    assert urikit.normalize(text, "simple") == text
    assert urikit.key(text, "simple") == text


@given(uri_reference_texts(), rungs)
def test_with_a_base_the_target_is_normalised(text: str, rung: str) -> None:
    assert urikit.normalize(text, rung, base=BASE) == urikit.normalize(urikit.resolve(BASE, text), rung)


@given(relative_ref_texts())
def test_a_relative_reference_has_the_same_target_before_and_after(text: str) -> None:
    """What may be done without a base holds for every base; "%2E" is no dot while resolving, but is one after."""
    path = urikit.split(text).path
    assume(not re.search(r"(?i)(^|/)(\.?%2e|%2e\.?|%2e%2e)(/|$)", path))
    before, after = urikit.resolve(BASE, text), urikit.resolve(BASE, urikit.normalize(text))

    assert urikit.normalize(before) == urikit.normalize(after)


@given(uri_reference_texts())
def test_the_ladder_ends_where_normalize_does(text: str) -> None:
    steps = urikit.ladder(text)

    assert [step.name for step in steps] == [rung for rung in RUNGS if rung in {step.name for step in steps}]
    for step in steps:
        assert step.text == urikit.normalize(text, step.name)


@given(uri_reference_texts(), rungs)
def test_a_value_normalises_as_the_function_does(text: str, rung: str) -> None:
    assert str(URIReference(text).normalize(rung)) == urikit.normalize(text, rung)
    assert URIReference(text).key("case", base=BASE) == urikit.key(text, "case", base=BASE)


@given(uri_reference_texts())
def test_syntax_is_another_word_for_path_and_the_default(text: str) -> None:
    assert urikit.normalize(text) == urikit.normalize(text, "syntax") == urikit.normalize(text, "path")
