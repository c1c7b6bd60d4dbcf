"""
How many answers of urikit are not the oracle's?

    python -m tests.oracle.compare --count 1000000 --seed 1 --spec rfc3987

One comparison is one text with every question put to both: does the rule it was made from match, is it one of the
four kinds of reference, where does it stop, which kind of host, which rule of path.  Exit 1 if any answer differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import urikit
from tests.oracle.abnf import APPENDIX_A, CORE_RULES, IRI_RULES, RFC3986, RFC3987, Oracle
from tests.oracle.generate import Source
from urikit.syntax.parse import path_rule, pieces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from urikit.syntax.parse import Pieces, Spec

# "First-match-wins" (§3.2.2): an address before a name.
HOSTS = ["IPv6address", "IPvFuture", "IPv4address", "reg-name"]


class Book(NamedTuple):
    """What is compared under one standard."""

    spec: Spec
    oracle: Oracle
    rules: list[str]
    kinds: list[tuple[str, Callable[[str], bool]]]
    read: Callable[[str], object]

    def rule(self, name: str) -> str:
        """What the standard calls a rule of RFC 3986."""
        return f"i{name}" if f"i{name}" in self.rules else name


URIS = Book(
    "rfc3986",
    RFC3986,
    [*APPENDIX_A, *CORE_RULES],
    [
        ("URI-reference", urikit.is_uri_reference),
        ("URI", urikit.is_uri),
        ("relative-ref", urikit.is_relative_ref),
        ("absolute-URI", urikit.is_absolute_uri),
    ],
    urikit.URIReference,
)
IRIS = Book(
    "rfc3987",
    RFC3987,
    IRI_RULES,
    [
        ("IRI-reference", urikit.is_iri_reference),
        ("IRI", urikit.is_iri),
        ("irelative-ref", urikit.is_irelative_ref),
        ("absolute-IRI", urikit.is_absolute_iri),
    ],
    urikit.IRIReference,
)


class Difference(NamedTuple):
    """One question to which the two gave other answers."""

    question: str
    text: str
    oracle: object
    urikit: object


class Tally:
    """Counts of what was asked and what differed."""

    def __init__(self, book: Book = URIS) -> None:
        self.book = book
        self.texts = 0
        self.asked: Counter[str] = Counter()
        self.different: list[Difference] = []

    def ask(self, question: str, text: str, oracle: object, answer: object) -> None:
        self.asked[question] += 1
        if oracle != answer:
            self.different.append(Difference(question, text, oracle, answer))

    def compare(self, rule: str, text: str) -> None:
        """Put every question about *text*, which was made from *rule*."""
        book, accepts = self.book, self.book.oracle.accepts
        self.texts += 1
        self.ask(f"matches {rule}", text, accepts(rule, text), urikit.matches(rule, text))
        for kind, is_kind in book.kinds:
            self.ask(kind, text, accepts(kind, text), is_kind(text))
        parts = pieces(text, book.spec)
        if parts is None:
            stop = book.oracle.viable_prefix(book.kinds[0][0], text)
            self.ask("start of the error", text, stop, start_of_error(book, text))
        else:
            self.ask("pieces joined", text, text, "".join(parts))
            self.compare_parts(text, parts)

    def compare_parts(self, text: str, parts: Pieces) -> None:
        """Put the questions about the parts of a valid text."""
        book = self.book
        scheme, userinfo, host, port, path, query, fragment = parts
        rules = [
            ("scheme", scheme[:-1], scheme),
            ("userinfo", userinfo[2:-1], userinfo[2:]),
            ("host", host, userinfo),
            ("port", port[1:], port),
            (path_rule(parts), path, "there"),
            ("query", query[1:], query),
            ("fragment", fragment[1:], fragment),
        ]
        for name, part, there in rules:
            if there:
                self.ask(f"part is a {name}", text, book.oracle.accepts(book.rule(name), part), True)
        self.ask("path rule", text, expected_path_rule(book, parts), path_rule(parts))
        if userinfo:
            self.ask("host kind", text, expected_host_kind(book, host), urikit.host_kind(host))

    def report(self) -> Iterator[str]:
        yield f"{self.texts:,} texts, {sum(self.asked.values()):,} answers, {len(self.different):,} different"
        for question, text, oracle, answer in self.different[:20]:
            yield f"  {question}: {text!a}: oracle {oracle}, urikit {answer}"


def start_of_error(book: Book, text: str) -> int | None:
    """Where urikit says a text stops being able to become a reference."""
    try:
        book.read(text)
    except urikit.URISyntaxError as error:
        return error.finding.start
    return None


def expected_path_rule(book: Book, parts: Pieces) -> str:
    """The rule that hier-part or relative-part names for this path: the first that matches."""
    scheme, userinfo, _, _, path, _, _ = parts
    if userinfo:
        return "path-abempty"
    order = ["path-empty", "path-absolute", "path-rootless" if scheme else "path-noscheme"]
    return next((rule for rule in order if book.oracle.accepts(book.rule(rule), path)), "none")


def expected_host_kind(book: Book, host: str) -> str:
    inside = host[1:-1] if host.startswith("[") else host
    rules = HOSTS[:2] if host.startswith("[") else HOSTS[2:]
    return next((rule for rule in rules if book.oracle.accepts(book.rule(rule), inside)), "none")


def generated(count: int, seed: int, book: Book = URIS) -> Iterator[tuple[str, str]]:
    """Rule and text, *count* times: half of them whole references, half the other rules in turn."""
    source = Source(seed, book.oracle)
    for number in range(count):
        rule = book.kinds[0][0] if number % 2 else book.rules[number // 2 % len(book.rules)]
        yield rule, source.text(rule)


def compare(pairs: Iterable[tuple[str, str]], book: Book = URIS) -> Tally:
    tally = Tally(book)
    for rule, text in pairs:
        tally.compare(rule, text)
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0] if __doc__ else "")
    parser.add_argument("--count", type=int, default=100_000, help="texts to compare")
    parser.add_argument("--seed", type=int, default=1, help="same seed, same texts")
    parser.add_argument("--spec", choices=["rfc3986", "rfc3987"], default="rfc3986", help="the standard")
    options = parser.parse_args()
    begin = time.perf_counter()
    book = URIS if options.spec == "rfc3986" else IRIS
    tally = compare(generated(options.count, options.seed, book), book)
    print("\n".join(tally.report()))
    print(f"{time.perf_counter() - begin:.1f} s")
    return 1 if tally.different else 0


if __name__ == "__main__":
    sys.exit(main())
