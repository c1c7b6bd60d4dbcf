"""A "view-source" URI holds another, which is held to its own scheme and whose secrets are kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import SCHEMES, URI, URIRuleError, URISyntaxError, check, normalize
from urikit.schemes.data import Data
from urikit.schemes.http import Http
from urikit.schemes.view_source import ViewSource, build, parse

INSIDE = [
    text
    for row in SCHEMES.values()
    for text in row.valid
    if row.name not in ("view-source", "jar") and "#" not in text and "[" not in text
]


@given(st.sampled_from(INSIDE), st.integers(0, 2), st.sampled_from([None, "", "a"]))
def test_what_is_built_is_read_back(url: str, depth: int, fragment: str | None) -> None:
    url = "view-source:" * depth + url
    text = build(url, fragment)

    assert parse(text) == ViewSource(url, fragment)
    assert str(parse(text)) == text
    assert normalize(normalize(text, "scheme"), "scheme") == normalize(text, "scheme")


@given(st.sampled_from([text for row in SCHEMES.values() for text, _ in row.invalid if row.name != "jar"]))
def test_what_is_wrong_inside_is_wrong_at_its_place(url: str) -> None:
    whole, start = f"view-source:{url}", len("view-source:")
    if "[" in url or "#" in url or url.startswith("view-source:"):
        return
    inside = {(one.code, one.start + start) for one in check(url) if one.code in ("path-form", "host-missing")}

    assert inside <= {(one.code, one.start) for one in check(whole)}


def test_the_value_inside() -> None:
    page = URI("view-source:https://example.com:8443/a?b").view_source.inner

    assert isinstance(page, Http)
    assert page.port_text == "8443"
    assert isinstance(parse("view-source:data:,a?b").inner, Data)
    assert isinstance(parse("view-source:view-source:data:,a").inner, ViewSource)
    assert parse("view-source:x-unknown:a").inner is None


@pytest.mark.parametrize("before", ["", "view-source:", "View-Source:view-source:"])
@pytest.mark.parametrize("url", ["http://user:secret@example.com/", "ftp://user:secret@h", "sip:user:secret@h"])
def test_a_password_inside_is_not_shown(before: str, url: str) -> None:
    page = parse(f"view-source:{before}{url}")

    assert "secret" not in repr(page)
    assert "•••" in repr(page)
    assert "secret" in str(page)
    assert "secret" not in repr(check(str(page)))


def test_a_page_deep_inside_is_read_in_one_pass() -> None:
    text = "view-source:" * 5000 + "HTTP://h/"

    assert [one.code for one in check(text)] == ["upper-case-scheme"]
    assert normalize(text, "scheme").endswith(":http://h/")


@pytest.mark.parametrize(
    "url", ["", "a", "/a", "//h/", "?a", "http:///", "http://h:x/", "view-source:a", "mailto://a@b"]
)
def test_what_holds_no_uri_is_not_read(url: str) -> None:
    with pytest.raises(URIRuleError):
        parse(f"view-source:{url}")


def test_a_fragment_is_not_of_the_page() -> None:
    with pytest.raises(URIRuleError):
        build("http://h/#a")
    with pytest.raises(URISyntaxError):
        build("http://[::1]/")
