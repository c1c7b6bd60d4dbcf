"""P3, P11 for URNs: four times the text takes at most five times as long, also where it is none."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.test_growth import LONG_ENOUGH, growth
from urikit import URN, check, is_urn, nid_advice, nid_kind, read_urn, urn_equivalent, urn_key, urn_locations

pytestmark = pytest.mark.clock

TEXTS: dict[str, Callable[[int], str]] = {
    "a namespace identifier": lambda n: "urn:" + "a" * n,
    "hyphens for one": lambda n: "urn:a" + "-" * n + ":b",
    "a name": lambda n: "urn:example:" + "a" * n,
    "escapes": lambda n: "urn:etsi:" + "%c3%A9" * (n // 6),
    "half an escape after many": lambda n: "urn:etsi:" + "%c3%A9" * (n // 6) + "%4",
    "slashes": lambda n: "urn:example:a" + "/" * n,
    "question marks in an r-component": lambda n: "urn:example:a?+a" + "?" * n,
    "and then an empty q-component": lambda n: "urn:example:a?+a" + "?" * n + "=",
    "q-components in a q-component": lambda n: "urn:example:a?=a" + "?=a?+" * (n // 5),
    "r-components that are none": lambda n: "urn:example:a" + "?+" * (n // 2),
    "a fragment": lambda n: "urn:example:a#" + "f?" * (n // 2),
    "a fragment and a mistake": lambda n: "urn:example:a#" + "f" * n + "#",
    "hyphens of an ISBN": lambda n: "urn:isbn:0" + "-0" * (n // 2),
    "digits of an ISBN": lambda n: "urn:isbn:" + "9" * n,
    "arcs": lambda n: "urn:oid:1" + ".0" * (n // 2),
    "an arc": lambda n: "urn:oid:1." + "9" * n,
    "colons": lambda n: "urn:lex:eu" + ":a" * (n // 2),
    "parameters": lambda n: "urn:gsma:imei:90420156-025763-0;" + "vers=0;" * (n // 7),
    "digits of a key": lambda n: "urn:epc:id:sgtin:" + "0." * (n // 2),
    "labels": lambda n: "urn:fdc:" + "a." * (n // 2) + "com:2002:a",
    "a public identifier": lambda n: "urn:publicid:" + "a+b:c;%2B" * (n // 9),
    "a name with spaces": lambda n: "urn:ISBN " + "0 " * (n // 2),
    "urn: again and again": lambda n: "urn:" * (n // 4),
}
FUNCTIONS: dict[str, Callable[[str], object]] = {
    "is_urn": is_urn,
    "is_urn of old": lambda text: is_urn(text, strict_2141=True),
    "read_urn": read_urn,
    "read_urn of old": lambda text: read_urn(text, strict_2141=True),
    "URN": lambda text: [URN(text).nss, URN(text).q_component],
    "urn_key": lambda text: urn_key(text, isbn_cross=True),
    "urn_equivalent": lambda text: urn_equivalent(text, text),
    "urn_locations": urn_locations,
    "check": lambda text: check(text, limit=None),
    "nid_kind": nid_kind,
    "nid_advice": nid_advice,
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_four_times_the_text_takes_at_most_five_times_as_long(name: str) -> None:
    slow = {}
    for kind, text in TEXTS.items():
        _, once, fourfold = growth(FUNCTIONS[name], text)
        if fourfold > 5 * max(once, LONG_ENOUGH):
            slow[kind] = (once, fourfold)

    assert slow == {}
