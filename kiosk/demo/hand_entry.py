"""How a hand whose record is known is told to the kiosk, tap by tap."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from kiosk.session import Part
from kiosk.session import commands as c
from kiosk.session.answers import SayReady
from kiosk.session.draft import Place
from kiosk.session.endings import ending
from kiosk.session.readiness import is_ready, lacks_ready

if TYPE_CHECKING:
    from kiosk.session.draft import Draft
    from rules.game import Game

Json = Mapping[str, Any]


def in_play(record: Json, game: Game) -> Iterator[c.Command]:
    """Yield the taps that say of *record* what people know before the table is read."""
    for seat, seat_record in enumerate(record["seats"]):
        yield from (c.Declare(seat, word) for word in seat_record.get("declared", ()))
        facts = seat_record.get("facts", {}).items()
        yield from (c.SeatFact(seat, fact, value) for fact, value in facts)
    for incident in record.get("incidents", ()):
        details = {name: one for name, one in incident.items() if name not in ("kind", "seat")}
        yield c.NoteIncident(incident["kind"], incident.get("seat"), details)
    yield from ending(record, game)


def of_wins(record: Json, draft: Draft) -> Iterator[c.Command]:
    """Yield the taps that add to the wins of *draft* what no camera can see."""
    for win, draft_win in zip(record["wins"], draft.wins, strict=True):
        seat, number = win["seat"], draft_win.number
        yield from (c.Mark(seat, mark, win=number) for mark in win.get("marks", ()))
        facts = win.get("facts", {}).items()
        yield from (c.WinFact(seat, fact, value, number) for fact, value in facts)
        if win.get("kong") is not None:
            yield c.WinKong(seat, win["kong"], number)


def of_tiles(record: Json, draft: Draft) -> Iterator[c.Command]:
    """Yield the taps that write down every tile that lies open, at review."""
    deal = record["deal"]
    yield from _row(Place(Part.INDICATORS), "".join(deal["indicators"]))
    yield from _row(Place(Part.HIDDEN_INDICATORS), "".join(deal["hidden_indicators"]))
    for number, seat in enumerate(record["seats"]):
        for meld in seat["melds"]:
            claimed_tile, giver = meld.get("claimed", ""), meld.get("from")
            yield c.LayMeld(number, meld["kind"], meld["tiles"], claimed_tile, giver)
        yield from _row(Place(Part.HAND, number), seat["hand"] or "")
        yield from _row(Place(Part.FLOWERS, number), seat.get("flowers", ""))
        yield from _row(Place(Part.ASIDE, number), seat.get("aside", ""))
    for win, draft_win in zip(record["wins"], draft.wins, strict=True):
        if win["tile"] is not None:
            yield c.WinOn(win["seat"], win["tile"], draft_win.number)


def settling(draft: Draft, game: Game) -> c.Command:
    """Return the tap that settles the hand: who was ready is said of a draw."""
    if not lacks_ready(draft, game):
        return c.Settle()
    return SayReady(tuple(seat for seat, one in enumerate(draft.seats) if is_ready(one)))


def _row(place: Place, tiles: str) -> Iterator[c.Command]:
    if tiles:
        yield c.WriteRow(place, tiles)
