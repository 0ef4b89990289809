"""What a screen weighs as it travels to a browser that has nothing yet, its fonts with it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Served
from tests.browser.drawn import Look, draw, leave
from tests.browser.seen import load_grey
from tests.browser.ways import Way, endings, hand, values

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

MOST_BYTES = 250_000
HEAVIEST = "zh-Hant"
"""Its characters have the most strokes."""
WEIGHT = """
() => performance.getEntriesByType("navigation")
  .concat(performance.getEntriesByType("resource"))
  .filter((one) => !/[/](still|crop)/.test(one.name))
  .reduce((sum, one) => sum + one.encodedBodySize, 0)
"""
"""All but the camera's pictures, which are as large as the camera makes them."""
LEARNING = "drill"
"""Screens that nobody opens during play; in Chinese they have more rare characters."""


@pytest.mark.parametrize("way", [hand, values, endings], ids=lambda way: str(way.__name__))
def test_a_screen_weighs_no_more_than_promised(
    served: Served, browser: Browser, way: Callable[[Served], Way]
) -> None:
    load_grey(served.camera)
    weights = {}
    with browser.new_context(has_touch=True) as context:
        page = context.new_page()
        client = context.new_cdp_session(page)
        client.send("Network.enable")
        client.send("Network.setCacheDisabled", {"cacheDisabled": True})
        for screen in way(served):
            draw(page, served.address, screen, Look(HEAVIEST, "panel", "normal"))
            if not screen.name.startswith(LEARNING):
                weights[screen.name] = page.evaluate(WEIGHT)
            leave(page)
    assert {name: one for name, one in weights.items() if one > MOST_BYTES} == {}
    assert min(weights.values(), default=0) > 0
