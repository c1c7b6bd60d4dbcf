"""
What is a column where there is no extension?

The same questions and the same doors as those of the extension's `Column`, over lists of Python objects; Arrow arrays
come in and go out by pyarrow, where it is installed.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any, TypeAlias

    Kind: TypeAlias = str | tuple[str, Any]
    """``"utf8"``, ``"bool"``, ``"int64"``, ``"binary16"``, ``("list", kind)`` or ``("struct", ((name, kind), …))``."""

_MOST = (1 << 31) - 1
"""Octets of one chunk of utf8: its offsets are of 32 bits."""

_TEXTS = {"string": "utf8", "large_string": "large_utf8", "string_view": "utf8_view", "null": "null"}
_WANTED = "a column of texts is needed (utf8, large_utf8, utf8_view, or a dictionary of one of these)"
_RECIPE = 'reading and writing Arrow without the extension needs pyarrow: pip install "urikit[columns]"'


class Column:
    """
    A column of values: what a column function takes in and gives back.

    Args:
        values: A list or tuple of texts and None, or any object with ``__arrow_c_stream__`` or ``__arrow_c_array__``
            whose type is utf8, large_utf8, utf8_view, a dictionary of one of these, or null; a table of one such
            column too.

    Raises:
        TypeError: It is none of these; the message names the type that was met.

    Example:
        >>> column = Column(["http://example.com/", None])
        >>> len(column), column.null_count, column.type, column[0]
        (2, 1, 'utf8', 'http://example.com/')
    """

    __slots__ = ("_chunks", "_kind", "type")

    _chunks: list[list[Any]]
    _kind: Kind
    type: str

    def __init__(self, values: object) -> None:
        if isinstance(values, Column):
            self._chunks, self._kind, self.type = values._chunks, values._kind, values.type
            return
        if isinstance(values, (list, tuple)):
            self._chunks, self.type = [_only_texts(values)], "utf8"
        elif hasattr(values, "__arrow_c_stream__") or hasattr(values, "__arrow_c_array__"):
            self._chunks, self.type = _imported(values)
        else:
            raise TypeError(f"{_WANTED}, or a list of them, not {type(values).__name__}")
        self._kind = "utf8"

    @classmethod
    def build(cls, kind: Kind, values: Iterable[Any], chunks: Sequence[int] | None = None) -> Column:
        """
        Make a column of Python objects.

        Args:
            kind: ``"bool"``, ``"int64"``, ``"utf8"``, ``"large_utf8"``, ``"utf8_view"``, ``"binary16"``, ``"null"``,
                ``("list", kind)`` or ``("struct", [(name, kind), …])``.
            values: Objects of that kind, or None; records as tuples in the order of their fields.
            chunks: The lengths of the chunks, which add up to the number of values; None for one chunk.

        Example:
            >>> Column.build(("struct", [("n", "int64")]), [(1,), None]).to_pylist()
            [(1,), None]
        """
        rows = [_kept(kind, value) for value in values] if isinstance(kind, tuple) else list(values)
        self = cls.__new__(cls)
        self._kind, self.type = kind, _type_of(kind)
        self._chunks, start = [], 0
        for length in [len(rows)] if chunks is None else chunks:
            self._chunks.append(rows[start : start + length])
            start += length
        if start != len(rows):
            raise ValueError(f"the chunks have {start} rows, the values are {len(rows)}")
        return self

    @property
    def chunks(self) -> list[int]:
        """The lengths of the chunks."""
        return [len(chunk) for chunk in self._chunks]

    @property
    def null_count(self) -> int:
        """How many rows are null."""
        return sum(value is None for chunk in self._chunks for value in chunk)

    def __len__(self) -> int:
        return sum(map(len, self._chunks))

    def __getitem__(self, row: int) -> Any:
        size = len(self)
        at = row + size if row < 0 else row
        if not 0 <= at < size:
            raise IndexError(f"row {row} of a column of {size}")
        for chunk in self._chunks:
            if at < len(chunk):
                return chunk[at]
            at -= len(chunk)
        raise AssertionError  # the chunks have as many rows as the column

    def __iter__(self) -> Iterator[Any]:
        return iter(self.to_pylist())

    def to_pylist(self) -> list[Any]:
        """Return the rows as Python objects: a record is a tuple in the order of its fields, a null None."""
        return [value for chunk in self._chunks for value in chunk]

    def field(self, name: str) -> Column:
        """Return the column of one field of a column of records."""
        fields: Any = self._kind[1] if self._kind[0] == "struct" else ()
        for at, (one, kind) in enumerate(fields):
            if one == name:
                return Column.build(kind, [None if row is None else row[at] for row in self.to_pylist()], self.chunks)
        raise KeyError(name)

    def slice(self, start: int, length: int | None = None) -> Column:
        """Return *length* rows from *start*, or as many as there are."""
        left = len(self) if length is None else length
        kept: list[list[Any]] = []
        for chunk in self._chunks:
            taken = chunk[start : start + left]
            kept += [taken] if taken else []
            start, left = max(start - len(chunk), 0), left - len(taken)
        other = Column.__new__(Column)
        other._kind, other.type, other._chunks = self._kind, self.type, kept
        return other

    def patched(self, rows: Sequence[int], values: Sequence[Any]) -> Column:
        """Return the column with other values in some rows."""
        all_rows = self.to_pylist()
        for row, value in zip(rows, values, strict=True):
            all_rows[row] = value
        return Column.build(self._kind, all_rows, self.chunks)

    def __repr__(self) -> str:
        return f"<Column of {len(self)} rows, {self.type}>"  # a row may hold a password

    # --- Arrow

    def __arrow_c_schema__(self) -> object:
        return _arrow_type(self._kind, self._wide()).__arrow_c_schema__()

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        pair: tuple[object, object] = self._arrow_array(self.to_pylist()).__arrow_c_array__(requested_schema)
        return pair

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        chunked = _pyarrow().chunked_array(
            [self._arrow_array(chunk) for chunk in self._chunks], _arrow_type(self._kind, self._wide())
        )
        stream: object = chunked.__arrow_c_stream__(requested_schema)
        return stream

    def _wide(self) -> bool:
        """Whether the texts are too many octets for offsets of 32 bits."""
        return self._kind == "utf8" and sum(len(value.encode()) for value in self.to_pylist() if value) > _MOST

    def _arrow_array(self, values: list[Any]) -> Any:
        return _arrow_of(self._kind, values, self._wide())


def _only_texts(values: Sequence[Any]) -> list[Any]:
    for row, value in enumerate(values):
        if value is not None and not isinstance(value, str):
            raise TypeError(f"row {row} is {type(value).__name__}; a column has texts and None")
    return list(values)


def _kept(kind: Kind, value: Any) -> Any:
    """A value as the column has it: a record is a tuple, a list a list."""
    if value is None or isinstance(kind, str):
        return value
    if kind[0] == "list":
        return [_kept(kind[1], one) for one in value]
    return tuple(_kept(inner, one) for (_, inner), one in zip(kind[1], value, strict=True))


def _object(kind: Kind, value: Any) -> Any:
    """A value as pyarrow takes it: records are mappings by the names of their fields."""
    if value is None or isinstance(kind, str):
        return value
    if kind[0] == "list":
        return [_object(kind[1], one) for one in value]
    return {name: _object(inner, one) for (name, inner), one in zip(kind[1], value, strict=True)}


def _arrow_of(kind: Kind, values: list[Any], wide: bool = False) -> Any:
    """Rows as pyarrow has them; fields of a record that is null are null: not every reader looks at the record."""
    pa = _pyarrow()
    if isinstance(kind, str) or kind[0] == "list":
        return pa.array([_object(kind, value) for value in values], _arrow_type(kind, wide))
    fields = [
        _arrow_of(inner, [None if value is None else value[at] for value in values])
        for at, (_, inner) in enumerate(kind[1])
    ]
    nulls = pa.array([value is None for value in values], pa.bool_())
    return pa.StructArray.from_arrays(fields, fields=list(_arrow_type(kind)), mask=nulls)


def _type_of(kind: Kind) -> str:
    """The name of a kind's Arrow type."""
    if isinstance(kind, str):
        return "fixed_size_binary[16]" if kind == "binary16" else kind
    if kind[0] == "list":
        return f"list<{_type_of(kind[1])}>"
    return f"struct<{', '.join(f'{name}: {_type_of(inner)}' for name, inner in kind[1])}>"


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise ImportError(_RECIPE) from None
    return pyarrow


