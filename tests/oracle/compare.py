"""
How many answers of urikit are not the oracle's?

    python -m tests.oracle.compare --count 1000000 --seed 1

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
from tests.oracle.abnf import APPENDIX_A, CORE_RULES, RFC3986
from tests.oracle.generate import Source
from urikit.syntax.parse import path_rule, pieces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

KINDS: list[tuple[str, Callable[[str], bool]]] = [
    ("URI-reference", urikit.is_uri_reference),
    ("URI", urikit.is_uri),
    ("relative-ref", urikit.is_relative_ref),
    ("absolute-URI", urikit.is_absolute_uri),
]
# "First-match-wins" (§3.2.2), so in this order.
HOSTS = ["IPv6address", "IPvFuture", "IPv4address", "reg-name"]


class Difference(NamedTuple):
    """One question to which the two gave other answers."""

    question: str
    text: str
    oracle: object
    urikit: object


class Tally:
    """Counts of what was asked and what differed."""

    def __init__(self) -> None:
        self.texts = 0
        self.asked: Counter[str] = Counter()
        self.different: list[Difference] = []

    def ask(self, question: str, text: str, oracle: object, answer: object) -> None:
        self.asked[question] += 1
        if oracle != answer:
            self.different.append(Difference(question, text, oracle, answer))

    def compare(self, rule: str, text: str) -> None:
        """Put every question about *text*, which was made from *rule*."""
        self.texts += 1
        self.ask(f"matches {rule}", text, RFC3986.accepts(rule, text), urikit.matches(rule, text))
        for kind, is_kind in KINDS:
            self.ask(kind, text, RFC3986.accepts(kind, text), is_kind(text))
        parts = pieces(text)
        if parts is None:
            self.ask("start of the error", text, RFC3986.viable_prefix("URI-reference", text), start_of_error(text))
        else:
            self.ask("pieces joined", text, text, "".join(parts))
            self.compare_parts(text, parts)

    def compare_parts(self, text: str, parts: tuple[str, ...]) -> None:
        """Put the questions about the parts of a valid text."""
        scheme, userinfo, host, port, path, query, fragment = parts
        rules = [
            ("scheme", scheme[:-1], scheme),
            ("userinfo", userinfo[2:-1], userinfo[2:]),
            ("host", host, userinfo),
            ("port", port[1:], port),
            (str(path_rule(parts)), path, "there"),  # type: ignore[arg-type]
            ("query", query[1:], query),
            ("fragment", fragment[1:], fragment),
        ]
        for rule, part, there in rules:
            if there:
                self.ask(f"part is a {rule}", text, RFC3986.accepts(rule, part), True)
        self.ask("path rule", text, expected_path_rule(scheme, userinfo, path), path_rule(parts))  # type: ignore[arg-type]
        if userinfo:
            self.ask("host kind", text, expected_host_kind(host), urikit.host_kind(host))

    def report(self) -> Iterator[str]:
        yield f"{self.texts:,} texts, {sum(self.asked.values()):,} answers, {len(self.different):,} different"
        for difference in self.different[:20]:
            question, text, oracle, answer = difference
            yield f"  {question}: {text!a}: oracle {oracle}, urikit {answer}"


def start_of_error(text: str) -> int | None:
    """Where urikit says a text stops being able to become a URI-reference."""
    try:
        urikit.parse(text)
    except urikit.URISyntaxError as error:
        return int(error.finding.start)
    return None


def expected_path_rule(scheme: str, userinfo: str, path: str) -> str:
    """The rule that hier-part or relative-part names for this path: the first that matches."""
    if userinfo:
        return "path-abempty"
    order = ["path-empty", "path-absolute", "path-rootless" if scheme else "path-noscheme"]
    return next((rule for rule in order if RFC3986.accepts(rule, path)), "none")


def expected_host_kind(host: str) -> str:
    inside = host[1:-1] if host.startswith("[") else host
    rules = HOSTS[:2] if host.startswith("[") else HOSTS[2:]
    return next((rule for rule in rules if RFC3986.accepts(rule, inside)), "none")


def generated(count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Rule and text, *count* times: half of them whole references, half the other rules in turn."""
    source = Source(seed)
    rules = [*APPENDIX_A, *CORE_RULES]
    for number in range(count):
        rule = "URI-reference" if number % 2 else rules[number // 2 % len(rules)]
        yield rule, source.text(rule)


def compare(pairs: Iterable[tuple[str, str]]) -> Tally:
    tally = Tally()
    for rule, text in pairs:
        tally.compare(rule, text)
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0] if __doc__ else "")
    parser.add_argument("--count", type=int, default=100_000, help="texts to compare")
    parser.add_argument("--seed", type=int, default=1, help="same seed, same texts")
    options = parser.parse_args()
    begin = time.perf_counter()
    tally = compare(generated(options.count, options.seed))
    print("\n".join(tally.report()))
    print(f"{time.perf_counter() - begin:.1f} s")
    return 1 if tally.different else 0


if __name__ == "__main__":
    sys.exit(main())
