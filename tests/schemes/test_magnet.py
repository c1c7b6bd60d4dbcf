"""Magnet-URI: parameters are read back as they were given, digests of torrents in one form."""

from __future__ import annotations

from base64 import b32encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, URIRuleError, check, normalize
from urikit.schemes.magnet import Magnet, build, from_info_hash, parse

data = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
names = st.sampled_from(["dn", "tr", "tr.1", "ws", "xs", "as", "kt", "mt", "x.pe", "é", "a b", "a&=+"])


@given(st.lists(st.tuples(names, data), min_size=1, max_size=4), st.sampled_from([None, "", "a"]))
def test_what_is_built_is_read_back(parameters: list[tuple[str, str]], fragment: str | None) -> None:
    text = build(parameters, fragment)

    assert parse(text) == Magnet(tuple(parameters), fragment)
    assert str(parse(text)) == text == normalize(text, "scheme")


@given(st.binary(min_size=20, max_size=20))
def test_base32_and_case_do_not_matter_in_a_digest(digest: bytes) -> None:
    text = from_info_hash(digest, "a")

    assert parse(f"magnet:?xt=urn:btih:{b32encode(digest).decode()}&dn=a") == parse(text)
    assert parse(f"magnet:?xt=urn:btih:{b32encode(digest).decode().lower()}&dn=a") == parse(text)
    assert parse(f"magnet:?xt=URN:BTIH:{digest.hex().upper()}&dn=a") == parse(text)
    assert parse(text).info_hashes == (digest,)


def test_a_digest_of_the_second_version() -> None:
    assert parse(from_info_hash(bytes(range(32)))).info_hashes == (bytes(range(32)),)
    with pytest.raises(URIRuleError) as caught:
        from_info_hash(b"a")
    assert [one.code for one in caught.value.findings] == ["magnet-topic"]


def test_numbers_keep_parameters_apart_and_lists_do_not_mind() -> None:
    value = URI("magnet:?dn.2=b&tr=t&DN.1=a&xl=7").magnet

    assert value.parameters == (("dn.2", "b"), ("tr", "t"), ("dn.1", "a"), ("xl", "7"))
    assert (value.all("dn"), value.name, value.length) == (("b", "a"), "b", 7)
    assert parse("magnet:?tr=t").name is None
    assert parse("magnet:?tr=t").length is None


@pytest.mark.parametrize("text", ["magnet:?xl=-1", "magnet:?xl=" + "1" * 21, "magnet:?xl=", "magnet:?xl=%EF%BC%91"])
def test_a_length_is_a_number(text: str) -> None:
    assert "magnet-parameter" in [one.code for one in check(text)]
    assert normalize(text, "scheme") == text


@pytest.mark.parametrize("topic", ["urn:a:b", "urn:btih", "http://a", "urn:isbn:a b", "", "urn:md5:"])
def test_a_topic_is_a_urn(topic: str) -> None:
    with pytest.raises(URIRuleError) as caught:
        build({"xt": topic})
    assert [one.code for one in caught.value.findings] == ["magnet-topic"]


def test_a_parameter_has_a_name() -> None:
    for parameters in [{}, {"": "a"}]:
        with pytest.raises(URIRuleError):
            build(parameters)


def test_a_password_of_a_tracker_is_not_shown() -> None:
    value = parse("magnet:?dn=a&tr=http://u:secret@t/")

    assert "secret" not in repr(value)
    assert "('dn', 'a')" in repr(value)
    assert value.trackers == ("http://u:secret@t/",)
