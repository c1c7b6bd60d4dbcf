"""
How much memory does an object take beside its text, and how long does an import take?

    python bench/memory.py [--data web.txt.gz] [--objects 50000] [--rounds 7] [--json FILE]

Each library in a process of its own: the growth of its resident memory over so many objects, without the list that
holds them; and the CPU time of a process that imports it, less that of one that imports nothing (medians).
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path

from data import load

OBJECTS = {
    "urikit": ("from urikit import URI", "URI(x)"),
    "urllib": ("from urllib.parse import urlsplit", "urlsplit(x)"),
    "can_ada": ("import can_ada", "can_ada.parse(x)"),
    "furl": ("from furl import furl", "furl(x)"),
    "httpx": ("from httpx import URL", "URL(x)"),
    "hyperlink": ("from hyperlink import URL", "URL.from_text(x)"),
    "rfc3986": ("from rfc3986 import uri_reference", "uri_reference(x)"),
    "rfc3987": ("import rfc3987", "rfc3987.parse(x, 'URI')"),
    "uritools": ("from uritools import urisplit", "urisplit(x)"),
    "yarl": ("from yarl import URL", "URL(x)"),
}

IMPORTS = {"urikit": "import urikit", "urikit, with URI": "from urikit import URI"} | {
    name: setup for name, (setup, _) in OBJECTS.items() if name != "urikit"
}

GROWTH = """
import gc, sys
def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4096
{setup}
def make(x):
    return {expression}
texts = sys.stdin.read().split("\\n")[:-1]
for x in texts[:2000]:
    try: make(x)
    except Exception: pass
held = []
gc.collect()
before = resident()
for x in texts:
    try: held.append(make(x))
    except Exception: pass
print((resident() - before - 8 * len(held)) / len(held))
"""


def growth(setup: str, expression: str, texts: list[str]) -> float | None:
    """Give bytes an object; None where the library is not installed."""
    code = GROWTH.format(setup=setup, expression=expression)
    lines = "".join(f"{text}\n" for text in texts)
    done = subprocess.run([sys.executable, "-c", code], input=lines, capture_output=True, text=True, check=False)
    return float(done.stdout) if done.returncode == 0 else None


def spent(code: str) -> float:
    """Give the CPU time of a process, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run([sys.executable, "-c", code], env=environment, check=False, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Measure, print a table, and keep the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, action="append", default=[], help="a file of URLs, one a line")
    parser.add_argument("--objects", type=int, default=50_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", type=Path, help="write the figures here")
    options = parser.parse_args()

    texts = load(options.data, made=options.objects)["web"][: options.objects]
    sizes = {name: growth(setup, expression, texts) for name, (setup, expression) in OBJECTS.items()}
    print(f"  {'library':<18}{'bytes an object':>16}{'urikit ÷ it':>13}")
    for name, size in sorted(sizes.items(), key=lambda item: item[1] or 0):
        if size is not None:
            print(f"  {name:<18}{size:>16.0f}{(sizes['urikit'] or 0) / size:>13.2f}")
    times: dict[str, list[float]] = {name: [] for name in ("nothing", *IMPORTS)}
    for turn in range(options.rounds + 1):
        for name, code in {"nothing": "pass", **IMPORTS}.items():
            found = spent(code)
            if turn:
                times[name].append(found * 1000)
    bare = statistics.median(times.pop("nothing"))
    imports = {name: round(statistics.median(found) - bare, 1) for name, found in times.items()}
    print(f"\n  {'import':<18}{'CPU ms':>16}")
    for name, found in sorted(imports.items(), key=lambda item: item[1]):
        print(f"  {name:<18}{found:>16.1f}")
    if options.json:
        whole = {"objects": len(texts), "bytes": sizes, "import ms": imports}
        options.json.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
