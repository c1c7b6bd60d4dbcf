"""`check`: every code by its own example, in order, bounded, and never an exception."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urikit
from tests.test_growth import LONG_ENOUGH, growth
from urikit import CODES, SCHEMES, Code, Finding, Scheme, URIRuleError, URISyntaxError, check, is_uri_reference
from urikit.strategies import uri_reference_texts

BY_CHECK = [row for row in CODES.values() if not row.call]
BY_CALL = [row for row in CODES.values() if row.call and not row.call.startswith(("clean", "decode", "(command line)"))]


class Names(dict[str, Any]):
    """The public names, each looked up when a call uses it."""

    def __missing__(self, name: str) -> Any:
        if name not in urikit.__all__:
            raise KeyError(name)
        return getattr(urikit, name)


def codes(text: str, **options: Any) -> list[str]:
    """The codes that `check` gives, in order."""
    return [one.code for one in check(text, **options)]


def told(call: str) -> list[str]:
    """The codes that a call of the table gives or raises."""
    try:
        return [one.code for one in eval(call, {}, Names()) if isinstance(one, Finding)]
    except URISyntaxError as error:
        return [error.finding.code]
    except URIRuleError as error:
        return [one.code for one in error.findings]


@pytest.mark.parametrize("row", BY_CHECK, ids=lambda row: row.name)
def test_a_code_is_given_by_its_own_example(row: Code) -> None:
    (one,) = [one for one in check(row.example) if one.code == row.name]

    assert one.level == row.level
    assert one.message
    assert one.source
    assert one.help


@pytest.mark.parametrize("row", BY_CALL, ids=lambda row: row.name)
def test_a_code_of_a_call_is_given_by_that_call(row: Code) -> None:
    assert row.name in told(row.call)


def test_a_code_is_written_once_in_kebab_case() -> None:
    assert [name for name in CODES if name != name.lower() or "_" in name or " " in name] == []
    assert len(CODES) == len({row.sentence for row in CODES.values()})
    assert {row.level for row in CODES.values()} == {"error", "warning", "note"}


def test_a_text_with_nothing_to_say_of_says_nothing() -> None:
    assert [check(text) for text in ("http://example.com/a?b#c", "", "../a", "urn:isbn:0451450523", "//h/%C3%A9")] == [
        []
    ] * 5


def test_a_text_outside_the_grammar_has_one_error() -> None:
    (one,) = check("HTTP://h:80/%7e%zz")

    assert (one.code, one.level, one.start, one.end) == ("pct-encoded", "error", 16, 18)


def test_findings_come_by_start_then_by_the_table() -> None:
    found = check("HTTP:g/%2e%2E/%00")

    assert [(one.code, one.start) for one in found] == [
        ("upper-case-scheme", 0),
        ("same-scheme-relative", 0),
        ("authority-missing", 5),
        ("encoded-dot-segment", 7),
        ("lower-case-escape", 7),
        ("needless-escape", 7),
        ("encoded-nul", 14),
    ]


@pytest.mark.parametrize(
    ("text", "code", "section"),
    [
        ("/%2f", "lower-case-escape", "§2.1"),
        ("/%41", "needless-escape", "§2.3"),
        ("/%2541", "double-encoded", "§2.4"),
        ("FTP://h/", "upper-case-scheme", "§3.1"),
        ("ftp://h:/", "empty-port", "§3.2.3"),
        ("ftp://@h/", "empty-userinfo", "§3.2"),
        ("ftp://u:p@h/", "password-in-userinfo", "§3.2.1"),
        ("ftp://EX.com/", "upper-case-host", "§3.2.2"),
        (f"ftp://{'a.' * 128}com/", "reg-name-length", "§3.2.2"),
        ("ftp://a_b/", "not-dns-name", "§3.2.2"),
        ("ftp://%FF/", "escapes-not-utf-8", "§3.2.2"),
        ("ftp://h:21/", "default-port", "§3.2.3"),
        ("http:g", "same-scheme-relative", "§5.4.2"),
        ("http://h/a/../b", "dot-segments", "§6.2.2.3"),
        ("http://h/a/%2E%2E/b", "encoded-dot-segment", "§6.2.2.3"),
        ("http://h:22/", "well-known-port", "§7.2"),
        ("http://h/%0A", "encoded-crlf", "§7.2"),
        ("http://h/%00", "encoded-nul", "§7.3"),
        ("http://h/%2F", "encoded-delimiter", "§7.3"),
        ("http://0x7f.1/", "ipv4-lookalike", "§7.4"),
        ("ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm", "misleading-userinfo", "§7.6"),
    ],
)
def test_each_rule_for_producers_names_its_section(text: str, code: str, section: str) -> None:
    (one,) = [one for one in check(text) if one.code == code]

    assert section in re.findall(r"§[0-9.]*[0-9]", one.source)
    assert one.level != "error" or code == "escapes-not-utf-8"


def test_one_rule_gives_one_finding_at_its_first_place() -> None:
    assert [(one.code, one.start) for one in check("/a%7e/b%7e/c%7e")] == [
        ("lower-case-escape", 2),
        ("needless-escape", 2),
    ]


def test_what_the_text_should_be_is_the_callers_to_say() -> None:
    assert codes("/a", rule="URI") == ["no-scheme"]
    assert codes("http://h/#a", rule="absolute-URI") == ["has-fragment"]
    assert codes("http://h/", rule="relative-ref") == ["has-scheme"]
    assert codes("/a") == []


def test_the_ports_to_warn_of_are_the_callers_to_say() -> None:
    assert codes("http://h:25/") == ["well-known-port"]
    assert codes("http://h:25/", well_known_ports=()) == []
    assert codes("http://h:8080/", well_known_ports=range(9000)) == ["well-known-port"]


def test_the_schemes_are_the_callers_to_say() -> None:
    more = SCHEMES | [Scheme("myapp", source="our wiki", authority="never")]

    assert codes("myapp://x") == []
    assert codes("myapp://x", schemes=more) == ["authority-unexpected"]


def test_the_limit_is_tested_at_one_less_none_and_one_more() -> None:
    text = "/" + "a" * 99

    assert [codes(text, limit=limit) for limit in (101, 100, 99)] == [[], [], ["too-long"]]
    assert [(one.start, one.end) for one in check(text, limit=99)] == [(99, 100)]
    assert codes("/" + "a" * (1 << 20)) == ["too-long"]
    assert codes("/" + "a" * (1 << 20), limit=None) == []


@pytest.mark.parametrize("text", [None, b"/a", 1, ["/a"]])
def test_only_a_str_is_a_text(text: Any) -> None:
    with pytest.raises(TypeError):
        check(text)


def test_a_word_that_is_none_of_its_own_is_refused() -> None:
    with pytest.raises(ValueError, match="spec"):
        check("/a", spec="rfc1808")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="rule"):
        check("/a", rule="path")  # type: ignore[arg-type]


ODD = st.text(st.sampled_from("aA0:/?#[]@!$&'()*+,;=%-._~2eE5F \\|\u00e9\u202e\ud800\x00\n\U0001f600"))


@given(st.text(st.characters()) | ODD | uri_reference_texts())
def test_nothing_in_a_str_makes_it_raise(text: str) -> None:
    found = check(text)

    assert all(0 <= one.start <= one.end <= len(text) for one in found)
    assert [one.start for one in found] == sorted(one.start for one in found)
    assert len({one.code for one in found}) == len(found)
    assert is_uri_reference(text) or ([one.level for one in found] == ["error"])


@given(
    st.lists(
        st.sampled_from(
            ["http://", "//", "u:p@", "127.1", "%2e%2E", "%00", "/", "?", "#", ":80", ":", "%2525", "@", "[::1]"]
        )
    )
)
def test_nothing_put_together_of_traps_makes_it_raise(parts: list[str]) -> None:
    found = check("".join(parts))

    assert len({one.code for one in found}) == len(found)


@given(st.text(st.sampled_from("abcXYZ:!$&'()*+,;=-._~0189"), min_size=6, max_size=12), uri_reference_texts())
def test_a_password_is_in_no_finding(secret: str, rest: str) -> None:
    text = f"HTTP://u:{secret}@h:80/%7e%2E/../%00%0a%2f%2541?{rest.partition(':')[2]}"
    if not is_uri_reference(text) or any(
        secret[at : at + 4] in text.replace(f":{secret}@", ":@") for at in range(len(secret) - 3)
    ):
        return
    shown = "".join(repr(one) for one in check(text))

    assert [secret[at : at + 4] for at in range(len(secret) - 3) if secret[at : at + 4] in shown] == []


GROWING: dict[str, Callable[[int], str]] = {
    "escapes": lambda n: "/" + "%7e" * n,
    "escapes apart": lambda n: "/" + "%7ea" * n,
    "double": lambda n: "/" + "%2541" * n,
    "delimiters": lambda n: "/" + "%2F%00%0D" * n,
    "dots": lambda n: "/" + "%2e%2e/../" * n,
    "userinfo": lambda n: "http://" + "a.b:" * n + "@h/",
    "numbers": lambda n: "http://" + "1." * n + "/",
    "digits": lambda n: "http://" + "9" * n + "/",
    "port": lambda n: "http://h:" + "0" * n + "25/",
    "labels": lambda n: "http://" + "a." * n + "A/",
    "query": lambda n: "file:///?" + "?" * n,
    "at": lambda n: "http://" + "a@" * n,
    "brackets": lambda n: "http://" + "[" * n,
    "percent": lambda n: "%" * n,
    "colons": lambda n: ":" * n,
    "slashes": lambda n: "http:" + "/" * n,
    "surrogates": lambda n: "\ud800" * n,
}


@pytest.mark.parametrize("name", GROWING)
def test_four_times_the_text_takes_at_most_five_times_as_long(name: str) -> None:
    _, once, fourfold = growth(partial(check, limit=None), GROWING[name])

    assert fourfold <= 5 * max(once, LONG_ENOUGH)


def test_ten_million_characters_are_no_trouble() -> None:
    assert codes("http://h/" + "a%7eA/../" * 1_200_000, limit=None)[0] == "lower-case-escape"
    assert codes("http://h/" + "a" * 10_000_000 + " ", limit=None) == ["space"]
