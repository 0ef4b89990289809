"""What Beijing hands are worth, and which may not win."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.games.beijing.hands import OPEN, PAIRS, PLAIN, beijing, names
from tests.rules.records import Data, chow, kong, points, pung, refusal

DRAWN = ["concealed_hand", "self_draw"]
OWN: Data = {"deal": {"indicators": ["4m"]}}
"""5m is wild."""


@pytest.mark.parametrize(
    ("indicator", "wild"),
    [
        ("1m", "2m"),
        ("9s", "1s"),
        ("1z", "2z"),
        ("4z", "1z"),
        ("7z", "6z"),
        ("6z", "5z"),
        ("5z", "7z"),
    ],
)
def test_the_tile_after_the_indicator_is_wild(indicator: str, wild: str) -> None:
    hand = beijing("345m345678p678s9p", wild, deal={"indicators": [indicator]})
    assert points(hand) == 4


@pytest.mark.parametrize(
    ("hand", "more"),
    [
        (PLAIN, ["no_wild"]),
        (("345678m345p499s2z", "5s"), []),
        (("123456789p34m55z", "5m"), ["no_wild", "straight"]),
        (("12346789p34m55z2z", "5m"), ["straight"]),
        (PAIRS, ["no_wild", "seven_pairs"]),
        (("1133m557p2299s3z2z", "3z"), ["seven_pairs"]),
        (("111133m5577p229s", "9s"), ["no_wild", "seven_pairs", "luxury_seven_pairs"]),
        (("11133m5577p229s2z", "9s"), ["seven_pairs"]),
        (("46m345p34567899s", "5m"), ["no_wild", "catch_five"]),
        (("4m345p34567899s2z", "5m"), ["catch_five"]),
        (("46m345p34567899s", "2z"), []),
        (("5m1133557799p33z", "5m"), ["no_wild", "seven_pairs", "catch_five"]),
        (("2z1133557799p33z", "5m"), ["seven_pairs"]),
    ],
)
def test_elements_of_a_concealed_self_draw(hand: tuple[str, str], more: list[str]) -> None:
    data = beijing(*hand)
    assert sorted(names(data)) == sorted(DRAWN + more)
    assert points(data) == 2 ** len(DRAWN + more)


def test_a_wild_five_that_stands_for_itself_is_caught() -> None:
    assert "catch_five" in names(beijing("46m345p34567899s", "5m", **OWN))
    assert "no_wild" in names(beijing("46m345p34567899s", "5m", **OWN))


def test_a_straight_may_be_laid_down_in_part() -> None:
    data = beijing("456789p34m55z", "5m", chow("123p"))
    assert sorted(names(data)) == ["no_wild", "self_draw", "straight"]


def test_a_concealed_kong_keeps_the_hand_concealed() -> None:
    data = beijing("345m345p4699s", "5s", kong("7777p"), marks=("kong_draw",))
    assert sorted(names(data)) == sorted([*DRAWN, "no_wild", "kong_draw"])


@pytest.mark.parametrize(
    ("option", "hand", "melds"),
    [
        ("pure_one_suit", ("1122335567899s", "9s"), ()),
        ("all_pungs", ("111m333p77799p55s", "5s"), ()),
        ("single_wait_on_four_melds", ("5m", "5m"), ("222m", "777p", "333s", "999s")),
    ],
)
def test_further_elements_count_where_the_house_says_so(
    option: str, hand: tuple[str, str], melds: tuple[str, ...]
) -> None:
    sets = [pung(tiles) for tiles in melds]
    assert option not in names(beijing(*hand, *sets))
    assert option in names(beijing(*hand, *sets, options={"extra_elements": [option]}))


def test_the_last_tile_is_a_further_element() -> None:
    how: Data = {"marks": ("last_tile",)}
    assert points(beijing(*PLAIN, **how)) == 8
    assert points(beijing(*PLAIN, options={"extra_elements": ["last_tile"]}, **how)) == 16


def test_a_foreign_wild_may_be_refused_in_one_suit() -> None:
    extra = {"extra_elements": ["pure_one_suit"]}
    assert "pure_one_suit" in names(beijing("1122335567899s", "2z", options=extra))
    refused = {**extra, "foreign_wild_in_one_suit": False}
    assert "pure_one_suit" not in names(beijing("1122335567899s", "2z", options=refused))


def test_factors_of_single_elements_are_agreed() -> None:
    assert points(beijing(*PLAIN, options={"factors": {"self_draw": 4}})) == 16


def test_a_straight_with_one_own_wild_counts_as_without() -> None:
    # 5m is wild: one stands in the straight, the other for 4p
    hand = ("123455678m35p99s", "9m")
    options = {"own_wild_straight": True}
    assert "no_wild" not in names(beijing(*hand, **OWN))
    assert "no_wild" in names(beijing(*hand, options=options, **OWN))
    two = ("23455678m345p99s", "9m")
    assert "no_wild" not in names(beijing(*two, options=options, **OWN))


def test_a_lone_wild_may_count_as_without() -> None:
    hand = ("123456m789p678s2z", "9s")
    assert "no_wild" not in names(beijing(*hand))
    assert "no_wild" in names(beijing(*hand, options={"wild_pair_no_wild": True}))


@pytest.mark.parametrize(
    ("hand", "how"),
    [
        (OPEN, {}),
        (("345m34p67899s222z", "5p"), {}),
        (("123456m789p678s2z", "9s"), {}),
        (("1133m5577p2299s2z", "9m"), {}),
        (("345678m345p3499s", "2z"), {}),
        (PLAIN, {"facts": {"missed": "2s"}}),
        (PLAIN, {"facts": {"rivals": [3]}}),
        (PLAIN, {"before": {"facts": {"discarded_wild": True}}}),
        (PLAIN, {"before": {"discards": ["2z"]}}),
        (PLAIN, {"before": {"facts": {"dead_hand": True}}}),
        (
            PLAIN,
            {
                "options": {"missed_win": "until_draw_or_claim"},
                "facts": {"missed": "2s", "turn_skipped": True},
            },
        ),
    ],
)
def test_a_discard_is_barred(hand: tuple[Any, ...], how: Data) -> None:
    assert refusal(beijing(*hand, source=2, **how))[0] == "barred"


@pytest.mark.parametrize(
    ("hand", "how"),
    [
        (("1245789m44p67s22z", "8s"), {}),
        (PLAIN, {"facts": {"missed": "2s", "turn_skipped": True}}),
        (PLAIN, {"before": {"discards": ["2z"], "facts": {"discarded_wild": False}}}),
    ],
)
def test_a_discard_wins(hand: tuple[Any, ...], how: Data) -> None:
    assert "concealed_hand" in names(beijing(*hand, source=2, **how))


def test_the_nearest_claimant_wins() -> None:
    assert points(beijing(*PLAIN, source=0, facts={"rivals": [3]})) == 4


@pytest.mark.parametrize("fact", ["discarded_wild", "dead_hand"])
def test_a_hand_given_up_wins_by_no_self_draw(fact: str) -> None:
    assert refusal(beijing(*PLAIN, before={"facts": {fact: True}}))[0] == "barred"


def robbing(kind: str, tiles: str, **how: Any) -> Data:
    """Return PLAIN robbing seat 2 of the 5s in the set *kind* of *tiles*."""
    meld: Data = {"kind": kind, "tiles": tiles}
    if kind != "kong_concealed":
        meld["from"] = 0
    around = {2: {"melds": [meld]}}
    return beijing(*PLAIN, by="robbed_kong", source=2, around=around, **how)


def test_an_added_kong_is_robbed_and_paid_as_a_self_draw() -> None:
    data = robbing("kong_added", "5555s")
    assert sorted(names(data)) == ["concealed_hand", "no_wild", "robbing_the_kong"]
    assert names(robbing("pung", "555s")) == names(data)


def test_other_kongs_are_not_robbed() -> None:
    assert refusal(robbing("kong_concealed", "5555s"))[0] == "barred"
    assert refusal(robbing("kong_discard", "5555s"))[0] == "barred"
    assert refusal(robbing("pung", "888p"))[0] == "bad_record"


def test_a_concealed_kong_is_robbed_for_a_straight_only() -> None:
    around: dict[int, Data] = {2: {"melds": [kong("5555p")]}}
    how: Data = {"by": "robbed_kong", "source": 2, "around": around}
    assert "straight" in names(beijing("12346789p345m88s", "5p", **how))
    assert refusal(beijing("46p345m123789s88p", "5p", **how))[0] == "barred"


def test_a_set_laid_down_has_no_wild() -> None:
    assert refusal(beijing("234m34p56799s", "5p", pung("222z")))[0] == "bad_meld"
    assert refusal(beijing("234m34p56799s", "5p", kong("2222z")))[0] == "bad_meld"


def test_one_claim_may_be_the_limit() -> None:
    two = ("34p56799s", "5p", pung("888p"), chow("234m"))
    options = {"one_claim": True}
    assert points(beijing(*two)) == 4
    assert refusal(beijing(*two, options=options)) == ("bad_meld", "seats[1].melds[1]")
    kongs = ("34p56799s", "5p", kong("8888p", "discard"), chow("234m"))
    assert points(beijing(*kongs, options=options)) == 4


def test_one_suit_may_have_to_be_missing() -> None:
    options = {"two_suits_required": True}
    assert refusal(beijing(*PLAIN, options=options))[0] == "not_a_win"
    assert points(beijing("345678p345p4699s", "5s", options=options)) == 8


def test_tiles_that_are_no_hand_win_nothing() -> None:
    assert refusal(beijing("345678m345p4699s", "1z"))[0] == "not_a_win"
