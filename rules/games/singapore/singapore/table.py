"""Singapore's options and scoring elements as data: singapore.md, "Options", "Scoring elements"."""

from __future__ import annotations

from typing import Final

from rules.ruleset import Element, choice, switch

LIMIT: Final = 5
"""The most tai that a hand counts (満貫)."""

OPTIONS: Final = (
    choice("dice", 3, 2),
    switch("triple_win_draw"),
    choice("mixed_terminals_tai", 2, 1),
    switch("honor_limits_at_once"),
    choice("four_concealed_pungs", "pair_self_draw", "self_draw"),
    switch("human_hand", default=True),
    choice("fresh_test", "discards_and_sets", "discards"),
    switch("concealed_hand_tai"),
    switch("self_draw_tai"),
    switch("late_kong_liability"),
)

ELEMENTS: Final = (
    Element("all_sequences", "(臭)平胡", "all sequences with bonus tiles", 1),
    Element("all_sequences_no_flowers", "清平胡", "all sequences, no bonus tile", 4),
    Element("dragon_pung", "三元牌の刻子", "pung or kong of dragons", 1),
    Element("round_wind_pung", "場の風", "pung or kong of the round wind", 1),
    Element("seat_wind_pung", "自分の風", "pung or kong of the seat wind", 1),
    Element("animal", "動物牌", "animal", 1),
    Element("animal_set", "動物牌一式", "all four animals", 1),
    Element("seat_flower", "正花", "own flower", 1),
    Element("flower_set", "一台花", "set of four flowers", 1),
    Element("kong_draw", "槓上花", "win on a supplement", 1),
    Element("last_tile", "海底撈月", "last tile", 1),
    Element("robbing_the_kong", "搶槓", "robbing the kong", 1),
    Element("little_three_dragons", "小三元", "little three dragons", 1),
    Element("concealed_hand", "門前", "concealed hand", 1),
    Element("self_draw", "自摸", "self-draw", 1),
    Element("all_pungs", "対対胡", "all pungs", 2),
    Element("mixed_one_suit", "混一色", "mixed one suit", 2),
    Element("mixed_terminals", "混幺九 (混老頭)", "terminals and honours", 2),
    Element("little_four_winds", "小四喜", "little four winds", 2),
    Element("pure_one_suit", "清一色", "pure one suit", 4),
    Element("big_three_dragons", "大三元", "big three dragons", LIMIT),
    Element("all_terminals", "清幺九 (清老頭)", "all terminals", LIMIT),
    Element("double_kong_draw", "槓上槓", "kong upon kong", LIMIT),
    Element("seven_robs_one", "七搶一", "seven robs one", LIMIT),
    Element("all_flowers", "大花胡, 八仙過海", "eight flowers", LIMIT),
    Element("all_honors", "字一色", "all honours", LIMIT),
    Element("big_four_winds", "大四喜", "big four winds", LIMIT),
    Element("four_concealed_pungs", "四暗刻", "four concealed pungs", LIMIT),
    Element("four_kongs", "十八羅漢", "four kongs", LIMIT),
    Element("heavenly_hand", "天胡", "heavenly hand", LIMIT),
    Element("earthly_hand", "地胡", "earthly hand", LIMIT),
    Element("human_hand", "人胡", "human hand", LIMIT),
    Element("thirteen_orphans", "十三幺", "thirteen orphans", LIMIT),
    Element("nine_gates", "九子連環 (九蓮宝燈)", "nine gates", LIMIT),
)

TAI: Final = {one.id: one.value for one in ELEMENTS if isinstance(one.value, int)}
LIMITS: Final = frozenset(name for name, tai in TAI.items() if tai == LIMIT)
"""The elements that absorb all others in the items (D6)."""
