"""`python -m urikit` is `urikit`."""

from __future__ import annotations

import subprocess
import sys

from tests.cli.shell import PLAIN, call


def test_the_module_is_the_command() -> None:
    words = ["normalize", "HTTP://example.com/%7Ea", "a b"]
    done = subprocess.run([sys.executable, "-m", "urikit", *words], capture_output=True, text=True, env=PLAIN)

    assert (done.stdout, done.stderr, done.returncode) == (call(*words).text, call(*words).err, 1)
