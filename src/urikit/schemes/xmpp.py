"""
Whom does an "xmpp" URI name, what is to be done, and from which account?

RFC 5122; addresses are those of RFC 7622.
"""

from __future__ import annotations

from urikit.findings import Record, finding
from urikit.schemes.reading import (
    agreed,
    decoded,
    in_form,
    pairs,
    read_scheme,
    recut,
    small,
    spans,
    whole,
    without_errors,
)
from urikit.syntax.mend import FRAGMENT, HOST, PATH, QUERY, USERINFO, starts
from urikit.syntax.percent import decode, encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding
    from urikit.schemes.reading import Named
    from urikit.syntax.parse import Pieces

_IN_NODE = "!$()*+,;="  # nodeallow
_IN_HOST = "!$&'()*+,;="
_IN_RESOURCE = "!$&'()*+,:;="  # resallow
_NOT_IN_NODE = "\"&'/:<>@ "  # RFC 7622 §3.3.1


class Xmpp(Record):
    """
    What an "xmpp" URI says, decoded.

    Args:
        account: The address to act as, ``"node@domain"``; None where it is left to the user.
        node: Of the address that is named, in lower case; None where there is none.
        domain: In lower case; ``""`` where the URI names an account alone.
        resource: None where there is none.
        action: What is to be done, such as ``"message"``; None where nothing is said.
        parameters: Pairs of a key and a value, in order.
        fragment: As written, without "#"; None where there is none.

    Case is folded where it is US-ASCII's: what else is one, only the tables of RFC 8265 know.

    Example:
        >>> who = parse("xmpp://guest@example.com/support@example.com?message;body=a%20b")
        >>> who.account, who.jid, who.action, who.parameters
        ('guest@example.com', 'support@example.com', 'message', (('body', 'a b'),))

    Source:
        RFC 5122 §2.2, §2.7.
    """

    __slots__ = (  # noqa: RUF023 (order is the text's)
        "account",
        "node",
        "domain",
        "resource",
        "action",
        "parameters",
        "fragment",
    )

    if TYPE_CHECKING:
        account: str | None
        node: str | None
        domain: str
        resource: str | None
        action: str | None
        parameters: tuple[tuple[str, str], ...]
        fragment: str | None

    @property
    def jid(self) -> str:
        """
        The address that is named.

        Example:
            >>> parse("xmpp:Example-Node@example.com/some-resource").jid
            'example-node@example.com/some-resource'

        Source:
            RFC 7622 §3.1.
        """
        node = "" if self.node is None else f"{self.node}@"
        return node + self.domain + ("" if self.resource is None else f"/{self.resource}")

    def __str__(self) -> str:
        place = "" if self.account is None else f"//{_address(*self.account.rpartition('@')[::2])}"
        path = _address(self.node, self.domain)
        path += "" if self.resource is None else f"/{encode(self.resource, safe=_IN_RESOURCE)}"
        query = "" if self.action is None else f"?{encode(self.action)}"
        query += "".join([f";{encode(key)}={encode(value)}" for key, value in self.parameters])
        slash = "/" if place and path else ""
        return f"xmpp:{place}{slash}{path}{query}{whole('fragment', self.fragment, '#')}"


def parse(text: str) -> Xmpp:
    """
    Read an "xmpp" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI.
        URIRuleError: It is one of another scheme, or outside the grammar of this one: all that is wrong with it.

    Cost:
        Linear.

    Example:
        >>> parse("xmpp:romeo@example.net?roster;name=Romeo%20Montague").action
        'roster'

    Source:
        RFC 5122 §2.2.
    """
    return _read(read_scheme(text, "xmpp"))


