from __future__ import annotations

from typing import Any

import pytest

from tests.rules.games.singapore.hands import NOTHING, PLAIN, RUNS, claim, elements, singapore, tai
from tests.rules.records import chow, kong, pung, refusal, settle

Hand = tuple[str | None, str | None]
BANKER: dict[str, Any] = {"winner": 0}
ROUND_3 = {"state": {"round": 3}}
CHOWS = (chow("234m"), chow("567m"), chow("234p"), chow("678s"))
WINDS = (pung("111z"), pung("222z"), pung("333z"))


@pytest.mark.parametrize(
    ("hand", "melds", "how", "listed"),
    [
        (RUNS, (), {"source": 2, "flowers": "3f"}, {"all_sequences": 1}),
        (RUNS, (), {"source": 2, "flowers": "1a"}, {"all_sequences": 1, "animal": 1}),
        (RUNS, (), {"source": 2}, {"all_sequences_no_flowers": 1}),
        (RUNS, (), {}, {"all_sequences_no_flowers": 1}),
        (("234567m12p67899s", "3p"), (), {}, {"all_sequences_no_flowers": 1}),
        (("234567m2344p678s", "4p"), (), {"source": 2}, {"all_sequences_no_flowers": 1}),
        (("234567m23p678s33z", "4p"), (), {"source": 2}, {"all_sequences_no_flowers": 1}),
        (PLAIN, (), {}, {"dragon_pung": 1}),
        (("345m68p33777z", "7p"), (pung("555z"),), {}, {"dragon_pung": 2}),
        (("345m68p345s11z222z", "7p"), (), {}, {"seat_wind_pung": 1}),
        (("345m68p345s22z111z", "7p"), (), {}, {"round_wind_pung": 1}),
        (
            ("345m68p345s22z111z", "7p"),
            (),
            BANKER,
            {"round_wind_pung": 1, "seat_wind_pung": 1},
        ),
        (("345m68p345s11z333z", "7p"), (), ROUND_3, {"round_wind_pung": 1}),
        (PLAIN, (), {"flowers": "13a"}, {"dragon_pung": 1, "animal": 2}),
        (NOTHING, (), {"source": 2, "flowers": "1234a"}, {"animal": 4, "animal_set": 1}),
        (PLAIN, (), {"flowers": "26f"}, {"dragon_pung": 1, "seat_flower": 2}),
        (PLAIN, (), {"flowers": "15f"}, {"dragon_pung": 1}),
        (
            PLAIN,
            (),
            {"flowers": "5678f"},
            {"dragon_pung": 1, "seat_flower": 1, "flower_set": 1},
        ),
        (PLAIN, (), {"marks": ("flower_draw",)}, {"dragon_pung": 1, "kong_draw": 1}),
        (
            ("345m68p33777z", "7p"),
            (kong("1111s"),),
            {"marks": ("kong_draw", "flower_draw")},
            {"dragon_pung": 1, "kong_draw": 1},
        ),
        (PLAIN, (), {"marks": ("last_tile",)}, {"dragon_pung": 1, "last_tile": 1}),
        (PLAIN, (), {"source": 0, "marks": ("last_discard",)}, {"dragon_pung": 1}),
        (PLAIN, (), {"source": 0, "marks": ("last_tile", "kong_draw")}, {"dragon_pung": 1}),
        (
            ("345m68p55777z", "7p"),
            (pung("666z"),),
            {},
            {"dragon_pung": 2, "little_three_dragons": 1},
        ),
        (
            ("222m68999p11s", "7p"),
            (pung("444m"),),
            {"flowers": "6f"},
            {"seat_flower": 1},
        ),
        (
            ("222m88p11s", "8p"),
            (pung("444m"), pung("999p")),
            {"source": 2},
            {"all_pungs": 1},
        ),
        (
            ("234789p1133777z", "1z"),
            (),
            {},
            {"round_wind_pung": 1, "dragon_pung": 1, "mixed_one_suit": 1},
        ),
        (
            ("111m99p22z", "9p"),
            (pung("999s"), pung("111s")),
            {"source": 2},
            {"all_pungs": 1, "mixed_terminals": 1},
        ),
        (
            ("46p11444z", "5p"),
            (pung("222z"), pung("333z")),
            BANKER,
            {"mixed_one_suit": 1, "little_four_winds": 1},
        ),
        (("1113334588m", "6m"), (chow("789m"),), {"source": 0}, {"pure_one_suit": 1}),
        (
            ("234m88p77z", "7z"),
            (pung("555z"), pung("666z")),
            {"source": 2},
            {"big_three_dragons": 1},
        ),
        (
            ("111999m1p", "1p"),
            (pung("999p"), pung("111s")),
            {"source": 2},
            {"all_terminals": 1},
        ),
        (
            ("3344z", "4z"),
            (*WINDS[:2], pung("777z")),
            {"source": 2},
            {"all_honors": 1},
        ),
        (("5p", "5p"), (*WINDS, pung("444z")), {}, {"big_four_winds": 1}),
        (
            ("5p", "5p"),
            (kong("1111m"), kong("2222s"), kong("3333p", "added"), kong("7777s", "discard")),
            {"source": 2},
            {"four_kongs": 1},
        ),
        (("111m333555p7778s", "8s"), (), {}, {"four_concealed_pungs": 1}),
        (("333555p7778s", "8s"), (kong("1111m"),), {}, {"four_concealed_pungs": 1}),
        (PLAIN, (), {**BANKER, "marks": ("dealt",)}, {"heavenly_hand": 1}),
        (PLAIN, (), {"source": 0, "marks": ("first_discard",)}, {"earthly_hand": 1}),
        (PLAIN, (), {"source": 3, "marks": ("before_first_draw",)}, {"human_hand": 1}),
        (
            ("345m68p33777z", "7p"),
            (kong("1111s"),),
            {"marks": ("double_kong_draw",)},
            {"double_kong_draw": 1},
        ),
        (("19m19p19s1234567z", "7z"), (), {"source": 3}, {"thirteen_orphans": 1}),
        (("1112345678999p", "5p"), (), {"source": 3}, {"nine_gates": 1}),
        (("1112345678999p", "1p"), (), {}, {"nine_gates": 1}),
        (("1112345567899p", "9p"), (), {}, {"pure_one_suit": 1}),
    ],
)
def test_what_is_listed(
    hand: Hand, melds: tuple[Any, ...], how: dict[str, Any], listed: dict[str, int]
) -> None:
    assert elements(singapore(*hand, *melds, **how)) == listed


