"""Piles and the last trick of Tien Gow as a camera sees them."""

from __future__ import annotations

import random
from typing import Any

import pytest

import rules
from hw_sim.players import HandSpec
from hw_sim.players.cards import played_record
from kiosk.camera.trick_reading import BACK, play_from_reading
from kiosk.errors import Refused
from vision.table import CardReading
from vision.types import TileReading

BOX = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
HOUSE = rules.ruleset("tien-gow").defaults


def make_reading(trick: list[str], piles: list[int], sure: float = 0.99) -> CardReading:
    """Return the reading of a *trick*, one text a seat, and of *piles*, their number a seat."""
    rows = [row.split() for row in trick]
    middle = tuple(TileReading(code, sure, BOX) for row in rows for code in row)
    before = tuple(seat for seat, row in enumerate(rows) for _ in row)
    seats = tuple((TileReading(BACK, 0.99, BOX),) * count for count in piles)
    return CardReading(seats, middle, before)


def read_end(play: dict[str, Any], summary: dict[str, Any]) -> CardReading:
    """Return the reading of the end of a hand with this *play* and *summary*."""
    plays = sorted(play["tricks"][-1]["plays"], key=lambda lay: lay["seat"])
    hides = summary["sweep"] is None
    trick = [
        " ".join([BACK] * len(lay["tiles"]) if hides and lay.get("down") else lay["tiles"])
        for lay in plays
    ]
    piles = list(summary["piles"])
    piles[summary["last"]["winner"]] -= len(plays[0]["tiles"])
    return make_reading(trick, piles)


def test_who_led_and_who_won_follows_from_what_lies_face_up() -> None:
    for seed in range(150):
        state = {"banker": seed % 4, "scores": [0] * 4}
        full, summary = played_record("tien-gow", random.Random(seed), HandSpec(state=state))
        play = play_from_reading(read_end(full["play"], summary["play"]), HOUSE)
        assert {**summary["play"], **play} == summary["play"]


def test_a_sweep_whose_last_tiles_stay_down_is_not_named() -> None:
    play = play_from_reading(make_reading([BACK, "5-5", BACK, BACK], [0, 7, 0, 0]), HOUSE)
    assert (play["piles"], play["sweep"]) == ([0, 8, 0, 0], None)


@pytest.mark.parametrize(("other", "sweep"), [("1-1", "seven"), ("1-6", "eight")])
def test_turned_up_tiles_name_the_sweep(other: str, sweep: str) -> None:
    play = play_from_reading(make_reading(["1-2", "5-5", other, "2-4"], [0, 7, 0, 0]), HOUSE)
    assert play["last"]["up"] == [1]
    assert play["sweep"] == sweep


@pytest.mark.parametrize(
    ("trick", "piles", "code"),
    [
        (["1-2", BACK, BACK, ""], [3, 3, 1, 0], "trick_uneven"),
        (["", "", "", ""], [3, 3, 1, 1], "trick_uneven"),
        (["1-2", BACK, BACK, BACK], [3, 3, 0, 0], "piles_missing"),
        (["1-2 2-2", f"{BACK} {BACK}", "2-4 1-2", f"{BACK} {BACK}"], [3, 3, 0, 0], "trick_unclear"),
        ([f"1-2 {BACK}", *[f"{BACK} {BACK}"] * 3], [3, 3, 0, 0], "trick_unclear"),
        ([BACK] * 4, [3, 3, 1, 0], "trick_unclear"),
        (["3-6", "4-5", BACK, BACK], [3, 3, 1, 0], "trick_out_of_order"),
        (["1-2", BACK, BACK, "2-4"], [3, 3, 1, 0], "trick_out_of_order"),
        ([BACK, BACK, BACK, "2-4"], [7, 0, 0, 0], "trick_unclear"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_what_cannot_have_been_laid_is_refused(
    trick: list[str], piles: list[int], code: str
) -> None:
    with pytest.raises(Refused) as refused:
        play_from_reading(make_reading(trick, piles), HOUSE)
    assert refused.value.code == code


def test_a_doubtful_tile_leaves_the_trick_to_be_tapped() -> None:
    with pytest.raises(Refused) as refused:
        play_from_reading(make_reading(["1-2", BACK, BACK, BACK], [3, 3, 1, 0], sure=0.6), HOUSE)
    assert refused.value.code == "trick_unclear"
