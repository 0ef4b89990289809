"""What a plain player works for."""

from __future__ import annotations

import random

from rules.hands.distance import pungs_to_win, tiles_to_win
from rules.hands.keys import pack
from rules.play.bots import choose
from rules.tiles import KIND, parse
from tests.rules.play.hands import last_of, new_course


def test_plain_players_win_where_only_one_suit_or_pungs_do() -> None:
    chance = random.Random(0)
    over = last_of(new_course("qinghunpeng", chance), choose, chance)
    assert over.at.wins


def test_a_hand_of_pungs_lacks_what_its_pungs_and_its_pair_lack() -> None:
    key = pack(KIND[tile] for tile in parse("1112223344559m"))
    assert pungs_to_win(key, 4) == 2
    assert pungs_to_win(key, 4, wilds=1) == 1
    assert tiles_to_win(key, 4) == 1
