"""Wenzhou's options and scoring elements as data: wenzhou.md, "Options", "Scoring elements"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rules.ruleset import Element, Option, number, switch

if TYPE_CHECKING:
    from collections.abc import Mapping

SOFT: Final = 1
HARD: Final = 2
DOUBLE: Final = 4
"""The classes of a win (軟牌, 硬牌, 双翻), each with its multiplier."""

LADDERS: Final = {"2468": (2, 4, 6, 8), "3579": (3, 5, 7, 9)}
STEPS: Final = 4
"""The hands of one banker that are paid differently."""


def _is_ladder(value: Any) -> bool:
    """Return whether *value* is a usual ladder or four whole numbers."""
    if type(value) is not list:
        return type(value) is str and value in LADDERS
    return len(value) == STEPS and all(type(one) is int and one >= 0 for one in value)


def ladder(options: Mapping[str, Any]) -> tuple[int, ...]:
    """Return what passes between banker and non-banker, step by step."""
    chosen = options["ladder"]
    return LADDERS[chosen] if type(chosen) is str else tuple(chosen)


OPTIONS: Final = (
    Option("ladder", "2468", (), _is_ladder, '"2468", "3579" or a list of four whole numbers'),
    switch("hard_white", default=True),
    switch("all_pungs_double"),
    number("wild_bonus", 1, at_least=0),
    switch("missed_pung_bar", for_players=True),
)

ELEMENTS: Final = (
    Element("soft_win", "軟牌", "soft win", SOFT),
    Element("self_draw", "自摸", "self-draw", HARD),
    Element("no_wild", "財神なし", "no wild", HARD),
    Element("wild_as_itself", "財神を額面どおり", "wild at face", HARD),
    Element("robbing_the_kong", "搶槓", "robbing the kong", HARD),
    Element("soft_eight_pairs", "軟八対", "soft eight pairs", HARD),
    Element("three_wilds_any", "財神3枚残りめちゃくちゃ", "three wilds and anything", HARD),
    Element("hard_eight_pairs", "硬八対", "hard eight pairs", DOUBLE),
    Element("three_wilds", "三財神", "three wilds", DOUBLE),
    Element("heavenly_hand", "天胡", "heavenly hand", DOUBLE),
    Element("earthly_hand", "地胡", "earthly hand", DOUBLE),
    Element("single_wait_on_four_melds", "単吊", "naked single", DOUBLE),
    Element("all_pungs", "対対胡", "all pungs", DOUBLE),
)

TIMES: Final = {one.id: one.value for one in ELEMENTS if isinstance(one.value, int)}
ORDER: Final = {one.id: place for place, one in enumerate(ELEMENTS)}
