"""Fu, each with its reason: riichi.md, "Fu"."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from rules.games.riichi.claims import is_two_sided
from rules.games.riichi.hand import CLOSED, FOUR_RUNS, SEVEN
from rules.settle.settlement import Item, value_of
from rules.tiles import HONORS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rules.games.riichi.hand import Hand
    from rules.hands.shapes import Part

PINFU: Final = Item("all_sequences", 1)
BASE: Final = Item("base", 20)
SEVEN_PAIRS: Final = Item("seven_pairs", 25)
CONCEALED_DISCARD: Final = Item("concealed_hand", 10)
SELF_DRAW: Final = Item("self_draw", 2)
OPEN_MINIMUM: Final = Item("open_minimum", 10)
PAIR_WAIT: Final = Item("pair_wait", 2)
RUN_WAIT: Final = Item("edge_or_closed_wait", 2)
TEN: Final = 10
LARGER: Final = {5: "kin", 6: "kun", 7: "ken", 8: "kon", 9: "san"}
"""What sets of more than four equal tiles are called (檎 桾 検 根 サン): zero-rule.md."""
ROUNDING: Final = tuple(Item("rounding", fu) for fu in range(TEN))


def fu_items(
    hand: Hand, items: Iterable[Item], self_draw: Item | None = SELF_DRAW
) -> tuple[Item, ...]:
    """Return what brings the fu of a *hand* that counts *items*, *self_draw* if it was drawn.

    Rounding is one of the reasons, so they add up to its fu.
    """
    features, is_drawn = hand.features, hand.winner.source is None
    if features & SEVEN:
        return (SEVEN_PAIRS,)
    if features & FOUR_RUNS and features & CLOSED and PINFU in items:
        return (BASE,) if is_drawn else (BASE, CONCEALED_DISCARD)
    if is_drawn:
        return _counted(hand, self_draw)
    return _counted(hand, CONCEALED_DISCARD if features & CLOSED else None)


def _counted(hand: Hand, won: Item | None) -> tuple[Item, ...]:
    """Return the fu of a hand that is no exception, with what the way of winning brings."""
    items = [BASE] if won is None else [BASE, won]
    _add_tile_fu(hand, items)
    fu = value_of(items)
    if len(items) == 1:
        items.append(OPEN_MINIMUM)
    elif fu % TEN:
        items.append(ROUNDING[TEN - fu % TEN])
    return tuple(items)


def _add_tile_fu(hand: Hand, items: list[Item]) -> None:
    """Add the fu of pungs and kongs, pair and wait to *items*."""
    if hand.triplet_bits:
        for item in hand.parts:
            if item.is_triplet:
                items.append(of_set(item))
    if hand.pair >= HONORS:
        items += pair_fu(hand)
    if hand.completed.is_pair:
        items.append(PAIR_WAIT)
    elif hand.completed.is_run and not is_two_sided(hand):
        items.append(RUN_WAIT)


@cache
def of_set(item: Part) -> Item:
    """Return the fu of a pung or kong.

    2, four times it for a kong, twice for each tile beyond four and each other merit.
    """
    is_major = item.is_honor or item.has_terminal
    tiles = len(item.kinds)
    grown = tiles - 2 if item.is_kong else 0
    value = 2 << (grown + is_major + (not item.exposed))
    grade = "open" if item.exposed else "concealed"
    rank = "major" if is_major else "minor"
    return Item(f"{grade}_{rank}_{LARGER.get(tiles, item.shape)}", value)


def pair_fu(hand: Hand) -> tuple[Item, ...]:
    """Return the fu of a pair of dragons or of a wind that counts."""
    winner, pair = hand.winner, hand.pair
    if pair in winner.values.dragons:
        return (Item("dragon_pair", 2),)
    own, of_round = pair in winner.values.seat_winds, pair in winner.values.round_winds
    if own and of_round:
        return (Item("double_wind_pair", winner.options["double_wind_pair_fu"]),)
    if own or of_round:
        return (Item("seat_wind_pair" if own else "round_wind_pair", 2),)
    return ()
