"""IDNA: what the vectors cannot show. Words, places, options, limits, laws, and what is loaded when."""

from __future__ import annotations

import subprocess
import sys
import unicodedata
from collections.abc import Callable
from importlib import metadata

import idna
import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import (
    SCHEMES,
    Finding,
    Scheme,
    URIRuleError,
    check_host,
    data_versions,
    host_kind,
    map_host,
    matches,
    to_ascii,
    to_unicode,
    unicode_version,
)
from urikit.operations import idna as door
from urikit.operations import punycode, uts46
from urikit.operations.idna import findings
from urikit.syntax.parse import read

LETTERS = st.sampled_from("aZ09-_ßςéÉe\u0301\u00adﬁ日。．１①א\u05b0بпПक\u094d\u200c\u200d℀≠☃🤷\ufffd")
A_LABELS = st.sampled_from("xn--zca xn--4dbc xn--bcher-kva xn--0 xn--a xn--ab-m1t XN--P1AI xn---".split())
ASCII = st.sampled_from("aZ0-_~!%/")
HOSTS = (
    st.text(LETTERS, max_size=12)
    | st.lists(st.text(LETTERS, max_size=5) | A_LABELS, max_size=4).map(".".join)
    | st.text()
)


def refused(host: str, **options: bool) -> tuple[Finding, ...]:
    """The findings that a host is refused with."""
    with pytest.raises(URIRuleError) as caught:
        to_ascii(host, **options)
    assert caught.value.text == host
    return caught.value.findings


def wire_of(host: str) -> str | None:
    """The ASCII form, or None where it is refused."""
    try:
        return to_ascii(host)
    except URIRuleError:
        return None


# --- what a finding says


@pytest.mark.parametrize(
    ("host", "options", "words", "rule"),
    [
        ("www.a⒈", {}, "the label “a⒈” has U+2488 DIGIT ONE FULL STOP, which UTS 46 refuses", "V7"),
        ("xn--a", {}, "the label “xn--a” has U+0080, which UTS 46 refuses", "V7"),
        ("xn--8i7caa.ü", {}, "“xn--8i7caa” has U+FF57 FULLWIDTH LATIN SMALL LETTER W, which UTS 46 maps", "V7"),
        ("xn--0", {}, "the label “xn--0” begins with “xn--”, but no Punycode of a label in Unicode follows", "P4"),
        ("xn--u-ccb", {}, "the label “xn--u-ccb” stands for text that is not in Normalization Form C", "V1"),
        ("\u0301a", {}, "begins with the combining mark U+0301 COMBINING ACUTE ACCENT", "V6"),
        ("ü.a\u200db", {}, "the label “a<ZWJ>b” has U+200D ZERO WIDTH JOINER where nothing is to be joined", "C2"),
        ("a\u200cb", {}, "has U+200C ZERO WIDTH NON-JOINER where nothing is to be joined", "C1"),
        ("ü..a", {}, "the label “” is empty", "A4"),
        ("ü" * 64, {}, "is too long: 64 characters, of at most 63 in its ASCII form", "A4"),
        ("a" * 62 + "ü", {}, "is too long: 70 characters, of at most 63 in its ASCII form", "A4"),
        ("ab.ü" * 60, {}, "the last of a name of ", "A4"),
        ("-ü", {"hyphens": True}, "the label “-ü” begins with a hyphen", "V3"),
        ("ü-", {"hyphens": True}, "the label “ü-” ends with a hyphen", "V3"),
        ("ab--ü", {"hyphens": True}, "the label “ab--ü” has hyphens as its third and fourth character", "V2"),
        ("xn--xn---epa", {}, "the label “xn--xn---epa” stands for what begins with “xn--” again", "V4"),
        ("a_ü", {"std3": True}, "the label “a_ü” has “_”, which STD 3 does not", "U1"),
        ("a！ü", {"std3": True}, "has “!” (mapped from U+FF01 FULLWIDTH EXCLAMATION MARK), which STD 3 does not", "U1"),
        ("℀", {}, "has “/” (mapped from U+2100 ACCOUNT OF), which cannot stand in a host", "reg-name"),
        ("a%41", {}, "the label “a%41” has “%”, which cannot stand in a host", "reg-name"),
        ("a\x00", {}, "the label “a<NUL>” has U+0000, which cannot stand in a host", "reg-name"),
    ],
)
def test_a_finding_names_label_character_and_rule(host: str, options: dict[str, bool], words: str, rule: str) -> None:
    one = refused(host, **options)[0]

    assert words in one.message
    assert one.rule.startswith(rule)
    assert one.source
    assert one.help


BIDI = [("1.א", "B1"), ("אa", "B2"), ("א-", "B3"), ("א1٠", "B4"), ("aא", "B5"), ("a-.א", "B6")]


