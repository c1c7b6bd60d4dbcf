"""
Which parameters carry a secret, and how does a text look without it?

RFC 3986 §7.5 warns of secrets in the userinfo; those of today stand in queries and fragments: access tokens, API keys,
the signatures of signed links.  They are known by the names of their parameters, which is a habit and no rule.
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
"""Names of parameters whose values are shown to nobody, in lower case."""

_patterns: list[re.Pattern[str]] = []


def token_spans(text: str) -> list[tuple[int, int]]:
    """
    Find the values of parameters that are named like secrets.

    Args:
        text: Any text, a reference or not.

    Returns:
        Start and end of each value that is not empty, in code points, in order.

    Cost:
        Linear.

    Example:
        >>> token_spans("/a?access_token=xyz&id=7#sig=1")
        [(16, 19), (29, 30)]

    Source:
        RFC 3986 §7.5; RFC 6749; RFC 6750 §2.3, §5.3.
    """
    if "=" not in text:
        return []
    return [found.span(1) for found in _pattern().finditer(text)]


def mask_tokens(text: str, place: int = 0) -> tuple[str, int]:
    """
    Write ``•••`` for every such value.

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


def _pattern() -> re.Pattern[str]:
    if not _patterns:
        import re

        names = "|".join(map(re.escape, NAMES))
        _patterns.append(re.compile(rf"(?i)[?&;#](?:{names})=([^&;#\s]++)"))
    return _patterns[0]
