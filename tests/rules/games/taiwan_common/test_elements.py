"""Every scoring element of taiwan-common.md, hit and nearly missed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ids import case_id
from tests.rules.games.taiwan.hands import PLAIN, tai
from tests.rules.games.taiwan_common.hands import CLOSED, common
from tests.rules.records import Data, chow, items, kong, pung, seat, settle

DRAWN = {"self_draw": 1}
CLAIMED = (chow("234m"), pung("888p"))


def plain(**how: Any) -> Data:
    """Return what the hand without tai earns when it is won in some way."""
    return tai(common(*PLAIN, **{"source": 3, **how}))


def earn(**how: Any) -> Data:
    """Return what the same hand earns with nothing claimed."""
    return tai(common(*CLOSED, **{"source": 3, **how}))


def test_a_hand_may_win_without_any_tai() -> None:
    assert plain() == {}


@pytest.mark.parametrize(
    ("how", "earned"),
    [
        ({"source": None}, DRAWN),
        ({"source": None, "marks": ("last_tile",)}, {**DRAWN, "last_tile": 1}),
        ({"marks": ("last_tile",)}, {}),
        ({"source": None, "marks": ("kong_draw",)}, {**DRAWN, "kong_draw": 1}),
        ({"source": None, "marks": ("flower_draw",)}, {**DRAWN, "kong_draw": 1}),
        ({"source": None, "marks": ("flower_draw", "kong_draw")}, {**DRAWN, "kong_draw": 1}),
        ({"marks": ("kong_draw",)}, {}),
        ({"by": "robbed_kong"}, {"robbing_the_kong": 1}),
        ({"marks": ("last_discard",)}, {"last_discard": 1}),
        ({"by": "robbed_kong", "marks": ("last_discard",)}, {"robbing_the_kong": 1}),
        ({"source": None, "marks": ("last_discard",)}, DRAWN),
        ({"source": None, "marks": ("dealt",)}, DRAWN),
        ({"source": None, "marks": ("first_draw",)}, DRAWN),
        ({"marks": ("before_first_draw",)}, {}),
        ({"before": {"declared": ["ready"]}}, {}),
    ],
    ids=case_id,
)  # fmt: skip
def test_the_way_of_winning(how: Data, earned: Data) -> None:
    assert plain(**how) == earned


@pytest.mark.parametrize(
    ("how", "earned"),
    [
        ({}, {"concealed_hand": 1}),
        ({"by": "robbed_kong"}, {"concealed_hand": 1, "robbing_the_kong": 1}),
        ({"source": None}, {"fully_concealed_self_draw": 3}),
        ({"before": {"flowers": "1f"}}, {"concealed_hand": 1}),
    ],
    ids=case_id,
)
def test_a_concealed_hand(how: Data, earned: Data) -> None:
    assert earn(**how) == earned


@pytest.mark.parametrize(
    ("kind", "earned"),
    [("concealed", {"concealed_hand": 1}), ("discard", {}), ("added", {})],
)
def test_a_concealed_kong_keeps_the_hand_concealed(kind: str, earned: Data) -> None:
    meld = kong("8888p", kind) | ({"from": 2} if kind != "concealed" else {})
    data = common("234m345p45667s33z", "8s", meld, source=3)
    assert tai(data) == earned


FIVE_CLAIMED = (chow("234m"), pung("888p"), chow("345p"), chow("456s"), pung("111s"))


@pytest.mark.parametrize(
    ("melds", "how", "earned"),
    [
        (FIVE_CLAIMED, {"source": 3}, {"melded_hand": 3}),
        (FIVE_CLAIMED, {"source": 3, "by": "robbed_kong"},
         {"robbing_the_kong": 1, "melded_hand": 3}),
        (FIVE_CLAIMED, {}, {**DRAWN, "only_wait": 1}),
        (FIVE_CLAIMED, {"options": {"half_begging": True}},
         {**DRAWN, "only_wait": 1, "half_melded_hand": 1}),
        (FIVE_CLAIMED, {"source": 3, "options": {"half_begging": True}}, {"melded_hand": 3}),
        ((*FIVE_CLAIMED[:4], kong("1111s")), {"source": 3}, {"only_wait": 1}),
        ((*FIVE_CLAIMED[:4], kong("1111s")), {"options": {"half_begging": True}},
         {**DRAWN, "only_wait": 1}),
    ],
)  # fmt: skip
def test_all_begged_and_half_begged(melds: tuple[Data, ...], how: Data, earned: Data) -> None:
    assert tai(common("4z", "4z", *melds, **how)) == earned


@pytest.mark.parametrize(
    ("hand", "tile", "melds", "how", "earned"),
    [
        ("111m555p999s67s22z", "8s", (chow("234m"),), {"source": 3},
         {"three_concealed_pungs": 2}),
        ("111m555p99s678m22z", "9s", (chow("234m"),), {"source": 3}, {}),
        ("111m555p99s678m22z", "9s", (chow("234m"),), {},
         {**DRAWN, "three_concealed_pungs": 2}),
        ("111m999s67s22z", "8s", (chow("234m"), kong("5555p")), {"source": 3},
         {"three_concealed_pungs": 2}),
        ("111m999s67s22z", "8s", (chow("234m"), kong("5555p", "added")), {"source": 3}, {}),
        ("111m555p999s67s22z333z", "8s", (), {},
         {"fully_concealed_self_draw": 3, "four_concealed_pungs": 5}),
        ("111m555p999s22z33z", "3z", (pung("777p"),), {},
         {**DRAWN, "all_pungs": 4, "four_concealed_pungs": 5}),
        ("111m555p999s22z33z", "3z", (pung("777p"),), {"source": 3},
         {"all_pungs": 4, "three_concealed_pungs": 2}),
        ("111m555p999s333z777p4z", "4z", (), {},
         {"fully_concealed_self_draw": 3, "only_wait": 1, "all_pungs": 4,
          "five_concealed_pungs": 8}),
        ("111m555p999s333z77p44z", "7p", (), {"source": 3},
         {"concealed_hand": 1, "all_pungs": 4, "four_concealed_pungs": 5}),
    ],
)  # fmt: skip
def test_concealed_pungs(
    hand: str, tile: str, melds: tuple[Data, ...], how: Data, earned: Data
) -> None:
    assert tai(common(hand, tile, *melds, **how)) == earned


@pytest.mark.parametrize(
    ("pungs", "how", "earned"),
    [
        (("555z",), {}, {"dragon_pung": 1}),
        (("666z", "777z"), {}, {"dragon_pung": 2}),
        (("111z",), {}, {"round_wind_pung": 1}),
        (("111z",), {"state": {"round": 2}}, {}),
        (("444z",), {"state": {"round": 4}}, {"round_wind_pung": 1}),
        (("222z",), {}, {"seat_wind_pung": 1}),
        (("222z",), {"state": {"round": 2}}, {"round_wind_pung": 1, "seat_wind_pung": 1}),
        (("333z",), {}, {}),
        (("333z",), {"options": {"any_wind": True}}, {"wind_pung": 1}),
        (("333z", "444z"), {"options": {"any_wind": True}}, {"wind_pung": 2}),
        (("111z", "222z"), {"options": {"any_wind": True}},
         {"round_wind_pung": 1, "seat_wind_pung": 1}),
    ],
    ids=case_id,
)  # fmt: skip
def test_dragons_and_winds(pungs: tuple[str, ...], how: Data, earned: Data) -> None:
    runs = "345p45678m" if len(pungs) == 2 else "345p45678m123s"
    data = common(f"{runs}88s", "9m", *map(pung, pungs), source=3, **how)
    assert tai(data) == earned


LITTLE_WINDS = (pung("111z"), pung("222z"), pung("333z"))
FLUSH = (chow("123m"), chow("456m"), pung("888m"))


@pytest.mark.parametrize(
    ("hand", "tile", "melds", "options", "earned"),
    [
        ("234m99m66z", "6z", FLUSH, {}, {"mixed_one_suit": 4, "dragon_pung": 1}),
        ("23457m99m", "6m", FLUSH, {}, {"only_wait": 1, "pure_one_suit": 8}),
        ("234m99p66z", "6z", FLUSH, {}, {"dragon_pung": 1}),
        ("345p34s77z", "2s", (pung("555z"), pung("666z"), pung("888p")), {},
         {"little_three_dragons": 4}),
        ("345p34s11z", "2s", (pung("555z"), pung("666z"), pung("777z")), {},
         {"big_three_dragons": 8}),
        ("345p34s44z", "2s", LITTLE_WINDS, {}, {"little_four_winds": 8}),
        ("345p34s44z", "2s", LITTLE_WINDS, {"any_wind": True}, {"little_four_winds": 8}),
        ("345p34s44z", "2s", LITTLE_WINDS, {"little_four_winds_with_winds": True},
         {"round_wind_pung": 1, "seat_wind_pung": 1, "little_four_winds": 8}),
        ("345p34s44z", "2s", LITTLE_WINDS,
         {"little_four_winds_with_winds": True, "any_wind": True},
         {"round_wind_pung": 1, "seat_wind_pung": 1, "little_four_winds": 8, "wind_pung": 1}),
        ("34s55p", "2s", (*LITTLE_WINDS, pung("444z")), {}, {"big_four_winds": 16}),
        ("34s55p", "2s", (*LITTLE_WINDS, pung("444z")),
         {"little_four_winds_with_winds": True, "any_wind": True}, {"big_four_winds": 16}),
        ("345p34s55z", "2s", LITTLE_WINDS, {}, {"round_wind_pung": 1, "seat_wind_pung": 1}),
    ],
)  # fmt: skip
def test_suits_dragons_and_winds(
    hand: str, tile: str, melds: tuple[Data, ...], options: Data, earned: Data
) -> None:
    assert tai(common(hand, tile, *melds, source=3, options=options)) == earned


@pytest.mark.parametrize(
    ("options", "earned"),
    [
        ({}, {"all_pungs": 4, "all_honors": 8}),
        ({"all_honors_absorbs_all_pungs": True}, {"all_pungs": 4, "all_honors": 8}),
        ({"all_honors_tai": 16}, {"all_pungs": 4, "all_honors": 16}),
        ({"all_honors_tai": 16, "all_honors_absorbs_all_pungs": True}, {"all_honors": 16}),
    ],
    ids=case_id,
)
def test_all_honors_with_all_pungs(options: Data, earned: Data) -> None:
    data = common(
        "44455z77z", "7z", pung("222z"), pung("333z"), pung("666z"), source=3, options=options
    )
    assert tai(data) == earned | {"little_three_dragons": 4, "seat_wind_pung": 1}


@pytest.mark.parametrize(
    ("flowers", "options", "earned"),
    [
        ("15f", {}, {}),
        ("26f", {}, {"seat_flower": 2}),
        ("1234f", {}, {"seat_flower": 1, "flower_set": 1}),
        ("5678f", {}, {"seat_flower": 1, "flower_set": 1}),
        ("123f", {}, {"seat_flower": 1}),
        ("1245678f", {}, {"seat_flower": 2, "flower_set": 1}),
        ("12f", {"any_flower": True}, {"seat_flower": 1, "flower": 1}),
        ("1234f", {"any_flower": True}, {"seat_flower": 1, "flower_set": 1, "flower": 3}),
        ("12345678f", {"any_flower": True}, {"all_flowers": 16}),
        ("12345678f", {}, {"all_flowers": 16}),
    ],
)
def test_flowers(flowers: str, options: Data, earned: Data) -> None:
    assert plain(before={"flowers": flowers}, options=options) == earned


@pytest.mark.parametrize(
    ("east", "flowers"), [(1, "15f"), (0, "26f"), (3, "38f"), (2, "47f")], ids=case_id
)
def test_the_bamboo_is_wests_and_the_chrysanthemum_norths(east: int, flowers: str) -> None:
    assert plain(deal={"east": east}, before={"flowers": flowers}) == {"seat_flower": 2}
    others = "".join(sorted(set("12345678") - set(flowers)))
    assert "seat_flower" not in plain(deal={"east": east}, before={"flowers": others + "f"})


@pytest.mark.parametrize(
    ("declared", "facts", "options", "how", "earned"),
    [
        (["migi"], {}, {}, {}, {"migi": 8}),
        (["migi"], {}, {}, {"source": None}, {"fully_concealed_self_draw": 2, "migi": 8}),
        (["migi"], {"migi_turn": 2}, {}, {}, {"migi": 8}),
        (["migi"], {"migi_turn": 3}, {}, {}, {"concealed_hand": 1}),
        (["migi"], {"migi_turn": 3}, {}, {"source": None}, {"fully_concealed_self_draw": 3}),
        (["migi"], {"migi_turn": 3}, {"migi_turns": 4}, {}, {"migi": 8}),
        (["migi"], {"migi_turn": 2}, {"migi_turns": 1}, {}, {"concealed_hand": 1}),
        (["migi"], {"migi_turn": 3}, {"migi_turns": 3}, {}, {"migi": 8}),
        (["migi"], {"migi_turn": 4}, {"migi_turns": 3}, {}, {"concealed_hand": 1}),
        (["ready"], {}, {}, {}, {"concealed_hand": 1}),
        (["ready"], {}, {"ready_bonus": True}, {}, {"concealed_hand": 1, "ready_declared": 1}),
        (["ready", "migi"], {}, {"ready_bonus": True}, {}, {"migi": 8}),
        (["ready", "migi"], {"migi_turn": 3}, {"ready_bonus": True}, {},
         {"concealed_hand": 1, "ready_declared": 1}),
        ([], {"migi_turn": 1}, {}, {}, {"concealed_hand": 1}),
    ],
)  # fmt: skip
def test_readiness(
    declared: list[str], facts: Data, options: Data, how: Data, earned: Data
) -> None:
    before = {"declared": declared, "facts": facts}
    assert earn(before=before, options=options, **how) == earned


def test_who_claimed_may_declare_ready() -> None:
    assert plain(before={"declared": ["ready"]}, options={"ready_bonus": True}) == {
        "ready_declared": 1
    }


@pytest.mark.parametrize("declared", [[], ["migi"]], ids=case_id)
def test_hands_won_before_the_game_began(declared: list[str]) -> None:
    before = {"declared": declared}
    human = earn(marks=("before_first_draw",), before=before)
    earthly = earn(source=None, marks=("first_draw",), before=before)
    heavenly = earn(source=None, marks=("dealt",), before=before, winner=0)
    assert (human, earthly) == ({"human_hand": 16}, {"earthly_hand": 16})
    assert heavenly == {"heavenly_hand": 16}


def test_a_dealt_hand_has_no_wait_and_a_first_draw_does() -> None:
    hand = ("234888m345p123678s3z", "3z")
    assert tai(common(*hand, winner=0, marks=("dealt",))) == {"heavenly_hand": 16}
    assert tai(common(*hand, marks=("first_draw",))) == {"only_wait": 1, "earthly_hand": 16}
    human = common(*hand, source=0, marks=("before_first_draw",))
    assert tai(human) == {"only_wait": 1, "human_hand": 16}


def test_a_house_may_give_the_dealt_hand_24() -> None:
    house = {"heavenly_hand_tai": 24}
    assert earn(source=None, winner=0, marks=("dealt",), options=house) == {"heavenly_hand": 24}


@pytest.mark.parametrize(
    ("how", "earned"),
    [
        ({"marks": ("before_first_draw",), "winner": 0}, {"concealed_hand": 1}),
        ({"marks": ("before_first_draw",), "by": "robbed_kong"},
         {"concealed_hand": 1, "robbing_the_kong": 1}),
        ({"marks": ("first_draw",)}, {"concealed_hand": 1}),
        ({"marks": ("first_draw",), "source": None, "winner": 0}, {"fully_concealed_self_draw": 3}),
        ({"marks": ("dealt",), "source": None}, {"fully_concealed_self_draw": 3}),
    ],
    ids=case_id,
)  # fmt: skip
def test_marks_of_the_wrong_seat_or_way_earn_nothing(how: Data, earned: Data) -> None:
    assert earn(**how) == earned


@pytest.mark.parametrize("meld", [pung("999p"), kong("9999p")], ids=case_id)
def test_a_claim_before_undoes_human_and_earthly_hands(meld: Data) -> None:
    human = common(*CLOSED, source=3, marks=("before_first_draw",))
    earthly = common(*CLOSED, marks=("first_draw",))
    for data in (human, earthly):
        data["seats"][2] = seat(2, 4, None, meld)
        assert "human_hand" not in tai(data)
        assert "earthly_hand" not in tai(data)


@pytest.mark.parametrize(
    ("melds", "earned"),
    [
        ((kong("8888p", "added"),), {"open_kong": 1}),
        ((kong("8888p", "discard") | {"from": 3},), {"open_kong": 1}),
        ((kong("8888p"),), {"concealed_kong": 2}),
        ((pung("888p"),), {}),
    ],
    ids=case_id,
)
def test_kongs_earn_tai_in_some_houses(melds: tuple[Data, ...], earned: Data) -> None:
    hand = ("345p45667s33z", "8s", chow("234m"))
    assert tai(common(*hand, *melds, source=3, options={"kong_tai": True})) == earned
    assert tai(common(*hand, *melds, source=3)) == {}


def test_two_concealed_kongs_earn_four() -> None:
    hand = ("345p45667s33z", "8s", kong("2222m"), kong("8888p"))
    data = common(*hand, source=3, options={"kong_tai": True})
    assert tai(data) == {"concealed_hand": 1, "concealed_kong": 4}


@pytest.mark.parametrize(
    ("hand", "tile", "how", "earned"),
    [
        ("345678m23456p99s", "1p", {}, {"all_sequences": 2, "no_honors_no_flowers": 2}),
        ("345678m23456p99s", "1p", {"before": {"flowers": "3f"}}, {}),
        ("345678m23456p99s", "1p", {"options": {"no_honors_no_flowers": False}},
         {"all_sequences": 2}),
        ("345678m23456p44z", "1p", {}, {}),
    ],
)  # fmt: skip
def test_no_honors_no_flowers(hand: str, tile: str, how: Data, earned: Data) -> None:
    how = {"options": {"no_honors_no_flowers": True}, **how}
    assert tai(common(hand, tile, chow("123s"), source=3, **how)) == earned


def test_items_stand_in_the_order_of_the_table() -> None:
    answer = settle(common(*CLOSED, state={"repeats": 2}, before={"flowers": "2f"}))
    assert list(items(answer)) == ["banker", "repeats", "fully_concealed_self_draw", "seat_flower"]
    assert items(answer)["repeats"] == 4
