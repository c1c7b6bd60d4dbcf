"""Check digits against python-stdnum, which others wrote: ten thousand numbers each, right and wrong."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from urikit import NAMESPACES, URIRuleError, to_isbn13

stdnum = pytest.importorskip("stdnum", reason="python-stdnum is in the extra “test”")

from stdnum import isan, isbn, issn  # noqa: E402
from stdnum.iso7064 import mod_37_36  # noqa: E402

HOW_MANY = 10_000
HEX = "0123456789ABCDEF"


def said(nid: str) -> Callable[[str], bool]:
    """Whether a namespace has nothing to say against an NSS."""
    row = NAMESPACES[nid]
    return lambda nss: row.findings(nss) == []


def digits(pick: random.Random, count: int) -> str:
    return "".join(pick.choices("0123456789", k=count))


def isbn10s(pick: random.Random) -> str:
    return digits(pick, 9) + pick.choice("0123456789X")


def isbn13s(pick: random.Random) -> str:
    return pick.choice(["978", "979", "978", "977"]) + digits(pick, 10)


def issns(pick: random.Random) -> str:
    return f"{digits(pick, 4)}-{digits(pick, 3)}{pick.choice('0123456789X')}"


def numbers(kind: Callable[[random.Random], str], check: Callable[[str], str]) -> Iterator[str]:
    """Ten thousand numbers: each second one is given its right check digit, so that both answers are common."""
    pick = random.Random(kind.__name__)
    for count in range(HOW_MANY):
        number = kind(pick)
        yield number if count % 2 else number[:-1] + check(number[:-1])


def isans() -> Iterator[str]:
    pick = random.Random("isan")
    for count in range(HOW_MANY):
        root, version = "".join(pick.choices(HEX, k=16)), "".join(pick.choices(HEX, k=8))
        first, second = mod_37_36.calc_check_digit(root), mod_37_36.calc_check_digit(root + version)
        if count % 4 == 1:
            first = pick.choice(HEX)
        elif count % 4 == 2:
            second = pick.choice(HEX)
        groups = [*(root[at : at + 4] for at in range(0, 16, 4)), first]
        yield "-".join([*groups, version[:4], version[4:], second] if count % 3 else groups)


def test_isbn_10() -> None:
    ours = said("isbn")
    sample = list(numbers(isbn10s, lambda rest: isbn._calc_isbn10_check_digit(rest)))

    assert [nss for nss in sample if ours(nss) is not isbn.is_valid(nss)] == []
    assert 0.4 < sum(map(ours, sample)) / HOW_MANY < 0.7


def test_isbn_13() -> None:
    ours = said("isbn")
    sample = list(numbers(isbn13s, lambda rest: isbn.ean.calc_check_digit(rest)))

    assert [nss for nss in sample if ours(nss) is not isbn.is_valid(nss)] == []
    assert 0.3 < sum(map(ours, sample)) / HOW_MANY < 0.7


def test_issn() -> None:
    ours = said("issn")
    sample = list(numbers(issns, lambda rest: issn.calc_check_digit(rest.replace("-", ""))))

    assert [nss for nss in sample if ours(nss) is not issn.is_valid(nss)] == []
    assert 0.4 < sum(map(ours, sample)) / HOW_MANY < 0.7


def test_isan_with_one_check_character_and_with_two() -> None:
    ours = said("isan")
    sample = list(isans())

    assert [nss for nss in sample if ours(nss) is not isan.is_valid(nss)] == []
    assert 0.3 < sum(map(ours, sample)) / HOW_MANY < 0.9


def test_the_isbn_13_of_an_isbn_10() -> None:
    sample = list(numbers(isbn10s, lambda rest: isbn._calc_isbn10_check_digit(rest)))
    for number in sample[::5]:
        if isbn.is_valid(number):
            assert to_isbn13(number) == isbn.to_isbn13(number)
        else:
            with pytest.raises(URIRuleError):
                to_isbn13(number)
