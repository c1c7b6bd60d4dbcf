"""
urikit: identifiers, exactly (RFC 3986).

The public names; each is loaded when it is first used, so `import urikit` costs next to nothing.
"""

from __future__ import annotations

__version__ = "0.1.0"

# name -> the room it lives in
_ROOMS = {
    "urikit.iri": ("IRI", "IRIReference"),
    "urikit.uri": ("URI", "URIReference", "parse"),
    "urikit.urn": ("URN",),
    "urikit.urns.equivalence": ("urn_equivalent", "urn_key"),
    "urikit.urns.isbn": ("to_isbn13",),
    "urikit.urns.locations": ("urn_locations",),
    "urikit.urns.namespace": ("Namespace",),
    "urikit.urns.nids": ("nid_advice", "nid_kind"),
    "urikit.urns.registry": ("NAMESPACES", "Namespaces"),
    "urikit.urns.syntax": ("build_urn", "is_urn", "read_urn", "urn_nid"),
    "urikit.checks": ("check", "scheme_check"),
    "urikit.findings": (
        "CODES",
        "Code",
        "Finding",
        "URIRuleError",
        "URISyntaxError",
        "UrikitError",
        "draw",
        "explain",
    ),
    "urikit.syntax.charsets": ("charset_table",),
    "urikit.syntax.grammar": ("matches",),
    "urikit.syntax.parse": (
        "is_absolute_iri",
        "is_absolute_uri",
        "is_irelative_ref",
        "is_iri",
        "is_iri_reference",
        "is_relative_ref",
        "is_uri",
        "is_uri_reference",
        "mask",
        "pieces",
    ),
    "urikit.syntax.split": ("Split", "split"),
    "urikit.syntax.zone": ("split_zone",),
    "urikit.syntax.octets": ("from_bytes",),
    "urikit.syntax.percent": ("decode", "decode_bytes", "encode", "from_local", "to_local"),
    "urikit.syntax.host": ("host_address", "host_kind", "ip"),
    "urikit.syntax.path": ("merge", "remove_dot_segments", "segment_params", "segments"),
    "urikit.syntax.query": ("Query",),
    "urikit.schemes.file": ("from_path", "to_path", "with_drive"),
    "urikit.schemes.registry": ("SCHEMES", "Registry"),
    "urikit.schemes.scheme": ("Scheme",),
    "urikit.operations.resolve": (
        "explain_remove_dot_segments",
        "explain_resolve",
        "recompose",
        "resolve",
        "split_fragment",
    ),
    "urikit.operations.relativize": ("relativize",),
    "urikit.operations.normalize": ("normalize",),
    "urikit.operations.ladder": ("ladder",),
    "urikit.operations.equivalence": ("equivalence", "equivalent", "key", "key128", "same_document"),
    "urikit.operations.pairs": ("drop_query", "query_value", "sort_query"),
    "urikit.operations.suffix": ("psl_version", "public_suffix", "registrable_domain", "reversed_host"),
    "urikit.operations.surt": ("surt",),
    "urikit.operations.base": ("base_uri",),
    "urikit.operations.user_input": ("from_suffix", "from_user_input"),
    "urikit.operations.build": ("build", "compose"),
    "urikit.operations.convert": ("to_iri", "to_uri"),
    "urikit.operations.dialects": ("Converted", "convert_dialect"),
    "urikit.operations.explain_convert": ("explain_to_iri", "explain_to_uri"),
    "urikit.operations.transcribe": ("from_markup", "from_text", "interpret"),
    "urikit.operations.idna": (
        "check_host",
        "data_versions",
        "map_host",
        "to_ascii",
        "to_unicode",
        "unicode_version",
    ),
    "urikit.safety.bidi": ("bidi_components",),
    "urikit.safety.display": ("bidi_isolated", "display", "embed"),
    "urikit.safety.notation": ("from_notation", "notation"),
    "urikit.safety.visual": ("visual", "visual_components"),
    "urikit._accelerate": ("backend",),
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}
__all__ = sorted(_ROOM_OF)  # pyright: ignore[reportUnsupportedDunderAll] (the test of the package compares it)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit._accelerate import backend as backend
    from urikit.checks import check as check
    from urikit.checks import scheme_check as scheme_check
    from urikit.findings import CODES as CODES
    from urikit.findings import Code as Code
    from urikit.findings import Finding as Finding
    from urikit.findings import UrikitError as UrikitError
    from urikit.findings import URIRuleError as URIRuleError
    from urikit.findings import URISyntaxError as URISyntaxError
    from urikit.findings import draw as draw
    from urikit.findings import explain as explain
    from urikit.iri import IRI as IRI
    from urikit.iri import IRIReference as IRIReference
    from urikit.operations.base import base_uri as base_uri
    from urikit.operations.build import build as build
    from urikit.operations.build import compose as compose
    from urikit.operations.convert import to_iri as to_iri
    from urikit.operations.convert import to_uri as to_uri
    from urikit.operations.dialects import Converted as Converted
    from urikit.operations.dialects import convert_dialect as convert_dialect
    from urikit.operations.equivalence import equivalence as equivalence
    from urikit.operations.equivalence import equivalent as equivalent
    from urikit.operations.equivalence import key as key
    from urikit.operations.equivalence import key128 as key128
    from urikit.operations.equivalence import same_document as same_document
    from urikit.operations.explain_convert import explain_to_iri as explain_to_iri
    from urikit.operations.explain_convert import explain_to_uri as explain_to_uri
    from urikit.operations.idna import check_host as check_host
    from urikit.operations.idna import data_versions as data_versions
    from urikit.operations.idna import map_host as map_host
    from urikit.operations.idna import to_ascii as to_ascii
    from urikit.operations.idna import to_unicode as to_unicode
    from urikit.operations.idna import unicode_version as unicode_version
    from urikit.operations.ladder import ladder as ladder
    from urikit.operations.normalize import normalize as normalize
    from urikit.operations.pairs import drop_query as drop_query
    from urikit.operations.pairs import query_value as query_value
    from urikit.operations.pairs import sort_query as sort_query
    from urikit.operations.relativize import relativize as relativize
    from urikit.operations.resolve import explain_remove_dot_segments as explain_remove_dot_segments
    from urikit.operations.resolve import explain_resolve as explain_resolve
    from urikit.operations.resolve import recompose as recompose
    from urikit.operations.resolve import resolve as resolve
    from urikit.operations.resolve import split_fragment as split_fragment
    from urikit.operations.suffix import psl_version as psl_version
    from urikit.operations.suffix import public_suffix as public_suffix
    from urikit.operations.suffix import registrable_domain as registrable_domain
    from urikit.operations.suffix import reversed_host as reversed_host
    from urikit.operations.surt import surt as surt
    from urikit.operations.transcribe import from_markup as from_markup
    from urikit.operations.transcribe import from_text as from_text
    from urikit.operations.transcribe import interpret as interpret
    from urikit.operations.user_input import from_suffix as from_suffix
    from urikit.operations.user_input import from_user_input as from_user_input
    from urikit.safety.bidi import bidi_components as bidi_components
    from urikit.safety.display import bidi_isolated as bidi_isolated
    from urikit.safety.display import display as display
    from urikit.safety.display import embed as embed
    from urikit.safety.notation import from_notation as from_notation
    from urikit.safety.notation import notation as notation
    from urikit.safety.visual import visual as visual
    from urikit.safety.visual import visual_components as visual_components
    from urikit.schemes.file import from_path as from_path
    from urikit.schemes.file import to_path as to_path
    from urikit.schemes.file import with_drive as with_drive
    from urikit.schemes.registry import SCHEMES as SCHEMES
    from urikit.schemes.registry import Registry as Registry
    from urikit.schemes.scheme import Scheme as Scheme
    from urikit.syntax.charsets import charset_table as charset_table
    from urikit.syntax.grammar import matches as matches
    from urikit.syntax.host import host_address as host_address
    from urikit.syntax.host import host_kind as host_kind
    from urikit.syntax.host import ip as ip
    from urikit.syntax.octets import from_bytes as from_bytes
    from urikit.syntax.parse import is_absolute_iri as is_absolute_iri
    from urikit.syntax.parse import is_absolute_uri as is_absolute_uri
    from urikit.syntax.parse import is_irelative_ref as is_irelative_ref
    from urikit.syntax.parse import is_iri as is_iri
    from urikit.syntax.parse import is_iri_reference as is_iri_reference
    from urikit.syntax.parse import is_relative_ref as is_relative_ref
    from urikit.syntax.parse import is_uri as is_uri
    from urikit.syntax.parse import is_uri_reference as is_uri_reference
    from urikit.syntax.parse import mask as mask
    from urikit.syntax.parse import pieces as pieces
    from urikit.syntax.path import merge as merge
    from urikit.syntax.path import remove_dot_segments as remove_dot_segments
    from urikit.syntax.path import segment_params as segment_params
    from urikit.syntax.path import segments as segments
    from urikit.syntax.percent import decode as decode
    from urikit.syntax.percent import decode_bytes as decode_bytes
    from urikit.syntax.percent import encode as encode
    from urikit.syntax.percent import from_local as from_local
    from urikit.syntax.percent import to_local as to_local
    from urikit.syntax.query import Query as Query
    from urikit.syntax.split import Split as Split
    from urikit.syntax.split import split as split
    from urikit.syntax.zone import split_zone as split_zone
    from urikit.uri import URI as URI
    from urikit.uri import URIReference as URIReference
    from urikit.uri import parse as parse
    from urikit.urn import URN as URN
    from urikit.urns.equivalence import urn_equivalent as urn_equivalent
    from urikit.urns.equivalence import urn_key as urn_key
    from urikit.urns.isbn import to_isbn13 as to_isbn13
    from urikit.urns.locations import urn_locations as urn_locations
    from urikit.urns.namespace import Namespace as Namespace
    from urikit.urns.nids import nid_advice as nid_advice
    from urikit.urns.nids import nid_kind as nid_kind
    from urikit.urns.registry import NAMESPACES as NAMESPACES
    from urikit.urns.registry import Namespaces as Namespaces
    from urikit.urns.syntax import build_urn as build_urn
    from urikit.urns.syntax import is_urn as is_urn
    from urikit.urns.syntax import read_urn as read_urn
    from urikit.urns.syntax import urn_nid as urn_nid


if not TYPE_CHECKING:  # a checker would take it for a promise of every name

    def __getattr__(name: str) -> object:
        """Load *name* from its room at its first use."""
        room = _ROOM_OF.get(name)
        if room is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        value = getattr(import_module(room), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
