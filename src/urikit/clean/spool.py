"""Where do the judged rows wait until DuckDB has said which came before?  In an Arrow file in the run's own folder."""

from __future__ import annotations

import os

from urikit.clean.judge import COLUMNS
from urikit.clean.write import INTEGERS, writing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pyarrow

    from urikit.clean.judge import Judged
    from urikit.clean.read import Rows


class Spool:
    """
    Rows in the order in which they were read.

    Args:
        path: Of a file that is not yet there.

    Raises:
        CleanError: It cannot be written or read.
    """

    def __init__(self, path: str) -> None:
        import pyarrow
        from pyarrow.ipc import IpcWriteOptions, new_stream

        self._path = path
        self.rows = 0
        whole = pyarrow.int64()
        self._schema = pyarrow.schema(
            [("row", whole), ("source", pyarrow.int32()), ("line", whole), ("offset", whole)]
            + [(name, whole if name in INTEGERS else pyarrow.string()) for name in COLUMNS]
        )
        with writing(path):
            self._file = pyarrow.OSFile(os.fsencode(path), "wb")
            self._writer = new_stream(self._file, self._schema, options=IpcWriteOptions(compression="lz4"))

    def write(self, source: int, rows: Rows, judged: Sequence[Judged]) -> pyarrow.RecordBatch:
        """
        Add rows.

        Args:
            source: The number of their input, from 0.
            rows: Where they stand.
            judged: What became of each; at least one.

        Returns:
            The columns row, source, line, offset, and those of a judgement.
        """
        import pyarrow

        count = len(judged)
        columns = [range(self.rows, self.rows + count), [source] * count, rows.lines, rows.offsets]
        columns += zip(*judged, strict=True)
        arrays = [pyarrow.array(column, field.type) for column, field in zip(columns, self._schema, strict=True)]
        batch = pyarrow.record_batch(arrays, schema=self._schema)
        with writing(self._path):
            self._writer.write_batch(batch)
        self.rows += count
        return batch

    def finish(self) -> None:
        """Write the end."""
        with writing(self._path):
            self._writer.close()
            self._file.close()

    def read(self) -> Iterator[pyarrow.RecordBatch]:
        """Give the rows again, in order."""
        import pyarrow
        from pyarrow.ipc import open_stream

        with writing(self._path), pyarrow.OSFile(os.fsencode(self._path), "rb") as file, open_stream(file) as batches:
            yield from batches

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()
