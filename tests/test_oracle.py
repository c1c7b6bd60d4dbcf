"""P1, P4: urikit accepts what the RFC's rule text describes, rule by rule, and stops where that text stops."""

from __future__ import annotations

import json
import os
import re
import tomllib
from importlib.metadata import EntryPoint
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import urikit
from tests.oracle import abnf
from tests.oracle.abnf import APPENDIX_A, CORE_RULES, IRI_RULES, RFC3986, RFC3987
from tests.oracle.compare import IRIS, URIS, Book, compare, generated
from tests.oracle.generate import KINDS, Source, broken_texts, every
from urikit import strategies

# A few seconds; `python -m tests.oracle.compare --count 1000000` is the long run.
COUNT = int(os.environ.get("URIKIT_ORACLE_COUNT", "20000"))
SHARED = Path(__file__).parents[2] / "shared"
ALL_RULES = [*APPENDIX_A, *CORE_RULES]


# --- The oracle itself ----------------------------------------------------------------------------------------------


def accepts(elements: str, text: str) -> bool:
    """Whether ABNF elements, given alone, match *text*."""
    return abnf.Automaton(abnf.expand({"rule": abnf.Reader(elements).rule()}, "rule")).accepts(text)


@pytest.mark.parametrize(
    ("elements", "yes", "no"),
    [
        ('"ab"', ["ab", "AB", "aB"], ["", "a", "abc"]),
        ('"a" "b" / "c"', ["ab", "c"], ["ac", "abc"]),
        ('"a" ( "b" / "c" )', ["ab", "ac"], ["a", "c", "abc"]),
        ('[ "a" ] "b"', ["b", "ab"], ["a", "aab"]),
        ('*"a"', ["", "a", "aaaa"], ["b", "ab"]),
        ('1*"a"', ["a", "aaaa"], ["", "b"]),
        ('2"a"', ["aa"], ["", "a", "aaa"]),
        ('1*3"a"', ["a", "aa", "aaa"], ["", "aaaa"]),
        ('*2( "a" "b" )', ["", "ab", "abab"], ["a", "ababab"]),
        ("%x61-63", ["a", "c"], ["A", "d", ""]),
        ("%x61.42", ["aB"], ["ab", "a"]),
        ("%d97", ["a"], ["A"]),
        ("%x1F600-1F64F", ["\U0001f600", "\U0001f64f"], ["\U0001f650", "a"]),
        ('0"a"', [""], ["a"]),
        ('"%" %xD800', ["%\ud800"], ["%\ud801"]),
    ],
)
def test_the_oracle_reads_abnf_as_rfc_5234_says(elements: str, yes: list[str], no: list[str]) -> None:
    assert [accepts(elements, text) for text in yes] == [True] * len(yes)
    assert [accepts(elements, text) for text in no] == [False] * len(no)


@pytest.mark.parametrize("elements", ['"a" )', '( "a"', "{", '"a" rule', "nobody"])
def test_the_oracle_refuses_what_is_no_regular_abnf(elements: str) -> None:
    with pytest.raises(abnf.ABNFError):
        accepts(elements, "a")


def test_the_oracle_joins_lines_and_drops_comments() -> None:
    rules = abnf.rule_texts('  a = "x;y" ; the first\n    / b ; "quoted"\n\n  b = "z"\n  a =/ "w"\n')

    assert rules == {"a": '"x;y" / b / "w"', "b": '"z"'}


@pytest.mark.parametrize(
    ("text", "prefix"),
    [
        ("http://a/%zz", 10),
        ("http://a/%a", 11),
        ("1a:b", 2),
        ("http://[::1", 11),
        ("http://[1:2:3:4:5:6:7:8:9]/", 23),
        ("http://a:8x/", 11),  # "a:8x" could yet be a userinfo
        ("http://a@b@c/", 10),
        ("http://例え.jp/", 7),
        ("http://a/b c", 10),
        ("a#b#c", 3),
        ("http://a/b", 10),
    ],
)
def test_the_oracle_knows_how_far_a_text_is_viable(text: str, prefix: int) -> None:
    assert RFC3986.viable_prefix("URI-reference", text) == prefix


