"""The tables of characters, reproduced from the grammars: 475 rows of five standards, 736 of RFC 1738's schemes."""

from __future__ import annotations

import csv
import unicodedata
from pathlib import Path

import pytest

from urikit import charset_table
from urikit.syntax.charsets import COMPONENTS, Place
from urikit.syntax.grammar import RFC3986, grammar_of

TABLES = Path(__file__).parent.parent.parent / "vectors" / "rfc1738" / "tables"
SPECS = {
    "rfc1738": "rfc1738",
    "rfc2396": "rfc2396",
    "rfc3986": "rfc3986",
    "rfc3987": "rfc3987",
    "whatwg_nonspecial": "whatwg",
    "whatwg_special": "whatwg-special",
}
STANDARDS = tuple(SPECS.values())[:4]

# Rows of the table of schemes that the grammar of RFC 1738 §5 does not give, and why.
DIFFERENCES = {
    ("any ip", "password", ":"): ("must-encode", 'the first ":" ends the user; in a password one ends nothing'),
    ("prospero", "fieldname", ";"): ("must-encode", 'a field has its "=" before the next ";" begins another'),
    ("gopher", "search", "/"): ("must-encode", "search is the rule of http, without / and ?; a selector has them"),
    ("gopher", "search", "?"): ("must-encode", "search is the rule of http, without / and ?; a selector has them"),
}


def rows(name: str) -> list[dict[str, str]]:
    with (TABLES / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def character_of(row: dict[str, str]) -> str:
    return " " if row["char"] == "SP" else row["char"]


def class_of_1738(character: str) -> str:
    fits = grammar_of("rfc1738").matcher
    names = {"alnum": "alphadigit", "safe": "safe", "extra": "extra", "reserved": "reserved"}
    return next((name for name, rule in names.items() if fits(rule).fullmatch(character)), "unsafe")


def class_of_3986(character: str) -> str:
    names = {"unreserved": "unreserved", "sub-delim": "sub-delims", "gen-delim": "gen-delims"}
    found = (name for name, rule in names.items() if RFC3986.matcher(rule).fullmatch(character))
    return next(found, "percent" if character == "%" else "excluded")


def places(character: str) -> dict[tuple[str, str], str]:
    return {(one.component, one.spec): one.status for one in charset_table(character)}


def reproduced(character: str, component: str) -> dict[str, str]:
    """The row of the table, made anew."""
    seen = places(character)
    shown = {column: seen[component, spec] for column, spec in SPECS.items()}
    raw = {seen[component, spec].replace("allowed-reserved", "allowed") for spec in STANDARDS}
    return {
        "char": "SP" if character == " " else character,
        "codepoint": f"U+{ord(character):04X}",
        "name": unicodedata.name(character),
        "pct": f"%{ord(character):02X}",
        "component": component.replace("-", "_"),
        **shown,
        "rfc1738_unsafe": "yes" if class_of_1738(character) == "unsafe" else "",
        "rfc1738_class": class_of_1738(character),
        "rfc3986_class": class_of_3986(character),
        "differs": "yes" if len(raw) > 1 else "",
    }


def test_all_475_rows_of_five_standards_are_reproduced() -> None:
    table = rows("charsets.csv")

    assert len(table) == 475
    assert [reproduced(chr(code), component) for code in range(0x20, 0x7F) for component in COMPONENTS] == table


def test_all_736_rows_of_the_schemes_are_reproduced_but_those_explained() -> None:
    table = {(row["scheme"], row["component"], row["char"]): row["status"] for row in rows("charsets_1738_schemes.csv")}
    characters = {character for _, _, character in table}
    made = {
        (one.scheme, one.component, character): one.status
        for character in characters
        for one in charset_table(character, by_scheme=True)
    }
    other = {key: status for key, status in made.items() if table[key] != status}

    assert len(table) == 736
    assert made.keys() == table.keys()
    assert other == {key: status for key, (status, _) in DIFFERENCES.items()}


def told(character: str, component: str, spec: str) -> tuple[str, str]:
    (one,) = [one for one in charset_table(character) if (one.component, one.spec) == (component, spec)]
    return one.status, one.reason


@pytest.mark.parametrize(
    ("character", "component", "spec", "status", "reason"),
    [
        ("\x00", "query", "rfc3986", "must-encode", "unprintable"),
        ("\x7f", "path-segment", "rfc1738", "must-encode", "unprintable"),
        ("\t", "path-segment", "whatwg", "removed", "unprintable"),
        ("é", "path-segment", "rfc3986", "must-encode", "non-ascii"),
        ("é", "path-segment", "rfc3987", "allowed", ""),
        ("é", "host", "whatwg-special", "idna", "non-ascii"),
        ("\ue000", "path-segment", "rfc3987", "must-encode", "non-ascii"),
        ("\ue000", "query", "rfc3987", "allowed", ""),
        ("\ud800", "query", "rfc3987", "must-encode", "non-ascii"),
        ("~", "path-segment", "rfc1738", "must-encode", "unsafe"),
        ("~", "path-segment", "rfc2396", "allowed", ""),
        ("[", "query", "rfc3986", "must-encode", "reserved"),
        ("/", "query", "rfc1738", "must-encode", "reserved"),
        ("_", "host", "rfc1738", "must-encode", "not in this component"),
        ("@", "host", "rfc3986", "delimiter", "delimiter"),
        ("%", "query", "rfc3986", "escape", "escape"),
        ("%", "host", "rfc3986", "escape", "escape"),
        ("%", "host", "rfc1738", "escape", "not in this component"),
        ("%", "host", "rfc2396", "escape", "not in this component"),
        ("!", "query", "rfc3986", "allowed-reserved", "reserved"),
        ("a", "fragment", "rfc1738", "not-in-grammar", ""),
    ],
)
def test_a_place_has_its_reason(character: str, component: str, spec: str, status: str, reason: str) -> None:
    assert told(character, component, spec) == (status, reason)


def test_every_character_that_cannot_stand_raw_has_a_reason() -> None:
    free = {"allowed", "not-in-grammar", "kept", "kept-lowercased"}

    for code in [*range(0x100), 0x20AC, 0xE000, 0xD800, 0xFFFF, 0x1F600, 0x10FFFF]:
        for one in charset_table(chr(code)) + charset_table(chr(code), by_scheme=True):
            assert isinstance(one, Place)
            assert (one.reason == "") == (one.status in free), (code, one)


@pytest.mark.parametrize("text", ["", "ab"])
def test_a_character_is_one_code_point(text: str) -> None:
    with pytest.raises(ValueError, match="one code point"):
        charset_table(text)
