"""W3C File API: an object in memory is named by its page's origin and a UUID."""

from __future__ import annotations

import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, URIRuleError, check, equivalent, normalize
from urikit.schemes.blob import Blob, build, parse

ORIGINS = ["null", "https://example.com", "http://localhost:8080", "file://", "moz-extension://a-b", "x://%C3%A9"]
NAME = "9115d58c-bcda-ff47-86e5-083e9a215304"


@given(st.sampled_from(ORIGINS), st.uuids(), st.sampled_from([None, "", "t=10"]))
def test_what_is_built_is_read_back(origin: str, name: uuid.UUID, fragment: str | None) -> None:
    text = build(origin, str(name), fragment)

    assert parse(text) == Blob(origin, str(name), fragment)
    assert str(parse(text)) == text == normalize(text, "scheme")
    assert check(text) == []


def test_objects_are_found_by_their_text() -> None:
    assert not equivalent(f"blob:null/{NAME}", f"blob:null/{NAME.upper()}", "scheme")


def test_an_origin_of_nobody() -> None:
    assert URI(f"blob:null/{NAME}").blob.opaque
    assert not URI(f"blob:http://h/{NAME}").blob.opaque


def test_a_password_in_an_origin_is_refused_and_not_shown() -> None:
    with pytest.raises(URIRuleError) as caught:
        parse(f"blob:https://user:secret@example.com/{NAME}")

    assert [one.code for one in caught.value.findings] == ["path-form"]
    assert "secret" not in f"{caught.value} {caught.value!r}"


@pytest.mark.parametrize("port", ["443", "0443"])
def test_no_origin_has_the_port_of_its_scheme(port: str) -> None:
    (found,) = check(f"blob:https://h:{port}/{NAME}")

    assert (found.code, found.start, found.end) == ("default-port", 14, 15 + len(port))


@pytest.mark.parametrize("place", ["https://h/a", "HTTPS://h", "https:", "h", "https://a@h", "https://h:", ""])
def test_what_is_no_origin_is_not_read(place: str) -> None:
    with pytest.raises(URIRuleError):
        parse(f"blob:{place}/{NAME}")
