"""
Does a rule of an RFC's own ABNF match a text, and how far can a text still become one that does?

ABNF text is read as RFC 5234 §4 says, and each rule becomes an automaton: the URI grammars never nest, so they are
regular.  Nothing here is shared with the parser under test, and nothing here knows a rule by name.
"""

from __future__ import annotations

from bisect import bisect_right
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

HERE = Path(__file__).parent


# --- The tree of a rule ---------------------------------------------------------------------------------------------


class Chars(NamedTuple):
    """One character out of these ranges (code points, both ends included)."""

    ranges: tuple[tuple[int, int], ...]


class Sequence(NamedTuple):
    """One after the other."""

    items: tuple[Node, ...]


class Choice(NamedTuple):
    """One of them."""

    items: tuple[Node, ...]


class Repeat(NamedTuple):
    """Between *low* and *high* times; *high* ``None`` is without end."""

    low: int
    high: int | None
    item: Node


class Name(NamedTuple):
    """Another rule, by its name in lower case (RFC 5234 §2.1: names fold case)."""

    name: str


Node = Chars | Sequence | Choice | Repeat | Name


# --- Reading ABNF: RFC 5234 §4 --------------------------------------------------------------------------------------


class ABNFError(ValueError):
    """The rule text is not ABNF, or not regular."""


def rule_texts(abnf: str) -> dict[str, str]:
    """Return each rule's name as written and its elements, comments gone and continuation lines joined."""
    rules: dict[str, str] = {}
    name = ""
    lines = [without_comment(line) for line in abnf.splitlines()]
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    for line in lines:
        if not line.strip():
            continue
        if line[indent] == " ":  # a rule's further line stands further right than its first (§2.2)
            rules[name] += " " + line.strip()
            continue
        name, elements = (part.strip() for part in line.split("=", 1))
        if elements.startswith("/"):
            rules[name] += " " + elements
        else:
            rules[name] = elements
    return rules


def without_comment(line: str) -> str:
    """Cut a comment off, unless its ";" stands in a quoted string."""
    quoted = False
    for place, character in enumerate(line):
        quoted ^= character == '"'
        if character == ";" and not quoted:
            return line[:place].rstrip()
    return line.rstrip()


class Reader:
    """Reads the elements of one rule (§4: alternation, concatenation, repetition, group, option, values)."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0

    def rule(self) -> Node:
        node = self.alternation()
        if self.place != len(self.text):
            raise ABNFError(f"unread: {self.text[self.place :]!r} of {self.text!r}")
        return node

    def next(self) -> str:
        """Skip blanks and return the character that follows, or "" at the end."""
        while self.text[self.place : self.place + 1] == " ":
            self.place += 1
        return self.text[self.place : self.place + 1]

    def take(self, wanted: str) -> bool:
        if found := self.text.startswith(wanted, self.place):
            self.place += len(wanted)
        return found

    def until(self, end: str) -> str:
        start, self.place = self.place, self.text.index(end, self.place) + 1
        return self.text[start : self.place - 1]

    def run(self, allowed: str) -> str:
        start = self.place
        while self.place < len(self.text) and self.text[self.place] in allowed:
            self.place += 1
        return self.text[start : self.place]

    def alternation(self) -> Node:
        items = [self.concatenation()]
        while self.next() == "/":
            self.place += 1
            items.append(self.concatenation())
        return items[0] if len(items) == 1 else Choice(tuple(items))

    def concatenation(self) -> Node:
        items: list[Node] = []
        while (character := self.next()) and character not in "/)]":
            items.append(self.repetition())
        return items[0] if len(items) == 1 else Sequence(tuple(items))

    def repetition(self) -> Node:
        low = self.run("0123456789")
        if self.take("*"):
            high = self.run("0123456789")
            return Repeat(int(low or 0), int(high) if high else None, self.element())
        return Repeat(int(low), int(low), self.element()) if low else self.element()

    def element(self) -> Node:
        if self.take("("):
            return self.closed(")")
        if self.take("["):
            return Repeat(0, 1, self.closed("]"))
        if self.take('"'):
            return literal(self.until('"'))
        if self.take("%"):
            return self.number()
        if self.take("<"):
            return Name(self.until(">").lower())
        name = self.run("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-")
        if not name:
            raise ABNFError(f"no element at {self.text[self.place :]!r} of {self.text!r}")
        return Name(name.lower())

    def closed(self, end: str) -> Node:
        node = self.alternation()
        self.next()
        if not self.take(end):
            raise ABNFError(f"no {end!r} at {self.text[self.place :]!r} of {self.text!r}")
        return node

    def number(self) -> Node:
        """Read ``%x30-39`` or ``%x0D.0A`` (also in binary and decimal)."""
        base = {"x": 16, "d": 10, "b": 2}[self.text[self.place].lower()]
        self.place += 1
        digits = "0123456789ABCDEFabcdef"
        first = int(self.run(digits), base)
        if self.take("-"):
            return Chars(((first, int(self.run(digits), base)),))
        values = [first]
        while self.take("."):
            values.append(int(self.run(digits), base))
        return Sequence(tuple(Chars(((value, value),)) for value in values))


def literal(text: str) -> Node:
    """A quoted string: letters match in either case (§2.3)."""
    cases = [sorted({ord(character.lower()), ord(character.upper())}) for character in text]
    return Sequence(tuple(Chars(tuple((value, value) for value in both)) for both in cases))


def expand(rules: dict[str, Node], name: str) -> Node:
    """Return the rule's tree with every name in it replaced by what it stands for."""

    def walk(node: Node, above: tuple[str, ...]) -> Node:
        if isinstance(node, Name):
            if node.name in above:
                raise ABNFError(f"not regular: {node.name} stands in itself")
            if node.name not in rules:
                raise ABNFError(f"no such rule: {node.name}")
            return walk(rules[node.name], (*above, node.name))
        if isinstance(node, Repeat):
            return Repeat(node.low, node.high, walk(node.item, above))
        if isinstance(node, Sequence):
            items = tuple(walk(item, above) for item in node.items)
            return items[0] if len(items) == 1 else Sequence(items)
        if isinstance(node, Choice):
            return choice([walk(item, above) for item in node.items])
        return node

    return walk(Name(name.lower()), ())


