"""Who pays whom for won hands: riichi.md, "Payment"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.games.riichi.points import SMALLEST, STICK, up
from rules.settle.settlement import POT, Portion, Scored

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.games.riichi import Riichi
    from rules.games.riichi.hand import Winner
    from rules.games.riichi.liability import Liability
    from rules.games.riichi.scoring import Score
    from rules.record.values import Record
    from rules.settle.settlement import Bill


def portions(record: Record, winner: Winner, basic: int) -> list[Portion]:
    """Return who pays how much for *basic* points."""
    source, own = winner.source, winner.seat
    if source is not None:
        return [(source, up(basic * (6 if winner.is_banker else 4)))]
    double, banker = up(2 * basic), record.state.banker
    single = double if winner.is_banker else up(basic)
    rows = []
    for seat in range(len(record.seats)):
        if seat != own:
            rows.append((seat, double if seat == banker else single))
    return rows


def answered(part: list[Portion], winner: Winner, liable: Liability) -> list[Portion]:
    """Return who pays *part* when a seat answers for it: alone, or half beside the discarder.

    An odd hundred is the discarder's.
    """
    total = sum([amount for _, amount in part])
    if winner.source in (None, liable.seat):
        return [(liable.seat, total)]
    assert winner.source is not None
    half = total // (2 * SMALLEST) * SMALLEST
    return [(winner.source, total - half), (liable.seat, half)]


def pay_hand(game: Riichi, record: Record, score: Score, bill: Bill) -> int:
    """Write who pays for one winner's hand on *bill* and return what it is worth in all."""
    winner = score.hand.winner
    liable = game.liability(record, score)
    if liable is None:
        return bill.collect(game.portions(record, winner, score.basic), winner.seat)
    rest = score.basic - liable.basic
    rows = game.portions(record, winner, rest) if rest else []
    rows += answered(game.portions(record, winner, liable.basic), winner, liable)
    return bill.collect(rows, winner.seat)


def pay_honba(game: Riichi, record: Record, score: Score, bill: Bill) -> None:
    """Write what the counters on the table (本場) add to a winner's hand."""
    count, winner = record.state.carry["honba"], score.hand.winner
    value = game.honba_value(record)
    if winner.source is not None:
        bill.pay(winner.source, winner.seat, count * value, "honba")
        return
    share = count * value // (len(record.seats) - 1)
    liable = game.liability(record, score)
    for seat in range(len(record.seats)):
        if seat != winner.seat:
            payer = liable.seat if liable and liable.is_whole else seat
            bill.pay(payer, winner.seat, share, "honba")


def lay_sticks(record: Record, bill: Bill) -> int:
    """Write the riichi sticks of this hand and return how many lie on the table with them."""
    sticks: int = record.state.carry["deposits"]
    for number, seat in enumerate(record.seats):
        if seat.declared and has_declared(record, number):
            bill.pay(number, POT, STICK, "deposit")
            sticks += 1
    return sticks


def has_declared(record: Record, seat: int) -> bool:
    """Return whether *seat* declared riichi."""
    declared = record.seats[seat].declared
    return "riichi" in declared or "double_riichi" in declared


def nearest(record: Record, scores: Sequence[Score]) -> Score:
    """Return the winner who comes first in order of play from the discarder on."""
    if len(scores) == 1:
        return scores[0]

    def place(score: Score) -> int:
        winner = score.hand.winner
        assert winner.source is not None
        return record.distance(winner.source, winner.seat)

    return min(scores, key=place)


def entry(score: Score, points: int) -> Scored:
    """Return a winner's entry of the settlement."""
    return Scored(
        score.hand.winner.seat,
        points,
        "points",
        score.items,
        score.hand.rows(),
        {
            "han": score.han,
            "fu": score.fu,
            "limit": score.limit,
            "fu_items": score.fu_items,
        },
    )
