"""What holds for every hand of every game that can be played, whatever its sheet says."""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

import pytest

import rules
from rules.errors import RecordError
from rules.games import PLAYS, play_of
from rules.play.course import begin
from rules.play.views import view
from rules.play.wall import Wall
from rules.tiles import BACK, CODES
from tests.conftest import TIMES
from tests.rules.play.hands import (
    by_chance,
    courses,
    last_of,
    mixed,
    new_course,
    tiles_on_table,
    tries,
)

GAMES: Final = sorted(PLAYS)
HANDS: Final = 30 * TIMES


@pytest.mark.parametrize("name", GAMES)
def test_no_tile_is_lost_or_doubled_while_a_hand_is_played(name: str) -> None:
    for seed in range(HANDS):
        chance = random.Random(seed)
        first = new_course(name, chance)
        copies = Counter(first.at.game.tiles_for(first.at.options))
        player = mixed(chance, seed % 3 / 2)
        for course in courses(first, player, chance):
            if course.at.stage in ("draw", "over") and not course.at.wins:
                lying = Counter(
                    {CODES[tile]: count for tile, count in tiles_on_table(course).items()}
                )
                assert lying == copies, (seed, len(course.at.log))


@pytest.mark.parametrize("name", GAMES)
def test_what_may_be_done_is_what_nothing_is_said_against(name: str) -> None:
    for seed in range(HANDS // 3):
        chance = random.Random(seed)
        for course in courses(new_course(name, chance), mixed(chance, 0.5), chance):
            legal = [action for seat in course.to_act for action in course.legal(seat)]
            assert bool(legal) != course.is_over
            assert all(course.after(action) for action in legal)
            for action in tries(course, chance) if chance.random() < 0.2 else ():
                said = course.refusal(action)
                assert (said is None) == (action in legal), (action, said)
                assert said is None or said.message


@pytest.mark.parametrize("name", GAMES)
def test_a_bystander_sees_backs_and_every_tile_once_the_hand_is_over(name: str) -> None:
    chance = random.Random(3)
    course = new_course(name, chance)
    over = last_of(course, mixed(chance, 0.9), chance)
    assert {tile for seat in view(course).seats for tile in seat.hand} == {BACK}
    assert view(course, 1).seats[1].hand == course.at.seats[1].hand
    assert [seat.hand for seat in view(over).seats] == [place.hand for place in over.at.seats]


@pytest.mark.parametrize("name", GAMES)
def test_what_may_not_be_done_changes_nothing_and_says_why(name: str) -> None:
    chance = random.Random(1)
    course = new_course(name, chance)
    refused = [one for one in tries(course, chance) if course.refusal(one) is not None]
    for action in refused:
        with pytest.raises(RecordError) as told:
            course.after(action)
        assert told.value.first == course.refusal(action)
    assert len(refused) > 10


@pytest.mark.parametrize("name", GAMES)
def test_the_record_of_a_hand_played_to_its_end_settles(name: str) -> None:
    ways: Counter[str] = Counter()
    for seed in range(HANDS):
        chance = random.Random(seed)
        player = by_chance(chance) if seed % 5 == 0 else mixed(chance, 0.9)
        course = last_of(new_course(name, chance), player, chance)
        settled = rules.settle(course.record())
        assert settled.net == course.settlement().net
        ways.update(won.win.by for won in course.at.wins)
    assert ways["discard"]
    assert ways["self_draw"]


@pytest.mark.parametrize("name", GAMES)
def test_a_wall_with_a_tile_too_many_is_named_before_the_deal(name: str) -> None:
    play = play_of(name)
    tiles = new_course(name, random.Random(1)).at.wall.tiles
    with pytest.raises(RecordError, match="the wall has"):
        begin(play, Wall((*tiles, tiles[0])), [[1] * play.game.dice])


def test_a_game_that_cannot_be_played_yet_says_which_can() -> None:
    with pytest.raises(RecordError, match=r"yichang cannot be played .* riichi"):
        play_of("yichang")
