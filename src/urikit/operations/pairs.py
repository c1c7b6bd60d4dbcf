"""
What does the query of a reference say under a name, and how does the reference read without some of its pairs?

As `Query` does it for the query alone.  RFC 3986 §3.4.
"""

from __future__ import annotations

from urikit.syntax.parse import read
from urikit.syntax.query import Query

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.syntax.parse import Pieces, Spec


def query_value(text: str, name: str, plus: bool = True, *, spec: Spec = "rfc3986") -> str | None:
    """
    Return the decoded value of the first pair of a name in a reference's query.

    Args:
        text: A reference.
        name: The pair's key, decoded.
        plus: Read "+" as a space, as HTML forms write it; false leaves it a plus sign.
        spec: ``"rfc3986"``, or ``"rfc3987"`` for an IRI.

    Returns:
        The value; None where there is no such pair, and for one without "=".

    Raises:
        URISyntaxError: *text* is no reference.
        URIRuleError: Octets in the value that are not UTF-8.

    Cost:
        Linear.

    Example:
        >>> query_value("/search?q=a+b%26c&page=2#top", "q"), query_value("/search?q=a+b", "q", plus=False)
        ('a b&c', 'a+b')
        >>> query_value("/?k", "k"), query_value("/?k=", "k"), query_value("/", "k")
        (None, '', None)

    Source:
        RFC 3986 §3.4.
    """
    return _query(read(text, spec=spec), plus).get(name)


def drop_query(text: str, *globs: str, spec: Spec = "rfc3986") -> str:
    """
    Return a reference without the pairs whose key fits one of some globs.

    Args:
        text: A reference.
        globs: Keys, decoded, a space for "+"; "*" stands for any characters and "?" for one.
        spec: ``"rfc3986"``, or ``"rfc3987"`` for an IRI.

    Returns:
        The reference with its other pairs as written; without a query where no pair is left; *text* itself where none
        went.

    Raises:
        URISyntaxError: *text* is no reference.

    Cost:
        Linear in *text*, for each glob.

    Example:
        >>> drop_query("http://a/?utm_source=x&id=7&utm_id=1#top", "utm_*"), drop_query("/?", "a")
        ('http://a/?id=7#top', '/?')

    Source:
        RFC 3986 §3.4.
    """
    pieces = read(text, spec=spec)
    query = _query(pieces, True)
    return _with(text, pieces, query, query.drop(*globs))


def sort_query(text: str, *, spec: Spec = "rfc3986") -> str:
    """
    Return a reference with the pairs of its query sorted by their decoded keys; pairs of one key keep their order.

    Args:
        text: A reference.
        spec: ``"rfc3986"``, or ``"rfc3987"`` for an IRI.

    Raises:
        URISyntaxError: *text* is no reference.

    Cost:
        As sorting.

    Example:
        >>> sort_query("/?b=1&a=2&%61=1#top")
        '/?a=2&%61=1&b=1#top'

    Source:
        RFC 3986 §3.4.
    """
    pieces = read(text, spec=spec)
    query = _query(pieces, True)
    return _with(text, pieces, query, query.sort())


def _query(pieces: Pieces, plus: bool) -> Query:
    return Query(pieces[5][1:] if pieces[5] else None, plus, limit=None)


def _with(text: str, pieces: Pieces, before: Query, after: Query) -> str:
    return text if after.text == before.text else _rejoined(pieces, after)


def _rejoined(pieces: Pieces, query: Query) -> str:
    written = "" if query.text is None else f"?{query.text}"
    return f"{''.join(pieces[:5])}{written}{pieces[6]}"
