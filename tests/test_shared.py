"""
Do third-party suites and public bug reports get the right answer?

They lie beside the project, not in it, and the tests skip where they are not there.  What we answer otherwise on
purpose is listed with its reason, and a listed row that agrees fails as well.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest

import urikit
from urikit import URISyntaxError, parse
from urikit.syntax.grammar import RFC3987

SHARED = Path(__file__).parents[2] / "shared"

# --- what we answer otherwise, and why

RESOLVE = {
    ("http://example.org/foo/bar", ":23"): "a dialect's: no URI-reference, a first segment cannot hold “:” (§4.2)",
    ("urn:a/b", "..//a/b"): "§5.2.4 drops no empty segment: “//a/b” is left, written /.//a/b without authority (§3.3)",
}
VALIDITY: dict[tuple[str, str], str] = {}
FIELD: dict[tuple[str, str], str] = {
    ("F070", "error_at"): "the first character that no URI holds follows “https://”, which is 8 characters, not 7",
}


def lines(name: str) -> list[dict[str, Any]]:
    """The records of a file, none where it is not there."""
    path = SHARED / name
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def parameters(name: str, rows: list[Any]) -> list[Any]:
    """One parameter a row, or one skipped test that says what is missing."""
    missing = pytest.param(None, marks=pytest.mark.skip(reason=f"{name} is not beside the project"), id="missing")
    return rows if (SHARED / name).exists() else [missing]


def agrees(agreed: bool, reason: str | None) -> bool:
    """Both ways: what is not listed agrees, what is listed does not."""
    return agreed is (reason is None)


# --- vectors/resolve.jsonl

RESOLVE_ROWS = [pytest.param(row, id=f"{row['suite']}/{n}") for n, row in enumerate(lines("vectors/resolve.jsonl"))]


@pytest.mark.parametrize("row", parameters("vectors/resolve.jsonl", RESOLVE_ROWS))
def test_resolving_as_other_suites_do(row: dict[str, Any]) -> None:
    try:
        target = urikit.resolve(row["base"], row["ref"])
    except URISyntaxError as error:
        target = str(error.finding)

    assert agrees(target in row["want"], RESOLVE.get((row["base"], row["ref"]))), (row, target)


# --- vectors/validity.jsonl

KINDS: dict[str, Callable[[str], bool]] = {
    "uri": urikit.is_uri,
    "uri-reference": urikit.is_uri_reference,
    "iri": urikit.is_iri,
    "iri-reference": urikit.is_iri_reference,
    "ipv4": lambda text: urikit.matches("IPv4address", text),
    "ipv6": lambda text: urikit.matches("IPv6address", text),
}


# The rules of both grammars, as the other suite spells them.
RULES = {name.lower().replace("-", "_") for name in RFC3987.rules}


def validity_rows() -> list[Any]:
    """The rows of our kinds, and those of the grammars' rules."""
    found = []
    for number, row in enumerate(lines("vectors/validity.jsonl")):
        kind = row["kind"]
        if kind in KINDS or (kind.startswith("rule:") and kind[5:] in RULES):
            found.append(pytest.param(row, id=f"{kind}/{number}"))
    return found


@pytest.mark.parametrize("row", parameters("vectors/validity.jsonl", validity_rows()))
def test_what_other_suites_call_valid(row: dict[str, Any]) -> None:
    rule = row["kind"].removeprefix("rule:")
    seen = KINDS[rule](row["value"]) if rule in KINDS else urikit.matches(rule, row["value"])

    assert agrees(seen is row["valid"], VALIDITY.get((row["kind"], row["value"]))), row


# --- specs/decision_vectors.csv


def decision_rows() -> list[Any]:
    path = SHARED / "specs/decision_vectors.csv"
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return [pytest.param(row, id=f"{row['kind']}/{n}") for n, row in enumerate(csv.DictReader(file))]


@pytest.mark.parametrize("row", parameters("specs/decision_vectors.csv", decision_rows()))
def test_decisions(row: dict[str, str]) -> None:
    text, base = row["input"], row["base"]
    if row["kind"] == "remove_dot_segments":
        seen = urikit.remove_dot_segments(text)
    elif row["kind"] == "relativise":
        seen = urikit.relativize(base, text)
    else:
        seen = urikit.resolve(base, text, strict=row["note"] != "strict=False")

    assert seen == row["expected"], row


# --- cases/field_cases.jsonl

OPERATIONS = ("parse", "validate-uri", "normalise", "resolve", "equivalent", "query")
IRI_OPERATIONS = ("iri-to-uri", "uri-to-iri", "validate-iri")
IRI_KEYS = ("iri", "uri_form", "uri_form_idna", "iri_form", "iri_form_idna", "other_iri_form")
HOST_KINDS = {"ipv4": "IPv4address", "ipv6": "IPv6address", "ipvfuture": "IPvFuture"}
WARNINGS = {"double-encoded dot segment": "double-encoded", "%00": "encoded-nul"}

# Answers that belong to later work (WHATWG, single schemes, document text), and words for the reader.
LATER = set(
    "keep whatwg whatwg_node20 surt tel data from_posix_path parse_authority rfc6874_optin note reason time error"
    " extension_join other decode_strict guard idna2008 input_expr_full xsd_anyuri_lexical".split()
)


def codes(text: str) -> set[str]:
    return {found.code for found in urikit.check(text)}


def spec_of(case: dict[str, Any]) -> Literal["rfc3986", "rfc3987"]:
    return "rfc3987" if case["operation"] in IRI_OPERATIONS else "rfc3986"


