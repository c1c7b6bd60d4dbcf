"""
Texts to ask the oracle and urikit about: valid ones walked out of the grammar, and broken ones made from them.

Everything is drawn from one seed, so a run can be repeated.  `Source` is for large counts; the Hypothesis strategies
at the end are for laws, where a failing text should shrink.
"""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from tests.oracle.abnf import APPENDIX_A, RFC3986, Chars, Choice, Node, Oracle, Repeat, Sequence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Walk = Callable[[], str]

# What breaks parsers: delimiters, escapes whole and torn, controls, look-alikes of delimiters, characters that fold
# into ASCII, digits and letters that are not ASCII, marks nobody sees, halves of surrogate pairs.
CHARACTERS = [
    *"%%%%[[]]::://??##@@..-+~_!$&'()*,;=\\ \t\n\r\0\x0b\x0c\x1b\x7f\"<>^`{|}0129aAfFgGvVxXzZ",
    *"\x80\x85\xa0éßİıſK٣²①。．｡／％：＠？＃［］例え😀\u0301\u200b\u200d\u200e\u202e\u2028\u2066\ufeff\ufffd\uffff",
    "\U0010ffff",
    "\ud800",
    "\udfff",
]
SNIPPETS = [
    *[
        "..",
        "/.",
        "/..",
        "/./",
        "/../",
        "//",
        "///",
        "::",
        ":::",
        ":0:",
        ":80",
        ":@",
        "@a",
        "a:b@",
        "http:",
        "URN:",
        "1.2.3.4",
    ],
    *[
        "%2E",
        "%2f",
        "%00",
        "%0D%0A",
        "%C3%A9",
        "%ff",
        "%4",
        "%zz",
        "%%",
        "%25",
        "%2525",
        "%u0041",
        "[::1]",
        "[v1.a]",
        "[v1.]",
    ],
    *[
        "[::",
        "::1]",
        "ffff",
        "fffff",
        "25",
        "255",
        "256",
        "01",
        "0x7f",
        "%25en0",
        "%en0",
        "xn--",
        "?#",
        "#?",
        "&a=b",
        ";v=1",
        "+",
    ],
]
NASTY = CHARACTERS + SNIPPETS


class Source:
    """Texts from one seed."""

    def __init__(self, seed: int, oracle: Oracle = RFC3986) -> None:
        self.random = Random(seed)
        self.oracle = oracle
        self.walks: dict[str, Walk] = {}

    def valid(self, rule: str) -> str:
        """A text that *rule* matches."""
        if rule not in self.walks:
            self.walks[rule] = self.walk(self.oracle.tree(rule))
        return self.walks[rule]()

    def near(self, rule: str) -> str:
        """A text made from one that *rule* matches by up to four strokes; it may match still."""
        text = self.valid(rule)
        for _ in range(self.below(5)):
            text = self.stroke(text, rule)
        return text

    def noise(self) -> str:
        """A text of nothing but what breaks parsers."""
        return "".join(self.pick(NASTY) for _ in range(self.below(9)))

    def text(self, rule: str) -> str:
        """One of the three, mostly the second."""
        kind = self.below(10)
        return self.valid(rule) if kind < 2 else self.noise() if kind == 2 else self.near(rule)

    # `Random.choice` and `randrange` cost more than all the rest of a walk together.

    def below(self, end: int) -> int:
        return int(self.random.random() * end)

    def pick(self, items: list[str]) -> str:
        return items[int(self.random.random() * len(items))]

    def stroke(self, text: str, rule: str) -> str:
        """Change *text* in one place."""
        a, b = sorted((self.below(len(text) + 1), self.below(len(text) + 1)))
        kind = self.below(9)
        if kind < 2:
            return text[:a] + self.pick(NASTY) + text[a:]
        if kind == 2:
            return text[:a] + text[a + 1 :]
        if kind == 3:
            return text[:a] + self.pick(CHARACTERS) + text[a + 1 :]
        if kind == 4:
            return text[:a] + text[b : b + 1] + text[a + 1 : b] + text[a : a + 1] + text[b + 1 :]
        if kind == 5:
            return text[:b] + text[a:b] + text[b:]
        if kind == 6:
            return text[:a] + text[b:]
        if kind == 7:
            return text[:a] + text[a:b].swapcase() + text[b:]
        return text[:a] + self.valid(rule) + text[b:]

    def walk(self, node: Node) -> Walk:
        """A function that writes one string of the tree."""
        if isinstance(node, Chars):
            ranges = node.ranges
            return lambda: chr(self.between(*ranges[self.below(len(ranges))]))
        if isinstance(node, Sequence):
            parts = [self.walk(item) for item in node.items]
            return lambda: "".join([part() for part in parts])
        if isinstance(node, Choice):
            choices = [self.walk(item) for item in node.items]
            return lambda: choices[self.below(len(choices))]()
        assert isinstance(node, Repeat)
        low, high, again = node.low, node.high, self.walk(node.item)

        def repeated() -> str:
            count = low + (self.often() if high is None else self.below(high - low + 1))
            return "".join([again() for _ in range(count)])

        return repeated

    def between(self, low: int, high: int) -> int:
        return low + int(self.random.random() * (high - low + 1))

    def often(self) -> int:
        """How often a repetition without end is done: mostly few times, seldom many."""
        shape = self.random.random()
        return int(4 * shape) if shape < 0.97 else 4 + self.below(40)


def every(alphabet: str | list[str], length: int) -> Iterator[str]:
    """Every text of up to *length* items of *alphabet*."""
    for size in range(length + 1):
        for items in product(alphabet, repeat=size):
            yield "".join(items)


# One character of each kind that some rule tells apart, the shortest first.
KINDS = "a:/?#@[]%1.v-+F!\\é "


def broken_texts() -> st.SearchStrategy[str]:
    """Texts around the grammar, most of them no URI-reference, that shrink."""
    return st.one_of(
        st.text(),
        st.lists(st.sampled_from(NASTY), max_size=12).map("".join),
        st.builds(Source.near, st.builds(Source, st.integers(0, 2**20)), st.sampled_from(APPENDIX_A)),
        st.builds("{}://{}{}".format, st.sampled_from(["http", "urn", "a", "1"]), st.text(KINDS), st.text(KINDS)),
    )
