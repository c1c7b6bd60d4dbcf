"""Which of several files does a row go to?  Rows of one host go to one file, in every run and on every machine."""

# pyarrow.compute makes its functions when it is loaded, out of sight of
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

import os
from zlib import crc32

from urikit.clean.errors import ArgumentError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyarrow

MOST = 1000


def shard_paths(path: str, shards: int | None) -> list[str]:
    """
    Name the files of a table.

    Args:
        path: Of the table.
        shards: How many files; None is one, by that name.

    Raises:
        ArgumentError: There are none, or more than `MOST`, or *path* is standard output.

    Example:
        >>> shard_paths("a/out.csv.gz", 2)
        ['a/out-00000-of-00002.csv.gz', 'a/out-00001-of-00002.csv.gz']
    """
    if shards is None:
        return [path]
    if not 1 <= shards <= MOST:
        raise ArgumentError(f"shards {shards}: there are to be 1 to {MOST}")
    if path == "-":
        raise ArgumentError("standard output is one stream, and has no shards")
    place, name = os.path.split(path)
    stem, dot, endings = name.partition(".")
    return [os.path.join(place, f"{stem}-{number:05}-of-{shards:05}{dot}{endings}") for number in range(shards)]


def sharded(table: pyarrow.RecordBatch, shards: int) -> Iterator[tuple[int, pyarrow.RecordBatch]]:
    """Give the rows of each shard that has any; rows without a host go to the first."""
    import pyarrow
    from pyarrow import compute

    hosts = table.column("host").dictionary_encode()
    numbers = [crc32(host.encode()) % shards for host in hosts.dictionary.to_pylist()]
    of_row = compute.fill_null(pyarrow.array(numbers, pyarrow.int32()).take(hosts.indices), 0)
    for number in sorted({*numbers, 0}):
        rows = table.filter(compute.equal(of_row, number))
        if rows.num_rows:
            yield number, rows
