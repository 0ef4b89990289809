"""Pictures of every screen, for people to look at: `make screens` puts them into docs/screens.

Each screen is shot on the commonest small panel in English; those where the room decides also on a
smaller panel and a phone, those where the words decide also in the other languages.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser

from kiosk.i18n import FALLBACK, languages
from tests.browser.conftest import ServedHouse, Site
from tests.browser.drawn import HOME, Look, draw, leave
from tests.browser.seen import load_table
from tests.browser.test_screens import PAYMENT_WAYS, WAYS
from tests.browser.ways import Way
from tests.browser.ways_of_house import walk_operator, walk_parlour
from tests.postgres import Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(1800)]

PANEL: Final = "panel"
CROWDED: Final = frozenset({"table", "playing", "review", "settlement", "settled draw"})
"""Screens that every hand comes to, also shot at `SMALL`."""
SMALL: Final = ("small", "phone")
WORDY: Final = frozenset({"playing", "settlement", "who was ready"})
"""Screens whose words decide what fits, also shot in the other languages."""
SCALE: Final = 0.5
WEBP_QUALITY: Final = 55
WITHOUT_PATHS = r"""
() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    text.data = text.data.replace(/(\/[\w.-]+){2,}/g, "data").replace(/^Linux .*/, "Linux")
      .replace(/^jantaku_.*/, "jantaku_…");
  }
}
"""
"""The gallery tells nothing of the machine that it was made on, and shows no token."""
MOST_BYTES: Final = 2_150_000


@pytest.mark.skipif("JANTAKU_SCREENS" not in os.environ, reason="JANTAKU_SCREENS is not set")
def test_the_pictures_are_made(
    tmp_path: Path,
    served_house: ServedHouse,
    parlour_house: ServedHouse,
    server: Server,
    browser: Browser,
) -> None:
    folder = HOME / os.environ["JANTAKU_SCREENS"]
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.webp"):
        old.unlink()
    for way in (*WAYS, *PAYMENT_WAYS):
        place = Site(tmp_path / f"{way.__name__}.sqlite")
        load_table(place.camera)
        draw_all(browser, place.address, way(place), folder)
        place.close()
    draw_all(browser, served_house.address, walk_operator(served_house), folder)
    draw_all(browser, parlour_house.address, walk_parlour(parlour_house, server), folder)
    assert sum(one.stat().st_size for one in folder.iterdir()) < MOST_BYTES


def draw_all(browser: Browser, address: str, way: Way, folder: Path) -> None:
    """Write the pictures of every screen of *way*."""
    with browser.new_context(device_scale_factor=SCALE, reduced_motion="reduce") as context:
        page = context.new_page()
        for screen in way:
            for suffix, look in list_views(screen.name):
                draw(page, address, screen, look)
                page.evaluate(WITHOUT_PATHS)
                picture = page.screenshot(scale="device")
                name = f"{screen.name}{suffix}".replace(" ", "-")
                (folder / f"{name}.webp").write_bytes(encode_webp(picture))
                leave(page)


def list_views(name: str) -> Iterator[tuple[str, Look]]:
    """Yield how the screen *name* is shot, each with the end of its picture's name."""
    yield "", Look(FALLBACK, PANEL, "normal")
    if name in CROWDED:
        yield from ((f"-{size}", Look(FALLBACK, size, "normal")) for size in SMALL)
    if name in WORDY:
        others = [language for language in languages() if language != FALLBACK]
        yield from ((f"-{one}", Look(one, PANEL, "normal")) for one in others)


def encode_webp(picture: bytes) -> bytes:
    """Return a PNG as WebP: a third of the size."""
    pixels = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    _, small = cv2.imencode(".webp", pixels, [cv2.IMWRITE_WEBP_QUALITY, WEBP_QUALITY])
    return small.tobytes()
