"""
Does Ray answer what the function on one text answers, in each of its formats of batches?
"""

from __future__ import annotations

import doctest
import pickle
from collections.abc import Iterator
from typing import Any

import pytest

from tests.engines import corpus
from tests.engines.processes import ROOT, ray_differences, ray_session
from tests.test_docs import failures
from urikit.columns import KERNELS
from urikit.engines import ray as adapter

pa = pytest.importorskip("pyarrow")

URLS = ["http://Example.com:80/a", None, "a b"]


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    pytest.importorskip("ray")
    with ray_session() as ray:
        yield ray


@pytest.mark.ray
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::FutureWarning", "ignore::DeprecationWarning")
def test_ray(ray: Any) -> None:
    assert ray_differences(ray) == {}


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
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::FutureWarning", "ignore::DeprecationWarning")
def test_the_page_runs(ray: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the session that serves all tests: none is started, and that one is not stopped."""
    monkeypatch.setattr(ray, "init", lambda **given: None)
    monkeypatch.setattr(ray, "shutdown", lambda: None)
    page = ROOT / "docs/engines/ray.md"
    test = doctest.DocTestParser().get_doctest(page.read_text("utf-8"), {}, page.stem, str(page), 0)

    assert len(test.examples) > 8
    assert failures([test]) == ""


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


def test_a_column_of_that_name_is_replaced_in_every_format() -> None:
    mapper, table = adapter.Host("url", to="url"), pa.table({"n": [1], "url": ["http://h/"]})
    found = [mapper(table).to_pydict(), mapper(table.to_pandas()).to_dict("list"), mapper(table.to_pydict())]

    assert found == [{"n": [1], "url": ["h"]}] * 3
