"""Hands of the public cases, entered at a kiosk as people would who tap every tile in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import rules
from kiosk.session import Stage
from kiosk.session import commands as c
from kiosk.session.draft import Part, Place
from kiosk.session.endings import ending
from tests.browser.conftest import Served
from tests.browser.ways import do
from tests.kiosk.web.test_many_seats import NAMES

Json = Mapping[str, Any]


def enter(served: Served, record: Json) -> None:
    """Bring the hand of *record*, with everything that is known of it, to the review screen."""
    ruleset = record["ruleset"]
    game = rules.ruleset(ruleset)
    seats = game.players({**game.defaults, **record.get("options", {})})
    players = tuple(map(served.service.enrol, NAMES[:seats]))
    do(served, c.OpenSession(ruleset, players, record.get("options", {})), c.StartPlay())
    if "play" in record:
        do(served, c.EndPlay(), c.SayPlay(record["play"]))
        return
    deal = record.get("deal", {})
    do(served, *(c.NoteDice(tuple(throw)) for throw in deal.get("dice", ())))
    do(served, *_ending(record))
    if served.service.view().stage is Stage.READING:
        do(served, c.EnterByHand())
    do(served, *_tiles(record))
    draft = served.service.view().draft
    assert draft is not None
    for win, drafted in zip(record.get("wins", ()), draft.wins, strict=True):
        seat, number = win["seat"], drafted.number
        do(served, *([c.WinOn(seat, win["tile"], number)] if win.get("tile") else ()))
        do(served, *(c.Mark(seat, mark, win=number) for mark in win.get("marks", ())))
        facts = win.get("facts", {}).items()
        do(served, *(c.WinFact(seat, fact, value, number) for fact, value in facts))


def clear(served: Served) -> None:
    """Give the hand at work up and close the session."""
    do(
        served,
        *([c.GoBack(Stage.REVIEW)] if served.service.view().stage is Stage.SETTLEMENT else ()),
    )
    do(served, c.GoBack(Stage.PLAYING), c.GoBack(Stage.TABLE), c.CloseSession())


def _ending(record: Json) -> Iterator[c.Command]:
    """Yield what is said while people play, and how it ended."""
    if "east" in record.get("deal", {}):
        yield c.SayEast(record["deal"]["east"])
    for seat, laid in enumerate(record["seats"]):
        yield from (c.Declare(seat, word) for word in laid.get("declared", ()))
        facts = laid.get("facts", {}).items()
        yield from (c.SeatFact(seat, fact, value) for fact, value in facts)
    yield from ending(record, rules.ruleset(record["ruleset"]))


def _tiles(record: Json) -> Iterator[c.Command]:
    """Yield the rows and sets that lie on the table."""
    deal = record.get("deal", {})
    yield from _row(Place(Part.INDICATORS), "".join(deal.get("indicators", ())))
    yield from _row(Place(Part.HIDDEN_INDICATORS), "".join(deal.get("hidden_indicators", ())))
    for seat, laid in enumerate(record["seats"]):
        for meld in laid.get("melds", ()):
            claimed, giver = meld.get("claimed", ""), meld.get("from")
            yield c.LayMeld(seat, meld["kind"], meld["tiles"], claimed, giver)
        yield from _row(Place(Part.HAND, seat), laid.get("hand") or "")
        yield from _row(Place(Part.FLOWERS, seat), laid.get("flowers", ""))
        yield from _row(Place(Part.ASIDE, seat), laid.get("aside", ""))


def _row(place: Place, tiles: str) -> Iterator[c.WriteRow]:
    if tiles:
        yield c.WriteRow(place, tiles)
