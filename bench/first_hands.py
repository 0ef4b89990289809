"""What a first hand costs someone who knows only what the screen says, game by game.

A kiosk with the simulated table is shown on a small panel; the hand is won by own draw and read.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from tests.browser.newcomer import FirstHand, Newcomer
from tests.soak.figures import Figures
from tests.soak.kiosk_process import KioskProcess
from tools.bootstrap import CHROMIUM, Machine

GAMES: Final = (
    "Riichi mahjong",
    "Three-player riichi",
    "Wuhan mahjong",
    "Taiwanese mahjong",
    "Singapore mahjong",
    "Nanjing mahjong",
    "Changsha mahjong",
    "Beijing mahjong",
    "Mushi",
    "Sakura",
)
PANEL: Final[ViewportSize] = {"width": 1024, "height": 600}


def measure(games: Sequence[str] = GAMES) -> Figures:
    """Return taps, taps before the deal, screens, those that scroll, and words, of each game."""
    chromium = Machine.here().find(*CHROMIUM)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        figures = {game: asdict(_first_hand(browser, game)) for game in games}
        browser.close()
    return figures


def _first_hand(browser: Browser, game: str) -> FirstHand:
    with tempfile.TemporaryDirectory() as folder:
        kiosk = KioskProcess(Path(folder), "", "--sim")
        try:
            with browser.new_context(viewport=PANEL, has_touch=True) as screen:
                page = screen.new_page()
                page.goto(f"http://127.0.0.1:{kiosk.port}")
                return Newcomer(page, game).play()
        finally:
            kiosk.close()
