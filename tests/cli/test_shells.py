"""What shells and `man` know of the command is what its parsers know."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from urikit.cli import shells
from urikit.cli.app import main
from urikit.cli.commands import VERBS


def completed(*words: str) -> list[str]:
    """What bash offers for the last of some words."""
    line = " ".join(f"'{word}'" for word in words)
    script = f"{shells.completions('bash')}\nCOMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _urikit\n"
    script += "printf '%s\\n' \"${COMPREPLY[@]}\""
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.skipif(not shutil.which("bash"), reason="no bash here")
def test_bash_completes_verbs_options_and_words() -> None:
    assert set(completed("urikit", "")) == {*VERBS, "clean", "stats", "--help", "--version"}
    assert completed("urikit", "pa") == ["parse"]
    assert "--explain" in completed("urikit", "normalize", "--")
    assert "scheme" in completed("urikit", "normalize", "--rung", "")
    assert completed("urikit", "parse", "http") == []


@pytest.mark.parametrize("shell", shells.SHELLS)
def test_every_verb_and_option_is_in_the_completions(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--completions", shell]) == 0
    made = capsys.readouterr().out

    for name, (_, parser) in shells.parsers().items():
        assert name in made
        for option in shells.options(parser):
            for word in option.option_strings:
                assert (word.lstrip("-") if shell == "fish" else word) in made


@pytest.mark.parametrize("shell", [shell for shell in shells.SHELLS if shutil.which(shell)])
def test_the_shell_itself_reads_them(shell: str) -> None:
    done = subprocess.run([shell, "-n"], input=shells.completions(shell), capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


def test_another_shell_is_told_of(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--completions", "csh"]) == 2
    assert "bash, zsh, fish" in capsys.readouterr().err


def test_the_manual_has_every_verb(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--man"]) == 0
    made = capsys.readouterr().out

    assert made.startswith(".TH URIKIT 1")
    assert [line[4:] for line in made.splitlines() if line.startswith(".SS ")] == list(shells.parsers())


@pytest.mark.skipif(not shutil.which("groff"), reason="no groff here")
def test_groff_reads_the_manual() -> None:
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", "-Kutf8"], input=shells.manual(), capture_output=True, text=True, check=True
    )

    assert "urikit normalize" in done.stdout
