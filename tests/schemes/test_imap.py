"""RFC 5092: an imap URI is read as it is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, URIRuleError, normalize
from urikit.schemes.imap import Imap, build, parse

data = st.text("aZ0!;:@?é %/", max_size=4).map(lambda text: f"x{text}x")
numbers = st.none() | st.integers(1, 10**9).map(str)


@given(data, numbers, numbers, st.none() | data, st.none() | st.sampled_from(["0", "0.1024"]), st.none() | data)
def test_what_is_built_is_read_back(
    mailbox: str, uidvalidity: str | None, uid: str | None, section: str | None, partial: str | None, text: str | None
) -> None:
    section, partial = (section, partial) if uid else (None, None)
    search = None if uid else text
    made = build("h", mailbox, uid, section, partial, search, uidvalidity, text, "*")

    assert parse(made) == Imap(
        text, "*", "h", None, mailbox, uidvalidity, search, uid, section, partial, None, None, None
    )
    assert str(parse(made)) == made == normalize(made, "scheme")


@pytest.mark.parametrize(("uid", "section", "search"), [(None, "1", None), (1, None, "a"), (0, None, None)])
def test_what_stands_alone_or_together_only(uid: int | None, section: str | None, search: str | None) -> None:
    with pytest.raises(URIRuleError):
        build("h", "a", uid, section, None, search)


def test_the_server_alone() -> None:
    assert URI("imap://H").imap.mailbox == ""
    assert str(URI("imap://H").imap) == "imap://h/"


@pytest.mark.parametrize("text", ["imap://h/inbox;uid=1", "imap://a:b@h/inbox", "imap:inbox", "imap://h/inbox?"])
def test_what_is_outside_the_grammar_is_left_as_it_is(text: str) -> None:
    assert normalize(text, "scheme") == normalize(text)
