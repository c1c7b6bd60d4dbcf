"""
At which rung of the ladder did each duplicate meet the row that was kept?

The lowest at which both have one key (RFC 3986 §6.2).  The text of the row that was kept is gone by then; so hashes of
its keys at the rungs below the last, 64 bits each with the run's secret, are laid on the disk: of every duplicate, and
of every row that is kept and not already normal.  In the end the two of each pair are compared, and only they: a rung
is wrong with a chance of 1 in 2⁶⁴.
"""

# pyarrow.compute makes its functions when it is loaded, out of sight of
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

from collections import deque
from hashlib import blake2b

from urikit import columns
from urikit.clean.dedupe import spilling
from urikit.clean.native import native
from urikit.clean.seen import DUPLICATE, KEPT, LINES
from urikit.clean.spool import Laid
from urikit.clean.tables import binaries
from urikit.clean.wishes import redirected
from urikit.operations.normalize import RUNGS, height

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from concurrent.futures import Future

    import duckdb
    import pyarrow

    from urikit.clean.pool import Pool
    from urikit.operations.normalize import Rung
    from urikit.syntax.parse import Spec

WISHED = "wished"
"""In place of a rung: two rows are one only because parameters, fragments or “www” were taken out."""


class Rungs:
    """
    The rungs that a run climbs.

    Args:
        rung: The highest; what is above ``scheme`` needs *aliases*.
        base: As of `urikit.clean.clean`.
        spec: The standard of the rows.
        ignore_fragment: As of `urikit.clean.clean`.
        aliases: What redirects lead to, as of `Redirects`.
        wished: Whether more is taken out that is on no rung.

    Attributes:
        names: Of the rungs, the lowest first; where all else fails two rows met at the last.
    """

    def __init__(
        self,
        rung: Rung,
        *,
        base: str | None = None,
        spec: Spec = "rfc3986",
        ignore_fragment: bool = False,
        aliases: Mapping[str, str] | None = None,
        wished: bool = False,
    ) -> None:
        plain = RUNGS[: min(height(rung), height("scheme")) + 1]
        self.names = [*plain, *(["protocol"] if aliases else []), *([WISHED] if wished else [])]
        self._base = base
        self._spec: Spec = spec
        self._ignore_fragment = ignore_fragment
        self._aliases = aliases or {}

    def keys(self, texts: pyarrow.Array) -> list[pyarrow.Array]:
        """Return the key of each text at every rung but the last."""
        return [self._without_fragment(self._at(rung, texts)) for rung in self.names[:-1]]  # type: ignore[arg-type]

    def _at(self, rung: Rung, texts: pyarrow.Array) -> pyarrow.Array:
        from pyarrow import compute

        if rung != "protocol":
            return _array(columns.key(texts, rung, base=self._base, spec=self._spec))
        keys = self._at("scheme", texts)
        found = redirected(keys, _array(columns.fragment(keys)), self._aliases)
        return _array(columns.key(compute.coalesce(found, keys), "scheme", spec=self._spec))

    def _without_fragment(self, keys: pyarrow.Array) -> pyarrow.Array:
        return _array(columns.without_fragment(keys, spec=self._spec)) if self._ignore_fragment else keys

    def met(self, texts: pyarrow.Array, firsts: pyarrow.Array) -> pyarrow.Array:
        """Return the rung at which each text met the one that was kept."""
        import pyarrow
        from pyarrow import compute

        rung = pyarrow.repeat(pyarrow.scalar(self.names[-1]), len(texts))
        pairs = zip(self.names, self.keys(texts), self.keys(firsts), strict=False)
        for name, key, first in reversed(list(pairs)):
            rung = compute.if_else(compute.fill_null(compute.equal(key, first), False), name, rung)
        return rung


