"""Tiles, sets and wins that cannot be: what every game refuses, after the form is read."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from tests.ids import case_id
from tests.rules.games.riichi.hands import PINFU, riichi, unwon
from tests.rules.record.test_parse import find_problems
from tests.rules.records import Data, chow, kong, pung, refusal, seat


def lying(number: int, *melds: Data, **more: Any) -> Data:
    """Return a drawn hand with *melds* and *more* before one seat."""
    seats: list[Data] = [{}, {}, {}, {}]
    seats[number] = seat(number, 4, None, *melds, **more)
    return unwon(seats=seats)


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (riichi("11111z34599p678s", "8s"), "seats[1].hand"),
        (riichi("234567m34599p67s1z", "8s"), "seats[1].hand"),
        (riichi("234567m34599p6s", "8s"), "seats[1].hand"),
        (riichi("2345678m99p67s", "8s", pung("111m"), pung("222m")), "seats[1].hand"),
        (riichi("11112m34599p67s9m", "1m"), "wins[0].tile"),
        (riichi("234567m34599p67s", "8s", deal={"indicators": ["8s"] * 4}), "wins[0].tile"),
        (riichi("234567m34599p67s", "1f"), "wins[0].tile"),
        (riichi("234567m34599p7s0z", "8s"), "seats[1].hand"),
        (lying(2, pung("111m"), pung("111m")), "seats[2].melds[1]"),
        (lying(2, pung("111f")), "seats[2].melds[0]"),
        (lying(2, discards=["1f"]), "seats[2].discards"),
        (lying(2, flowers="1f"), "seats[2].flowers"),
        (unwon(deal={"indicators": ["1f"]}), "deal.indicators"),
        (unwon(deal={"indicators": ["0m", "1m"], "hidden_indicators": ["0m"]}),
         "deal.indicators"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_no_more_tiles_than_there_are(data: Data, where: str) -> None:
    assert ("bad_tiles", where) in find_problems(data)


@pytest.mark.parametrize(
    "meld",
    [
        chow("124m"),
        chow("891m"),
        chow("123z"),
        chow("12m3p"),
        chow("1234m"),
        chow("123m") | {"claimed": "4m"},
        {"kind": "chow", "tiles": "123m"},
        chow("123m") | {"from": 0},
        pung("112m"),
        pung("11m"),
        pung("1111m"),
        pung("111m") | {"from": 2},
        {"kind": "pung", "tiles": "111m", "from": None},
        kong("111m"),
        kong("1112m"),
        kong("1111m") | {"from": 0},
        kong("1111m", "added") | {"from": 2},
        kong("1111m", "discard") | {"from": None},
        {"kind": "pung", "tiles": "", "from": 1},
    ],
    ids=case_id,
)
def test_a_set_must_be_one_and_come_from_where_it_can(meld: Data) -> None:
    assert refusal(lying(2, meld)) == ("bad_meld", "seats[2].melds[0]")


@pytest.mark.parametrize(
    "meld",
    [chow("123m"), chow("340m"), pung("550p"), kong("5055s"), kong("1111z", "added")],
    ids=case_id,
)
def test_a_sound_set_is_taken(meld: Data) -> None:
    assert "net" in rules.settle_json(lying(2, meld))


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"by": "self_draw", "from": 3}, "wins[0].from"),
        ({"from": 1}, "wins[0].from"),
        ({"tile": None}, "wins[0].tile"),
        ({"kong": 0}, "wins[0].kong"),
        ({"seat": 2}, "seats[2].hand"),
    ],
    ids=case_id,
)
def test_the_account_of_a_win_must_hold(change: Data, where: str) -> None:
    data = riichi(*PINFU, source=3)
    data["wins"][0] |= change
    assert ("bad_record", where) in find_problems(data)


@pytest.mark.parametrize("kind", ["kong_added", "pung"])
def test_a_robbed_kong_may_stand_as_kong_or_as_the_pung_that_it_stays(kind: str) -> None:
    data = riichi("234567m34599p68s", "7s", source=3, by="robbed_kong")
    tiles = "7777s" if kind == "kong_added" else "777s"
    data["seats"][3] = seat(3, 4, None, {"kind": kind, "tiles": tiles})
    assert rules.settle_json(data)["net"] == [0, 1300, 0, -1300]


def test_a_robbed_tile_counts_once_and_no_fifth_beside_it() -> None:
    data = riichi("234567m34599p68s", "7s", source=3, by="robbed_kong")
    data["seats"][3] = seat(3, 4, None, kong("7777s", "added"))
    assert "net" in rules.settle_json(data)
    data["seats"][2] = {"melds": [chow("678s") | {"from": 1}]}
    assert ("bad_tiles", "wins[0].tile") in find_problems(data)


def test_a_kong_that_stood_already_cannot_be_robbed() -> None:
    data = riichi("234567m34599p68s", "7s", source=3, by="robbed_kong")
    data["seats"][3] = seat(3, 4, None, kong("7777s", "discard"))
    assert ("bad_record", "wins[0].tile") in find_problems(data)


def test_one_tile_that_two_win_on_is_one_tile() -> None:
    data = riichi("234567m34599p68s", "7s", source=3, riichi=True)
    data["seats"][2] = {"hand": "123m789p1168s333z", "declared": ["riichi"]}
    data["seats"][0] = seat(0, 4, None, pung("777s") | {"from": 1})
    data["wins"].append(data["wins"][0] | {"seat": 2})
    assert [entry["seat"] for entry in rules.settle_json(data)["wins"]] == [1, 2]
