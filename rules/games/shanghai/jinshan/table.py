"""Jinshan's elements and options as data: jinshan.md, "Scoring elements", "Options"."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from rules.ruleset import Element, number, switch
from rules.scoring.set_points import SETS_AND_PAIRS, TRIPLETS
from rules.tiles import TILES

if TYPE_CHECKING:
    from collections.abc import Mapping

MINIMUM: Final = 20
"""Hu that a winner needs before doubling."""

LIMIT: Final = 50
"""What one seat hands another at most (辣子)."""

WILDS: Final = frozenset(TILES[code] for code in ("5f", "6f", "7f", "8f"))
"""Plum, orchid, chrysanthemum and bamboo (百搭)."""

PAIR_WAITS: Final = ("minor_pair_wait", "major_pair_wait")
"""The single wait by the kind of its pair; both are the element `pair_wait`."""

OPTIONS: Final = (
    number("base_points", 3, at_least=0),
    switch("four_concealed_self_draw"),
    switch("no_swap_discard"),
)

ELEMENTS: Final = (
    Element("base", "底", "base", "10 hu"),
    Element("flower", "花牌", "flower", "4 hu each"),
    *SETS_AND_PAIRS,
    Element("edge_wait", "ペンチャン", "edge wait", "2 hu"),
    Element("closed_wait", "カンチャン", "closed wait", "2 hu"),
    Element("pair_wait", "単騎", "single wait", "4 hu major, 2 hu minor"),
    Element("self_draw", "自摸", "self-draw", "2 hu"),
    Element("seat_flower", "坐花", "own flower", "1 tai"),
    Element("flower_set", "四花", "four flowers", "2 tai"),
    Element("dragon_pung", "中發白の刻子", "dragon pung", "1 tai each"),
    Element("seat_wind_pung", "坐風の刻子", "own wind pung", "1 tai"),
    Element("kong_draw", "槓開", "kong bloom", "1 tai"),
    Element("flower_draw", "槓開", "flower bloom", "1 tai"),
    Element("robbing_the_kong", "拉槓", "robbing the kong", "1 tai"),
    Element("all_pungs", "対対胡", "all pungs", "1 tai"),
    Element("no_wild", "没百搭", "no wild tile", "1 tai"),
    Element("little_three_dragons", "小三元", "little three dragons", "1 tai"),
    Element("mixed_one_suit", "混一色", "mixed one suit", "1 tai"),
    Element("pure_one_suit", "清一色", "pure one suit", "3 tai"),
    Element("mixed_terminals", "全老頭 (= 混老頭)", "terminals and honours", "limit"),
    Element("four_concealed_pungs", "門門鑑", "four concealed pungs", "limit"),
    Element("big_four_winds", "大四喜", "big four winds", "limit"),
    Element("big_three_dragons", "大三元", "big three dragons", "limit"),
    Element("thirteen_orphans", "十三么", "thirteen orphans", "limit"),
    Element("four_wilds", "四百搭", "four wilds", "limit"),
    Element("three_wild_pung", "三百搭成凱", "three wilds as a pung", "limit"),
    Element("heavenly_hand", "天胡", "heavenly hand", "limit"),
    Element("earthly_hand", "地胡", "earthly hand", "limit"),
)

HU: Final[Mapping[str, int]] = MappingProxyType(
    {
        "base": 10,
        "flower": 4,
        "dragon_pair": 2,
        "seat_wind_pair": 2,
        **TRIPLETS,
        "edge_wait": 2,
        "closed_wait": 2,
        PAIR_WAITS[0]: 2,
        PAIR_WAITS[1]: 4,
        "self_draw": 2,
    }
)
"""Points of each element that is counted (胡頭)."""

TAI: Final[Mapping[str, int]] = MappingProxyType(
    {
        "seat_flower": 1,
        "flower_set": 2,
        "dragon_pung": 1,
        "seat_wind_pung": 1,
        "kong_draw": 1,
        "flower_draw": 1,
        "robbing_the_kong": 1,
        "all_pungs": 1,
        "no_wild": 1,
        "little_three_dragons": 1,
        "mixed_one_suit": 1,
        "pure_one_suit": 3,
    }
)
"""How often an element doubles the points (台数)."""
