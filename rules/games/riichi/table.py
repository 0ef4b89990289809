"""The sheet's tables of yaku: riichi.md, "Scoring elements". Conditions are in `claims`."""

from __future__ import annotations

from typing import Final

from rules.games.riichi import claims
from rules.games.riichi.hand import (
    CLOSED,
    ENDS,
    EQUAL_RUNS,
    FOUR_RUNS,
    FOUR_TRIPLETS,
    GREEN,
    HONOR,
    HONOR_BITS,
    HONOR_TRIPLET,
    HONOR_TRIPLETS,
    KONG,
    ONE_SUIT,
    ORPHANS,
    OUTSIDE,
    PURE_SUIT,
    RUN,
    SEVEN,
    SIMILAR_RUNS,
    SIMILAR_TRIPLETS,
    SIMPLE,
    STRAIGHT,
    TERMINALS,
    THREE_HIDDEN,
)
from rules.games.riichi.yaku import Chance, Shape
from rules.ruleset import Element

CHANCES: Final = (
    Chance("riichi", "立直", "riichi", 1, 0, word="riichi"),
    Chance("double_riichi", "両立直", "double riichi", 2, 0, ("riichi",), word="double_riichi"),
    Chance("ippatsu", "一発", "one-shot", 1, 0, setting=("ippatsu", True), word="ippatsu"),
    Chance(
        "fully_concealed_self_draw", "門前清自摸和", "concealed self-draw", 1, 0, word="self_draw"
    ),
    Chance("kong_draw", "嶺上開花", "kong draw", 1, 1, word="kong_draw"),
    Chance("robbing_the_kong", "搶槓", "robbing a kong", 1, 1, word="robbed_kong"),
    Chance("last_tile", "海底摸月", "last tile", 1, 1, word="last_tile"),
    Chance("last_discard", "河底撈魚", "last discard", 1, 1, word="last_discard"),
)
"""Yaku of the deal, the draw and the announcements."""

SHAPES: Final = (
    Shape(
        "all_sequences", "平和", "pinfu", 1, 0, needs=FOUR_RUNS | CLOSED, holds=claims.all_sequences
    ),
    Shape("all_simples", "断幺九", "all simples", 1, 1, needs=SIMPLE, holds=claims.counts_simples),
    Shape(
        "pure_double_sequence",
        "一盃口",
        "two equal runs",
        1,
        0,
        needs=EQUAL_RUNS | CLOSED,
        holds=lambda hand: claims.equal_runs(hand) == 1,
    ),
    Shape(
        "dragon_pung",
        "役牌 三元牌",
        "dragons",
        1,
        1,
        needs=HONOR_TRIPLET,
        holds=lambda hand: claims.pungs_of(hand, hand.winner.values.dragons),
    ),
    Shape(
        "seat_wind_pung",
        "自風",
        "own wind",
        1,
        1,
        needs=HONOR_TRIPLET,
        holds=lambda hand: claims.pungs_of(hand, hand.winner.values.seat_winds),
    ),
    Shape(
        "round_wind_pung",
        "場風",
        "round wind",
        1,
        1,
        needs=HONOR_TRIPLET,
        holds=lambda hand: claims.pungs_of(hand, hand.winner.values.round_winds),
    ),
    Shape("three_similar_sequences", "三色同順", "three-coloured runs", 2, 1, needs=SIMILAR_RUNS),
    Shape("straight", "一気通貫", "straight", 2, 1, needs=STRAIGHT),
    Shape("outside_hand", "混全帯幺九", "outside hand", 2, 1, needs=RUN | HONOR | OUTSIDE),
    Shape("seven_pairs", "七対子", "seven pairs", 2, 0, needs=SEVEN),
    Shape("all_pungs", "対々和", "all pungs", 2, 2, needs=FOUR_TRIPLETS),
    Shape(
        "three_concealed_pungs",
        "三暗刻",
        "three concealed pungs",
        2,
        2,
        needs=THREE_HIDDEN,
        holds=lambda hand: hand.hidden_triplets == 3,
    ),
    Shape(
        "three_kongs", "三槓子", "three kongs", 2, 2, needs=KONG, holds=lambda hand: hand.kongs == 3
    ),
    Shape("three_similar_pungs", "三色同刻", "three-coloured pungs", 2, 2, needs=SIMILAR_TRIPLETS),
    Shape("mixed_terminals", "混老頭", "terminals and honours", 2, 2, needs=ENDS),
    Shape(
        "little_three_dragons",
        "小三元",
        "little three dragons",
        2,
        2,
        needs=HONOR_TRIPLETS,
        holds=lambda hand: claims.sets_and_pair(hand, claims.DRAGON_BITS, 2),
    ),
    Shape(
        "two_pure_double_sequences",
        "二盃口",
        "twice two equal runs",
        3,
        0,
        ("pure_double_sequence",),
        needs=EQUAL_RUNS | FOUR_RUNS | CLOSED,
        holds=lambda hand: claims.equal_runs(hand) == 2,
    ),
    Shape("mixed_one_suit", "混一色", "half flush", 3, 2, needs=ONE_SUIT | HONOR),
    Shape(
        "terminals_in_all_sets",
        "純全帯幺九",
        "terminals in all sets",
        3,
        2,
        ("outside_hand",),
        needs=RUN | TERMINALS,
    ),
    Shape("pure_one_suit", "清一色", "full flush", 6, 5, ("mixed_one_suit",), needs=PURE_SUIT),
)
"""Yaku of the tiles."""

