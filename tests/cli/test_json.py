"""Every answer in JSON keeps to `schema.json`: each verb, each kind of failure, each transcript."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.cli.shell import call
from tests.cli.test_transcripts import FILES, octets
from urikit.cli.commands import VERBS

SCHEMA = json.loads(files("urikit.cli").joinpath("schema.json").read_text("utf-8"))
VALID = Draft202012Validator(SCHEMA)
REQUESTS = {
    "parse": ["parse"],
    "parse, shown": ["parse", "--show-secrets"],
    "parse, as IRIs": ["parse", "--spec", "rfc3987"],
    "check, as IRIs": ["check", "--spec", "rfc3987"],
    "check, as URLs of 1994": ["check", "--spec", "rfc1738"],
    "check, as NSURL": ["check", "--spec", "nsurl"],
    "parse, guessed": ["parse", "--guess-scheme", "https"],
    "check": ["check"],
    "check, a URI": ["check", "--rule", "absolute-URI", "--level", "note"],
    "normalize": ["normalize"],
    "normalize, explained": ["normalize", "--explain", "--base", "http://a/b/c"],
    "resolve": ["resolve", "http://u:pw@a/b/c?q"],
    "resolve, explained": ["resolve", "--explain", "--loose", "http://a/b/c?q"],
    "relativize": ["relativize", "http://a/b/c?q"],
    "equal": ["equal", "http://a/b/c"],
    "encode": ["encode"],
    "encode, in a charset": ["encode", "--charset", "ascii", "-c", "reg-name"],
    "decode": ["decode"],
    "convert": ["convert", "--to", "uri"],
    "convert, mended": ["convert", "--to", "uri", "--fix", "--explain", "--host", "percent"],
    "convert, a part": ["convert", "--to", "iri", "--part", "path", "--explain"],
    "convert, to 1994": ["convert", "--to", "rfc1738", "--lossy"],
    "convert, from 1994": ["convert", "--to", "rfc3986"],
    "decode, kept": ["decode", "--errors", "keep"],
    "get": ["get", "-g", "{host} {decoded.path:0} {decoded.query:k}"],
    "explain": ["explain"],
    "explain, a rule": ["explain", "--rule", "-"],
    "schemes": ["schemes", "-"],
    "urn": ["urn"],
    "urn, old": ["urn", "--strict-2141"],
    "urn, compared": ["urn", "--equal-to", "urn:isbn:0395363411", "--isbn-cross"],
    "namespaces": ["namespaces", "-"],
    "namespaces, proposed": ["namespaces", "--propose", "--kind", "informal"],
}
LINES = [
    b"http://a/b/c",
    b"HTTP://u:pw@A:80/%7e/../%2Fx?k=%26&k&=#f%20",
    b"http://a:99999999999999999999/",
    b"http://[2001:db8::1]:/?#",
    b"http://[v1.x]/",
    b"x://h/%FF?%FF#%FF",
    b"a:" + b"a&" * 10_001,
    b"x:?" + b"a&" * 10_001,
    b"x:%2F%2F%FF?%26%26%FF",
    b"../g;x=1/../y",
    b"//h",
    b"?q",
    b"",
    b"g",
    b"http:g",
    b"a b",
    b"%zz",
    b"\xff\xfe",
    "http://ex\u00e4mple/".encode(),
    "http://u:\u00e4@xn--a.\u00e9/\u05d0b".encode(),
    b"http://u:pw@ho st/",
    b"caf%C3%A9%0A",
    b"space",
    b"mailto",
    b"isbn",
    b"urn-7",
    b"xn--x",
    b"urn:isbn:0-395-36341-1",
    b"urn:ab-:c",
    b"urn:example:a?+r?=q?+b#",
    b"urn:nbn:se:uu:diva-1",
    b"urn:uuid:42",
    b"mailto:gorby%25kremvax@example.com?subject=%FF",
    b"a" * 3000,
]


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)
@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_every_answer_keeps_to_the_schema(request_: list[str], form: str) -> None:
    done = call(*request_, "--format", form, stdin=b"\n".join(LINES), env={})
    answers = json.loads(done.out) if form == "json" else [json.loads(line) for line in done.out.splitlines()]

    VALID.validate(answers)
    assert len(answers) == len(LINES)
    assert {answer["verb"] for answer in answers} == {request_[0]}
    assert [answer["line"] for answer in answers] == [*range(1, len(LINES) + 1)]
    assert done.status == any(not answer["ok"] for answer in answers)


def test_every_verb_is_held_to_the_schema() -> None:
    assert {words[0] for words in REQUESTS.values()} == VERBS.keys()
    assert set(SCHEMA["$defs"]["record"]["properties"]["verb"]["enum"]) == VERBS.keys()


def json_transcripts() -> list[Any]:
    return [
        pytest.param(case, id=f"{name}-{number}")
        for name, file in FILES.items()
        for number, case in enumerate(file["cases"], 1)
        if {"json", "jsonl"} & {*case["argv"]} and case["argv"][0] in VERBS and case["exit"] < 2
    ]


@pytest.mark.parametrize("case", json_transcripts())
def test_what_a_transcript_shows_keeps_to_the_schema(
    case: dict[str, Any], tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in case.get("files", {}).items():
        (tmp_path / name).write_bytes(octets(content) or b"")
    text = call(*case["argv"], stdin=octets(case.get("stdin", ""))).text

    VALID.validate(json.loads(text) if "json" in case["argv"] else [json.loads(line) for line in text.splitlines()])


def test_the_schema_is_a_schema_and_refuses_what_is_not_ours() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    answer = json.loads(call("parse", "--format", "json", "http://a/").out)[0]

    VALID.validate([answer])
    for wrong in (
        answer | {"more": 1},
        answer | {"line": 0},
        answer | {"result": None},
        answer | {"result": answer["result"] | {"host": 1}},
        answer | {"verb": "get"},
        {key: value for key, value in answer.items() if key != "findings"},
    ):
        assert not VALID.is_valid([wrong])


def test_no_input_is_an_empty_array_or_nothing() -> None:
    assert (call("normalize", "--format", "json").out, call("normalize", "--format", "jsonl").out) == (b"[]\n", b"")


def test_raw_and_decoded_values_have_different_names() -> None:
    answer = json.loads(call("parse", "--format", "json", "http://%41/a%2Fb?k=%26#%20").out)[0]["result"]

    assert (answer["host"], answer["segments"], answer["query"], answer["fragment"]) == (
        "%41",
        ["a%2Fb"],
        "k=%26",
        "%20",
    )
    decoded = answer["decoded"]
    assert (decoded["host"], decoded["segments"], decoded["pairs"], decoded["fragment"]) == (
        "A",
        ["a/b"],
        [["k", "&"]],
        " ",
    )
