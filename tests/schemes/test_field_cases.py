"""Public bug reports about mail addresses, telephone numbers, data and paths; they lie beside the project."""

from __future__ import annotations

from typing import Any

import pytest

from tests.test_shared import lines, parameters
from urikit import URIRuleError
from urikit.schemes import data, file, mailto, tel

NAME = "cases/field_cases.jsonl"
KEYS = ("mailto", "tel", "data", "posix_path", "from_posix_path", "from_windows_path")
ROWS = [
    pytest.param((row["input"], key, row["expected"][key]), id=f"{row['id']}/{key}")
    for row in lines(NAME)
    for key in KEYS
    if key in row["expected"]
]


def answer(text: str, key: str, wanted: Any) -> Any:
    """What the module says, in the report's own words."""
    if key == "mailto":
        value = mailto.parse(text)
        return {"to": list(value.to), "headers": [list(pair) for pair in value.headers]}
    if key == "tel" and wanted.get("valid") is False:
        with pytest.raises(URIRuleError) as caught:
            tel.parse(text)
        assert caught.value.findings[0].code == "tel-number"
        return wanted
    if key == "tel":
        return {name: getattr(tel.parse(text), name) for name in wanted}
    if key == "data":
        said = data.parse(text)
        return {name: said.data.decode() if name == "bytes" else getattr(said, name) for name in wanted}
    if key == "posix_path":
        return file.to_path(text, "posix")
    return file.from_path(text, "posix" if key == "from_posix_path" else "windows")


@pytest.mark.parametrize("row", parameters(NAME, ROWS))
def test_a_reported_text_is_read_right(row: tuple[str, str, Any]) -> None:
    text, key, wanted = row

    assert answer(text, key, wanted) == wanted
