"""
Which object in which bucket does an "s3" or "gs" URI name?

De facto: the tools of Amazon S3 and of Google Cloud Storage, over RFC 3986.
"""

from __future__ import annotations

from urikit.findings import Record, finding
from urikit.schemes.reading import agreed, authority, decoded, read_scheme, recut, small, spans, whole, without_errors
from urikit.syntax.mend import FRAGMENT, HOST, PATH, QUERY, SCHEME, USERINFO, starts
from urikit.syntax.percent import decode, encode, lower, normalize_escapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding
    from urikit.syntax.parse import Pieces

_SCHEMES = ("s3", "gs")
_IN_KEY = "!$&'()*+,;=:@"


class S3(Record):
    """
    What an "s3" or "gs" URI says.

    Args:
        scheme: ``"s3"`` or ``"gs"``.
        bucket: Encoded, in the case in which it is written.
        key: The object's name in the bucket, decoded; ``""`` where the bucket alone is named.  "/" and "?" are
            characters like others in it.
        fragment: As written, without "#"; of "gs" the object's generation.  None where there is none.

    Example:
        >>> parse("s3://bucket/a/b%20c?d")
        S3(scheme='s3', bucket='bucket', key='a/b c?d', fragment=None)

    Source:
        Amazon S3 and Google Cloud Storage documentation, de facto.
    """

    __slots__ = ("scheme", "bucket", "key", "fragment")  # noqa: RUF023 (order is the text's)

    if TYPE_CHECKING:
        scheme: str
        bucket: str
        key: str
        fragment: str | None

    @property
    def generation(self) -> str | None:
        """
        Which version of the object is meant, in digits: that of a "gs" URI; None for the one that is there now.

        Example:
            >>> parse("gs://bucket/object#1360887759327000").generation, parse("s3://bucket/key#1").generation
            ('1360887759327000', None)

        Source:
            Google Cloud Storage documentation, object versioning.
        """
        return self.fragment if self.scheme == "gs" and self.fragment and _is_digits(self.fragment) else None

    def __str__(self) -> str:
        key = encode(self.key, "query", _IN_KEY)  # which leaves "/" and "?"
        return f"{self.scheme}:{authority(self.bucket)}/{key}{whole('fragment', self.fragment, '#')}"


def parse(text: str) -> S3:
    """
    Read an "s3" or "gs" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside the grammar of this one: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("gs://bucket/a//b").key, parse("gs://bucket").key
        ('a//b', '')

    Source:
        Amazon S3 and Google Cloud Storage documentation, de facto.
    """
    return _read(read_scheme(text, *_SCHEMES))


def build(bucket: str, key: str = "", scheme: str = "s3", fragment: str | None = None) -> str:
    """
    Write an "s3" or "gs" URI: `parse` reads the same from it.

    Args:
        bucket: Encoded.
        key: See `S3`; nothing encoded.
        scheme: ``"s3"`` or ``"gs"``.
        fragment: Encoded, without "#"; see `S3`.

    Raises:
        URIRuleError: A part is not what it should be.

    Example:
        >>> build("bucket", "a/b c?d#e")
        's3://bucket/a/b%20c?d%23e'

    Source:
        Amazon S3 and Google Cloud Storage documentation, de facto.
    """
    return agreed(S3(scheme, normalize_escapes(bucket), key, fragment), parse)


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find escapes that are no text, and what normalisers or the tools of the store read as another name.

    Args:
        text: A valid URI of the scheme.
        pieces: Its seven pieces.

    Returns:
        In no order; the row tells the rest.

    Example:
        >>> from urikit.syntax.parse import read
        >>> [(one.code, one.start, one.end) for one in findings("s3://Bucket/a#b", read("s3://Bucket/a#b"))]
        [('bucket-case', 5, 11), ('fragment-meaningless', 13, 15)]

    Source:
        RFC 3986 §2.5, §3.5, §6.2.2; Amazon S3 and Google Cloud Storage documentation.
    """
    at = starts(pieces)
    found: list[Finding] = []
    bucket, fragment = pieces[HOST], pieces[FRAGMENT]
    decoded(bucket, at[HOST], found)
    for begin, part in spans(pieces[PATH] + pieces[QUERY], "/", at[PATH]):
        decoded(part, begin, found)
    if bucket.startswith("["):
        more = {"message": "a bucket has a name", "rule": "reg-name", "source": "RFC 3986 §3.2.2"}
        found.append(finding("host-form", at[HOST], at[PATH], help="write the name of a bucket", **more))
    elif bucket != lower(bucket):
        found.append(finding("bucket-case", at[HOST], at[HOST] + len(bucket)))
    if fragment and not (small(pieces[SCHEME]) == "gs:" and _is_digits(fragment[1:])):
        source = "RFC 3986 §3.5"
        found.append(finding("fragment-meaningless", at[FRAGMENT], at[FRAGMENT] + len(fragment), source=source))
    return found


def normal(pieces: Pieces) -> Pieces:
    """
    Write one text for one name: "/" after a bucket alone, and no escape in a key but where it needs one.

    Args:
        pieces: Those of rung path with the row's rules kept.

    Returns:
        The same where they are outside the grammar, or an IRI's.

    Example:
        >>> "".join(normal(("s3:", "//", "b", "", "/a%3Fc%2Fd", "", "")))
        's3://b/a?c/d'

    Source:
        Amazon S3 and Google Cloud Storage documentation, de facto; RFC 3986 §6.2.3.
    """
    from urikit.schemes import rules  # which loads the rows

    text = "".join(pieces)
    if not pieces[USERINFO] or not text.isascii() or not without_errors(rules.findings(text, pieces)):
        return pieces
    return recut(str(_read(pieces)), pieces)


def _read(pieces: Pieces) -> S3:
    """The value of pieces in the grammar."""
    key, fragment = (pieces[PATH] or "/")[1:] + pieces[QUERY], pieces[FRAGMENT]
    bucket = normalize_escapes(pieces[HOST])
    return S3(small(pieces[SCHEME][:-1]), bucket, decode(key), fragment[1:] if fragment else None)


def _is_digits(text: str) -> bool:
    return text.isascii() and text.isdigit()
