"""One more namespace, as CONTRIBUTING shows it: a row, a module, an entry point."""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from urikit import NAMESPACES, Namespace, Namespaces, check, read_urn, urn_equivalent, urn_key, urn_locations

ROOT = Path(__file__).resolve().parents[2]
ROOM = ROOT / "src" / "urikit" / "urns"


def shown() -> str:
    """The table that CONTRIBUTING shows."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("### A URN namespace, step by step")[2]
    found = re.search(r"```toml\n(.*?)```", text, re.DOTALL)
    assert found is not None
    return "\n".join(line.strip() for line in found[1].splitlines())


def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_namespaces", ROOT / "tools" / "generate_namespaces.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_table_of_contributing_is_a_row_that_keeps_to_its_examples() -> None:
    row = Namespace("myapp", **tomllib.loads(shown())["myapp"])
    more = NAMESPACES | [row]

    assert {one.code for text in row.valid for one in check(text, namespaces=more)} == {"unregistered-nid"}
    for text, code in row.invalid:
        assert code in [one.code for one in check(text, namespaces=more)]
    for first, *others in row.equivalent:
        assert all(urn_equivalent(first, other, namespaces=more) for other in others)
        assert not any(urn_equivalent(first, other) for other in others)
    assert urn_locations(row.valid[0], more) == ("https://wiki.example/2026/Ab",)
    assert "myapp" not in NAMESPACES


def test_the_generator_takes_one_table_more(tmp_path: Path) -> None:
    shutil.copy(ROOM / "namespaces.toml", tmp_path)
    with (tmp_path / "namespaces.toml").open("a", encoding="utf-8") as file:
        file.write("\n" + shown() + 'module = "isbn"\n')
    names: dict[str, dict[str, dict[str, object]]] = {}
    exec(tool().module(tmp_path), names)

    assert list(names["ROWS"]) == [*NAMESPACES, "myapp"]
    assert Namespace("myapp", **names["ROWS"]["myapp"]).module == "urikit.urns.isbn"  # type: ignore[arg-type]


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A package on the path, with a namespace that counts letters."""
    (tmp_path / "letters_of_ours.py").write_text(
        "from urikit import Namespace\n"
        "from urikit.findings import finding\n"
        "def findings(nss): return [] if nss[-1] == str(len(nss) - 1) else [finding('urn-check-digit', 0, len(nss))]\n"
        "def fields(nss): return {'letters': nss[:-1]}\n"
        "def normal(nss): return nss.upper()\n"
        "ROWS = [Namespace('letters', source='our wiki', fold='own', module=__name__, resolvers=['https://l/{letters}'])]\n"
        "def rows(): return ROWS\n",
        "utf-8",
    )
    info = tmp_path / "letters_of_ours-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: letters-of-ours\nVersion: 1\n", "utf-8")
    (info / "entry_points.txt").write_text("[urikit.namespaces]\nletters = letters_of_ours:rows\n", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield "letters"
    sys.modules.pop("letters_of_ours", None)


def test_an_installed_package_brings_a_row_with_a_module_of_its_own(library: str) -> None:
    assert library not in NAMESPACES
    more = NAMESPACES.installed()

    assert library in more
    assert library not in NAMESPACES
    assert [one.code for one in check("urn:letters:ab3", namespaces=more)] == ["unregistered-nid", "urn-check-digit"]
    assert urn_key("urn:letters:ab2", namespaces=more) == "urn:letters:AB2"
    assert urn_locations("urn:letters:ab2", more) == ("https://l/ab",)
    assert len(more) == len(NAMESPACES) + 1


def test_a_registry_of_nothing_knows_nothing() -> None:
    assert list(Namespaces()) == []
    assert urn_key("urn:isbn:0-486-27557-4", namespaces=Namespaces()) == "urn:isbn:0-486-27557-4"
    assert read_urn("urn:isbn:1").nss == "1"
