"""Which keys were there before: as a dictionary would say, in the extension and without it."""

from __future__ import annotations

from array import array
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit.clean.native import native
from urikit.clean.read import packed
from urikit.clean.seen import DUPLICATE, KEPT, LINES, REJECTED, PythonSeen

KINDS = [PythonSeen] if native is None else [PythonSeen, native._Seen]
needs_extension = pytest.mark.skipif(native is None, reason="the extension is not built, or is turned off")

# keys of the same beginning, of the same end, of none, and at either end of all
halves = st.sampled_from([0, 1, 2, 7 << 8, 8 << 8, 1 << 63, (1 << 64) - 1])
keys = st.tuples(halves, halves)
piles = st.lists(st.tuples(st.integers(0, 3), st.lists(keys, max_size=20)), max_size=8)


def digests(pile: list[tuple[int, int]]) -> bytes:
    return array("Q", [half for key in pile for half in key]).tobytes()


def marked(seen: Any, source: int, first: int, pile: list[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """Mark rows of a file: the status of each, and where its key was first (0, 0: nowhere)."""
    lines = array("q", range(first, first + len(pile))).tobytes()
    status, sources, numbers, known, fresh, counts = seen.mark(digests(pile), source, lines)
    found = list(
        zip(memoryview(status).cast("b"), memoryview(sources).cast("i"), memoryview(numbers).cast("q"), strict=True)
    )
    assert [known[row // 8] >> row % 8 & 1 for row in range(len(pile))] == [one == DUPLICATE for one, _, _ in found]
    assert list(counts) == [[one for one, _, _ in found].count(kind) for kind in (KEPT, DUPLICATE, REJECTED)]
    assert len(fresh) == 24 * counts[KEPT]
    return [(one, *(place if one == DUPLICATE else (0, 0))) for one, *place in found]


@pytest.mark.parametrize("kind", KINDS)
@given(piles=piles)
def test_a_row_repeats_the_first_with_its_key(kind: Any, piles: list[tuple[int, list[tuple[int, int]]]]) -> None:
    seen = kind()
    firsts: dict[tuple[int, int], tuple[int, int]] = {}
    line = 1
    for source, pile in piles:
        wanted = []
        for number, key in enumerate(pile, line):
            first = firsts.setdefault(key, (source, number)) if any(key) else None
            new = first == (source, number)
            wanted.append((REJECTED, 0, 0) if first is None else (KEPT, 0, 0) if new else (DUPLICATE, *first))

        assert marked(seen, source, line, pile) == wanted
        line += len(pile)
    assert len(seen) == len(firsts)


@pytest.mark.parametrize("kind", KINDS)
def test_many_keys_are_told_from_each_other_and_given_away(kind: Any) -> None:
    seen, again = kind(), kind()
    pile = [(number * 0x9E37_79B9_7F4A_7C15 % (1 << 64), number << 3) for number in range(1, 60_000)]

    assert {status for status, *_ in marked(seen, 5, 1, pile)} == {KEPT}
    assert marked(seen, 6, 1, pile[::-1]) == [(DUPLICATE, 5, line) for line in range(len(pile), 0, -1)]
    assert 24 * len(pile) < seen.size() < 250 * len(pile)
    while (some := seen.pop()) is not None:
        again.restore(some)
    assert (len(seen), len(again)) == (0, len(pile))
    assert marked(again, 6, 1, pile[::-1]) == [(DUPLICATE, 5, line) for line in range(len(pile), 0, -1)]


@needs_extension
def test_many_keys_of_one_beginning_are_told_from_each_other() -> None:
    for half in (0, 7, (1 << 64) - 1):
        seen = native._Seen()
        pile = [(half, number << 8) for number in range(1, 2_000)]

        assert {status for status, *_ in marked(seen, 0, 1, pile)} == {KEPT}
        assert {status for status, *_ in marked(seen, 0, 1, pile)} == {DUPLICATE}
        assert len(seen) == len(pile)


@needs_extension
def test_a_place_that_cannot_be_said_is_refused() -> None:
    line = array("q", [1 << LINES]).tobytes()

    with pytest.raises(ValueError, match="too many files or lines"):
        native._Seen().mark(digests([(1, 1)]), 0, line)
    with pytest.raises(ValueError, match="too many files or lines"):
        native._Seen().mark(digests([(1, 1)]), 1 << 24, array("q", [1]).tobytes())


@needs_extension
@given(texts=st.lists(st.binary(max_size=40), max_size=30, unique=True))
def test_a_hash_tells_texts_and_secrets_apart(texts: list[bytes]) -> None:
    pile = packed(texts)
    one, other = (native._digests(pile.data, pile.ends, bytes([secret] * 16)) for secret in (1, 2))

    found = [one[at : at + 16] for at in range(0, len(one), 16)]
    assert len(set(found)) == len(texts)
    assert [hash_ == bytes(16) for hash_ in found] == [not text for text in texts]
    assert not set(found) & {other[at : at + 16] for at in range(0, len(other), 16)} - {bytes(16)}


@needs_extension
def test_the_hash_is_siphash_1_3_of_128_bits() -> None:
    pile = packed([b"a"])
    found = native._digests(pile.data, pile.ends, bytes(range(16)))

    assert found == siphash(bytes(range(16)), b"a")


def siphash(secret: bytes, text: bytes) -> bytes:
    """SipHash-1-3 with a result of 128 bits, as https://github.com/veorq/SipHash has it."""
    k0, k1 = (int.from_bytes(secret[at : at + 8], "little") for at in (0, 8))
    v = [k0 ^ 0x736F6D6570736575, k1 ^ 0x646F72616E646F6D ^ 0xEE, k0 ^ 0x6C7967656E657261, k1 ^ 0x7465646279746573]
    whole = (1 << 64) - 1

    def turned(number: int, by: int) -> int:
        return (number << by | number >> 64 - by) & whole

    def mix() -> None:
        v[0] = v[0] + v[1] & whole
        v[1] = turned(v[1], 13) ^ v[0]
        v[0] = turned(v[0], 32)
        v[2] = v[2] + v[3] & whole
        v[3] = turned(v[3], 16) ^ v[2]
        v[0] = v[0] + v[3] & whole
        v[3] = turned(v[3], 21) ^ v[0]
        v[2] = v[2] + v[1] & whole
        v[1] = turned(v[1], 17) ^ v[2]
        v[2] = turned(v[2], 32)

    data = text + bytes(7 - len(text) % 8) + bytes([len(text) % 256])
    for at in range(0, len(data), 8):
        word = int.from_bytes(data[at : at + 8], "little")
        v[3] ^= word
        mix()
        v[0] ^= word
    halves = []
    for at, mark in ((2, 0xEE), (1, 0xDD)):
        v[at] ^= mark
        for _ in range(3):
            mix()
        halves.append(v[0] ^ v[1] ^ v[2] ^ v[3])
    return b"".join(half.to_bytes(8, "little") for half in halves)
