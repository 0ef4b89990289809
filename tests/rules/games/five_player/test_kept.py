"""The yaku, options and furiten of riichi that five players keep.

five-player-1.md and five-player-2.md, "Scoring elements", "Options". What the flower
changes in them is in `test_five_player_yaku`.
"""

from __future__ import annotations

from typing import Any

import pytest

import rules
from tests.ids import case_id
from tests.rules.games.riichi.hands import yaku
from tests.rules.games.zero_rule.hands import CHEAP, ORPHANS, PINFU, win
from tests.rules.records import Data, chow, code, kong, pung, score

BOTH = pytest.mark.parametrize("game", ["five-player-1", "five-player-2"], ids=case_id)
TAKEN: Data = {"source": 3}
ROBBED: Data = {"by": "robbed_kong", "source": 3}
DEALT: Data = {"winner": 0, "marks": ["dealt"]}
DOUBLE: Data = {"before": {"declared": ["double_riichi"]}}

HELD: list[tuple[tuple[Any, ...], Data, dict[str, int]]] = [
    (PINFU, TAKEN, {"all_sequences": 1, "all_simples": 1}),
    (PINFU, {"riichi": True, "marks": ["ippatsu"], **TAKEN},
     {"riichi": 1, "ippatsu": 1, "all_sequences": 1, "all_simples": 1}),
    (PINFU, {**DOUBLE, **TAKEN}, {"double_riichi": 2, "all_sequences": 1, "all_simples": 1}),
    (PINFU, {}, {"fully_concealed_self_draw": 1, "all_sequences": 1, "all_simples": 1}),
    (PINFU, DEALT, {"heavenly_hand": 1}),
    (PINFU, {"marks": ["first_draw"]}, {"earthly_hand": 1}),
    (("9m", "9m", chow("123m"), chow("789p"), chow("456s"), kong("3333z")),
     {"marks": ["kong_draw"]}, {"kong_draw": 1}),
    (CHEAP, ROBBED, {"robbing_the_kong": 1, "all_simples": 1}),
    (CHEAP, {"marks": ["last_tile"]}, {"last_tile": 1, "all_simples": 1}),
    (CHEAP, {"marks": ["last_discard"], **TAKEN}, {"last_discard": 1, "all_simples": 1}),
    (("22334m99p678s345p", "4m"), TAKEN, {"all_sequences": 1, "pure_double_sequence": 1}),
    (("223344m66778p99s", "8p"), TAKEN, {"all_sequences": 1, "two_pure_double_sequences": 3}),
    (("123m456p789s1155z", "5z"), TAKEN, {"dragon_pung": 1}),
    (("123m456p78955s22z", "2z"), TAKEN, {"seat_wind_pung": 1}),
    (("123m456p78955s11z", "1z"), TAKEN, {"round_wind_pung": 1}),
    (("234m234p23499s55z", "5z"), TAKEN, {"dragon_pung": 1, "three_similar_sequences": 2}),
    (("12345678m12399p", "9m"), TAKEN, {"straight": 2, "all_sequences": 1}),
    (("123m789p12399s34f", "1f"), TAKEN, {"outside_hand": 2}),
    (("123m789p123s1199s", "9s"), TAKEN, {"terminals_in_all_sets": 3}),
    (("2244m3377p55668s", "8s"), TAKEN, {"seven_pairs": 2, "all_simples": 1}),
    (("222p222m22s12399p", "2s"), TAKEN, {"three_similar_pungs": 2}),
    (("222p333m555s678s7m", "7m"), TAKEN, {"all_simples": 1, "three_concealed_pungs": 2}),
    (("11m99p", "9p", pung("999m"), pung("124f"), pung("111s")), TAKEN,
     {"all_pungs": 2, "mixed_terminals": 2}),
    (("123m45p555666z77z", "6p"), TAKEN, {"dragon_pung": 1, "little_three_dragons": 2}),
    (("12345678m333z12f", "9m"), TAKEN, {"straight": 2, "mixed_one_suit": 3}),
    (("222333444m66p99s", "9s"), {}, {"four_concealed_pungs": 1}),
    (("222333444m666p9s", "9s"), TAKEN, {"four_concealed_pungs_pair_wait": 1}),
    (("1199p", "9p", pung("999m"), pung("111s"), pung("999s")), TAKEN, {"all_terminals": 1}),
    (("22334466888s66z", "6z"), TAKEN, {"all_green": 1}),
    (("1112345678999p", "5p"), TAKEN, {"pure_nine_gates": 1}),
    (("1112345567899p", "9p"), TAKEN, {"nine_gates": 1}),
    (("5m", "5m", kong("2222p"), kong("3333s", "discard"), kong("4444s"), kong("1234f")), TAKEN,
     {"four_kongs": 1}),
    (("1z", "1z", pung("555z"), pung("666z"), pung("777z"), pung("134f")), TAKEN,
     {"big_three_dragons": 1, "all_honors": 1}),
    (("2m", "2m", pung("111z"), pung("222z"), pung("333z"), pung("444z")), TAKEN,
     {"big_four_winds": 1}),
    (("345m333z4z", "4z", pung("111z"), pung("222z")), {"winner": 3, "source": 1},
     {"little_four_winds": 5}),
    (("111222333z44z12f", "3f"), TAKEN, {"five_winds": 1}),
    ((ORPHANS + "2f", "7z"), TAKEN, {"fourteen_orphans": 1}),
    ((ORPHANS + "7z", "9p"), TAKEN, {"thirteen_orphans": 5}),
    (("2233445566778m", "8m"), TAKEN,
     {"all_sequences": 1, "all_simples": 1, "two_pure_double_sequences": 3, "pure_one_suit": 6}),
    (("1m", "1m", kong("2222p"), kong("3333s", "discard"), kong("1234f"), chow("456m")), TAKEN,
     {"three_kongs": 2}),
]  # fmt: skip


