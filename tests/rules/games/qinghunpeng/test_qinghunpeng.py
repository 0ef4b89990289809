"""What Qing-hun-peng hands are worth, and which are none."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.games.qinghunpeng.hands import HONORS, MIXED, PUNGS, qinghunpeng
from tests.rules.records import Data, chow, item_values, kong, points, pung, refusal, settle

FLOWERS: Data = {"before": {"flowers": "12345678f"}}


@pytest.mark.parametrize(
    ("hand", "name", "worth"),
    [
        (PUNGS, "all_pungs", 40),
        (("1235578p", "9p", pung("444z"), chow("456p")), "mixed_one_suit", 30),
        (("11s44z777s", "1s", pung("222z"), pung("555s")), "mixed_one_suit_pungs", 100),
        (("1112223334s", "4s", pung("777z")), "mixed_one_suit_pungs", 100),
        (("1233445567899s", "6s"), "pure_one_suit", 100),
        (("1122334455667m", "7m"), "pure_one_suit", 100),
        (("1188999m", "8m", pung("222m"), kong("4444m")), "pure_one_suit_pungs", 200),
        (HONORS, "all_honors", 200),
        (("1122334455667z", "7z"), "all_honors", 200),
        (("1112223355z", "3z", pung("777z")), "all_honors_pungs", 400),
    ],
)
def test_each_hand_has_its_worth(hand: tuple[Any, ...], name: str, worth: int) -> None:
    data = qinghunpeng(*hand)
    assert next(iter(item_values(data))) == name
    assert points(data) == worth


@pytest.mark.parametrize(
    "hand",
    [
        ("123m456789p22s55z", "2s"),
        ("112233m445566p7z", "7z"),
        ("12345678p111s99p", "9p"),
        ("1122447788995s", "5s"),
        ("1122334455667z", "1m"),
    ],
)
def test_other_hands_win_nothing(hand: tuple[str, str]) -> None:
    tiles, last = hand
    assert refusal(qinghunpeng(tiles, last)) == ("not_a_win", "wins[0]")


@pytest.mark.parametrize(
    ("extra", "name", "flowers"),
    [
        (pung("111z"), "wind_pung", 1),
        (pung("666z"), "dragon_pung", 2),
        (kong("2222m", "discard"), "open_kong", 1),
        (kong("1111z", "added"), "open_kong", 2),
        (kong("6666z", "discard"), "open_kong", 3),
        (kong("2222m"), "concealed_kong", 2),
        (kong("1111z"), "concealed_kong", 3),
        (kong("6666z"), "concealed_kong", 4),
    ],
)
def test_sets_count_their_flowers(extra: Data, name: str, flowers: int) -> None:
    data = qinghunpeng("888m22s99p", "2s", pung("333p"), extra)
    assert item_values(data)[name] == 10 * flowers
    assert points(data) == 20 + 10 * flowers


def test_a_pung_of_a_suit_counts_nothing() -> None:
    data = qinghunpeng("888m22s99p", "2s", pung("333p"), pung("222m"))
    assert item_values(data) == {"all_pungs": 20}


def test_flowers_beyond_the_laazi_are_listed_and_not_paid() -> None:
    data = qinghunpeng(*PUNGS, **FLOWERS)
    assert item_values(data) == {"all_pungs": 20, "flower": 80, "dragon_pung": 20}
    assert points(data) == 100


def test_four_flowers_may_be_a_laazi() -> None:
    assert points(qinghunpeng(*PUNGS, options={"laazi_flowers": 4}, **FLOWERS)) == 60


@pytest.mark.parametrize(("option", "worth"), [({"base": 0}, 20), ({"flower_value": 5}, 30)])
def test_base_and_flower_are_agreed(option: Data, worth: int) -> None:
    assert points(qinghunpeng(*PUNGS, options=option)) == worth


@pytest.mark.parametrize("mark", ["kong_draw", "flower_draw"])
def test_a_supplement_lifts_a_small_hand_to_a_laazi(mark: str) -> None:
    data = qinghunpeng(*PUNGS, marks=(mark,))
    assert item_values(data)["kong_draw"] == 60
    assert points(data) == 100


def test_a_supplement_adds_nothing_to_a_large_hand() -> None:
    data = qinghunpeng(*HONORS, marks=("kong_draw",))
    assert item_values(data) == {"all_honors": 200, "kong_draw": 0}


def test_a_supplement_means_nothing_on_a_discard() -> None:
    assert points(qinghunpeng(*PUNGS, source=2, marks=("kong_draw",))) == 40


def test_the_last_draw_doubles_up_to_a_laazi() -> None:
    assert points(qinghunpeng(*PUNGS, marks=("last_tile",))) == 80
    fuller: Data = {"before": {"flowers": "123f"}}
    assert points(qinghunpeng(*PUNGS, marks=("last_tile",), **fuller)) == 100


def test_a_full_laazi_doubles_beyond_it() -> None:
    assert points(qinghunpeng(*PUNGS, marks=("last_tile",), **FLOWERS)) == 200


def test_the_last_draw_of_a_small_hand_on_a_supplement_is_a_laazi() -> None:
    assert points(qinghunpeng(*PUNGS, marks=("last_tile", "kong_draw"))) == 100


def test_a_concealed_hand_doubles_where_agreed() -> None:
    hand = ("88822m99p", "2m", kong("5555z"), kong("3333s"))
    assert points(qinghunpeng(*hand)) == 80
    assert points(qinghunpeng(*hand, options={"concealed_double": True})) == 100
    assert "concealed_hand" not in item_values(
        qinghunpeng(*PUNGS, options={"concealed_double": True})
    )


def test_a_naked_single_is_a_laazi_even_on_a_discard() -> None:
    sets = (pung("222m"), pung("777p"), pung("333s"), kong("9999s"))
    data = qinghunpeng("5m", "5m", *sets, source=2)
    assert item_values(data)["single_wait_on_four_melds"] == 60
    assert points(data) == 100


def test_a_naked_single_of_honors_needs_no_partner() -> None:
    data = qinghunpeng("4z", "5z", pung("111z"), pung("222z"), pung("333z"), pung("777z"), source=0)
    assert item_values(data) == {"all_honors": 200, "single_wait_on_four_melds": 0}
    assert settle(data)["wins"][0]["reading"][0] == ["45z"]


def test_a_discard_needs_two_flowers() -> None:
    bare = ("888m22s99p", "2s", pung("222m"), pung("333p"))
    one: Data = {"before": {"flowers": "1f"}}
    assert refusal(qinghunpeng(*bare, source=2, **one)) == ("below_minimum", "wins[0]")
    assert points(qinghunpeng(*bare, source=2, before={"flowers": "12f"})) == 40
    assert points(qinghunpeng(*bare, **one)) == 30


def test_doubling_does_not_help_a_hand_that_is_too_small() -> None:
    data = qinghunpeng("123456789p1155z", "1z", source=2, options={"concealed_double": True})
    assert refusal(data) == ("below_minimum", "wins[0]")


def test_a_tile_let_go_wins_on_no_discard() -> None:
    missed: Data = {"facts": {"missed": "2s9p"}}
    assert refusal(qinghunpeng(*PUNGS, source=2, **missed))[0] == "barred"
    assert points(qinghunpeng(*PUNGS, **missed)) == 40
    assert points(qinghunpeng(*PUNGS, source=2, facts={"missed": "9p"})) == 40


def test_a_flower_in_the_hand_is_no_tile_of_it() -> None:
    data = qinghunpeng("888m22s9p1f", "2s", pung("555z"), pung("333p"))
    assert refusal(data) == ("bad_tiles", "seats[1].hand")


def test_the_mixed_hand_counts_a_concealed_kong() -> None:
    data = qinghunpeng(*MIXED[:2], MIXED[2], pung("222z"))
    assert item_values(data) == {"mixed_one_suit": 20, "wind_pung": 10, "concealed_kong": 40}
