"""Normalising: what the options do, and the corners of a scheme's row (each rung's texts are in vectors/)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import SCHEMES, Scheme, URIRuleError, URISyntaxError, normalize
from urikit.operations.normalize import RUNGS, height
from urikit.strategies import uri_reference_texts
from urikit.syntax.parse import read

RUNG = st.sampled_from(RUNGS)


@given(uri_reference_texts(), RUNG)
def test_what_does_not_change_is_the_same_object(text: str, rung: str) -> None:
    normal = normalize(text, rung)

    assert (normal is text) == (normal == text)
    assert normalize(normal, rung) is normal


@given(uri_reference_texts(), RUNG)
def test_at_most_six_longer(text: str, rung: str) -> None:
    assert len(normalize(text, rung)) <= len(text) + 6


@pytest.mark.parametrize("rung", ["", "Path", "all", "§6.2.3"])
def test_a_rung_has_one_of_the_names(rung: str) -> None:
    with pytest.raises(ValueError, match="no rung"):
        normalize("http://a/", rung)


def test_rungs_are_in_the_order_of_the_rfc() -> None:
    assert [height(rung) for rung in RUNGS] == [0, 1, 2, 3, 4, 5]
    assert height("syntax") == height("path")


@pytest.mark.parametrize("rung", RUNGS)
def test_a_text_that_is_no_reference_is_refused_at_every_rung(rung: str) -> None:
    with pytest.raises(URISyntaxError) as caught:
        normalize("http://[%41::1]/", rung)  # decoded before it was read, it would be one

    assert (caught.value.text, caught.value.finding.start) == ("http://[%41::1]/", 8)


# --------------------------------------------------------------------------------------------------------- rung scheme


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("file://localhost/a", "file:///a"),
        ("file://LOCALHOST:/a", "file:///a"),
        ("file://%6cocalhost/a", "file:///a"),
        ("file://@localhost/a", "file://@/a"),  # an empty userinfo keeps its "@"
        ("file://u@localhost/a", "file://u@localhost/a"),
        ("file://:@localhost/a", "file://:@localhost/a"),  # ":" says more than nothing
        ("file://localhost:1/a", "file://localhost:1/a"),
        ("file://localhost", "file://"),
        ("file:/a", "file:///a"),
        ("file:/.//a", "file:////a"),
        ("file:a", "file:a"),
        ("file:", "file:"),
        ("file:?q", "file:?q"),
        ("x://localhost/a", "x://localhost/a"),
    ],
)
def test_a_default_host(text: str, normal: str) -> None:
    assert normalize(text, "scheme") == normal
    assert normalize(normal, "scheme") == normal


@pytest.mark.parametrize(
    ("port", "left"),
    [
        (":", ""),
        (":80", ""),
        (":0080", ""),
        (":81", ":81"),
        (":0081", ":81"),
        (":0", ":0"),
        (":000", ":0"),
        (":" + "0" * 5000 + "80", ""),
        (":" + "9" * 5000, ":" + "9" * 5000),  # more digits than int() takes
    ],
)
def test_ports_of_any_size(port: str, left: str) -> None:
    assert normalize(f"http://h{port}/", "scheme") == f"http://h{left}/"
    assert normalize(f"http://h{port}/", "path") == f"http://h{port}/"
    assert normalize(f"x://h{port}/", "scheme") == f"x://h{left or ':80' * (len(port) > 1)}/"


@pytest.mark.parametrize(
    "text", ["http://@h/", "http://u:@h/", "http://:@h/", "http://h/?", "http://h/#", "http://h/?#"]
)
def test_an_empty_component_keeps_its_delimiter(text: str) -> None:
    for rung in RUNGS:
        assert normalize(text, rung) == text


def test_a_scheme_of_the_callers_is_normalised_by_its_row() -> None:
    schemes = SCHEMES | [Scheme("myapp", "our wiki", default_port=7, empty_path="/", case_insensitive=["path"])]

    assert normalize("MYAPP://H:07", "scheme", schemes=schemes) == "myapp://h/"
    assert normalize("myapp://h/ABC%c3", "scheme", schemes=schemes) == "myapp://h/abc%C3"
    assert normalize("MYAPP://H:07", "scheme") == "myapp://h:7"


@pytest.mark.parametrize(
    ("text", "generic"),
    [("x://h", "x://h/"), ("x://h?q", "x://h/?q"), ("x:", "x:"), ("file://h", "file://h"), ("//h", "//h")],
)
def test_an_unknown_scheme_is_generic_when_asked(text: str, generic: str) -> None:
    assert normalize(text, "scheme", assume_generic=True) == generic
    assert normalize(text, "path", assume_generic=True) == normalize(text, "scheme") == text


# ------------------------------------------------------------------------------------------------------- rung protocol

OBSERVED = {
    "http://h/data": "http://h/data/",
    "http://h/a": "b#own",
    "http://h/b": "//H:80/%7Ec",
    "http://h/self": "self",
    "http://h/1": "2",
    "http://h/2": "1",
}


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("HTTP://h:80/data", "http://h/data/"),
        ("http://h/data#part", "http://h/data/#part"),  # a fragment is not part of what was observed
        ("http://h/a", "http://h/~c#own"),  # from alias to alias, to the end
        ("http://h/a#part", "http://h/~c#own"),
        ("http://h/b#part", "http://h/~c#part"),
        ("http://h/self", "http://h/self"),
        ("http://h/other", "http://h/other"),
        ("data", "data"),
    ],
)
def test_aliases_are_followed(text: str, normal: str) -> None:
    assert normalize(text, "protocol", aliases=OBSERVED) == normal
    assert normalize(normal, "protocol", aliases=OBSERVED) == normal


def test_aliases_are_followed_at_rung_protocol_only() -> None:
    assert normalize("http://h/data", "scheme", aliases=OBSERVED) == "http://h/data"


def test_aliases_in_a_circle_are_refused() -> None:
    with pytest.raises(URIRuleError) as caught:
        normalize("http://h/1", "protocol", aliases=OBSERVED)

    assert caught.value.findings[0].code == "alias"


def test_an_alias_that_is_no_reference_is_refused() -> None:
    with pytest.raises(URISyntaxError):
        normalize("http://h/", "protocol", aliases={"http://h/": "a b"})


@given(uri_reference_texts())
def test_an_authority_stays_or_is_a_files(text: str) -> None:
    before, after = read(text), read(normalize(text, "scheme"))

    assert (before[1] == "") == (after[1] == "") or (after[0] == "file:" and after[1] == "//")
