"""What becomes of a row, and that no password gets out of a rejected one."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.clean.table import cleaned
from tests.laws.iris import iri_texts
from tests.test_taint import BROKEN, SECRETS, WELL, is_a_secret_there
from urikit import is_iri, is_uri, is_uri_reference, key, normalize, pieces
from urikit.clean import ArgumentError, clean
from urikit.clean.judge import COLUMNS, Judge, masked
from urikit.clean.read import Unread
from urikit.findings import CODES
from urikit.operations.normalize import RUNGS
from urikit.strategies import uri_references, uris

if TYPE_CHECKING:
    from urikit.operations.normalize import Rung

texts = uri_references().map(str) | st.text(max_size=20) | uris().map(str)
SOME_SECRETS = SECRETS[::16] + [f"qX7j{octet}Zk9w" for octet in "@/?#:"]


def judged(value: bytes | str | Unread, **options: object) -> dict[str, object]:
    data = value.encode(errors="surrogatepass") if isinstance(value, str) else value
    return dict(zip(COLUMNS, Judge(**options)(data), strict=True))  # type: ignore[arg-type]


@given(texts, st.sampled_from(["simple", "case", "percent", "path", "syntax", "scheme", "protocol"]))
def test_canonical_and_key_are_what_the_functions_say(text: str, rung: str) -> None:
    row = judged(text, rung=rung, passwords="keep")

    if row["code"] is None:
        assert row["canonical"] == normalize(text, rung)  # type: ignore[arg-type]
        assert row["key"] == key(text, rung)  # type: ignore[arg-type]
        assert row["text"] == text
    else:
        assert row["canonical"] is None
        assert row["key"] is None


@given(iri_texts | texts, st.sampled_from(RUNGS))
def test_of_iris_the_key_is_the_function_s_and_what_is_canonical_has_the_same(text: str, rung: Rung) -> None:
    uri, iri = (judged(text, rung=rung, passwords="keep", form=form) for form in ("uri", "iri"))

    assert uri["code"] == iri["code"]
    assert (uri["code"] is None) == is_iri(text)
    if is_iri(text):
        assert uri["key"] == iri["key"] == key(text, rung, spec="rfc3987")
        assert is_uri(str(uri["canonical"]))
        assert is_iri(str(iri["canonical"]))
        for row in (uri, iri) if rung not in ("simple", "case") else ():
            assert key(str(row["canonical"]), rung, spec="rfc3987") == row["key"]


@given(texts)
def test_the_key_without_fragment_is_what_the_function_says(text: str) -> None:
    row = judged(text, passwords="keep", ignore_fragment=True)

    if row["code"] is None:
        assert row["key"] == key(text, "scheme", fragment="ignore")
        assert row["canonical"] == normalize(text, "scheme")


@given(uris().map(str), texts)
def test_a_row_is_resolved_first_where_there_is_a_base(base: str, text: str) -> None:
    row = judged(text, base=base, passwords="keep")

    if row["code"] is None:
        assert row["canonical"] == normalize(text, "scheme", base=base)
    else:
        assert row["code"] == "blank" or not is_uri_reference(text)


@given(texts)
def test_the_parts_are_those_of_canonical(text: str) -> None:
    row = judged(text)

    if row["code"] is None:
        canonical = row["canonical"]
        assert isinstance(canonical, str)
        cut = pieces(canonical)
        assert cut is not None
        scheme, user, host, port, path, query, fragment = cut
        assert (f"{row['scheme']}:", row["host"], row["path"]) == (scheme, host if user else None, path)
        assert (row["query"] is None, row["fragment"] is None) == (query == "", fragment == "")
        assert (row["query"] or "", row["fragment"] or "") == (query[1:], fragment[1:])
        assert row["port"] == (int(port[1:]) if port[1:] else None)


@given(st.binary(max_size=30) | texts.map(lambda text: text.encode(errors="surrogatepass")))
def test_any_bytes_are_taken_or_rejected_with_a_code_that_is_explained(data: bytes) -> None:
    row = judged(data)

    taken = [row[name] is not None for name in ("canonical", "key", "scheme", "path")]
    assert taken == [row["code"] is None] * 4
    assert row["code"] is None or (row["code"] in CODES and row["message"])


@pytest.mark.parametrize("where", WELL + BROKEN)
@pytest.mark.parametrize("passwords", ["reject", "mask"])
def test_no_password_gets_out(where: str, passwords: str) -> None:
    texts = {where.format(secret): secret for secret in SECRETS}
    held = [text for text, secret in texts.items() if is_a_secret_there(text, secret)]

    told = [text for text in held if re.search("qX7j|Zk9w|qX%37j", json.dumps(judged(text, passwords=passwords)))]

    assert len(held) > 250
    assert told == []


@pytest.mark.parametrize("code", ["bad-record", "no-column", "not-text", "line-too-long"])
@pytest.mark.parametrize("where", WELL + BROKEN)
def test_no_password_gets_out_of_a_record(code: str, where: str) -> None:
    for secret in SOME_SECRETS:
        for record in ("{}", 'x,"{}",y', '{{"url": "{}"', "http://a/ {} http://b/"):
            shown = record.format(where.format(secret)).encode(errors="surrogatepass")
            row = judged(Unread(code, shown, "why"))

            assert "qX7j" not in str(row["text"]), shown
            assert "Zk9w" not in str(row["text"]), shown


def test_a_password_cut_in_two_does_not_get_out() -> None:
    row = judged(Unread("line-too-long", b"http://user:qX7jZk9w", "long"))

    assert row["text"] == "http://•••@…"


def test_masking_takes_linear_time() -> None:
    for text in ("//" * 200_000 + "@", "//:" * 200_000, "//a" * 200_000 + ":x@", "@" * 200_000):
        assert len(masked(text)) <= len(text) + 3


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"rung": "top"}, "no rung 'top'"),
        ({"base": "../a"}, "no-scheme"),
        ({"base": "http://a b/"}, "space"),
        ({"base": "http://u:secret@h/"}, "the base holds a password"),
        ({"passwords": "show"}, "'reject', 'mask' or 'keep'"),
        ({"only": "good"}, "only 'good'"),
        ({"memory": "much"}, "memory 'much'"),
    ],
)
def test_what_cannot_be_done_is_told_before_anything_is(options: dict[str, str], words: str, tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_bytes(b"http://a/\n")

    with pytest.raises(ArgumentError) as caught:
        clean(tmp_path / "in.txt", tmp_path / "out.csv", temp=tmp_path, **options)  # type: ignore[arg-type]

    assert words in str(caught.value)
    assert "secret" not in str(caught.value)
    assert [path.name for path in tmp_path.iterdir()] == ["in.txt"]


@pytest.mark.parametrize(("size", "code"), [(99, None), (100, None), (101, "line-too-long")])
@pytest.mark.parametrize("name", ["in.txt", "in.csv", "in.jsonl"])
def test_the_limit_is_a_limit(size: int, code: str | None, name: str, tmp_path: Path) -> None:
    text = "http://a/" + "a" * (size - 9)
    data = {"in.txt": text, "in.csv": f"url\n{text}\n", "in.jsonl": f'"{text}"'}[name]

    (row,), _ = cleaned(tmp_path, data.encode(), name, max_length=100)

    assert row["code"] == code


def test_there_is_no_limit_where_it_is_lifted(tmp_path: Path) -> None:
    (row,), _ = cleaned(tmp_path, b"http://a/" + b"a" * (5 << 20), max_length=None)

    assert (row["status"], len(row["canonical"])) == ("kept", 9 + (5 << 20))


@pytest.mark.parametrize(("size", "code"), [(4096, None), (4097, "line-too-long"), (70_000, "line-too-long")])
def test_what_arrow_cannot_hold_is_the_end_of_every_limit(
    size: int, code: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("urikit.clean.judge.MOST", 4096)

    found, _ = cleaned(tmp_path, b"http://a/" + b"a" * (size - 9) + b"\nhttp://b/", max_length=None)

    assert [row["code"] for row in found] == [code, None]


def test_the_default_limit_is_a_mebibyte_of_code_points(tmp_path: Path) -> None:
    most = b"http://a/" + b"a" * ((1 << 20) - 9)

    found, _ = cleaned(tmp_path, most + b"\n" + most + b"a\nhttp://b/" + b"b" * (10 << 20) + b"\nhttp://c/")

    assert [row["code"] for row in found] == [None, "line-too-long", "line-too-long", None]
    assert [row["message"] for row in found[1:3]] == [
        "1,048,577 characters are longer than the limit",
        "10,485,769 bytes are longer than the limit",
    ]
    assert all(len(row["text"]) <= 201 for row in found[1:3])


def test_there_are_two_forms() -> None:
    with pytest.raises(ArgumentError, match="'uri' or 'iri', not 'urn'"):
        Judge(form="urn")  # type: ignore[arg-type]
