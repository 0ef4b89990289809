"""Nobody has to scroll: every seat of five to nine is in sight, and the review of every game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

import rules
from kiosk.session.commands import (
    CallWin,
    Claim,
    CloseSession,
    EnterByHand,
    GoBack,
    SayWho,
    StartPlay,
    UseUpWall,
)
from kiosk.session.draft import Stage
from tests.browser.conftest import Site
from tests.browser.drawn import Look, draw, leave, resize
from tests.browser.ways import Screen, do
from tests.kiosk.web.test_many_seats import sit_down

pytestmark = pytest.mark.browser

SCREENS = (
    (1280, 800, (5, 6, 7, 8, 9)),
    (1024, 600, (5, 6, 7, 8, 9)),
    (800, 480, (5, 6, 7, 8)),
)
"""Width and height of a screen, and with how many seats it must do."""
LANGUAGES = ("en", "ja")
OUT_OF_SIGHT = """
(sort) => {
  const main = document.querySelector("main").getBoundingClientRect();
  return [...document.querySelectorAll(sort)].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.bottom > main.bottom + .5 || box.top < main.top || box.right > main.right;
  }).map((one) => one.innerText);
}
"""


def find_hidden(page: Page, site: Site, selector: str, seats: int) -> list[str]:
    """Return the buttons of this *selector* that lie out of sight at a table of *seats*."""
    faults = []
    for language in LANGUAGES:
        draw(page, site.address, Screen("seats"), Look(language, "landscape", "normal"))
        assert page.locator(selector).count() >= seats - 1
        for width, height, counts in SCREENS:
            if seats in counts:
                page.set_viewport_size({"width": width, "height": height})
                texts = page.evaluate(OUT_OF_SIGHT, selector)
                faults += [f"{width}×{height} {language}: {one}" for one in texts]
    leave(page)
    return faults


@pytest.mark.parametrize("seats", range(5, 10))
def test_who_wins_and_whose_tile_it_was_is_tapped_without_scrolling(
    site: Site, browser: Browser, seats: int
) -> None:
    sit_down(site, "zero-rule", seats)
    do(site, StartPlay())
    with browser.new_context(has_touch=True) as context:
        page = context.new_page()
        assert find_hidden(page, site, "button.win", seats) == []
        do(site, CallWin(1))
        assert find_hidden(page, site, ".way:nth-of-type(2) .giver", seats) == []
    do(site, GoBack(Stage.PLAYING), GoBack(Stage.TABLE), CloseSession())


TOO_HIGH = """
() => {
  const main = document.querySelector("main");
  return main.scrollHeight > main.clientHeight;
}
"""


def test_what_is_asked_of_a_win_stands_on_the_screen_at_once_in_every_game(
    site: Site, browser: Browser
) -> None:
    faults = []
    with browser.new_context(has_touch=True) as context:
        page = context.new_page()
        for game in rules.rulesets():
            if rules.ruleset(game).plays:
                continue
            sit_down(site, game, rules.ruleset(game).seats[0])
            ends = (UseUpWall(),) if rules.ruleset(game).plays_on else ()
            do(site, StartPlay(), SayWho((Claim(2, "discard", 1),)), *ends, EnterByHand())
            draw(page, site.address, Screen("review"), Look("en", "panel", "normal"))
            for size in ("panel", "small"):
                resize(page, Look("en", size, "normal"))
                faults += [f"{game} {size}"] if page.evaluate(TOO_HIGH) else []
            leave(page)
            do(site, GoBack(Stage.PLAYING), GoBack(Stage.TABLE), CloseSession())
    assert faults == []
