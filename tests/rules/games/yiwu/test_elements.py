"""Which Yiwu hands win, and for what: yiwu.md, "Winning", "Scoring elements"."""

from __future__ import annotations

import pytest

from tests.rules.games.yiwu.hands import (
    KONG_WAIT,
    ONE_FORTUNE,
    PAIR_WAIT,
    PLAIN,
    ROBBING,
    TWO_FORTUNES,
    element,
    facts,
    reading,
    yiwu,
)
from tests.rules.records import Data, chow, kong, pung, refusal, settle

SIX_PAIRS = ("9m1133p2255s4477z", "1z")
FLOATED_ONE = {"before": {"facts": {"floats": 1}}}
FLOATED_TWO = {"before": {"facts": {"floats": 2}}}
SUPPLEMENT = {"marks": ("kong_draw",)}


@pytest.mark.parametrize(
    ("hand", "how", "item"),
    [
        (PLAIN, {"source": 0}, ("common_win", 1)),
        (PLAIN, {"source": 0, **SUPPLEMENT}, ("common_win", 1)),
        (PLAIN, {}, ("self_draw", 2)),
        (ONE_FORTUNE, {}, ("self_draw", 2)),
        (TWO_FORTUNES, {}, ("self_draw", 2)),
        (PLAIN, FLOATED_ONE, ("self_draw", 2)),
        (("123m57p456789s11z", "6p"), ROBBING, ("robbing_the_kong", 2)),
        (PAIR_WAIT, {}, ("wild_pair_wait", 4)),
        (SIX_PAIRS, {}, ("wild_pair_wait", 4)),
        (PAIR_WAIT, {"around": facts(2, floats=1)}, ("wild_pair_wait", 4)),
        (KONG_WAIT, SUPPLEMENT, ("kong_draw", 4)),
        (KONG_WAIT, {}, ("self_draw", 2)),
        (PAIR_WAIT, FLOATED_ONE, ("single_float", 8)),
        (SIX_PAIRS, FLOATED_ONE, ("single_float", 8)),
        (PAIR_WAIT, FLOATED_TWO, ("double_float", 16)),
        (PAIR_WAIT, {**FLOATED_ONE, "around": facts(2, floats=1)}, ("single_float", 8)),
    ],
)
def test_the_highest_element_alone_counts(
    hand: tuple[str, str], how: Data, item: tuple[str, int]
) -> None:
    assert element(yiwu(*hand, **how)) == item


@pytest.mark.parametrize(
    ("floats", "name"), [(0, "wild_pair_wait"), (1, "single_float"), (2, "double_float")]
)
def test_a_pair_wait_on_a_supplement_is_worth_what_it_is_without(floats: int, name: str) -> None:
    """D5: of wild_pair_wait and kong_draw, equal in worth, the sheet's first is told."""
    hand = ("9m456p789p234s", "3z", kong("7777z"))
    data = yiwu(*hand, marks=("kong_draw",), before={"facts": {"floats": floats}})
    assert element(data)[0] == name


def test_a_double_floater_may_win_on_a_supplement_instead() -> None:
    data = yiwu(*KONG_WAIT, marks=("kong_draw",), **FLOATED_TWO)
    assert element(data) == ("kong_draw", 4)
    assert [row["for"] for row in settle(data)["payments"]] == ["win"] * 3


@pytest.mark.parametrize(
    ("discards", "name"),
    [
        (["1z", "9m", "5p"], "single_float"),
        (["9m", "9m"], "double_float"),
        ("1z9m9m", "double_float"),
        (["1z", "5z"], "wild_pair_wait"),
        (None, "wild_pair_wait"),
    ],
)
def test_floats_are_seen_among_the_discards(discards: object, name: str) -> None:
    assert element(yiwu(*PAIR_WAIT, before={"discards": discards}))[0] == name


def test_floats_that_are_told_go_before_the_discards() -> None:
    before = {"discards": ["9m"], "facts": {"floats": 2}}
    assert element(yiwu(*PAIR_WAIT, before=before))[0] == "double_float"


@pytest.mark.parametrize(
    "hand",
    [
        ("99m456789p234s11z", "1z"),
        ("999m456789p23s11z", "4s"),
        ("1239m456p789p234s", "9m"),
        ("9m456p789p", "5p", pung("111s"), chow("234s")),
        ("9m", "9p", pung("111s"), chow("234s"), kong("7777z"), chow("456p")),
        ("99m1133p2255s447z", "6z"),
        ("999m1133p2255s47z", "6z"),
        ("9m1111p2255s4477z", "1z"),
    ],
)
def test_any_division_that_leaves_a_fortune_tile_alone_is_a_pair_wait(
    hand: tuple[str, str, Data],
) -> None:
    """D9, D12: whatever the drawn tile could also be read as."""
    assert element(yiwu(*hand)) == ("wild_pair_wait", 4)


WITH_THREE_SETS = (chow("234s"), pung("555p"), pung("222z"))


