"""
Where does urikit stand, job by job?

    python bench/table.py [--data FILE]... [--out FOLDER]

Runs scalar.py, columns.py and memory.py, and prints a table: urikit, the fastest peer of the same run, the ratio, and
what was aimed at.  FOLDER (build/bench, if not given) keeps the figures as JSON, and what was printed.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent

# job: good, near the limit (ns an item); design targets on a 2-core x86-64 machine, so the ratio says more
SCALAR: dict[str, tuple[int, int]] = {
    "parse + host": (400, 300),
    "parse + 5 components": (550, 450),
    "is_uri": (220, 150),
    "normalize": (500, 350),
    "resolve": (700, 450),
    "set query": (700, 500),
    "encode": (100, 70),
    "decode": (100, 70),
    "IRI to URI": (1000, 600),
    "IRI to URI, every host new": (1000, 600),
}
COLUMNS: dict[str, tuple[int, int]] = {
    "validate": (60, 35),
    "host": (55, 40),
    "parse": (110, 55),
    "normalize, mostly normal": (120, 65),
    "normalize, messy": (220, 130),
    "resolve, a base a row": (220, 130),
    "resolve, one base": (220, 90),
    "decode": (50, 25),
    "encode": (120, 60),
    "registrable domain": (150, 90),
}


def run(script: str, data: list[Path], out: Path) -> dict[str, Any]:
    """Let a script print to a file, and give its figures."""
    figures = out / f"{script}.json"
    given = [word for path in data for word in ("--data", str(path))]
    with open(out / f"{script}.txt", "w", encoding="utf-8") as file:
        subprocess.run(
            [sys.executable, str(HERE / f"{script}.py"), *given, "--json", str(figures)], stdout=file, check=True
        )
    found: dict[str, Any] = json.loads(figures.read_text(encoding="utf-8"))
    return found


def lines(kind: str, aims: dict[str, tuple[int, int]], jobs: dict[str, Any]) -> list[str]:
    """Draw a line a job."""
    drawn = []
    for job, (good, near) in aims.items():
        own = jobs[job]["urikit"]["ns"]
        peers = [(row["ns"], name) for name, row in jobs[job].items() if name != "urikit"]
        ns, peer = min(peers)
        reached = "near the limit" if own <= near else "good" if own <= good else "missed"
        drawn.append(f"{kind:<8}{job:<28}{own:>8.0f}{peer:>24}{ns:>9.0f}{own / ns:>8.2f}{good:>7}{near:>6}  {reached}")
    return drawn


def main() -> None:
    """Run all, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, action="append", default=[])
    parser.add_argument("--out", type=Path, default=Path("build/bench"))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)

    heading = f"{'':<8}{'job':<28}{'urikit':>8}{'fastest peer':>24}{'ns':>9}{'ratio':>8}{'good':>7}{'near':>6}"
    scalar = run("scalar", options.data, options.out)
    columns = run("columns", options.data, options.out)
    memory = run("memory", [path for path in options.data if path.name.startswith("web")], options.out)
    told = [heading, *lines("scalar", SCALAR, scalar["jobs"]), *lines("column", COLUMNS, columns["jobs"])]
    sizes = {name: size for name, size in memory["bytes"].items() if size is not None}
    own, (least, peer) = sizes.pop("urikit"), min((size, name) for name, size in sizes.items())
    told.append(
        f"{'memory':<8}{'bytes beside the text':<28}{own:>8.0f}{peer:>24}{least:>9.0f}{own / least:>8.2f}     96    64"
    )
    told.append(f"{'import':<8}{'ms over bare Python':<28}{memory['import ms']['urikit']:>8.1f}{'':>48}     15")
    text = "\n".join(told)
    print(text)
    (options.out / "table.txt").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
