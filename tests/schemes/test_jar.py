"""What Java's JarURLConnection names is read as it is written, archives in archives too."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, URIRuleError, URISyntaxError, check, normalize
from urikit.schemes.jar import Jar, build, parse

urls = st.sampled_from(["file:/a.jar", "http://h/a?b=!", "file:///a!b", "urn:a1:b", "https://u@h:8/A"])
names = st.sampled_from(["", "a", "a/B.class", "a%20b", "a?b", "!", "a!b/", "%C3%A9", "a!/b"])


@given(urls, names, st.sampled_from([None, "", "runtime"]))
def test_what_is_built_is_read_back(url: str, entry: str, fragment: str | None) -> None:
    text = build(url, entry, fragment)

    assert parse(text) == Jar(url, entry, fragment)
    assert str(parse(text)) == text == normalize(text, "scheme")


@given(urls, st.lists(st.sampled_from(["a", "b.jar", "c/d", "%21"]), min_size=1, max_size=5))
def test_archives_in_archives(url: str, way: list[str]) -> None:
    text = url
    for entry in way:
        text = build(text, entry)
    value = URI(text).jar

    assert value.archive == url
    assert value.names == tuple(entry.replace("%21", "!") for entry in way)
    assert value.entry == way[-1]


@pytest.mark.parametrize(
    ("url", "entry"), [("a.jar", "b"), ("", "b"), ("file:/a!/b", "c"), ("file:/a#b", "c"), ("file:/a", "b#c")]
)
def test_a_part_that_would_be_read_as_another_is_refused(url: str, entry: str) -> None:
    with pytest.raises((URIRuleError, URISyntaxError)):
        build(url, entry)


def test_what_is_wrong_with_the_archive_has_its_place_in_the_whole() -> None:
    text = "jar:jar:http://u@h:80/a.jar!/b.jar!/c"

    assert {text[one.start : one.end] for one in check(text) if one.code == "default-port"} == {":80"}
    assert [one.code for one in check("jar:mailto:a!/b") if one.level == "error"] == []


def test_a_deep_nest_takes_no_deep_stack() -> None:
    text = "jar:" * 5000 + "FILE:/a" + "!/b" * 5000

    assert [one.code for one in check(text, limit=None)] == ["upper-case-scheme"]
    assert normalize(text, "scheme") == text.replace("FILE", "file")
    assert len(parse(text).names) == 5000


@pytest.mark.parametrize("text", ["jar:FILE:/a", "jar:jar:a!/b", "jar:!/B"])
def test_what_is_outside_the_form_is_left_alone(text: str) -> None:
    assert normalize(text, "scheme") == text
    with pytest.raises(URIRuleError):
        parse(text)


def test_a_password_is_not_shown() -> None:
    value = parse("jar:jar:http://u:secret@h/a.jar!/b.jar!/c")

    assert "secret" not in repr(value)
    assert value.archive == "http://u:secret@h/a.jar"
    assert repr(parse("jar:file:/a!/b")) == "Jar(url='file:/a', entry='b', fragment=None)"
