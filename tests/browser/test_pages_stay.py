"""A tap reloads no page: none is lost, none counts twice, and nothing jumps."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from kiosk.session import commands as c
from tests.browser.conftest import Site, open_screen
from tests.browser.finger import find_button, hold, tap, wait_until_ready
from tests.browser.ways import do
from tests.kiosk.web.parlour import sheet_example

pytestmark = pytest.mark.browser

HAND = ("2m", "3m", "4m", "5p", "6p", "7p", "2s", "3s", "4s", "5s", "5s", "8p", "8p")
BETWEEN_MS = 200
"""Five taps a second."""


@pytest.fixture
def page(site: Site, browser: Browser) -> Iterator[Page]:
    """Yield a page on a touch screen that tells whether it was loaded again."""
    with open_screen(browser) as screen:
        tab = screen.new_page()
        tab.goto(site.address)
        tab.evaluate("window.isTheSame = true")
        yield tab


def has_stayed(page: Page) -> bool:
    """Return whether the browser has not loaded another page since."""
    return bool(page.evaluate("window.isTheSame === true"))


def open_row(site: Site, page: Page) -> None:
    """Open the pad for the winner's tiles."""
    site.sit_down().tap("Skip the machine").tap("Dana wins").tap("Bo", place=0).tap("Enter by hand")
    page.goto(f"{site.address}/edit/row/hand?seat=3")
    page.evaluate("window.isTheSame = true")
    wait_until_ready(page)


LISTEN = """
() => new Promise((opened) => {
  const stream = new EventSource("/events");
  window.changed = new Promise((done) => stream.addEventListener("change", () => done()));
  stream.addEventListener("open", () => opened());
})
"""
"""Comes back once a change would be heard."""
WAIT_FOR_CHANGE = "() => window.changed.then(() => fetch('/static/js/live.js')).then(() => true)"
"""Comes back once one was heard, and what the page asks for thereupon has gone out."""


EXPECT_A_PAGE = """
() => {
  window.page = new Promise((came) => {
    document.addEventListener("arrived", () => came(true), { once: true });
  });
}
"""


def test_an_older_page_that_comes_late_does_not_stay(site: Site, page: Page) -> None:
    site.sit_down("wuhan")
    expect(find_button(page, "Skip the machine")).to_be_visible()
    routes: list[Route] = []
    page.route(f"{site.address}/", lambda route: routes.append(route))
    page.evaluate(LISTEN)
    live = site.service.live
    live.publish(live.newest.seq, "table")
    page.evaluate(WAIT_FOR_CHANGE)
    (first,) = routes
    response = first.fetch()
    page.evaluate(LISTEN)
    site.visitor().go("/").tap("Skip the machine")
    page.evaluate(WAIT_FOR_CHANGE)
    assert routes == [first]
    first.fulfill(response=response)
    page.unroute(f"{site.address}/")
    expect(find_button(page, "Skip the machine")).not_to_be_visible()


def test_an_answer_that_comes_after_a_newer_look_does_not_stay(site: Site, page: Page) -> None:
    site.sit_down("wuhan")
    expect(find_button(page, "Skip the machine")).to_be_visible()
    routes: list[Route] = []
    page.route(f"{site.address}/", lambda route: routes.append(route), times=1)
    page.evaluate("window.dispatchEvent(new PopStateEvent('popstate'))")
    page.evaluate("fetch('/static/js/live.js').then(() => true)")
    (answer,) = routes
    response = answer.fetch()
    site.visitor().go("/").tap("Skip the machine")
    expect(find_button(page, "Skip the machine")).not_to_be_visible()
    page.evaluate(EXPECT_A_PAGE)
    answer.fulfill(response=response)
    page.evaluate("window.page")
    expect(find_button(page, "Skip the machine")).not_to_be_visible()


def test_news_come_to_a_page_that_has_opened_something_by_itself(site: Site, page: Page) -> None:
    site.sit_down("singapore").tap("Skip the machine").tap("Dana wins").tap("Bo", place=0).tap(
        "Enter by hand"
    )
    do(site, c.SeatFact(3, "dealt_bonus", "1f"))
    page.goto(site.address)
    tiles = page.locator("details.fact-tiles[open] summary svg")
    expect(tiles).to_have_count(1)
    do(site, c.SeatFact(3, "dealt_bonus", "12f"))
    expect(tiles).to_have_count(2)


