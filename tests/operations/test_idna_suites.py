"""
Do the conformance tests of UTS 46 and the web's tests get the right answer?

They lie beside the project, not in it, and the tests skip where they are not there.  What we answer otherwise is listed
with its cause, and a listed row that agrees fails as well.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from urikit import URIRuleError, parse, to_ascii, to_unicode, unicode_version
from urikit.operations.uts46 import RULES

SHARED = Path(__file__).parents[3] / "shared"
SUITE = SHARED / "specs/data/IdnaTestV2.txt"
WPT = SHARED / "vectors/wpt"

# --- what we answer otherwise, and why

LATER = {  # version of the mapping table -> rows of the suite's 17.0 that have characters it did not know
    "17.0.0": {},
    "18.0.0": {"xn--5cb172r175fug38a.xn--mlj": "U+3F8CD is a character since Unicode 18.0"},
}
ROOT = "a name may end in the dot of the root: RFC 3986 §3.2.2, RFC 1034 §3.1; UTS 46 refuses that since revision 33"


class Row(NamedTuple):
    """A line of the suite: what is given, what comes of it, and the codes of the rules that it breaks."""

    source: str
    plain: str
    plain_status: set[str]
    wire: str
    wire_status: set[str]


ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})|\\x\{([0-9A-Fa-f]+)\}")


def row_of(line: str) -> Row:
    """Read a line; an empty column is as the one before, "" is the empty text."""
    columns = [column.strip() for column in line.partition("#")[0].split(";")]
    source, plain, plain_status, wire, wire_status = columns[:5]
    texts = [source, plain or source, wire or plain or source]
    source, plain, wire = (
        ESCAPE.sub(lambda escape: chr(int(escape[1] or escape[2], 16)), "" if text == '""' else text) for text in texts
    )
    codes = [set(re.findall(r"\w+", status)) for status in (plain_status, wire_status or plain_status)]
    return Row(source, plain, codes[0], wire, codes[1])


def only_for_tables_of_the_same_time() -> None:
    """Skip where the mapping table is of another Unicode than the tests."""
    if unicode_version() not in LATER:
        pytest.skip(f"the tests are of Unicode 17.0, the mapping table is of {unicode_version()}")


def suite() -> list[Row]:
    """Every row."""
    only_for_tables_of_the_same_time()
    if not SUITE.exists():
        pytest.skip("the conformance tests of UTS 46 are not beside the project")
    lines = SUITE.read_text("utf-8").splitlines()
    return [row_of(line) for line in lines if line and not line.startswith("#")]


def wire_of(host: str, **options: bool) -> str | None:
    """The ASCII form, or None where it is refused."""
    try:
        return to_ascii(host, **options)
    except URIRuleError:
        return None


def cause(row: Row) -> str | None:
    """Why a row is answered otherwise on purpose."""
    name = row.wire.removesuffix(".")
    if row.wire_status == {"A4_2"} and name != row.wire and all(0 < len(label) < 64 for label in name.split(".")):
        return ROOT
    return LATER[unicode_version()].get(row.source)


def test_the_suite_is_whole() -> None:
    assert len(suite()) == 6391


def test_to_ascii_of_every_row_is_as_uts_46_has_it() -> None:
    wrong = {}
    for row in suite():
        wanted = None if row.wire_status else row.wire
        seen = wire_of(row.source, hyphens=True, std3=True)
        if (seen == wanted) is (cause(row) is not None):
            wrong[row.source] = (seen, wanted, cause(row))

    assert wrong == {}


def test_what_is_not_matched_is_listed_and_why() -> None:
    causes = [cause(row) for row in suite()]

    assert (causes.count(ROOT), len(causes) - causes.count(None)) == (68, 68 + len(LATER[unicode_version()]))


def test_to_unicode_of_every_sound_row_is_as_uts_46_has_it() -> None:
    rows = [row for row in suite() if not row.plain_status]

    assert len(rows) > 400
    assert {
        row.source: (seen, row.plain)
        for row in rows
        if (seen := to_unicode(row.source, hyphens=True, std3=True, lengths=False)) != row.plain
    } == {}


def test_each_rule_that_is_named_is_one_that_the_suite_names() -> None:
    keys = {words: key for key, (words, _) in RULES.items() if words}
    wrong = {}
    for row in suite():
        status = {code[:2] for code in row.wire_status}
        try:
            to_ascii(row.source, hyphens=True, std3=True)
        except URIRuleError as error:
            named = {keys.get(one.rule, "A4" if one.code == "idna-length" else one.code) for one in error.findings}
            # what cannot stand in a host is U1 as well; "B" is any of them, where no direction is known
            named = {"U1" if key == "idna-reg-name" else key for key in named} - {"B"}
            if not named <= status:
                wrong[row.source] = (named, status)

    assert wrong == {}


# --- the web's

FORBIDDEN = {chr(number) for number in (*range(0x21), 0x7F)} | set("#%/:<>?@[\\]^|")
"""URL Standard, forbidden domain code points."""


def web(host: str) -> str | None:
    """Domain to ASCII of the URL Standard, not strict: ASCII is looked into no further, lengths are not tested."""
    if host.isascii():
        return None if FORBIDDEN & set(host) else host.lower()
    return wire_of(host, lengths=False) or None


def wpt(name: str) -> list[dict[str, Any]]:
    """The records of a file of the web's tests."""
    only_for_tables_of_the_same_time()
    path = WPT / name
    if not path.exists():
        pytest.skip(f"{name} is not beside the project")
    return [row for row in json.loads(path.read_text("utf-8")) if isinstance(row, dict)]


@pytest.mark.parametrize(
    ("name", "rows"), [("toascii.json", 87), ("IdnaTestV2.json", 2671), ("IdnaTestV2-removed.json", 20)]
)
def test_hosts_as_the_web_has_them(name: str, rows: int) -> None:
    cases = wpt(name)

    assert len(cases) == rows
    assert [(case, seen) for case in cases if (seen := web(case["input"])) != case["output"]] == []


def test_lengths_as_the_web_has_them() -> None:
    cases = wpt("verifydnslength_tests.json")

    assert len(cases) == 17
    assert [case for case in cases if (wire_of(parse(case["input"]).host or "") is None) is not case["failure"]] == []
