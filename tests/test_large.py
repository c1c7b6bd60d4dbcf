"""P3: what is very long is refused at once where there is a limit, and takes linear time where there is none."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import urikit
from tests.test_growth import job, seconds
from urikit import URI, Query, URIReference, URIRuleError

pytestmark = pytest.mark.clock

MANY = 10**6
FEW = 10**5
TEXTS = {
    "segments": "http://h" + "/a" * MANY,
    "empty segments": "http://h" + "/" * MANY,
    "dot segments": "http://h" + "/a/.." * (MANY // 2),
    "pairs": "http://h/?" + "a=%62&" * MANY,
    "pairs of many keys": "http://h/?" + "&".join(map(str, range(MANY))),
    "escapes": "http://h/" + "%7e" * FEW,
    "percents": "http://h/" + "%" * FEW,
    "escapes of no UTF-8": "http://h/?" + "%ff" * FEW,
}
WORK: dict[str, Callable[[str], object]] = {
    "is_uri": urikit.is_uri,
    "segments": lambda text: URI(text).segments,
    "replace": lambda text: URI(text).replace(query=None, fragment="f"),
    "replace the path": lambda text: URI(text).replace(path=URI(text).path + "/b"),
    "set_query": lambda text: URI(text).set_query("a", "b"),
    "drop_query": lambda text: URI(text).drop_query("a*", "*7*"),
    "normalize": lambda text: urikit.normalize(text, "scheme"),
    "key": lambda text: urikit.key(text, "scheme"),
    "resolve": lambda text: urikit.resolve(text, "../b?c"),
    "relativize": lambda text: urikit.relativize(text, text + "b"),
    "to_iri": lambda text: urikit.to_iri(text, limit=None),
    "check": lambda text: urikit.check(text, limit=None),
    "mask": urikit.mask,
    "decode": lambda text: urikit.decode(text, "replace"),
    "encode": urikit.encode,
    "Query": lambda text: Query(URIReference(text).query, limit=None).decoded("keep"),
    "Query.set": lambda text: Query(URIReference(text).query, limit=None).set("a", "b"),
}
HUGE: dict[str, Callable[[str], object]] = {
    "check": lambda text: urikit.check(text)[0].code,
    "to_uri": urikit.to_uri,
    "to_iri": urikit.to_iri,
    "explain_to_uri": urikit.explain_to_uri,
    "explain_to_iri": urikit.explain_to_iri,
    "visual_components": urikit.visual_components,
}


@pytest.mark.parametrize("kind", TEXTS)
@pytest.mark.parametrize("name", WORK)
def test_a_million_parts_are_a_matter_of_seconds(name: str, kind: str) -> None:
    assert seconds(job(WORK[name], TEXTS[kind])) < 20  # a square would take many minutes


@pytest.mark.parametrize("size", [1 << 26, pytest.param(1 << 30, marks=pytest.mark.slow)])
def test_a_text_beyond_the_limit_is_refused_at_once(size: int) -> None:
    text = "a" * size
    for name, function in HUGE.items():
        told = []

        def refused(function: Callable[[str], object] = function, told: list[object] = told) -> None:
            try:
                told.append(function(text))
            except URIRuleError as error:
                told.append(error.findings[0].code)

        assert seconds(refused) < 0.1, name  # which does not look at each character
        assert told == ["too-long"], name


def test_a_query_of_too_many_pairs_is_refused_before_it_is_read() -> None:
    text = "http://h/?" + "a&" * (1 << 25)
    for edit in (URI.set_query, URI.add_query):
        with pytest.raises(URIRuleError) as caught:
            edit(URI(text), "a", "b")
        assert caught.value.findings[0].code == "too-many-pairs"
