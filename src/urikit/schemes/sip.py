"""
Whom does a "sip" or "sips" URI call, where, and how?

RFC 3261 §19.1: there is no "//", so user, host and port stand in the path; its "?" may stand in a user, too.
"""

from __future__ import annotations

from urikit.findings import Record, finding
from urikit.schemes.reading import agreed, decoded, pairs, read_scheme, recut, small, spans, whole, without_errors
from urikit.syntax.host import host_kind, port_number
from urikit.syntax.mend import FRAGMENT, PATH, QUERY, SCHEME, USERINFO, starts
from urikit.syntax.percent import decode, lower, normalize_escapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding
    from urikit.schemes.reading import Named
    from urikit.syntax.parse import Pieces

_SCHEMES = {"sip": 5060, "sips": 5061}

_MARK = r"A-Za-z0-9\-_.!~*'()"  # RFC 3261's unreserved, which is that of RFC 2396
_USER = rf"(?:[{_MARK}&=+$,;?/]++|%[0-9A-Fa-f]{{2}})++"
_PASSWORD = rf"(?:[{_MARK}&=+$,]++|%[0-9A-Fa-f]{{2}})*+"
_PARAMETER = rf"(?:[{_MARK}/:&+$]++|%[0-9A-Fa-f]{{2}})++"  # paramchar; "[" and "]" are percent-encoded in a URI
_HEADER = rf"(?:[{_MARK}/?:+$]++|%[0-9A-Fa-f]{{2}})"
_LABEL = "[A-Za-z0-9]++(?:-++[A-Za-z0-9]++)*+"  # domainlabel
_TOP = "[A-Za-z][A-Za-z0-9]*+(?:-++[A-Za-z0-9]++)*+"  # toplabel

_FOLDED = ("transport", "user", "ttl", "maddr")  # values whose case surely says nothing to whoever is called
_TOLD = ("user", "ttl", "method", "maddr", "transport")  # what is not the same when it is in one URI only


class Sip(Record):
    """
    What a "sip" or "sips" URI says, encoded: a delimiter and its escape are not the same in it.

    Args:
        scheme: ``"sip"`` or ``"sips"``, which are never one.
        user: A name or a telephone number; None where there is none.
        password: None where there is none; nobody should write one.
        host: In lower case.
        port_text: None where there is none, which is not the same as the default.
        parameters: Pairs of a name in lower case and a value, None for a name alone; in the order of their names.
        headers: Header fields of the request as pairs of a name in lower case and a value, in the order of their names.
        fragment: As written, without "#"; it means nothing here.  None where there is none.

    Example:
        >>> call = parse("sip:alice@AtLanTa.CoM;Transport=TCP?subject=project%20x")
        >>> call.user, call.host, call.parameter("transport"), call.header("Subject")
        ('alice', 'atlanta.com', 'tcp', 'project x')

    Source:
        RFC 3261 §19.1.1.
    """

    __slots__ = (  # noqa: RUF023 (order is the text's)
        "scheme",
        "user",
        "password",
        "host",
        "port_text",
        "parameters",
        "headers",
        "fragment",
    )

    if TYPE_CHECKING:
        scheme: str
        user: str | None
        password: str | None
        host: str
        port_text: str | None
        parameters: tuple[tuple[str, str | None], ...]
        headers: tuple[tuple[str, str], ...]
        fragment: str | None

    @property
    def port(self) -> int:
        """
        The port to connect to: 5060 for "sip" and 5061 for "sips" where none is written.

        Example:
            >>> parse("sips:example.com").port
            5061

        Source:
            RFC 3261 §19.1.2.
        """
        number = port_number(self.port_text)
        return _SCHEMES[self.scheme] if number is None else number

    def parameter(self, name: str) -> str | None:
        """
        Return a parameter's decoded value: ``""`` for a name alone, None where there is none of that name.

        Example:
            >>> parse("sip:example.com;lr;ttl=15").parameter("lr")
            ''
        """
        wanted = small(name)
        return next((decode(value or "", "replace") for key, value in self.parameters if key == wanted), None)

    def header(self, name: str) -> str | None:
        """
        Return the first header field's decoded value; None where there is none of that name.

        Example:
            >>> parse("sip:a@example.com?to=alice%40example.com").header("To")
            'alice@example.com'
        """
        wanted = small(name)
        return next((decode(value, "replace") for key, value in self.headers if key == wanted), None)

    def same(self, other: Sip) -> bool:
        """
        Say whether another URI is equivalent, as RFC 3261 defines it.

        It is no equivalence in the strict sense: a parameter that only one URI has does not matter, so A and B may each
        be the same as C and not as each other.  No normal form can say that; rung ``scheme`` does not.

        Example:
            >>> a, b = parse("sip:carol@chicago.com"), parse("sip:carol@chicago.com;newparam=5")
            >>> a.same(b), a.same(parse("sip:carol@chicago.com;transport=udp"))
            (True, False)

        Source:
            RFC 3261 §19.1.4.
        """
        mine = (self.scheme, self.user, self.password, self.host, self.port_text)
        if mine != (other.scheme, other.user, other.password, other.host, other.port_text):
            return False
        one, two = ({key: small(value or "") for key, value in each.parameters} for each in (self, other))
        if any((name in one) != (name in two) for name in _TOLD):
            return False
        return all(one[name] == two[name] for name in one.keys() & two.keys()) and self.headers == other.headers

    def __str__(self) -> str:
        user = "" if self.user is None else self.user
        user += "" if self.password is None else f":{self.password}"
        user += "" if self.user is None and self.password is None else "@"
        port = "" if self.port_text is None else f":{self.port_text}"
        parameters = [f";{name}" if value is None else f";{name}={value}" for name, value in self.parameters]
        headers = "&".join([f"{name}={value}" for name, value in self.headers])
        rest = "".join(parameters) + (f"?{headers}" if headers else "") + whole("fragment", self.fragment, "#")
        return f"{self.scheme}:{user}{self.host}{port}{rest}"

    def __repr__(self) -> str:
        fields = dict(zip(self.__slots__, self._fields(), strict=True))
        fields["password"] = None if self.password is None else "•••"
        return f"Sip({', '.join(f'{name}={value!r}' for name, value in fields.items())})"


