"""Taiwan's options and scoring elements as data: taiwan.md, "Options", "Scoring elements"."""

from __future__ import annotations

from typing import Final

from rules.ruleset import Element, choice, number, switch

OPTIONS: Final = (
    number("base", 50, at_least=0),
    number("tai_value", 20, at_least=1),
    switch("banker_is_east"),
    switch("flowers", default=True),
    choice("three_concealed_pungs_tai", 2, 3),
    choice("four_concealed_pungs_tai", 4, 5, 6, default=5),
    choice("little_four_winds_tai", 4, 8, default=8),
    choice("all_honors_tai", 8, 16),
    choice("big_four_winds_tai", 8, 16, default=16),
    choice("heavenly_hand_tai", 16, 24, default=24),
    switch("last_discard"),
    switch("heavenly_ready"),
    choice("first_break", "banker", "provisional_east"),
    choice("dead_wall", "fixed_16", "plus_kongs", "none", for_players=True),
    switch("refuse_last_tile", for_players=True),
    switch("no_kong_after_claim", for_players=True),
    switch("no_discard_of_claimed_tile", for_players=True),
    switch("no_claim_of_own_discard", for_players=True),
    switch("multiple_winners"),
)

ELEMENTS: Final = (
    Element("banker", "荘家", "banker", 1),
    Element("repeats", "連荘・拉荘", "repeats", "2 × repeats"),
    Element("ready_declared", "宣告聴牌", "declared ready", 1),
    Element("self_draw", "自摸", "self-draw", 1),
    Element("concealed_hand", "門清", "concealed hand", 1),
    Element("fully_concealed_self_draw", "門清自摸", "concealed self-draw", 3),
    Element("dragon_pung", "三元台", "dragon pung", 1),
    Element("round_wind_pung", "圏風台", "round wind", 1),
    Element("seat_wind_pung", "門風台", "seat wind", 1),
    Element("seat_flower", "花牌", "own flower", 1),
    Element("flower_set", "花槓", "set of flowers", 2),
    Element("edge_wait", "辺張", "edge wait", 1),
    Element("closed_wait", "中洞", "closed wait", 1),
    Element("pair_wait", "単吊", "pair wait", 1),
    Element("robbing_the_kong", "搶槓", "robbing a kong", 1),
    Element("kong_draw", "槓上開花", "win on a kong's supplement", 1),
    Element("last_tile", "海底撈月", "last tile", 1),
    Element("last_discard", "海底撈月", "last discard", 1),
    Element("melded_hand", "全求人", "all begged", 2),
    Element("all_sequences", "平胡", "all sequences", 2),
    Element("three_concealed_pungs", "三暗刻", "three concealed pungs", 2),
    Element("four_concealed_pungs", "四暗刻", "four concealed pungs", 5),
    Element("five_concealed_pungs", "五暗刻", "five concealed pungs", 8),
    Element("earthly_ready", "地聴", "ready at the first discard", 4),
    Element("heavenly_ready", "天聴", "ready as dealt", 8),
    Element("all_pungs", "対対胡", "all pungs", 4),
    Element("mixed_one_suit", "混一色", "mixed one suit", 4),
    Element("pure_one_suit", "清一色", "pure one suit", 8),
    Element("little_three_dragons", "小三元", "little three dragons", 4),
    Element("big_three_dragons", "大三元", "big three dragons", 8),
    Element("little_four_winds", "小四喜", "little four winds", 8),
    Element("big_four_winds", "大四喜", "big four winds", 16),
    Element("all_honors", "字一色", "all honours", 8),
    Element("dealt_flower_win", "配牌花胡", "flower win as dealt", 4),
    Element("seven_robs_one", "七搶一", "seven robs one", 8),
    Element("all_flowers", "八仙過海", "all eight flowers", 8),
    Element("earthly_hand", "地胡", "win on the banker's first discard", 16),
    Element("heavenly_hand", "天胡", "banker's dealt hand", 24),
)

TAI: Final = {item.id: item.value for item in ELEMENTS if isinstance(item.value, int)}
ORDER: Final = {item.id: place for place, item in enumerate(ELEMENTS)}

VALUE_OPTIONS: Final = {
    item.id: f"{item.id}_tai"
    for item in ELEMENTS
    if any(option.name == f"{item.id}_tai" for option in OPTIONS)
}
"""The elements that houses value differently, with the option that says how."""

EXCLUDES: Final = {
    "fully_concealed_self_draw": ("self_draw", "concealed_hand"),
    "earthly_ready": ("ready_declared", "concealed_hand"),
    "heavenly_ready": ("ready_declared", "concealed_hand", "earthly_ready"),
    "little_three_dragons": ("dragon_pung",),
    "big_three_dragons": ("dragon_pung",),
    "big_four_winds": ("round_wind_pung", "seat_wind_pung"),
    "all_honors": ("all_pungs",),
    "heavenly_hand": ("edge_wait", "closed_wait", "pair_wait"),
}
"""What an element shuts out: the last column of the sheet's table."""
