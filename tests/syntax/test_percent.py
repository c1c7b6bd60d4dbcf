"""Data into components and out again; the laws that hold for any text are in `tests/laws`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import UrikitError, URIRuleError, URISyntaxError
from urikit.strategies import uri_reference_texts
from urikit.syntax.grammar import matches
from urikit.syntax.octets import from_bytes
from urikit.syntax.parse import read
from urikit.syntax.percent import (
    decode,
    decode_bytes,
    encode,
    findings,
    from_local,
    normalize_escapes,
    to_local,
    upper_escapes,
)

ASCII = "".join(map(chr, range(128)))
UNRESERVED = {character for character in ASCII if matches("unreserved", character)}
RULES = {"segment": "segment", "path": "path", "query": "query", "key": "query", "value": "query"}
RULES |= {"fragment": "fragment", "user": "userinfo", "password": "userinfo", "reg-name": "reg-name"}
ENDS = {"key": "&=", "value": "&", "user": ":"}  # in the rule, but they would end this part of it
STAYS = {"path": "/", "query": "/?", "key": "/?", "value": "/?", "fragment": "/?"}


@pytest.mark.parametrize("component", RULES)
def test_unreserved_characters_stay_and_slashes_where_they_are_data(component: str) -> None:
    stays = {character for character in ASCII if encode(character, component) == character}

    assert stays == UNRESERVED | set(STAYS.get(component, ""))


@pytest.mark.parametrize("component", RULES)
def test_what_the_grammar_allows_may_be_called_safe_and_nothing_else(component: str) -> None:
    allowed = {one for one in ASCII if matches(RULES[component], one)} - set(ENDS.get(component, ""))

    for character in ASCII:
        if character in allowed:
            assert encode(f"{character}%", component, safe=character) == f"{character}%25"
        else:
            with pytest.raises(URIRuleError) as caught:
                encode("a", component, safe=f"a{character}")
            assert [(one.code, one.start) for one in caught.value.findings] == [("safe-character", 1)]


@pytest.mark.parametrize("component", RULES)
def test_data_that_needs_no_escape_is_the_same_object(component: str) -> None:
    data = "".join(sorted(UNRESERVED)) * 3

    assert encode(data, component) is data
    assert decode(data) is data
    assert normalize_escapes(data) is data
    assert upper_escapes(data) is data


def test_escapes_in_normal_form_are_the_same_object() -> None:
    text = "".join(["a%2F", "b%C3%A9%25"])

    assert normalize_escapes(text) is text
    assert upper_escapes(text) is text


def test_bytes_are_taken_as_they_are() -> None:
    assert encode(b"a\xff/") == encode(bytearray(b"a\xff/")) == encode(memoryview(b"a\xff/")) == "a%FF%2F"


@pytest.mark.parametrize("data", [1, None, ["a"], 1.5])
def test_nothing_but_text_and_octets_is_data(data: object) -> None:
    with pytest.raises(TypeError):
        encode(data)  # type: ignore[arg-type]


def test_an_unknown_component_is_told_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"no component 'host'; there are segment, path, .*reg-name"):
        encode("a", "host")  # type: ignore[arg-type]


def test_letters_are_octets_of_the_charset_that_is_named() -> None:
    assert encode("a", charset="cp500") == "%81"
    assert decode("%81", charset="cp500") == "a"


def test_a_password_is_not_kept_in_the_error() -> None:
    with pytest.raises(URIRuleError) as caught:
        encode("hunter2\ud800", "password")

    assert [(one.code, one.start, one.end) for one in caught.value.findings] == [("not-encodable", 7, 8)]
    assert "hunt" not in str(caught.value) + repr(caught.value) + repr(caught.value.args)


def wrong(octets: bytes) -> tuple[int, int] | None:
    """Where Python's own decoder stops."""
    try:
        octets.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start, error.end
    return None


