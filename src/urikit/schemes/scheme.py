"""
What may one scheme say beyond the generic syntax?

Class Scheme is a row of ``schemes.toml``, or one that a caller adds.  RFC 3986 §3.1 (its name), §6.2.3 (what a
normaliser may take from it); RFC 7595 (the registry's words for its status).
"""

from __future__ import annotations

from urikit.findings import Record
from urikit.schemes.folds import FOLDS
from urikit.syntax.percent import lower

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any, Literal, Protocol, TypeAlias

    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces

    Status: TypeAlias = Literal["permanent", "provisional", "historical", "registered", "unregistered"]
    Presence: TypeAlias = Literal["required", "optional", "never"]
    HostNames: TypeAlias = Literal["dns", "reg-name", "none", "in-path"]
    Userinfo: TypeAlias = Literal["allowed", "deprecated", "never"]
    QueryUse: TypeAlias = Literal["form", "data", "never"]

    class SchemeModule(Protocol):
        """What the module of a scheme holds."""

        parse: Callable[[str], Record]  # the text's fields, or URISyntaxError, or URIRuleError
        build: Callable[..., str]  # the scheme's normal text of the same fields
        findings: Callable[[str, Pieces], list[Finding]]  # what its grammar and its advice say of a valid reference
        normal: Callable[[Pieces], Pieces]  # rung scheme, after the row's own part of it


NAME_CHARACTERS = frozenset(
    "abcdefghijklmnopqrstuvwxyz0123456789+-."
)  # scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )

CHOICES: dict[str, tuple[str | None, ...]] = {
    "status": ("permanent", "provisional", "historical", "registered", "unregistered"),
    "authority": (None, "required", "optional", "never"),
    "host": (None, "dns", "reg-name", "none", "in-path"),
    "userinfo": (None, "allowed", "deprecated", "never"),
    "query": (None, "form", "data", "never"),
    "port": (None, "never", "kept"),
    "fragment": (None, "never"),
    "empty_path": ("", "/"),
    "equivalence": (None, "none"),
}


_LOADED: dict[str, SchemeModule] = {}


