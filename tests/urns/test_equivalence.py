"""Laws of URN-equivalence: a key is what equivalents share, and a namespace may only make more of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import NAMESPACES, URISyntaxError, is_urn, read_urn, urn_equivalent, urn_key

VALID = [text for row in NAMESPACES.values() for text in (*row.valid, *sum(row.equivalent, ()))]
NSS = st.lists(
    st.sampled_from(["a", "A", "-", ":", "X", "x", "0", "9", "978", "%c3%A9", "%41", "/", ";vers=0", "imei:"])
).map("".join)


@st.composite
def urns(draw: st.DrawFn) -> str:
    """A URN of a namespace that we know, valid there or not, in any case."""
    if draw(st.booleans()):
        text = draw(st.sampled_from(VALID))
    else:
        text = f"urn:{draw(st.sampled_from(list(NAMESPACES)))}:a{draw(NSS)}"
    text += draw(st.sampled_from(["", "?+r", "?=q", "#f", "?+r?=q#"])) if "?" not in text and "#" not in text else ""
    return text.swapcase() if draw(st.booleans()) else text


@given(urns())
def test_the_key_of_a_key_is_itself(text: str) -> None:
    for rules in (True, False):
        for cross in (True, False):
            key = urn_key(text, rules, isbn_cross=cross)

            assert is_urn(key)
            assert urn_key(key, rules, isbn_cross=cross) == key


@given(urns(), urns())
def test_equivalents_share_a_key_and_others_do_not(a: str, b: str) -> None:
    assert urn_equivalent(a, b) is (urn_key(a) == urn_key(b))
    assert urn_equivalent(a, b) is urn_equivalent(b, a)


@given(urns(), urns())
def test_a_namespace_makes_more_names_one_and_never_fewer(a: str, b: str) -> None:
    assert urn_equivalent(a, b) >= urn_equivalent(a, b, namespace_rules=False)
    assert urn_equivalent(a, b, isbn_cross=True) >= urn_equivalent(a, b)


@given(urns())
def test_a_key_leaves_the_escapes_and_the_other_components_alone(text: str) -> None:
    urn, key = read_urn(text), read_urn(urn_key(text, namespace_rules=False))

    assert key.nss.lower() == urn.nss.lower()
    assert (key.r_component, key.q_component, key.f_component) == (None, None, None)
    assert key.nss.count("%") == urn.nss.count("%")


@pytest.mark.parametrize("text", ["urn:isbn", "http://a/", "", "urn:a b:c"])
def test_only_a_urn_has_a_key(text: str) -> None:
    with pytest.raises(URISyntaxError):
        urn_key(text)
