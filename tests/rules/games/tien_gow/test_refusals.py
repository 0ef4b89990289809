"""Tien Gow: what cannot have been, in a log play by play and in a summary."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ids import case_id
from tests.rules.games.tien_gow.hands import (
    Data,
    broken_off,
    items,
    last,
    net,
    summary,
    tien_gow,
    trick,
)
from tests.rules.records import refusal

PLAIN = summary((1, 5, 2, 0), "2 4-4")
SUPREME = {"kind": "supreme", "seat": 1}
FOUR = {"kind": "four", "leader": 0, "up": [0, 1], "winner": 1}

KAM = [
    trick(0, "6-6", "-1-5", "-1-6", "-2-2"),
    trick(0, "2-5+3-4", "-1-5+2-2", "-4-6+5-6", "-1-3+3-3"),
    trick(0, "1-1", "6-6", "-1-6", "-4-6"),
    trick(1, "3-6+4-5", "-2-3+3-3", "-5-5+5-6", "-1-3+1-4"),
    trick(1, "3-5", "-5-5", "-4-4", "-4-4"),
    trick(1, "1-2", "2-4", "-1-1", "-2-6"),
]
"""Seat 2 takes nothing before the last trick, seat 1 leads the lowest tile to it."""


def abort(*tricks: Data, **more: Any) -> Data:
    """Return a hand given up after *tricks*."""
    return tien_gow(broken_off(*tricks, **more), outcome="abort")


@pytest.mark.parametrize(
    ("tricks", "code", "where"),
    [
        ([trick(1, "6-6")], "bad_record", "tricks[0].plays[0]"),
        ([trick(0, "-6-6")], "bad_record", "tricks[0].plays[0]"),
        ([trick(0, "?")], "bad_record", "tricks[0].plays[0]"),
        ([{"plays": [{"seat": 0, "tiles": []}]}], "bad_record", "tricks[0].plays[0]"),
        ([{"plays": [{"seat": 0, "tiles": ["6-6"]}, {"seat": 2, "tiles": ["1-1"]}]}],
         "bad_record", "tricks[0].plays[1]"),
        ([{"plays": [{"seat": 0, "tiles": ["6-6"]}, {"seat": 1, "tiles": None}]}],
         "bad_record", "tricks[0].plays[1]"),
        ([trick(0, "6-6", "?"), trick(0, "1-1")], "bad_record", "tricks[0].plays"),
        ([{"plays": []}, trick(0, "1-1")], "bad_record", "tricks[0].plays"),
        ([trick(0, "6-6", "?", "?", "?", "?")], "bad_record", "tricks[0].plays[4]"),
        ([trick(0, "5-5", "1-3", "?", "?"), trick(0, "1-1")], "bad_record", "tricks[1].plays[0]"),
        ([trick(0, "7-7")], "bad_tiles", "tricks[0].plays[0]"),
        ([trick(0, "6-5")], "bad_tiles", "tricks[0].plays[0]"),
        ([trick(0, "6-6+6-6+6-6")], "bad_tiles", "tricks[0].plays[0]"),
        ([trick(0, "3-6", "-3-6")], "bad_tiles", "tricks[0].plays[1]"),
        ([trick(0, "5-5", "-1-5+1-5")], "bad_tiles", "tricks[0].plays[1]"),
        ([trick(0, "5-5+5-5", "-1-5")], "bad_tiles", "tricks[0].plays[1]"),
        ([trick(0, "6-6+6-6+3-6+4-5", "?", "?", "?"), trick(0, "1-1+1-1+2-6", "?", "?", "?"),
          trick(0, "4-4+4-4")], "bad_tiles", "tricks[2].plays[0]"),
        ([trick(0, "6-6+1-1")], "bad_meld", "tricks[0].plays[0]"),
        ([trick(0, "6-6+6-6+3-6+4-5+1-1")], "bad_meld", "tricks[0].plays[0]"),
        ([trick(0, "6-6", "3-6")], "bad_meld", "tricks[0].plays[1]"),
        ([trick(0, "3-6", "4-5")], "bad_meld", "tricks[0].plays[1]"),
        ([trick(0, "1-1", "6-6", "6-6")], "bad_meld", "tricks[0].plays[2]"),
        ([trick(0, "5-5+5-5", "6-6+3-6")], "bad_meld", "tricks[0].plays[1]"),
        ([trick(0, "5-5+5-5", "1-2+2-4")], "bad_meld", "tricks[0].plays[1]"),
        ([trick(0, "1-2+2-4", "6-6+6-6")], "bad_meld", "tricks[0].plays[1]"),
    ],
    ids=case_id,
)  # fmt: skip
def test_a_log_that_cannot_be(tricks: list[Data], code: str, where: str) -> None:
    assert refusal(abort(*tricks)) == (code, f"play.{where}")


def test_the_first_fault_of_a_log_decides() -> None:
    tricks = [trick(0, "6-6+1-1"), trick(3, "7-7")]
    assert refusal(abort(*tricks)) == ("bad_meld", "play.tricks[0].plays[0]")


def test_the_whole_log_of_the_capture_is_settled() -> None:
    record = tien_gow({"tricks": [*KAM[:5], trick(1, "1-2", "-2-4", "-1-1", "-2-6")]})
    assert items(record)[1] == ["last_trick", "lowest_finish"]


def test_who_has_no_pile_may_not_take_the_last_trick_face_up() -> None:
    assert refusal(tien_gow({"tricks": KAM})) == ("barred", "play.tricks[5].plays[1]")


def test_the_bar_comes_before_what_does_not_beat() -> None:
    tricks = [*KAM[:5], trick(1, "1-2", "-2-4", "1-1", "-2-6")]
    assert refusal(tien_gow({"tricks": tricks})) == ("barred", "play.tricks[5].plays[2]")


def test_who_has_a_pile_may_take_the_last_trick() -> None:
    tricks = [*KAM[:5], trick(1, "1-2", "-2-4", "-1-1", "2-6")]
    assert items(tien_gow({"tricks": tricks}))[0] == ["last_trick"]


def test_a_hand_played_out_has_all_its_tricks() -> None:
    assert refusal(tien_gow({"tricks": KAM[:5]})) == ("bad_record", "play.tricks")
    assert refusal(tien_gow({"tricks": []})) == ("bad_record", "play.tricks")
    tricks = [*KAM[:5], trick(1, "1-2", "?", "?", "?")]
    assert refusal(tien_gow({"tricks": [*tricks, trick(1, "2-2")]})) == (
        "bad_record",
        "play.tricks[6]",
    )


WON = {"tricks": [*KAM[:5], trick(1, "1-2", "-2-4", "-1-1", "-2-6")]}
SHOWN = {
    "piles": [3, 5, 0, 0],
    "last": {**last("1 1-2"), "up": [1]},
    "premiums": [],
    "sweep": None,
    "opening": ["6-6"],
}


def test_a_summary_beside_the_log_may_say_the_same() -> None:
    plain = net(tien_gow(WON))
    assert net(tien_gow({**WON, **SHOWN})) == plain


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("piles", [3, 4, 1, 0]),
        ("last", last("1 1-3")),
        ("last", last("0 1-1 > 1 6-6")),
        ("last", {**last("1 1-2"), "up": [1, 2]}),
        ("premiums", [SUPREME]),
        ("opening", ["1-1"]),
        ("sweep", "seven"),
    ],
    ids=case_id,
)
def test_a_summary_that_disagrees_with_the_log(field: str, value: Any) -> None:
    assert refusal(tien_gow({**WON, field: value})) == ("bad_record", f"play.{field}")


FIRST_HAND = ["6-6", "1-1", "2-5", "3-4", "1-3", "1-4", "4-4", "2-6"]


@pytest.mark.parametrize(
    ("hands", "where"),
    [
        ([["9-9", *FIRST_HAND[1:]], None, None, None], "play.hands[0][0]"),
        ([FIRST_HAND[1:], None, None, None], "play.hands[0]"),
        ([[*FIRST_HAND[1:], "1-1"], ["1-1", *FIRST_HAND[:7]], None, None], "play.hands"),
        ([None, FIRST_HAND, None, None], "play.tricks[0].plays[1]"),
        ([[*FIRST_HAND[1:], "1-2"], None, None, None], "play.tricks[0].plays[0]"),
    ],
    ids=case_id,
)
def test_hands_that_cannot_have_been_dealt(hands: list[Any], where: str) -> None:
    assert refusal(tien_gow({**WON, "hands": hands})) == ("bad_tiles", where)


def test_a_known_hand_may_be_given() -> None:
    assert net(tien_gow({**WON, "hands": [FIRST_HAND, None, None, None]})) == net(tien_gow(WON))


@pytest.mark.parametrize(
    ("play", "code", "where"),
    [
        ({}, "bad_record", "play.piles"),
        ({"piles": [1, 5, 2, 0]}, "bad_record", "play.last"),
        ({**PLAIN, "mood": "good"}, "bad_record", "play.mood"),
        ({**PLAIN, "piles": [1, 5, 2]}, "bad_record", "play.piles"),
        ({**PLAIN, "piles": [1, 5, 2, "0"]}, "bad_record", "play.piles[3]"),
        ({**PLAIN, "piles": [-1, 5, 2, 2]}, "bad_record", "play.piles[0]"),
        ({**PLAIN, "last": {"leader": 2, "led": ["4-4"], "winner": 2}}, "bad_record",
         "play.last.tiles"),
        ({**PLAIN, "last": {**last("2 4-4"), "leader": 4}}, "bad_record", "play.last.leader"),
        ({**PLAIN, "last": {**last("2 4-4"), "up": [0, 1]}}, "bad_record", "play.last.up"),
        ({**PLAIN, "sweep": "six"}, "bad_record", "play.sweep"),
        ({**PLAIN, "sweep": "seven"}, "bad_record", "play.sweep"),
        ({**PLAIN, "premiums": [{"kind": "five", "seat": 1}]}, "bad_record",
         "play.premiums[0].kind"),
        ({**PLAIN, "premiums": [{"kind": "four", "leader": 0, "winner": 1}]}, "bad_record",
         "play.premiums[0].up"),
        (summary((1, 5, 1, 0), "2 4-4"), "bad_record", "play.piles"),
        (summary((2, 5, 1, 0), "2 4-4+4-4 > 2 4-4+4-4"), "bad_record", "play.piles[2]"),
        (summary((3, 5, 0, 0), "0 1-1 > 2 6-6"), "bad_record", "play.piles[2]"),
        (summary((2, 5, 1, 0), "2 4-4"), "bad_record", "play.piles[2]"),
        (summary((0, 5, 3, 0), "0 1-1 > 2 6-6"), "bad_record", "play.piles[0]"),
        ({**PLAIN, "last": {**last("2 4-4"), "tiles": ["6-6"]}}, "bad_record", "play.last.tiles"),
        (summary((1, 1, 2, 4), "2 4-4", premiums=[SUPREME]), "bad_record", "play.premiums[0]"),
        (summary((1, 2, 2, 3), "2 4-4", premiums=[SUPREME]), "bad_record", "play.premiums[0]"),
        ({**PLAIN, "premiums": [SUPREME, SUPREME]}, "bad_record", "play.premiums[1]"),
        ({**PLAIN, "premiums": [{"kind": "civil_supreme", "seat": 1}]}, "bad_record",
         "play.premiums[0]"),
        (summary((2, 3, 2, 1), "2 4-4", premiums=[FOUR]), "bad_record", "play.premiums[0]"),
        (summary((2, 4, 2, 0), "2 4-4", premiums=[{**FOUR, "leader": 1, "up": [1]}]),
         "bad_record", "play.premiums[0]"),
        ({**PLAIN, "premiums": [{**FOUR, "up": [1]}]}, "bad_record", "play.premiums[0]"),
        (summary((0, 8, 0, 0), "1 2-2"), "bad_record", "play.sweep"),
        (summary((0, 8, 0, 0), "1 6-6", sweep="seven"), "bad_record", "play.sweep"),
        (summary((0, 8, 0, 0), "1 2-2+2-2", sweep="seven"), "bad_record", "play.sweep"),
        (summary((1, 5, 2, 0), "2 4-9"), "bad_tiles", "play.last.led[0]"),
        (summary((1, 5, 2, 0), "1 4-4 > 2 6-9"), "bad_tiles", "play.last.tiles[0]"),
        (summary((1, 5, 2, 0), "1 4-4 > 2 6-6+6-6"), "bad_tiles", "play.last.tiles"),
        (summary((1, 5, 2, 0), "1 3-6 > 2 3-6"), "bad_tiles", "play.last"),
        (summary((1, 5, 2, 0), "2 1-2", premiums=[SUPREME]), "bad_tiles", "play.last"),
        (summary((1, 5, 2, 0), "1 1-2 > 2 2-4", premiums=[SUPREME]), "bad_tiles", "play.last"),
        (summary((1, 5, 2, 0), "2 4-4", hands=[None, None, [*FIRST_HAND[:6], "5-5", "2-6"], None]),
         "bad_tiles", "play.last.led"),
        (summary((4, 3, 1, 0), "0 5-5 > 2 6-6"), "barred", "play.last.winner"),
        ({"dealt_hand": {"seat": 2, "as": "seven"}}, "barred", "play.dealt_hand"),
        ({"dealt_hand": {"seat": 2, "as": "six"}}, "bad_record", "play.dealt_hand.as"),
        (summary((1, 4, 3, 0), "2 4-4+5-5"), "bad_meld", "play.last.led"),
        (summary((1, 5, 2, 0), "1 4-4 > 2 5-5"), "bad_meld", "play.last.tiles"),
        (summary((1, 5, 2, 0), "1 4-4 > 2 3-6"), "bad_meld", "play.last.tiles"),
        (summary((1, 5, 2, 0), "1 3-6 > 2 4-5"), "bad_meld", "play.last.tiles"),
    ],
    ids=case_id,
)  # fmt: skip
def test_a_summary_that_cannot_be(play: Data, code: str, where: str) -> None:
    assert refusal(tien_gow(play)) == (code, where)


def test_a_banker_may_have_led_the_supreme_to_his_first_trick() -> None:
    play = summary((2, 4, 2, 0), "2 4-4", premiums=[{"kind": "supreme", "seat": 0}])
    assert items(tien_gow(play))[0] == ["supreme_premium"]


def test_a_banker_may_have_led_and_won_four_with_four_piles() -> None:
    four = {"kind": "four", "leader": 0, "up": [0], "winner": 0}
    assert items(tien_gow(summary((4, 2, 2, 0), "2 4-4", premiums=[four])))[0] == ["four_premium"]


def test_a_pair_may_be_taken_without_a_pile() -> None:
    assert net(tien_gow(summary((4, 2, 2, 0), "0 5-5+5-5 > 2 6-6+6-6"))) == [0, -2, 7, -5]


@pytest.mark.parametrize("house", ["no_eight", "no_sweep"])
def test_the_first_lead_must_be_told_where_a_sweep_depends_on_it(house: str) -> None:
    play = summary((8, 0, 0, 0), "0 6-6")
    assert refusal(tien_gow(play, {"banker_opening": house})) == ("bad_record", "play.opening")


@pytest.mark.parametrize(
    ("opening", "code", "where"),
    [(["7-7"], "bad_tiles", "play.opening[0]"), (["6-6", "1-1"], "bad_meld", "play.opening")],
    ids=case_id,
)
def test_a_first_lead_that_cannot_be(opening: list[str], code: str, where: str) -> None:
    assert refusal(tien_gow({**PLAIN, "opening": opening})) == (code, where)


@pytest.mark.parametrize(
    ("fields", "code", "where"),
    [
        ({"outcome": "draw"}, "bad_record", "outcome"),
        ({"outcome": None}, "bad_record", "outcome"),
        ({"play": None}, "bad_record", "play"),
        ({"play": []}, "bad_record", "play"),
        ({"seats": []}, "bad_record", "seats"),
        ({"wins": []}, "bad_record", "wins"),
        ({"state": {"banker": None}}, "bad_record", "state.banker"),
        ({"state": {"banker": 4}}, "bad_record", "state.banker"),
        ({"state": {"scores": [0, 0, 0]}}, "bad_record", "state.scores"),
        ({"options": {"kam_factor": 3}}, "unknown_option", "options.kam_factor"),
        ({"options": {"kam_factor": True}}, "unknown_option", "options.kam_factor"),
        ({"options": {"dora": 1}}, "unknown_option", "options.dora"),
        ({"incidents": [{"kind": "fine"}]}, "bad_record", "incidents[0].kind"),
    ],
    ids=case_id,
)
def test_a_record_that_is_none(fields: Data, code: str, where: str) -> None:
    assert refusal({**tien_gow(PLAIN), **fields}) == (code, where)
