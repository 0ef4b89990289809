"""On a small panel neither the review of a hand nor what it pays scrolls, whichever game it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import rules
from kiosk.session import Stage
from kiosk.session import commands as c
from kiosk.session.commands import Settle
from kiosk.session.from_log import TakeLog
from tests.browser.conftest import Site
from tests.browser.drawn import Look, draw, find_high_tabs, leave, resize
from tests.browser.laid import clear, enter
from tests.browser.ways import Screen, do
from tests.kiosk.web.parlour import read_tiles, sheet_example
from tests.kiosk.web.test_many_seats import NAMES
from tests.rules.cases import cases
from vision.types import MeldReading, SeatReading, TableReading

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

SIZES = ("panel", "small")


def find_longest(game: str) -> Iterator[dict[str, Any]]:
    """Yield of the public cases of *game* the hand with most pieces and the one that says most.

    Each as it would be in a session's first hand, if it can be one.
    """
    wins = [_reset_state(case.data["record"]) for case in cases(game) if _is_won(case.data)]
    settlements = {id(record): rules.settle_json(record) for record in wins}
    records = [record for record in wins if "error" not in settlements[id(record)]]
    by_tiles = max(records, key=lambda one: len(str(one.get("seats") or one["play"])))
    by_words = max(records, key=lambda one: _count_lines(settlements[id(one)]))
    yield by_tiles
    if by_words is not by_tiles:
        yield by_words


def _reset_state(record: dict[str, Any]) -> dict[str, Any]:
    game = rules.ruleset(record["ruleset"])
    options = {**game.defaults, **record.get("options", {})}
    scores = [game.start_score_for(options)] * game.players(options)
    return {**record, "state": {"banker": 0, "round": 1, "repeats": 0, "scores": scores}}


def _is_won(data: dict[str, Any]) -> bool:
    record = data.get("record", {})
    is_complete = "seats" in record or "play" in record
    return record.get("outcome") == "win" and "error" not in data["expect"] and is_complete


def _count_lines(settlement: dict[str, Any]) -> int:
    items = sum(len(one["items"]) for one in settlement["wins"])
    return 3 * items + len(settlement["payments"]) + len(settlement.get("prizes", ()))


def find_overflow(page: Page, site: Site, name: str) -> list[str]:
    """Return which sizes and tabs of the screen at work are higher than the panel."""
    faults = []
    draw(page, site.address, Screen(name), Look("en", "panel", "normal"))
    for size in SIZES:
        resize(page, Look("en", size, "normal"))
        faults += [f"{name} {size}: {one}" for one in find_high_tabs(page)]
    leave(page)
    return faults


def test_neither_the_longest_hands_of_a_game_nor_what_they_pay_scroll(
    site: Site, browser: Browser
) -> None:
    faults = []
    with browser.new_context(has_touch=True) as context:
        page = context.new_page()
        for game in rules.rulesets():
            for record in find_longest(game):
                enter(site, record)
                review = find_overflow(page, site, "review")
                do(site, Settle())
                view = site.service.view()
                assert view.draft is not None
                assert view.stage is Stage.SETTLEMENT, f"{game}: {view.draft.problems}"
                faults += [
                    f"{game}: {one}" for one in (*review, *find_overflow(page, site, "result"))
                ]
                clear(site)
    assert not faults, "\n".join(faults)


def test_nor_does_a_hand_that_the_camera_was_not_sure_of(site: Site, browser: Browser) -> None:
    site.at_review(sheet_example(doubt="7s"))
    with browser.new_context(has_touch=True) as context:
        page = context.new_page()
        assert find_overflow(page, site, "review") == []
        assert page.locator(".tab", has_text="?1").count() == 1


def test_nor_does_one_of_which_both_log_and_camera_have_something_to_say(
    site: Site, browser: Browser
) -> None:
    hand = SeatReading(
        0,
        read_tiles("1199p58p"),
        (
            MeldReading("chow", read_tiles("234p"), 1, 3),
            MeldReading("chow", read_tiles("567p"), 1, 3),
        ),
        winning=read_tiles("6p")[0],
        flowers=read_tiles("12f"),
    )
    others = tuple(SeatReading(seat) for seat in (1, 2, 3))
    bonus = {"declared": [], "facts": {"dealt_bonus": "1f"}}
    claimer = {"declared": [], "facts": {"flowers_before": ["1f", "12f"]}}
    log = {"outcome": "win", "seats": [bonus, bonus, bonus, claimer], "wins": [], "incidents": []}
    do(
        site,
        c.OpenSession("singapore", tuple(map(site.service.enrol, NAMES[:4]))),
        c.StartPlay(),
        c.SayWho((c.Claim(0, "self_draw"),)),
        c.TakeReading(TableReading((hand, *others), problems=("too_many",))),
        TakeLog(log),
    )
    with browser.new_context(has_touch=True) as context:
        page = context.new_page()
        assert find_overflow(page, site, "review") == []
        draw(page, site.address, Screen("review"), Look("en", "panel", "normal"))
        assert page.get_by_text("More tiles of one kind").is_visible()
        log_note = page.get_by_text("The log of the hand shows it")
        assert not log_note.is_visible()
        page.locator(".tab", has_text="On the table").tap()
        assert log_note.is_visible()
