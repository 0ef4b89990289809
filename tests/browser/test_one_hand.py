"""One whole hand by touch, from the lobby to the ledger, with scripts and without."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Site, open_screen
from tests.browser.finger import hold, tap, tap_to
from tests.kiosk.web.parlour import NAMES, sheet_example

pytestmark = pytest.mark.browser


def sit_down(page: Page, address: str) -> None:
    """Go from the lobby to the table of Wuhan mahjong with four names."""
    page.goto(address)
    tap(page, "Play", exact=True)
    tap(page, "武汉麻将")
    tap(page, "Seats")
    page.wait_for_url("**/seats?*")
    for field, name in zip(page.locator("input[name=name]").all(), NAMES, strict=True):
        field.fill(name)
    tap(page, "Start")
    page.get_by_text("Aiko rolls.").first.wait_for()


def deal(page: Page, site: Site) -> None:
    """Let the machine build, raise and roll as the screen asks."""
    tap(page, "Build the walls")
    page.get_by_role("progressbar").wait_for()
    site.machine.finish(walls_up=True)
    tap(page, "Roll the dice")
    page.get_by_role("progressbar").wait_for()
    site.machine.finish(dice=(3, 4))
    page.get_by_text("Break Chie's wall: leave 3 on the right.").wait_for()
    tap(page, "Start the hand")


def test_a_hand_is_played_by_touch(site: Site, browser: Browser) -> None:
    site.camera.reading = sheet_example(doubt="7s")
    with open_screen(browser) as screen:
        page = screen.new_page()
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text))
        sit_down(page, site.address)
        deal(page, site)
        tap(page, "Dana wins")
        tap(page, "Bo")
        tap_to(page, "Read", "not sure")
        tap_to(page, "not sure", "Yes, right")
        tap_to(page, "Yes, right", "Score it")
        tap_to(page, "Score it", "Confirm & next hand")
        tap_to(page, "Confirm & next hand", "Build the walls")
        tap(page, "Ledger")
        page.wait_for_url("**/ledger/")
        totals = page.locator("tfoot .big").all_inner_texts()
    assert totals == ["−16", "−16", "−64", "96"]
    assert site.totals == (-16, -16, -64, 96)
    assert [text for text in complaints if "Content Security Policy" in text] == []


def test_a_hand_is_played_without_scripts(site: Site, browser: Browser) -> None:
    site.camera.reading = sheet_example()
    with open_screen(browser, java_script_enabled=False) as screen:
        page = screen.new_page()
        sit_down(page, site.address)
        tap(page, "Skip the machine")
        tap(page, "Dana wins")
        tap(page, "Bo")
        tap(page, "Read")
        tap_to(page, "Score it", "Confirm & next hand")
        tap(page, "Confirm & next hand")
        tap(page, "Ledger")
        page.wait_for_url("**/ledger/")
        totals = page.locator("tfoot .big").all_inner_texts()
    assert totals == ["−16", "−16", "−64", "96"]


def test_a_change_on_one_screen_shows_on_the_other(site: Site, browser: Browser) -> None:
    with open_screen(browser) as screen:
        first, second = screen.new_page(), screen.new_page()
        sit_down(first, site.address)
        second.goto(site.address)
        tap(first, "Skip the machine")
        expect(second.get_by_role("button", name="Dana wins")).to_be_visible()


def test_undo_wants_to_be_held(site: Site, browser: Browser) -> None:
    site.count_hand()
    with open_screen(browser) as screen:
        page = screen.new_page()
        page.goto(site.address)
        tap(page, "Undo last hand")
        tap(page, "Hold to undo", place=0)
        page.wait_for_timeout(300)
        assert site.totals == (-16, -16, -64, 96)
        hold(page, "Hold to undo")
        page.get_by_role("button", name="Build the walls").wait_for()
    assert site.totals == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("taps.isTooSoon(349, 0)", True),
        ("taps.isTooSoon(351, 0)", False),
        ("live.isLost(8999, 0)", False),
        ("live.isLost(9001, 0)", True),
        ("live.isOlder('7.31', '7.33')", True),
        ("live.isOlder('7.33', '7.33')", False),
        ("live.isOlder('7.9', '7.10')", True),
        ("live.isTouching(499, 0)", True),
        ("live.isTouching(501, 0)", False),
    ],
)
def test_the_scripts_know_their_times(
    site: Site, browser: Browser, question: str, answer: bool
) -> None:
    with open_screen(browser) as screen:
        page = screen.new_page()
        page.goto(site.address)
        name = question.split(".", maxsplit=1)[0]
        kiosk = page.eval_on_selector("script[type=module]", "(script) => script.src")
        script = kiosk.replace("kiosk.js", f"{name}.js")
        verdict = page.evaluate(f"import('{script}').then(({name}) => {question})")
    assert verdict is answer
