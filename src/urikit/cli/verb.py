"""
How does a function become a verb?

Its docstring is its help page and describes its arguments; its signature says what they are:

    def resolve(job: Job, base: str, *references: str, loose: bool = False) -> None: ...

A parameter without a default is one argument; ``*references`` any number of inputs, and with them come the options
that every verb over lists has; a keyword-only parameter is an option: a flag where its default is False, repeatable
where it is ``()``, else with a value.
"""

from __future__ import annotations

import argparse
from functools import partial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, NoReturn

SECTIONS = ("Args:", "Example:", "Source:")
FORMATS = ("text", "json", "jsonl", "csv", "sarif")
LIMIT = 1 << 20
GUARD = "\0"  # stands before a word that is no option, however it looks; no argument can hold it

VERBS: dict[str, Verb] = {}
"""Every verb by name, in the order of the help page."""


class UsageError(Exception):
    """The request makes no sense as it was written: exit code 2."""


class Verb:
    """
    A function and the help page its docstring holds.

    Args:
        function: Takes a job and what the command line gave.
        choices: The words an option takes, by option; read only when this verb is asked for.
    """

    __slots__ = ("_sections", "choices", "description", "function", "name", "summary")

    def __init__(self, function: Callable[..., None], choices: Callable[[], dict[str, Iterable[str]]]) -> None:
        self.function = function
        self.choices = choices
        self.name = function.__name__
        self._sections = sections(function.__doc__ or "")
        self.description = self._sections[""]
        self.summary = self.description.split("\n\n", 1)[0].replace("\n", " ")

    def parser(self) -> Parser:
        """Make the parser of this verb's arguments."""
        code, defaults = self.function.__code__, self.function.__kwdefaults__ or {}
        words = arguments(self._sections.get("Args:", ""))
        named, last = code.co_argcount, code.co_argcount + code.co_kwonlyargcount
        first = code.co_varnames[1:named]
        inputs = code.co_varnames[last] if code.co_flags & 0x04 else None  # *inputs

        parser = Parser(f"urikit {self.name}", self.description, self._tail(), first, inputs)
        for name in (*first, *((inputs,) if inputs else ())):
            parser.positional[name] = words.get(name, ("", ""))[1]
        choices = self.choices()
        for name in code.co_varnames[named:last]:
            short, text = words.get(name, ("", ""))
            flags = [flag for flag in (short, "--" + name.strip("_").replace("_", "-")) if flag]
            parser.add_argument(*flags, dest=name, help=text, **taking(name, defaults[name], choices.get(name)))
        add_list_options(parser)
        return parser

    def _tail(self) -> str:
        return "\n\n".join(
            f"{name.lower()}\n{indented(self._sections[name])}" for name in SECTIONS[1:] if name in self._sections
        )

    def call(self, job: Any, given: argparse.Namespace) -> None:
        """Call the function with what the command line gave."""
        code, values = self.function.__code__, vars(given)
        options = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
        self.function(job, *given.words, **{name: values[name] for name in options})


def verb(**choices: Callable[[], Iterable[str]]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Mark a function as a verb; *choices* give the words an option takes."""

    def mark(function: Callable[..., None]) -> Callable[..., None]:
        VERBS[function.__name__.rstrip("_")] = Verb(
            function, lambda: {name: words() for name, words in choices.items()}
        )
        return function

    return mark


def taking(name: str, default: object, choices: Iterable[str] | None) -> dict[str, Any]:
    """Say what an option with this default takes, in argparse's words."""
    if default is False:
        return {"action": "store_true"}
    if choices is not None:
        return {"default": default, "choices": tuple(choices), "metavar": "WORD"}
    return {"default": default, "metavar": name.rpartition("_")[2].upper()}


def add_list_options(parser: argparse.ArgumentParser) -> None:
    """Add what every verb over lists takes."""
    add = parser.add_argument_group("lists and output").add_argument
    words = "read a list, one item a line; “-” is standard input; may be given again"
    add("-f", "--file", metavar="FILE", action="append", default=[], help=words)
    add("-0", "--null", action="store_true", help="items of lists, and lines of text output, end in NUL instead")
    words = "how to write: text, json (an array), jsonl (an object a line), csv; sarif for check"
    add("--format", choices=FORMATS, default="text", metavar="WORD", help=words)
    words = f"refuse an item of more characters than this (default {LIMIT}; 0 for no limit)"
    add("--max-length", metavar="N", type=length, default=LIMIT, help=words)
    add("--exit-zero", action="store_true", help="exit 0 also where something was found")
    add("--show-secrets", action="store_true", help="show what follows “:” in userinfo instead of •••")


def length(text: str) -> int:
    """Read a length: a number from 0."""
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"“{text}” is no number from 0")
    return int(text)


