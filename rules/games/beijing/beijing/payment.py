"""Who pays whom: beijing.md, "Payment", "Liability", "Side payments, bonuses, fines"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.games.beijing.beijing.scoring import is_kong_draw
from rules.record.claims import has_fed

if TYPE_CHECKING:
    from rules.record.values import Record, Win
    from rules.settle.settlement import Bill

FIRST_DISCARDS: Final = "same_first_discards"
THIRD_HAND: Final = 2
"""The `repeats` of a banker's third hand in a row."""


def is_upstairs(record: Record) -> bool:
    """Return whether everything is doubled in this hand (上楼, D11)."""
    options, state = record.options, record.state
    after_draw = options["upstairs_after_draw"] != "none" and state.carry["upstairs"] > 0
    third = options["upstairs_third_repeat"] and state.repeats >= THIRD_HAND
    return bool(after_draw or third)


def pay(record: Record, win: Win, points: int, *, is_rare: bool, bill: Bill) -> None:
    """Make out what *win* of *points* brings, in points of the hand and of its kongs."""
    others = [(win.seat + step) % record.players for step in range(1, record.players)]
    upstairs = 2 if is_upstairs(record) else 1
    hand = dict.fromkeys(others, points * upstairs)
    if not is_rare:
        hand = {seat: share * _times(record, win, seat) for seat, share in hand.items()}
    kong = {seat: _kong_share(record, win, seat) * upstairs for seat in others}
    bearers = _bearers(record, win, is_rare=is_rare)
    for reason, shares in (("win", hand), ("kong", kong)):
        if bearers:
            shares = dict.fromkeys(bearers, sum(shares.values()))
        for seat, share in shares.items():
            bill.pay(seat, win.seat, share * bearers.get(seat, 1), reason)


def _times(record: Record, win: Win, payer: int) -> int:
    """Return the doubles for banker and discarder."""
    banker = record.state.banker in (win.seat, payer)
    discards = win.by == "discard" and win.source == payer
    return (2 if banker else 1) * (
        2 if discards and not record.options["discarder_pays_all"] else 1
    )


def _kong_share(record: Record, win: Win, payer: int) -> int:
    """Return what *payer* owes for the winner's kongs."""
    options = record.options
    open_kong, concealed = options["kong_points"]
    points: int = sum(
        open_kong if meld.is_exposed else concealed
        for meld in record.seats[win.seat].melds
        if meld.is_kong
    )
    if options["banker_kong_double"] and record.state.banker in (win.seat, payer):
        points *= 2
    return points * 2 if is_kong_draw(win) else points


def _bearers(record: Record, win: Win, *, is_rare: bool) -> dict[int, int]:
    """Return who pays all in the others' place, and how often; nobody where all three pay."""
    options = record.options
    if options["three_claims"] and (bound := _bonds(record, win.seat)):
        return bound
    assert win.source is not None or not win.is_taken
    if win.source is None or is_rare:
        return {}
    if win.by == "robbed_kong" and options["robbed_pays_all"]:
        return {win.source: 1}
    if win.by == "discard" and options["discarder_pays_all"]:
        return {win.source: 1}
    return {}


def _bonds(record: Record, winner: int) -> dict[int, int]:
    """Return who is bound to *winner* by three claims, and how often (3副露の包)."""
    bonds = {
        seat: has_fed(record, seat, winner) + has_fed(record, winner, seat)
        for seat in range(record.players)
        if seat != winner
    }
    return {seat: count for seat, count in bonds.items() if count}


def pay_incidents(record: Record, bill: Bill) -> None:
    """Make out false wins, and the burnt banker of a won hand."""
    seats, options = range(record.players), record.options
    for incident in record.incidents:
        if incident.kind != "false_win" or incident.seat is None:
            continue
        amounts = [options["false_win_points"]] * record.players
        if options["false_win"] == "reverse":
            amounts = incident.facts["amounts"]
        for seat in seats:
            bill.pay(incident.seat, seat, amounts[seat], "penalty")
    if record.outcome == "win" and _is_burnt(record):
        for seat in seats:
            points = options["same_first_discards_points"]
            bill.pay(record.state.banker, seat, points, FIRST_DISCARDS)


def _is_burnt(record: Record) -> bool:
    """Return whether all four discarded the same tile first (荒荘): as told, else by discards.

    All four tiles of the kind went that way, so one in a set was claimed there.
    """
    if any(incident.kind == FIRST_DISCARDS for incident in record.incidents):
        return True
    first = {seat.discards[0] if seat.discards else None for seat in record.seats}
    melds = [meld for seat in record.seats for meld in seat.melds]
    return len(first) == 1 and None not in first and not any(first & {*m.tiles} for m in melds)
