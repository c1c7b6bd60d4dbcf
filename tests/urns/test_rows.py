"""Each row keeps to its own examples; a new row needs no new test."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

import pytest

from tests.growth import Job
from tests.test_growth import LONG_ENOUGH, growth
from urikit import NAMESPACES, URN, Namespace, check, is_urn, read_urn, urn_equivalent, urn_key, urn_locations
from urikit.findings import CODES, UrikitError
from urikit.urns.folds import FOLDS

TOOL = Path(__file__).resolve().parents[2] / "tools" / "generate_namespaces.py"
TABLE = Path(__file__).resolve().parents[3] / "shared" / "specs" / "urn_namespaces.csv"

ROWS = list(NAMESPACES.values())
VALID = [(row, text) for row in ROWS for text in row.valid]
INVALID = [(row, text, code) for row in ROWS for text, code in row.invalid]
EQUIVALENT = [(row, group) for row in ROWS for group in row.equivalent]

# Issue's list: what it names has a row of its own.
ASKED = (
    "isbn issn isan uuid oid ietf mpeg nbn lex epc iso iptc ogc oasis publicid 3gpp etsi ieee nfc mrn eidr gsma cgi"
    " schac swift tva uci ucode web3d xmpp example"
).split()


def test_the_generated_module_is_the_table() -> None:
    done = subprocess.run([sys.executable, str(TOOL), "--check"], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


def test_the_rows_are_read_at_the_first_look_up_only() -> None:
    program = (
        "import sys; from urikit.urns import NAMESPACES; early = 'urikit.urns._rows' in sys.modules;"
        "NAMESPACES['isbn']; print(early, 'urikit.urns._rows' in sys.modules, 'urikit.urns.isbn' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout == "False True False\n"


def test_every_registered_namespace_has_a_row() -> None:
    by_status = {status: sum(row.status == status for row in ROWS) for status in ("formal", "informal")}

    assert by_status == {"formal": 73, "informal": 7}
    assert set(ASKED) <= set(NAMESPACES)
    assert [row.nid for row in ROWS if row.status == "informal"] == [f"urn-{number}" for number in range(1, 8)]


def test_the_rows_are_those_of_the_registry_beside_the_project() -> None:
    if not TABLE.exists():
        pytest.skip("the registry's copy is not beside the project")
    with TABLE.open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))

    assert {line["nid"] for line in table} == set(NAMESPACES)
    for line in table:
        row = NAMESPACES[line["nid"]]
        assert row.status == line["type"].replace("unregistered-or-unknown", "unregistered"), row
        assert (line["valid_example"] or row.valid[0]) in row.valid
        assert not line["invalid_example"] or line["invalid_example"] in dict(row.invalid), row


@pytest.mark.parametrize("row", ROWS, ids=list(NAMESPACES))
def test_a_row_has_a_source_a_date_and_examples(row: Namespace) -> None:
    assert row.source
    assert row.valid
    assert bool(row.as_of) == bool(row.invalid) == (row.status != "unregistered")
    assert bool(row.equivalent) >= (row.fold != "exact")
    assert bool(row.rule) >= (row.pattern is not None)


@pytest.mark.parametrize(("row", "text"), VALID)
def test_a_valid_example_gives_nothing_above_a_note(row: Namespace, text: str) -> None:
    assert read_urn(text).nid.lower() == row.nid
    assert [one for one in check(text) if one.level != "note"] == []


@pytest.mark.parametrize(("row", "text", "code"), INVALID)
def test_an_invalid_example_gives_its_code(row: Namespace, text: str, code: str) -> None:
    assert text.lower().startswith(f"urn:{row.nid}")
    assert code in [one.code for one in check(text)]
    assert code in CODES


@pytest.mark.parametrize(("row", "group"), EQUIVALENT)
def test_equivalent_examples_are_one_name(row: Namespace, group: tuple[str, ...]) -> None:
    assert len(group) > 1
    assert len({urn_key(text) for text in group}) == 1
    assert all(urn_equivalent(group[0], text) for text in group)
    assert all(read_urn(text).nid.lower() == row.nid for text in group)


@pytest.mark.parametrize(("row", "text"), VALID)
def test_a_key_is_a_urn_of_the_same_name_and_its_own_key(row: Namespace, text: str) -> None:
    for options in ({}, {"namespace_rules": False}, {"isbn_cross": True}):
        key = urn_key(text, **options)

        assert is_urn(key)
        assert urn_key(key, **options) == key
        assert [one.code for one in check(key) if one.level == "error"] == []
        assert key.startswith(f"urn:{row.nid}:")


@pytest.mark.parametrize(("row", "text"), [(row, text) for row, text in VALID if row.fold == "exact"])
def test_where_no_fold_is_named_the_case_of_letters_counts(row: Namespace, text: str) -> None:
    nss = read_urn(text).nss
    other = f"urn:{row.nid}:{nss.swapcase()}"

    assert (nss == nss.swapcase()) == urn_equivalent(text, other)


@pytest.mark.parametrize(("row", "text"), [(row, text) for row, text in VALID if row.fold == "all"])
def test_where_all_is_folded_the_case_of_letters_does_not_count(row: Namespace, text: str) -> None:
    assert urn_equivalent(text, f"urn:{row.nid}:{read_urn(text).nss.swapcase()}")


@pytest.mark.parametrize(("row", "text"), [(row, text) for row, text in VALID if row.resolvers])
def test_a_template_is_filled_with_fields_that_there_are(row: Namespace, text: str) -> None:
    named = {part.partition("}")[0] for template in row.resolvers for part in template.split("{")[1:]}
    seen: set[str] = {"nss", "urn"}
    for example in row.valid:
        seen |= row.fields(read_urn(example).nss).keys()

    assert named <= seen
    assert all("{" not in url and url.startswith("http") for url in urn_locations(text))
    assert any(urn_locations(example) for example in row.valid) or "=" in row.resolvers[0].partition(" ")[0]


@pytest.mark.parametrize("row", [row for row in ROWS if row.pattern or row.module], ids=lambda row: row.nid)
def test_a_row_reads_a_long_name_in_linear_time(row: Namespace) -> None:
    nss = read_urn(row.valid[0]).nss
    half = nss[: len(nss) // 2 + 1]
    for unit in {nss[-1], half, nss, "a:", "a-", "1.", "A", "0", ":", "-", "."}:

        def read(text: str) -> Job:
            def job() -> None:
                row.findings(text)
                row.normal(text)
                try:
                    row.fields(text)
                except (UrikitError, ValueError):
                    return

            return job

        _, once, fourfold = growth(lambda text: read(text)(), lambda n, unit=unit: nss + unit * (n // len(unit)))  # type: ignore[misc]
        assert fourfold <= 5 * max(once, LONG_ENOUGH), (row.nid, unit)


def test_one_more_namespace_is_one_row_and_changes_nothing_for_others() -> None:
    mine = Namespace(
        "myapp",
        source="our wiki",
        rule='year "-" name',
        pattern="(?P<year>[0-9]{4})-(?P<name>.++)",
        fold="all",
        resolvers=["https://wiki.example/{year}/{name}"],
        valid=["urn:myapp:2026-Ab"],
        invalid={"urn:myapp:x": "urn-nss"},
    )
    more = NAMESPACES | [mine]

    assert [one.code for one in check(mine.valid[0], namespaces=more)] == ["unregistered-nid"]  # IANA does not know it
    assert [one.code for one in check("urn:myapp:x", namespaces=more)] == ["unregistered-nid", "urn-nss"]
    assert urn_equivalent("urn:myapp:2026-Ab", "urn:myapp:2026-aB", namespaces=more)
    assert urn_locations("urn:myapp:2026-Ab", more) == ("https://wiki.example/2026/Ab",)
    assert str(URN("urn:myapp:2026-Ab").locations(more)[0]) == "https://wiki.example/2026/Ab"
    assert "myapp" not in NAMESPACES
    assert [one.code for one in check("urn:myapp:x")] == ["unregistered-nid"]


def test_a_row_replaces_the_one_of_its_nid() -> None:
    more = NAMESPACES | [Namespace("isbn", source="our wiki")]

    assert check("urn:isbn:42", namespaces=more) != check("urn:isbn:42")
    assert list(more) == list(NAMESPACES)
    assert NAMESPACES["ISBN"].fold == "own"


@pytest.mark.parametrize("nid", ["", "a", "A1", "a_b", "ab-", "-ab", "é1", "a" * 33, "a b"])
def test_a_nid_is_one_in_lower_case(nid: str) -> None:
    with pytest.raises(ValueError, match="lower case"):
        Namespace(nid, source="x")


@pytest.mark.parametrize(("field", "word"), [("status", "new"), ("fold", "some"), ("fold", "own")])
def test_a_field_has_words_of_its_own(field: str, word: str) -> None:
    with pytest.raises(ValueError, match=field):
        Namespace("ab", source="x", **{field: word})  # type: ignore[arg-type]


def test_every_fold_is_used_by_a_row() -> None:
    assert {row.fold for row in ROWS} == {*FOLDS, "own"}
