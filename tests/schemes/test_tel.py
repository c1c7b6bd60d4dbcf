"""RFC 3966: a tel URI is read, written and compared as its grammar says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, URIRuleError, check, equivalent, normalize
from urikit.schemes.tel import Tel, build, parse

digits = st.text("0123456789", min_size=1, max_size=8)
local = st.text("0123456789abcdef*#", min_size=1, max_size=8)
contexts = st.sampled_from(["example.com", "a-b.example.", "x"]) | digits.map(lambda text: "+" + text)
names = st.text("abc-0", min_size=1, max_size=4).filter(lambda name: name not in ("ext", "isub"))
values = st.none() | st.text("ab0 /:;=[]+&%é", min_size=1, max_size=6)
parameters = st.dictionaries(names, values, max_size=4)


@st.composite
def values_of_tel(draw: st.DrawFn) -> Tel:
    is_global = draw(st.booleans())
    return Tel(
        "+" + draw(digits) if is_global else draw(local),
        draw(st.none() | digits),
        draw(st.none() | st.text("ab0/@,=+é", min_size=1, max_size=6)),
        None if is_global else draw(contexts),
        tuple(sorted(draw(parameters).items())),
        draw(st.none() | st.sampled_from(["", "a", "%23"])),
    )


@given(values_of_tel())
def test_what_is_built_is_read_back(value: Tel) -> None:
    text = build(value.number, value.ext, value.isub, value.phone_context, value.parameters, value.fragment)

    assert parse(text) == value
    assert str(value) == text == normalize(text, "scheme")


@given(values_of_tel(), st.randoms())
def test_separators_case_and_order_do_not_matter(value: Tel, random) -> None:  # type: ignore[no-untyped-def]
    whole = str(value).partition("#")[0]
    number, *rest = whole.removeprefix("tel:").split(";")
    random.shuffle(rest)
    digits = f"+(-{number[1:]}.)" if value.is_global else f"(-{number}.)"
    other = "TEL:" + ";".join([digits, *(part.swapcase() for part in rest)])
    other = other.replace("%c3%a9", "%C3%A9")

    assert equivalent(other, whole, "scheme")
    assert parse(other) == parse(whole)


@given(st.text("+0aF-.()*#%;=,x ", max_size=8))
def test_a_number_is_read_as_it_was_given_or_refused(number: str) -> None:
    try:
        text = build(number, phone_context="+1")
    except URIRuleError:
        return

    assert parse(text).number == number.translate(str.maketrans("", "", "-.()")).lower()


def test_a_global_number_is_told_from_a_local_one() -> None:
    assert parse("tel:+1").is_global
    assert not parse("tel:1;phone-context=+1").is_global


def test_a_uri_knows_its_number() -> None:
    assert URI("tel:+1-201-555-0123;ext=4").tel == Tel("+12015550123", "4", None, None, (), None)


def test_what_is_outside_the_grammar_is_left_as_it_is() -> None:
    for text in ("tel:+1,2-3", "tel:7-0", "tel://+1-2/", "tel:+1-2?a", "tel:+1;A=1;a=2"):
        assert normalize(text, "scheme") == text


@pytest.mark.parametrize("number", ["+1-2", "+(1)2", "1.2"])
def test_no_separator_is_written(number: str) -> None:
    assert not set(build(number, phone_context="+1").split(";")[0].removeprefix("tel:")) & set("-.()")


def test_the_help_for_upper_case_is_the_parameter_in_lower_case() -> None:
    (one,) = check("tel:+1;A=%C3%A9B")

    assert (one.code, one.help) == ("tel-upper-case", "write ;a=%C3%A9b")
