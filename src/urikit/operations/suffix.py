"""
Whose domain is a host under: what did a registry hand out, and where does what it left to others begin?

The Public Suffix List says, and it changes every week; the copy is that of the package ``publicsuffixlist``, whose date
belongs to every answer (`psl_version`).  RFC 3986 §3.2.2 leaves names to DNS.
"""

from __future__ import annotations

from urikit.operations.domain import ascii_domain
from urikit.operations.idna import to_ascii
from urikit.syntax.host import host_kind
from urikit.syntax.parse import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.syntax.parse import Spec

RULE, BELOW, EXCEPT = 1, 2, 4
"""A rule of the list: the name is a suffix; every name right below it is; it is none, against a rule of its parent."""

PRIVATE = 3
"""How far the bits of a rule of the list's second part, of private owners, are moved to the left."""

_RECIPE = 'the Public Suffix List comes with an extra: pip install "urikit[psl]"'
_rules: dict[str, int] = {}
_versions: list[str] = []


def public_suffix(text: str, private: bool = False, *, listed: bool = False, spec: Spec = "rfc3986") -> str | None:
    """
    Return the public suffix of a reference's host: what nobody can register, "co.uk" of "www.example.co.uk".

    Args:
        text: A reference.  A host alone is written ``//www.example.co.uk``.
        private: Count suffixes of private owners, such as "github.io", as those of registries.
        listed: Give None where no rule of the list fits; else the last label is the suffix, as the list's algorithm
            has it.
        spec: ``"rfc3986"``, or ``"rfc3987"`` for an IRI.

    Returns:
        A name in lower case, in A-labels, without a final dot; None where there is no host, or it is an IP address or
        ends in a label of digits, as no domain name does.

    Raises:
        URISyntaxError: *text* is no reference.
        URIRuleError: IDNA refuses the host.
        ImportError: The extra ``psl`` is not installed.

    Cost:
        A look-up a label; the list is read at the first, some 50 ms.

    Example:
        >>> public_suffix("http://www.example.co.uk/a"), public_suffix("http://[::1]/"), public_suffix("//a.test")
        ('co.uk', None, 'test')
        >>> public_suffix("//a.github.io"), public_suffix("//a.github.io", private=True)
        ('io', 'github.io')

    Source:
        publicsuffix.org/list: "Algorithm".
    """
    name = _name(text, spec)
    cut = None if name is None else _cut(name, private, listed)
    return None if name is None or cut is None else name[cut:]


def registrable_domain(text: str, private: bool = False, *, listed: bool = False, spec: Spec = "rfc3986") -> str | None:
    """
    Return the registrable domain of a reference's host: its public suffix and the label before it.

    Args:
        text: As for `public_suffix`, and so the options.

    Returns:
        As `public_suffix`; None where the host is a public suffix itself, too.

    Raises:
        URISyntaxError: *text* is no reference.
        URIRuleError: IDNA refuses the host.
        ImportError: The extra ``psl`` is not installed.

    Cost:
        As `public_suffix`.

    Example:
        >>> registrable_domain("http://www.example.co.uk/a"), registrable_domain("//co.uk")
        ('example.co.uk', None)
        >>> registrable_domain("//x.a.github.io."), registrable_domain("//x.a.github.io", private=True)
        ('github.io', 'a.github.io')
        >>> registrable_domain("http://食狮.公司.cn/", spec="rfc3987")
        'xn--85x722f.xn--55qx5d.cn'

    Source:
        publicsuffix.org/list: "Algorithm".
    """
    name = _name(text, spec)
    cut = None if name is None else _cut(name, private, listed)
    if name is None or not cut:
        return None
    return name[name.rfind(".", 0, cut - 1) + 1 :]


def psl_version() -> str:
    """
    Return the date of the Public Suffix List that is asked, as the list gives it.

    Raises:
        ImportError: The extra ``psl`` is not installed.

    Example:
        >>> psl_version() > "2024"
        True
    """
    rules()
    return _versions[0]