DORA: Final = (
    Element("dora", "ドラ", "dora", "1 each"),
    Element("red_five", "赤ドラ", "red fives", "1 each"),
    Element("ura_dora", "裏ドラ", "ura dora", "1 each"),
)
"""Han that are no yaku."""

HUMAN_HAND: Final = (
    Chance(
        "human_hand",
        "人和",
        "human hand",
        5,
        0,
        rank="mangan",
        setting=("human_hand", "mangan"),
        word="before_first_draw",
    ),
    Chance(
        "human_hand",
        "人和",
        "human hand",
        1,
        0,
        rank="yakuman",
        setting=("human_hand", "yakuman"),
        word="before_first_draw",
    ),
)
"""By option a mangan on its own or a yakuman."""

YAKUMAN_CHANCES: Final = (
    Chance("heavenly_hand", "天和", "heavenly hand", 1, 0, rank="yakuman", word="dealt"),
    Chance("earthly_hand", "地和", "earthly hand", 1, 0, rank="yakuman", word="first_draw"),
)

YAKUMAN: Final = (
    Shape(
        "thirteen_orphans",
        "国士無双",
        "thirteen orphans",
        1,
        0,
        rank="yakuman",
        needs=ORPHANS,
        holds=lambda hand: not hand.completed.is_pair,
    ),
    Shape(
        "thirteen_orphans_13_wait",
        "国士無双十三面",
        "thirteen orphans with 13 waits",
        1,
        0,
        rank="yakuman",
        is_double=True,
        needs=ORPHANS,
        holds=lambda hand: hand.completed.is_pair,
    ),
    Shape(
        "four_concealed_pungs",
        "四暗刻",
        "four concealed pungs",
        1,
        0,
        rank="yakuman",
        needs=FOUR_TRIPLETS | THREE_HIDDEN | CLOSED,
        holds=lambda hand: claims.four_concealed(hand, pair_last=False),
    ),
    Shape(
        "four_concealed_pungs_pair_wait",
        "四暗刻単騎",
        "four concealed pungs, waiting for the pair",
        1,
        0,
        rank="yakuman",
        is_double=True,
        needs=FOUR_TRIPLETS | THREE_HIDDEN | CLOSED,
        holds=lambda hand: claims.four_concealed(hand, pair_last=True),
    ),
    Shape(
        "big_three_dragons",
        "大三元",
        "big three dragons",
        1,
        1,
        rank="yakuman",
        needs=HONOR_TRIPLETS,
        holds=lambda hand: claims.all_sets(hand, claims.DRAGON_BITS),
    ),
    Shape(
        "little_four_winds",
        "小四喜",
        "little four winds",
        1,
        1,
        rank="yakuman",
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
        holds=lambda hand: claims.all_sets(hand, claims.WIND_BITS),
    ),
    Shape(
        "all_honors",
        "字一色",
        "all honours",
        1,
        1,
        rank="yakuman",
        needs=ENDS | HONOR,
        holds=lambda hand: claims.only(hand, HONOR_BITS),
    ),
    Shape(
        "all_terminals",
        "清老頭",
        "all terminals",
        1,
        1,
        rank="yakuman",
        needs=ENDS,
        holds=lambda hand: not hand.features & HONOR,
    ),
    Shape("all_green", "緑一色", "all green", 1, 1, rank="yakuman", needs=GREEN),
    Shape(
        "nine_gates",
        "九蓮宝燈",
        "nine gates",
        1,
        0,
        rank="yakuman",
        needs=PURE_SUIT | CLOSED | RUN,
        holds=lambda hand: claims.nine_gates(hand, pure=False),
    ),
    Shape(
        "pure_nine_gates",
        "純正九蓮宝燈",
        "nine gates with nine waits",
        1,
        0,
        rank="yakuman",
        is_double=True,
        needs=PURE_SUIT | CLOSED | RUN,
        holds=lambda hand: claims.nine_gates(hand, pure=True),
    ),
    Shape(
        "four_kongs",
        "四槓子",
        "four kongs",
        1,
        1,
        rank="yakuman",
        needs=KONG,
        holds=lambda hand: hand.kongs == 4,
    ),
)
"""They replace everything above."""

ROWS: Final = (*CHANCES, *SHAPES, *HUMAN_HAND, *YAKUMAN_CHANCES, *YAKUMAN)
ELEMENTS: Final = (
    *(row.element for row in CHANCES + SHAPES),
    *DORA,
    Element("human_hand", "人和", "human hand", "mangan or yakuman, by option"),
    *(row.element for row in YAKUMAN_CHANCES + YAKUMAN),
)
