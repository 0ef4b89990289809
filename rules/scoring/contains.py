"""What a higher element has in it, so that the lower one is not counted beside it.

Where both hold in a hand, the table of a game says so itself (`Row.excludes`). Here stands the
rest: elements that are asked so that only one can hold, as a half flush needs honors that a full
flush has not, though every player says that the full flush has the half flush in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

Contains = Mapping[str, tuple[str, ...]]
"""Elements, each with those next below it."""

SHARED: Final[Contains] = {
    "pure_one_suit": ("mixed_one_suit",),
    "two_pure_double_sequences": ("pure_double_sequence",),
    "pure_triple_sequence": ("pure_double_sequence",),
    "three_similar_sequences": ("mixed_double_sequence",),
    "terminals_in_all_sets": ("outside_hand",),
    "mixed_terminals": ("outside_hand",),
    "all_terminals": ("mixed_terminals",),
    "all_honors": ("mixed_terminals",),
    "four_concealed_pungs": ("three_concealed_pungs",),
    "four_concealed_pungs_pair_wait": ("four_concealed_pungs",),
    "five_concealed_pungs": ("four_concealed_pungs",),
    "four_kongs": ("three_kongs",),
    "big_three_dragons": ("little_three_dragons",),
    "big_four_winds": ("little_four_winds",),
    "nine_gates": ("pure_one_suit",),
    "pure_nine_gates": ("nine_gates",),
    "thirteen_orphans_13_wait": ("thirteen_orphans",),
    "luxury_seven_pairs": ("seven_pairs",),
    "double_luxury_seven_pairs": ("luxury_seven_pairs",),
    "triple_luxury_seven_pairs": ("double_luxury_seven_pairs",),
    "seven_stars": ("thirteen_unrelated",),
    "fully_concealed_self_draw": ("concealed_hand", "self_draw"),
    "double_riichi": ("riichi",),
    "double_kong_draw": ("kong_draw",),
    "double_no_wild": ("no_wild",),
    "flower_set": ("seat_flower",),
}
"""What holds in every game that has both elements, by their usual names."""


def find_holders(counting: Iterable[str], elements: Iterable[str], own: Contains) -> dict[str, str]:
    """Return which *elements* are contained in one that is *counting*, each with that one.

    *own* is what the game says beside what all share. What counts itself is contained in nothing.
    """
    counting_ids, element_ids = tuple(counting), frozenset(elements)
    return {
        name: holder
        for holder in reversed(counting_ids)
        for name in _below(holder, own)
        if name in element_ids and name not in counting_ids
    }


def _below(name: str, own: Contains) -> Iterator[str]:
    for lower in (*SHARED.get(name, ()), *own.get(name, ())):
        yield lower
        yield from _below(lower, own)
