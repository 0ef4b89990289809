"""Elements that games share: of each hand every one that holds, and no other."""

from __future__ import annotations

from collections.abc import Iterable
from types import FunctionType
from typing import Any, Final

import pytest

from rules.hands.shapes import Reading
from rules.hands.special import seven_pairs
from rules.scoring import WonHand, elements, readings
from tests.rules.scoring.hands import FIVE_OF_BAMBOOS, hand, meld

ALL: Final = [
    name
    for name, element in vars(elements).items()
    if isinstance(element, FunctionType) and name != "times"
    if element.__module__ == elements.__name__
]
OF_TILES: Final = ALL[ALL.index("has_honors") : ALL.index("pair_wait")]
OF_THE_WIN: Final = ALL[: ALL.index("has_honors")]
WAITS: Final = ALL[ALL.index("pair_wait") :]
KONGS: Final = (
    meld("1111m", "kong_concealed"),
    meld("2222p", "kong_discard"),
    meld("3333s", "kong_added"),
    meld("4444z", "kong_concealed"),
)
CLAIMED: Final = (meld("123m"), meld("456p"), meld("789s"), meld("555z"), meld("666z"))


def counts(names: Iterable[str], *hands: WonHand) -> dict[str, int]:
    """Return which of the elements *names* hold in *hands* at most how often."""
    most = {name: max(int(getattr(elements, name)(one)) for one in hands) for name in names}
    return {name: often for name, often in most.items() if often}


def parse_counts(words: str) -> dict[str, int]:
    """Return the counts that are written as "all_pungs concealed_pungs=4"."""
    return {word.partition("=")[0]: int(word.partition("=")[2] or 1) for word in words.split()}


