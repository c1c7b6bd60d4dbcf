"""
What does one URN namespace say beyond RFC 8141?

Class Namespace is a row of ``namespaces.toml``, or one that a caller adds.  RFC 8141 §5, §6.4 (what a registration
tells).
"""

from __future__ import annotations

from urikit.findings import Record, finding
from urikit.urns.folds import FOLDS
from urikit.urns.grammar import RFC8141

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from types import ModuleType
    from typing import Literal, TypeAlias

    from urikit.findings import Finding

    Status: TypeAlias = Literal["formal", "informal", "unregistered"]
    Fold: TypeAlias = Literal["exact", "all", "first", "first-two", "before-hyphen", "own"]

STATUSES = ("formal", "informal", "unregistered")


class Namespace(Record):
    """
    A row: what one namespace says.

    Args:
        nid: The namespace identifier in lower case.
        source: Where it is registered and its syntax defined, with the section.
        status: ``"formal"``, ``"informal"`` (``urn-7``), or ``"unregistered"``.
        as_of: The date of the copy of the registry that has it, such as ``"2021-09"``; ``""`` where none has.
        title: What it names, in a few words.
        rule: The form of its NSS as its source prints it.
        pattern: A regular expression that the whole NSS matches, linear: possessive, or without repeats in repeats;
            None where any NSS will do.  Its named groups are the fields of the NSS.
        fold: Which letters of the NSS have no case: ``"exact"`` (none), ``"all"``, ``"first"`` (before the first
            colon), ``"first-two"`` (before the second), ``"before-hyphen"``, or ``"own"``: the module says.
        checksum: What its check characters are, in words; ``""`` where it has none.
        resolvers: Templates of URLs that tell of the thing named, the best first: ``{field}`` stands for a field of the
            NSS, ``{nss}`` and ``{urn}`` for the whole; ``"country=de|at https://…"`` holds for those values only.
        valid: URNs without a finding above a note.
        invalid: Text to the code that it gives.
        equivalent: Groups of URNs that are one name.
        note: What is worth knowing besides.
        module: The full name of the Python module that says what a row cannot, with any of ``findings(nss)`` (their
            places count from the start of the NSS), ``fields(nss)`` and ``normal(nss)``.

    Raises:
        ValueError: *nid* is no namespace identifier in lower case, or a field has a word that is not one of its own.

    Example:
        >>> Namespace("myapp", source="our wiki", pattern="[0-9]++").findings("4x")[0].code
        'urn-nss'

    Source:
        RFC 8141 §5, §6.4.
    """

    __slots__ = (  # noqa: RUF023 (order is the constructor's)
        "nid",
        "source",
        "status",
        "as_of",
        "title",
        "rule",
        "pattern",
        "fold",
        "checksum",
        "resolvers",
        "valid",
        "invalid",
        "equivalent",
        "note",
        "module",
    )

    if TYPE_CHECKING:
        nid: str
        source: str
        status: Status
        as_of: str
        title: str
        rule: str
        pattern: str | None
        fold: Fold
        checksum: str
        resolvers: tuple[str, ...]
        valid: tuple[str, ...]
        invalid: tuple[tuple[str, str], ...]
        equivalent: tuple[tuple[str, ...], ...]
        note: str
        module: str | None

    def __init__(
        self,
        nid: str,
        source: str,
        status: Status = "unregistered",
        as_of: str = "",
        title: str = "",
        rule: str = "",
        pattern: str | None = None,
        fold: Fold = "exact",
        checksum: str = "",
        resolvers: Iterable[str] = (),
        valid: Iterable[str] = (),
        invalid: Mapping[str, str] | Iterable[tuple[str, str]] = (),
        equivalent: Iterable[Iterable[str]] = (),
        note: str = "",
        module: str | None = None,
    ) -> None:
        fields = {field: value for field, value in locals().items() if field in Namespace.__slots__}
        fields["resolvers"] = tuple(resolvers)
        fields["valid"] = tuple(valid)
        fields["invalid"] = tuple(dict(invalid).items())
        fields["equivalent"] = tuple(tuple(group) for group in equivalent)
        super().__init__(**fields)
        self._validate()

    def _validate(self) -> None:
        if self.nid != self.nid.lower() or not RFC8141.matcher("NID").fullmatch(self.nid):
            raise ValueError(f"no namespace identifier in lower case: {self.nid!r}")
        if self.status not in STATUSES:
            raise ValueError(f"{self.nid}: status is one of {STATUSES}, not {self.status!r}")
        if self.fold not in (*FOLDS, "own") or (self.fold == "own") > (self.module is not None):
            raise ValueError(f'{self.nid}: fold is {", ".join(FOLDS)}, or "own" with a module, not {self.fold!r}')

    @property
    def name(self) -> str:
        """The namespace identifier, by which a registry finds the row."""
        return self.nid

    @property
    def own(self) -> ModuleType | None:
        """The namespace's own module, loaded at its first use; None where it has none."""
        if self.module is None:
            return None
        from importlib import import_module

        return import_module(self.module)

    def fields(self, nss: str) -> dict[str, str]:
        """
        Return the fields of an NSS by name; what is absent is left out, and all where the NSS is not in the form.

        Example:
            >>> Namespace("myapp", source="our wiki", pattern="(?P<year>[0-9]{4})-.++").fields("2026-a")
            {'year': '2026'}
        """
        matched = self._matched(nss)
        own = getattr(self.own, "fields", None)
        if matched is not None and own is not None:
            found: dict[str, str] = own(nss)
            return found
        return {name: value for name, value in matched.items() if value is not None} if matched else {}

    def _matched(self, nss: str) -> dict[str, str | None] | None:
        """The named groups of the pattern; None where it does not match."""
        if self.pattern is None:
            return {}
        import re

        matched = re.fullmatch(self.pattern, nss, re.ASCII)
        return None if matched is None else matched.groupdict()

    def findings(self, nss: str) -> list[Finding]:
        """
        Find what is wrong with an NSS; places count from its start.

        Example:
            >>> Namespace("myapp", source="our wiki", rule="1*DIGIT", pattern="[0-9]++").findings("7")
            []
        """
        if self._matched(nss) is None:
            message = f"this is not what a name of {self.nid} looks like ({self.source})"
            return [finding("urn-nss", 0, len(nss), message=message, rule=self.rule, source=self.source)]
        own = getattr(self.own, "findings", None)
        found: list[Finding] = [] if own is None else own(nss)
        return found

    def normal(self, nss: str) -> str:
        """
        Write an NSS so that all spellings of one name are one text.

        Args:
            nss: An NSS whose escapes have upper-case digits.

        Returns:
            The NSS with the row's fold; as it is where it is not in the form, of which the namespace says nothing.

        Example:
            >>> Namespace("myapp", source="our wiki", fold="first").normal("A:B")
            'a:B'

        Source:
            RFC 8141 §3.1.
        """
        if self.fold == "exact" or self._matched(nss) is None:
            return nss
        if self.fold == "own":
            written: str = getattr(self.own, "normal")(nss)  # noqa: B009 (a module has it or not)
            return written
        return FOLDS[self.fold](nss)

    def __repr__(self) -> str:
        return f"Namespace({self.nid!r}, source={self.source!r})"
