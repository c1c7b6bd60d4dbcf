"""
What becomes of one row?

It is an identifier, with its canonical text, its key and the parts of the former; or it is rejected, with the reason.
No rule of a standard is written here: the functions of the floors below say what is one, and what its normal form is.
"""

from __future__ import annotations

import re

from urikit.clean.errors import ArgumentError
from urikit.clean.read import Unread
from urikit.findings import MASK, URISyntaxError, finding, hide, secret_span
from urikit.operations.convert import to_iri, to_uri
from urikit.operations.equivalence import key
from urikit.operations.normalize import height, normalize
from urikit.operations.resolve import split_fragment, target
from urikit.syntax.host import host_kind
from urikit.syntax.parse import pieces, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, Literal, TypeAlias

    from urikit.operations.normalize import Rung
    from urikit.syntax.parse import Spec

    Form: TypeAlias = Literal["uri", "iri"]
    Passwords: TypeAlias = Literal["reject", "mask", "keep"]
    Text: TypeAlias = str | None
    Judged: TypeAlias = tuple[str, Text, Text, Text, Text, Text, int | None, Text, Text, Text, Text, int | None, Text]

COLUMNS = (
    *("text", "canonical", "key", "scheme", "host", "host_kind", "port", "path", "query", "fragment"),
    *("code", "start", "message"),
)
"""What a judgement holds, in order."""
TEXT: Final = 0
KEY: Final = 2
CODE: Final = 10

LIMIT = 1 << 20  # code points of one identifier
MOST = (1 << 31) - (1 << 23)  # bytes of one row, and room for those read with it
SHOWN = 200  # code points shown of a row that is too long
STARS = "***"  # in place of a password; a URI may hold them, "•••" it may not
PERCENT, SCHEME = height("percent"), height("scheme")
DIGITS = 18  # of a port that the column of 64 bits is sure to hold

_AUTHORITY = re.compile(r"[/\\]{2}[^/?#:@]*+[:@]")


def most_bytes(limit: int | None) -> int:
    """Return how many bytes a row of at most *limit* code points can have in UTF-8; what Arrow can hold is the end."""
    return MOST if limit is None else min(4 * limit, MOST)