@pytest.mark.parametrize(
    "hand",
    [
        ("1239m456789p299s", "3s"),
        ("9m113p", "3p", *WITH_THREE_SETS),
        ("369m147p258s1234z", "6z"),
    ],
)
def test_a_fortune_tile_that_waits_for_certain_tiles_is_no_pair_wait(
    hand: tuple[str, str, Data],
) -> None:
    assert element(yiwu(*hand)) == ("self_draw", 2)


@pytest.mark.parametrize(
    ("hand", "tile"),
    [
        ("1133m2255p4488s7z", "7z"),
        ("1111m2255p4488s7z", "7z"),
        ("1133m2255p4488s5z", "5z"),
        ("113m2255p4488s79m", "7m"),
        ("147m369p258s1234z", "6z"),
        ("147m369p258s1234z", "7z"),
        ("147m369p25s1234z9m", "6z"),
        ("14m369p258s12345z", "6z"),
        ("147m158p369s1234z", "7z"),
    ],
)
def test_seven_pairs_and_unrelated_tiles_win_without_worth(hand: str, tile: str) -> None:
    assert element(yiwu(hand, tile, source=2)) == ("common_win", 1)
    assert element(yiwu(hand, tile)) == ("self_draw", 2)


def test_two_fortune_tiles_may_be_among_unrelated_ones() -> None:
    assert element(yiwu("2599m369p147s123z", "6z")) == ("self_draw", 2)


@pytest.mark.parametrize(
    "hand",
    [
        ("147m368p258s1234z", "6z"),
        ("147m367p258s1234z", "6z"),
        ("147m369p258s1234z", "4z"),
        ("147m369p258s1234z", "5s"),
        ("47m369p258s12345z", "6z"),
        ("1133m2255p4488s7z", "6z"),
        ("123m456789p2349s", "8s"),
        ("1239m456789p299s", "7s"),
        ("9m113p", "7z", *WITH_THREE_SETS),
        ("1133m2255p44s", "7z", pung("777s")),
        ("147m369p2s123z", "6z", pung("777z")),
    ],
)
def test_what_is_nearly_a_hand_is_none(hand: tuple[str, str, Data]) -> None:
    assert refusal(yiwu(*hand)) == ("not_a_win", "wins[0]")


def test_a_fortune_tile_is_a_seventh_honor_only_where_whites_are_fortune_tiles() -> None:
    """D15: the suits have room for seven of the fourteen."""
    assert refusal(yiwu("147m38p38s123467z", "9m"))[0] == "not_a_win"
    data = yiwu("147m38p38s123467z", "5z", deal={"indicators": ["5z"]})
    assert element(data) == ("self_draw", 2)


@pytest.mark.parametrize(
    ("hand", "tiles"),
    [
        (("46m5z456789p2399s", "4s"), "456m"),
        (("456789p23499s55z", "5z"), "555m"),
        (("456789p2399s", "4s", chow("46m5z", "5z")), "456m"),
        (("456789p2399s", "4s", pung("555z")), "555m"),
        (("456789p2399s", "4s", kong("5555z")), "5555m"),
    ],
)
def test_whites_are_the_indicators_tile_everywhere(hand: tuple[str, str, Data], tiles: str) -> None:
    read = reading(yiwu(*hand, deal={"indicators": ["5m"]}))
    assert sorted(read) == sorted([tiles, "456p", "789p", "234s", "99s"])


def test_whites_are_fortune_tiles_when_a_white_was_turned_up() -> None:
    data = yiwu("123m456789p234s5z", "3z", deal={"indicators": ["5z"]})
    assert element(data) == ("wild_pair_wait", 4)


def test_a_discarded_white_may_be_claimed_to_win() -> None:
    """D13: it is no fortune tile."""
    assert element(yiwu("78m456789p23499s", "5z", source=3)) == ("common_win", 1)


def test_three_fortune_tiles_win_on_a_supplement() -> None:
    data = yiwu("999m4578p113s", "4s", kong("7777z"), **SUPPLEMENT)
    assert element(data) == ("kong_draw", 4)


@pytest.mark.parametrize(
    ("hand", "tile", "groups"),
    [
        (*PAIR_WAIT, ["123m", "234s", "33z", "456p", "789p"]),
        ("1239m456789p299s", "3s", ["123m", "234s", "456p", "789p", "99s"]),
        ("1133m2255p448s9m7z", "7z", ["11m", "22p", "33m", "44s", "55p", "77z", "88s"]),
    ],
)
def test_the_reading_shows_what_fortune_tiles_stand_for(
    hand: str, tile: str, groups: list[str]
) -> None:
    assert reading(yiwu(hand, tile)) == groups


def test_unrelated_tiles_are_read_one_by_one() -> None:
    read = reading(yiwu("147m369p25s1234z9m", "6z"))
    assert len(set(read)) == len(read) == 14
    assert "8s" in read