def test_a_second_tap_where_a_hand_was_confirmed_moves_no_machine(site: Site, page: Page) -> None:
    site.at_review(sheet_example()).tap("Score it")
    page.goto(site.address)
    wait_until_ready(page)
    box = find_button(page, "Confirm & next hand").bounding_box()
    assert box is not None
    for _ in range(2):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(find_button(page, "Build the walls")).to_be_visible()
        wait_until_ready(page)
    assert site.machine.orders == []


def test_thirteen_tiles_at_five_taps_a_second_all_land(site: Site, page: Page) -> None:
    open_row(site, page)
    for code in HAND:
        box = page.locator(f"button[name=code][value='{code}']").bounding_box()
        assert box is not None
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(BETWEEN_MS)
    expect(page.locator(".so-far .tile-link")).to_have_count(len(HAND))
    draft = site.service.state.draft
    assert draft is not None
    assert tuple(tile.code for tile in draft.seats[3].hand or ()) == HAND
    assert has_stayed(page)


def test_a_tap_while_the_kiosk_is_away_is_sent_once_when_it_is_back(site: Site, page: Page) -> None:
    site.at_review(sheet_example()).tap("Score it")
    page.reload()

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/confirm", lose_the_answer)
    tap(page, "Confirm & next hand")
    expect(page.get_by_text("will be sent exactly once")).to_be_visible()
    page.unroute("**/confirm")
    expect(page.get_by_text("Last hand").first).to_be_visible()
    assert site.totals == (-16, -16, -64, 96)
    session = site.service.state.session
    assert session is not None
    assert len(session.hands) == 1


def test_a_tap_while_the_kiosk_starts_is_sent_when_it_has(site: Site, page: Page) -> None:
    site.at_review(sheet_example()).tap("Score it")
    page.reload()
    reply = {"status": 503, "content_type": "text/html", "body": "<h1>Checking: 40 %</h1>"}
    page.route("**/confirm", lambda route: route.fulfill(**reply))
    tap(page, "Confirm & next hand")
    expect(page.get_by_text("will be sent exactly once")).to_be_visible()
    page.unroute("**/confirm")
    expect(page.get_by_text("Last hand").first).to_be_visible()
    assert site.totals == (-16, -16, -64, 96)


def test_a_tap_without_an_answer_is_sent_by_the_page_that_is_loaded_next(
    site: Site, page: Page
) -> None:
    site.at_review(sheet_example()).tap("Score it")
    page.reload()
    page.route("**/confirm", lambda route: route.abort())
    tap(page, "Confirm & next hand")
    expect(page.get_by_text("will be sent exactly once")).to_be_visible()
    page.unroute("**/confirm")
    page.reload()
    expect(page.get_by_text("Last hand").first).to_be_visible()
    assert site.totals == (-16, -16, -64, 96)


def test_links_and_forms_load_no_page(site: Site, page: Page) -> None:
    site.count_hand()
    page.reload()
    page.evaluate("window.isTheSame = true")
    tap(page, "Ledger")
    page.wait_for_url("**/ledger/")
    page.go_back()
    tap(page, "Undo last hand")
    hold(page, "Hold to undo")
    expect(find_button(page, "Build the walls")).to_be_visible()
    assert has_stayed(page)


def test_a_tap_does_not_throw_the_screen_back_to_its_top(site: Site, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 480})
    page.goto(f"{site.address}/settings")
    wait_until_ready(page)
    last_button = page.locator("#main form button:visible").last
    last_button.scroll_into_view_if_needed()
    before = page.locator("#main").evaluate("(main) => main.scrollTop")
    assert before > 0
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        last_button.tap()
    wait_until_ready(page)
    after = page.locator("#main").evaluate("(main) => main.scrollTop")
    assert after == pytest.approx(before, abs=2)


def test_pages_of_a_list_stand_whole_after_a_tap_has_changed_it(site: Site, page: Page) -> None:
    page.set_viewport_size({"width": 800, "height": 480})
    page.goto(f"{site.address}/settings")
    wait_until_ready(page)
    pager = page.locator(".paged:visible")
    tap(page, "45 minutes")
    wait_until_ready(page)
    gap = pager.evaluate("(list) => parseFloat(getComputedStyle(list).columnGap)")
    offset, width = pager.evaluate("(list) => [list.scrollLeft, list.clientWidth]")
    assert offset % (width + gap) == pytest.approx(0, abs=1)
