"""Which texts are URNs, and where one that is none goes wrong: held to the ABNF, written down once more."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from urikit import URIRuleError, URISyntaxError, build_urn, is_uri, is_urn, read_urn
from urikit.urns.grammar import RFC2141, RFC8141

# RFC 8141 §2 as it is printed, with the first "?=" ending an r-component; backtracking, slow and plain.
PCHAR = r"(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f][0-9A-Fa-f])"
ABNF = re.compile(
    rf"[Uu][Rr][Nn]:[A-Za-z0-9][A-Za-z0-9-]{{0,30}}[A-Za-z0-9]:{PCHAR}(?:{PCHAR}|/)*"
    rf"(?:\?\+{PCHAR}(?:{PCHAR}|/|\?(?!=))*)?(?:\?={PCHAR}(?:{PCHAR}|[/?])*)?(?:#(?:{PCHAR}|[/?])*)?"
)
PIECES = [
    "urn:",
    "URN:",
    "u",
    "rn",
    "ab:",
    "a",
    "-",
    ":",
    "?",
    "+",
    "=",
    "?+",
    "?=",
    "#",
    "/",
    "%41",
    "%4",
    "%",
    "~",
    "&",
]
PIECES += [" ", "é", "x" * 31, "x" * 32, "@", "%00", "[", "\n", "_", "."]
TEXTS = st.lists(st.sampled_from(PIECES)).map("".join)
URNS = st.lists(st.sampled_from(PIECES)).map(lambda parts: "urn:ab:c" + "".join(parts))
# What makes a prefix whole: to the end of each part that it may have stopped in.
ENDS = ["", "a", "n:aa:a", "rn:aa:a", "urn:aa:a", "aa:a", "a:a", ":a", "+a", "=a", "1", "41", "-a:a"]


@given(TEXTS | URNS)
@example("urn:ab:c\n")
@example("urn:ab:c?+d?=e#f")
def test_a_urn_is_what_the_abnf_says(text: str) -> None:
    assert is_urn(text) is (ABNF.fullmatch(text) is not None)


@given(TEXTS | URNS)
def test_a_urn_is_a_uri(text: str) -> None:
    assert is_uri(text) >= is_urn(text)


@given(TEXTS | URNS)
@example("urn:" + "x" * 31 + "-")
@example("urn:ab:c?+?=")
@example("urn:ab:%4")
def test_the_place_is_the_longest_prefix_that_some_urn_begins_with(text: str) -> None:
    if is_urn(text):
        assert read_urn(text).nid
        return
    with pytest.raises(URISyntaxError) as caught:
        read_urn(text)
    start, end = caught.value.finding.start, caught.value.finding.end

    assert 0 <= start <= end <= len(text)
    assert begins_a_urn(text[:start])
    assert start == len(text) or not begins_a_urn(text[: start + 1])


def begins_a_urn(prefix: str) -> bool:
    return any(is_urn(prefix + more) for more in ENDS)


@given(URNS)
def test_the_parts_put_together_are_the_urn(text: str) -> None:
    if is_urn(text):
        urn = read_urn(text)
        fields = {name: getattr(urn, name) for name in urn.__slots__}

        assert build_urn(**fields) == "urn:" + text[4:]
        assert read_urn(build_urn(**fields)) == urn


PARTS = st.none() | st.sampled_from(
    ["", "a", "a/b", "?", "/", "a?b", "a?=b", "?=", "%41", "%4", "a b", "#", "é", "+", "="]
)


@given(
    st.sampled_from(["ab", "a", "a:b", "isbn", ""]),
    st.sampled_from(["a", "", "/a", "a/b", "a?+b", "a#", "a:"]),
    PARTS,
    PARTS,
    PARTS,
)
def test_no_part_can_be_read_as_another(nid: str, nss: str, r: Any, q: Any, f: Any) -> None:
    parts = {"NID": nid, "NSS": nss, "r-component": r, "q-component": q, "f-component": f}
    if any(part is not None and not RFC8141.matcher(rule).fullmatch(part) for rule, part in parts.items()):
        with pytest.raises(URIRuleError, match="wrong-part"):
            build_urn(nid, nss, r, q, f)
        return
    urn = read_urn(build_urn(nid, nss, r, q, f))

    assert (urn.nid, urn.nss, urn.r_component, urn.q_component, urn.f_component) == (nid, nss, r, q, f)


OLD = re.compile(
    r"[Uu][Rr][Nn]:(?![Uu][Rr][Nn]:)[A-Za-z0-9][A-Za-z0-9-]{1,31}:"
    r"(?:[A-Za-z0-9()+,\-.:=@;$_!*']|%(?!00)[0-9A-Fa-f]{2})+"
)


@given(TEXTS | URNS)
def test_an_old_urn_is_what_the_older_rfc_says(text: str) -> None:
    assert is_urn(text, strict_2141=True) is (OLD.fullmatch(text) is not None)


@given(TEXTS | URNS)
@example("urn:urn:a")
@example("urn:ab:%0")
@example("urn:ab:%00")
def test_the_place_is_the_longest_prefix_that_some_old_urn_begins_with(text: str) -> None:
    if is_urn(text, strict_2141=True):
        assert read_urn(text, strict_2141=True).nss
        return
    with pytest.raises(URISyntaxError) as caught:
        read_urn(text, strict_2141=True)
    start = caught.value.finding.start

    assert any(is_urn(text[:start] + more, strict_2141=True) for more in ENDS)
    assert start == len(text) or not any(is_urn(text[: start + 1] + more, strict_2141=True) for more in ENDS)


@pytest.mark.parametrize("rule", [*RFC8141.rules, "URN"])
def test_every_rule_of_the_tables_compiles(rule: str) -> None:
    grammar = RFC2141 if rule == "URN" else RFC8141

    assert grammar.matcher(rule).fullmatch("\x00") is None or rule in ("CTL", "OCTET", "CHAR")


@pytest.mark.parametrize("text", [None, b"urn:ab:c", 1])
def test_only_a_str_is_a_text(text: Any) -> None:
    with pytest.raises(TypeError):
        is_urn(text)
    with pytest.raises(TypeError):
        read_urn(text)
