"""`urikit parse X` answers at once: what it imports, and how long it takes from nothing."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.cli.shell import COMMAND, PLAIN
from urikit.cli.commands import VERBS

NEVER = {
    "rich",
    "duckdb",
    "pyarrow",
    "idna",
    "click",
    "typing",
    "dataclasses",
    "inspect",
    "decimal",
    "tomllib",
    "asyncio",
    "urikit.clean",
    "urikit.cli.clean_command",
}
FOR_SOME = {
    "json",
    "csv",
    "difflib",
    "textwrap",
    "shutil",
    "tempfile",
    "subprocess",
    "ipaddress",
    "gzip",
    "unicodedata",
}
REQUESTS = {
    "parse": ["http://user@example.com:80/a/b?q=1#top"],
    "check": ["http://example.com/"],
    "normalize": ["HTTP://EXAMPLE.com/%7Ea"],
    "resolve": ["http://a/b/c", "../g"],
    "relativize": ["http://a/b/c", "http://a/g"],
    "equal": ["http://a/", "HTTP://a"],
    "encode": ["a b"],
    "decode": ["a%20b"],
    "convert": ["--to", "uri", "http://example.com/%C3%A9"],
    "get": ["-g", "{host} {path:0} {query:k}", "http://h/a?k=v"],
    "explain": ["space"],
    "schemes": ["gopher"],
    "urn": ["urn:isbn:0-395-36341-1"],
    "namespaces": ["isbn"],
}


@pytest.mark.parametrize("name", VERBS)
def test_a_verb_imports_nothing_it_does_not_need(name: str) -> None:
    program = "import sys; from urikit.cli import main; main(); sys.stderr.write(' '.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-S", "-c", program, name, *REQUESTS[name]], capture_output=True, env=PLAIN, check=True
    )
    loaded = {*done.stderr.decode().split()}

    assert "urikit.cli.app" in loaded
    assert not loaded & (NEVER | FOR_SOME)


def test_parse_answers_within_150_ms_of_nothing() -> None:
    """The time that a process of its own keeps a processor busy; of a few runs the best."""
    times = []
    for _ in range(5):
        running = subprocess.Popen([*COMMAND, "parse", *REQUESTS["parse"]], stdout=subprocess.DEVNULL, env=PLAIN)
        _, status, used = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
        times.append(used.ru_utime + used.ru_stime)
        assert running.returncode == 0

    assert min(times) < 0.15
