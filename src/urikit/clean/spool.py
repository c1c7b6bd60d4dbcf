"""Where do judged rows wait until DuckDB has said which came before?  In Arrow files in the run's own folder."""

# pyarrow.compute makes its functions when it is loaded, out of sight of
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

import os

from urikit.clean.judging import DIGEST, HELD, WORDS
from urikit.clean.layout import INTEGERS
from urikit.clean.table import places
from urikit.clean.write import writing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    import pyarrow

    from urikit.clean.judging import Judgement


class Laid:
    """
    Batches of rows that are laid on the disk and read again.

    Args:
        folder: Gives a path for a file.
        name: What the files' names begin with.
        schema: Of the rows.
        paths: The files that are there.

    Raises:
        CleanError: It cannot be written or read.
    """

    def __init__(
        self, folder: Callable[[str], str], name: str, schema: pyarrow.Schema, paths: Iterable[str] = ()
    ) -> None:
        self._folder = folder
        self._name = name
        self._schema = schema
        self.paths = list(paths)
        self._open: tuple[Any, Any] | None = None

    def write(self, batch: pyarrow.RecordBatch) -> None:
        """Add rows."""
        if self._open is None:
            self._begin()
        assert self._open is not None
        with writing(self.paths[-1]):
            self._open[1].write_batch(batch)

    def _begin(self) -> None:
        import pyarrow
        from pyarrow.ipc import IpcWriteOptions, new_stream

        path = self._folder(f"{self._name}-{len(self.paths)}.arrow")
        options = IpcWriteOptions(compression="lz4", emit_dictionary_deltas=False)
        with writing(path):
            file = pyarrow.OSFile(os.fsencode(path), "wb")
            self.paths.append(path)
            self._open = file, new_stream(file, self._schema, options=options)

    def cut(self) -> None:
        """Write the end of a file; what follows goes to another."""
        if self._open is not None:
            file, stream = self._open
            self._open = None
            with writing(self.paths[-1]):
                stream.close()
                file.close()

    def read(self) -> Iterator[pyarrow.RecordBatch]:
        """Give the rows again, in order."""
        import pyarrow
        from pyarrow.ipc import open_stream

        for path in self.paths:
            with writing(path), pyarrow.OSFile(os.fsencode(path), "rb") as file, open_stream(file) as batches:
                yield from batches

    def close(self) -> None:
        """Let go of the file."""
        if self._open is not None:
            self._open[0].close()


class Spool(Laid):
    """
    Judged rows in the order in which they were read.

    Args:
        folder: Gives a path for a file.
        first: The number of the first.
        rows: The number of the next, where some are there.
        paths: The files that are there.

    Raises:
        CleanError: It cannot be written or read.
    """

    def __init__(
        self, folder: Callable[[str], str], first: int = 0, rows: int | None = None, paths: Iterable[str] = ()
    ) -> None:
        import pyarrow

        whole = pyarrow.int64()
        few = pyarrow.dictionary(pyarrow.int32(), pyarrow.string())
        kinds = {name: few if name in WORDS else whole if name in INTEGERS else pyarrow.string() for name in HELD}
        places = {"row": whole, "source": pyarrow.int32(), "line": whole, "offset": whole}
        hashes = {"high": whole, "low": whole}
        super().__init__(folder, "rows", pyarrow.schema(list((places | kinds | hashes).items())), paths)
        self.first = first
        self.rows = first if rows is None else rows

    def lay(self, judgement: Judgement) -> pyarrow.RecordBatch:
        """Add rows, and return them: row, source, line, offset, the columns of a judgement, high and low of the key."""
        import pyarrow

        count = len(judgement)
        found = judgement.columns | places(judgement) | hashes(judgement.digests)
        found["row"] = pyarrow.array(range(self.rows, self.rows + count), pyarrow.int64())
        found["source"] = pyarrow.repeat(pyarrow.scalar(judgement.source, pyarrow.int32()), count)
        batch = pyarrow.record_batch([found[name] for name in self._schema.names], schema=self._schema)
        self.write(batch)
        self.rows += count
        return batch


def hashes(digests: bytes) -> dict[str, pyarrow.Array]:
    """Return the hashes of keys as two columns of whole numbers; null where there is no key."""
    import pyarrow
    from pyarrow import compute

    count = len(digests) // DIGEST
    halves = pyarrow.Array.from_buffers(pyarrow.int64(), 2 * count, [None, pyarrow.py_buffer(digests)])
    pairs = pyarrow.FixedSizeListArray.from_arrays(halves, 2)
    high, low = compute.list_element(pairs, 0), compute.list_element(pairs, 1)
    none = compute.and_(compute.equal(high, 0), compute.equal(low, 0))
    null = pyarrow.scalar(None, pyarrow.int64())
    return {"high": compute.if_else(none, null, high), "low": compute.if_else(none, null, low)}