def components(case: dict[str, Any], text: str) -> dict[str, Any]:
    reference = parse(text, spec_of(case))
    names = "scheme userinfo host host_kind path query fragment".split()
    return {name: getattr(reference, name) for name in names} | {"port": reference.port_text}


def place(case: dict[str, Any], text: str) -> int | None:
    try:
        parse(text, "rfc3987" if case["operation"] == "validate-iri" else "rfc3986")
    except URISyntaxError as error:
        return error.finding.start
    return None


def idna_words(text: str) -> str:
    """What IDNA says of the host, in one or two words."""
    found = urikit.check_host(parse(text, "rfc3987").must("host"))[0]
    return (
        "label too long" if "too long" in found.message else "empty label" if "empty" in found.message else found.code
    )


def resolved(base: str, text: str) -> str | None:
    try:
        return urikit.resolve(base, text)
    except URISyntaxError:
        return None


# key of `expected` -> our answer, from the case and its text
ANSWERS: dict[str, Callable[[dict[str, Any], str], Any]] = {
    "uri": lambda case, text: urikit.is_uri(text),
    "relative_ref": lambda case, text: urikit.is_relative_ref(text),
    "error_at": place,
    "components": components,
    "str_roundtrip": lambda case, text: str(parse(text, spec_of(case))) == text,
    "iri": lambda case, text: urikit.is_iri(text),
    "uri_form": lambda case, text: urikit.to_uri(text, host="percent"),
    "uri_form_idna": lambda case, text: urikit.to_uri(text),
    "uri_form_idna_keeps_zwnj": lambda case, text: "\u200c" in urikit.to_iri(urikit.to_uri(text)),
    "iri_form": lambda case, text: urikit.to_iri(text, keep=case["expected"].get("keep", "recommended"), host="keep"),
    "iri_form_idna": lambda case, text: urikit.to_iri(text, keep=case["expected"].get("keep", "recommended")),
    "other_iri_form": lambda case, text: urikit.to_iri(case["expected"]["other"], host="keep"),
    "normalised": lambda case, text: urikit.normalize(text, "scheme"),
    "pairs": lambda case, text: [list(pair) for pair in parse(text).query_pairs],
    "segments_decoded": lambda case, text: list(parse(text).decoded.segments),
    "resolved": lambda case, text: resolved(case["base"], text),
    "relative_form": lambda case, text: urikit.relativize(case["base"], text),
    "equivalent": lambda case, text: urikit.equivalent(text, case["expected"]["other"], "scheme"),
    "build_path_from_decoded": lambda case, text: urikit.build(path=text),
    "build_path_from_encoded": lambda case, text: urikit.compose(path=text),
    "port_in_range": lambda case, text: "port-range" not in codes(text),
    "scheme_valid": lambda case, text: "host-missing" not in codes(text),
}
# key of `expected` in words -> whether what they say holds
HOLDS: dict[str, Callable[[dict[str, Any], str, str], bool]] = {
    "property": lambda case, text, words: urikit.resolve(case["base"], urikit.relativize(case["base"], text)) == text,
    "equivalent_to": lambda case, text, words: urikit.equivalent(text, words.split()[0], "scheme"),
    "idna": lambda case, text, words: words == f"error: {idna_words(text)}",
    "dns_valid": lambda case, text, words: "reg-name-length" in codes(text),
    "warning": lambda case, text, words: WARNINGS.get(words, words) in codes(text),
    "fixed_up": lambda case, text, words: words in urikit.check(text)[0].help,
    "error_component": lambda case, text, words: urikit.check(text)[0].rule.startswith(words),
}


def field_rows() -> list[Any]:
    return [
        pytest.param((case, key), id=f"{case['id']}/{key}")
        for case in lines("cases/field_cases.jsonl")
        for key in case["expected"]
        if key in IRI_KEYS or (is_asked(case) and key not in LATER)
    ]


def is_asked(case: dict[str, Any]) -> bool:
    return case["operation"] in IRI_OPERATIONS or (case["operation"] in OPERATIONS and "RFC 3986" in case["spec"])


@pytest.mark.parametrize("row", parameters("cases/field_cases.jsonl", field_rows()))
def test_bug_reports_of_others(row: tuple[dict[str, Any], str]) -> None:
    case, key = row
    text = repeated(case["input_expr"]) if "input_expr" in case else case["input"]
    wanted = case["expected"][key]
    if key == "components":
        wanted = wanted | {"host_kind": HOST_KINDS.get(wanted["host_kind"], wanted["host_kind"])}
    held = HOLDS[key](case, text, wanted) if key in HOLDS else ANSWERS[key](case, text) == wanted

    assert agrees(held, FIELD.get((case["id"], key))), case


def repeated(expression: str) -> str:
    """A huge text, written as texts joined by “+”, some of them repeated by “*”."""
    parts = [part.partition("*") for part in expression.split("+")]
    texts = [(text.strip("'").encode().decode("unicode_escape"), int(times or 1)) for text, _, times in parts]
    return "".join(text * times for text, times in texts)


def test_what_is_listed_is_there() -> None:
    """A listed disagreement names a row that is run."""
    if not SHARED.exists():
        pytest.skip("nothing is beside the project")
    seen = {(row["base"], row["ref"]) for row in lines("vectors/resolve.jsonl")}
    valid = {(row.values[0]["kind"], row.values[0]["value"]) for row in validity_rows()}
    field = {(case["id"], key) for case, key in (row.values[0] for row in field_rows())}

    assert RESOLVE.keys() <= seen
    assert VALIDITY.keys() <= valid
    assert FIELD.keys() <= field
