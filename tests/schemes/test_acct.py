"""RFC 7565: an account is read and written as its URI says, and is found where RFC 7033 looks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, equivalent, is_uri, normalize
from urikit.schemes.acct import Acct, build, from_user, parse

users = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)


@given(users, st.sampled_from(["example.com", "a.B", "x"]))
def test_a_name_is_read_back(user: str, host: str) -> None:
    account = parse(from_user(user, host))

    assert account.user == user
    assert account.host == host.lower()
    assert is_uri(account.webfinger)


@given(users, st.sampled_from([None, "", "a"]))
def test_what_is_built_is_read_back(user: str, fragment: str | None) -> None:
    text = build(parse(from_user(user, "h")).userpart, "h", fragment)

    assert parse(text) == Acct(parse(from_user(user, "h")).userpart, "h", fragment)
    assert str(parse(text)) == text == normalize(text, "scheme")


def test_case_matters_in_a_userpart_and_not_in_a_host() -> None:
    assert equivalent("acct:a@H", "acct:a@h", "scheme")
    assert not equivalent("acct:A@h", "acct:a@h", "scheme")


def test_a_uri_knows_its_account() -> None:
    assert URI("acct:bob@example.com").acct == Acct("bob", "example.com", None)


@pytest.mark.parametrize("text", ["acct:a", "acct://H/", "acct:a@B?c", "ACCT:a@b@C"])
def test_what_is_outside_the_grammar_is_not_read(text: str) -> None:
    assert normalize(normalize(text, "scheme"), "scheme") == normalize(text, "scheme")
    with pytest.raises(ValueError, match=r"\["):
        parse(text)
