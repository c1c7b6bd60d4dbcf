"""Do public bug reports about URNs get the right answer?  They lie beside the project; without them the tests skip."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from urikit import URISyntaxError, check, is_uri, is_urn, normalize, read_urn, resolve, urn_equivalent

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases" / "field_cases.jsonl"
COMPONENTS = {"nid": "nid", "nss": "nss", "r": "r_component", "q": "q_component", "f": "f_component"}

# words of a case -> the code that says so
REASONS = {"NID needs at least 2 characters": "urn-nid", "no ':' after the NID": "urn-no-nss", "no NSS": "urn-no-nss"}
WARNINGS = {"NBN: no assigned string after the '-'": "nbn-string"}


def cases() -> list[Any]:
    """The cases whose operation is that of URNs, and the one that resolves against a URN."""
    if not CASES.exists():
        return [pytest.param(None, marks=pytest.mark.skip(reason="the cases are not beside the project"))]
    found = [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]
    wanted = [case for case in found if case["operation"] == "urn" or case.get("base", "").startswith("urn:")]
    return [pytest.param(case, id=case["id"]) for case in wanted]


@pytest.mark.parametrize("case", cases())
def test_bug_reports_of_others(case: dict[str, Any]) -> None:
    text, expected = case["input"], case["expected"]
    if case["operation"] == "resolve":
        assert resolve(case["base"], text) == expected["resolved"]
        return
    urn = expected["urn"]

    assert is_uri(text) is expected["uri"]
    assert is_urn(text) is urn["valid"]
    if urn["valid"]:
        parts = read_urn(text)
        assert {key: getattr(parts, name) for key, name in COMPONENTS.items() if key in urn} == {
            key: urn[key] for key in COMPONENTS if key in urn
        }
    else:
        with pytest.raises(URISyntaxError) as caught:
            read_urn(text)
        assert caught.value.finding.code == REASONS[urn["reason"]]
    codes = [one.code for one in check(text)]
    assert "warning" not in urn or WARNINGS[urn["warning"]] in codes
    for other in expected.get("not_equivalent", ()):
        assert not urn_equivalent(text, other)
    if "other" in expected:
        assert urn_equivalent(text, expected["other"]) is expected["equivalent"]
    assert normalize(text, "scheme") == expected.get("normalised", normalize(text, "scheme"))


def test_every_case_is_run() -> None:
    if not CASES.exists():
        pytest.skip("the cases are not beside the project")

    assert len(cases()) == 11
