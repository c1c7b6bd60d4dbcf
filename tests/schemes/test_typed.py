"""A URI knows what its scheme reads in it: `uri.mailto`."""

from __future__ import annotations

import ast
import copy
import pickle
from pathlib import Path

import pytest

import urikit
from urikit import IRI, SCHEMES, URI, IRIReference, Scheme, URIReference, URIRuleError
from urikit.findings import Record

OWN = [row for row in SCHEMES.values() if row.module]
TYPED = Path(urikit.__file__).with_name("typed.py")


def properties() -> dict[str, str]:
    """The properties that type checkers see, with the names of their types."""
    (cls,) = [node for node in ast.parse(TYPED.read_text("utf-8")).body if isinstance(node, ast.ClassDef)]
    found = [node for node in ast.walk(cls) if isinstance(node, ast.FunctionDef) and node.decorator_list]
    return {node.name: ast.unparse(node.returns) for node in found if node.returns is not None}


def names(row: Scheme) -> set[str]:
    """What a row's value is asked for by: the scheme, if that is a name in Python, and its module."""
    assert row.module is not None
    family = row.module.rpartition(".")[2]
    return {name for name in (row.name, family if "schemes" in row.module else row.name) if name.isidentifier()}


@pytest.mark.parametrize("row", OWN, ids=[row.name for row in OWN])
def test_a_uri_gives_the_value_of_its_scheme(row: Scheme) -> None:
    uri = URI(row.valid[0])
    values = [getattr(uri, name) for name in names(row)]

    assert values
    assert all(value == uri.scheme_value() for value in values)
    assert all(type(value).__name__ == properties()[name] for name, value in zip(names(row), values, strict=True))


@pytest.mark.parametrize("row", OWN, ids=[row.name for row in OWN])
def test_the_value_is_immutable_and_can_be_kept(row: Scheme) -> None:
    value = URI(row.valid[0]).scheme_value()

    assert isinstance(value, Record)
    assert pickle.loads(pickle.dumps(value)) == value == copy.deepcopy(value)
    assert hash(pickle.loads(pickle.dumps(value))) == hash(value)
    with pytest.raises(AttributeError):
        setattr(value, value.__slots__[0], None)


def test_type_checkers_are_told_of_all_and_of_nothing_else() -> None:
    assert {*properties()} - {"scheme"} == {name for row in OWN for name in names(row)}


def test_another_scheme_says_which_it_is() -> None:
    with pytest.raises(AttributeError, match="this is a URI of the scheme x, not of mailto"):
        _ = URI("X:a").mailto
    assert not hasattr(URI("x:a"), "mailto")


def test_a_name_that_no_scheme_has_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="'URI' object has no attribute 'colour'"):
        _ = URI("mailto:a@b.example").colour  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        _ = URIReference("mailto:a@b.example").mailto  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        _ = IRIReference("mailto:a@b.example").mailto  # type: ignore[attr-defined]


def test_no_hook_is_asked_at_every_attribute() -> None:
    assert not hasattr(URI, "__getattr__")
    assert not hasattr(IRI, "__getattr__")


def test_what_is_outside_the_grammar_of_its_scheme_is_told() -> None:
    with pytest.raises(URIRuleError) as caught:
        _ = URI("mailto://a@b.example").mailto

    assert [one.code for one in caught.value.findings] == ["authority-unexpected"]


def test_a_scheme_without_a_module_has_no_value() -> None:
    assert URI("gopher://h/").scheme_value() is None
    assert URI("nobody-knows-it:a").scheme_value() is None


def test_a_pattern_may_look_into_the_value() -> None:
    match URI("mailto:a@b.example?subject=x"):
        case URI(scheme="mailto", mailto=value):
            assert value.get("subject") == "x"
        case _:
            pytest.fail("it is one")


@pytest.mark.parametrize("row", OWN, ids=[row.name for row in OWN])
def test_an_iri_gives_the_value_of_its_uri(row: Scheme) -> None:
    for text in row.valid:
        assert IRI(text).scheme_value() == URI(text).scheme_value()


def test_an_iri_with_more_than_ascii_gives_the_value_of_its_uri() -> None:
    assert IRI("http://b\u00fccher.example/\u00e4").http == URI("http://xn--bcher-kva.example/%C3%A4").http
    assert IRI("mailto:andr\u00e9@example.com").mailto.to == ("andr\u00e9@example.com",)
    assert IRI("xmpp:\u00e4@\u00f6.example").xmpp == URI("xmpp:%C3%A4@%C3%B6.example").xmpp
    with pytest.raises(AttributeError, match="this is a URI of the scheme http, not of mailto"):
        _ = IRI("http://\u00e4.example/").mailto


def test_a_host_that_idna_refuses_is_percent_encoded_then() -> None:
    assert IRI("smb-x://\u00e4\u0338/").scheme_value() is None
    assert IRI("coap://a..\u00e4/").coap.host == "a..%C3%A4"


def test_an_iri_outside_the_grammar_of_its_scheme_tells_so() -> None:
    with pytest.raises(URIRuleError) as caught:
        _ = IRI("mailto://\u00e4@b.example").mailto

    assert [one.code for one in caught.value.findings] == ["authority-unexpected"]
