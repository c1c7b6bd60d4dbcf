"""Laws of the ladder for IRIs, and of resolving and building them (RFC 3987 §5, §6.5)."""

from __future__ import annotations

import re
from unicodedata import normalize as unicode_form

from hypothesis import assume, given
from hypothesis import strategies as st

import urikit
from tests.laws.iris import RUNGS, SPEC, fixed_points, iri_reference_texts, iri_texts, rungs, uri_or_none
from urikit import IRI, SCHEMES, URI, IRIReference
from urikit.strategies import uri_texts


@given(iri_reference_texts, rungs)
def test_normalising_twice_is_normalising_once(text: str, rung: str) -> None:
    once = urikit.normalize(text, rung, **SPEC)

    assert urikit.normalize(once, rung, **SPEC) == once
    assert urikit.is_iri_reference(once)
    assert urikit.is_iri(once) == urikit.is_iri(text)


@given(iri_texts, rungs, rungs)
def test_a_higher_rung_of_a_lower_one_is_the_higher_one(text: str, one: str, other: str) -> None:
    lower, higher = sorted((one, other), key=RUNGS.index)

    assert urikit.normalize(urikit.normalize(text, lower, **SPEC), higher, **SPEC) == urikit.normalize(
        text, higher, **SPEC
    )


@given(iri_texts, rungs)
def test_a_normal_form_has_the_key_of_what_it_was_made_of(text: str, rung: str) -> None:
    assert urikit.key(urikit.normalize(text, rung, **SPEC), rung, **SPEC) == urikit.key(text, rung, **SPEC)


@given(iri_texts, st.sampled_from(["percent", "path", "scheme"]))
def test_the_key_is_that_of_the_uri(text: str, rung: str) -> None:
    assert urikit.key(text, rung, **SPEC).isascii()
    percent = urikit.to_uri(text, host="percent")
    assert urikit.key(percent, rung, **SPEC) == urikit.key(text, rung, **SPEC)
    if rung != "scheme":
        assert urikit.key(percent, rung) == urikit.key(text, rung, **SPEC)
    uri = uri_or_none(text)
    if uri is not None and rung == "scheme":
        assert urikit.key(uri, rung, **SPEC) == urikit.key(text, rung, **SPEC)


def respelled(text: str, way: int) -> str:
    """Another spelling of the same thing: what one rung or another may change, changed."""
    if way & 1:
        text = urikit.to_uri(text, host="percent")
    if way & 2:
        text = urikit.to_iri(text, keep="none", host="unicode" if way & 4 else "keep")
    if way & 8:
        text = uri_or_none(text) or text
    if way & 16:
        scheme, *rest = IRIReference(text).pieces()
        text = scheme.swapcase() + "".join(rest)
    return urikit.normalize(text, "scheme", **SPEC) if way & 32 else text


pairs = st.tuples(iri_texts, iri_texts) | st.builds(
    lambda text, way: (text, respelled(text, way)), iri_texts, st.integers(0, 63)
)


@given(pairs)
def test_equality_at_a_rung_is_equality_at_all_higher_ones(pair: tuple[str, str]) -> None:
    a, b = pair
    equal = [urikit.equivalent(a, b, rung, **SPEC) for rung in RUNGS]

    assert equal == sorted(equal)
    assert equal == [urikit.key(a, rung, **SPEC) == urikit.key(b, rung, **SPEC) for rung in RUNGS]
    assert equal == [urikit.equivalent(b, a, rung, **SPEC) for rung in RUNGS]
    assert urikit.equivalence(a, b, **SPEC) == next(
        (rung for rung, same in zip(RUNGS, equal, strict=True) if same), None
    )
    assert equal[0] == (a == b)


@given(iri_texts, st.integers(0, 63))
def test_another_spelling_is_the_same_at_rung_scheme(text: str, way: int) -> None:
    assert urikit.equivalent(text, respelled(text, way), "scheme", **SPEC)


@given(uri_texts(), rungs)
def test_a_uri_is_normalised_as_an_iri_as_it_is_as_a_uri(text: str, rung: str) -> None:
    row = SCHEMES.get((URI(text).scheme or "").lower())
    assume(rung not in ("scheme", "protocol") or row is None or row.host != "dns" or "%" not in (URI(text).host or ""))

    assert urikit.normalize(text, rung, **SPEC) == urikit.normalize(text, rung)
    assert urikit.key(text, rung, **SPEC) == urikit.key(text, rung)


