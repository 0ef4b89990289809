"""What Mushi refuses: cards, redeals, left-over cards that cannot be (mushi.md)."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from tests.rules.games.hanafuda.hands import cards, mushi, problems, redeal
from tests.rules.records import Data, refusal

RAINS = "11-bright 11-animal 11-ribbon"
DEVIL = "11-junk"


def change(data: Data, **fields: Any) -> Data:
    """Return *data* with other *fields* in its play."""
    return {**data, "play": {**data["play"], **fields}}


def without(data: Data, field: str) -> Data:
    """Return *data* without a *field* of its play."""
    return {**data, "play": {name: value for name, value in data["play"].items() if name != field}}


SOUND = mushi("01 02 03")
AGAIN = redeal("hand_four", "04", seat=1)


@pytest.mark.parametrize(
    ("data", "where"),
    [
        ({**SOUND, "outcome": "draw"}, "outcome"),
        ({**SOUND, "play": None}, "play"),
        ({**SOUND, "seats": []}, "seats"),
        ({**SOUND, "deal": {}}, "deal"),
        (without(SOUND, "captured"), "play.captured"),
        (change(SOUND, captured=[cards("01 02 03")]), "play.captured"),
        (change(SOUND, captured=[*SOUND["play"]["captured"], []]), "play.captured"),
        (change(SOUND, captured={"0": []}), "play.captured"),
        (change(SOUND, captured=["01-bright", []]), "play.captured[0]"),
        (change(SOUND, captured=[[1], []]), "play.captured[0]"),
        (change(SOUND, table="11-junk"), "play.table"),
        (change(SOUND, table=None), "play.table"),
        (change(SOUND, devil_last=1), "play.devil_last"),
        (change(SOUND, devil_last=None), "play.devil_last"),
        (change(SOUND, deal_table="none"), "play.deal_table"),
        (change(SOUND, deal_table=cards("01 02-ribbon")), "play.deal_table"),
        (change(SOUND, deal_table=[]), "play.deal_table"),
        (change(SOUND, stock=[]), "play.stock"),
        (change(SOUND, redeal=AGAIN["play"]["redeal"]), "play.redeal"),
        (redeal("hand_five", "04", seat=1), "play.redeal.reason"),
        (redeal("hand_four", "04"), "play.redeal.seat"),
        (redeal("hand_four", "04", seat=2), "play.redeal.seat"),
        (redeal("table_four", "04", seat=1), "play.redeal.seat"),
        (redeal("table_three_rain", RAINS, seat=0), "play.redeal.seat"),
        (change(AGAIN, redeal="hand_four"), "play.redeal"),
        (change(AGAIN, redeal={"reason": "table_four"}), "play.redeal.cards"),
        (change(AGAIN, redeal={**AGAIN["play"]["redeal"], "why": 1}), "play.redeal.why"),
        (mushi("01", state={"scores": [0, 0, 0]}), "state.scores"),
        (mushi("01", state={"banker": 2}), "state.banker"),
        (mushi("01", state={"carry": {"wins": [0, 0]}}), "state.carry.wins"),
        (mushi("01", state={"repeats": -1}), "state.repeats"),
        (mushi("01", state={"round": 0}), "state.round"),
    ],
)
def test_fields_of_another_form(data: Data, where: str) -> None:
    assert refusal(data) == ("bad_record", where)


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (change(SOUND, table=["13-bright"]), "play.table[0]"),
        (change(SOUND, table=["06-animal"]), "play.table[0]"),
        (change(SOUND, table=["07-junk2"]), "play.table[0]"),
        (change(SOUND, table=["5m"]), "play.table[0]"),
        (change(SOUND, table=["01-bright"]), "play.table"),
        (change(SOUND, captured=[cards("01 01-bright"), cards("02")]), "play.captured[0]"),
        (change(SOUND, captured=[cards("01"), cards("02")]), "play"),
        (change(SOUND, deal_table=cards("01 02 -02-junk1 06-ribbon")), "play.deal_table[7]"),
        (change(SOUND, deal_table=cards("01 02 -02-junk1 01-bright")), "play.deal_table"),
        (redeal("hand_four", "04 -04-junk1 04-junk2", seat=1), "play.redeal.cards"),
        (redeal("hand_four", "06", seat=1), "play.redeal.cards[0]"),
        (change(AGAIN, captured=[["06-animal"], []]), "play.captured[0][0]"),
        (change(AGAIN, table=["01-bright", "01-bright"]), "play.table"),
    ],
)
def test_cards_that_are_not_there_or_twice(data: Data, where: str) -> None:
    assert refusal(data) == ("bad_tiles", where)


def test_a_missing_card_is_named() -> None:
    captured = [pile[1:] for pile in SOUND["play"]["captured"]]
    answer: Any = rules.settle_json(change(SOUND, captured=captured))
    assert "01-bright, 04-animal" in answer["error"]["message"]


@pytest.mark.parametrize(
    "data",
    [
        redeal("hand_four", "04 -04-junk1", seat=1),
        redeal("hand_four", "04 -04-junk1 05-junk1", seat=1),
        redeal("table_four", RAINS),
        redeal("table_four", "09 10-animal"),
        redeal("table_three_rain", "11"),
        redeal("table_three_rain", "11-bright 11-animal 11-junk"),
        redeal("table_three_rain", "11-bright 11-animal"),
        redeal("table_three_rain", "12-junk1 12-junk2 12-junk3"),
        redeal("table_four", "", table_four="elder"),
    ],
)
def test_cards_for_which_nobody_deals_again(data: Data) -> None:
    assert refusal(data) == ("bad_meld", "play.redeal.cards")


DEALT_FOUR = cards("12 01-bright 02-ribbon 05-junk1 11-animal")
DEALT_RAINS = cards(f"{RAINS} 01 09-ribbon")
TWO_FOURS = cards("12 01")


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (redeal("table_four", "04", table_four="elder"), "play.redeal.reason"),
        (redeal("table_four", "11", table_four="elder"), "play.redeal.reason"),
        (redeal("table_three_rain", RAINS, table_three_rain="elder"), "play.redeal.reason"),
        (redeal("table_three_rain", RAINS, table_three_rain="devil_taker"), "play.redeal.reason"),
        (mushi("12", deal_table=DEALT_FOUR), "play.deal_table"),
        (mushi("12", deal_table=DEALT_FOUR, table_three_rain="elder"), "play.deal_table"),
        (mushi("12 01", deal_table=TWO_FOURS), "play.deal_table"),
        (mushi("01", deal_table=DEALT_RAINS, table_four="elder"), "play.deal_table"),
        (
            mushi("11", deal_table=cards("11 01-bright 02 -02-junk1"), table_three_rain="elder"),
            "play.deal_table",
        ),
    ],
)
def test_a_table_is_thrown_in_or_played_on_as_was_agreed(data: Data, where: str) -> None:
    assert refusal(data) == ("barred", where)


def test_both_dealt_sets_are_told() -> None:
    assert problems(mushi("12 01", deal_table=TWO_FOURS)) == [("barred", "play.deal_table")] * 2


@pytest.mark.parametrize(
    "data",
    [
        mushi("01", deal_table=DEALT_FOUR, table_four="elder"),
        mushi("12 -12-junk1", deal_table=DEALT_FOUR, table_four="elder"),
        mushi("12", deal_table=DEALT_FOUR, table_four="elder", state={"banker": 1}),
        mushi("12", deal_table=TWO_FOURS, table_four="elder"),
        mushi(
            "01 11-bright 11-animal",
            deal_table=DEALT_RAINS,
            table_four="elder",
            table_three_rain="elder",
        ),
        mushi(
            f"01 {RAINS}",
            deal_table=DEALT_RAINS,
            table_four="elder",
            table_three_rain="devil_taker",
        ),
        mushi(
            "01 11-bright",
            deal_table=DEALT_RAINS,
            table_four="elder",
            table_three_rain="devil_taker",
        ),
        mushi("01 11 -11-junk", deal_table=cards("11 02 -02-junk1 01-bright"), table_four="elder"),
    ],
    ids=[
        "four with the other",
        "one of four elsewhere",
        "elder is seat 1",
        "one of two fours",
        "one rain elsewhere",
        "bundle without the devil",
        "bundle parted",
        "devil of four rains",
    ],
)
def test_a_dealt_set_lies_with_whom_it_was_agreed(data: Data) -> None:
    assert set(problems(data)) == {("bad_record", "play.deal_table")}


@pytest.mark.parametrize(
    "data",
    [
        mushi(f"01 {DEVIL}", "05-junk1 04-junk1"),
        mushi(f"01 {DEVIL}", "05-junk1 05-junk2"),
        mushi(f"01 {DEVIL}", "05"),
        mushi("01", "11-bright 11-animal"),
        mushi("01", RAINS),
        mushi("01", RAINS, table_three_rain="elder"),
        mushi("01", DEVIL),
        mushi("01", f"{DEVIL} 11-bright 11-animal"),
        mushi("01", "11", table_three_rain="devil_taker"),
        mushi("01", f"{DEVIL} 11-bright 05-junk1"),
        mushi("01", f"{DEVIL} 05-junk1"),
        mushi("01", "05-junk1", devil_last=True),
        mushi("01", "05-junk1 11-bright", devil_last=True, last_stock_devil="with_rain"),
        mushi("01 11-animal", "11-ribbon"),
        mushi("01 11-animal", f"11-ribbon {DEVIL}"),
        mushi("01 11-animal", "11-ribbon", last_stock_devil="with_rain"),
        mushi("01 11-animal", "11-ribbon", devil_last=True),
        mushi(f"01 {DEVIL}", "11-ribbon", devil_last=True),
        mushi("01", "11-ribbon", devil_last=True, state={"banker": 1}),
        mushi("01", f"11-ribbon {DEVIL}", devil_last=True),
    ],
    ids=[
        "two flowers",
        "two of one",
        "four of one",
        "two rains",
        "three rains",
        "three rains of the elder's",
        "devil alone",
        "devil with two rains",
        "devil with three",
        "devil, rain and more",
        "devil with another flower",
        "last devil and another flower",
        "last devil, rain and another",
        "rains in two piles",
        "rains in two piles, devil left",
        "with_rain, but not last",
        "last alone, rains in two piles",
        "last devil of the elder",
        "last devil of seat 1 as elder",
        "last devil on the table",
    ],
)
def test_cards_that_cannot_be_left_over(data: Data) -> None:
    assert set(problems(data)) == {("bad_record", "play.table")}


def test_form_comes_first_then_cards_sets_bars_and_the_rest() -> None:
    """Mend one fault after the other; each hides those behind it."""
    data = redeal("table_four", "04 -04-junk1 06-ribbon", seat=1, table_four="elder")
    assert refusal(data)[0] == "bad_record"
    del data["play"]["redeal"]["seat"]
    assert refusal(data)[0] == "bad_tiles"
    data["play"]["redeal"]["cards"] = cards("04 -04-junk1 05-ribbon")
    assert refusal(data)[0] == "bad_meld"
    data["play"]["redeal"]["cards"] = cards("04")
    assert refusal(data)[0] == "barred"


def test_a_table_to_be_thrown_in_comes_before_cards_left_over() -> None:
    data = mushi("01", "05-junk1 04-junk1", deal_table=DEALT_FOUR)
    assert problems(data) == [("barred", "play.deal_table")]
