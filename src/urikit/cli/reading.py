"""The verbs that tell about identifiers: what they show is masked, unless --show-secrets."""

from __future__ import annotations

from functools import partial

from urikit.cli.console import isolated
from urikit.cli.fields import or_none, part_fields
from urikit.cli.iris import notations, spec_of, specs, take_from, write_in
from urikit.cli.job import Answer, place
from urikit.cli.layout import parts_block
from urikit.cli.verb import UsageError, verb
from urikit.cli.words import LEVELS, books, levels, rules, rungs
from urikit.findings import URIRuleError, URISyntaxError, draw

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    from urikit.checks import Book
    from urikit.cli.job import Job
    from urikit.cli.lines import Item
    from urikit.findings import Finding, Level
    from urikit.operations.normalize import Rung
    from urikit.reference import Reference
    from urikit.safety.notation import Notation
    from urikit.syntax.parse import ReferenceRule, Spec

PARTS = ("kind", "scheme", "userinfo", "host", "host_kind", "port", "port_text", "path", "query", "fragment")


# ---------------------------------------------------------------------------------------------------------------- parse


@verb(spec=specs, notation=notations)
def parse(
    job: Job,
    *identifiers: str,
    guess_scheme: str | None = None,
    spec: Spec | None = None,
    notation: Notation | None = None,
) -> None:
    """
    Show the parts of each identifier, and what there is to say about them.

    Nothing is decoded or changed; JSON has the decoded parts beside, under “decoded”.  A text that is no reference is
    cut as Appendix B cuts any text, and stderr tells why it is none.

    Args:
        identifiers: URI-references or IRI-references; “-” reads a list
        guess_scheme: where a reference without a scheme begins with a host, put this scheme before it
        spec: read all by rfc3986 or rfc3987 (if not given: as an IRI what is not US-ASCII)
        notation: inputs, and the parts shown as text, are in a notation of RFC 3987 §1.4: xml or bidi

    Example:
        $ urikit parse http://example.com:80/a/b
        http://example.com:80/a/b
          scheme    http
          host      example.com  reg-name
          port      80           the default for http  ! default-port
          path      /a/b         segments "a" "b"
          rfc3986 yes, a URI

    Source:
        RFC 3986 §3; RFC 3987 §2.2
    """
    from urikit import check as found_in
    from urikit import parse as parsed

    need_scheme(guess_scheme)
    write_in(job, notation)

    def answer(one: Item) -> Answer:
        take_from(one, notation)
        one.text = guessed(one.text, guess_scheme, spec)
        book = spec_of(spec, one.text)
        try:
            parts = parsed(one.text, book)
        except URISyntaxError as error:
            job.complain(one, (error.finding,), valid=False)
            return Answer(None, (error.finding,), good=False, valid=False)
        asked = guess_scheme is None and job.options.format == "text" and one.line is None
        if asked and looks_like_host(parts):
            note = f"note: {one.text} is a valid relative reference, a path; if a host was meant:"
            job.console.say(f"{note} urikit parse --guess-scheme https {one.text}")
        return Answer(part_fields(job, parts, book), found_in(one.text, spec=book, limit=None))

    job.each(identifiers, answer, columns=PARTS, text=lambda one, found: parts_block(job, one, found), masked=True)


def guessed(text: str, scheme: str | None, spec: Spec | None) -> str:
    """Return *text* with a scheme where it has none and begins with a host, if one is to be guessed (RFC 3986 §4.5)."""
    if scheme is None:
        return text
    from urikit import from_suffix

    try:
        return from_suffix(text, scheme, spec=spec_of(spec, text))
    except ValueError:  # it is no such reference; the parser tells why
        return text


def need_scheme(text: str | None) -> None:
    """Refuse the request where what is to be guessed is no scheme."""
    from urikit import matches

    if text is not None and not matches("scheme", text):
        raise UsageError(f"urikit: --guess-scheme takes a scheme, not {text}")


def looks_like_host(parts: Reference) -> bool:
    """Say whether a reference is a path that begins with what a person may have meant as a host."""
    from urikit.syntax.host import is_dns_name

    first = parts.segments[0] if parts.kind == "relative-path" and parts.path else ""
    if not first.isascii():
        from urikit import to_ascii

        try:
            first = to_ascii(first)
        except URIRuleError:
            return False
    return "." in first.strip(".") and is_dns_name(first)


# ---------------------------------------------------------------------------------------------------------------- check


@verb(rule=rules, level=levels, spec=books)
def check(
    job: Job,
    *identifiers: str,
    rule: ReferenceRule = "URI-reference",
    level: Level = "warning",
    guess_scheme: str | None = None,
    spec: Book = "rfc3986",
    no_scheme_rules: bool = False,
) -> None:
    """
    Tell what is wrong with each identifier: errors of the grammar, warnings and notes about what it may lead to.

    Arguments are drawn with a caret; of lists, each finding is one line, FILE:LINE:COLUMN: code message.

    Args:
        identifiers: any texts; “-” reads a list
        rule: what each should be: URI-reference (the default), URI, absolute-URI or relative-ref
        level: the lowest level that counts for the exit code: note, warning (the default) or error
        guess_scheme: where a reference without a scheme begins with a host, put this scheme before it
        spec: the rule book: rfc3986 (the default); rfc3987, by which each should be the IRI of that kind; or, whatever
            --rule says, rfc1738 (URLs of 1994), nsurl (Apple's, before iOS 17 and macOS 14) or nsurlcomponents
        no_scheme_rules: hold each to the generic syntax alone, not to the rules of its scheme and namespace

    Example:
        $ urikit check http://example.com:80/
        warning[default-port]: …

    Source:
        RFC 3986, RFC 3987, RFC 1738, the sections each finding names
    """
    from urikit import check as found_in
    from urikit import is_iri_reference
    from urikit.syntax.parse import read

    need_scheme(guess_scheme)
    counted = LEVELS[LEVELS.index(level) :]

    def answer(one: Item) -> Answer:
        one.text = guessed(one.text, guess_scheme, "rfc3987" if spec == "rfc3987" else "rfc3986")
        found = found_in(one.text, spec=spec, rule=rule, scheme_rules=not no_scheme_rules, limit=None)
        good = not any(finding.level in counted for finding in found)
        if spec == "rfc3986" or spec == "rfc3987":
            valid = or_none(partial(read, one.text, rule, spec)) is not None
        else:
            valid = not any(finding.level == "error" for finding in found)
        return Answer({"valid": valid}, found, good=good, valid=is_iri_reference(one.text))

    def layout(one: Item, found: Answer) -> str | list[str] | None:  # of a text that was not read at all, too
        if one.line is not None:
            return [place(one, finding) for finding in found.findings]
        return "\n\n".join(drawn(job, one, finding, found.valid) for finding in found.findings) or None

    job.each(identifiers, answer, columns=("valid",), text=layout, masked=True, reports=True)


