"""Three-player riichi beside RiichiEnv: validity, yaku, han, fu and payments."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.conftest import TIMES
from tests.rules.games.riichi.three_player_peer import ours, record, theirs


def is_equal_pay(mine: Any, peers: Any) -> bool:
    """Return whether both are paid alike, the peer having counted to 13 han, we a yakuman."""
    return bool(
        mine and peers and mine["paid"] == peers["paid"] and not mine["han"] and peers["han"] >= 13
    )


@pytest.mark.parametrize("seed", range(TIMES))
def test_three_players_are_paid_as_the_peer_has_it(seed: int) -> None:
    chance = random.Random(f"three players {seed}")
    for data in (record(chance) for _ in range(200)):
        mine, peers = ours(data), theirs(data)
        assert mine == peers or is_equal_pay(mine, peers), data
