"""What Ningbo hands are worth: every element hit, and nearly missed: ningbo.md.

Seat 1 (South in the East round) wins; three `9s` are wild unless another tile was turned up.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.ids import case_id
from tests.rules.games.ningbo.hands import CLOSED, ONE_SUIT, indicated, ningbo, tai
from tests.rules.records import Data, chow, flowers, kong, pung, refusal, settle

BASE = {"self_draw": 1, "no_wild": 1}
RUNS = {**BASE, "all_sequences": 1}


def worth(*hand: Any, **how: Any) -> dict[str, int]:
    """Return the tai of a hand, one flower set added to lift it over the minimum."""
    elements = tai(ningbo(*hand, **{**flowers("5678f"), **how}))
    assert elements.pop("flower_set") == 2
    return elements


def test_pure_one_suit_with_a_two_sided_wait() -> None:
    assert tai(ningbo(*ONE_SUIT, source=2)) == {"pure_one_suit": 4, "no_wild": 1}


@pytest.mark.parametrize(
    ("hand", "tile", "wait"),
    [
        ("22678m345p12s", "3s", "edge_wait"),
        ("22678m345p23s", "1s", None),
        ("22678m345p23s", "4s", None),
        ("22678m345p89p", "7p", "edge_wait"),
        ("22678m345p78p", "9p", None),
        ("22678m345p46s", "5s", "closed_wait"),
        ("2678m345p456s", "2m", "pair_wait"),
        ("2345678m345p", "2m", "pair_wait"),
        ("2345678m345p", "5m", "pair_wait"),
        ("1112m345678p", "3m", "edge_wait"),
        ("22678m345p35s", "4s", "closed_wait"),
    ],
)
def test_one_wait_counts_where_the_last_tile_can_be_read_so(
    hand: str, tile: str, wait: str | None
) -> None:
    assert worth(hand, tile, chow("234s")) == {**RUNS, **({wait: 1} if wait else {})}


def test_a_wait_counts_though_other_tiles_would_do() -> None:
    assert "closed_wait" in worth("2245567m345p", "6m", chow("234s"))


@pytest.mark.parametrize("tile", ["4p", "2m"])
def test_two_pairs_wait_for_a_pung(tile: str) -> None:
    elements = worth("22m44p567s555z", tile, chow("345p"))
    assert elements == {**BASE, "dragon_pung": 1, "dual_pung_wait": 1}


def test_each_dragon_pung_counts_kongs_too() -> None:
    elements = worth("78s22m", "6s", kong("6666z"), pung("777z"), chow("345p"))
    assert elements == {**BASE, "dragon_pung": 2}


def test_wild_tiles_may_make_a_second_pung_of_the_same_kind() -> None:
    elements = worth("666678m5z99s1m", "1m", pung("555z"))
    assert elements["dragon_pung"] == 2


@pytest.mark.parametrize(
    ("winner", "state", "pungs", "elements"),
    [
        (1, {}, "222z", {"seat_wind_pung": 1}),
        (1, {}, "111z", {"round_wind_pung": 1}),
        (1, {}, "333z", {}),
        (0, {}, "111z", {"seat_wind_pung": 1, "round_wind_pung": 1}),
        (1, {"round": 2}, "222z", {"seat_wind_pung": 1, "round_wind_pung": 1}),
        (1, {"round": 4}, "444z", {"round_wind_pung": 1}),
        (1, {"banker": 3}, "333z", {"seat_wind_pung": 1}),
        (1, {"banker": 3}, "222z", {}),
        (1, {"banker": 2, "carry": {"first_banker": 3}}, "444z", {"seat_wind_pung": 1}),
    ],
    ids=case_id,
)
def test_seat_winds_follow_the_banker(winner: int, state: Data, pungs: str, elements: Data) -> None:
    hand = ("22678m34s" + pungs, "5s", chow("345p"))
    assert worth(*hand, winner=winner, state=state) == {**BASE, **elements}


@pytest.mark.parametrize(
    ("tiles", "elements"),
    [
        ("", {}),
        ("1f", {}),
        ("2f", {"seat_flower": 1}),
        ("26f", {"seat_flower": 2}),
        ("1234f", {"flower_set": 2}),
        ("12346f", {"flower_set": 2, "seat_flower": 1}),
        ("25678f", {"flower_set": 2, "seat_flower": 1}),
        ("123567f", {"seat_flower": 2}),
        ("12345678f", {"all_flowers": 6}),
    ],
)
def test_own_flowers_and_full_groups(tiles: str, elements: Data) -> None:
    assert tai(ningbo(*CLOSED, **flowers(tiles))) == {**RUNS, "closed_wait": 1, **elements}


def test_own_flowers_follow_the_banker_too() -> None:
    assert tai(ningbo(*CLOSED, **flowers("3f"), state={"banker": 3}))["seat_flower"] == 1


@pytest.mark.parametrize(
    ("pair", "counts"),
    [("33z", True), ("44z", True), ("99m", True), ("22z", False), ("11z", False), ("55z", False)],
)
def test_all_sequences_want_a_pair_that_gives_nothing(pair: str, counts: bool) -> None:
    hand = ("678m345p46s" + pair, "5s", chow("234s"))
    assert ("all_sequences" in worth(*hand)) is counts


def test_all_sequences_may_be_drawn_discarded_open_or_closed() -> None:
    assert "all_sequences" in worth("22234678m345p46s", "5s", source=0)
    assert "all_sequences" in worth("22m46s", "5s", chow("234s"), chow("678m"), chow("345p"))


FOUR = (pung("111m"), pung("444p") | {"from": 2}, pung("777p") | {"from": 3})


def test_a_single_tile_beside_four_sets() -> None:
    melds = (*FOUR, pung("888m") | {"from": 2})
    assert tai(ningbo("6s", "6s", *melds, source=2)) == {
        "pair_wait": 1,
        "single_wait_on_four_melds": 1,
        "no_wild": 1,
        "all_pungs": 2,
    }


def test_a_concealed_kong_is_laid_down_as_well() -> None:
    elements = tai(ningbo("6s", "6s", *FOUR, kong("8888m")))
    assert elements["single_wait_on_four_melds"] == 1


def test_three_sets_are_not_four() -> None:
    assert "single_wait_on_four_melds" not in tai(ningbo("666s8m", "8m", *FOUR))


@pytest.mark.parametrize("mark", ["kong_draw", "last_tile"])
def test_special_draws_count_beside_the_self_draw(mark: str) -> None:
    kongs = ("22m46s345p", "5s", kong("8888m"), chow("234s"))
    assert worth(*kongs, marks=(mark,)) == {**BASE, "closed_wait": 1, mark: 1}
    assert mark not in worth(*kongs, marks=(mark,), source=2, before={"flowers": "25678f"})


def test_other_marks_score_nothing() -> None:
    marks = ("flower_draw", "last_discard", "first_draw")
    assert tai(ningbo(*ONE_SUIT, source=2, marks=marks)) == {"pure_one_suit": 4, "no_wild": 1}


@pytest.mark.parametrize(
    ("hand", "tile", "elements"),
    [
        ("22678m345p68s", "7s", {"no_wild": 1, "closed_wait": 1}),
        ("22678m345p79s", "8s", {"wild_as_itself": 1, "closed_wait": 1}),
        ("22678m345p78s", "9s", {"wild_as_itself": 1}),
        ("22678m345p29s", "4s", {}),
        ("2678m345p799s", "8s", {"closed_wait": 1}),
    ],
)
def test_hard_hands_have_no_wild_tile_or_all_as_themselves(
    hand: str, tile: str, elements: Data
) -> None:
    got = worth(hand, tile, chow("234s"))
    assert got == {"self_draw": 1, "all_sequences": 1, **elements}


def test_wild_flowers_are_never_themselves() -> None:
    elements = worth("22678m345p46s", "1f", chow("234s"), **indicated("3f"))
    assert elements == {"self_draw": 1, "closed_wait": 1, "all_sequences": 1}


def test_all_pungs_with_kongs() -> None:
    melds = (kong("1111m"), kong("4444p", "added"), pung("777p") | {"from": 3})
    assert worth("666s8m", "8m", *melds) == {**BASE, "pair_wait": 1, "all_pungs": 2}


def test_one_suit_with_honors_is_mixed() -> None:
    assert worth("22334478m33z", "9m", pung("555m")) == {**BASE, "mixed_one_suit": 2}
    assert worth("22334478m33s", "9m", pung("555m")) == BASE


def test_what_wild_tiles_stand_for_decides_the_suit() -> None:
    assert worth("2233478m9s33z", "9m", pung("555m"))["mixed_one_suit"] == 2
    assert worth("12233478m99s", "9m", pung("555m"))["pure_one_suit"] == 4


def test_all_honors_take_pungs_and_winds_with_them() -> None:
    elements = tai(ningbo("111222z66z33z", "6z", pung("555z"), source=3))
    assert elements == {
        "dual_pung_wait": 1,
        "dragon_pung": 2,
        "seat_wind_pung": 1,
        "round_wind_pung": 1,
        "no_wild": 1,
        "all_pungs": 2,
        "all_honors": 4,
    }


@pytest.mark.parametrize(
    ("hand", "tile", "tai"),
    [
        ("22678m34p999s", "5p", 3),
        ("22678m345p99s", "9s", 3),
        ("22678m345p99s", "5s", 0),
        ("22678m345p79s", "9s", 0),
    ],
)
def test_three_wild_tiles_in_the_hand(hand: str, tile: str, tai: int) -> None:
    assert worth(hand, tile, chow("345s")).get("three_wilds", 0) == tai


def test_a_win_on_the_bankers_first_discard() -> None:
    hand = ("22234678m345p56s", "4s")
    elements = tai(ningbo(*hand, source=0, marks=("first_discard",)))
    assert elements == {"all_sequences": 1, "no_wild": 1, "earthly_hand": 6}
    assert refusal(ningbo(*hand, source=2, marks=("first_discard",)))[0] == "below_minimum"
    assert refusal(ningbo(*hand, marks=("first_discard",)))[0] == "below_minimum"


def test_the_bankers_dealt_hand_has_no_wait() -> None:
    hand = ("22234678m345p46s", "5s")
    elements = tai(ningbo(*hand, winner=0, marks=("dealt",)))
    assert elements == {**RUNS, "heavenly_hand": 8}
    assert tai(ningbo(*hand, winner=1, marks=("dealt",))) == {**RUNS, "closed_wait": 1}


def test_a_dealt_hand_may_end_on_a_wild_tile() -> None:
    elements = tai(ningbo("22234678m345p46s", "9s", winner=0, marks=("dealt",)))
    assert elements == {"self_draw": 1, "all_sequences": 1, "heavenly_hand": 8}


def test_a_robbed_kong_counts_as_a_self_draw_without_marks() -> None:
    around = {2: {"melds": [pung("555s") | {"from": 3}]}}
    data = ningbo(*CLOSED, source=2, by="robbed_kong", around=around, marks=("kong_draw",))
    assert tai(data) == {**RUNS, "closed_wait": 1}


def test_a_wild_tile_makes_a_two_sided_wait_a_closed_one() -> None:
    """D2: 6m + wild + drawn 5m is read as 4(wild) 5 6."""
    elements = worth("22678m345p69s", "5s", chow("234s"))
    assert elements == {"self_draw": 1, "all_sequences": 1, "closed_wait": 1}


def test_a_drawn_wild_tile_may_be_any_of_the_tiles_it_stands_for() -> None:
    assert worth("22678m345p24s", "9s", chow("234s"))["closed_wait"] == 1
    assert worth("2345678m345p", "9s", chow("234s"))["pair_wait"] == 1


def test_a_wild_tile_may_be_a_fifth() -> None:
    """D9: all four 5m lie in the kong."""
    data = ningbo("46m123p789s22z", "6s", kong("5555m"), **flowers("12345678f"))
    concealed, _ = settle(data)["wins"][0]["reading"]
    assert "456m" in concealed


def test_one_reading_is_judged_as_a_whole() -> None:
    hand = ("111222333m4p", "4p")
    assert worth(*hand, chow("567p")) == {**RUNS, "pair_wait": 1}
    assert worth(*hand, pung("888p")) == {**BASE, "all_pungs": 2, "pair_wait": 1}


def test_of_equal_readings_the_wait_that_comes_first_in_the_table_counts() -> None:
    """3m is the edge of 12 or the other half of the pair."""
    assert worth("1233m345p678s", "3m", chow("678m")) == {**RUNS, "edge_wait": 1}
