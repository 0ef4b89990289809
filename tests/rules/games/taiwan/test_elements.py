"""Every scoring element of taiwan.md, hit and nearly missed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ids import case_id
from tests.rules.games.taiwan.hands import PLAIN, tai, taiwan
from tests.rules.records import Data, chow, items, kong, pung, settle

FLUSH = (chow("123m"), chow("456m"), pung("888m"))


def plain(**how: Any) -> Data:
    """Return what the hand without tai earns when it is won in some way."""
    return tai(taiwan(*PLAIN, **{"source": 3, **how}))


def test_a_hand_may_win_without_any_tai() -> None:
    assert plain() == {}


@pytest.mark.parametrize(
    ("how", "earned"),
    [
        ({"before": {"declared": ["ready"]}}, {"ready_declared": 1}),
        ({"source": None}, {"self_draw": 1}),
        ({"source": None, "marks": ("last_tile",)}, {"self_draw": 1, "last_tile": 1}),
        ({"marks": ("last_tile",)}, {}),
        ({"source": None, "marks": ("kong_draw",)}, {"self_draw": 1, "kong_draw": 1}),
        ({"source": None, "marks": ("flower_draw",)}, {"self_draw": 1}),
        ({"marks": ("kong_draw",)}, {}),
        ({"by": "robbed_kong"}, {"robbing_the_kong": 1}),
        ({"marks": ("last_discard",)}, {}),
        ({"marks": ("last_discard",), "options": {"last_discard": True}}, {"last_discard": 1}),
        ({"source": None, "marks": ("last_discard",), "options": {"last_discard": True}},
         {"self_draw": 1}),
        ({"source": None, "marks": ("dealt",)}, {"self_draw": 1}),
        ({"marks": ("first_discard",)}, {}),
    ],
    ids=case_id,
)  # fmt: skip
def test_the_way_of_winning(how: Data, earned: Data) -> None:
    assert plain(**how) == earned


@pytest.mark.parametrize(
    ("flowers", "earned"),
    [
        ("15f", {}),
        ("26f", {"seat_flower": 2}),
        ("2f", {"seat_flower": 1}),
        ("1234f", {"flower_set": 2}),
        ("12346f", {"flower_set": 2, "seat_flower": 1}),
        ("25678f", {"flower_set": 2, "seat_flower": 1}),
        ("12345678f", {"flower_set": 4}),
        ("134578f", {}),
    ],
)
def test_flowers_of_souths_own_wind_and_full_groups(flowers: str, earned: Data) -> None:
    assert plain(before={"flowers": flowers}) == earned


@pytest.mark.parametrize(
    ("east", "flowers"), [(1, "15f"), (0, "26f"), (3, "37f"), (2, "48f")], ids=case_id
)
def test_each_wind_has_two_flowers(east: int, flowers: str) -> None:
    assert plain(deal={"east": east}, before={"flowers": flowers}) == {"seat_flower": 2}


CLAIMED = (chow("234m"), pung("888p"))


@pytest.mark.parametrize(
    ("hand", "tile", "earned"),
    [
        ("345p12678s33z", "3s", {"edge_wait": 1}),
        ("345p12389s33z", "7s", {"edge_wait": 1}),
        ("345p23678s33z", "1s", {}),
        ("345p13678s33z", "2s", {"closed_wait": 1}),
        ("345p123678s3z", "3z", {"pair_wait": 1}),
        ("345p12345s33z", "3s", {}),  # 6s waits too
        ("345p77s33z666s", "7s", {}),  # a pair and a pair: two kinds wait
        ("345p2345s111s", "5s", {}),  # 2s and 5s wait
    ],
)
def test_only_wait(hand: str, tile: str, earned: Data) -> None:
    assert tai(taiwan(hand, tile, *CLAIMED, source=3)) == earned


@pytest.mark.parametrize(
    ("hand", "tile", "wait"),
    [
        ("345p678m1223s", "2s", "pair_wait"),  # or the middle of 123
        ("345p678m1233s", "3s", "pair_wait"),  # or the edge of 123
        ("345p1122344s", "3s", "closed_wait"),  # 2-4, or the edge of 123
        ("345p1223334s", "3s", "pair_wait"),  # all three
    ],
)
def test_an_only_wait_that_is_two_things_counts_once(hand: str, tile: str, wait: str) -> None:
    assert tai(taiwan(hand, tile, *CLAIMED, source=3)) == {wait: 1}


def test_a_kind_whose_four_copies_the_winner_holds_does_not_wait() -> None:
    two_ends = taiwan("2345s345p", "5s", chow("234m"), pung("888p"), pung("888s"), source=3)
    one_end = taiwan("2345s345p", "5s", chow("234m"), pung("888p"), pung("222s"), source=3)
    assert tai(two_ends) == {}
    assert tai(one_end) == {"pair_wait": 1}


@pytest.mark.parametrize(
    ("hand", "tile", "melds", "earned"),
    [
        ("234888m345p45667s33z", "8s", (), {"concealed_hand": 1}),
        ("234m345p45667s33z", "8s", (kong("8888p"),), {"concealed_hand": 1}),
        ("234m345p45667s33z", "8s", (kong("8888p", "discard"),), {}),
        ("234m345p45667s33z", "8s", (kong("8888p", "added"),), {}),
        ("888m345p45667s33z", "8s", (chow("234m"),), {}),
    ],
)
def test_concealed_hand_by_discard(
    hand: str, tile: str, melds: tuple[Data, ...], earned: Data
) -> None:
    assert tai(taiwan(hand, tile, *melds, source=3)) == earned


def test_concealed_self_draw_stands_for_both() -> None:
    assert tai(taiwan("234888m345p45667s33z", "8s")) == {"fully_concealed_self_draw": 3}


@pytest.mark.parametrize(
    ("pungs", "how", "earned"),
    [
        (("555z",), {}, {"dragon_pung": 1}),
        (("666z", "777z"), {}, {"dragon_pung": 2}),
        (("111z",), {}, {"round_wind_pung": 1}),
        (("111z",), {"state": {"round": 2}}, {}),
        (("333z",), {"state": {"round": 3}}, {"round_wind_pung": 1}),
        (("444z",), {"state": {"round": 4}}, {"round_wind_pung": 1}),
        (("222z",), {}, {"seat_wind_pung": 1}),
        (("222z",), {"state": {"round": 2}}, {"round_wind_pung": 1, "seat_wind_pung": 1}),
        (("111z",), {"deal": {"east": 1}}, {"round_wind_pung": 1, "seat_wind_pung": 1}),
        (("333z",), {}, {}),
    ],
    ids=case_id,
)
def test_dragons_and_winds(pungs: tuple[str, ...], how: Data, earned: Data) -> None:
    runs = "345p45678m" if len(pungs) == 2 else "345p45678m123s"
    data = taiwan(f"{runs}88s", "9m", *map(pung, pungs), source=3, **how)
    assert tai(data) == earned


@pytest.mark.parametrize("kind", ["concealed", "discard", "added"])
def test_a_kong_of_dragons_is_a_dragon_pung(kind: str) -> None:
    data = taiwan("345p45678m88s", "9m", chow("123s"), kong("5555z", kind), source=3)
    assert tai(data) == {"dragon_pung": 1}


FIVE_CLAIMED = (chow("234m"), pung("888p"), chow("345p"), chow("456s"), pung("111s"))


@pytest.mark.parametrize(
    ("melds", "how", "earned"),
    [
        (FIVE_CLAIMED, {"source": 3}, {"melded_hand": 2, "pair_wait": 1}),
        (FIVE_CLAIMED, {"source": 3, "by": "robbed_kong"},
         {"melded_hand": 2, "pair_wait": 1, "robbing_the_kong": 1}),
        (FIVE_CLAIMED, {}, {"self_draw": 1, "pair_wait": 1}),
        ((*FIVE_CLAIMED[:4], kong("1111s")), {"source": 3}, {"pair_wait": 1}),
    ],
)  # fmt: skip
def test_all_begged(melds: tuple[Data, ...], how: Data, earned: Data) -> None:
    assert tai(taiwan("4z", "4z", *melds, **how)) == earned


@pytest.mark.parametrize(
    ("hand", "tile", "how", "earned"),
    [
        ("345678m23456p99s", "1p", {"source": 3}, {"all_sequences": 2}),
        ("345678m23456p99s", "4p", {"source": 3}, {"all_sequences": 2}),
        ("345678m23456p99s", "1p", {"source": 3, "by": "robbed_kong"},
         {"all_sequences": 2, "robbing_the_kong": 1}),
        ("345678m23456p99s", "1p", {}, {"self_draw": 1}),
        ("345678m23456p99s", "1p", {"source": 3, "before": {"flowers": "1f"}}, {}),
        ("345678m23456p44z", "1p", {"source": 3}, {}),
        ("345678m222p56p99s", "7p", {"source": 3}, {}),
        ("123456m22p45667s", "8s", {"source": 3}, {}),  # 46+567 would make 5s a closed wait
        ("123456m678s2344p", "1p", {"source": 3}, {}),  # 234+4 would make 4p a pair wait
        ("123456s456p7888m", "6m", {"source": 3}, {}),  # 7m is a pair wait
        ("123456s456p7888m", "9m", {"source": 3}, {}),
        ("345678m12345p99s", "6p", {"source": 3}, {}),  # 12+345 would make 3p an edge wait
        ("345678m23567p99s", "4p", {"source": 3}, {"all_sequences": 2}),
        ("345678m13567p99s", "2p", {"source": 3}, {"closed_wait": 1}),
    ],
)  # fmt: skip
def test_all_sequences(hand: str, tile: str, how: Data, earned: Data) -> None:
    assert tai(taiwan(hand, tile, chow("123s"), **how)) == earned


def test_all_sequences_may_be_concealed() -> None:
    data = taiwan("345678m23456p99123s", "1p", source=3)
    assert tai(data) == {"concealed_hand": 1, "all_sequences": 2}


@pytest.mark.parametrize(
    ("hand", "tile", "melds", "how", "earned"),
    [
        ("111m555p999s67s22z", "8s", (chow("234m"),), {"source": 3},
         {"three_concealed_pungs": 2}),
        ("111m555p99s678m22z", "9s", (chow("234m"),), {"source": 3}, {}),
        ("111m555p99s678m22z", "9s", (chow("234m"),), {},
         {"self_draw": 1, "three_concealed_pungs": 2}),
        ("111m999s67s22z", "8s", (chow("234m"), kong("5555p")), {"source": 3},
         {"three_concealed_pungs": 2}),
        ("111m999s67s22z", "8s", (chow("234m"), kong("5555p", "added")), {"source": 3}, {}),
        ("111m555p999s67s22z333z", "8s", (), {},
         {"fully_concealed_self_draw": 3, "four_concealed_pungs": 5}),
        ("111m555p999s22z33z", "3z", (pung("777p"),), {},
         {"self_draw": 1, "four_concealed_pungs": 5, "all_pungs": 4}),
        ("111m555p999s22z33z", "3z", (pung("777p"),), {"source": 3},
         {"three_concealed_pungs": 2, "all_pungs": 4}),
        ("111m555p999s333z777p4z", "4z", (), {},
         {"fully_concealed_self_draw": 3, "pair_wait": 1, "five_concealed_pungs": 8,
          "all_pungs": 4}),
        ("111m555p999s333z77p44z", "7p", (), {"source": 3},
         {"concealed_hand": 1, "four_concealed_pungs": 5, "all_pungs": 4}),
    ],
)  # fmt: skip
def test_concealed_pungs(
    hand: str, tile: str, melds: tuple[Data, ...], how: Data, earned: Data
) -> None:
    assert tai(taiwan(hand, tile, *melds, **how)) == earned


@pytest.mark.parametrize(
    ("declared", "how", "earned"),
    [
        (["earthly_ready"], {"source": 3}, {"earthly_ready": 4}),
        (["ready", "earthly_ready"], {"source": 3}, {"earthly_ready": 4}),
        (["earthly_ready"], {}, {"earthly_ready": 4, "fully_concealed_self_draw": 2}),
        (["heavenly_ready"], {"source": 3}, {"heavenly_ready": 8}),
        (["heavenly_ready"], {}, {"heavenly_ready": 8, "fully_concealed_self_draw": 2}),
        (["earthly_ready", "heavenly_ready"], {"source": 3}, {"heavenly_ready": 8}),
        (["heavenly_ready"], {"source": 0, "marks": ("first_discard",)},
         {"heavenly_ready": 8, "earthly_hand": 16}),
    ],
)  # fmt: skip
def test_early_ready(declared: list[str], how: Data, earned: Data) -> None:
    data = taiwan(
        "234m345p45667s33z",
        "8s",
        kong("8888p"),
        before={"declared": declared},
        options={"heavenly_ready": True},
        **how,
    )
    assert tai(data) == earned


@pytest.mark.parametrize(
    ("hand", "tile", "melds", "earned"),
    [
        ("11166z99m", "9m", (pung("888p"), pung("222s"), pung("333m")),
         {"round_wind_pung": 1, "all_pungs": 4}),
        ("234m99m66z", "6z", FLUSH, {"mixed_one_suit": 4, "dragon_pung": 1}),
        ("23457m99m", "6m", FLUSH,
         {"pure_one_suit": 8, "closed_wait": 1}),
        ("234m99p66z", "6z", FLUSH, {"dragon_pung": 1}),
        ("345p34s77z", "2s", (pung("555z"), pung("666z"), pung("888p")),
         {"little_three_dragons": 4}),
        ("345p34s11z", "2s", (pung("555z"), pung("666z"), pung("777z")),
         {"big_three_dragons": 8}),
        ("345p34s44z", "2s", (pung("111z"), pung("222z"), pung("333z")),
         {"round_wind_pung": 1, "seat_wind_pung": 1, "little_four_winds": 8}),
        ("34s55p", "2s", (pung("111z"), pung("222z"), pung("333z"), pung("444z")),
         {"big_four_winds": 16}),
        ("345p34s55z", "2s", (pung("111z"), pung("222z"), pung("333z")),
         {"round_wind_pung": 1, "seat_wind_pung": 1}),
        ("44455z77z", "7z", (pung("222z"), pung("333z"), pung("666z")),
         {"seat_wind_pung": 1, "little_three_dragons": 4, "all_honors": 8}),
        ("5z", "5z", (pung("111z"), pung("222z"), pung("333z"), pung("444z"), pung("666z")),
         {"pair_wait": 1, "dragon_pung": 1, "melded_hand": 2, "big_four_winds": 16,
          "all_honors": 8}),
    ],
)  # fmt: skip
def test_suits_dragons_winds_and_pungs(
    hand: str, tile: str, melds: tuple[Data, ...], earned: Data
) -> None:
    assert tai(taiwan(hand, tile, *melds, source=3)) == earned


def test_win_on_the_bankers_first_discard() -> None:
    data = taiwan("234888m345p4567s333z", "4s", source=0, marks=("first_discard",))
    assert tai(data) == {"concealed_hand": 1, "earthly_hand": 16}


def test_the_bankers_dealt_hand_has_no_last_tile() -> None:
    data = taiwan("234888m345p777s3334z", "4z", winner=0, marks=("dealt",))
    assert tai(data) == {
        "fully_concealed_self_draw": 3,
        "three_concealed_pungs": 2,
        "heavenly_hand": 24,
    }


@pytest.mark.parametrize(
    ("how", "earned"),
    [
        ({"tile": "8f", "by": "robbed_flower", "source": 3}, {"seven_robs_one": 8}),
        ({"tile": "8f", "by": "robbed_flower", "source": 3, "marks": ("dealt",)},
         {"dealt_flower_win": 4, "seven_robs_one": 8}),
        ({"tile": None, "by": "declared", "before": {"flowers": "12345678f"}},
         {"all_flowers": 8}),
        ({"tile": None, "by": "declared", "before": {"flowers": "12345678f"},
          "marks": ("dealt",)}, {"dealt_flower_win": 4, "all_flowers": 8}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("hand", [None, "19m258p369s11235677z", "1m", "119m258p369s11235677z"])
def test_eight_flowers_win_whatever_the_hand(hand: str | None, how: Data, earned: Data) -> None:
    how = {"before": {"flowers": "1234567f"}, **how}
    data = taiwan(hand, how.pop("tile"), **how)
    answer = settle(data)
    assert tai(data) == earned
    assert answer["wins"][0]["reading"] == []
    assert [row["from"] for row in answer["payments"]] == ([3] if "source" in how else [0, 2, 3])


def test_eight_flowers_with_a_winning_hand_count_as_flowers_of_the_hand() -> None:
    data = taiwan(*PLAIN, before={"flowers": "12345678f"})
    assert tai(data) == {"self_draw": 1, "flower_set": 4}


@pytest.mark.parametrize(
    ("option", "value", "melds", "hand", "tile", "element"),
    [
        ("three_concealed_pungs_tai", 3, (chow("234m"),), "111m555p999s67s22z", "8s",
         "three_concealed_pungs"),
        ("four_concealed_pungs_tai", 4, (), "111m555p999s67s22z333z", "8s",
         "four_concealed_pungs"),
        ("four_concealed_pungs_tai", 6, (), "111m555p999s67s22z333z", "8s",
         "four_concealed_pungs"),
        ("little_four_winds_tai", 4, (pung("111z"), pung("222z"), pung("333z")),
         "345p34s44z", "2s", "little_four_winds"),
        ("big_four_winds_tai", 8, (pung("111z"), pung("222z"), pung("333z"), pung("444z")),
         "34s55p", "2s", "big_four_winds"),
        ("all_honors_tai", 16, (pung("222z"), pung("333z"), pung("666z")), "44455z77z", "7z",
         "all_honors"),
    ],
)  # fmt: skip
def test_houses_value_elements_differently(
    option: str, value: int, melds: tuple[Data, ...], hand: str, tile: str, element: str
) -> None:
    assert tai(taiwan(hand, tile, *melds, source=3, options={option: value}))[element] == value


def test_a_house_may_give_the_dealt_hand_16() -> None:
    house = {"heavenly_hand_tai": 16}
    data = taiwan("234888m345p45667s33z", "8s", winner=0, marks=("dealt",), options=house)
    assert tai(data)["heavenly_hand"] == 16


def test_the_reading_with_most_tai_counts() -> None:
    """222333444m are three pungs or three runs: here the pungs are worth more."""
    pungs = taiwan("222333444m67p22z", "8p", chow("123s"), source=3)
    runs = taiwan("222333444m67p99s", "8p", chow("123s"), source=3)
    assert tai(pungs) == {"three_concealed_pungs": 2}
    assert settle(pungs)["wins"][0]["reading"] == [
        ["222m", "333m", "444m", "678p", "22z"],
        ["123s"],
    ]
    assert sum(tai(runs).values()) == 2


def test_items_stand_in_the_order_of_the_table() -> None:
    answer = settle(taiwan(*PLAIN, state={"repeats": 2}, before={"declared": ["ready"]}))
    assert list(items(answer)) == ["banker", "repeats", "ready_declared", "self_draw"]
    assert items(answer)["repeats"] == 4
