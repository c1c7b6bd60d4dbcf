"""De facto: an object of a store is read as its URI says, whatever its key holds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urikit import URI, URIRuleError, equivalent, normalize
from urikit.schemes.s3 import S3, build, parse

keys = st.text("aB0/?#:@&=+%!.é ", max_size=6)
schemes = st.sampled_from(["s3", "gs"])


@given(schemes, st.sampled_from(["bucket", "My.Bucket", "a_b"]), keys, st.none() | st.sampled_from(["", "1", "a"]))
def test_what_is_built_is_read_back(scheme: str, bucket: str, key: str, fragment: str | None) -> None:
    text = build(bucket, key, scheme, fragment)

    assert parse(text) == S3(scheme, bucket, key, fragment)
    assert str(parse(text)) == text


@given(keys.filter(lambda key: "." not in key))
def test_a_key_outlives_normalising(key: str) -> None:
    text = normalize(build("bucket", key), "scheme")

    assert text == build("bucket", key)
    assert parse(text).key == key


@given(keys)
def test_an_escape_more_changes_no_key(key: str) -> None:
    escaped = "".join(f"%{octet:02x}" for octet in key.encode())

    assert parse(f"s3://bucket/{escaped}").key == key
    if "." not in key and "/" not in key:
        assert equivalent(f"s3://bucket/{escaped}", build("bucket", key), "scheme")


def test_only_digits_are_a_generation() -> None:
    texts = ("gs://b/a#12", "gs://b/a#", "gs://b/a", "gs://b/a#1a", "s3://b/a#12")

    assert [parse(text).generation for text in texts] == ["12", None, None, None, None]


def test_a_uri_knows_its_object() -> None:
    assert URI("S3://Bucket/a").s3 == S3("s3", "Bucket", "a", None)
    assert URI("GS://b/a#1").gs == URI("gs://b/a#1").s3 == S3("gs", "b", "a", "1")


@pytest.mark.parametrize(
    "text", ["s3:a%21", "s3://b:1/a%21", "s3://u@b/%21", "gs:///%21", "gs://[::1]/%21", "s3://b/!%FF"]
)
def test_what_is_outside_the_grammar_is_left_as_it_is(text: str) -> None:
    assert normalize(text, "scheme") == normalize(text, "path")
    with pytest.raises(URIRuleError):
        parse(text)
