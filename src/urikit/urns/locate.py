"""
Where does a text stop being a URN, and why?

Only for texts that are none: ``start`` is the length of the longest prefix that some URN begins with.  What a URI may
not hold at all is told as for any URI; the rest by RFC 8141 §2, or RFC 2141 §2 where that was asked for.
"""

from __future__ import annotations

from urikit.findings import URISyntaxError, finding
from urikit.syntax.parse import read
from urikit.urns.grammar import RFC2141, RFC8141
from urikit.urns.mend import suggested

TYPE_CHECKING = False
if TYPE_CHECKING:
    from urikit.findings import Finding

_PREFIX = "urn:"
_NID, _LONGEST_NID = "A-Za-z0-9", 32


def locate(text: str, strict_2141: bool = False) -> Finding:
    """
    Say where and why a text is no URN.

    Args:
        text: A text that is none.
        strict_2141: Whether it was held to RFC 2141.

    Returns:
        The finding; where a known name seems to be meant, its help is the URN of it.

    Example:
        >>> found = locate("urn:ISBN 0-486-27557-4")
        >>> found.code, found.start, found.help
        ('space', 8, 'urn:isbn:0-486-27557-4')

    Source:
        RFC 8141 §2, §4.3; RFC 2141 §2.
    """
    found = _of_2141(text) if strict_2141 else _structure(text)
    try:
        read(text)
    except URISyntaxError as error:  # every URN is a URI, so this place is not before ours
        if found is None or error.finding.start <= found.start:
            found = error.finding
    assert found is not None, "a URN has no mistake"
    return helped(text, found)


def helped(text: str, found: Finding) -> Finding:
    """Return the finding with the URN that seems to be meant as its help, where there is one."""
    meant = suggested(text)
    if not meant:
        return found
    return finding(
        found.code, found.start, found.end, message=found.message, rule=found.rule, source=found.source, help=meant
    )


def _structure(text: str) -> Finding | None:
    """What the delimiters of RFC 8141 §2 do not allow; None where only a character is wrong."""
    common = _common(text)
    if common < len(_PREFIX):
        return finding("urn-scheme", common, min(common + 1, len(text)))
    at, wrong = _after_nid(text)
    if wrong:
        return wrong
    following = text[at : at + 1]
    if following in ("", "?", "#"):
        return finding("urn-no-nss", at, at + len(following), message="nothing is named: the NSS is empty")
    if following == "/":
        return finding("urn-slash", at, at + 1, rule=_rule("NSS"))
    hash_ = text.find("#", at)
    end = len(text) if hash_ < 0 else hash_
    question = text.find("?", at, end)
    return None if question < 0 else _components(text, question, end)


def _common(text: str) -> int:
    """How many characters of *text* could begin a URN's scheme."""
    at = 0
    while at < min(len(text), len(_PREFIX)) and text[at].lower() == _PREFIX[at] and text[at].isascii():
        at += 1
    return at


def _after_nid(text: str) -> tuple[int, Finding | None]:
    """Where the NSS begins, or what is wrong before it.  A NID may grow to 32 characters; its last is no hyphen."""
    start = len(_PREFIX)
    end = start
    while end < len(text) and end - start < _LONGEST_NID and _fits_nid(text[end], end - start):
        end += 1
    length, following = end - start, text[end : end + 1]
    if following == ":" and length > 1 and text[end - 1] != "-":
        return end + 1, None
    stop = end + len(following)
    if length == 0 and following in ("", ":", "/", "?", "#"):
        return end, finding("urn-nid", end, stop, message="the namespace identifier is missing", rule=_rule("NID"))
    if length == 1 and following == ":":
        message = "a namespace identifier has at least 2 characters"
    elif following == ":":
        message = 'a namespace identifier does not end in "-"'
    elif following in ("", "/", "?", "#"):
        message = 'there is no ":" after the namespace identifier, so nothing is named'
        return end, finding("urn-no-nss", end, stop, message=message)
    elif following.isascii() and (following.isalnum() or following == "-") and length:
        message = f"a namespace identifier has at most {_LONGEST_NID} characters, the last no hyphen"
    else:
        message = ""
    return end, finding("urn-nid", end, stop, message=message, rule=_rule("NID"))


def _fits_nid(character: str, place: int) -> bool:
    if character == "-":
        return 0 < place < _LONGEST_NID - 1
    return character.isascii() and character.isalnum()


def _components(text: str, question: int, end: int) -> Finding | None:
    """What is wrong after the first "?"; *end* is where the fragment begins, or the text ends."""
    mark = text[question + 1 : question + 2] if question + 1 < end else ""
    if mark not in ("+", "=") or not mark:
        at = question + 1
        return finding("urn-query", at, min(at + 1, len(text)), rule=_rule("rq-components"))
    if mark == "+":
        wrong = _empty(text, question + 2, end, "r-component")
        if wrong:
            return wrong
        question = text.find("?=", question + 2, end)
    return _empty(text, question + 2, end, "q-component") if question >= 0 else None


def _empty(text: str, at: int, end: int, rule: str) -> Finding | None:
    if at < end and text[at] not in "/?" and not (rule == "r-component" and text.startswith("?=", at)):
        return None
    what = f"the {rule} is empty" if at >= end else f'the {rule} begins with "{text[at]}"'
    return finding("urn-component", at, min(at + 1, len(text)), message=what, rule=_rule(rule))


def _rule(name: str) -> str:
    return f"{name} = {RFC8141.rules[name].abnf}"


# --------------------------------------------------------------------------------------------------- the old grammar


def _of_2141(text: str) -> Finding | None:
    common = _common(text)
    if common < len(_PREFIX):
        return finding("urn-scheme", common, min(common + 1, len(text)), source="RFC 2141 §2")
    nid = RFC8141.compile(r"[A-Za-z0-9][A-Za-z0-9\-]{0,31}+").match(text, common)
    end = nid.end() if nid else common
    if end - common < 2 or not text.startswith(":", end) or text[common:end].lower() == "urn":
        return _nid_2141(text, common, end)
    good = RFC2141.matcher("NSS").match(text, end + 1)
    at = good.end() if good else end + 1
    if at == len(text):
        return finding("urn-no-nss", at, at, source="RFC 2141 §2.2")
    if text[at] == "%":
        if text.startswith("%00", at):
            return finding("urn-2141", at + 2, at + 3, message="octet 0 is not to be used in a URN, escaped or not")
        return None  # a broken escape: told as for any URI
    reserved = text[at] in "/?#"
    why = "is reserved for later" if reserved else "is written %-encoded"
    return finding("urn-2141", at, at + 1, message=f'by RFC 2141 "{text[at]}" {why}')


def _nid_2141(text: str, start: int, end: int) -> Finding:
    following = text[end : end + 1]
    if text[start:end].lower() == "urn" and following == ":":
        message = '"urn" is no namespace identifier'
    elif following in ("", "/", "?", "#") and end > start:
        return finding("urn-no-nss", end, end + len(following), source="RFC 2141 §2")
    else:
        message = 'a namespace identifier has 2 to 32 letters, digits and "-", the first no hyphen'
    rule = f"NID ::= {RFC2141.rules['NID'].abnf}"
    return finding("urn-nid", end, end + len(following), message=message, rule=rule, source="RFC 2141 §2.1")
