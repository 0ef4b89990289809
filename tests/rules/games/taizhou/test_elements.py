"""Taizhou's elements, each hit and nearly missed, and what may stand for what: taizhou.md."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.games.taizhou.hands import PLAIN, earned, loser, taizhou
from tests.rules.records import Data, chow, codes, kong, pung, score, settle

DRAW: Data = {"by": "self_draw"}
TAKE: Data = {"source": 3}
THREE = "123m345s78m"
"""Waits for 9m beside an eye and another set."""

WAITS: list[Any] = [
    (*PLAIN, TAKE, "", 10),
    (*PLAIN, DRAW, "self_draw", 12),
    (*PLAIN, DRAW | {"marks": ("kong_draw", "last_tile")}, "self_draw", 12),
    ("123m567p34588s46m", "5m", TAKE, "closed_wait", 12),
    ("123m567p34588s45m", "6m", TAKE, "", 10),
    ("123m567p34588s89m", "7m", TAKE, "", 10),
    ("123m567p345678s8p", "8p", TAKE, "", 10),
    ("234m567p34588s12m", "3m", TAKE, "closed_wait", 12),  # 234m took it, 12m waits as 12 + 3
    ("123m567p34588s78m", "9m", TAKE, "", 10),
]

PARTS: list[Any] = [
    # eyes
    (THREE + "567p66z", [], TAKE, "dragon_pair", 12),
    (THREE + "567p22z", [], TAKE, "seat_wind_pair", 12),
    (THREE + "567p33z", [], TAKE, "", 10),
    (THREE + "567p22z", [], TAKE | {"winner": 2}, "", 10),
    (THREE + "567p33z", [], TAKE | {"state": {"banker": 3}}, "seat_wind_pair", 12),
    # pungs and kongs
    (THREE + "88p", [pung("555p")], TAKE, "minor_open_pung", 12),
    (THREE + "88p", [pung("999p")], TAKE, "major_open_pung", 14),
    (THREE + "88p", [pung("333z")], TAKE, "major_open_pung", 14),
    (THREE + "88p555p", [], TAKE, "minor_concealed_pung", 14),
    (THREE + "88p111p", [], TAKE, "major_concealed_pung", 18),
    (THREE + "88p444z", [], TAKE, "major_concealed_pung", 18),
    (THREE + "88p", [kong("5555p", "discard")], TAKE, "minor_open_kong", 18),
    (THREE + "88p", [kong("5555p", "added")], TAKE, "minor_open_kong", 18),
    (THREE + "88p", [kong("9999p", "added")], TAKE, "major_open_kong", 26),
    (THREE + "88p", [kong("5555p")], TAKE, "minor_concealed_kong", 26),
    (THREE + "88p", [kong("1111z")], TAKE, "major_concealed_kong", 42),
    # doubled
    (THREE + "88p", [pung("777z")], TAKE, "major_open_pung dragon_pung", 28),
    (THREE + "88p", [pung("222z")], TAKE, "major_open_pung seat_wind_pung", 28),
    (THREE + "88p", [kong("7777z")], TAKE, "major_concealed_kong dragon_pung", 84),
    ("78m88p123m", [pung("777z"), pung("222z")], TAKE,
     "major_open_pung major_open_pung dragon_pung seat_wind_pung", 72),
    # one suit
    ("123m567m78m22z", [pung("333z")], TAKE,
     "major_open_pung mixed_one_suit seat_wind_pair", 32),
    ("123m567m78m88p", [pung("333z")], TAKE, "major_open_pung", 14),
    ("12356778m33p", [pung("333z")], TAKE, "major_open_pung", 14),
    ("678m12378m22m", [pung("444m")], TAKE, "minor_open_pung pure_one_suit", 96),
    ("678m12378m22m", [pung("444p")], TAKE, "minor_open_pung", 12),
    ("78m55m", [pung("666m"), chow("123m"), kong("1111z")], TAKE,
     "minor_open_pung major_concealed_kong mixed_one_suit", 88),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "tile", "how", "names", "points"), WAITS)
def test_ways_of_winning_and_waits(
    hand: str, tile: str, how: Data, names: str, points: int
) -> None:
    data = taizhou(hand, tile, **how)
    assert (earned(data), score(data)) == (sorted(names.split()), points)


@pytest.mark.parametrize(("hand", "melds", "how", "names", "points"), PARTS)
def test_eyes_sets_and_suits(
    hand: str, melds: list[Any], how: Data, names: str, points: int
) -> None:
    data = taizhou(hand, "9m", *melds, **how)
    assert (earned(data), score(data)) == (sorted(names.split()), points)


@pytest.mark.parametrize(
    ("how", "names", "points"),
    [
        (TAKE, "all_pungs minor_concealed_pung" + 3 * " minor_open_pung", 24),
        (DRAW, "all_pungs self_draw" + 2 * (" minor_concealed_pung minor_open_pung"), 28),
    ],
)
def test_a_pung_that_another_s_tile_completes_is_open(how: Data, names: str, points: int) -> None:
    data = taizhou("333s22p44m", "4m", pung("555p"), pung("888m"), **how)
    assert (earned(data), score(data)) == (sorted(names.split()), points)


def test_a_claimed_tile_goes_where_the_pung_stays_concealed() -> None:
    data = taizhou("33345m67899p345s", "3m", source=3)
    assert (earned(data), score(data)) == (["minor_concealed_pung"], 14)


def test_four_alike_without_a_call_are_a_pung_and_part_of_a_run() -> None:
    data = taizhou("33334m678p34588s", "5m", source=3)
    assert earned(data) == ["minor_concealed_pung"]


def test_honors_only_are_not_mixed_one_suit() -> None:
    data = taizhou("666z3z", "3z", pung("111z"), pung("444z"), pung("777z"), source=3)
    assert earned(data) == sorted(
        ["all_pungs", "dragon_pung", "dragon_pung", "major_concealed_pung"]
        + 3 * ["major_open_pung"]
    )


@pytest.mark.parametrize(
    ("form", "winner", "name"),
    [
        ("none", 1, None),
        ("little", 1, "little_four_winds"),
        ("little", 2, "little_four_winds"),
        ("little_seat_pair", 1, "little_four_winds"),
        ("little_seat_pair", 2, None),
        ("big", 1, None),
    ],
)
def test_three_winds_and_a_pair_of_the_fourth(form: str, winner: int, name: str | None) -> None:
    winds = (pung("111z"), pung("333z"), pung("444z"))
    house = {"four_winds": form}
    data = taizhou("78m22z", "9m", *winds, source=3, winner=winner, options=house)
    assert {one for one in earned(data) if "winds" in one} == ({name} if name else set())


@pytest.mark.parametrize("form", ["none", "little", "little_seat_pair", "big"])
def test_four_winds_count_wherever_the_house_knows_them(form: str) -> None:
    winds = (pung("111z"), pung("333z"), pung("444z"), pung("222z"))
    data = taizhou("5m", "5m", *winds, source=3, options={"four_winds": form})
    assert ("big_four_winds" in earned(data)) is (form != "none")


def test_three_winds_alone_are_not_four() -> None:
    winds = (pung("111z"), pung("333z"), pung("444z"))
    data = taizhou("78m66z", "9m", *winds, source=3, options={"four_winds": "little"})
    assert not {one for one in earned(data) if "winds" in one}


WILD: list[Any] = [
    # fortune tiles, of another suit than the hand
    ("1236778m22m9s", "9m", [pung("444m")], TAKE, "minor_open_pung pure_one_suit", 96),
    ("9s" + THREE + "567p6z", "9m", [], TAKE, "dragon_pair", 12),
    ("9s" + THREE + "88p66z", "9m", [], TAKE, "major_concealed_pung dragon_pung", 36),
    ("99s" + THREE + "88p6z", "9m", [], TAKE, "major_concealed_pung dragon_pung", 36),
    ("99s" + THREE + "567p", "9m", [], DRAW, "seat_wind_pair self_draw", 14),
    ("123m68m345s567p88p", "9s", [], DRAW, "closed_wait self_draw", 14),
    ("123m78m345s567p88p", "9s", [], DRAW, "self_draw", 12),
    ("123m345s567p88p55m", "9s", [], DRAW, "minor_concealed_pung self_draw", 16),
    ("123m345s13p6788p9s", "2p", [], TAKE, "closed_wait", 12),
    # whites as the indicator's tile or not
    (THREE + "567p55z", "9m", [], TAKE, "dragon_pair", 12),
    (THREE + "78s88p5z", "9m", [], TAKE, "", 10),
    (THREE + "7s88p5z9s", "9m", [], TAKE, "", 10),
    ("123m78s345s567p88p", "5z", [], TAKE, "", 10),
    ("123m68s345s567p88p", "5z", [], TAKE | {"deal": {"indicators": ["7s"]}}, "closed_wait", 12),
    ("123m68s345s567p88p", "5z", [], DRAW | {"deal": {"indicators": ["7s"]}},
     "closed_wait self_draw", 14),
    ("123m55z345s567p88p", "5z", [], TAKE, "major_open_pung dragon_pung", 28),
    ("123m555z345s67p88p", "5p", [], TAKE, "major_concealed_pung dragon_pung", 36),
    ("3467899m555z", "2m", [chow("123m")], TAKE | {"deal": {"indicators": ["5m"]}},
     "minor_concealed_pung pure_one_suit", 100),
    ("6782288m", "8m", [kong("5555z"), chow("123m")], TAKE | {"deal": {"indicators": ["5m"]}},
     "minor_concealed_pung major_concealed_kong dragon_pung mixed_one_suit", 100),
    # whites as fortune tiles
    ("123m68m345s567p88p", "5z", [], DRAW | {"deal": {"indicators": ["5z"]}},
     "closed_wait self_draw", 14),
    ("5z" + THREE + "88p66z", "9m", [], TAKE | {"deal": {"indicators": ["5z"]}},
     "major_concealed_pung dragon_pung", 36),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "tile", "melds", "how", "names", "points"), WILD)
def test_tiles_stand_for_what_brings_most(
    hand: str, tile: str, melds: list[Any], how: Data, names: str, points: int
) -> None:
    data = taizhou(hand, tile, *melds, **how)
    assert (earned(data), score(data)) == (sorted(names.split()), points)


def test_a_wild_may_stand_for_a_kind_of_which_all_four_are_in_sight() -> None:
    data = taizhou("123m678m345s88s35p", "9s", by="self_draw",
                   around={2: (None, kong("4444p"))})  # fmt: skip
    assert "closed_wait" in earned(data)


def test_the_reading_shows_what_wild_tiles_stand_for() -> None:
    data = taizhou("123m68m345s567p88p", "9s", by="self_draw")
    assert settle(data)["wins"][0]["reading"] == [["123m", "678m", "567p", "88p", "345s"], []]


EAST = "major_open_pung seat_wind_pung"
LOSERS: list[Any] = [
    ("11z55z66z234m567p9p", [], 6, "dragon_pair dragon_pair seat_wind_pair"),
    ("22z33z234m5679p14s", [], 0, ""),
    ("8888p234m567s147z", [], 4, "minor_concealed_pung"),
    ("777z234m567s1479p", [], 16, "major_concealed_pung dragon_pung"),
    ("111z234m567s1479p", [], 16, "major_concealed_pung seat_wind_pung"),
    ("1111z234m567s147p", [], 16, "major_concealed_pung seat_wind_pung"),
    ("234m567s1479p", [pung("222z")], 4, "major_open_pung"),
    ("234m567s1479p", [chow("234s")], 0, ""),
    (None, [kong("5555p"), kong("1111p", "discard")], 32, "minor_concealed_kong major_open_kong"),
    (None, [kong("7777z"), pung("111z")], 100, EAST + " major_concealed_kong dragon_pung"),
    ("222m22z33z444z", [pung("333s")], 14,
     "minor_concealed_pung major_concealed_pung minor_open_pung"),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "melds", "points", "names"), LOSERS)
def test_losers_count_what_is_printed(
    hand: str | None, melds: list[Any], points: int, names: str
) -> None:
    data = taizhou("234m678m34567s99m", "8s", source=3, around={0: (hand, *melds)})
    assert loser(data, 0) == (points, sorted(names.split()))


@pytest.mark.parametrize(("wild", "tiles"), [("7z", "777z"), ("1z", "111z"), ("7m", "555z")])
def test_nothing_stands_for_anything_in_a_losers_hand(wild: str, tiles: str) -> None:
    data = taizhou("234m678p34567s99m", "8s", source=3, deal={"indicators": [wild]},
                   around={0: (f"{tiles}234m567s1479p",)})  # fmt: skip
    points, _ = loser(data, 0)
    assert points == 16


@pytest.mark.parametrize(
    ("form", "hand", "tai"),
    [
        ("none", "111z222z333z44z17m", False),
        ("little", "111z222z333z44z17m", True),
        ("little_seat_pair", "111z222z333z44z17m", False),
        ("little_seat_pair", "11z222z333z444z17m", True),
        ("big", "11z222z333z444z17m", False),
        ("little", "111z222z333z4z147m", False),
    ],
)
def test_a_loser_has_four_winds_too(form: str, hand: str, tai: bool) -> None:
    data = taizhou("234p678p34567s99p", "8s", source=3, options={"four_winds": form},
                   around={0: (hand,)})  # fmt: skip
    points, names = loser(data, 0)
    assert ("little_four_winds" in names) is tai
    assert points == 100 if tai else points <= 100


def test_a_losers_big_four_winds_are_laid_down_or_held() -> None:
    data = taizhou("234p678p34567s99p", "8s", source=3, options={"four_winds": "big"},
                   around={2: ("222z333z1m", pung("111z"), kong("4444z"))})  # fmt: skip
    points, names = loser(data, 2)
    assert (points, "big_four_winds" in names) == (100, True)


def test_wild_tiles_do_not_lie_in_sets() -> None:
    place = "seats[1].melds[0]"
    assert codes(taizhou("234m567p99m22z", "2z", pung("999s"), by="self_draw")) == [
        ("bad_meld", place)
    ]
    assert codes(taizhou("234m567p99m22z", "2z", chow("789s"), by="self_draw")) == [
        ("bad_meld", place)
    ]
    white = {"kind": "chow", "tiles": "78s5z", "claimed": "7s"}
    assert ("bad_meld", place) in codes(taizhou("234m567p99m22z", "2z", white, source=3))