@given(st.binary(max_size=8))
def test_octets_decode_if_and_only_if_they_are_utf_8(octets: bytes) -> None:
    written = "".join(f"%{octet:02x}" for octet in octets)
    ends = wrong(octets)

    if ends is None:
        assert decode(written) == octets.decode("utf-8")
        return
    with pytest.raises(URIRuleError) as caught:
        decode(written)
    (one,) = caught.value.findings
    assert (one.code, one.start) == ("bad-utf-8", 3 * ends[0])
    assert 3 * ends[1] <= one.end <= len(written)


@given(st.binary(max_size=8), st.sampled_from(["é", "ab", "%"]))
def test_what_is_kept_or_replaced_is_what_is_no_utf_8(octets: bytes, tail: str) -> None:
    written = encode(octets) + encode(tail)

    assert decode(written, "replace") == octets.decode("utf-8", "replace") + tail
    escaped = octets.decode("utf-8", "surrogateescape")  # a lone surrogate for each octet that is no UTF-8
    kept = "".join(f"%{ord(one) - 0xDC00:02X}" if "\ud800" <= one <= "\udfff" else one for one in escaped)
    assert decode(written, "keep") == kept + tail


@pytest.mark.parametrize(
    ("component", "end", "says"),
    [
        ("%C0%AF", 6, "C0 AF are not UTF-8: longer than"),
        ("%E0%80%AF", 9, "E0 80 AF are not UTF-8: longer than"),
        ("%F0%80%80%AF", 12, "longer than"),
        ("%ED%A0%80", 9, "a surrogate"),
        ("%F4%90%80%80", 12, "above 10FFFF"),
        ("%F5%80%80%80", 12, "above 10FFFF"),
        ("%FE", 3, "no character begins so"),
        ("%80", 3, "was not begun"),
        ("%E3%82", 6, "begin a character and stop"),
        ("%E3%82A", 6, "begin a character and stop"),
    ],
)
def test_what_is_no_utf_8_is_named(component: str, end: int, says: str) -> None:
    with pytest.raises(URIRuleError) as caught:
        decode("é" + component)

    (one,) = caught.value.findings
    assert (one.start, one.end) == (1, 1 + end)
    assert says in one.message


@given(st.text("%4gG", max_size=6))
def test_a_broken_escape_is_where_the_parser_says(component: str) -> None:
    try:
        read(component)
    except URISyntaxError as error:
        expected = error.finding
    else:
        decode(component, "keep")
        return
    with pytest.raises(URISyntaxError) as caught:
        decode(component)
    assert (caught.value.finding.code, caught.value.finding.start) == (expected.code, expected.start)
    assert caught.value.finding.end == expected.end


@pytest.mark.parametrize("errors", ["strict", "keep", "replace"])
def test_a_broken_escape_is_an_error_whatever_is_asked(errors: str) -> None:
    with pytest.raises(URISyntaxError, match="two hex digits"):
        decode("%FF%4", errors)  # type: ignore[arg-type]


def test_only_three_words_say_what_becomes_of_bad_octets() -> None:
    with pytest.raises(ValueError, match='"strict", "keep" or "replace"'):
        decode("a", "ignore")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("component", "charset", "keep", "data"),
    [
        ("a%2Fb%2fc%25%41", "utf-8", "/%", "a%2Fb%2fc%25A"),
        ("%26%3D%3B", "utf-8", "&=", "%26%3D;"),
        ("%E9%2F", "latin-1", "/", "é%2F"),
    ],
)
def test_escapes_of_delimiters_may_stay(component: str, charset: str, keep: str, data: str) -> None:
    assert decode(component, charset=charset, keep=keep) == data


def test_escapes_that_stay_do_not_move_the_place_of_a_mistake() -> None:
    with pytest.raises(URIRuleError) as caught:
        decode("%26%2Fa%FFb", keep="&/")

    assert (caught.value.findings[0].start, caught.value.findings[0].end) == (7, 10)


