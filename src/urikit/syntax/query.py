"""
Which pairs does a query hold, and what does it read after one of them is changed?

RFC 3986 §3.4 says only which characters stand in a query; that they are often "key=value" pairs joined by "&" is a
habit of producers, read here when asked.  The text is kept: an edit writes one pair and leaves its neighbours byte
for byte.
"""

from __future__ import annotations

from urikit._accelerate import accelerated
from urikit.findings import Record, UrikitError, URIRuleError, URISyntaxError, finding
from urikit.syntax.glob import fits
from urikit.syntax.octets import only_text
from urikit.syntax.percent import decode, encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import TypeAlias

    from urikit.syntax.octets import Errors

    Pair: TypeAlias = tuple[str, str | None]
    Value: TypeAlias = str | int | None

LIMIT = 10_000
"""Pairs that a query may have unless the caller says otherwise."""


class Query(Record):
    """
    The pairs of a query, in order: duplicates are kept, and so is ``k`` apart from ``k=``.

    Immutable; each edit returns a new query.  Keys are given and compared decoded.  Nothing between two "&" is no
    pair: such places stay in the text and are not counted.  ";" is data.

    Args:
        text: The query component, without "?"; None where the reference has none.
        plus: Read "+" as a space, as HTML forms write it; it is a plus sign otherwise.
        limit: The most pairs to take; None lifts it.

    Attributes:
        text: As given, or as edited; None for no query at all, which is not the empty one.
        plus: As given.

    Raises:
        URIRuleError: More pairs than *limit* (``too-many-pairs``).
        TypeError: *text* is neither text nor None.

    Example:
        >>> q = Query("utm_source=x&id=7&id=8&flag")
        >>> q.get("id"), q.getall("id"), q.get("flag"), "flag" in q
        ('7', ('7', '8'), None, True)
        >>> q.drop("utm_*").set("id", 9).add("q", "a b&c")
        Query('id=9&flag&q=a%20b%26c')
        >>> list(Query("type=a+b+%26+c&grape=wine", plus=True))
        [('type', 'a b & c'), ('grape', 'wine')]

    Source:
        RFC 3986 §3.4, §2.4.
    """

    __slots__ = ("plus", "text")
    __match_args__ = ("text", "plus")

    if TYPE_CHECKING:
        text: str | None
        plus: bool

    def __init__(self, text: str | None, plus: bool = False, limit: int | None = LIMIT) -> None:
        """See the class."""
        if text is not None and not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"a query is text or None, not {type(text).__name__}")
        if text and limit is not None and text.count("&") >= limit:
            _refuse_many(text, limit)
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "plus", plus)

    @classmethod
    def from_pairs(
        cls, pairs: Iterable[tuple[str, Value]] | Mapping[str, Value | Iterable[Value]], plus: bool = False
    ) -> Query:
        """
        Write pairs of data as a query.

        Args:
            pairs: Keys and values, decoded; a value of None writes the key alone.  In a mapping, a list of values
                writes the key once for each.
            plus: How the query is to be read; a space is written ``%20`` and a plus sign ``%2B``, which both
                readings understand.

        Returns:
            A query whose `decoded` pairs are *pairs*; one without text for no pairs.

        Raises:
            URIRuleError: A pair of ``""`` and None, which cannot be told from no pair (``empty-pair``).
            TypeError: A key or value is neither text nor a whole number.

        Example:
            >>> Query.from_pairs([("q", "a+b"), ("page", 2), ("all", None), ("none", "")])
            Query('q=a%2Bb&page=2&all&none=')
            >>> Query.from_pairs({"id": [7, 8]}), Query.from_pairs([])
            (Query('id=7&id=8'), Query(None))

        Source:
            RFC 3986 §3.4, §2.4.
        """
        written = [_written(key, value) for key, value in _flat(pairs)]
        return cls("&".join(written) if written else None, plus, limit=None)

    # --- reading

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """
        The pairs as written, nothing decoded; the value is None where there is no "=".

        Example:
            >>> Query("a=%31&&b&=").pairs
            (('a', '%31'), ('b', None), ('', ''))
        """
        return tuple(_cut(piece) for piece in self._pieces() if piece)

    def decoded(self, errors: Errors = "strict") -> tuple[Pair, ...]:
        """
        Return the pairs decoded, "+" read as `plus` says.

        Args:
            errors: As in `urikit.decode`.

        Raises:
            URISyntaxError: A "%" without two hex digits.
            URIRuleError: Octets that are not UTF-8; the place is in `text`.

        Example:
            >>> Query("a=%31&k&%6B=1+1").decoded()
            (('a', '1'), ('k', None), ('k', '1+1'))
        """
        return () if self.text is None else decoded_pairs(self.text, self.plus, errors)

    def get(self, key: str, default: str | None = None) -> str | None:
        """
        Return the decoded value of the first pair of *key*.

        Returns:
            The value; None for a pair without "="; *default* where there is no such pair.

        Raises:
            URISyntaxError: A "%" without two hex digits in that value.
            URIRuleError: Octets in it that are not UTF-8.

        Example:
            >>> Query("a=1&a=2&k").get("a"), Query("k").get("k", "-"), Query("k").get("x", "-")
            ('1', None, '-')
        """
        return next(self._values(key), default)

    def getall(self, key: str) -> tuple[str | None, ...]:
        """
        Return the decoded values of all pairs of *key*, in order; ``()`` where there is none.

        Raises:
            URISyntaxError: A "%" without two hex digits in a value.
            URIRuleError: Octets in one that are not UTF-8.

        Example:
            >>> Query("a=1&b=2&a").getall("a")
            ('1', None)
        """
        return tuple(self._values(key))

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and any(self._key(piece) == key for piece in self._pieces() if piece)

    def __iter__(self) -> Iterator[Pair]:
        return iter(self.decoded())

    def __len__(self) -> int:
        return sum(map(bool, self._pieces()))

    # --- editing

    def set(self, key: str, value: Value) -> Query:
        """
        Give *key* one value.

        The first pair of *key* gets the value in its place, further ones go, and a pair is appended where there was
        none.

        Args:
            key: Decoded; the key of a pair that is there stays as written.
            value: Decoded; None leaves the key alone, without "=".

        Example:
            >>> Query("b=%7e&%61=1&c&a=2").set("a", "x y"), Query("b").set("a", None)
            (Query('b=%7e&%61=x%20y&c'), Query('b&a'))
        """
        key = _checked(key)
        appended = _written(key, value)
        kept: list[str] = []
        found = False
        for piece in self._pieces():
            if not piece or self._key(piece) != key:
                kept.append(piece)
            elif not found:
                found = True
                kept.append(_join(_cut(piece)[0], value))
        return self._with(kept) if found else self._append(appended)

    def add(self, key: str, value: Value = None) -> Query:
        """
        Append a pair.

        Example:
            >>> Query("a=1").add("a", "2"), Query(None).add("a"), Query("").add("a", "")
            (Query('a=1&a=2'), Query('a'), Query('a='))
        """
        return self._append(_written(key, value))

    def replace(self, index: int, key: str, value: Value) -> Query:
        """
        Write another pair in the place of one.

        Args:
            index: Which pair, counted from 0; from the end if negative.
            key: Decoded.
            value: Decoded.

        Raises:
            IndexError: There is no such pair.

        Example:
            >>> Query("a=1&a=%7e&b").replace(1, "c", 3)
            Query('a=1&c=3&b')
        """
        pieces = self._pieces()
        place = [at for at, piece in enumerate(pieces) if piece][index]
        return self._with([*pieces[:place], _written(key, value), *pieces[place + 1 :]])

    def drop(self, *globs: str) -> Query:
        """
        Take away the pairs of some keys.

        Args:
            globs: Keys, decoded; "*" stands for any characters and "?" for one.

        Returns:
            The query without them; without text when no pair is left, and the same object when none went.

        Example:
            >>> Query("utm_source=x&id=7&utm_id=1&fbclid=2").drop("utm_*", "fbclid"), Query("a=1").drop("a")
            (Query('id=7'), Query(None))
        """

        checked = [_checked(glob) for glob in globs]

        def goes(key: str) -> bool:
            return any(fits(key, glob) for glob in checked)

        pieces = self._pieces()
        kept = [piece for piece in pieces if not piece or not goes(self._key(piece))]
        if len(kept) == len(pieces):
            return self
        return self._with(kept) if any(kept) else Query(None, self.plus)

    def sort(self) -> Query:
        """
        Sort the pairs by their decoded keys, code point by code point; pairs of one key keep their order.

        Example:
            >>> Query("b=1&a=2&%61=1&B").sort()
            Query('B&a=2&%61=1&b=1')
        """
        return self if self.text is None else self._with(sorted(self._pieces(), key=self._key))

    # --- inside

    def _pieces(self) -> list[str]:
        """What stands between the "&"."""
        return [] if self.text is None else self.text.split("&")

    def _append(self, written: str) -> Query:
        text = self.text or ""
        joint = "" if not text or text.endswith("&") else "&"
        return Query(text + joint + written, self.plus, limit=None)

    def _with(self, pieces: list[str]) -> Query:
        return Query("&".join(pieces), self.plus, limit=None)

    def _values(self, key: str) -> Iterator[str | None]:
        key, at = _checked(key), 0
        for piece in self._pieces():
            if piece and self._key(piece) == key:
                written, value = _cut(piece)
                yield None if value is None else self._read(value, at + len(written) + 1, "strict")
            at += len(piece) + 1

    def _key(self, piece: str) -> str:
        """The decoded key of a pair, to compare; one that is no UTF-8, or no component at all, is only like itself."""
        key = piece.partition("=")[0]
        if "%" not in key and "+" not in key:
            return key
        try:
            return self._read(key, 0, "keep")
        except UrikitError:
            return key

    def _read(self, written: str, at: int, errors: Errors) -> str:
        return _read(self.text or "", written, at, self.plus, errors)

    def __str__(self) -> str:
        return self.text or ""

    def __repr__(self) -> str:
        return f"Query({self.text!r}, plus=True)" if self.plus else f"Query({self.text!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return Query, (self.text, self.plus, None)


