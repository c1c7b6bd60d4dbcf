"""
Are domains cut as the list's own tests, and as another reader of it, cut them; and SURTs as their libraries write them?
"""

from __future__ import annotations

import re
import warnings
from importlib.resources import files
from itertools import islice

import pytest

from tests.columns.corpus import corpus
from urikit import UrikitError, is_uri, public_suffix, registrable_domain, surt, to_ascii
from urikit.operations.suffix import BELOW, EXCEPT, PRIVATE, RULE, rules

psl = pytest.importorskip("publicsuffixlist")
CASE = re.compile(r"(?m)^checkPublicSuffix\('(.*?)', (?:null|'(.*?)')\);")
CASES = CASE.findall(files(psl).joinpath("test_psl.txt").read_text("utf-8"))


def registrable(host: str) -> str | None:
    try:
        return registrable_domain(f"//{host}", private=True, spec="rfc3987")
    except UrikitError:  # of an empty label
        return None


def test_the_tests_of_the_list_are_many() -> None:
    assert len(CASES) > 70


@pytest.mark.parametrize(("host", "wanted"), CASES)
def test_the_list_s_own_tests(host: str, wanted: str) -> None:
    assert registrable(host) == (to_ascii(wanted) if wanted else None)


@pytest.mark.parametrize("private", [False, True])
def test_another_reader_of_the_list_cuts_names_alike(private: bool) -> None:
    """The names below each rule; but above a "*." alone it takes for a suffix what the algorithm does not."""
    other = psl.PublicSuffixList(only_icann=not private)
    both = (1 | 1 << PRIVATE) if private else 1
    for name, own in islice(rules().items(), 0, None, 7):
        if own & (BELOW | EXCEPT) * both and not own & RULE * both:
            continue
        for host in (name, f"a.{name}", f"c.b.a.{name}"):
            seen = public_suffix(f"//{host}", private), registrable_domain(f"//{host}", private)
            assert seen == (other.publicsuffix(host), other.privatesuffix(host)), host


URIS = [text for text in corpus() if text is not None and is_uri(text) and ":65536" not in text]


@pytest.mark.parametrize("flavour", ["ia", "urlcanon"])
def test_surts_are_those_of_the_libraries(flavour: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # patterns of another time
        library = pytest.importorskip("surt" if flavour == "ia" else "urlcanon")
    differ = []
    for text in URIS:
        try:
            wanted = library.surt(text) if flavour == "ia" else library.semantic(text).surt().decode()
        except Exception:  # ports and addresses that the libraries fail on
            continue
        if surt(text, flavour) != wanted:  # type: ignore[arg-type]
            differ.append((text, wanted))

    assert differ == []