def test_a_viable_prefix_can_be_completed_and_one_character_more_cannot() -> None:
    source = Source(7)
    rests = [":" + ":".join("1" * count) for count in range(8)] + [
        "::",
        "::1",
        "1",
        "1.1",
        "1.1.1",
        ".1",
        ".1.1",
        ".1.1.1",
    ]
    endings = [*every(KINDS, 2), *(f"{rest}]" for rest in rests)]
    for _ in range(300):
        text = source.near("URI-reference")
        prefix = RFC3986.viable_prefix("URI-reference", text)

        assert any(RFC3986.accepts("URI-reference", text[:prefix] + ending) for ending in endings), text
        assert not any(RFC3986.accepts("URI-reference", text[: prefix + 1] + ending) for ending in endings) or (
            prefix == len(text)
        )


@pytest.mark.parametrize(("file", "seed"), [("rfc3986.abnf", "000_*.txt"), ("rfc3987.abnf", "002_*.txt")])
def test_the_rule_text_is_the_one_the_rfc_prints(file: str, seed: str) -> None:
    """Against the RFC itself where it lies beside the project (a translation: comments differ)."""
    found = list((SHARED / "seeds").glob(seed))
    if not found:
        pytest.skip("the RFC's text is not beside the project")
    page_break = r"(Berners-Lee, et al\.|Duerst & Suignard)\s.*?RFC 398[67] .*?月"
    printed = " ".join(abnf.without_comment(line) for line in found[0].read_text("utf-8").splitlines())
    printed = re.sub(r"\s+", " ", re.sub(page_break, " ", printed))
    for name, elements in abnf.rule_texts((abnf.HERE / file).read_text("utf-8")).items():
        assert f" {name} = " + re.sub(r"\s+", " ", elements) + " " in printed, name


def test_the_oracle_agrees_with_the_suites_of_others() -> None:
    path = SHARED / "vectors" / "validity.jsonl"
    if not path.exists():
        pytest.skip("the suites are not beside the project")
    kinds = {"uri": "URI", "uri-reference": "URI-reference", "ipv4": "IPv4address", "ipv6": "IPv6address"}
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    rules = {f"rule:{rule.lower().replace('-', '_')}": rule for rule in ALL_RULES} | kinds
    ours = [(rules[row["kind"]], row["value"], row["valid"]) for row in rows if row["kind"] in rules]

    assert len(ours) > 400
    assert [row for row in ours if RFC3986.accepts(row[0], row[1]) != row[2]] == []


# --- urikit against it ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", [URIS, IRIS], ids=["URIs", "IRIs"])
def test_urikit_is_the_oracle_on_generated_texts(book: Book) -> None:
    tally = compare(generated(COUNT, 20260101, book), book)

    assert tally.texts == COUNT
    assert list(tally.report())[1:] == []
    assert {f"matches {rule}" for rule in book.rules} <= set(tally.asked)


@pytest.mark.parametrize("rule", [*ALL_RULES, *IRI_RULES])
def test_urikit_is_the_oracle_on_every_short_text(rule: str) -> None:
    texts = [*every(KINDS, 2), *every('\0\x1f "%09:@GZ\x7f\x80\xff\u0130\u017f\u212a\u0663\n\r\t', 2)]

    assert [text for text in texts if urikit.matches(rule, text) != RFC3987.accepts(rule, text)] == []


@pytest.mark.parametrize("rule", ["iunreserved", "ucschar", "iprivate", "ipchar", "iquery", "ifragment", "ireg-name"])
def test_urikit_is_the_oracle_at_the_edge_of_every_range(rule: str) -> None:
    cuts = RFC3987.automaton("IRI-reference").cuts
    edges = {cut + step for cut in cuts for step in (-2, -1, 0, 1)} | {0xD7FF, 0xD800, 0xDFFF, 0xE000, 0xFFFE, 0x10FFFF}
    texts = [chr(edge) for edge in sorted(edges) if 0 <= edge <= 0x10FFFF]

    assert len(texts) > 100
    assert [text for text in texts if urikit.matches(rule, text) != RFC3987.accepts(rule, text)] == []


