"""
Which part of a path, or of a query, does a scheme read without regard to case, or to how else it is written?

RFC 3986 §6.2.2.1 folds scheme and host for every URI; "the other generic syntax components are
assumed to be case-sensitive unless specifically defined otherwise by the scheme".  A scheme's row
names such a part, and the function of that name here writes it in one way.  ``"query"`` is the whole query.
"""

from __future__ import annotations

from urikit.syntax.percent import lower

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def _domain(path: str) -> str:
    """Fold what follows the last "@" of each address; addresses are parted by raw commas (RFC 6068 §2)."""
    return ",".join(_after(address, "@") for address in path.split(","))


def _h323(path: str) -> str:
    """Fold the user, up to what may be a parameter, and the host after "@" (RFC 3508 §2)."""
    user, at, rest = path.partition("@")
    name, mark, more = user.partition(";")
    host, semicolon, parameters = rest.partition(";")

    return lower(name) + mark + more + at + lower(host) + semicolon + parameters


def _phones(path: str) -> str:
    """Fold telephone numbers parted by commas: their case, and "-", ".", "(" and ")" between digits (RFC 5724 §2.4)."""
    return ",".join(map(_phone, path.split(",")))


def _phone(recipient: str) -> str:
    number, mark, parameters = lower(recipient).partition(";")
    digits = number.translate(_VISUAL_SEPARATORS)

    is_number = not number.strip("0123456789abcdef*+-.()%") and digits.strip("+")
    return (digits if is_number else number) + mark + parameters


def _pkcs11(path: str) -> str:
    """Put attributes in order; numbers are compared as numbers, and a version "3" is "3.0" (RFC 7512 §2.6)."""
    return path if "/" in path else ";".join(sorted(map(_attribute, path.split(";"))))


def _attribute(text: str) -> str:
    name, _, value = text.partition("=")
    major, _, minor = value.partition(".")
    if name == "slot-id" and value.isdigit():
        return f"{name}={value.lstrip('0') or '0'}"
    if name == "library-version" and major.isdigit() and (minor.isdigit() or major == value):
        return f"{name}={major.lstrip('0') or '0'}.{minor.lstrip('0') or '0'}"
    return text


def _after(text: str, delimiter: str) -> str:
    head, found, tail = text.rpartition(delimiter)

    return head + found + lower(tail) if found else text


def _namespace(path: str) -> str:
    """Fold the namespace identifier, all before the first colon (RFC 8141 §3.1)."""
    head, found, tail = path.partition(":")

    return lower(head) + found + tail


def _typecode(path: str) -> str:
    """Fold the type code, ``;type=A`` at the end (RFC 1738 §3.2.2: "A" and "a" are one)."""
    head, found, code = path[:-1], path[-7:-1] == ";type=", path[-1:]

    return head + code.lower() if found and code in "AID" else path


def _transport(path: str) -> str:
    """Fold the transport, the first parameter (RFC 4975 §6.1)."""
    session, found, rest = path.partition(";")
    transport, mark, parameters = rest.partition(";")

    return session + found + lower(transport) + mark + parameters


def _uuid(path: str) -> str:
    """Fold the hexadecimal digits of the UUID that the path begins with (RFC 9562 §4)."""
    return path[:36].lower() + path[36:]


def _type(path: str) -> str:
    """Fold the first segment."""
    head, found, tail = path.partition("/")

    return lower(head) + found + tail


def _service(path: str) -> str:
    """Fold the type of the service, and the host after "//" and a user (RFC 2609 §2.1)."""
    kind, found, rest = path.partition("//")
    site, mark, tail = rest.partition("/")
    user, at, host = site.rpartition("@")
    name, semicolon, attributes = host.partition(";")
    if not found:
        return _type(path)

    return lower(kind) + found + user + at + lower(name) + semicolon + attributes + mark + tail


_VISUAL_SEPARATORS = str.maketrans("", "", "-.()")

FOLDS: dict[str, Callable[[str], str]] = {
    "path": lower,
    "domain": _domain,
    "h323": _h323,
    "namespace": _namespace,
    "phones": _phones,
    "pkcs11": _pkcs11,
    "service": _service,
    "transport": _transport,
    "type": _type,
    "typecode": _typecode,
    "uuid": _uuid,
}
