"""Who pays whom beside the hand's own price: riichi.md, "Payment", "Liability", "Draw"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules.games.riichi.hand import FOUR_WINDS, ORPHAN_KINDS, THREE_DRAGONS, Winner
from rules.games.riichi.scoring import MANGAN, RIICHI, SMALLEST, YAKUMAN, RiichiScore
from rules.record.values import Meld, Record
from rules.settle.settlement import POT, Bill, Portion, Scored
from rules.tiles import KIND
from rules.value import value

STICK: Final = 1000
"""What a riichi lays down."""

FED: Final = {"big_three_dragons": THREE_DRAGONS, "big_four_winds": FOUR_WINDS}
"""The yakuman whose last exposed set makes its feeder liable, and the kinds of their sets."""


@value
class Course:
    """What a hand means for the next one."""

    stays: bool
    """Whether the banker stays."""
    honba: int | None
    """Counters on the table; `None` in a game without them."""
    deposits: int
    """Sticks that nobody won."""
    may_stop: bool = False
    """Whether a leading last banker ends the game with it."""
    is_replayed: bool = False
    """Whether it is as if the hand had not been."""


class Liability(NamedTuple):
    """Part of a hand for which one seat answers."""

    seat: int
    basic: int
    """Basic points of the part."""
    is_whole: bool
    """Whether it is the whole hand."""


def liability(record: Record, score: RiichiScore) -> Liability | None:
    """Return who answers for what of a winner's yakuman, if anybody."""
    scope = record.options["liability"]
    if scope == "none" or not score.is_yakuman:
        return None
    melds = record.seats[score.hand.winner.seat].melds
    for item in score.items:
        seat = _feeder(melds, FED.get(item.id, ()))
        if seat is not None:
            basic = score.basic if scope == "whole_hand" else YAKUMAN * item.value
            return Liability(seat, basic, basic == score.basic)
    return None


def _feeder(melds: Sequence[Meld], kinds: Sequence[int]) -> int | None:
    """Return whose discard was claimed for the last of the sets of *kinds*, all of them laid down.

    A concealed kong counts as laid down, but nobody has fed it.
    """
    sets = [meld for meld in melds if KIND[meld.tiles[0]] in kinds]
    if not kinds or len(sets) < len(kinds):
        return None
    return sets[-1].source


def answered(part: list[Portion], winner: Winner, liable: Liability) -> list[Portion]:
    """Return who pays *part* when a seat answers for it: alone, or half beside the discarder.

    An odd hundred is the discarder's.
    """
    total = sum([amount for _, amount in part])
    if winner.source is None or winner.source == liable.seat:
        return [(liable.seat, total)]
    half = total // (2 * SMALLEST) * SMALLEST
    return [(winner.source, total - half), (liable.seat, half)]


def has_declared(record: Record, seat: int) -> bool:
    """Return whether *seat* declared riichi."""
    return not RIICHI.isdisjoint(record.seats[seat].declared)


def lay_sticks(record: Record, bill: Bill) -> int:
    """Write the riichi sticks of this hand and return how many lie on the table with them."""
    sticks: int = record.state.carry["deposits"]
    for number, seat in enumerate(record.seats):
        if not RIICHI.isdisjoint(seat.declared):
            bill.pay(number, POT, STICK, "deposit")
            sticks += 1
    return sticks


def nearest(record: Record, scores: Sequence[RiichiScore]) -> RiichiScore:
    """Return the winner who comes first in order of play from the discarder on."""
    if len(scores) == 1:
        return scores[0]

    def place(score: RiichiScore) -> int:
        winner = score.hand.winner
        return 0 if winner.source is None else record.distance(winner.source, winner.seat)

    return min(scores, key=place)


def entry(score: RiichiScore, points: int) -> Scored:
    """Return a winner's entry of the settlement."""
    more = {"han": score.han, "fu": score.fu, "limit": score.limit, "fu_items": score.fu_items}
    hand = score.hand
    return Scored(hand.winner.seat, points, "points", score.items, hand.rows(), more)


# Hands that nobody won


def pay_ready(pool: int, ready: list[bool], bill: Bill) -> None:
    """Write what those not ready pay those ready: *pool* points in all, equal shares."""
    takers = [seat for seat, is_in in enumerate(ready) if is_in]
    payers = [seat for seat, is_in in enumerate(ready) if not is_in]
    for payer in payers:
        for taker in takers:
            bill.pay(payer, taker, pool // (len(payers) * len(takers)), "ready")


def pay_mangan(record: Record, taker: int, bill: Bill, reason: str) -> None:
    """Write a mangan for *taker* as if self-drawn."""
    banker = record.state.banker
    for seat in range(record.players):
        bill.pay(seat, taker, MANGAN * (2 if banker in (taker, seat) else 1), reason)


def pay_chombo(record: Record, payer: int, bill: Bill) -> None:
    """Write the fine for a false win (錯和): a mangan as if self-drawn against the offender."""
    banker = record.state.banker
    for seat in range(record.players):
        bill.pay(payer, seat, MANGAN * (2 if banker in (payer, seat) else 1), "penalty")


def has_nagashi(record: Record, seat: int) -> bool:
    """Return whether *seat* discarded nothing but 1, 9 and honors and none was claimed (流し満貫).

    Where the record does not say it, the discards do, if they are known.
    """
    told: bool | None = record.seats[seat].facts.get("nagashi")
    if told is not None:
        return told
    discards = record.seats[seat].discards
    if not discards or any(KIND[tile] not in ORPHAN_KINDS for tile in discards):
        return False
    return not any(meld.source == seat for other in record.seats for meld in other.melds)
