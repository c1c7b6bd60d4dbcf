"""
How long does the main job take, and how do others do as much of it as they can?

    python bench/clean.py [--data pile.txt | --seed web.txt.gz --seed messy.txt.gz] [--rows 200000]... [--way NAME]...
                          [--json FILE]

Each way reads one file of lines, drops what is no URI and what was there before, and writes the rest with its parts as
Parquet; each in a process of its own, on all cores.  urikit writes more than the others: the rows that it drops too,
and of each where it stands and the reason.  A regular expression finds no default ports, dot segments or escapes that
mean the same, so what is kept differs.  Without files the lines are made up: half of them new, a third said before,
half of these in another spelling, and one in a hundred no URI.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from data import lines, make
from rivals import APPENDIX_B

PCHAR = r"(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})"
AUTHORITY = r"(?:[A-Za-z0-9._~!$&'()*+,;=:-]|%[0-9A-Fa-f]{2})"
URI = (
    rf"^[A-Za-z][A-Za-z0-9+.-]*:(?://(?:{AUTHORITY}*@)?(?:\[[0-9A-Fa-f:.]+\]|{AUTHORITY}*?)(?::[0-9]*)?(?:/{PCHAR}*)*"
    rf"|/?{PCHAR}+(?:/{PCHAR}*)*|/)(?:\?(?:{PCHAR}|[/?])*)?(?:#(?:{PCHAR}|[/?])*)?$"
)
HEAD, REST = r"^([^:/?#]+:(?://[^/?#]*)?)", r"^[^:/?#]+:(?://[^/?#]*)?(.*)$"
PARTS = ["scheme", "authority", "path", "query", "fragment"]

URIKIT = """
import sys
from urikit.clean import clean
source, target, temp = sys.argv[1:]
print(clean(source, target, temp=temp).kept)
"""

DUCKDB = f"""
import sys, duckdb
source, target, temp = sys.argv[1:]
database = duckdb.connect(config={{"temp_directory": temp, "preserve_insertion_order": False}})
form = "header=false, columns={{'u': 'VARCHAR'}}, delim='\\x01', quote='', escape='', auto_detect=false"
text = "lower(regexp_extract(u, $head, 1)) || regexp_extract(u, $rest, 1)"
rows = f"SELECT DISTINCT {{text}} AS canonical FROM read_csv($source, {{form}}) WHERE regexp_matches(u, $uri)"
parts = f"SELECT canonical, unnest(regexp_extract(canonical, $parts, {PARTS})) FROM ({{rows}})"
values = {{"source": source, "uri": {URI!r}, "head": {HEAD!r}, "rest": {REST!r}, "parts": {APPENDIX_B!r}}}
query = f"COPY ({{parts}}) TO '{{target}}' (FORMAT parquet, COMPRESSION zstd)"
print(database.execute(query, values).fetchall()[0][0])
"""

POLARS = f"""
import sys, polars as pl
source, target, temp = sys.argv[1:]
u = pl.col("u")
rows = pl.scan_csv(source, has_header=False, new_columns=["u"], separator="\x01", quote_char=None)
text = u.str.extract({HEAD!r}, 1).str.to_lowercase() + u.str.extract({REST!r}, 1)
found = rows.filter(u.str.contains({URI!r})).select(canonical=text).unique()
parts = pl.col("canonical").str.extract_groups({APPENDIX_B!r}).struct.rename_fields({PARTS})
found.with_columns(parts=parts).unnest("parts").sink_parquet(target, compression="zstd")
print(pl.scan_parquet(target).select(pl.len()).collect().item())
"""

PANDAS = f"""
import sys, pandas
from url_normalize import url_normalize
source, target, temp = sys.argv[1:]
def one(text):
    try:
        return url_normalize(text)
    except Exception:
        return None
with open(source, encoding="utf-8") as file:
    rows = pandas.Series(file.read().split("\\n")[:-1], name="u")
