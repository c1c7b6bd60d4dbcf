"""
How does a summary look as a page?

One HTML document that stands alone: it asks for nothing from anywhere, its only style is named by its digest in the
policy that forbids all else, it prints, and every chart has its numbers beside it as a table.  No identifier is ever a
link, and what would mislead is drawn as its name.
"""

from __future__ import annotations

import base64
import hashlib
from html import escape

from urikit.findings import finding, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from urikit.clean.report import Example, Summary

    Count = tuple[str, int]

_BAR = 100  # a bar's full width, in per cent

_STYLE = """
:root { color-scheme: light dark; --ink: #16191e; --paper: #fff; --soft: #5a6270; --line: #c9ced6; --bar: #0249d9; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8eaee; --paper: #14161a; --soft: #a9b1bd; --line: #3a404a; --bar: #aad5f3; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.2; } h2 { font-size: 1.15rem; margin-top: 2rem; }
p, figcaption { color: var(--soft); } figure { margin: 0; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; padding: .3rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top; }
td.count, th.count { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.bar { width: 35%; min-width: 5rem; } svg { display: block; width: 100%; height: 1em; margin-top: .25em; }
rect { fill: var(--bar); }
pre { margin: .25rem 0 0; padding: .5rem; border: 1px solid var(--line); white-space: pre; overflow-x: auto; }
pre:focus-visible { outline: 2px solid var(--bar); }
code, pre { font-family: ui-monospace, monospace; font-size: .875rem; }
@media (forced-colors: active) { rect { fill: CanvasText; } }
@media print {
  body { max-width: none; padding: 0; } pre { white-space: pre-wrap; } figure, tr { break-inside: avoid; }
}
"""

_POLICY = "default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def page(summary: Summary) -> str:
    """
    Write a summary as one self-contained HTML page.

    Args:
        summary: What a run did.

    Returns:
        The document.  Passwords and the values of parameters that are named like tokens are masked in it.

    Example:
        >>> from urikit.clean.report import Summary
        >>> page(Summary({"rung": "scheme"})).startswith("<!doctype html>")
        True

    Source:
        RFC 3986 §3.2.1, §7.5 (what must not be shown).
    """
    digest = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
    became = [("kept", summary.kept), ("duplicate", summary.duplicate), ("rejected", summary.rejected)]
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY.format(digest=digest))}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="referrer" content="no-referrer">\n<title>urikit clean: report</title>',
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n<h1>What became of {_rows(summary.rows)}</h1>",
        f"<p>{escape(_told(summary))}</p>",
        _chart("Rows", "What each row became", "status", became),
        _chart("Schemes", "The most frequent schemes of the kept rows", "scheme", summary.schemes),
        _chart("Hosts", "The most frequent hosts of the kept rows", "host", summary.hosts),
        _chart("Registrable domains", "The most frequent domains of the kept rows", "domain", summary.domains),
        _chart("Rejected", "How often each reason to reject a row", "code", summary.reasons()),
        _examples(summary.reasons(), summary.examples),
        _chart("Duplicates", "The rung of the ladder at which each met its first", "rung", summary.merged.items()),
        _chart("Wished", "How many rows each filter left out and each change touched", "wish", summary.changes.items()),
        _chart("Lengths", "Characters in the text of the kept rows", "characters", summary.lengths),
        _chart("Inputs", "How many rows each input had", "input", summary.sources),
        _options(summary),
        "</main>\n</body>\n</html>\n",
    ]
    return "\n".join(part for part in parts if part)


def _rows(count: int) -> str:
    return f"{count:,} row{'' if count == 1 else 's'}"


def _told(summary: Summary) -> str:
    words = f"{summary.kept:,} kept, {summary.duplicate:,} duplicate, {summary.rejected:,} rejected"
    masked = f"; {summary.masked:,} with the password as ***" if summary.masked else ""
    return f"{words}{masked}. Normalised at rung {summary.options.get('rung')}; {summary.seconds:.1f} s."


def _chart(title: str, caption: str, name: str, found: Iterable[Count]) -> str:
    """A table of counts, a bar beside each number; nothing where there is nothing to count."""
    counts = list(found)
    if not any(count for _, count in counts):
        return ""
    most = max(count for _, count in counts)
    head = f'<tr><th scope="col">{escape(name)}</th><th scope="col" class="count">rows</th><td></td></tr>'
    return (
        f"<section>\n<h2>{escape(title)}</h2>\n<figure>\n<figcaption>{escape(caption)}</figcaption>\n"
        f"<table>\n<thead>{head}</thead>\n<tbody>\n{''.join(_bar(word, count, most) for word, count in counts)}"
        "</tbody>\n</table>\n</figure>\n</section>"
    )


def _bar(word: str, count: int, most: int) -> str:
    width = f"{_BAR * count / most:.2f}%"
    return (
        f'<tr><th scope="row">{_shown(word) or "(empty)"}</th><td class="count">{count:,}</td>'
        f'<td class="bar"><svg aria-hidden="true"><rect width="{width}" height="100%"/></svg></td></tr>\n'
    )


def _examples(reasons: Sequence[Count], examples: dict[str, Example]) -> str:
    """The first row of each reason, with a caret under the place."""
    if not reasons:
        return ""
    made = ["<section>\n<h2>The first row of each reason</h2>\n<dl>"]
    for code, _ in reasons:
        first = examples[code]
        where = f"{_shown(first.source)}, line {first.line:,}"
        label = escape(f"the first row with {code}")
        made.append(
            f"<dt><code>{escape(code)}</code> {escape(first.message or finding(code, 0, 0).message)}</dt>\n<dd>{where}"
            f'\n<pre tabindex="0" role="region" aria-label="{label}">{escape(first.picture())}</pre></dd>'
        )
    return "\n".join([*made, "</dl>\n</section>"])


def _options(summary: Summary) -> str:
    given = [
        (name, _shown(str(value))) for name, value in summary.options.items() if value not in (None, False, [], ())
    ]
    rows = "".join(f'<tr><th scope="row">{escape(name)}</th><td>{value}</td></tr>\n' for name, value in given)
    head = '<tr><th scope="col">option</th><th scope="col">value</th></tr>'
    body = f"<table>\n<thead>{head}</thead>\n<tbody>\n{rows}</tbody>\n</table>"
    return f"<section>\n<h2>What was asked for</h2>\n{body}\n</section>"


def _shown(text: str) -> str:
    return f"<bdi>{escape(printable(text))}</bdi>" if not text.isascii() else escape(printable(text))
