"""Someone who has never used a kiosk: he does what the screen says, and knows nothing else.

Of the hand he knows what he saw at the table: how many sat there, who has won by own draw, or in
which order people were rid of their cards. He reads one language, and calls things by the words
that players of that language use.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as NotInTime

from tests.browser.finger import wait_until_ready
from tests.guards import PATIENCE_S

STEPS: Final = 40
"""Who has not counted a hand by then goes in a circle."""
LOOK_MS: Final = 100
GAMES: Final = "/new"
"""Where all games are listed."""
TAP_MS: Final = 2_000
NEXT_PAGE: Final = "[data-turn='1']"

READ: Final = """() => {
  const seen = (one) => one.checkVisibility({visibilityProperty: true}) && !one.disabled;
  const main = document.querySelector("main");
  const all = "main :is(a, button, summary, .choices label), footer :is(a, button)";
  const doors = [...document.querySelectorAll(all)];
  document.querySelectorAll("[data-found]").forEach((one) => one.removeAttribute("data-found"));
  const found = doors.filter(seen).map((one, number) => {
    one.dataset.found = number;
    const words = (one.getAttribute("aria-label") || one.innerText).trim().replace(/\\s+/g, " ");
    const about = one.closest("fieldset, section")?.querySelector("legend, h2")?.innerText || "";
    const isOn = one.ariaPressed === "true" || Boolean(one.querySelector("input:checked"));
    const edge = one.closest(".paged")?.getBoundingClientRect().right;
    const isOverleaf = one.getBoundingClientRect().left > edge;
    return {words, about, isOn, isOverleaf, standsOut: one.classList.contains("primary")};
  });
  return {
    where: location.pathname,
    doors: found,
    text: main.innerText,
    scrolls: main.scrollHeight > main.clientHeight + 1,
    waits: Boolean(document.querySelector("main progress")),
  };
}"""


@dataclass(frozen=True, slots=True)
class Words:
    """What a player of one language looks for on a screen."""

    win: str
    own_draw: str
    over: str
    """What one taps when a hand that nobody wins is over."""
    finish: str
    """The question who was rid of his cards, and when."""
    players: str
    busy: str
    counts: str
    """What the last tap of a hand says."""


LANGUAGES: Final[Mapping[str, Words]] = {
    "en": Words(
        r"\bwins$",
        r"(?i)\b(tsumo|own draw|self-draw)\b",
        "hand is over",
        r"\bfinished\b",
        "(?i)^(number of )?players$",
        "(?m)^Reading",
        "^Confirm",
    ),
    "ja": Words("の和了$", "ツモ", "局終了", "上がった", "^人数$", "(?m)^読み取り中", "^確定"),
    "zh-Hans": Words("(胡牌|和了)$", "自摸", "打完", "出完", "^人数$", "(?m)^识别中", "^确认"),
    "zh-Hant": Words("(胡牌|和了)$", "自摸", "打完", "出完", "^人數$", "(?m)^辨識中", "^確認"),
}


@dataclass(slots=True)
class FirstHand:
    """What a first hand has cost."""

    taps: int = 0
    taps_to_deal: int = 0
    screens: int = 0
    scrolling: int = 0
    """How many of the screens are longer than they are high."""
    words: int = 0
    """How many words stand on all of them but the list of games; of English only."""


class Newcomer:
    """Plays a first hand of a game from the lobby until it is counted."""

    def __init__(self, page: Page, game: str, language: str = "en", people: int = 0) -> None:
        """Show him *page*, where he looks for *game*; *people* sit down, all seats if it is 0."""
        self._page = page
        self._game = game
        self._words = LANGUAGES[language]
        self._people = str(people or "")
        self._steps: list[str] = []
        self.cost = FirstHand()

    def play(self) -> FirstHand:
        """Return what the hand has cost; raise `AssertionError` where the screen leads nowhere."""
        for _ in range(STEPS):
            screen = self._look()
            place = self._choose(screen["doors"])
            assert place is not None
            words = screen["doors"][place]["words"]
            self._steps.append(f"{screen['where']}: {words}")
            if self._ends_play(words) and not self.cost.taps_to_deal:
                self.cost.taps_to_deal = self.cost.taps
            wait_until_ready(self._page)
            if self._page.evaluate(READ)["doors"] != screen["doors"]:
                continue  # the screen changed while it took no taps: he looks again
            try:
                self._target(screen["doors"][place], place).tap(timeout=TAP_MS)
            except NotInTime:  # the screen changed under his finger: he looks again
                continue
            self.cost.taps += 1
            self._wait_for_answer(screen)
            if re.search(self._words.counts, words):
                return self.cost
        raise AssertionError("he goes in a circle:\n" + "\n".join(self._steps))

    def _look(self) -> dict[str, Any]:
        """Return what the screen shows once it asks for something, and count it."""
        deadline = time.monotonic() + PATIENCE_S
        before = None
        while True:
            screen: dict[str, Any] = self._page.evaluate(READ)
            is_busy = re.search(self._words.busy, screen["text"])
            if screen == before and not is_busy and self._choose(screen["doors"]) is not None:
                break
            assert time.monotonic() < deadline, (
                f"nothing to tap after {self._steps[-1:]}:\n{screen['text']}"
            )
            before = screen
            self._page.wait_for_timeout(LOOK_MS)
        self.cost.screens += 1
        self.cost.scrolling += screen["scrolls"]
        if screen["where"] != GAMES:
            self.cost.words += len(screen["text"].split())
        return screen

    def _target(self, door: Mapping[str, Any], place: int) -> Locator:
        """Return where he taps to come to *door*: there, or on what turns the page before it."""
        return self._page.locator(NEXT_PAGE if door["isOverleaf"] else f"[data-found='{place}']")

    def _wait_for_answer(self, before: dict[str, Any]) -> None:
        """Wait until the page shows something else than *before*, what it showed at the tap."""
        deadline = time.monotonic() + PATIENCE_S
        while self._page.evaluate(READ) == before:
            assert time.monotonic() < deadline, (
                f"nothing came of {self._steps[-1]}:\n{before['text']}"
            )
            self._page.wait_for_timeout(LOOK_MS)

    def _ends_play(self, words: str) -> bool:
        return bool(re.search(f"{self._words.win}|{self._words.over}", words))

    def _choose(self, doors: Sequence[Mapping[str, Any]]) -> int | None:
        """Return the place of the door he taps: what he knows, else the primary, else own draw."""
        answers = (place for place, door in enumerate(doors) if self._knows(door))
        primary = (place for place, door in enumerate(doors) if door["standsOut"])
        pattern = re.compile(self._words.own_draw)
        own_draws = (place for place, door in enumerate(doors) if pattern.search(door["words"]))
        return next(chain(answers, primary, own_draws), None)

    def _knows(self, door: Mapping[str, Any]) -> bool:
        """Return whether *door* says what he knows and has not entered yet."""
        words, about = door["words"], door["about"]
        if self._game in words or re.search(self._words.win, words):
            return True
        if door["isOn"]:
            return False
        if re.search(self._words.players, about):
            return bool(words == self._people)
        return bool(re.search(self._words.finish, about))
