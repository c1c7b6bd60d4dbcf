"""
What does JSON say of a reference's parts?

As they are written, and decoded under another name; secrets are masked here, where the parts still have names.
"""

from __future__ import annotations

from urikit.findings import MASK, UrikitError, hide_in_query, secret_span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from urikit.cli.job import Job
    from urikit.reference import Reference
    from urikit.syntax.parse import Spec

    T = TypeVar("T")

EXACT_INTEGER = 2**53 - 1  # above it, programs that read JSON numbers as doubles see another number


def part_fields(job: Job, parts: Reference, spec: Spec) -> dict[str, Any]:
    """Return the parts by name: as they are written, and decoded under ``decoded``."""
    userinfo = parts.userinfo
    if userinfo is not None and job.masked:
        userinfo = masked_userinfo(userinfo)
    port = parts.port
    fields = {
        "spec": spec,
        "kind": parts.kind,
        "path_rule": parts.path_rule,
        "scheme": parts.scheme,
        "userinfo": userinfo,
        "host": parts.host,
        "host_kind": parts.host_kind,
        "ascii_host": ascii_host(parts),
        "port": port if port is not None and port <= EXACT_INTEGER else None,
        "port_text": parts.port_text,
        "path": parts.path,
        "segments": parts.segments,
        "query": parts.query,
        "fragment": parts.fragment,
        "decoded": decoded_fields(job, parts),
        "scheme_value": scheme_fields(job, parts),
    }
    if job.masked and parts.query is not None:
        fields = without_secrets_in_query(fields)
    return without_secret(fields, str(parts)) if job.masked and parts.userinfo is None else fields


def without_secrets_in_query(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields with the passwords masked of URIs in the query."""
    query = hide_in_query(fields["query"])
    if query == fields["query"]:
        return fields
    from urikit import Query, decode

    decoded = {
        "query": or_none(lambda: decode(query, keep="&=+;%")),
        "pairs": or_none(lambda: Query(query).decoded()),
    }
    return fields | {"query": query, "decoded": fields["decoded"] | decoded}


def ascii_host(parts: Reference) -> str | None:
    """Return the host of the URI that an IRI maps to; None where it is the same, or IDNA refuses it."""
    if not parts.host or parts.host.isascii():
        return None
    from urikit import pieces, to_uri

    cut = pieces(or_none(lambda: to_uri(str(parts), limit=None)) or "")
    return cut[2] if cut and cut[2] else None


def without_secret(fields: dict[str, Any], text: str) -> dict[str, Any]:
    """Return the fields with a secret masked that stands in the path: a SIP user's, or that of a URI in this one."""
    span = secret_span(text, valid=True)
    if span is None:
        return fields
    from urikit import decode
    from urikit.syntax.path import segments

    path = fields["path"].replace(f":{text[slice(*span)]}@", f":{MASK}@")

    def plain(text: str, keep: str = "") -> str:
        return MASK.join(decode(part, keep=keep) for part in text.split(MASK))

    decoded = {
        "path": or_none(lambda: plain(path, "/%")),
        "segments": or_none(lambda: list(map(plain, segments(path)))),
    }
    return fields | {"path": path, "segments": segments(path), "decoded": fields["decoded"] | decoded}


def decoded_fields(job: Job, parts: Reference) -> dict[str, Any]:
    """Return the decoded parts; null where one is absent or is no UTF-8."""
    decoded = parts.decoded
    password = or_none(lambda: decoded.password)
    return {
        "user": or_none(lambda: decoded.user),
        "password": MASK if password and job.masked else password,
        "host": or_none(lambda: decoded.host),
        "path": or_none(lambda: decoded.path),
        "segments": or_none(lambda: decoded.segments),
        "query": or_none(lambda: decoded.query),
        "pairs": or_none(lambda: decoded.pairs),
        "fragment": or_none(lambda: decoded.fragment),
    }


def scheme_fields(job: Job, parts: Reference) -> dict[str, Any] | None:
    """Return what the grammar of the scheme reads; null where it has none here, or the text is outside it."""
    from urikit import IRI, URI

    value = or_none(parts.scheme_value) if isinstance(parts, (URI, IRI)) else None
    if value is None:
        return None
    from urikit.cli.plain import plain_record

    return plain_record(value, masked=job.masked)


def or_none(value: Callable[[], T]) -> T | None:
    """Return a decoded value, or None where its octets are no text."""
    try:
        return value()
    except UrikitError:
        return None


def masked_userinfo(userinfo: str) -> str:
    """Return a userinfo with what follows its first ":" masked, if anything does (RFC 3986 §3.2.1)."""
    user, colon, password = userinfo.partition(":")
    return f"{user}{colon}{MASK}" if password else userinfo