@given(iri_reference_texts)
def test_the_ladder_climbs_as_normalize_does(text: str) -> None:
    for nfc in (False, True):
        for step in urikit.ladder(text, nfc=nfc, **SPEC):
            if step.name in ("simple", "nfc"):
                assert unicode_form("NFC", str(step.text)) == unicode_form("NFC", text)
            else:
                assert step.text == urikit.normalize(text, step.name, nfc=nfc, **SPEC)


def folds(text: str) -> bool:
    """Whether its scheme folds letters of the path: one before a mark is folded or composed, whichever comes first."""
    row = SCHEMES.get((IRI(text).scheme or "").lower())
    return row is not None and bool(row.case_insensitive)


@given(iri_texts, rungs)
def test_composing_where_asked_for_keeps_what_delimits(text: str, rung: str) -> None:
    assume(not folds(text) or rung not in ("scheme", "protocol"))
    once = urikit.normalize(text, rung, nfc=True, **SPEC)

    assert urikit.normalize(once, rung, nfc=True, **SPEC) == once
    assert urikit.key(once, rung, nfc=True, **SPEC) == urikit.key(text, rung, nfc=True, **SPEC)
    assert urikit.is_iri(once)
    if rung in ("case", "percent"):
        assert fixed_points(once.upper()) == fixed_points(urikit.normalize(text, rung, **SPEC).upper())


@given(st.text("éệ각ä", min_size=1))
def test_composed_and_decomposed_differ_unless_asked(text: str) -> None:
    one, other = f"http://h/{unicode_form('NFC', text)}", f"http://h/{unicode_form('NFD', text)}"

    assert urikit.equivalence(one, other, **SPEC) is None
    assert urikit.equivalence(one, other, nfc=True, **SPEC) == "case"


@given(pairs)
def test_composing_finds_no_fewer_equal(pair: tuple[str, str]) -> None:
    a, b = pair
    assume(not folds(a))
    for rung in RUNGS:
        if urikit.equivalent(a, b, rung, **SPEC):
            assert urikit.equivalent(a, b, rung, nfc=True, **SPEC)


# --- the rest, on IRIs


@given(iri_texts, iri_reference_texts)
def test_resolving_and_mapping_come_to_the_same_in_either_order(base: str, reference: str) -> None:
    target = urikit.resolve(base, reference, **SPEC)
    mapped = urikit.resolve(urikit.to_uri(base, host="percent"), urikit.to_uri(reference, host="percent"))

    assert urikit.to_uri(target, host="percent") == mapped
    assert str(IRI(base).resolve(reference)) == target
    assert urikit.explain_resolve(base, reference, **SPEC)[-1].text == target


@given(iri_texts, iri_texts)
def test_relativizing_is_the_inverse_of_resolving(base: str, target: str) -> None:
    reference = urikit.relativize(base, target, **SPEC)

    assert urikit.resolve(base, reference, **SPEC) == target or reference == target
    assert str(IRI(base).relativize(target)) == reference


@given(iri_texts)
def test_an_iri_put_together_from_its_parts_is_itself(text: str) -> None:
    iri = IRI(text)
    parts = {name: getattr(iri, name) for name in ("scheme", "authority", "path", "query", "fragment")}

    assert IRI.compose(**parts) == iri
    assert iri.replace(path=iri.path) == iri


@given(iri_texts, st.text(min_size=1).filter(lambda text: text not in (".", "..")))
def test_a_segment_appended_is_read_back(text: str, segment: str) -> None:
    assume(not re.search("[\ud800-\udfff]", segment))
    iri = IRI(text).replace(query=None, fragment=None)

    longer = iri / segment

    assert isinstance(longer, IRI)
    assert urikit.decode(longer.name) == segment


@given(st.text())
def test_data_built_into_an_iri_is_read_back(text: str) -> None:
    assume(not re.search("[\ud800-\udfff]", text))
    iri = IRI.build(scheme="x", host="h", segments=["a", text + "a"], query=[(text, text)], fragment=text)

    assert iri.decoded.segments == ("a", text + "a")
    assert iri.decoded.pairs == ((text, text),)
    assert iri.decoded.fragment == text
