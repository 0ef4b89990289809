"""Taizhou's elements and options as data: taizhou.md, "Scoring elements", "Options"."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from rules.ruleset import Element, choice, switch
from rules.scoring.set_points import SETS_AND_PAIRS, TRIPLETS

if TYPE_CHECKING:
    from collections.abc import Mapping

OPTIONS: Final = (
    choice("missed_win", "until_turn", "same_tile", "unless_higher"),
    choice("wild_pair_wait", "self_draw_only", "if_higher"),
    choice("four_winds", "none", "little", "little_seat_pair", "big"),
    choice("fresh_required", "both", "two_dragons", "none"),
    switch("round_up"),
)

ELEMENTS: Final = (
    Element("base", "胡底", "base", "10 hu"),
    Element("all_pungs", "対対胡", "all pungs", "4 hu"),
    Element("self_draw", "自摸", "self-draw", "2 hu"),
    Element("closed_wait", "嵌檔", "gap call", "2 hu"),
    *SETS_AND_PAIRS,
    Element("dragon_pung", "中發白の刻子", "pung/kong of dragons", "1 tai each"),
    Element("seat_wind_pung", "自分の風の刻子", "pung/kong of own wind", "1 tai"),
    Element("mixed_one_suit", "混一色", "mixed one suit", "1 tai"),
    Element("pure_one_suit", "清一色", "pure one suit", "3 tai"),
    Element(
        "little_four_winds",
        "四風会斉 (小四喜)",
        "Four Winds, little",
        "13 tai for the winner, 4 tai for a loser",
    ),
    Element(
        "big_four_winds",
        "四風会斉 (大四喜)",
        "Four Winds, big",
        "13 tai for the winner, 4 tai for a loser",
    ),
)

ORDER: Final = {item.id: place for place, item in enumerate(ELEMENTS)}

HU: Final[Mapping[str, int]] = MappingProxyType(
    {
        "base": 10,
        "all_pungs": 4,
        "self_draw": 2,
        "closed_wait": 2,
        "dragon_pair": 2,
        "seat_wind_pair": 2,
        **TRIPLETS,
    }
)
"""Elements that add to the count; all even, so that every half of the points is whole."""

TAI: Final[Mapping[str, int]] = MappingProxyType(
    {
        "dragon_pung": 1,
        "seat_wind_pung": 1,
        "mixed_one_suit": 1,
        "pure_one_suit": 3,
        "little_four_winds": 13,
        "big_four_winds": 13,
    }
)
"""Elements that double the count so often."""

LOSERS_FOUR_WINDS: Final = 4
"""Tai of either form of Four Winds in a loser's hand."""

LIMIT: Final = 100
"""Points of a hand at most; a winner who reaches it without rounding is paid in full by all."""
