"""Hands near to a win with wild tiles in them, as records; not every one of them wins."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from tests.rules.games.plain_groups import FACES
from tests.rules.records import Data

SUITS: Final = ("mps", "mps", "m", "mz", "z", "pz")
LAID: Final = (0, 0, 1, 2, 4)
"""How many of the sets are claimed."""


def some_faces(chance: random.Random, wild: str) -> list[str]:
    """Return the faces that a hand is put together of, *wild* not among them."""
    suits = chance.choice(SUITS)
    return [face for face in FACES if face[1] in suits and face != wild]


def sets_and_pair(chance: random.Random, faces: Sequence[str]) -> list[str]:
    """Return four pungs and runs of *faces*, and a pair."""
    tiles = [face for _ in range(4) for face in _group(chance, faces)]
    return tiles + [chance.choice(faces)] * 2


def _group(chance: random.Random, faces: Sequence[str]) -> list[str]:
    """Return a pung or a run."""
    face = chance.choice(faces)
    run = [f"{int(face[0]) + step}{face[1]}" for step in range(3)]
    if chance.random() < 0.6 and set(run) <= set(faces) and face[1] != "z":
        return run
    return [face] * 3


def near_win(
    chance: random.Random, game: str, wild: str, tiles: list[str], claimed: int, wilds: int
) -> Data:
    """Return *tiles* as a win, the first sets *claimed*, *wilds* of the hand replaced by *wild*."""
    melds = [tiles[3 * place : 3 * place + 3] for place in range(claimed)]
    hand = tiles[3 * claimed :]
    if chance.random() < 0.1:
        hand[0] = chance.choice([face for face in FACES if face != wild])
    for place in chance.sample(range(len(hand)), min(wilds, len(hand))):
        hand[place] = wild
    last = hand.pop(chance.randrange(len(hand)))
    winner = chance.randrange(4)
    giver = (winner - 1) % 4
    win: Data = {"seat": winner, "tile": last, "by": "self_draw"}
    seats: list[Data] = [{} for _ in range(4)]
    seats[winner] = {"hand": "".join(hand), "melds": [_claim(meld, giver) for meld in melds]}
    return {
        "ruleset": game,
        "state": {"banker": chance.randrange(4), "round": chance.randrange(1, 5)},
        "deal": {"indicators": [wild]},
        "seats": seats,
        "outcome": "win",
        "wins": [chance.choice((win, win | {"by": "discard", "from": giver}))],
    }


def _claim(tiles: list[str], giver: int) -> Data:
    """Return the set that *tiles* are, claimed from *giver*."""
    kind = "pung" if len(set(tiles)) == 1 else "chow"
    return {"kind": kind, "tiles": "".join(tiles), "claimed": tiles[0], "from": giver}


def make_self_draw(data: Data) -> Data:
    """Return the win *data* as one by self-draw."""
    (win,) = data["wins"]
    return data | {"wins": [{"seat": win["seat"], "tile": win["tile"], "by": "self_draw"}]}


def one_more_wild(chance: random.Random, hand: Sequence[str], wild: str) -> list[str]:
    """Return *hand* with any natural tile replaced by *wild*; the same if there is none."""
    better = list(hand)
    if natural := [place for place, tile in enumerate(hand) if tile != wild]:
        better[chance.choice(natural)] = wild
    return better
