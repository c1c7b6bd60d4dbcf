"""
The table of codes that schemes bring: columns as in `_codes`.

Data only.  A name is never used again for something else.
"""

from __future__ import annotations

ROWS: tuple[tuple[str, ...], ...] = (
    # --- rows of any scheme
    (
        "unknown-scheme",
        "error",
        "no such scheme is known",
        "",
        "command line: schemes",
        "urikit schemes shows all",
        "htpp",
        "(command line) urikit schemes htpp",
    ),
    (
        "port-unexpected",
        "error",
        "this scheme has no port",
        "",
        "RFC 3986 §3.1",
        "take it out",
        "file://example.com:80/a",
    ),
    (
        "path-form",
        "error",
        "the path is not of the form that its scheme gives it",
        "",
        "RFC 3986 §3.1",
        "see the scheme's source for what may stand there",
        "secret-token:",
    ),
    (
        "query-form",
        "error",
        "the query is not of the form that its scheme gives it",
        "",
        "RFC 3986 §3.1",
        "see the scheme's source for what may stand there",
        "dns:example.com?klass=IN",
    ),
)
