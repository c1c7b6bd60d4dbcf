"""
What did somebody want done that no standard calls the same?

Parameters, fragments, “www” and redirects are taken out of a row, and rows that nobody asked for are left out, only
where it is wished: each wish is off by default, counted, and named in the row that it touched, for it changes what is
identified (RFC 3986 §6.1, §6.2.4).
"""

# pyarrow.compute makes its functions when it is loaded, out of sight of
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

from urikit import columns
from urikit.clean.errors import ArgumentError
from urikit.clean.judge import COLUMNS
from urikit.clean.judging import CHANGED, DIGEST, WORDS, Judgement, no_texts
from urikit.clean.read import Packed, Rows
from urikit.findings import UrikitError
from urikit.operations.idna import to_ascii, to_unicode
from urikit.operations.suffix import registrable_domain
from urikit.operations.trackers import TRACKERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    import pyarrow

    from urikit.clean.judging import Judging
    from urikit.syntax.parse import Spec

UNWANTED = "unwanted"
FILTERS = {"scheme": "keep-scheme", "host": "host", "domain": "domain"}
"""The filters by the part that they look at."""
CHANGES = ("drop_query", "drop_tracking", "sort_query", "strip_fragment", "www")
"""The wishes that change a row."""


class Wishes:
    """
    What is wished.

    Args:
        keep_scheme: Schemes; rows of others are rejected.
        host: Hosts, "*" for any characters; rows of others are rejected.
        domain: Registrable domains; rows of others are rejected.
        drop_query: Names of parameters to take out, "*" for any characters.
        drop_tracking: Take out the parameters of `operations.trackers` too.
        sort_query: Sort the pairs of the query.
        strip_fragment: Take out the fragment.
        www: Take out a first label "www" of the host.
        aliases: From a URI at rung scheme, without fragment, to the URI that it was redirected to.
        spec: The standard of the rows.

    Raises:
        ArgumentError: A wish is none.
    """

    def __init__(
        self,
        *,
        keep_scheme: Sequence[str] = (),
        host: Sequence[str] = (),
        domain: Sequence[str] = (),
        drop_query: Sequence[str] = (),
        drop_tracking: bool = False,
        sort_query: bool = False,
        strip_fragment: bool = False,
        www: bool = False,
        aliases: Mapping[str, str] | None = None,
        spec: Spec = "rfc3986",
    ) -> None:
        for name, words in (
            ("keep_scheme", keep_scheme),
            ("host", host),
            ("domain", domain),
            ("drop_query", drop_query),
        ):
            if isinstance(words, str) or not all(words):
                raise ArgumentError(f"{name} takes several texts, none of them empty")
            if any("\ud800" <= character <= "\udfff" for word in words for character in word):
                raise ArgumentError(f"{name}: what is no UTF-8 is in no identifier")
        self._kept = {
            "scheme": {word.lower() for word in keep_scheme},
            "host": {form for word in host for form in _forms(word)},
            "domain": {_domain(word) for word in domain},
        }
        self._aliases = dict(aliases or {})
        self._spec: Spec = spec
        globs = (*drop_query, *(TRACKERS if drop_tracking else ()))
        self._changes: dict[str, Callable[[pyarrow.Array], columns.Column]] = {}
        if globs:
            self._changes["drop-query"] = lambda texts: columns.drop_query(texts, *globs, spec=spec)
        if sort_query:
            self._changes["sort-query"] = lambda texts: columns.sort_query(texts, spec=spec)
        if strip_fragment:
            self._changes["strip-fragment"] = lambda texts: columns.without_fragment(texts, spec=spec)
        if www:
            self._changes["www"] = lambda texts: columns.without_www(texts, spec=spec)

    def __bool__(self) -> bool:
        return bool(self._aliases or self._changes or any(self._kept.values()))

    def texts(self, judgement: Judgement) -> tuple[pyarrow.Array, pyarrow.Array]:
        """Return the canonical texts as they are wished, and the names of the wishes that changed each."""
        from pyarrow import compute

        texts = judgement.columns["canonical"]
        names = []
        if self._aliases:
            found = redirected(judgement.columns["key"], judgement.columns["fragment"], self._aliases)
            names.append(_named("redirect", found.is_valid()))
            texts = compute.coalesce(found, texts)
        for name, change in self._changes.items():
            wished = compute.coalesce(_array(change(texts)), texts)  # what cannot be changed stays
            names.append(_named(name, compute.fill_null(compute.not_equal(wished, texts), False)))
            texts = wished
        if not names:
            return texts, no_texts(len(texts))
        joined = compute.utf8_rtrim(compute.binary_join_element_wise(*names, ""), ",")
        return texts, compute.if_else(compute.equal(joined, ""), None, joined)

    def refused(self, judgement: Judgement) -> tuple[pyarrow.Array, pyarrow.Array]:
        """Return the filter by which nobody asked for a row, null where somebody did, and that in words."""
        from pyarrow import compute

        found = judgement.columns
        taken = found["code"].is_null()
        names = words = no_texts(len(judgement))
        for part, wanted in self._kept.items():
            if not wanted:
                continue
            if part == "domain":
                values = _array(columns.registrable_domain(found["canonical"], spec=self._spec))
            else:
                values = found[part].cast("string")
            values = compute.utf8_lower(compute.fill_null(values, ""))
            missing = compute.and_(taken, compute.invert(_fits(values, wanted)))
            words = compute.coalesce(words, compute.if_else(missing, f"the {part} is not one that was asked for", None))
            names = compute.coalesce(names, compute.if_else(missing, FILTERS[part], None))
        return names, words


