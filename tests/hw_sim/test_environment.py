"""Games as PettingZoo environments: its own test, and what an agent may rely on."""

from __future__ import annotations

import random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from hw_sim.environment import Table, env
from rules.errors import RecordError
from rules.games import PLAYS

GAMES = sorted(PLAYS)
TESTED = ("riichi", "riichi-3p", "singapore", "taiwan", "wuhan", "five-player-1")


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("game", TESTED)
def test_pettingzoos_own_test_passes(game: str) -> None:
    table = env(game)
    table.reset(seed=1)
    table.action_space(table.agents[0]).seed(1)
    api_test(table, num_cycles=150, verbose_progress=False)


def test_the_same_seed_deals_the_same_hands() -> None:
    seed_test(lambda: env("riichi"), num_cycles=60)


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_by_masked_chance_ends_with_the_settlement(game: str) -> None:
    table, chance = Table(game), random.Random(2)
    table.reset(seed=2)
    while table.agents and not all(table.terminations.values()):
        mask = table.observe(table.agent_selection)["action_mask"]
        table.step(int(chance.choice(np.flatnonzero(mask))))
    assert tuple(table.rewards.values()) == table.course.settlement().net


def test_an_agent_sees_its_own_tiles_and_not_those_of_others() -> None:
    table = Table("riichi")
    table.reset(seed=1)
    first = table.observe("seat_0")["observation"]
    place = table.course.at.seats[0]
    own = np.bincount(place.hand, minlength=50)
    assert list(first[150:200]) == list(own)
    others = [first[start : start + 50] for start in (400, 650, 900)]
    assert [one[49] for one in others] == [len(seat.hand) for seat in table.course.at.seats[1:]]


def test_what_the_mask_forbids_is_refused_and_changes_nothing() -> None:
    table = Table("wuhan")
    table.reset(seed=1)
    before = table.course
    forbidden = int(np.flatnonzero(table.observe(table.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(ValueError, match="may not do"):
        table.step(forbidden)
    assert table.course is before


def test_a_house_option_changes_the_table() -> None:
    assert len(Table("taiwan", flowers=False).keys) < len(Table("taiwan").keys)
    for game, option in (("taiwan", "flowers"), ("riichi", "red_fives")):
        with pytest.raises(RecordError):
            Table(game, **{option: "maybe"})
