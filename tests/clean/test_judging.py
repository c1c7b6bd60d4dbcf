"""Many rows at once are judged as each alone, in the extension and without it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws.iris import iri_texts
from tests.test_twins import TEXTS, mutated
from urikit.clean import judging
from urikit.clean.judge import COLUMNS, Judge
from urikit.clean.judging import DIGEST, Judging
from urikit.clean.read import Rows, Unread
from urikit.operations.normalize import RUNGS
from urikit.strategies import uri_references, uris

SECRET = bytes(range(16))
CASES = Path(__file__).parents[3] / "shared" / "cases" / "field_cases.jsonl"

values = (
    (uris().map(str) | uri_references().map(str) | iri_texts | mutated() | st.text()).map(
        lambda text: text.encode(errors="surrogatepass")
    )
    | st.sampled_from([b"", b" ", b"\t\x1c", b"\xff", b"http://u:pw@h/", b"mailto:a@b", b"//h", b"a:" + b"b" * 60])
    | st.builds(Unread, st.just("no-column"), st.binary(max_size=3), st.just("why"))
)
options = st.fixed_dictionaries(
    {
        "rung": st.sampled_from(RUNGS),
        "base": st.sampled_from([None, None, "http://h/a/b?c", "x:y", "http://u@h/"]),
        "ignore_fragment": st.booleans(),
        "passwords": st.sampled_from(["reject", "mask", "keep"]),
        "limit": st.sampled_from([None, 1 << 20, 40]),
        "form": st.sampled_from([None, None, "uri", "iri"]),
    }
)


def check(pile: list[bytes | Unread], how: dict[str, Any]) -> None:
    judge = Judge(**how)
    judgement = Judging(judge, SECRET)(3, Rows(range(1, len(pile) + 1), None, pile))

    wanted = [judge(value) for value in pile]
    found = list(zip(*(judgement.columns[name].to_pylist() for name in COLUMNS), strict=True))
    assert found == wanted
    assert len(judgement) == len(pile)
    digests = [judgement.digests[at : at + DIGEST] for at in range(0, DIGEST * len(pile), DIGEST)]
    keys = [row[2] for row in wanted]
    assert [digest == bytes(DIGEST) for digest in digests] == [key is None for key in keys]
    by_key = {key: digest for key, digest in zip(keys, digests, strict=True) if key is not None}
    assert len(set(by_key.values())) == len(by_key)
    assert all(by_key[key] == digest for key, digest in zip(keys, digests, strict=True) if key is not None)
    texts = [None if isinstance(value, Unread) else value.decode(errors="replace") for value in pile]
    changed = [row[10] is None and row[0] != text for row, text in zip(wanted, texts, strict=True)]
    assert judgement.masked == (sum(changed) if how["passwords"] == "mask" else 0)


@given(pile=st.lists(values, min_size=1, max_size=8), how=options)
def test_many_rows_are_judged_as_each_alone(pile: list[bytes | Unread], how: dict[str, Any]) -> None:
    check(pile, how)


@given(how=options)
def test_all_the_texts_of_the_vectors_are_judged_as_each_alone(how: dict[str, Any]) -> None:
    check([text.encode(errors="surrogatepass") for text in TEXTS[:: len(TEXTS) // 300]], how)


def test_without_the_extension_the_same_is_said(monkeypatch: Any) -> None:
    pile: list[bytes | Unread] = [text.encode(errors="surrogatepass") for text in TEXTS]
    if CASES.exists():
        pile += [
            json.loads(line)["input"].encode() for line in CASES.read_text("utf-8").splitlines() if '"input"' in line
        ]
    rows = Rows(range(1, len(pile) + 1), None, pile)
    one = Judging(Judge(), SECRET)(0, rows)
    monkeypatch.setattr(judging, "native", None)
    other = Judging(Judge(), SECRET)(0, rows)

    assert {name: one.columns[name].to_pylist() for name in COLUMNS} == {
        name: other.columns[name].to_pylist() for name in COLUMNS
    }
    same = {(a, b) for a, b in zip(digests(one.digests), digests(other.digests), strict=True)}
    assert len(same) == len({a for a, _ in same}) == len({b for _, b in same})


def digests(data: bytes) -> list[bytes]:
    return [data[at : at + DIGEST] for at in range(0, len(data), DIGEST)]


@pytest.mark.parametrize("form", [None, "uri"])
def test_each_character_that_cannot_stand_somewhere_is_told_as_each_alone(form: str | None) -> None:
    before = "h x: x:/ x:a%4 // //h //h: http://h:8 //[::1] http://h/ /? x:?q# #".split()
    after = ["", "a", "4", "4g", "/", "?b", "#c", ":8", "/%", " #%"]
    pile: list[bytes | Unread] = [
        f"{start}{chr(number)}{end}".encode() for start in ["", *before] for number in range(128) for end in after
    ]
    pile += [start.encode() for start in before]

    check(pile, {"passwords": "reject", "form": form})


def test_the_mistakes_of_real_lists_are_not_left_to_python() -> None:
    wrong = [b"http://h/a b", b"http://h/%zz", b"http ://h/", b"http://h|/", b"http://h:8x/", b"h/<a>", b"/?^", b""]
    one = Judging(Judge(), SECRET)
    if one._native is None:
        pytest.skip("there is no extension")
    rows = Rows(range(1, len(wrong) + 1), None, [*wrong, b"http://h/@a:b", b"https://medium.com/@who"])

    assert one._native.read(rows.values.data, rows.values.ends, []).left == []
