"""A shell without a process: one call of `main` with its own standard streams, environment and folder."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from urikit.cli import main

SOURCE = Path(__file__).parents[2] / "src"
PLAIN = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", "PYTHONPATH": str(SOURCE)}
COMMAND = [sys.executable, "-c", "import sys; from urikit.cli import main; sys.exit(main())"]


class Done(NamedTuple):
    """What a call left: octets, words, exit code."""

    out: bytes
    err: str
    status: int

    @property
    def text(self) -> str:
        return self.out.decode()


class Stream(io.TextIOWrapper):
    """A standard stream that may say that it is a terminal."""

    def __init__(self, data: bytes = b"", *, terminal: bool = False) -> None:
        super().__init__(io.BytesIO(data), "utf-8", newline="", write_through=True)
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal

    def all(self) -> bytes:
        return self.buffer.getvalue()  # type: ignore[attr-defined,no-any-return]


def call(
    *argv: str,
    stdin: bytes | None = b"",
    env: dict[str, str] | None = None,
    terminal: bool = False,
) -> Done:
    """Call the command line in this process; *stdin* None is a terminal where nobody types."""
    given = Stream(stdin or b"", terminal=stdin is None)
    out, err = Stream(terminal=terminal), Stream(terminal=terminal)
    with patch.multiple(sys, stdin=given, stdout=out, stderr=err), patch.dict(os.environ, env or {}):
        for name in {"NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERM"} - set(env or {}):
            os.environ.pop(name, None)
        status = main(list(argv))
    return Done(out.all(), err.all().decode(), status)


def process(*argv: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Run the command line in a process of its own."""
    options.setdefault("env", PLAIN)
    options.setdefault("stdin", subprocess.DEVNULL)
    return subprocess.run([*COMMAND, *argv], capture_output=True, timeout=60, check=False, **options)


def started(*argv: str) -> Any:
    """Start the command line with three pipes; the reader's and the writer's ends are ours."""
    pipe = subprocess.PIPE
    return subprocess.Popen([*COMMAND, *argv], stdin=pipe, stdout=pipe, stderr=pipe, env=PLAIN)
