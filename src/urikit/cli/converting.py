"""The verb that writes an IRI as its URI, and a URI as its IRI: stdout is exact, one line an input."""

from __future__ import annotations

from urikit.cli.iris import notations, take_from, write_in
from urikit.cli.job import Answer
from urikit.cli.layout import fitted, step_records
from urikit.cli.verb import UsageError, verb
from urikit.findings import hide

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Literal

    from urikit.cli.formats import Layout
    from urikit.cli.job import Job
    from urikit.cli.lines import Item
    from urikit.operations.convert import Part
    from urikit.operations.dialects import Dialect
    from urikit.operations.readable import Keep
    from urikit.safety.notation import Notation

HOSTS = {"uri": ("idna", "percent"), "iri": ("unicode", "keep")}
"""What can become of a host, by what the text becomes; the first is the default."""


def targets() -> Sequence[str]:
    """Return what a text can become."""
    return (*HOSTS, "rfc1738", "rfc3986")


def hosts() -> Sequence[str]:
    """Return what can become of a host."""
    return tuple(word for words in HOSTS.values() for word in words)


def keeps() -> Sequence[str]:
    """Return the sets of characters that can stay percent-encoded."""
    from urikit.operations.readable import KEEPS

    return KEEPS


def parts() -> Sequence[str]:
    """Return the components that can be converted alone."""
    from urikit.operations.convert import PARTS

    return PARTS


@verb(to=targets, host=hosts, keep=keeps, part=parts, notation=notations)
def convert(
    job: Job,
    *identifiers: str,
    to: Literal["", "uri", "iri", "rfc1738", "rfc3986"] = "",
    host: str | None = None,
    keep: Keep | None = None,
    fix: bool = False,
    part: Part | None = None,
    notation: Notation | None = None,
    lossy: bool = False,
    explain: bool = False,
) -> None:
    """
    Write each IRI as the URI that it stands for, or each URI as the IRI that people read.

    Nothing is normalised: --to uri leaves a URI as it is, and --to iri decodes what is UTF-8 and no other charset.

    Args:
        identifiers: IRI-references or URI-references; “-” reads a list
        to: uri or iri; rfc1738 writes a URI as it was in 1994, rfc3986 such a URL as a URI
        host: domain names in a URI: idna (the default) or percent; in an IRI: unicode (the default) or keep
        keep: what stays percent-encoded in an IRI: recommended (the default), minimal or none
        fix: for a URI, percent-encode the space and < > " { } | \\ ^ ` instead of refusing them
        part: the inputs are this component alone: userinfo, host, path, segment, query or fragment
        notation: inputs, and lines of text output, are in a notation of RFC 3987 §1.4: xml or bidi
        lossy: for rfc1738, drop what it has no words for, and tell so, instead of refusing it
        explain: show each step as §3.2.1 does, octets in angle brackets

    Example:
        $ urikit convert --to uri http://résumé.example.org/rosé
        http://xn--rsum-bpad.example.org/ros%C3%A9

    Source:
        RFC 3987 §3.1, §3.2; RFC 1738 §2.2, §3
    """
    if lossy and to != "rfc1738":
        raise UsageError("urikit convert: --lossy is for --to rfc1738")
    if to == "rfc1738" or to == "rfc3986":
        if fix or explain or any(one is not None for one in (host, keep, part, notation)):
            raise UsageError(f"urikit convert: --to {to} takes no other option but --lossy, for rfc1738")
        convert_between(job, identifiers, to, lossy)
        return
    options = asked(to, host, keep, fix)
    from urikit import explain_to_iri, explain_to_uri, to_iri, to_uri

    write_in(job, notation)
    convert_one: Any = to_uri if to == "uri" else to_iri
    explain_one: Any = explain_to_uri if to == "uri" else explain_to_iri

    def answer(one: Item) -> Answer:
        take_from(one, notation)
        fields = {"converted": convert_one(one.text, part=part, limit=None, **options)}
        if explain:
            fields["steps"] = step_records(explain_one(one.text, part=part, limit=None, **options))
        return Answer(fields)

    job.each(identifiers, answer, columns=("converted",), text=steps_block(job, part) if explain else None)


def convert_between(job: Job, identifiers: tuple[str, ...], to: Dialect, lossy: bool) -> None:
    """Write each URL of RFC 1738 as a URI, or each URI as such a URL; tell what is dropped."""
    from urikit import convert_dialect

    source: Dialect = "rfc3986" if to == "rfc1738" else "rfc1738"

    def answer(one: Item) -> Answer:
        found = convert_dialect(one.text, source, to, lossy=lossy)
        job.complain(one, found.dropped, valid=True)
        return Answer({"converted": found.text}, found.dropped)

    job.each(identifiers, answer, columns=("converted",))


def asked(to: str, host: str | None, keep: Keep | None, fix: bool) -> dict[str, Any]:
    """Return the options of the conversion that is asked for; refuse those of the other one."""
    if not to:
        raise UsageError("urikit convert: --to uri or --to iri says what to write")
    known = HOSTS[to]
    if host is not None and host not in known:
        raise UsageError(f"urikit convert: --host {host} is not for --to {to}, which has {' and '.join(known)}")
    if to == "uri" and keep is not None:
        raise UsageError("urikit convert: --keep is for --to iri; in a URI all stays percent-encoded")
    if to == "iri" and fix:
        raise UsageError("urikit convert: --fix is for --to uri")
    more: dict[str, Any] = {"fix": fix} if to == "uri" else {"keep": keep or "recommended"}
    return {"host": host or known[0], **more}


def steps_block(job: Job, part: Part | None) -> Layout:
    """Show the steps of §3.1 or §3.2, numbered as there."""

    def layout(one: Item, found: Answer) -> str | None:
        if found.fields is None:
            return None
        rows = []
        for step in found.fields["steps"]:
            text = job.console.data(job.written(unsecret(job, step["text"], part)))
            name = step["name"]
            rows.append((f"{name}." if name[0].isdigit() else name, text, step["note"]))
        return fitted(job, rows)

    return layout


def unsecret(job: Job, text: str, part: Part | None) -> str:
    """Return the text of a step with its secret masked; octets in angle brackets are beyond the grammar."""
    if job.options.show_secrets:
        return text
    if part == "userinfo":
        return hide(f"//{text}@", valid=True)[2:-1]
    from urikit import is_iri_reference

    return hide(text, valid=is_iri_reference(text.replace("<", "").replace(">", "")))
