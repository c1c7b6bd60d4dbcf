"""
How does an engine call a kernel?

What the adapters share.  An engine brings a column of texts and options, some the same for all rows and some with a
value a row; the kernel answers with a column.  Each adapter says how its engine hands those over and what it calls the
types; none knows more of a kernel than its row in `urikit.columns.KERNELS`.

A null gives a null, and so does a text that the function refuses, or with ``on_error="finding"`` a record of value and
finding.  Nothing is raised about data.  What is raised is about the call, and since engines lose the type of an error,
its message begins with a code: ``error[option]``, ``error[column-type]``, or that of the finding about an option.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from inspect import Parameter, Signature

from urikit.columns import KERNELS, Kernel
from urikit.columns.arrow import FINDING, run
from urikit.columns.kernels import REQUIRED
from urikit.findings import Record, UrikitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, TypeVar

    from urikit.columns import Column
    from urikit.columns.plain import Kind

    T = TypeVar("T")

ON_ERROR = ("null", "finding")


class Call(Record):
    """
    A kernel and its options, ready for the columns; it travels to other processes by name.

    Attributes:
        name: The kernel's.
        options: What is the same for all rows, by name.
        beside: The options that have a value a row, in the order in which their columns come.
        on_error: ``"null"`` or ``"finding"``.

    Raises:
        ValueError: An option has no such value.
        URISyntaxError: An option is refused, such as a base that is no URI.
        TypeError: There is no such option, or one is missing.

    Example:
        >>> Call("resolve", {}, ("base",))(["../g", None], ["http://a/b/c/d", "http://a/"]).to_pylist()
        ['http://a/b/g', None]
        >>> Call("normalize", {"rung": "top"})
        Traceback (most recent call last):
            ...
        ValueError: error[option]: rung is one of simple, case, percent, path, scheme, protocol, syntax, not 'top'
    """

    __slots__ = ("name", "options", "beside", "on_error")  # noqa: RUF023 (the constructor's)

    if TYPE_CHECKING:
        name: str
        options: Mapping[str, Any]
        beside: tuple[str, ...]
        on_error: str

    def __init__(
        self,
        name: str,
        options: Mapping[str, Any] = {},
        beside: Sequence[str] = (),
        on_error: str = "null",
    ) -> None:
        """See the class."""
        super().__init__(name, dict(options), tuple(beside), on_error)
        if on_error not in ON_ERROR:
            raise ValueError(f"error[option]: on_error is {' or '.join(ON_ERROR)}, not {on_error!r}")
        params = {param.name: param.default for param in KERNELS[name].params}
        for option in (*self.options, *self.beside):
            if option not in params:
                raise TypeError(f"error[option]: {name} has no option {option!r}, only {', '.join(params) or 'none'}")
        for option, default in params.items():
            if default is REQUIRED and option not in self.options and option not in self.beside:
                raise TypeError(f"error[option]: {name} needs {option}")
        self([], *[[] for _ in self.beside])  # wrong options are told now, not where the rows are

    def __call__(self, texts: Any, *columns: Any) -> Column:
        """Run the kernel over a column, and the columns beside it."""
        options = {**self.options, **dict(zip(self.beside, columns, strict=True))}
        try:
            return run(self.name, texts, options, self.on_error)  # type: ignore[arg-type]
        except UrikitError:  # says its code itself
            raise
        except TypeError as error:
            raise TypeError(f"error[column-type]: {error}") from error
        except (ValueError, LookupError) as error:
            raise ValueError(f"error[option]: {error.args[0]}") from error  # a KeyError's own text has quotes around it

    @property
    def kind(self) -> Kind:
        """The type of the answer."""
        return kind_of(self.name, self.on_error)


def bind(
    name: str, given: Sequence[Any], named: Mapping[str, Any], column: type | tuple[type, ...]
) -> tuple[Call, list[Any]]:
    """
    Sort the options of a call: those the same for all rows, and those that are columns.

    Args:
        name: The kernel's.
        given: Options by position, in the kernel's order.
        named: Options by name, and ``on_error``.
        column: What the engine's columns are instances of.

    Returns:
        The call, and the columns to hand it after the texts.
    """
    params = KERNELS[name].params
    options = _by_place(name, given, named)
    on_error = options.pop("on_error", "null")
    columns = {option: value for option, value in options.items() if isinstance(value, column)}
    for option in columns:
        if not any(param.name == option and param.column for param in params):
            raise TypeError(f"error[option]: {option} of {name} is one value for all rows, no column")
    rest = {option: value for option, value in options.items() if option not in columns}
    return Call(name, rest, tuple(columns), on_error), list(columns.values())


def from_sql(
    name: str, columns: Sequence[Any], named: Mapping[str, Any] | None = None, fixed: Mapping[str, Any] | None = None
) -> Column:
    """
    Run a kernel as SQL calls it: every argument a pyarrow array, also what is the same in all rows.

    Args:
        name: The kernel's.
        columns: The texts, then options by position; the last may be a struct of options by name.
        named: Options by name.
        fixed: What is no array, by name: options that the engine was told before, and ``on_error``.
    """
    texts, *given = columns
    by_name = dict(named or {})
    if given and str(given[-1].type).startswith("struct<"):
        options = given.pop()
        by_name |= {field.name: values for field, values in zip(options.type, options.flatten(), strict=True)}
    columns_too = {param.name for param in KERNELS[name].params if param.column}
    by_name = _by_place(name, given, by_name)
    beside = {option: array for option, array in by_name.items() if option in columns_too}
    constant = {option: _one(option, array) for option, array in by_name.items() if option not in beside}
    options = {option: value for option, value in constant.items() if value is not None}
    more = dict(fixed or {})
    on_error = more.pop("on_error", "null")
    return _checked(name, tuple((options | more).items()), tuple(beside), on_error)(texts, *beside.values())


@lru_cache(maxsize=256)
def _checked(name: str, options: tuple[tuple[str, Any], ...], beside: tuple[str, ...], on_error: str) -> Call:
    """The call with these options, checked once for all batches of a query."""
    return Call(name, dict(options), beside, on_error)


def _by_place(name: str, given: Sequence[Any], named: Mapping[str, Any]) -> dict[str, Any]:
    """All options of a call by name."""
    params = KERNELS[name].params
    if given and params and params[0].many:
        given = [tuple(given)]
    if len(given) > len(params):
        raise TypeError(f"error[option]: {name} takes {len(params)} options, not {len(given)}")
    by_place = {param.name: value for param, value in zip(params, given, strict=False)}
    if twice := by_place.keys() & named.keys():
        raise TypeError(f"error[option]: {name} is given {', '.join(sorted(twice))} twice")
    return by_place | dict(named)


def _one(option: str, array: Any) -> Any:
    """The value that an option has in all rows, or the values of one that is any number; None where there are none."""
    if isinstance(array, tuple):
        return tuple(_one(option, one) for one in array)
    values = array.unique().to_pylist()
    if len(values) > 1:
        raise ValueError(f"error[option]: {option} is one value for all rows")
    return values[0] if values else None


def kind_of(name: str, on_error: str = "null") -> Kind:
    """The type of a kernel's answers."""
    kind = KERNELS[name].kind
    return ("struct", (("value", kind), ("finding", FINDING))) if on_error == "finding" else kind


