"""
What do shells and `man` know of the command?

Completions for bash, zsh and fish, and a manual page, all made from the verbs' own parsers, so that they cannot differ
from them.
"""

from __future__ import annotations

from urikit.cli.verb import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

SHELLS = ("bash", "zsh", "fish")


def parsers() -> Mapping[str, tuple[str, argparse.ArgumentParser]]:
    """Return what each verb is for, and its parser, by name."""
    from urikit.cli import clean_command, stats_command
    from urikit.cli.app import CLEAN
    from urikit.cli.commands import VERBS
    from urikit.cli.verb import Parser

    clean = Parser("urikit clean", CLEAN, inputs="files")
    clean_command.add_arguments(clean)
    stats = Parser("urikit stats", stats_command.SUMMARY, inputs="files")
    stats_command.add_arguments(stats)
    of_files = {"clean": (CLEAN, clean), "stats": (stats_command.SUMMARY, stats)}
    return of_files | {name: (verb.summary, verb.parser()) for name, verb in VERBS.items()}


def options(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Return the options of a parser."""
    return [one for one in parser._actions if one.option_strings]  # pyright: ignore[reportPrivateUsage] (no other way)


def completions(shell: str) -> str:
    """
    Write the completions of a shell: verbs, options, and the words that an option takes.

    Args:
        shell: ``"bash"``, ``"zsh"`` or ``"fish"``.

    Raises:
        UsageError: It is another shell.

    Example:
        >>> completions("fish").splitlines()[1]
        'complete -c urikit -n __fish_use_subcommand -f'
    """
    if shell not in SHELLS:
        raise UsageError(f"urikit: --completions takes {', '.join(SHELLS)}, not {shell}")
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell]()


def _bash() -> str:
    verbs = parsers()
    lines = ["# bash: source this file, or lay it where bash-completion looks", "_urikit() {"]
    lines += ['    local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" choices=""']
    lines += ['    if [ "$COMP_CWORD" -eq 1 ]; then']
    lines += [f'        choices="{" ".join(verbs)} --help --version"', "    else"]
    lines += ['        case "${COMP_WORDS[1]}:$before" in']
    for name, (_, parser) in verbs.items():
        for option in options(parser):
            if option.choices:
                marks = "|".join(f"{name}:{word}" for word in option.option_strings)
                lines.append(f'            {marks}) choices="{" ".join(map(str, option.choices))}" ;;')
    lines += ["        esac", '        if [ -z "$choices" ]; then', '            case "${COMP_WORDS[1]}" in']
    for name, (_, parser) in verbs.items():
        words = " ".join(word for option in options(parser) for word in option.option_strings)
        lines.append(f'                {name}) choices="{words}" ;;')
    lines += ["            esac", '            [[ "$word" == -* ]] || choices=""', "        fi", "    fi"]
    lines += ['    COMPREPLY=($(compgen -W "$choices" -- "$word"))', "}", "complete -o default -F _urikit urikit"]
    return "\n".join(lines) + "\n"


def _zsh() -> str:
    lines = ["#compdef urikit", "_urikit() {", "    local -a verbs", "    verbs=("]
    lines += [f"        {_quoted(f'{name}:{summary}')}" for name, (summary, _) in parsers().items()]
    lines += ["    )", "    if (( CURRENT == 2 )); then", "        _describe verb verbs", "        return", "    fi"]
    lines += ['    case "${words[2]}" in']
    for name, (_, parser) in parsers().items():
        lines.append(f"        {name}) _arguments \\")
        for option in options(parser):
            takes = "" if option.nargs == 0 else f":{option.dest}:" + _zsh_words(option)
            for word in option.option_strings:
                lines.append(f"            {_quoted(f'*{word}[{_plain(option.help)}]{takes}')} \\")
        lines.append("            '*::identifier:_files' ;;")
    return "\n".join([*lines, "    esac", "}", '_urikit "$@"']) + "\n"


def _zsh_words(option: argparse.Action) -> str:
    return f"({' '.join(map(str, option.choices))})" if option.choices else "_files"


def _fish() -> str:
    lines = ["# fish: lay this file in the folder completions of its configuration"]
    lines += ["complete -c urikit -n __fish_use_subcommand -f"]
    for name, (summary, parser) in parsers().items():
        lines.append(f"complete -c urikit -n __fish_use_subcommand -a {name} -d {_quoted(summary)}")
        for option in options(parser):
            line = f"complete -c urikit -n '__fish_seen_subcommand_from {name}'"
            for word in option.option_strings:
                line += f" -l {word[2:]}" if word.startswith("--") else f" -s {word[1:]}"
            if option.choices:
                line += f" -x -a {_quoted(' '.join(map(str, option.choices)))}"
            elif option.nargs != 0:
                line += " -r"
            lines.append(f"{line} -d {_quoted(_plain(option.help))}")
    return "\n".join(lines) + "\n"


def _plain(help_text: str | None) -> str:
    """A help's words where brackets and colons would be read."""
    return " ".join((help_text or "").replace("%%", "%").replace("[", "(").replace("]", ")").replace(":", " -").split())


def _quoted(text: str) -> str:
    """A text as one word of a shell."""
    return "'" + text.replace("'", "’") + "'"


def manual() -> str:
    """Write the manual page in the language of ``man``: every verb with its help page."""
    from urikit.cli.app import help_page

    lines = ['.TH URIKIT 1 "" urikit "User commands"', ".SH NAME", "urikit \\- URIs, IRIs and URNs, exactly"]
    lines += [".SH DESCRIPTION", ".nf", _roff(help_page()), ".fi", ".SH VERBS"]
    for name, (_, parser) in parsers().items():
        lines += [f".SS {name}", ".nf", _roff(parser.format_help()), ".fi"]
    return "\n".join(lines) + "\n"


def _roff(text: str) -> str:
    """Lines that ``man`` prints as they are."""
    escaped = text.rstrip("\n").replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(f"\\&{line}" if line.startswith((".", "'")) else line for line in escaped.split("\n"))