class Judge:
    """
    Judge rows, one by one.

    Args:
        rung: Up to which the canonical text and the key are normalised.
        base: A URI to resolve each row against first.
        ignore_fragment: Leave the fragment out of the key.
        passwords: ``"reject"`` rows with one and show ``•••`` for it, ``"mask"`` it as ``***`` and take the row so, or
            ``"keep"`` it.
        limit: The longest row in code points; None for no limit.
        form: None takes URIs only.  ``"uri"`` and ``"iri"`` take IRIs as well, and say what the canonical text is; the
            key is the URI's, or below rung percent the IRI's.

    Raises:
        ArgumentError: There is no such rung or form; *base* is no URI, or holds a password that is to be rejected.
    """

    def __init__(
        self,
        *,
        rung: Rung = "scheme",
        base: str | None = None,
        ignore_fragment: bool = False,
        passwords: Passwords = "reject",
        limit: int | None = LIMIT,
        form: Form | None = None,
    ) -> None:
        if form not in (None, "uri", "iri"):
            raise ArgumentError(f"the form is to be 'uri' or 'iri', not {form!r}")
        self._spec: Spec = "rfc3986" if form is None else "rfc3987"
        self.form = form
        try:
            self.height = height(rung)
            self.base = base
            self._base = None if base is None else read(base, "URI", self._spec)
        except ValueError as error:
            raise ArgumentError(str(error)) from error
        if passwords not in ("reject", "mask", "keep"):
            raise ArgumentError(f"passwords are to be 'reject', 'mask' or 'keep', not {passwords!r}")
        if base is not None and passwords == "reject" and secret_span(base, valid=True):
            raise ArgumentError("the base holds a password, and with passwords='reject' every row would be rejected")
        self._rung: Rung = rung
        self.ignore_fragment = ignore_fragment
        self.passwords = passwords
        self.limit = limit
        self.bytes = most_bytes(limit)

    @property
    def is_plain(self) -> bool:
        """Whether the canonical text is also the key: no IRIs, or as the URIs that they map to."""
        return self.form is None or (self.form == "uri" and self.height >= PERCENT)

    def __call__(self, value: bytes | Unread) -> Judged:
        """Judge the bytes of one row; see `COLUMNS`."""
        if isinstance(value, Unread):
            return self._unread(value)
        if len(value) > self.bytes:
            return self._too_long(value, f"{len(value):,} bytes")
        try:
            text = value.decode()
        except UnicodeDecodeError as error:
            return self._not_utf_8(value, error)
        if self.limit is not None and len(text) > self.limit:
            return self._too_long(value, f"{len(text):,} characters")
        try:
            whole = text if self._base is None else target(self._base, read(text, spec=self._spec))
            canonical, same = self._forms(whole)
        except URISyntaxError as error:
            return self._invalid(text, error)
        return self._taken(text, canonical, same)

    def _forms(self, text: str) -> tuple[str, str]:
        """Return the canonical text, and the key with its fragment."""
        if self.form is None:
            canonical = normalize(text, self._rung)
            return canonical, canonical
        if self.height < PERCENT or not read(text, spec="rfc3987")[0]:
            normal = normalize(text, self._rung, spec="rfc3987")
            return (to_uri(normal, host="percent", limit=None) if self.form == "uri" else normal), normal
        uri = key(text, self._rung, spec="rfc3987")
        if self.form == "uri":
            return uri, uri
        return to_iri(uri, host="keep" if self.height < SCHEME else "unicode", limit=None), uri

    def _taken(self, text: str, canonical: str, same: str) -> Judged:
        cut = pieces(canonical, self._spec)
        if cut is None or not cut[0] or not text:
            shown = text if self.passwords == "keep" else hide(text, valid=True)
            return self._refused("no-base" if text else "blank", shown, 0)
        scheme, user, host, port, path, query, fragment = cut
        if "@" in canonical and self.passwords != "keep" and (span := secret_span(canonical, valid=True)):
            if self.passwords == "reject":
                return self._refused("password", hide(text, valid=True), (secret_span(text, valid=True) or span)[0])
            canonical, same, text = _starred(canonical), _starred(same), _starred(text)
        return (
            text,
            canonical,
            split_fragment(same)[0] if fragment and self.ignore_fragment else same,
            scheme[:-1],
            host if user else None,
            host_kind(host) if user else None,
            int(port[1:]) if 1 < len(port) <= 1 + DIGITS else None,
            path,
            query[1:] if query else None,
            fragment[1:] if fragment else None,
            None,
            None,
            None,
        )

    def _invalid(self, text: str, error: URISyntaxError) -> Judged:
        if not text.strip():
            return self._refused("blank", text, 0)
        found = error.finding
        return self._refused(found.code, self._masked(text), found.start, found.message)

    def _not_utf_8(self, value: bytes, error: UnicodeDecodeError) -> Judged:
        text = value.decode(errors="backslashreplace")
        return self._refused("not-utf-8", self._masked(text), len(value[: error.start].decode()))

    def _too_long(self, value: bytes, size: str) -> Judged:
        return self._unread(Unread("line-too-long", value, f"{size} are longer than the limit"))

    def _unread(self, row: Unread) -> Judged:
        text = row.shown.decode(errors="backslashreplace")
        if row.code != "line-too-long":
            return self._refused(row.code, self._masked(text), None, row.message)
        ended = text + "@"  # the beginning may end inside of a password: what would tell is put there
        shown = self._masked(ended)
        return self._refused(row.code, (text if shown == ended else shown)[:SHOWN] + "…", None, row.message)

    def _masked(self, text: str) -> str:
        return text if self.passwords == "keep" else masked(text)

    def _refused(self, code: str, text: str, start: int | None, message: str = "") -> Judged:
        words = message or finding(code, 0, 0).message
        return (text, None, None, None, None, None, None, None, None, None, code, start, words)


def _starred(text: str) -> str:
    span = secret_span(text, valid=True)
    return text if span is None else text[: span[0]] + STARS + text[span[1] :]


def masked(text: str) -> str:
    """
    Return a rejected row with all that may be a password as ``•••``.

    That is from where its first authority that may have a userinfo begins to the last "@".

    Cost:
        Linear.

    Example:
        >>> masked("see http://h/ and http://user:se@cr et@h/")
        'see http://h/ and http://•••@h/'
    """
    shown = hide(text, valid=False)
    if shown != text or "@" not in text:
        return shown
    authority, last = _AUTHORITY.search(text), text.rfind("@")
    if authority is None or last <= authority.start() + 2:
        return text
    return text[: authority.start() + 2] + MASK + text[last:]
