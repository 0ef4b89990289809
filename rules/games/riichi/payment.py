"""Who pays whom beside the hand's own price: riichi.md, "Payment", "Liability", "Draw"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from rules.games.riichi.hand import FOUR_WINDS, ORPHAN_KINDS, THREE_DRAGONS, Winner
from rules.games.riichi.points import MANGAN, SMALLEST, YAKUMAN, Portion, among
from rules.games.riichi.scoring import RIICHI, RiichiScore
from rules.record.values import Meld, Record
from rules.settle.settlement import POT, Bill, ScoredHand
from rules.settle.terms import (
    Terms,
    add,
    become,
    compute,
    instead_of,
    round_down,
    round_up,
    sum_of,
    times,
    together,
)
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
    part: RiichiScore
    """What the hand would be without *rest*."""
    rest: RiichiScore | None = None
    """What is left of it; nothing where the part is the whole hand."""


def liability(record: Record, score: RiichiScore) -> Liability | None:
    """Return who answers for what of a winner's yakuman, if anybody."""
    scope = record.options["liability"]
    if scope == "none" or not score.is_yakuman:
        return None
    melds = record.seats[score.winner.seat].melds
    for item in score.items:
        seat = _feeder(melds, FED.get(item.id, ()))
        if seat is not None:
            if scope == "whole_hand" or len(score.items) == 1:
                return Liability(seat, score)
            basic = YAKUMAN * item.value
            others = tuple([one for one in score.items if one is not item])
            rest = replace(score, items=others, basic=score.basic - basic)
            return Liability(seat, replace(score, items=(item,), basic=basic), rest)
    return None


def _feeder(melds: Sequence[Meld], kinds: Sequence[int]) -> int | None:
    """Return whose discard was claimed for the last of the sets of *kinds*, all of them laid down.

    A concealed kong counts as laid down, but nobody has fed it.
    """
    sets = [meld for meld in melds if KIND[meld.tiles[0]] in kinds]
    if not kinds or len(sets) < len(kinds):
        return None
    return sets[-1].source


def split_liability(part: list[Portion], winner: Winner, liable: int) -> list[Portion]:
    """Return who pays *part* when a seat answers for it: alone, or half beside the discarder.

    An odd hundred is the discarder's.
    """
    if winner.source is None:
        others = [instead_of(seat) for seat, _, _ in part if seat != liable]
        terms = (*together([steps for _, _, steps in part]), *others)
        return [(liable, compute(terms), terms)]
    if winner.source == liable:
        return part
    ((_, _, terms),) = part
    half = (*terms, *among("payers", 2))
    more, less = (*half, round_up(SMALLEST)), (*half, round_down(SMALLEST))
    return [(winner.source, compute(more), more), (liable, compute(less), less)]


@lru_cache(maxsize=1 << 8)
def price_terms(name: str, price: int, often: int) -> Terms:
    """Return the terms of *often* things at *price* each."""
    return (add(name, price, often),)


def has_declared(record: Record, seat: int) -> bool:
    """Return whether *seat* declared riichi."""
    return not RIICHI.isdisjoint(record.seats[seat].declared)


def lay_sticks(record: Record, bill: Bill) -> int:
    """Write the riichi sticks of this hand and return how many lie on the table with them."""
    sticks: int = record.state.carry["deposits"]
    for number, seat in enumerate(record.seats):
        if seat.declared and not RIICHI.isdisjoint(seat.declared):
            bill.pay(number, POT, STICK, "deposit")
            sticks += 1
    return sticks


def take_sticks(bill: Bill, seat: int, sticks: int) -> None:
    """Write that *seat* takes the sticks on the table."""
    if sticks:
        bill.pay(POT, seat, STICK * sticks, "deposit", price_terms("deposit", STICK, sticks))


def nearest(record: Record, scores: Sequence[RiichiScore]) -> RiichiScore:
    """Return the winner who comes first in order of play from the discarder on."""
    if len(scores) == 1:
        return scores[0]

    def place(score: RiichiScore) -> int:
        winner = score.winner
        return 0 if winner.source is None else record.distance(winner.source, winner.seat)

    return min(scores, key=place)


def entry(score: RiichiScore, rows: Sequence[Portion]) -> ScoredHand:
    """Return the entry in the settlement of a winner who is paid *rows*."""
    amounts = [amount for _, amount, _ in rows]
    terms = rows[0][2] if len(rows) == 1 else sum_of(*amounts) or (times("payers", 0),)
    more = {"han": score.han, "fu": score.fu, "limit": score.limit, "fu_items": score.fu_items}
    seat, points = score.winner.seat, sum(amounts)
    reading = () if score.hand is None else score.hand.rows()
    return ScoredHand(seat, points, "points", score.items, reading, more, terms)


# Hands that nobody won


def pay_ready(pool: int, ready: list[bool], bill: Bill, rounding: Terms = ()) -> None:
    """Let those not ready pay those ready equal shares of *pool* points, with *rounding* if any."""
    takers = [seat for seat, is_in in enumerate(ready) if is_in]
    payers = [seat for seat, is_in in enumerate(ready) if not is_in]
    if not takers or not payers:
        return
    division = among("payers", len(payers)) + among("takers", len(takers))
    terms = (add("ready", pool), *division, *rounding)
    for payer in payers:
        for taker in takers:
            bill.charge(payer, taker, terms, "ready")


def pay_mangan(record: Record, taker: int, bill: Bill, reason: str) -> None:
    """Write a mangan for *taker* as if self-drawn."""
    for seat in range(record.players):
        bill.charge(seat, taker, _mangan(record, seat, taker), reason)


def pay_chombo(record: Record, payer: int, bill: Bill) -> None:
    """Write the fine for a false win (錯和): a mangan as if self-drawn against the offender."""
    for seat in range(record.players):
        bill.charge(payer, seat, _mangan(record, seat, payer), "penalty")


def _mangan(record: Record, *between: int) -> Terms:
    """Return how a mangan *between* two seats comes about: twice with the banker."""
    mangan = become("mangan", MANGAN)
    return (mangan, times("banker", 2)) if record.state.banker in between else (mangan,)


def has_nagashi(record: Record, seat: int) -> bool:
    """Return whether *seat* discarded nothing but 1, 9 and honors and none was claimed (流し満貫).

    Where the record does not say it, the discards do, if they are known.
    """
    answer: bool | None = record.seats[seat].facts.get("nagashi")
    if answer is not None:
        return answer
    discards = record.seats[seat].discards
    if not discards or any(KIND[tile] not in ORPHAN_KINDS for tile in discards):
        return False
    return not any(meld.source == seat for other in record.seats for meld in other.melds)
