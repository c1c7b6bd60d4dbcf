"""P9: a password does not reach a repr, an error, a picture, a finding or a log, whatever is in it and around it."""

from __future__ import annotations

import logging
import pickle
import traceback
from collections.abc import Callable, Iterable, Iterator
from io import StringIO
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urikit
from urikit import URI, IRIReference, UrikitError, URIReference
from urikit.strategies import userinfos

# Where a password stands: in texts that are well otherwise, and in texts that are not.
WELL = [
    "http://user:{}@host/p?q#f",
    "//user:{}@h",
    "http://:{}@h:80/",
    "FTP://u:{}@H%41/%7e/../b",
    "x://user:{}@[::1]:22",
    "http://u:{}@1.2.3.4?%7aq=1#",
]
BROKEN = [
    "http://user:{}@host/a b",
    "http://user:{}@ho st/",
    "http://user:{}@host:8x/",
    "http://user:{}@[::1/",
    "http://user:{}@[fe80::1%25en0]/",
    "http://user:{}@h/%zz",
    "http://user:{}@h/#a#b",
    "http://user:{}@h@g/",
    "http://us er:{}@h/",
    "http://:{}@例え.jp/",
    "//user:{}@h/\n",
    "1http://user:{}@h/",
    "http:\\\\user:{}@h/",
    "é://user:{}@h/",
    " http://user:{}@h/",
    "http://user:{}@" + "a" * 200 + " ",
    "http://" + "u" * 200 + ":{}@h/ ",
]
# Letters and digits that no message of ours has next to one another, with each octet between them.
SECRETS = [f"qX7j{chr(octet)}Zk9w" for octet in range(256)] + [
    f"{chr(octet)}qX7jZk9w{chr(octet)}" for octet in range(256)
]
SECRETS += [f"qX{a}7j{b}Zk9w" for a, b in product("@/?#:[]\\% ", repeat=2)]
SECRETS += [
    "qX%37jZk9w",
    "qX7j%zzZk9w",
    "qX7j%FFZk9w",
    "qX7j%C0%80Zk9w",
    "qX7j%2FZk9w",
    "qX7j%c3%a9Zk9w",
    "%71%58%37%6a%5a%6b",
    "qX7jé例Zk9w",
    "80qX7jZk9w",
    "443/qX7jZk9w",
    "qX7j//Zk9w",
]

FEW = [secret for secret in SECRETS if "%" in secret or set(secret) & set("@/?#:[ é\n")]

Door = Callable[[str], object]
DOORS: list[Door] = [
    urikit.parse,
    URI,
    urikit.normalize,
    lambda text: urikit.normalize(text, "scheme"),
    urikit.ladder,
    urikit.key,
    lambda text: urikit.equivalence(text, text + "a"),
    lambda text: urikit.resolve(text, "g"),
    lambda text: urikit.resolve(text, ":"),
    lambda text: urikit.resolve("http://a/b", text),
    lambda text: urikit.resolve("b", text),
    lambda text: urikit.explain_resolve("http://a/b", text),
    lambda text: urikit.relativize("http://a/b", text),
    lambda text: urikit.relativize(text, "b"),
    lambda text: urikit.same_document(text, "b"),
    lambda text: urikit.base_uri(embedded=text),
    lambda text: urikit.base_uri(retrieval=text),
    lambda text: urikit.from_suffix(text),
    lambda text: urikit.from_bytes(text.encode("utf-8", "surrogatepass"), "us-ascii"),
    lambda text: URIReference(text).must("fragment"),
    lambda text: URIReference(text).replace(path="a b"),
    lambda text: URIReference(text).replace(host="a b"),
    lambda text: URIReference(text).replace(scheme="1"),
    lambda text: URIReference(text).replace(authority=None),
    lambda text: URIReference(text).host_address(),
    lambda text: URIReference(text) / "..",
    lambda text: URIReference(text) / "a",
    lambda text: URIReference(text).decoded.password,
    lambda text: URIReference(text).decoded.path,
]


def grams(secret: str) -> set[str]:
    """Every run of four characters, as written and as decoded."""
    decoded = urikit.decode(secret, "replace") if urikit.matches("userinfo", secret) else secret
    return {text[at : at + 4] for text in (secret, decoded) for at in range(len(text) - 3)}


def logged(error: BaseException) -> str:
    """What a log keeps of an error."""
    stream = StringIO()
    logger = logging.Logger("taint")
    logger.addHandler(logging.StreamHandler(stream))
    logger.error("refused", exc_info=error)
    return stream.getvalue()


def words_of(error: UrikitError) -> Iterator[str]:
    """All that an error shows of itself."""
    yield from (str(error), repr(error), logged(error), *traceback.format_exception_only(error))
    again = pickle.loads(pickle.dumps(error))
    yield from (str(again), repr(again))
    for found in [error.finding] if isinstance(error, urikit.URISyntaxError) else getattr(error, "findings", ()):
        yield repr(found)