def parse(text: str) -> Sip:
    """
    Read a "sip" or "sips" URI.

    Args:
        text: Its text.

    Raises:
        URISyntaxError: *text* is no URI, as one with an IPv6 address: there are no brackets in a path.
        URIRuleError: It is one of another scheme, or outside the grammar of this one: all that is wrong with it.

    Cost:
        Linear, but for the order of the parameters.

    Example:
        >>> parse("sip:alice:secret@atlanta.com;transport=tcp").user
        'alice'

    Source:
        RFC 3261 §19.1.1.
    """
    return _read(read_scheme(text, *_SCHEMES))


def build(
    host: str,
    user: str | None = None,
    password: str | None = None,
    port: str | int | None = None,
    parameters: Named[str | None] = (),
    headers: Named[str] = (),
    scheme: str = "sip",
    fragment: str | None = None,
) -> str:
    """
    Write a "sip" or "sips" URI: `parse` reads the same from it.

    Args:
        host: A domain name or an IPv4 address.
        user: Encoded; None for none.
        password: Encoded; None for none.
        port: None to leave it out.
        parameters: By name, or as pairs, encoded; a value of None is a name alone.
        headers: By name, or as pairs, encoded.
        scheme: ``"sip"`` or ``"sips"``.
        fragment: Encoded, without "#".

    Returns:
        The normal text.

    Raises:
        URIRuleError: A part is not what it should be.

    Example:
        >>> build("Atlanta.com", "alice", parameters={"transport": "TCP"}, headers={"subject": "hi"})
        'sip:alice@atlanta.com;transport=tcp?subject=hi'

    Source:
        RFC 3261 §19.1.1.
    """
    value = Sip(
        scheme,
        None if user is None else _same(user),
        None if password is None else _same(password),
        small(host),
        None if port is None else str(port),
        _parameters([(name, value) for name, value in pairs(parameters)]),
        _headers([(name, value) for name, value in pairs(headers)]),
        fragment,
    )
    return agreed(value, parse)


def findings(text: str, pieces: Pieces) -> list[Finding]:
    """
    Find what is outside the grammar of "sip".

    Args:
        text: A valid URI of one of the schemes.
        pieces: Its seven pieces.

    Returns:
        In no order.

    Example:
        >>> from urikit.syntax.parse import read
        >>> text = "sip:alice@example.com;ttl=1000"
        >>> [(one.code, one.start, one.end) for one in findings(text, read(text))]
        [('sip-parameter', 22, 30)]

    Source:
        RFC 3261 §19.1.1, §25.1.
    """
    if pieces[USERINFO]:  # the row says that there is no "//"
        return []
    at = starts(pieces)
    user, mark, rest = _cut(pieces)
    begin = at[PATH] + len(user) + len(mark)
    found = _of_user(user, at[PATH]) if mark else []
    target, question, headers = rest.partition("?")
    (place, hostport), *parameters = spans(target, ";", begin)
    found += _of_host(hostport, place)
    found += _of_parameters(parameters)
    if question:
        found += _of_headers(headers, begin + len(target) + 1)
    if pieces[FRAGMENT]:
        found.append(finding("fragment-meaningless", at[FRAGMENT], at[-1], source="RFC 3986 §3.5; RFC 3261 §19.1.1"))
    return found


def normal(pieces: Pieces) -> Pieces:
    """
    Write the host, names and the values of ``transport``, ``user``, ``ttl`` and ``maddr`` in lower case; put
    parameters and header fields in the order of their names.

    Args:
        pieces: Those of rung path with the row's rules kept.

    Returns:
        The same where they are outside the grammar, or an IRI's.  A port stays: the default is not the same as none.

    Example:
        >>> "".join(normal(("sip:", "", "", "", "%61lice@AtLanTa.CoM;Transport=TCP;lr", "", "")))
        'sip:alice@atlanta.com;lr;transport=tcp'

    Source:
        RFC 3261 §19.1.4; RFC 3986 §6.2.3.
    """
    text = "".join(pieces)
    if pieces[USERINFO] or not text.isascii() or not without_errors(findings(text, pieces)):
        return pieces
    return recut(str(_read(pieces)), pieces)


