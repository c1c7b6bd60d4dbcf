"""
An article on URL encoding: what it says of the sets of characters, and where the standards say otherwise.

Its rules and examples are `vectors/rfc1738/article-*.json`; what it says of whole sets is tested here.
"""

from __future__ import annotations

from collections.abc import Callable
from string import printable

import pytest

from urikit import charset_table, check, convert_dialect, decode, encode, is_uri, matches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.syntax.grammar import RuleBook

ASCII = [chr(code) for code in range(128)]


def raw(rule: str, spec: RuleBook, around: str = "{}") -> set[str]:
    """The characters that a rule takes as they are."""
    return {one for one in ASCII if matches(rule, around.format(one), spec)}


def reasons(character: str, spec: str = "rfc1738") -> set[str]:
    """Why a character cannot stand raw, over all components."""
    return {one.reason for one in charset_table(character) if one.spec == spec} - {""}


# What it says, and what is found.
AGREED: dict[str, Callable[[], bool]] = {
    "a host of RFC 3986 has more characters": lambda: raw("host", "rfc1738", "a{}a") < raw("reg-name", "rfc3986"),
    "a port is digits": lambda: raw("port", "rfc1738") == raw("port", "rfc3986") == set("0123456789"),
    "the query of RFC 1738 has no slash": lambda: "/" in raw("query", "rfc3986") - raw("search", "rfc1738"),
    "NSURL takes a slash in a query": lambda: check("http://h/?a/b", spec="nsurl") == [],
    "the fragment of RFC 3986 has the set of its query": lambda: raw("query", "rfc3986") == raw("fragment", "rfc3986"),
    "a comma is encoded as %2C": lambda: encode(",") == "%2C" and decode("%2C") == ",",
    "what cannot be printed is encoded": lambda: (
        {one for one in ASCII if "unprintable" in reasons(one)} == {*map(chr, range(32)), "\x7f"}
    ),
    "a space, a > and a quote are unsafe": lambda: all("unsafe" in reasons(one) for one in ' >"'),
    "a number sign is not encoded where it begins a fragment": lambda: is_uri("http://h/#a"),
    "a number sign is encoded elsewhere": lambda: not is_uri("http://h/#a#b") and encode("#") == "%23",
    "NSURL takes square brackets anywhere": lambda: all(
        [one.code for one in check(text, spec="nsurl")] == ["nsurl-bracket"]
        for text in ("http://a[b@h/", "http://h[/", "http://h/[", "http://h/?[", "http://h/#[")
    ),
    "but not in a scheme": lambda: check("h[ttp://h/", spec="nsurl")[0].level == "error",
    "NSURLComponents takes them around an IPv6 address only": lambda: (
        check("http://[::1]/", spec="nsurlcomponents") == [] != check("http://h/[", spec="nsurlcomponents")
    ),
    "a reserved character that is data is encoded": lambda: encode("/?#[]@:", safe="").startswith("%2F%3F%23%5B%5D"),
    "username, password and port can each be left out": lambda: all(
        matches("login", f"{user}{password}{'@' if user or password else ''}h.example{port}", "rfc1738")
        and is_uri(f"https://{user}{password}{'@' if user or password else ''}h.example{port}")
        for user in ("", "u")
        for password in ("", ":p")
        for port in ("", ":80")
    ),
}

# What it says that is not so: the standards' answer.
OTHERWISE: dict[str, Callable[[], bool]] = {
    "schemes are the same in both: RFC 1738 lets one begin with a digit, +, - or .": lambda: (
        {
            one
            for one in ASCII
            if matches("scheme", one + "a", "rfc1738") and not matches("scheme", one + "a", "rfc3986")
        }
        == set("0123456789+-.")
    ),
    "a scheme must be in lower case: RFC 3986 takes upper case, and recommends lower": lambda: (
        matches("scheme", "HTTP", "rfc3986") and not matches("scheme", "HTTP", "rfc1738")
    ),
    "a userinfo of RFC 1738 holds @ and :, and is one rule: user and password are two, without them": lambda: (
        not ({"@", ":"} & (raw("user", "rfc1738") | raw("password", "rfc1738")))
    ),
    "userinfo has the same set in both: 1738 has the question mark, 3986 the tilde and the colon": lambda: (
        raw("user", "rfc1738") - raw("userinfo", "rfc3986") == {"?"}
        and raw("userinfo", "rfc3986") - raw("user", "rfc1738") == {"~", ":"}
    ),
    "a port has digits: in RFC 3986 it can be empty, in RFC 1738 it cannot": lambda: (
        matches("port", "", "rfc3986") and not matches("port", "", "rfc1738")
    ),
    "the path of RFC 1738 has one more, the question mark: that is xchar; a segment of http has not": lambda: (
        raw("hsegment", "rfc1738") - raw("pchar", "rfc3986") == set()
        and raw("pchar", "rfc3986") - raw("hsegment", "rfc1738") == {"~"}
    ),
    "the path of RFC 1738 never holds a question mark: that of ftp does, and today it is %3F": lambda: (
        matches("ftpurl", "ftp://h/a?b", "rfc1738")
        and str(convert_dialect("ftp://h/a?b", "rfc1738", "rfc3986")) == "ftp://h/a%3Fb"
    ),
    "the query of RFC 1738 lacks the slash only: the question mark and the tilde too": lambda: (
        raw("query", "rfc3986") - raw("search", "rfc1738") == {"/", "?", "~"}
    ),
    "a fragment has the set of a query: RFC 1738 has no fragment": lambda: (
        {one.status for one in charset_table("a") if (one.spec, one.component) == ("rfc1738", "fragment")}
        == {"not-in-grammar"}
    ),
    "three characters are unsafe: fifteen that can be printed are, besides those outside US-ASCII": lambda: (
        {one for one in printable if "unsafe" in reasons(one)} | {"%"} == set(' <>"#%{}|\\^~[]`')
    ),
    "a square bracket stands for any NSURL: apps linked for iOS 17, macOS 14 or later read by RFC 3986": lambda: (
        "iOS 17" in check("http://h/[", spec="nsurl")[0].help
    ),
}


@pytest.mark.parametrize("claim", AGREED)
def test_what_the_article_says_is_so(claim: str) -> None:
    assert AGREED[claim]()


@pytest.mark.parametrize("claim", OTHERWISE)
def test_what_the_standards_say_otherwise(claim: str) -> None:
    assert OTHERWISE[claim]()


def test_https_at_port_80_is_odd_and_legal() -> None:
    assert is_uri("https://username:passport@www.baidu.com:80")
    assert [one.level for one in check("https://username:passport@www.baidu.com:80") if one.level == "error"] == []