@BOTH
@pytest.mark.parametrize(("hand", "how", "elements"), HELD, ids=case_id)
def test_a_hand_has(game: str, hand: tuple[Any, ...], how: Data, elements: dict[str, int]) -> None:
    assert yaku(win(game, *hand, **how)) == elements


@BOTH
def test_every_element_but_dora_is_among_these(game: str) -> None:
    names = {name for _, _, elements in HELD for name in elements}
    assert {item.id for item in rules.ruleset(game).elements} == names | {"dora", "ura_dora"}


DORA = {"deal": {"indicators": ["1m"]}}
URA = {"deal": {"indicators": ["9s"], "hidden_indicators": ["2m"]}}
RICH = ("2233445566778s", "8s")
GATES = ("1112345678999p", "5p")


@BOTH
@pytest.mark.parametrize(
    ("option", "hand", "how", "off", "on"),
    [
        ("kiriage", PINFU, {"riichi": True, **DORA}, 7700, 8000),
        ("counted_yakuman", RICH, {"riichi": True, "deal": {"indicators": ["7s"]}}, 24000, 32000),
        ("double_yakuman", GATES, {}, 32000, 64000),
        ("big_yakuman", (ORPHANS + "2f", "7z"), {}, 32000, 64000),
        ("ura_dora", PINFU, {"riichi": True, **URA}, 3900, 7700),
        ("open_tanyao", CHEAP, {}, None, 1000),
    ],
    ids=case_id,
)
def test_an_option_changes_what_a_hand_is_worth(
    game: str, option: str, hand: tuple[Any, ...], how: Data, off: int | None, on: int
) -> None:
    for value, points in ((False, off), (True, on)):
        data = win(game, *hand, **{**TAKEN, **how, "options": {option: value}})
        if points is None:
            assert code(data) == "below_minimum"
        else:
            assert score(data) == points


@BOTH
@pytest.mark.parametrize(
    ("lying", "barred"),
    [
        ({"facts": {"furiten": True}}, True),
        ({"facts": {"furiten": False}, "before": {"discards": "5s"}}, False),
        ({"before": {"discards": "9m5s"}}, True),
        ({"before": {"discards": "9m6s"}}, False),
    ],
    ids=case_id,
)
def test_who_let_a_winning_tile_go_wins_by_self_draw(game: str, lying: Data, barred: bool) -> None:
    discard_win = win(game, *PINFU, **{**TAKEN, **lying})
    assert (code(discard_win) == "barred") if barred else yaku(discard_win)
    assert yaku(win(game, *PINFU, **lying))


@BOTH
def test_a_fifth_wind_may_be_what_was_let_go(game: str) -> None:
    data = win(game, "234m567m345p77z12f", "3f", winner=4, **TAKEN, before={"discards": "4f"})
    assert code(data) == "barred"
