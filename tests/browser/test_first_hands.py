"""Someone who has never used a kiosk counts his first hand by doing what the screen says."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import ServedHouse
from tests.browser.newcomer import Newcomer

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("game", "taps", "scrolling"), [("Riichi mahjong", 12, 5), ("Mushi", 9, 5)]
)
def test_a_newcomer_counts_a_first_hand(
    served_house: ServedHouse, browser: Browser, game: str, taps: int, scrolling: int
) -> None:
    panel = {"width": 1024, "height": 600}
    with browser.new_context(viewport=panel, has_touch=True) as screen:  # type: ignore[arg-type]
        page = screen.new_page()
        page.goto(served_house.address)
        cost = Newcomer(page, game).play()
    assert cost.taps <= taps
    assert cost.scrolling <= scrolling
