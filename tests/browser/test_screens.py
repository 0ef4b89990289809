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

from tests.browser.conftest import ServedHouse, Site
from tests.browser.drawn import (
    Look,
    audit,
    draw,
    find_faults,
    find_high_tabs,
    leave,
    plan_looks,
    resize,
)
from tests.browser.seen import load_grey
from tests.browser.ways import (
    Way,
    walk_endings,
    walk_hand,
    walk_machine,
    walk_repairs,
    walk_unknown_game,
    walk_values,
)
from tests.browser.ways_of_games import walk_cards, walk_tables
from tests.browser.ways_of_house import walk_errors, walk_operator, walk_parlour
from tests.browser.ways_of_payments import (
    walk_club,
    walk_five_players,
    walk_offers,
    walk_prizes,
    walk_teams,
    walk_typed_payments,
)
from tests.conftest import TIMES
from tests.postgres import Server

pytestmark = [pytest.mark.browser, pytest.mark.timeout(660 if TIMES == 1 else 7_200)]

WAYS = (
    walk_hand,
    walk_values,
    walk_endings,
    walk_repairs,
    walk_machine,
    walk_cards,
    walk_tables,
    walk_errors,
    walk_unknown_game,
)
PAYMENT_WAYS = (
    walk_typed_payments,
    walk_five_players,
    walk_teams,
    walk_prizes,
    walk_club,
    walk_offers,
)

PANELS = ("small", "panel")


def look_round(browser: Browser, address: str, way: Way) -> list[str]:
    """Return what is wrong with the screens of *way*, each looked at in several ways."""
    faults: list[str] = []
    with browser.new_context(has_touch=True) as context:
        page = context.new_page()
        for place, screen in enumerate(way):
            for turn, looks in enumerate(plan_looks(place, TIMES)):
                draw(page, address, screen, looks[0])
                is_audited = TIMES > 1 or turn == place % 2
                page_faults = look_at(page, looks, is_audited=is_audited)
                faults += [f"{screen.name}: {one}" for one in page_faults]
            leave(page)  # its stream ends before the table goes on
    return faults


def look_at(page: Page, looks: Sequence[Look], *, is_audited: bool) -> Iterator[str]:
    """Yield what is wrong with the page that is loaded, and in which of the *looks*.

    On small panels no screen scrolls, but in large type.
    """
    looks_by_fault: dict[str, list[str]] = {}
    for look in looks:
        resize(page, look)
        is_last = look is looks[-1]
        faults = find_faults(page, in_reach=is_last or TIMES > 1)
        if look.size in PANELS and look.type_size == "normal":
            faults += [f"it scrolls: {one}" for one in find_high_tabs(page)]
        faults += audit(page) if is_audited and (is_last or TIMES > 1) else []
        for fault in faults:
            looks_by_fault.setdefault(fault, []).append(str(look))
    yield from (f"{fault} ({', '.join(at)})" for fault, at in looks_by_fault.items())


@pytest.mark.parametrize("way", [*WAYS, *PAYMENT_WAYS], ids=lambda way: str(way.__name__))
def test_every_screen_fits_a_finger_and_everyone_s_eyes(
    site: Site, browser: Browser, way: Callable[[Site], Way]
) -> None:
    load_grey(site.camera)
    assert look_round(browser, site.address, way(site)) == []


def test_the_operator_s_screens_do_too(served_house: ServedHouse, browser: Browser) -> None:
    assert look_round(browser, served_house.address, walk_operator(served_house)) == []


def test_so_do_those_of_a_table_in_a_parlour(
    parlour_house: ServedHouse, server: Server, browser: Browser
) -> None:
    assert look_round(browser, parlour_house.address, walk_parlour(parlour_house, server)) == []
