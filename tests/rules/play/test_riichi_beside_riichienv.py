"""Every legal set of riichi, step by step, beside RiichiEnv on the same wall."""

from __future__ import annotations

import pytest

from tests.conftest import TIMES
from tests.rules.play.riichi_peer import Beside

HANDS = {4: 80 * TIMES, 3: 30 * TIMES}


@pytest.mark.parametrize("players", HANDS)
def test_everybody_may_do_what_riichienv_lets_him_do(players: int) -> None:
    problems = {seed: Beside(seed, players).differences() for seed in range(HANDS[players])}
    assert {seed: one for seed, one in problems.items() if one} == {}
