"""P9 at the command line: a secret is in no byte of what is shown, whatever the verb, the format and what is wrong."""

from __future__ import annotations

from itertools import product

import pytest

from tests.cli.shell import call

SECRET = "qX7jZk9w"
TEXTS = [
    "http://user:{}@host/p?q#f",
    "//user:{}@h",
    "FTP://u:{}@H%41:21/%7e/../b",
    "http://user:{}@host/a b",
    "http://user:{}@ho st/",
    "http://user:{}@host:8x/",
    "http://user:{}@[::1/",
    "http://user:{}@h/%zz",
    "http://us er:{}@h/",
    "http:\\\\user:{}@h/",
    "http://user:{}@h/\x1b",
    "http://user:{}@h/\\xff",
]
SECRETS = [SECRET, *(f"qX7j{mark}Zk9w" for mark in "@/?#:% \t[ä")]
SHOWN = [
    ["parse"],
    ["check"],
    ["check", "--level", "note", "--rule", "absolute-URI"],
    ["equal", "http://a/"],
    ["equal", "--base", "http://a/", "x"],
]
EXACT = [["normalize"], ["resolve", "http://a/b"], ["relativize", "http://a/b"], ["get", "-g", "{host}"]]
FORMATS = ["text", "json", "jsonl", "csv"]


def leaks(output: bytes | str) -> bool:
    """Whether four or more characters of the secret stand next to one another."""
    text = output.decode(errors="replace") if isinstance(output, bytes) else output
    return any(SECRET[at : at + 4] in text for at in range(len(SECRET) - 3))


@pytest.mark.parametrize(("words", "form"), [*product(SHOWN, [*FORMATS, "sarif"])], ids=str)
def test_what_a_verb_shows_is_masked(words: list[str], form: str) -> None:
    if form == "sarif" and words[0] != "check":
        return
    for text, secret in product(TEXTS, SECRETS[::3]):
        given = text.format(secret)
        for done in (
            call(*words, "--format", form, "--", given),
            call(*words, "--format", form, stdin=given.encode().replace(b"\n", b"")),
        ):
            assert not leaks(done.out), (given, done.text)
            assert not leaks(done.err), (given, done.err)


@pytest.mark.parametrize("words", [*EXACT, ["normalize", "--explain"], ["resolve", "--explain", "http://a/b"]], ids=str)
def test_all_of_stderr_is_masked(words: list[str]) -> None:
    for text, secret in product(TEXTS, SECRETS):
        done = call(*words, "--", text.format(secret))

        assert not leaks(done.err), (text, done.err)
        if "--explain" in words:
            assert not leaks(done.out), (text, done.text)


@pytest.mark.parametrize("secret", SECRETS)
def test_a_request_that_is_refused_is_masked(secret: str) -> None:
    for text in TEXTS:
        given = text.format(secret)
        for words in (
            [given],
            ["resolve", given + " ", "x"],
            ["normalize", "--base", given + " ", "x"],
            ["equal", given + " ", "x"],
            ["parse", "--format", given],
            ["parse", f"--{given}"],
            ["parse", f"-h{given}"],
            ["parse", "--max-length", given, "a"],
            ["get", "-g", f"{{{given}}}", "a"],
            ["parse", "--guess-scheme", given, "a"],
            ["encode", "--charset", given, "a"],
            ["encode", "--safe", given, "a"],
            ["explain", given],
            ["normalize", "-f", given],
        ):
            done = call(*words)

            assert done.status > 0 or words[0] != "resolve"
            assert not leaks(done.err), (words, done.err)


def test_what_is_written_is_exact_and_show_secrets_shows() -> None:
    given = f"http://u:{SECRET}@h/%7e"

    assert call("normalize", given).text == f"http://u:{SECRET}@h/~\n"
    assert call("resolve", given, "a").text == f"http://u:{SECRET}@h/a\n"
    assert call("get", "-g", "{password}", given).text == f"{SECRET}\n"
    assert leaks(call("parse", "--show-secrets", given).out)
    assert leaks(call("check", "--show-secrets", given).out)
    assert leaks(call("normalize", "--show-secrets", given + " ").err)
    assert leaks(call("normalize", "--show-secrets", "--explain", given).out)
    assert leaks(call("resolve", "--show-secrets", "--explain", given, "a").out)


def test_nothing_is_masked_where_nothing_follows_the_colon() -> None:
    assert call("parse", "http://u:@h/").text.startswith("http://u:@h/\n")
