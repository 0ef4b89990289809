"""The result as it is played: once, where it comes about, until somebody taps it away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import render_template
from playwright.sync_api import Browser, Page, expect

import rules
from kiosk.i18n import catalogue
from kiosk.session.commands import GoBack, Settle
from kiosk.session.draft import Stage
from kiosk.web.views.settlement import SettlementWords, standing_before
from tests.browser.conftest import Served, touch_screen
from tests.browser.ways import do
from tests.kiosk.web.parlour import sheet_example
from tests.kiosk.web.test_many_seats import NAMES
from tests.rules.cases import cases

pytestmark = pytest.mark.browser

HELD = """
const run = Element.prototype.animate;
Element.prototype.animate = function (...of) {
  const made = run.apply(this, of);
  made.pause();
  return made;
};
"""
"""Motion that waits: nothing depends on how fast the machine is."""
TIMES_MS = "() => document.getAnimations().map((one) => one.effect.getComputedTiming().endTime)"
TOTAL = "[data-before='0'][data-total='96']"
LONGEST_MS = 1500
LASTS_MS = """
async (results) => {
  const kiosk = document.querySelector("script[type=module]").src;
  const { play } = await import(new URL("scene.js", kiosk)), main = document.querySelector("main");
  return results.map((result) => {
    main.innerHTML = result;
    const running = play(main);
    const ends = running.map((one) => one.effect.getComputedTiming().endTime);
    for (const one of running) one.cancel();
    return Math.max(0, ...ends);
  });
}
"""
"""For how long each of some results moves, drawn one after the other in one page."""


def open_table(browser: Browser, served: Served, **more: object) -> Page:
    """Return a screen at the table that hears of every change."""
    page = touch_screen(browser, **more).new_page()
    page.add_init_script(HELD)
    with page.expect_response("**/events*"):
        page.goto(served.address)
    return page


def settled(page: Page) -> Page:
    """Return *page* once it shows what the hand pays."""
    page.locator("#main[data-scene]").wait_for()
    return page


def test_a_result_is_played_once_and_a_tap_ends_it(served: Served, browser: Browser) -> None:
    served.at_review(sheet_example())
    playing = open_table(browser, served)
    still = open_table(browser, served, reduced_motion="reduce")
    do(served, Settle())
    expect(settled(playing).locator("html")).to_have_attribute("data-scene", "plays")
    assert 0 < max(playing.evaluate(TIMES_MS)) <= LONGEST_MS
    assert playing.locator(TOTAL).inner_text() == "0"
    playing.get_by_role("link", name="Override").tap()
    expect(playing.locator("html")).to_have_attribute("data-scene", "over")
    assert playing.url == f"{served.address}/"
    expect(playing.locator(TOTAL)).to_have_text("96")
    assert settled(still).evaluate(TIMES_MS) == []
    playing.reload()
    later = open_table(browser, served)
    do(served, GoBack(Stage.REVIEW))
    playing.locator("#main:not([data-scene])").wait_for()
    do(served, Settle())
    assert [settled(page).evaluate(TIMES_MS) for page in (playing, later)] == [[], []]
    for page in (playing, still, later):
        page.context.close()


def results(served: Served, game: str) -> Iterator[tuple[str, str]]:
    """Yield the id of each public case of *game* that pays, and its result as pages draw it."""
    t = catalogue("en")
    for case in cases(game):
        record: dict[str, Any] = case.data.get("record", {})
        settlement = rules.settle_json(record) if record else {"error": "no hand"}
        if "error" in settlement:
            continue
        net: Any = settlement["net"]
        names = NAMES[: len(net)]
        before = standing_before(record, len(names))
        settled = SettlementWords(record, settlement, before, names, t).view()
        with served.app.test_request_context():
            yield case.id, render_template("settled.html", settled=settled)


def test_no_result_of_any_game_is_played_longer(served: Served, browser: Browser) -> None:
    too_long, longest = [], 0
    with touch_screen(browser) as screen:
        page = screen.new_page()
        page.add_init_script(HELD)
        page.goto(served.address)
        for game in rules.rulesets():
            found = list(results(served, game))
            times = page.evaluate(LASTS_MS, [result for _, result in found])
            both = zip((case for case, _ in found), times, strict=True)
            too_long += [f"{case}: {time} ms" for case, time in both if time > LONGEST_MS]
            longest = max(longest, *times)
    assert too_long == []
    assert longest > 0
