"""Hands of the public cases, entered at a kiosk as people would who tap every tile in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import rules
from kiosk.session import Stage
from kiosk.session import commands as c
from kiosk.session.draft import Part, Place
from kiosk.session.endings import ending
from tests.browser.conftest import Site
from tests.browser.ways import do
from tests.kiosk.web.test_many_seats import NAMES

Json = Mapping[str, Any]


def enter(site: Site, record: Json) -> None:
    """Bring the hand of *record*, with everything that is known of it, to the review screen."""
    ruleset = record["ruleset"]
    game = rules.ruleset(ruleset)
    seats = game.players({**game.defaults, **record.get("options", {})})
    players = tuple(map(site.service.enrol, NAMES[:seats]))
    do(site, c.OpenSession(ruleset, players, record.get("options", {})), c.StartPlay())
    if "play" in record:
        do(site, c.EndPlay(), c.SayPlay(record["play"]))
        return
    deal = record.get("deal", {})
    do(site, *(c.NoteDice(tuple(throw)) for throw in deal.get("dice", ())))
    do(site, *_report_play(record))
    if site.service.view().stage is Stage.READING:
        do(site, c.EnterByHand())
    do(site, *_write_tiles(record))
    draft = site.service.view().draft
    assert draft is not None
    for win, draft_win in zip(record.get("wins", ()), draft.wins, strict=True):
        seat, number = win["seat"], draft_win.number
        do(site, *([c.WinOn(seat, win["tile"], number)] if win.get("tile") else ()))
        do(site, *(c.Mark(seat, mark, win=number) for mark in win.get("marks", ())))
        facts = win.get("facts", {}).items()
        do(site, *(c.WinFact(seat, fact, value, number) for fact, value in facts))


def clear(site: Site) -> None:
    """Give the hand at work up and close the session."""
    do(
        site,
        *([c.GoBack(Stage.REVIEW)] if site.service.view().stage is Stage.SETTLEMENT else ()),
    )
    do(site, c.GoBack(Stage.PLAYING), c.GoBack(Stage.TABLE), c.CloseSession())


def _report_play(record: Json) -> Iterator[c.Command]:
    """Yield what people enter while they play, and how the hand ended."""
    if "east" in record.get("deal", {}):
        yield c.SayEast(record["deal"]["east"])
    for seat, entry in enumerate(record["seats"]):
        yield from (c.Declare(seat, word) for word in entry.get("declared", ()))
        facts = entry.get("facts", {}).items()
        yield from (c.SeatFact(seat, fact, value) for fact, value in facts)
    yield from ending(record, rules.ruleset(record["ruleset"]))


def _write_tiles(record: Json) -> Iterator[c.Command]:
    """Yield the rows and sets that lie on the table."""
    deal = record.get("deal", {})
    yield from _write_row(Place(Part.INDICATORS), "".join(deal.get("indicators", ())))
    yield from _write_row(Place(Part.HIDDEN_INDICATORS), "".join(deal.get("hidden_indicators", ())))
    for seat, entry in enumerate(record["seats"]):
        for meld in entry.get("melds", ()):
            claimed, giver = meld.get("claimed", ""), meld.get("from")
            yield c.LayMeld(seat, meld["kind"], meld["tiles"], claimed, giver)
        yield from _write_row(Place(Part.HAND, seat), entry.get("hand") or "")
        yield from _write_row(Place(Part.FLOWERS, seat), entry.get("flowers", ""))
        yield from _write_row(Place(Part.ASIDE, seat), entry.get("aside", ""))


def _write_row(place: Place, tiles: str) -> Iterator[c.WriteRow]:
    if tiles:
        yield c.WriteRow(place, tiles)