@pytest.mark.parametrize(
    ("component", "errors", "data"), [("%81a", "keep", "%81a"), ("%81a", "replace", "\ufffda"), ("%80", "strict", "€")]
)
def test_octets_of_another_charset_that_are_no_characters(component: str, errors: str, data: str) -> None:
    assert decode(component, errors, "cp1252") == data  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("call", "code", "start", "end"),
    [
        (lambda: decode("a%81", charset="cp1252"), "not-decodable", 1, 4),
        (lambda: decode("aé%20", charset="cp1252"), "not-ascii", 1, 2),
        (lambda: decode("%20\ud800"), "not-encodable", 3, 4),
        (lambda: decode_bytes("\udfff"), "not-encodable", 0, 1),
        (lambda: encode("aé", charset="ascii"), "not-encodable", 1, 2),
        (lambda: encode(b"a\xe9b", "reg-name"), "escapes-not-utf-8", 1, 4),
        (lambda: encode("é", "reg-name", charset="latin-1"), "escapes-not-utf-8", 0, 3),
        (lambda: to_local("a%E2%82%AC", "latin-1"), "not-encodable", 1, 2),
        (lambda: from_local(b"a\x81", "cp1252"), "not-decodable", 1, 5),
        (lambda: from_bytes(b"a\xffb", "utf-8"), "bad-utf-8", 1, 5),
        (lambda: from_bytes(b"\xc3\xa9\xff", "utf-8"), "bad-utf-8", 1, 5),
        (lambda: from_bytes(b"a\xff", "ascii"), "not-decodable", 1, 5),
    ],
)
def test_what_has_no_octets_or_no_characters_has_a_place(call: object, code: str, start: int, end: int) -> None:
    with pytest.raises(UrikitError) as caught:
        call()  # type: ignore[operator]

    one = getattr(caught.value, "finding", None) or caught.value.findings[0]  # type: ignore[attr-defined]
    assert (one.code, one.start, one.end) == (code, start, end)
    assert f"error[{code}]" in str(caught.value)


@pytest.mark.parametrize("data", ["http://h/", None, 1])
def test_the_door_for_octets_takes_nothing_else(data: object) -> None:
    with pytest.raises(TypeError):
        from_bytes(data, "utf-8")  # type: ignore[arg-type]


def test_laguna_beach_the_right_way_and_the_wrong_one() -> None:
    name = "Laguna Beach".encode("cp500")

    assert from_local(name, "cp500") == "Laguna%20Beach"
    assert to_local("Laguna%20Beach", "cp500") == name
    assert encode(name, safe="@") == "%D3%81%87%A4%95%81@%C2%85%81%83%88"
    assert decode_bytes("Laguna%20Beach") != name


@given(uri_reference_texts())
def test_normalised_escapes_are_stable_and_stand_for_the_same_octets(text: str) -> None:
    normal = normalize_escapes(text)

    assert normalize_escapes(normal) == normal == upper_escapes(normal)
    assert decode_bytes(normal) == decode_bytes(text) == decode_bytes(upper_escapes(text))
    assert findings(normal, read(normal)) == [] or "%" in read(normal)[2]


@pytest.mark.parametrize("octet", range(256))
def test_each_escape_has_one_normal_form(octet: int) -> None:
    character = chr(octet)
    normal = character if character in UNRESERVED else f"%{octet:02X}"
    for written in (f"%{octet:02x}", f"%{octet:02X}"):
        assert normalize_escapes(f"a{written}b") == f"a{normal}b"
        assert upper_escapes(f"a{written}b") == f"a%{octet:02X}b"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("/a%2Fb", []),
        ("/%c3%a9%2F%c3", [("lower-case-escape", 1, 7, "write /%C3%A9%2F%C3")]),
        ("/%41%42%2F%43", [("needless-escape", 1, 7, "write /AB%2FC")]),
        ("/%7e", [("lower-case-escape", 1, 4, "write /%7E"), ("needless-escape", 1, 4, "write /~")]),
        ("//a%E9b", [("escapes-not-utf-8", 3, 6, None)]),
        ("//a%C3%A9b", []),
        ("//u:%70w@h", [("needless-escape", 4, 7, "write //u:•••@h")]),
    ],
)
def test_escapes_that_a_producer_should_not_write(text: str, found: list[tuple[str, int, int, str | None]]) -> None:
    told = findings(text, read(text))

    assert [(one.code, one.start, one.end) for one in told] == [row[:3] for row in found]
    assert all(row[3] in (None, one.help) for one, row in zip(told, found, strict=True))
