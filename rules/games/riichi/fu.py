"""Fu, each with its reason: riichi.md, "Fu"."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from rules.games.riichi.claims import is_two_sided
from rules.games.riichi.hand import CLOSED, SEVEN
from rules.settlement import Item
from rules.tiles import is_honor, is_terminal

if TYPE_CHECKING:
    from rules.games.riichi.hand import Hand
    from rules.readings.parts import Part

BASE: Final = Item("base", 20)
SEVEN_PAIRS: Final = Item("seven_pairs", 25)
CONCEALED_DISCARD: Final = Item("concealed_hand", 10)
SELF_DRAW: Final = Item("self_draw", 2)
OPEN_MINIMUM: Final = Item("open_minimum", 10)
WAITS: Final = {"pair": Item("pair_wait", 2), "run": Item("edge_or_closed_wait", 2)}
TEN: Final = 10


def fu_items(hand: Hand, *, is_pinfu: bool) -> tuple[Item, ...]:
    """Return what brings the fu of *hand*, rounding included; they add up to its fu."""
    winner = hand.winner
    if hand.features & SEVEN:
        return (SEVEN_PAIRS,)
    items = [BASE]
    if winner.is_self_draw:
        if is_pinfu:
            return (BASE,)
        items.append(SELF_DRAW)
    elif hand.features & CLOSED:
        items.append(CONCEALED_DISCARD)
    items += _tile_fu(hand)
    total = sum([item.value for item in items])
    if total == BASE.value:
        items.append(OPEN_MINIMUM)
    elif total % TEN:
        items.append(Item("rounding", TEN - total % TEN))
    return tuple(items)


def _tile_fu(hand: Hand) -> list[Item]:
    """Return the fu of sets, pair and wait."""
    items = []
    if hand.triplet_bits:
        items = [of_set(item) for item in hand.parts if item.is_triplet]
    items += pair_fu(hand)
    if hand.completed.is_pair:
        items.append(WAITS["pair"])
    elif hand.completed.is_run and not is_two_sided(hand):
        items.append(WAITS["run"])
    return items


@cache
def of_set(item: Part) -> Item:
    """Return the fu of a pung or kong: 2, four times it for a kong, twice for each other merit."""
    is_major = is_honor(item.kind) or is_terminal(item.kind)
    value = 2 << (2 * item.is_kong + is_major + (not item.exposed))
    grade = "open" if item.exposed else "concealed"
    rank = "major" if is_major else "minor"
    return Item(f"{grade}_{rank}_{item.shape}", value)


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
