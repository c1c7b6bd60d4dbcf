"""
Is the package what it says it is: light, typed, complete, and one on which nothing optional is forced?
"""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import statistics
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import urikit

ROOT = Path(__file__).parent.parent
OPTIONAL = ("_duckdb", "duckdb", "hypothesis", "publicsuffixlist", "pyarrow", "rich", "xxhash", "zstandard")
HEAVY = ("argparse", "dataclasses", "idna", "inspect", "ipaddress", "json", "tomllib", "typing", "urllib.parse")
BUDGET = 0.015  # seconds over bare Python
SLOW_MACHINE = 3  # how much slower than a quiet one this machine may be

LOADED = """
import sys
before = set(sys.modules)
{code}
print(*sorted(set(sys.modules) - before))
"""
TIMED = """
import time
start = time.process_time()
import urikit
urikit.is_uri
print(time.process_time() - start)
"""


def python(code: str, **environment: str) -> str:
    """Run code in a fresh interpreter; give what it printed."""
    run = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | environment, capture_output=True, text=True, check=True
    )
    return run.stdout


def test_the_version_is_the_installed_one() -> None:
    assert urikit.__version__ == importlib.metadata.version("urikit")


def test_import_is_within_its_budget() -> None:
    spent = statistics.median(float(python(TIMED)) for _ in range(7))

    assert spent < BUDGET * SLOW_MACHINE


@pytest.mark.parametrize("backend", ["rust", "python"])
def test_import_loads_nothing_heavy(backend: str) -> None:
    loaded = python(LOADED.format(code="import urikit; urikit.is_uri"), URIKIT_BACKEND=backend).split()

    assert set(loaded) & {*OPTIONAL, *HEAVY} == set()


@pytest.mark.skipif(urikit.backend() == "python", reason="without the twins a pattern is what reads a URI")
def test_with_the_twins_import_needs_no_patterns() -> None:
    assert "re" not in python(LOADED.format(code="import urikit; urikit.is_uri('a:b')")).split()


def test_no_public_name_needs_an_extra() -> None:
    loaded = python(LOADED.format(code="import urikit; [getattr(urikit, name) for name in urikit.__all__]")).split()

    assert set(loaded) & {*OPTIONAL} == set()


def test_no_module_hides_a_public_name() -> None:
    """Importing ``urikit.x`` puts the module in the place of a function ``x``."""
    code = (
        "import pkgutil, types, urikit\n"
        "for module in pkgutil.walk_packages(urikit.__path__, 'urikit.'): __import__(module.name)\n"
        "print(*(name for name in urikit.__all__ if isinstance(getattr(urikit, name), types.ModuleType)))"
    )

    assert python(code).split() == []


def test_dir_lists_the_public_names_and_a_wrong_one_is_refused() -> None:
    assert set(urikit.__all__) <= set(dir(urikit))
    with pytest.raises(AttributeError, match="netloc"):
        urikit.netloc  # noqa: B018


def test_the_floors_hold() -> None:
    pytest.importorskip("importlinter")
    run = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as lint; lint(['--no-cache'])"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert run.returncode == 0, run.stdout


def test_a_wheel_holds_what_it_needs_and_no_more(tmp_path: Path) -> None:
    """Built where there is no Rust: the wheel must come out all the same."""
    for name in ("src", "rust"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("target", "*.so", "*.egg-info"))
    for name in ("pyproject.toml", "README.md", "LICENSE", "MANIFEST.in"):
        shutil.copy(ROOT / name, tmp_path)
    nowhere = str(tmp_path / "nowhere")
    run = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", "wheels", "."],
        cwd=tmp_path,
        env=os.environ | {"CARGO": nowhere, "RUSTC": nowhere},
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode and "No matching distribution found for setuptools" in run.stderr:
        pytest.skip("the build tools cannot be had here")
    assert run.returncode == 0, run.stderr

    (wheel,) = (tmp_path / "wheels").glob("urikit-*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    sources = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src" / "urikit").rglob("*")
        if path.suffix in {".py", ".pyi", ".toml", ".json", ".typed"}
    }
    assert {name for name in names if ".dist-info/" not in name} == sources
    assert any(name.endswith("licenses/LICENSE") for name in names)
    entry_points = next(name for name in names if name.endswith("entry_points.txt"))
    assert "urikit = urikit.cli:main" in zipfile.ZipFile(wheel).read(entry_points).decode()

    zipfile.ZipFile(wheel).extractall(tmp_path / "installed")  # hypothesis finds the strategies by itself
    ask = "from hypothesis import strategies as st; import urikit; st.from_type(urikit.URI).validate(); print(urikit)"
    assert str(tmp_path) in python(ask, PYTHONPATH=str(tmp_path / "installed"))
