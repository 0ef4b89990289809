"""What a won hand is before anybody reads it, and how it is read."""

from __future__ import annotations

from typing import Any

import pytest

from rules.hands.profiles import equivalence
from rules.hands.shapes import PAIRS, Reading
from rules.record.values import Deal, Meld, Record, Seat, State
from rules.scoring import divide_hand, place_winning_tile, readings, round_wind, seat_wind
from rules.tiles import TILES, write
from tests.rules.scoring.hands import FIVE_OF_BAMBOOS, hand, meld

CLAIMED = (meld("123m"), meld("4444p", "kong_discard"))
HELD = meld("5555z", "kong_concealed")
EAST, WEST, NORTH = (TILES[code] for code in ("1z", "3z", "4z"))


@pytest.mark.parametrize(
    ("tiles", "wild", "face", "wilds", "is_last_wild", "natural"),
    [
        ("123m456p789s111z55s", ("5s",), FIVE_OF_BAMBOOS, 2, True, "123m456p789s111z"),
        ("123m456p789s155s11z", ("5s",), FIVE_OF_BAMBOOS, 2, False, "123m456p1789s11z"),
        ("123m456p789s111z50s", ("5s",), FIVE_OF_BAMBOOS, 1, False, "123m456p5789s111z"),
        ("123m456p789s11z1f5s", ("1f",), None, 1, False, "123m456p5789s11z"),
        ("123m456p789s11z57z", ("7z",), TILES["7z"], 1, True, "123m456p789s115z"),
        ("123m456p789s11z57z", (), None, 0, False, "123m456p789s1157z"),
    ],
)
def test_a_wild_tile_bears_a_kind_unless_it_is_a_flower(
    tiles: str,
    wild: tuple[str, ...],
    face: int | None,
    wilds: int,
    is_last_wild: bool,
    natural: str,
) -> None:
    whole = hand(tiles, wild=frozenset(TILES[code] for code in wild))
    assert (whole.face, whole.wilds, whole.is_last_wild) == (face, wilds, is_last_wild)
    assert write(whole.concealed) == natural


def test_the_winning_tile_comes_last_of_the_concealed_ones() -> None:
    assert hand("456p123m789s11z55s5z").concealed[-1] == TILES["5z"]


@pytest.mark.parametrize(
    ("melds", "is_concealed"),
    [((), True), ((HELD,), True), ((HELD, CLAIMED[0]), False), (CLAIMED, False)],
)
def test_a_hand_is_concealed_while_nothing_was_claimed(
    melds: tuple[Any, ...], is_concealed: bool
) -> None:
    assert hand("99s", *melds).is_concealed is is_concealed


@pytest.mark.parametrize("banker", range(4))
def test_the_banker_is_the_seat_that_has_the_post(banker: int) -> None:
    assert hand("99s", table=(banker, 1)).is_banker is (banker == 1)


@pytest.mark.parametrize(
    ("tiles", "melds", "is_complete"),
    [
        ("123m456p789s111z55s", (), True),
        ("123m456p789s111z56s", (), False),
        ("123m456p78s111z557z", (), True),
        ("123m456p58s111z557z", (), False),
        ("7s1m123m456p789s577z", (), False),
        ("456p78955s", (HELD, CLAIMED[0]), True),
        ("456p78957s", (HELD, CLAIMED[0]), False),
        ("456p47955s", (HELD, CLAIMED[0]), False),
        ("667z44s", (HELD, *CLAIMED), True),
        ("367z44s", (HELD, *CLAIMED), False),
    ],
)
def test_a_hand_is_complete_with_all_its_sets_and_a_pair(
    tiles: str, melds: tuple[Any, ...], is_complete: bool
) -> None:
    whole = hand(tiles, *melds, wild={TILES["7z"]})
    assert whole.is_complete is is_complete
    assert any(readings(whole)) is is_complete


def test_before_it_is_read_a_hand_has_its_tiles_and_the_sets_laid_down() -> None:
    whole = hand("44499s", *CLAIMED, HELD)
    assert [item.text for item in whole.parts] == ["123m", "4444p", "5555z"]
    assert write(whole.kinds) == "123m4444p44499s5555z"
    assert (sorted(whole.suits), whole.pungs, whole.runs) == ([0, 1, 2, 3], (12, 31), (0,))
    assert (whole.pair, whole.wait) == (None, "")


def test_a_hand_that_was_read_has_all_its_sets_and_its_pair() -> None:
    (read,) = readings(hand("44499s", *CLAIMED, HELD))
    assert write(read.kinds) == "123m4444p44499s5555z"
    assert (sorted(read.suits), read.pungs, read.runs) == ([0, 1, 2, 3], (21, 12, 31), (0,))
    assert (read.pair, read.wait) == (26, "pair")


