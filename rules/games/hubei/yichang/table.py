"""Yichang's options and scoring elements as data: yichang.md, "Options", "Scoring elements"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rules.ruleset import Element, Option, choice, switch

if TYPE_CHECKING:
    from collections.abc import Mapping

FORMS: Final = ("common_win", "all_pungs", "pure_one_suit", "pure_all_pungs")
"""The elements of which a hand has one, in the order of `fan_values`."""

CONTAINED_IN: Final = {
    "common_win": frozenset(FORMS),
    "all_pungs": frozenset(("all_pungs", "pure_all_pungs")),
    "pure_one_suit": frozenset(("pure_one_suit", "pure_all_pungs")),
    "pure_all_pungs": frozenset(("pure_all_pungs",)),
}
"""What a later win of a seat must be, by the element of its first."""

OPEN_KONG: Final = 1
CONCEALED_KONG: Final = 2
USUAL_FAN: Final = (1, 3, 6, 9)


def _are_values(value: Any) -> bool:
    """Return whether *value* is a whole number for each of the four elements."""
    whole = type(value) is list and all(type(one) is int and one >= 0 for one in value)
    return whole and len(value) == len(FORMS)


def fan_values(options: Mapping[str, Any]) -> dict[str, int]:
    """Return what each of the four elements is worth in this house."""
    return dict(zip(FORMS, options["fan_values"], strict=True))


OPTIONS: Final = (
    switch("payer_kongs", default=True),
    choice("flower_pig_factor", 2, 3),
    Option("fan_values", [*USUAL_FAN], (), _are_values, "a list of four whole numbers from 0"),
)

ELEMENTS: Final = (
    Element("common_win", "何もない手", "plain hand", 1),
    Element("all_pungs", "碰碰胡", "all pungs", 3),
    Element("pure_one_suit", "清一色", "pure one suit", 6),
    Element("pure_all_pungs", "清碰", "pure all pungs", 9),
    Element("fully_concealed_self_draw", "門前自摸", "concealed self-draw", "+1"),
    Element("open_kong", "明槓", "open kong", "+1 each"),
    Element("concealed_kong", "暗槓", "concealed kong", "+2 each"),
)
"""The first four are worth what `fan_values` says."""