def choice(items: list[Node]) -> Node:
    """One of them, with all single characters in one set: the same language with fewer states."""
    ranges = [pair for item in items if isinstance(item, Chars) for pair in item.ranges]
    rest: list[Node] = [item for item in items if not isinstance(item, Chars)]
    if ranges:
        rest.append(Chars(tuple(sorted(ranges))))
    return rest[0] if len(rest) == 1 else Choice(tuple(rest))


# --- The automaton --------------------------------------------------------------------------------------------------


class Automaton:
    """A tree as an automaton whose every state can still reach an end; its deterministic states are made at need."""

    def __init__(self, tree: Node) -> None:
        self.cuts = sorted({0} | {cut for low, high in ranges_of(tree) for cut in (low, high + 1)})
        self.empty: list[list[int]] = []  # state -> states reached without a character
        self.moves: list[list[tuple[frozenset[int], int]]] = []  # state -> (classes of characters, state)
        self.end = self.state()
        start = self.build(tree, self.end)
        self.alive = self.reaching(self.end)
        self.states: dict[frozenset[int], State] = {}
        self.dead = self.of(())
        self.start = self.of((start,))

    # Thompson's construction, back to front: each node gets the state that follows it and gives its first.

    def state(self) -> int:
        self.empty.append([])
        self.moves.append([])
        return len(self.empty) - 1

    def build(self, node: Node, after: int) -> int:
        if isinstance(node, Chars):
            first = self.state()
            self.moves[first].append((self.classes(node), after))
            return first
        if isinstance(node, Sequence):
            for item in reversed(node.items):
                after = self.build(item, after)
            return after
        if isinstance(node, Choice):
            first = self.state()
            self.empty[first] = [self.build(item, after) for item in node.items]
            return first
        assert isinstance(node, Repeat)
        return self.repeat(node, after)

    def repeat(self, node: Repeat, after: int) -> int:
        if node.high is None:
            loop = self.state()
            self.empty[loop] = [self.build(node.item, loop), after]
            first = loop
        else:
            first = after
            for _ in range(node.high - node.low):
                optional = self.state()
                self.empty[optional] = [self.build(node.item, first), after]
                first = optional
        for _ in range(node.low):
            first = self.build(node.item, first)
        return first

    def classes(self, node: Chars) -> frozenset[int]:
        """The numbers of the intervals between cuts that the ranges cover."""
        return frozenset(
            number for low, high in node.ranges for number in range(self.class_of(low), self.class_of(high) + 1)
        )

    def class_of(self, code_point: int) -> int:
        return bisect_right(self.cuts, code_point) - 1

    def reaching(self, end: int) -> frozenset[int]:
        """The states from which *end* can be reached."""
        back: dict[int, list[int]] = {}
        for state, empties in enumerate(self.empty):
            for target in [*empties, *(target for classes, target in self.moves[state] if classes)]:
                back.setdefault(target, []).append(state)
        found, todo = {end}, [end]
        while todo:
            for state in back.get(todo.pop(), ()):
                if state not in found:
                    found.add(state)
                    todo.append(state)
        return frozenset(found)

    def of(self, states: Iterable[int]) -> State:
        """The deterministic state of these and all they reach without a character."""
        found = {state for state in states if state in self.alive}
        todo = list(found)
        while todo:
            for target in self.empty[todo.pop()]:
                if target in self.alive and target not in found:
                    found.add(target)
                    todo.append(target)
        members = frozenset(found)
        if members not in self.states:
            self.states[members] = State(self, members)
        return self.states[members]

    def accepts(self, text: str) -> bool:
        state = self.start
        for character in text:
            state = state[character]
        return state.final

    def viable_prefix(self, text: str) -> int:
        state, dead = self.start, self.dead
        for place, character in enumerate(text):
            state = state[character]
            if state is dead:
                return place
        return len(text)


