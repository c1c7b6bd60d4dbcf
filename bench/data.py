"""
What do the jobs run on?

Files given by the caller, or texts made up here: always the same ones, all different, shaped like links of the web
(about 70 characters, a third with a query).
"""

from __future__ import annotations

import gzip
import random
from pathlib import Path
from typing import Any
from urllib.parse import quote

WORDS = (
    "about archive article blog book cart category contact data docs download events faq feed forum gallery help home "
    "image index item library list login media news notes page people photo post press product profile project report "
    "research review search service shop staff story support tag team topic tour user video weather wiki"
).split()
HOSTS = ("example.com", "example.org", "example.net", "www.example.com", "shop.example.org", "en.docs.example.net")
IRI_HOSTS = (
    "www.münchen.example",
    "例え.example",
    "日本語.example",
    "en.ελλάδα.example",
    "пример.example",
    "bücher.example.org",
)
IRI_WORDS = "straße über-uns 価格 новости página søk Ελλάδα ürünler café 日本".split()
UNUSUAL = ("café", "a b", "100%", "naïve?", "a/b", "~user", "50€", "x&y=z", "日本", "v1.2;beta")


def lines(path: Path) -> list[str]:
    """Read the lines of a text file, plain or gzip."""
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return data.decode("utf-8").splitlines()


def load(paths: list[Path], made: int) -> dict[str, list[Any]]:
    """
    Give each job's kind of data.

    Args:
        paths: Files named after what they hold: ``web``, ``messy``, ``iri``, ``segments`` (one a line), ``pairs``
            (base, tab, reference); any other name is taken for ``web`` and ``messy``.
        made: How many items to make of each kind without a file.

    Returns:
        Lists by kind; ``components`` is ``segments``, encoded; ``iri_new_hosts`` is ``iri`` with hosts that are all
        different, so that nobody has seen one before.
    """
    data = make(made)
    for path in paths:
        kind = path.name.partition(".")[0]
        if kind == "pairs":
            data[kind] = [tuple(line.split("\t")) for line in lines(path)]
        else:
            data.update(dict.fromkeys((kind,) if kind in data else ("web", "messy"), lines(path)))
    data["components"] = [quote(segment, safe="") for segment in data["segments"]]
    data["iri_new_hosts"] = [renamed(text, number) for number, text in enumerate(data["iri"])]
    return data


def host(text: str) -> str:
    """Cut the host out of a link that has neither userinfo nor port."""
    return text.split("/", 3)[2].partition("?")[0]


def renamed(text: str, number: int) -> str:
    """Number the labels of a host that are not ASCII; the first one where all are."""
    labels = host(text).split(".")
    if host(text).isascii():
        labels[0] += "ü"
    new = ".".join(label if label.isascii() else f"{label}{number}" for label in labels)
    return text.replace(host(text), new, 1)


def repeats(texts: list[str]) -> float:
    """Say for which share of links the host that is not ASCII has come before, of those that have such a host."""
    hosts = [name for name in map(host, texts) if not name.isascii()]
    return 1 - len(set(hosts)) / max(1, len(hosts))


def make(count: int) -> dict[str, list[Any]]:
    """Make *count* different texts of each kind."""
    rng = random.Random(3986)
    web = distinct(count, lambda: link(rng))
    return {
        "web": web,
        "messy": [untidy(rng, text) for text in web],
        "pairs": [(base, reference(rng)) for base in web],
        "segments": distinct(count, lambda: segment(rng)),
        "iri": distinct(count, lambda: international(rng)),
    }


def distinct(count: int, draw: Any) -> list[str]:
    """Draw until there are *count* different ones."""
    seen: dict[str, None] = {}
    while len(seen) < count:
        seen[draw()] = None
    return list(seen)


def link(rng: random.Random) -> str:
    """Make one URL as the web has them."""
    path = "/".join(f"{rng.choice(WORDS)}-{rng.randrange(10_000)}" for _ in range(rng.randint(1, 4)))
    query = "&".join(f"{rng.choice(WORDS)}={rng.randrange(1000)}" for _ in range(rng.randint(1, 3)))
    return f"https://{rng.choice(HOSTS)}/{path}{rng.choice(['', '', '?' + query])}{rng.choice(['', '', '', '#top'])}"


def international(rng: random.Random) -> str:
    """Make one IRI: a link with a word of another script, and more often than not a host of one."""
    scheme, _, host, rest = link(rng).split("/", 3)
    path, mark, query = rest.partition("?")
    host = rng.choice(IRI_HOSTS) if rng.random() < 0.6 else host
    return f"{scheme}//{host}/{path}/{rng.choice(IRI_WORDS)}{mark}{query}"


def untidy(rng: random.Random, text: str) -> str:
    """Write a URL of `link` another way, in one to three places."""
    scheme, host, rest = text.split("/", 3)[0], text.split("/", 3)[2], text.split("/", 3)[3]
    ways = rng.sample(range(5), rng.randint(1, 3))
    host = host.upper() if 0 in ways else host
    host = f"{host}:443" if 1 in ways else host
    rest = f"./{rest}" if 2 in ways else rest
    rest = rest.replace("-", "%2d", 1) if 3 in ways else rest
    rest = f"{rng.choice(WORDS)}/../{rest}" if 4 in ways else rest
    return f"{scheme}//{host}/{rest}"


def reference(rng: random.Random) -> str:
    """Make one relative reference as pages hold them."""
    name = f"{rng.choice(WORDS)}-{rng.randrange(10_000)}.html"
    return rng.choice(("", "/", "../", "../../", "./", "?q=", "#", f"{rng.choice(WORDS)}/", "//example.org/")) + name


def segment(rng: random.Random) -> str:
    """Make the text of one path segment; one in three needs escapes."""
    return f"{rng.choice(WORDS)}{rng.choice(['', '', rng.choice(UNUSUAL)])}{rng.randrange(1_000_000)}"
