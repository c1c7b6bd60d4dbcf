"""
How does a value read in JSON?

What the module of a scheme gives has fields of many kinds; JSON has few.  Secrets are masked here, where fields still
have names.
"""

from __future__ import annotations

from urikit.findings import MASK, Record, hide

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def plain_record(value: Record, *, masked: bool) -> dict[str, Any]:
    """
    Return the fields of a value by name, in JSON's own kinds.

    Args:
        value: What `URI.scheme_value` gives.
        masked: Whether passwords are shown as ``•••``: fields of that name, what follows ":" in a userinfo, and both
            in a text that is a URI itself.
    """
    return {name: plain_field(name, getattr(value, name), masked=masked) for name in value.__slots__}


def plain_field(name: str, value: object, *, masked: bool) -> Any:
    """Return one field; octets are ``{"hex": …}``, what JSON does not know its text."""
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, bytes):
        return {"hex": value.hex()}
    if isinstance(value, Record):
        return plain_record(value, masked=masked)
    if isinstance(value, (tuple, list)):
        return [plain_field(name, one, masked=masked) for one in value]
    return shown(name, str(value)) if masked else str(value)


def shown(name: str, text: str) -> str:
    """Return a text without what is secret in it."""
    if name == "password":
        return MASK if text else text
    if name == "userinfo":
        user, colon, password = text.partition(":")
        return f"{user}{colon}{MASK}" if password else text
    from urikit.syntax.parse import is_uri

    return hide(text, valid=is_uri(text))
