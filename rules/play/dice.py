"""Dice thrown in the middle of a hand: how many, and who says what they show.

Throws that were given at the deal are used in order. Where none is left, what the dice
show is part of the action, as the tile of a draw is where the wall does not show it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from typing import Final

from rules.errors import Reason
from rules.play.actions import ThrowDice
from rules.play.position import Position
from rules.value import evolve

PIPS: Final = range(1, 7)


def throw_offers(at: Position, seat: int, counts: Iterable[int]) -> Iterator[ThrowDice]:
    """Yield the throws that *seat* may make; without given dice, one for each outcome."""
    for count in counts:
        if _peek_pips(at, count):
            yield ThrowDice(seat, count)
        else:
            for dice in combinations_with_replacement(PIPS, count):
                yield ThrowDice(seat, count, dice)


def dice_problem(at: Position, action: ThrowDice) -> Reason | None:
    """Return what is wrong with what the dice of *action* are said to show, or nothing."""
    pips = _peek_pips(at, action.count)
    if pips:
        return None if action.dice in ((), pips) else Reason("dice_show", {"dice": _write(pips)})
    if not action.dice:
        return Reason("dice_unknown")
    if len(action.dice) != action.count or not all(one in PIPS for one in action.dice):
        return Reason("dice_numbers", {"count": action.count})
    return None


def with_throw(at: Position, action: ThrowDice) -> tuple[Position, ThrowDice]:
    """Return the position after the throw, not in its log yet, and the throw with what it shows."""
    dice = action.dice or _peek_pips(at, action.count)
    at = evolve(at, dice=(*at.dice, dice), coming=at.coming[1:], pips=dice)
    return at, ThrowDice(action.seat, action.count, dice)


def _peek_pips(at: Position, count: int) -> tuple[int, ...]:
    """Return what the next *count* dice show that were given at the deal; nothing without any."""
    throw = at.coming[0] if at.coming else ()
    return throw[:count] if len(throw) >= count else ()


def _write(dice: Iterable[int]) -> str:
    return "-".join(map(str, dice))
