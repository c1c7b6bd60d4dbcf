"""Resolving: its explanations, recomposition, and what the doors refuse (the targets themselves are in vectors/)."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from urikit import URISyntaxError
from urikit.operations.resolve import (
    explain_remove_dot_segments,
    explain_resolve,
    recompose,
    resolve,
    split_fragment,
)
from urikit.operations.steps import Step
from urikit.strategies import uri_reference_texts, uri_texts
from urikit.syntax.parse import read
from urikit.syntax.path import remove_dot_segments

DOTTED = st.lists(st.sampled_from(["/", ".", "..", "a", "./", "/..", "//", "b:"]), max_size=10).map("".join)


@given(uri_texts(), uri_reference_texts(), st.booleans())
@example("a:/b", "..//c", True)
@example("http://a", "http:", False)
def test_the_last_step_is_the_target(base: str, reference: str, strict: bool) -> None:
    steps = explain_resolve(base, reference, strict=strict)

    assert steps[-1].text == resolve(base, reference, strict=strict)
    assert steps[-1].name == "recompose(T)"


@given(uri_texts(), uri_reference_texts())
def test_every_component_of_the_target_is_assigned_once(base: str, reference: str) -> None:
    lines = [step.name.partition(" = ")[0] for step in explain_resolve(base, reference)]
    last = {step.name.partition(" = ")[0]: step.text for step in explain_resolve(base, reference)}

    for component in ("T.scheme", "T.authority", "T.query", "T.fragment"):
        assert lines.count(component) == 1
    assert last["T.scheme"] == base.partition(":")[0] or last["T.scheme"] == reference.partition(":")[0]
    assert last["T.fragment"] == split_fragment(reference)[1]


@pytest.mark.parametrize(
    ("base", "reference", "note"),
    [
        ("a:/b", "..//c", True),
        ("x:y", "a:b/..//c", True),
        ("x:/.//p", "", False),  # the base's path is copied as it is: it has its "/." already
        ("http://a/b", ".//c", False),
        ("a:/b", "c", False),
    ],
)
def test_the_guard_is_told_where_it_was_written(base: str, reference: str, note: bool) -> None:
    assert explain_resolve(base, reference)[-1].note.startswith('"/." keeps') is note


@given(DOTTED)
def test_the_last_output_buffer_is_the_result(path: str) -> None:
    rows = explain_remove_dot_segments(path)

    assert rows[0] == ("1", "", path)
    assert rows[-1] == (rows[-1][0], remove_dot_segments(path), "")
    assert {step for step, _, _ in rows[1:]} <= {"2A", "2B", "2C", "2D", "2E"}


@given(uri_reference_texts())
def test_pieces_recompose_to_the_text(text: str) -> None:
    assert recompose(read(text)) == text


@given(st.sampled_from(["", "x:"]), DOTTED)
def test_a_recomposed_path_never_reads_as_another_part(scheme: str, path: str) -> None:
    read_back = read(recompose((scheme, "", "", "", path, "", "")))

    assert read_back[:4] == (scheme, "", "", "")
    assert read_back[4] in (path, "/." + path, "./" + path)
    assert (read_back[4] == path) or path.startswith("//") or ":" in path.partition("/")[0]


@pytest.mark.parametrize("given_base", [b"http://a/", None, 1])
def test_only_text_is_a_base_or_a_reference(given_base: object) -> None:
    with pytest.raises(TypeError):
        resolve(given_base, "g")
    with pytest.raises(TypeError):
        resolve("http://a/", given_base)


def test_the_text_of_the_error_is_the_one_at_fault() -> None:
    with pytest.raises(URISyntaxError) as caught:
        resolve("http://a/%zz", "g")
    assert (caught.value.text, caught.value.finding.code) == ("http://a/%zz", "pct-encoded")

    with pytest.raises(URISyntaxError) as caught:
        resolve("http://a/", "g h")
    assert (caught.value.text, caught.value.finding.code) == ("g h", "space")


def test_a_step_is_a_value() -> None:
    step = Step("case", "http://a/", "RFC 3986 §6.2.2.1", "A → a")

    assert pickle.loads(pickle.dumps(step)) == step
    assert hash(step) == hash(Step("case", "http://a/", "RFC 3986 §6.2.2.1", "A → a"))
    match step:
        case Step(name, text, _, note):
            assert (name, text, note) == ("case", "http://a/", "A → a")
    with pytest.raises(AttributeError):
        step.note = ""
