"""Does the page of a report work in a browser: narrow and wide, light and dark, by itself, and for everybody?"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.clean.test_page import summary
from urikit.clean.page import page

pytestmark = pytest.mark.browser

CHROMIUM = os.environ.get("URIKIT_CHROMIUM", "/usr/bin/chromium")
QUIET = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
).split()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api")
    if not Path(CHROMIUM).exists():
        pytest.skip(f"there is no browser at {CHROMIUM}")
    with api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield found
        found.close()


@pytest.fixture(params=[(320, "light"), (320, "dark"), (1280, "light"), (1280, "dark")], ids=str)
def opened(request: pytest.FixtureRequest, browser: Any, tmp_path: Path) -> Iterator[Any]:
    """A report in a window, and what it asked for and complained of."""
    width, scheme = request.param
    place = tmp_path / "report.html"
    place.write_text(page(summary()), encoding="utf-8")
    window = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    window.asked, window.said = [], []
    window.on("request", lambda one: window.asked.append(one.url))
    window.on("console", lambda one: window.said.append(one.text))
    window.on("pageerror", lambda one: window.said.append(str(one)))
    window.goto(place.as_uri())
    yield window
    window.close()


def test_it_asks_for_nothing_and_complains_of_nothing(opened: Any) -> None:
    assert opened.asked == [opened.url]
    assert opened.said == []


def test_its_style_holds_and_no_line_leaves_the_window(opened: Any) -> None:
    wide = opened.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    font = opened.evaluate("getComputedStyle(document.body).fontFamily")

    assert wide[0] <= wide[1]
    assert "system-ui" in font


def test_axe_finds_nothing(opened: Any) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    # the policy of the page keeps scripts out; the one that looks at it is let in by the browser
    found = axe.Axe().run(opened).response["violations"]

    assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found] == []


def test_the_bars_are_as_long_as_the_counts(opened: Any) -> None:
    widths = opened.evaluate(
        "[...document.querySelectorAll('section')].find(s => s.querySelector('h2').textContent === 'Rows')"
        ".querySelectorAll('rect').values().map(r => r.getBoundingClientRect().width).toArray()"
    )

    assert widths[1] / widths[0] == pytest.approx(0.2, abs=0.01)
