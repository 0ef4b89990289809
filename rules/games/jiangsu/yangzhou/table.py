"""Yangzhou's price lists, elements and options as data: yangzhou.md, "Scoring elements"."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from rules.ruleset import Element, choice, number, switch

if TYPE_CHECKING:
    from collections.abc import Mapping

COMPOUNDS_IN: Final = 18
"""The schedule that has compound elements."""

PRICES: Final[Mapping[int, Mapping[str, int]]] = MappingProxyType(
    {
        13: {"A": 10, "B": 15, "C": 30, "D": 60, "E": 240, "F": 480},
        18: {"A": 15, "B": 20, "C": 50, "D": 80, "E": 320, "F": 640},
        7: {"A": 7, "B": 10, "C": 20, "D": 40, "E": 160, "F": 320},
        3: {"A": 3, "B": 4, "C": 8, "D": 16, "E": 32, "F": 32},
    }
)
"""The values of the groups of big elements by schedule; a schedule is called by its minimum."""

OPTIONS: Final = (
    choice("schedule", *PRICES),
    choice("minimum", "schedule", "lowest_big", "lowest_big_plus_3"),
    switch("banker_stays_on_draw"),
    choice("rounds", 4, 8),
    switch("all_sequences_no_honors"),
    number("stake", 0, at_least=0),
)

LOWEST_BIG_PLUS: Final = 3
"""What `lowest_big_plus_3` asks for beside the value of group A."""


def big(name: str, native: str, english: str, group: str) -> Element:
    """Return an element that the schedules price by its *group*."""
    first, *others = (f"{prices[group]} (schedule {key})" for key, prices in PRICES.items())
    return Element(name, native, english, ", ".join((first, *others)))


def compound(name: str, native: str, english: str) -> Element:
    """Return an element that only schedule 18 has."""
    return Element(name, native, english, f"{EXTRAS[name]} (schedule {COMPOUNDS_IN} only)")


SMALL: Final = (
    Element("seat_wind_pung", "門風", "seat wind", 1),
    Element("round_wind_pung", "圏風", "round wind", 1),
    Element("dragon_pung", "紅中・發財・白皮", "dragon", 1),
    Element("pair_wait", "独吊", "pair wait", 1),
    Element("closed_wait", "丫子", "closed wait", 1),
    Element("edge_wait", "辺張", "edge wait", 1),
    Element("self_draw", "自摸", "self-draw", 1),
    Element("concealed_hand", "門清", "concealed hand", 1),
    Element("two_suits", "欠一", "one suit missing", 1),
    Element("all_simples", "断幺", "all simples", 1),
    Element("two_terminal_sequences", "老少", "old and young", 1),
    Element("mixed_double_sequence", "斉相", "mixed double sequence", 1),
    Element("short_straight", "連副", "six in a row", 1),
    Element("all_sequences", "平胡", "all sequences", 1),
    Element("terminal_pair", "幺頭", "terminal pair", 1),
    Element("concealed_pung", "子格 (招)", "concealed pung", 1),
    Element("open_kong", "明槓", "open kong", 1),
    Element("concealed_kong", "暗槓", "concealed kong", 2),
)

BIG: Final = (
    ("pure_double_sequence", "一板", "double sequence", "A"),
    ("mixed_one_suit", "混一色", "mixed one suit", "B"),
    ("straight", "一条龍", "straight", "B"),
    ("three_similar_sequences", "三副同", "three similar sequences", "B"),
    ("all_pungs", "対対胡", "all pungs", "B"),
    ("mirrored_terminal_sequences", "双飄", "mirrored old and young", "B"),
    ("mirrored_short_straights", "双連双喜", "mirrored six in a row", "B"),
    ("twice_pure_double_sequence", "双板板", "two double sequences", "C"),
    ("four_similar_sequences", "四副同", "four similar sequences", "C"),
    ("pure_one_suit", "清一色", "pure one suit", "D"),
    ("pure_triple_sequence", "鉄板", "triple sequence", "D"),
    ("double_mixed_double_sequence", "双板双喜", "two suits of one double sequence", "D"),
    ("double_short_straight", "双板双連", "double six in a row", "D"),
    ("double_terminal_sequences", "双板双飄, 双板双老", "double old and young", "D"),
    ("all_honors", "風清", "all honors", "E"),
    ("pure_quadruple_sequence", "鋼板", "quadruple sequence", "F"),
)
"""Id, native and English name, and the group that says what it is worth."""

EXTRAS: Final = MappingProxyType(
    {
        "combo_double_straight": 15,
        "combo_mixed_suit_straight": 10,
        "combo_mixed_suit_pungs": 10,
        "combo_pure_suit_straight": 30,
        "combo_pure_suit_pungs": 30,
    }
)
"""What the compounds of schedule 18 are worth beside their parts."""

PARTS: Final = MappingProxyType(
    {
        "combo_double_straight": ("straight", "pure_double_sequence"),
        "combo_mixed_suit_straight": ("mixed_one_suit", "straight"),
        "combo_mixed_suit_pungs": ("mixed_one_suit", "all_pungs"),
        "combo_pure_suit_straight": ("pure_one_suit", "straight"),
        "combo_pure_suit_pungs": ("pure_one_suit", "all_pungs"),
    }
)

ELEMENTS: Final = (
    *SMALL,
    *(big(*row) for row in BIG),
    compound("combo_double_straight", "板龍", "straight with a double sequence"),
    compound("combo_mixed_suit_straight", "混龍", "mixed one suit straight"),
    compound("combo_mixed_suit_pungs", "混対対", "mixed one suit pungs"),
    compound("combo_pure_suit_straight", "清龍", "pure straight"),
    compound("combo_pure_suit_pungs", "清対対", "pure pungs"),
)

ORDER: Final = {item.id: place for place, item in enumerate(ELEMENTS)}

VALUES: Final[Mapping[int, Mapping[str, int]]] = MappingProxyType(
    {
        schedule: {item.id: item.value for item in SMALL if isinstance(item.value, int)}
        | {name: prices[group] for name, _native, _english, group in BIG}
        | EXTRAS
        for schedule, prices in PRICES.items()
    }
)
"""What each element is worth once, by schedule."""

EXCLUDES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "straight": ("two_terminal_sequences", "short_straight"),
        "three_similar_sequences": ("mixed_double_sequence",),
        "mirrored_terminal_sequences": (
            "two_terminal_sequences",
            "mixed_double_sequence",
            "all_sequences",
        ),
        "mirrored_short_straights": ("short_straight", "mixed_double_sequence", "all_sequences"),
        "twice_pure_double_sequence": ("pure_double_sequence", "all_sequences"),
        "four_similar_sequences": (
            "three_similar_sequences",
            "pure_double_sequence",
            "mixed_double_sequence",
            "all_sequences",
        ),
        "pure_triple_sequence": ("pure_double_sequence",),
        "double_mixed_double_sequence": (
            "pure_double_sequence",
            "twice_pure_double_sequence",
            "mixed_double_sequence",
            "all_sequences",
        ),
        "double_short_straight": (
            "pure_double_sequence",
            "twice_pure_double_sequence",
            "short_straight",
            "all_sequences",
        ),
        "double_terminal_sequences": (
            "pure_double_sequence",
            "twice_pure_double_sequence",
            "two_terminal_sequences",
            "all_sequences",
        ),
        "all_honors": ("all_pungs",),
        "pure_quadruple_sequence": (
            "pure_double_sequence",
            "pure_triple_sequence",
            "twice_pure_double_sequence",
            "all_sequences",
        ),
        "combo_double_straight": ("all_sequences",),
    }
)
"""What an element shuts out: the last column of the table. A hand has four sets, so that
none is left which could make the shut-out element a second time beside its holder."""
