"""What holds for every Fenghua hand, and what a second, plain scoring says of them."""

from __future__ import annotations

import random
from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.games.fenghua.plain import verdict
from tests.rules.games.near_wins import (
    LAID,
    make_self_draw,
    near_win,
    one_more_wild,
    sets_and_pair,
    some_faces,
)
from tests.rules.games.plain_groups import FACES, tiles_in
from tests.rules.games.turning import CHANCES
from tests.rules.records import Data, score_or_code

WILDS: Final = ("9s", "5z", "1z")
KINDS_OF_HANDS: Final = ("sets", "sets", "sets", "pairs", "unrelated", "honors")


def any_hand(chance: random.Random, wild: str, wilds: int) -> Data:
    """Return seat 1 near to a win of any shape, *wilds* of the tiles wild."""
    faces = some_faces(chance, wild)
    claimed = 0
    match chance.choice(KINDS_OF_HANDS):
        case "sets":
            tiles = sets_and_pair(chance, faces)
            claimed = chance.choice(LAID)
        case "pairs":
            tiles = [face for _ in range(7) for face in [chance.choice(faces)] * 2]
        case "unrelated":
            tiles = _unrelated(chance)
        case _:
            honors = [face for face in FACES if face[1] == "z" and face != wild]
            claimed = chance.choice((0, 1, 2))
            tiles = [face for _ in range(claimed) for face in [chance.choice(honors)] * 3]
            tiles += [chance.choice(honors) for _ in range(14 - len(tiles))]
    return near_win(chance, "fenghua", wild, tiles, claimed, wilds)


def _unrelated(chance: random.Random) -> list[str]:
    """Return up to seven honors and suit tiles three apart."""
    starts = [chance.randrange(1, 4) for _ in "mps"]
    suited = [
        f"{low + 3 * step}{suit}"
        for suit, low in zip("mps", starts, strict=True)
        for step in range(3)
    ]
    honors = chance.sample([f"{rank}z" for rank in range(1, 8)], chance.choice((5, 6, 7, 7)))
    return [*honors, *chance.sample(suited, 14 - len(honors))]


@settings(max_examples=250)
@given(CHANCES, st.integers(0, 2), st.sampled_from(WILDS))
def test_plain_substitution_says_the_same(chance: random.Random, wilds: int, wild: str) -> None:
    data = any_hand(chance, wild, wilds)
    answer = score_or_code(data)
    assert answer in ("bad_tiles", "bad_meld") or answer == verdict(data, wild)


@settings(max_examples=200)
@given(CHANCES, st.integers(0, 2))
def test_a_wild_tile_in_place_of_a_natural_one_still_wins(
    chance: random.Random, wilds: int
) -> None:
    """By self-draw; a hand may be worth less with a wild tile."""
    data = make_self_draw(any_hand(chance, "9s", wilds))
    seat = data["seats"][data["wins"][0]["seat"]]
    hand = tiles_in(seat["hand"])
    better = one_more_wild(chance, hand, "9s")
    if isinstance(score_or_code(data), str) or hand == better or hand.count("9s") > 2:
        return
    seat["hand"] = "".join(better)
    assert score_or_code(data) == "bad_tiles" or score_or_code(data) > 0