@pytest.mark.parametrize(
    ("tiles", "holding"),
    [
        # suits and what tiles are of
        ("123456789m111z55m", "has_honors mixed_one_suit concealed_pungs round_wind_pung straight"),
        ("123456789m22255m", "pure_one_suit concealed_pungs straight"),
        ("123456789m111p55m", "two_suits concealed_pungs straight"),
        ("123456p345m567s88m", "all_sequences"),
        ("456789m123p22299s", "concealed_pungs"),  # a straight is of one suit
        ("123456p345888s99p", "two_suits concealed_pungs"),
        ("234567m234567p55s", "all_simples all_sequences"),
        ("234567m234789p55s", "all_sequences"),
        ("234567m234567p11s", "all_sequences"),
        ("234567m234567p55z", "has_honors all_sequences"),
        ("123m456p789s111z55z", "has_honors all_types concealed_pungs round_wind_pung"
         " mixed_straight"),
        ("123m456p789s11122z", "has_honors concealed_pungs round_wind_pung mixed_straight"),
        ("123m456p789s55566z", "has_honors concealed_pungs dragon_pung mixed_straight"),
        ("123m456789p11155z", "has_honors concealed_pungs round_wind_pung"),
        ("111222333z55566z", "has_honors all_honors outside_hand all_pungs concealed_pungs=4"
         " four_concealed_pungs dragon_pung seat_wind_pung round_wind_pung"),
        ("111999m111999p99s", "all_terminals outside_hand all_pungs concealed_pungs=4"
         " four_concealed_pungs"),
        ("111999m111p33344z", "has_honors mixed_terminals outside_hand all_pungs"
         " concealed_pungs=4 four_concealed_pungs"),
        ("111999m33344466z", "has_honors mixed_one_suit mixed_terminals outside_hand all_pungs"
         " concealed_pungs=4 four_concealed_pungs"),
        ("123789m123p33399p", "two_suits concealed_pungs"),
        # pungs
        ("111222m333p555z99p", "has_honors all_pungs concealed_pungs=4 four_concealed_pungs"
         " dragon_pung"),
        ("555666777z123m99p", "has_honors outside_hand concealed_pungs=3 three_concealed_pungs"
         " dragon_pung=3 big_three_dragons"),
        ("555666z123m456p77z", "has_honors concealed_pungs=2 dragon_pung=2 little_three_dragons"),
        ("555666z123m456p99s", "has_honors concealed_pungs=2 dragon_pung=2"),
        ("555z123m456p789s77z", "has_honors concealed_pungs dragon_pung mixed_straight"),
        ("111222333z456p44z", "has_honors mixed_one_suit concealed_pungs=3 three_concealed_pungs"
         " seat_wind_pung round_wind_pung little_four_winds"),
        ("111222333z456p99s", "has_honors concealed_pungs=3 three_concealed_pungs seat_wind_pung"
         " round_wind_pung"),
        ("222333z123m456p44z", "has_honors concealed_pungs=2 seat_wind_pung"),
        ("111222333444z55z", "has_honors all_honors outside_hand all_pungs concealed_pungs=4"
         " four_concealed_pungs seat_wind_pung round_wind_pung big_four_winds"),
        # runs
        ("123456m123456p99p", "two_suits all_sequences"),
        ("123456m789p123s99p", "all_sequences mixed_straight"),
        ("123456p789s123s99p", "two_suits all_sequences"),
        ("123p456789s123s99p", "two_suits all_sequences straight"),
        ("123456m567m123s99p", "all_sequences"),
        ("345678m678m123s99p", "all_sequences pure_double_sequence"),
        ("123789m234m567p99s", "all_sequences"),
        ("456789m234m567p99s", "all_sequences"),
        ("223344m567p333z99p", "has_honors concealed_pungs pure_double_sequence"),
        ("222333444m567p99p", "two_suits all_sequences pure_double_sequence"
         " pure_triple_sequence concealed_pungs=3 three_concealed_pungs"),
        ("22223333444455m", "pure_one_suit all_simples all_sequences pure_double_sequence"
         " pure_triple_sequence pure_quadruple_sequence concealed_pungs=3 three_concealed_pungs"),
        ("234m234p234s333z99p", "has_honors concealed_pungs three_similar_sequences"),
        ("234m234p345s333z99p", "has_honors concealed_pungs"),
        ("234m345p234s333z99p", "has_honors concealed_pungs"),
        ("345m234p234s333z99p", "has_honors concealed_pungs"),
        ("123m456p789s123s99p", "all_sequences mixed_straight"),
        ("123m789p456s22299p", "concealed_pungs mixed_straight"),
        ("456m123p789s22299p", "concealed_pungs mixed_straight"),
        ("456m789p123s22299p", "concealed_pungs mixed_straight"),
        ("789m123p456s22299p", "concealed_pungs mixed_straight"),
        ("789m456p123s22299p", "concealed_pungs mixed_straight"),
        ("123m456p789p333z99p", "has_honors concealed_pungs"),
        ("123456m789p456s99p", "all_sequences mixed_straight"),
        ("123m123p456p789s99s", "all_sequences mixed_straight"),
        ("123m123p789s789m99s", "outside_hand all_sequences"),
        ("11123456789995m", "pure_one_suit nine_gates concealed_pungs=2"),
    ],
    ids=str,
)  # fmt: skip
def test_tiles_make_these_elements_and_no_others(tiles: str, holding: str) -> None:
    hands = [*readings(hand(tiles))]
    assert counts(OF_TILES, *hands) == parse_counts(holding)


@pytest.mark.parametrize(
    ("tiles", "holding"),
    [
        ("222233334444m567p55s", "all_simples all_sequences pure_double_sequence"
         " pure_triple_sequence pure_quadruple_sequence concealed_pungs=3 three_concealed_pungs"),
        ("111222333m444p555s99p", "all_pungs concealed_pungs=5 five_concealed_pungs"
         " pure_double_sequence pure_triple_sequence"),
        ("11122233344455566z", "has_honors all_honors outside_hand all_pungs concealed_pungs=5"
         " five_concealed_pungs dragon_pung seat_wind_pung round_wind_pung big_four_winds"),
        ("123p11123456789995m", "two_suits concealed_pungs=2"),
    ],
    ids=str,
)  # fmt: skip
def test_hands_of_five_sets_are_judged_alike(tiles: str, holding: str) -> None:
    hands = [*readings(hand(tiles, size=5))]
    assert counts(OF_TILES, *hands) == parse_counts(holding)


