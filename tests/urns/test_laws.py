"""What holds of every URN: as a value, on the ladder of RFC 3986, and beside it."""

from __future__ import annotations

import pickle

from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, URN, check, is_uri, is_urn, key, normalize, parse, read_urn, resolve, urn_key, urn_locations
from urikit.strategies import uri_texts, urn_texts, urns


@given(urns())
def test_a_urn_is_kept_as_it_is_written(urn: URN) -> None:
    parts = read_urn(str(urn))

    assert str(urn) == "".join(urn.pieces()) == str(parse(str(urn)))
    assert str(urn)[:4] + str(parts)[4:] == str(urn)
    assert (urn.nid, urn.nss, urn.r_component) == (parts.nid, parts.nss, parts.r_component)
    assert (urn.q_component, urn.f_component) == (parts.q_component, parts.f_component)
    assert str(urn).startswith(urn.assigned_name)


@given(st.from_type(URN))
def test_a_urn_is_the_uri_of_its_text(urn: URN) -> None:
    uri = URI(str(urn))

    assert urn == uri
    assert hash(urn) == hash(uri)
    assert pickle.loads(pickle.dumps(urn)) == URN(uri) == urn


@given(urn_texts())
def test_every_rung_keeps_a_urn_a_urn(text: str) -> None:
    for rung in ("case", "percent", "path", "scheme"):
        normal = normalize(text, rung)  # type: ignore[arg-type]

        assert is_urn(normal)
        assert normalize(normal, rung) == normal  # type: ignore[arg-type]


@given(urn_texts())
def test_rung_case_does_not_change_what_is_named(text: str) -> None:
    assert urn_key(normalize(text, "case")) == urn_key(text)


@given(urn_texts(), urn_texts())
def test_names_that_are_one_by_the_rfc_are_equal_at_rung_scheme(a: str, b: str) -> None:
    """But for what URN-equivalence leaves out: r-, q- and f-components."""
    one, other = URN(a).assigned_name, URN(b).assigned_name
    if urn_key(a, namespace_rules=False) == urn_key(b, namespace_rules=False):
        assert key(one, "scheme") == key(other, "scheme")


@given(urn_texts())
def test_where_it_leads_is_a_uri_with_its_fragment(text: str) -> None:
    for url in urn_locations(text):
        assert is_uri(url)
        assert URI(url).fragment == URN(text).f_component


@given(urn_texts(), uri_texts())
def test_findings_stand_inside_and_never_raise(text: str, other: str) -> None:
    for each in (text, other, f"urn:{other}", text + other):
        assert all(0 <= one.start <= one.end <= len(each) for one in check(each))


@given(urns(), urn_texts())
def test_resolving_a_urn_under_a_urn_is_that_urn(base: URN, text: str) -> None:
    if "/." not in text:  # of "urn:ab:c/../d" §5.2.4 makes "/d", letter by letter
        assert str(base.resolve(text)) == resolve(str(base), text) == text
        assert type(base.resolve(text)) is URN
    assert str(base.resolve("#f")) == str(base.without_fragment()) + "#f"