@pytest.mark.parametrize("book", [URIS, IRIS], ids=["URIs", "IRIs"])
def test_every_short_reference_is_accepted_or_refused_where_the_oracle_stops(book: Book) -> None:
    tally = compare(((book.kinds[0][0], text) for text in every(KINDS, 3)), book)

    assert list(tally.report())[1:] == []
    assert tally.asked["start of the error"] > 2000


def test_ip_addresses_are_the_oracles_group_by_group() -> None:
    """Every IPv6 text of up to nine groups and "::" with and without an IPv4 tail, and every dec-octet."""
    tails = ["", ":", ".2.3.4", ":1.2.3.4", ":256.2.3.4", ":12345", "%25en0"]
    shapes = product(range(9), ["", ":", "2", "::2"], range(9), tails)
    texts = [f"{'1:' * left}{cut}{':1' * right}{tail}" for left, cut, right, tail in shapes]
    texts += [text[1:] for text in texts if text]

    assert [text for text in texts if urikit.matches("IPv6address", text) != RFC3986.accepts("IPv6address", text)] == []
    hosts = [f"http://[{text}]/" for text in texts]
    assert list(compare(("URI", host) for host in hosts).report())[1:] == []
    octets = [*map(str, range(1100)), *(f"0{number}" for number in range(300)), ""]
    assert [octet for octet in octets if urikit.matches("dec-octet", octet)] == [str(number) for number in range(256)]


def test_rule_names_fold_case_and_take_underscores() -> None:
    for rule in ALL_RULES:
        for name in {rule.lower(), rule.upper(), rule.replace("-", "_")}:
            assert urikit.matches(name, "") == RFC3986.accepts(rule, "")
    with pytest.raises(KeyError):
        urikit.matches("netloc", "")


@given(broken_texts())
@settings(max_examples=300)
def test_any_text_is_accepted_or_refused_where_the_oracle_stops(text: str) -> None:
    for book in (URIS, IRIS):
        assert list(compare([(book.kinds[0][0], text)], book).report())[1:] == []


@given(st.data())
@pytest.mark.parametrize(
    ("rule", "texts"),
    [
        ("URI", strategies.uri_texts()),
        ("relative-ref", strategies.relative_ref_texts()),
        ("URI-reference", strategies.uri_reference_texts()),
        ("pct-encoded", strategies.escapes()),
        ("scheme", strategies.schemes()),
        ("authority", strategies.authorities()),
        ("userinfo", strategies.userinfos()),
        ("host", strategies.hosts()),
        ("IPv4address", strategies.hosts("IPv4address")),
        ("IP-literal", strategies.hosts("IPv6address")),
        ("IP-literal", strategies.hosts("IPvFuture")),
        ("reg-name", strategies.hosts("reg-name")),
        ("port", strategies.ports()),
        ("segment", strategies.segments()),
        ("query", strategies.queries()),
        ("fragment", strategies.fragments()),
    ],
)
def test_the_strategies_we_ship_draw_what_their_rule_describes(
    rule: str, texts: st.SearchStrategy[str], data: st.DataObject
) -> None:
    assert RFC3986.accepts(rule, data.draw(texts))


@given(strategies.hosts("reg-name"))
def test_a_drawn_reg_name_is_no_ipv4_address(host: str) -> None:
    assert not RFC3986.accepts("IPv4address", host)


def test_hypothesis_imports_our_strategies_by_their_entry_point() -> None:
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
    found = [EntryPoint(name, value, "hypothesis") for name, value in project["entry-points"]["hypothesis"].items()]

    assert [point.load() for point in found] == [strategies]


@pytest.mark.parametrize("value", [urikit.URI, urikit.URIReference, urikit.Query])
def test_hypothesis_knows_our_values(value: type) -> None:
    found: list[object] = []

    @given(st.from_type(value))
    @settings(max_examples=5, database=None)
    def draw(drawn: object) -> None:
        found.append(drawn)

    draw()
    assert found
    assert all(isinstance(drawn, value) for drawn in found)
