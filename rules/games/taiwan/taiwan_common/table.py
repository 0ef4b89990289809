"""Options and scoring elements as data: taiwan-common.md, "Options", "Scoring elements"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rules.ruleset import Element, choice, number, switch

if TYPE_CHECKING:
    from collections.abc import Mapping

OPTIONS: Final = (
    number("base", 3, at_least=0),
    number("rate", 1, at_least=1),
    switch("flowers", default=True),
    choice("only_wait", "north", "south"),
    choice("migi_turns", 1, 2, 3, 4, default=2),
    choice("heavenly_hand_tai", 16, 24),
    choice("all_honors_tai", 8, 16),
    switch("all_honors_absorbs_all_pungs"),
    switch("little_four_winds_with_winds"),
    switch("seven_robs_one", default=True),
    switch("flower_hiding"),
    switch("ready_bonus"),
    switch("seven_pairs_and_pung"),
    switch("half_begging"),
    switch("any_flower"),
    switch("any_wind"),
    switch("kong_tai"),
    switch("no_honors_no_flowers"),
    switch("four_wests_abort"),
    switch("multiple_winners"),
)

ELEMENTS: Final = (
    Element("banker", "莊家", "banker", 1),
    Element("repeats", "連莊・拉莊", "repeats", "2 × repeats"),
    Element("concealed_hand", "門清", "concealed hand", 1),
    Element("self_draw", "自摸", "self-draw", 1),
    Element("fully_concealed_self_draw", "不求人", "begging nobody", 3),
    Element("only_wait", "独聴", "only wait", 1),
    Element("robbing_the_kong", "搶槓", "robbing a kong", 1),
    Element("kong_draw", "槓上開花", "win on a supplement", 1),
    Element("last_tile", "海底撈月", "last tile", 1),
    Element("last_discard", "河底撈魚", "last discard", 1),
    Element("all_sequences", "平和", "all sequences", 2),
    Element("melded_hand", "全求人", "all begged", 3),
    Element("half_melded_hand", "半求", "half begged", 1),
    Element("all_pungs", "対々和・碰碰胡", "all pungs", 4),
    Element("seven_pairs_and_pung", "嚦咕嚦咕", "seven pairs and a pung", 4),
    Element("mixed_one_suit", "混一色・湊一色", "mixed one suit", 4),
    Element("pure_one_suit", "清一色", "pure one suit", 8),
    Element("all_honors", "字一色", "all honours", 8),
    Element("three_concealed_pungs", "三暗刻", "three concealed pungs", 2),
    Element("four_concealed_pungs", "四暗刻", "four concealed pungs", 5),
    Element("five_concealed_pungs", "五暗刻", "five concealed pungs", 8),
    Element("dragon_pung", "三元牌", "dragon pung", 1),
    Element("round_wind_pung", "圏風牌", "round wind", 1),
    Element("seat_wind_pung", "門風牌", "seat wind", 1),
    Element("little_three_dragons", "小三元", "little three dragons", 4),
    Element("big_three_dragons", "大三元", "big three dragons", 8),
    Element("little_four_winds", "小四喜", "little four winds", 8),
    Element("big_four_winds", "大四喜", "big four winds", 16),
    Element("seat_flower", "正花", "own flower", 1),
    Element("flower_set", "花槓", "set of flowers", 1),
    Element("seven_robs_one", "七搶一", "seven robs one", 8),
    Element("all_flowers", "八仙過海", "all eight flowers", 16),
    Element("migi", "MIGI・天聴・地聴", "early ready", 8),
    Element("human_hand", "人和", "human hand", 16),
    Element("earthly_hand", "地和", "earthly hand", 16),
    Element("heavenly_hand", "天和", "heavenly hand", 16),
    Element("ready_declared", "嗆聽", "declared ready", 1),
    Element("flower", "見花見台", "any flower", 1),
    Element("wind_pung", "見風見台", "any wind", 1),
    Element("open_kong", "明槓", "open kong", 1),
    Element("concealed_kong", "暗槓", "concealed kong", 2),
    Element("no_honors_no_flowers", "無字無花", "no honours, no flowers", 2),
)

TAI: Final = {item.id: item.value for item in ELEMENTS if isinstance(item.value, int)}
ORDER: Final = {item.id: place for place, item in enumerate(ELEMENTS)}

VALUE_OPTIONS: Final = {name: f"{name}_tai" for name in ("heavenly_hand", "all_honors")}
"""The elements that houses value differently, with the option that says how."""

WINDS: Final = ("round_wind_pung", "seat_wind_pung", "wind_pung")
FLOWERS: Final = ("seat_flower", "flower_set", "flower")
DRAWN: Final = ("concealed_hand", "self_draw", "fully_concealed_self_draw", "migi")
ALL_HONORS_ALONE: Final = 16
"""What all honors must be worth to absorb all pungs."""

EXCLUDES: Final[Mapping[str, tuple[str, ...]]] = {
    "fully_concealed_self_draw": ("self_draw", "concealed_hand"),
    "melded_hand": ("only_wait",),
    "seven_pairs_and_pung": ("concealed_hand",),
    "little_three_dragons": ("dragon_pung",),
    "big_three_dragons": ("dragon_pung",),
    "little_four_winds": WINDS,
    "big_four_winds": WINDS,
    "seven_robs_one": FLOWERS,
    "all_flowers": FLOWERS,
    "migi": ("concealed_hand", "ready_declared"),
    "human_hand": ("concealed_hand", "migi"),
    "earthly_hand": DRAWN,
    "heavenly_hand": (*DRAWN, "only_wait"),
}
"""What an element shuts out: the last column of the sheet's table."""


def excludes(options: Mapping[str, Any]) -> Mapping[str, tuple[str, ...]]:
    """Return what each element shuts out in a house with *options*."""
    table = EXCLUDES
    if options["little_four_winds_with_winds"]:
        table = {**table, "little_four_winds": ()}
    if options["all_honors_absorbs_all_pungs"] and options["all_honors_tai"] == ALL_HONORS_ALONE:
        table = {**table, "all_honors": ("all_pungs",)}
    return table
