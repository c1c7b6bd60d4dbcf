"""P3: four times the text takes at most five times as long, on texts that grammars of names and calls dwell on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.test_growth import LONG_ENOUGH, growth
from urikit import SCHEMES, UrikitError, URIReference, check, normalize

pytestmark = pytest.mark.clock

# Kind -> the text of about n characters.
TEXTS: dict[str, Callable[[int], str]] = {
    "ni: a digest": lambda n: "ni:///x;" + "A" * n,
    "nih: digits": lambda n: "nih:x;" + "a-" * (n // 2),
    "acct: escapes": lambda n: "acct:" + "%C3%A9" * (n // 6) + "@h",
    "acct: signs": lambda n: "acct:" + "a@" * (n // 2),
    "tag: labels": lambda n: "tag:" + "a-." * (n // 3) + "a,2001:",
    "sip: labels": lambda n: "sip:" + "a." * (n // 2),
    "sip: parameters": lambda n: "sip:h" + "".join([f";x{number}=a" for number in range(n // 8)]),
    "sip: one header": lambda n: "sip:h?" + "&".join(["a=b"] * (n // 4)),
    "sip: question marks": lambda n: "sip:" + "?" * n + "@h",
    "xmpp: a node": lambda n: "xmpp:" + "a" * n,
    "xmpp: parameters": lambda n: "xmpp:a@b?m" + ";a=b" * (n // 4),
    "xmpp: broken parameters": lambda n: "xmpp:a@b?m" + ";a" * (n // 2),
    "news: a group": lambda n: "news:" + "a." * (n // 2),
    "news: signs": lambda n: "news:" + "a@" * (n // 2),
    "did: colons": lambda n: "did:a:" + ":" * n,
    "did: identifiers": lambda n: "did:a:" + "a:" * (n // 2) + "~",
    "did: parameters": lambda n: "did:a:b?" + "versionId=1&" * (n // 12),
    "info: segments": lambda n: "info:a" + "/a" * (n // 2),
    "mid: signs": lambda n: "mid:a@b/" + "a@" * (n // 2),
    "cid: an identifier": lambda n: "cid:" + "a" * n + "@" + "b" * n,
    "imap: segments": lambda n: "imap://h/a" + "/;UID=1" * (n // 7),
    "imap: an authorization": lambda n: "imap://h/a/;UID=1;URLAUTH=submit+" + "a:" * (n // 2),
    "pop: users": lambda n: "pop://" + "a;" * (n // 2) + "@h",
    "telnet: a password": lambda n: "telnet://" + "%41:" * (n // 4) + "@h",
}


def read_and_write(text: str) -> None:
    """All that a module does with a text: what is wrong, the normal form, the value and its text."""
    own = SCHEMES[text.partition(":")[0]].own
    assert own is not None
    check(text)
    normalize(text, "scheme")
    try:
        value = own.parse(text)
        assert own.parse(str(value)) == value
    except UrikitError as error:
        str(error)


@pytest.mark.parametrize("kind", TEXTS)
def test_four_times_the_text_takes_at_most_five_times_as_long(kind: str) -> None:
    assert URIReference(TEXTS[kind](100)).scheme == kind.partition(":")[0]
    _, once, fourfold = growth(read_and_write, TEXTS[kind])

    assert fourfold <= 5 * max(once, LONG_ENOUGH)
