"""
Do type checkers know what a person wants to know, and refuse what is a mistake?

The lines stand in ``tests/typing``.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("checker", ["mypy", "basedpyright"])
def test_what_is_right_checks_and_what_is_wrong_does_not(checker: str) -> None:
    pytest.importorskip(checker)
    run = subprocess.run(
        [sys.executable, "-m", checker, "tests/typing"], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert run.returncode == 0, run.stdout
