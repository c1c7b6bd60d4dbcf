"""
Who made up this name, and when might they?

RFC 4151: the tag URI of somebody who held a domain name or a mail address on a day.
"""

from __future__ import annotations

from urikit.findings import Record, finding
from urikit.schemes.reading import agreed, in_form, read_scheme, small, whole
from urikit.syntax.mend import FRAGMENT, PATH, QUERY, mended, starts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces


_LABEL = "[A-Za-z0-9]++(?:-++[A-Za-z0-9]++)*+"


class Tag(Record):
    """
    What a "tag" URI says.

    Args:
        authority: The domain name or mail address, as written.
        date: ``"2001"``, ``"2001-09"`` or ``"2001-09-15"``, as written: the three are not one.
        specific: What tells it from the authority's other tags, encoded, as written; it may have a "?".
        fragment: As written, without "#"; None where there is none.

    Example:
        >>> parse("tag:timothy@hpl.hp.com,2001:web/externalHome")
        Tag(authority='timothy@hpl.hp.com', date='2001', specific='web/externalHome', fragment=None)

    Source:
        RFC 4151 §2.1.
    """

    __slots__ = ("authority", "date", "specific", "fragment")  # noqa: RUF023 (order is the text's)

    if TYPE_CHECKING:
        authority: str
        date: str
        specific: str
        fragment: str | None

    @property
    def day(self) -> tuple[int, int, int]:
        """
        Year, month and day (at midnight, UTC) on which the authority held its name; what is left out is 1.

        Example:
            >>> parse("tag:example.com,2001-09:a").day
            (2001, 9, 1)

        Source:
            RFC 4151 §2.1.
        """
        year, month, day = [*self.date.split("-"), "1", "1"][:3]
        return int(year), int(month), int(day)

    def __str__(self) -> str:
        return f"tag:{self.authority},{self.date}:{self.specific}{whole('fragment', self.fragment, '#')}"


def parse(text: str) -> Tag:
    """
    Read a "tag" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside the grammar of this one: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("tag:example.com,2004:fred:").specific
        'fred:'

    Source:
        RFC 4151 §2.1.
    """
    pieces = read_scheme(text, "tag")
    entity, _, specific = (pieces[PATH] + pieces[QUERY]).partition(":")
    authority, _, date = entity.partition(",")
    fragment = pieces[FRAGMENT]
    return Tag(authority, date, specific, fragment[1:] if fragment else None)


def build(authority: str, date: str, specific: str = "", fragment: str | None = None) -> str:
    """
    Write a "tag" URI: `parse` reads the same from it.

    Args:
        authority: See `Tag`.
        date: See `Tag`.
        specific: See `Tag`.
        fragment: Encoded, without "#".

    Raises:
        URIRuleError: A part is not what it should be.

    Example:
        >>> build("example.com", "2005", "blog-1")
        'tag:example.com,2005:blog-1'

    Source:
        RFC 4151 §2.1.
    """
    return agreed(Tag(authority, date, whole("query", specific), fragment), parse)


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find a day that no calendar has, and what makes tags look alike that are not the same.

    Args:
        text: A valid URI of the scheme.
        pieces: Its seven pieces.

    Returns:
        In no order; the row says whether there is an authority with a date.

    Example:
        >>> from urikit.syntax.parse import read
        >>> text = "tag:example.com,2001-02-30:a"
        >>> [(one.code, one.start, one.end) for one in findings(text, read(text))]
        [('tag-date', 16, 26)]

    Source:
        RFC 4151 §2.1, §2.4.
    """
    found: list[Finding] = []
    if not in_form(pieces):
        return found
    begin = starts(pieces)[PATH]
    entity, _, specific = pieces[PATH].partition(":")
    authority, _, date = entity.partition(",")
    if not _is_authority(authority):
        found.append(finding("tag-authority", begin, begin + len(authority)))
    elif authority != small(authority):
        mend = mended(pieces, {PATH: f"{small(authority)},{date}:{specific}"})
        found.append(finding("tag-upper-case", begin, begin + len(authority), help=mend))
    if not _is_day(date):
        at = begin + len(authority) + 1
        found.append(finding("tag-date", at, at + len(date)))
    return found


def normal(pieces: Pieces) -> Pieces:
    """
    Leave the text alone: tags are one where their characters are.

    Example:
        >>> "".join(normal(("tag:", "", "", "", "Example.com,2005-01-01:a", "", "")))
        'tag:Example.com,2005-01-01:a'

    Source:
        RFC 4151 §2.4.
    """
    return pieces


def _is_authority(name: str) -> bool:
    """[ 1*( alphaNum / "-" / "." / "_" ) "@" ] DNSname; DNScomp = alphaNum [ *( alphaNum / "-" ) alphaNum ]."""
    import re

    return re.fullmatch(f"(?:[A-Za-z0-9._-]++@)?+{_LABEL}(?:[.]{_LABEL})*+", name) is not None


def _is_day(date: str) -> bool:
    import datetime
    import re

    form = re.fullmatch("([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?", date)
    if form is None:
        return False
    year, month, day = [int(part or 1) for part in form.groups()]
    try:
        datetime.date(year or 4, month, day)  # a year 0 is a leap year
    except ValueError:
        return False
    return True
