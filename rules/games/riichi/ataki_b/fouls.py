"""Fouls in four classes and what they cost: ataki-b.md, "Fouls"."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Final

from rules.games.riichi.payment import STICK, pay_chombo
from rules.games.riichi.points import MANGAN, OF_DISCARDER, OF_DISCARDER_TO_BANKER, SMALLEST
from rules.games.riichi.scoring import RiichiScoring
from rules.record.values import Record, Seat, Win
from rules.settle.settlement import POT, Bill
from rules.settle.terms import Terms, add, become, compute, round_up, times
from rules.tiles import Tile

WRONG_NUMBER: Final = frozenset(("too_many_tiles", "too_few_tiles", "fault_undone"))
"""Fouls after which a hand may have any number of tiles."""
FREE: Final = ("no_wait_riichi", "wall_tile_turned", "misnamed_call")
"""Class 41: nothing follows."""
FINED: Final = ("empty_call", "tile_shown", "wait_request")
"""Class 42: a thousand to the table at once."""
BARRING: Final = (
    "riichi_cancelled",
    "riichi_short_of_points",
    "wrong_call",
    "too_many_tiles",
    "too_few_tiles",
)
"""Class 43: no win any more, a mangan when the hand ends without one."""
ENDING: Final = (
    "false_win",
    "riichi_not_ready",
    "fault_undone",
    "barred_open_win",
    "play_impossible",
)
"""Class 44: the hand ends at once, at least a mangan."""
KINDS: Final = (*FREE, *FINED, *BARRING, *ENDING)


def seats_of(record: Record, kinds: Collection[str]) -> list[int]:
    """Return whose fouls of *kinds* there were, as often as there were some."""
    return [foul.seat for foul in record.incidents if foul.kind in kinds and foul.seat is not None]


def barred_seats(record: Record) -> frozenset[int]:
    """Return who has lost the right to win by a foul."""
    return frozenset(seats_of(record, BARRING + ENDING)) if record.incidents else frozenset()


def lay_fines(record: Record, bill: Bill) -> int:
    """Write the fines that lie on the table like sticks and return how many they are."""
    seats = seats_of(record, FINED)
    for seat in seats:
        bill.pay(seat, POT, STICK, "penalty")
    return len(seats)


def pay_mangans(record: Record, bill: Bill) -> None:
    """Write what fouls cost that did not end the hand."""
    for seat in seats_of(record, BARRING):
        pay_chombo(record, seat, bill)


def pay_enders(game: RiichiScoring, record: Record, bill: Bill) -> None:
    """Write what those pay whose foul ended the hand: shares of the best hand of the others."""
    banker = record.state.banker
    for seat in seats_of(record, ENDING):
        others = [other for other in range(record.players) if other != seat]
        due = _due(game, record, seat, others)
        parts = len(others) if seat == banker else len(others) + 1
        equal = (*due, times("takers", 1, divisor=parts), round_up(SMALLEST))
        rest = (*due, add("takers", -compute(equal), len(others) - 1))
        for other in others:
            bill.charge(seat, other, rest if other == banker else equal, "penalty")


def _due(game: RiichiScoring, record: Record, seat: int, others: Iterable[int]) -> Terms:
    """Return how all that *seat* pays comes about: the best hand of *others*, or a mangan."""
    best, owner = max((best_discard(game, record, other), other) for other in others)
    whole = OF_DISCARDER_TO_BANKER if seat == record.state.banker else OF_DISCARDER
    if best > whole.of(MANGAN):
        return (add("ready_hand", best, seat=owner),)
    return (become("mangan", MANGAN), *whole.terms)


def best_discard(game: RiichiScoring, record: Record, seat: int) -> int:
    """Return the points on a discard of the best hand that *seat* is ready for, 0 if it is not.

    Without chance and ura dora (D12); who has lost the right to win is not ready (D11).
    """
    layout = record.seats[seat]
    if layout.hand is None or seat in barred_seats(record):
        return 0
    deal = replace(record.deal, hidden_indicators=())
    worth = [0]
    for candidate in _at_rest(layout, layout.hand):
        seats = tuple(candidate if one is layout else one for one in record.seats)
        trial = replace(record, deal=deal, seats=seats)
        for kind in game.waits(candidate.hand or (), len(candidate.melds)):
            worth.append(_points(game, trial, Win(seat, "discard", Tile(kind), _giver(seat))))
    return max(worth)


def _giver(seat: int) -> int:
    return 0 if seat else 1


def _at_rest(layout: Seat, hand: tuple[Tile, ...]) -> Iterator[Seat]:
    """Yield *layout* with as many tiles as between two turns, each of one too many away."""
    if len(hand) % 3 == 1:
        yield layout
        return
    for tile in dict.fromkeys(hand):
        rest = list(hand)
        rest.remove(tile)
        yield replace(layout, hand=tuple(rest))


def _points(game: RiichiScoring, record: Record, win: Win) -> int:
    score = game.best(record, game.winner(record, win))
    if score is None:
        return 0
    return game.worth(record, score)