class State(dict[str, "State"]):
    """A deterministic state: character -> state.  ASCII is remembered by character, the rest by class."""

    __slots__ = ("automaton", "by_class", "final", "members")

    def __init__(self, automaton: Automaton, members: frozenset[int]) -> None:
        super().__init__()
        self.automaton = automaton
        self.members = members
        self.final = automaton.end in members
        self.by_class: dict[int, State] = {}

    def __missing__(self, character: str) -> State:
        number = self.automaton.class_of(ord(character))
        target = self.by_class.get(number)
        if target is None:
            moves = self.automaton.moves
            target = self.automaton.of(
                state for member in self.members for classes, state in moves[member] if number in classes
            )
            self.by_class[number] = target
        if character < "\x80":
            self[character] = target
        return target


def ranges_of(node: Node) -> list[tuple[int, int]]:
    """Every range of characters in a tree."""
    found: list[tuple[int, int]] = []
    todo = [node]
    while todo:
        node = todo.pop()
        if isinstance(node, Chars):
            found += node.ranges
        elif isinstance(node, Repeat):
            todo.append(node.item)
        elif isinstance(node, Sequence | Choice):
            todo += node.items
    return found


# --- What tests use -------------------------------------------------------------------------------------------------


class Oracle:
    """The rules of some ABNF files.  Names are folded in case; ``names`` keeps them as printed."""

    def __init__(self, *files: str) -> None:
        texts: dict[str, str] = {}
        for file in files:
            texts |= rule_texts((HERE / file).read_text("utf-8"))
        self.names = list(texts)
        self.rules = {name.lower(): Reader(text).rule() for name, text in texts.items()}
        self.trees: dict[str, Node] = {}
        self.automata: dict[str, Automaton] = {}

    def tree(self, rule: str) -> Node:
        if rule not in self.trees:
            self.trees[rule] = expand(self.rules, rule)
        return self.trees[rule]

    def automaton(self, rule: str) -> Automaton:
        if rule not in self.automata:
            self.automata[rule] = Automaton(self.tree(rule))
        return self.automata[rule]

    def accepts(self, rule: str, text: str) -> bool:
        """Whether the whole *text* is a string of *rule*."""
        return self.automaton(rule).accepts(text)

    def viable_prefix(self, rule: str, text: str) -> int:
        """The length, in code points, of the longest prefix of *text* that some string of *rule* begins with."""
        return self.automaton(rule).viable_prefix(text)


RFC3986 = Oracle("rfc3986.abnf", "rfc5234.abnf")
RFC3987 = Oracle("rfc3987.abnf", "rfc3986.abnf", "rfc5234.abnf")
IRI_RULES = list(rule_texts((HERE / "rfc3987.abnf").read_text("utf-8")))
APPENDIX_A = list(rule_texts((HERE / "rfc3986.abnf").read_text("utf-8")))
CORE_RULES = list(rule_texts((HERE / "rfc5234.abnf").read_text("utf-8")))
