"""
Which identifier of which public namespace does an "info" URI carry?

RFC 4452; its registry of namespaces is closed, and each said for itself how its identifiers are compared.
"""

from __future__ import annotations

from urikit.findings import Record, finding
from urikit.schemes.reading import agreed, decoded, in_form, read_scheme, small, whole
from urikit.syntax.mend import FRAGMENT, PATH, mended, starts
from urikit.syntax.percent import decode, normalize_escapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces


class Info(Record):
    """
    What an "info" URI says.

    Args:
        namespace: In lower case.
        identifier: Encoded: slashes have a meaning of the namespace's own, and empty segments too.
        fragment: As written, without "#"; None where there is none.

    Example:
        >>> parse("info:DDC/22/eng//004.678")
        Info(namespace='ddc', identifier='22/eng//004.678', fragment=None)

    Source:
        RFC 4452 §4.1, §4.2.
    """

    __slots__ = ("namespace", "identifier", "fragment")  # noqa: RUF023 (order is the text's)

    if TYPE_CHECKING:
        namespace: str
        identifier: str
        fragment: str | None

    @property
    def name(self) -> str:
        """
        The identifier, decoded, as it is where it comes from.

        Example:
            >>> parse("info:sici/0363-0277(19950315)120:5%3C%3E1.0.TX;2-V").name
            '0363-0277(19950315)120:5<>1.0.TX;2-V'

        Source:
            RFC 4452 §4.2.
        """
        return decode(self.identifier)

    def __str__(self) -> str:
        return f"info:{self.namespace}/{self.identifier}{whole('fragment', self.fragment, '#')}"


def parse(text: str) -> Info:
    """
    Read an "info" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside the grammar of this one: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("info:lccn/2002022641").namespace
        'lccn'

    Source:
        RFC 4452 §4.1.
    """
    pieces = read_scheme(text, "info")
    namespace, _, identifier = pieces[PATH].partition("/")
    fragment = pieces[FRAGMENT]
    return Info(small(namespace), normalize_escapes(identifier), fragment[1:] if fragment else None)


def build(namespace: str, identifier: str, fragment: str | None = None) -> str:
    """
    Write an "info" URI: `parse` reads the same from it.

    Args:
        namespace: See `Info`.
        identifier: See `Info`.
        fragment: Encoded, without "#".

    Returns:
        The text, its namespace in lower case.

    Raises:
        URIRuleError: A part is not what it should be.

    Example:
        >>> build("DOI", "10.1000/182")
        'info:doi/10.1000/182'

    Source:
        RFC 4452 §4.1.
    """
    return agreed(Info(small(namespace), normalize_escapes(identifier), fragment), parse)


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find escapes that are no text, and a namespace in upper case.

    Args:
        text: A valid URI of the scheme.
        pieces: Its seven pieces.

    Returns:
        In no order; the row tells the rest.

    Example:
        >>> from urikit.syntax.parse import read
        >>> [(one.code, one.help) for one in findings("info:DOI/10.1/a", read("info:DOI/10.1/a"))]
        [('info-upper-case', 'write info:doi/10.1/a')]

    Source:
        RFC 4452 §4.1, §4.2, §4.3.
    """
    found: list[Finding] = []
    if not in_form(pieces):
        return found
    at, path = starts(pieces)[PATH], pieces[PATH]
    namespace, _, identifier = path.partition("/")
    if namespace != small(namespace):
        mend = mended(pieces, {PATH: f"{small(namespace)}/{identifier}"})
        found.append(finding("info-upper-case", at, at + len(namespace), help=mend))
    decoded(identifier, at + len(path) - len(identifier), found)
    return found


def normal(pieces: Pieces) -> Pieces:
    """
    Leave the text as the row has it, its namespace in lower case: what else is one, each namespace said for itself.

    Example:
        >>> "".join(normal(("info:", "", "", "", "doi/10.1/A", "", "")))
        'info:doi/10.1/A'

    Source:
        RFC 4452 §4.3.
    """
    return pieces
