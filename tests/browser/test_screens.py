"""Every screen at every size: nothing clipped, every target large enough for a finger."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import LANDSCAPE
from tests.kiosk.pages.parlour import sheet_example

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from tests.browser.conftest import Served

pytestmark = pytest.mark.browser

SIZES = {"landscape": LANDSCAPE, "small": {"width": 800, "height": 480}}
FAULTS = """
// 44 px is WCAG 2.2's AAA; most targets here are 56 px or more
() => {
  const faults = [];
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is too wide");
  const shown = [...document.querySelectorAll("button, a[href], summary")].filter((one) =>
    one.checkVisibility() && one.getClientRects().length);
  const boxes = shown.map((one) => [one, one.getBoundingClientRect()]);
  for (const [one, box] of boxes) {
    const name = one.getAttribute("aria-label") || one.innerText || one.className;
    if (box.width < 44 || box.height < 44) faults.push(`small: ${name}`);
    if (box.left < 0 || box.right > innerWidth + 1) faults.push(`outside: ${name}`);
    if (one.scrollWidth > one.clientWidth + 2) faults.push(`clipped: ${name}`);
  }
  for (const [one, a] of boxes) for (const [other, b] of boxes) {
    if (one === other || one.contains(other) || other.contains(one)) continue;
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (!one.closest("main") || !other.closest("main") || wide < 2 || high < 2) continue;
    faults.push(`overlap: ${one.innerText} / ${other.innerText}`);
  }
  const primary = document.querySelector("footer .primary");
  if (primary) {
    const box = primary.getBoundingClientRect();
    if (box.bottom > innerHeight) faults.push("the primary button is below the edge");
    if (box.right < innerWidth * 0.9) faults.push("the primary button is not on the right");
    if (box.height < 72) faults.push("the primary button is low");
  }
  return faults;
}
"""


def way(served: Served) -> Iterator[tuple[str, str]]:
    """Go through a hand and yield every screen on the way: its name and address."""
    yield "lobby", "/"
    yield "games", "/new"
    yield "options", "/new/wuhan"
    yield "seats", "/new/wuhan/seats"
    visitor = served.sit_down()
    yield "table", "/"
    visitor.tap("Play by hand")
    yield "playing", "/"
    visitor.tap("Dana wins")
    yield "outcome", "/"
    visitor.tap("Bo")
    yield "reading", "/"
    served.read(visitor, sheet_example(doubt="7s"))
    yield "review", "/"
    yield from sheets(served)
    visitor.tap("Settle")
    yield "settlement", "/"
    visitor.tap("Confirm & next hand")
    yield "table after a hand", "/"
    yield "ledger", "/ledger/"
    yield "undo", visitor.find("Undo last hand").href
    yield "leave", "/leave"


def sheets(served: Served) -> Iterator[tuple[str, str]]:
    """Yield the sheets of the review screen."""
    draft = served.service.view().draft
    assert draft is not None
    doubtful = next(tile for tile in draft.tiles() if tile.is_doubtful)
    meld = draft.seats[3].melds[0]
    yield "tile", f"/edit/tile/{doubtful.number}"
    yield "row", "/edit/row/hand?seat=0"
    yield "meld", f"/edit/meld/3/{meld.number}"
    yield "winning tile", "/edit/winning/3"
    yield "how", "/review/how/3"


@pytest.mark.parametrize(("size", "language"), [("landscape", "ja"), ("small", "en")])
def test_every_screen_fits_a_finger(
    served: Served, browser: Browser, size: str, language: str
) -> None:
    found: dict[str, list[str]] = {}
    with browser.new_context(viewport=SIZES[size], has_touch=True) as screen:  # type: ignore[arg-type]
        screen.add_cookies([{"name": "language", "value": language, "url": served.address}])
        page = screen.new_page()
        for name, address in way(served):
            found[name] = faults(page, served.address + address)
            page.goto("about:blank")
    assert {name: told for name, told in found.items() if told} == {}


def faults(page: Page, address: str) -> list[str]:
    """Return what is wrong with the page at *address* as it is drawn."""
    page.goto(address)
    page.evaluate("document.fonts.ready")
    told: list[str] = page.evaluate(FAULTS)
    return told