def drawn(job: Job, one: Item, finding: Finding, valid: bool) -> str:
    """Draw a finding, its level in colour."""
    picture = draw(one.text, finding, show_secrets=job.options.show_secrets, valid=valid)
    if job.console.terminal:
        picture = "\n".join(map(isolated, picture.split("\n")))
    return job.console.paint(finding.level, finding.level) + picture.removeprefix(finding.level)


# ---------------------------------------------------------------------------------------------------------------- equal


@verb(rung=rungs, spec=specs)
def equal(
    job: Job,
    first: str,
    *others: str,
    rung: Rung = "scheme",
    base: str | None = None,
    ignore_fragment: bool = False,
    spec: Spec | None = None,
) -> None:
    """
    Say from which rung on each identifier is equivalent to the first.

    Not equivalent does not mean that two identify different things: a comparison of texts can only miss some (§6.1).

    Args:
        first: a URI; with --base, any URI-reference
        others: what to compare it with; “-” reads a list
        rung (-r): the highest rung that counts as equivalent (default: scheme)
        base (-b): a URI to resolve all against first
        ignore_fragment: leave fragments out, as for choosing what to retrieve
        spec: compare as rfc3986 or rfc3987 says (if not given: as IRIs where one is not US-ASCII)

    Example:
        $ urikit equal http://example.com/~a HTTP://EXAMPLE.com:80/%7Ea
        equivalent from rung "scheme" on; not equal as strings

    Source:
        RFC 3986 §6.1, §6.2; RFC 3987 §5
    """
    from urikit import equivalence
    from urikit.operations.normalize import height

    job.need_uri(base, "--base", spec=spec)
    job.need_uri(first, "FIRST", "URI-reference", spec=spec)
    fragment: Literal["ignore", "compare"] = "ignore" if ignore_fragment else "compare"

    def answer(one: Item) -> Answer:
        book = spec_of(spec, base, first, one.text)
        lowest = equivalence(first, one.text, base=base, fragment=fragment, spec=book)
        same = first == one.text
        good = lowest is not None and height(lowest) <= height(rung)
        return Answer({"equivalent": good, "rung": lowest, "same_text": same}, good=good)

    def layout(one: Item, found: Answer) -> str | None:
        return verdict(found.fields, rung) if found.fields else None if job.lone else ""

    job.each(others, answer, columns=("equivalent", "rung", "same_text"), text=layout, masked=True)


def verdict(fields: dict[str, Any], rung: Rung) -> str:
    """Say in words how two references compare."""
    lowest = fields["rung"]
    if fields["same_text"]:
        return "equal as strings"
    if lowest is None:
        return "not equivalent"
    if fields["equivalent"]:
        return f'equivalent from rung "{lowest}" on; not equal as strings'
    return f'not equivalent at rung "{rung}"; equivalent from rung "{lowest}" on'


# ------------------------------------------------------------------------------------------------------------------ get


@verb(spec=specs)
def get(
    job: Job, *identifiers: str, template: str = "", guess_scheme: str | None = None, spec: Spec | None = None
) -> None:
    """
    Write parts of each identifier as a template says.

    {host} is a part as it is written, nothing where it is absent: scheme userinfo user password host port path query
    fragment name stem suffix kind host_kind.  {path:2} is a segment and {host:-1} a label, counted from 0, or from
    the end with a minus; {query:k} is the value of the first pair with key k.  {decoded.path:2} is the same, decoded.
    {{ and }} are braces, \\t a tab.

    Args:
        identifiers: URI-references or IRI-references; “-” reads a list
        template (-g): what to write, as above
        guess_scheme: where a reference without a scheme begins with a host, put this scheme before it
        spec: read all by rfc3986 or rfc3987 (if not given: as an IRI what is not US-ASCII)

    Example:
        $ urikit get -g '{host} {query:k} {path:1} {host:-1}' 'http://www.example.com/a/b?k=v'
        www.example.com v b com

    Source:
        RFC 3986 §3
    """
    from urikit import parse as parsed
    from urikit.cli.template import Template

    if not template:
        raise UsageError("urikit get: -g TEMPLATE says what to write, such as -g '{host}'")
    need_scheme(guess_scheme)
    wanted = Template(template)

    def answer(one: Item) -> Answer:
        text = guessed(one.text, guess_scheme, spec)
        return Answer({"output": wanted.filled(parsed(text, spec_of(spec, text)))})

    job.each(identifiers, answer, columns=("output",))
