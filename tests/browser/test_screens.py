"""Every screen in two languages and at every size: it fits a finger, and axe finds nothing.

One run looks at each screen in English and by turns in another language, at each size and with each
type size, and lets axe, which hardly minds them and takes longest, audit each screen once, by turns
in its first or last look; with
`JANTAKU_EXAMPLES=2` (`make test EXAMPLES=2`) in every combination of the three, all audited.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Served, ServedHouse
from tests.browser.drawn import Look, audit, draw, faults, leave, looks, resize, too_high
from tests.browser.seen import load_grey
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

pytestmark = [pytest.mark.browser, pytest.mark.timeout(660 if TIMES == 1 else 7_200)]

WAYS = (hand, values, endings, repairs, machine, cards, tables, wrong, stopped_by_an_event)
TYPED_WAYS = (typed, five, teams, prizes, club, offers)

PANELS = ("small", "panel")


def look_round(browser: Browser, address: str, way: Way) -> list[str]:
    """Return what is wrong with the screens of *way*, each looked at in several ways."""
    told: list[str] = []
    with browser.new_context(has_touch=True) as context:
        page = context.new_page()
        for place, screen in enumerate(way):
            for turn, seen in enumerate(looks(place, TIMES)):
                draw(page, address, screen, seen[0])
                is_audited = TIMES > 1 or turn == place % 2
                found = look_at(page, seen, is_audited=is_audited)
                told += [f"{screen.name}: {one}" for one in found]
            leave(page)  # its stream ends before the table goes on
    return told


def look_at(page: Page, seen: Sequence[Look], *, is_audited: bool) -> Iterator[str]:
    """Yield what is wrong with the page that is loaded, and in which of the looks *seen*.

    On small panels no screen scrolls, but in large type.
    """
    told: dict[str, list[str]] = {}
    for look in seen:
        resize(page, look)
        is_last = look is seen[-1]
        found = faults(page, in_reach=is_last or TIMES > 1)
        if look.size in PANELS and look.type_size == "normal":
            found += [f"it scrolls: {one}" for one in too_high(page)]
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
