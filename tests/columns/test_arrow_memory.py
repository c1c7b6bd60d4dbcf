"""
Are columns safe with threads, and is everything freed once?
"""

from __future__ import annotations

import gc
import threading
from pathlib import Path

import pytest

from tests.columns import producers
from tests.columns.producers import pa, within

native = pytest.importorskip("urikit._native")
Column = native.Column


def test_a_producer_that_needs_python_in_its_threads_gets_it() -> None:
    if not producers.duckdb:
        pytest.skip("duckdb is not installed")
    with producers.duckdb.connect() as connection:
        connection.sql("set threads = 4")
        connection.create_function("twice", lambda text: text + text, ["VARCHAR"], "VARCHAR")
        relation = connection.sql("select twice(i::varchar) from range(20000) t(i)")

        assert sorted(Column(relation).to_pylist()) == sorted(str(n) * 2 for n in range(20000))


def test_threads_read_one_column() -> None:
    rows = [f"http://example.com/{n}" for n in range(2000)]
    column = Column(within(rows, pa.string_view()))
    seen: list[bool] = []

    def read() -> None:
        seen.extend(pa.array(column).to_pylist() == column.to_pylist() == rows for _ in range(20))

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [True] * 80


def test_what_is_released_is_freed() -> None:
    gc.collect()
    before = pa.total_allocated_bytes()
    for kind in producers.TYPES.values():
        given = pa.chunked_array([within(["http://example.com/"] * 1000, kind)] * 3)
        column = Column(given)
        taken = pa.chunked_array(column)
        stream = column.__arrow_c_stream__()  # nobody reads it
        pair = column.__arrow_c_array__()
        for wrong in (pa.array([1] * 1000), pa.table({"a": [1] * 1000})):
            with pytest.raises(TypeError):
                Column(wrong)
        assert taken.equals(given)
        del given, column, taken, stream, pair, wrong
    gc.collect()

    assert pa.total_allocated_bytes() == before


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads /proc")
def test_a_hundred_thousand_ways_in_and_out_take_no_memory() -> None:
    def resident() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

    kind = ("struct", [("a", "utf8"), ("b", ("list", "int64"))])
    given = within(["http://example.com/", None, "a"] * 3, pa.string_view())

    def run(times: int) -> None:
        for _ in range(times):
            Column(given).slice(1, 5).__arrow_c_array__()
            Column(Column(["http://example.com/" * 10]))
            pa.array(Column.build(kind, [("x" * 100, [1]), None]))

    run(2000)
    before = resident()
    run(33_000)

    assert resident() - before < 4_000_000