@pytest.mark.parametrize(("host", "rule"), BIDI)
def test_the_bidi_rule_is_named(host: str, rule: str) -> None:
    (one,) = refused(host)

    assert one.code == "idna-bidi"
    assert one.rule.startswith((f"{rule}:", "B1–B6:"))  # idna does not say which before 3.19
    assert one.source == "RFC 5893 §2"


def test_a_character_that_this_python_does_not_know_has_no_direction(monkeypatch: pytest.MonkeyPatch) -> None:
    def check_bidi(label: str, check_ltr: bool) -> bool:
        error = idna.IDNABidiError("Unknown directionality")
        error.code, error.position = "bidi_unknown_direction", 2
        raise error

    monkeypatch.setattr(idna, "check_bidi", check_bidi)
    uts46.sound.cache_clear()
    one = refused("אבתשר")[0]  # a name that nobody asked about before

    assert (one.start, one.end) == (1, 2)
    assert (
        f"U+05D1 HEBREW LETTER BET, whose direction Unicode {unicodedata.unidata_version} does not know" in one.message
    )
    assert one.rule == "B1–B6: the Bidi Rule"


def test_a_neighbour_without_a_name_joins_nothing() -> None:
    assert [one.code for one in refused("a\U00013440\u200db")] == ["idna-joiner"] or unicodedata.name("\U00013440", "")
    assert [one.code for one in refused("\x80\u200d", bidi=False)] == ["idna-mapping", "idna-joiner"]


def test_all_that_is_wrong_is_told_in_order() -> None:
    found = refused("\u0301\u200d.אa..xn--0.℀", bidi=False)

    assert [(one.code, one.start, one.end) for one in found] == [
        ("idna-combining", 0, 1),
        ("idna-joiner", 1, 2),
        ("idna-length", 6, 6),
        ("idna-punycode", 7, 12),
        ("idna-reg-name", 13, 14),
    ]


@pytest.mark.parametrize(
    ("host", "place"),
    [
        ("www。\u00ada\u00ad⒈", (7, 8)),  # what is ignored or a separator is counted
        ("a\u200d\u00adb\u200d", (1, 2)),
        ("ﬁ\u200d", (1, 2)),  # one character became two
        ("⑷\u200d", (1, 2)),
        ("＜\u0338\u200d", (2, 3)),  # two became one
        ("℀／", (0, 1)),
        ("／℀", (0, 1)),
        ("⩴", (0, 1)),  # “::=”: several of one character, so the label
        ("ab⩴", (0, 3)),
    ],
)
def test_a_place_is_in_the_host_as_given(host: str, place: tuple[int, int]) -> None:
    one = refused(host)[0]

    assert (one.start, one.end) == place


def test_what_reorders_or_hides_is_drawn_by_name() -> None:
    assert str(URIRuleError("a\u202eb", refused("a\u202eb"))).splitlines()[:3] == [
        "error[idna-mapping]: the label “a<RLO>b” has U+202E RIGHT-TO-LEFT OVERRIDE, which UTS 46 refuses",
        "  a<RLO>b",
        "   ^^^^^",
    ]


# --- options


@pytest.mark.parametrize("option", ["hyphens", "std3"])
@pytest.mark.parametrize("host", ["-_.example", "-_.ü"])
def test_what_is_asked_for_is_refused(host: str, option: str) -> None:
    assert to_ascii(host)
    assert [one.code for one in refused(host, **{option: True})] == [f"idna-{option}"]


@pytest.mark.parametrize(
    ("option", "host"), [("lengths", "ü."*2 + "."), ("lengths", "ü" * 64), ("bidi", "אa"), ("joiners", "a\u200db")]
)  # fmt: skip
def test_what_is_waived_passes(option: str, host: str) -> None:
    assert refused(host)
    assert to_ascii(host, **{option: False})
    assert refused(host), "what passed once by other rules is not known by these"


def test_std3_is_refused_when_asked_and_else_warned_of() -> None:
    assert [(one.code, one.level) for one in check_host("_a.ü")] == [("idna-std3", "warning")]
    assert check_host("a-1.ü") == []


# --- limits


