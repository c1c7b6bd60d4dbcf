"""
Which parts of a text carry a secret, and how does it look without them?

RFC 3986 §7.5 warns of secrets in the userinfo; those of today stand in queries and fragments too: access tokens, API
keys, the signatures of signed links.  They are known by the names of their parameters, which is a habit and no rule: so
rather more is masked than less, and what is masked is for a reader's eyes alone.
"""

from __future__ import annotations

from urikit.findings import MASK

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

NAMES = (
    # RFC 6749 (OAuth 2.0), RFC 6750 §2.3, OpenID Connect Core
    *("access_token", "refresh_token", "id_token", "code", "client_secret", "client_assertion", "assertion"),
    # what signed links of storage services are signed by
    *("x-amz-signature", "x-amz-credential", "x-amz-security-token", "awsaccesskeyid", "x-goog-signature"),
    *("x-goog-credential", "googleaccessid", "sig", "signature", "sign", "hmac", "policy", "key-pair-id"),
    # habits
    *("token", "auth", "auth_token", "authtoken", "authorization", "api_key", "apikey", "api-key", "key", "appkey"),
    *("app_key", "secret", "password", "passwd", "pwd", "pass", "passphrase", "credential", "credentials", "jwt"),
    *("session", "session_id", "sessionid", "sid", "phpsessid", "jsessionid", "csrf", "csrf_token", "xsrf", "otp"),
    *("magic", "invite", "ticket", "nonce", "saml", "samlresponse", "reset", "reset_token", "private_token"),
)
"""Names of parameters whose values are shown to nobody, in lower case; as the end of a longer name, too."""

_patterns: list[re.Pattern[str]] = []


def token_spans(text: str) -> list[tuple[int, int]]:
    """
    Find the values of parameters that are named like secrets, and the passwords of all URIs in a text.

    Names and delimiters may be percent-encoded, more than once.  A userinfo of 16 characters or more is taken for a
    secret without a ":" too, and so is a JSON Web Token, wherever it stands.

    Args:
        text: Any text, a reference or not; a record of a table, too.

    Returns:
        Start and end of each that is not empty, in code points, in order; none touches another.

    Cost:
        Linear.

    Example:
        >>> token_spans("/a?access_token=xyz&id=7#sig=1")
        [(16, 19), (29, 30)]
        >>> token_spans("/a?next=ftp://u:pw@h/"), token_spans("/a?next=%2F%3Ftoken%3Dxyz&b")
        ([(16, 18)], [(22, 25)])

    Source:
        RFC 3986 §3.2.1, §7.5; RFC 6749; RFC 6750 §2.3, §5.3; RFC 7519.
    """
    if not _patterns:
        _patterns.extend(_compiled())
    found = sorted(one.span(one.lastindex or 0) for pattern in _patterns for one in pattern.finditer(text))
    spans: list[tuple[int, int]] = []
    for start, end in found:
        if spans and start <= spans[-1][1]:
            spans[-1] = spans[-1][0], max(end, spans[-1][1])
        elif start < end:
            spans.append((start, end))
    return spans


def mask_tokens(text: str, place: int = 0) -> tuple[str, int]:
    """
    Write ``•••`` for all that `token_spans` finds.

    Args:
        text: Any text.
        place: A place in it, in code points.

    Returns:
        The text, and where the place is in it.

    Example:
        >>> mask_tokens("/a?token=xyz&b c", 14)
        ('/a?token=•••&b c', 14)

    Source:
        RFC 3986 §7.5.
    """
    shown, last, moved = [], 0, place
    for start, end in token_spans(text):
        shown += [text[last:start], MASK]
        last = end
        if place >= end:
            moved += len(MASK) - (end - start)
        elif place > start:
            moved = sum(map(len, shown)) - len(MASK)
    return "".join([*shown, text[last:]]), moved


def _compiled() -> list[re.Pattern[str]]:
    """Patterns of which the last group is what is secret."""
    import re

    def spelled(character: str) -> str:
        """A character, as it is or percent-encoded, and that again."""
        codes = {f"{ord(one):02x}" for one in (character, character.upper())}
        return f"(?:{re.escape(character)}|%(?:25)*+(?:{'|'.join(sorted(codes))}))"

    name = "|".join("".join(map(spelled, one)) for one in NAMES)
    begin = "(?:(?<![a-z0-9])|(?<=%[0-9a-f]{2})|(?<=25[0-9a-f]{2}))"  # what is before it may be the end of an escape
    values = (
        rf"{spelled('=')}([^&;#\s]++)",
        r"""["']\s*+[:=]\s*+(?:"((?:[^"\\]|\\.)*+)|'([^']*+)|([^\s,;}"']++))""",
        r":\s++((?:(?:basic|bearer|digest)\s++)?[^\s,;}]++)",
    )
    slashes, colon, at = spelled("/") * 2, spelled(":"), spelled("@")
    other = r"(?:[^/?#&@:%\s]|%(?!(?:25)*+(?:2f|3f|23|40|3a)))"
    secret = f"(?:{other}|{colon})*+"
    return [
        re.compile(rf"{begin}(?:{name})(?:{spelled(']')})?(?:{'|'.join(values)})", re.IGNORECASE),
        re.compile(f"{slashes}{other}*+{colon}((?:{secret}{at})*{secret})(?={at})", re.IGNORECASE),
        re.compile(f"{slashes}({other}{{16,}}+){at}", re.IGNORECASE),
        re.compile(r"(?<![\w-])(eyJ[\w-]++\.[\w-]++\.[\w-]*+)"),
    ]