class Scheme(Record):
    """
    A row: what one scheme says.  None always means "the row does not say".

    Args:
        name: The scheme in lower case, without ":".
        source: Where its syntax is defined, with the section.
        status: The registry's word for it; ``"registered"`` where its status was not seen, ``"unregistered"`` for one
            that is in use without being in the registry.
        reference: What the registry refers to: documents and people.
        template: The registration's place in the registry, such as ``"prov/git"``.
        authority: Whether "//" is ``"required"``, ``"optional"`` or ``"never"`` there.
        host: Whether a host is a ``"dns"`` name or any ``"reg-name"`` (an address may always stand there); or the
            scheme has ``"none"``, or has it ``"in-path"``.
        empty_host: Whether an authority may have an empty host, as in ``file:///p``.
        userinfo: Whether "user@" is ``"allowed"``, ``"deprecated"`` or ``"never"``.
        default_port: The port that an absent or empty one stands for.
        port: ``"never"`` where an authority has none; ``"kept"`` where the default port is not the same as none.
        default_host: The host, in lower case, that an empty one stands for.
        absent_authority_is_empty: Whether ``s:/p`` and ``s:///p`` are one; the latter is then the normal form.
        path: A regular expression that the whole path matches, linear: possessive, or without repeats in repeats.
        path_rule: The same as the source prints it.
        empty_path: How an empty path after an authority is written: ``"/"``, or ``""`` to leave it.
        query: ``"form"`` for name=value pairs, ``"data"`` where "?" is one more character of data, ``"never"``.
        query_form: A regular expression that the whole query matches, where there is one; linear, too.
        query_rule: The same as the source prints it.
        fragment: ``"never"`` where the scheme forbids one.
        case_insensitive: Parts of the path whose case does not matter, or what else is said of them in
            ``folds.FOLDS``, by their names there, and ``"query"``; scheme and host never need saying.
        valid: Texts that give no finding of the scheme's above a note.
        invalid: Text to the code that it gives.
        equivalent: Groups of texts that rung ``scheme`` writes as one.
        equivalence: ``"none"`` where the scheme makes no two texts one that the generic rungs do not make one.
        module: The full name of the Python module that says what a row cannot; see `own`.
        rewrites: Whether that module's ``normal`` may change anything; if not, the module need not be loaded for it.

    Raises:
        ValueError: *name* is no scheme in lower case, or a field has a word that is not one of its own.

    Example:
        >>> Scheme("myapp", source="our wiki", authority="never").authority
        'never'

    Source:
        RFC 3986 §3.1, §6.2.3; RFC 7595 §3.
    """

    __slots__ = (  # noqa: RUF023 (order is the constructor's)
        "name",
        "source",
        "status",
        "reference",
        "template",
        "authority",
        "host",
        "empty_host",
        "userinfo",
        "default_port",
        "port",
        "default_host",
        "absent_authority_is_empty",
        "path",
        "path_rule",
        "empty_path",
        "query",
        "query_form",
        "query_rule",
        "fragment",
        "case_insensitive",
        "valid",
        "invalid",
        "equivalent",
        "equivalence",
        "module",
        "rewrites",
    )

    if TYPE_CHECKING:
        name: str
        source: str
        status: Status
        reference: tuple[str, ...]
        template: str | None
        authority: Presence | None
        host: HostNames | None
        empty_host: bool
        userinfo: Userinfo | None
        default_port: int | None
        port: Literal["never", "kept"] | None
        default_host: str | None
        absent_authority_is_empty: bool
        path: str | None
        path_rule: str
        empty_path: Literal["", "/"]
        query: QueryUse | None
        query_form: str | None
        query_rule: str
        fragment: Literal["never"] | None
        case_insensitive: tuple[str, ...]
        valid: tuple[str, ...]
        invalid: tuple[tuple[str, str], ...]
        equivalent: tuple[tuple[str, ...], ...]
        equivalence: Literal["none"] | None
        module: str | None
        rewrites: bool

    def __init__(
        self,
        name: str,
        source: str,
        status: Status = "unregistered",
        reference: Iterable[str] = (),
        template: str | None = None,
        authority: Presence | None = None,
        host: HostNames | None = None,
        empty_host: bool = False,
        userinfo: Userinfo | None = None,
        default_port: int | None = None,
        port: Literal["never", "kept"] | None = None,
        default_host: str | None = None,
        absent_authority_is_empty: bool = False,
        path: str | None = None,
        path_rule: str = "",
        empty_path: Literal["", "/"] = "",
        query: QueryUse | None = None,
        query_form: str | None = None,
        query_rule: str = "",
        fragment: Literal["never"] | None = None,
        case_insensitive: Iterable[str] = (),
        valid: Iterable[str] = (),
        invalid: Mapping[str, str] | Iterable[tuple[str, str]] = (),
        equivalent: Iterable[Iterable[str]] = (),
        equivalence: Literal["none"] | None = None,
        module: str | None = None,
        rewrites: bool = True,
    ) -> None:
        fields = {field: value for field, value in locals().items() if field in Scheme.__slots__}
        fields["reference"] = tuple(reference)
        fields["case_insensitive"] = tuple(case_insensitive)
        fields["valid"] = tuple(valid)
        fields["invalid"] = tuple(dict(invalid).items())
        fields["equivalent"] = tuple(tuple(group) for group in equivalent)
        super().__init__(**fields)
        self._validate()

    def _validate(self) -> None:
        if not (set(self.name) <= NAME_CHARACTERS and self.name[:1].isalpha()):
            raise ValueError(f"no scheme in lower case: {self.name!r}")
        for field, words in CHOICES.items():
            if getattr(self, field) not in words:
                raise ValueError(f"{self.name}: {field} is one of {words}, not {getattr(self, field)!r}")
        for part in self.case_insensitive:
            if part != "query" and part not in FOLDS:
                raise ValueError(f"{self.name}: case_insensitive names query, {', '.join(FOLDS)}, not {part!r}")

    @property
    def own(self) -> SchemeModule | None:
        """
        The scheme's own module, loaded at its first use: ``parse``, ``build``, ``findings`` and ``normal``; or None.

        Raises:
            ImportError: There is no module of that name.

        Source:
            RFC 3986 §3.1.
        """
        if self.module is None:
            return None
        loaded = _LOADED.get(self.module)
        if loaded is None:
            from importlib import import_module

            found: Any = import_module(self.module)
            loaded = _LOADED[self.module] = found
        return loaded

    def normal_path(self, path: str, has_authority: bool) -> str:
        """
        Write a path as the scheme's own rules have it: an empty one filled in, case-insensitive parts in lower case.

        Args:
            path: The path after the rungs below; its escapes have upper-case digits.
            has_authority: Whether the path follows an authority; only then can an empty one be filled in.

        Returns:
            The path of rung ``scheme``; never of another kind than *path*, but that "" may become "/".

        Example:
            >>> Scheme("urn", "RFC 8141 §2", case_insensitive=["namespace"]).normal_path("ISBN:0X", has_authority=False)
            'isbn:0X'

        Source:
            RFC 3986 §6.2.2.1, §6.2.3.
        """
        if not path:
            return self.empty_path if has_authority else ""
        for part in self.case_insensitive:
            if part != "query":
                path = FOLDS[part](path)
        return path

    def normal_query(self, query: str) -> str:
        """
        Write a query, with its "?" or empty, as the scheme's own rules have it: in lower case where case says nothing.

        Example:
            >>> Scheme("dns", "RFC 4501 §3", case_insensitive=["query"]).normal_query("?TYPE=A")
            '?type=a'

        Source:
            RFC 3986 §6.2.2.1.
        """
        return lower(query) if "query" in self.case_insensitive else query

    def __repr__(self) -> str:
        return f"Scheme({self.name!r}, source={self.source!r})"
