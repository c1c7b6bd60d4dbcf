"""Each row keeps to its own examples; a new row needs no new test."""

from __future__ import annotations

import tomllib
from collections import Counter

import pytest

from tools import generate_schemes
from urikit import SCHEMES, Scheme, check, equivalent, normalize
from urikit.findings import CODES, Finding, URIRuleError, URISyntaxError
from urikit.schemes import rules
from urikit.schemes.compact import compact_rows
from urikit.syntax.parse import read


def found(text: str) -> list[Finding]:
    """What the scheme's own rules say of a text."""
    return rules.findings(text, read(text))


VALID = [(row, text) for row in SCHEMES.values() for text in row.valid]
INVALID = [(row, text, code) for row in SCHEMES.values() for text, code in row.invalid]
EQUIVALENT = [(row, group) for row in SCHEMES.values() for group in row.equivalent]


RULED = [row for row in SCHEMES.values() if row.valid]


def test_a_table_stands_in_one_place() -> None:
    room = generate_schemes.ROOM
    own = [name for path in (room / "rows").glob("*.toml") for name in tomllib.loads(path.read_text("utf-8"))]
    names = [*own, *tomllib.loads((room / "schemes.toml").read_text("utf-8"))]

    assert [name for name, count in Counter(names).items() if count > 1] == []
    assert {*own} == {row.name for row in OWN}, "rows/ is for schemes with a module"


def test_every_row_with_rules_has_examples() -> None:
    silent = Scheme("x", source="")
    facts = ("name", "source", "status", "reference", "template", "valid", "invalid", "equivalent")
    fields = [field for field in Scheme.__slots__ if field not in facts]
    ruled = [row for row in SCHEMES.values() if any(getattr(row, f) != getattr(silent, f) for f in fields)]

    assert [row.name for row in ruled if not (row.valid and row.invalid)] == []
    assert [row.name for row in ruled if not row.equivalent and row.equivalence is None] == []
    assert {row.name for row in RULED} - {row.name for row in ruled} == {"example"}, "the scheme that says nothing"


@pytest.mark.parametrize("row", list(SCHEMES.values()), ids=list(SCHEMES))
def test_a_row_has_a_source(row: Scheme) -> None:
    assert row.source
    assert (row.status == "unregistered") <= (not row.reference)


OWN = [row for row in SCHEMES.values() if row.module]


@pytest.mark.parametrize("row", OWN, ids=[row.name for row in OWN])
def test_a_row_with_a_module_has_examples_enough(row: Scheme) -> None:
    assert len(row.valid) >= 5
    assert len(row.invalid) >= 5
    assert row.equivalence == "none" or sum(len(group) - 1 for group in row.equivalent) >= 2
    assert row.equivalence is None or not row.equivalent


@pytest.mark.parametrize("row", [row for row in OWN if not row.rewrites], ids=lambda row: row.name)
def test_a_module_that_rewrites_nothing_gives_back_what_it_takes(row: Scheme) -> None:
    assert row.own is not None
    for text in (*row.valid, *dict(row.invalid), f"{row.name}://U@H:1/%7E/..?Q#F", f"{row.name}:A/./B?C"):
        pieces = read(text)
        assert row.own.normal(pieces) is pieces


def test_the_rows_are_the_same_to_the_twin() -> None:
    told = dict(compact_rows())
    silent = (None, None, (), (False, False, False, False, False))
    for name, row in SCHEMES.items():
        port = None if row.port == "kept" else row.default_port
        fills = row.empty_path == "/"
        has_word = row.own is not None and row.rewrites
        flags = (row.absent_authority_is_empty, fills, row.host == "dns", row.authority is not None, has_word)
        assert told.get(name, silent) == (port, row.default_host, row.case_insensitive, flags)


@pytest.mark.parametrize(("row", "text"), [(row, text) for row in OWN for text in row.valid])
def test_what_a_module_reads_it_writes(row: Scheme, text: str) -> None:
    assert row.own is not None
    value = row.own.parse(text)

    assert row.own.parse(str(value)) == value
    assert normalize(str(value), "scheme") == normalize(text, "scheme")


@pytest.mark.parametrize(("row", "text"), [(row, text) for row in OWN for text, _ in row.invalid])
def test_a_module_reads_nothing_that_is_against_its_grammar(row: Scheme, text: str) -> None:
    assert row.own is not None
    if all(one.level != "error" for one in found(text)):
        row.own.parse(text)
        return
    with pytest.raises((URISyntaxError, URIRuleError)):
        row.own.parse(text)


