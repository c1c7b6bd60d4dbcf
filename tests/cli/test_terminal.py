"""A real terminal: names for what cannot be seen, colour, its width."""

from __future__ import annotations

import os
import pty
import subprocess

import pytest

from tests.cli.shell import COMMAND, PLAIN, call


def on_a_terminal(*words: str, **env: str) -> str:
    """What a terminal of 50 columns shows of one request."""
    ours, theirs = pty.openpty()
    os.set_blocking(ours, True)
    import fcntl
    import struct
    import termios

    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 50, 0, 0))
    running = subprocess.Popen([*COMMAND, *words], stdin=theirs, stdout=theirs, stderr=theirs, env=PLAIN | env)
    os.close(theirs)
    shown = b""
    try:
        while data := os.read(ours, 4096):
            shown += data
    except OSError:  # Linux' way to say that the other end is closed
        pass
    os.close(ours)
    running.wait(30)
    return shown.decode().replace("\r\n", "\n")


def test_what_cannot_be_seen_is_drawn_as_its_name() -> None:
    assert (
        on_a_terminal("decode", "%1B%5B2Ja%E2%80%AE%E2%80%8Bb%C2%AD%7F%C2%85")
        == "<ESC>[2Ja<RLO><ZWSP>b<SHY><DEL><NEL>\n"
    )
    assert on_a_terminal("decode", "a%0Ab") == "a<LF>b\n"


def test_colour_is_for_terminals() -> None:
    assert "\x1b[36mscheme" in on_a_terminal("parse", "x:")
    assert "\x1b" not in on_a_terminal("parse", "x:", NO_COLOR="1")
    assert "\x1b" not in on_a_terminal("parse", "x:", TERM="dumb")


def test_the_ladder_folds_to_the_screen() -> None:
    folded = on_a_terminal("normalize", "--explain", "-r", "case", "HTTP://EXAMPLE.com/%7e")
    wide = on_a_terminal("normalize", "--explain", "-r", "case", "HTTP://EXAMPLE.com/%7e", COLUMNS="200")

    assert len(folded.splitlines()) == 4
    assert len(wide.splitlines()) == 2


def test_nothing_is_read_from_a_terminal_unasked() -> None:
    assert on_a_terminal("parse").startswith("urikit parse: nothing to read")


@pytest.mark.parametrize(
    ("env", "terminal", "coloured"),
    [
        ({}, False, False),
        ({}, True, True),
        ({"NO_COLOR": ""}, True, True),
        ({"NO_COLOR": "0"}, True, False),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"FORCE_COLOR": ""}, False, False),
        ({"FORCE_COLOR": "0"}, True, False),
        ({"FORCE_COLOR": "3", "TERM": "dumb"}, False, True),
        ({"TERM": "dumb"}, True, False),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False),
    ],
)
def test_colour_keeps_to_the_environment(env: dict[str, str], terminal: bool, coloured: bool) -> None:
    assert ("\x1b" in call("parse", "x:", env=env, terminal=terminal).text) == coloured


def test_what_is_written_is_never_coloured() -> None:
    for words in (["normalize", "HTTP:"], ["resolve", "a:/", "b"], ["get", "-g", "{host}", "//h"], ["encode", "a"]):
        assert "\x1b" not in call(*words, env={"FORCE_COLOR": "1"}, terminal=True).text
    for form in ("json", "jsonl", "csv"):
        assert "\x1b" not in call("parse", "--format", form, "x:", env={"FORCE_COLOR": "1"}, terminal=True).text
