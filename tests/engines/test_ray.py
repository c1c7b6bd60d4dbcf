"""
Does Ray answer what the function on one text answers, in each of its formats of batches?
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import urikit
from tests.engines import corpus
from urikit.columns import KERNELS
from urikit.engines import ray as adapter

pa = pytest.importorskip("pyarrow")

ROOT = Path(__file__).parents[2]
URLS = ["http://Example.com:80/a", None, "a b"]


@pytest.fixture(scope="module")
def ray(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    ray = pytest.importorskip("ray")
    ray.init(
        num_cpus=2,
        include_dashboard=False,
        object_store_memory=200 << 20,
        log_to_driver=False,
        logging_level="ERROR",
        configure_logging=False,
    )
    import ray.data

    ray.data.DataContext.get_current().enable_progress_bars = False
    yield ray
    ray.shutdown()


def asked() -> tuple[list[Any], list[list[Any]]]:
    """A mapper and its answers for every kernel."""
    mappers, want = [], []
    for name, options in corpus.CALLS:
        named = {key: value for key, value in options.items() if key != "globs"}
        made = adapter.KERNEL_CLASSES[name]("url", *options.get("globs", ()), to=f"c{len(want)}", **named)
        mappers.append(made)
        want.append(corpus.wanted(name, options))
    for name, option in corpus.BESIDE:
        made = adapter.KERNEL_CLASSES[name]("url", to=f"c{len(want)}", **{f"{option}_column": "beside"})
        mappers.append(made)
        want.append(corpus.wanted_beside(name, option))
    return mappers, want


@pytest.mark.ray
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::FutureWarning", "ignore::DeprecationWarning")
def test_ray(ray: Any) -> None:
    mappers, want = asked()
    table = pa.table({"row": range(corpus.SIZE), "url": corpus.rows(), "beside": corpus.beside()})
    data = ray.data.from_arrow([table[:1000], table[1000:]])
    for mapper in mappers:
        data = data.map_batches(mapper, batch_format="pyarrow")
    answers = pa.concat_tables(ray.get(data.to_arrow_refs())).sort_by("row")
    differ = {at: corpus.differ(answers[f"c{at}"].to_pylist(), one) for at, one in enumerate(want)}

    assert {at: one for at, one in differ.items() if one} == {}
    assert len(want) >= len(KERNELS)
    print(f"{len(want) * corpus.SIZE:,} values of {len(KERNELS)} kernels are the same")


@pytest.mark.slow
@pytest.mark.ray
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::FutureWarning", "ignore::DeprecationWarning")
@pytest.mark.parametrize("batches", ["default", "pandas", "pyarrow"])
def test_ray_in_every_format_of_batches(ray: Any, batches: str) -> None:
    data = ray.data.from_arrow(pa.table({"url": URLS}))
    found = data.map_batches(adapter.Host("url"), batch_format=batches)
    found = found.map_batches(adapter.Parse("url", to="parts"), batch_format=batches).take_all()

    assert [row["url_host"] for row in found] == ["Example.com", None, None]
    assert found[0]["parts"]["port"] == 80
    assert found[0]["parts"]["path"] == "/a"


@pytest.mark.ray
def test_the_page_runs(tmp_path: Path) -> None:
    page = [sys.executable, "-W", "ignore", "-m", "doctest", str(ROOT / "docs/engines/ray.md")]
    known = os.environ | {"PYTHONPATH": str(Path(urikit.__file__).parents[1])}
    done = subprocess.run(page, env=known, cwd=tmp_path, capture_output=True, text=True, timeout=600, check=False)

    assert (done.stdout, done.returncode) == ("", 0), done.stderr[-3000:]


def test_every_kernel_is_a_class_that_travels() -> None:
    assert {"Host", "IsUri", "ToIri", "Key128", "ParseCommoncrawl"} <= vars(adapter).keys()
    for name, options in corpus.CALLS[: len(KERNELS)]:
        made = adapter.KERNEL_CLASSES[name]("url", **options)
        again = pickle.loads(pickle.dumps(made))
        answer = corpus.answer(name, URLS[0], options)

        assert vars(adapter)[type(again).__name__] is type(made)
        assert again(pa.table({"url": URLS}))[f"url_{name}"].to_pylist()[:2] == [answer, None]


def test_a_wrong_call_is_told_before_there_are_rows() -> None:
    with pytest.raises(ValueError, match=r"error\[option\]: rung is one of"):
        adapter.Normalize("url", "top")
    with pytest.raises(TypeError, match=r"error\[option\]: resolve needs base"):
        adapter.Resolve("url")
    with pytest.raises(TypeError, match=r"error\[option\]: host has no option 'base_column'"):
        adapter.Host("url", base_column="page")
    assert adapter.Resolve("url", "http://h/")(pa.table({"url": ["g"]}))["url_resolve"].to_pylist() == ["http://h/g"]
