"""
What is an International Standard Book Number, inside ``urn:isbn:``?

Ten characters, the last of them perhaps X, or thirteen digits that begin with 978 or 979; hyphens are for the eye.  The
registration of the International ISBN Agency, which took the place of RFC 3187 (Historic by RFC 8254).
"""

from __future__ import annotations

from urikit.findings import URIRuleError, finding
from urikit.syntax.octets import only_text
from urikit.urns.checksums import mod_10, mod_11

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding

RULE = "ISBN-10 = 9DIGIT ( DIGIT / “X” ); ISBN-13 = ( “978” / “979” ) 10DIGIT; hyphens between its parts"
SOURCE = "International ISBN Agency, registration of “isbn”"


def compact(isbn: str) -> str:
    """Return an ISBN without hyphens, its X a capital."""
    return isbn.replace("-", "").upper()


def findings(nss: str) -> list[Finding]:
    """
    Find what is wrong with an ISBN; places count from its start.

    Example:
        >>> [(one.code, one.message) for one in findings("0451450524")]
        [('urn-check-digit', 'the check digit of ISBN 0451450524 is 3, not 4')]
    """
    form = _form(nss)
    if form:
        return [finding("urn-nss", 0, len(nss), message=form, rule=RULE, source=SOURCE)]
    number = compact(nss)
    right = _check_digit(number)
    if number[-1] == right:
        return []
    message = f"the check digit of ISBN {nss} is {right}, not {nss[-1]}"
    return [finding("urn-check-digit", len(nss) - 1, len(nss), message=message, source=SOURCE)]


def _form(nss: str) -> str:
    """What keeps a text from being an ISBN of either length, its check digit aside; ``""`` where nothing does."""
    number = compact(nss)
    digits = number.removesuffix("X") if len(number) == 10 else number
    if not (digits.isascii() and digits.isdigit()):
        return "an ISBN has digits and hyphens only, and perhaps an X as the last of ten"
    if len(number) not in (10, 13):
        return f"an ISBN has 10 or 13 characters, not {len(number)}"
    if nss[0] == "-" or nss[-1] == "-" or "--" in nss:
        return "a hyphen of an ISBN stands between two of its parts"
    if len(number) == 13 and number[:3] not in ("978", "979"):
        return "an ISBN of 13 digits begins with 978 or 979"
    return ""


def _check_digit(number: str) -> str:
    return mod_11(number[:-1]) if len(number) == 10 else mod_10(number[:-1])


def to_isbn13(isbn: str) -> str:
    """
    Return the ISBN of 13 digits that names the same book.

    Args:
        isbn: An ISBN of either length, with or without hyphens: the NSS of a URN.

    Returns:
        The ISBN-13, with hyphens where *isbn* has some.

    Raises:
        URIRuleError: *isbn* is no ISBN, or its check digit is wrong.

    Example:
        >>> to_isbn13("0-486-27557-4"), to_isbn13("0451450523")
        ('978-0-486-27557-4', '9780451450524')

    Source:
        ISO 2108:2017; the ISBN Agency's registration.
    """
    wrong = findings(only_text(isbn))
    if wrong:
        raise URIRuleError(isbn, tuple(wrong))
    number = compact(isbn)
    if len(number) == 13:
        return isbn
    prefix = "978-" if "-" in isbn else "978"
    return prefix + isbn[:-1] + mod_10("978" + number[:-1])


def fields(nss: str) -> dict[str, str]:
    """
    Return the ISBN without hyphens, and the one of 13 digits; nothing where it is none.

    Example:
        >>> fields("0-486-27557-4")
        {'isbn': '0486275574', 'isbn13': '9780486275574'}
    """
    return {} if findings(nss) else {"isbn": compact(nss), "isbn13": compact(to_isbn13(nss))}


def normal(nss: str) -> str:
    """
    Return the ISBN without hyphens and with a capital X; as it is where it has not the form of one.

    Example:
        >>> normal("0-8044-2957-x"), normal("x-1")
        ('080442957X', 'x-1')
    """
    return nss if _form(nss) else compact(nss)


def one_book(nss: str) -> str:
    """
    Return the ISBN-13 without hyphens, also of an ISBN-10, so that both are one; else as `normal`.

    Example:
        >>> one_book("0-486-27557-4") == one_book("978-0-486-27557-4")
        True
    """
    return normal(nss) if findings(nss) else compact(to_isbn13(nss))
