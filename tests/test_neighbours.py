"""
Do other libraries find in a value what they look for: pydantic a schema, a notebook a picture?
"""

from __future__ import annotations

import pytest

from urikit import IRI, URI, URIReference

pydantic = pytest.importorskip("pydantic")


class Page(pydantic.BaseModel):  # type: ignore[misc, name-defined]
    """A model as a service has it."""

    address: URI
    link: URIReference | None = None
    name: IRI | None = None


def test_a_field_of_a_model_reads_a_text_and_writes_it_back() -> None:
    page = Page(address="HTTP://example.com/%7Ea", link="../b", name="http://bücher.example/")

    assert (page.address, page.link) == (URI("HTTP://example.com/%7Ea"), URIReference("../b"))
    assert page.model_dump() == {"address": page.address, "link": page.link, "name": page.name}
    assert Page.model_validate_json(page.model_dump_json()) == page


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("http://exa mple.com/", "a space cannot stand in a host"),
        ("../a", "a scheme is required here"),
        (b"http://example.com/", "URI takes a str, not bytes"),
        (7, "URI takes a str, not int"),
        (None, "URI takes a str, not NoneType"),
    ],
)
def test_what_is_no_uri_is_a_validation_error_in_our_words(value: object, words: str) -> None:
    with pytest.raises(pydantic.ValidationError, match=words):
        Page(address=value)


def test_the_json_schema_names_the_format() -> None:
    fields = Page.model_json_schema()["properties"]

    assert fields["address"] == {"format": "uri", "title": "Address", "type": "string"}
    assert [fields[name]["anyOf"][0]["format"] for name in ("link", "name")] == ["uri-reference", "iri"]


def test_a_notebook_shows_the_masked_text_as_text() -> None:
    assert URI("http://u:pw@example.com/?a&b")._repr_html_() == "<code>http://u:•••@example.com/?a&amp;b</code>"