class Wishing:
    """
    Judge rows, then do with them what is wished.

    Args:
        judging: Judges them.
        wishes: What is wished.
    """

    def __init__(self, judging: Judging, wishes: Wishes) -> None:
        self._judging = judging
        self._wishes = wishes

    def __call__(self, source: int, rows: Rows) -> Judgement:
        """Judge *rows*, at least one, of the input of that number."""
        judgement = self._judging(source, rows)
        texts, names = self._wishes.texts(judgement)
        changed = names.is_valid()
        if changed.true_count:
            again = self._judging(judgement.source, _rows(texts.filter(changed)))
            judgement = _merged(judgement, again, changed)
            judgement.columns[CHANGED] = names
        filters, words = self._wishes.refused(judgement)
        return judgement if filters.null_count == len(filters) else _rejected(judgement, filters, words)


def redirected(keys: pyarrow.Array, fragments: pyarrow.Array, aliases: Mapping[str, str]) -> pyarrow.Array:
    """
    Return what rows stand for, null where no redirect is known.

    Args:
        keys: Theirs, at rung scheme.
        fragments: What stays unless the redirect has one of its own.
        aliases: As of `Redirects`.
    """
    import pyarrow
    from pyarrow import compute

    names = _array(columns.without_fragment(keys)).to_pylist()
    found = pyarrow.array([aliases.get(name) for name in names], pyarrow.string())
    own = compute.and_(fragments.is_valid(), compute.invert(compute.match_substring(found, "#")))
    joined = compute.binary_join_element_wise(found, fragments, "#")
    return compute.if_else(compute.fill_null(own, False), joined, found)


def _rows(texts: pyarrow.Array) -> Rows:
    """Make rows of texts, which stand nowhere: their lines are those of the texts that they were made of."""
    import pyarrow

    _, ends, data = texts.cast(pyarrow.large_binary()).buffers()
    count = len(texts)
    return Rows(range(count), None, Packed((data or b"") and data.to_pybytes(), ends.to_pybytes()[: 8 * (count + 1)]))