@pytest.mark.parametrize("text", [t for row in SCHEMES.values() for t in (*row.valid, *sum(row.equivalent, ()))])
def test_the_normal_form_of_a_normal_form_is_itself(text: str) -> None:
    once = normalize(text, "scheme")

    assert normalize(once, "scheme") == once


@pytest.mark.parametrize(("row", "text"), VALID)
def test_a_valid_example_gives_nothing_above_a_note(row: Scheme, text: str) -> None:
    assert read(text, "URI")[0] == row.name + ":"
    assert [one for one in found(text) if one.level != "note"] == []


@pytest.mark.parametrize(("row", "text", "code"), INVALID)
def test_an_invalid_example_gives_its_code(row: Scheme, text: str, code: str) -> None:
    assert read(text, "URI")[0] == row.name + ":"
    assert code in [one.code for one in found(text)]
    assert code in [one.code for one in check(text)]
    assert code in CODES


@pytest.mark.parametrize(("row", "group"), EQUIVALENT)
def test_equivalent_examples_are_written_as_one(row: Scheme, group: tuple[str, ...]) -> None:
    assert len(group) > 1
    assert len({normalize(text, "scheme") for text in group}) == 1, row.name
    assert all(equivalent(group[0], text, "scheme") for text in group)


@pytest.mark.parametrize(
    ("name", "path", "folded"),
    [
        ("mailto", "A@B.C,D@E.F", "A@b.c,D@e.f"),
        ("mailto", "%22A%40B%22@EX.%C3%A9", "%22A%40B%22@ex.%C3%A9"),
        ("mailto", "NOBODY", "NOBODY"),
        ("urn", "EXAMPLE:A:B", "example:A:B"),
        ("urn", "X", "x"),
        ("ftp", "/A;type=I", "/A;type=i"),
        ("ftp", "/A;type=X", "/A;type=X"),
        ("ftp", "/A;TYPE=I", "/A;TYPE=I"),
        ("http", "/A", "/A"),
    ],
)
def test_the_part_that_a_scheme_reads_without_case_is_folded(name: str, path: str, folded: str) -> None:
    assert SCHEMES[name].normal_path(path, has_authority=path.startswith("/")) == folded


def test_an_empty_path_is_filled_in_after_an_authority_only() -> None:
    http, file = SCHEMES["http"], SCHEMES["file"]

    assert (http.normal_path("", has_authority=True), http.normal_path("", has_authority=False)) == ("/", "")
    assert file.normal_path("", has_authority=True) == ""


@pytest.mark.parametrize(
    ("text", "code", "help"),
    [
        ("HTTP://h/", "upper-case-scheme", "write http://h/"),
        ("http:h/p?q", "authority-missing", "write http://h/p?q"),
        ("http:/h/p", "authority-missing", "write http://h/p"),
        ("http:g", "same-scheme-relative", "write g"),
        ("http:/g", "same-scheme-relative", "write /g"),
        ("http:?q", "same-scheme-relative", "write ?q"),
        ("http:a:b", "same-scheme-relative", "write ./a:b"),
        ("file:g", "same-scheme-relative", "write g"),
        ("http:///h/p", "host-missing", "write http://h/p"),
        ("mailto://a@h", "authority-unexpected", "write mailto:a@h"),
        ("ws://u@h/", "userinfo-unexpected", "write ws://h/"),
        ("https://u:secret@h/", "userinfo-deprecated", "write https://h/"),
        ("http://u:secret@h:80/", "default-port", "write http://u:•••@h/"),
        ("http://h:00080/", "default-port", "write http://h/"),
        ("file:///a?b?c", "query-unexpected", "write file:///a%3Fb%3Fc"),
        ("ws://h/a#b", "fragment-unexpected", "write ws://h/a"),
        ("localhost:8080/x", "host-port-looks-like-scheme", "write https://localhost:8080/x"),
        ("example.com:6688", "host-port-looks-like-scheme", "write https://example.com:6688"),
    ],
)
def test_the_help_is_the_mended_text(text: str, code: str, help: str) -> None:  # noqa: A002
    assert [one.help for one in found(text) if one.code == code] == [help]


@pytest.mark.parametrize("text", ["mailto://u:secret@h", "http:", "http://:80/", "http:///", "http:?q"])
def test_where_no_mended_text_can_be_shown_the_help_is_general(text: str) -> None:
    first = found(text)[0]

    assert first.help == CODES[first.code].help


@pytest.mark.parametrize(
    "text",
    ["/g", "//h:80/", "foo:g", "foo:///g", "foo://u@h:80/?#", "file:/g", "mailto:g@h", "a.b:c", "a.b:123456", "tel:+1"],
)
def test_what_no_row_speaks_of_is_left_alone(text: str) -> None:
    assert found(text) == []
