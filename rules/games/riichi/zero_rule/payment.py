"""Who pays whom how much: zero-rule.md, "Payment", "Draw"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.games.riichi import payments
from rules.games.riichi.five_player import second as rule_2
from rules.games.riichi.points import up
from rules.games.riichi.zero_rule.position import is_second_rule

if TYPE_CHECKING:
    from rules.games.riichi.hand import Winner
    from rules.record.values import Record
    from rules.settle.settlement import Bill, Portion

POOLS: Final = (0, 0, 2000, 3000, 3000, 2400)
"""Points that pass at a draw, by the number of players."""
FROM_EACH: Final = 600
"""Of more players, from each of the others if one is ready (D3)."""

HONBA: Final = {2: 200, 3: 200, 4: 300}
"""Points of a counter, by the number of players."""

WITH_BANKER: Final = 4
"""Up to so many players a banker's win is worth half as much again."""


def portions(record: Record, winner: Winner, basic: int) -> list[Portion]:
    """Return who pays how much for *basic* points."""
    players = record.players
    if is_second_rule(record.options):
        return rule_2.portions(record, winner, basic, five_parts=False)
    if players == WITH_BANKER:
        return payments.portions(record, winner, basic)
    is_banker = winner.is_banker and players < WITH_BANKER
    worth = basic * (6 if is_banker else 4)
    if winner.source is not None:
        return [(winner.source, up(worth))]
    others = players - 1
    return [(seat, up(worth, others)) for seat in range(players) if seat != winner.seat]


def honba_value(record: Record) -> int:
    """Return the points of a counter."""
    return rule_2.HONBA if is_second_rule(record.options) else HONBA.get(record.players, 0)


def pool(record: Record) -> int:
    """Return the points that pass from those not ready to those ready."""
    told: int | None = record.options["draw_pool"]
    if told is not None:
        return told
    if is_second_rule(record.options):
        return rule_2.POOL
    players = record.players
    return POOLS[players] if players < len(POOLS) else FROM_EACH * (players - 1)


def pay_ready(record: Record, ready: list[bool], bill: Bill) -> None:
    """Write what each who is not ready pays each who is: an equal share, rounded up to tens."""
    takers = [seat for seat, is_in in enumerate(ready) if is_in]
    payers = [seat for seat, is_in in enumerate(ready) if not is_in]
    if not takers or not payers:
        return
    share = -(-pool(record) // (10 * len(takers) * len(payers))) * 10
    for payer in payers:
        for taker in takers:
            bill.pay(payer, taker, share, "ready")