def _forms(host: str) -> set[str]:
    """Return a host, or a glob of hosts, in A-labels and in U-labels; what IDNA refuses stays."""

    def label(text: str, change: Callable[[str], str]) -> str:
        try:
            return text if "*" in text or "?" in text else change(text)
        except UrikitError:
            return text

    return {".".join(label(one, change) for one in host.lower().split(".")) for change in (str, to_ascii, to_unicode)}


def _domain(name: str) -> str:
    """Return a registrable domain as a column of them has it."""
    try:
        found = registrable_domain(f"//{name}", spec="rfc3987")
        same = found in _forms(name)
    except UrikitError:
        found, same = None, False
    if not same:
        raise ArgumentError(f"{name!r} is no registrable domain" + (f"; {found} is" if found else ""))
    return str(found)


def _fits(values: pyarrow.Array, wanted: Collection[str]) -> pyarrow.Array:
    import pyarrow
    from pyarrow import compute

    exact = [word for word in wanted if "*" not in word and "?" not in word]
    found = compute.is_in(values, pyarrow.array(exact, pyarrow.string()))
    for glob in wanted:
        if glob not in exact:
            found = compute.or_(found, compute.match_substring_regex(values, _pattern(glob)))
    return found


def _pattern(glob: str) -> str:
    """The same as a regular expression of RE2; a host's dots are dots."""
    import re

    return "^" + "".join({"*": ".*", "?": "."}.get(one, re.escape(one)) for one in glob) + "$"


def _merged(judgement: Judgement, other: Judgement, where: pyarrow.Array) -> Judgement:
    """The first, with what the other says of the rows at *where*; the text and the place stay."""
    from pyarrow import compute

    found = dict(judgement.columns)
    for name in COLUMNS:
        if name != "text":
            mine, its = _plain(found[name]), _plain(other.columns[name])
            made = compute.replace_with_mask(mine, where, its)
            found[name] = made.dictionary_encode() if name in WORDS else made
    digests = compute.replace_with_mask(_digests(judgement), where, _digests(other))
    return Judgement(judgement.source, judgement.rows, found, digests.buffers()[1].to_pybytes(), judgement.masked)


def _rejected(judgement: Judgement, filters: pyarrow.Array, words: pyarrow.Array) -> Judgement:
    """The same rows, those with a filter rejected by it."""
    import pyarrow
    from pyarrow import compute

    where = filters.is_valid()
    found = dict(judgement.columns)
    for name in COLUMNS:
        if name not in ("text", "code", "message"):
            column = _plain(found[name])
            made = compute.if_else(where, pyarrow.scalar(None, column.type), column)
            found[name] = made.dictionary_encode() if name in WORDS else made
    both = compute.binary_join_element_wise(found[CHANGED], filters, ",")
    found[CHANGED] = compute.coalesce(both, filters, found[CHANGED])
    code = compute.if_else(where, UNWANTED, _plain(found["code"]))
    found["code"] = code.dictionary_encode()
    found["message"] = compute.coalesce(words, _plain(found["message"])).dictionary_encode()
    none = pyarrow.scalar(bytes(DIGEST), pyarrow.binary(DIGEST))
    digests = compute.if_else(where, none, _digests(judgement))
    return Judgement(judgement.source, judgement.rows, found, digests.buffers()[1].to_pybytes(), judgement.masked)


def _digests(judgement: Judgement) -> pyarrow.Array:
    import pyarrow

    buffers = [None, pyarrow.py_buffer(judgement.digests)]
    return pyarrow.Array.from_buffers(pyarrow.binary(DIGEST), len(judgement), buffers)


def _plain(column: pyarrow.Array) -> pyarrow.Array:
    import pyarrow

    return column.cast(pyarrow.string()) if pyarrow.types.is_dictionary(column.type) else column


def _array(column: columns.Column) -> pyarrow.Array:
    import pyarrow

    return pyarrow.array(column).cast(pyarrow.string())


def _named(name: str, where: pyarrow.Array) -> pyarrow.Array:
    from pyarrow import compute

    return compute.if_else(where, f"{name},", "")
