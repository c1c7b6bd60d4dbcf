"""A URN as a value: a URI with parts of its own, that stays a URN where it can."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from pydantic import BaseModel

from urikit import IRI, NAMESPACES, URI, URN, URIReference, URISyntaxError, is_urn, parse

FULL = "URN:Example:a%2fb?+r?=q#f"


def test_the_parts_are_as_they_are_written() -> None:
    urn = URN(FULL)

    assert (urn.nid, urn.nss, urn.r_component, urn.q_component, urn.f_component) == ("Example", "a%2fb", "r", "q", "f")
    assert (urn.assigned_name, str(urn)) == ("URN:Example:a%2fb", FULL)
    assert (urn.scheme, urn.path, urn.query, urn.fragment, urn.authority) == (
        "URN",
        "Example:a%2fb",
        "+r?=q",
        "f",
        None,
    )


@pytest.mark.parametrize("text", ["urn:example:a", "urn:example:a#", "urn:example:a?=q"])
def test_absent_is_none_and_empty_is_empty(text: str) -> None:
    urn = URN(text)

    assert urn.r_component is None
    assert urn.q_component == ("q" if "?=" in text else None)
    assert urn.f_component == ("" if "#" in text else None)


def test_a_uri_becomes_a_urn_and_is_equal_to_it() -> None:
    uri = URI("urn:isbn:0451450523")
    urn = URN(uri)

    assert type(uri) is URI
    assert type(urn) is URN
    assert urn == uri
    assert hash(urn) == hash(uri)
    assert {urn, uri} == {uri}
    assert URN(urn) == urn
    assert URI(urn) == urn
    assert type(URI(urn)) is URI
    assert urn != "urn:isbn:0451450523"
    assert urn != IRI("urn:isbn:0451450523")
    assert type(parse("urn:isbn:0451450523")) is URI


@pytest.mark.parametrize("text", ["http://a/", "urn:x:a", "urn:isbn", "urn:ISBN 0-486-27557-4", "isbn:1", ""])
def test_what_is_no_urn_is_refused(text: str) -> None:
    with pytest.raises(URISyntaxError) as caught:
        URN(text)

    assert caught.value.text == text
    if not text.startswith(("urn:ISBN", "isbn", "http", "urn:x")) and text:
        assert caught.value.finding.code == "urn-no-nss"


@pytest.mark.parametrize("value", [None, 1, b"urn:isbn:0451450523", ["urn:isbn:0451450523"]])
def test_what_is_no_text_is_a_type_error(value: Any) -> None:
    with pytest.raises(TypeError):
        URN(value)


def test_it_is_a_value_like_the_others() -> None:
    urn = URN(FULL)

    assert pickle.loads(pickle.dumps(urn)) == urn
    assert type(pickle.loads(pickle.dumps(urn))) is URN
    assert copy.copy(urn) is copy.deepcopy(urn) is urn
    assert eval(repr(urn)) == urn
    assert URN("urn:example:a") < URN("urn:example:b")
    assert not hasattr(urn, "__dict__")
    with pytest.raises(AttributeError):
        urn.nid = "x"  # type: ignore[misc]


def test_a_subclass_of_str_is_read_as_its_text() -> None:
    class Text(str):
        __slots__ = ()

    assert str(URN(Text("urn:example:a"))) == "urn:example:a"


def test_patterns_match() -> None:
    match URN("urn:isbn:0451450523"):
        case URN(nid="isbn", nss=number):
            seen = number
        case _:
            seen = ""
    match parse("urn:isbn:0451450523"):
        case URIReference(scheme="urn", path=path):
            whole = path
        case _:
            whole = ""

    assert (seen, whole) == ("0451450523", "isbn:0451450523")


def test_what_is_made_of_it_is_a_urn_where_it_can_be() -> None:
    urn = URN("URN:Example:a%2fb#f")

    assert [type(each) for each in (urn.without_fragment(), urn.normalize("scheme"), urn.replace(fragment=None))] == [
        URN
    ] * 3
    assert str(urn.normalize("scheme")) == "urn:example:a%2Fb#f"
    assert type(urn.replace(query="x")) is URI
    assert type(URN("urn:example:a?=k=1").set_query("k2", "v")) is URN
    assert type(urn.replace(scheme=None, path="a")) is URIReference
    assert type(URN.from_components("example", "a")) is URN
    assert type(URN.compose(scheme="urn", path="example:a")) is URN
    with pytest.raises(URISyntaxError):
        URN.compose(scheme="http", host="a")


def test_with_a_reference_resolving_is_that_of_a_uri() -> None:
    urn = URN("urn:example:a?=q")

    assert urn.resolve("#f") == URN("urn:example:a?=q#f")
    assert type(urn.resolve("#f")) is URN
    assert urn.resolve("") == urn
    assert urn.resolve("b") == URI("urn:b")
    assert type(urn.resolve("b")) is URI
    assert urn.resolve(URI("http://h/")) == URI("http://h/")
    assert urn.resolve("urn:x", strict=False) == URI("urn:x")


def test_without_one_it_is_the_url_that_tells_of_what_is_named() -> None:
    assert str(URN("urn:ietf:rfc:2648#section-2").resolve()) == "https://www.rfc-editor.org/rfc/rfc2648#section-2"
    assert URN("urn:example:a").resolve() is None
    assert URN("urn:example:a").locations() == ()
    assert all(type(url) is URI for url in URN("urn:oid:2.999").locations())


def test_equivalence_is_of_names_unless_a_rung_is_named() -> None:
    urn = URN("urn:isbn:0-395-36341-1")

    assert urn.equivalent("URN:ISBN:0395363411#p7")
    assert urn.equivalent(URN("URN:ISBN:0395363411#p7"))
    assert not urn.equivalent("URN:ISBN:0395363411", namespace_rules=False)
    assert not urn.equivalent("URN:ISBN:0-395-36341-1#p7", "scheme")
    assert urn.equivalent("URN:ISBN:0-395-36341-1#p7", "scheme", fragment="ignore")
    assert URN("urn:example:%61").equivalent("urn:example:a", "percent")
    assert not URN("urn:example:%61").equivalent("urn:example:a")
    assert urn.equivalent("urn:isbn:9780395363416", isbn_cross=True)
    assert not urn.equivalent("http://a/")
    assert urn.urn_key() == "urn:isbn:0395363411"


def test_the_registry_tells_of_its_namespace() -> None:
    assert URN("urn:ISBN:0451450523").namespace is NAMESPACES["isbn"]
    assert URN("urn:nobody-knows-it:a").namespace is None
    assert (URN("urn:ISBN:0451450523").nid_kind, URN("urn:x-a:b").nid_kind) == (
        "formal-registered",
        "experimental-legacy",
    )


def test_check_has_nothing_to_say_of_a_right_one() -> None:
    assert URN("urn:isbn:0-395-36341-1").check() == []
    assert [one.code for one in URN("urn:isbn:0-395-36341-2").check()] == ["urn-check-digit"]


def test_it_is_a_field_of_a_model() -> None:
    class Book(BaseModel):
        name: URN

    assert type(Book(name="urn:isbn:0451450523").name) is URN  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="urn-scheme"):
        Book(name="http://a/")  # type: ignore[arg-type]
    assert is_urn(Book(name="urn:isbn:0451450523").model_dump(mode="json")["name"])  # type: ignore[arg-type]
