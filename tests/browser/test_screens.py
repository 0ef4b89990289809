"""Every screen in two languages and at every size: it fits a finger, and axe finds nothing.

One run looks at each screen in English and by turns in another language, at each size and with each
type size, and lets axe, which hardly minds them and takes longest, audit each screen once, by turns
in its first or last look; with
`JANTAKU_EXAMPLES=2` (`make test EXAMPLES=2`) in every combination of the three, all audited. With
`JANTAKU_SCREENS=docs/screens` in the environment the pictures of the README are made anew.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Served, ServedHouse
from tests.browser.drawn import HOME, Look, audit, draw, faults, leave, looks, resize, weighed
from tests.browser.seen import load_grey, load_table
from tests.browser.ways import (
    Way,
    endings,
    hand,
    machine,
    repairs,
    stopped_by_an_event,
    values,
)
from tests.browser.ways_of_games import cards, tables
from tests.browser.ways_of_house import operator, parlour, wrong
from tests.browser.ways_of_payments import club, five, offers, prizes, teams, typed
from tests.conftest import TIMES
from tests.postgres import Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(60 + 600 * TIMES)]

WAYS = (hand, values, endings, repairs, machine, cards, tables, wrong, stopped_by_an_event)
TYPED_WAYS = (typed, five, teams, prizes, club, offers)
PICTURE_SCALE = 0.55
WEBP_QUALITY = 75
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
MOST_PICTURE_BYTES = 3_000_000


def look_round(browser: Browser, address: str, way: Way) -> list[str]:
    """Return what is wrong with the screens of *way*, each looked at in several ways."""
    told: list[str] = []
    with browser.new_context(has_touch=True) as context:
        page = context.new_page()
        for place, screen in enumerate(way):
            for turn, seen in enumerate(looks(place, TIMES)):
                draw(page, address, screen, seen[0])
                is_audited = TIMES > 1 or turn == place % 2
                told += [f"{screen.name}: {one}" for one in look_at(page, seen, is_audited)]
            leave(page)  # its stream ends before the table goes on
    return told


def look_at(page: Page, seen: Sequence[Look], is_audited: bool) -> Iterator[str]:
    """Yield what is wrong with the page that is loaded, and in which of the looks *seen*."""
    told: dict[str, list[str]] = {}
    for look in seen:
        resize(page, look)
        is_last = look is seen[-1]
        found = faults(page, in_reach=is_last or TIMES > 1)
        found += weighed(page) if is_last else []
        found += audit(page) if is_audited and (is_last or TIMES > 1) else []
        for fault in found:
            told.setdefault(fault, []).append(str(look))
    yield from (f"{fault} ({', '.join(at)})" for fault, at in told.items())


@pytest.mark.parametrize("way", [*WAYS, *TYPED_WAYS], ids=lambda way: str(way.__name__))
def test_every_screen_fits_a_finger_and_everyone_s_eyes(
    served: Served, browser: Browser, way: Callable[[Served], Way]
) -> None:
    load_grey(served.camera)
    assert look_round(browser, served.address, way(served)) == []


def test_the_operator_s_screens_do_too(served_house: ServedHouse, browser: Browser) -> None:
    assert look_round(browser, served_house.address, operator(served_house)) == []


def test_so_do_those_of_a_table_in_a_parlour(
    fed_house: ServedHouse, server: Server, browser: Browser
) -> None:
    assert look_round(browser, fed_house.address, parlour(fed_house, server)) == []


@pytest.mark.skipif("JANTAKU_SCREENS" not in os.environ, reason="JANTAKU_SCREENS is not set")
def test_the_pictures_are_made(
    tmp_path: Path,
    served_house: ServedHouse,
    fed_house: ServedHouse,
    server: Server,
    browser: Browser,
) -> None:
    folder = HOME / os.environ["JANTAKU_SCREENS"]
    folder.mkdir(parents=True, exist_ok=True)
    for way in WAYS:
        place = Served(tmp_path / f"{way.__name__}.sqlite")
        load_table(place.camera)
        draw_all(browser, place.address, way(place), folder)
        place.close()
    draw_all(browser, served_house.address, operator(served_house), folder)
    draw_all(browser, fed_house.address, parlour(fed_house, server), folder)
    assert sum(one.stat().st_size for one in folder.iterdir()) < MOST_PICTURE_BYTES


def draw_all(browser: Browser, address: str, way: Way, folder: Path) -> None:
    """Write a picture of every screen of *way*."""
    with browser.new_context(device_scale_factor=PICTURE_SCALE, reduced_motion="reduce") as context:
        page = context.new_page()
        for screen in way:
            draw(page, address, screen, Look("en", "landscape", "normal"))
            page.evaluate(WITHOUT_PATHS)
            picture = page.screenshot(scale="device")
            name = screen.name.replace(" ", "-")
            (folder / f"{name}.webp").write_bytes(smaller(picture))
            leave(page)


def smaller(picture: bytes) -> bytes:
    """Return a PNG as WebP: a third of the size."""
    pixels = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    _, small = cv2.imencode(".webp", pixels, [cv2.IMWRITE_WEBP_QUALITY, WEBP_QUALITY])
    return small.tobytes()
