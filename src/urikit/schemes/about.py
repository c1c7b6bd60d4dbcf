"""
Which of a program's own pages does an "about" URI name?

RFC 6694; its tokens are those of the registry that it makes.
"""

from __future__ import annotations

from urikit.findings import Record, finding
from urikit.schemes.reading import agreed, in_form, read_scheme, small, whole
from urikit.syntax.mend import FRAGMENT, PATH, QUERY, USERINFO, starts
from urikit.syntax.percent import normalize_escapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces

_TOKENS = frozenset(["blank", "legacy-compat", "srcdoc"])


class About(Record):
    """
    What an "about" URI says.

    Args:
        token: The name of the page, encoded, with its case; ``""`` where there is none.
        query: As written, without "?"; None where there is none.
        fragment: As written, without "#"; None where there is none.

    Example:
        >>> parse("about:blank#a")
        About(token='blank', query=None, fragment='a')

    Source:
        RFC 6694 §2.1.
    """

    __slots__ = ("token", "query", "fragment")  # noqa: RUF023 (order is the text's)

    if TYPE_CHECKING:
        token: str
        query: str | None
        fragment: str | None

    @property
    def known(self) -> bool:
        """
        Whether the page is the same for all programs: blank, legacy-compat or srcdoc.

        Example:
            >>> parse("about:srcdoc").known, parse("about:config").known
            (True, False)

        Source:
            RFC 6694 §2.
        """
        return self.token in _TOKENS

    @property
    def blank(self) -> bool:
        """
        Whether this is the blank page, whatever query and fragment say.

        Example:
            >>> parse("about:blank?a#b").blank, parse("about:Blank").blank
            (True, False)

        Source:
            HTML, "matches about:blank".
        """
        return self.token == "blank"

    def __str__(self) -> str:
        return f"about:{self.token}{whole('query', self.query, '?')}{whole('fragment', self.fragment, '#')}"


def parse(text: str) -> About:
    """
    Read an "about" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside the grammar of this one: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("about:legacy-compat").token
        'legacy-compat'

    Source:
        RFC 6694 §2.1.
    """
    pieces = read_scheme(text, "about")
    query, fragment = pieces[QUERY], pieces[FRAGMENT]
    return About(normalize_escapes(pieces[PATH]), query[1:] if query else None, fragment[1:] if fragment else None)


def build(token: str, query: str | None = None, fragment: str | None = None) -> str:
    """
    Write an "about" URI: `parse` reads the same from it.

    Args:
        token: Encoded.
        query: Encoded, without "?".
        fragment: Encoded, without "#".

    Raises:
        URISyntaxError: The token cannot stand in a URI.
        URIRuleError: A part is not what it should be.

    Example:
        >>> build("blank", fragment="a")
        'about:blank#a'

    Source:
        RFC 6694 §2.1.
    """
    return agreed(About(normalize_escapes(token), query, fragment), parse)


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find a token that only some programs know.

    Args:
        text: A valid URI of the scheme.
        pieces: Its seven pieces.

    Returns:
        At most a note; the row tells what is outside the grammar.

    Example:
        >>> from urikit.syntax.parse import read
        >>> [(one.code, one.start, one.end) for one in findings("about:config", read("about:config"))]
        [('about-unknown', 6, 12)]

    Source:
        RFC 6694 §2.
    """
    token = normalize_escapes(pieces[PATH])
    if pieces[USERINFO] or not in_form(pieces) or token in _TOKENS:
        return []
    at = starts(pieces)
    near = small(token) in _TOKENS
    message = f"case matters in a token: this is not {small(token)}" if near else ""
    return [finding("about-unknown", at[PATH], at[QUERY], message=message)]


def normal(pieces: Pieces) -> Pieces:
    """
    Leave the text as the row has it: a token is compared with its case, and nothing is said of queries.

    Example:
        >>> "".join(normal(("about:", "", "", "", "Blank", "", "")))
        'about:Blank'

    Source:
        RFC 6694 §2; RFC 3986 §6.2.2.
    """
    return pieces
