"""
What are the bytes of a table, in each format?

A table is written in groups of rows, each encoded by itself, so that several can be at the same time; then they are put
one behind the other.
"""

# pyarrow.compute makes its functions when it is loaded, out of sight of
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

from abc import ABC, abstractmethod

from urikit.clean import splice
from urikit.clean.layout import Layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal, TypeAlias

    import pyarrow

    Format: TypeAlias = Literal["parquet", "csv", "jsonl"]
    Packing: TypeAlias = Literal["gzip", "zstd"] | None


class Encoder(ABC):
    """
    A format.

    Args:
        packing: How what is written is packed.
        layout: Its columns; None for those of `FIELDS`.
    """

    def __init__(self, packing: Packing = None, layout: Layout | None = None) -> None:
        self._packing = packing
        self._layout = layout or Layout()
        self.groups: list[bytes] = []  # what the end is to say of each group

    @abstractmethod
    def begin(self) -> bytes:
        """Return what stands before all groups."""

    @abstractmethod
    def encode(self, table: pyarrow.Table) -> tuple[list[Any], Any]:
        """Return the bytes of a group, in pieces, and what `add` is to know of it."""

    def add(self, note: Any, place: int) -> None:  # noqa: B027 (most formats have nothing to note)
        """Take note of a group that is put at that place of the file."""

    def end(self, rows: int) -> bytes:
        """Return what stands behind all groups, of so many rows."""
        return b""


class Parquet(Encoder):
    """Row groups packed with Zstandard, each written as a file and spliced."""

    def begin(self) -> bytes:
        """Return what stands before all groups."""
        return splice.MAGIC

    def encode(self, table: pyarrow.Table) -> tuple[list[Any], Any]:
        """Return the pages of a row group, and its part of the footer."""
        table = self._layout.of(table)
        twice = table.num_rows > 0 and table["key"].equals(table["canonical"])  # as it is, unless somebody wished else
        if twice:
            table = table.drop_columns(["key"])
        file = self._file(table.unify_dictionaries())
        meta, begin = splice.footer(file)
        (group,) = splice.groups(meta)
        pages = splice.pages(file, begin)
        if not twice:
            return [pages], group
        again, group = splice.repeated(group, len(splice.MAGIC) + len(pages), "canonical", "key")
        return [pages, memoryview(file)[again]], group

    def add(self, note: Any, place: int) -> None:
        """Take note of a group that is put at that place of the file."""
        self.groups.append(splice.moved(note, place - len(splice.MAGIC)))

    def end(self, rows: int) -> bytes:
        """Return the footer."""
        return splice.end(self._file(self._layout.schema().empty_table()), rows, self.groups)

    def _file(self, table: pyarrow.Table) -> pyarrow.Buffer:
        import pyarrow
        from pyarrow.parquet import ParquetWriter

        sink, layout = pyarrow.BufferOutputStream(), self._layout
        options: dict[str, Any] = {"use_dictionary": [*layout.often], "write_statistics": [*layout.counted]}
        with ParquetWriter(sink, table.schema, compression="zstd", write_page_checksum=True, **options) as writer:
            if table.num_rows:
                writer.write_table(table, row_group_size=table.num_rows)
        return sink.getvalue()


class Text(Encoder):
    """Groups of lines, which may be packed: each is a gzip member or a Zstandard frame of its own."""

    def begin(self) -> bytes:
        """Return what stands before all groups."""
        begin: bytes = self._packed(b"")
        return begin

    def encode(self, table: pyarrow.Table) -> tuple[list[Any], Any]:
        """Return the lines of a group."""
        return [self._packed(self._plain(self._layout.of(table).cast(self._layout.schema())))], None

    @abstractmethod
    def _plain(self, table: pyarrow.Table) -> Any:
        """Return the lines of a group, unpacked."""

    def _packed(self, data: Any) -> Any:
        if self._packing is None:
            return data
        import pyarrow

        sink = pyarrow.BufferOutputStream()
        with pyarrow.CompressedOutputStream(sink, self._packing) as packed:
            packed.write(data)
        return sink.getvalue()


class Csv(Text):
    """RFC 4180 with a header; null is nothing, the empty text is \"\"."""

    def begin(self) -> bytes:
        """Return the header."""
        packed: bytes = self._packed(self._plain(self._layout.schema().empty_table(), header=True))
        return packed

    def _plain(self, table: pyarrow.Table, *, header: bool = False) -> Any:
        import pyarrow
        from pyarrow.csv import WriteOptions, write_csv

        sink = pyarrow.BufferOutputStream()
        write_csv(table, sink, WriteOptions(include_header=header))
        return sink.getvalue()


SPECIAL = bytes(range(0x20)) + b'"\\'


class JsonLines(Text):
    """One object a line, every column in it."""

    def _plain(self, table: pyarrow.Table) -> Any:
        return b"".join(_objects(batch) for batch in table.combine_chunks().to_batches())


def _objects(batch: pyarrow.RecordBatch) -> Any:
    """Write an object a row."""
    import pyarrow
    from pyarrow import compute

    pieces: list[Any] = ["{"]
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        value = column.cast("large_string")
        mark = "" if pyarrow.types.is_integer(column.type) else '"'
        if mark:
            value = _escaped(value)
        if value.null_count:
            value = compute.fill_null(_joined(mark, value, mark), "null")
            mark = ""
        pieces[-1] += f'"{name}": {mark}'
        pieces += [value, f"{mark}, "]
    pieces[-1] = pieces[-1].removesuffix(", ") + "}\n"
    joined = _joined(*pieces)
    _, ends, data = joined.buffers()
    return memoryview(data)[: memoryview(ends).cast("q")[len(joined)]]


def _joined(*pieces: Any) -> pyarrow.Array:
    """Put texts one behind the other, row by row; null where one is."""
    import pyarrow
    from pyarrow import compute

    scalars = (pyarrow.scalar(one, "large_string") if isinstance(one, str) else one for one in (*pieces, ""))
    return compute.binary_join_element_wise(*scalars)


def _escaped(texts: pyarrow.Array) -> pyarrow.Array:
    """Escape what JSON does not have in a string (RFC 8259 §7)."""
    import pyarrow
    from pyarrow import compute

    data = texts.buffers()[2]
    if data is None or len(bytes(data).translate(None, SPECIAL)) == data.size:
        return texts
    from json.encoder import encode_basestring

    special = compute.fill_null(compute.match_substring_regex(texts, r'["\\\x00-\x1f]'), False)
    found = [encode_basestring(text)[1:-1] for text in texts.filter(special).to_pylist()]
    return compute.replace_with_mask(texts, special, pyarrow.array(found, "large_string"))


ENCODERS: dict[Format, type[Encoder]] = {"parquet": Parquet, "csv": Csv, "jsonl": JsonLines}
