"""Every yaku of riichi.md, hit and nearly missed, with its value open and concealed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ids import case_id
from tests.rules.games.riichi.hands import PINFU, riichi, worth, yaku
from tests.rules.records import Data, chow, kong, pung, refusal, settle

NOT_BANKER = {"source": 3}


@pytest.mark.parametrize(
    ("hand", "tile", "elements"),
    [
        ("234m567m34599p67s", "8s", {"all_sequences": 1}),
        ("234m567m34577z67s", "8s", None),  # dragons are worth something
        ("234m567m34599p68s", "7s", None),  # waits for the middle
        ("234m567m34599p89s", "7s", None),  # waits for the edge
        ("234567m345p6678s", "6s", {"all_simples": 1, "all_sequences": 1}),
        ("345m567m345p678s2m", "2m", {"all_simples": 1}),
        ("234m567m345p6689s", "7s", None),
        ("22334m99p678s345p", "4m", {"all_sequences": 1, "pure_double_sequence": 1}),
        ("223344m789p556p1s", "1s", None),  # 556p is no set
        ("223344m556677p1s", "1s", {"two_pure_double_sequences": 3}),
        ("223344m66778p99s", "8p", {"two_pure_double_sequences": 3, "all_sequences": 1}),
        ("222233334444m9p", "9p", {"two_pure_double_sequences": 3}),
        ("123m456p789s1155z", "5z", {"dragon_pung": 1}),
        ("123m456p78955s22z", "2z", {"seat_wind_pung": 1}),
        ("123m456p78955s11z", "1z", {"round_wind_pung": 1}),
        ("123m456p78955s33z", "3z", None),
        ("234m234p23499s55z", "5z", {"dragon_pung": 1, "three_similar_sequences": 2}),
        ("234m234p34599s55z", "5z", {"dragon_pung": 1}),
        ("12345678m12399p", "9m", {"straight": 2, "all_sequences": 1}),
        ("123456m78p12399s", "9p", {"all_sequences": 1}),
        ("123m789p12399s11z", "1z", {"outside_hand": 2, "round_wind_pung": 1}),
        ("123m789p12388s11z", "1z", {"round_wind_pung": 1}),
        ("123m789p123s1199s", "9s", {"terminals_in_all_sets": 3}),
        ("123m789p123s1177s", "7s", None),
        ("2244m3377p55668s", "8s", {"seven_pairs": 2, "all_simples": 1}),
        ("2222m3377p55668s", "8s", None),  # seven different kinds are needed
        ("222p333m55588s77m", "8s", {"all_simples": 1, "all_pungs": 2, "three_concealed_pungs": 2}),
        ("222p333m555s678s7m", "7m", {"all_simples": 1, "three_concealed_pungs": 2}),
        ("222p333m55s678s77m", "5s", {"all_simples": 1}),  # the last pung came from another
        ("222p222m22s12399p", "2s", {"three_similar_pungs": 2}),
        ("222p333m22s12399p", "2s", None),
        ("111999m1199p333z", "9p",
         {"all_pungs": 2, "three_concealed_pungs": 2, "mixed_terminals": 2}),
        ("1199m1199p119s22z", "9s", {"seven_pairs": 2, "mixed_terminals": 2}),
        ("123m45p555666z77z", "6p", {"dragon_pung": 1, "little_three_dragons": 2}),
        ("123m45p55566z999s", "6p", {"dragon_pung": 1}),
        ("12345678m11133z", "9m", {"straight": 2, "mixed_one_suit": 3, "round_wind_pung": 1}),
        ("12345678m111p33z", "9m", {"straight": 2}),
        ("2233445566778m", "8m",
         {"all_sequences": 1, "all_simples": 1, "two_pure_double_sequences": 3,
          "pure_one_suit": 6}),
    ],
)  # fmt: skip
def test_a_concealed_hand_on_a_discard_has(hand: str, tile: str, elements: Any) -> None:
    data = riichi(hand, tile, **NOT_BANKER)
    if elements is None:
        assert refusal(data)[0] in ("below_minimum", "not_a_win")
    else:
        assert yaku(data) == elements


@pytest.mark.parametrize(
    ("hand", "tile", "melds", "elements"),
    [
        ("234m3466p", "5p", [chow("345m"), chow("678s")], {"all_simples": 1}),
        ("13m55p", "2m", [chow("123p"), chow("123s"), pung("555z")],
         {"dragon_pung": 1, "three_similar_sequences": 1}),
        ("23m55p", "1m", [chow("456m"), chow("789m"), pung("555z")],
         {"dragon_pung": 1, "straight": 1}),
        ("1z", "1z", [chow("123m"), chow("789p"), chow("789s"), pung("999m")],
         {"outside_hand": 1}),
        ("9s", "9s", [chow("123m"), chow("789p"), chow("789s"), pung("999m")],
         {"terminals_in_all_sets": 2}),
        ("22m33p", "2m", [pung("444m"), pung("555s"), pung("777p")],
         {"all_pungs": 2, "all_simples": 1}),
        ("22m", "2m", [], None),
        ("3456m", "3m", [chow("123m"), chow("678m"), pung("444z")], {"mixed_one_suit": 2}),
        ("2345m", "2m", [chow("123m"), chow("678m"), pung("999m")], {"pure_one_suit": 5}),
        ("5z", "5z", [pung("666z"), pung("777z"), chow("123m"), chow("456s")],
         {"dragon_pung": 1, "little_three_dragons": 2}),
        ("1m", "1m", [kong("2222p"), kong("3333s", "discard"), kong("4444s", "added"),
                      chow("456m")], {"three_kongs": 2}),
        ("11m99p", "9p", [pung("999m"), pung("333z"), pung("111s")],
         {"all_pungs": 2, "mixed_terminals": 2}),
    ],
)  # fmt: skip
def test_an_open_hand_has(hand: str, tile: str, melds: list[Data], elements: Any) -> None:
    data = riichi(hand, tile, *melds, **NOT_BANKER)
    if elements is None:
        assert refusal(data)[0] == "bad_tiles"
    else:
        assert yaku(data) == elements


@pytest.mark.parametrize(
    ("how", "elements"),
    [
        ({}, {"all_sequences": 1, "fully_concealed_self_draw": 1}),
        ({"riichi": True, **NOT_BANKER}, {"riichi": 1, "all_sequences": 1}),
        ({"before": {"declared": ["double_riichi"]}, **NOT_BANKER},
         {"double_riichi": 2, "all_sequences": 1}),
        ({"before": {"declared": ["riichi", "double_riichi"]}, **NOT_BANKER},
         {"double_riichi": 2, "all_sequences": 1}),
        ({"riichi": True, "marks": ("ippatsu",), **NOT_BANKER},
         {"riichi": 1, "ippatsu": 1, "all_sequences": 1}),
        ({"riichi": True, "marks": ("ippatsu",), "options": {"ippatsu": False}, **NOT_BANKER},
         {"riichi": 1, "all_sequences": 1}),
        ({"marks": ("last_discard",), **NOT_BANKER}, {"last_discard": 1, "all_sequences": 1}),
        ({"marks": ("last_tile",)},
         {"last_tile": 1, "all_sequences": 1, "fully_concealed_self_draw": 1}),
        ({"by": "robbed_kong", **NOT_BANKER}, {"robbing_the_kong": 1, "all_sequences": 1}),
    ],
    ids=case_id,
)  # fmt: skip
def test_the_way_of_winning_brings(how: Data, elements: dict[str, int]) -> None:
    assert yaku(riichi(*PINFU, **how)) == elements


def test_a_kongs_supplement_brings_a_han_open_or_concealed() -> None:
    hand = ("234m40p22s", "6p", kong("3333s"), chow("678m"))
    assert yaku(riichi(*hand, marks=("kong_draw",)))["kong_draw"] == 1
    concealed_hand = ("234678m40p22s", "6p", kong("3333s"))
    assert yaku(riichi(*concealed_hand, marks=("kong_draw",))) == {
        "kong_draw": 1,
        "fully_concealed_self_draw": 1,
        "all_simples": 1,
    }


@pytest.mark.parametrize(
    ("hand", "tile", "melds", "by_draw", "elements"),
    [
        ("19m19p19s1234567z", "1m", [], False, {"thirteen_orphans_13_wait": 1}),
        ("119m19p19s123456z", "7z", [], False, {"thirteen_orphans": 1}),
        ("222p333m555s88s77m", "8s", [], True, {"four_concealed_pungs": 1}),
        ("222p333m555888s7m", "7m", [], False, {"four_concealed_pungs_pair_wait": 1}),
        ("333m555888s7m", "7m", [kong("2222p")], False, {"four_concealed_pungs_pair_wait": 1}),
        ("23m99s", "1m", [pung("555z"), pung("666z"), pung("777z")], False,
         {"big_three_dragons": 1}),
        ("23m44z", "1m", [pung("111z"), pung("222z"), pung("333z")], False,
         {"little_four_winds": 1}),
        ("9m", "9m", [pung("111z"), pung("222z"), pung("333z"), pung("444z")], False,
         {"big_four_winds": 1}),
        ("11z55z", "1z", [pung("222z"), pung("666z"), pung("777z")], False, {"all_honors": 1}),
        ("1122334455667z", "7z", [], False, {"all_honors": 1}),
        ("11m99m", "1m", [pung("111p"), pung("999p"), pung("999s")], False, {"all_terminals": 1}),
        ("22334466888s66z", "6z", [], False, {"all_green": 1}),
        ("2233444666888s", "2s", [], False, {"all_green": 1}),
        ("1112345678999s", "5s", [], False, {"pure_nine_gates": 1}),
        ("1112345677999s", "8s", [], False, {"nine_gates": 1}),
        ("1112345678999s", "9s", [], False, {"pure_nine_gates": 1}),
        ("1m", "1m", [kong("2222p"), kong("3333s", "discard"), kong("4444s", "added"),
                      kong("5550m")], False, {"four_kongs": 1}),
    ],
)  # fmt: skip
def test_a_yakuman_is_counted_alone(
    hand: str, tile: str, melds: list[Data], by_draw: bool, elements: dict[str, int]
) -> None:
    data = riichi(hand, tile, *melds, **({} if by_draw else NOT_BANKER))
    (entry,) = settle(data)["wins"]
    assert yaku(data) == elements
    assert (entry["han"], entry["fu"], entry["limit"]) == (None, None, "yakuman")
    assert entry["fu_items"] == []


@pytest.mark.parametrize(
    ("hand", "tile", "melds", "doubled"),
    [
        ("19m19p19s1234567z", "1m", [], True),
        ("222p333m555888s7m", "7m", [], True),
        ("9m", "9m", [pung("111z"), pung("222z"), pung("333z"), pung("444z")], True),
        ("1112345678999s", "5s", [], True),
        ("119m19p19s123456z", "7z", [], False),
        ("1112345677999s", "8s", [], False),
    ],
)
def test_four_yakuman_are_two_by_option(
    hand: str, tile: str, melds: list[Data], doubled: bool
) -> None:
    data = riichi(hand, tile, *melds, options={"double_yakuman": True}, **NOT_BANKER)
    assert list(yaku(data).values()) == [2 if doubled else 1]
    assert worth(data)[2] == (64000 if doubled else 32000)


def test_several_yakuman_add_up() -> None:
    data = riichi("111222333z4455z", "5z", **NOT_BANKER)
    assert yaku(data) == {"little_four_winds": 1, "all_honors": 1}
    assert worth(data)[2] == 64000


def test_the_dealt_hand_of_the_banker_is_a_yakuman() -> None:
    assert yaku(riichi(*PINFU, winner=0, marks=("dealt",))) == {"heavenly_hand": 1}


def test_the_first_draw_of_another_is_a_yakuman() -> None:
    assert yaku(riichi(*PINFU, marks=("first_draw",))) == {"earthly_hand": 1}


@pytest.mark.parametrize(
    ("option", "hand", "elements", "points"),
    [
        ("none", PINFU, {"all_sequences": 1}, 1000),
        ("mangan", PINFU, {"human_hand": 5}, 8000),
        ("mangan", ("123m456p78955s33z", "3z"), {"human_hand": 5}, 8000),
        ("mangan", ("22334455667m99m", "7m"),
         {"all_sequences": 1, "two_pure_double_sequences": 3, "pure_one_suit": 6}, 16000),
        ("yakuman", PINFU, {"human_hand": 1}, 32000),
    ],
)  # fmt: skip
def test_a_win_before_the_first_draw_is_worth_what_the_house_says(
    option: str, hand: tuple[str, str], elements: dict[str, int], points: int
) -> None:
    data = riichi(*hand, marks=("before_first_draw",), options={"human_hand": option}, **NOT_BANKER)
    assert yaku(data) == elements
    assert worth(data)[2] == points


def test_open_all_simples_is_a_matter_of_the_house() -> None:
    hand = ("234m3466p", "5p", chow("345m"), chow("678s"))
    assert yaku(riichi(*hand, **NOT_BANKER)) == {"all_simples": 1}
    win = riichi(*hand, options={"open_tanyao": False}, **NOT_BANKER)
    assert refusal(win) == ("below_minimum", "wins[0]")


def test_the_better_paid_of_two_readings_counts() -> None:
    # 111222333m could be three runs as well; three concealed pungs bring more
    assert "three_concealed_pungs" in yaku(riichi("111222333m99p45s", "6s", **NOT_BANKER))
    # the drawn 4m completes the pair or a run; as a run the hand is pinfu
    assert "all_sequences" in yaku(riichi("2344m567m345p678s", "4m"))
