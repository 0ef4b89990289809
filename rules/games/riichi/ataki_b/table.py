"""The sheet's tables of hands: ataki-b.md, "Scoring elements"."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from rules.games.riichi import claims
from rules.games.riichi.hand import (
    CLOSED,
    ENDS,
    FOUR_TRIPLETS,
    HONOR,
    ONE_SUIT,
    ORPHANS,
    PAIRS_OF_A_HAND,
    PURE_SUIT,
    RUN,
    SEVEN,
    THREE_HIDDEN,
)
from rules.games.riichi.table import ROWS as RIICHI_ROWS
from rules.games.riichi.yaku import Chance, Shape
from rules.ruleset import Element

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.games.riichi.hand import Hand
    from rules.games.riichi.yaku import Yaku

YAKUMAN: Final = 4
BIG_YAKUMAN: Final = 6
FURTHER_YAKUMAN: Final = 2
"""Mangans that the highest yakuman of a hand brings, and every further one."""

SEVEN_PAIRS: Final = (
    "seven_pairs",
    "luxury_seven_pairs",
    "double_luxury_seven_pairs",
    "triple_luxury_seven_pairs",
)
"""By how many kinds are there four times."""


def _as_riichi(id_: str, native: str = "", **changes: Any) -> Yaku:
    """Return the row of riichi.md, by the source's name and with *changes*."""
    row = next(row for row in RIICHI_ROWS if row.id == id_)
    return replace(row, native=native or row.native, **changes)


def _fours(count: int) -> Callable[[Hand], bool]:
    """Return whether *count* kinds of seven pairs are there four times."""
    return lambda hand: hand.mask.bit_count() == PAIRS_OF_A_HAND - count


CHANCES: Final = (
    _as_riichi("fully_concealed_self_draw", "門前清摸和"),
    _as_riichi("riichi"),
    _as_riichi("double_riichi", "ダブル立直"),
    _as_riichi("ippatsu", setting=None),
    _as_riichi("kong_draw"),
    _as_riichi("robbing_the_kong"),
    _as_riichi("last_tile"),
    _as_riichi("last_discard"),
    Chance("human_hand", "人和", "human hand", 4, 0, word="before_first_draw"),
)

SHAPES: Final = (
    _as_riichi("dragon_pung", "飜牌"),
    _as_riichi("seat_wind_pung", "飜牌"),
    _as_riichi("round_wind_pung", "飜牌"),
    _as_riichi("all_sequences"),
    _as_riichi("all_simples", "断么九", holds=None),
    _as_riichi("pure_double_sequence", "一盃口"),
    _as_riichi("outside_hand", "混全帯么"),
    _as_riichi("three_similar_sequences"),
    _as_riichi("straight"),
    _as_riichi("three_similar_pungs"),
    _as_riichi("three_concealed_pungs"),
    _as_riichi("three_kongs"),
    _as_riichi("little_three_dragons"),
    _as_riichi("all_pungs", "対々和"),
    _as_riichi("seven_pairs", holds=_fours(0)),
    _as_riichi("two_pure_double_sequences", "二盃口"),
    _as_riichi("mixed_one_suit"),
    _as_riichi("terminals_in_all_sets", "純全帯么"),
    Shape(
        "luxury_seven_pairs",
        "セット七対",
        "set seven pairs",
        3,
        0,
        needs=SEVEN,
        holds=_fours(1),
    ),
    Shape(
        "double_luxury_seven_pairs",
        "セット七対 2セット",
        "set seven pairs, two sets",
        4,
        0,
        needs=SEVEN,
        holds=_fours(2),
    ),
    Shape(
        "triple_luxury_seven_pairs",
        "セット七対 3セット",
        "set seven pairs, three sets",
        5,
        0,
        needs=SEVEN,
        holds=_fours(3),
    ),
    _as_riichi("pure_one_suit"),
    Shape(
        "little_wheels",
        "小車輪",
        "little wheels",
        6,
        0,
        (*SEVEN_PAIRS, "mixed_one_suit"),
        needs=SEVEN | ONE_SUIT | HONOR,
    ),
    Shape(
        "reverse_wheels",
        "逆車輪",
        "reverse wheels",
        6,
        0,
        SEVEN_PAIRS,
        needs=SEVEN | ENDS,
    ),
    Shape(
        "mixed_terminals",
        "混老対々和",
        "terminals and honours, all pungs",
        6,
        6,
        ("all_pungs",),
        needs=FOUR_TRIPLETS | ENDS,
    ),
)


def _yakuman(id_: str, native: str = "", mangans: int = YAKUMAN, **changes: Any) -> Yaku:
    """Return a yakuman of riichi.md that is worth *mangans*, never two yakuman."""
    row = _as_riichi(id_, native, is_double=False, **changes)
    return replace(row, closed=mangans, open=mangans if row.open else 0)


YAKUMAN_ROWS: Final = (
    _yakuman("earthly_hand"),
    _yakuman(
        "four_concealed_pungs",
        needs=FOUR_TRIPLETS | THREE_HIDDEN | CLOSED,
        holds=lambda hand: hand.hidden_triplets == 4,
    ),
    _yakuman("big_three_dragons"),
    _yakuman("thirteen_orphans", needs=ORPHANS, holds=None),
    _yakuman("all_green", holds=lambda hand: not hand.features & SEVEN),
    _yakuman("little_four_winds"),
    _yakuman("all_honors"),
    _yakuman("all_terminals"),
    Shape(
        "big_wheels",
        "大車輪",
        "big wheels",
        YAKUMAN,
        0,
        rank="yakuman",
        needs=SEVEN | PURE_SUIT,
    ),
    _yakuman("heavenly_hand", mangans=BIG_YAKUMAN),
    _yakuman("big_four_winds", mangans=BIG_YAKUMAN),
    _yakuman(
        "nine_gates",
        "九連宝灯",
        BIG_YAKUMAN,
        needs=PURE_SUIT | CLOSED | RUN,
        holds=lambda hand: any(claims.nine_gates(hand, pure=pure) for pure in (False, True)),
    ),
    _yakuman("four_kongs", mangans=BIG_YAKUMAN),
)
"""They replace everything else."""

ROWS: Final = (*CHANCES, *SHAPES, *YAKUMAN_ROWS)
ELEMENTS: Final = (
    *(row.element for row in CHANCES + SHAPES),
    Element("dora", "ドラ", "dora", "1 each"),
    Element("red_five", "赤牌", "red fives", "1 each"),
    Element("ura_dora", "裏ドラ", "ura dora", "1 each"),
    *(
        replace(row.element, value="yakuman" if row.closed == YAKUMAN else "big yakuman")
        for row in YAKUMAN_ROWS
    ),
)
