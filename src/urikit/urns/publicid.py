"""
Which public identifier of SGML or XML does ``urn:publicid:`` write?

Its delimiters and its spaces become what a URN can hold.  RFC 3151 §1.1, §2.
"""

from __future__ import annotations

# The transcription: what stands for what, in the order in which it is tried.
_WRITTEN = (("//", ":"), ("::", ";"), (" ", "+"))
_ESCAPED = "+:/;'?#%"
_BACK = {":": "//", ";": "::", "+": " "}


def from_public_id(identifier: str) -> str:
    """
    Transcribe a public identifier into the NSS of a URN.

    Args:
        identifier: A public identifier; runs of spaces and line breaks count as one space, at its ends as none.

    Example:
        >>> from_public_id("ISO 8879:1986//ENTITIES Added Latin 1//EN")
        'ISO+8879%3A1986:ENTITIES+Added+Latin+1:EN'

    Source:
        RFC 3151 §1.1.
    """
    text = " ".join(identifier.split())
    written, at = [], 0
    while at < len(text):
        mark, stands = next(((mark, stands) for mark, stands in _WRITTEN if text.startswith(mark, at)), ("", ""))
        character = text[at]
        written.append(stands or (f"%{ord(character):02X}" if character in _ESCAPED else character))
        at += len(mark) or 1
    return "".join(written)


def to_public_id(nss: str) -> str:
    """
    Transcribe an NSS back into the public identifier.

    Example:
        >>> to_public_id("-:OASIS:DTD+DocBook+XML+V4.1.2:EN")
        '-//OASIS//DTD DocBook XML V4.1.2//EN'

    Source:
        RFC 3151 §1.1, the transcription the other way round.
    """
    first, *rest = nss.split("%")
    parts = ["".join(_BACK.get(character, character) for character in first)]
    for part in rest:
        escaped = bytes.fromhex(part[:2]).decode("ascii", "replace")
        parts.append(escaped + "".join(_BACK.get(character, character) for character in part[2:]))
    return "".join(parts)


def fields(nss: str) -> dict[str, str]:
    """Return the public identifier that an NSS stands for."""
    return {"public_identifier": to_public_id(nss)}
