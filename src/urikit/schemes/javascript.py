"""
Which code does a "javascript" URI hold?

draft-hoehrmann-javascript-scheme-03, which has expired; HTML, "javascript: URLs".
"""

from __future__ import annotations

from urikit.findings import Record, finding
from urikit.schemes.reading import agreed, decoded, read_scheme, whole
from urikit.syntax.mend import FRAGMENT, PATH, QUERY, USERINFO, starts
from urikit.syntax.percent import decode, encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces

_IN_CODE = "!$&'()*+,;=:@"  # pchar; "/" and "?" as well
# what pages write where a link is to do nothing
_IDLE = r"\s*+(?:void(?:\s*+\(\s*+0\s*+\)|\s++0)|undefined|null|true|false|0)?+[\s;]*+"


class Javascript(Record):
    """
    What a "javascript" URI says.  Nothing here runs it.

    Args:
        source: The code, encoded, as written; a "?" is one of its characters.
        fragment: As written, without "#"; None where there is none.

    Example:
        >>> parse("javascript:alert(%22a%20b%22)").text
        'alert("a b")'

    Source:
        draft-hoehrmann-javascript-scheme-03.
    """

    __slots__ = ("source", "fragment")  # noqa: RUF023 (order is the text's)

    if TYPE_CHECKING:
        source: str
        fragment: str | None

    @property
    def text(self) -> str:
        """
        The code as text: what the escapes say is UTF-8.

        Example:
            >>> parse("javascript:a%3Cb?'%C3%A9':c").text
            "a<b?'é':c"

        Source:
            draft-hoehrmann-javascript-scheme-03; HTML, "javascript: URLs".
        """
        return decode(self.source)

    @property
    def idle(self) -> bool:
        """
        Whether the code is known to do nothing, as ``void(0)``, which pages write in links that go nowhere.

        Example:
            >>> parse("javascript:void(0);").idle, parse("javascript:a").idle
            (True, False)
        """
        return _is_idle(self.text)

    def __str__(self) -> str:
        return f"javascript:{self.source}{whole('fragment', self.fragment, '#')}"


def parse(text: str) -> Javascript:
    """
    Read a "javascript" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside the grammar of this one: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("JavaScript:a?b:c")
        Javascript(source='a?b:c', fragment=None)

    Source:
        draft-hoehrmann-javascript-scheme-03.
    """
    pieces = read_scheme(text, "javascript")
    fragment = pieces[FRAGMENT]
    return Javascript(pieces[PATH] + pieces[QUERY], fragment[1:] if fragment else None)


def build(source: str, fragment: str | None = None) -> str:
    """
    Write a "javascript" URI: `parse` reads the same from it.

    Args:
        source: Encoded; `from_code` encodes code.
        fragment: Encoded, without "#".

    Raises:
        URISyntaxError: A part cannot stand in a URI.
        URIRuleError: A part is not what it should be.

    Example:
        >>> build("void(0)")
        'javascript:void(0)'

    Source:
        draft-hoehrmann-javascript-scheme-03.
    """
    return agreed(Javascript(source, fragment), parse)


def from_code(code: str) -> str:
    """
    Write code as a "javascript" URI.

    Args:
        code: Any text; it becomes UTF-8.

    Returns:
        The text; a "/" that comes first is encoded, for neither an authority nor dot segments are meant.

    Raises:
        URIRuleError: *code* has a lone surrogate (``not-encodable``).

    Example:
        >>> from_code("//a"), from_code('alert("#")')
        ('javascript:%2F/a', 'javascript:alert(%22%23%22)')

    Source:
        draft-hoehrmann-javascript-scheme-03; RFC 3986 §3.3.
    """
    source = encode(code, "query", _IN_CODE)
    return build("%2F" + source[1:] if source.startswith("/") else source)


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find code, escapes that are no text, and a fragment, which not all take for one.

    Args:
        text: A valid URI of the scheme.
        pieces: Its seven pieces.

    Returns:
        In no order.

    Example:
        >>> from urikit.syntax.parse import read
        >>> [(one.code, one.start, one.end) for one in findings("javascript:a()", read("javascript:a()"))]
        [('javascript-code', 11, 14)]

    Source:
        draft-hoehrmann-javascript-scheme-03; RFC 3986 §7.
    """
    found: list[Finding] = []
    if pieces[USERINFO]:  # the row says so
        return found
    at = starts(pieces)
    if not _is_idle(decoded(pieces[PATH] + pieces[QUERY], at[PATH], found)):
        found.append(finding("javascript-code", at[PATH], at[FRAGMENT]))
    if pieces[FRAGMENT]:
        message = "browsers take a fragment for more of the code"
        more = {"message": message, "source": 'HTML, "javascript: URLs"; RFC 3986 §3.5'}
        found.append(finding("fragment-meaningless", at[FRAGMENT], at[-1], **more))
    return found


def normal(pieces: Pieces) -> Pieces:
    """
    Leave the text as it is: code is not a path, and nobody says which codes are one.

    Example:
        >>> "".join(normal(("javascript:", "", "", "", "a/../b", "", "")))
        'javascript:a/../b'

    Source:
        RFC 3986 §6.2.3.
    """
    return pieces


def _is_idle(code: str) -> bool:
    import re

    return re.fullmatch(_IDLE, code) is not None
