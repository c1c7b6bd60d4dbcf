"""Finding a base: only the layers that are needed are read (layers and their order are in vectors/)."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given

from urikit import URIRuleError, base_uri, is_absolute_uri, resolve
from urikit.strategies import uri_reference_texts, uri_texts


@given(uri_reference_texts(), uri_reference_texts(), uri_texts())
def test_a_base_is_an_absolute_uri(embedded: str, encapsulating: str, retrieval: str) -> None:
    base, source = base_uri(embedded, encapsulating, retrieval)

    assert is_absolute_uri(base)
    assert source == "RFC 3986 §5.1.1"


@given(uri_reference_texts(), uri_texts())
def test_a_relative_layer_is_resolved_against_the_next(embedded: str, retrieval: str) -> None:
    base, _ = base_uri(embedded, retrieval=retrieval)

    assert base in (embedded.partition("#")[0], resolve(retrieval, embedded).partition("#")[0])


def test_layers_that_are_not_needed_are_not_read() -> None:
    assert base_uri(retrieval="http://a/", default="no reference") == ("http://a/", "RFC 3986 §5.1.3")


def test_the_innermost_layer_names_the_rule() -> None:
    for there in product([True, False], repeat=4):
        layers = ["http://a/" if is_there else None for is_there in there]
        if any(there):
            assert base_uri(*layers)[1] == f"RFC 3986 §5.1.{there.index(True) + 1}"
        else:
            with pytest.raises(URIRuleError):
                base_uri(*layers)
