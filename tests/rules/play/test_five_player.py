"""What riichi for five lets people do: five-player-1.md and five-player-2.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import rules
from rules.games import play_of
from rules.play.actions import Discard, Draw, DrawReplacement, Kong, Pass, Pung, Win
from rules.play.course import Course, begin
from rules.play.position import Ending
from rules.play.wall import Wall
from rules.tiles import TILES, parse
from rules.value import NOTHING
from tests.rules.play.stacked import discard, draw_out, pass_all, stack_wall

BOTH = ("five-player-1", "five-player-2")
SEASONS = SPRING, SUMMER, AUTUMN, WINTER = parse("1234f")
KONG_OF_FLOWERS = Kong(0, "kong_concealed", SEASONS)
PUNG_OF_FLOWERS = Pung(1, (SUMMER, AUTUMN), SPRING, 0)
ALL_FOR_5P = (
    "5p",
    "234567m234s4688p",
    "234567m567s4688p",
    "345678m234s2246p",
    "345678m567s2246p",
)
"""Four hands that win with the 5p that seat 0 throws."""
READY = (
    "111222333m111z5z9s",
    "444555666m222z7z",
    "777888999m333z5z",
    "111222333p444z6z",
    "444555666p777z5z",
)
"""Hands that are ready as dealt, seat 0 with 9s too many."""


def hand(
    *hands: str,
    live: str = "",
    name: str = "five-player-1",
    state: Mapping[str, Any] = NOTHING,
    **options: Any,
) -> Course:
    """Return a hand in which the seats were dealt *hands* and *live* is drawn first."""
    play = play_of(name)
    wall = stack_wall(play, hands, live, options)
    return begin(play, wall, [[1, 1]], state, options)


def in_turn(course: Course, tiles: Sequence[str], declares: str = "") -> Course:
    """Return the course after each seat from the banker on drew and threw its one of *tiles*."""
    for seat, tile in enumerate(tiles):
        course = pass_all(course) if seat == 0 else pass_all(course).after(Draw(seat))
        course = discard(course, seat, tile, declares)
    return pass_all(course)


def answer_all(course: Course, *claims: Win) -> Course:
    """Return the course once *claims* were made and everybody else let the tile go."""
    mine = {claim.seat: claim for claim in claims}
    for seat in course.to_act:
        course = course.after(mine.get(seat, Pass(seat)))
    return course


# The seasons are one kind


@pytest.mark.parametrize("name", BOTH)
def test_three_seasons_are_a_pung_of_flowers(name: str) -> None:
    course = discard(hand("1f", "23f", name=name), 0, "1f").after(PUNG_OF_FLOWERS)
    (meld,) = course.at.seats[1].melds
    assert meld.tiles == (SPRING, SUMMER, AUTUMN)
    assert meld.claimed == SPRING


def test_the_fourth_season_cannot_be_thrown_right_after_the_pung() -> None:
    course = discard(hand("1f", "234f"), 0, "1f").after(PUNG_OF_FLOWERS)
    refused = course.refusal(Discard(1, WINTER))
    assert refused is not None
    assert refused.message.startswith("swap-calling")


def test_the_fourth_season_is_added_to_the_pung() -> None:
    course = discard(hand("1f", "23f1m", live="2222z4f"), 0, "1f").after(PUNG_OF_FLOWERS)
    course = pass_all(discard(course, 1, "1m"))
    for _ in range(4):
        seat = course.at.turn
        course = pass_all(discard(course.after(Draw(seat)), seat, "2z"))
    course = pass_all(course.after(Draw(1)).after(Kong(1, "kong_added", (WINTER,))))
    (meld,) = course.at.seats[1].melds
    assert (meld.kind, meld.tiles) == ("kong_added", SEASONS)


def test_four_seasons_in_hand_are_a_concealed_kong() -> None:
    assert KONG_OF_FLOWERS in hand("1234f").legal(0)


def test_seasons_are_told_in_the_record_as_they_are_printed() -> None:
    course = pass_all(discard(hand("1m", "14f123456789m55z", live="5z"), 0, "1m"))
    course = course.after(Draw(1)).after(Win(1, "self_draw", TILES["5z"]))
    assert course.record()["seats"][1]["hand"] == "123456789m55z14f"
    assert rules.settle(course.record()).net[1] > 0


def test_who_waits_for_a_flower_waits_for_every_season() -> None:
    course = discard(hand("4f", "12f123456789m55z"), 0, "4f").after(Win(1, "discard", WINTER, 0))
    assert rules.settle(course.record()).net[0] < 0


def test_a_season_let_go_makes_furiten_for_the_others_until_the_next_draw() -> None:
    course = discard(hand("4f", "", "12f123456789m55z"), 0, "4f")
    course = course.after(Pass(2))
    assert "missed" in course.at.seats[2].notes


# Fourteen orphans


def test_fourteen_orphans_lacking_one_can_be_announced() -> None:
    course = hand("19m19p19s1234567z5m")
    assert Discard(0, TILES["5m"], "double_riichi") in course.legal(0)


def test_fourteen_orphans_rob_a_concealed_kong() -> None:
    course = hand("1234f", "19m19p19s1234567z").after(KONG_OF_FLOWERS)
    course = course.after(Win(1, "robbed_kong", SPRING, 0))
    items = [item.id for item in course.settlement().wins[0].items]
    assert items == ["fourteen_orphans"]


def test_thirteen_orphans_rob_no_concealed_kong() -> None:
    course = hand("1111z", "119m19p19s234567z")
    east = TILES["1z"]
    course = course.after(Kong(0, "kong_concealed", (east,) * 4))
    assert course.to_act == (0,)
    assert course.at.stage == "draw"


# Walls and kongs


def test_a_kong_brings_the_next_tile_of_the_live_wall_and_no_indicator() -> None:
    course = pass_all(hand("1234f", live="9s").after(KONG_OF_FLOWERS))
    left = course.play.live(course.at)
    course = course.after(DrawReplacement(0))
    assert course.at.drawn == TILES["9s"]
    assert course.play.live(course.at) == left - 1
    assert len(course.at.wall.indicators) == 1


def test_any_number_of_kongs_goes_on() -> None:
    course = hand("1111m1111p1111s11z", live="1z22z")
    for code in ("1m", "1p", "1s"):
        course = pass_all(course.after(Kong(0, "kong_concealed", (TILES[code],) * 4)))
        course = course.after(DrawReplacement(0))
    assert not course.is_over
    assert course.at.kongs == 3


def test_the_hand_is_over_when_only_the_last_stack_is_left() -> None:
    course = draw_out(hand(), left=1)
    seat = course.at.turn
    course = course.after(Draw(seat))
    course = pass_all(course.after(Discard(seat, course.at.drawn or SPRING)))
    assert course.at.ending == Ending("draw")
    assert course.at.wall.left + len(course.at.wall.indicators) == 2


def test_a_supplement_that_is_the_last_tile_counts_as_both() -> None:
    play = play_of("five-player-1")
    tiles = list(stack_wall(play, ["", "1111z123456789m"], "", NOTHING).tiles)
    for place in (136, 137):  # the last but one is seat 1's
        source = next(at for at, tile in enumerate(tiles[:136]) if tile == TILES["5z"])
        tiles[place], tiles[source] = tiles[source], tiles[place]
    course = draw_out(begin(play, Wall(tuple(tiles)), [[1, 1]]), left=2)
    course = course.after(Draw(1)).after(Kong(1, "kong_concealed", (TILES["1z"],) * 4))
    course = pass_all(course).after(DrawReplacement(1)).after(Win(1, "self_draw", TILES["5z"]))
    assert course.record()["wins"][0]["marks"] == ["kong_draw", "last_tile"]


# Several winners


def test_the_nearest_wins_and_the_others_are_told_as_his_rivals() -> None:
    wins = [Win(seat, "discard", TILES["5p"], 0) for seat in (1, 3)]
    course = answer_all(discard(hand(*ALL_FOR_5P), 0, "5p"), *wins)
    (win,) = course.record()["wins"]
    assert (win["seat"], win["facts"]) == (1, {"rivals": [3]})
    assert rules.settle(course.record()).net[3] == 0


def test_by_the_house_two_or_three_win_together() -> None:
    wins = [Win(seat, "discard", TILES["5p"], 0) for seat in (1, 2, 4)]
    course = answer_all(discard(hand(*ALL_FOR_5P, multiple_wins="all"), 0, "5p"), *wins)
    assert [win["seat"] for win in course.record()["wins"]] == [1, 2, 4]
    assert rules.settle(course.record()).net[0] < 0


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("house", ["nearest", "all"])
def test_four_who_win_on_one_tile_end_the_hand(name: str, house: str) -> None:
    wins = [Win(seat, "discard", TILES["5p"], 0) for seat in (1, 2, 3, 4)]
    course = answer_all(discard(hand(*ALL_FOR_5P, name=name, multiple_wins=house), 0, "5p"), *wins)
    assert course.at.ending == Ending("abort", ({"kind": "four_wins"},))
    assert set(rules.settle(course.record()).net) == {0}


# Abortive draws


@pytest.mark.parametrize("tiles", [["1z"] * 4, ["1f", "3f", "2f", "4f"]])
def test_four_players_who_begin_with_the_same_wind_end_the_hand(tiles: list[str]) -> None:
    course = in_turn(hand(*tiles), tiles)
    assert course.at.ending == Ending("abort", ({"kind": "four_same_wind"},))
    assert rules.settle(course.record()).next.banker == 1


def test_different_winds_end_nothing() -> None:
    assert not in_turn(hand("1z", "1z", "1z", "2z"), ["1z", "1z", "1z", "2z"]).is_over


def test_riichi_of_all_five_ends_the_hand_and_costs_only_the_sticks() -> None:
    tiles = ["9s", "1s", "3s", "5s", "7s"]
    course = in_turn(hand(*READY, live="1s3s5s7s"), tiles, "double_riichi")
    assert course.at.ending == Ending("abort", ({"kind": "five_riichi"},))
    assert rules.settle(course.record()).net == (-1000,) * 5


# Few points


def test_few_points_bar_no_riichi() -> None:
    course = hand(*READY, state={"scores": [500] * 5})
    assert Discard(0, TILES["9s"], "double_riichi") in course.legal(0)


def test_few_points_bar_riichi_in_a_house_where_one_can_be_bust() -> None:
    course = hand(*READY, name="five-player-2", state={"scores": [500] * 5}, bust_ends=True)
    assert course.refusal(Discard(0, TILES["9s"], "double_riichi")) is not None
    assert Discard(0, TILES["9s"]) in course.legal(0)
