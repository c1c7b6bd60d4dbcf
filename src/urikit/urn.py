"""
What is a URN, as a value?

A URI of scheme "urn" that names something for good: a namespace identifier, and a string that the namespace gave out.
RFC 8141.
"""

from __future__ import annotations

from urikit.uri import URI, URIReference
from urikit.urns.registry import NAMESPACES
from urikit.urns.syntax import cut, is_urn, refuse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, Self, Unpack, overload

    from urikit.operations.normalize import Rung
    from urikit.reference import Climb, Reference
    from urikit.syntax.parts import Parts
    from urikit.urns.namespace import Namespace
    from urikit.urns.nids import Kind
    from urikit.urns.registry import Namespaces


class URN(URI):
    """
    A URN of RFC 8141.

    It is a URI too, and equal to the URI of the same text; `equivalent` says whether two name the same.

    Args:
        text: The URN's text, or another value.

    Raises:
        URISyntaxError: *text* is no URN.
        TypeError: *text* is neither a text nor a value.

    Cost:
        Two passes over the text.

    Example:
        >>> u = URN("urn:example:a/b?+r?=q#f")
        >>> u.nid, u.nss, u.r_component, u.q_component, u.f_component
        ('example', 'a/b', 'r', 'q', 'f')
        >>> URN("urn:isbn:0-395-36341-1").check()
        []

    Source:
        RFC 8141 §2.
    """

    __slots__ = ()

    def __new__(cls, text: str | Parts) -> Self:
        """Read a URN; see the class."""
        exact = text if type(text) is str else str(text) if isinstance(text, (str, URIReference)) else text
        if isinstance(exact, str) and not is_urn(exact):
            refuse(exact)
        return super().__new__(cls, exact)

    @classmethod
    def of(cls, text: str) -> Self:
        """Return the value of *text*: a URN where it is one, else a `URI` or a `URIReference`."""
        return cls(text) if is_urn(text) else URI.of(text)  # type: ignore[return-value]

    @classmethod
    def from_components(
        cls,
        nid: str,
        nss: str,
        r_component: str | None = None,
        q_component: str | None = None,
        f_component: str | None = None,
    ) -> Self:
        """
        Put the parts of a URN together; see `urikit.build_urn`.

        Example:
            >>> URN.from_components("example", "a%2Fb", f_component="top")
            URN('urn:example:a%2Fb#top')

        Source:
            RFC 8141 §2.
        """
        from urikit.urns.syntax import build_urn

        return cls(build_urn(nid, nss, r_component, q_component, f_component))

    # --- the parts

    @property
    def nid(self) -> str:
        """The namespace identifier, as written (RFC 8141 §2.1)."""
        return cut(str(self)).nid

    @property
    def nss(self) -> str:
        """The namespace-specific string, as written (RFC 8141 §2.2)."""
        return cut(str(self)).nss

    @property
    def r_component(self) -> str | None:
        """What follows "?+", for the resolver; None where absent (RFC 8141 §2.3.1)."""
        return cut(str(self)).r_component

    @property
    def q_component(self) -> str | None:
        """What follows "?=", for what is named; None where absent (RFC 8141 §2.3.2)."""
        return cut(str(self)).q_component

    @property
    def f_component(self) -> str | None:
        """What follows "#", for a part of what is named; None where absent (RFC 8141 §2.3.3)."""
        return self.fragment

    @property
    def assigned_name(self) -> str:
        """The name alone, as written: "urn:", NID, ":" and NSS (RFC 8141 §2)."""
        scheme, *_, path, _, _ = self.pieces()
        return scheme + path

    # --- what the registry says

    @property
    def namespace(self) -> Namespace | None:
        """The namespace's row; None where it is in no copy of the registry that is known here (RFC 8141 §5)."""
        return NAMESPACES.get(self.nid)

    @property
    def nid_kind(self) -> Kind:
        """What kind of namespace identifier it has; see `urikit.nid_kind` (RFC 8141 §5.1, §5.2)."""
        from urikit.urns.nids import nid_kind

        return nid_kind(self.nid)

    # --- comparing

    def equivalent(  # pyright: ignore[reportIncompatibleMethodOverride] (no such option is one of Climb's)
        self,
        other: str | Reference,
        rung: Rung | None = None,
        *,
        namespace_rules: bool = True,
        isbn_cross: bool = False,
        namespaces: Namespaces | None = None,
        base: str | Reference | None = None,
        fragment: Literal["compare", "ignore"] = "compare",
        **options: Unpack[Climb],
    ) -> bool:
        """
        Say whether two URNs are URN-equivalent: whether they are one name.

        Args:
            other: Another URN; a URI that is none is equivalent to none.
            rung: A rung of RFC 3986's ladder to compare at instead, as for any URI; then *base*, *fragment* and
                *options* count, and what follows does not.
            namespace_rules: Whether the namespace's own rule counts too.
            isbn_cross: Whether an ISBN-10 and the ISBN-13 of the same book are one.
            namespaces: The rows that a namespace is looked up in; None for urikit's own.
            base: As for any URI.
            fragment: As for any URI; URN-equivalence always leaves it out.
            options: As for any URI.

        Example:
            >>> a = URN("urn:isbn:0-395-36341-1")
            >>> a.equivalent("URN:ISBN:0395363411#p7"), a.equivalent("URN:ISBN:0395363411", namespace_rules=False)
            (True, False)

        Source:
            RFC 8141 §3.
        """
        if rung is not None:
            return super().equivalent(other, rung, base=base, fragment=fragment, **options)
        from urikit.urns.equivalence import urn_equivalent

        return urn_equivalent(
            str(self), str(other), namespace_rules, isbn_cross=isbn_cross, namespaces=namespaces
        )

    def urn_key(
        self, namespace_rules: bool = True, *, isbn_cross: bool = False, namespaces: Namespaces | None = None
    ) -> str:
        """
        Return a text that two URNs share if and only if they are URN-equivalent; see `urikit.urn_key`.

        Source:
            RFC 8141 §3.1.
        """
        from urikit.urns.equivalence import urn_key

        return urn_key(str(self), namespace_rules, isbn_cross=isbn_cross, namespaces=namespaces)

    # --- where it leads

    if TYPE_CHECKING:

        @overload  # type: ignore[override]
        def resolve(self, reference: None = None, *, strict: bool = True) -> URI | None: ...
        @overload
        def resolve(self, reference: str | Reference, *, strict: bool = True) -> URIReference: ...

    def resolve(  # pyright: ignore[reportIncompatibleMethodOverride] (a target need be no URN)
        self, reference: str | Reference | None = None, *, strict: bool = True
    ) -> URIReference | None:
        """
        Return the URL that tells of what is named, by the template of its namespace; nothing is fetched.

        Args:
            reference: With one, its target seen from this URN, as for any URI (of use for "#…" only, RFC 8141 §4.3).
            strict: As for any URI.

        Returns:
            The first URL of `locations`; None where no template is known.  With *reference*, the target.

        Example:
            >>> URN("urn:ietf:rfc:2648").resolve(), URN("urn:example:a").resolve()
            (URI('https://www.rfc-editor.org/rfc/rfc2648'), None)
            >>> URN("urn:example:a").resolve("#top")
            URN('urn:example:a#top')

        Source:
            RFC 8141 §4.3; the namespace's registration.
        """
        if reference is not None:
            return super().resolve(reference, strict=strict)
        return next(iter(self.locations()), None)

    def locations(self, namespaces: Namespaces | None = None) -> tuple[URI, ...]:
        """
        Return the URLs by all templates of the namespace, the best first; nothing is fetched.

        Example:
            >>> URN("urn:oid:2.16.840").locations()[0]
            URI('https://oid-base.com/get/2.16.840')

        Source:
            The namespace's registration.
        """
        from urikit.urns.locations import urn_locations

        return tuple(URI(url) for url in urn_locations(str(self), namespaces))
