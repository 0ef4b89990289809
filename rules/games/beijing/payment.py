"""Who pays whom what in Beijing: beijing.md, "Payment", "Liability", "Side payments"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rules.record.claims import equal_go_rounds, has_fed
from rules.record.values import Meld, Record, Win
from rules.settle.settlement import Bill
from rules.settle.terms import Terms, add, instead_of, times, together
from rules.tiles import Tile

FIRST_DISCARDS: Final = "same_first_discards"
THIRD_HAND: Final = 2
"""The `repeats` of a banker's third hand in a row."""


def is_upstairs(record: Record) -> bool:
    """Return whether everything is doubled in this hand (上楼, D11)."""
    options, state = record.options, record.state
    after_draw = options["upstairs_after_draw"] != "none" and state.carry["upstairs"] > 0
    third = options["upstairs_third_repeat"] and state.repeats >= THIRD_HAND
    return bool(after_draw or third)


def pay(record: Record, win: Win, points: Terms, *, is_rare: bool, bill: Bill) -> None:
    """Make out what *win* of *points* brings, in points of the hand and of its kongs."""
    others = [(win.seat + step) % record.players for step in range(1, record.players)]
    upstairs = (times("upstairs", 2),) if is_upstairs(record) else ()
    hand = dict.fromkeys(others, points + upstairs)
    if not is_rare:
        hand = {seat: points + _doubles(record, win, seat) + upstairs for seat in others}
    kong = {seat: _kong_share(record, win, seat) + upstairs for seat in others}
    bearers = _bearers(record, win, is_rare=is_rare)
    for reason, shares in (("win", hand), ("kong", kong)):
        for seat, terms in (_share_among(shares, bearers) if bearers else shares).items():
            bill.charge(seat, win.seat, terms, reason)


def _share_among(shares: Mapping[int, Terms], bearers: Mapping[int, int]) -> dict[int, Terms]:
    """Return how each of *bearers* pays the *shares* of all, times its number of bonds."""
    whole = together([*shares.values()])
    return {
        bearer: (
            *whole,
            *([times("bonds", often)] if often > 1 else []),
            *[instead_of(seat) for seat in shares if seat != bearer],
        )
        for bearer, often in bearers.items()
    }


def _doubles(record: Record, win: Win, payer: int) -> Terms:
    is_discarder = win.by == "discard" and win.source == payer
    doubles = is_discarder and not record.options["discarder_pays_all"]
    with_banker = _with_banker(record, win, payer)
    return (*with_banker, times("discarder", 2)) if doubles else with_banker


def _with_banker(record: Record, win: Win, payer: int) -> Terms:
    return (times("banker", 2),) if record.state.banker in (win.seat, payer) else ()


def _kong_share(record: Record, win: Win, payer: int) -> Terms:
    kongs = [meld.is_exposed for meld in record.seats[win.seat].melds if meld.is_kong]
    of_open, of_concealed = record.options["kong_points"]
    points = tuple(
        [
            add(name, price, often)
            for name, price, often in (
                ("open_kong", of_open, kongs.count(True)),
                ("concealed_kong", of_concealed, kongs.count(False)),
            )
            if often
        ]
    )
    if record.options["banker_kong_double"]:
        points += _with_banker(record, win, payer)
    is_supplement = win.is_self_draw and "kong_draw" in win.marks
    return (*points, times("kong_draw", 2)) if is_supplement else points


def _bearers(record: Record, win: Win, *, is_rare: bool) -> dict[int, int]:
    options = record.options
    if options["three_claims"] and (bonds := _bonds(record, win.seat)):
        return bonds
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
    """Return whether all four discarded the same tile first (荒荘): as told, else by discards."""
    if any(incident.kind == FIRST_DISCARDS for incident in record.incidents):
        return True
    melds = [meld for seat in record.seats for meld in seat.melds]
    return are_first_equal([seat.discards or () for seat in record.seats], melds)


def are_first_equal(rows: Sequence[Sequence[Tile]], melds: Iterable[Meld]) -> bool:
    """Return whether the first of all *rows* of discards are equal, and none was claimed.

    All four tiles of the kind went that way, so one in any of the *melds* was claimed there.
    """
    return bool(equal_go_rounds(rows)) and not any(rows[0][0] in meld.tiles for meld in melds)
