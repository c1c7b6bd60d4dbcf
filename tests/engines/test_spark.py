"""
Does Spark answer what the function on one text answers: in threads, in executors of their own, over Connect?  And is a
job refused at once where the executors lack urikit?
"""

from __future__ import annotations

import doctest
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pytest

import urikit
from tests.engines import corpus
from tests.engines.processes import HERE, ROOT, spark_job
from tests.sparks import spark_tests
from tests.test_docs import failures
from urikit.columns import KERNELS

pytest.importorskip("pyspark")

pytestmark = pytest.mark.spark


def same(found: dict[str, Any]) -> None:
    assert found["differ"] == {}
    assert found["compared"] == corpus.SIZE * len(corpus.ASKED)
    print(f"{found['compared']:,} values of {len(KERNELS)} kernels are the same")


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
    assert found["errors"]["taken"] == "error[option]: the frame has a column 'u_host': another prefix is needed"
    components = "scheme userinfo host port path query fragment".split()
    assert found["odd"] == ["url", "a.b", "U_HOST", "urikit_parsed", *components]
    assert found["parsed"] == ["url", "page", *(f"u_{one}" for one in components)]
    assert found["ports"] == [80, None, None, None]


def has_urikit(found: dict[str, Any], executors: int) -> None:
    from urikit.engines.executors import data

    assert found["executors"] == [[urikit.__version__, urikit.backend(), data()]] * executors


@pytest.mark.slow
def test_in_threads(tmp_path: Path) -> None:
    found = spark_job("local", tmp_path, PYTHONPATH=HERE)

    has_urikit(found, 1)
    same(found)
    same(found["large"])
    follows_sql(found)


@pytest.mark.slow
def test_over_connect(tmp_path: Path) -> None:
    found = spark_job("connect", tmp_path, PYTHONPATH=HERE)

    has_urikit(found, 1)
    same(found)
    follows_sql(found)


@pytest.mark.slow
def test_in_executors(tmp_path: Path) -> None:
    found = spark_job("cluster", tmp_path, PYTHONPATH=HERE)

    has_urikit(found, 2)
    same(found)


@pytest.mark.slow
def test_executors_without_urikit_are_refused_at_once(tmp_path: Path) -> None:
    """As in a cluster whose nodes have Python and nothing else."""
    venv.create(tmp_path / "bare", with_pip=False, symlinks=True)
    found = spark_job("bare", tmp_path, tmp_path / "bare/bin/python")

    print(f"refused after {found['check']} s, in a session that took {found['start']} s to start")
    assert re.match(r"error\[spark-missing\]: (\d) of \1 executors cannot run urikit: ", found["refused"])
    assert "ModuleNotFoundError: No module named 'urikit'" in found["refused"]
    assert "venv-pack" in found["refused"]
    assert found["check"] < max(15, found["start"]), found  # a busy machine starts Spark late as well


@spark_tests
def test_the_page_runs(session: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the session that serves all tests: the page's is that one, and is not stopped."""
    monkeypatch.setattr(type(session), "stop", lambda session: None)
    page = ROOT / "docs/engines/spark.md"
    test = doctest.DocTestParser().get_doctest(page.read_text("utf-8"), {}, page.stem, str(page), 0)

    assert len(test.examples) > 15
    assert failures([test]) == ""


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
    found = spark_job("cluster", tmp_path, "./environment/bin/python", URIKIT_ARCHIVE=archive)

    has_urikit(found, 2)
    same(found)
