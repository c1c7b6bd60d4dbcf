"""
What became of each line?

Reads the table that `urikit clean` wrote, with DuckDB, and prints the lines that are no entry of their own.

    python examples/why.py build/links.parquet
"""

from __future__ import annotations

import sys

import duckdb

QUESTION = """
    select line, text, status, first_line, code, message from read_parquet(?)
    where status != 'kept' order by status, line
"""


def main(table: str) -> None:
    """Print duplicates with the line they repeat, then rejected lines with the reason."""
    for line, text, status, first_line, code, message in duckdb.execute(QUESTION, [table]).fetchall():
        reason = f"the same as line {first_line}" if status == "duplicate" else f"{message} [{code}]"
        print(f"{line:>4}  {status:<9}  {text.expandtabs(1):<55}  {reason}")


if __name__ == "__main__":
    main(sys.argv[1])
