"""Whichever way an IPv4 address is spelt, it is seen."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import host_kind, is_uri
from urikit.safety.addresses import lookalike, number

SPELLINGS = Path(__file__).resolve().parents[3] / "shared" / "cases" / "ssrf_hosts.jsonl"


@st.composite
def spelt(draw: st.DrawFn) -> tuple[str, str]:
    """An IPv4 address, and one of its many spellings."""
    octets = draw(st.binary(min_size=4, max_size=4))
    count = draw(st.integers(1, 4))
    values = [*octets[: count - 1], int.from_bytes(octets[count - 1 :], "big")]
    forms = ["{}", "0x{:x}", "0X{:X}", "0{:o}", "000{:o}", "0x000{:x}"]
    text = ".".join(draw(st.sampled_from(forms)).format(value) for value in values)
    escaped = draw(st.sets(st.integers(0, len(text) - 1), max_size=3))
    text = "".join(f"%{ord(c):02x}" if place in escaped else c for place, c in enumerate(text))
    return ".".join(map(str, octets)), text + draw(st.sampled_from(["", "."]))


@given(spelt())
def test_every_spelling_of_an_address_is_that_address(pair: tuple[str, str]) -> None:
    address, spelling = pair

    assert lookalike(spelling) == (address,)


@given(st.from_regex(r"[0-9xXa-f.]{1,16}", fullmatch=True))
def test_what_the_system_reads_as_an_address_looks_like_one(text: str) -> None:
    try:
        address = socket.inet_ntoa(socket.inet_aton(text))
    except OSError:
        return
    if text.lower().removesuffix(".").endswith("0x"):  # the C library takes "0x" for no number, WHATWG for zero
        return

    assert lookalike(text) == (address,)


@pytest.mark.parametrize("host", ["256.256.256.256", "4294967296", "0x100000000", "1.2.3.4.5", "08.1.1.1", "1" * 9999])
def test_numbers_that_are_no_address_look_like_one_all_the_same(host: str) -> None:
    assert lookalike(host) == (None,)


@pytest.mark.parametrize(
    "host", ["", ".", "example.com", "127.0.0.1..", "1.2.3.nip.io", "0x", "7f.1", "1..2", "a1", "١"]
)
def test_a_name_is_a_name(host: str) -> None:
    assert lookalike(host) is None or host == "0x"


def test_full_width_digits_are_read_as_digits() -> None:
    assert lookalike("%EF%BC%91%EF%BC%92%EF%BC%97.0.0.1") == ("127.0.0.1",)
    assert lookalike("127%E3%80%820%E3%80%820%E3%80%821") == ("127.0.0.1",)


def test_octets_that_are_not_utf_8_are_no_address() -> None:
    assert lookalike("127.0.0.%FF") is None


def test_a_number_is_read_as_c_does() -> None:
    assert [number(text) for text in ("0", "0x0", "010", "0x", "-1", "+1", " 1")] == [0, 0, 8, 0, None, None, None]


@pytest.mark.skipif(not SPELLINGS.exists(), reason="the host spellings are not here")
def test_the_collected_spellings_reach_what_they_reach() -> None:
    rows = [json.loads(line) for line in SPELLINGS.read_text("utf-8").splitlines()]
    names = [row for row in rows if is_uri(row["url"]) and row["rfc3986"].get("production") == "reg-name"]
    wrong = []
    for row in names:
        host, expected = row["rfc3986"]["host"], row["whatwg_host"]
        if expected == "failure" or not host.isascii() or "%00" in host or "%2f" in host:
            continue
        got = lookalike(host)
        numeric = expected.replace(".", "").isdigit() and host_kind(expected) == "IPv4address"
        if (got == (expected,)) != numeric:
            wrong.append((row["id"], host, got, expected))

    assert len(names) > 25
    assert wrong == []
