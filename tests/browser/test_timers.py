"""The clocks run down in the browser, which asks no server for it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Site, open_screen

pytestmark = pytest.mark.browser


@dataclass
class Noon:
    """A server's clock that stands still when the ledger's begins."""

    def wall_ms(self) -> int:
        """Return the time at which ledgers of tests begin, about."""
        return 1_000_000

    def mono_ms(self) -> int:
        """Return the same."""
        return 1_000_000


PASS = """
async ([script, past]) => {
  const { showClock } = await import(script);
  const clocks = [...document.querySelectorAll("[data-runs]")];
  for (const clock of clocks) showClock(clock, past);
  return clocks.map((clock) => [clock.textContent, clock.parentElement.className.trim()]);
}
"""


def test_clocks_run_down_turn_red_and_say_the_last_hand(browser: Browser, site: Site) -> None:
    extensions = site.app.extensions
    context = extensions["jantaku_operator_context"]
    extensions["jantaku_operator_context"] = replace(context, clock=Noon())
    site.sit_down("riichi").tap("Skip the machine")
    screen = open_screen(browser)
    names = {"round_min": "45", "hand_min": "5"}.items()
    screen.add_cookies([{"name": n, "value": v, "url": site.address} for n, v in names])
    page = screen.new_page()
    page.goto(site.address)
    script = page.locator("script[type=module]").get_attribute("src")
    assert script is not None
    timers = script.replace("kiosk.js", "timers.js")
    clocks = [page.evaluate(PASS, [timers, past]) for past in (10, 265, 2690, 2700)]
    page.locator(".clock b", has_text="44:").wait_for()
    screen.close()
    assert clocks == [
        [["44:50", "clock"], ["4:50", "clock"]],
        [["40:35", "clock"], ["0:35", "clock soon"]],
        [["0:10", "clock late"], ["0:00", "clock late"]],
        [["Last hand", "clock late"], ["0:00", "clock late"]],
    ]
