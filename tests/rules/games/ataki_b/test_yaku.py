"""What counts in Ataki's B rule, and what just misses: ataki-b.md, "Scoring elements"."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ids import case_id
from tests.rules.games.ataki_b.hands import ataki
from tests.rules.games.riichi.hands import PINFU, worth, yaku
from tests.rules.records import Data, chow, items, kong, pung, refusal, settle

TAKEN = {"source": 3}
RIICHI = {"riichi": True, **TAKEN}


@pytest.mark.parametrize(
    ("hand", "how", "answer"),
    [
        (PINFU, {}, {"fully_concealed_self_draw": 1, "all_sequences": 1}),
        (PINFU, TAKEN, {"all_sequences": 1}),
        (PINFU, RIICHI, {"riichi": 1, "all_sequences": 1}),
        (PINFU, {"before": {"declared": ["double_riichi"]}, **TAKEN},
         {"double_riichi": 2, "all_sequences": 1}),
        (PINFU, {**RIICHI, "marks": ("ippatsu",)},
         {"riichi": 1, "ippatsu": 1, "all_sequences": 1}),
        (PINFU, {**RIICHI, "marks": ("ippatsu",), "by": "robbed_kong"},
         {"riichi": 1, "ippatsu": 1, "all_sequences": 1, "robbing_the_kong": 1}),
        (PINFU, {"marks": ("last_tile",)},
         {"fully_concealed_self_draw": 1, "all_sequences": 1, "last_tile": 1}),
        (PINFU, {"marks": ("last_discard",), **TAKEN}, {"all_sequences": 1, "last_discard": 1}),
        (PINFU, {"marks": ("before_first_draw",), **TAKEN},
         {"all_sequences": 1, "human_hand": 4}),
        (("234m567m34588p67s", "8s"), TAKEN, {"all_sequences": 1, "all_simples": 1}),
        (("234567m88p67s", "8s", chow("345p")), TAKEN, {"all_simples": 1}),
        (("234567m99p67s", "8s", chow("345p")), TAKEN, "below_minimum"),
        (("223344m56799p67s", "8s"), TAKEN, {"all_sequences": 1, "pure_double_sequence": 1}),
        (("234m56799p67s", "8s", chow("234m")), TAKEN, "below_minimum"),
        (("223344m667788p9s", "9s"), TAKEN, {"two_pure_double_sequences": 3}),
        (("123m789m12399p78s", "9s"), TAKEN,
         {"all_sequences": 1, "terminals_in_all_sets": 3}),
        (("123m12399p99s", "9s", chow("123s")), TAKEN,
         {"three_similar_sequences": 1, "terminals_in_all_sets": 2}),
        (("123789m99p78s333z", "9s"), TAKEN, {"outside_hand": 2}),
        (("12789m99p333z", "3m", chow("789s")), TAKEN, {"outside_hand": 1}),
        (("12789m88p333z", "3m", chow("789s")), TAKEN, "below_minimum"),
        (("234m234p23499s45p", "6p"), TAKEN, {"all_sequences": 1, "three_similar_sequences": 2}),
        (("123456789m99s45p", "6p"), TAKEN, {"all_sequences": 1, "straight": 2}),
        (("78m12399s", "9m", chow("123m"), chow("456m")), TAKEN, {"straight": 1}),
        (("78m12399s", "6m", chow("123m"), chow("456m")), TAKEN, "below_minimum"),
        (("222m22p99s", "2p", pung("222s"), chow("567m")), TAKEN, {"three_similar_pungs": 2}),
        (("222m33p99s", "3p", pung("222s"), chow("567m")), TAKEN, "below_minimum"),
        (("222m555p888s7899m", "9m"), TAKEN, {"three_concealed_pungs": 2}),
        (("222m555p7899m", "9m", pung("888s")), TAKEN, "below_minimum"),
        (("7899m", "9m", kong("2222m"), kong("5555p", "added"), kong("8888s", "discard")),
         TAKEN, {"three_kongs": 2}),
        (("7899m", "9m", kong("2222m"), kong("5555p", "added"), pung("888s")), TAKEN,
         "below_minimum"),
        (("22p99s", "2p", pung("222s"), pung("555m"), pung("888m")), TAKEN, {"all_pungs": 2}),
        (("34599m67s", "8s", pung("666z"), pung("333z")), TAKEN, {"dragon_pung": 1}),
        (("5z345m", "5z", pung("666z"), pung("777z"), chow("123p")), TAKEN,
         {"dragon_pung": 1, "little_three_dragons": 2}),
        (("4z345m", "4z", pung("666z"), pung("777z"), chow("123p")), TAKEN, {"dragon_pung": 1}),
        (("78s456m99p", "9s", pung("111z"), pung("222z")), TAKEN,
         {"round_wind_pung": 1, "seat_wind_pung": 1}),
        (("78s456m99p", "9s", pung("333z"), pung("444z")), TAKEN, "below_minimum"),
        (("78s456m99p", "9s", pung("222z"), pung("444z")),
         {"state": {"round": 2}, **TAKEN}, {"round_wind_pung": 1, "seat_wind_pung": 1}),
        (("123456777m111z3m", "3m"), TAKEN, {"mixed_one_suit": 3, "round_wind_pung": 1}),
        (("123456777m3m", "3m", pung("111z")), TAKEN,
         {"mixed_one_suit": 2, "round_wind_pung": 1}),
        (("1234567773345m", "6m"), TAKEN, {"pure_double_sequence": 1, "pure_one_suit": 6}),
        (("1234567773m", "3m", chow("456m")), TAKEN, {"pure_one_suit": 5}),
        (("2345678999s", "5s", kong("1111s")), TAKEN, {"pure_one_suit": 6}),
        (("11m99s", "1m", pung("999p"), pung("111s"), pung("222z")), TAKEN,
         {"mixed_terminals": 6, "seat_wind_pung": 1}),
        (("11m99s", "1m", pung("999p"), pung("888s"), pung("333z")), TAKEN, {"all_pungs": 2}),
        (("55z23m", "1m", pung("111z"), pung("222z"), pung("333z")), TAKEN,
         {"round_wind_pung": 1, "seat_wind_pung": 1, "mixed_one_suit": 2, "outside_hand": 1}),
    ],
    ids=case_id,
)  # fmt: skip
def test_a_hand_counts(hand: Any, how: Data, answer: dict[str, int] | str) -> None:
    data = ataki(*hand, **how)
    assert (refusal(data)[0] if isinstance(answer, str) else yaku(data)) == answer


def test_two_dragons_and_the_third_as_the_pair_are_four_han() -> None:
    sets = (pung("666z"), pung("777z"), chow("123s"))
    assert worth(ataki("5z345m", "5z", *sets, **TAKEN))[0] == 4


@pytest.mark.parametrize(
    ("hand", "tile", "elements"),
    [
        ("1111m3377p2288s3z", "3z", {"luxury_seven_pairs": 3}),
        ("1111m3333p2288s3z", "3z", {"double_luxury_seven_pairs": 4}),
        ("1111m3333p2222s3z", "3z", {"triple_luxury_seven_pairs": 5}),
        ("2222m3377p4488s7m", "7m", {"all_simples": 1, "luxury_seven_pairs": 3}),
        ("1133557799m22z5z", "5z", {"little_wheels": 6}),
        ("1111557799m22z5z", "5z", {"little_wheels": 6}),
        ("1199m1199p1199s5z", "5z", {"reverse_wheels": 6}),
        ("111199m2233z556z", "6z", {"little_wheels": 6, "reverse_wheels": 6}),
        ("2233446688s666z", "6z", {"little_wheels": 6}),
        ("1133557799m22p5z", "5z", {"seven_pairs": 2}),
        ("1199m1199p1188s5z", "5z", {"seven_pairs": 2}),
    ],
)
def test_seven_pairs_have_many_names(hand: str, tile: str, elements: dict[str, int]) -> None:
    data = ataki(hand, tile, **TAKEN)
    assert yaku(data) == elements
    assert worth(data)[1] == 25


@pytest.mark.parametrize(
    ("hand", "how", "elements"),
    [
        (("123m456p789s1115z", "5z"), {"marks": ("first_draw",)}, {"earthly_hand": 4}),
        (("123m456p789s1115z", "5z"), {"winner": 0, "marks": ("dealt",)}, {"heavenly_hand": 6}),
        (("222p333m555888s7m", "7m"), TAKEN, {"four_concealed_pungs": 4}),
        (("222p333m555888s7m", "7m"), {}, {"four_concealed_pungs": 4}),
        (("222p333m55588s77m", "7m"), {}, {"four_concealed_pungs": 4}),
        (("23m99s", "1m", pung("555z"), pung("666z"), pung("777z")), TAKEN,
         {"big_three_dragons": 4}),
        (("19m19p19s1234567z", "9p"), TAKEN, {"thirteen_orphans": 4}),
        (("19m19p19s1234566z", "7z"), TAKEN, {"thirteen_orphans": 4}),
        (("223344s6688s", "8s", pung("666z")), TAKEN, {"all_green": 4}),
        (("2233334466688s", "8s"), TAKEN, {"all_green": 4}),
        (("2233446668888s", "6s"), TAKEN, {"big_wheels": 4}),
        (("44z23m", "1m", pung("111z"), pung("222z"), pung("333z")), TAKEN,
         {"little_four_winds": 4}),
        (("9s", "9s", pung("111z"), pung("222z"), pung("333z"), pung("444z")), TAKEN,
         {"big_four_winds": 6}),
        (("1122334455667z", "7z"), TAKEN, {"all_honors": 4}),
        (("1111223344556z", "6z"), TAKEN, {"all_honors": 4}),
        (("55z66z", "6z", pung("111z"), pung("222z"), pung("333z")), TAKEN, {"all_honors": 4}),
        (("11m99s", "1m", pung("999p"), pung("111s"), pung("999m")), TAKEN,
         {"all_terminals": 4}),
        (("1111m9999p1199s9m", "9m"), TAKEN, {"all_terminals": 4}),
        (("2233445566778m", "8m"), TAKEN, {"big_wheels": 4}),
        (("1112345678999p", "5p"), TAKEN, {"nine_gates": 6}),
        (("1123455678999p", "1p"), TAKEN, {"nine_gates": 6}),
        (("3z", "3z", kong("1111m"), kong("5555p", "added"), kong("9999s", "discard"),
          kong("4444z")), TAKEN, {"four_kongs": 6}),
        (("1112223334455z", "4z"), {},
         {"big_four_winds": 6, "all_honors": 2, "four_concealed_pungs": 2}),
        (("555666777z1133z", "3z"), {}, {"four_concealed_pungs": 4, "big_three_dragons": 2,
                                         "all_honors": 2}),
    ],
    ids=case_id,
)  # fmt: skip
def test_a_yakuman_is_told_in_mangans(hand: Any, how: Data, elements: dict[str, int]) -> None:
    assert yaku(ataki(*hand, **how)) == elements


@pytest.mark.parametrize(
    ("hand", "winner", "points"),
    [
        (("19m19p19s1234567z", "9p"), 1, 32000),
        (("19m19p19s1234567z", "9p"), 0, 48000),
        (("1112345678999p", "5p"), 1, 48000),
        (("1112345678999p", "5p"), 0, 72000),
        (("55566677711z33z", "3z"), 1, 48000),
        (("9s", "9s", pung("111z"), pung("222z"), pung("333z"), pung("444z")), 0, 72000),
    ],
    ids=case_id,
)
def test_what_yakuman_bring_on_a_discard(hand: Any, winner: int, points: int) -> None:
    data = ataki(*hand, winner=winner, **TAKEN)
    assert worth(data) == (None, None, points)
    assert settle(data)["wins"][0]["limit"] == "yakuman"


def test_red_fives_are_dora_and_no_yaku() -> None:
    data = ataki("234m067m34599p67s", "8s", riichi=True, **TAKEN)
    assert items(settle(data))["red_five"] == 1
    open_hand = ataki("234067m99p67s", "8s", chow("123p"), **TAKEN)
    assert refusal(open_hand)[0] == "below_minimum"


def test_a_game_without_red_fives_has_none() -> None:
    data = ataki("234m067m34599p67s", "8s", options={"red_fives": 0}, **TAKEN)
    assert refusal(data) == ("bad_tiles", "seats[1].hand")


@pytest.mark.parametrize("fives", ["5555", "0555"])
def test_a_plain_five_may_be_the_red_one(fives: str) -> None:
    assert "luxury_seven_pairs" in yaku(ataki(f"{fives}m3377p2288s3z", "3z", **TAKEN))


def test_there_are_four_fives_in_all() -> None:
    deal = {"indicators": ["5m"]}
    assert refusal(ataki("0555m3377p2288s3z", "3z", deal=deal, **TAKEN))[0] == "bad_tiles"


def test_ura_dora_come_with_riichi() -> None:
    deal = {"indicators": ["7z"], "hidden_indicators": ["8p"]}
    assert items(settle(ataki(*PINFU, riichi=True, deal=deal, **TAKEN)))["ura_dora"] == 2
    assert "ura_dora" not in items(settle(ataki(*PINFU, deal=deal, **TAKEN)))


@pytest.mark.parametrize(
    ("hand", "how", "han", "fu", "points"),
    [
        (("345m3466p", "5p", chow("234s"), chow("678s")), TAKEN, 1, 20, 700),
        (("345m3466p", "5p", chow("234s"), chow("678s")), {}, 1, 20, 800),
        (("345m3566p", "4p", chow("234s"), chow("678s")), TAKEN, 1, 30, 1000),
        (("345m3566p", "4p", chow("234s"), chow("678s")), {"marks": ("last_tile",)}, 2, 30, 2000),
        (("234m567p222678s1z", "1z"), {"winner": 0}, 1, 40, 2100),
        (("234m567p222678s1z", "1z"), {"winner": 0, "marks": ("last_tile",)}, 2, 30, 3000),
        (("23467m888p55s", "8m", kong("3333s")), {"marks": ("kong_draw",)}, 3, 40, 5200),
        (("23467m888p55s", "8m", kong("3333s")), {}, 2, 50, 3200),
        (PINFU, {"marks": ("last_tile",)}, 3, 20, 2700),
        (PINFU, {}, 2, 20, 1500),
        (("1111m3377p2288s3z", "3z"), TAKEN, 3, 25, 3200),
    ],
    ids=case_id,
)  # fmt: skip
def test_fu_differ_from_riichi(hand: Any, how: Data, han: int, fu: int, points: int) -> None:
    data = ataki(*hand, **how, deal={"indicators": ["7z"]})
    assert worth(data) == (han, fu, points)
    reasons = settle(data)["wins"][0]["fu_items"]
    assert sum(item["value"] for item in reasons) == fu
    late = {"last_tile", "kong_draw"} & set(how.get("marks", ()))
    assert not late or "self_draw" not in {item["id"] for item in reasons}


@pytest.mark.parametrize(
    ("indicators", "han", "limit", "points"),
    [
        (["8p"], 4, None, 7700),
        (["8p", "1m"], 5, "mangan", 8000),
        (["8p", "8p"], 6, "haneman", 12000),
        (["8p", "8p", "1m"], 7, "haneman", 12000),
        (["8p", "8p", "2p", "1m"], 8, "baiman", 16000),
    ],
)
def test_limits_are_those_of_riichi_without_rounding_up(
    indicators: list[str], han: int, limit: str | None, points: int
) -> None:
    data = ataki(*PINFU, riichi=True, deal={"indicators": indicators}, **TAKEN)
    assert worth(data) == (han, 30, points)
    assert settle(data)["wins"][0]["limit"] == limit


@pytest.mark.parametrize("indicators", [["1m", "2m"], ["1m", "1m", "2m"]])
def test_no_number_of_han_is_a_yakuman(indicators: list[str]) -> None:
    data = ataki("1223344556688m", "7m", deal={"indicators": indicators}, **RIICHI)
    assert settle(data)["wins"][0]["limit"] == "sanbaiman"
    assert worth(data)[2] == 24000


def test_the_division_that_pays_more_counts() -> None:
    assert yaku(ataki("2233445566778m", "8m", **TAKEN)) == {"big_wheels": 4}
    pairs = {"triple_luxury_seven_pairs": 5, "all_simples": 1}
    assert yaku(ataki("222233334444m5p", "5p", **TAKEN)) == pairs
