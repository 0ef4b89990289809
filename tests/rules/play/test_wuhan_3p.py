"""What Wuhan for three lets people do otherwise than Wuhan: wuhan-3p.md, "Walls, dice, deal"."""

from __future__ import annotations

from rules.games import play_of
from rules.play.actions import Chow, Draw, DrawReplacement, Kong, Pass, SetAside
from rules.play.course import Course, begin
from rules.tiles import CODES, TILES, parse
from tests.rules.play.stacked import codes, discard, pass_all, stack_wall

PLAY = play_of("wuhan-3p")


def hand(*hands: str, indicator: str = "1p") -> Course:
    """Return a hand of three with this indicator."""
    return begin(PLAY, stack_wall(PLAY, hands, indicator, {}), [[1, 1]])


def with_last_usable_tile(course: Course) -> Course:
    """Return the course once the last tile before the ten is drawn."""
    while PLAY.live(course.at) > 0 or course.at.stage != "turn":
        seat = course.at.turn
        if course.at.window is not None:
            course = pass_all(course)
        elif course.at.stage == "draw":
            course = course.after(course.legal(seat)[0])
        else:
            course = discard(course, seat, CODES[course.at.drawn or 0])
    return course


def test_after_the_deal_the_wall_shows_the_indicator_and_ten_tiles_are_never_drawn() -> None:
    at = hand().at
    assert codes(at.wall.indicators) == ["1p"]
    assert [len(place.hand) for place in at.seats] == [14, 13, 13]
    assert PLAY.live(at) == 96 - 40 - 1 - 10


def test_west_follows_south_and_south_the_white_dragon() -> None:
    wild = {code: hand(indicator=code).at.wild for code in ("2z", "5z")}
    assert {indicator: {CODES[kind] for kind in kinds} for indicator, kinds in wild.items()} == {
        "2z": {"3z"},
        "5z": {"2z"},
    }


def test_a_chow_comes_from_the_left_hand_neighbour_of_three() -> None:
    course = discard(hand("5s", "46s", "46s"), 0, "5s")
    chow = Chow(1, parse("46s"), TILES["5s"], 0)
    assert chow in course.legal(1)
    assert not any(isinstance(one, Chow) for one in course.legal(2))


def test_who_draws_the_last_usable_tile_discards_as_ever() -> None:
    course = with_last_usable_tile(hand())
    seat = course.at.turn
    assert Pass(seat) not in course.legal(seat)
    course = pass_all(discard(course, seat, CODES[course.at.drawn or 0]))
    assert course.record()["outcome"] == "draw"


def test_with_the_last_usable_tile_a_kong_takes_one_of_the_ten() -> None:
    course = with_last_usable_tile(hand("1111s7z", "1111p7z", "2222s7z", indicator="8p"))
    seat = course.at.turn
    kongs = [one for one in course.legal(seat) if isinstance(one, (Kong, SetAside))]
    assert kongs
    course = course.after(kongs[0]).after(DrawReplacement(seat))
    assert course.at.wall.left == 9
    assert not any(isinstance(one, Draw) for one in course.legal(seat))
