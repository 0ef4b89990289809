"""Beijing's elements and house options: beijing.md, "Scoring elements", "Options"."""

from __future__ import annotations

from typing import Any, Final

from rules.ruleset import Element, Option, choice, number, switch

ELEMENTS: Final = (
    Element("concealed_hand", "門清", "concealed hand", "×2"),
    Element("no_wild", "没混, 無混", "without wild", "×2"),
    Element("self_draw", "提溜", "self-draw", "×2"),
    Element("robbing_the_kong", "搶槓", "robbing the kong", "×2"),
    Element("straight", "龍, 一条龍", "straight", "×2"),
    Element("seven_pairs", "七対子", "seven pairs", "×2"),
    Element("luxury_seven_pairs", "豪華 (豪七)", "luxury", "×2 for each four"),
    Element("catch_five", "捉五魁, 捉五", "catching the five", "×2"),
    Element("kong_draw", "槓開, 槓疵", "kong draw", "×2, also on the kong points"),
    Element("heavenly_hand", "天和", "heavenly hand", "flat 20"),
    Element("earthly_hand", "地和", "earthly hand", "flat 20"),
    Element("four_wilds", "混槓", "four wilds", "flat 20"),
    Element("pure_one_suit", "清一色", "pure one suit", "×2"),
    Element("all_pungs", "対対和", "all pungs", "×2"),
    Element("single_wait_on_four_melds", "大釣 (裸単騎)", "naked single", "×2"),
    Element("last_tile", "海底撈月", "last tile", "×2"),
)
IDS: Final = frozenset(element.id for element in ELEMENTS)
EXTRA: Final = frozenset(("pure_one_suit", "all_pungs", "single_wait_on_four_melds", "last_tile"))
"""Elements that count only where the house says so."""

DOUBLE: Final = 2


def _are_kong_points(value: Any) -> bool:
    """Return whether *value* says what an open and a concealed kong are worth."""
    return type(value) is list and len(value) == 2 and all(map(is_points, value))


def is_points(value: object) -> bool:
    """Return whether *value* is a whole number from 0."""
    return type(value) is int and value >= 0


def _are_extra(value: Any) -> bool:
    """Return whether *value* lists elements that a house may add."""
    return type(value) is list and all(type(one) is str and one in EXTRA for one in value)


def _are_factors(value: Any) -> bool:
    """Return whether *value* gives elements other factors."""
    return type(value) is dict and all(
        name in IDS and type(factor) is int and factor >= DOUBLE for name, factor in value.items()
    )


OPTIONS: Final = (
    choice("missed_win", "until_turn", "until_draw_or_claim"),
    choice("dead_wall", "fixed", "eight_after_two_kongs", "one_tile_per_kong", for_players=True),
    switch("several_winners"),
    switch("robbed_pays_all"),
    switch("own_wild_straight"),
    switch("wild_pair_no_wild"),
    number("rare_hand_points", 20, at_least=0),
    Option("kong_points", [1, 2], (), _are_kong_points, "two whole numbers from 0"),
    switch("banker_kong_double", default=True),
    choice("false_win", "fixed", "reverse"),
    number("false_win_points", 20, at_least=0),
    number("same_first_discards_points", 0, at_least=0),
    choice("upstairs_after_draw", "none", "next_hand", "whole_round"),
    switch("upstairs_third_repeat"),
    Option("extra_elements", [], (), _are_extra, f"a list of {', '.join(sorted(EXTRA))}"),
    Option("factors", {}, (), _are_factors, "whole numbers from 2 by elements' ids"),
    switch("foreign_wild_in_one_suit", default=True),
    switch("two_suits_required"),
    switch("one_claim"),
    switch("discarder_pays_all"),
    switch("self_draw_double", default=True),
    switch("three_claims"),
)
