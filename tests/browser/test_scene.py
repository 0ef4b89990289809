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
from tests.browser.conftest import Site, open_screen
from tests.browser.ways import do
from tests.kiosk.web.parlour import sheet_example
from tests.kiosk.web.test_many_seats import NAMES
from tests.rules.cases import cases

pytestmark = pytest.mark.browser

PAUSE_MOTION = """
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


def open_table(browser: Browser, site: Site, **options: object) -> Page:
    """Return a screen at the table that hears of every change."""
    page = open_screen(browser, **options).new_page()
    page.add_init_script(PAUSE_MOTION)
    with page.expect_response("**/events*"):
        page.goto(site.address)
    return page


def wait_for_result(page: Page) -> Page:
    """Return *page* once it shows what the hand pays."""
    page.locator("#main[data-scene]").wait_for()
    return page


def test_a_result_is_played_once_and_a_tap_ends_it(site: Site, browser: Browser) -> None:
    site.at_review(sheet_example())
    playing = open_table(browser, site)
    still = open_table(browser, site, reduced_motion="reduce")
    do(site, Settle())
    expect(wait_for_result(playing).locator("html")).to_have_attribute("data-scene", "plays")
    assert 0 < max(playing.evaluate(TIMES_MS)) <= LONGEST_MS
    assert playing.locator(TOTAL).inner_text() == "0"
    playing.get_by_role("link", name="Override").tap()
    expect(playing.locator("html")).to_have_attribute("data-scene", "over")
    assert playing.url == f"{site.address}/"
    expect(playing.locator(TOTAL)).to_have_text("96")
    assert wait_for_result(still).evaluate(TIMES_MS) == []
    playing.reload()
    later = open_table(browser, site)
    do(site, GoBack(Stage.REVIEW))
    playing.locator("#main:not([data-scene])").wait_for()
    do(site, Settle())
    assert [wait_for_result(page).evaluate(TIMES_MS) for page in (playing, later)] == [[], []]
    for page in (playing, still, later):
        page.context.close()


def render_results(site: Site, game: str) -> Iterator[tuple[str, str]]:
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
        view = SettlementWords(record, settlement, before, names, t).view()
        with site.app.test_request_context():
            yield case.id, render_template("settled.html", settled=view)


def test_no_result_of_any_game_is_played_longer(site: Site, browser: Browser) -> None:
    too_long, longest = [], 0
    with open_screen(browser) as screen:
        page = screen.new_page()
        page.add_init_script(PAUSE_MOTION)
        page.goto(site.address)
        for game in rules.rulesets():
            pages = list(render_results(site, game))
            times = page.evaluate(LASTS_MS, [result for _, result in pages])
            pairs = zip((case for case, _ in pages), times, strict=True)
            too_long += [f"{case}: {time} ms" for case, time in pairs if time > LONGEST_MS]
            longest = max(longest, *times)
    assert too_long == []
    assert longest > 0
