"""Which columns has a table of judged rows, now that each has its status?"""

from __future__ import annotations

from urikit.clean.layout import FEW, FIELDS, INTEGERS
from urikit.clean.read import int64s

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal, TypeAlias

    import pyarrow

    from urikit.clean.judging import Judgement

    Status: TypeAlias = Literal["kept", "duplicate", "rejected"]

STATUSES: tuple[Status, ...] = ("kept", "duplicate", "rejected")


class Marks:
    """
    What became of some rows.

    Args:
        status: Of each, as a place in `STATUSES` (int8).
        sources: The number of the file of the first row with the same key; null but for duplicates (int32).
        lines: Its line (int64).
    """

    __slots__ = ("lines", "sources", "status")

    def __init__(self, status: pyarrow.Array, sources: pyarrow.Array, lines: pyarrow.Array) -> None:
        self.status = status
        self.sources = sources
        self.lines = lines


class Tables:
    """
    Make the tables of a run.

    Args:
        names: Of the inputs.
    """

    def __init__(self, names: Sequence[str]) -> None:
        import pyarrow

        self._names = pyarrow.array(names, pyarrow.string())
        self._statuses = pyarrow.array(STATUSES, pyarrow.string())
        few = pyarrow.dictionary(pyarrow.int32(), pyarrow.string())
        kinds = dict.fromkeys(FIELDS, pyarrow.string()) | dict.fromkeys(INTEGERS, pyarrow.int64())
        kinds |= dict.fromkeys(FEW, few) | {"status": pyarrow.dictionary(pyarrow.int8(), pyarrow.string())}
        self.schema = pyarrow.schema(list(kinds.items()))

    def table(self, columns: dict[str, pyarrow.Array], source: pyarrow.Array, marks: Marks) -> pyarrow.RecordBatch:
        """
        Put all columns in their order.

        Args:
            columns: Those of a judgement, and ``line`` and ``offset``.
            source: The number of the file of each row (int32).
            marks: What became of each.
        """
        import pyarrow

        dictionary = pyarrow.DictionaryArray.from_arrays
        found = columns | {
            "source": dictionary(source, self._names, safe=False),
            "status": dictionary(marks.status, self._statuses, safe=False),
            "first_source": dictionary(marks.sources, self._names, safe=False),
            "first_line": marks.lines,
        }
        return pyarrow.record_batch([found[name] for name in FIELDS], schema=self.schema)

    def of(self, judgement: Judgement, marks: Marks) -> pyarrow.RecordBatch:
        """Make the table of judged rows of one file."""
        import pyarrow

        rows = len(judgement)
        source = pyarrow.repeat(pyarrow.scalar(judgement.source, pyarrow.int32()), rows)
        return self.table(judgement.columns | places(judgement), source, marks)


def places(judgement: Judgement) -> dict[str, pyarrow.Array]:
    """Return where each row stands in its file: the columns line and offset."""
    import pyarrow

    rows, whole = judgement.rows, pyarrow.int64()
    lines = pyarrow.Array.from_buffers(whole, len(rows), [None, pyarrow.py_buffer(int64s(rows.lines))])
    if len(rows) and rows.offsets[0] is None:
        return {"line": lines, "offset": pyarrow.nulls(len(rows), whole)}
    offsets = pyarrow.py_buffer(int64s(rows.offsets))  # type: ignore[arg-type]
    return {"line": lines, "offset": pyarrow.Array.from_buffers(whole, len(rows), [None, offsets])}
