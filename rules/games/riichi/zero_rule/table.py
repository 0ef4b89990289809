"""The yaku: zero-rule.md, "Scoring elements".

With six copies of a kind two pungs may be equal, so pungs of value are counted one by one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from rules.games.riichi import claims
from rules.games.riichi.hand import DRAGONS, HONOR_TRIPLET
from rules.games.riichi.table import DORA
from rules.games.riichi.table import ROWS as RIICHI_ROWS
from rules.games.riichi.yaku import Shape
from rules.games.riichi.zero_rule.position import NORTH

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from rules.games.riichi.hand import Hand
    from rules.games.riichi.yaku import Yaku


def _pungs(hand: Hand, kinds: Collection[int]) -> int:
    """Return how many pungs and longer sets are of *kinds*."""
    return sum(item.is_triplet and item.kind in kinds for item in hand.parts)


def _are_dragons(hand: Hand) -> bool:
    """Return whether white, green and red are dragons, none of them a wind."""
    return set(DRAGONS) <= set(hand.winner.values.dragons)


CHANGED: Final[Mapping[str, Callable[[Hand], int]]] = {
    "dragon_pung": lambda hand: _pungs(hand, set(hand.winner.values.dragons) - {NORTH}),
    "seat_wind_pung": lambda hand: _pungs(hand, hand.winner.values.seat_winds),
    "round_wind_pung": lambda hand: _pungs(hand, hand.winner.values.round_winds),
    "little_three_dragons": lambda hand: (
        _are_dragons(hand) and claims.sets_and_pair(hand, claims.DRAGON_BITS, 2)
    ),
    "big_three_dragons": lambda hand: (
        _are_dragons(hand) and claims.all_sets(hand, claims.DRAGON_BITS)
    ),
}
"""What these rows ask for here."""

NORTH_PUNG: Final = Shape(
    "north_pung",
    "北",
    "set of north",
    1,
    1,
    needs=HONOR_TRIPLET,
    holds=lambda hand: NORTH in hand.winner.values.dragons and _pungs(hand, (NORTH,)),
)
"""With three players north is everybody's."""


def _row(row: Yaku) -> Yaku:
    """Return a row of riichi.md as it is played here."""
    holds = CHANGED.get(row.id)
    return row if holds is None or not isinstance(row, Shape) else replace(row, holds=holds)


ROWS: Final = (*(_row(row) for row in RIICHI_ROWS if row.id != "human_hand"), NORTH_PUNG)

ELEMENTS: Final = (
    *(row.element for row in ROWS),
    *(element for element in DORA if element.id != "red_five"),
)
