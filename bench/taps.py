"""How long a tap takes until its picture, by a finger on the kiosk's own pages in Chromium.

The kiosk is a process of its own with nothing connected; whole hands of riichi are told by touch
on a small panel. A tap begins with the event of the finger's touch and ends with the frame in
which its answer stands. Beside it: the time of the kiosk's processor that its answer took.
"""

from __future__ import annotations

import os
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, sync_playwright

from bench.first_hands import PANEL
from bench.kiosk_pages import spread
from tests.browser.finger import find_button, wait_until_ready
from tests.soak.figures import Figures
from tests.soak.kiosk_process import KioskProcess
from tools.bootstrap import CHROMIUM, Machine

HANDS: Final = 8
HAND: Final = ("2m", "3m", "4m", "4m", "5m", "6m", "5p", "5p", "7s", "8s", "9s", "6m", "7m")
WON_BY: Final = "8m"
WATCH: Final = """() => {
  window.taps = [];
  let touched = null;
  addEventListener("pointerdown", (event) => { touched = event.timeStamp; }, true);
  document.addEventListener("arrived", () => {
    if (touched === null) return;
    const begin = touched;
    touched = null;
    const [answer] = performance.getEntriesByType("resource")
      .filter((one) => one.initiatorType === "fetch").slice(-1);
    performance.clearResourceTimings();
    const drawn = new MessageChannel();
    drawn.port1.onmessage = () => taps.push({
      picture: performance.now() - begin,
      answer: answer.responseEnd - answer.startTime,
    });
    requestAnimationFrame(() => drawn.port2.postMessage(null));
  });
}"""
"""A message that a frame's last script has sent arrives when that frame is drawn."""
PICTURED: Final = "(before) => taps.length > before"


def measure(hands: int = HANDS) -> Figures:
    """Return the times of each kind of tap over *hands* hands, and the load of the machine."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        kiosk = KioskProcess(Path(folder))
        chromium = Machine.here().find(*CHROMIUM)
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        try:
            kiosk.sit_down("riichi")
            page = browser.new_context(viewport=PANEL, has_touch=True).new_page()
            page.goto(f"http://127.0.0.1:{kiosk.port}")
            page.evaluate(WATCH)
            return _figures(Taps(page, kiosk), hands)
        finally:
            browser.close()
            kiosk.close()


class Taps:
    """A finger whose taps are timed, by what they are for."""

    def __init__(self, page: Page, kiosk: KioskProcess) -> None:
        self._page, self._kiosk = page, kiosk
        self.times: dict[str, list[dict[str, float]]] = defaultdict(list)

    def tap(self, kind: str, words: str = "", place: str = "") -> None:
        """Tap what says *words*, or what stands at the selector *place*, as one of a *kind*."""
        target = self._page.locator(place) if place else find_button(self._page, words)
        target.first.wait_for()
        wait_until_ready(self._page)
        before = self._page.evaluate("taps.length")
        begin = self._kiosk.processor_s()
        target.first.tap()
        self._page.wait_for_function(PICTURED, arg=before)
        took: dict[str, Any] = self._page.evaluate("taps.at(-1)")
        self.times[kind].append({**took, "kiosk": 1000 * (self._kiosk.processor_s() - begin)})


def _hand(taps: Taps) -> None:
    """Tell a hand from its end to the ledger, after which the next one is played."""
    for words in ("A wins", "Tsumo", "Enter tiles"):
        taps.tap("page", words)
    taps.tap("page", place="a[href*='/edit/row/hand']")
    for code in HAND:
        taps.tap("tile", place=_key(code))
    taps.tap("page", "Done")
    taps.tap("page", place="a[href*='/edit/winning']")
    taps.tap("tile", place=_key(WON_BY))
    taps.tap("page", place="a[href*='/edit/row/indicators']")
    taps.tap("tile", place=_key("1z"))
    taps.tap("page", "Done")
    taps.tap("mark", "Riichi (")
    taps.tap("settle", "Score it")
    taps.tap("confirm", "Confirm & next hand")


def _key(code: str) -> str:
    return f"button[name=code][value='{code}']"


def _figures(taps: Taps, hands: int) -> Figures:
    loads = [os.getloadavg()[0]]
    taps.tap("page", "Start the hand")
    for _ in range(hands):
        _hand(taps)
        loads.append(os.getloadavg()[0])
    return {"load_1_min": sum(loads) / len(loads), **dict(_spreads(taps))}


def _spreads(taps: Taps) -> Iterator[tuple[str, Figures]]:
    every = [one for times in taps.times.values() for one in times]
    for kind, times in {**taps.times, "all": every}.items():
        picture = spread([one["picture"] for one in times])
        yield (
            kind,
            {
                "taps": len(times),
                **{f"picture_{name}_ms": one for name, one in picture.items()},
                "answer_p50_ms": spread([one["answer"] for one in times])["p50"],
                "kiosk_processor_p50_ms": spread([one["kiosk"] for one in times])["p50"],
            },
        )
