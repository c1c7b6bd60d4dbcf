"""What a reader is shown, what stands inside another text, what a document's charset takes."""

from __future__ import annotations

import html
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.safety.test_bidi import iris, texts
from urikit import (
    URIRuleError,
    URISyntaxError,
    bidi_isolated,
    check,
    display,
    embed,
    equivalent,
    pieces,
    to_ascii,
    to_uri,
    visual_components,
)
from urikit.safety.restrictions import LOOKALIKES
from urikit.syntax.bidi import FORMATS

NASTY = ["\u200b", "\xad", "\u200d", "\u3000", "\u2028", "\u2029", "\u0378", "\ue000", "ａ", "ｶ", "∕", "。", "ﬁ"]
NASTY += ["/", "?", "a", "\u0301", "\u034f"]
nasty_texts = st.lists(st.sampled_from(NASTY), max_size=5).map("".join)
nasty = st.builds("{}{}{}".format, texts, nasty_texts, texts).filter(lambda text: pieces(text, "rfc3987") is not None)

# Findings about what is drawn; the others are about what a maker of IRIs should write.
OF_DRAWING = set("bidi-formatting bidi-mixed bidi-ends bidi-digits bidi-port fullwidth-form halfwidth-form".split())
OF_DRAWING |= set("delimiter-lookalike non-ascii-space invisible-character leading-combining".split())


# ------------------------------------------------------------------------------------------------------------- display


DOTTED = {
    "http://a。b/": "http://a.b/",
    "http://日本｡jp/": "http://日本.jp/",
    "http://u@א．ב｡c:80/": "http://u@א.ב.c:80/",
    "http://。": "http://%E3%80%82",  # no name
    "http://a。。b/": "http://a%E3%80%82%E3%80%82b/",
    "x://a。b/": "x://a%E3%80%82b/",  # nothing says that it is a domain name
    "http://a/。?。#。": "http://a/%E3%80%82?%E3%80%82#%E3%80%82",
}


@pytest.mark.parametrize(("iri", "shown"), DOTTED.items())
def test_what_looks_like_a_dot_is_shown_as_one_or_encoded(iri: str, shown: str) -> None:
    assert display(iri, "safe", show_secrets=True) == shown
    assert not OF_DRAWING & {one.code for one in check(shown, spec="rfc3987")}
    assert equivalent(shown, iri, rung="scheme", spec="rfc3987", base="x:/")


@given(nasty)
def test_what_is_shown_as_safe_has_no_finding_about_what_is_drawn(iri: str) -> None:
    shown = display(iri, "safe", show_secrets=True)

    assert not OF_DRAWING & {one.code for one in check(shown, spec="rfc3987")}


@given(nasty, st.sampled_from(["unicode", "ascii", "safe"]))
def test_what_is_shown_means_the_same(iri: str, style: Any) -> None:
    shown = display(iri, style, show_secrets=True)
    same = {"rung": "scheme", "spec": "rfc3987", "base": "x:/"}

    assert equivalent(shown, iri, **same)  # type: ignore[arg-type]
    if style == "ascii":
        assert shown.isascii()


@given(iris)
def test_what_is_shown_as_safe_is_drawn_component_by_component(iri: str) -> None:
    parts = visual_components(display(iri, "safe", show_secrets=True), pairs=True, extension=True)
    named = [(one.part, one.start) for one in parts if one.part != "delimiter"]

    assert len(named) == len(set(named))


@pytest.mark.parametrize("style", ["unicode", "ascii", "safe"])
def test_a_password_is_not_shown_unless_asked_for(style: Any) -> None:
    iri = "ftp://user:p\u200bä@example.com/"

    assert display(iri, style) == "ftp://user:•••@example.com/"
    assert "•••" not in display(iri, style, show_secrets=True)


def test_a_reader_without_a_glyph_sees_escapes() -> None:
    assert display("/aя/日本я", "safe", drawable=lambda character: character < "\u0500") == "/aя/%E6%97%A5%E6%9C%ACя"
    assert display("/אבa", "safe", drawable=lambda character: character != "ב") == "/%D7%90%D7%91a"
    assert display("/aя", "safe", drawable=lambda character: False) == "/a%D1%8F"


def test_labels_of_domain_names_are_shown_as_a_labels_where_they_mislead() -> None:
    label = to_ascii("exa∕mple")

    assert display(f"http://{label}.xn--tda.test/", "safe") == f"http://{label}.ü.test/"
    assert display("http://a∕b.ü.test/", "safe") == "http://xn--ab-6bv.ü.test/"
    assert display("foo://a∕b.ü.test/", "safe") == "foo://a%E2%88%95b.ü.test/"


def test_a_host_that_idna_refuses_is_shown_all_the_same() -> None:
    for style in ("unicode", "ascii", "safe"):
        shown = display("http://a\u200db.example/", style)  # type: ignore[arg-type]
        assert shown in ("http://a\u200db.example/", "http://a%E2%80%8Db.example/")


def test_a_style_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match=r"unicode.*ascii.*safe"):
        display("/", "xml")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"isolate.*embedding.*html"):
        bidi_isolated("/", "xml")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"html.*xml.*text"):
        embed("/", "utf-8", "markdown")  # type: ignore[arg-type]


