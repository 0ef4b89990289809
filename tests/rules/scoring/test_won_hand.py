"""What a won hand is before anybody reads it."""

from __future__ import annotations

import pytest

import rules
from rules.scoring import won_hand
from rules.tiles import FLOWERS
from tests.rules.games.yangzhou.hands import yangzhou

FIVE_OF_BAMBOOS = 22


@pytest.mark.parametrize(
    ("wild", "face", "wilds"), [({FIVE_OF_BAMBOOS}, FIVE_OF_BAMBOOS, 2), ({FLOWERS}, None, 0)]
)
def test_a_wild_tile_bears_a_kind_unless_it_is_a_flower(
    wild: set[int], face: int | None, wilds: int
) -> None:
    record = rules.read(yangzhou("123m456p789s111z5s", "5s"))
    hand = won_hand(record, record.wins[0], wild)
    assert (hand.face, hand.wilds, hand.is_last_wild) == (face, wilds, wilds > 0)
