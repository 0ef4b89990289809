"""Who pays what: yangzhou.md, "Payment", "Liability", "Side payments"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.settle.settlement import Bill

if TYPE_CHECKING:
    from collections.abc import Collection

    from rules.record.values import Record, Win
    from rules.settle.settlement import Payment, Scored

THIRD: Final = 3
PER_DISCARD: Final = 2
"""How many times the hand's value one pays for all."""


def bill(record: Record, scored: Collection[Scored]) -> tuple[Payment, ...]:
    """Return the payments, several winners one after the other as they sit after the discarder.

    With a stake nobody pays more than he has left when his turn to pay comes.
    """
    made = Bill()
    hands = zip(record.wins, scored, strict=True)
    for win, hand in sorted(hands, key=lambda pair: _turn(record, pair[0])):
        for payer, debt in _debts(record, win, hand).items():
            has_limit = record.options["stake"] > 0
            left = made.scores(record.state.scores)[payer] if has_limit else debt
            made.pay(payer, win.seat, min(debt, left))
    return tuple(made.rows)


def _turn(record: Record, win: Win) -> int:
    """Return how soon after the discarder the winner would have had his turn."""
    return 0 if win.source is None else record.distance(win.source, win.seat)


def _debts(record: Record, win: Win, hand: Scored) -> dict[int, int]:
    """Return what each payer owes for *hand*, however much he has."""
    who = liable(record, win, hand)
    if win.is_taken:
        assert win.source is not None
        return {win.source if who is None else who: PER_DISCARD * hand.score}
    others = [seat for seat in range(record.players) if seat != win.seat]
    if who is not None:
        return {who: len(others) * hand.score}
    return dict.fromkeys(others, hand.score)


def liable(record: Record, win: Win, hand: Scored) -> int | None:
    """Return whose tile made the third exposed set, a chow, of a pure one suit (包)."""
    exposed = [meld for meld in record.seats[win.seat].melds if meld.is_exposed]
    is_pure = any(item.id == "pure_one_suit" for item in hand.items)
    if is_pure and len(exposed) >= THIRD and exposed[THIRD - 1].kind == "chow":
        return exposed[THIRD - 1].source
    return None
