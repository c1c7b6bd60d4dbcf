"""RFC 6694: a page of a program's own, named with its case."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, URIRuleError, check, equivalent, normalize
from urikit.schemes.about import About, build, parse

tails = st.sampled_from([None, "", "a=b", "a/?b"])


@given(st.sampled_from(["", "blank", "srcdoc", "a:b@c", "%C3%A9", "a%2Fb"]), tails, tails)
def test_what_is_built_is_read_back(token: str, query: str | None, fragment: str | None) -> None:
    fields = {"token": token, "query": query, "fragment": fragment}
    text = build(token, query, fragment)

    assert parse(text) == About(**fields)
    assert str(parse(text)) == text == normalize(text, "scheme")


def test_a_token_has_its_case() -> None:
    assert equivalent("ABOUT:%62lank", "about:blank", "scheme")
    assert not equivalent("about:Blank", "about:blank", "scheme")
    assert "not blank" in check("about:BLANK")[0].message


@pytest.mark.parametrize("token", ["blank", "legacy-compat", "srcdoc"])
def test_the_tokens_of_all_programs_give_no_finding(token: str) -> None:
    assert URI(f"about:{token}").about.known
    assert check(f"about:{token}") == []


@pytest.mark.parametrize("text", ["about:a/b", "about:/blank", "about://blank", "mailto:a@b.example"])
def test_what_is_outside_the_grammar_is_not_read(text: str) -> None:
    with pytest.raises(URIRuleError):
        parse(text)
