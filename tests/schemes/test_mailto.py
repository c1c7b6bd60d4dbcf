"""RFC 6068: a mailto URI is read, written and compared as its grammar says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import SCHEMES, URI, URIRuleError, URISyntaxError, check, equivalent, key, normalize
from urikit.schemes import mailto
from urikit.schemes.mailto import Mailto, build, parse

atext = st.text("abcXYZ019!#$%&'*+-/=?^_`{|}~é納", min_size=1, max_size=6)
dot_atoms = st.lists(atext, min_size=1, max_size=3).map(".".join)
quoted = st.lists(
    st.sampled_from([*'ab,@:;()<>[]/?#&=+%"é', "\\", " "]).map(lambda c: "\\" + c if c in '"\\ ' else c), max_size=6
).map(lambda parts: '"' + "".join(parts) + '"')
domains = st.sampled_from(
    ["example.com", "xn--99zt52a.example.org", "納豆.example.org", "[192.0.2.1]", "[IPv6:2001:db8::1]"]
)
addresses = st.builds("{}@{}".format, dot_atoms | quoted, domains.map(lambda name: name.lower()))
names = st.sampled_from(["subject", "cc", "bcc", "keywords", "comments", "x-a_b", "in-reply-to", "body"])
values = st.text("ab c+&=?#/%;,:@<>é\u202e\"'", max_size=12)
fields = st.lists(st.tuples(names, values), max_size=4, unique_by=lambda pair: pair[0]).map(tuple)
recipients = st.lists(addresses, max_size=3).map(tuple)


@given(recipients, fields, st.none() | st.sampled_from(["", "a", "%23"]))
def test_what_is_built_is_read_back(
    to: tuple[str, ...], headers: tuple[tuple[str, str], ...], fragment: str | None
) -> None:
    text = build(to, headers, fragment)

    folded = tuple(local + at + mailto.small(domain) for local, at, domain in (one.rpartition("@") for one in to))
    assert parse(text) == Mailto(folded, headers, fragment)
    assert str(parse(text)) == text
    assert normalize(text, "scheme") == text


@given(recipients, fields)
def test_build_after_parse_is_the_normal_text(to: tuple[str, ...], headers: tuple[tuple[str, str], ...]) -> None:
    text = build(to, headers).replace("mailto:", "MAILTO:").replace("example.", "Example.")
    value = parse(text)

    assert build(value.to, value.headers, value.fragment) == str(value) == normalize(text, "scheme")


@given(st.text('ab@,;:."\\[]()?&=+/%', max_size=12))
def test_an_address_is_read_as_it_was_given_or_refused(address: str) -> None:
    try:
        text = build(address)
    except (URIRuleError, URISyntaxError):
        return

    assert parse(text).to == (address,)


BROKEN = """
a @example.com a@ .a@example.com a.@example.com a..b@example.com "a"b@example.com "a@example.com a@[1 a@b..c a@b@c a,b@c
""".split()
NO_ADDRESSES = [*BROKEN, "", "a b@example.com", '"a" @b', "Bob <bob@example.com>", "a@b (c)", "a\x00@b"]


@pytest.mark.parametrize("address", NO_ADDRESSES)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(URIRuleError) as caught:
        build([address])

    assert {one.code for one in caught.value.findings} == {"mailto-address"}


def test_an_error_shows_the_text_and_its_place() -> None:
    with pytest.raises(URIRuleError) as caught:
        parse("mailto:joe@example.com?cc=bob@example.com?body=hello")

    assert str(caught.value).splitlines()[:3] == [
        'error[mailto-unencoded]: a "?" here is written %3F',
        "  …ailto:joe@example.com?cc=bob@example.com?body=hello",
        "                                           ^",
    ]


def test_all_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(URIRuleError) as caught:
        parse("mailto:a,b@c?d&e=/")

    assert [one.code for one in caught.value.findings] == ["mailto-address", "mailto-field", "mailto-unencoded"]


def test_a_header_field_is_found_in_any_case() -> None:
    value = parse("mailto:?Subject=a&CC=b@example.com&Body=x%0D%0Ay")

    assert (value.subject, value.get("Cc"), value.body, value.get("bcc")) == ("a", "b@example.com", "x\r\ny", None)
    assert parse("mailto:a@b").subject is None


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("mailto:a@b,c@d", ("a@b", "c@d")),
        ("mailto:?to=a@b,c@d", ("a@b", "c@d")),
        ("mailto:a@b?to=c@d", ("a@b", "c@d")),
        ("mailto:?to=%22x%2Cy%22@b,%20c@d,", ('"x,y"@b', "c@d")),
        ("mailto:?cc=a@b", ()),
    ],
)
def test_recipients_are_those_of_both_places(text: str, wanted: tuple[str, ...]) -> None:
    assert parse(text).recipients == wanted


def test_a_body_has_its_line_breaks_written_in_full_and_a_subject_is_warned_of() -> None:
    assert build("a@b", {"body": "x\ny\rz\r\n"}) == "mailto:a@b?body=x%0D%0Ay%0D%0Az%0D%0A"
    assert [one.code for one in check(build("a@b", {"subject": "x\r\nBcc: c@d"}))] == ["mailto-line-break"]


def test_scheme_values_are_those_of_the_uri() -> None:
    uri = URI("MAILTO:a%3Fb@Example.com?subject=Q%20%26%20A")

    assert uri.mailto == Mailto(("a?b@example.com",), (("subject", "Q & A"),), None)
    assert SCHEMES["mailto"].own is not None
    assert hash(uri.mailto) == hash(parse(str(uri)))


def test_equivalence_is_that_of_the_message() -> None:
    assert equivalent("mailto:A@x.example?Subject=a%2Bb", "MAILTO:A@X.example?subject=a+b", "scheme")
    assert not equivalent("mailto:A@x.example", "mailto:a@x.example", "scheme")
    assert not equivalent("mailto:a@x.example?subject=A", "mailto:a@x.example?subject=a", "scheme")
    assert key("mailto:a@é.example", "scheme", spec="rfc3987") == key(
        "mailto:a@%C3%A9.example", "scheme", spec="rfc3987"
    )


def test_what_is_outside_the_grammar_is_left_as_it_is() -> None:
    for text in ("mailto:a@b@c?Subject=%2C", "mailto:a@b?X", "mailto://a@b/?A=%2C"):
        assert normalize(text, "scheme") == normalize(text, "percent")
