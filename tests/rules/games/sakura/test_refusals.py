"""What Sakura refuses: seats, cards, pulls, and cards with whom they cannot be (sakura.md)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.games.hanafuda.hands import cards, problems, sakura
from tests.rules.records import Data, refusal

GAJI = "11-junk"


def change(data: Data, **fields: Any) -> Data:
    """Return *data* with other *fields* in its play."""
    return {**data, "play": {**data["play"], **fields}}


def state(data: Data, **fields: Any) -> Data:
    """Return *data* with other *fields* in its state."""
    return {**data, "state": {**data["state"], **fields}}


TWO = sakura("01 02 03")
THREE = sakura("01 02 03", "04")
FOUR = sakura("01 02 03", "04", "05")
WITHOUT_CAPTURED = {**TWO, "play": {"table": []}}


@pytest.mark.parametrize(
    ("data", "where"),
    [
        ({**TWO, "outcome": "draw"}, "outcome"),
        ({**TWO, "state": {"banker": 0}}, "state.scores"),
        ({**TWO, "state": None}, "state.scores"),
        ({"ruleset": "sakura", "play": TWO["play"], "outcome": "win"}, "state.scores"),
        (state(TWO, scores=[0]), "state.scores"),
        (state(TWO, scores=[0] * 5), "state.scores"),
        (state(TWO, scores="00"), "state.scores"),
        (state(TWO, scores=[0, None]), "state.scores"),
        (state(TWO, banker=2), "state.banker"),
        (state(TWO, carry={"wins": [0, 0, 0]}), "state.carry.wins"),
        (state(TWO, carry={"wins": []}), "state.carry.wins"),
        (state(TWO, carry={"wins": [0, -1]}), "state.carry.wins"),
        (state(TWO, carry={"wins": [0, True]}), "state.carry.wins"),
        (state(TWO, carry={"wins": 3}), "state.carry.wins"),
        (state(TWO, carry={"losses": [0, 0]}), "state.carry.losses"),
        (state(TWO, scores=[0, 0, 0]), "play.captured"),
        (state(THREE, scores=[0, 0, 0, 0]), "play.captured"),
        (state(THREE, scores=[0, 0]), "play.captured"),
        ({**TWO, "play": None}, "play"),
        ({**TWO, "wins": []}, "wins"),
        (WITHOUT_CAPTURED, "play.captured"),
        (change(TWO, captured=[[], "01-bright"]), "play.captured[1]"),
        (change(TWO, table={}), "play.table"),
        (change(TWO, deal_table="01"), "play.deal_table"),
        (change(TWO, pulls=None), "play.pulls"),
        (change(TWO, pulls=["04"]), "play.pulls[0]"),
        (change(TWO, pulls=[{"cards": cards("04")}]), "play.pulls[0].seat"),
        (change(TWO, pulls=[{"seat": 2, "cards": cards("04")}]), "play.pulls[0].seat"),
        (change(TWO, pulls=[{"seat": 1}]), "play.pulls[0].cards"),
        (change(TWO, pulls=[{"seat": 1, "cards": cards("04"), "at": 3}]), "play.pulls[0].at"),
        (change(TWO, devil_last=False), "play.devil_last"),
        ({**TWO, "options": {"teams": True}}, "options.teams"),
        ({**THREE, "options": {"teams": True}}, "options.teams"),
        ({**THREE, "options": {"teams": True}, "outcome": "abort"}, "options.teams"),
        ({**state(THREE, scores=[0]), "outcome": "abort"}, "state.scores"),
        (
            {**state(THREE, carry={"wins": [1, 2]}), "outcome": "abort"},
            "state.carry.wins",
        ),
    ],
)
def test_fields_of_another_form(data: Data, where: str) -> None:
    assert refusal(data) == ("bad_record", where)


EIGHT_EACH = {**TWO, "options": {"two_player_hand": 8}}


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (change(TWO, table=["13-junk1"]), "play.table[0]"),
        (change(TWO, table=["12-junk4"]), "play.table[0]"),
        (change(TWO, table=["01-bright"]), "play.table"),
        (change(TWO, captured=[cards("01"), cards("02")]), "play"),
        (EIGHT_EACH, "play"),
        (change(TWO, deal_table=[*cards("01 02 -02-junk1"), "1m"]), "play.deal_table[7]"),
        (change(TWO, deal_table=cards("01 02 -02-junk1 01-bright")), "play.deal_table"),
        (change(TWO, deal_table=cards("01 02 -02-junk1")), "play.deal_table"),
        (change(THREE, deal_table=cards("01 02")), "play.deal_table"),
        (change(FOUR, deal_table=cards("01 02-ribbon 02-junk1")), "play.deal_table"),
        (
            change(TWO, pulls=[{"seat": 1, "cards": cards("04 -04-junk1 04-junk2")}]),
            "play.pulls[0].cards",
        ),
        (
            change(TWO, pulls=[{"seat": 1, "cards": ["04-bright"]}]),
            "play.pulls[0].cards[0]",
        ),
        (
            change(TWO, pulls=[{"seat": 1, "cards": cards("04")}] * 2),
            "play.pulls[1].cards",
        ),
    ],
)
def test_cards_that_are_not_there_or_twice(data: Data, where: str) -> None:
    assert refusal(data) == ("bad_tiles", where)


@pytest.mark.parametrize(
    "pulled", ["04 -04-junk1", "04 -04-junk1 05-junk1", "04 05-junk1", "", "04 05"]
)
def test_a_pull_takes_four_of_a_flower(pulled: str) -> None:
    data = change(TWO, pulls=[{"seat": 1, "cards": cards(pulled)}])
    assert refusal(data) == ("bad_meld", "play.pulls[0].cards")


DEALT = cards("01 02-ribbon 03-ribbon 04-ribbon 05-ribbon")


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (change(TWO, pulls=[{"seat": 0, "cards": cards("04")}]), "play.pulls[0].cards"),
        (
            change(sakura("04 -04-junk1"), pulls=[{"seat": 0, "cards": cards("04")}]),
            "play.pulls[0].cards",
        ),
        (
            change(
                sakura(f"04 {GAJI}", table="04-junk1"), pulls=[{"seat": 0, "cards": cards("04")}]
            ),
            "play.pulls[0].cards",
        ),
        (change(FOUR, pulls=[{"seat": 2, "cards": cards("01")}]), "play.pulls[0].cards"),
        (
            change({**FOUR, "options": {"teams": True}}, pulls=[{"seat": 1, "cards": cards("01")}]),
            "play.pulls[0].cards",
        ),
        (state(change(TWO, deal_table=DEALT), banker=1), "play.deal_table"),
        (sakura("01 -01-junk1", deal_table=DEALT), "play.deal_table"),
        (sakura("", "", "01", deal_table=DEALT), "play.deal_table"),
        (sakura("", "01", "", teams=True, deal_table=DEALT), "play.deal_table"),
        (sakura("11-bright 11-animal", table="05-animal 11-junk"), "play.table"),
        (sakura("11-bright 11-animal 11-ribbon", table=GAJI), "play.table"),
        (sakura("01", table=f"07-animal 11-ribbon {GAJI}"), "play.table"),
    ],
)
def test_cards_lie_with_whom_they_belong_to(data: Data, where: str) -> None:
    assert refusal(data) == ("bad_record", where)


def test_a_card_alone_needs_somebody_with_the_gaji_in_hands_of_eight_too() -> None:
    data = sakura("01 02 03 04 05 06", table="07-animal", two_player_hand=8)
    data["play"]["captured"][1] = cards("07 08 09 10 -07-animal")
    assert problems(data) == [("bad_record", "play.table")]


def test_form_comes_first_then_cards_sets_and_the_rest() -> None:
    """Mend one fault after the other; each hides those behind it."""
    pull: Data = {"seat": 4, "cards": [*cards("04 -04-junk1"), "13-junk1"]}
    data = change(sakura("01", table=f"07-animal {GAJI} 11-ribbon"), pulls=[pull])
    data["play"]["table"].append("13-bright")
    assert refusal(data) == ("bad_record", "play.pulls[0].seat")
    pull["seat"] = 0
    assert refusal(data)[0] == "bad_tiles"
    data["play"]["table"].pop()
    assert refusal(data)[0] == "bad_tiles"
    pull["cards"] = cards("04 -04-junk1")
    assert refusal(data) == ("bad_meld", "play.pulls[0].cards")
    pull["cards"] = cards("01")
    assert refusal(data) == ("bad_record", "play.table")
