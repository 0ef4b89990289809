"""Someone who has never used a kiosk: he does what the screen says, and knows nothing else.

Of the hand he knows what he saw at the table: who has won, and that it was by own draw.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as NotInTime

from tests.browser.finger import until_it_hears
from tests.guards import PATIENCE_S

STEPS: Final = 40
"""Who has not counted a hand by then goes in a circle."""
LOOK_MS: Final = 100
TAP_MS: Final = 2_000
OWN_DRAW: Final = re.compile(r"\b(tsumo|own draw|self-draw)\b", re.IGNORECASE)
WON: Final = re.compile(r"\bwins\b")
BUSY: Final = re.compile(r"^Reading", re.MULTILINE)
COUNTED: Final = re.compile(r"^Confirm")

READ: Final = """() => {
  const seen = (one) => one.checkVisibility({visibilityProperty: true}) && !one.disabled;
  const main = document.querySelector("main");
  const all = "main :is(a, button, summary), footer :is(a, button)";
  const doors = [...document.querySelectorAll(all)];
  document.querySelectorAll("[data-found]").forEach((one) => one.removeAttribute("data-found"));
  const found = doors.filter(seen).map((one, number) => {
    one.dataset.found = number;
    const words = one.getAttribute("aria-label") || one.innerText;
    return [words.trim().replace(/\\s+/g, " "), one.classList.contains("primary")];
  });
  return {
    where: location.pathname,
    doors: found,
    text: main.innerText,
    scrolls: main.scrollHeight > main.clientHeight + 1,
    waits: Boolean(document.querySelector("main progress")),
  };
}"""


@dataclass(slots=True)
class FirstHand:
    """What a first hand has cost."""

    taps: int = 0
    taps_to_deal: int = 0
    screens: int = 0
    scrolling: int = 0
    """How many of the screens are longer than they are high."""
    words: int = 0
    """How many words stand on all of them."""


class Newcomer:
    """Plays a first hand of a game from the lobby until it is counted."""

    def __init__(self, page: Page, game: str) -> None:
        self._page = page
        self._game = game
        self._steps: list[str] = []
        self.cost = FirstHand()

    def play(self) -> FirstHand:
        """Return what the hand has cost; raise `AssertionError` where the screen leads nowhere."""
        for _ in range(STEPS):
            screen = self._look()
            choice = self._choose(screen["doors"])
            assert choice is not None
            place, words = choice
            self._steps.append(f"{screen['where']}: {words}")
            if WON.search(words) and not self.cost.taps_to_deal:
                self.cost.taps_to_deal = self.cost.taps
            until_it_hears(self._page)
            try:
                self._page.locator(f"[data-found='{place}']").tap(timeout=TAP_MS)
            except NotInTime:  # news have changed the screen under his finger: he looks again
                continue
            self.cost.taps += 1
            self._wait_for_answer(screen)
            if COUNTED.search(words):
                return self.cost
        raise AssertionError("he goes in a circle:\n" + "\n".join(self._steps))

    def _look(self) -> dict[str, Any]:
        """Return what the screen shows once it asks for something, and count it."""
        deadline = time.monotonic() + PATIENCE_S
        before = None
        while True:
            screen: dict[str, Any] = self._page.evaluate(READ)
            is_busy = BUSY.search(screen["text"])
            if screen == before and not is_busy and self._choose(screen["doors"]) is not None:
                break
            assert time.monotonic() < deadline, f"nothing to tap at {screen['where']}"
            before = screen
            self._page.wait_for_timeout(LOOK_MS)
        self.cost.screens += 1
        self.cost.scrolling += screen["scrolls"]
        self.cost.words += len(screen["text"].split())
        return screen

    def _wait_for_answer(self, tapped: dict[str, Any]) -> None:
        """Wait until the page shows something else than when it was *tapped*."""
        deadline = time.monotonic() + PATIENCE_S
        while self._page.evaluate(READ) == tapped:
            assert time.monotonic() < deadline, f"nothing came of a tap at {tapped['where']}"
            self._page.wait_for_timeout(LOOK_MS)

    def _choose(self, doors: list[tuple[str, bool]]) -> tuple[int, str] | None:
        """Return what he taps: his game, who won, how, or else what stands out, if anything."""
        said = [(place, words) for place, (words, _) in enumerate(doors)]
        wished = [one for one in said if self._game in one[1] or WON.search(one[1])]
        standing_out = [one for one, (_, is_primary) in zip(said, doors, strict=True) if is_primary]
        answers = [one for one in said if OWN_DRAW.search(one[1])]
        return next(iter((*wished, *standing_out, *answers)), None)
