"""RFC 1738 §5 and RFC 2396 Appendix A as tables, and the names that RFC 3986 Appendix D.2 gave up."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from urikit import matches
from urikit.syntax.grammar import RFC3986, Grammar, grammar_of
from urikit.syntax.grammar_1738 import RFC1738, SCHEMES
from urikit.syntax.grammar_2396 import OBSOLETE, OBSOLETE_NAMES, RFC2396

TEXTS = (
    "",
    "a",
    "/a",
    "//h/a?b",
    "//",
    "a:b",
    "a:/b",
    "a:/b?c",
    "a;b",
    "a/b",
    "%41",
    "%zz",
    "~",
    "1",
    "h:80",
    "h",
    "[",
)


@pytest.mark.parametrize("grammar", [RFC1738, RFC2396], ids=lambda grammar: grammar.name)
def test_every_rule_compiles_and_names_only_rules(grammar: Grammar) -> None:
    for name, rule in grammar.rules.items():
        assert grammar.matcher(name).fullmatch("\ud800") is None
        words = set(re.findall(r"[A-Za-z][\w+-]*", re.sub(r'"[^"]*"', "", rule.abnf)))
        literal = {"alpha", "digit"} if grammar is RFC2396 else set()  # core rules that its Appendix A has as well
        assert words - literal <= grammar.rules.keys(), name


def test_the_table_is_found_by_its_standard() -> None:
    assert grammar_of("rfc1738") is RFC1738
    assert grammar_of("rfc2396") is RFC2396
    with pytest.raises(ValueError, match="rfc1808"):
        grammar_of("rfc1808")
    with pytest.raises(KeyError, match="no rule 'query'; there are genericurl"):
        matches("query", "", spec="rfc1738")


@pytest.mark.parametrize(("scheme", "rule"), SCHEMES.items())
def test_a_url_of_a_scheme_is_a_url(scheme: str, rule: str) -> None:
    examples = {
        "ftp": "ftp://u:p@h.example/%2Fa/b;type=i",
        "http": "http://h.example:80/a;b/c?d=e",
        "gopher": "gopher://h.example/1a%09b%09c",
        "mailto": "mailto:a%25b@h.example",
        "news": "news:1.2@h.example",
        "nntp": "nntp://h.example/comp.lang/12",
        "telnet": "telnet://u:p@h.example/",
        "wais": "wais://h.example/d/t/p",
        "file": "file:///etc/motd",
        "prospero": "prospero://h.example/a/b;f=v;g=w",
    }

    assert matches(rule, examples[scheme], spec="rfc1738")
    assert matches("url", examples[scheme], spec="rfc1738")
    assert not matches(rule, examples[scheme] + "#f", spec="rfc1738")
    assert not matches("url", examples[scheme] + "~", spec="rfc1738")


def test_a_host_is_read_in_linear_time() -> None:
    for text in ("a-" * 50_000, "a." * 50_000 + "1", "1." * 50_000):
        assert not matches("host", text, spec="rfc1738")


def test_twenty_names_are_obsolete() -> None:
    table = (
        "absoluteURI relativeURI hier_part opaque_part net_path abs_path rel_path rel_segment reg_name server hostport"
        " hostname path_segments param uric uric_no_slash mark escaped hex alphanum"
    ).split()

    assert sorted(OBSOLETE_NAMES.values()) == sorted(table)
    assert len(table) == 20


# What each is by its translation, written out in rules that are still there.
TODAY = {
    "absoluteURI": "{absolute-URI}",
    "abs_path": "{path-absolute}",
    "rel_path": "{path-rootless}",
    "rel_segment": "{segment-nz-nc}",
    "server": "{authority}",
    "hostname": "{reg-name}",
    "path_segments": "{path-abempty}",
    "escaped": "{pct-encoded}",
    "hex": "{HEXDIG}",
}


@pytest.mark.parametrize("name", sorted({*OBSOLETE_NAMES.values()} - {"hier_part", "reg_name"}))
def test_an_obsolete_name_works_and_is_flagged(name: str) -> None:
    with pytest.warns(DeprecationWarning, match=re.escape(f"{name} is a rule of RFC 2396")) as told:
        answers = [matches(name, text) for text in TEXTS]

    assert len(told) == len(TEXTS)
    assert Path(told[0].filename) == Path(__file__)
    assert OBSOLETE.rules[name].abnf in str(told[0].message)
    assert True in answers
    assert False in answers
    if name in TODAY:
        assert answers == [RFC3986.compile(TODAY[name]).fullmatch(text) is not None for text in TEXTS]


@pytest.mark.parametrize(
    ("name", "yes", "no"),
    [
        ("relativeURI", ["", "//h/a?b", "a?b"], ["a:b", "a#b"]),
        ("opaque_part", ["a", "a/b?c"], ["", "/a"]),
        ("net_path", ["//", "//h/a"], ["/a", "//h?b"]),
        ("hostport", ["", "h", "h:", "[::1]:80"], ["u@h", "h:a"]),
        ("param", ["", "a=b:@", "%3B"], ["a;b", "a/b", "%3"]),
        ("uric", ["a", "%41", "/", "$", "~"], ["", "ab", "#", "!", "["]),
        ("uric_no_slash", ["a", "%41", "?", "~"], ["/", "!"]),
        ("mark", ["~", "*"], ["a", "+"]),
        ("alphanum", ["a", "Z", "0"], ["", "-", "é"]),
    ],
)
def test_a_translation_is_the_table_s(name: str, yes: list[str], no: list[str]) -> None:
    with pytest.warns(DeprecationWarning, match=name):
        assert [matches(name, text) for text in yes + no] == [True] * len(yes) + [False] * len(no)


def test_two_old_names_are_names_of_today_too() -> None:
    assert matches("hier-part", "")
    assert matches("hier_part", "")
    assert matches("reg_name", "a.b")
    assert not matches("reg_name", "a b")
    assert not OBSOLETE.matcher("hier_part").fullmatch("")
    assert not matches("hier_part", "", spec="rfc2396")
    assert matches("path_abempty", "/a")


@pytest.mark.parametrize(
    ("rule", "yes", "no"),
    [
        (
            "URI-reference",
            ["", "#f", "http://u:p@h:/a;b?c#d", "../g;x=1/./y", "mailto:a@b"],
            ["a#b#c", "a[b", "%zz", "?y"],
        ),
        ("host", ["h.example", "h.example.", "1.2.3.4", "a-b.c"], ["", "h..e", "-a", "a_b", "256"]),
        ("unreserved", ["~", "!", "a"], [",", "%41"]),
        ("reserved", [",", "$", "+"], ["[", "!"]),
        ("opaque_part", ["a/b?c"], ["/a", ""]),
    ],
)
def test_the_table_of_1998(rule: str, yes: list[str], no: list[str]) -> None:
    assert [matches(rule, text, spec="rfc2396") for text in yes + no] == [True] * len(yes) + [False] * len(no)
