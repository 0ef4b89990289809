"""Every scoring element of wuhan.md, hit and nearly missed."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from tests.rules.games.wuhan.hands import NO_MINIMUM, PLAIN, names, wuhan
from tests.rules.records import Data, chow, code, item_values, kong, net, pung, settle

OPEN_FOUR = (chow("234p"), pung("999m"), pung("666s"), chow("567p"))
FIVES = ("2558m58p2588s", "5s", pung("222p"))
HONORS = ("2233445566z", "3z", pung("111z"))


def free(*hand: Any, **how: Any) -> Data:
    """Return the record of a hand played without a minimum."""
    return wuhan(*hand, **{"options": NO_MINIMUM, **how})


def test_a_minor_win_is_one_point_doubled() -> None:
    assert item_values(wuhan(*PLAIN)) == {
        "common_win": 1,
        "open_sets": 1,
        "no_wild": 1,
        "self_draw": 1,
    }
    assert net(wuhan(*PLAIN)) == [-16, 32, -8, -8]


def test_the_score_is_the_base() -> None:
    entry = settle(wuhan(*PLAIN))["wins"][0]
    assert (entry["score"], entry["unit"]) == (1, "points")


def test_the_reading_shows_the_concealed_sets_then_those_laid_down() -> None:
    concealed, melds = settle(wuhan(*PLAIN))["wins"][0]["reading"]
    assert sorted(concealed) == ["234s", "456m", "55s", "789p"]
    assert melds == ["123m"]


def test_every_loser_sees_his_own_doubles() -> None:
    data = wuhan(*PLAIN, source=3, around={2: {"aside": "7z"}}, options=NO_MINIMUM)
    losers = {one["seat"]: one for one in settle(data)["losers"]}
    assert {seat: [item["id"] for item in one["items"]] for seat, one in losers.items()} == {
        0: ["banker"],
        2: ["kong_tile"],
        3: ["claimed"],
    }
    assert {seat: one["score"] for seat, one in losers.items()} == {0: 8, 2: 8, 3: 8}


@pytest.mark.parametrize(
    ("hand", "how", "majors"),
    [
        (("4567891199m", "9m", chow("123m")), {}, {"pure_one_suit"}),
        (HONORS, {}, {"all_honors"}),
        (("2223334445z", "5z", pung("111z")), {}, {"all_honors", "all_pungs"}),
        (FIVES, {}, {"all_eyes"}),
        (("222m555m888m2s", "2s", pung("222p")), {}, {"all_eyes", "all_pungs"}),
        (("333m777p999m4s", "4s", pung("111m")), {}, {"all_pungs"}),
        (("8s", "8s", *OPEN_FOUR), {"source": 3}, {"melded_hand"}),
        (PLAIN, {"marks": ("last_tile",)}, {"last_tile"}),
        (PLAIN, {"marks": ("kong_draw",)}, {"kong_draw"}),
        (
            PLAIN,
            {
                "by": "robbed_kong",
                "source": 3,
                "around": {3: {"melds": [pung("444s") | {"from": 0}]}},
            },
            {"robbing_the_kong"},
        ),
        (("222m555m888m3m", "3m", pung("777m")), {}, {"pure_one_suit", "all_pungs"}),
        (FIVES, {"marks": ("last_tile",)}, {"all_eyes", "last_tile"}),
        (FIVES, {"marks": ("kong_draw",)}, {"all_eyes", "kong_draw"}),
        (
            ("5s", "5s", pung("222m"), pung("555m"), pung("888m"), pung("222s")),
            {"source": 3},
            {"all_eyes", "all_pungs", "melded_hand"},
        ),
    ],
)
def test_major_conditions(hand: tuple[Any, ...], how: Data, majors: set[str]) -> None:
    data = free(*hand, **how)
    ordinary = {"open_sets", "no_wild", "self_draw"}
    assert names(data) - ordinary == majors
    assert settle(data)["wins"][0]["score"] == 10 * len(majors)


@pytest.mark.parametrize(
    ("hand", "how", "missing"),
    [
        (("4567895599m", "9m", chow("123p")), {}, "pure_one_suit"),
        (("223344566z5s", "5s", pung("111z")), {}, None),
        (("2558m58p2588s", "4s", pung("222p")), {}, None),
        (("333m77755p23s", "4s", pung("111m")), {}, "all_pungs"),
        (("8s", "8s", *OPEN_FOUR), {}, "melded_hand"),
        (("8s", "8s", *OPEN_FOUR[:3], kong("1111p")), {"source": 3}, "melded_hand"),
        (PLAIN, {"source": 3, "marks": ("kong_draw",)}, "kong_draw"),
        (("4567891199m", "9m", chow("123m")), {"marks": ("kong_draw",)}, "kong_draw"),
        (("4567891199m", "9m", chow("123m")), {"marks": ("last_tile",)}, "last_tile"),
        (HONORS, {"marks": ("kong_draw",)}, "kong_draw"),
    ],
)
def test_major_conditions_nearly_met(hand: tuple[Any, ...], how: Data, missing: str | None) -> None:
    if missing is None:
        assert code(free(*hand, **how)) == "not_a_win"
    else:
        assert missing not in names(free(*hand, **how))


def test_all_claimed_is_none_on_a_robbed_kong() -> None:
    robbed = {3: {"melds": [pung("888s") | {"from": 0}]}}
    data = free("1s", "8s", *OPEN_FOUR, by="robbed_kong", source=3, around=robbed)
    assert names(data) == {"robbing_the_kong", "open_sets"}


def test_all_claimed_needs_a_pair_not_two_different_eyes() -> None:
    sets = (pung("222m"), pung("555m"), pung("888m"), pung("222s"))
    assert names(free("5s", "8s", *sets, source=3)) == {"all_eyes", "open_sets", "no_wild"}


def test_kong_bloom_and_bottom_tile_take_the_place_of_the_own_tile() -> None:
    for mark in ("kong_draw", "last_tile"):
        assert names(wuhan(*PLAIN, marks=(mark,))) == {mark, "open_sets", "no_wild"}


def test_kong_bloom_with_other_eyes_leaves_the_own_tile_its_half_double() -> None:
    pure = ("4567891199m", "9m", chow("123m"))
    elements = item_values(wuhan(*pure, marks=("kong_draw",)))
    assert elements == {"pure_one_suit": 10, "open_sets": 1, "no_wild": 1, "self_draw": 0}
    assert net(wuhan(*pure, marks=("kong_draw",))) == [-60, 180, -60, -60]


def test_all_honors_with_kong_bloom_never_has_eyes() -> None:
    elements = item_values(wuhan(*HONORS, marks=("kong_draw",)))
    assert elements == {"all_honors": 10, "open_sets": 1, "no_wild": 1, "self_draw": 0}


def test_other_marks_change_nothing() -> None:
    assert names(wuhan(*PLAIN, marks=("first_draw", "dealt"))) == names(wuhan(*PLAIN))


@pytest.mark.parametrize(
    ("lying", "gains", "element", "value"),
    [
        ({"aside": "7z"}, [-32, 64, -16, -16], "kong_tile", 1),
        ({"aside": "77z"}, [-64, 128, -32, -32], "kong_tile", 2),
        ({"aside": "1s"}, [-64, 128, -32, -32], "wild_kong", 2),
        ({"aside": "11s"}, [-256, 512, -128, -128], "wild_kong", 4),
    ],
)
def test_single_tiles_aside_double(lying: Data, gains: list[int], element: str, value: int) -> None:
    data = wuhan(*PLAIN, before=lying)
    assert item_values(data)[element] == value
    assert net(data) == gains


@pytest.mark.parametrize(
    ("sets", "elements", "total"),
    [
        ((chow("123m"), kong("7777p", "discard")), {"open_sets": 1, "open_kong": 1}, 64),
        ((chow("123m"), kong("7777p", "added")), {"open_sets": 1, "open_kong": 1}, 64),
        ((chow("123m"), kong("7777p")), {"open_sets": 1, "concealed_kong": 2}, 128),
        ((chow("123m"), pung("777p")), {"open_sets": 1}, 32),
        ((kong("3333p", "added"), kong("7777p", "discard")), {"open_sets": 1, "open_kong": 2}, 128),
    ],
)
def test_kongs_double(sets: tuple[Data, ...], elements: Data, total: int) -> None:
    data = wuhan("456m2355s", "4s", *sets)
    rest = {"common_win": 1, "no_wild": 1, "self_draw": 1}
    assert item_values(data) == rest | elements
    assert net(data)[1] == total


def test_losers_double_by_what_they_laid_down_themselves() -> None:
    around = {
        0: {"melds": [pung("111p") | {"from": 2}, kong("2222p", "added") | {"from": 1}]},
        2: {"melds": [kong("3333p")], "aside": "7z"},
        3: {"aside": "1s"},
    }
    # 8 each: banker, open and open kong ×8; closed kong and red ×8; wild ×4
    assert net(wuhan(*PLAIN, around=around)) == [-64, 160, -64, -32]


def test_the_banker_doubles_a_minor_win_only() -> None:
    as_banker = wuhan(*PLAIN, state={"banker": 1})
    assert item_values(as_banker)["banker"] == 1
    assert net(as_banker) == [-16, 48, -16, -16]
    major = wuhan(*PLAIN, marks=("kong_draw",), state={"banker": 1})
    assert "banker" not in names(major)
    assert net(major) == net(wuhan(*PLAIN, marks=("kong_draw",)))


def test_the_discarder_doubles_a_minor_win_and_half_a_major_one() -> None:
    assert net(free(*PLAIN, source=3)) == [-8, 20, -4, -8]
    assert net(free("333m777p999m4s", "4s", pung("111m"), source=3)) == [-40, 140, -40, -60]


def test_own_tile_is_half_a_double_in_a_major_win() -> None:
    assert net(wuhan("333m777p999m4s", "4s", pung("111m"))) == [-60, 180, -60, -60]


@pytest.mark.parametrize(
    ("hand", "tile", "is_hard"),
    [
        ("456m789p2355s", "4s", True),
        ("456m789p123s5s", "5s", True),  # the wild 1s is itself
        ("456m78p12355s", "9p", True),
        ("456m789p13s55s", "4s", False),
        ("456m789p123s1s", "5s", False),
    ],
)
def test_hard_means_no_wild_tile_or_only_as_itself(hand: str, tile: str, is_hard: bool) -> None:
    data = free(hand, tile, chow("123m"))
    if hand.count("1") > 1:
        assert code(data) == "barred"
    else:
        assert ("no_wild" in names(data)) is is_hard


def test_a_wild_tile_aside_leaves_the_hand_hard() -> None:
    assert "no_wild" in names(wuhan(*PLAIN, before={"aside": "1s"}))


def test_an_irregular_hand_is_hard_where_the_wild_face_fits() -> None:
    eyes = ("258m588p2558s", "2m", pung("222p"))
    wild_five = {"deal": {"indicators": ["4s"]}}
    assert "no_wild" in names(free(*eyes, **wild_five))
    wild_three = ("2358m58p2588s", "5s", pung("222p"))
    assert "no_wild" not in names(free(*wild_three, deal={"indicators": ["2m"]}))
    east_wild = ("1233445566z", "3z", pung("222z"))
    assert "no_wild" in names(free(*east_wild, deal={"indicators": ["5z"]}))


def test_half_a_double_is_told_as_a_factor() -> None:
    answer = rules.settle_json(wuhan(*HONORS))
    (own,) = [item for item in answer["wins"][0]["items"] if item["id"] == "self_draw"]
    assert own == {"id": "self_draw", "value": 0, "factor": "×1.5"}