@accelerated
def decoded_pairs(text: str, plus: bool = False, errors: Errors = "strict") -> tuple[Pair, ...]:
    """
    Read a query's pairs; `Query.decoded` says how.

    Args:
        text: The query.
        plus: Read "+" as a space.
        errors: As in `urikit.decode`.

    Raises:
        URISyntaxError: A "%" without two hex digits.
        URIRuleError: Octets that are not UTF-8.
        TypeError: *text* is no text.

    Cost:
        One pass.

    Example:
        >>> decoded_pairs("a=%31&&k&%6B=1+1")
        (('a', '1'), ('k', None), ('k', '1+1'))

    Source:
        RFC 3986 §3.4, §2.4.
    """
    found: list[Pair] = []
    at = 0
    for piece in only_text(text).split("&"):
        if piece:
            key, value = _cut(piece)
            read = _read(text, key, at, plus, errors)
            after = at + len(key) + 1
            found.append((read, None if value is None else _read(text, value, after, plus, errors)))
        at += len(piece) + 1
    return tuple(found)


def _read(text: str, written: str, at: int, plus: bool, errors: Errors) -> str:
    """Decode a part of a query that begins at *at*; what is wrong gets its place in the whole."""
    try:
        return decode(written.replace("+", " ") if plus else written, errors)
    except URISyntaxError as error:
        one = error.finding
        wrong: Exception = URISyntaxError(text, finding(one.code, at + one.start, at + one.end))
    except URIRuleError as error:
        places = [(one, at + one.start, at + one.end) for one in error.findings]
        moved = tuple(finding(one.code, start, end, message=one.message) for one, start, end in places)
        wrong = URIRuleError(text, moved)
    raise wrong


