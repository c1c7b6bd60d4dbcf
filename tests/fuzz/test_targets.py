"""
Does the extension stand half a minute of each fuzz target?

URIKIT_FUZZ_SECONDS is how long each runs (30); what it finds lies in fuzz/artifacts, and becomes a vector.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

pytestmark = pytest.mark.fuzz

FOLDER = Path(__file__).parent.parent.parent / "fuzz"
TARGETS = sorted(path.stem for path in (FOLDER / "fuzz_targets").glob("*.rs"))
SECONDS = os.environ.get("URIKIT_FUZZ_SECONDS", "30")


@pytest.mark.parametrize("target", TARGETS)
def test_a_target_finds_nothing(target: str) -> None:
    if shutil.which("cargo-fuzz") is None:
        pytest.skip("there is no cargo-fuzz")
    library = {"LD_LIBRARY_PATH": sysconfig.get_config_var("LIBDIR") or ""}  # the crate is linked to Python's
    options = [f"-max_total_time={SECONDS}", "-max_len=400", "-timeout=10", "-rss_limit_mb=2048", "-verbosity=0"]
    run = ["cargo", "+nightly", "fuzz", "run", "--fuzz-dir", ".", target, "--", *options]
    done = subprocess.run(run, cwd=FOLDER, env=os.environ | library, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr[-4000:]


def test_every_target_is_built() -> None:
    manifest = (FOLDER / "Cargo.toml").read_text(encoding="utf-8").partition("[[bin]]")[2]
    named = sorted(line.split('"')[1] for line in manifest.splitlines() if line.startswith("name"))

    assert named == TARGETS
