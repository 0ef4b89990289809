"""What holds for every Ningbo hand, and what a second, plain scoring says of them."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from tests.rules.games.near_wins import (
    LAID,
    make_self_draw,
    near_win,
    one_more_wild,
    sets_and_pair,
    some_faces,
)
from tests.rules.games.ningbo.plain import verdict
from tests.rules.games.plain_groups import tiles_in
from tests.rules.games.turning import CHANCES
from tests.rules.records import Data, score_or_code

WILD = "9s"


def any_hand(chance: random.Random, wilds: int) -> Data:
    """Return a hand near to a winning one, *wilds* of its tiles wild, won in any way."""
    tiles = sets_and_pair(chance, some_faces(chance, WILD))
    return near_win(chance, "ningbo", WILD, tiles, chance.choice(LAID), wilds)


@settings(max_examples=250)
@given(CHANCES, st.integers(0, 2))
def test_plain_substitution_says_the_same(chance: random.Random, wilds: int) -> None:
    data = any_hand(chance, wilds)
    answer = score_or_code(data)
    assert answer == "bad_tiles" or answer == verdict(data, WILD)


@settings(max_examples=200)
@given(CHANCES)
def test_a_wild_tile_in_place_of_a_natural_one_never_loses(chance: random.Random) -> None:
    """Save for the tai of a hand whose wild tiles are none, which may lead below the minimum."""
    data = make_self_draw(any_hand(chance, chance.choice((0, 1, 2))))
    before: Any = rules.settle_json(data)
    seat = data["seats"][data["wins"][0]["seat"]]
    hand = tiles_in(seat["hand"])
    better = one_more_wild(chance, hand, WILD)
    if "error" in before or hand == better:
        return
    seat["hand"] = "".join(better)
    after = score_or_code(data)
    items = {item["id"]: item["value"] for item in before["wins"][0]["items"]}
    rest = sum(items.values()) - items.get("no_wild", 0) - items.get("wild_as_itself", 0)
    if after == "below_minimum":
        assert rest - items.get("three_wilds", 0) < 4
    else:
        assert after >= rest