def _refuse_many(text: str, limit: int) -> None:
    """Raise where a text has more than *limit* pairs."""
    at, count = 0, 0
    for piece in text.split("&"):
        count += bool(piece)
        if count > limit:
            words = f"the query has more than {limit} pairs"
            raise URIRuleError(text, (finding("too-many-pairs", at, at + len(piece), message=words),))
        at += len(piece) + 1


def _cut(piece: str) -> Pair:
    key, equals, value = piece.partition("=")
    return key, value if equals else None


def _checked(part: object) -> str:
    """A key or value as text; bool and float have no one spelling."""
    if isinstance(part, str):
        return part
    if isinstance(part, int) and not isinstance(part, bool):
        return str(part)
    raise TypeError(f"keys are text, values are text, whole numbers or None, not {type(part).__name__}")


def _written(key: str, value: Value) -> str:
    """A pair of data as text."""
    if key == "" and value is None:
        raise URIRuleError("", (finding("empty-pair", 0, 0),))
    return _join(encode(_checked(key), "key"), value)


def _join(written: str, value: Value) -> str:
    """A key as written and a value of data."""
    return written if value is None else f"{written}={encode(_checked(value), 'value')}"


def _flat(
    pairs: Iterable[tuple[str, Value]] | Mapping[str, Value | Iterable[Value]],
) -> Iterator[tuple[str, Value]]:
    """The pairs of a list, or of a mapping whose values may be lists."""
    from collections.abc import Mapping

    if not isinstance(pairs, Mapping):
        yield from pairs
        return
    lists: Mapping[str, Value | Iterable[Value]] = pairs  # pyright: ignore[reportAssignmentType]
    for key, value in lists.items():
        if isinstance(value, (str, int)) or value is None:
            yield key, value
        else:
            yield from ((key, one) for one in value)