@pytest.mark.parametrize(
    ("hand", "how"),
    [
        (("234567m12p67899s", "3p"), {}),  # the 3 of 123
        (("234567m24p67899s", "3p"), {}),  # a closed wait
        (("234567m234p6789s", "9s"), {}),  # a pair wait
        (("234567m23p678s22z", "4p"), {}),  # the seat's wind
        (("234567m23p678s11z", "4p"), {}),  # the round's wind
        (("234567m23p678s77z", "4p"), {}),  # a dragon
    ],
)
def test_all_sequences_on_a_discard_want_an_open_wait_and_a_worthless_pair(
    hand: Hand, how: dict[str, Any]
) -> None:
    assert refusal(singapore(*hand, source=2, **how)) == ("below_minimum", "wins[0]")


def test_a_pair_wait_makes_all_sequences_by_self_draw_only_with_a_set_in_hand() -> None:
    tiles = "678s9s"
    assert elements(singapore(tiles, "9s", *CHOWS[:3])) == {"all_sequences_no_flowers": 1}
    assert refusal(singapore("9s", "9s", *CHOWS)) == ("below_minimum", "wins[0]")


def test_a_robbed_tile_wants_an_open_wait_too() -> None:
    robbed = {"around": {3: {"melds": [{**pung("333p"), "from": 0}]}}, "by": "robbed_kong"}
    data = singapore("234567m12p67899s", "3p", source=3, **robbed)
    assert elements(data) == {"robbing_the_kong": 1}


def test_a_kong_upon_kong_needs_a_self_draw() -> None:
    data = singapore(*PLAIN, source=3, marks=("double_kong_draw",))
    assert elements(data) == {"dragon_pung": 1}


def test_a_dealt_hand_is_heavenly_for_the_banker_only() -> None:
    assert elements(singapore(*PLAIN, marks=("dealt",))) == {"dragon_pung": 1}


def test_the_first_discard_is_the_bankers() -> None:
    data = singapore(*PLAIN, source=3, marks=("first_discard",))
    assert elements(data) == {"dragon_pung": 1}


@pytest.mark.parametrize(
    "how",
    [
        {"winner": 0, "source": 3},
        {"source": None},
        {"source": 3, "options": {"human_hand": False}},
        {"source": 3, "around": {2: {"melds": [{**pung("888s"), "from": 3}]}}},
    ],
)
def test_no_human_hand(how: dict[str, Any]) -> None:
    """For the banker (D21), by self-draw, where it is not played, after a claim."""
    assert "human_hand" not in elements(singapore(*PLAIN, marks=("before_first_draw",), **how))


def test_a_concealed_kong_is_no_claim_before_a_human_hand() -> None:
    around = {2: {"melds": [kong("8888s")]}}
    data = singapore(*PLAIN, source=3, marks=("before_first_draw",), around=around)
    assert elements(data) == {"human_hand": 1}


