"""Every screen in every language and at every size: it fits a finger, and axe finds nothing.

With `JANTAKU_SCREENS=docs/screens` in the environment the pictures of the README are made anew.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

import kiosk
from tests.browser.conftest import LANDSCAPE
from tests.browser.ways import Way, card_games, hand, repairs

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

    from tests.browser.conftest import Served

pytestmark = pytest.mark.browser

HOME = Path(kiosk.__file__).parents[1]
AXE = HOME / "node_modules" / "axe-core" / "axe.min.js"
SIZES = {
    "landscape": LANDSCAPE,
    "small": {"width": 800, "height": 480},
    "portrait": {"width": 800, "height": 1280},
    "phone": {"width": 390, "height": 844},
}
MOST_BYTES = 250_000
"""What a page may weigh, fonts apart (kiosk.md, section 6)."""
PICTURE_SCALE = 0.55
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
WEIGHT = """
() => performance.getEntriesByType("navigation")
  .concat(performance.getEntriesByType("resource"))
  .filter((one) => !one.name.includes("/vendor/noto-sans"))
  .reduce((sum, one) => sum + one.encodedBodySize, 0)
"""
AUDIT = """
async () => (await axe.run(document, { resultTypes: ["violations"] })).violations.map((one) =>
  `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).slice(0, 3).join("; ")}`)
"""


@pytest.mark.parametrize(
    ("size", "language", "type_size", "way"),
    [
        ("landscape", "en", "normal", hand),
        ("small", "ja", "normal", hand),
        ("phone", "zh-Hans", "normal", hand),
        ("portrait", "zh-Hant", "large", hand),
        ("landscape", "zh-Hant", "normal", repairs),
        ("phone", "en", "normal", repairs),
        ("small", "zh-Hans", "normal", repairs),
        ("phone", "ja", "normal", card_games),
        ("landscape", "en", "large", card_games),
    ],
)
def test_every_screen_fits_a_finger_and_everyone_s_eyes(
    served: Served,
    browser: Browser,
    size: str,
    language: str,
    type_size: str,
    way: Callable[[Served], Way],
) -> None:
    found: dict[str, list[str]] = {}
    with browser.new_context(viewport=SIZES[size], has_touch=True) as screen:  # type: ignore[arg-type]
        for name, value in (("language", language), ("size", type_size)):
            screen.add_cookies([{"name": name, "value": value, "url": served.address}])
        page = screen.new_page()
        for name, address in way(served):
            found[name] = faults(page, served.address + address)
            page.goto("about:blank")
    assert {name: told for name, told in found.items() if told} == {}


def faults(page: Page, address: str) -> list[str]:
    """Return what is wrong with the page at *address* as it is drawn, weighed and read out."""
    page.goto(address)
    page.evaluate("document.fonts.ready")
    told: list[str] = page.evaluate(FAULTS)
    weight = page.evaluate(WEIGHT)
    if weight > MOST_BYTES:
        told.append(f"the page weighs {weight} bytes")
    page.evaluate(AXE.read_text("utf-8"))
    return told + list(page.evaluate(AUDIT))


@pytest.mark.skipif("JANTAKU_SCREENS" not in os.environ, reason="JANTAKU_SCREENS is not set")
def test_the_pictures_are_made(served: Served, browser: Browser) -> None:
    folder = HOME / os.environ["JANTAKU_SCREENS"]
    folder.mkdir(parents=True, exist_ok=True)
    with browser.new_context(
        viewport=LANDSCAPE,  # type: ignore[arg-type]
        device_scale_factor=PICTURE_SCALE,
        reduced_motion="reduce",
    ) as screen:
        page = screen.new_page()
        for way in (hand, repairs, card_games):
            for name, address in way(served):
                page.goto(served.address + address)
                page.evaluate("document.fonts.ready")
                picture = folder / f"{name.replace(' ', '-')}.png"
                picture.write_bytes(_few_colours(page.screenshot(scale="device")))
                page.goto("about:blank")
    assert sum(one.stat().st_size for one in folder.glob("*.png")) < 3_000_000


def _few_colours(picture: bytes) -> bytes:
    """Return a PNG of the same in 32 shades a channel: a third of the size."""
    pixels = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    _, small = cv2.imencode(".png", pixels & 0xF8, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    return small.tobytes()