def shown(text: str) -> Iterator[str]:
    """What the parser and the checks show of a text."""
    yield from (urikit.mask(text), repr(urikit.split(text)))
    for found in urikit.check(text):
        yield from (repr(found), found.message, found.rule, found.help, urikit.draw(text, found))
    try:
        value = urikit.parse(text)
    except UrikitError as error:
        yield from (str(error), repr(error))
    else:
        yield from (repr(value), repr([value]), f"{value!r}", value._repr_html_(), repr(value.decoded))


def shown_by_all(text: str) -> Iterator[str]:
    """What any door shows of a text it refuses, to a person or in a log."""
    yield from shown(text)
    for door in DOORS:
        try:
            door(text)
        except UrikitError as error:
            yield from words_of(error)


def told(outputs: Iterable[str], secret: str) -> list[str]:
    """The outputs that hold four characters of the secret."""
    wanted = grams(secret)
    return [words for words in outputs if any(gram in words for gram in wanted)]


def is_a_secret_there(text: str, secret: str) -> bool:
    """By the grammar a valid text may have the word elsewhere: "http://user:80/word@h" has host, port and path."""
    return not urikit.is_iri_reference(text) or secret in (IRIReference(text).userinfo or "")


@pytest.mark.parametrize("template", WELL + BROKEN)
def test_no_four_characters_of_a_password_are_shown(template: str) -> None:
    texts = [(template.format(secret), secret) for secret in SECRETS]
    words = {text: told(shown(text), secret)[:1] for text, secret in texts if is_a_secret_there(text, secret)}

    assert len(words) > 250
    assert {text: found for text, found in words.items() if found} == {}


@pytest.mark.parametrize("template", WELL + BROKEN)
def test_no_door_shows_four_characters_of_a_password(template: str) -> None:
    texts = [(template.format(secret), secret) for secret in FEW[::9]]
    words = {text: told(shown_by_all(text), secret)[:1] for text, secret in texts if is_a_secret_there(text, secret)}

    assert words
    assert {text: found for text, found in words.items() if found} == {}


@given(st.sampled_from(WELL + BROKEN), userinfos() | st.text(), st.text("abcdefgh", max_size=3))
def test_no_four_characters_of_any_password_are_shown(template: str, middle: str, end: str) -> None:
    secret = f"qX7j{middle}{end}Zk9w"
    text = template.format(secret)
    found = [word for word in ("qX7j", "Zk9w") for words in shown_by_all(text) if word in words]

    assert found == [] or not is_a_secret_there(text, secret)


def refusals_of_parts(secret: str) -> Iterator[str]:
    """What is shown where parts with a password cannot be put together."""
    others = ({"host": "a b"}, {"host": "h", "path": "a"}, {"host": "h", "port": "x"}, {"path": "/a"}, {"host": "h"})
    for parts, door in product(others, (urikit.compose, URI.compose)):
        try:
            door(scheme="http", userinfo=f"user:{secret}", **parts)
        except UrikitError as error:
            yield from words_of(error)
        except TypeError as error:
            yield str(error)


def test_an_error_of_parts_put_together_does_not_show_the_password() -> None:
    words = {secret: told(refusals_of_parts(secret), secret) for secret in SECRETS}

    assert {secret: found for secret, found in words.items() if found} == {}
    assert all(list(refusals_of_parts(secret)) for secret in SECRETS)


@pytest.mark.parametrize("template", WELL)
def test_no_step_of_an_explanation_shows_the_password_in_its_repr(template: str) -> None:
    for secret in ("qX7jZk9w", "qX7j:Zk9w", "qX7j%2FZk9w", "!$&'()*+,;=qX7j"):
        text = template.format(secret)
        if not urikit.is_uri(text):
            text = f"http:{text}"
        steps = [urikit.ladder(text), urikit.explain_resolve(text, "g"), urikit.explain_resolve("http://a/", text)]
        steps.append(urikit.from_user_input(f"<{text}>"))

        assert told(map(repr, steps), secret) == []
        assert secret in steps[0][0].text


def test_a_value_still_gives_the_password_to_who_asks() -> None:
    value = URI("http://user:qX7jZk9w@h/")

    assert str(value) == "http://user:qX7jZk9w@h/"
    assert value.userinfo == "user:qX7jZk9w"
    assert value.decoded.password == "qX7jZk9w"
    assert urikit.mask(str(value)) == "http://user:•••@h/"


def test_a_picture_shows_the_password_when_asked_to() -> None:
    text = "http://user:qX7jZk9w@h/ "
    found = urikit.check(text)[0]

    assert "qX7jZk9w" in urikit.draw(text, found, show_secrets=True)
    assert "qX7jZk9w" not in urikit.draw(text, found)
