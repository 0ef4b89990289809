"""The yaku: five-player-1.md, "Scoring elements"."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from rules.games.riichi import claims
from rules.games.riichi.five_player.hand import FIVE_WINDS, FOURTEEN
from rules.games.riichi.hand import (
    FIFTH_WIND,
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

MANGAN_HAN: Final = 5

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


def _changed(row_id: str, **how: Any) -> Shape:
    """Return a row of riichi.md as it is played here."""
    row = next(row for row in RIICHI_ROWS if row.id == row_id)
    assert isinstance(row, Shape)
    return replace(row, **how)


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
    _changed(
        "thirteen_orphans",
        native="十三幺九",
        closed=MANGAN_HAN,
        excludes=tuple(row.id for row in KEPT if row.rank == "han"),
        rank="mangan",
        holds=lambda hand: not is_fourteen(hand),
    ),
    _changed("little_four_winds", closed=MANGAN_HAN, open=MANGAN_HAN, rank="mangan"),
    _changed(
        "big_four_winds",
        holds=lambda hand: claims.all_sets(hand, claims.WIND_BITS) and hand.pair != FIFTH_WIND,
    ),
    _changed(
        "all_honors",
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