@pytest.mark.parametrize(
    ("tiles", "waits"),
    [
        ("123m456p789s11z46m5m", "closed_wait"),
        ("123m456p789s11z12m3m", "edge_wait"),
        ("123m456p789s11z89m7m", "edge_wait"),
        ("123m456p789s11z23m4m", ""),
        ("123m456p789s111z5m5m", "pair_wait"),
        ("123m456p789s11z55m5m", "dual_pung_wait"),
    ],
)
def test_the_wait_is_what_the_last_tile_completed(tiles: str, waits: str) -> None:
    (one,) = readings(hand(tiles))
    assert counts(WAITS, one) == parse_counts(waits)


@pytest.mark.parametrize(
    ("how", "holding"),
    [
        ({}, "concealed_hand"),
        ({"by": "self_draw"}, "self_draw concealed_hand fully_concealed_self_draw"),
        ({"by": "robbed_kong"}, "concealed_hand robbing_the_kong"),
        ({"marks": "kong_draw flower_draw last_tile dealt first_discard"}, "concealed_hand"),
        ({"marks": "last_discard"}, "concealed_hand last_discard"),
        ({"marks": "last_discard", "by": "robbed_kong"},
         "concealed_hand last_discard robbing_the_kong"),
        ({"marks": "last_discard first_discard", "by": "self_draw"},
         "self_draw concealed_hand fully_concealed_self_draw"),
        ({"marks": "kong_draw", "by": "self_draw"},
         "self_draw concealed_hand fully_concealed_self_draw kong_draw supplement_draw"),
        ({"marks": "flower_draw", "by": "self_draw"},
         "self_draw concealed_hand fully_concealed_self_draw supplement_draw"),
        ({"marks": "last_tile", "by": "self_draw"},
         "self_draw concealed_hand fully_concealed_self_draw last_tile"),
        ({"marks": "dealt", "by": "self_draw"},
         "self_draw concealed_hand fully_concealed_self_draw"),
        ({"table": (1, 1), "by": "self_draw"},
         "self_draw concealed_hand fully_concealed_self_draw"),
        ({"table": (1, 1), "marks": "dealt", "by": "self_draw"},
         "self_draw concealed_hand fully_concealed_self_draw heavenly_hand"),
        ({"table": (1, 1), "marks": "dealt"}, "concealed_hand"),
        ({"table": (3, 1), "marks": "first_discard"}, "concealed_hand earthly_hand"),
        ({"table": (3, 1)}, "concealed_hand"),
        ({"table": (3, 1), "marks": "first_discard", "by": "robbed_kong"},
         "concealed_hand robbing_the_kong"),
        ({"declared": "ready"}, "concealed_hand ready_declared"),
        ({"declared": "other"}, "concealed_hand"),
        ({"lying": "1f"}, "concealed_hand"),
        ({"lying": "27f"}, "concealed_hand seat_flower"),
        ({"lying": "268f"}, "concealed_hand seat_flower=2"),
        ({"lying": "134567f"}, "concealed_hand seat_flower"),
        ({"lying": "1234f"}, "concealed_hand flower_set"),
        ({"lying": "12346f"}, "concealed_hand flower_set seat_flower"),
        ({"lying": "25678f"}, "concealed_hand flower_set seat_flower"),
        ({"lying": "12345678f"}, "concealed_hand flower_set=2 all_flowers"),
        ({"lying": "8f", "table": (2, 1)}, "concealed_hand seat_flower"),
        ({"lying": "15f", "table": (1, 1)}, "concealed_hand seat_flower=2"),
        ({"lying": "4123a"}, "concealed_hand"),
    ],
    ids=str,
)  # fmt: skip
def test_how_and_when_it_was_won_makes_these_and_no_others(
    how: dict[str, Any], holding: str
) -> None:
    whole = hand("123m456p789s111z55m", **how)
    for one in (whole, *readings(whole)):
        assert counts(OF_THE_WIN, one) == parse_counts(f"no_wild {holding}")


