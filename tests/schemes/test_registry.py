"""A registry is a mapping that nobody changes for others; a scheme is a value."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tools import generate_schemes
from urikit import SCHEMES, Registry, Scheme, check, normalize

TOOL = Path(generate_schemes.__file__)


def test_the_generated_module_is_the_table() -> None:
    done = subprocess.run([sys.executable, str(TOOL), "--check"], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


def test_every_scheme_of_the_registry_has_a_row() -> None:
    date, registered = generate_schemes.registered()

    assert set(registered) == set(SCHEMES)
    assert len(SCHEMES) >= 441
    assert SCHEMES.date == date
    for name, facts in registered.items():
        assert SCHEMES[name].status == facts["status"]
        assert SCHEMES[name].reference == tuple(facts.get("reference", ()))


def test_the_rows_are_of_every_status() -> None:
    counted = Counter(row.status for row in SCHEMES.values())

    assert counted == {"provisional": 274, "permanent": 99, "registered": 38, "historical": 18, "unregistered": 12}


def test_at_least_the_rows_that_were_asked_for_have_rules() -> None:
    assert sum(row.authority is not None for row in SCHEMES.values()) >= 112, "and the scheme `example`, without any"


def test_the_rows_are_read_at_the_first_look_up_only() -> None:
    program = (
        "import sys; from urikit.schemes import SCHEMES; early = 'urikit.schemes._rows' in sys.modules;"
        "SCHEMES['http']; print(early, 'urikit.schemes._rows' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout == "False True\n"


def test_a_name_is_found_in_any_case() -> None:
    assert SCHEMES["HTTP"] is SCHEMES["http"]
    assert SCHEMES.get("Ws") is SCHEMES["ws"]
    assert "MAILTO" in SCHEMES
    assert SCHEMES.get("nobody-knows-it") is None
    assert SCHEMES.get(None) is None  # type: ignore[call-overload]  # the scheme of a relative reference
    assert 80 not in SCHEMES


def test_an_unknown_name_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        SCHEMES["nobody-knows-it"]


def test_the_registry_is_a_mapping_in_the_order_of_the_table() -> None:
    assert list(SCHEMES)[:3] == ["aaa", "aaas", "about"]
    assert [row.name for row in SCHEMES.values()] == list(SCHEMES)
    assert len(SCHEMES) == len(list(SCHEMES))


def test_one_more_scheme_changes_nothing_for_others() -> None:
    myapp = Scheme("myapp", source="our wiki", authority="never", invalid={"myapp://x": "authority-unexpected"})
    more = SCHEMES | [myapp]

    assert more["myapp"] is myapp
    assert "myapp" not in SCHEMES
    assert [one.code for one in check("myapp://x", schemes=more)] == ["authority-unexpected"]
    assert check("myapp://x") == []


def test_a_row_replaces_the_one_of_its_name() -> None:
    more = SCHEMES | [Scheme("http", source="our wiki", authority="required", default_port=8000)]

    assert (more["http"].default_port, SCHEMES["http"].default_port) == (8000, 80)
    assert list(more) == list(SCHEMES)
    assert normalize("http://h:8000/", "scheme", schemes=more) == "http://h/"


def test_registries_can_be_put_together() -> None:
    mine = Registry([Scheme("a", source="x"), Scheme("b", source="x")])

    assert list(mine | Registry([Scheme("c", source="x")])) == ["a", "b", "c"]
    assert Registry() | mine == mine


def test_a_scheme_is_a_value() -> None:
    row = SCHEMES["http"]

    assert pickle.loads(pickle.dumps(row)) == row
    assert copy.deepcopy(row) == row
    assert hash(copy.copy(row)) == hash(row)
    assert row != SCHEMES["https"]
    assert row != "http"
    assert repr(row) == "Scheme('http', source='RFC 9110 §4.2.1')"


def test_a_registry_shows_a_few_names_where_it_has_many() -> None:
    assert repr(Registry([SCHEMES["http"], SCHEMES["https"]])) == "Registry(http, https)"
    assert repr(SCHEMES).endswith(f", … {len(SCHEMES)} in all)")
    assert len(repr(SCHEMES)) < 80


def test_a_scheme_does_not_change() -> None:
    row = SCHEMES["http"]

    with pytest.raises(AttributeError):
        row.default_port = 81  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del row.default_port
    with pytest.raises(AttributeError):
        row.colour = "red"  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["", "1a", "A", "a b", "+a", "a_b", "é", "a:"])
def test_a_name_is_a_scheme_in_lower_case(name: str) -> None:
    with pytest.raises(ValueError, match="lower case"):
        Scheme(name, source="x")


@pytest.mark.parametrize(
    ("field", "word"),
    [
        ("status", "new"),
        ("authority", "maybe"),
        ("host", "idn"),
        ("userinfo", "yes"),
        ("query", "free"),
        ("fragment", "no"),
        ("empty_path", "//"),
    ],
)
def test_a_field_has_words_of_its_own(field: str, word: str) -> None:
    with pytest.raises(ValueError, match=field):
        Scheme("a", source="x", **{field: word})  # type: ignore[arg-type]


def test_a_part_without_case_is_one_that_can_be_folded() -> None:
    with pytest.raises(ValueError, match="case_insensitive"):
        Scheme("a", source="x", case_insensitive=["host"])