def reversed_host(text: str, *, spec: Spec = "rfc3986") -> str | None:
    """
    Return the labels of a reference's host from the last to the first, so that those of a domain sort together.

    Args:
        text: A reference.
        spec: ``"rfc3986"``, or ``"rfc3987"`` for an IRI.

    Returns:
        In lower case, in A-labels, without the final dot; None where there is no host, or it is an IP address.

    Raises:
        URISyntaxError: *text* is no reference.
        URIRuleError: IDNA refuses the host.

    Example:
        >>> reversed_host("http://www.Example.com./a"), reversed_host("http://127.0.0.1/")
        ('com.example.www', None)

    Source:
        RFC 3986 §3.2.2.
    """
    name = host_name(text, spec)
    return None if name is None else ".".join(reversed(name.split(".")))


def host_name(text: str, spec: Spec = "rfc3986") -> str | None:
    """
    Return the host of a reference as DNS has it, without the root's dot; None for none, and for an IP address.

    Raises:
        URISyntaxError: *text* is no reference.
        URIRuleError: IDNA refuses the host.

    Example:
        >>> host_name("http://B%C3%BCcher.Example./"), host_name("http://[::1]/"), host_name("file:///a")
        ('xn--bcher-kva.example', None, None)

    Source:
        RFC 3986 §3.2.2; RFC 3987 §3.1.
    """
    pieces = read(text, spec=spec)
    host, start = pieces[2], len(pieces[0]) + len(pieces[1])
    if not host or host_kind(host) != "reg-name":
        return None
    name = ascii_domain(text, start, start + len(host))
    return name.removesuffix(".") or None if host_kind(name) == "reg-name" else None


def rules() -> dict[str, int]:
    """
    Return the rules of the Public Suffix List: by name in A-labels the bits of `RULE`, `BELOW` and `EXCEPT`.

    Those of private owners are moved to the left by `PRIVATE`.

    Raises:
        ImportError: The extra ``psl`` is not installed.

    Example:
        >>> rules()["co.uk"] == RULE, rules()["ck"] == BELOW, rules()["github.io"] == RULE << PRIVATE
        (True, True, True)
    """
    if not _rules:
        _load()
    return _rules


def _load() -> None:
    from importlib.resources import files

    try:
        text = files("publicsuffixlist").joinpath("public_suffix_list.dat").read_text("utf-8")
    except ModuleNotFoundError:
        raise ImportError(_RECIPE) from None
    found: dict[str, int] = {}
    version, moved = "", 0
    for line in text.splitlines():
        if line.startswith("// VERSION:"):
            version = line.removeprefix("// VERSION:").strip()
        elif line.startswith("// ===BEGIN PRIVATE DOMAINS"):
            moved = PRIVATE
        rule = line.partition(" ")[0].strip()
        if rule and not rule.startswith("//"):
            kind = EXCEPT if rule[0] == "!" else BELOW if rule[:2] == "*." else RULE
            name = to_ascii(rule.removeprefix("!").removeprefix("*."))
            found[name] = found.get(name, 0) | kind << moved
    _versions[:] = [version]
    _rules.update(found)


def _name(text: str, spec: Spec) -> str | None:
    """The host as a domain name; None where it is none."""
    name = host_name(text, spec)
    return None if name is None or name.rpartition(".")[2].isdigit() else name


def _cut(name: str, private: bool, listed: bool) -> int | None:
    """Where in a name its public suffix begins."""
    found = _rules or rules()
    both = (1 | 1 << PRIVATE) if private else 1
    at = 0
    while True:  # from the longest: the first that fits prevails, and an exception before the rule it is one to
        dot = name.find(".", at)
        own = found.get(name[at:], 0)
        if own & EXCEPT * both:
            return dot + 1
        if own & RULE * both or (dot >= 0 and found.get(name[dot + 1 :], 0) & BELOW * both):
            return at
        if dot < 0:
            return None if listed else at
        at = dot + 1
