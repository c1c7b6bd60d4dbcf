"""Laws of every door: any text gets an answer or one of our errors, and nothing else (P3, P4)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import urikit
from tests.growth import FUNCTIONS, TEXTS, of_texts
from tests.oracle.generate import NASTY, broken_texts
from urikit.strategies import authorities, hosts, queries, uri_reference_texts

HOSTS = st.lists(st.sampled_from([*NASTY, "[", "]", "[::1]"]), max_size=4).map("".join)
ANY = st.one_of(broken_texts(), uri_reference_texts(), hosts(), authorities(), queries(), HOSTS, st.text(max_size=6))
SHORT = [text(n) for text in TEXTS.values() for n in (0, 1, 3, 6, 24)]


def answers(name: str, text: str) -> bool:
    """Whether a function answers, or refuses with an error that can be shown."""
    try:
        FUNCTIONS[name](text)
    except urikit.UrikitError as error:
        return bool(str(error)) and bool(repr(error))
    return True


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_hostile_text_gets_an_answer_or_our_error(name: str) -> None:
    assert all(answers(name, text) for text in SHORT)


@pytest.mark.parametrize("name", FUNCTIONS)
@given(text=ANY)
@settings(max_examples=60)
def test_any_text_gets_an_answer_or_our_error(name: str, text: str) -> None:
    assert answers(name, text)


@pytest.mark.parametrize("name", of_texts())
def test_octets_are_refused_by_every_function_of_texts(name: str) -> None:
    with pytest.raises(TypeError):
        of_texts()[name](b"http://example.com/")  # type: ignore[arg-type]


ONE = urikit.URI("http://example.com/?a=b")
METHODS = {
    "parse": urikit.parse,
    "split": urikit.split,
    "pieces": urikit.pieces,
    "check": urikit.check,
    "matches": lambda value: urikit.matches("URI", value),
    "compose": lambda value: urikit.compose(path=value),
    "build": lambda value: urikit.build(host=value),
    "build.path": lambda value: urikit.build(path=value),
    "build.segments": lambda value: urikit.build(segments=[value]),
    "build.user": lambda value: urikit.build(host="a", user=value),
    "build.password": lambda value: urikit.build(host="a", password=value),
    "build.fragment": lambda value: urikit.build(fragment=value),
    "to_ascii": urikit.to_ascii,
    "to_unicode": urikit.to_unicode,
    "map_host": urikit.map_host,
    "check_host": urikit.check_host,
    "notation.xml": lambda value: urikit.notation(value, "xml"),
    "notation.bidi": lambda value: urikit.notation(value, "bidi"),
    "from_notation.xml": urikit.from_notation,
    "from_notation.bidi": lambda value: urikit.from_notation(value, "bidi"),
    "to_isbn13": urikit.to_isbn13,
    "value.resolve": ONE.resolve,
    "value.relativize": ONE.relativize,
    "value.equivalent": ONE.equivalent,
    "value.equivalence": ONE.equivalence,
    "value.normalize": lambda value: ONE.normalize(base=value),
    "value.key": lambda value: ONE.key(base=value),
    "value.ladder": lambda value: ONE.ladder(base=value),
    "value.replace": lambda value: ONE.replace(path=value),
    "value.set_query": lambda value: ONE.set_query("a", value),
    "value.add_query": lambda value: ONE.add_query(value),
    "value.drop_query": lambda value: ONE.drop_query(value),
    "query.getall": lambda value: ONE.query_pairs.getall(value),
}


@pytest.mark.parametrize("value", [b"http://example.com/", 1.5, object()], ids=["octets", "a float", "an object"])
@pytest.mark.parametrize("name", METHODS)
def test_what_is_no_text_is_refused_in_words_of_ours_and_never_becomes_its_repr(name: str, value: object) -> None:
    with pytest.raises(TypeError, match=r"a str, not|keys are text"):
        METHODS[name](value)  # type: ignore[operator]


def test_what_is_resolved_against_a_value_is_there() -> None:
    with pytest.raises(TypeError, match="NoneType"):
        ONE.resolve(None)  # type: ignore[arg-type]


SPECS = {
    "pieces": lambda spec: urikit.pieces("a", spec),
    "compose": lambda spec: urikit.compose(path="a", spec=spec),
    "build": lambda spec: urikit.build(path="a", spec=spec),
    "ladder": lambda spec: urikit.ladder("a:", spec=spec),
    "parse": lambda spec: urikit.parse("a", spec),
    "check": lambda spec: urikit.check("a", spec=spec),
    "matches": lambda spec: urikit.matches("URI", "a", spec=spec),
    "resolve": lambda spec: urikit.resolve("a:", "b", spec=spec),
    "relativize": lambda spec: urikit.relativize("a:", "a:", spec=spec),
    "normalize": lambda spec: urikit.normalize("a:", spec=spec),
    "key": lambda spec: urikit.key("a:", spec=spec),
}


@pytest.mark.parametrize("name", SPECS)
def test_a_rule_book_that_is_not_there_is_a_value_error_that_names_those_that_are(name: str) -> None:
    with pytest.raises(ValueError, match=r"spec is .*rfc3986.*not 'rfc9999'"):
        SPECS[name]("rfc9999")


CHARSETS = {
    "encode": lambda name: urikit.encode("é", charset=name),
    "decode": lambda name: urikit.decode("%E9", charset=name),
    "from_bytes": lambda name: urikit.from_bytes(b"a", name),
    "from_local": lambda name: urikit.from_local(b"a", name),
    "to_local": lambda name: urikit.to_local("%C3%A9", name),
    "interpret": lambda name: urikit.interpret("/%E9", [name]),
    "embed": lambda name: urikit.embed("/é", name),
}


@pytest.mark.parametrize(
    "charset", ["", "nope", "utf-8\0", "\ud800", "idna", "punycode", "undefined", "unicode_escape", "hex"]
)
@pytest.mark.parametrize("name", CHARSETS)
def test_what_is_no_charset_is_a_lookup_error(name: str, charset: str) -> None:
    with pytest.raises(LookupError):
        CHARSETS[name](charset)


def test_the_door_for_octets_is_one() -> None:
    assert str(urikit.URI.from_bytes(b"http://example.com/")) == urikit.from_bytes(b"http://example.com/", "ascii")


@given(ANY)
def test_check_never_raises_and_its_findings_are_drawn(text: str) -> None:
    for found in urikit.check(text):
        assert 0 <= found.start <= found.end <= len(text)
        assert found.code in urikit.CODES
        assert found.code in urikit.draw(text, found)


@given(ANY)
def test_check_finds_an_error_of_syntax_exactly_where_there_is_one(text: str) -> None:
    errors = [found for found in urikit.check(text) if found.source.startswith("RFC 3986") and found.level == "error"]

    assert urikit.is_uri_reference(text) or errors
    if not urikit.is_uri_reference(text):
        with pytest.raises(urikit.URISyntaxError) as caught:
            urikit.parse(text)

        assert urikit.check(text) == [caught.value.finding]