class Merges(Laid):
    """
    Note how rows met, and count it in the end.

    Args:
        rungs: What they climb.
        secret: Of the hashes.
        pool: Makes them.
        folder: Gives a path for a file.
    """

    def __init__(self, rungs: Rungs, secret: bytes, pool: Pool, folder: Callable[[str], str]) -> None:
        import pyarrow

        self._hashes = [f"at{number}" for number in range(len(rungs.names) - 1)]
        kinds = dict.fromkeys(["place", "same", *self._hashes], pyarrow.int64()) | {"again": pyarrow.bool_()}
        super().__init__(folder, "merges", pyarrow.schema(list(kinds.items())))
        self._rungs = rungs
        self._secret = secret
        self._pool = pool
        self._waiting: deque[Future[pyarrow.RecordBatch]] = deque()

    def add(self, table: pyarrow.RecordBatch) -> None:
        """Take rows as they are written."""
        self._waiting.append(self._pool.submit(self._noted, table))
        self._gather(8 * self._pool.threads)

    def _noted(self, table: pyarrow.RecordBatch) -> pyarrow.RecordBatch:
        """Make hashes of the rows that may meet another; where a row that is kept is normal, its key tells all."""
        import pyarrow
        from pyarrow import compute

        status, changed = table.column("status").indices, table.column("changed").is_valid()
        again = compute.equal(status, DUPLICATE)
        other = compute.or_(changed, compute.not_equal(table.column("text"), table.column("key")))
        some = compute.or_(again, compute.and_(compute.equal(status, KEPT), compute.fill_null(other, False)))
        again, table = again.filter(some), table.filter(some)
        first, here = ((table.column(f"{of}source"), table.column(f"{of}line")) for of in ("first_", ""))
        found = {"place": compute.if_else(again, _places(*first), _places(*here)), "again": again}
        hashed = [table.column("key"), *self._rungs.keys(table.column("text"))]
        found |= zip(["same", *self._hashes], (_hashes(one, self._secret) for one in hashed), strict=True)
        return pyarrow.record_batch([found[name] for name in self._schema.names], schema=self._schema)

    def _gather(self, most: int) -> None:
        while len(self._waiting) > most:
            batch = self._waiting.popleft().result()
            if batch.num_rows:
                self.write(batch)

    def note(self) -> list[str]:
        """Have all on the disk, and return the files it is in."""
        self._gather(0)
        self.cut()
        return self.paths

    def counts(self, database: duckdb.DuckDBPyConnection) -> dict[str, int]:
        """Return how many met at each rung, the lowest first; *database* puts the pairs together."""
        self.note()
        whole = "".join(f"{name} BIGINT, " for name in self._hashes)
        with spilling():
            database.execute(f"CREATE TABLE met (place BIGINT, same BIGINT, {whole}again BOOLEAN)")
            for batch in self.read():
                database.register("batch", batch)
                database.execute("INSERT INTO met SELECT * FROM batch")
                database.unregister("batch")
            at = (
                f"WHEN coalesce(kept.{name}, other.same) = other.{name} THEN {number}"
                for number, name in enumerate(self._hashes)
            )
            rung = f"CASE {' '.join(at)} WHEN true THEN {len(self._hashes)} END"
            found = database.execute(
                f"SELECT {rung} AS rung, count(*) FROM (FROM met WHERE again) other "
                "LEFT JOIN (FROM met WHERE NOT again) kept USING (place) GROUP BY rung ORDER BY rung"
            ).fetchall()
        return {self._rungs.names[rung]: count for rung, count in found}

    def close(self) -> None:
        """Let go of the file."""
        for future in self._waiting:
            future.cancel()
        super().close()


def _places(source: pyarrow.DictionaryArray, line: pyarrow.Array) -> pyarrow.Array:
    """Return the number of a file and of a line in it as one number."""
    import pyarrow
    from pyarrow import compute

    return compute.bit_wise_or(compute.shift_left(source.indices.cast(pyarrow.int64()), LINES), line)


def _hashes(texts: pyarrow.Array, secret: bytes) -> pyarrow.Array:
    """Return 64 bits of a hash of each text."""
    import pyarrow
    from pyarrow import compute

    values = binaries(compute.fill_null(texts, "").cast(pyarrow.large_binary()))
    if native is None:
        words = b"".join(blake2b(one, digest_size=8, key=secret).digest() for one in values)  # type: ignore[arg-type]
    else:
        words = memoryview(native._digests(values.data, values.ends, secret)).cast("q")[::2].tobytes()
    return pyarrow.Array.from_buffers(pyarrow.int64(), len(texts), [None, pyarrow.py_buffer(words)])


def _array(column: columns.Column) -> pyarrow.Array:
    import pyarrow

    return pyarrow.array(column).cast(pyarrow.string())
