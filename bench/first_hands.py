"""What a first hand costs someone who knows only what the screen says, game by game.

A kiosk with the simulated table is shown on a small panel, in English. What can be read is read;
hands of tiles are won by own draw.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from tests.browser.newcomer import FirstHand, Newcomer
from tests.soak.figures import Figures
from tests.soak.kiosk_process import KioskProcess
from tools.bootstrap import CHROMIUM, Machine

GAMES: Final[Mapping[str, int]] = {
    "Riichi mahjong": 0,
    "Three-player riichi": 0,
    "N-player riichi, rule 0": 2,
    "Taiwanese mahjong": 0,
    "Taiwanese mahjong, common rules": 0,
    "Wuhan mahjong": 0,
    "Singapore mahjong": 0,
    "Changsha mahjong": 0,
    "Mushi": 0,
    "Tien Gow": 0,
    "Shuangkou": 0,
}
"""Games of all families, and how many people sit down where it is not as many as may."""
PANEL: Final[ViewportSize] = {"width": 1024, "height": 600}


def measure(games: Mapping[str, int] = GAMES) -> Figures:
    """Return taps, taps before the deal, screens, those that scroll, and words, of each game."""
    chromium = Machine.here().find(*CHROMIUM)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        figures = {one: asdict(_first_hand(browser, one, some)) for one, some in games.items()}
        browser.close()
    return figures


def _first_hand(browser: Browser, game: str, people: int) -> FirstHand:
    with tempfile.TemporaryDirectory() as folder:
        kiosk = KioskProcess(Path(folder), "", "--sim")
        try:
            with browser.new_context(viewport=PANEL, has_touch=True) as screen:
                page = screen.new_page()
                page.goto(f"http://127.0.0.1:{kiosk.port}")
                return Newcomer(page, game, people=people).play()
        finally:
            kiosk.close()
