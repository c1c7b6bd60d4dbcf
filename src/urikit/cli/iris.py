"""
By which rule book is a text read, and in which notation does it stand?

What is written in US-ASCII is read as a URI-reference (RFC 3986), all else as an IRI-reference (RFC 3987).  The two
notations are those of RFC 3987 §1.4.
"""

from __future__ import annotations

from urikit.findings import MASK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from urikit.cli.job import Job
    from urikit.cli.lines import Item
    from urikit.safety.notation import Notation
    from urikit.syntax.parse import Spec


def spec_of(asked: Spec | None, *texts: str | None) -> Spec:
    """
    Return the rule book that texts are read by together.

    Args:
        asked: The one that was asked for; None decides by the texts.
        texts: What is read; None is not there.

    Example:
        >>> spec_of(None, "http://h/", "/ü"), spec_of(None, "/a b"), spec_of("rfc3986", "/ü")
        ('rfc3987', 'rfc3986', 'rfc3986')

    Source:
        RFC 3987 §2.2: an IRI in US-ASCII is a URI, and every URI is an IRI.
    """
    if asked is not None:
        return asked
    return "rfc3986" if all(text is None or text.isascii() for text in texts) else "rfc3987"


def specs() -> Sequence[str]:
    """Return the rule books that a text can be held to."""
    from urikit.checks import SPECS

    return SPECS


def notations() -> Sequence[str]:
    """Return the notations of RFC 3987 §1.4."""
    from urikit.safety.notation import NOTATIONS

    return NOTATIONS


def write_in(job: Job, style: Notation | None) -> None:
    """Let what the format ``text`` shows of identifiers be in a notation, if one is asked for."""
    if style is not None:
        from urikit import notation

        job.written = lambda text: MASK.join(notation(part, style) for part in text.split(MASK))


def take_from(one: Item, style: Notation | None) -> None:
    """
    Read an item out of a notation, if one is asked for.

    Raises:
        URIRuleError: It is not in it.
    """
    if style is not None:
        from urikit import from_notation

        one.text = from_notation(one.text, style)
