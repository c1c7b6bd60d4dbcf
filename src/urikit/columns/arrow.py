"""
How does a kernel run over a column?

By the extension's loop of its name where there is one and it knows the options, and by the function on one text for the
rows that the loop leaves; row by row where there is none.  A null stays null.  What a function refuses becomes a null,
a finding beside it, or the error of its row.
"""

from __future__ import annotations

from functools import partial

from urikit import _accelerate
from urikit.columns import plain
from urikit.columns.kernels import KERNELS, REQUIRED
from urikit.findings import UrikitError, URIRuleError, URISyntaxError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, Literal, Protocol, TypeAlias

    from urikit.columns.kernels import Kernel
    from urikit.columns.plain import Column as Column
    from urikit.columns.plain import Kind
    from urikit.findings import Finding

    OnError: TypeAlias = Literal["null", "finding", "raise"]

    class ArrowArray(Protocol):
        """An array of pyarrow, nanoarrow, arro3 …, or a result of these functions."""

        def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

    class ArrowStream(Protocol):
        """A chunked array, a series of Polars or pandas, a table of one column …"""

        def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

    Texts: TypeAlias = ArrowStream | ArrowArray | list[str] | list[str | None] | tuple[str | None, ...]
    """What a column function takes."""

_native: Any = _accelerate._native  # type: ignore[attr-defined] # pyright: ignore[reportPrivateUsage]
if not TYPE_CHECKING:
    Column = getattr(_native, "Column", plain.Column)

_LOOPS: frozenset[str] = frozenset(getattr(_native, "KERNELS", ()))
_BY_GRAMMAR = frozenset(
    "scheme authority userinfo host host_kind port port_text path segments query fragment parse".split()
)
"""What refuses nothing but what is no reference; a null of it says most often that something is absent."""

_SAMPLE = "http://example.com/"
FINDING: Kind = ("struct", (("code", "utf8"), ("start", "int64"), ("message", "utf8")))


class RowError(UrikitError, ValueError):
    """
    A row that a function refuses; raised by ``on_error="raise"``.

    Attributes:
        row: Which row, from 0.
        error: What the function raised: a `URISyntaxError` or `URIRuleError`.
        text: The text it is about: the row, or the base beside it.
        findings: What is wrong and where; at least one.

    Example:
        >>> from urikit import columns
        >>> try:
        ...     columns.host(["http://a/", "http://exa mple.com/"], on_error="raise")
        ... except columns.RowError as error:
        ...     print(error.row, error.findings[0].code, error.findings[0].start)
        1 space 10
    """

    __module__ = "urikit.columns"

    def __init__(self, row: int, error: URISyntaxError | URIRuleError) -> None:
        super().__init__(row, error)
        self.row = row
        self.error = error
        self.text = error.text
        self.findings = _findings(error)

    def __str__(self) -> str:
        return f"row {self.row}: {self.error}"

    def __repr__(self) -> str:
        return f"RowError({self.row}, {self.error!r})"


def run(
    name: str, texts: Texts | Column, options: dict[str, Any], on_error: OnError = "null", threads: int = 1
) -> Column:
    """
    Run a kernel over a column.

    Args:
        name: The kernel's.
        texts: A list of texts and None, or anything that offers Arrow; see `Column`.
        options: By name; where the kernel allows it, a column for one of them, as long as *texts*.
        on_error: What becomes of a row that the function refuses: ``"null"``; ``"finding"`` gives records of ``value``
            and ``finding`` (code, start, message) in place of values; ``"raise"`` stops at the first.
        threads: How many the extension may use; without it one does it all.

    Raises:
        RowError: By ``on_error="raise"``.
        URISyntaxError: An option that is the same for all rows is refused, such as a base that is no URI.
        ValueError: An option has no such value, or a column for it another length.
        TypeError: *texts* are no column of texts, or an option is missing.

    Example:
        >>> run("resolve", ["../g", None, "a b"], {"base": "http://a/b/c/d"}).to_pylist()
        ['http://a/b/g', None, None]
    """
    if on_error not in ("null", "finding", "raise"):
        raise ValueError(f'on_error is "null", "finding" or "raise", not {on_error!r}')
    if type(threads) is not int or threads < 1:
        raise ValueError(f"threads is a whole number from 1 on, not {threads!r}")
    column = _texts(texts)
    call = _Call(KERNELS[name], options, column)
    if name in _LOOPS and not call.more:
        answer = _by_loop(call, on_error, threads)
        if answer is not None:
            return answer
    values, findings = call.rows(range(len(column)), on_error)
    if on_error != "finding":
        return Column.build(call.kernel.kind, values, column.chunks)
    return _with_findings(call, values, findings)


def _texts(values: Texts | Column) -> Column:
    """A column of texts."""
    column = values if isinstance(values, Column) else Column(values)
    if column.type.partition("<")[0] not in ("utf8", "large_utf8", "utf8_view", "dictionary", "null"):
        raise TypeError(f"a column of texts is needed, not one of {column.type}")
    return column


