"""What each standard says of a rule: where it stands, and what replaced it."""

from __future__ import annotations

import pytest

from urikit.syntax.definitions import definitions
from urikit.syntax.grammar import GRAMMARS
from urikit.syntax.grammar_2396 import OBSOLETE, OBSOLETE_NAMES

CORE = "ALPHA BIT CHAR CR CRLF CTL DIGIT DQUOTE HEXDIG HTAB LF LWSP OCTET SP VCHAR WSP".split()


def test_every_rule_of_today_has_its_section() -> None:
    for name in GRAMMARS["rfc3986"].rules:
        first = definitions(name)[0]
        assert (first.name, first.spec, first.replacement) == (name, "rfc3986", "")
        assert (first.source == "RFC 5234 §B.1") == (name in CORE)
        assert first.source.startswith(("RFC 3986 §", "RFC 5234 §"))


def test_every_rule_of_iris_has_its_section() -> None:
    own = GRAMMARS["rfc3987"].rules.keys() - GRAMMARS["rfc3986"].rules.keys()

    assert {definitions(name)[0].source for name in own} == {"RFC 3987 §2.2"}


@pytest.mark.parametrize("name", sorted(OBSOLETE_NAMES.values()))
def test_an_old_name_has_its_replacement(name: str) -> None:
    (old,) = [one for one in definitions(name) if one.spec == "rfc2396"]

    assert (old.name, old.source) == (name, "RFC 2396 Appendix A")
    assert old.replacement == OBSOLETE.rules[name].abnf


def test_a_rule_of_three_standards_has_three_rows() -> None:
    assert [one.spec for one in definitions("host")] == ["rfc3986", "rfc2396", "rfc1738"]
    assert [one.name for one in definitions("hier_part")] == ["hier-part", "hier_part"]


def test_what_no_standard_has_is_refused() -> None:
    with pytest.raises(KeyError, match="netloc"):
        definitions("netloc")
