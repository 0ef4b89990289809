"""Yangzhou's elements, each hit and nearly missed: yangzhou.md, "Scoring elements"."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.games.yangzhou.hands import LIST_18, fan, yangzhou
from tests.rules.records import chow, kong, pung

SELF = {"by": "self_draw"}
LOW = {"options": {"minimum": "lowest_big"}}

WINDS_AND_DRAGONS = [
    ("123m567m99m77z", "7z", [pung("222z")], {}, "mixed_one_suit dragon_pung seat_wind_pung"),
    ("123m567m99m77z", "7z", [pung("222z")], {"winner": 2}, "mixed_one_suit dragon_pung"),
    ("123m567m99m77z", "9m", [pung("111z")], {}, "mixed_one_suit round_wind_pung"),
    (
        "123m567m99m77z",
        "9m",
        [pung("111z")],
        {"state": {"round": 5}, "options": {"rounds": 8}},
        "mixed_one_suit round_wind_pung",
    ),
    (
        "123m567m99m77z",
        "9m",
        [pung("222z")],
        {"state": {"round": 2}},
        "mixed_one_suit round_wind_pung seat_wind_pung",
    ),
    ("123m567m99m77z", "9m", [pung("333z")], {}, "mixed_one_suit"),
    ("123m99m55z", "5z", [pung("666z"), pung("777z")], {}, "mixed_one_suit dragon_pung"),
]

CONCEALED = "pure_double_sequence concealed_hand all_sequences "
WAITS: list[Any] = [
    ("334455m678p99s57s", "6s", [], {}, CONCEALED + "closed_wait terminal_pair"),
    ("334455m678p99s12s", "3s", [], {}, CONCEALED + "edge_wait terminal_pair"),
    ("334455m678p22s89s", "7s", [], {}, CONCEALED + "edge_wait"),
    ("334455m678p22s67s", "5s", [], LOW, CONCEALED + "all_simples"),
    ("334455m678p99s23s", "1s", [], {}, CONCEALED + "terminal_pair"),
    ("334455m678p234s9s", "9s", [], {}, CONCEALED + "pair_wait terminal_pair"),
    ("334455m678p2345s", "2s", [], {}, CONCEALED + "pair_wait all_simples mixed_double_sequence"),
    ("334455m678p2345s", "5s", [], {}, CONCEALED + "pair_wait all_simples"),
]

WHOLE_HANDS = [
    (
        "334455m22s57s",
        "6s",
        [chow("678p")],
        SELF,
        "pure_double_sequence closed_wait self_draw all_sequences all_simples",
    ),
    (
        "334455m22s57s",
        "6s",
        [kong("7777p")],
        {},
        "pure_double_sequence closed_wait concealed_hand all_simples concealed_kong",
    ),
    (
        "334455m22s57s",
        "6s",
        [kong("7777p", "discard")],
        {},
        "pure_double_sequence closed_wait all_simples open_kong",
    ),
    (
        "334455m22s57s",
        "6s",
        [kong("8888s", "added")],
        {},
        "pure_double_sequence closed_wait all_simples open_kong two_suits",
    ),
    (
        "334455m22s57s",
        "6s",
        [pung("888s")],
        SELF,
        "pure_double_sequence closed_wait all_simples self_draw two_suits",
    ),
    ("334455m678m22s57s", "6s", [], {}, CONCEALED + "closed_wait two_suits all_simples"
     " short_straight"),
    ("334455m678m22z57s", "6s", [], {}, CONCEALED + "closed_wait short_straight"),
    ("112233m678p22s57s", "6s", [], {}, CONCEALED + "closed_wait"),
]  # fmt: skip

PAIRS_OF_RUNS = [
    ("223344m123p789p9s", "9s", CONCEALED + "two_terminal_sequences pair_wait terminal_pair"),
    ("223344m123p678p9s", "9s", CONCEALED + "pair_wait terminal_pair"),
    ("223344m123p789s9s", "9s", CONCEALED + "pair_wait terminal_pair"),
    ("223344m234p678p9s", "9s", CONCEALED + "mixed_double_sequence pair_wait terminal_pair"),
    ("223344m345p678p9s", "9s", CONCEALED + "short_straight pair_wait terminal_pair"),
    ("223344m345p678s9s", "9s", CONCEALED + "pair_wait terminal_pair"),
    ("223344567m678p9s", "9s", CONCEALED + "short_straight pair_wait terminal_pair"),
    (
        "223344m567m567p9s",
        "9s",
        CONCEALED + "short_straight mixed_double_sequence pair_wait terminal_pair",
    ),
]

PUNGS = [
    (SELF, "all_pungs concealed_pung self_draw terminal_pair", "999m11s33s", "3s"),
    ({}, "all_pungs concealed_pung terminal_pair", "999m11s33s", "3s"),
    ({}, "all_pungs concealed_pung pair_wait terminal_pair", "999m333s1s", "1s"),
    ({}, "all_pungs concealed_pung", "999m11s33s", "1s"),
]
"""Beside two claimed pungs: way of winning, elements, hand and winning tile."""

PAIR_WAIT = "concealed_hand pair_wait "
BIG = [
    # one suit, or nearly
    ("22334467811m56m", "7m", [], "pure_one_suit pure_double_sequence concealed_hand all_sequences"
     " terminal_pair short_straight closed_wait"),
    ("2m", "2m", [pung("111m"), pung("333m"), pung("555m"), pung("777m")],
     "pure_one_suit all_pungs pair_wait"),
    ("2z", "2z", [pung("111m"), pung("333m"), pung("555m"), pung("777m")],
     "mixed_one_suit all_pungs pair_wait"),
    ("2p", "2p", [pung("111m"), pung("333m"), pung("555m"), pung("777m")],
     "all_pungs pair_wait two_suits"),
    ("2z", "2z", [pung("333z"), pung("444z"), pung("555z"), pung("777z")],
     "all_honors dragon_pung pair_wait"),
    ("333z2z", "2z", [pung("444z"), pung("555z"), pung("777z")],
     "all_honors dragon_pung concealed_pung pair_wait"),
    ("9s", "9s", [pung("333z"), pung("444z"), pung("555z"), pung("777z")],
     "mixed_one_suit all_pungs dragon_pung pair_wait"),
    # runs that go on, or nearly
    ("123456789m678p5s", "5s", [], "straight all_sequences " + PAIR_WAIT),
    ("123456789m666p5s", "5s", [], "straight concealed_pung " + PAIR_WAIT),
    ("123789m123789s5p", "5p", [], "mirrored_terminal_sequences " + PAIR_WAIT),
    ("345678p345678s5m", "5m", [], "mirrored_short_straights all_simples " + PAIR_WAIT),
    # the same run in several suits
    ("345p345s345m678m5s", "5s", [], "three_similar_sequences short_straight all_simples"
     " all_sequences " + PAIR_WAIT),
    ("345345p345s345m5s", "5s", [], "four_similar_sequences all_simples " + PAIR_WAIT),
    ("345345345p345m5s", "5s", [], "pure_triple_sequence mixed_double_sequence all_simples"
     " all_sequences " + PAIR_WAIT),
    # the same run again
    ("223344m667788p5s", "5s", [], "twice_pure_double_sequence all_simples " + PAIR_WAIT),
    ("123123123p345m5s", "5s", [], "pure_triple_sequence all_sequences " + PAIR_WAIT),
    ("345345m345345p5s", "5s", [], "double_mixed_double_sequence all_simples " + PAIR_WAIT),
    ("345345m456456p5s", "5s", [], "twice_pure_double_sequence all_simples " + PAIR_WAIT),
    ("234234567567m5s", "5s", [], "double_short_straight all_simples two_suits " + PAIR_WAIT),
    ("234234678678m5s", "5s", [], "twice_pure_double_sequence all_simples two_suits " + PAIR_WAIT),
    ("123123789789m5s", "5s", [], "double_terminal_sequences two_suits " + PAIR_WAIT),
    ("123123678678m5s", "5s", [], "twice_pure_double_sequence two_suits " + PAIR_WAIT),
    ("111122223333m5s", "5s", [], "pure_quadruple_sequence two_suits " + PAIR_WAIT),
    ("111122223333m4m", "4m", [], "pure_quadruple_sequence pure_one_suit " + PAIR_WAIT),
]  # fmt: skip

COMPOUNDS = [
    ("11223345678m55p", "9m", [], "straight pure_double_sequence combo_double_straight"
     " concealed_hand two_suits", 52),
    ("123456789m345p5s", "5s", [], "straight all_sequences " + PAIR_WAIT, 23),
    ("23456789m33z", "1m", [pung("444z")],
     "mixed_one_suit straight combo_mixed_suit_straight", 50),
    ("23456789m33z", "1m", [chow("789m")], "mixed_one_suit straight combo_mixed_suit_straight"
     " pure_double_sequence combo_double_straight", 80),
    ("333s88s77z", "7z", [pung("999s"), pung("222z")], "mixed_one_suit all_pungs"
     " combo_mixed_suit_pungs dragon_pung seat_wind_pung concealed_pung", 53),
    ("2345678955m", "1m", [pung("777m")],
     "pure_one_suit straight combo_pure_suit_straight", 130),
    ("4567855m", "9m", [chow("123m"), chow("123m")], "pure_one_suit straight"
     " combo_pure_suit_straight pure_double_sequence combo_double_straight", 160),
    ("111m3m", "3m", [pung("222m"), pung("555m"), pung("888m")],
     "pure_one_suit all_pungs combo_pure_suit_pungs concealed_pung pair_wait", 132),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "tile", "melds", "how", "names"), WINDS_AND_DRAGONS)
def test_winds_and_dragons(
    hand: str, tile: str, melds: list[Any], how: dict[str, Any], names: str
) -> None:
    assert set(fan(yangzhou(hand, tile, *melds, **how))) == set(names.split())


@pytest.mark.parametrize(("hand", "tile", "melds", "how", "names"), WAITS)
def test_waits_are_judged_by_the_reading_that_counts(
    hand: str, tile: str, melds: list[Any], how: dict[str, Any], names: str
) -> None:
    assert set(fan(yangzhou(hand, tile, *melds, **how))) == set(names.split())


@pytest.mark.parametrize(("hand", "tile", "melds", "how", "names"), WHOLE_HANDS)
def test_elements_of_the_whole_hand(
    hand: str, tile: str, melds: list[Any], how: dict[str, Any], names: str
) -> None:
    assert set(fan(yangzhou(hand, tile, *melds, **how))) == set(names.split())


@pytest.mark.parametrize(("hand", "tile", "names"), PAIRS_OF_RUNS)
def test_pairs_of_runs(hand: str, tile: str, names: str) -> None:
    assert set(fan(yangzhou(hand, tile))) == set(names.split())


@pytest.mark.parametrize(("how", "names", "hand", "tile"), PUNGS)
def test_pungs_completed_by_another_s_tile_are_not_concealed(
    how: dict[str, Any], names: str, hand: str, tile: str
) -> None:
    data = yangzhou(hand, tile, pung("222p"), pung("888s"), **how)
    assert set(fan(data)) == set(names.split())


@pytest.mark.parametrize(("hand", "tile", "melds", "names"), BIG)
def test_big_elements(hand: str, tile: str, melds: list[Any], names: str) -> None:
    assert set(fan(yangzhou(hand, tile, *melds))) == set(names.split())


@pytest.mark.parametrize(("hand", "tile", "melds", "names", "value"), COMPOUNDS)
def test_compounds_of_schedule_18(
    hand: str, tile: str, melds: list[Any], names: str, value: int
) -> None:
    elements = fan(yangzhou(hand, tile, *melds, options=LIST_18))
    assert (set(elements), sum(elements.values())) == (set(names.split()), value)


@pytest.mark.parametrize(
    ("schedule", "values"),
    [
        (13, [10, 15, 30, 60, 240, 480]),
        (18, [15, 20, 50, 80, 320, 640]),
        (7, [7, 10, 20, 40, 160, 320]),
        (3, [3, 4, 8, 16, 32, 32]),
    ],
)
def test_the_price_lists(schedule: int, values: list[int]) -> None:
    hands: dict[str, tuple[Any, ...]] = {
        "pure_double_sequence": ("334455m678p22s57s", "6s"),
        "straight": ("123456789m678p5s", "5s"),
        "twice_pure_double_sequence": ("223344m667788p5s", "5s"),
        "pure_triple_sequence": ("123123123p345m5s", "5s"),
        "all_honors": ("222z333z444z7z", "7z", pung("555z")),
        "pure_quadruple_sequence": ("111122223333m5s", "5s"),
    }
    options = {"schedule": schedule, "minimum": "lowest_big"}
    prices = [fan(yangzhou(*hand, options=options))[name] for name, hand in hands.items()]
    assert prices == values


def test_compounds_are_not_on_the_other_lists() -> None:
    elements = fan(yangzhou("11223345678m55p", "9m", options={"schedule": 7}))
    assert set(elements) == {
        "straight",
        "pure_double_sequence",
        "concealed_hand",
        "two_suits",
        "all_sequences",
    }


def test_what_occurs_several_times_counts_each_time() -> None:
    elements = fan(yangzhou("555m99m11s", "1s", pung("777z"), kong("6666z")))
    assert elements == {"all_pungs": 15, "dragon_pung": 2, "concealed_pung": 1, "concealed_kong": 2}


def test_all_sequences_may_have_a_pair_of_honors_unless_the_house_forbids_it() -> None:
    hand = ("334455m33z46s", "5s", chow("678p"))
    may = fan(yangzhou(*hand, by="self_draw"))
    may_not = {"all_sequences_no_honors": True, "minimum": "lowest_big"}
    assert set(may) - set(fan(yangzhou(*hand, by="self_draw", options=may_not))) == {
        "all_sequences"
    }


def test_of_two_waits_worth_the_same_the_pair_is_named() -> None:
    assert "pair_wait" in fan(yangzhou("334455m678p2334s", "3s", options={"minimum": "lowest_big"}))