@pytest.mark.parametrize("function", [display, bidi_isolated, lambda text: embed(text, "utf-8")])
def test_what_is_no_iri_is_refused(function: Any) -> None:
    with pytest.raises(URISyntaxError):
        function("/\u202ea b")


# ----------------------------------------------------------------------------------------------------------- isolation


@given(nasty)
def test_nothing_inside_ends_the_isolation(iri: str) -> None:
    for style, opening, closing in (("isolate", "\u2066", "\u2069"), ("embedding", "\u202a", "\u202c")):
        isolated = bidi_isolated(iri, style)  # type: ignore[arg-type]
        inside = isolated.removeprefix(opening).removesuffix(closing)

        assert isolated == opening + inside + closing
        assert FORMATS.isdisjoint(inside)
        assert "\u2029" not in inside
        assert to_uri(inside, host="percent") == to_uri(iri, host="percent")


@given(nasty)
def test_html_holds_the_iri_and_no_markup_of_it(iri: str) -> None:
    inside = bidi_isolated(iri, "html").removeprefix('<bdi dir="ltr">').removesuffix("</bdi>")

    assert not set("<>\"'") & set(inside)
    assert to_uri(html.unescape(inside), host="percent") == to_uri(iri, host="percent")


# ---------------------------------------------------------------------------------------------------- in other charsets

CHARSETS = ["utf-8", "us-ascii", "iso-8859-1", "iso-8859-8", "windows-1256", "koi8-r", "shift_jis", "iso-2022-jp"]
CHARSETS += ["gb18030", "utf-16-le", "utf-32-be", "cp500", "utf-7", "hz", "big5", "euc-kr", "windows-1258"]


@given(nasty, st.sampled_from(CHARSETS), st.sampled_from(["html", "xml"]))
def test_in_markup_the_reader_gets_the_very_characters(iri: str, charset: str, format: Any) -> None:  # noqa: A002
    assert html.unescape(embed(iri, charset, format).decode(charset)) == iri


@given(nasty, st.sampled_from(CHARSETS))
def test_in_text_the_reader_gets_an_iri_of_the_same_uri(iri: str, charset: str) -> None:
    read = embed(iri, charset, "text").decode(charset)

    assert to_uri(read, host="percent") == to_uri(iri, host="percent")


@pytest.mark.parametrize("charset", sorted(set(CHARSETS) - {"utf-8"}))
def test_octets_of_utf_8_are_never_put_into_another_charset(charset: str) -> None:
    iri = "/é/я/א/日/\U0001f600"
    for format in ("html", "xml", "text"):  # noqa: A001
        octets = embed(iri, charset, format)  # type: ignore[arg-type]
        assert not [one for one in iri if not one.isascii() and one.encode() in octets]


def test_what_only_looks_like_a_character_does_not_stand_for_it() -> None:
    assert "¥".encode("shift_jis") == b"\\"
    assert embed("/¥", "shift_jis") == b"/&#xA5;"
    assert embed("/¥", "shift_jis", "text") == b"/%C2%A5"


def test_a_component_that_runs_right_to_left_is_encoded_as_a_whole() -> None:
    assert embed("/אבְ/גa?בְ=א", "iso-8859-8", "text") == b"/%D7%90%D7%91%D6%B0/\xe2a?%D7%91%D6%B0=\xe0"


@pytest.mark.parametrize("charset", ["utf-16", "utf-32", "utf-8-sig"])
def test_a_byte_order_mark_is_the_documents(charset: str) -> None:
    with pytest.raises(ValueError, match="byte order mark"):
        embed("/", charset)


def test_a_charset_that_is_none_is_refused() -> None:
    with pytest.raises(LookupError):
        embed("/é", "no-such-charset")


def test_a_charset_without_the_ascii_that_it_takes_is_refused() -> None:
    import codecs

    def encode(text: str, errors: str = "strict") -> tuple[bytes, int]:
        letters = {ord(one): ord(one) for one in "abc/%0123456789ABCDEF"}
        return codecs.charmap_encode(text, errors, letters)  # type: ignore[arg-type,return-value]

    def decode(octets: Any, errors: str = "strict") -> tuple[str, int]:
        return codecs.ascii_decode(octets, errors)

    def search(name: str) -> codecs.CodecInfo | None:
        return codecs.CodecInfo(encode, decode, name=name) if name == "few_letters" else None

    codecs.register(search)
    try:
        assert embed("/ab/c", "few-letters") == b"/ab/c"
        assert embed("/~é", "few-letters", "text") == b"/%7E%C3%A9"
        for format, text in (("html", "/é"), ("text", "/a?b"), ("text", "/a;b")):  # noqa: A001
            with pytest.raises(URIRuleError) as caught:
                embed(text, "few-letters", format)  # type: ignore[arg-type]
            assert caught.value.findings[0].code == "not-encodable"
    finally:
        codecs.unregister(search)


def test_every_lookalike_is_shown_as_an_escape() -> None:
    for character in LOOKALIKES:
        assert character not in display(f"/a{character}b", "safe")