HUGE = 10**6
LONG: dict[str, str] = {
    "one label": "ü" * HUGE,
    "of digits": "\u0660" * HUGE,
    "ignored": "\u00ad" * HUGE + "a",
    "A-label": "xn--" + "a" * HUGE,
    "labels": "ü." * (HUGE // 2),
    "separators": "。" * HUGE,
    "surrogates": "\ud800" * HUGE,
    "joiners": "ب" + "\u200c" * HUGE,
}


@pytest.mark.parametrize("lengths", [True, False])
@pytest.mark.parametrize("kind", LONG)
def test_a_long_host_is_refused_before_anything_is_mapped(
    kind: str, lengths: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def process(*_: object) -> None:
        raise AssertionError("mapped")

    monkeypatch.setattr(door, "_process", process)
    host = LONG[kind]
    (one,) = refused(host, lengths=lengths)

    assert (one.code, one.start, one.end) == ("idna-length", 0, len(host))
    assert check_host(host, lengths=lengths) == [one]
    assert to_unicode(host, lengths=lengths) is host
    assert len(str(URIRuleError(host, (one,)))) < 1000
    with pytest.raises(URIRuleError):
        map_host(host)


def test_plain_ascii_of_any_length_passes_where_lengths_are_waived() -> None:
    host = "a" * HUGE

    assert to_ascii(host, lengths=False) == host
    assert [one.code for one in refused(host)] == ["idna-length"]


@pytest.mark.parametrize("more", [-1, 0, 1])
def test_the_limit_of_what_is_mapped(more: int) -> None:
    host = "\u00ad" * (door.LONGEST + more - 1) + "a"

    assert (wire_of(host) == "a") is (more <= 0)


@pytest.mark.parametrize("more", [-1, 0, 1])
@pytest.mark.parametrize("end", ["", "."])
@pytest.mark.parametrize(("start", "room"), [("", 63), ("ü.", 63)])
def test_the_limit_of_a_label(start: str, room: int, end: str, more: int) -> None:
    assert (wire_of(start + "a" * (room + more) + end) is not None) is (more <= 0)


@pytest.mark.parametrize("more", [-1, 0, 1])
@pytest.mark.parametrize("end", ["", "."])
@pytest.mark.parametrize("start", ["", "ü."])
def test_the_limit_of_a_name(start: str, end: str, more: int) -> None:
    wire = "xn--tda." if start else ""
    rest = "a." * ((251 - len(wire)) // 2)
    host = start + rest + "a" * (253 - len(wire) - len(rest) + more) + end

    assert (wire_of(host) is not None) is (more <= 0)


def test_a_composed_name_may_have_been_longer_than_253() -> None:
    host = ".".join(["\u03b1\u0313\u0300" * 40] * 3)

    assert len(host) == 362
    assert len(to_ascii(host)) < 253


def test_no_cache_grows_without_end() -> None:
    for number in range(door._MOST + 10):
        to_ascii(f"h{number}")
        uts46.TABLE[0xF0000 + number]

    assert len(door._known) <= door._MOST
    assert uts46.sound.cache_info().maxsize is not None
    assert uts46.read_label.cache_info().maxsize is not None
    remembered = uts46.sound.cache_info().currsize
    refused("。".join(["ü\u200d"] * 60))
    assert uts46.sound.cache_info().currsize == remembered
    before = len(uts46.TABLE)
    for number in range(0xE000, 0xE000 + 10):
        uts46.TABLE[number]
    assert len(uts46.TABLE) <= max(before + 10, uts46._MOST + 1)


# --- laws


@given(HOSTS)
def test_the_ascii_form_is_a_host_of_a_uri_and_its_own_ascii_form(host: str) -> None:
    wire = wire_of(host)

    if wire is not None:
        assert wire.isascii()
        assert host_kind(wire) in ("reg-name", "IPv4address")
        assert matches("reg-name", wire)
        assert "%" not in wire
        assert len(wire.removesuffix(".")) <= 253
        assert to_ascii(wire) == wire


@given(HOSTS)
def test_both_forms_and_the_mapped_one_have_one_ascii_form(host: str) -> None:
    wire = wire_of(host)

    if wire is not None:
        assert to_ascii(to_unicode(host)) == wire
        assert to_ascii(to_unicode(wire)) == wire
        assert to_ascii(map_host(host)) == wire
        assert map_host(map_host(host)) == map_host(host)
        assert to_unicode(to_unicode(host)) == to_unicode(host)
        assert to_unicode(wire) == to_unicode(map_host(host))


@given(HOSTS)
def test_what_maps_is_a_host_of_an_iri(host: str) -> None:
    if wire_of(host) is not None:
        assert matches("ireg-name", map_host(host))
        assert matches("ireg-name", to_unicode(host))


@given(HOSTS)
def test_findings_are_within_the_host_and_errors_are_what_is_raised(host: str) -> None:
    found = check_host(host)
    errors = [one for one in found if one.level == "error"]

    assert all(0 <= one.start <= one.end <= len(host) for one in found)
    assert [one.start for one in found if one.code != "idna-ipv4"] == sorted(
        one.start for one in found if one.code != "idna-ipv4"
    )
    assert tuple(errors) == (() if wire_of(host) is not None else refused(host))


@given(st.lists(st.text(ASCII, max_size=5) | A_LABELS, max_size=4).map(".".join), st.booleans())
def test_a_host_of_a_uri_is_read_only_where_it_maps_back(host: str, lengths: bool) -> None:
    plain = to_unicode(host, lengths=lengths)

    assert plain.lower() == host.lower() or to_ascii(plain, lengths=lengths) == host.lower()


@given(st.text(LETTERS, min_size=1, max_size=8))
def test_what_idna_accepts_we_accept_and_write_alike(label: str) -> None:
    try:
        wire = idna.encode(label, uts46=True).decode()
    except idna.IDNAError:
        return
    assert to_ascii(label, bidi=False) == wire  # idna does not hold "0" to the Bidi Rule beside "א"


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_punycode_is_what_the_codec_writes_and_reads(text: str) -> None:
    written = punycode.encode(text)

    assert written == text.encode("punycode").decode()
    assert written.encode().decode("punycode") == text


# all that is not Han, Hangul, private or never assigned
BLOCKS = (
    range(0x3400),
    range(0xA000, 0xAC00),
    range(0xF900, 0x17000),
    range(0x1B000, 0x20000),
    range(0x2F800, 0x2FA20),
)


def test_no_code_point_is_mapped_to_one_that_is_not_valid() -> None:
    bad = [
        number
        for block in BLOCKS
        for number in block
        if (mapped := uts46.Table.__missing__({}, number)) != uts46.REFUSED  # type: ignore[arg-type]
        and (mapped.translate(uts46.TABLE) != mapped or unicodedata.normalize("NFC", mapped) != mapped)
    ]

    assert bad == []


# --- in a text


def placed(text: str, **options: object) -> list[tuple[str, int, int]]:
    """Codes and places of the findings about a text."""
    found = findings(text, read(text, spec="rfc3987"), **options)  # type: ignore[arg-type]
    return [(one.code, one.start, one.end) for one in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("http://u@a\u200db.example:80/", [("idna-joiner", 10, 11)]),
        ("https://a_ü/", [("idna-std3", 9, 10)]),
        ("http://①.２.3.4/", [("idna-ipv4", 7, 14)]),
        ("http://a%E2%80%8Db/", [("idna-joiner", 7, 18)]),
        ("http://xn--8i7caa.example/", [("idna-mapping", 7, 17)]),
        ("http://bücher.example/\u200d", []),
        ("http://_a.example/", []),
        ("http://%61/", []),
        ("http://%FF/", []),
        ("//a\u200db/", []),
        ("unknown://a\u200db/", []),
        ("mailto:a\u200db", []),
        ("", []),
    ],
)
def test_a_host_that_is_a_domain_name_is_checked_in_its_place(text: str, found: list[tuple[str, int, int]]) -> None:
    assert placed(text) == found


def test_the_rows_say_which_hosts_are_domain_names() -> None:
    schemes = SCHEMES | [Scheme("x", "ours", host="dns")]

    assert placed("x://a\u200db", schemes=schemes) == [("idna-joiner", 5, 6)]


# --- where the data come from, and when they are loaded


def test_the_versions_of_the_data_are_told() -> None:
    versions = data_versions()

    assert versions["idna"] == metadata.version("idna")
    assert versions["properties"] == unicodedata.unidata_version
    assert versions["mapping"] == unicode_version()
    assert [part.isdigit() for part in unicode_version().split(".")] == [True] * 3


@pytest.mark.parametrize(
    ("call", "loaded"),
    [
        ("to_ascii('WWW.example.com')", False),
        ("map_host('www.example.com')", False),
        ("to_unicode('www.example.com')", False),
        ("to_ascii('[::1]')", False),
        ("to_ascii('\\xfc.example')", True),
    ],
)
def test_the_tables_are_loaded_by_the_first_host_that_needs_them(call: str, loaded: bool) -> None:
    code = f"import sys; from urikit import *; {call}; print('idna' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert run.stdout.strip() == str(loaded)


@pytest.mark.parametrize("function", [to_ascii, to_unicode, map_host, check_host])
def test_only_text_is_taken(function: Callable[[object], object]) -> None:
    with pytest.raises(TypeError):
        function(b"example.com")


def test_a_character_that_stands_alone_is_composed_with_nothing_before_it() -> None:
    """What the twin maps by itself: no canonical composition has it in the second place, and NFC leaves it."""
    plane = [chr(number) for number in range(0x80, 0x10000) if not 0xD800 <= number < 0xE000]
    mapped = {chr(uts46.alone(one)) for one in plane} - {"\1"}
    pairs = [unicodedata.decomposition(chr(number)).split() for number in range(0x110000)]
    second = {chr(int(pair[1], 16)) for pair in pairs if len(pair) == 2 and pair[0][0] != "<"}

    assert len(mapped) > 40_000
    assert mapped & second == set()
    assert [one for one in mapped if unicodedata.normalize("NFC", one) != one or unicodedata.combining(one)] == []
    assert [one for one in mapped if unicodedata.bidirectional(one) in {"R", "AL", "AN"}] == []
