"""
What are the parts of a URN, and is this text one?

A URN is a URI of scheme "urn" whose path, query and fragment are cut once more.  RFC 8141 §2; RFC 2141 for the old
grammar.
"""

from __future__ import annotations

from urikit.findings import Record, URIRuleError, URISyntaxError, finding
from urikit.syntax.octets import only_text
from urikit.urns.grammar import RFC2141, RFC8141

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


class Name(Record):
    """
    A URN, cut.

    Attributes:
        nid: The namespace identifier, as written.
        nss: The namespace-specific string, as written.
        r_component: What follows "?+"; None where absent.
        q_component: What follows "?="; None where absent.
        f_component: What follows "#", perhaps ``""``; None where absent.

    Source:
        RFC 8141 §2.
    """

    __slots__ = ("nid", "nss", "r_component", "q_component", "f_component")  # noqa: RUF023 (order is the RFC's)
    __match_args__ = ("nid", "nss", "r_component", "q_component", "f_component")

    if TYPE_CHECKING:
        nid: str
        nss: str
        r_component: str | None
        q_component: str | None
        f_component: str | None

        def __init__(
            self, nid: str, nss: str, r_component: str | None, q_component: str | None, f_component: str | None
        ) -> None: ...

    def __str__(self) -> str:
        return build_urn(self.nid, self.nss, self.r_component, self.q_component, self.f_component)


def is_urn(text: str, strict_2141: bool = False) -> bool:
    """
    Say whether *text* is a URN.

    Args:
        text: Any text.
        strict_2141: Hold it to the grammar of RFC 2141 instead: no "/", "&", "~", "?" or "#" in the NSS, no octet 0, no
            NID "urn"; a NID may end in "-" there.

    Raises:
        TypeError: *text* is no ``str``.

    Example:
        >>> is_urn("urn:example:a/b"), is_urn("urn:example:a/b", strict_2141=True), is_urn("urn:x:a")
        (True, False, False)

    Source:
        RFC 8141 §2; RFC 2141 §2.
    """
    matcher = RFC2141.matcher("URN") if strict_2141 else RFC8141.matcher("namestring")
    return matcher.fullmatch(only_text(text)) is not None


def read_urn(text: str, strict_2141: bool = False) -> Name:
    """
    Cut a URN, or tell what is wrong with it.

    Args:
        text: Any text.
        strict_2141: As for `is_urn`.

    Returns:
        Its parts as they are written.

    Raises:
        URISyntaxError: *text* is no URN; ``start`` is the length of the longest prefix that some URN begins with.
        TypeError: *text* is no ``str``.

    Cost:
        Linear.

    Example:
        >>> read_urn("urn:example:foo?+key=value?=fizz=buzz#frag").q_component
        'fizz=buzz'

    Source:
        RFC 8141 §2.
    """
    if not is_urn(text, strict_2141):
        refuse(text, strict_2141)
    return cut(text)


def urn_nid(text: str, strict_2141: bool = False) -> str:
    """
    Return the namespace identifier of a URN, in lower case, as it is compared.

    Args:
        text: A URN.
        strict_2141: As for `read_urn`.

    Raises:
        URISyntaxError: *text* is no URN.

    Example:
        >>> urn_nid("urn:ISBN:0-395-36341-1"), urn_nid("URN:example:a")
        ('isbn', 'example')

    Source:
        RFC 8141 §2, §3.1.
    """
    return read_urn(text, strict_2141).nid.lower()


def cut(text: str) -> Name:
    """Cut a text that is known to be a URN."""
    rest, mark, fragment = text[4:].partition("#")
    assigned, question, components = rest.partition("?")
    nid, _, nss = assigned.partition(":")
    r_component = q_component = None
    if components[:1] == "=":
        q_component = components[1:]
    elif question:
        r_component, found, after = components[1:].partition("?=")
        q_component = after if found else None
    return Name(nid, nss, r_component, q_component, fragment if mark else None)


def refuse(text: str, strict_2141: bool = False) -> NoReturn:
    """Raise what is wrong with a text that is no URN."""
    from urikit.urns.locate import locate  # on the error path only

    raise URISyntaxError(text, locate(text, strict_2141))


def build_urn(
    nid: str,
    nss: str,
    r_component: str | None = None,
    q_component: str | None = None,
    f_component: str | None = None,
) -> str:
    """
    Put the parts of a URN together.

    Args:
        nid: The namespace identifier.
        nss: The namespace-specific string, encoded.
        r_component: For the resolver, encoded; None for none.
        q_component: For the resource or service, encoded; None for none.
        f_component: For what is named, encoded; None for none, ``""`` for an empty one.

    Returns:
        A text that `read_urn` cuts into the same parts.

    Raises:
        URIRuleError: A part is not what its rule allows, such as an r-component with "?=" in it (code ``wrong-part``).

    Example:
        >>> build_urn("example", "a%2Fb", q_component="x=1")
        'urn:example:a%2Fb?=x=1'

    Source:
        RFC 8141 §2.
    """
    text = f"urn:{_fitting('NID', nid)}:{_fitting('NSS', nss)}"
    for mark, rule, part in (
        ("?+", "r-component", r_component),
        ("?=", "q-component", q_component),
        ("#", "f-component", f_component),
    ):
        if part is not None:
            text += mark + _fitting(rule, part)
    return text


def _fitting(rule: str, part: str) -> str:
    """Return *part* where it is what *rule* allows; else raise, at the end of what is."""
    matcher = RFC8141.matcher(rule)
    if matcher.fullmatch(only_text(part)):
        return part
    good = matcher.match(part)
    at = good.end() if good else 0
    abnf = f"{rule} = {RFC8141.rules[rule].abnf}"
    message = f"this is no {rule} of a URN"
    raise URIRuleError(
        part, (finding("wrong-part", at, min(at + 1, len(part)), message=message, rule=abnf, source=RFC8141.source),)
    )
