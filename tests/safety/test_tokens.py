"""Is what may be a secret masked, however it is written, in time that is linear in the text?"""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.test_growth import LONG_ENOUGH, growth
from urikit.safety.tokens import NAMES, mask_tokens, token_spans

SECRET = "qX7jZk9w"
SHAPES = [
    *(
        "?{}=",
        "&{}=",
        ";{}=",
        "#{}=",
        "/a;{}=",
        "?my_{}=",
        "?a[{}]=",
        "?a%5B{}%5D=",
        "%3F{}%3D",
        "%2526{}%253D",
        "?x.{}=",
    ),
    *('{{"{}": "', "{{'{}': '", '"a" "{}"="', "{}=", " {}: ", '"{}": ', ",{}="),
]


def leaks(text: str) -> bool:
    return any(SECRET[at : at + 3] in text for at in range(len(SECRET) - 2))


@pytest.mark.parametrize("shape", SHAPES)
def test_a_parameter_that_is_named_like_a_secret_is_masked(shape: str) -> None:
    for name in NAMES:
        for spelled in (name, name.upper(), f"%{ord(name[0]):02X}{name[1:]}", f"{name[:-1]}%25{ord(name[-1]):02x}"):
            text = shape.format(spelled) + SECRET
            assert not leaks(mask_tokens(text)[0]), text
            assert mask_tokens(text)[0].startswith(shape.format(spelled)[:-1])


@pytest.mark.parametrize(
    "text",
    [
        f"/a?next=https://user:{SECRET}@h/",
        f"http://web.example/2020/http://user:{SECRET}@h/",
        f"/a?next=https%3A%2F%2Fuser%3A{SECRET}%40h%2F",
        f"/a?next=https%253a%252f%252fuser%253a{SECRET}%2540h",
        f"/a?next=//:{SECRET}@h",
        f"/a?next=//u:a@{SECRET}@h",
        f"/a?next=//u:a%40{SECRET}%40h",
        f"/a?next=//u:a%253A{SECRET}@h",
        f"https://{SECRET}{SECRET}@github.example/a",
        f"/reset/eyJhbGciOiJIUzI1NiJ9.{SECRET}.{SECRET}",
        f"Authorization: Bearer {SECRET}",
        f'{{"password": "a \\" {SECRET} b", "url": 1}}',
        f"?next=%2Fa%3Ftoken%3D{SECRET}%26b%3D{SECRET}",
    ],
)
def test_a_secret_inside_of_something_else_is_masked(text: str) -> None:
    assert not leaks(mask_tokens(text)[0])


@pytest.mark.parametrize(
    "text",
    [
        "http://h:80/a@b?c=d",
        "http://user@h/?tokens=1&keyboard=x&authors=y&b=c:d@e",
        "mailto:a@example.com?subject=key",
        "urn:isbn:9780141036144",
        "http://[::1]:80/@",
        "/a?next=https://h:80/@b",
        "https://short.user@h/",
        "eyJ",
        "",
    ],
)
def test_what_is_none_is_shown(text: str) -> None:
    assert mask_tokens(text)[0] == text


@given(
    text=st.lists(st.sampled_from(["token", "=", "&", "//", ":", "@", "%3A", "%25", "2f", "a", '"', " ", "\\"])).map(
        "".join
    ),
    place=st.integers(0, 40),
)
def test_places_stay_where_they_are(text: str, place: int) -> None:
    spans, place = token_spans(text), min(place, len(text))
    shown, moved = mask_tokens(text, place)

    assert spans == sorted(spans)
    assert all(end < start for (_, end), (start, _) in pairwise(spans))
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert 0 <= moved <= len(shown)
    if not any(start < place < end for start, end in spans):
        assert shown[moved:] == mask_tokens(text)[0][moved:]
        assert text[place:] == shown[moved:] or any(start >= place for start, _ in spans)


@pytest.mark.clock
@pytest.mark.parametrize(
    "part",
    [
        "//",
        "//a:",
        "%2f%2fa%3a",
        "a@",
        "//a:b@",
        "//%25",
        "%25",
        "token",
        "token=",
        "?token%3D",
        "eyJ.",
        "eyJa.b.",
        '"token": "\\',
        "token: ",
        "%2525",
        "aaaaaaaaaaaaaaaaa",
        "[",
        "key]",
    ],
)
def test_time_is_linear(part: str) -> None:
    _, once, fourfold = growth(token_spans, lambda size: part * (size // len(part)))

    assert fourfold <= 5 * max(once, LONG_ENOUGH)