def build(
    domain: str = "",
    node: str | None = None,
    resource: str | None = None,
    action: str | None = None,
    parameters: Named[str] = (),
    account: str | None = None,
    fragment: str | None = None,
) -> str:
    """
    Write an "xmpp" URI: `parse` reads the same from it.

    Args:
        domain: See `Xmpp`; nothing of it all is encoded.
        node: See `Xmpp`.
        resource: See `Xmpp`.
        action: See `Xmpp`.
        parameters: By key, or as pairs; only with an action.
        account: See `Xmpp`.
        fragment: Encoded, without "#".

    Raises:
        URIRuleError: A part is not what it should be.

    Example:
        >>> build("example.com", "nasty!#$%", "a/b", "message", {"subject": "Hi & bye"})
        'xmpp:nasty!%23$%25@example.com/a%2Fb?message;subject=Hi%20%26%20bye'

    Source:
        RFC 5122 §2.2, §2.7.
    """
    who = None if account is None else small(account)
    name = None if node is None else small(node)
    return agreed(Xmpp(who, name, small(domain), resource, action, tuple(pairs(parameters)), fragment), parse)


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find what is no address, and an account that is none.

    Args:
        text: A valid URI of the scheme.
        pieces: Its seven pieces.

    Returns:
        In no order; the row tells most.

    Example:
        >>> from urikit.syntax.parse import read
        >>> text = "xmpp://example.com/a@example.com"
        >>> [(one.code, one.start, one.end) for one in findings(text, read(text))]
        [('xmpp-account', 5, 18)]

    Source:
        RFC 5122 §2.2; RFC 7622 §3.3.
    """
    found: list[Finding] = []
    at, slashes, path = starts(pieces), pieces[USERINFO], pieces[PATH]
    if slashes:
        node = decoded(slashes[2:-1], at[USERINFO] + 2, found)
        if not slashes.endswith("@") or not _is_node(node) or not pieces[HOST]:
            found.append(finding("xmpp-account", at[USERINFO], at[PATH]))
        decoded(pieces[HOST], at[HOST], found)
    if not in_form(pieces):
        return found
    address = path.removeprefix("/") if slashes else path
    begin = at[PATH] + len(path) - len(address)
    jid, _, resource = address.partition("/")
    node, mark, domain = jid.rpartition("@")
    no_domain = domain in (".", "..") or (not domain and (path or not slashes))
    if no_domain or (mark and not _is_node(decoded(node, begin, found))):
        found.append(finding("xmpp-address", begin, at[QUERY]))
    decoded(domain, begin + len(node) + len(mark), found)
    decoded(resource, at[QUERY] - len(resource), found)
    for start, part in spans(pieces[QUERY][1:], ";", at[QUERY] + 1):
        decoded(part, start, found)
    return found


def normal(pieces: Pieces) -> Pieces:
    """
    Write node and domain in lower case, and one text for one address.

    Args:
        pieces: Those of rung path with the row's rules kept.

    Returns:
        The same where they are outside the grammar, or an IRI's.

    Example:
        >>> "".join(normal(("xmpp:", "", "", "", "Node@Example.com/Res%21", "", "")))
        'xmpp:node@example.com/Res!'

    Source:
        RFC 5122 §2.7.2 (the address is what its decoded parts make); RFC 7622 §3.2, §3.3.
    """
    from urikit.schemes import rules

    text = "".join(pieces)
    if not text.isascii() or not without_errors(rules.findings(text, pieces)):
        return pieces
    return recut(str(_read(pieces)), pieces)


# ------------------------------------------------------------------------------------------------------- text and value


def _read(pieces: Pieces) -> Xmpp:
    """The value of pieces in the grammar."""
    slashes, path, query, fragment = pieces[USERINFO], pieces[PATH], pieces[QUERY], pieces[FRAGMENT]
    jid, has_resource, resource = (path.removeprefix("/") if slashes else path).partition("/")
    node, mark, domain = jid.rpartition("@")
    action, *parameters = query[1:].split(";")
    named = [part.partition("=") for part in parameters]
    return Xmpp(
        small(decode(slashes[2:] + pieces[HOST])) if slashes else None,
        small(decode(node)) if mark else None,
        small(decode(domain)),
        decode(resource) if has_resource else None,
        decode(action) if query else None,
        tuple([(decode(key), decode(value)) for key, _, value in named]),
        fragment[1:] if fragment else None,
    )


def _address(node: str | None, domain: str) -> str:
    host = encode(domain, "reg-name", _IN_HOST)
    return host if node is None else f"{encode(node, safe=_IN_NODE)}@{host}"


def _is_node(data: str) -> bool:
    return bool(data) and not any(character in data for character in _NOT_IN_NODE)
