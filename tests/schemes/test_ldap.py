"""RFC 4516: an ldap URI is read, written and compared as its grammar says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, URIRuleError, equivalent, normalize
from urikit.schemes.ldap import Ldap, build, is_filter, parse

oids = st.sampled_from(["cn", "o", "x-a", "2.5.4.3", "0.9.2342.19200300.100.1.25"])
plain = st.text("aB é?/#&%:;@!$*'=[]|~^", min_size=1, max_size=6).map(lambda text: text.strip(" #;") or "x")
values = plain.map(lambda text: text.replace(";", "\\;")) | st.sampled_from(["", "\\2C", "a\\,b", "#00ff", "a\\ "])
names = st.lists(st.builds("{}={}".format, oids, values), min_size=1, max_size=2).map("+".join)
dns = st.lists(names, max_size=3).map(",".join)
selectors = st.lists(st.sampled_from(["*", "+", "1.1", "cn", "cn;lang-en", "@person"]), max_size=3).map(tuple)
texts = st.text("aB é?/#&%,:;@=", max_size=6)
items = st.sampled_from(
    ["(cn=*)", "(cn=a*b*)", "(cn>=\\2a)", "(cn~=é?)", "(cn:dn:2.4:=a)", "(:dn:2.4:=a)", "(cn:=)", "(o<=#)", "(&)"]
)
filters = st.recursive(
    items,
    lambda inner: (
        st.builds("({}{})".format, st.sampled_from("&|"), st.lists(inner, max_size=3).map("".join))
        | inner.map("(!{})".format)
    ),
    max_leaves=6,
)
extensions = st.lists(st.tuples(oids, st.none() | texts | st.just("a\x00b"), st.booleans()), max_size=3).map(tuple)
searches = st.builds(
    Ldap,
    st.sampled_from(["ldap", "ldaps"]),
    st.sampled_from(["", "ldap.example.com", "192.0.2.1", "[2001:db8::1]"]),
    st.none() | st.sampled_from(["389", "636", "6666", ""]),
    dns,
    selectors,
    st.sampled_from(["base", "one", "sub"]),
    filters,
    extensions,
    st.none() | st.sampled_from(["", "a", "%23"]),
)


@given(searches)
def test_what_is_built_is_read_back(ask: Ldap) -> None:
    text = build(
        ask.host, ask.port_text, ask.dn, ask.attributes, ask.scope, ask.filter, ask.extensions, ask.scheme, ask.fragment
    )

    assert parse(text) == ask
    assert str(ask) == text
    assert parse(normalize(text, "scheme"))._fields()[3:] == ask._fields()[3:]


@given(searches)
def test_what_says_nothing_does_not_matter(ask: Ldap) -> None:
    whole = str(Ldap(*ask._fields()[:-1], None))
    padded = whole + "?" * (4 - whole.count("?"))

    assert equivalent(padded, whole, "scheme")


@given(filters)
def test_a_filter_is_one_and_no_part_of_it_is(text: str) -> None:
    assert is_filter(text)
    assert not any(is_filter(text[:end]) for end in range(len(text)))
    assert not is_filter(text + text)
    assert not is_filter(text[1:])


NO_FILTERS = ["", "()", "(a)", "a=b", "(a=b", "(a=b))", "(!)", "(!(a=b)(c=d))", "(a=b)(c=d)", "(a=(b)", "(a=\\2)",
              "(a=\x00)", "(a>=b*)", "(a_b=c)", "(&a=b)", "((a=b))", "(:=a)", ")("]  # fmt: skip


@pytest.mark.parametrize("text", NO_FILTERS)
def test_what_is_no_filter_is_refused(text: str) -> None:
    assert not is_filter(text)


def test_a_deep_filter_is_read_without_recursion() -> None:
    assert is_filter("(!" * 100_000 + "(a=b)" + ")" * 100_000)
    assert not is_filter("(!" * 100_000 + "(a=b)")


@pytest.mark.parametrize(
    "dn", ["a", "=a", "cn", "cn= a", "cn=a ", "cn=#", "cn=#0", 'cn="a"', "cn=a;o=b", "cn=a,", "1=a", "cn=\\"]
)
def test_what_is_no_name_is_refused(dn: str) -> None:
    with pytest.raises(URIRuleError) as caught:
        build(dn=dn)

    assert [one.code for one in caught.value.findings] == ["ldap-dn"]


def test_a_uri_knows_its_search() -> None:
    ask = URI("LDAP://h/o=a?CN?sub").ldap

    assert (ask.dn, ask.attributes, ask.scope, ask.port) == ("o=a", ("cn",), "sub", 389)
    assert URI("ldaps://h:7/").ldap.port == URI("ldaps://h:007").ldaps.port == 7
    assert URI("ldaps://h:/").ldap.port == 636


def test_what_is_outside_the_grammar_is_left_as_it_is() -> None:
    for text in ("ldap://h/a?CN", "ldap:/o=a?CN", "ldap://h/?CN?all", "ldap://h/?CN????"):
        assert normalize(text, "scheme") == text
