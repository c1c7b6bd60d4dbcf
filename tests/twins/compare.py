"""
Does each Rust twin, and each loop over a column, answer as its Python does, on inputs by the million?

    python -m tests.twins.compare [--count 10000] [--seed 0] [--name NAME]... [--kernel NAME]... [FILE or FOLDER]...

Inputs are made of the vectors, and of the lines of files (plain, or .gz) where some are given: as they are, changed in
one to three places, or two of them spliced.  What differs is printed; the end tells how much was compared.
"""

from __future__ import annotations

import argparse
import gzip
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import urikit.columns
from tests.columns.corpus import is_unicode
from tests.columns.test_twins_of_loops import LOOPS, PAIRS, column_of, options_of
from tests.test_twins import COLUMNS, NATIVE, PYTHON, SNIPPETS, TEXTS, Raised, answers, few, needed, places, taken

SHOWN = 20
"""Differences that are printed for each twin."""

ROWS = 200
"""Rows of a column."""


def lines(path: Path) -> Iterator[str]:
    """The lines of a file, or of the files in a folder; a line's columns count as one text each."""
    for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
        if file.is_file():
            data = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
            for line in data.decode("utf-8", "surrogateescape").splitlines():
                yield from line.split("\t")


class Maker:
    """
    Makes arguments for the functions.

    Args:
        texts: What to make them of.
        chance: Where chance comes from.
    """

    def __init__(self, texts: list[str], chance: random.Random) -> None:
        self.texts = texts
        self.iris = list(filter(urikit.is_iri, texts))
        self.urns = list(filter(urikit.is_urn, self.iris))
        self.addresses = [text for text in self.iris if text.partition("//")[2][:1] in {"[", *"0123456789"}]
        self.chance = chance

    def text(self, start: str | None = None) -> str:
        """A text, or one like *start*."""
        chance = self.chance
        text = chance.choice(self.texts) if start is None else start
        for _ in range(max(0, chance.randint(-2, 3))):
            at, width = chance.randint(0, len(text)), chance.randint(0, 2)
            put = chance.choice(SNIPPETS) if chance.random() < 0.8 else chance.choice(self.texts)[:20]
            text = text[:at] + put + text[at + width :]
        if chance.random() < 0.1:
            other = chance.choice(self.texts)
            text = text[: chance.randint(0, len(text))] + other[chance.randint(0, len(other)) :]
        return text

    def with_pairs(self, text: str) -> str:
        """The text with some more pairs in its query, mostly."""
        pairs = self.chance.sample(PAIRS, self.chance.randint(0, 5))
        before, mark, fragment = text.partition("#")
        joint = "&" if "?" in before else "?"
        return f"{before}{joint}{'&'.join(pairs)}{mark}{fragment}" if pairs else text

    def call(self, name: str) -> dict[str, Any]:
        """Arguments for the function of that name: those that may be left out mostly are."""
        chance, given = self.chance, places(name)
        call: dict[str, Any] = {}
        for parameter in taken(name):
            if parameter in given and parameter in ("base", "target"):
                near = "base" in call and chance.random() < 0.7
                call[parameter] = self.text(call["base"] if near else chance.choice(self.iris))
            elif parameter in given:
                valid = self.urns if name == "urn_key" else self.iris
                call[parameter] = self.text(chance.choice(valid) if chance.random() < 0.5 else None)
            elif parameter == "spec" and chance.random() < 0.6:
                call[parameter] = "rfc3987"
            elif parameter in needed(PYTHON[name]) or chance.random() < 0.15:
                call[parameter] = chance.choice(few(name, parameter))
        if "data" in call and chance.random() < 0.3:
            call["data"] = call["data"].encode("utf-8", "surrogatepass") + chance.randbytes(chance.randint(0, 3))
        return call


def run(name: str, count: int, maker: Maker) -> Counter[str]:
    """Compare one twin *count* times: how often both gave a value, both raised, or they differed."""
    seen: Counter[str] = Counter()
    for _ in range(count):
        call = maker.call(name)
        native, python = answers(name, call)
        if native != python:
            seen["different"] += 1
            if seen["different"] <= SHOWN:
                print(f"{name}(**{call!r})\n  twin:   {native!r}\n  python: {python!r}", flush=True)
        else:
            seen["raised" if isinstance(python, Raised) else "answered"] += 1
    return seen


def run_loop(name: str, count: int, maker: Maker) -> Counter[str]:
    """Compare one loop on *count* rows: how often both gave a value, both none or a refusal, or they differed."""
    seen: Counter[str] = Counter()
    chance = maker.chance
    likely = maker.urns if "urn" in name else maker.addresses if "address" in name else maker.iris
    while seen.total() < count:
        texts = [maker.text(chance.choice(likely) if chance.random() < 0.7 else None) for _ in range(ROWS)]
        if "query" in name:
            texts = [maker.with_pairs(text) for text in texts]
        rows = list(filter(is_unicode, texts))
        named, on_error = chance.choice(options_of(name)), chance.choice(["null", "finding"])
        native, python = (column_of(of, name, rows, named, on_error) for of in (urikit.columns, COLUMNS[0]))
        for row, one, other in zip(rows, native, python, strict=True):
            if one == other:
                value = other[0] if on_error == "finding" else other
                seen["raised" if value is None else "answered"] += 1
                continue
            seen["different"] += 1
            if seen["different"] <= SHOWN:
                print(
                    f"{name}([{row!r}], {named!r}, {on_error})", f"  loop:   {one!r}", f"  python: {other!r}", sep="\n"
                )
    return seen


def main() -> int:
    """Compare the twins asked for; the exit status is 1 where one differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000, help="inputs for each twin")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--name", action="append", choices=sorted(NATIVE), help="only this twin (repeatable)")
    parser.add_argument("--kernel", action="append", choices=LOOPS, default=[], help="a loop (repeatable)")
    parser.add_argument("corpora", type=Path, nargs="*")
    options = parser.parse_args()

    texts = [*TEXTS, *(line for path in options.corpora for line in lines(path))]
    total: Counter[str] = Counter()
    asked = [(run_loop, name) for name in options.kernel]
    if options.name or not asked:
        asked += [(run, name) for name in options.name or sorted(NATIVE)]
    for compare, name in asked:
        start = time.monotonic()
        seen = compare(name, options.count, Maker(texts, random.Random(f"{options.seed} {name}")))
        total.update(seen)
        print(f"{name:<22}{told(seen)}   {time.monotonic() - start:.0f} s", flush=True)
    print(f"{'all':<22}{told(total)}   of {len(texts)} texts, seed {options.seed}")
    return 1 if total["different"] else 0


def told(seen: Counter[str]) -> str:
    """The counts in words."""
    return "   ".join(f"{seen[key]:>9} {key}" for key in ("answered", "raised", "different"))


if __name__ == "__main__":
    sys.exit(main())
