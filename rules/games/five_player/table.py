"""The yaku: five-player-1.md, "Scoring elements"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.games.five_player.hand import FIVE_WINDS, FOURTEEN
from rules.games.riichi import claims
from rules.games.riichi.hand import (
    ENDS,
    FIFTH_WIND,
    HONOR,
    HONOR_BITS,
    HONOR_TRIPLETS,
    ORPHANS,
    bits_of,
)
from rules.games.riichi.table import DORA
from rules.games.riichi.table import ROWS as RIICHI_ROWS
from rules.games.riichi.yaku import Shape
from rules.ruleset import Element

if TYPE_CHECKING:
    from rules.games.riichi.hand import Hand

FIVE_WIND_BITS: Final = bits_of(FIVE_WINDS)

CHANGED: Final = frozenset(
    (
        "human_hand",
        "thirteen_orphans",
        "thirteen_orphans_13_wait",
        "little_four_winds",
        "big_four_winds",
        "all_honors",
    )
)
"""Rows of riichi.md that are not played or are played otherwise."""

KEPT: Final = tuple(row for row in RIICHI_ROWS if row.id not in CHANGED)


def has_five_winds(hand: Hand) -> bool:
    """Return whether the hand is sets of four winds and a pair of the fifth (五喜和)."""
    return claims.sets_and_pair(hand, FIVE_WIND_BITS, 4)


def is_fourteen(hand: Hand) -> bool:
    """Return whether a hand of orphans is one each of the fourteen."""
    return len(hand.parts) == len(FOURTEEN)


def _twice(row_id: str, native: str, name: str, needs: int) -> tuple[Shape, ...]:
    """Return the rows of a yakuman that `big_yakuman` doubles."""
    holds = {"five_winds": has_five_winds, "fourteen_orphans": is_fourteen}[row_id]
    return tuple(
        Shape(
            row_id,
            native,
            name,
            value,
            value if row_id == "five_winds" else 0,
            rank="yakuman",
            setting=("big_yakuman", is_big),
            needs=needs,
            holds=holds,
        )
        for value, is_big in ((1, False), (2, True))
    )


OF_FIVE: Final = (
    *_twice("five_winds", "五喜和", "five winds", HONOR_TRIPLETS),
    *_twice("fourteen_orphans", "国士無双 (十四幺九)", "fourteen orphans", ORPHANS),
    Shape(
        "thirteen_orphans",
        "十三幺九",
        "thirteen orphans",
        5,
        0,
        tuple(row.id for row in KEPT if row.rank == "han"),
        rank="mangan",
        needs=ORPHANS,
        holds=lambda hand: not is_fourteen(hand),
    ),
    Shape(
        "little_four_winds",
        "小四喜",
        "little four winds",
        5,
        5,
        rank="mangan",
        needs=HONOR_TRIPLETS,
        holds=lambda hand: claims.sets_and_pair(hand, claims.WIND_BITS, 3),
    ),
    Shape(
        "big_four_winds",
        "大四喜",
        "big four winds",
        1,
        1,
        rank="yakuman",
        is_double=True,
        needs=HONOR_TRIPLETS,
        holds=lambda hand: claims.all_sets(hand, claims.WIND_BITS) and hand.pair != FIFTH_WIND,
    ),
    Shape(
        "all_honors",
        "字一色",
        "all honours",
        1,
        1,
        rank="yakuman",
        needs=ENDS | HONOR,
        holds=lambda hand: claims.only(hand, HONOR_BITS) and not has_five_winds(hand),
    ),
)
"""The rows that are played otherwise, or here only."""

ROWS: Final = (*KEPT, *OF_FIVE)

ELEMENTS: Final = (
    *(row.element for row in KEPT),
    *(element for element in DORA if element.id != "red_five"),
    Element("five_winds", "五喜和", "five winds", "1 (2) yakuman"),
    Element("fourteen_orphans", "国士無双 (十四幺九)", "fourteen orphans", "1 (2) yakuman"),
    Element("thirteen_orphans", "十三幺九", "thirteen orphans", "mangan"),
    Element("little_four_winds", "小四喜", "little four winds", "mangan"),
    *(row.element for row in OF_FIVE if row.id in ("big_four_winds", "all_honors")),
)
