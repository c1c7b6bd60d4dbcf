"""One more scheme is one row: in a file that the generator reads, or in a registry of the caller's own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tools import generate_schemes
from urikit import SCHEMES, Namespace, Registry, Scheme, check, equivalent, normalize

ROW = """
[myapp]
source       = "our wiki"
authority    = "required"
host         = "dns"
default_port = 4711
empty_path   = "/"
path         = "(?:/[a-z]*+)?+"
path_rule    = '[ "/" *%x61-7A ]'
valid        = ["myapp://example.com/a", "myapp://example.com"]
invalid      = { "myapp:a" = "authority-missing", "myapp://example.com/A" = "path-form" }
equivalent   = [["myapp://Example.com:4711", "myapp://example.com/"]]
"""


def keeps_to_its_examples(name: str, schemes: Registry) -> None:
    row = schemes[name]
    for text in row.valid:
        assert [one for one in check(text, schemes=schemes) if one.level != "note"] == []
    for text, code in row.invalid:
        assert code in [one.code for one in check(text, schemes=schemes)]
    for group in row.equivalent:
        assert all(equivalent(group[0], text, "scheme", schemes=schemes) for text in group[1:])


def test_one_more_scheme_is_one_table(tmp_path: Path) -> None:
    room = tmp_path / "schemes"
    shutil.copytree(generate_schemes.ROOM, room)
    (room / "rows" / "myapp.toml").write_text(ROW, "utf-8")
    made: dict[str, Any] = {}
    exec(generate_schemes.module(room), made)
    more = Registry(load=lambda: made["ROWS"])

    assert len(more) == len(SCHEMES) + 1
    assert (more["myapp"].default_port, more["myapp"].status) == (4711, "unregistered")
    keeps_to_its_examples("myapp", more)
    assert more["http"] == SCHEMES["http"]


def test_one_more_scheme_is_one_row_of_a_caller() -> None:
    myapp = Scheme("myapp", source="our wiki", authority="required", default_port=4711, empty_path="/")
    more = SCHEMES | [myapp]

    assert normalize("MYAPP://h:4711", "scheme", schemes=more) == "myapp://h/"
    assert normalize("MYAPP://h:4711", "scheme") == "myapp://h:4711"
    assert [one.code for one in check("myapp:a", schemes=more) if one.level == "error"] == ["authority-missing"]
    assert check("myapp:a") == []


MODULE = '''
from urikit.findings import Record, finding

class Value(Record):
    __slots__ = ("word",)
    def __str__(self): return build(word=self.word)

def parse(text): return Value(text.partition(":")[2].lower())
def build(word): return "myapp:" + word
def findings(text, pieces): return [finding("path-form", 6, len(text))] if "!" in text else []
def normal(pieces): return (*pieces[:4], pieces[4].lower(), *pieces[5:])
'''


def test_a_row_of_a_caller_may_have_a_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "myapp_rules.py").write_text(MODULE, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    more = SCHEMES | [Scheme("myapp", source="our wiki", module="myapp_rules")]

    assert normalize("myapp:A", "scheme", schemes=more) == "myapp:a"
    assert [(one.code, one.start) for one in check("myapp:a!", schemes=more)] == [("path-form", 6)]
    assert more["myapp"].own is not None
    assert str(more["myapp"].own.parse("myapp:A")) == "myapp:a"


NAMES_ONLY = '''
from urikit.findings import finding

def findings(text, pieces):
    return [finding("path-form", 8, text.index("/", 8))] if "%" in pieces[2] else []
'''


def test_the_rules_of_an_iri_hold_where_one_of_its_uris_keeps_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RFC 3987 §3.1: its host percent-encoded, or as DNS has it."""
    (tmp_path / "names_only.py").write_text(NAMES_ONLY, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    iri = "myapp://r\u00e9sum\u00e9.example/\u00e9"
    dns = SCHEMES | [Scheme("myapp", source="our wiki", host="dns", module="names_only")]
    other = SCHEMES | [Scheme("myapp", source="our wiki", host="reg-name", module="names_only")]

    assert check(iri, spec="rfc3987", schemes=dns) == []
    assert [(one.code, one.start, one.end) for one in check(iri, spec="rfc3987", schemes=other)] == [
        ("path-form", 8, 22)
    ]


def test_a_module_that_is_not_there_is_an_import_error() -> None:
    with pytest.raises(ImportError):
        _ = Scheme("myapp", source="our wiki", module="nobody.has.it").own


def test_what_an_installed_package_brings_is_read_when_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "theirs.py").write_text(
        "from urikit import Scheme\nROWS = [Scheme('theirs', source='their wiki', authority='never')]\n", "utf-8"
    )
    info = tmp_path / "theirs-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text("[urikit.schemes]\ntheirs = theirs:ROWS\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    assert "theirs" not in SCHEMES
    more = SCHEMES.installed()
    assert (more["theirs"].authority, len(more), "theirs" in SCHEMES) == ("never", len(SCHEMES) + 1, False)
    assert [one.code for one in check("theirs://a", schemes=more)] == ["authority-unexpected"]


SPEED = """
import sys, time
from urikit import SCHEMES
start = time.process_time()
SCHEMES.get("http"); SCHEMES.get("nobody-knows-it")
sys.stdout.write(str(time.process_time() - start))
"""


def test_the_first_look_up_takes_some_milliseconds(tmp_path: Path) -> None:
    """With the byte code that an installed package has; of a few runs the best."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(tmp_path)
    times = [
        float(subprocess.run([sys.executable, "-c", SPEED], capture_output=True, env=environment, check=True).stdout)
        for _ in range(6)
    ]

    assert min(times) < 0.005


@pytest.mark.parametrize("rows", ["x", ["x"], [5], [Namespace("myapp", source="y")]])
def test_what_is_no_row_is_refused(rows: Any) -> None:
    with pytest.raises(TypeError, match="is no row of Registry"):
        _ = SCHEMES | rows
