"""Every legal set of riichi, step by step, beside RiichiEnv on the same wall."""

from __future__ import annotations

from tests.conftest import TIMES
from tests.rules.play.riichi_peer import Beside

HANDS = 100 * TIMES


def test_everybody_may_do_what_riichienv_lets_him_do() -> None:
    differences = {seed: found for seed in range(HANDS) if (found := Beside(seed).differences())}
    assert differences == {}
