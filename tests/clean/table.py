"""How does a test see what a run wrote?"""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pyarrow
from pyarrow import parquet

from urikit.clean import Summary, clean
from urikit.clean.layout import INTEGERS

Row = dict[str, Any]


def rows(path: Path) -> list[Row]:
    """The rows of a table, as the format holds them (of CSV: null and the empty text are one)."""
    if path.suffix == ".parquet":
        found: list[Row] = parquet.read_table(pyarrow.BufferReader(path.read_bytes())).to_pylist()
        return found
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    with io.StringIO(path.read_text("utf-8"), newline="") as file:
        return [
            {name: int(value) if value and name in INTEGERS else value or None for name, value in row.items()}
            for row in csv.DictReader(file)
        ]


def cleaned(folder: Path, data: bytes, name: str = "links.txt", **options: Any) -> tuple[list[Row], Summary]:
    """Clean one file of these bytes, by its name only: the rows of the table, and the summary."""
    file, table = folder / name, folder / "out.parquet"
    file.write_bytes(data)
    summary = clean(file, table, **options)
    found = rows(table)
    for row in found:
        for field in ("source", "first_source"):
            row[field] = row[field] and Path(row[field]).name
    return found, summary
