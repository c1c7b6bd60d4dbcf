"""Converting: what is the same object, limits, words, schemes of the caller; vectors and laws hold the rest."""

from __future__ import annotations

from typing import Any

import pytest

import urikit
from urikit import IRI, SCHEMES, URI, IRIReference, Scheme, URIReference, URIRuleError, URISyntaxError
from urikit.operations.readable import table
from urikit.operations.transcribe import Reading

WITH_APP = SCHEMES | [Scheme("app", source="our wiki", host="dns"), Scheme("raw", source="our wiki", host="reg-name")]


@pytest.mark.parametrize("text", ["", "a", "http://EXAMPLE.com/%7e?#", "//h:80", "?%c3%a9", "urn:a:b"])
def test_a_uri_is_its_own_answer(text: str) -> None:
    assert urikit.to_uri(text) is text
    assert urikit.to_uri(text, fix=True) == text


@pytest.mark.parametrize("text", ["", "a", "http://bücher.example/é", "//h/%2f%25?%20", "http://EXAMPLE.com/"])
def test_an_iri_that_stays_is_the_same_object(text: str) -> None:
    assert urikit.to_iri(text) is text


@pytest.mark.parametrize("convert", [urikit.to_uri, urikit.to_iri, urikit.explain_to_uri, urikit.explain_to_iri])
def test_limits_of_length(convert: Any) -> None:
    for limit in (9, 10, 11):
        text = "/" * 10
        if limit < 10:
            with pytest.raises(URIRuleError) as caught:
                convert(text, limit=limit)
            assert [(one.code, one.start, one.end) for one in caught.value.findings] == [("too-long", 9, 10)]
        else:
            assert convert(text, limit=limit)
    long = "/" * (1 << 20)
    assert convert(long)
    with pytest.raises(URIRuleError):
        convert(f"{long}/")
    assert convert(f"{long}/", limit=None)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: urikit.to_uri("a", host="unicode"), "idna"),  # type: ignore[arg-type]
        (lambda: urikit.to_iri("a", host="idna"), "unicode"),  # type: ignore[arg-type]
        (lambda: urikit.to_iri("a", keep="all"), "recommended"),  # type: ignore[arg-type]
        (lambda: urikit.to_uri("a", part="port"), "userinfo"),  # type: ignore[arg-type]
        (lambda: urikit.to_iri("a", part="scheme"), "userinfo"),  # type: ignore[arg-type]
        (lambda: urikit.from_text("a", "paper"), "transcribed"),  # type: ignore[arg-type]
        (lambda: urikit.from_markup("a", "sgml"), "html"),  # type: ignore[arg-type]
        (lambda: urikit.parse("a", "rfc1738"), "rfc3987"),  # type: ignore[call-overload]
        (lambda: urikit.normalize("é", "higher", spec="rfc3987"), "scheme"),  # type: ignore[arg-type]
    ],
)
def test_a_word_that_is_none_is_refused(call: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()


@pytest.mark.parametrize("value", [b"http://example.com/", None, 3, ["a"]])
def test_what_is_no_text_is_refused(value: Any) -> None:
    for function in (urikit.to_uri, urikit.to_iri, urikit.is_iri, urikit.is_iri_reference, urikit.interpret):
        with pytest.raises(TypeError):
            function(value)
    with pytest.raises(TypeError):
        IRI(value)


def test_a_scheme_of_the_caller_says_what_its_hosts_are() -> None:
    assert urikit.to_uri("app://é/") == "app://%C3%A9/"
    assert urikit.to_uri("app://é/", schemes=WITH_APP) == "app://xn--9ca/"
    assert urikit.to_uri("RAW://é/", schemes=WITH_APP) == "RAW://%C3%A9/"
    assert urikit.to_iri("app://xn--9ca/", schemes=WITH_APP) == "app://é/"
    assert urikit.to_iri("raw://xn--9ca/", schemes=WITH_APP) == "raw://xn--9ca/"
    assert urikit.normalize("app://É/", "scheme", schemes=WITH_APP, spec="rfc3987") == "app://é/"
    assert urikit.equivalent("app://É/", "app://xn--9ca/", "scheme", schemes=WITH_APP, spec="rfc3987")
    assert not urikit.equivalent("app://É/", "app://xn--9ca/", "scheme", spec="rfc3987")
    assert str(IRI("app://é").to_uri(schemes=WITH_APP)) == "app://xn--9ca"
    assert str(URI("app://xn--9ca").to_iri(schemes=WITH_APP)) == "app://é"


def test_what_idna_refuses_is_shown_in_the_whole_text_without_its_password() -> None:
    with pytest.raises(URIRuleError) as caught:
        urikit.to_uri("http://user:secret@a\u200db.example/é")

    assert str(caught.value) == (
        "error[idna-joiner]: the label “a<ZWJ>b” has U+200D ZERO WIDTH JOINER where nothing is to be joined\n"
        "  http://user:•••@a<ZWJ>b.example/é\n"
        "                   ^^^^^\n"
        "  rule: C2: ZERO WIDTH JOINER stands after a virama   RFC 5892 A.2\n"
        "  help: take it out"
    )


def test_values_cross_over_to_the_other_family() -> None:
    assert type(IRI("http://é").to_uri()) is URI
    assert type(IRIReference("é").to_uri()) is URIReference
    assert type(URI("http://%C3%A9").to_iri()) is IRI
    assert type(URIReference("%C3%A9").to_iri()) is IRIReference
    assert IRI("http://é").to_uri(host="percent") == URI("http://%C3%A9")
    assert URI("http://xn--9ca/%E2%80%AE").to_iri(keep="none", host="keep") == IRI("http://xn--9ca/\u202e")
    assert type(urikit.parse("a:é", "rfc3987")) is IRI
    assert type(urikit.parse("é", "rfc3987")) is IRIReference
    with pytest.raises(URISyntaxError):
        urikit.parse("é")


def test_an_iri_value_does_what_a_uri_value_does() -> None:
    iri = IRI("http://bücher.example/ä/ö?x=ü#ß")

    assert (iri.segments, iri.name, iri.host_kind, iri.port, iri.ip) == (("ä", "ö"), "ö", "reg-name", None, None)
    assert iri.decoded.pairs == (("x", "ü"),)
    assert str(iri.query_pairs) == "x=ü"
    assert iri.set_query("x", "é&") == IRI("http://bücher.example/ä/ö?x=%C3%A9%26#ß")
    assert iri.drop_query("x") == IRI("http://bücher.example/ä/ö#ß")
    assert iri.parent == IRI("http://bücher.example/ä/")
    assert iri.without_fragment().resolve("../é") == IRI("http://bücher.example/é")
    assert iri.replace(query=None, fragment="é") == IRI("http://bücher.example/ä/ö#é")
    assert iri.without_fragment().replace(query=None) / "a/b é\u202e" == IRI(
        "http://bücher.example/ä/ö/a%2Fb%20é%E2%80%AE"
    )
    assert IRI.from_bytes(b"http://h/\xe9", "iso-8859-1") == IRI("http://h/é")
    assert IRIReference.__get_pydantic_json_schema__(None, None)["format"] == "iri-reference"
    assert iri.check() == urikit.check(str(iri), spec="rfc3987")


def test_an_iri_and_a_uri_of_one_text_are_not_equal() -> None:
    assert IRI("http://h/") != URI("http://h/")
    assert IRI("http://h/") != "http://h/"
    with pytest.raises(URISyntaxError):
        URI("http://h/").equivalent(IRI("http://h/é"))


# --- the steps, in words


@pytest.mark.parametrize(
    ("text", "name", "note"),
    [
        ("%2f%2F%25%7e", "2", "%2f, %2F, %25 stay: reserved, or no character of a URI"),
        ("%20", "2", "%20 stays: reserved, or no character of a URI"),
        ("D%FCrst", "3", "<fc> is not UTF-8"),
        ("%FC%FE%FF", "3", "<fc>, <fe>, <ff> are not UTF-8"),
        ("%80%81%82%83%84%85", "3", "<80>, <81>, <82>, <83>, 2 more are not UTF-8"),
        ("%E2%80%AE", "4", "U+202E stays: it formats bidirectional text (§4.1)"),
        ("%E3%80%80", "4", "U+3000 stays: it is not seen, or not assigned (§6.1b)"),
        ("%EF%BC%A1", "4", "U+FF21 stays: another form of the character is usual (§6.1b)"),
        ("%EE%80%80", "4", "U+E000 stays: private use stands in the query only (§2.2)"),
        ("%EF%BF%BD", "4", "U+FFFD stays: no IRI holds it (§2.2)"),
        (
            "%E2%80%AE%EE%80%80",
            "4",
            "U+202E stays: it formats bidirectional text (§4.1); U+E000 stays: private use "
            "stands in the query only (§2.2)",
        ),
        ("http://xn--9ca/", "host", "ToUnicode, label by label"),
        ("http://%CC%81a/", "host", "it is no domain name, and stays as written"),
        ("é", "1", "an IRI"),
        ("?%EE%80%80", "4", ""),
    ],
)
def test_a_step_says_what_stays_and_why(text: str, name: str, note: str) -> None:
    assert {step.name: step.note for step in urikit.explain_to_iri(text)}[name] == note


def test_a_step_says_what_the_mapping_did() -> None:
    notes = {step.name: step.note for step in urikit.explain_to_uri("http://é/é b", fix=True)}

    assert notes == {
        "1": "Unicode text, which is not normalised (variant c)",
        "fix": "printable US-ASCII that no IRI holds is percent-encoded",
        "host": "ToASCII, label by label",
        "2.1": "UTF-8",
        "2.3": "each octet is written %HH, in upper case (2.2)",
    }
    assert urikit.explain_to_uri("a")[-1].note == "nothing is left to encode"


def test_a_rung_says_what_becomes_of_characters_beyond_ascii() -> None:
    notes = {step.name: step.note for step in urikit.ladder("http://É.example/é", "scheme", spec="rfc3987")}

    assert notes["case"] == ""
    assert notes["percent"] == "characters beyond US-ASCII stay, and are compared by their escapes"
    assert notes["scheme"] == "É.example → é.example"
    composed = urikit.ladder("/e\u0301", spec="rfc3987", nfc=True)[1]
    assert (composed.name, composed.text) == ("nfc", "/é")
    assert composed.note == "composed; no comparison does this by itself"


# --- what is fit to be read


def test_a_table_remembers_what_is_fit_and_nothing_else() -> None:
    fitting = table("recommended", False)
    before = len(fitting)

    assert "\U0003fff0\U0003fff1".translate(fitting) == "%F0%BF%BF%B0%F0%BF%BF%B1"
    assert len(fitting) == before
    assert table("recommended", False) is fitting


# --- readings


def test_a_reading_is_labelled_and_none_is_chosen() -> None:
    found = urikit.interpret("/%93%FA?%C6%FC#%FF", ["utf-8", "shift_jis", "euc-jp", "iso-8859-1"])

    assert [(one.part, one.charset) for one in found] == [
        ("path", "shift_jis"),
        ("query", "euc-jp"),
        ("query", "iso-8859-1"),
        ("fragment", "iso-8859-1"),
    ]
    assert found[0] == Reading("path", "shift_jis", "/日")


@pytest.mark.parametrize("charset", ["no-such-charset", "rot13", "hex"])
def test_a_charset_that_is_none_of_text_is_refused(charset: str) -> None:
    with pytest.raises(LookupError):
        urikit.interpret("/%C3%A9", [charset])


def test_an_octet_never_swallows_a_delimiter() -> None:
    assert urikit.interpret("/%83/%5C", ["shift_jis"]) == []
    assert urikit.interpret("/%FF%FE/%00", ["utf-16"]) == []
    assert urikit.interpret("/%1B%24B%46/%1B(B", ["iso-2022-jp"]) == []
    assert urikit.interpret("/%83@", ["shift_jis"]) == [Reading("path", "shift_jis", "/ァ")]
    assert urikit.interpret("?%1B%24B%46%7C%1B(B", ["iso-2022-jp"]) == [Reading("query", "iso-2022-jp", "日")]
