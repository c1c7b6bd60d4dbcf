"""The verbs that write an identifier or a component: stdout is exact, one line an input."""

from __future__ import annotations

from urikit.cli.iris import notations, spec_of, specs, take_from, write_in
from urikit.cli.job import Answer
from urikit.cli.layout import ladder_block, resolution_block, resolution_records, step_records
from urikit.cli.verb import UsageError, verb
from urikit.cli.words import components, errors, rungs
from urikit.findings import URIRuleError, draw

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from urikit.cli.job import Job
    from urikit.cli.lines import Item
    from urikit.operations.normalize import Rung
    from urikit.safety.notation import Notation
    from urikit.syntax.octets import Errors
    from urikit.syntax.parse import Spec
    from urikit.syntax.percent import Component


@verb(rung=rungs, spec=specs, notation=notations)
def normalize(
    job: Job,
    *identifiers: str,
    rung: Rung | None = None,
    base: str | None = None,
    explain: bool = False,
    spec: Spec | None = None,
    notation: Notation | None = None,
) -> None:
    """
    Write each identifier in its normal form.

    A rung names how far to go: simple (as it is), case, percent, path (also called syntax), scheme, protocol; each
    does what those before it do.  A relative reference is changed only where every base would give the same target.

    Args:
        identifiers: URI-references or IRI-references; “-” reads a list
        rung (-r): how far to go (default: syntax)
        base (-b): a URI to resolve each reference against first
        explain: show every rung and what it changed, up to --rung (if not given, up to scheme)
        spec: read all by rfc3986 or rfc3987 (if not given: as an IRI what is not US-ASCII)
        notation: inputs, and identifiers in text output, are in a notation of RFC 3987 §1.4: xml or bidi

    Example:
        $ urikit normalize --rung scheme HTTP://EXAMPLE.com:80/%7Ea
        http://example.com/~a

    Source:
        RFC 3986 §6.2; RFC 3987 §5.3
    """
    from urikit import ladder
    from urikit import normalize as normal_form

    job.need_uri(base, "--base", spec=spec)
    write_in(job, notation)

    def answer(one: Item) -> Answer:
        take_from(one, notation)
        book = spec_of(spec, base, one.text)
        fields: dict[str, Any] = {"normalized": normal_form(one.text, rung or "syntax", base=base, spec=book)}
        if explain:
            fields["steps"] = step_records(ladder(one.text, rung or "scheme", base=base, spec=book))
        return Answer(fields)

    job.each(identifiers, answer, columns=("normalized",), text=ladder_block(job) if explain else None)


@verb(spec=specs)
def resolve(
    job: Job, base: str, *references: str, loose: bool = False, explain: bool = False, spec: Spec | None = None
) -> None:
    """
    Write the target of each reference, seen from a base.

    Where a base is a URN, stderr warns of a relative reference: its target is no URN (RFC 8141 §4.3).

    Args:
        base: a URI or an IRI; its fragment does not count
        references: URI-references or IRI-references; “-” reads a list
        loose: read a reference with the base's scheme as one without, as RFC 1630 had it (§5.4.2)
        explain: show the lines of §5.2.2 that ran, and how the dot segments went (§5.2.4)
        spec: read all by rfc3986 or rfc3987 (if not given: as IRIs where one is not US-ASCII)

    Example:
        $ urikit resolve 'http://a/b/c/d;p?q' ../g
        http://a/b/g

    Source:
        RFC 3986 §5.2; RFC 3987 §6.5
    """
    from urikit import pieces
    from urikit import resolve as target
    from urikit.urns.rules import relative_findings

    job.need_uri(base, "BASE", spec=spec)

    def answer(one: Item) -> Answer:
        book = spec_of(spec, base, one.text)
        fields: dict[str, Any] = {"target": target(base, one.text, strict=not loose, spec=book)}
        if explain:
            fields["steps"] = resolution_records(base, one.text, strict=not loose, spec=book)
        cut = pieces(one.text, book)
        found = relative_findings(base, cut) if cut else []
        job.complain(one, found, valid=True)
        return Answer(fields, found)

    job.each(references, answer, columns=("target",), text=resolution_block(job, base) if explain else None)


@verb(spec=specs)
def relativize(job: Job, base: str, *targets: str, spec: Spec | None = None) -> None:
    """
    Write the shortest reference that leads from a base to each target; the whole target where no shorter one does.

    Args:
        base: a URI or an IRI; its fragment does not count
        targets: URIs or IRIs; “-” reads a list
        spec: read all by rfc3986 or rfc3987 (if not given: as IRIs where one is not US-ASCII)

    Example:
        $ urikit relativize 'http://a/b/c/d;p?q' http://a/b/g
        ../g

    Source:
        the inverse of RFC 3986 §5.2
    """
    from urikit import relativize as reference_to

    job.need_uri(base, "BASE", spec=spec)

    def answer(one: Item) -> Answer:
        return Answer({"reference": reference_to(base, one.text, spec=spec_of(spec, base, one.text))})

    job.each(targets, answer, columns=("reference",))


@verb(component=components)
def encode(job: Job, *data: str, component: Component = "segment", safe: str = "", charset: str | None = None) -> None:
    """
    Write data as a component: percent-encode all but unreserved characters.

    “%” always becomes %25: this is for data, not for what is encoded already.  The octets of a list's line are
    encoded as they are, whether they are UTF-8 or not.

    Args:
        data: any text; “-” reads a list
        component (-c): segment (the default), path, query, key, value, fragment, user, password or reg-name
        safe: characters that stand for themselves, where the component's grammar allows
        charset: write the text in this charset before (default: the octets as they came)

    Example:
        $ urikit encode --component segment 'a/b c'
        a%2Fb%20c

    Source:
        RFC 3986 §2.1, §2.4
    """
    from urikit import encode as encoded

    known_charset(charset)
    try:
        encoded("", component, safe)
    except URIRuleError as error:
        drawn = draw(safe, error.findings[0], valid=False)
        raise UsageError(f"urikit encode: --safe takes what the component's grammar allows\n{drawn}") from None

    def answer(one: Item) -> Answer:
        if charset is None:
            return Answer({"encoded": encoded(one.data, component, safe)})
        return Answer({"encoded": encoded(one.text, component, safe, charset)})

    job.each(data, answer, columns=("encoded",), octets=charset is None)


@verb(errors=errors)
def decode(job: Job, *components: str, errors: Errors = "strict", charset: str = "utf-8") -> None:
    """
    Write what a component's escapes stand for, decoded once.

    Cut a reference into its components first: what is decoded may be a delimiter.  In a list, an answer that holds a
    line break is refused, unless -0 or a --format for programs makes room for it.

    Args:
        components: encoded text; “-” reads a list
        errors: what becomes of octets that are no text: strict (a finding), keep (their escapes) or replace (U+FFFD)
        charset: what the octets are (default: utf-8)

    Example:
        $ urikit decode caf%C3%A9%2F50%25
        café/50%

    Source:
        RFC 3986 §2.1, §2.4
    """
    from urikit import decode as decoded

    known_charset(charset)
    job.each(components, lambda one: Answer({"decoded": decoded(one.text, errors, charset)}), columns=("decoded",))


def known_charset(name: str | None) -> None:
    """Refuse the name of no charset."""
    import codecs

    try:
        codecs.lookup(name or "utf-8")
    except LookupError:
        raise UsageError(f"urikit: there is no charset {name}") from None