class Parser(argparse.ArgumentParser):
    """
    argparse with our words: options stand anywhere, none is abbreviated, a near miss is named.

    Args:
        prog: What is typed before the arguments.
        description: What the verb does.
        epilog: What follows the arguments on the help page.
        first: The arguments that have to be there.
        inputs: What any number of further arguments are called; None if there are none.
    """

    def __init__(
        self, prog: str, description: str, epilog: str = "", first: Sequence[str] = (), inputs: str | None = None
    ) -> None:
        names = [*map(placeholder, first), *([f"[{placeholder(inputs)} …]"] if inputs else [])]
        super().__init__(
            prog=prog,
            usage=" ".join([prog, "[OPTION …]", *names]),
            description=description,
            epilog=epilog,
            formatter_class=partial(argparse.RawDescriptionHelpFormatter, width=80),  # else it asks the terminal now
            allow_abbrev=False,
        )
        self.positional: dict[str, str] = {}
        self._first = first
        self._inputs = inputs

    def read(self, words: list[str]) -> argparse.Namespace:
        """Read a command line; what is no option is in ``words`` of the answer, in order."""
        end = words.index("--") if "--" in words else len(words)
        given, rest = self.parse_known_args(words[:end] + [GUARD + word for word in words[end + 1 :]])
        for word in rest:
            if word.startswith("-") and word != "-":
                slip = near(word, self._option_string_actions)
                self.error(f"there is no option {word}{slip} (what follows “--” is no option)")
        if len(rest) < len(self._first):
            self.error(f"{placeholder(self._first[len(rest)])} is missing")
        if len(rest) > len(self._first) and self._inputs is None:
            self.error(f"there is one argument too many: {rest[len(self._first)]}")
        given.words = [word.removeprefix(GUARD) for word in rest]
        return given

    def format_help(self) -> str:
        """Return the help page, its paragraphs filled to the screen's width."""
        from urikit.cli.console import width

        columns = max(width() - 2, 20)
        self.formatter_class = partial(argparse.RawDescriptionHelpFormatter, width=columns)
        self.description = filled(self.description or "", columns)
        rows = [f"  {placeholder(name):<22}{words}" for name, words in self.positional.items()]
        self.description += "\n\narguments:\n" + "\n".join(rows) if rows else ""
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the request."""
        raise UsageError(f"{self.prog}: {message}\nusage: {self.usage}\n{self.prog} --help tells more")


def placeholder(name: str) -> str:
    """Return what stands for an argument on the help page."""
    return name.removesuffix("s").upper()


def near(word: str, known: Iterable[str]) -> str:
    """Return “; did you mean X?” for the known word that *word* may be a slip of, or nothing."""
    import difflib

    found = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f"; did you mean {found[0]}?" if found else ""


def sections(docstring: str) -> dict[str, str]:
    """Cut a docstring in its sections, each without its indent; what stands before the first is ``""``."""
    found: dict[str, list[str]] = {"": []}
    current = found[""]
    margin = min((len(line) - len(line.lstrip()) for line in docstring.split("\n")[1:] if line.strip()), default=0)
    for line in docstring.split("\n"):
        line = line[margin:] if line[:margin].isspace() else line
        if line in SECTIONS:
            current = found[line] = []
        else:
            current.append(line.removeprefix("    ") if current is not found[""] else line)
    return {name: "\n".join(lines).strip("\n ") for name, lines in found.items()}


def arguments(text: str) -> dict[str, tuple[str, str]]:
    """Read an ``Args:`` section: name to (short flag or "", words)."""
    found: dict[str, tuple[str, str]] = {}
    name = ""
    for line in text.split("\n"):
        if line.startswith(" "):
            short, words = found[name]
            found[name] = (short, f"{words} {line.strip()}")
        elif line:
            head, _, words = line.partition(": ")
            name, _, short = head.partition(" ")
            found[name] = (short.strip("()"), words.replace("%", "%%"))
    return found


def filled(text: str, columns: int) -> str:
    """Return *text* with each paragraph filled to a width; lines that are indented stay."""
    import textwrap

    paragraphs = (part if part.startswith(" ") else textwrap.fill(part, columns) for part in text.split("\n\n"))
    return "\n\n".join(paragraphs)


def indented(text: str) -> str:
    """Return *text* two columns to the right."""
    return "\n".join("  " + line if line else "" for line in text.split("\n"))
