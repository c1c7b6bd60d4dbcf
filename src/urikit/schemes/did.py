"""
Which subject does a DID name, by which method, and what of it?

W3C Decentralized Identifiers 1.0, §3; the rest of a DID URL is that of RFC 3986.
"""

from __future__ import annotations

from urikit.findings import Record, finding
from urikit.schemes.reading import agreed, in_form, read_scheme, whole
from urikit.syntax.mend import FRAGMENT, PATH, QUERY, starts
from urikit.syntax.percent import normalize_escapes
from urikit.syntax.query import Query

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces

_PARAMETERS = ("service", "relativeRef", "versionId", "versionTime", "hl")


class Did(Record):
    """
    What a DID, or a DID URL, says.

    Args:
        method: The name of the method, always in lower case.
        id: What the method calls the subject, encoded; its case matters.
        path: With its slash; ``""`` where there is none.
        query: As written, without "?"; None where there is none.
        fragment: As written, without "#"; None where there is none.

    Example:
        >>> parse("did:example:123/path?service=agent#keys-1")
        Did(method='example', id='123', path='/path', query='service=agent', fragment='keys-1')

    Source:
        DID 1.0 §3.1, §3.2.
    """

    __slots__ = ("method", "id", "path", "query", "fragment")  # noqa: RUF023 (order is the text's)

    if TYPE_CHECKING:
        method: str
        id: str
        path: str
        query: str | None
        fragment: str | None

    @property
    def did(self) -> str:
        """
        The DID without path, query and fragment.

        Example:
            >>> parse("did:example:123#keys-1").did
            'did:example:123'

        Source:
            DID 1.0 §3.1.
        """
        return f"did:{self.method}:{self.id}"

    def parameter(self, name: str) -> str | None:
        """
        Return the first parameter of that name, decoded; None where there is none.

        Example:
            >>> parse("did:example:123?service=files&relativeRef=/a%20b").parameter("relativeRef")
            '/a b'

        Source:
            DID 1.0 §3.2.1.
        """
        return next((value for key, value in Query(self.query).decoded("replace") if key == name), None)

    def __str__(self) -> str:
        return f"{self.did}{self.path}{whole('query', self.query, '?')}{whole('fragment', self.fragment, '#')}"


def parse(text: str) -> Did:
    """
    Read a DID or a DID URL.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside the grammar of this one: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("did:web:example.com:user:alice").id
        'example.com:user:alice'

    Source:
        DID 1.0 §3.1, §3.2.
    """
    pieces = read_scheme(text, "did")
    did, slash, path = pieces[PATH].partition("/")
    method, _, name = did.partition(":")
    query, fragment = pieces[QUERY], pieces[FRAGMENT]
    return Did(
        method,
        normalize_escapes(name),
        slash + path,
        query[1:] if query else None,
        fragment[1:] if fragment else None,
    )


def build(method: str, id: str, path: str = "", query: str | None = None, fragment: str | None = None) -> str:  # noqa: A002 (the field's name)
    """
    Write a DID or a DID URL: `parse` reads the same from it.

    Args:
        method: See `Did`.
        id: See `Did`.
        path: See `Did`.
        query: Encoded, without "?".
        fragment: Encoded, without "#".

    Raises:
        URIRuleError: A part is not what it should be.

    Example:
        >>> build("example", "123", fragment="keys-1")
        'did:example:123#keys-1'

    Source:
        DID 1.0 §3.1, §3.2.
    """
    return agreed(Did(method, normalize_escapes(id), path, query, fragment), parse)


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find parameters that stand twice: which of them is meant, nobody says.

    Args:
        text: A valid URI of the scheme.
        pieces: Its seven pieces.

    Returns:
        In no order; the row tells whether there is a DID.

    Example:
        >>> from urikit.syntax.parse import read
        >>> text = "did:example:1?versionId=1&versionId=2"
        >>> [(one.code, one.start, one.end) for one in findings(text, read(text))]
        [('did-repeated', 26, 37)]

    Source:
        DID 1.0 §3.2.1.
    """
    found: list[Finding] = []
    if not in_form(pieces):
        return found
    seen: set[str] = set()
    start = starts(pieces)[QUERY] + 1
    for part in pieces[QUERY][1:].split("&"):
        name = part.partition("=")[0]
        if name in seen and name in _PARAMETERS:
            found.append(finding("did-repeated", start, start + len(part)))
        seen.add(name)
        start += len(part) + 1
    return found


def normal(pieces: Pieces) -> Pieces:
    """
    Leave the text alone: what else is one, a method may say.

    Example:
        >>> "".join(normal(("did:", "", "", "", "example:A", "", "")))
        'did:example:A'

    Source:
        DID 1.0 §3.1.
    """
    return pieces
