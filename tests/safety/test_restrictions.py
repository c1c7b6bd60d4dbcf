"""Characters that a maker of IRIs should leave out: each is told, with its place and a text that is mended."""

from __future__ import annotations

from unicodedata import category, is_normalized, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.safety.test_display import nasty
from urikit import CODES, Finding, check, equivalent
from urikit.safety import restrictions
from urikit.safety.restrictions import LOOKALIKES, stranded, unseen
from urikit.syntax.forms import normal, to_form
from urikit.syntax.parse import pieces, read

OURS = {*"fullwidth-form halfwidth-form delimiter-lookalike non-ascii-space invisible-character".split()}
OURS |= {"leading-combining", "not-nfc", "not-nfkc"}


def found(iri: str) -> list[Finding]:
    """What the room says of an IRI."""
    return restrictions.findings(iri, read(iri, spec="rfc3987"))


def codes(iri: str) -> list[str]:
    """The codes only."""
    return [one.code for one in found(iri)]


@pytest.mark.parametrize("part", ["/a{}b", "//a{}b/", "//a{}b@h", "?a{}b", "?a{}b=c", "?c=a{}b", "#a{}b", "a{}b"])
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("ａ", "fullwidth-form"),
        ("ｶ", "halfwidth-form"),
        ("∕", "delimiter-lookalike"),
        ("\u3000", "non-ascii-space"),
        ("\u200b", "invisible-character"),
        ("e\u0301", "not-nfc"),
        ("ﬁ", "not-nfkc"),
    ],
)
def test_a_character_is_told_in_every_component(part: str, text: str, code: str) -> None:
    iri = part.format(text)
    (one,) = found(iri)

    assert (one.code, iri[one.start : one.end], one.level) == (code, text, CODES[code].level)
    assert one.help.startswith("write ")
    assert code not in codes(one.help.removeprefix("write "))


@pytest.mark.parametrize(
    "part", ["/{}a", "//{}a", "//{}@h", "//a.{}b", "?{}", "?a={}", "?a&{}", "#{}", "{}a", "/a;{}", "/%20{}"]
)
def test_a_mark_without_a_letter_is_told_wherever_it_stands(part: str) -> None:
    iri = part.format("\u0301\u0300")
    (one,) = [one for one in found(iri) if one.code == "leading-combining"]

    assert iri[one.start : one.end] == "\u0301\u0300"
    assert one.help == f"write {part.format('%CC%81%CC%80')}"


@pytest.mark.parametrize(
    "iri",
    [
        *("", "/", "/résumé", "/日本語/カタカナ", "/한국어", "/ไทย", "/हिन्दी", "/עִבְרִית", "/عربي", "/ßς", "/😀"),
        "?q=é&ü=ö#å",
        *("/%EF%BD%81%E2%88%95%E2%80%8B%CC%81%EF%AC%81", "/می\u200cخواهم", "/क्\u200dष"),
    ],
)
def test_what_people_write_is_quiet(iri: str) -> None:
    assert found(iri) == []


def test_every_lookalike_is_told_once_and_by_one_code() -> None:
    for character, delimiter in LOOKALIKES.items():
        (one,) = found(f"/a{character}b")

        assert one.code == "delimiter-lookalike"
        assert f"looks like “{delimiter}”" in one.message


def test_every_separator_and_ignorable_character_of_unicode_is_told() -> None:
    for number in range(0xA0, 0x30000):
        character = chr(number)
        if pieces(character, "rfc3987") is None:
            continue
        if category(character)[0] == "Z":
            assert codes(f"/a{character}b")[0] == "non-ascii-space", hex(number)
        if category(character) == "Cf" and unseen(f"a{character}b"):
            assert codes(f"/a{character}b") == ["invisible-character"], hex(number)


def test_a_joiner_that_joins_is_seen_by_what_it_does() -> None:
    assert unseen("क्\u200dष") == unseen("می\u200cخواهم") == []
    assert unseen("a\u200db\u200cc") == [1, 3]
    assert unseen("\u0378\u200d") == [1]  # behind a character that Unicode has not assigned


def test_a_form_of_a_delimiter_becomes_an_escape_and_no_delimiter() -> None:
    (one,) = found("?a＝b＆c")

    assert one.help == "write ?a%EF%BC%9Db%EF%BC%86c"
    assert found("/℀")[0].help == "write /%E2%84%80"


def test_the_password_is_masked_in_the_help() -> None:
    helps = [one.help for one in found("ftp://u:secretａ\u200b\u3000e\u0301ﬁ@h/")]

    assert len(helps) == 5
    assert {words for words in helps if "secret" in words or "•••" not in words} == set()


@given(nasty)
def test_mending_what_is_told_makes_it_quiet(iri: str) -> None:
    for one in found(iri):
        if one.help.startswith("write ") and "•••" not in one.help:
            assert one.code not in codes(one.help.removeprefix("write "))


@given(nasty)
def test_what_is_percent_encoded_in_the_help_means_the_same(iri: str) -> None:
    encoded = ("delimiter-lookalike", "non-ascii-space", "leading-combining")
    for one in found(iri):
        if one.code in encoded and one.help.startswith("write ") and "•••" not in one.help:
            assert equivalent(one.help.removeprefix("write "), iri, "percent", base="x:/", spec="rfc3987")


@given(st.lists(st.sampled_from(["/", "a", "\u0301", "\u0300", "\u200b", "%20", "é", ".", "="])).map("".join))
def test_marks_that_are_told_follow_no_letter(text: str) -> None:
    for at in stranded(text):
        before = text[:at].rstrip("\u0301\u0300")
        assert not before or before[-1] in "/%.=" or before[-3:-2] == "%"


def test_check_tells_it_of_iris_only() -> None:
    assert [one.code for one in check("/a\u200b", spec="rfc3987")] == ["invisible-character"]
    assert [one.code for one in check("/a\u200b")] == ["not-ascii"]
    assert set(CODES) >= OURS


# --- normal forms between delimiters

MARKS = "\u0301\u0323\u0338\u05b0\u0f73\u0344\u3099"


@given(st.text(alphabet=f"{MARKS}eÅaﬁ가\u1100\u1161ｶ½℀", max_size=20), st.sampled_from([1, 60, 400]))
def test_a_normal_form_is_pythons(text: str, times: int) -> None:
    assert normal(text * times) == normalize("NFC", text * times)
    assert normal(text * times, "NFKC") == normalize("NFKC", text * times)


@given(nasty)
def test_a_reference_in_a_normal_form_is_cut_where_it_was(iri: str) -> None:
    for form in ("NFC", "NFKC"):
        written = to_form(iri, form)  # type: ignore[arg-type]

        assert to_form(written, form) == written  # type: ignore[arg-type]
        assert [*map(bool, read(written, spec="rfc3987"))] == [*map(bool, read(iri, spec="rfc3987"))]
        if is_normalized(form, iri):
            assert written is iri
