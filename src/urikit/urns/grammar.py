"""
Which texts are URNs?

Two tables, the ABNF beside each pattern: RFC 8141 §2, and RFC 2141 §2 with what its words take back from its own BNF.
"""

from __future__ import annotations

from urikit.syntax.grammar import RFC3986, Grammar

_PCHAR = r"A-Za-z0-9\-._~!$&'()*+,;=:@"
_2141 = r"A-Za-z0-9()+,\-.:=@;$_!*'"
_R_PLAIN = f"[{_PCHAR}/]|{{pct-encoded}}"

RFC8141 = Grammar(
    "rfc8141",
    "RFC 8141 §2",
    {
        "namestring": (
            'assigned-name [ rq-components ] [ "#" f-component ]',
            r"{assigned-name}{rq-components}(?:\#{f-component})?+",
        ),
        "assigned-name": ('"urn" ":" NID ":" NSS', "[uU][rR][nN]:{NID}:{NSS}"),
        "NID": (
            "(alphanum) 0*30(ldh) (alphanum)",
            r"[A-Za-z0-9][A-Za-z0-9\-]{1,31}+(?<!-)",  # what follows is no ldh: the end, or ":"
        ),
        "ldh": ('alphanum / "-"', r"[A-Za-z0-9\-]"),
        "NSS": ('pchar *( pchar / "/" )', "{path-rootless}"),  # the same, written otherwise
        "rq-components": (
            '[ "?+" r-component ] [ "?=" q-component ]',
            r"(?:\?\+{r-component})?+(?:\?={q-component})?+",
        ),
        # It ends where the first "?=" begins a q-component (§2.3.1, §2.3.2), which the ABNF alone does not say.
        "r-component": ('pchar *( pchar / "/" / "?" )', rf"(?={{pchar}})(?:{_R_PLAIN}|\?(?!=))++"),
        "q-component": ('pchar *( pchar / "/" / "?" )', "(?={pchar}){query}"),
        "f-component": ("fragment", "{fragment}"),
    },
    over=RFC3986,
)
"""RFC 8141 §2, over the characters of RFC 3986."""

RFC2141 = Grammar(
    "rfc2141",
    "RFC 2141 §2",
    {
        "URN": ('"urn:" <NID> ":" <NSS>', "[uU][rR][nN]:{NID}:{NSS}"),
        # §2.1: "urn" is no NID.
        "NID": ("<let-num> [ 1,31<let-num-hyp> ]", r"(?![uU][rR][nN](?![A-Za-z0-9\-]))[A-Za-z0-9][A-Za-z0-9\-]{1,31}+"),
        # §2.3.2, §2.4: "/", "?" and "#" are reserved and not to be used unencoded; octet 0 is not to be used at all.
        "NSS": ("1*<URN chars>", rf"(?:[{_2141}]++|%(?!00){{HEXDIG}}{{HEXDIG}})++"),
    },
    over=RFC3986,
)
"""RFC 2141 §2: what was a URN until 2017."""