class _Call:
    """A kernel with its column and its options, those of one value and those of a value a row."""

    __slots__ = ("beside", "column", "constant", "function", "kernel", "more")

    def __init__(self, kernel: Kernel, options: dict[str, Any], column: Column) -> None:
        self.kernel, self.column = kernel, column
        self.constant: dict[str, Any] = {}
        self.beside: dict[str, Column] = {}
        known = {param.name for param in kernel.params}
        self.more = {name: value for name, value in options.items() if name not in known and value is not None}
        for param in kernel.params:
            value = options.get(param.name, param.default)
            if param.column and value is not None and not isinstance(value, str):
                self.beside[param.name] = other = _texts(value)
                if len(other) != len(column):
                    raise ValueError(f"{param.name} has {len(other)} rows, the column {len(column)}")
            elif value is REQUIRED:
                raise TypeError(f"{kernel.name} needs {param.name}")
            elif value is not param.default and param.choices and value not in param.choices:
                raise ValueError(f"{param.name} is one of {', '.join(param.choices)}, not {value!r}")
            else:
                self.constant[param.name] = value
        self.function = _function(kernel, self.constant | self.more, tuple(self.beside))
        self._probe()

    def _probe(self) -> None:
        """Raise what is wrong with an option, which no row is to blame for."""
        try:
            self.function(*[_SAMPLE] * (1 + len(self.beside)))
        except (URISyntaxError, URIRuleError) as error:
            if error.text in [value for value in self.constant.values() if isinstance(value, str)]:
                raise

    def rows(self, numbers: Sequence[int], on_error: OnError) -> tuple[list[Any], list[Finding | None]]:
        """The answers for some rows, in order, and what was wrong with each."""
        columns = (self.column, *self.beside.values())
        if len(numbers) * 8 < len(self.column):  # a few left by a loop: the others are not made objects of
            texts = [[column[number] for number in numbers] for column in columns]
        else:
            texts = [column.to_pylist() for column in columns]
            if len(numbers) < len(self.column):
                texts = [[column[number] for number in numbers] for column in texts]
        values: list[Any] = []
        findings: list[Finding | None] = []
        for number, row in zip(numbers, zip(*texts, strict=True), strict=True):
            value, wrong = None, None
            if None not in row:
                try:
                    value = self.function(*row)
                except (URISyntaxError, URIRuleError) as error:
                    if on_error == "raise":
                        raise RowError(number, error) from None
                    wrong = _findings(error)[0]
            values.append(value)
            findings.append(wrong)
        return values, findings


def _function(kernel: Kernel, options: dict[str, Any], beside: tuple[str, ...]) -> Callable[..., Any]:
    """What is called with one row: its text, then its values of *beside*."""
    function, row = kernel.function, kernel.row
    many = next((param.name for param in kernel.params if param.many), None)
    if many is not None:
        rest = {name: value for name, value in options.items() if name != many}
        return lambda text: function(text, *options[many], **rest)
    if not beside and _first(function) == row:
        return partial(function, **options)

    def call(text: str, *others: str) -> Any:
        return function(**{row: text}, **dict(zip(beside, others, strict=True)), **options)

    return call


def _first(function: Callable[..., Any]) -> str:
    """The name of a function's first argument; a twin has that of its Python."""
    python = function if hasattr(function, "__code__") else _accelerate.PAIRS[function.__name__][0]
    name: str = python.__code__.co_varnames[0]
    return name


def _findings(error: URISyntaxError | URIRuleError) -> tuple[Finding, ...]:
    return (error.finding,) if isinstance(error, URISyntaxError) else error.findings


def _by_loop(call: _Call, on_error: OnError, threads: int) -> Column | None:
    """The answer of the extension's loop, with the rows that it leaves to Python; None where an option is Python's."""
    others = list(call.beside.values())
    found = _native.run(call.kernel.name, call.column, call.constant, others, threads)
    if found is None:
        return None
    answer: Column
    answer, left = found
    if left:
        answer = answer.patched(left, call.rows(left, "null")[0])
    if on_error == "null":
        return answer
    nulls = sum(column.null_count for column in (call.column, *others))
    if on_error == "raise" and answer.null_count == nulls and not others:
        return answer
    doubtful = _doubtful(call, answer, threads)
    wrong = call.rows(doubtful, on_error)[1]
    if on_error == "raise":
        return answer
    told = [(row, (one.code, one.start, one.message)) for row, one in zip(doubtful, wrong, strict=True) if one]
    native: Any = answer
    made: Column = native.with_findings(call.column, FINDING, [row for row, _ in told], [one for _, one in told])
    return made


def _doubtful(call: _Call, answer: Any, threads: int) -> list[int]:
    """The rows that may have been refused: of a null that is no answer Python has to tell why."""
    if call.kernel.name not in _BY_GRAMMAR:
        rows: list[int] = answer.null_rows()
        return rows
    judge = "is_uri_reference" if call.constant["spec"] == "rfc3986" else "is_iri_reference"
    valid: list[bool | None] = _native.run(judge, call.column, {}, [], threads)[0].to_pylist()
    return [row for row, fits in enumerate(valid) if fits is False]


def _with_findings(call: _Call, values: list[Any], findings: Sequence[Finding | None]) -> Column:
    """Records of value and finding; null where the row is."""
    kind = call.kernel.kind
    made = [
        None if text is None else (value, one and (one.code, one.start, one.message))
        for text, value, one in zip(call.column.to_pylist(), values, findings, strict=True)
    ]
    return Column.build(("struct", (("value", kind), ("finding", FINDING))), made, call.column.chunks)
