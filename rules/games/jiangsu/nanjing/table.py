"""Nanjing's elements and options as data: nanjing.md, "Scoring elements", "Options"."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from rules.ruleset import Element, Option, choice, number, switch

if TYPE_CHECKING:
    from collections.abc import Mapping

SOFT: Final = 2
"""Points of one soft or hard flower (砸2)."""

LUXURY: Final = (
    "seven_pairs",
    "luxury_seven_pairs",
    "double_luxury_seven_pairs",
    "triple_luxury_seven_pairs",
)
"""Seven pairs by how often four equal tiles are among them (豪華七対)."""


AUTO: Final = "auto"
"""Points as the schedule has them."""


def _is_points(value: Any) -> bool:
    """Return whether *value* may be the points of an element."""
    return value == AUTO or (type(value) is int and value >= 0)


OPTIONS: Final = (
    choice("schedule", "city", "north"),
    Option("seven_pairs_points", AUTO, (), _is_points, '"auto" or a whole number of at least 0'),
    choice("seven_pairs_extra", "double", "luxury"),
    choice("doubling", "repeats", "events"),
    number("open_kong_gift", 6, at_least=0),
    number("concealed_kong_gift", 3, at_least=0),
    number("flower_kong_gift", 6, at_least=0),
    number("fine", 10, at_least=0),
    switch("limited_liability"),
    number("purse", 100, at_least=1),
)

ELEMENTS: Final = (
    Element("base", "跑20 (底)", "base", "20, north 10"),
    Element("flower", "硬花", "hard flowers", "2 each"),
    Element("wind_pung", "風牌の刻子", "pung of winds", "2 each"),
    Element("wind_open_kong", "風牌の明槓", "open kong of winds", "4 each"),
    Element("wind_concealed_kong", "風牌の暗槓", "concealed kong of winds", "6 each"),
    Element("closed_wait", "圧档", "closed wait", 2),
    Element("edge_wait", "辺枝", "edge wait", 2),
    Element("pair_wait", "独占", "pair wait", 2),
    Element("missing_suit", "欠門", "a suit missing", 2),
    Element("concealed_hand", "門清", "concealed hand", "20, north 10"),
    Element("mixed_one_suit", "混一色", "mixed one suit", "20, north 30"),
    Element("pure_one_suit", "清一色", "pure one suit", 40),
    Element("all_pungs", "対対胡", "all pungs", "40, north 30"),
    Element("single_wait_on_four_melds", "全球独釣", "naked single", "60, north 40"),
    Element("seven_pairs", "七対", "seven pairs", "40, north 50"),
    Element("double_seven_pairs", "双七対", "double seven pairs", "twice seven pairs"),
    Element("luxury_seven_pairs", "豪華七対", "luxury seven pairs", "twice seven pairs"),
    Element(
        "double_luxury_seven_pairs", "超豪華七対 (両豪華)", "double luxury", "3 times seven pairs"
    ),
    Element(
        "triple_luxury_seven_pairs", "超超豪華七対 (三豪華)", "triple luxury", "4 times seven pairs"
    ),
    Element("closed_wait_on_pung", "圧絶", "closed wait for a punged tile", "40, north 30"),
    Element("no_flowers", "無花果", "no flowers", 40),
    Element("flower_draw", "小槓開花", "win on a flower's supplement", "20, north 10"),
    Element("kong_draw", "大槓開花", "win on a kong's supplement", "40, north 20"),
    Element("heavenly_hand", "天胡", "heavenly hand", "320, north 50"),
    Element("earthly_hand", "地胡", "earthly hand", "280, north 30"),
)

BIG: Final = frozenset(item.id for item in ELEMENTS[10:])
"""Elements that make a big hand (大胡): all after the concealed hand."""

_FLOWERS: Final = {
    "flower": SOFT,
    "wind_pung": SOFT,
    "wind_open_kong": 2 * SOFT,
    "wind_concealed_kong": 3 * SOFT,
    "closed_wait": SOFT,
    "edge_wait": SOFT,
    "pair_wait": SOFT,
    "missing_suit": SOFT,
}

SCHEDULES: Final[Mapping[str, Mapping[str, int]]] = MappingProxyType(
    {
        "city": MappingProxyType(
            {
                "base": 20,
                **_FLOWERS,
                "concealed_hand": 20,
                "mixed_one_suit": 20,
                "pure_one_suit": 40,
                "all_pungs": 40,
                "single_wait_on_four_melds": 60,
                "seven_pairs": 40,
                "closed_wait_on_pung": 40,
                "no_flowers": 40,
                "flower_draw": 20,
                "kong_draw": 40,
                "heavenly_hand": 320,
                "earthly_hand": 280,
            }
        ),
        "north": MappingProxyType(
            {
                "base": 10,
                **_FLOWERS,
                "concealed_hand": 10,
                "mixed_one_suit": 30,
                "pure_one_suit": 40,
                "all_pungs": 30,
                "single_wait_on_four_melds": 40,
                "seven_pairs": 50,
                "closed_wait_on_pung": 30,
                "no_flowers": 40,
                "flower_draw": 10,
                "kong_draw": 20,
                "heavenly_hand": 50,
                "earthly_hand": 30,
            }
        ),
    }
)
"""Points of each element by the house's schedule, soft and hard flowers doubled already."""

SEVEN_PAIRS: Final[Mapping[str, int]] = MappingProxyType(
    {"double_seven_pairs": 2, **{name: 1 + grade for grade, name in enumerate(LUXURY)}}
)
"""How many times the points of seven pairs each form of them is worth."""