def test_four_concealed_pungs_on_another_wait_depend_on_the_house() -> None:
    hand = ("111m333555p7788s", "7s")
    assert elements(singapore(*hand)) == {"all_pungs": 1}
    option = {"options": {"four_concealed_pungs": "self_draw"}}
    assert elements(singapore(*hand, **option)) == {"four_concealed_pungs": 1}
    assert elements(singapore(*hand, source=2, **option)) == {"all_pungs": 1}


def test_a_claimed_pung_is_not_concealed() -> None:
    assert elements(singapore("333555p7778s", "8s", pung("111m"))) == {"all_pungs": 1}


def test_four_concealed_pungs_on_a_discarded_pair_are_all_pungs() -> None:
    assert elements(singapore("111m333555p7778s", "8s", source=2)) == {"all_pungs": 1}


def test_terminals_and_honors_may_be_worth_one() -> None:
    hand = ("111m99p22z", "9p", pung("999s"), pung("111s"))
    assert tai(singapore(*hand, source=2)) == 4
    assert tai(singapore(*hand, source=2, options={"mixed_terminals_tai": 1})) == 3


def test_a_concealed_hand_may_be_worth_one() -> None:
    option = {"options": {"concealed_hand_tai": True}}
    listed = {"concealed_hand": 1}
    assert elements(singapore(*NOTHING, source=2, **option)) == listed
    kongs = ("345m68p34s33z5s", "7p", kong("1111s"))
    assert elements(singapore(*kongs, source=2, **option)) == listed
    claimed = ("345m68p345s33z", "7p", chow("789s"))
    assert refusal(singapore(*claimed, source=2, **option)) == ("below_minimum", "wins[0]")


def test_a_self_draw_may_be_worth_one() -> None:
    option = {"options": {"self_draw_tai": True}}
    hand = ("345m68p345s33z", "7p", pung("888m"))
    assert elements(singapore(*hand, **option)) == {"self_draw": 1}
    assert refusal(singapore(*hand, source=2, **option)) == ("below_minimum", "wins[0]")
    assert refusal(singapore(*hand)) == ("below_minimum", "wins[0]")


def test_more_than_five_tai_count_as_five() -> None:
    data = singapore("2345677s777z", "7s", pung("222z"), flowers="12a6f", source=3)
    assert elements(data) == {
        "dragon_pung": 1,
        "seat_wind_pung": 1,
        "animal": 2,
        "seat_flower": 1,
        "mixed_one_suit": 1,
    }
    assert tai(data) == 5


def test_limit_elements_absorb_the_others_but_not_each_other() -> None:
    data = singapore("5z", "5z", *WINDS, pung("444z"), flowers="2f")
    assert elements(data) == {"all_honors": 1, "big_four_winds": 1}
    assert tai(data) == 5


def test_seven_flowers_rob_the_eighth() -> None:
    data = singapore(None, "8f", by="robbed_flower", source=0, flowers="1234567f3a")
    assert elements(data) == {"seven_robs_one": 1}
    assert settle(data)["wins"][0]["reading"] == []


def test_eight_flowers_win_whatever_the_hand() -> None:
    data = singapore("147m258p369s1234z", None, by="declared", flowers="12345678f")
    assert elements(data) == {"all_flowers": 1}


def test_eight_flowers_also_win_with_a_hand_that_their_supplement_completes() -> None:
    data = singapore(*NOTHING, flowers="12345678f", marks=("flower_draw",))
    assert elements(data) == {"all_flowers": 1}
    discard_win = singapore(*NOTHING, flowers="12345678f", source=2)
    assert elements(discard_win) == {"seat_flower": 2, "flower_set": 2}


AT_ONCE: dict[str, Any] = {"by": "declared", "options": {"honor_limits_at_once": True}}
DRAGONS = (claim("555z", 0), claim("666z", 2), claim("777z", 3))


@pytest.mark.parametrize(
    ("hand", "melds"),
    [(None, DRAGONS), ("258m5p666777z", DRAGONS[:1]), ("258m15p666777z", DRAGONS[:1])],
)
def test_three_dragon_sets_may_be_paid_at_once(hand: str | None, melds: tuple[Any, ...]) -> None:
    """Whether they lie on the table or in the hand, with thirteen tiles or fourteen."""
    assert elements(singapore(hand, None, *melds, **AT_ONCE)) == {"big_three_dragons": 1}


def test_four_wind_sets_may_be_paid_at_once() -> None:
    assert elements(singapore("2m444z", None, *WINDS, **AT_ONCE)) == {"big_four_winds": 1}


def test_the_reading_with_most_tai_counts() -> None:
    """Three pungs, or three equal runs: 4 tai as all sequences with a flower of no value."""
    data = singapore("111222333m23p99s", "4p", source=2)
    assert elements(data) == {"all_sequences_no_flowers": 1}