def typed(kind: Kind, names: Mapping[str, T], to_list: Callable[[T], T], to_struct: Callable[[dict[str, T]], T]) -> T:
    """
    Say a type in an engine's words.

    Example:
        >>> words = {"utf8": "VARCHAR", "int64": "BIGINT"}
        >>> typed(("list", "utf8"), words, lambda inner: inner + "[]", str)
        'VARCHAR[]'
    """
    if isinstance(kind, str):
        return names[kind]
    if kind[0] == "list":
        return to_list(typed(kind[1], names, to_list, to_struct))
    return to_struct({name: typed(inner, names, to_list, to_struct) for name, inner in kind[1]})


def function(kernel: Kernel, call: Callable[..., T], first: str) -> Callable[..., T]:
    """
    Make a function for one kernel, with its name, words and options.

    Args:
        kernel: Its row.
        call: What it does, given the kernel's name and the arguments.
        first: What its first argument is called.
    """

    def made(subject: Any, /, *given: Any, **named: Any) -> T:
        return call(kernel.name, subject, given, named)

    place: Any = Parameter.POSITIONAL_OR_KEYWORD
    params = [Parameter(first, place)]
    for param in kernel.params:
        if param.many:
            params.append(Parameter(param.name, Parameter.VAR_POSITIONAL))
            place = Parameter.KEYWORD_ONLY
        else:
            default = Parameter.empty if param.default is REQUIRED else param.default
            params.append(Parameter(param.name, place, default=default))
    signature = Signature([*params, Parameter("on_error", Parameter.KEYWORD_ONLY, default="null")])
    made.__name__ = made.__qualname__ = kernel.name
    made.__doc__ = f"{kernel.doc}\n\nSource: {kernel.source}"
    made.__signature__ = signature  # type: ignore[attr-defined]
    return made


def engine(module: str, extra: str) -> Any:
    """Import an engine, or say how to get it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module.partition(".")[0]:
            raise
        raise ImportError(f'urikit.engines.{extra} needs {error.name}: pip install "urikit[{extra}]"') from None
