"""P3, P11: four times the text takes a module at most five times as long, on texts that its grammar dwells on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.test_growth import LONG_ENOUGH, growth
from urikit import SCHEMES, UrikitError, URIReference, check, normalize

pytestmark = pytest.mark.clock

# Kind -> the text of about n characters.
TEXTS: dict[str, Callable[[int], str]] = {
    "mailto: addresses": lambda n: "mailto:" + "a@b.c," * (n // 6) + "a@b",
    "mailto: atoms": lambda n: "mailto:" + "a." * (n // 2) + "a@b",
    "mailto: quoted pairs": lambda n: "mailto:%22" + "%5C%20" * (n // 6) + "%22@b",
    "mailto: fields": lambda n: "mailto:?" + "&".join([f"x{number}=a" for number in range(n // 8)]),
    "mailto: one field": lambda n: "mailto:?" + "&".join(["k=a"] * (n // 4)),
    "mailto: line breaks": lambda n: "mailto:?body=" + "%0D%0A" * (n // 6),
    "mailto: open quotes": lambda n: "mailto:?to=" + "%22a," * (n // 5),
    "tel: digits": lambda n: "tel:+" + "1-" * (n // 2),
    "tel: separators": lambda n: "tel:+" + "-" * n,
    "tel: parameters": lambda n: "tel:+1;" + ";".join([f"x{number}=a" for number in range(n // 8)]),
    "tel: one parameter": lambda n: "tel:+1" + ";a" * (n // 2),
    "tel: hyphens of a context": lambda n: "tel:1;phone-context=" + "a-" * (n // 2),
    "tel: labels of a context": lambda n: "tel:1;phone-context=" + "a." * (n // 2) + "b",
    "geo: digits": lambda n: "geo:0." + "1" * n + ",1",
    "geo: zeros": lambda n: "geo:" + "0" * n + ",1",
    "geo: parameters": lambda n: "geo:1,2" + ";a=b" * (n // 4),
    "geo: coordinates": lambda n: "geo:" + "1," * (n // 2),
    "data: base64": lambda n: "data:;base64," + "QUJD" * (n // 4),
    "data: padding": lambda n: "data:;base64," + "=" * n,
    "data: white space": lambda n: "data:;base64," + "%20" * (n // 3),
    "data: octets": lambda n: "data:," + "%FF" * (n // 3),
    "data: question marks": lambda n: "data:," + "?" * n,
    "data: parameters": lambda n: "data:" + ";a=b" * (n // 4) + ",",
    "data: a token": lambda n: "data:" + "a" * n + "/b,",
    "ldap: names": lambda n: "ldap:///" + "o=a," * (n // 4) + "o=a",
    "ldap: spaces in a name": lambda n: "ldap:///o=a" + "%20" * (n // 3) + "b",
    "ldap: a deep filter": lambda n: "ldap:///???" + "(!" * (n // 3) + "(a=b)" + ")" * (n // 3),
    "ldap: a wide filter": lambda n: "ldap:///???" + "(&" + "(a=*)" * (n // 5) + ")",
    "ldap: colons of a filter": lambda n: "ldap:///???(a" + ":dn" * (n // 3) + "=)",
    "ldap: options of a filter": lambda n: "ldap:///???(" + "a;" * (n // 2),
    "ldap: open filters": lambda n: "ldap:///???" + "(a=b" * (n // 4),
    "ldap: attributes": lambda n: "ldap:///?" + "cn," * (n // 3) + "cn",
    "ldap: question marks": lambda n: "ldap:///" + "?" * n,
    "ldap: extensions": lambda n: "ldap:///????" + "a=b," * (n // 4),
    "ftp: directories": lambda n: "ftp://h" + "/a" * (n // 2),
    "ftp: types": lambda n: "ftp://h/" + ";type=a" * (n // 7),
    "file: names": lambda n: "file://" + "/a%20" * (n // 5),
    "file: dot segments": lambda n: "file:c:" + "/a/.." * (n // 5),
    "file: slashes": lambda n: "file:///" + "/" * n,
    "file: dots": lambda n: "file:///C:/a/" + "." * n,
    "http: a port": lambda n: "http://h:" + "8" * n + "/",
    "about: a token": lambda n: "about:" + "%41" * (n // 3),
    "blob: a host": lambda n: "blob:https://" + "a" * n + "/9115d58c-bcda-ff47-86e5-083e9a215304",
    "blob: slashes": lambda n: "blob:" + "/" * n,
    "javascript: spaces": lambda n: "javascript:" + "%20;" * (n // 4),
    "javascript: no void": lambda n: "javascript:void" + "%20" * (n // 3) + "1",
    "view-source: pages": lambda n: "view-source:" * (n // 12) + "HTTP://H/",
    "view-source: a host": lambda n: "view-source:http://" + "A" * n,
    "view-source: a user": lambda n: "view-source:http://" + "a:" * (n // 2) + "@h/",
}


def read_and_write(text: str) -> None:
    """All that a module does with a text: what is wrong, the normal form, the value and its text, a path."""
    own = SCHEMES[text.partition(":")[0]].own
    assert own is not None
    check(text)
    normalize(text, "scheme")
    try:
        value = own.parse(text)
        assert own.parse(str(value)) == value
        for name in ("recipients", "commands", "mediatype", "origin"):
            getattr(value, name, None)
        to_path = getattr(own, "to_path", None)
        if to_path is not None:
            to_path(text, "windows" if ":/" in text[5:] else "posix")
    except UrikitError as error:
        str(error)


@pytest.mark.parametrize("kind", TEXTS)
def test_four_times_the_text_takes_at_most_five_times_as_long(kind: str) -> None:
    assert URIReference(TEXTS[kind](100)).scheme == kind.partition(":")[0]
    _, once, fourfold = growth(read_and_write, TEXTS[kind])

    assert fourfold <= 5 * max(once, LONG_ENOUGH)
