"""
What becomes of many rows at once?

Where the extension is there, it judges the rows that are as rows are, and those with the mistakes of real lists, and
leaves the others to the Python of `Judge`, row by row; without it, all of them.  Either way the answers are columns of
Arrow.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b

from urikit.clean.judge import CODE, COLUMNS, KEY, TEXT
from urikit.clean.native import native
from urikit.clean.read import packed
from urikit.findings import URISyntaxError, finding
from urikit.syntax.parse import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    import pyarrow

    from urikit.clean.judge import Judge, Judged
    from urikit.clean.read import Rows, Unread
    from urikit.syntax.parse import Spec

WORDS = ("scheme", "host_kind", "code", "message")
"""The columns of few different texts: dictionaries."""
NUMBERS = ("port", "start")
CHANGED = "changed"
"""The column that names what was done to a row because somebody wished it."""
HELD = (*COLUMNS, CHANGED)
"""The columns of rows that are judged."""

DIGEST = 16  # bytes of a key's hash
SECRET = 16  # bytes of what nobody outside is to know of the hash

PARTS = ("//a", "/", "?", "#", "//a:b")
"""What ends in a host, a path, a query, a fragment, and in what would be a port: the parts in the twin's order."""


class Judgement:
    """
    Rows of one input, and what is said of each.

    Args:
        source: The number of the input, from 0.
        rows: Where they stand.
        columns: A column each of `COLUMNS`; those of `WORDS` are dictionaries.  `CHANGED` is null where it is left out.
        digests: A hash of each key, `DIGEST` bytes; zeros where there is no key.
        masked: How many were taken with ``***`` for a password.
    """

    __slots__ = ("columns", "digests", "masked", "rows", "source")

    def __init__(
        self, source: int, rows: Rows, columns: dict[str, pyarrow.Array], digests: bytes, masked: int = 0
    ) -> None:
        self.source = source
        self.rows = rows
        self.columns = columns
        columns.setdefault(CHANGED, no_texts(len(rows)))
        self.digests = digests
        self.masked = masked

    def __len__(self) -> int:
        return len(self.rows.values)


class Judging:
    """
    Judge rows, many at once.

    Args:
        judge: Says what becomes of one row.
        secret: Of the keys' hash, `SECRET` bytes.
    """

    def __init__(self, judge: Judge, secret: bytes) -> None:
        self._judge = judge
        self._secret = secret
        self._native: Any = self._twin() if native and judge.is_plain else None

    def _twin(self) -> Any:
        judge = self._judge
        reasons = [(code, finding(code, 0, 0).message) for code in ("blank", "no-base")]
        misfits = []
        for part, character, reason in misfits_of("rfc3986" if judge.form is None else "rfc3987"):
            misfits.append((part, character, len(reasons)))
            reasons.append(reason)
        limit = judge.bytes if judge.limit is None else min(judge.limit, judge.bytes)
        keep = judge.passwords == "keep"
        return native._Judge(
            *(judge.height, judge.form is not None, judge.base, limit, judge.ignore_fragment, keep),
            *(self._secret, reasons, misfits),
        )

    def __call__(self, source: int, rows: Rows) -> Judgement:
        """Judge *rows*, at least one, of the input of that number."""
        import pyarrow

        values = rows.values
        if not self._native:
            said = list(map(self._judge, values))
            return Judgement(source, rows, self._columns(said), self._digests(said), self._masked(said, values))
        half = self._native.read(values.data, values.ends, sorted(values.unread))
        left = [values[row] for row in half.left]
        said = list(map(self._judge, left))
        record, digests = half.columns(said)
        batch = pyarrow.record_batch(record)
        columns = dict(zip(batch.schema.names, batch.columns, strict=True))
        columns.setdefault("key", columns["canonical"])
        return Judgement(source, rows, columns, digests, self._masked(said, left))

    def _columns(self, said: Sequence[Judged]) -> dict[str, pyarrow.Array]:
        import pyarrow

        columns = {}
        for name, values in zip(COLUMNS, zip(*said, strict=True), strict=True):
            column = pyarrow.array(values, pyarrow.int64() if name in NUMBERS else pyarrow.string())
            columns[name] = column.dictionary_encode() if name in WORDS else column
        return columns

    def _digests(self, said: Sequence[Judged]) -> bytes:
        keys = [(row[KEY] or "").encode() for row in said]
        if native is not None:
            these = packed(keys)
            digests: bytes = native._digests(these.data, these.ends, self._secret)
            return digests
        none = bytes(DIGEST)
        return b"".join(blake2b(key, digest_size=DIGEST, key=self._secret).digest() if key else none for key in keys)

    def _masked(self, said: Sequence[Judged], values: Iterable[bytes | Unread]) -> int:
        if self._judge.passwords != "mask":
            return 0
        return sum(row[CODE] is None and row[TEXT].encode() != value for row, value in zip(said, values, strict=True))


def no_texts(count: int) -> pyarrow.Array:
    """Return a column of texts in which all are null."""
    import pyarrow

    return pyarrow.nulls(count, pyarrow.string())


@cache
def misfits_of(spec: Spec) -> list[tuple[int, int, tuple[str, str]]]:
    """Give the number of a part, a character that cannot follow there (128 for the end), and the code and the words."""
    found = []
    for part, before in enumerate(PARTS):
        for number in range(129):
            following = chr(number) if number < 128 else ""
            try:
                read(before + following, spec=spec)
            except URISyntaxError as error:
                wrong = error.finding
                if wrong.start == len(before) + (following == "%"):
                    found.append((part, number, (wrong.code, wrong.message)))
    return found
