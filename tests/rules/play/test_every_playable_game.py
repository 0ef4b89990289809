"""What holds for every hand of every game that can be played, whatever its sheet says."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import pytest

import rules
from rules.errors import RecordError
from rules.games import play_of
from rules.play.actions import Win
from rules.play.course import Course, begin
from rules.play.views import view
from rules.play.wall import Wall
from rules.tiles import BACK, CODES
from rules.value import evolve
from tests.conftest import TIMES
from tests.rules.play.hands import (
    GAMES,
    by_chance,
    courses,
    mixed_player,
    new_course,
    patient,
    tiles_on_table,
    tries,
)

HANDS: Final = 30 * TIMES
PLAIN: Final = 4
"""One hand in this number is played by plain players, the others at random."""
COUNTED: Final = 3
"""The tiles are counted at every such moment: one that is lost stays lost."""
TRIED: Final = 40
"""All sorts of actions are tried at every such moment."""


@dataclass(frozen=True)
class Hands:
    """Some hands of one game from the deal to the end, played once for all tests here."""

    name: str

    @cached_property
    def all(self) -> list[list[Course]]:
        return [list(self._courses(seed)) for seed in range(HANDS)]

    def _courses(self, seed: int) -> Iterator[Course]:
        chance = random.Random(seed)
        player = by_chance(chance)
        if seed % PLAIN == 0:
            player = mixed_player(chance, 0.95) if seed % (2 * PLAIN) else patient
        return courses(new_course(self.name, chance), player, chance)

    def over(self) -> list[Course]:
        return [hand[-1] for hand in self.all]


@pytest.fixture(scope="session", params=GAMES)
def hands(request: pytest.FixtureRequest) -> Hands:
    return Hands(request.param)


def test_no_tile_is_lost_or_doubled_while_a_hand_is_played(hands: Hands) -> None:
    copies = Counter(hands.all[0][0].at.game.tiles_for(hands.all[0][0].at.options))
    for hand in hands.all:
        for course in (*hand[::COUNTED], hand[-1]):
            if course.at.stage in ("draw", "over") and not course.at.wins:
                lying = Counter(
                    {CODES[tile]: count for tile, count in tiles_on_table(course).items()}
                )
                assert lying == copies, course.at.log


def test_what_may_be_done_is_what_nothing_is_said_against(hands: Hands) -> None:
    chance = random.Random(1)
    for hand in hands.all:
        assert all(any(course.legal(seat) for seat in course.to_act) for course in hand[:-1])
        assert not hand[-1].to_act
        for course in hand[chance.randrange(TRIED) :: TRIED]:
            legal = [action for seat in course.to_act for action in course.legal(seat)]
            assert all(course.after(action) for action in legal)
            for action in tries(course, chance):
                refusal = course.refusal(action)
                assert (refusal is None) == (action in legal), (action, refusal)
                assert refusal is None or refusal.message
                assert refusal is None or refusal.reason is not None or isinstance(action, Win)


def test_a_bystander_sees_backs_and_every_tile_once_the_hand_is_over(hands: Hands) -> None:
    course, over = hands.all[3][0], hands.all[3][-1]
    assert {tile for seat in view(course).seats for tile in seat.hand} == {BACK}
    own = course.at.players - 1
    assert view(course, own).seats[own].hand == course.at.seats[own].hand
    assert [seat.hand for seat in view(over).seats] == [place.hand for place in over.at.seats]


def test_what_may_not_be_done_changes_nothing_and_says_why(hands: Hands) -> None:
    course = hands.all[1][0]
    refused = [one for one in tries(course, random.Random(1)) if course.refusal(one) is not None]
    for action in refused:
        with pytest.raises(RecordError) as error:
            course.after(action)
        assert error.value.first == course.refusal(action)
    assert len(refused) > 10


def test_the_record_of_a_hand_played_to_its_end_settles(hands: Hands) -> None:
    for over in hands.over():
        assert rules.settle(over.record()).net == over.settlement().net


def test_who_alone_wins_a_tile_that_several_claim_has_the_others_as_rivals(hands: Hands) -> None:
    for over in hands.over():
        wins = over.at.wins
        if len(wins) != 1 or wins[0].win.source is None or over.play.plays_on:
            continue
        first = wins[0].win
        claims = [one for one in over.at.log if isinstance(one, Win)]
        rivals = {one.seat for one in claims if evolve(one, seat=first.seat) == first}
        facts = over.record()["wins"][0].get("facts", {})
        assert {first.seat, *facts.get("rivals", ())} == rivals


@pytest.mark.parametrize("name", GAMES)
def test_a_wall_with_a_tile_too_many_is_named_before_the_deal(name: str) -> None:
    play = play_of(name)
    tiles = new_course(name, random.Random(1)).at.wall.tiles
    with pytest.raises(RecordError, match="the wall has"):
        begin(play, Wall((*tiles, tiles[0])), [[1] * play.game.dice])