# ------------------------------------------------------------------------------------------------------- text and value


def _cut(pieces: Pieces) -> tuple[str, str, str]:
    """User, "@" and the rest: a "?" before the "@" is the user's."""
    rest = pieces[PATH] + pieces[QUERY]
    user, mark, rest = rest.rpartition("@")
    return user, mark, rest


def _read(pieces: Pieces) -> Sip:
    """The value of pieces in the grammar."""
    userinfo, mark, rest = _cut(pieces)
    user, colon, password = userinfo.partition(":")
    target, question, headers = rest.partition("?")
    hostport, *parameters = target.split(";")
    host, has_port, port = hostport.partition(":")
    fragment = pieces[FRAGMENT]
    named = [part.partition("=") for part in parameters]
    fields = [part.partition("=") for part in headers.split("&")] if question else []
    return Sip(
        small(pieces[SCHEME][:-1]),
        _same(user) if mark else None,
        _same(password) if colon else None,
        small(host),
        port if has_port else None,
        _parameters([(name, value if equals else None) for name, equals, value in named]),
        _headers([(name, value) for name, _, value in fields]),
        fragment[1:] if fragment else None,
    )


def _parameters(named: list[tuple[str, str | None]]) -> tuple[tuple[str, str | None], ...]:
    made = [(lower(_same(name)), value if value is None else _same(value)) for name, value in named]
    folded = [(name, lower(value) if name in _FOLDED and value else value) for name, value in made]
    return tuple(sorted(folded, key=lambda pair: pair[0]))


def _headers(named: list[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """A field that is there twice stays in its order."""
    return tuple(sorted([(lower(_same(name)), _same(value)) for name, value in named], key=lambda pair: pair[0]))


def _same(part: str) -> str:
    """A part with the escapes decoded that RFC 3261 §19.1.4 has no use for, those of its marks too."""
    import re

    if "%" not in part:
        return part
    return re.sub("%(?:21|2[789A])", lambda escape: chr(int(escape[0][1:], 16)), normalize_escapes(part))


# ------------------------------------------------------------------------------------------------------------- findings


def _of_user(userinfo: str, start: int) -> list[Finding]:
    import re

    user, colon, password = userinfo.partition(":")
    end = start + len(userinfo)
    if not re.fullmatch(_USER, user):
        return [finding("sip-user", start, start + len(user))]
    if not re.fullmatch(_PASSWORD, password):
        return [finding("sip-user", start + len(user) + 1, end, rule=_RULES["password"])]
    found: list[Finding] = []
    decoded(user, start, found)
    decoded(password, start + len(user) + 1, found)
    if colon:
        found.append(finding("password-in-userinfo", start + len(user), end, source="RFC 3261 §19.1.1"))
    return found


_RULES = {
    "password": 'password = *( unreserved / escaped / "&" / "=" / "+" / "$" / "," )',
    "ttl": 'ttl-param = "ttl=" 1*3DIGIT',
    "maddr": 'maddr-param = "maddr=" host',
}


def _of_host(hostport: str, start: int) -> list[Finding]:
    host, colon, port = hostport.partition(":")
    if _is_host(host) and (not colon or (port.isascii() and port.isdigit())):
        return []
    return [finding("sip-host", start, start + len(hostport))]


def _is_host(host: str) -> bool:
    import re

    *labels, top = host.removesuffix(".").split(".")
    if host_kind(host) == "IPv4address":
        return True
    return bool(re.fullmatch(_TOP, top)) and all(re.fullmatch(_LABEL, label) for label in labels)


def _of_parameters(parameters: list[tuple[int, str]]) -> list[Finding]:
    found: list[Finding] = []
    seen: set[str] = set()
    for start, part in parameters:
        name, equals, value = part.partition("=")
        known = lower(_same(name))
        if not _fits(known, name, equals, value):
            found.append(finding("sip-parameter", start, start + len(part), rule=_RULES.get(known, "")))
            continue
        decoded(part, start, found)
        if known in seen:
            found.append(finding("sip-repeated", start, start + len(name)))
        seen.add(known)
    return found


def _fits(known: str, name: str, equals: str, value: str) -> bool:
    """Whether a parameter has the form of its name."""
    import re

    if known == "ttl":
        return re.fullmatch("[0-9]{1,3}", value) is not None and int(value) < 256
    if known == "maddr":
        return _is_host(value)
    return re.fullmatch(_PARAMETER, name) is not None and (not equals or re.fullmatch(_PARAMETER, value) is not None)


def _of_headers(headers: str, start: int) -> list[Finding]:
    import re

    found: list[Finding] = []
    for begin, part in spans(headers, "&", start):
        if re.fullmatch(rf"{_HEADER}++={_HEADER}*+", part):
            decoded(part, begin, found)
        else:
            found.append(finding("sip-header", begin, begin + len(part)))
    return found