def _arrow_type(kind: Kind, wide: bool = False) -> Any:
    pa = _pyarrow()
    if isinstance(kind, tuple):
        if kind[0] == "list":
            return pa.list_(_arrow_type(kind[1]))
        return pa.struct([(name, _arrow_type(inner)) for name, inner in kind[1]])
    if kind == "utf8":
        return pa.large_string() if wide else pa.string()
    types = {"bool": pa.bool_(), "int64": pa.int64(), "binary16": pa.binary(16), "null": pa.null()}
    types |= {"large_utf8": pa.large_string(), "utf8_view": pa.string_view()}
    return types[kind]


def _imported(values: object) -> tuple[list[list[Any]], str]:
    """The chunks of an Arrow producer and the name of their type; a stream is asked once."""
    pa = _pyarrow()
    if hasattr(values, "__arrow_c_stream__"):
        chunks, kind = (arrow := pa.chunked_array(values)).chunks, arrow.type
    else:
        chunks = [pa.array(values)]
        kind = chunks[0].type
    if pa.types.is_struct(kind) and kind.num_fields == 1:
        kind, chunks = kind[0].type, [chunk.flatten()[0] for chunk in chunks]
    key = kind.index_type if pa.types.is_dictionary(kind) else None
    name = _TEXTS.get(str(kind if key is None else kind.value_type))
    if name is None:
        raise TypeError(f"{_WANTED}, not {kind}")
    return [chunk.to_pylist() for chunk in chunks], name if key is None else f"dictionary<{key}, {name}>"