@pytest.mark.parametrize(
    ("tiles", "melds", "how", "holding"),
    [
        ("123m456p789s22255m", (), {}, "concealed_hand no_honors_no_flowers"),
        ("123m456p789s22255m", (), {"lying": "1f"}, "concealed_hand"),
        ("789s22255m", CLAIMED[:2], {}, "no_honors_no_flowers"),
        ("789s22255m", CLAIMED[:2], {"by": "self_draw"}, "no_honors_no_flowers self_draw"),
        ("99p", CLAIMED[:4], {}, "melded_hand single_wait_on_four_melds"),
        ("99p", CLAIMED[:4], {"by": "self_draw"}, "self_draw single_wait_on_four_melds"),
        ("99p", CLAIMED[:4], {"by": "robbed_kong"},
         "melded_hand single_wait_on_four_melds robbing_the_kong"),
        ("77899p", CLAIMED[:3], {}, "no_honors_no_flowers"),
        ("22299p", CLAIMED[:4], {"size": 5}, ""),
        ("99p", CLAIMED, {"size": 5}, "melded_hand single_wait_on_four_melds"),
        ("99p", (*CLAIMED[:3], KONGS[0]), {}, "no_honors_no_flowers single_wait_on_four_melds"
         " concealed_kong"),
        ("99p", KONGS, {}, "single_wait_on_four_melds open_kong=2 concealed_kong=2 four_kongs"),
        ("22299p", KONGS[::3], {}, "concealed_hand concealed_kong=2"),
        ("78999p", KONGS[:3], {}, "no_honors_no_flowers open_kong=2 concealed_kong"),
    ],
    ids=str,
)  # fmt: skip
def test_what_lies_on_the_table_makes_these_and_no_others(
    tiles: str, melds: tuple[Any, ...], how: dict[str, Any], holding: str
) -> None:
    assert counts(OF_THE_WIN, hand(tiles, *melds, **how)) == parse_counts(f"no_wild {holding}")


@pytest.mark.parametrize(
    ("table", "holding"),
    [
        ((0, 1), "round_wind_pung seat_wind_pung"),
        ((0, 3), "seat_wind_pung"),
        ((3, 1), "round_wind_pung"),
        ((3, 4), ""),
    ],
)
def test_pungs_of_winds_are_counted_by_seat_and_round(table: tuple[int, int], holding: str) -> None:
    (one,) = readings(hand("111222z678m345p99s", table=table))
    assert counts(("seat_wind_pung", "round_wind_pung"), one) == parse_counts(holding)


@pytest.mark.parametrize(("by", "concealed"), [("self_draw", 3), ("discard", 2)])
def test_a_pung_completed_by_another_is_not_concealed(by: str, concealed: int) -> None:
    hands = [*readings(hand("111m333p55s678m99p5s", by=by))]
    assert {elements.concealed_pungs(one) for one in hands} == {concealed}


def test_claimed_sets_are_sets_but_not_concealed_ones() -> None:
    (one,) = readings(hand("11199m", *CLAIMED[3:], KONGS[0], by="self_draw"))
    assert counts(OF_TILES, one) == parse_counts(
        "has_honors mixed_one_suit mixed_terminals outside_hand all_pungs concealed_pungs=2"
        " dragon_pung=2"
    )


@pytest.mark.parametrize(
    ("tiles", "itself"),
    [("123m456p789s111z55s", {(22, 22)}), ("123m456p789s11z557s", set())],
)
def test_wild_tiles_are_themselves_where_all_of_them_are(
    tiles: str, itself: set[tuple[int, ...]]
) -> None:
    hands = [*readings(hand(tiles, wild={FIVE_OF_BAMBOOS}))]
    assert len({one.reading.wilds for one in hands}) > 1
    assert {one.reading.wilds for one in hands if elements.wild_as_itself(one)} == itself
    assert not any(elements.no_wild(one) for one in hands)


def test_a_hand_without_wild_tiles_has_none_as_itself() -> None:
    (one,) = readings(hand("123m456p789s111z55s"))
    assert not elements.wild_as_itself(one)


def test_a_hand_of_pairs_has_no_sets_and_its_tiles_all_the_same() -> None:
    whole = hand("1133557799m1177z")
    pairs = whole.read(Reading(seven_pairs(whole.concealed)))
    assert counts([*OF_TILES, *WAITS], pairs) == parse_counts("has_honors mixed_one_suit")


def test_runs_are_counted_by_their_lowest_kind() -> None:
    run_counts = [elements.times(one) for one in readings(hand("222333444m567p99p"))]
    assert {1: 3, 13: 1} in run_counts
