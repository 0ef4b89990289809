"""The elements and what each is worth in tai: fenghua.md, "Scoring elements"."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from rules.ruleset import Element

if TYPE_CHECKING:
    from collections.abc import Mapping

BY_OPTION: Final = "as the option says"

ELEMENTS: Final = (
    Element("base", "坐台", "seat tai", 1),
    Element("all_sequences", "朋胡", "all sequences", 1),
    Element("dragon_pung", "中發白の刻子", "dragon pung", 1),
    Element("double_wind_pung", "正風", "proper wind", 2),
    Element("seat_wind_pung", "位風", "own wind", 1),
    Element("round_wind_pung", "圏風", "round wind", 1),
    Element("edge_wait", "辺", "edge wait", 1),
    Element("closed_wait", "嵌", "closed wait", 1),
    Element("pair_wait", "単吊", "pair wait", 1),
    Element("dual_pung_wait", "対倒", "dual pung wait", 1),
    Element("self_draw", "自摸", "self-draw", 1),
    Element("no_wild", "無搭", "no wild", 1),
    Element("one_wild", "一搭", "one wild", 1),
    Element("two_wilds", "二搭", "two wilds", 2),
    Element("wild_as_itself", "還搭", "wild at face", 1),
    Element("robbing_the_kong", "拉槓胡", "robbing the kong", BY_OPTION),
    Element("last_tile", "海底撈月", "last tile", BY_OPTION),
    Element("thirteen_unrelated", "十三不搭, 大大胡", "unrelated tiles", 50),
    Element("seven_stars_completed", "大大胡 (明七星)", "seven stars, completed", 100),
    Element("seven_stars_concealed", "大大胡 (暗七星)", "seven stars, concealed", 150),
    Element("unrelated_void_suit", "大大胡 (欠色)", "missing suit", 150),
    Element("all_pungs", "大対対", "all pungs", "100, with wild 50"),
    Element("single_wait_on_four_melds", "大吊車", "bare wait", "100, with wild 50"),
    Element("seven_pairs", "七対頭", "seven pairs", "150, with wild 50"),
    Element("concealed_bomb", "七対頭 (暗炸)", "bomb in hand", 100),
    Element("completed_bomb", "七対頭 (明炸)", "bomb completed", 50),
    Element("mixed_one_suit", "混一色", "mixed one suit", 70),
    Element("pure_one_suit", "清一色", "pure one suit", 150),
    Element("scattered_honors", "乱老頭", "honours, scattered", 400),
    Element("all_honors", "清老頭", "all honours", 800),
    Element("all_flowers_played_on", "八花 (搓胡)", "eight flowers, played on", 800),
    Element("all_flowers", "八花 (直胡)", "eight flowers at once", 400),
    Element("open_kong", "直槓 (不開花)", "open kong", 50),
    Element("open_kong_bloom", "直槓 (開花)", "open kong, bloom", 100),
    Element("concealed_kong", "暗槓 (不開花)", "concealed kong", 100),
    Element("concealed_kong_bloom", "暗槓 (開花)", "concealed kong, bloom", 150),
    Element("added_kong", "風険槓 (不開花)", "added kong", 100),
    Element("added_kong_bloom", "風険槓 (開花)", "added kong, bloom", 200),
    Element("flower_draw", "花槓槓開", "flower bloom", 50),
    Element("three_wilds", "普通三百搭", "three wilds", 150),
    Element("three_flower_wilds", "三花三百搭", "three flower wilds", 300),
    Element("seat_flower", "正花", "own flower", 2),
    Element("flower_set", "四花", "set of four flowers", 150),
)
ORDER: Final = {item.id: place for place, item in enumerate(ELEMENTS)}

HARD: Final[Mapping[str, int]] = MappingProxyType(
    {item.id: item.value for item in ELEMENTS if isinstance(item.value, int)}
    | {"all_pungs": 100, "single_wait_on_four_melds": 100, "seven_pairs": 150}
)
"""What each is worth in a hand without wild tiles."""

SOFT: Final[Mapping[str, int]] = MappingProxyType(
    {**HARD, "all_pungs": 50, "single_wait_on_four_melds": 50, "seven_pairs": 50}
)
"""What each is worth in a hand with a wild tile, whatever that stands for (D18)."""

FREE: Final = "all_flowers_played_on"
UNCOUNTED: Final = frozenset(list(ORDER)[ORDER[FREE] :])
"""What does not count towards the minimum: flowers, kongs and three wild tiles."""

HONOR_HANDS: Final = frozenset(("scattered_honors", "all_honors"))
EIGHT_FLOWERS: Final = frozenset(("all_flowers_played_on", "all_flowers"))
"""What may be celebrated instead of counted."""

WAITS: Final = MappingProxyType(
    {
        "edge": "edge_wait",
        "closed": "closed_wait",
        "pair": "pair_wait",
        "pung": "dual_pung_wait",
    }
)
"""The element of each way to complete a part, the one first to be taken first."""
