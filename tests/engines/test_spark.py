"""
Does Spark answer what the function on one text answers: in threads, in executors of their own, over Connect?  And is a
job refused at once where the executors lack urikit?

Each session is a process (spark_job.py), because Spark keeps much in a process that outlives a session.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import urikit
from urikit.columns import KERNELS

pytestmark = pytest.mark.spark

ROOT = Path(__file__).parents[2]
HERE = str(Path(urikit.__file__).parents[1])
"""Where the urikit under test is."""


@pytest.fixture(autouse=True)
def no_folders_left() -> Iterator[None]:
    """Executors of a local cluster unpack what they are sent beside Spark itself, and leave it there."""
    pyspark = pytest.importorskip("pyspark")
    work = Path(pyspark.__file__).parent / "work"
    before = set(work.glob("*"))
    yield
    for folder in set(work.glob("*")) - before:
        shutil.rmtree(folder)


def job(mode: str, cwd: Path, executors: Path | str = sys.executable, **more: str) -> dict[str, Any]:
    """Run a session; *executors* is their Python."""
    known = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "SPARK_HOME")}
    python = {"PYSPARK_PYTHON": str(executors), "PYSPARK_DRIVER_PYTHON": sys.executable, "URIKIT_AT": HERE}
    command = [sys.executable, str(ROOT / "tests/engines/spark_job.py"), mode]
    done = subprocess.run(
        command, env=known | python | more, cwd=cwd, capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode == 0, done.stderr[-5000:]
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def same(found: dict[str, Any], rows: int = 500) -> None:
    assert found["differ"] == {}
    assert found["kernels"] == len(KERNELS)
    assert found["compared"] >= rows * len(KERNELS)
    print(f"{found['compared']:,} values of {found['kernels']} kernels are the same")


def follows_sql(found: dict[str, Any]) -> None:
    normal = "http://example.com/~a?q=1"
    first, target = "HTTP://example.com:80/%7Ea", "HTTP://example.com:80/%7Ea?q=1"
    assert found["sql"] == [
        ["example.com", normal, normal, 80, target, first, None, None],
        [None] * 8,
        [None] * 8,
        [None, "../x", "../x", None, "http://a/x", "../x", None, None],
    ]
    assert "error[option]: rung is one of" in found["errors"]["top"]
    assert "error[column-type]" in found["errors"]["number"]
    assert "error[option]: resolve needs base" in found["errors"]["base"]
    components = "scheme userinfo host port path query fragment".split()
    assert found["parsed"] == ["url", "page", *(f"u_{one}" for one in components)]
    assert found["ports"] == [80, None, None, None]


def has_urikit(found: dict[str, Any], executors: int) -> None:
    from urikit.engines.executors import data

    assert found["executors"] == [[urikit.__version__, urikit.backend(), data()]] * executors


@pytest.mark.slow
def test_in_threads(tmp_path: Path) -> None:
    found = job("local", tmp_path, PYTHONPATH=HERE)

    has_urikit(found, 1)
    same(found, 5_000)
    same(found["large"])
    follows_sql(found)


@pytest.mark.slow
def test_over_connect(tmp_path: Path) -> None:
    found = job("connect", tmp_path, PYTHONPATH=HERE)

    has_urikit(found, 1)
    same(found)
    follows_sql(found)


@pytest.mark.slow
def test_in_executors(tmp_path: Path) -> None:
    found = job("cluster", tmp_path, PYTHONPATH=HERE)

    has_urikit(found, 2)
    same(found)


@pytest.mark.slow
def test_executors_without_urikit_are_refused_at_once(tmp_path: Path) -> None:
    """As in a cluster whose nodes have Python and nothing else."""
    venv.create(tmp_path / "bare", with_pip=False, symlinks=True)
    found = job("bare", tmp_path, tmp_path / "bare/bin/python")

    assert re.match(r"error\[spark-missing\]: (\d) of \1 executors cannot run urikit: ", found["refused"])
    assert "ModuleNotFoundError: No module named 'urikit'" in found["refused"]
    assert "venv-pack" in found["refused"]
    assert found["check"] < max(15, found["start"]), found  # a busy machine starts Spark late as well


def test_the_page_runs(tmp_path: Path) -> None:
    page = [sys.executable, "-W", "ignore", "-m", "doctest", str(ROOT / "docs/engines/spark.md")]
    known = os.environ | {"PYTHONPATH": HERE, "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}
    done = subprocess.run(page, env=known, cwd=tmp_path, capture_output=True, text=True, timeout=900, check=False)

    assert (done.stdout, done.returncode) == ("", 0), done.stderr[-3000:]


@pytest.mark.slow
def test_an_environment_is_shipped(tmp_path: Path) -> None:
    """The recipe of the message, with the urikit under test in place of the released one."""
    environment = tmp_path / "env"
    python = environment / "bin/python"
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    subprocess.run([python, "-m", "pip", "install", "-q", "pyarrow", "idna", "publicsuffixlist", "xxhash"], check=True)
    packages = next(environment.glob("lib/python*/site-packages"))
    shutil.copytree(Path(HERE) / "urikit", packages / "urikit", ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run([sys.executable, "-m", "venv_pack", "-q", "-p", environment, "-o", tmp_path / "env.tgz"], check=True)
    shutil.rmtree(environment)
    archive = f"{tmp_path / 'env.tgz'}#environment"
    found = job("cluster", tmp_path, "./environment/bin/python", URIKIT_ARCHIVE=archive)

    has_urikit(found, 2)
    same(found)