def test_runs_are_told_ascending_wherever_they_lie() -> None:
    (read,) = readings(hand("456p12399s", *CLAIMED))
    assert read.runs == (0, 12, 18)


def test_suits_of_a_reading_are_those_that_wild_tiles_stand_for() -> None:
    hands = [*readings(hand("123m456p789s111m5z5z", wild={TILES["5z"]}))]
    assert {one.suits for one in hands} == {frozenset({0, 1, 2}), frozenset({0, 1, 2, 3})}
    assert all(one.suits == {kind // 9 for kind in one.kinds} for one in hands)


@pytest.mark.parametrize(
    ("tiles", "waited"),
    [
        ("123m456p789s11z46m5m", {"5m": {"closed"}}),
        ("123m456p789s11z23m1m", {"1m": {"open"}, "4m": {"open"}}),
        ("123m456p789s11z55m1z", {"1z": {"pung"}, "5m": {"pung"}}),
        ("123m456p789s69m55z1p", {}),
    ],
)
def test_a_hand_waits_for_what_completes_it(tiles: str, waited: dict[str, set[str]]) -> None:
    assert hand(tiles).waits == {TILES[code]: ways for code, ways in waited.items()}


@pytest.mark.parametrize(
    ("tiles", "melds"),
    [
        ("123m456p23s11z4s", meld("1111s", "kong_concealed")),
        ("456p123s23s11z4s", meld("111s")),
    ],
)
def test_nobody_waits_for_a_tile_that_he_holds_four_times(tiles: str, melds: Meld) -> None:
    assert hand(tiles, melds).waits == {TILES["4s"]: {"open"}}


def test_a_wait_is_told_of_a_placed_tile_only() -> None:
    whole = hand("1133557799m1177z")
    pair = PAIRS[TILES["7z"]]
    placed_in = Reading((pair,), completed=pair)
    assert whole.read(placed_in, pair.kind).wait == "pair"
    assert whole.read(placed_in).wait == whole.read(Reading((pair,)), pair.kind).wait == ""


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("banker", range(4))
def test_winds_go_round_from_the_banker(seat: int, banker: int) -> None:
    record = hand("99s", table=(banker, 1)).record
    assert seat_wind(record, (banker + seat) % 4) == EAST + seat
    assert seat_wind(record, seat, 2) == (WEST, NORTH, EAST, EAST + 1)[seat]
    assert seat_wind(record, seat, 0) == EAST + seat


def test_three_players_have_no_north() -> None:
    four = hand("99s").record
    three = Record(four.ruleset, four.options, State(1), Deal(), (Seat(),) * 3, "draw")
    assert [seat_wind(three, seat) for seat in range(3)] == [WEST, EAST, EAST + 1]


@pytest.mark.parametrize(("turn", "wind"), [(1, EAST), (2, EAST + 1), (4, NORTH), (5, EAST)])
def test_the_wind_of_the_round_begins_anew_after_north(turn: int, wind: int) -> None:
    assert round_wind(hand("99s", table=(0, turn)).record) == wind


def test_a_hand_knows_its_winds() -> None:
    whole = hand("99s", table=(3, 2))
    assert (whole.seat_wind, whole.round_wind) == (WEST, EAST + 1)
    assert hand("99s", table=(3, 2), east=1).seat_wind == EAST


def test_every_place_of_the_winning_tile_is_a_reading() -> None:
    undivided = hand("234567m678p3445s4s")
    places = [(one.reading.rows()[0], one.wait) for one in readings(undivided)]
    assert sorted(wait for _, wait in places) == ["closed", "pair"]
    (whole,) = divide_hand(undivided)
    assert [one.kind for one in place_winning_tile(whole)] == [TILES["4s"]] * 2
    assert (whole.kind, whole.wait) == (None, "")


def test_a_wild_winning_tile_has_the_place_of_all_it_may_stand_for() -> None:
    wild = {TILES["5z"]}
    places = [*readings(hand("123m456p789s11z56s5z", wild=wild))]
    seven, four = TILES["7s"], TILES["4s"]
    assert [(one.kind, one.wait) for one in places] == [
        (seven, "open"),
        (seven, "edge"),
        (four, "open"),
    ]
    natural = [*readings(hand("123m456p789s11z5z57s", wild=wild))]
    assert [(one.kind, one.wait) for one in natural] == [(seven, "open"), (seven, "edge")]


def test_alike_divisions_come_once_where_tiles_are_wild_and_all_of_them_where_none_is() -> None:
    alike = equivalence(None).feature
    wild = hand("2345678m345p99s5z5z", wild={TILES["5z"]})
    assert 0 < len([*divide_hand(wild, alike)]) < len([*divide_hand(wild)])
    natural = hand("22334455667788m")
    assert len([*divide_hand(natural, alike)]) == len([*divide_hand(natural)]) == 3
