"""The command line's door: what it answers in JSON is what the vectors say."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.cli.shell import call
from tests.plain import plain, rows
from urikit import is_uri, is_urn

Words = list[str]
Request = tuple[Words, Callable[[dict[str, Any]], Any]]
EXACT = 2**53
BOOK = "rfc3986"


def parse(text: str, spec: str = BOOK) -> Request:
    return ["parse", "--spec", spec, "--show-secrets", "--", text], lambda result: result


def check(text: str, rule: str = "URI-reference", spec: str = BOOK) -> Request:
    return ["check", "--rule", rule, "--spec", spec, "--show-secrets", "--", text], lambda result: result["valid"]


def normalize(text: str, rung: str = "syntax", base: str | None = None, spec: str = BOOK) -> Request:
    return ["normalize", "--rung", rung, "--spec", spec, *option("--base", base), "--", text], lambda result: result[
        "normalized"
    ]


def ladder(text: str, rung: str = "scheme", base: str | None = None, spec: str = BOOK) -> Request:
    words = ["normalize", "--explain", "--rung", rung, "--spec", spec, *option("--base", base), "--", text]
    return words, lambda result: result["steps"]


def resolve(base: str, reference: str, strict: bool = True, spec: str = BOOK) -> Request:
    words = ["resolve", "--spec", spec, *([] if strict else ["--loose"]), "--", base, reference]
    return words, lambda result: result["target"]


def explain_resolve(base: str, reference: str, strict: bool = True, spec: str = BOOK) -> Request:
    words = ["resolve", "--explain", "--spec", spec, *([] if strict else ["--loose"]), "--", base, reference]
    return words, lambda result: result["steps"]


def relativize(base: str, target: str, spec: str = BOOK) -> Request:
    return ["relativize", "--spec", spec, "--", base, target], lambda result: result["reference"]


def equivalence(a: str, b: str, base: str | None = None, fragment: str = "compare", spec: str = BOOK) -> Request:
    more = [*option("--base", base), *(["--ignore-fragment"] if fragment == "ignore" else [])]
    words = ["equal", "--spec", spec, *more, "--", a, b]
    return words, lambda result: result["rung"]


def encode(data: str | bytes, component: str = "segment", safe: str = "", charset: str | None = None) -> Request:
    assert isinstance(data, str)
    words = ["encode", "-c", component, "--safe", safe, *option("--charset", charset), "--", data]
    return words, lambda result: result["encoded"]


def decode(component: str, errors: str = "strict", charset: str = "utf-8") -> Request:
    words = ["decode", "--errors", errors, "--charset", charset, "--", component]
    return words, lambda result: result["decoded"]


def to_uri(text: str, part: str | None = None, host: str = "idna", fix: bool = False) -> Request:
    words = ["--host", host, *option("--part", part), *(["--fix"] if fix else [])]
    return ["convert", "--to", "uri", *words, "--", text], lambda result: result["converted"]


def to_iri(text: str, part: str | None = None, host: str = "unicode", keep: str = "recommended") -> Request:
    words = ["--host", host, "--keep", keep, *option("--part", part)]
    return ["convert", "--to", "iri", *words, "--", text], lambda result: result["converted"]


def explained(request: Request) -> Request:
    return ["convert", "--explain", *request[0][1:]], lambda result: result["steps"]


def urn(text: str, strict_2141: bool = False) -> Request:
    return ["urn", *(["--strict-2141"] if strict_2141 else []), "--", text], lambda result: result


def urn_key(text: str, namespace_rules: bool = True, isbn_cross: bool = False) -> Request:
    return ["urn", *comparing(namespace_rules, isbn_cross), "--", text], lambda result: result["key"]


def urn_equivalent(a: str, b: str, namespace_rules: bool = True, isbn_cross: bool = False) -> Request:
    assert is_urn(b) or not is_uri(b)  # to the verb a URI that is no URN is a mistake, not another name
    words = ["urn", *comparing(namespace_rules, isbn_cross), "--equal-to", a, "--", b]
    return words, lambda result: result["equivalent"]


def comparing(namespace_rules: bool, isbn_cross: bool) -> Words:
    return [*([] if namespace_rules else ["--no-namespace-rules"]), *(["--isbn-cross"] if isbn_cross else [])]


def urn_locations(text: str) -> Request:
    return ["urn", "--", text], lambda result: result["locations"]


def nid_kind(nid: str) -> Request:
    return ["namespaces", "--propose", "--", nid], lambda result: result["nid_kind"]


VERBS: dict[str, Callable[..., Request]] = {
    "read_urn": urn,
    "urn_key": urn_key,
    "urn_equivalent": urn_equivalent,
    "urn_locations": urn_locations,
    "nid_kind": nid_kind,
    "parse": parse,
    "normalize": normalize,
    "ladder": ladder,
    "resolve": resolve,
    "explain_resolve": explain_resolve,
    "relativize": relativize,
    "equivalence": equivalence,
    "encode": encode,
    "to_uri": to_uri,
    "to_iri": to_iri,
    "explain_to_uri": lambda *args, **named: explained(to_uri(*args, **named)),
    "explain_to_iri": lambda *args, **named: explained(to_iri(*args, **named)),
    "decode": decode,
    "is_uri": lambda text: check(text, "URI"),
    "is_uri_reference": check,
    "is_relative_ref": lambda text: check(text, "relative-ref"),
    "is_absolute_uri": lambda text: check(text, "absolute-URI"),
    "is_iri": lambda text: check(text, "URI", "rfc3987"),
    "is_iri_reference": lambda text: check(text, spec="rfc3987"),
    "is_irelative_ref": lambda text: check(text, "relative-ref", "rfc3987"),
    "is_absolute_iri": lambda text: check(text, "absolute-URI", "rfc3987"),
}
FIRST = {"resolve": "base", "explain_resolve": "base", "relativize": "base", "equivalence": "a"}
"""The argument that all inputs need: where it is wrong, the request is refused."""


def option(name: str, value: str | None) -> Words:
    return [] if value is None else [name, value]


def typed(operation: str, case: dict[str, Any], args: dict[str, Any]) -> Request | None:
    """What would be typed for a row; None where the command line has no such argument, or a shell no such text."""
    row = case["in"]
    named = dict(args)
    try:
        if operation in ("resolve", "explain_resolve", "relativize") and isinstance(row, str):
            made = VERBS[operation](**named, **{"target" if operation == "relativize" else "reference": row})
        else:
            made = VERBS[operation](*(row if isinstance(row, list) else [row]), **named)
    except (TypeError, AssertionError):
        return None
    words = "".join(made[0])
    return made if "\0" not in words and not any("\ud800" <= character < "\ue000" for character in words) else None


def requests() -> list[Any]:
    """Each row of the vectors that can be typed."""
    found = []
    for row in rows(VERBS):
        operation, case, args = row.values
        request = typed(operation, case, args)
        if request is not None and typeable(case):
            found.append(pytest.param(request, case, id=row.id))
    return found


def typeable(case: dict[str, Any]) -> bool:
    out = case.get("out")
    return not (isinstance(out, dict) and isinstance(out.get("port"), int) and out["port"] >= EXACT)


@pytest.mark.parametrize(("request_", "case"), requests())
def test_the_command_line_gives_the_vector(request_: Request, case: dict[str, Any]) -> None:
    words, answer_of = request_
    done = call(words[0], "--format", "json", *words[1:])
    if done.status == 2:  # refused, since what all inputs need is wrong
        assert f"[{case['error']}]" in done.err
        return
    record = json.loads(done.out)[0]

    if "error" in case:
        finding = record["findings"][0]
        place = {name: finding[name] for name in ("start", "end") if name in case}
        assert (case["error"], {name: case[name] for name in place}) == (finding["code"], place)
        assert (record["ok"], record["result"], done.status) == (False, None, 1)
    elif isinstance(case["out"], dict):
        assert shared(case["out"], record["result"]) == shared(record["result"], case["out"])
        assert case["out"].keys() <= record["result"].keys() | OTHERS
    else:
        answer = answer_of(record["result"])
        wanted = case["out"]
        if isinstance(wanted, list) and any(isinstance(like, dict) for like in wanted):
            answer = [{name: one[name] for name in like} for one, like in zip(answer, wanted, strict=True)]
        assert wanted == plain(answer, wanted)


OTHERS = {"authority", "name", "stem", "suffix", "parent", "ip", "query_pairs"}
"""Properties of a value that `parse` does not show."""


def shared(one: Any, other: Any) -> Any:
    """What of an object *one* the object *other* names too."""
    if not isinstance(one, dict) or not isinstance(other, dict):
        return one
    return {name: shared(value, other[name]) for name, value in one.items() if name in other}


def test_every_verb_of_the_door_has_rows() -> None:
    ids = " ".join(row.id or "" for row in requests())

    assert all(name.replace("_", "-") in ids for name in VERBS)
