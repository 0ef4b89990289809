"""What hands are worth with the flower as a fifth wind: five-player-1.md, "Scoring elements"."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ids import case_id
from tests.rules.games.riichi.hands import fu, yaku
from tests.rules.games.zero_rule.hands import ORPHANS, PINFU
from tests.rules.games.zero_rule.hands import win as win_in
from tests.rules.records import Data, chow, code, kong, pung, score, settle

PLAIN = (chow("234m"), chow("345p"))
FIVE_WINDS = "111222333z44z12f"


def win(hand: str, tile: str, *melds: Data, **how: Any) -> Data:
    return win_in("five-player-1", hand, tile, *melds, **how)


@pytest.mark.parametrize("seasons", ["123f", "134f", "234f"], ids=case_id)
def test_any_three_seasons_are_a_pung_of_flowers(seasons: str) -> None:
    assert yaku(win("34p55m678s", "5p", pung(seasons), chow("234m"), winner=4, source=0)) == {
        "seat_wind_pung": 1
    }


def test_seasons_are_read_as_they_are_printed() -> None:
    hand = win("34p24f678s", "5p", kong("7777z"), chow("234m"), source=0)
    assert settle(hand)["wins"][0]["reading"] == [["345p", "678s", "24f"], ["7777z", "234m"]]
    open_hand = win("34p55m678s", "5p", pung("134f"), chow("234m"), winner=4, source=0)
    assert settle(open_hand)["wins"][0]["reading"][1] == ["134f", "234m"]
    orphans = win(ORPHANS + "7z", "3f", source=0)
    assert "3f" in settle(orphans)["wins"][0]["reading"][0]


def test_flowers_bring_nothing_to_another_seat() -> None:
    assert code(win("34p55m678s", "5p", pung("123f"), chow("234m"), source=0)) == "below_minimum"


def test_flowers_count_twice_to_the_flower_seat_in_the_flower_round() -> None:
    hand = win("34p55m678s", "5p", pung("123f"), chow("234m"), winner=4, state={"round": 5})
    assert yaku(hand) == {"seat_wind_pung": 1, "round_wind_pung": 1}


def test_the_winds_go_round_with_the_banker() -> None:
    state = {"banker": 2, "round": 2}
    hand = win("34p55m678s", "5p", pung("123f"), chow("234m"), state=state)
    assert yaku(hand) == {"seat_wind_pung": 1}


def test_a_flower_pung_is_major() -> None:
    assert fu(win("34p55m678s", "5p", pung("123f"), chow("234m"), winner=4, source=0)) == {
        "base": 20,
        "open_major_pung": 4,
        "rounding": 6,
    }


def test_four_flowers_are_a_kong() -> None:
    hand = win("34p55m678s", "5p", kong("1234f"), chow("234m"), winner=4, source=0)
    assert fu(hand)["concealed_major_kong"] == 32


def test_a_pair_of_the_own_flower_has_fu() -> None:
    hand = win("34p12f678s", "5p", pung("777z"), chow("234m"), winner=4, source=0)
    assert fu(hand)["seat_wind_pair"] == 2


def test_a_pair_of_anothers_flower_lets_pinfu_be() -> None:
    assert "all_sequences" in yaku(win("234m567m345p67s12f", "8s", source=0, riichi=True))
    assert "all_sequences" not in yaku(
        win("234m567m345p67s12f", "8s", winner=4, source=0, riichi=True)
    )


def test_flowers_are_no_simples() -> None:
    assert code(win("34p12f678s", "5p", chow("234m"), chow("234m"), source=0)) == "below_minimum"


def test_flowers_stand_in_half_flushes_and_outside_hands() -> None:
    hand = win("123789m99m12f", "3f", chow("123m"), source=0)
    assert set(yaku(hand)) == {"mixed_one_suit", "outside_hand"}


def test_a_pair_of_flowers_is_one_of_seven_pairs() -> None:
    assert set(yaku(win("1199m22p33s557z13f", "7z", source=0))) == {"seven_pairs"}


def test_terminals_and_flowers_are_terminals_and_honors() -> None:
    assert set(yaku(win("1199m1199p99s77z1f", "4f", source=0))) == {
        "seven_pairs",
        "mixed_terminals",
    }


def test_all_honors_counts_flowers() -> None:
    hand = win("111555666z77z12f", "3f", source=0)
    assert yaku(hand) == {"all_honors": 1}
    pairs = win("1122335566z7z12f", "7z", source=0)
    assert yaku(pairs) == {"all_honors": 1}


@pytest.mark.parametrize(("big", "worth"), [(False, 1), (True, 2)], ids=case_id)
def test_five_winds_are_a_yakuman_and_nothing_beside_honors(big: bool, worth: int) -> None:
    hand = win(FIVE_WINDS, "3f", source=0, options={"big_yakuman": big})
    assert yaku(hand) == {"five_winds": worth}
    assert score(hand) == 32000 * worth


def test_five_winds_with_any_of_them_as_pair() -> None:
    assert yaku(win("111222333444z1f", "4f", source=0)) == {
        "five_winds": 1,
        "four_concealed_pungs_pair_wait": 1,
    }


def test_big_five_winds_come_with_four_concealed_pungs() -> None:
    assert yaku(win(FIVE_WINDS, "3f")) == {"five_winds": 1, "four_concealed_pungs": 1}


def test_big_four_winds_need_another_pair() -> None:
    hand = win("22m", "2m", pung("111z"), pung("222z"), pung("333z"), pung("444z"), source=0)
    hand["seats"][1]["hand"] = "2m"
    assert yaku(hand) == {"big_four_winds": 1}
    hand["options"] = {"double_yakuman": True}
    assert yaku(hand) == {"big_four_winds": 2}


def test_four_wind_sets_with_the_flower_are_no_yakuman() -> None:
    hand = win("5m", "5m", pung("111z"), pung("222z"), pung("333z"), pung("123f"), source=0)
    assert set(yaku(hand)) == {"seat_wind_pung", "round_wind_pung", "all_pungs", "mixed_one_suit"}


def test_little_four_winds_are_a_mangan() -> None:
    hand = win("345m333z4z", "4z", pung("111z"), pung("222z"), winner=3, source=1)
    assert (yaku(hand), score(hand)) == ({"little_four_winds": 5}, 8000)


def test_little_four_winds_worth_more_by_their_yaku_are_counted_so() -> None:
    hand = win("555m333z4z", "4z", pung("111z"), pung("222z"), winner=2)
    elements = yaku(hand)
    assert "little_four_winds" not in elements
    assert {"all_pungs", "mixed_one_suit", "seat_wind_pung", "round_wind_pung"} <= elements.keys()
    assert score(hand) > 8000


def test_flowers_take_no_part_in_little_four_winds() -> None:
    hand = win("345m123f4z", "4z", pung("111z"), pung("222z"), winner=3, source=1)
    assert "little_four_winds" not in yaku(hand)


@pytest.mark.parametrize(("big", "worth"), [(False, 1), (True, 2)], ids=case_id)
def test_fourteen_orphans_are_a_yakuman(big: bool, worth: int) -> None:
    hand = win(ORPHANS + "2f", "7z", source=0, options={"big_yakuman": big})
    assert yaku(hand) == {"fourteen_orphans": worth}
    assert settle(hand)["wins"][0]["han"] is None


@pytest.mark.parametrize("tile", ["7z", "3f", "1m"], ids=case_id)
def test_fourteen_orphans_wait_for_one_tile(tile: str) -> None:
    hand = ORPHANS.replace("1", "", 1) if tile == "1m" else ORPHANS
    hand += {"7z": "2f", "3f": "7z", "1m": "7z2f"}[tile]
    assert yaku(win(hand, tile)) == {"fourteen_orphans": 1}


def test_a_pair_makes_no_fourteen_orphans() -> None:
    assert code(win(ORPHANS + "2f", "1m", source=0)) == "not_a_win"
    assert code(win(ORPHANS + "2f", "1f", source=0)) == "not_a_win"


def test_thirteen_orphans_are_just_a_mangan() -> None:
    dora = {"indicators": ["9m"]}
    hand = win(ORPHANS + "7z", "9p", riichi=True, deal=dora)
    assert yaku(hand) == {"thirteen_orphans": 5}
    assert settle(hand)["net"] == [-2000, 8000, -2000, -2000, -2000]
    entry = settle(hand)["wins"][0]
    assert (entry["limit"], entry["fu"], entry["fu_items"]) == ("mangan", None, [])


def test_thirteen_orphans_of_the_first_draw_are_a_yakuman() -> None:
    hand = win(ORPHANS + "7z", "9p", marks=["first_draw"])
    assert yaku(hand) == {"earthly_hand": 1}


def test_dora_after_north_is_the_flower_and_after_that_east() -> None:
    north = win("34p12f678s", "5p", pung("777z"), chow("234m"), deal={"indicators": ["4z"]})
    flower = win("34p11z678s", "5p", pung("777z"), chow("234m"), deal={"indicators": ["3f"]})
    assert [
        item["value"] for item in settle(north)["wins"][0]["items"] if item["id"] == "dora"
    ] == [2]
    assert [
        item["value"] for item in settle(flower)["wins"][0]["items"] if item["id"] == "dora"
    ] == [2]


def test_ura_dora_count_by_option_only() -> None:
    deal = {"indicators": ["9s"], "hidden_indicators": ["2m"]}
    plain = win(*PINFU, source=0, riichi=True, deal=deal)
    ura = win(*PINFU, source=0, riichi=True, deal=deal, options={"ura_dora": True})
    assert score(plain) == 3900
    assert score(ura) == 7700
    assert score(win(*PINFU, source=0, deal=deal, options={"ura_dora": True})) == 2000


def test_kong_draw_and_last_tile_come_together() -> None:
    hand = win("34p55m678s", "5p", kong("7777z"), chow("234m"), marks=["kong_draw", "last_tile"])
    assert {"kong_draw", "last_tile"} <= yaku(hand).keys()


@pytest.mark.parametrize(
    ("option", "off", "on"),
    [
        ("open_tanyao", 0, 1000),
        ("kiriage", 7700, 8000),
    ],
    ids=case_id,
)
def test_options_of_riichi_hold(option: str, off: int, on: int) -> None:
    def points(value: bool) -> int:
        options = {option: value}
        if option == "open_tanyao":
            hand = win("34p55m678s", "5p", chow("234m"), chow("678s"), source=0, options=options)
            return 0 if not value and code(hand) else score(hand)
        return score(
            win(*PINFU, source=0, riichi=True, deal={"indicators": ["1m"]}, options=options)
        )

    assert (points(False), points(True)) == (off, on)


@pytest.mark.parametrize(("is_counted", "points"), [(True, 32000), (False, 24000)], ids=case_id)
def test_thirteen_han_are_a_yakuman_by_option(is_counted: bool, points: int) -> None:
    deal = {"indicators": ["7s"]}
    hand = win("2233445566778s", "8s", source=0, riichi=True, deal=deal)
    hand["options"] = {"counted_yakuman": is_counted}
    assert score(hand) == points


def test_the_doubled_yakuman_are_those_of_riichi() -> None:
    hand = win("111333555m777s2z", "2z", source=0, options={"double_yakuman": True})
    assert yaku(hand) == {"four_concealed_pungs_pair_wait": 2}
    gates = win("1112345678999p", "5p", source=0, options={"double_yakuman": True})
    assert yaku(gates) == {"pure_nine_gates": 2}