found = rows.map(one).dropna().drop_duplicates().to_frame("canonical")
found[{PARTS}] = found["canonical"].str.extract({APPENDIX_B!r})
found.to_parquet(target, compression="zstd")
print(len(found))
"""

WAYS = {"urikit": URIKIT, "duckdb regex": DUCKDB, "polars regex": POLARS, "pandas + url-normalize": PANDAS}
SLOW = {"pandas + url-normalize": 1_000_000}  # rows beyond which nobody waits for it


def pile(rows: int, web: list[str], messy: list[str]) -> Iterator[str]:
    """Give so many rows; *messy* has each text of *web* in another spelling."""
    rng = random.Random(3986)
    for row in range(rows):
        turn, place = divmod(row, len(web))
        new = f"{'&' if '?' in web[place] else '?'}turn={turn}" if turn and "#" not in web[place] else ""
        share = rng.random()
        if share < 0.01:
            yield broken(rng, web[place])
        elif share < 0.34:
            yield (messy if share < 0.18 else web)[place]
        else:
            yield (messy if share < 0.5 else web)[place] + new


def broken(rng: random.Random, text: str) -> str:
    """Write a URI so that it is none."""
    scheme, _, rest = text.partition("://")
    ways = (f"{text} x", f"{text}%", f"{scheme} ://{rest}", f"{text}|a", rest, f"{scheme}://h:8x/{rest}", "")
    return rng.choice(ways)


def write(path: Path, rows: int, seeds: list[Path]) -> None:
    """Write a pile to a file."""
    if seeds:
        web, messy = (lines(seed) for seed in (seeds * 2)[:2])
    else:
        made = make(min(rows, 100_000))
        web, messy = made["web"], made["messy"]
    with path.open("w", encoding="utf-8") as file:
        file.writelines(f"{text}\n" for text in pile(rows, web, messy))


class Watch(threading.Thread):
    """How large was a folder at most?"""

    def __init__(self, folder: Path) -> None:
        super().__init__(daemon=True)
        self._folder = folder
        self._done = threading.Event()
        self.most = 0

    def run(self) -> None:
        """Look again and again."""
        while not self._done.wait(0.1):
            self.most = max(self.most, sum(map(self._size, self._folder.rglob("*"))))

    @staticmethod
    def _size(path: Path) -> int:
        try:
            return path.stat().st_blocks * 512
        except OSError:  # gone meanwhile
            return 0

    def stop(self) -> int:
        """Give the most bytes."""
        self._done.set()
        self.join()
        return self.most


def measure(code: str, source: Path, folder: Path) -> dict[str, Any]:
    """Let one way do it in a process of its own."""
    target, temp = folder / "out.parquet", folder / "temp"
    temp.mkdir()
    watch = Watch(temp)
    watch.start()
    begin = time.perf_counter()
    command = [sys.executable, "-c", code, str(source), str(target), str(temp)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - begin
    if process.returncode:
        raise SystemExit(f"ended with {process.returncode}: {command}")
    return {
        "wall s": round(wall, 2),
        "CPU s": round(usage.ru_utime + usage.ru_stime, 2),
        "peak MB": round(usage.ru_maxrss / 1000),
        "spilled MB": round(watch.stop() / 1e6),
        "out MB": round(target.stat().st_size / 1e6, 1),
        "kept": int(said.split()[-1]),
    }


def table(rows: int, found: dict[str, dict[str, Any]]) -> str:
    """Draw what was measured; the ratio is the wall time over urikit's."""
    own = found.get("urikit", {}).get("wall s")
    head = f"  {f'{rows:,} rows':<26}{'wall s':>8}{'k rows/s':>10}{'CPU s':>8}{'peak MB':>9}{'spilled':>9}{'out MB':>8}"
    drawn = [f"{head}{'kept':>12}{'÷ urikit':>10}"]
    for name, row in found.items():
        speed = rows / row["wall s"] / 1000
        ratio = f"{row['wall s'] / own:>10.2f}" if own else ""
        drawn.append(
            f"  {name:<26}{row['wall s']:>8.2f}{speed:>10.0f}{row['CPU s']:>8.1f}{row['peak MB']:>9}"
            f"{row['spilled MB']:>9}{row['out MB']:>8}{row['kept']:>12,}{ratio}"
        )
    return "\n".join(drawn)


def main() -> None:
    """Measure, print tables, and keep the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="a file of rows, taken as it is")
    parser.add_argument("--seed", type=Path, action="append", default=[], help="URLs to make rows of: tidy, messy")
    parser.add_argument("--rows", type=int, action="append", help="how many to make; several for several sizes")
    parser.add_argument("--way", choices=WAYS, action="append", help="only these")
    parser.add_argument("--folder", type=Path, help="where to write, instead of the system's place")
    parser.add_argument("--json", type=Path, help="write the figures here")
    options = parser.parse_args()

    whole: dict[str, Any] = {"machine": platform.machine(), "python": platform.python_version(), "sizes": {}}
    whole["cores"] = os.cpu_count()
    for rows in [0] if options.data else options.rows or [200_000]:
        with TemporaryDirectory(dir=options.folder) as place:
            source = options.data or Path(place, "pile.txt")
            if not options.data:
                write(source, rows, options.seed)
            count = rows or source.read_bytes().count(b"\n")
            found = {}
            for name in options.way or WAYS:
                if count > SLOW.get(name, count):
                    continue
                with TemporaryDirectory(dir=place) as folder:
                    found[name] = measure(WAYS[name], source, Path(folder))
            whole["sizes"][str(count)] = {"bytes": source.stat().st_size, "ways": found}
        print(table(count, found), flush=True)
        if options.json:
            options.json.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
